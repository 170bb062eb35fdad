"""Killed at any moment under load: what was acknowledged is there, and the next start works."""

from __future__ import annotations

import http.client
import os
import random
import signal
import threading
import time

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import WAIT_SECONDS, Client, client_of, findings, recorded, running

CLIENTS = 6
GAMES = 200


class Load:
    """Clients that record games, one after the other, and remember what was acknowledged."""

    may_pass = None
    """What is answered where the same may be sent again."""

    def __init__(self, service):
        self.service = service
        self.acknowledged = {}
        self.failures = []
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._guarded, args=(number,)) for number in range(CLIENTS)
        ]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _guarded(self, number):
        try:
            with client_of(self.service) as client:
                self._record(client, number)
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.failures.append(error)

    def _record(self, client, number):
        for place in range(1_000_000):
            evening, game = divmod(place, GAMES)
            name = f"client{number}-{evening}"
            if game == 0:
                opening = session(id=name, games=GAMES)
                if self._sent(client, "/v1/sessions", opening, f"open-{name}") is None:
                    return
            document = scoops("amy>dan" if game % 2 else "bob>cat", ref=f"game {game}")
            answer = self._sent(client, f"/v1/sessions/{name}/rounds", document, f"game-{game}")
            if answer is None:
                return
            self.acknowledged[name, answer["game"]] = answer["entry"]["hash"]

    def _sent(self, client, path, document, key):
        """What is acknowledged at last, sent again for as long as it takes; None at the end."""
        while not self._over.is_set():
            try:
                answer = client.post(path, document, key=key)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if answer.status == self.may_pass:
                time.sleep(0.02)
                continue
            assert answer.status == 201, answer
            return answer.document()
        return None


def be_ready(service):
    """Wait for an answer, which has to come without anybody's help."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        client = Client(service)
        try:
            assert client.get("/readyz")["status"] == "ready"
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < until, "the service did not come back"
            time.sleep(0.02)
        else:
            return
        finally:
            client.close()


def kill_a_worker(service, chance):
    service.wait_for_workers()
    os.kill(chance.choice(service.pids()), signal.SIGKILL)


def kill_the_master(service, _chance):
    service.kill_master()
    service.start()


def kill_everything(service, _chance):
    service.kill_all()
    service.start()


def killed_at_random_moments(tmp_path, moments, seed):
    chance = random.Random(seed)
    harms = [kill_a_worker] * 6 + [kill_the_master] + [kill_everything] * 3
    path = tmp_path / "book.db"
    counts = []
    with running(path, workers=3, threads=4) as service:
        with Load(service) as load:
            for _ in range(moments):
                before = len(load.acknowledged)
                time.sleep(chance.uniform(0, 0.3))
                chance.choice(harms)(service, chance)
                be_ready(service)
                counts.append(len(load.acknowledged) - before)
                assert load.failures == []
        assert load.failures == []
        assert service.stop() == 0
    assert load.acknowledged.items() <= recorded(path).items()
    assert findings(path) == []
    assert sum(counts) > moments, "there was load"
    # What stands there without having been told is at most what was under way at the end.
    assert len(recorded(path)) - len(load.acknowledged) <= CLIENTS


def test_killed_at_20_moments(tmp_path):
    killed_at_random_moments(tmp_path, 20, seed=3)


@pytest.mark.slow
def test_killed_at_500_moments(tmp_path):
    killed_at_random_moments(tmp_path, 500, seed=5)


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_what_was_begun_is_answered_when_the_service_is_asked_to_end(tmp_path, name):
    path = tmp_path / "book.db"
    with running(path, workers=2, threads=4) as service:
        with Load(service) as load:
            time.sleep(0.5)
            assert service.stop(name) == 0
            acknowledged = len(load.acknowledged)
        assert service.errors.read_text() == ""
    assert acknowledged > 0
    # Without a crash, nothing is recorded whose answer did not come.
    assert recorded(path) == load.acknowledged
    assert findings(path) == []
