"""Connections and the files that a process may have open: no limit of these ends a process."""

from __future__ import annotations

import errno
import resource
import selectors
import socket
from contextlib import ExitStack

import pytest
from gunicorn.workers.gthread import ThreadWorker

from settle.app import descriptors, workers
from settle.app.descriptors import BESIDES, BY_THREAD, room_for
from settle.app.places import Places
from settle.app.workers import Worker
from tests.service.services import client_of, running

NO_LIMIT = resource.RLIM_INFINITY
THREADS = 8
BESIDE = BESIDES + BY_THREAD * THREADS

LIMITS = [
    # What holds before, whether the system lets it be raised; what holds then, the connections.
    ((4096, 4096), True, 4096, 1000),
    ((256, 4096), True, 1000 + BESIDE, 1000),
    ((256, NO_LIMIT), True, 1000 + BESIDE, 1000),
    ((NO_LIMIT, NO_LIMIT), True, NO_LIMIT, 1000),
    ((1000 + BESIDE, 1000 + BESIDE), True, 1000 + BESIDE, 1000),
    ((999 + BESIDE, 999 + BESIDE), True, 999 + BESIDE, 999),
    ((256, 512), True, 512, 512 - BESIDE),
    ((256, 4096), False, 256, 256 - BESIDE),
    ((64, 64), True, 64, 16),
]


@pytest.mark.parametrize(("before", "may_be_raised", "after", "room"), LIMITS)
def test_as_many_connections_as_there_is_room_for(
    monkeypatch, caplog, *, before, may_be_raised, after, room
):
    held = [before]

    def setrlimit(_, limits):
        if not may_be_raised:
            raise ValueError
        held.append(limits)

    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: held[-1])
    monkeypatch.setattr(descriptors.resource, "setrlimit", setrlimit)
    assert room_for(1000, THREADS) == room
    assert held[-1] == (after, before[1])
    assert len(caplog.records) == (room < 1000)
    assert all(f"at most {room} connections" in each.getMessage() for each in caplog.records)


def limited(soft, hard):
    """Called in a process before it starts."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


HELD = 300


def test_a_low_soft_limit_holds_nobody_up(tmp_path, monkeypatch):
    """More connections than files could be open before."""
    started = {"preexec_fn": limited(HELD // 2, 4096)}
    monkeypatch.setattr("tests.service.services.Service.handing", lambda _: started)
    with running(tmp_path / "book.db", workers=1) as service, ExitStack() as stack:
        service.wait_for_workers()
        pids = service.pids()
        for _ in range(HELD):
            stack.enter_context(socket.create_connection(("127.0.0.1", service.port)))
        with client_of(service) as client:
            assert client.get("/livez") == {"status": "alive"}
        assert service.pids() == pids
        assert service.errors.read_text() == ""


def test_a_low_hard_limit_is_told_once(tmp_path, monkeypatch):
    started = {"preexec_fn": limited(256, 256)}
    monkeypatch.setattr("tests.service.services.Service.handing", lambda _: started)
    with running(tmp_path / "book.db", workers=2, threads=THREADS) as service:
        with client_of(service) as client:
            assert client.get("/livez") == {"status": "alive"}
        assert service.stop() == 0
        [line] = service.errors.read_text().splitlines()
    assert f"at most {256 - BESIDE} connections" in line


class Full:
    """A worker that takes connections, where there is no room for one more."""

    def __init__(self, monkeypatch, stack, number):
        monkeypatch.setattr(ThreadWorker, "accept", self.accept)
        monkeypatch.setattr(workers, "monotonic", lambda: self.now)
        self.number, self.now = number, 100.0
        self.listener = stack.enter_context(socket.socket())
        self.worker = Worker.__new__(Worker)
        self.worker.poller = stack.enter_context(selectors.DefaultSelector())
        self.worker.places, self.worker.nr_conns = Places(), 0
        self.worker.sockets, self.worker._accepting = [self.listener], False
        self.worker.set_accept_enabled(enabled=True)

    def accept(self, _):
        raise OSError(self.number, "no room")

    def is_taking(self):
        return self.listener in {key.fileobj for key in self.worker.poller.get_map().values()}


NUMBERS = [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM]


@pytest.mark.parametrize("number", NUMBERS, ids=errno.errorcode.get)
def test_where_there_is_no_room_none_is_taken_for_a_moment(monkeypatch, number):
    with ExitStack() as stack:
        full = Full(monkeypatch, stack, number)
        full.worker.accept(full.listener)
        assert not full.is_taking()
        full.worker.set_accept_enabled(enabled=True)
        assert not full.is_taking()
        full.now += workers.REST_SECONDS
        full.worker.set_accept_enabled(enabled=True)
        assert full.is_taking()


def test_what_else_goes_wrong_is_not_hidden(monkeypatch):
    with ExitStack() as stack:
        full = Full(monkeypatch, stack, errno.EBADF)
        with pytest.raises(OSError, match="no room"):
            full.worker.accept(full.listener)
        assert full.is_taking()
