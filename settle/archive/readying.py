"""Rounds of a file checked and scored before they are recorded, by this process or by others.

What goes between processes is small: lines in, and out of them what is written down, or a problem.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from settle.agreements import Agreement
from settle.book.preparing import Ready, game_named, prepare_game
from settle.book.tables import Tables, Terms
from settle.bulk.blocks import PART_SIZE
from settle.bulk.ordinary import read_ordinary
from settle.bulk.streams import Piece, read_piece
from settle.canonical import canonical_bytes
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.wire import problem

AT_ONCE: Final = 200
"""Rounds that are made ready together, and recorded in one transaction: all that a session has."""


class Refused(NamedTuple):
    """A round that is not recorded."""

    line: int
    """Where it stands; of an element of an array its place."""
    problem: bytes
    """Why, as canonical JSON (RFC 9457)."""

    @classmethod
    def of(cls, line: int, refused: RefusedError) -> "Refused":
        """What is wrong with a round."""
        return cls(line, canonical_bytes(problem(refused)))


class Task(NamedTuple):
    """Some rounds of a file, one after another."""

    file: int
    """The number of the file among those that are imported."""
    name: str
    """Of the file."""
    terms: Terms | None
    """What they are played under; None while no round has told."""
    brought: Mapping[str, Mapping[str, Any]]
    """Texts of the rulesets of those terms that are not shipped, by digest."""
    first: int
    """The place in the file of the first of them, which is the number of its game."""
    given: tuple[Piece | Refused, ...]
    """What is refused already stands in its place."""

    @property
    def size(self) -> int:
        """Bytes, without what was refused before."""
        return sum([len(each.text or b"") for each in self.given if isinstance(each, Piece)])

    @property
    def place(self) -> str:
        """Where it is, for people."""
        if not self.given:
            return self.name
        return f"lines {self.given[0].line} to {self.given[-1].line} of {self.name}"


def brought(rulebook: Rulebook, rulesets: Iterable[Ruleset]) -> dict[str, Mapping[str, Any]]:
    """The resolved texts of rulesets that are not shipped, by digest: they go along."""
    return {
        ruleset.digest: ruleset.document
        for ruleset in rulesets
        if shipped(rulebook, ruleset.name, ruleset.digest) is None
    }


def shipped(rulebook: Rulebook, name: str, digest: str) -> Ruleset | None:
    """The ruleset of the project that has this name and this digest, if there is one."""
    try:
        ruleset = rulebook.get(name)
    except RefusedError:
        return None
    return ruleset if ruleset.digest == digest else None


class Readier:
    """Makes rounds ready, task after task."""

    def __init__(self) -> None:
        self._rulebook = Rulebook()
        self._rulesets: dict[str, Ruleset] = {}
        """By digest: sessions that play the same share what is known of it."""
        self._terms: Terms | None = None
        self._tables: Tables | None = None

    def made(self, task: Task) -> list[Ready | Refused]:
        """What is written down of each round, or what is wrong with it."""
        return list(self._each(task))

    def _each(self, task: Task) -> Iterator[Ready | Refused]:
        for game, each in enumerate(task.given, task.first):
            if isinstance(each, Refused):
                yield each
                continue
            try:
                yield self._ready(each, game, self._tables_of(task))
            except RefusedError as refused:
                yield Refused.of(each.line, refused)

    def _ready(self, piece: Piece, game: int, tables: Tables) -> Ready:
        """A round made ready; it is game number ``game``, unless it says so itself.

        The quick reader may read what no field takes otherwise than it stands there, so that what
        is refused is read again by the strict one.
        """
        document = None if piece.text is None else read_ordinary(piece.text)
        if document is not None:
            try:
                return _prepared(document, game, tables)
            except RefusedError:
                pass
        return _prepared(read_piece(piece), game, tables)

    def _tables_of(self, task: Task) -> Tables:
        assert task.terms is not None, "a round is first of all what tells the terms"
        if self._tables is None or task.terms != self._terms:
            self._terms = task.terms
            self._tables = task.terms.tables(lambda agreed: self._ruleset(agreed, task.brought))
        return self._tables

    def _ruleset(self, agreed: Agreement, texts: Mapping[str, Mapping[str, Any]]) -> Ruleset:
        digest = agreed.ruleset_digest
        if digest not in self._rulesets:
            found = shipped(self._rulebook, agreed.ruleset, digest)
            self._rulesets[digest] = found or Rulebook.restore(texts[digest])
        return self._rulesets[digest]


def _prepared(document: object, game: int, tables: Tables) -> Ready:
    numbered = {"game": game, **document} if isinstance(document, dict) else document
    table = tables.for_game(game_named(numbered) or 1)
    return prepare_game(numbered, table, keyed=False).ready


def readier() -> Callable[[Task], list[Ready | Refused]]:
    """What a process of its own needs: what is known once, then task after task."""
    return Readier().made


def cut(given: Iterable[Piece | Refused]) -> Iterator[list[Piece | Refused]]:
    """The rounds of a file in parts; no part has more bytes than are well held at once."""
    held: list[Piece | Refused] = []
    size = 0
    for each in given:
        held.append(each)
        size += len((each.text if isinstance(each, Piece) else each.problem) or b"")
        if len(held) == AT_ONCE or size >= PART_SIZE:
            yield held
            held, size = [], 0
    if held:
        yield held
