"""From duels and prices to lines: who pays whom how many points, and by which rule.

A duel is priced in :class:`_Payment`, without names and bets; both come in at one place, where
payments turn into lines.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from settle.compare import Duel
from settle.evaluate import EvaluatedRound, Status
from settle.rules import ROWS, FoulPolicy, HomeRun, Rules
from settle.sheet import Line, Notice, Reason, ScoreSheet, Total
from settle.standing import (
    BASE_RULES,
    BONUS_RULES,
    FoulAmount,
    Standing,
    natural_taker,
    plain_against_foul,
    stand,
)
from settle.strength import CATEGORIES

_GADU_RULES: Final = tuple(tuple(f"gadu.{row}.{kind}" for kind in CATEGORIES) for row in ROWS)
_HOME_RUN_LEAST_OTHERS: Final = 2


class _Payment(NamedTuple):
    """What moves in one direction of a duel; the fields of a line but for names and bets."""

    payee: int
    points: int
    reason: Reason
    rule: str
    row: str | None = None
    category: str | None = None
    natural: str | None = None
    multiplier: int | None = None
    set_by: str | None = None
    foul: bool | None = None


def score(evaluated: EvaluatedRound, duels: Sequence[Duel], rules: Rules) -> ScoreSheet:
    """Price every duel; the nets sum to zero."""
    standing = stand(evaluated, duels, rules)
    lines = tuple(line for duel in duels for line in _lines(duel, standing, rules))
    sheet = ScoreSheet(evaluated, lines, _totals(standing, lines), _notices(standing, rules))
    assert sum(total.net for total in sheet.totals) == 0
    return sheet


def _lines(duel: Duel, standing: Standing, rules: Rules) -> list[Line]:
    """Everything that moves between two hands, in the order of reasons."""
    hands = standing.hands
    first, second = hands[duel.first], hands[duel.second]
    if standing.banker is None:
        bet = 1
    else:
        bet = second.bet if duel.first == standing.banker else first.bet
    lines = []
    for payment in _payments(duel, standing, rules):
        payer, payee = (second, first) if payment.payee == duel.first else (first, second)
        lines.append(Line(payer.player, payee.player, payment.points * bet, *payment[2:]))
    return lines


def _payments(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    first, second = standing.hands[duel.first], standing.hands[duel.second]
    if Status.NATURAL in (first.status, second.status):
        payments = _natural(duel, standing, rules)
    elif duel.rows is not None:
        winners = {1: duel.first, -1: duel.second}
        won = [(row, winners[result]) for row, result in enumerate(duel.rows) if result]
        payments = _rows(duel, won, standing, rules)
    elif first.status != second.status:
        payments = _plain_against_foul(duel, standing, rules)
    else:
        payments = []
    if standing.gadu:
        payments += _gadu(duel, standing, rules)
    return payments


def _rows(
    duel: Duel, won: Sequence[tuple[int, int]], standing: Standing, rules: Rules
) -> list[_Payment]:
    """Rows won, as (row, seat), with what a scoop, a home run, a majority or a card adds."""
    bases, bonuses = [], []
    foul = True if duel.rows is None else None
    for row, winner in won:
        kinds = standing.hands[winner].kinds
        kind = None if kinds is None else kinds[row]
        prices = rules.rows[row]
        if prices.base:
            bases.append(
                _Payment(winner, prices.base, Reason.ROW, BASE_RULES[row], ROWS[row], foul=foul)
            )
        if kind is not None and prices.bonus[kind]:
            bonuses.append(
                _Payment(winner, prices.bonus[kind], Reason.ROW_BONUS, BONUS_RULES[row][kind],
                         ROWS[row], CATEGORIES[kind], foul=foul)
            )  # fmt: skip
    scooper = standing.scoopers.get(duel)
    if scooper is not None:
        base, bonus = sum(p.points for p in bases), sum(p.points for p in bonuses)
        added = _scoop(scooper, base, bonus, rules, home_run=scooper == standing.home_run)
        added = [payment._replace(foul=foul) for payment in added] if foul else added
    else:
        added = _majority(duel, [winner for _, winner in won], rules)
    payments = bases + bonuses + added
    return payments + _doubled(duel, payments, standing)


def _scoop(scooper: int, base: int, bonus: int, rules: Rules, *, home_run: bool) -> list[_Payment]:
    """What a scoop adds to rows worth ``base`` and ``bonus``, and a home run to all of it."""
    scoop = rules.scoop
    more_base, more_bonus = scoop.base_multiplier - 1, scoop.bonus_multiplier - 1
    steps: list[_Step] = [
        (more_base * base, Reason.SCOOP, "scoop.base_multiplier", scoop.base_multiplier),
        (scoop.points, Reason.SCOOP, "scoop.points", None),
        (more_bonus * bonus, Reason.SCOOP, "scoop.bonus_multiplier", scoop.bonus_multiplier),
        (rules.majority_points, Reason.MAJORITY, "majority.points", None),
    ]
    if home_run and rules.home_run is not None:
        plain = scoop.base_multiplier * base + scoop.points + rules.majority_points
        steps += _home_run(rules.home_run, plain, scoop.bonus_multiplier * bonus)
    return _taken(scooper, steps)


_Step = tuple[int, Reason, str, int | None]
"""Points, reason, rule, multiplier."""


def _home_run(home_run: HomeRun, plain: int, bonus: int) -> list[_Step]:
    """What a home run adds to a scoop worth ``plain`` (base and extra) and ``bonus``."""
    multiplier, bonus_multiplier = home_run.multiplier, home_run.bonus_multiplier
    reason = Reason.HOME_RUN
    return [
        ((multiplier - 1) * plain, reason, "home_run.multiplier", multiplier),
        ((bonus_multiplier - 1) * bonus, reason, "home_run.bonus_multiplier", bonus_multiplier),
    ]


def _taken(payee: int, steps: Sequence[_Step]) -> list[_Payment]:
    return [
        _Payment(payee, points, reason, rule, multiplier=multiplier)
        for points, reason, rule, multiplier in steps
        if points
    ]


def _majority(duel: Duel, winners: Sequence[int], rules: Rules) -> list[_Payment]:
    """For the hand that won more rows, where that is no scoop."""
    first, second = winners.count(duel.first), winners.count(duel.second)
    if first == second or not rules.majority_points:
        return []
    winner = duel.first if first > second else duel.second
    return [_Payment(winner, rules.majority_points, Reason.MAJORITY, "majority.points")]


def _plain_against_foul(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """All rows at the plain hand's categories, or one amount; a home run multiplies both."""
    plain = plain_against_foul(duel, standing.hands)
    assert plain is not None
    amount = standing.foul_amount
    if amount is None:
        return _rows(duel, [(row, plain) for row in range(len(ROWS))], standing, rules)
    paid = [_foul_payment(plain, amount)] if amount.points else []
    multiplied = []
    if rules.home_run is not None and plain == standing.home_run:
        multiplied = _taken(plain, _home_run(rules.home_run, amount.points, 0))
    return multiplied + _doubled(duel, multiplied + paid, standing) + paid


def _foul_payment(payee: int, amount: FoulAmount) -> _Payment:
    return _Payment(
        payee, amount.points, Reason.FOUL, amount.rule,
        amount.row, amount.category, amount.natural, set_by=amount.set_by,
    )  # fmt: skip


def _doubled(duel: Duel, payments: Sequence[_Payment], standing: Standing) -> list[_Payment]:
    """As much again in each direction where one of the two holds the doubling card."""
    hands = standing.hands
    if not (hands[duel.first].holds_doubling_card or hands[duel.second].holds_doubling_card):
        return []
    sums = [
        (seat, sum(payment.points for payment in payments if payment.payee == seat))
        for seat in (duel.first, duel.second)
    ]
    return [
        _Payment(seat, points, Reason.DOUBLING_CARD, "doubling_card", multiplier=2)
        for seat, points in sums
        if points
    ]


def _natural(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """A natural against anything: its points, more for a sweep, or a foul's larger amount."""
    taker = natural_taker(duel, standing, rules)
    if taker is None:
        return []
    natural = standing.hands[taker].natural
    assert natural is not None
    sweep = rules.sweep_multiplier if taker == standing.sweeper else 1
    payer = duel.second if taker == duel.first else duel.first
    amount = standing.foul_amount
    largest = standing.hands[payer].status == Status.FOUL and (
        rules.foul.policy == FoulPolicy.LARGEST
    )
    if largest and amount is not None and amount.points > natural.points * sweep:
        return [_foul_payment(taker, amount)]
    payments = [
        _Payment(taker, natural.points, Reason.NATURAL, f"naturals.{natural.id}",
                 natural=natural.id)
    ]  # fmt: skip
    if sweep > 1:
        payments.append(
            _Payment(taker, natural.points * (sweep - 1), Reason.NATURAL_SWEEP,
                     "naturals.sweep_multiplier", natural=natural.id, multiplier=sweep)
        )  # fmt: skip
    return payments


def _gadu(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """What the monsters of each collect from the other, won or not; rows front to back."""
    payments = []
    for row, prices in enumerate(rules.rows):
        for holder in (duel.first, duel.second):
            hand = standing.hands[holder]
            kind = hand.kinds[row] if hand.status == Status.PLAIN and hand.kinds else None
            if kind is not None and prices.gadu[kind]:
                rule = _GADU_RULES[row][kind]
                payments.append(
                    _Payment(holder, prices.gadu[kind], Reason.GADU, rule,
                             ROWS[row], CATEGORIES[kind])
                )  # fmt: skip
    return payments


def _totals(standing: Standing, lines: Sequence[Line]) -> tuple[Total, ...]:
    won = {hand.player: 0 for hand in standing.hands}
    lost = dict(won)
    for line in lines:
        won[line.payee] += line.points
        lost[line.payer] += line.points
    return tuple(Total(name, won[name], lost[name], won[name] - lost[name]) for name in won)


def _notices(standing: Standing, rules: Rules) -> tuple[Notice, ...]:
    """What the table may want to know: undeclared naturals in seat order, then home runs."""
    found = [
        Notice("undeclared_natural", hand.player, hand.undeclared.id)
        for hand in standing.hands
        if hand.undeclared is not None
    ]
    seat = standing.scooped_all
    others = len(standing.hands) - 1
    too_few = rules.home_run is not None and seat is not None and standing.home_run is None
    if too_few and seat is not None and others >= _HOME_RUN_LEAST_OTHERS:
        found.append(Notice("home_run_needs_more_players", standing.hands[seat].player))
    return tuple(found)
