"""What a session comes to in the tables of a book, gathered while its lines are looked at."""

from typing import NamedTuple

from settle.book.rows import answer_row, confirmation_rows, dispute_rows, game_rows, session_row
from settle.entries import Entry
from settle.sessions import Session
from settle.store import AnswerRow, ConfirmationRow, DisputeRow, SessionRow, Value, as_cells

EntryColumns = tuple[int, str, int | None, str, str]
"""What stands beside the line of an entry: ``seq``, ``kind``, ``game``, ``hash``, ``prev_hash``."""


class SessionRows(NamedTuple):
    """The rows of a session, in the order in which they are written; the lines stand elsewhere."""

    entries: tuple[EntryColumns, ...]
    answers: tuple[AnswerRow, ...]
    session: SessionRow
    """``opened`` and ``imported`` are for the book to say."""
    games: tuple[tuple[Value, ...], ...]
    """As they lie in their table: there are many of them."""
    disputes: tuple[DisputeRow, ...]
    confirmations: tuple[ConfirmationRow, ...]
    settled: tuple[int, ...]
    """Entries that settled, and that took back; in order."""


class Gathered:
    """The entries of a session so far, less what stands in their lines only."""

    def __init__(self) -> None:
        self._entries: list[EntryColumns] = []
        self._answers: list[AnswerRow] = []

    def add(self, entry: Entry) -> None:
        """One more."""
        self._entries.append((entry.seq, entry.kind, entry.game, entry.hash, entry.prev_hash))
        answer = answer_row(entry)
        if answer is not None:
            self._answers.append(answer)

    def rows(self, session: Session) -> SessionRows:
        """All rows of the session that the entries make."""
        accounts = session.accounts
        return SessionRows(
            entries=tuple(self._entries),
            answers=tuple(self._answers),
            session=session_row(session, 0),
            games=tuple(tuple(as_cells(row).values()) for row in game_rows(session)),
            disputes=tuple(dispute_rows(session)),
            confirmations=tuple(confirmation_rows(session)),
            settled=tuple(sorted({*accounts.movements, *accounts.reversals})),
        )
