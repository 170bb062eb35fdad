"""Connections: the only module that imports an SQLite.

Two copies of SQLite in one process break each other's locks on a file, so the copy is the one that
sqlite-utils has chosen: pysqlite3 where it is installed, else that of the standard library.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import quote

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from settle.store.connecting import Row, Value
from settle.store.errors import StoreRefused, StoreUnavailable

OLDEST: Final = (3, 38, 0)
"""STRICT tables and JSON are there from here on."""

SOUND_WAL: Final = (3, 51, 3)
"""Before it, two connections that write ahead and checkpoint at once could damage the file."""

VERSION: Final[str] = sqlite3.sqlite_version
_PAGE: Final = 256
"""Rows fetched at a time."""

_PASSING: Final = {
    "SQLITE_BUSY": "others hold the book",
    "SQLITE_LOCKED": "others hold the book",
    "SQLITE_PROTOCOL": "others hold the book",
    "SQLITE_READONLY": "the disk or the file is read-only",
    "SQLITE_IOERR": "the disk could not be read or written",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_CANTOPEN": "the file cannot be opened",
    "SQLITE_NOMEM": "there is no memory left",
}
_DAMAGED: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_NO_UTF_8: Final = "Could not decode"
_EQUAL: Final = {int: "{} = ?", str: "{} = CAST(? AS TEXT)"}
_MOST_DAMAGE: Final = 10


class Journal(NamedTuple):
    """How a transaction is made durable."""

    mode: str
    synchronous: str


WRITE_AHEAD: Final = Journal("wal", "full")

ROLLBACK: Final = Journal("delete", "extra")
"""``extra`` syncs the folder too: else a power loss may bring the journal back and undo a game."""


def version_numbers(version: str = VERSION) -> tuple[int, ...]:
    """``"3.51.3"`` as ``(3, 51, 3)``."""
    return tuple(int(part) for part in version.split("."))


def journal_for(version: str = VERSION) -> Journal:
    """Writing ahead where it is sound, else the rollback journal.

    >>> journal_for("3.40.1").mode, journal_for("3.51.2").mode, journal_for("3.51.3").mode
    ('delete', 'delete', 'wal')
    """
    return WRITE_AHEAD if version_numbers(version) >= SOUND_WAL else ROLLBACK


@contextmanager
def told_in_words(path: str) -> Iterator[None]:
    """Raise what SQLite says about disk, locks and damage as the store's own errors.

    A breach of a guard or a key stays an IntegrityError: it is a bug, never bad input.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise_in_words(path, error)


def raise_in_words(path: str, error: Exception) -> NoReturn:
    """Raise an error of SQLite as the store's own."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith(_DAMAGED) or str(error).startswith(_NO_UTF_8):
        raise StoreRefused(
            f"{path} is damaged or no SQLite database ({error}). Restore a copy of the book."
        ) from error
    for prefix, words in _PASSING.items():
        if name.startswith(prefix):
            raise StoreUnavailable(f"{path}: {words} ({error}).") from error
    raise error


class Connection:
    """One connection without transactions of its own making; never used across a fork."""

    breach: type[Exception] = sqlite3.IntegrityError

    def __init__(
        self,
        path: Path | None,
        *,
        wait_seconds: int = 0,
        writable: bool = True,
        immutable: bool = False,
    ) -> None:
        """Open the file; an ``immutable`` one, which nobody can write, without its journal."""
        self.path = ":memory:" if path is None else str(path)
        self._pid = os.getpid()
        self._cursors: list[Any] = []
        self._waiting: dict[str, list[Sequence[object]]] = {}
        with told_in_words(self.path):
            raw = sqlite3.connect(
                f"file:{quote(self.path)}?immutable=1" if immutable else self.path,
                timeout=wait_seconds,
                isolation_level=None,
                check_same_thread=False,
                uri=immutable,
            )
            self._database = Database(raw, execute_plugins=False, strict=True)
            self._database.execute("PRAGMA foreign_keys = ON")
            self._database.execute("PRAGMA trusted_schema = OFF")
            if not writable:
                self._database.execute("PRAGMA query_only = ON")
            else:
                self._database.execute("PRAGMA wal_autocheckpoint = 4000")
                # A name that was erased is not to be read in pages that are free, nor in copies.
                self._database.execute("PRAGMA secure_delete = ON")
            self._raw, self._execute = raw, raw.execute

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open: SQLite itself ends one when the disk is full."""
        return bool(self._raw.in_transaction)

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows of one statement."""
        self._assert_own()
        if self._waiting:
            self._write_out()
        try:
            rows: list[Row] = self._execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise_in_words(self.path, error)
        return rows

    def do(self, sql: str, values: Sequence[object] = ()) -> None:
        """Carry out a statement that writes, at once."""
        self.run(sql, values)

    def put(self, sql: str, values: Sequence[object]) -> None:
        """A row to be written, which may wait for others like it."""
        self._waiting.setdefault(sql, []).append(values)

    def _write_out(self) -> None:
        assert self.in_transaction
        waiting, self._waiting = self._waiting, {}
        with told_in_words(self.path):
            for sql, rows in waiting.items():
                self._raw.executemany(sql, rows)

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """The rows of one statement, some at a time, no longer than the transaction lasts."""
        self._assert_own()
        if self._waiting:
            self._write_out()
        with told_in_words(self.path):
            cursor = self._database.execute(sql, values)
        self._cursors.append(cursor)
        try:
            while rows := self._some(cursor):
                yield from rows
        finally:
            if cursor in self._cursors:
                self._cursors.remove(cursor)
                cursor.close()

    def _some(self, cursor: Any) -> list[Row]:  # noqa: ANN401 - a cursor of either SQLite
        with told_in_words(self.path):
            rows: list[Row] = cursor.fetchmany(_PAGE)
            return rows

    def script(self, sql: str) -> None:
        """Several statements, inside the open transaction; the last has its semicolon too."""
        assert self.in_transaction
        statement = ""
        # A driver would commit first; sqlite-utils looks at every letter, and takes long over it.
        for piece in sql.rstrip().removesuffix(";").split(";"):
            statement += f"{piece};"
            if sqlite3.complete_statement(statement):
                self.run(statement)
                statement = ""
        assert not statement, "a statement has no end"

    def copy_to(self, other: "Connection") -> None:
        """Copy every page of one moment into another file, which is empty; writers go on."""
        self.begin(immediate=False)
        try:
            self._database.conn.backup(other._database.conn)  # noqa: SLF001 - its own kind
        except sqlite3.DatabaseError as error:
            # Such an error has no name, so it cannot be told what it was.
            raise StoreUnavailable(f"{self.path} could not be copied ({error}).") from error
        finally:
            self.rollback()

    def begin(self, *, immediate: bool) -> None:
        """Open a transaction; ``immediate`` takes the right to write at once, else a snapshot."""
        self.run("BEGIN IMMEDIATE" if immediate else "BEGIN")
        if not immediate:
            self.run("SELECT 1 FROM sqlite_master LIMIT 1")

    def commit(self) -> None:
        """Make the transaction durable, or raise and leave it to be rolled back.

        Raises StoreUnavailable for a transaction that SQLite has ended before.
        """
        self._close_cursors()
        if not self.in_transaction:
            raise StoreUnavailable(f"{self.path}: the transaction was ended by an error before.")
        self.run("COMMIT")

    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it did."""
        self._waiting.clear()
        self._close_cursors()
        if self.in_transaction:
            self.run("ROLLBACK")

    def close(self) -> None:
        """Close it, with what is open on it. Left alone in a child: it is the parent's."""
        if self._pid == os.getpid():
            self._close_cursors()
            self._database.close()
        else:
            _OF_THE_PARENT.append(self)

    def is_usable(self) -> bool:
        """It is: nobody but this process ends it."""
        return True

    def hold_book(self) -> None:
        """The whole file has one writer at a time, which is whoever has begun to write."""

    def hold(self, sessions: Collection[str]) -> None:
        """As the book is held, its sessions are."""

    def columns(self, table: str) -> list[str]:
        """The columns of a table; none for a table that is not there."""
        return [name for (name,) in self.run("SELECT name FROM pragma_table_info(?)", (table,))]

    def cells(
        self, table: str, columns: Sequence[str], equal: Mapping[str, str | int], order: str
    ) -> Iterator[list[Value]]:
        """The rows of a table, by their bytes: a text may be no UTF-8, a number may be a text."""
        told = ", ".join(
            f"CASE typeof({column}) WHEN 'text' THEN CAST({column} AS BLOB) ELSE {column} END,"
            f" typeof({column})"
            for column in columns
        )
        wanted = " AND ".join(_EQUAL[type(value)].format(name) for name, value in equal.items())
        # The names come from the schema and from the reader's table of orders, not from a caller.
        rows = self.stream(
            f"SELECT {told} FROM {table} WHERE {wanted or 1} ORDER BY {order}",  # noqa: S608
            [_sought(value) for value in equal.values()],
        )
        for row in rows:
            yield list(map(_cell, row[::2], row[1::2]))

    def named_sessions(self) -> Iterator[str]:
        """The sessions that entries name, each once, in order."""
        rows = self.stream(
            "SELECT CAST(session AS BLOB) FROM (SELECT DISTINCT session FROM entry) ORDER BY 1"
        )
        return (str(_cell(session, "text")) for (session,) in rows)

    def damage(self) -> tuple[str, ...]:
        """What SQLite itself finds wrong with the file, in its words; it reads all of it."""
        found = self.run(f"PRAGMA integrity_check({_MOST_DAMAGE})")
        return tuple(text for (text,) in found if text != "ok")

    def set_journal(self, journal: Journal) -> None:
        """Switch the file to this journal if it has another, and sync as it asks for."""
        with told_in_words(self.path):
            if self.run("PRAGMA journal_mode") != [(journal.mode,)]:
                self.run(f"PRAGMA journal_mode = {journal.mode}")
        found = self.run("PRAGMA journal_mode")[0][0]
        if found != journal.mode:
            raise StoreUnavailable(
                f"{self.path}: the journal is '{found}' and cannot be made '{journal.mode}' while"
                " other programs have the book open. Stop them and start again."
            )
        self.set_synchronous(journal)

    def set_synchronous(self, journal: Journal) -> None:
        """Sync as the journal asks for; SQLite keeps this for one connection only."""
        self.run(f"PRAGMA synchronous = {journal.synchronous}")

    def _close_cursors(self) -> None:
        while self._cursors:
            self._cursors.pop().close()

    def _assert_own(self) -> None:
        if self._pid != os.getpid():
            raise StoreRefused("A connection was carried over a fork. Open the book afterwards.")


def _sought(value: str | int) -> bytes | int:
    """A value to look for; a text by its bytes, which may be no UTF-8."""
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def _cell(value: Value, kind: str) -> Value:
    if kind == "text" and isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value


_OF_THE_PARENT: Final[list[Connection]] = []
"""Kept to the end of the process: closing one would act on the parent's files."""
