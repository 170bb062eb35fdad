"""What an audit knows of a session on its way through the entries, and how a kind is looked at."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from settle.audit.findings import Difference, shown
from settle.book.tables import Tables, tables_of
from settle.entries import Entry
from settle.faults import RefusedError, json_pointer
from settle.rulebook.ruleset import Ruleset
from settle.sessions import Session, Standing, apply, recorded
from settle.wire.classes import Document
from settle.wire.sessions import load_part


@dataclass(slots=True)
class State:
    """A session as far as its entries were read."""

    _session: Session
    """Without the games that are waiting."""
    tables: Tables
    find: Callable[[str], Ruleset | None]
    """The sound ruleset of a digest."""
    bodies: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """Of the standing entry of each game."""
    _waiting: list[Entry] = field(default_factory=list)
    """Games that were recorded last: hardly anything has to know of each by itself."""
    is_brought: bool = False
    """Whether the balances of the opening have come."""
    replaced: Standing | None = None
    """What stood for the game of the last entry before it, where that one says how it stands."""
    keys: set[str] = field(default_factory=set)
    """Idempotency-Keys that entries were asked for with."""
    games: int = 0
    """How many were scored again."""

    @property
    def session(self) -> Session:
        """As the entries make it."""
        if self._waiting:
            self._session = recorded(self._session, self._waiting)
            self._waiting = []
        return self._session

    def is_free(self, game: int) -> bool:
        """Whether nothing stands for a game, and something may."""
        return game not in self.bodies and not self._session.closed

    def record(self, entry: Entry) -> None:
        """Go on behind a sound game of a free number."""
        assert entry.game is not None
        self._waiting.append(entry)
        self.bodies[entry.game] = entry.body
        self.replaced = None

    def apply(self, entry: Entry) -> None:
        """Go on behind an entry that says what it should."""
        before = self.session.standing
        self._session = apply(self.session, entry)
        self.replaced = None
        if entry.game is not None and self._session.standing is not before:
            self.replaced = before.get(entry.game)
            self.bodies[entry.game] = entry.body
        self.is_brought = self.is_brought or entry.kind == "opening_balance"
        if entry.kind == "table_changed":
            changes = (*self.tables.changes[1:], entry)
            self.tables = tables_of(self.tables.opening, changes, self.find)


Told = Mapping[str, Any] | Difference
"""What a body should be, or why that cannot be told."""


class Kind(NamedTuple):
    """How entries of a kind are looked at."""

    misplaced: Callable[[State, Entry], Iterator[Difference]]
    told: Callable[[State, Entry], Told]
    has_game: bool | None = False
    """None where it may be about a game or about something else."""


def anywhere(_state: State, _entry: Entry) -> Iterator[Difference]:
    """An entry of this kind may stand behind any other."""
    return iter(())


def refused_at(code: str, refused: RefusedError, place: tuple[str, ...] = ("body",)) -> Difference:
    """What a refusal makes of the part of an entry that was refused."""
    pointer = json_pointer((*place, *refused.faults[0].pointer))
    return Difference(code, pointer, shown(refused.brief))


def shaped(entry: Entry, shape: type[Document], names: tuple[str, ...] | None = None) -> Told:
    """The parts of a body that a class names, or those of these names, where they have its form."""
    fields = shape().fields if names is None else names
    own = {name: entry.body[name] for name in fields if name in entry.body}
    part, faults = load_part(own, shape)
    return refused_at("body_malformed", RefusedError(faults)) if faults else part


def is_told(agreement: object) -> bool:
    """Whether a value is an agreement in words: ``{"language": ..., "lines": [...]}``."""
    if not isinstance(agreement, dict) or agreement.keys() != {"language", "lines"}:
        return False
    texts = agreement["lines"]
    return (
        isinstance(agreement["language"], str)
        and isinstance(texts, list)
        and all(isinstance(text, str) for text in texts)
    )
