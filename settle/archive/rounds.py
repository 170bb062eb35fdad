"""A file of rounds into a session: its games by their place in the file."""

from settle.book import Book
from settle.scoring import score_round
from settle.wire import load_round
from settle.wire.rulesets import Found

_AGREED = ("ruleset", "options", "stake")


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

    def take(self, place: int, document: object) -> bool:
        """Record a round; whether that made an entry, False where the same stood there already.

        Raises RefusedError for a round that is not recorded: a document with faults, another
        agreement, a game that was recorded otherwise, a closed session.
        """
        if self.session is None:
            self.session = self._open(document)
        sent = {"game": place, **document} if isinstance(document, dict) else document
        with self._book.store.reading() as r:
            row = r.session_row(self.session)
        answered = self._book.record(self.session, sent).document()
        assert row is not None, "what is recorded has its session"
        is_new: bool = answered["entry"]["seq"] > row.head_seq
        return is_new

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
