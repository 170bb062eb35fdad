"""Connections to a PostgreSQL server: with the pipeline, the only modules that import psycopg.

They are loaded where a book is on a server, for psycopg comes with the extra ``postgres``.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from typing import Any, Final, NoReturn

import psycopg
from psycopg import errors, pq
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from settle.store.connecting import Row, Value
from settle.store.errors import StoreRefused, StoreUnavailable, StoreUnsure
from settle.store.pipeline import Pipeline, Statement

OLDEST: Final = 120000
"""PostgreSQL 12."""

DEAD_WRITER_SECONDS: Final = 60
"""After so long a writer that says nothing, on a machine that is gone, is put out of the line."""

_IDLE: Final = pq.TransactionStatus.IDLE
_OPEN: Final = pq.TransactionStatus.INTRANS
_PAGE: Final = 256
"""Rows fetched at a time."""

_NUMBERS: Final = count(1)
_VALUE: Final = re.compile(r"\?(\d*)")
_ASKING: Final = ("SELECT", "DECLARE")
_NOWHERE: Final = "\ufffd"
"""In place of a character that the server has no texts with: no id that is looked for has it."""

_LINE: Final = ("CAST(line AS BLOB)", "convert_to(line, 'UTF8')")


_LOST: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    # A machine that stood still for long, and was put out of the line, is told so when it goes on.
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
)


class Again(StoreUnavailable):
    """The server undid the transaction because of another one; it may do it when asked again."""


class Connection:
    """One connection without transactions of its own making; never used across a fork."""

    breach: type[Exception] = psycopg.IntegrityError

    def __init__(self, address: str, *, wait_seconds: int = 0, writable: bool = True) -> None:
        given = parts_of(address)
        self.path = told(address)
        self._pid = os.getpid()
        self._transactions = 0
        self._names: list[str] = []
        """Of cursors, not in use; there are as many as were open at the same time."""
        self._queued: list[Statement] = []
        """What goes to the server with the next statement that something is asked by."""
        conninfo = make_conninfo("", **{"connect_timeout": max(wait_seconds, 2), **given})
        with told_in_words(self.path):
            self._raw = psycopg.connect(conninfo, autocommit=True, cursor_factory=psycopg.RawCursor)
        try:
            self._pipeline = Pipeline(self._raw)
            self._cursor: psycopg.Cursor[Row] = self._raw.cursor(binary=True)
            self._set_up(wait_seconds * 1000, writable=writable)
        except BaseException:
            self.close()
            raise

    def _set_up(self, wait: int, *, writable: bool) -> None:
        if self._raw.info.server_version < OLDEST:
            raise StoreRefused(f"{self.path}: PostgreSQL {self.version} is too old; 12 is needed.")
        if self._raw.info.parameter_status("server_encoding") != "UTF8":
            raise StoreRefused(f"{self.path}: the database is not in UTF8. Make one that is.")
        # A server may be set up to acknowledge what it has not written yet, for the sake of speed.
        patience = DEAD_WRITER_SECONDS if writable else 0
        self.script(
            f"SET synchronous_commit = on; SET lock_timeout = {max(wait, 1)};"
            f" SET default_transaction_read_only = {'off' if writable else 'on'};"
            f" SET idle_in_transaction_session_timeout = '{patience}s'"
        )

    @property
    def version(self) -> str:
        """Of the server: ``15.18``."""
        return self._raw.info.parameter_status("server_version") or "unknown"

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open in which statements are taken."""
        return bool(self._queued) or self._raw.pgconn.transaction_status == _OPEN

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows of one statement."""
        self._assert_own()
        try:
            if self._queued:
                return self._send(_spoken(sql), values)
            self._cursor.execute(_spoken(sql), values)
            return self._cursor.fetchall() if self._cursor.description else []
        except psycopg.DataError as error:
            sought = [each.replace("\0", _NOWHERE) if isinstance(each, str) else each
                      for each in values]  # fmt: skip
            if sought == list(values) or not sql.startswith(_ASKING):
                raise_in_words(self.path, error)
            return self.run(sql, sought)
        except psycopg.Error as error:
            raise_in_words(self.path, error)

    def put(self, sql: str, values: Sequence[object]) -> None:
        """A row to be written, which may wait for others like it."""
        self.do(sql, values)

    def do(self, sql: str, values: Sequence[object] = ()) -> None:
        """Have a statement carried out that writes, with the next one: waiting costs the most."""
        self._assert_own()
        self._queued.append((_spoken(sql), values))

    def _send(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Send what is queued and a statement, and wait once, for all of it."""
        together = [*self._queued, (sql, values)]
        self._queued = []
        try:
            return self._pipeline.send(together)
        except psycopg.DataError as error:
            if error.sqlstate is None:  # nothing has gone to the server
                self._queued = together[:-1]
            raise
        except psycopg.IntegrityError as error:
            # What else stands against a row of another table is told by its own words.
            if error.diag.table_name == "entry" or "entry links" in str(error):
                raise AssertionError("the entry does not link to the head") from error
            raise

    def _flush(self) -> None:
        """Send what is queued."""
        if self._queued:
            self.run("SELECT 1")

    def script(self, sql: str) -> None:
        """Several statements without values."""
        self._assert_own()
        self._flush()
        with told_in_words(self.path):
            self._raw.execute(sql)

    def make_objects(self, scripts: Sequence[str]) -> None:
        """Carry out migrations. Raises Again where somebody else did so at the same time."""
        # Functions keep the path that they are made with: this schema, and last what is made for
        # the moment, which would come first if it were not named.
        self.script(
            "SELECT set_config('search_path',"
            " concat(quote_ident(current_schema()), ', pg_temp'), true)"
        )
        try:
            for sql in scripts:
                self._raw.execute(sql)
        except (errors.UniqueViolation, errors.DuplicateTable, errors.DuplicateObject) as error:
            raise Again(f"{self.path}: somebody else makes the book just now.") from error
        except psycopg.Error as error:
            raise_in_words(self.path, error)

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """The rows of one statement, some at a time, no longer than the transaction lasts."""
        if not self.in_transaction:
            yield from self.run(sql, values)
            return
        self._flush()
        name = self._names.pop() if self._names else f"rows_{next(_NUMBERS)}"
        begun = self._transactions
        self.run(f"DECLARE {name} NO SCROLL CURSOR FOR {sql}", values)
        try:
            rows = self.run(f"FETCH {_PAGE} FROM {name}")
            yield from rows
            while len(rows) == _PAGE:
                rows = self.run(f"FETCH {_PAGE} FROM {name}")
                yield from rows
        finally:
            # Later ones are closed with the transaction.
            if begun == self._transactions and self.in_transaction:
                self.do(f"CLOSE {name}")
                self._names.append(name)

    def begin(self, *, immediate: bool) -> None:
        """Open a transaction: one that writes, or a snapshot of now.

        Who writes holds rows first and then reads, each statement what is committed by then. So
        nothing has to be done again because of others, as it would have to where a whole
        transaction that writes had one snapshot: the snapshot would be older than the turn.
        """
        self._transactions += 1
        if immediate:
            self._queued = [("BEGIN ISOLATION LEVEL READ COMMITTED", ())]
        else:
            self.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1")

    def commit(self) -> None:
        """Make the transaction durable, or raise and leave it to be rolled back.

        Raises StoreUnavailable for a transaction that an error has ended before, StoreUnsure where
        the server was lost before it said what became of it.
        """
        self._assert_own()
        if not self.in_transaction:
            raise StoreUnavailable(f"{self.path}: the transaction was ended by an error before.")
        try:
            self._send("COMMIT")
        except psycopg.OperationalError as error:
            if not self._raw.closed:
                raise_in_words(self.path, error)
            raise StoreUnsure(
                f"{self.path}: the server was lost while it stored this; whether it did is not"
                " known. Ask again under the same key."
            ) from error
        except psycopg.Error as error:
            raise_in_words(self.path, error)

    def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it did."""
        self._queued = []
        # Where the connection was lost, so was the transaction.
        if not self._raw.closed and self._raw.pgconn.transaction_status != _IDLE:
            self._assert_own()
            # Told by psycopg itself, the server would forget what it has prepared.
            with told_in_words(self.path):
                self._pipeline.send([("ROLLBACK", ())])

    def close(self) -> None:
        """Close it. Left alone in a child: it is the parent's."""
        if self._pid == os.getpid():
            self._raw.close()
        else:
            _OF_THE_PARENT.append(self)

    def is_usable(self) -> bool:
        """Whether the server has said nothing meanwhile: it does so to end a connection."""
        return not self._raw.closed and self._pipeline.is_quiet()

    # Rows are held and not numbers (advisory locks): of those a distributed database may know
    # nothing. What is read next waits for them, not who asks for them. NO KEY, for rows that name a
    # session by its id are put in by others meanwhile.

    def hold_book(self) -> None:
        """Wait until nobody else opens sessions, or changes what belongs to the whole book."""
        self.do("SELECT id FROM book FOR NO KEY UPDATE")

    def hold(self, sessions: Collection[str]) -> None:
        """Wait until nobody else writes in these sessions."""
        for session in sorted(sessions):
            self.do("SELECT id FROM session WHERE id = ? FOR NO KEY UPDATE", (session,))

    def columns(self, table: str) -> list[str]:
        """The columns of a table; none for a table that is not there."""
        rows = self.run(
            "SELECT CAST(attname AS text) FROM pg_attribute"
            " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            (table,),
        )
        return [name for (name,) in rows]

    def cells(
        self, table: str, columns: Sequence[str], equal: Mapping[str, str | int], order: str
    ) -> Iterator[list[Value]]:
        """The rows of a table; a text is UTF-8, the server sees to that."""
        wanted = " AND ".join(f"{name} = ?" for name in equal) or "true"
        # The names come from the schema and from the reader's table of orders, not from a caller.
        sql = f"SELECT {', '.join(columns)} FROM {table} WHERE {wanted} ORDER BY {order}"  # noqa: S608
        return map(list, self.stream(sql, list(equal.values())))

    def named_sessions(self) -> Iterator[str]:
        """The sessions that entries name, each once, in order."""
        rows = self.stream("SELECT DISTINCT session FROM entry ORDER BY session")
        return (session for (session,) in rows)

    def damage(self) -> tuple[str, ...]:
        """Nothing: the server looks after its files."""
        return ()

    def put_rows(self, table: str, columns: Sequence[str], rows: Iterator[Sequence[Value]]) -> int:
        """Add many rows to a table, inside the open transaction; how many they were."""
        self._assert_own()
        added = 0
        self._flush()
        sql = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with told_in_words(self.path), self._cursor.copy(sql) as copy:
            for added, row in enumerate(rows, 1):  # noqa: B007 - it is counted
                copy.write_row(row)
        return added

    def _assert_own(self) -> None:
        if self._pid != os.getpid():
            raise StoreRefused("A connection was carried over a fork. Open the book afterwards.")


_OF_THE_PARENT: Final[list[Connection]] = []
"""Kept to the end of the process: closing one would speak to the parent's server."""


@cache
def _spoken(sql: str) -> str:
    """A statement as the server wants it: ``$1`` for ``?`` and ``?1``."""
    numbers = count(1)
    sql = _VALUE.sub(lambda found: f"${found[1] or next(numbers)}", sql)
    return sql.replace(*_LINE)


def parts_of(address: str) -> dict[str, Any]:
    """What an address says, by libpq's names.

    Raises StoreRefused for one that says nothing; what is wrong is not quoted, for it may be part
    of a password.
    """
    with suppress(psycopg.Error):
        return conninfo_to_dict(address)
    raise StoreRefused(
        "The address of the book is none that PostgreSQL understands. It is written"
        " postgresql://name@host:5432/database, with %-codes for characters of its own."
    )


def told(address: str) -> str:
    """An address as it may be told: host, port and database, and never who asks with what.

    >>> told("postgresql://amy:secret@db.example:5433/club?password=secret")
    'postgresql://db.example:5433/club'
    """
    parts = parts_of(address)
    host = parts.get("host", "")
    place = f"?host={host}" if str(host).startswith("/") else ""
    server = "" if place else str(host)
    port = f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{server}{port}/{parts.get('dbname', '')}{place}"


@contextmanager
def told_in_words(path: str) -> Iterator[None]:
    """Raise what the server says about itself, locks and rights as the store's own errors.

    A breach of a guard or a key stays an IntegrityError: it is a bug, never bad input.
    """
    try:
        yield
    except psycopg.Error as error:
        raise_in_words(path, error)


def raise_in_words(path: str, error: psycopg.Error) -> NoReturn:
    """Raise an error of psycopg as the store's own."""
    # The first line only: those after it may quote rows.
    said = error.diag.message_primary or next(iter(str(error).splitlines()), "")
    if isinstance(error, errors.LockNotAvailable):
        raise StoreUnavailable(f"{path}: others have been writing for long. Try again.") from error
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        raise Again(f"{path}: others hold the book ({said}).") from error
    if isinstance(error, errors.InsufficientPrivilege):
        raise StoreRefused(
            f"{path}: the role may not do this ({said}). Grant it what the book needs."
        ) from error
    if isinstance(error, errors.ReadOnlySqlTransaction):
        raise StoreUnavailable(f"{path}: the server is read-only ({said}).") from error
    if isinstance(error, _LOST):
        raise StoreUnavailable(f"{path}: the server cannot be asked ({said}).") from error
    raise error
