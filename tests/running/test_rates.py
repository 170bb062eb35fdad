"""How often somebody may call: by hand on a clock that stands, and from several processes."""

from __future__ import annotations

import multiprocessing
import threading

import pytest

from settle.watching import Rates
from settle.watching.rates import PLACES, ROWS

SECOND = 10**9


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.now = 5 * SECOND

    def __call__(self):
        return self.now

    def go(self, seconds):
        self.now += int(seconds * SECOND)


@pytest.fixture
def clock():
    return Clock()


def test_a_burst_then_one_by_one(clock):
    # 60 a minute are one a second, three of them at once.
    rates = Rates(60, 3, clock)
    assert [rates.wait_seconds("amy") for _ in range(5)] == [0, 0, 0, 1, 1]
    clock.go(0.5)
    assert rates.wait_seconds("amy") == 1
    clock.go(0.5)
    assert [rates.wait_seconds("amy") for _ in range(2)] == [0, 1]
    clock.go(2)
    assert [rates.wait_seconds("amy") for _ in range(3)] == [0, 0, 1]
    clock.go(3600)
    assert [rates.wait_seconds("amy") for _ in range(4)] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("per_minute", "wait"),
    [(1, 60), (6, 10), (7, 9), (60, 1), (61, 1), (600, 1), (1_000_000, 1)],
)
def test_it_is_told_when_to_come_again(clock, per_minute, wait):
    rates = Rates(per_minute, 1, clock)
    assert [rates.wait_seconds("amy") for _ in range(2)] == [0, wait]
    clock.go(wait)
    assert rates.wait_seconds("amy") == 0


def test_whoever_was_refused_does_not_wait_longer_for_it(clock):
    rates = Rates(60, 1, clock)
    assert [rates.wait_seconds("amy") for _ in range(100)] == [0] + [1] * 99
    clock.go(1)
    assert rates.wait_seconds("amy") == 0


def test_everybody_has_calls_of_their_own(clock):
    rates = Rates(60, 1, clock)
    callers = [f"address:10.0.{number // 256}.{number % 256}" for number in range(5000)]
    assert {rates.wait_seconds(caller) for caller in callers} == {0}
    assert {rates.wait_seconds(caller) for caller in callers} == {1}


def test_of_too_many_callers_some_are_forgotten_and_nobody_is_held_back_for_another(clock):
    rates = Rates(60, 1, clock)
    callers = range(2 * ROWS * PLACES)
    assert {rates.wait_seconds(str(caller)) for caller in callers} == {0}


def test_who_has_called_most_is_forgotten_last(clock):
    rates = Rates(60, 10, clock)
    assert [rates.wait_seconds("amy") for _ in range(10)] == [0] * 10
    for caller in range(4 * ROWS * PLACES):
        rates.wait_seconds(f"other {caller}")
    assert rates.wait_seconds("amy") == 1


def _calls(rates, count, told):
    told.put(sum(rates.wait_seconds("amy") == 0 for _ in range(count)))


def test_several_processes_and_threads_share_one_limit(clock):
    rates, told = Rates(60, 500, clock), multiprocessing.get_context("fork").SimpleQueue()
    fork = multiprocessing.get_context("fork")
    others = [fork.Process(target=_calls, args=(rates, 400, told)) for _ in range(3)]
    for other in others:
        other.start()
    threads = [threading.Thread(target=_calls, args=(rates, 400, told)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for each in (*threads, *others):
        each.join()
    assert sum(told.get() for _ in range(6)) == 500
