"""Restarts under load, and not one request fails.

Half of the callers open a connection for each request; the others keep theirs open, and where it is
reset they ask once more with the same key.
"""

from __future__ import annotations

import http.client
import signal
import threading
import time
from itertools import count

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import client_of, findings, recorded, running

CLIENTS = 8
GAMES = 200
PAUSE_SECONDS = 0.5
RESET = (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected)


class Caller:
    """Records games in sessions of its own until there were so many calls."""

    def __init__(self, service, name, calls, *, keeps_open):
        self.service, self.name, self.calls, self.keeps_open = service, name, calls, keeps_open
        self.failed: list[str] = []
        self.again = self.done = 0
        self.acknowledged: dict[tuple[str, int], str] = {}

    def __call__(self):
        with client_of(self.service) as client:
            for number in count():
                name = f"{self.name}-{number}"
                self._ask(client, "/v1/sessions", session(id=name, games=GAMES), name)
                for game in range(1, GAMES + 1):
                    if self.done >= self.calls:
                        return
                    path = f"/v1/sessions/{name}/rounds"
                    told = self._ask(client, path, scoops("amy>dan", game=game), f"game-{game}")
                    if told is not None:
                        self.acknowledged[name, game] = told["entry"]["hash"]

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


def rolled(path, calls):
    """Restart again and again while so many calls are made; who called, and how often it was."""
    with running(path, workers=2, threads=4) as service:
        service.wait_for_workers()
        callers = [
            Caller(service, f"s{number}", calls // CLIENTS, keeps_open=number % 2 == 0)
            for number in range(CLIENTS)
        ]
        threads = [threading.Thread(target=caller) for caller in callers]
        for thread in threads:
            thread.start()
        before, restarts = set(service.pids()), 0
        while any(thread.is_alive() for thread in threads):
            service.process.send_signal(signal.SIGHUP)
            restarts += _were_replaced(service, before)
            before = set(service.pids())
            time.sleep(PAUSE_SECONDS)
        for thread in threads:
            thread.join()
        assert service.stop() == 0
        assert service.errors.read_text() == ""
    return callers, restarts


def _were_replaced(service, before):
    """Wait until none of the processes is left."""
    until = time.monotonic() + 60
    while before & set(service.pids()):
        assert time.monotonic() < until, "the old processes did not end"
        time.sleep(0.02)
    return 1


def sound(path, callers, restarts):
    assert [caller.failed for caller in callers] == [[]] * CLIENTS
    assert restarts >= 3
    acknowledged = {}
    for caller in callers:
        acknowledged |= caller.acknowledged
    assert recorded(path) == acknowledged
    assert findings(path) == []


def test_no_request_fails_while_the_service_restarts(tmp_path):
    sound(tmp_path / "book.db", *rolled(tmp_path / "book.db", 2_000))


@pytest.mark.slow
def test_no_request_of_many_fails_while_the_service_restarts(tmp_path):
    sound(tmp_path / "book.db", *rolled(tmp_path / "book.db", 100_000))
