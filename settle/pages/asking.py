"""What a game without cards has to say, asked as a form: which names are to be tapped for what.

The questions come from the rules: the categories that a row is paid for, the naturals that are
played, whether rows count or only scoops. Fields are named by seats, not by ids or hands, so that
whoever sits out moves none of them:

- ``/scoop/0/2``: the first seat scooped the third, where only scoops count; ``/scoop/0/all`` every
  other plain hand;
- ``/duel/0/2``: who of the two won all three rows; ``/duel/0/2/front`` who won that one, or
  ``tie``. Against a banker the other one is called ``b``: ``/duel/0/b``;
- ``/category/back/0``, ``/status/0`` (a natural by its id), ``/suit/0``, ``/bet/0``, ``/holder/0``,
  ``/out/0``, ``/banker``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from settle.book.tables import Table
from settle.pages.forms import Form
from settle.possible import row_kinds
from settle.rules import ROWS, Meeting, Pairing, Rules, Suits
from settle.strength import CATEGORIES
from settle.words import Words

ALL: Final = "all"
BANKER: Final = "b"
FOUL: Final = "foul"
TIE: Final = "tie"
YES: Final = "1"
_MOST_IN_SIGHT: Final = 4
"""Where more naturals are played than that, they are opened by a tap."""


class Chip(NamedTuple):
    """A name, or another short text, that is tapped."""

    name: str
    """Of its field."""
    value: str
    text: str
    checked: bool
    label: str
    """What is read aloud: the thing, and the name."""
    id: str = ""


class Line(NamedTuple):
    """One thing, with the names of those whom it may be true of."""

    title: str
    chips: tuple[Chip, ...]
    faults: tuple[str, ...] = ()
    is_nothing: bool = False
    """To take a choice back where there is no script, which would do it by a second tap."""


class Group(NamedTuple):
    """Lines that belong together."""

    title: str
    kind: str
    """``radio`` where somebody can be tapped in one line only, else ``checkbox``."""
    lines: tuple[Line, ...]
    hint: str = ""
    folded: bool = False
    """Opened by a tap; not where something in it is tapped or wrong."""
    faults: tuple[str, ...] = ()
    """What is wrong where nothing is tapped."""
    player: str = ""
    """Who plays the banker here."""
    hidden: bool = False
    """Of the banker, who does not play against the own hand."""


def rows_count(rules: Rules) -> bool:
    """Whether who won a row has to be told: a row or a majority is worth something."""
    worth = any(row.base or any(row.bonus) for row in rules.rows)
    return worth or rules.majority_points > 0


def has_banker(rules: Rules) -> bool:
    """Whether everybody plays the banker."""
    return rules.pairing == Pairing.BANKER


def by_scoops(rules: Rules) -> bool:
    """Whether an uneventful game says nothing: only scoops count, of everybody by everybody."""
    return not rows_count(rules) and not has_banker(rules)


def priced_categories(rules: Rules) -> dict[str, tuple[str, ...]]:
    """By row the categories that are paid, the weakest first; rows without any are left out."""
    priced = {}
    for row, kinds in zip(ROWS, row_kinds(rules), strict=True):
        names = tuple(CATEGORIES[k].value for k in sorted(kinds.possible - kinds.unpriced))
        if names:
            priced[row] = names
    return priced


def suit_may_decide(rules: Rules) -> bool:
    """Whether two naturals of one suit each are told apart by it."""
    by_suit = any(natural.by_suit for natural in rules.naturals)
    return by_suit and rules.suits == Suits.AFTER_RANKS and rules.meeting == Meeting.HIGHER_TAKES


def duel_fields(rules: Rules, seats: int) -> list[tuple[str, int, int | None]]:
    """The field of each two that play each other, and their seats; None for the banker."""
    if has_banker(rules):
        return [(f"/duel/{seat}/{BANKER}", seat, None) for seat in range(seats)]
    return [(f"/duel/{a}/{b}", a, b) for a, b in combinations(range(seats), 2)]


def field_names(rules: Rules, seats: int) -> Iterator[str]:
    """Every field that such a form can have."""
    yield "/banker"
    for seat in range(seats):
        yield from (f"/{name}/{seat}" for name in ("status", "suit", "bet", "holder", "out"))
        yield from (f"/category/{row}/{seat}" for row in ROWS)
        yield from (f"/scoop/{seat}/{other}" for other in (*range(seats), ALL) if other != seat)
    for field, *_ in duel_fields(rules, seats):
        yield field
        yield from (f"{field}/{row}" for row in ROWS)


@dataclass(frozen=True)
class Asked:
    """The questions of a table, with what a form says so far."""

    table: Table
    called: tuple[str, ...]
    """Names by seat."""
    said: Words
    form: Form

    @property
    def rules(self) -> Rules:
        """Those that the game is played by."""
        return self.table.rules

    def groups(self) -> Iterator[Group]:
        """All that is asked by tapping names, in the order in which people tell it."""
        seen: set[str] = set()
        for group in self._groups():
            lines = tuple(_with_ids(line, self.form.id, seen) for line in group.lines)
            untapped = dict.fromkeys(
                chip.name for line in lines for chip in line.chips if not self.form.get(chip.name)
            )
            faults = tuple(sentence for name in untapped for sentence in self.form.at(name))
            wrong = faults or any(line.faults for line in lines)
            tapped = any(chip.checked and chip.value for line in lines for chip in line.chips)
            folded = group.folded and not (wrong or tapped)
            yield group._replace(lines=lines, faults=faults, folded=folded)

    def _groups(self) -> Iterator[Group]:
        if by_scoops(self.rules):
            yield self._scoops()
        else:
            yield from self._duels()
        yield from self._categories()
        yield from self._statuses()
        if self.rules.takes_doubling_card and (self.rules.doubling_card or self._holds_doubling()):
            lines = [self._names("/holder", YES, self.said.text("pages.outcome.holder"))]
            yield Group(self.said.reason("doubling_card"), "checkbox", tuple(lines))
        if len(self.called) > self.rules.least_players:
            line = self._names("/out", YES, self.said.text("pages.outcome.sits_out"))
            out = self.said.text("pages.outcome.out")
            yield Group(out, "checkbox", (line,), folded=True)

    # --- who won ----------------------------------------------------------------------------------

    def _scoops(self) -> Group:
        said = self.said
        lines = []
        for seat, player in enumerate(self.called):
            title = said.text("pages.outcome.scoops", player=player)
            chips = [
                self._chip(f"/scoop/{seat}/{other}", YES, name, title)
                for other, name in enumerate(self.called)
                if other != seat
            ]
            if len(self.called) > 2:  # noqa: PLR2004 - of two, the other one is all
                every = said.text("pages.outcome.everybody")
                chips.append(self._chip(f"/scoop/{seat}/{ALL}", YES, every, title))
            lines.append(self._line(title, chips))
        return Group(said.reason("scoop"), "checkbox", tuple(lines))

    def _duels(self) -> Iterator[Group]:
        said = self.said
        for field, one, other in duel_fields(self.rules, len(self.called)):
            mine = self.called[one]
            theirs = said.text("words.banker") if other is None else self.called[other]
            sides = [(str(one), mine), (BANKER if other is None else str(other), theirs)]
            pair = said.text("page.pair", first=mine, second=theirs)
            every = said.text("pages.outcome.all_rows")
            lines = [self._choice(field, sides, every, pair)]
            if rows_count(self.rules):
                tie = (TIE, said.text("pages.outcome.tie"))
                lines += [
                    self._choice(f"{field}/{row}", [sides[0], tie, sides[1]], said.row(row), pair)
                    for row in self.table.ruleset.shown
                ]
            group = Group(pair, "radio", tuple(lines))
            if other is None:
                player = self.table.players[one]
                group = group._replace(player=player, hidden=self.form.get("/banker") == player)
            yield group

    def _choice(self, field: str, sides: list[tuple[str, str]], title: str, pair: str) -> Line:
        chips = [self._chip(field, value, text, f"{pair}, {title}") for value, text in sides]
        return self._line(title, chips)

    # --- what the hands were ----------------------------------------------------------------------

    def _categories(self) -> Iterator[Group]:
        priced = priced_categories(self.rules)
        kinds = dict(zip(ROWS, row_kinds(self.rules), strict=True))
        for row in self.table.ruleset.shown:
            if row not in priced:
                continue
            field = f"/category/{row}"
            lines = [
                self._names(field, name, self.said.category(name, row))
                for name in reversed(priced[row])
            ]
            if kinds[row].unpriced:
                lines.append(self._nothing(field))
            yield Group(self.said.row(row), "radio", tuple(lines))

    def _statuses(self) -> Iterator[Group]:
        said, naturals = self.said, self.rules.naturals
        foul = said.reason("foul")
        lines = [self._names("/status", FOUL, foul)]
        own = [self._names("/status", each.id, said.natural(each.id)) for each in naturals]
        hint = said.text("pages.outcome.ruled")
        if len(own) <= _MOST_IN_SIGHT:
            title = said.text("pages.listed").join([foul, said.reason("natural")])
            yield Group(title, "radio", (*lines, *own, self._nothing("/status")), hint)
        else:
            yield Group(foul, "radio", (*lines, self._nothing("/status")), hint)
            yield Group(said.reason("natural"), "radio", tuple(own), folded=True)

    def _holds_doubling(self) -> bool:
        """Whether somebody is said to hold the doubling card, though the table agreed on none."""
        return any(value for name, value in self.form.values.items() if name.startswith("/holder/"))

    # --- parts ------------------------------------------------------------------------------------

    def _names(self, field: str, value: str, title: str) -> Line:
        """A line with everybody's name, for one thing."""
        chips = [
            self._chip(f"{field}/{seat}", value, name, title)
            for seat, name in enumerate(self.called)
        ]
        return self._line(title, chips)

    def _nothing(self, field: str) -> Line:
        """The line in which a choice is taken back."""
        line = self._names(field, "", self.said.text("pages.outcome.none_of_these"))
        return line._replace(is_nothing=True, faults=())

    def _chip(self, name: str, value: str, text: str, thing: str) -> Chip:
        checked = self.form.get(name) == value
        return Chip(name, value, text, checked, f"{thing}: {text}")

    def _line(self, title: str, chips: list[Chip]) -> Line:
        tapped = dict.fromkeys(chip.name for chip in chips if chip.checked)
        faults = (sentence for name in tapped for sentence in self.form.at(name))
        return Line(title, tuple(chips), tuple(dict.fromkeys(faults)))


def _with_ids(line: Line, form: str, seen: set[str]) -> Line:
    """The line with ids for its chips: the first of a field is where its faults lead to."""
    chips = []
    for chip in line.chips:
        end = f"/{chip.value or 'none'}" if chip.name in seen else ""
        seen.add(chip.name)
        chips.append(chip._replace(id=f"{form}{chip.name}{end}"))
    return line._replace(chips=tuple(chips))
