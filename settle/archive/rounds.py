"""A file of rounds into a session: its games by their place in the file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from settle.book import Book
from settle.faults import RefusedError
from settle.scoring import score_round
from settle.wire import load_round
from settle.wire.rulesets import Found

_AGREED: Final = ("ruleset", "options", "stake")

AT_ONCE: Final = 200
"""Rounds in one transaction."""


class Taken(NamedTuple):
    """What became of a round."""

    place: int
    refused: RefusedError | None
    is_new: bool = False
    """Whether it made an entry; False where the same stood there already."""


class RoundsImport:
    """Records rounds in a session of the book, or in one that the first of them opens.

    A round's number is its place in the file, from 1, also where others are refused: so the file
    can be imported again once they are mended, and what was recorded stays as it is.
    """

    def __init__(
        self,
        book: Book,
        *,
        session: str | None,
        games: int,
        title: str | None = None,
        language: str = "en",
    ) -> None:
        self._book = book
        self.session = session
        """None until a session was opened."""
        self._games = games
        self._title = title
        self._language = language

    def take(self, rounds: Iterable[tuple[int, Callable[[], object]]]) -> Iterator[Taken]:
        """Record rounds, each with its place and what reads it: what became of each, in order.

        A transaction is durable before it is told what became of those in it. What a reader raises
        as RefusedError is refused, as is another agreement, a game that was recorded otherwise, and
        whatever comes to a closed session.
        """
        held: list[tuple[int, object]] = []
        for place, read in rounds:
            document = _read(read)
            if self.session is None and not isinstance(document, RefusedError):
                # The first that is a round opens the session.
                document = self._opened(document)
            held.append((place, document))
            if len(held) == AT_ONCE:
                yield from self._recorded(held)
                held = []
        yield from self._recorded(held)

    def _recorded(self, held: Sequence[tuple[int, object]]) -> Iterator[Taken]:
        sent = [
            {"game": place, **document} if isinstance(document, dict) else document
            for place, document in held
            if not isinstance(document, RefusedError)
        ]
        standing: set[int] = set()
        if sent and self.session is not None:
            with self._book.store.reading() as r:
                standing.update(r.recorded_games(self.session))
            done = zip(sent, self._book.record_items(self.session, sent), strict=True)
        for place, document in held:
            if isinstance(document, RefusedError):
                yield Taken(place, document)
                continue
            round_sent, became = next(done)
            if isinstance(became, RefusedError):
                yield Taken(place, became)
            else:
                assert isinstance(round_sent, dict)
                game = round_sent["game"]
                yield Taken(place, None, is_new=game not in standing)
                standing.add(game)

    def _opened(self, document: object) -> object:
        """The document after it opened the session, or why it could not."""
        try:
            self.session = self._open(document)
        except RefusedError as refused:
            return refused
        return document

    def _open(self, document: object) -> str:
        """Open the session that a round was played in, once it is known to be a round."""
        result = score_round(*load_round(document, Found(self._book.ruleset)))
        assert isinstance(document, dict)
        agreed = {name: document[name] for name in _AGREED if name in document}
        players = [total["player"] for total in result["totals"]]
        titled = {} if self._title is None else {"title": self._title}
        opened = {**agreed, **titled, "players": players, "games": self._games}
        answered = self._book.open_session(opened, language=self._language)
        return str(answered.document()["id"])


def _read(read: Callable[[], object]) -> object:
    try:
        return read()
    except RefusedError as refused:
        return refused
