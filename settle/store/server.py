"""A book on a PostgreSQL server: writers of different sessions do not wait for one another."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

from settle.store.errors import StoreRefused, StoreUnavailable, StoreUnsure
from settle.store.guards import done_of, scripts, server_deviations, server_migrations
from settle.store.postgres import Again, Connection
from settle.store.reading import Inspection, Reader
from settle.store.records import StoreInfo
from settle.store.schema import Migration, refuse_deviations
from settle.store.sqlite import Journal
from settle.store.store import WAIT_SECONDS, Store
from settle.store.writing import Writer

_TRIES: Final = 5
"""So often what the server undid because of others is done again."""

_BOOK_BYTES: Final = 8
_Made = TypeVar("_Made")


class ServerStore(Store):
    """A book in a schema of a database, the one that the address leads to."""

    def __init__(self, address: str, info: StoreInfo, wait_seconds: int) -> None:
        self._address = address
        self._info = info
        self._wait_seconds = wait_seconds
        super().__init__()

    @classmethod
    def _opened(
        cls, place: Path | str, *, create: bool, wait_seconds: int, journal: Journal | None
    ) -> Self:
        del journal  # the server has its own
        address = str(place)
        connection = Connection(address, wait_seconds=wait_seconds)
        try:
            _refuse_fast_and_loose(connection)
            steps = server_migrations()
            make(connection, steps, secrets.token_hex(_BOOK_BYTES) if create else None)
            info = StoreInfo(
                path=connection.path,
                engine="postgresql",
                engine_version=connection.version,
                journal_mode="wal",
                synchronous="full",
                schema_version=len(steps),
                size_bytes=0,
            )
        finally:
            connection.close()
        return cls(address, info, wait_seconds)

    @staticmethod
    @contextmanager
    def _inspecting(place: Path | str) -> Iterator[Inspection]:
        connection = Connection(str(place), wait_seconds=WAIT_SECONDS, writable=False)
        try:
            connection.begin(immediate=False)
            if not done_of(connection, server_migrations()):
                raise StoreRefused(f"{connection.path} is no book: it is empty.")
            found = server_deviations(connection)
            tables = [each for each in found if each.startswith("table ")]
            if any(not each.endswith("too much") for each in tables):
                raise StoreRefused(f"{connection.path} is no book: {', '.join(tables)}.")
            yield Inspection(Reader(connection), found)
        finally:
            connection.close()

    def inspected(self) -> AbstractContextManager[Inspection]:
        """As :meth:`inspecting`, of this book."""
        return self._inspecting(self._address)

    @contextmanager
    def writing(self, *sessions: str) -> Iterator[Writer]:
        """A transaction, as :meth:`Store.writing` says, once nobody else writes there."""
        self._refuse_after_fork()
        with self._connection(writable=True) as connection:
            connection.begin(immediate=True)
            w = Writer(connection, sessions)
            yield w
            try:
                connection.commit()
            except StoreUnsure:
                if not self._is_stored(w):
                    raise

    def write(self, job: Callable[[Writer], _Made], *sessions: str) -> _Made:
        """What a job makes, as :meth:`Store.write` says, in a transaction of its own.

        The server writes down together what is to be made durable at the same time.
        """
        for left in reversed(range(_TRIES)):
            try:
                with self.writing(*sessions) as w:
                    return job(w)
            except Again:
                if not left:
                    raise
        raise AssertionError("the last try has ended")

    def _is_stored(self, w: Writer) -> bool:
        """Whether a transaction was made durable whose answer was lost with the server.

        Its last entry says so: it is asked for once the transaction is over for certain, that is
        when its sessions can be held.
        """
        if w.last_hash is None:
            return False
        try:
            with self._connection(writable=True) as connection:
                connection.begin(immediate=True)
                return Writer(connection, tuple(w.held)).has_entry(w.last_hash)
        except StoreUnavailable:
            return False

    def info(self) -> StoreInfo:
        """What runs and where."""
        with self._connection(writable=False) as connection:
            size = connection.run("SELECT pg_database_size(current_database())")[0][0]
        return self._info._replace(size_bytes=size)

    def _connect(self, *, writable: bool) -> Connection:
        return Connection(self._address, wait_seconds=self._wait_seconds, writable=writable)


def make(connection: Connection, steps: tuple[Migration, ...], book: str | None) -> None:
    """Bring a book up to the last step and check it; a new one gets the name ``book``.

    Several machines may do so at once: the first one does it. Raises StoreRefused where there is
    no book and no name for one, for another schema than Settle made, and for a newer one.
    """
    for left in reversed(range(_TRIES)):
        connection.begin(immediate=True)
        try:
            bring_up(connection, steps, book)
            connection.commit()
        except Again:
            connection.rollback()
            if not left:
                raise
        except BaseException:
            connection.rollback()
            raise
        else:
            return


def bring_up(connection: Connection, steps: tuple[Migration, ...], book: str | None) -> None:
    """Do as :func:`make` says, in the open transaction. Raises Again where another one did it."""
    done = done_of(connection, steps)
    if not done and book is None:
        raise StoreRefused(f"There is no book at {connection.path}.")
    if done < len(steps):
        if done:
            connection.run("SELECT 1 FROM migration WHERE number = 1 FOR UPDATE")
            done = done_of(connection, steps)
        connection.make_objects(scripts(connection, steps[done:]))
        for step in steps[done:]:
            connection.run("INSERT INTO migration VALUES (?, ?)", (step.number, step.sha256))
        if not done:
            connection.run("INSERT INTO book VALUES (?)", (book,))
    refuse_deviations(connection.path, server_deviations(connection))


def _refuse_fast_and_loose(connection: Connection) -> None:
    """A server that does not wait for its disk would lose games that it had acknowledged."""
    if connection.run("SELECT current_setting('fsync', true)") == [("off",)]:
        raise StoreRefused(
            f"{connection.path}: the server runs with fsync = off, and a power loss would take"
            " games that were acknowledged. Switch it on."
        )
