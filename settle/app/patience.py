"""A socket of a client who may be slow: all that is waited for on it comes in time, or never."""

import errno
import socket
from time import monotonic
from typing import Any, Final

from gunicorn.http.errors import LimitRequestHeaders  # type: ignore[import-untyped]

SLOWEST_BYTES: Final = 16 * 1024
"""A second more is given for so many bytes: a batch over a poor line takes its time."""

MOST_AHEAD: Final = 64 * 1024
"""Bytes that are gathered before a thread looks at them; a head that is longer is refused."""
_HEAD_END: Final = b"\r\n\r\n"

_DRAINED_AT_ONCE: Final = 64 * 1024

MOST_UNSENT: Final = 1024 * 1024
"""Bytes of an answer that wait without a thread until they are read; for what is more one waits."""


class Patient:
    """A socket on which a request has to arrive, and an answer to go out, in time.

    It raises ConnectionResetError for a client that is too slow, as for one that has gone.
    """

    def __init__(self, own: socket.socket, seconds: int, most_ahead: int = MOST_AHEAD) -> None:
        self._own, self._seconds, self._most_ahead = own, seconds, most_ahead
        self._ahead = b""
        self._is_too_long = False
        self.unsent = bytearray()
        """What was answered and did not fit into the line yet."""
        self._until = 0.0
        self.begin()

    def begin(self) -> None:
        """A request is awaited from now on."""
        self._until = monotonic() + self._seconds

    def gather(self, before: bytes) -> bool:
        """Take what has come behind what came before; whether a thread has something to do with it.

        That is a whole head, one that is too long, or the end of what is sent. Nothing is waited
        for, and nothing is taken behind a whole head: who sends many requests at once has them
        wait on their way. Raises OSError.
        """
        if not self._ahead:
            self.begin()
        elif monotonic() > self._until:
            raise _too_slow()
        self._ahead += before
        return self._has_enough() or self._is_over() or self._has_enough()

    def _has_enough(self) -> bool:
        """Whether a head is there, or more than one may have."""
        if _HEAD_END in self._ahead:
            return True
        self._is_too_long = len(self._ahead) >= self._most_ahead
        return self._is_too_long

    def _is_over(self) -> bool:
        """Take what has come, if there is something; whether it was the end."""
        self._own.settimeout(0)
        try:
            data = self._own.recv(self._most_ahead - len(self._ahead))
        except BlockingIOError:
            return False
        self._ahead += data
        return not data

    def recv(self, size: int) -> bytes:
        """Some bytes of the request; at first all that were gathered, even if they are more.

        No more of a head that is too long: it is not waited for. Raises LimitRequestHeaders then.
        """
        if self._ahead:
            ahead, self._ahead = self._ahead, b""
            return ahead
        if self._is_too_long:
            raise LimitRequestHeaders("the head is too long")
        asked = self._own.gettimeout()
        left = self._until - monotonic()
        if left <= 0:
            raise _too_slow()
        self._own.settimeout(left if asked is None else min(asked, left))
        try:
            data = self._own.recv(size)
        except TimeoutError:
            if asked is None:
                raise _too_slow() from None
            raise
        finally:
            self._own.settimeout(asked)
        self._until += len(data) / SLOWEST_BYTES
        return data

    def drain(self) -> int:
        """Take what has come, for nobody; how much it was, 0 at the end of what is sent.

        Nothing is waited for. Raises OSError.
        """
        self._own.settimeout(0)
        return len(self._own.recv(_DRAINED_AT_ONCE))

    def sendall(self, data: bytes) -> None:
        """All bytes of an answer, or of a part of it; the last of them may stay unsent for now."""
        try:
            self.unsent += data
            self.flush()
            self._wait_for(len(self.unsent) - MOST_UNSENT)
        except OSError:
            self.unsent.clear()
            raise

    def flush(self) -> bool:
        """Send what can be sent without waiting; whether that was all. Raises OSError."""
        asked = self._own.gettimeout()
        self._own.settimeout(0)
        try:
            while self.unsent:
                del self.unsent[: self._own.send(self.unsent)]
        except BlockingIOError:
            return False
        finally:
            self._own.settimeout(asked)
        return True

    def seconds_to_send(self) -> float:
        """How long it may take until all is sent."""
        return self._seconds + len(self.unsent) / SLOWEST_BYTES

    def _wait_for(self, size: int) -> None:
        """Send so many bytes, in time."""
        if size <= 0:
            return
        asked = self._own.gettimeout()
        self._own.settimeout(self.seconds_to_send())
        try:
            self._own.sendall(self.unsent[:size])
        except TimeoutError:
            raise _too_slow() from None
        finally:
            self._own.settimeout(asked)
        del self.unsent[:size]

    def setblocking(self, flag: bool) -> None:  # noqa: FBT001 - the socket's own signature
        """As the socket's; one that was closed stays as it is."""
        if self._own.fileno() >= 0:
            self._own.setblocking(flag)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a socket has
        """Everything else is the socket's."""
        return getattr(self._own, name)


def _too_slow() -> ConnectionResetError:
    return ConnectionResetError(errno.ECONNRESET, "the client is too slow")
