"""The store: many readers, and writers who wait for one another where they have to."""

import os
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

from settle.store.connecting import Connection
from settle.store.errors import StoreRefused, StoreUnavailable
from settle.store.reading import Inspection, Reader
from settle.store.records import StoreInfo
from settle.store.sqlite import Journal
from settle.store.writing import Writer

WAIT_SECONDS: Final = 10
"""How long a reader or writer waits for its turn before it gives up."""

_SERVER: Final = ("postgresql://", "postgres://")
_Made = TypeVar("_Made")


def is_on_server(place: Path | str) -> bool:
    """Whether a place is one on a PostgreSQL server, and not a file."""
    return str(place).startswith(_SERVER)


class Store(ABC):
    """A book, in a file or on a server. Threads and forked processes may share it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._idle: dict[bool, list[Connection]] = {True: [], False: []}
        """Connections that wait to be used again: those that write, those that read."""
        self._used = 0
        self._forked_in_use = False
        _STORES.add(self)
        weakref.finalize(self, _close_all, self._idle)

    @staticmethod
    def open(
        place: Path | str,
        *,
        create: bool = True,
        wait_seconds: int = WAIT_SECONDS,
        journal: Journal | None = None,
    ) -> "Store":
        """The book at a path or a ``postgresql://`` address, made or brought up to date.

        No connection stays open. ``journal`` is for a file. Raises StoreRefused for what is no book
        or not as it was made, StoreUnavailable for what may pass.
        """
        kind = kind_of(place)
        return kind._opened(place, create=create, wait_seconds=wait_seconds, journal=journal)  # noqa: SLF001 - its own

    @classmethod
    @abstractmethod
    def _opened(
        cls, place: Path | str, *, create: bool, wait_seconds: int, journal: Journal | None
    ) -> Self: ...

    @staticmethod
    def inspecting(place: Path | str) -> AbstractContextManager[Inspection]:
        """A snapshot of a book that :meth:`open` may refuse, for the audit; nothing is changed.

        Raises StoreRefused where the tables themselves are not those of a book of this version.
        """
        return kind_of(place)._inspecting(place)  # noqa: SLF001 - its own

    @staticmethod
    @abstractmethod
    def _inspecting(place: Path | str) -> AbstractContextManager[Inspection]: ...

    @abstractmethod
    def inspected(self) -> AbstractContextManager[Inspection]:
        """As :meth:`inspecting`, of this book."""

    @abstractmethod
    def writing(self, *sessions: str) -> AbstractContextManager[Writer]:
        """A transaction that is durable when the block ends, and undone by any exception.

        It writes in these sessions, or without any in what belongs to the whole book: only then it
        may open sessions, and hold others later. Whoever writes in another session need not wait.
        Raises StoreUnavailable when the turn cannot be had in time or the disk does not take it.
        One thread is in one such block at a time.
        """

    @abstractmethod
    def write(self, job: Callable[[Writer], _Made], *sessions: str) -> _Made:
        """What a job makes of a transaction that it may share with others who write just now.

        It is durable on return. A job may refuse, that is raise, before it writes anything; what it
        raises later undoes the others as well; it may be done again from its beginning. Raises as
        :meth:`writing` does.
        """

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A snapshot of the book, taken now. Keep it short: old pages are kept for it meanwhile."""
        self._refuse_after_fork()
        with self._connection(writable=False) as connection:
            connection.begin(immediate=False)
            yield Reader(connection)

    def ask(self, question: Callable[[Reader], _Made]) -> _Made:
        """What one statement finds: it sees one snapshot without being told to.

        Every request comes by here, so this is spelled out where others use a context.
        """
        self._refuse_after_fork()
        connection = self._taken(writable=False)
        is_sound = False
        try:
            found = question(Reader(connection))
            connection.rollback()
            is_sound = True
        finally:
            self._give_back(connection, writable=False, is_sound=is_sound)
        return found

    @abstractmethod
    def info(self) -> StoreInfo:
        """What runs and where."""

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
                "The process forked while a thread was reading or writing the book, and what it"
                " used cannot be used in the child. Fork first, then use the book."
            )

    @abstractmethod
    def _connect(self, *, writable: bool) -> Connection:
        """A new connection."""

    def _taken(self, *, writable: bool) -> Connection:
        with self._guard:
            self._used += 1
            while self._idle[writable]:
                connection = self._idle[writable].pop()
                if connection.is_usable():
                    return connection
                connection.close()
        try:
            return self._connect(writable=writable)
        except BaseException:
            with self._guard:
                self._used -= 1
            raise

    def _give_back(self, connection: Connection, *, writable: bool, is_sound: bool) -> None:
        with self._guard:
            self._used -= 1
            if is_sound:
                self._idle[writable].append(connection)
        if not is_sound:
            connection.close()
            # A process shares one view of a file's log: opened on a disk that was read-only, it
            # stays read-only for every connection, until all of them are closed.
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
        self._forked_in_use = self._used > 0


def kind_of(place: Path | str) -> type[Store]:
    """What keeps a book at a place. Raises StoreRefused for a server without psycopg."""
    # Each is loaded where it is wanted: a server needs a library that not everybody has.
    if not is_on_server(place):
        from settle.store.file import FileStore  # noqa: PLC0415

        return FileStore
    try:
        from settle.store.server import ServerStore  # noqa: PLC0415
    except ImportError as error:
        raise StoreRefused(
            "A book on a PostgreSQL server needs psycopg, which is not installed:"
            " pip install 'settle[postgres]'"
        ) from error
    return ServerStore


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
