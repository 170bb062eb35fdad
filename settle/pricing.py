"""From duels and prices to lines: who pays whom how many points, and by which rule.

A duel is priced in payments, (seat of the payee, points, tag), without names and bets; both come
in at one place, where payments turn into lines.
"""

from collections.abc import Sequence
from typing import Final

from settle.compare import Duel
from settle.evaluate import FOUL, NATURAL, PLAIN, EvaluatedRound
from settle.rules import ROWS, FoulPolicy, HomeRun, Rules
from settle.sheet import Line, Notice, Reason, ScoreSheet, Tag, Total
from settle.standing import Standing, natural_taker, plain_against_foul, stand
from settle.tags import (
    BASE_TAGS,
    BONUS_TAGS,
    DOUBLING_TAG,
    GADU_TAGS,
    MAJORITY_TAG,
    SCOOP_POINTS_TAG,
    fouled,
    multiplied,
    natural_tag,
    sweep_tag,
)

_Payment = tuple[int, int, Tag]
"""The payee's seat, points before the bet, why."""

# Read once: see PLAIN.
_SCOOP: Final = Reason.SCOOP
_HOME_RUN: Final = Reason.HOME_RUN

_HOME_RUN_LEAST_OTHERS: Final = 2


def score(evaluated: EvaluatedRound, duels: Sequence[Duel], rules: Rules) -> ScoreSheet:
    """Price every duel; the nets sum to zero."""
    standing = stand(evaluated, duels, rules)
    names = [hand.player for hand in standing.hands]
    won, lost = [0] * len(names), [0] * len(names)
    lines = []
    for duel in duels:
        bet = _bet(duel, standing)
        for payee, units, tag in _payments(duel, standing, rules):
            payer = duel.second if payee == duel.first else duel.first
            points = units * bet
            won[payee] += points
            lost[payer] += points
            # By hand what Line._make does, in half the time: the tags are whole.
            lines.append(tuple.__new__(Line, (names[payer], names[payee], points) + tag))  # noqa: RUF005
    totals = tuple(
        Total(name, plus, minus, plus - minus)
        for name, plus, minus in zip(names, won, lost, strict=True)
    )
    assert sum(total.net for total in totals) == 0
    return ScoreSheet(evaluated, tuple(lines), totals, _notices(standing, rules))


def _bet(duel: Duel, standing: Standing) -> int:
    """The bet of the one who plays against the banker; 1 where there is none."""
    if standing.banker is None:
        return 1
    return standing.hands[duel.second if duel.first == standing.banker else duel.first].bet


def _payments(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """Everything that moves between two hands, in the order of reasons."""
    first, second = standing.hands[duel.first], standing.hands[duel.second]
    if duel.rows is not None:
        winners = duel.second, 0, duel.first
        won = [(row, winners[result + 1]) for row, result in enumerate(duel.rows) if result]
        payments = _rows(duel, won, standing, rules)
    elif NATURAL in (first.status, second.status):
        payments = _natural(duel, standing, rules)
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
    payments: list[_Payment] = []
    bonuses: list[_Payment] = []
    base = bonus = 0
    for row, winner in won:
        prices = rules.rows[row]
        if prices.base:
            base += prices.base
            payments.append((winner, prices.base, BASE_TAGS[row]))
        kinds = standing.hands[winner].kinds
        kind = None if kinds is None else kinds[row]
        if kind is not None and prices.bonus[kind]:
            bonus += prices.bonus[kind]
            bonuses.append((winner, prices.bonus[kind], BONUS_TAGS[row][kind]))
    payments += bonuses
    scooper = standing.scoopers.get(duel)
    if scooper is not None:
        payments += _scoop(scooper, base, bonus, rules, home_run=scooper == standing.home_run)
    elif rules.majority_points:
        payments += _majority(duel, [winner for _, winner in won], rules)
    payments += _doubled(duel, payments, standing)
    if duel.rows is None:
        payments = [(payee, points, fouled(tag)) for payee, points, tag in payments]
    return payments


def _scoop(scooper: int, base: int, bonus: int, rules: Rules, *, home_run: bool) -> list[_Payment]:
    """What a scoop adds to rows worth ``base`` and ``bonus``, and a home run to all of it."""
    times, bonus_times = rules.scoop.base_multiplier, rules.scoop.bonus_multiplier
    added = [
        ((times - 1) * base, multiplied(_SCOOP, "scoop.base_multiplier", times)),
        (rules.scoop.points, SCOOP_POINTS_TAG),
        (
            (bonus_times - 1) * bonus,
            multiplied(_SCOOP, "scoop.bonus_multiplier", bonus_times),
        ),
        (rules.majority_points, MAJORITY_TAG),
    ]
    if home_run and rules.home_run is not None:
        plain = times * base + rules.scoop.points + rules.majority_points
        added += _home_run(plain, bonus_times * bonus, rules.home_run)
    return [(scooper, points, tag) for points, tag in added if points]


def _home_run(plain: int, bonus: int, rule: HomeRun) -> list[tuple[int, Tag]]:
    """What a home run adds to a scoop worth ``plain`` (base and extra) and ``bonus``."""
    times, bonus_times, reason = rule.multiplier, rule.bonus_multiplier, _HOME_RUN
    return [
        ((times - 1) * plain, multiplied(reason, "home_run.multiplier", times)),
        ((bonus_times - 1) * bonus, multiplied(reason, "home_run.bonus_multiplier", bonus_times)),
    ]


def _majority(duel: Duel, winners: Sequence[int], rules: Rules) -> list[_Payment]:
    """For the hand that won more rows, where that is no scoop."""
    first, second = winners.count(duel.first), winners.count(duel.second)
    if first == second:
        return []
    return [(duel.first if first > second else duel.second, rules.majority_points, MAJORITY_TAG)]


def _plain_against_foul(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """All rows at the plain hand's categories, or one amount; a home run multiplies both."""
    plain = plain_against_foul(duel, standing.hands)
    assert plain is not None
    amount = standing.foul_amount
    if amount is None:
        return _rows(duel, [(row, plain) for row in range(len(ROWS))], standing, rules)
    home_run = rules.home_run if plain == standing.home_run else None
    more = [] if home_run is None else _home_run(amount.points, 0, home_run)
    paid, added = (
        [(plain, points, tag) for points, tag in steps if points]
        for steps in ([(amount.points, amount.tag)], more)
    )
    # The amount stands behind what multiplies it: the order of reasons in settle.sheet.
    return added + _doubled(duel, added + paid, standing) + paid


def _doubled(duel: Duel, payments: Sequence[_Payment], standing: Standing) -> list[_Payment]:
    """As much again in each direction where one of the two holds the doubling card."""
    hands = standing.hands
    if not (hands[duel.first].holds_doubling_card or hands[duel.second].holds_doubling_card):
        return []
    sums = [
        (seat, sum(points for payee, points, _ in payments if payee == seat))
        for seat in (duel.first, duel.second)
    ]
    return [(seat, points, DOUBLING_TAG) for seat, points in sums if points]


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
    if (
        amount is not None
        and rules.foul.policy == FoulPolicy.LARGEST
        and standing.hands[payer].status == FOUL
        and amount.points > natural.points * sweep
    ):
        return [(taker, amount.points, amount.tag)]
    payments = [(taker, natural.points, natural_tag(natural.id))]
    if sweep > 1:
        payments.append((taker, natural.points * (sweep - 1), sweep_tag(natural.id, sweep)))
    return payments


def _gadu(duel: Duel, standing: Standing, rules: Rules) -> list[_Payment]:
    """What the monsters of each collect from the other, won or not; rows front to back."""
    payments = []
    for row, prices in enumerate(rules.rows):
        for holder in (duel.first, duel.second):
            hand = standing.hands[holder]
            kind = hand.kinds[row] if hand.status == PLAIN and hand.kinds else None
            if kind is not None and prices.gadu[kind]:
                payments.append((holder, prices.gadu[kind], GADU_TAGS[row][kind]))
    return payments


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
