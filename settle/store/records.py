"""The rows of the book as records."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple

from settle.canonical import written
from settle.store.connecting import Value

WHOLE_BOOK: Final = ""
"""The scope of a key that is no session's: that of opening a session."""

Totals = tuple[tuple[str, int], ...]
"""Points by player, in seat order: ``(("amy", 12), ("bob", -12))``."""

Table = Literal[
    "migration", "book", "ruleset", "entry", "answer", "session", "game", "person",
    "dispute", "confirmation", "circle", "member", "naming",
    "access_key", "session_grant", "group_grant", "access_link", "draft",
]  # fmt: skip
"""The tables of the book."""


class SessionRow(NamedTuple):
    """Where a session stands: made from its entries, kept so that none has to be read."""

    id: str
    opened: int
    """Its place among the sessions of the book, from 1, in the order of opening."""
    head_seq: int
    head_hash: str
    state: str
    games: int
    played: int
    highest_game: int
    """0 before the first game."""
    totals: Totals
    imported: bool = False
    """Whether it came with its entries from elsewhere, and so does not name the session that stands
    before it here as the one opened before it."""
    seating: tuple[tuple[int, int], ...] = ((1, 0),)
    """Which agreement holds from which game on; the opening's is number 0."""

    def totals_without(self, games: Iterable["GameRow"]) -> Totals:
        """Points by player less those of some games that stand: of the games that are held."""
        left_out = Counter[str]()
        for game in games:
            left_out.update(dict(game.nets))
        return tuple((player, net - left_out[player]) for player, net in self.totals)


class GameRow(NamedTuple):
    """The standing entry of a game."""

    session: str
    game: int
    seq: int
    hash: str
    kind: str
    """The kind of the standing entry: recorded, corrected or voided."""
    nets: Totals
    agreement: int = 0
    """What it was scored under."""


class DisputeRow(NamedTuple):
    """Where a dispute stands."""

    session: str
    id: str
    seq: int
    """The entry that opened it."""
    game: int
    state: str
    consents: tuple[tuple[str, str | None], ...] = ()
    """Players and the outcome that they agree to, None for either, in the order of saying so."""


class ConfirmationRow(NamedTuple):
    """A player who agrees to an entry."""

    session: str
    entry: str
    """The hash of what is agreed to."""
    player: str
    seq: int
    """The entry that says so."""


class AnswerRow(NamedTuple):
    """What was answered to an Idempotency-Key."""

    scope: str
    """The session, or WHOLE_BOOK."""
    key: str
    request_sha256: str
    session: str
    seq: int
    """The entry that came of it."""
    status: int


class RulesetRow(NamedTuple):
    """The resolved text of a ruleset version, in canonical JSON."""

    digest: str
    id: str
    version: int
    text: str


AnyRow = SessionRow | GameRow | DisputeRow | ConfirmationRow | AnswerRow | RulesetRow


def as_cells(row: AnyRow) -> dict[str, Value]:
    """A row as it lies in its table, by column.

    >>> as_cells(GameRow("monday", 1, 2, "sha256:00", "game_recorded", (("amy", 3), ("bob", -3))))[
    ...     "nets"
    ... ]
    '[["amy",3],["bob",-3]]'
    """
    return {
        name: value if type(value) in _AS_IT_IS else _cell(value)
        for name, value in row._asdict().items()
    }


_AS_IT_IS: Final = frozenset((str, int, type(None)))


def _cell(value: Any) -> Value:  # noqa: ANN401 - of any row
    return written(value).decode("utf-8") if isinstance(value, tuple) else int(value)


class Opened(NamedTuple):
    """The session of the book that was opened last."""

    session: str
    opened: int
    first_hash: str
    """The hash of its first entry."""


class StoreInfo(NamedTuple):
    """What runs, for health pages and beside measured numbers."""

    path: str
    """Where the book is; of an address what may be told, that is no name and no password."""
    engine: str
    """``sqlite`` or ``postgresql``."""
    engine_version: str
    journal_mode: str
    """``wal`` or ``delete``."""
    synchronous: str
    """``full`` or ``extra``: what an acknowledged entry survives, a power loss included."""
    schema_version: int
    size_bytes: int
    """Of the file, without the journal beside it; of the database, where it is on a server."""
