"""A book in a file: SQLite, one writer at a time."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

from settle.store.connecting import Connection as StoredConnection
from settle.store.errors import StoreRefused, StoreUnavailable
from settle.store.lock import FileLock
from settle.store.reading import Inspection, Reader
from settle.store.records import StoreInfo
from settle.store.schema import applied, deviations, migrate, migrations
from settle.store.sqlite import (
    OLDEST,
    VERSION,
    Connection,
    Journal,
    journal_for,
    version_numbers,
)
from settle.store.store import WAIT_SECONDS, Store
from settle.store.turns import Turns
from settle.store.writing import Writer

PRIVATE: Final = 0o600
"""How a file is made: a book holds what people won and lost."""
_PATIENCE_FOR_READERS: Final = 500
"""Milliseconds that whoever has written waits for readers of before to end."""
LOCK: Final = ".lock"
"""What the name of the file that writers queue at has behind that of the book."""

_Made = TypeVar("_Made")


class FileStore(Store):
    """A book in a file: one writer at a time."""

    def __init__(
        self, path: Path, journal: Journal, schema_version: int, wait_seconds: int
    ) -> None:
        self._path, self._name = path, str(path)
        self._file = _file_at(path)
        self._journal = journal
        self._schema_version = schema_version
        self._wait_seconds = wait_seconds
        self._file_lock = FileLock(_lock_path(path), wait_seconds=wait_seconds)
        self._turns = Turns()
        self._has_erased = False
        """Whether what was erased may still be read in the log that is written ahead."""
        super().__init__()

    @classmethod
    def _opened(
        cls, place: Path | str, *, create: bool, wait_seconds: int, journal: Journal | None
    ) -> Self:
        path, journal, steps = Path(place).absolute(), journal or journal_for(), migrations()
        _refuse_early(path, create=create)
        with FileLock(_lock_path(path), wait_seconds=wait_seconds).held():
            is_new = not path.exists()
            if is_new:
                _make_file(path)
            connection = Connection(path, wait_seconds=wait_seconds)
            try:
                connection.set_journal(journal)
                connection.begin(immediate=True)
                migrate(connection, steps)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
            finally:
                connection.close()
            if is_new:
                sync_folder(path.parent)
        return cls(path, journal, len(steps), wait_seconds)

    @staticmethod
    @contextmanager
    def _inspecting(place: Path | str) -> Iterator[Inspection]:
        path, steps = Path(place).absolute(), migrations()
        _refuse_early(path, create=False)
        connection = _looking(path)
        try:
            done = applied(connection, steps)
            found = deviations(connection, steps[:done])
            tables = [each for each in found if each.startswith("table ")]
            if tables or not done:
                raise StoreRefused(f"{path} is no book: {', '.join(tables) or 'it is empty'}.")
            yield Inspection(Reader(connection), found)
        finally:
            connection.close()

    def inspected(self) -> AbstractContextManager[Inspection]:
        """As :meth:`inspecting`, of this book."""
        return self._inspecting(self._path)

    @contextmanager
    def writing(self, *sessions: str) -> Iterator[Writer]:
        """A transaction, as :meth:`Store.writing` says; the whole file has one at a time."""
        self._refuse_after_fork()
        with self._file_lock.held(), self._connection(writable=True) as connection:
            connection.begin(immediate=True)
            writer = Writer(connection, sessions)
            yield writer
            connection.commit()
            self._has_erased |= writer.has_erased
            if self._has_erased:
                # The file keeps old pages until the log is written into it, and the log does later.
                # While somebody still reads them, it is tried again after the next transaction.
                self._has_erased = not self._empty_log(
                    connection, _PATIENCE_FOR_READERS if writer.has_erased else 0
                )

    def _empty_log(self, connection: StoredConnection, patience: int) -> bool:
        """Have the log written into the file and be empty; whether that is so.

        It is not while somebody reads an older state, who is waited for so many milliseconds, and
        on a disk that takes no more.
        """
        try:
            connection.run(f"PRAGMA busy_timeout = {patience}")
            [(is_busy, *_)] = connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        except StoreUnavailable:
            is_busy = True
        connection.run(f"PRAGMA busy_timeout = {self._wait_seconds * 1000}")
        return not is_busy

    def write(self, job: Callable[[Writer], _Made], *sessions: str) -> _Made:
        """What a job makes, as :meth:`Store.write` says."""
        return self._turns.write(job, self.writing, sessions)

    def info(self) -> StoreInfo:
        """What runs and where."""
        size_bytes = _stat(self._path).st_size
        return StoreInfo(
            path=str(self._path),
            engine="sqlite",
            engine_version=VERSION,
            journal_mode=self._journal.mode,
            synchronous=self._journal.synchronous,
            schema_version=self._schema_version,
            size_bytes=size_bytes,
        )

    def _taken(self, *, writable: bool) -> StoredConnection:
        if _file_at(self._name) != self._file:
            raise StoreUnavailable(
                f"{self._path} is another file than the one that was opened. Start again to use it."
            )
        return super()._taken(writable=writable)

    def _connect(self, *, writable: bool) -> StoredConnection:
        connection = Connection(self._path, wait_seconds=self._wait_seconds, writable=writable)
        connection.set_synchronous(self._journal)
        return connection

    def after_fork_in_child(self) -> None:
        """Start without a connection, and leave the locks to the parent."""
        super().after_fork_in_child()
        self._turns = Turns()
        self._file_lock.start_anew()


def _refuse_early(path: Path, *, create: bool) -> None:
    if version_numbers() < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise StoreRefused(f"SQLite is {VERSION} here; {oldest} or newer is needed.")
    if path.is_dir():
        raise StoreRefused(f"{path} is a folder. Name a file in it: {path / 'settle.db'}.")
    if not path.parent.is_dir():
        raise StoreRefused(f"There is no folder {path.parent} to keep the book in.")
    if not create and not path.is_file():
        raise StoreRefused(f"There is no book at {path}.")


def _make_file(path: Path) -> None:
    """Make the empty file before SQLite does, which would let everybody read it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be made: {error.strerror}.") from error


def _looking(path: Path) -> Connection:
    """A connection to a book as it lies there, in a read transaction."""
    connection = Connection(path, wait_seconds=WAIT_SECONDS, writable=False)
    try:
        _begin_looking(connection)
    except StoreUnavailable:
        # On a read-only disk the files cannot be made that readers and writers meet at. Nobody
        # writes there either, so a book that was closed in peace can be read without.
        if any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal")):
            raise
        connection = Connection(path, writable=False, immutable=True)
        _begin_looking(connection)
    return connection


def _begin_looking(connection: Connection) -> None:
    try:
        connection.begin(immediate=False)
    except BaseException:
        connection.close()
        raise


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + LOCK)


def _stat(path: Path | str) -> os.stat_result:
    try:
        return os.stat(path)  # noqa: PTH116 - a third of the time of the path's own
    except OSError as error:
        raise StoreUnavailable(f"{path}: {error.strerror}.") from error


def _file_at(path: Path | str) -> tuple[int, int]:
    """Which file the name leads to: a book that was moved away would be written to no avail."""
    found = _stat(path)
    return found.st_dev, found.st_ino


def sync_folder(folder: Path) -> None:
    """Make the name of a new file survive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
