"""Several service machines on one book on a server: nothing doubled, no fork, nothing lost."""

from __future__ import annotations

import http.client
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from settle.store import Store
from tests.book.rounds import scoops, session
from tests.service.services import WAIT_SECONDS, Client, client_of, findings, recorded, running
from tests.service.test_kills import (
    CLIENTS,
    Load,
    kill_a_worker,
    kill_everything,
    kill_the_master,
)

BUSY = 503
CALLS = 12


class Patient(Load):
    """Clients that ask again where the server of the book does not answer just now."""

    may_pass = BUSY


@pytest.fixture
def machines(tmp_path, address):
    """Two services, each of several processes, on one book."""
    with ExitStack() as stack:
        started = []
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            path = tmp_path / name / "book.db"
            started.append(stack.enter_context(running(path, place=address, rate_per_minute=0)))
        # The first one that came has made the admin key.
        started[1].key = started[0].key
        yield started


def both(machines, ask):
    """What each of many clients is answered, half of them at each machine, at the same time."""

    def asked(number):
        with client_of(machines[number % 2]) as client:
            return ask(client, number)

    with ThreadPoolExecutor(CALLS) as pool:
        return list(pool.map(asked, range(CALLS)))


def test_equal_calls_at_two_machines_are_one(machines, address):
    opening = session(id="evening")
    answers = both(machines, lambda client, _: client.post("/v1/sessions", opening, key="open"))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == 1

    def record(client, number):
        return client.post("/v1/sessions/evening/rounds", scoops("amy>dan"), key=f"k{number // 4}")

    answers = both(machines, record)
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == CALLS // 4
    assert len(recorded(address)) == CALLS // 4
    assert findings(address) == []


def test_the_same_game_is_recorded_once(machines, address):
    with client_of(machines[0]) as client:
        client.post("/v1/sessions", session(id="evening"), key="open")

    def record(client, number):
        rounds = scoops("amy>dan" if number % 2 else "bob>cat", game=7, ref=f"r{number}")
        return client.post("/v1/sessions/evening/rounds", rounds, key=f"k{number}")

    statuses = sorted(answer.status for answer in both(machines, record))
    assert statuses == [201] + [409] * (CALLS - 1)
    assert [game for _, game in recorded(address)] == [7]


def test_games_that_take_the_next_number_take_each_once(machines, address):
    with client_of(machines[0]) as client:
        client.post("/v1/sessions", session(id="evening"), key="open")

    def record(client, number):
        return client.post("/v1/sessions/evening/rounds", scoops("amy>dan"), key=f"k{number}")

    games = [answer.document()["game"] for answer in both(machines, record)]
    assert sorted(games) == list(range(1, CALLS + 1))
    assert findings(address) == []


def test_sessions_that_are_opened_at_the_same_time_follow_one_another(machines, address):
    answers = both(
        machines,
        lambda client, number: client.post("/v1/sessions", session(id=f"s{number}"), key="o"),
    )
    statuses = {answer.status for answer in answers}
    # The key is that of whoever asks, and all of them ask with the same one.
    assert statuses == {201, 422}
    answers = both(
        machines,
        lambda client, number: client.post("/v1/sessions", session(id=f"t{number}"), key=None),
    )
    assert {answer.status for answer in answers} == {201}
    with Store.open(address).reading() as r:
        assert [row.opened for row in r.sessions()] == list(range(1, CALLS + 2))
    assert findings(address) == []


# --- kills ----------------------------------------------------------------------------------------


def be_ready(service):
    """Wait for an answer, which has to come without anybody's help."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        client = Client(service)
        try:
            if client.ask("GET", "/readyz").status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            client.close()
        assert time.monotonic() < until, "the service did not come back"
        time.sleep(0.02)


def kill_a_backend(service, chance):
    """Kill one of the server's own processes; it throws all others out, and recovers."""
    import psycopg  # noqa: PLC0415 - a bare machine may be without

    with psycopg.connect(service.place) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()"
        ).fetchall()
    if found:
        os.kill(chance.choice(found)[0], signal.SIGKILL)


HARMS = [kill_a_worker, kill_a_worker, kill_a_backend, kill_a_backend, kill_the_master,
         kill_everything]  # fmt: skip


def killed_at_random_moments(machines, place, moments, seed):
    chance = random.Random(seed)
    counts, harms = [], []
    with Patient(machines[0]) as first, Patient(machines[1]) as second:
        # Both send the same games under the same keys.
        for _ in range(moments):
            before = len(first.acknowledged) + len(second.acknowledged)
            time.sleep(chance.uniform(0.05, 0.4))
            harms = harms or chance.sample(HARMS, len(HARMS))
            harms.pop()(chance.choice(machines), chance)
            for each in machines:
                be_ready(each)
            counts.append(len(first.acknowledged) + len(second.acknowledged) - before)
            assert first.failures + second.failures == []
    acknowledged = first.acknowledged | second.acknowledged
    assert first.failures + second.failures == []
    found = recorded(place)
    assert acknowledged.items() <= found.items()
    assert findings(place) == []
    assert sum(counts) > moments, "there was load"
    assert len(found) - len(acknowledged) <= 2 * CLIENTS


def test_killed_at_6_moments(machines, address):
    killed_at_random_moments(machines, address, 6, seed=3)


def test_what_was_begun_is_answered_when_a_machine_is_asked_to_end(tmp_path, address):
    path = tmp_path / "book.db"
    with running(path, place=address, rate_per_minute=0) as service, Load(service) as load:
        while len(load.acknowledged) < CLIENTS:
            assert load.failures == []
            time.sleep(0.02)
        assert service.stop() == 0
    assert load.failures == []
    # Without a crash, nothing is recorded whose answer did not come.
    assert recorded(address) == load.acknowledged
    assert findings(address) == []


@pytest.mark.slow
def test_killed_at_200_moments(machines, address):
    killed_at_random_moments(machines, address, 200, seed=5)
