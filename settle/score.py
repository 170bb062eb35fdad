"""From duels and prices to lines: who pays whom how many points, and by which rule.

Every point moves on a :class:`Line` that names the dotted key of the ruleset value behind it, so
a sum can be argued about one line at a time.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from settle.compare import Duel
from settle.evaluate import EvaluatedRound, Status
from settle.rules import ROWS, FoulPolicy, HomeRun, Meeting, Pairing, Rules, Suits
from settle.strength import CATEGORIES


class Reason(StrEnum):
    """Why points move, in the order in which a pair's lines stand."""

    ROW = "row"
    """The base of a row won."""
    ROW_BONUS = "row_bonus"
    """What the winning row's category adds."""
    SCOOP = "scoop"
    """What winning all three rows adds."""
    MAJORITY = "majority"
    """For winning more rows."""
    HOME_RUN = "home_run"
    """What scooping the whole table adds beyond the scoop."""
    DOUBLING_CARD = "doubling_card"
    """What the holder of the doubling card adds, either way."""
    FOUL = "foul"
    """The amount a fouled hand pays where it does not lose row by row."""
    NATURAL = "natural"
    """The points of a natural."""
    NATURAL_SWEEP = "natural_sweep"
    """What a natural adds by taking from everybody."""
    GADU = "gadu"
    """What a monster collects from everybody, won or not."""


class Line(NamedTuple):
    """One payment in points with its reason; fields that do not apply are None."""

    payer: str
    payee: str
    points: int
    """Above 0; a bet is inside."""
    reason: Reason
    rule: str
    """The dotted key of the ruleset value that priced it."""
    row: str | None = None
    category: str | None = None
    natural: str | None = None
    multiplier: int | None = None
    set_by: str | None = None
    """Of a foul's ``largest`` amount: the player whose hand was worth it."""
    foul: bool | None = None
    """True where a fouled hand loses row by row."""


class Total(NamedTuple):
    """What a player collected and paid, in points."""

    player: str
    won: int
    lost: int
    net: int


class Notice(NamedTuple):
    """Something the table may want to know; it moves no points."""

    code: str
    player: str
    natural: str | None = None


class ScoreSheet(NamedTuple):
    """A scored game."""

    evaluated: EvaluatedRound
    lines: tuple[Line, ...]
    totals: tuple[Total, ...]
    """In seat order; the nets sum to zero."""
    notices: tuple[Notice, ...]


_BASE_RULES: Final = tuple(f"rows.{row}.base" for row in ROWS)
_BONUS_RULES: Final = tuple(
    tuple(f"rows.{row}.bonus.{kind}" for kind in CATEGORIES) for row in ROWS
)
_GADU_RULES: Final = tuple(tuple(f"gadu.{row}.{kind}" for kind in CATEGORIES) for row in ROWS)


def score(evaluated: EvaluatedRound, duels: Sequence[Duel], rules: Rules) -> ScoreSheet:
    """Price every duel; the result sums to zero."""
    table = _Table(evaluated, duels, rules)
    lines = tuple(line for duel in duels for line in table.lines(duel))
    sheet = ScoreSheet(evaluated, lines, _totals(evaluated, lines), table.notices())
    assert sum(total.net for total in sheet.totals) == 0
    return sheet


def _totals(evaluated: EvaluatedRound, lines: Sequence[Line]) -> tuple[Total, ...]:
    won = {hand.player: 0 for hand in evaluated.hands}
    lost = dict(won)
    for line in lines:
        won[line.payee] += line.points
        lost[line.payer] += line.points
    return tuple(Total(name, won[name], lost[name], won[name] - lost[name]) for name in won)


class _FoulAmount(NamedTuple):
    """One amount a fouled hand pays, and the value that set it."""

    points: int
    rule: str
    set_by: str | None = None
    row: str | None = None
    category: str | None = None
    natural: str | None = None


_Step = tuple[int, Reason, str, int | None]
"""Points, reason, rule, multiplier."""

_SWEEP_LEAST_OTHERS: Final = 3
_HOME_RUN_LEAST_OTHERS: Final = 2


class _Table:
    """One game's hands, duels and prices, with what has to be known before a duel is priced."""

    def __init__(self, evaluated: EvaluatedRound, duels: Sequence[Duel], rules: Rules) -> None:
        self.hands = evaluated.hands
        self.banker = evaluated.banker
        self.rules = rules
        self.scoopers = {duel: self._scooper(duel) for duel in duels}
        self.scooped_all = self._scooped_all()
        self.home_run = self._home_run()
        self.gadu = any(any(row.gadu) for row in rules.rows)

    def _scooper(self, duel: Duel) -> int | None:
        """The seat that scoops the other one, if any does."""
        if duel.rows is not None:
            won, lost = duel.rows.count(1), duel.rows.count(-1)
            enough = 2 if self.rules.scoop.tied_row else 3
            if won >= enough and not lost:
                return duel.first
            return duel.second if lost >= enough and not won else None
        if not self.rules.foul.counts_as_scoop:
            return None
        return self._plain_against_foul(duel)

    def _plain_against_foul(self, duel: Duel) -> int | None:
        statuses = self.hands[duel.first].status, self.hands[duel.second].status
        if statuses == (Status.PLAIN, Status.FOUL):
            return duel.first
        return duel.second if statuses == (Status.FOUL, Status.PLAIN) else None

    def _scooped_all(self) -> int | None:
        """The seat that scoops every other hand at the table."""
        if self.rules.pairing != Pairing.EVERYONE:
            return None
        scoops = list(self.scoopers.values())
        others = len(self.hands) - 1
        return next((seat for seat in range(len(self.hands)) if scoops.count(seat) == others), None)

    def _home_run(self) -> int | None:
        rule = self.rules.home_run
        enough = rule is not None and len(self.hands) - 1 >= rule.min_opponents
        return self.scooped_all if enough else None

    def lines(self, duel: Duel) -> list[Line]:
        """Everything that moves between two hands, in the order of reasons."""
        statuses = self.hands[duel.first].status, self.hands[duel.second].status
        if Status.NATURAL in statuses:
            lines = self._naturals(duel)
        elif statuses == (Status.FOUL, Status.FOUL):
            lines = []
        else:
            lines = self._rows_or_foul(duel)
        if self.gadu:
            lines += self._gadu(duel)
        return lines

    def _rows_or_foul(self, duel: Duel) -> list[Line]:
        """Two plain hands, or a plain hand and a fouled one."""
        plain = self._plain_against_foul(duel)
        if plain is None:
            assert duel.rows is not None
            winners = {1: duel.first, -1: duel.second}
            lines = self._by_rows(duel, [(row, winners[r]) for row, r in enumerate(duel.rows) if r])
        elif self.rules.foul.policy == FoulPolicy.ALL_ROWS:
            lines = self._by_rows(duel, [(row, plain) for row in range(len(ROWS))], foul=True)
        else:
            lines = self._foul_amount(duel, plain)
        if (
            self.hands[duel.first].holds_doubling_card
            or self.hands[duel.second].holds_doubling_card
        ):
            lines += self._doubled(duel, lines)
        if plain is not None:
            lines.sort(key=_reason_order)
        return lines

    def _by_rows(
        self, duel: Duel, won_rows: Sequence[tuple[int, int]], *, foul: bool | None = None
    ) -> list[Line]:
        """Rows won, as (row, winner), and what a scoop, a home run or a majority adds."""
        bases, bonuses = [], []
        base = bonus = 0
        for row, winner in won_rows:
            prices, kind = self.rules.rows[row], self._kind(winner, row)
            if prices.base:
                base += prices.base
                bases.append(
                    self._line(duel, winner, prices.base, Reason.ROW, _BASE_RULES[row],
                               row=ROWS[row], foul=foul)
                )  # fmt: skip
            if kind is not None and prices.bonus[kind]:
                bonus += prices.bonus[kind]
                bonuses.append(
                    self._line(duel, winner, prices.bonus[kind], Reason.ROW_BONUS,
                               _BONUS_RULES[row][kind], row=ROWS[row],
                               category=CATEGORIES[kind], foul=foul)
                )  # fmt: skip
        scooper = self.scoopers[duel]
        if scooper is not None:
            added = self._scoop(duel, scooper, base, bonus, foul=foul)
        elif self.rules.majority_points:
            added = self._majority(duel, [winner for _, winner in won_rows])
        else:
            added = []
        return bases + bonuses + added

    def _kind(self, seat: int, row: int) -> int | None:
        kinds = self.hands[seat].kinds
        return None if kinds is None else kinds[row]

    def _scoop(
        self, duel: Duel, scooper: int, base: int, bonus: int, *, foul: bool | None
    ) -> list[Line]:
        """What a scoop adds to rows worth ``base`` and ``bonus``, and a home run to both."""
        scoop, majority, home = self.rules.scoop, self.rules.majority_points, self.rules.home_run
        more_base, more_bonus = scoop.base_multiplier - 1, scoop.bonus_multiplier - 1
        steps: list[_Step] = [
            (more_base * base, Reason.SCOOP, "scoop.base_multiplier", scoop.base_multiplier),
            (scoop.points, Reason.SCOOP, "scoop.points", None),
            (more_bonus * bonus, Reason.SCOOP, "scoop.bonus_multiplier", scoop.bonus_multiplier),
            (majority, Reason.MAJORITY, "majority.points", None),
        ]
        if home is not None and scooper == self.home_run:
            plain = scoop.base_multiplier * base + scoop.points + majority
            paid = scoop.bonus_multiplier * bonus
            steps += _home_run_steps(home, plain, paid)
        return [
            self._line(duel, scooper, points, reason, rule, multiplier=multiplier, foul=foul)
            for points, reason, rule, multiplier in steps
            if points
        ]

    def _majority(self, duel: Duel, winners: Sequence[int]) -> list[Line]:
        """For the hand that won more rows, without a scoop."""
        first, second = winners.count(duel.first), winners.count(duel.second)
        if first == second:
            return []
        winner = duel.first if first > second else duel.second
        points = self.rules.majority_points
        return [self._line(duel, winner, points, Reason.MAJORITY, "majority.points")]

    def _foul_amount(self, duel: Duel, plain: int) -> list[Line]:
        """A fouled hand that pays one amount instead of rows; only a home run multiplies it."""
        amount = self.foul_amount
        line = self._line(duel, plain, amount.points, Reason.FOUL, amount.rule,
                          row=amount.row, category=amount.category, natural=amount.natural)  # fmt: skip
        lines = [line._replace(set_by=amount.set_by)] if amount.points else []
        if self.rules.home_run is not None and plain == self.home_run:
            lines += [
                self._line(duel, plain, points, reason, rule, multiplier=multiplier)
                for points, reason, rule, multiplier in _home_run_steps(
                    self.rules.home_run, amount.points, 0
                )
                if points
            ]
        return lines

    def _doubled(self, duel: Duel, lines: Sequence[Line]) -> list[Line]:
        """As much again, in each direction, for the holder of the doubling card."""
        added = []
        for payee in (duel.first, duel.second):
            name = self.hands[payee].player
            points = sum(line.points for line in lines if line.payee == name)
            if points:
                line = self._line(duel, payee, 0, Reason.DOUBLING_CARD, "doubling_card")
                added.append(line._replace(points=points, multiplier=2))
        return added

    def _naturals(self, duel: Duel) -> list[Line]:
        """A natural against anything."""
        taker = self._natural_taker(duel)
        if taker is None:
            return []
        natural = self.hands[taker].natural
        assert natural is not None
        rule = f"naturals.{natural.id}"
        swept = (self.rules.sweep_multiplier - 1) * natural.points * self._sweeps(taker)
        payer = self.hands[duel.second if taker == duel.first else duel.first]
        if payer.status == Status.FOUL and self.rules.foul.policy == FoulPolicy.LARGEST:
            amount = self.foul_amount
            if amount.points > natural.points + swept:
                line = self._line(duel, taker, amount.points, Reason.FOUL, amount.rule,
                                  row=amount.row, category=amount.category, natural=amount.natural)  # fmt: skip
                return [line._replace(set_by=amount.set_by)]
        lines = [self._line(duel, taker, natural.points, Reason.NATURAL, rule, natural=natural.id)]
        if swept:
            lines.append(
                self._line(duel, taker, swept, Reason.NATURAL_SWEEP, "naturals.sweep_multiplier",
                           natural=natural.id, multiplier=self.rules.sweep_multiplier)
            )  # fmt: skip
        return lines

    def _natural_taker(self, duel: Duel) -> int | None:
        """The seat whose natural is paid, None for a tie."""
        holders = [s for s in (duel.first, duel.second) if self.hands[s].natural is not None]
        if len(holders) == 1:
            return holders[0]
        if self.rules.meeting == Meeting.BANKER_PAYS:
            return duel.second if duel.first == self.banker else duel.first
        return self._higher(duel.first, duel.second)

    def _higher(self, first: int, second: int) -> int | None:
        """The seat of the higher of two naturals, None where they are equal."""
        mine, theirs = self.hands[first].natural, self.hands[second].natural
        assert mine is not None
        assert theirs is not None
        if mine.rank != theirs.rank:
            return first if mine.rank < theirs.rank else second
        my_suit, other_suit = self.hands[first].natural_suit, self.hands[second].natural_suit
        by_suit = self.rules.suits == Suits.AFTER_RANKS and mine.id == theirs.id
        if not by_suit or my_suit == other_suit:
            return None
        return first if my_suit > other_suit else second

    def _sweeps(self, seat: int) -> bool:
        """Whether this natural takes from every other hand, at least three of them."""
        others = [other for other in range(len(self.hands)) if other != seat]
        return len(others) >= _SWEEP_LEAST_OTHERS and all(
            self.hands[other].natural is None or self._higher(seat, other) == seat
            for other in others
        )

    @cached_property
    def foul_amount(self) -> "_FoulAmount":
        """What a fouled hand pays to each plain one, where it is one amount."""
        foul = self.rules.foul
        if foul.policy == FoulPolicy.FIXED:
            return _FoulAmount(foul.points, "foul.points")
        return max(
            [_FoulAmount(foul.minimum, "foul.minimum"), *self._hand_values()],
            key=lambda amount: amount.points,
        )

    def _hand_values(self) -> Iterator["_FoulAmount"]:
        """What each hand at the table is worth: its natural, or each of its rows by itself."""
        for hand in self.hands:
            if hand.natural is not None:
                rule = f"naturals.{hand.natural.id}"
                yield _FoulAmount(hand.natural.points, rule, hand.player, natural=hand.natural.id)
                continue
            for row, kind in enumerate(hand.kinds or ()):
                prices = self.rules.rows[row]
                bonus = 0 if kind is None else prices.bonus[kind]
                rule = _BONUS_RULES[row][kind] if kind is not None and bonus else _BASE_RULES[row]
                category = None if kind is None else CATEGORIES[kind]
                yield _FoulAmount(prices.base + bonus, rule, hand.player, ROWS[row], category)

    def _gadu(self, duel: Duel) -> list[Line]:
        """What the monsters of each collect from the other, rows front to back."""
        return [
            self._line(duel, holder, units, Reason.GADU, _GADU_RULES[row][kind],
                       row=ROWS[row], category=CATEGORIES[kind])
            for row in range(len(ROWS))
            for holder in (duel.first, duel.second)
            if self.hands[holder].status == Status.PLAIN
            and (kind := self._kind(holder, row)) is not None
            and (units := self.rules.rows[row].gadu[kind])
        ]  # fmt: skip

    def notices(self) -> tuple[Notice, ...]:
        """What the table may want to know, in seat order."""
        found = [
            Notice("undeclared_natural", hand.player, hand.undeclared.id)
            for hand in self.hands
            if hand.undeclared is not None
        ]
        enough_others = len(self.hands) - 1 >= _HOME_RUN_LEAST_OTHERS
        if (
            self.rules.home_run is not None
            and self.scooped_all is not None
            and self.home_run is None
            and enough_others
        ):
            found.append(Notice("home_run_needs_more_players", self.hands[self.scooped_all].player))
        return tuple(found)

    def _line(
        self,
        duel: Duel,
        payee: int,
        points: int,
        reason: Reason,
        rule: str,
        row: str | None = None,
        category: str | None = None,
        natural: str | None = None,
        multiplier: int | None = None,
        foul: bool | None = None,
    ) -> Line:
        """A line between the two of a duel, the bet inside."""
        payer = duel.second if payee == duel.first else duel.first
        if self.banker is not None:
            points *= self.hands[payer if payee == self.banker else payee].bet
        names = self.hands[payer].player, self.hands[payee].player
        return Line(*names, points, reason, rule, row, category, natural, multiplier, None, foul)


def _home_run_steps(home: HomeRun, plain: int, bonus: int) -> list[_Step]:
    """What a home run adds to a scoop worth ``plain`` (base and extra) and ``bonus``."""
    more, more_bonus = home.multiplier - 1, home.bonus_multiplier - 1
    return [
        (more * plain, Reason.HOME_RUN, "home_run.multiplier", home.multiplier),
        (more_bonus * bonus, Reason.HOME_RUN, "home_run.bonus_multiplier", home.bonus_multiplier),
    ]


_ORDER_OF_REASONS: Final = {reason: place for place, reason in enumerate(Reason)}


def _reason_order(line: Line) -> int:
    return _ORDER_OF_REASONS[line.reason]
