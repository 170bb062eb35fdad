"""What a connection to a book can do, whatever it is kept in.

A statement is written once, with ``?`` for its values, where SQLite and PostgreSQL both speak it.
What they say differently is a method here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

Row = tuple[Any, ...]

Value = str | int | bytes | float | None
"""What a cell may hold; text that is no UTF-8 comes with surrogates in it."""

ALL: Final = (1 << 63) - 1
"""As many rows as there are."""


class Connection(Protocol):
    """One connection, in one transaction at a time."""

    path: str
    """What the book is called in messages; no password is in it."""
    breach: type[Exception]
    """What is raised where a guard or a key stands against a row."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; some errors end one."""

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows of one statement."""

    def put(self, sql: str, values: Sequence[object]) -> None:
        """A row to be written, which may wait for others like it.

        They are written together, kind by kind in the order of their first, before anything else
        is run and before the commit.
        """

    def do(self, sql: str, values: Sequence[object] = ()) -> None:
        """Carry out a statement that writes, at the latest before the next one that is run.

        What stands against it may be raised only then, or by the commit.
        """

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """The rows of one statement, some at a time, no longer than the transaction lasts."""

    def begin(self, *, immediate: bool) -> None:
        """Open a transaction: to write (``immediate``), or to read a snapshot of now."""

    def commit(self) -> None:
        """Make the transaction durable, or raise and leave it to be rolled back."""

    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it did."""

    def close(self) -> None:
        """Close it. Left alone in a forked child: it is the parent's."""

    def is_usable(self) -> bool:
        """Whether it can be used once more, as far as can be told without asking anybody."""

    def hold_book(self) -> None:
        """Wait until nobody else opens sessions, or changes what belongs to the whole book.

        At the latest what is read next waits.
        """

    def hold(self, sessions: Collection[str]) -> None:
        """Wait until nobody else writes in these sessions; what is read of them then is the last.

        At the latest what is read next waits. One that is not there is not waited for.
        """

    def columns(self, table: str) -> list[str]:
        """The columns of a table; none for a table that is not there."""

    def cells(
        self, table: str, columns: Sequence[str], equal: Mapping[str, str | int], order: str
    ) -> Iterator[list[Value]]:
        """The rows of a table as they lie there, whatever their columns hold."""

    def named_sessions(self) -> Iterator[str]:
        """The sessions that entries name, each once, in order, whatever their names hold."""

    def damage(self) -> tuple[str, ...]:
        """What is found wrong with what the book is kept in, each in words."""
