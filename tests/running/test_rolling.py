"""Restarts under load, and not one request fails.

Half of the callers open a connection for each request; the others keep theirs open, and where it is
reset they ask once more with the same key. Processes are replaced while the service runs, and the
whole service while the system holds its socket.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import threading
import time
from itertools import count

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import Service, client_of, findings, recorded, running

CLIENTS = 8
GAMES = 200
PAUSE_SECONDS = 0.5
LEAST = 3
"""Restarts."""
RESET = (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected)


class Caller:
    """Records games in sessions of its own, so many calls, and until all restarts are over."""

    def __init__(self, service, name, calls, over, *, keeps_open):
        self.service, self.name, self.calls, self.over = service, name, calls, over
        self.keeps_open = keeps_open
        self.failed: list[str] = []
        self.again = self.done = 0
        self.acknowledged: dict[tuple[str, int], str] = {}

    def __call__(self):
        with client_of(self.service) as client:
            for number in count():
                name = f"{self.name}-{number}"
                self._ask(client, "/v1/sessions", session(id=name, games=GAMES), name)
                for game in range(1, GAMES + 1):
                    if self.is_done() and self.over.is_set():
                        return
                    path = f"/v1/sessions/{name}/rounds"
                    told = self._ask(client, path, scoops("amy>dan", game=game), f"game-{game}")
                    if told is not None:
                        self.acknowledged[name, game] = told["entry"]["hash"]

    def is_done(self):
        return self.done >= self.calls

    def _ask(self, client, path, document, key):
        """What is answered to a call, which counts as failed where it is anything else than 201."""
        self.done += 1
        try:
            answer = self._once(client, path, document, key)
        except OSError as error:
            self.failed.append(repr(error))
            return None
        if answer.status != 201:
            self.failed.append(str(answer))
            return None
        return answer.document()

    def _once(self, client, path, document, key):
        if not self.keeps_open:
            client.close()
        try:
            return client.post(path, document, key=key)
        except RESET:
            if not self.keeps_open:
                raise
            self.again += 1
            return client.post(path, document, key=key)


def loaded(service, calls, restart, most=1000):
    """Restart again and again, three times or more, while so many calls or more are made.

    Returns who called, and how often it was restarted.
    """
    over = threading.Event()
    service.wait_for_workers()
    callers = [
        Caller(service, f"s{number}", calls // CLIENTS, over, keeps_open=number % 2 == 0)
        for number in range(CLIENTS)
    ]
    threads = [threading.Thread(target=caller) for caller in callers]
    for thread in threads:
        thread.start()
    restarts = 0
    while restarts < LEAST or (restarts < most and any(not each.is_done() for each in callers)):
        restart(service)
        restarts += 1
        time.sleep(PAUSE_SECONDS)
    over.set()
    for thread in threads:
        thread.join()
    assert service.stop() == 0
    assert service.errors.read_text() == ""
    return callers, restarts


def replace_processes(service):
    """Ask for new processes, and wait until none of the old ones is left."""
    before = set(service.pids())
    service.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + 60
    while before & set(service.pids()):
        assert time.monotonic() < until, "the old processes did not end"
        time.sleep(0.02)


def start_anew(service):
    """End the service and start it again."""
    assert service.stop() == 0
    service.start()


class AtSocket(Service):
    """A service that is handed its socket, as systemd does it."""

    def __init__(self, path, held):
        super().__init__(path, port=held.getsockname()[1])
        self.held = held

    def command(self):
        """What is started: the number of the process is known to itself only."""
        return ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh", *super().command()]

    def handing(self):
        """The socket as the first file after the standard ones."""
        return {"pass_fds": (3,), "preexec_fn": lambda: os.dup2(self.held.fileno(), 3)}


def sound(path, callers, restarts):
    assert [caller.failed for caller in callers] == [[]] * CLIENTS
    assert restarts >= LEAST
    assert all(caller.is_done() for caller in callers)
    acknowledged = {}
    for caller in callers:
        acknowledged |= caller.acknowledged
    assert recorded(path) == acknowledged
    assert findings(path) == []


def rolled(path, calls):
    with running(path, workers=2, threads=4) as service:
        sound(path, *loaded(service, calls, replace_processes))


def test_no_request_fails_while_processes_are_replaced(tmp_path):
    rolled(tmp_path / "book.db", 2_000)


@pytest.mark.slow
def test_no_request_of_many_fails_while_processes_are_replaced(tmp_path):
    rolled(tmp_path / "book.db", 100_000)


def test_no_request_fails_while_the_service_starts_anew_at_its_socket(tmp_path):
    path = tmp_path / "book.db"
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as held:
        service = AtSocket(path, held)
        service.start()
        try:
            sound(path, *loaded(service, 1_000, start_anew, most=LEAST))
        finally:
            service.end()


def test_a_process_that_is_asked_to_end_before_it_can_hear_does(tmp_path):
    """Else it would go on, and be killed with all that it has begun when the grace is over."""
    with running(tmp_path / "book.db", workers=1) as service:
        service.wait_for_workers()
        for _ in range(5):
            [old] = service.pids()
            os.kill(old, signal.SIGKILL)
            [young] = _others(service, {old})
            os.kill(young, signal.SIGTERM)
            _others(service, {old, young})


def _others(service, known):
    """The first process that is none of these, once these are gone."""
    until = time.monotonic() + 60
    while not (found := set(service.pids()) - known) or known & set(service.pids()):
        assert time.monotonic() < until, "it has not been replaced"
        time.sleep(0.02)
    return found
