"""Writers that wait at the same time share a transaction: all that they wrote, or nothing of it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from settle.store import Store, StoreUnavailable
from settle.store.lock import FileLock
from tests.store.chains import report, write_next

WRITERS = 6


class Unheard(Exception):  # noqa: N818 - what a job says no with
    """A refusal."""


@pytest.fixture
def store(filed):
    """Only those of a file share what they write."""
    return filed


@pytest.fixture
def begun(store, monkeypatch):
    """How many transactions were begun to write, counted."""
    count, writing = [0], store.writing

    def counted(*sessions):
        count[0] += 1
        return writing(*sessions)

    monkeypatch.setattr(store, "writing", counted)
    return count


def together(store, jobs):
    """Have these jobs done, all of which wait while somebody else holds the lock."""

    def told(job):
        try:
            return store.write(job)
        except Exception as error:  # noqa: BLE001 - handed to the test
            return error

    with ThreadPoolExecutor(len(jobs)) as pool:
        with FileLock(store._file_lock.path, wait_seconds=60).held():
            asked = [pool.submit(told, job) for job in jobs]
            while len(store._turns._waiting) < len(jobs):
                threading.Event().wait(0.001)
        return [each.result() for each in asked]


def written(book):
    return write_next(book, "monday").seq


def refusing(_book):
    raise Unheard


def failing(book):
    write_next(book, "monday")
    raise Unheard


def found(store):
    with store.reading() as book:
        return report(book, "monday")


def test_a_job_is_answered_with_what_it_made(store, begun):
    assert store.write(written) == 4
    assert found(store)["entries"] == 4
    assert begun == [1]


def test_who_waits_shares_a_transaction(store, begun):
    made = together(store, [written] * WRITERS)
    assert sorted(made) == [4, 5, 6, 7, 8, 9]
    assert begun == [1]
    assert found(store)["breaks"] == []


def test_a_refusal_is_its_own_and_the_others_are_stored(store, begun):
    made = together(store, [written, refusing, written, refusing])
    assert sorted(type(each).__name__ for each in made) == ["Unheard", "Unheard", "int", "int"]
    assert found(store)["entries"] == 5
    assert begun == [1]


def test_what_fails_after_it_has_written_undoes_all_and_all_are_told(store, begun):
    made = together(store, [written, failing, written])
    assert any(isinstance(each, Unheard) for each in made)
    acknowledged = [each for each in made if isinstance(each, int)]
    assert found(store)["entries"] == 3 + len(acknowledged)
    assert store.write(written) == 4 + len(acknowledged)


def test_nobody_is_answered_before_it_is_durable(store, monkeypatch):
    def full(_connection):
        raise StoreUnavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("settle.store.sqlite.Connection.commit", full)
        made = together(store, [written] * 3)
    assert [type(each) for each in made] == [StoreUnavailable] * 3
    assert found(store)["entries"] == 3


def test_who_waits_behind_one_that_was_not_served_in_time_is_told_as_well(path):
    store = Store.open(path, wait_seconds=1)
    with (
        FileLock(store._file_lock.path, wait_seconds=60).held(),
        ThreadPoolExecutor(WRITERS) as pool,
    ):
        asked = [pool.submit(store.write, written) for _ in range(WRITERS)]
        told = {type(each.exception(timeout=4)) for each in asked}
    assert told == {StoreUnavailable}
    assert store.write(written) == 4
