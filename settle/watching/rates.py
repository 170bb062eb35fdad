"""How often somebody may call: so many calls a minute, some of them at once after a pause.

All processes of the service look at one table in shared memory, so that the limit is one limit
whoever answers. A store for it on the disk would cost a call more than the call itself, and one
for each process would let through as many times the calls as there are processes.

The rule is the generic cell rate algorithm: of a caller nothing is kept but the moment up to which
the calls are paid for. It may lie ahead of now by no more than a burst is worth.
"""

import fcntl
import mmap
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import IO, Final

ROWS: Final = 8192
PLACES: Final = 8
"""In a row: a caller has one of these places, and the row is found by who it is."""

_MINUTE_NS: Final = 60 * 10**9
_SECOND_NS: Final = 10**9


class Rates:
    """Who has called how often, over all processes that were forked since this was made.

    Of more callers at once than there are places (65,536) those who have called least are
    forgotten first, which is lenient. Who somebody is, an address or a key, stands nowhere: only
    a hash with a secret of this run.
    """

    def __init__(
        self, per_minute: int, burst: int, clock_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        assert per_minute > 0
        assert burst > 0
        self._step_ns = _MINUTE_NS // per_minute
        self._most_ns = self._step_ns * burst
        self._clock_ns = clock_ns
        self._salt = secrets.token_bytes(16)
        # Who calls, then up to when it is paid for, in each place.
        self._cells = memoryview(mmap.mmap(-1, ROWS * PLACES * 16)).cast("q")
        self._file = _nameless_file()
        self._guard = threading.Lock()
        os.register_at_fork(after_in_child=self._start_anew)

    def wait_seconds(self, caller: str, *, counted: bool = True) -> int:
        """0 for a call that may be; else after how many seconds another one may.

        A call that may not be is not counted, and none where it is only asked for.
        """
        digest = blake2b(caller.encode(), digest_size=16, key=self._salt).digest()
        who = int.from_bytes(digest[:8], "little", signed=True) or 1
        row = int.from_bytes(digest[8:], "little") % ROWS * PLACES * 2
        with self._locked():
            now = self._clock_ns()
            place = self._place(row, who, now)
            paid = max(self._cells[place + 1], now) if self._cells[place] == who else now
            ahead = paid + self._step_ns - now
            if ahead > self._most_ns:
                return -((self._most_ns - ahead) // _SECOND_NS)
            if counted:
                self._cells[place], self._cells[place + 1] = who, paid + self._step_ns
            return 0

    def _place(self, row: int, who: int, now: int) -> int:
        """The place of a caller; else one whose caller has paid for nothing ahead, or for least."""
        places = range(row, row + PLACES * 2, 2)
        for place in places:
            if self._cells[place] == who:
                return place
        return min(places, key=lambda place: max(self._cells[place + 1], now))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone among the threads of this process, and among the processes."""
        with self._guard:
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)

    def _start_anew(self) -> None:
        """In a child: a thread of the parent may have held the lock, and is not there."""
        self._guard = threading.Lock()


def _nameless_file() -> IO[bytes]:
    """A file to lock; in memory, where the system has such files: a disk may be full."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("settle-rates"), "wb")
    return tempfile.TemporaryFile(prefix="settle-rates-")
