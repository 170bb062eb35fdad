"""The processes that serve, as gunicorn forks them: patient with clients, but not for ever.

A connection costs a thread only once the head of a request is there, a request has to be there in
time, and whoever reads slowly is left; a body that was not wanted is not waited for. What
gunicorn's own worker waits for without end, or in its main loop, where all others wait with it, is
bounded here or done elsewhere. Nobody who was answered holds a thread.
"""

import errno
import signal
import socket
from concurrent.futures import Future
from functools import partial
from itertools import islice
from math import inf
from selectors import EVENT_READ, EVENT_WRITE
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from settle.app.framing import Strict, Unheard
from settle.app.patience import MOST_AHEAD, Patient
from settle.app.places import Places

LINGER_SECONDS: Final = 1
"""Who is told that no more is wanted has so long to hear it."""
LINGERING_SHARE: Final = 4
"""One in so many of the connections that a process may have may be of those: the eldest makes way
for the next."""
MOST_DRAINED: Final = 64 * 1024 * 1024
"""Bytes that are taken from somebody to whom all was said: most clients read no answer before they
have sent all of a body, so it is time that ends it."""

SENDING_SHARE: Final = 8
"""One in so many of the connections may have such an answer; the eldest makes way for the next."""

REST_SECONDS: Final = 0.5
"""So long no connection is taken where the machine, or this process, had no room for one more."""
_NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

ENDING_SECONDS: Final = 1
"""When the process ends, the head of a request that is on its way has so long to arrive."""

LEFT_SECONDS: Final = 0.001
MOST_LEFT: Final = 10
"""So often and so long a connection is left to a process that has fewer; it may be held up."""


class Lingering(NamedTuple):
    """A connection on which all was said: until when it is kept, and what came meanwhile."""

    until: float
    drained: int = 0


class Sending(NamedTuple):
    """A connection whose answer is on its way: until when it may be, and what was answered."""

    until: float
    done: Future[object]


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """A process of several threads."""

    places: Places
    place: int
    _left_to_others = 0
    _rests_until = 0.0
    _heads_until = inf

    def __init__(self, *how: Any) -> None:  # noqa: ANN401 - gunicorn's
        super().__init__(*how)
        self.lingering: dict[TConn, Lingering] = {}
        """Who was told that no more is wanted, the eldest first."""
        self.most_lingering = self.worker_connections // LINGERING_SHARE
        self.sending: dict[TConn, Sending] = {}
        """Who has not taken all of an answer yet, the eldest first."""
        self.most_sending = self.worker_connections // SENDING_SHARE

    def init_signals(self) -> None:
        """Hear signals from now on, also one that came since the fork."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """A round of the main loop."""
        is_taking = self.alive and self._accepting
        self.places.tell(self.nr_conns if is_taking else None)
        for conn in [conn for conn, each in self.lingering.items() if each.until <= monotonic()]:
            self._leave(conn, self.lingering)
        for conn in [conn for conn, each in self.sending.items() if each.until <= monotonic()]:
            self._leave(conn, self.sending)
        eldest = [each.until for each in islice(self.lingering.values(), 1)]
        eldest += [conn.timeout for conn in islice(self.pending_conns, 1)]
        for until in eldest:
            timeout = min(timeout, max(0, until - monotonic()))
        super().wait_for_and_dispatch_events(timeout)

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, unless another process has fewer, and takes it meanwhile."""
        if self._left_to_others < MOST_LEFT and self.places.another_has_fewer(self.nr_conns):
            self._left_to_others += 1
            sleep(LEFT_SECONDS)
            return
        self._left_to_others = 0
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in _NO_ROOM:
                raise
            # Who waits to be taken is taken later; who was taken stays.
            self._rests_until = monotonic() + REST_SECONDS
            self.set_accept_enabled(False)

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001 - gunicorn's
        """Take connections or none; none while there was no room just now."""
        super().set_accept_enabled(enabled and monotonic() >= self._rests_until)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection to a thread, once the head of a request was sent on it."""
        if not isinstance(conn.sock, Patient):
            conn.sock = Patient(conn.sock, self.app.settings.client_seconds, self._most_ahead())
            conn.sock.settimeout(0)
        else:
            before = conn.parser.unreader.take_buffered() if conn.initialized else b""
            try:
                is_there = conn.sock.gather(before)
            except OSError:
                self.nr_conns -= 1
                conn.close()
                return
            if is_there:
                super().enqueue_req(conn)
                return
        until = monotonic() + self.app.settings.client_seconds
        conn.timeout = min(until, self._heads_until)
        self.pending_conns.append(conn)
        readable = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, readable)

    def _most_ahead(self) -> int:
        """So many bytes are gathered: at the least the longest line and field that may be sent."""
        settings = self.app.settings
        longest: int = settings.request_line_bytes + 2 * settings.header_bytes
        return max(MOST_AHEAD, longest)

    def handle(self, conn: TConn) -> object:
        """Answer a request on a connection; says whether it stays open."""
        conn.sock.begin()
        return super().handle(conn)

    def handle_error(self, req: Strict | None, client: Patient, addr: Any, exc: Exception) -> None:  # noqa: ANN401 - gunicorn's
        """Answer somebody whose request was not taken, or broke something."""
        request = req or getattr(exc, "half_read", None)
        unheard = Unheard(client, request, is_told=req is not None, error=exc)
        super().handle_error(req, unheard, addr, exc)

    def finish_request(self, conn: TConn, done: Future[object]) -> None:
        """What becomes of a connection after a request."""
        if not done.exception() and conn.sock.unsent:
            self._send_on(conn, done)
        elif done.exception() or done.result():
            super().finish_request(conn, done)
        else:
            self._linger(conn)

    def _send_on(self, conn: TConn, done: Future[object]) -> None:
        """Send the rest of an answer as it is taken; neither a thread nor the main loop waits."""
        if len(self.sending) >= self.most_sending:
            self._leave(next(iter(self.sending)), self.sending)
        self.sending[conn] = Sending(monotonic() + conn.sock.seconds_to_send(), done)
        self.poller.register(conn.sock, EVENT_WRITE, partial(self._send_more, conn))

    def _send_more(self, conn: TConn, _sock: object) -> None:
        """Send what somebody takes; once that is all, go on as after any answer."""
        if conn not in self.sending:  # it made way for another one meanwhile
            return
        try:
            is_all = conn.sock.flush()
        except OSError:
            self._leave(conn, self.sending)
            return
        if is_all:
            self.poller.unregister(conn.sock)
            self.finish_request(conn, self.sending.pop(conn).done)

    def _linger(self, conn: TConn) -> None:
        """End a connection, but leave the other side the time to hear its answer.

        It would lose it if what it still sends came to a closed socket. Neither a thread nor the
        main loop waits for it.
        """
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:  # it has gone, or was closed already
            self.nr_conns -= 1
            conn.close()
            return
        if len(self.lingering) >= self.most_lingering:
            self._leave(next(iter(self.lingering)), self.lingering)
        self.lingering[conn] = Lingering(monotonic() + LINGER_SECONDS)
        self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))

    def _drain(self, conn: TConn, _sock: object) -> None:
        """Take what somebody sends who was answered; leave them at the end of it, or soon."""
        lingering = self.lingering.get(conn)
        if lingering is None:  # it made way for another one meanwhile
            return
        try:
            size = conn.sock.drain()
        except BlockingIOError:
            return
        except OSError:
            size = 0
        drained = lingering.drained + size
        self.lingering[conn] = lingering._replace(drained=drained)
        if not size or drained >= MOST_DRAINED:
            self._leave(conn, self.lingering)

    def _leave(self, conn: TConn, among: dict[TConn, Any]) -> None:
        """Close the connection to somebody who had the time to hear the answer."""
        del among[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """Wait for no more requests, neither for the next ones nor for heads: the process ends.

        A head that was just sent still arrives: whoever was taken before the end is answered.
        """
        super()._cap_keepalive(deadline)
        self._heads_until = monotonic() + ENDING_SECONDS
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, self._heads_until)

    def is_parent_alive(self) -> bool:
        """Let go of the address soon after the master was killed, also from clients that stay on.

        A worker that ends because of this still counts as alive for gunicorn: it keeps its
        connections open for as long as requests come in on them.
        """
        is_alive = bool(super().is_parent_alive())
        if not is_alive:
            self.alive = False
        return is_alive
