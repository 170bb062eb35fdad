"""The file lock: writers of all processes and threads stand in one line before they ask SQLite.

SQLite's own waiting, and any other that tries again from time to time, serves some writers late on
a busy book: who has just been served comes first again. The system's line for a file lock is near
to fair. SQLite's lock stays the one that guards the data.
"""

import fcntl
import os
import threading
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from settle.store.errors import StoreUnavailable


class FileLock:
    """A lock on a file of its own, opened anew each time, so that threads exclude one another."""

    def __init__(self, path: Path, *, wait_seconds: int) -> None:
        self.path = path
        self._wait_seconds = wait_seconds
        self._open: set[int] = set()
        """Descriptors of those who hold the lock or stand in line."""
        self._holders: set[int] = set()
        """The thread that holds it."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock. Raises StoreUnavailable when it cannot be had in time."""
        thread, process = threading.get_ident(), os.getpid()
        assert thread not in self._holders, "one thread writes one transaction at a time"
        descriptor = self._taken()
        try:
            self._holders.add(thread)
            yield
        finally:
            if process == os.getpid():
                self._holders.discard(thread)
                self.let_go(descriptor)

    def _taken(self) -> int:
        """A descriptor that holds the lock."""
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreUnavailable(
                f"{self.path} cannot be opened: {error.strerror}. The lock of the book is kept"
                " beside it."
            ) from error
        self._open.add(descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if not _Place(self, descriptor).wait(self._wait_seconds):
                raise StoreUnavailable(
                    f"{self.path}: others have been writing for {self._wait_seconds} seconds."
                    " Try again."
                ) from None
        return descriptor

    def let_go(self, descriptor: int) -> None:
        """Unlock and close. A child may have the same open file: closing alone would not unlock."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        self._open.discard(descriptor)
        os.close(descriptor)

    def start_anew(self) -> None:
        """In a forked child: leave the parent's locks to the parent, even should it be killed."""
        for descriptor in self._open:
            os.close(descriptor)
        self._open, self._holders = set(), set()


class _Place:
    """A place in line that can be given up: a thread of its own stands there.

    The system's wait for a file lock has no end of its own, and no thread can be called out of it.
    """

    def __init__(self, lock: FileLock, descriptor: int) -> None:
        self._lock, self._descriptor = lock, descriptor
        self._served = threading.Lock()
        self._served.acquire()
        self._guard = threading.Lock()
        self._is_served = self._is_given_up = False
        # ``Thread.start`` would wait for its turn on a busy interpreter, twice.
        start_new_thread(self._stand, ())

    def _stand(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX)
            is_had = True
        except OSError:
            is_had = False
        with self._guard:
            self._is_served = is_had and not self._is_given_up
            if not self._is_served:
                self._lock.let_go(self._descriptor)
        self._served.release()

    def wait(self, seconds: int) -> bool:
        """Whether the lock was had in time; else the place is given up."""
        self._served.acquire(timeout=seconds)
        with self._guard:
            self._is_given_up = not self._is_served
            return self._is_served
