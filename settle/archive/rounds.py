"""A file of rounds into a session: its games by their place in the file."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from settle.agreements import agreement_of
from settle.archive.readying import Readier, Refused, Task, brought, cut
from settle.book import Book
from settle.book.appending import TableMovedError
from settle.book.preparing import Ready
from settle.book.tables import FIRST, Terms
from settle.bulk.streams import Piece, read_piece
from settle.faults import RefusedError
from settle.rulebook.ruleset import Ruleset
from settle.scoring import score_round
from settle.wire import load_round
from settle.wire.rulesets import Found
from settle.wire.sessions import Opening, load_session

_AGREED: Final = ("ruleset", "options", "stake")


class Taken(NamedTuple):
    """What became of some rounds; it is durable."""

    recorded: int
    present: int
    """Those that stood there already."""
    refused: tuple[Refused, ...]


class RoundsImport:
    """Records the rounds of a file in a session, or in one that the first of them opens.

    A round's number is its place in the file, from 1, also where others are refused: so the file
    can be imported again once they are mended, and what was recorded stays as it is.

    :meth:`tasks` cuts the file, a :class:`Readier` makes ready what is in the parts, here or in
    another process and for several files ahead, and :meth:`take` records them in their order.
    """

    def __init__(
        self,
        book: Book,
        *,
        session: str | None,
        games: int,
        title: str | None = None,
        language: str = "en",
        file: int = 0,
        name: str = "",
    ) -> None:
        """``games`` are those that a new session has; ``file`` and ``name`` stand in the tasks."""
        self._book = book
        self.session = session
        """None until a session was opened."""
        self._games = games
        self._title = title
        self._language = language
        self._file, self._name = file, name
        self._opening: tuple[dict[str, Any], Opening] | None = None
        """What opens the session in its turn: a document, and what it was found to say."""
        self._terms: Terms | None = None
        self._brought: dict[str, Any] = {}

    def tasks(self, rounds: Iterable[Piece]) -> Iterator[Task]:
        """The rounds in parts, each with what others have to know to make them ready.

        Nothing is written: of the parts ahead, none may come to its turn.
        """
        if self.session is not None:
            self._look_at(self.session)
        first = 1
        for part in cut(map(self._told, rounds)):
            yield Task(self._file, self._name, self._terms, self._brought, first, tuple(part))
            first += len(part)

    def take(self, task: Task, made: Sequence[Ready | Refused]) -> Taken:
        """Record what was made ready of a task, in its turn; durable when it is told.

        The first time it opens the session, in the same transaction. What another agreement stands
        against is refused, as is a game that was recorded otherwise, and whatever comes to a closed
        session.
        """
        if task.terms is None:
            return _taken(task, made, [])
        ready = _ready(made)
        if self.session is None:
            assert self._opening is not None, "terms come of a session that is there, or of these"
            self.session, done = self._book.open_ready(
                *self._opening, ready, language=self._language
            )
            return _taken(task, made, done)
        while True:
            try:
                done = self._book.record_ready(self.session, task.terms, ready)
            except TableMovedError:
                self._look_at(self.session)
                task = task._replace(terms=self._terms, brought=self._brought)
                made = Readier().made(task)
                ready = _ready(made)
            else:
                return _taken(task, made, done)

    def _told(self, piece: Piece) -> Piece | Refused:
        """A round of the file; the first that is one tells what is played."""
        if self._terms is None:
            try:
                self._agree(read_piece(piece))
            except RefusedError as refused:
                return Refused.of(piece.line, refused)
        return piece

    def _agree(self, document: object) -> None:
        """Have the terms of the session that a round was played in, once it is known to be one."""
        result = score_round(*load_round(document, Found(self._book.ruleset)))
        assert isinstance(document, dict)
        agreed = {name: document[name] for name in _AGREED if name in document}
        players = [total["player"] for total in result["totals"]]
        titled = {} if self._title is None else {"title": self._title}
        opening = {**agreed, **titled, "players": players, "games": self._games}
        loaded = load_session(opening, self._book.ruleset)
        self._opening = opening, loaded
        self._play(Terms(self._games, FIRST, (agreement_of(loaded.stored),)), [loaded.ruleset])

    def _look_at(self, session: str) -> None:
        """Have the terms of a session as it stands now. Raises NotFound."""
        tables = self._book.tables(session)
        self._play(tables.terms, [table.ruleset for table in tables.made])

    def _play(self, terms: Terms, rulesets: Iterable[Ruleset]) -> None:
        self._terms, self._brought = terms, brought(self._book.rulebook, rulesets)


def _ready(made: Iterable[Ready | Refused]) -> list[Ready]:
    return [each for each in made if isinstance(each, Ready)]


def _taken(
    task: Task, made: Sequence[Ready | Refused], done: Iterable[bool | RefusedError]
) -> Taken:
    """What became of the rounds of a task; ``done`` is of those that were ready."""
    became = iter(done)
    refused: list[Refused] = []
    recorded = present = 0
    for given, each in zip(task.given, made, strict=True):
        if isinstance(each, Refused):
            refused.append(each)
            continue
        is_new = next(became)
        if isinstance(is_new, RefusedError):
            refused.append(Refused.of(given.line, is_new))
        elif is_new:
            recorded += 1
        else:
            present += 1
    return Taken(recorded, present, tuple(refused))
