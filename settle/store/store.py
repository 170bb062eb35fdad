"""The store: one file, many readers, one writer at a time."""

import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

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
from settle.store.turns import Turns
from settle.store.writing import Writer

WAIT_SECONDS: Final = 10
"""How long a reader or writer waits for its turn before it gives up."""

PRIVATE: Final = 0o600
"""How a file is made: a book holds what people won and lost."""

_Made = TypeVar("_Made")


class Store:
    """A book in a file. Threads and forked processes may share it."""

    def __init__(
        self, path: Path, journal: Journal, schema_version: int, wait_seconds: int
    ) -> None:
        self._path = path
        self._file = _file_at(path)
        self._journal = journal
        self._schema_version = schema_version
        self._wait_seconds = wait_seconds
        self._file_lock = FileLock(_lock_path(path), wait_seconds=wait_seconds)
        self._turns = Turns()
        self._guard = threading.Lock()
        self._idle: dict[bool, list[Connection]] = {True: [], False: []}
        """Connections that wait to be used again: those that write, those that read."""
        self._used = 0
        self._forked_in_use = False
        _STORES.add(self)
        weakref.finalize(self, _close_all, self._idle)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        create: bool = True,
        wait_seconds: int = WAIT_SECONDS,
        journal: Journal | None = None,
    ) -> "Store":
        """The book at a path, made or brought up to date where needed; no connection stays open.

        Raises StoreRefused for what is no book or not as it was made, StoreUnavailable for what
        may pass.
        """
        place, journal, steps = Path(path).absolute(), journal or journal_for(), migrations()
        _refuse_early(place, create=create)
        with FileLock(_lock_path(place), wait_seconds=wait_seconds).held():
            is_new = not place.exists()
            if is_new:
                _make_file(place)
            connection = Connection(place, wait_seconds=wait_seconds)
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
                sync_folder(place.parent)
        return cls(place, journal, len(steps), wait_seconds)

    @staticmethod
    @contextmanager
    def inspecting(path: Path | str) -> Iterator[Inspection]:
        """A snapshot of a book that :meth:`open` may refuse, for the audit; nothing is changed.

        Raises StoreRefused where the tables themselves are not those of a book of this version.
        """
        place, steps = Path(path).absolute(), migrations()
        _refuse_early(place, create=False)
        connection = _looking(place)
        try:
            done = applied(connection, steps)
            found = deviations(connection, steps[:done])
            tables = [each for each in found if each.startswith("table ")]
            if tables or not done:
                raise StoreRefused(f"{place} is no book: {', '.join(tables) or 'it is empty'}.")
            yield Inspection(Reader(connection), found)
        finally:
            connection.close()

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction that is durable when the block ends, and undone by any exception.

        Raises StoreUnavailable when the turn cannot be had in time or the disk does not take it.
        One thread is in one such block at a time.
        """
        self._refuse_after_fork()
        with self._file_lock.held(), self._connection(writable=True) as connection:
            connection.begin(immediate=True)
            yield Writer(connection)
            connection.commit()

    def write(self, job: Callable[[Writer], _Made]) -> _Made:
        """What a job makes of a transaction that it may share with others who write just now.

        It is durable on return. A job may refuse, that is raise, before it writes anything; what it
        raises later undoes the others as well. Raises as :meth:`writing` does.
        """
        return self._turns.write(job, self.writing)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A snapshot of the book, taken now. Keep it short: old pages are kept for it meanwhile."""
        self._refuse_after_fork()
        with self._connection(writable=False) as connection:
            connection.begin(immediate=False)
            connection.run("SELECT 1 FROM migration LIMIT 1")
            yield Reader(connection)

    @contextmanager
    def asking(self) -> Iterator[Reader]:
        """A reader for one question: a statement sees one snapshot without being told to."""
        self._refuse_after_fork()
        with self._connection(writable=False) as connection:
            yield Reader(connection)

    def info(self) -> StoreInfo:
        """What runs and where."""
        size_bytes = _stat(self._path).st_size
        return StoreInfo(
            path=str(self._path),
            sqlite_version=VERSION,
            journal_mode=self._journal.mode,
            synchronous=self._journal.synchronous,
            schema_version=self._schema_version,
            size_bytes=size_bytes,
        )

    def close(self) -> None:
        """Close the connections that nobody uses."""
        with self._guard:
            _close_all(self._idle)

    @contextmanager
    def _connection(self, *, writable: bool) -> Iterator[Connection]:
        """A connection for one transaction; one that met trouble is not used again."""
        connection = self._taken(writable=writable)
        is_sound = False
        try:
            yield connection
            connection.rollback()
            is_sound = True
        except (StoreUnavailable, StoreRefused):
            raise
        except BaseException:
            connection.rollback()
            is_sound = True
            raise
        finally:
            self._give_back(connection, writable=writable, is_sound=is_sound)

    def _refuse_after_fork(self) -> None:
        if self._forked_in_use:
            raise StoreRefused(
                "The process forked while a thread was reading or writing the book, and SQLite"
                " cannot be used in the child. Fork first, then use the book."
            )

    def _taken(self, *, writable: bool) -> Connection:
        if _file_at(self._path) != self._file:
            raise StoreUnavailable(
                f"{self._path} is another file than the one that was opened. Start again to use it."
            )
        with self._guard:
            self._used += 1
            if self._idle[writable]:
                return self._idle[writable].pop()
        try:
            connection = Connection(self._path, wait_seconds=self._wait_seconds, writable=writable)
            connection.set_synchronous(self._journal)
        except BaseException:
            with self._guard:
                self._used -= 1
            raise
        return connection

    def _give_back(self, connection: Connection, *, writable: bool, is_sound: bool) -> None:
        with self._guard:
            self._used -= 1
            if is_sound:
                self._idle[writable].append(connection)
        if not is_sound:
            connection.close()
            # A process shares one view of the log: opened on a disk that was read-only, it stays
            # read-only for every connection, until all of them are closed.
            self.close()

    def before_fork(self) -> None:
        """Close what is idle: what SQLite knows of its locks is wrong in the child."""
        self._guard.acquire()
        _close_all(self._idle)

    def after_fork_in_parent(self) -> None:
        """Go on."""
        self._guard.release()

    def after_fork_in_child(self) -> None:
        """Start without a connection; refuse to, if one was in use."""
        self._guard = threading.Lock()
        self._turns = Turns()
        self._file_lock.start_anew()
        self._forked_in_use = self._used > 0


_STORES: Final["weakref.WeakSet[Store]"] = weakref.WeakSet()
_FORKING: Final[list[Store]] = []


def _before_fork() -> None:
    _FORKING[:] = _STORES
    for store in _FORKING:
        store.before_fork()


def _after_fork_in_parent() -> None:
    while _FORKING:
        _FORKING.pop().after_fork_in_parent()


def _after_fork_in_child() -> None:
    while _FORKING:
        _FORKING.pop().after_fork_in_child()


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)


def _close_all(idle: dict[bool, list[Connection]]) -> None:
    for connections in idle.values():
        while connections:
            connections.pop().close()


def _refuse_early(path: Path, *, create: bool) -> None:
    if version_numbers() < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise StoreRefused(f"SQLite is {VERSION} here; {oldest} or newer is needed.")
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
        connection.run("SELECT 1 FROM sqlite_master")
    except BaseException:
        connection.close()
        raise


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _stat(path: Path) -> os.stat_result:
    try:
        return os.stat(path)  # noqa: PTH116 - a third of the time of the path's own
    except OSError as error:
        raise StoreUnavailable(f"{path}: {error.strerror}.") from error


def _file_at(path: Path) -> tuple[int, int]:
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
