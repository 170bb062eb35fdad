"""The file lock: writers of all processes and threads take turns before they ask SQLite.

SQLite's own waiting backs off in steps, so that a busy book serves some writers late; its lock
stays the one that guards the data.
"""

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from settle.store.errors import StoreUnavailable

_NANOSECONDS: Final = 1_000_000_000
_POLL_SECONDS: Final = 1 / 4096


class FileLock:
    """A lock on a file of its own, opened anew each time, so that threads exclude one another."""

    def __init__(self, path: Path, *, wait_seconds: int) -> None:
        self.path = path
        self._wait_seconds = wait_seconds
        self._turn = threading.Lock()
        self._owner: int | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock. Raises StoreUnavailable when it cannot be had in time."""
        assert self._owner != threading.get_ident(), "one thread writes one transaction at a time"
        deadline = time.monotonic_ns() + self._wait_seconds * _NANOSECONDS
        if not self._turn.acquire(timeout=self._wait_seconds):
            raise self._too_late()
        process = os.getpid()
        try:
            self._owner = threading.get_ident()
            descriptor = self._opened()
            try:
                self._lock(descriptor, deadline)
                yield
            finally:
                # A child forked meanwhile has the same open file. It must not unlock for us, and
                # as it may live on, closing our end would not unlock.
                if process == os.getpid():
                    fcntl.flock(descriptor, fcntl.LOCK_UN)
                os.close(descriptor)
        finally:
            if process == os.getpid():
                self._owner = None
                self._turn.release()

    def _opened(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StoreUnavailable(
                f"{self.path} cannot be opened: {error.strerror}. The lock of the book is kept"
                " beside it."
            ) from error

    def _lock(self, descriptor: int, deadline: int) -> None:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic_ns() > deadline:
                    raise self._too_late() from None
                time.sleep(_POLL_SECONDS)
            except OSError as error:
                raise StoreUnavailable(f"{self.path}: {error.strerror}.") from error
            else:
                return

    def _too_late(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"{self.path}: others have been writing for {self._wait_seconds} seconds. Try again."
        )

    def stop_for_fork(self) -> None:
        """Let the writer of another thread end before the process forks."""
        if self._owner != threading.get_ident():
            self._turn.acquire()

    def go_on_after_fork(self) -> None:
        """In the parent: the next writer may go."""
        if self._owner != threading.get_ident():
            self._turn.release()

    def start_anew(self) -> None:
        """In the child: nobody holds anything."""
        self._turn, self._owner = threading.Lock(), None
