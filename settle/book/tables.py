"""Tables: what a session plays, ready to score with, out of its entries and the rulesets' texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from settle.agreements import Agreement, Seating, agreement_of, holds_for, seated_anew
from settle.canonical import read_json
from settle.entries import GENESIS, Entry
from settle.explain.agreed import agreed_answers
from settle.rounds import Round, Stake
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rules import Rules
from settle.scoring import score_round
from settle.wire import load_round
from settle.wire.stakes import build_stake

SESSIONS_OWN: Final = ("ruleset", "options", "stake")
"""What a round of a session takes from its table."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is played in a session under one of its agreements."""

    opening: Entry
    place: int
    """Of the agreement among those of the session."""
    agreement: Agreement
    ruleset: Ruleset
    rules: Rules
    stake: Stake | None

    @property
    def session(self) -> str:
        """The session's id."""
        return self.opening.session

    @property
    def games(self) -> int:
        """How many were agreed."""
        games: int = self.opening.body["games"]
        return games

    @property
    def players(self) -> tuple[str, ...]:
        """Ids in seat order."""
        return self.agreement.players

    def load(self, stored: Mapping[str, Any]) -> Round:
        """The round of a document that leaves to the table what is the table's.

        Raises RefusedError with all faults of the document.
        """
        document = {**stored, "ruleset": self.agreement.ruleset}
        played, _ = load_round(document, _OneAgreement(self.rules))
        return played if self.stake is None else replace(played, stake=self.stake)

    def score(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The result document of a round as an entry stores it: the same bytes every time.

        Raises RefusedError as scoring does.
        """
        return score_round(self.load(stored), self.rules)

    def whole(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The round document that says everything, as it could be sent for scoring elsewhere."""
        own: dict[str, Any] = {"ruleset": self.agreement.ruleset, "options": self.agreement.options}
        if self.agreement.stake is not None:
            own["stake"] = self.agreement.stake
        return {**stored, **own}


@dataclass(frozen=True, slots=True)
class Tables:
    """Every table that a session ever had, and which one holds for a game."""

    changes: tuple[Entry, ...]
    """The opening, and each entry that changed the table."""
    made: tuple[Table, ...]
    """By the place of their agreements."""
    seatings: tuple[Seating, ...]
    """What held after each of the changes."""

    @property
    def opening(self) -> Entry:
        """The first entry."""
        return self.changes[0]

    @property
    def session(self) -> str:
        """The session's id."""
        return self.opening.session

    @property
    def games(self) -> int:
        """How many were agreed."""
        return self.made[0].games

    @property
    def first(self) -> Table:
        """What the opening agreed on."""
        return self.made[0]

    @property
    def seating(self) -> Seating:
        """What holds from which game on."""
        return self.seatings[-1]

    @property
    def held(self) -> tuple[Table, ...]:
        """The tables that hold, by the game that they start from."""
        return tuple(self.made[place] for _, place in self.seating)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who ever had a seat, in the order they came."""
        return tuple(dict.fromkeys(p for table in self.made for p in table.players))

    @property
    def terms(self) -> "Terms":
        """What another process has to know to make games ready for the session."""
        return Terms(self.games, self.seating, tuple([table.agreement for table in self.made]))

    def for_game(self, game: int) -> Table:
        """What is played in a game."""
        return self.made[holds_for(self.seating, max(game, 1))]

    def at(self, entry: Entry) -> Table:
        """What an entry about a game was read under."""
        assert entry.game is not None
        held = [
            seating
            for change, seating in zip(self.changes, self.seatings, strict=True)
            if change.seq < entry.seq
        ]
        return self.made[holds_for(held[-1], entry.game)]


class Terms(NamedTuple):
    """What a session plays, less all that is its own: another process can be told it.

    Who has checked and scored a game under the same terms has done it for the session.
    """

    games: int
    """How many were agreed."""
    seating: Seating
    agreements: tuple[Agreement, ...]
    """By their places."""

    def tables(self, find: Callable[[Agreement], Ruleset]) -> Tables:
        """The tables of a session that has no entries yet."""
        body = {"games": self.games}
        opening = Entry(1, "", "session_opened", None, "", "", body, GENESIS)
        made = [
            table_of(opening, place, agreement, find(agreement))
            for place, agreement in enumerate(self.agreements)
        ]
        return Tables((opening,), tuple(made), (self.seating,))


def tables_of(
    opening: Entry, changes: Sequence[Entry], find: Callable[[str], Ruleset | None]
) -> Tables:
    """The tables of an opening and of the entries that changed it; ``find`` knows the digests.

    Raises LookupError for a ruleset that is not there.
    """
    agreements, seatings = [agreement_of(opening.body)], [FIRST]
    for change in changes:
        made = [agreement_of(each) for each in change.body["tables"]]
        from_games = (each.from_game for each in made)
        seatings.append(seated_anew(seatings[-1], len(agreements), from_games))
        agreements += made
    tables = []
    for place, agreement in enumerate(agreements):
        ruleset = find(agreement.ruleset_digest)
        if ruleset is None:
            raise LookupError(agreement.ruleset_digest)
        tables.append(table_of(opening, place, agreement, ruleset))
    return Tables((opening, *changes), tuple(tables), tuple(seatings))


FIRST: Final[Seating] = ((1, 0),)
"""What holds after an opening."""


def restore_ruleset(digest: str, text: str | bytes) -> Ruleset:
    """The ruleset of a text that is stored under a digest.

    Raises ValueError where the text has another one.
    """
    ruleset = Rulebook.restore(read_json(text))
    if ruleset.digest != digest:
        message = f"the ruleset's text has the digest {ruleset.digest}"
        raise ValueError(f"{message}, and {digest} was agreed on")
    return ruleset


def table_of(opening: Entry, place: int, agreement: Agreement, ruleset: Ruleset) -> Table:
    """The table of an agreement, whose ruleset is at hand."""
    return Table(
        opening=opening,
        place=place,
        agreement=agreement,
        ruleset=ruleset,
        rules=ruleset.rules(agreed_answers(ruleset, agreement.options)),
        stake=None if agreement.stake is None else build_stake(agreement.stake),
    )


class _OneAgreement:
    """Where a rulebook is asked for: whatever a document names, it is played by these rules."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def get(self, _name: str) -> "_OneAgreement":
        """The ruleset of any name."""
        return self

    def rules(self, _options: Mapping[str, object]) -> Rules:
        """The rules, whatever the options."""
        return self._rules

    def options(self) -> tuple[()]:
        """None that a document could still answer."""
        return ()
