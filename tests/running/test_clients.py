"""Clients that send nothing, or never all of it, or do not read: they keep nobody waiting."""

from __future__ import annotations

import selectors
import signal
import socket
import time
from collections import deque
from concurrent.futures import Future
from contextlib import ExitStack, closing
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import TConn, ThreadWorker

from settle.app import patience, workers
from settle.app.patience import MOST_AHEAD, MOST_UNSENT, Patient
from settle.app.places import Places
from settle.app.workers import MOST_DRAINED, Worker
from tests.service.services import client_of, running

SECONDS = 2
LONG_SECONDS = 30
"""As good as never; a machine with much else to do may take some of it."""
THREADS = 4
HEAD = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One process of four threads that is patient for two seconds."""
    path = tmp_path_factory.mktemp("clients") / "book.db"
    with running(path, workers=1, threads=THREADS, client_seconds=SECONDS) as made:
        yield made


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """The same, patient for so long that nobody is left meanwhile, however slow the machine."""
    path = tmp_path_factory.mktemp("patient") / "book.db"
    with running(path, workers=1, threads=THREADS, client_seconds=LONG_SECONDS) as made:
        yield made


def connected(stack, service, sent=b"", *, narrow=False):
    """A connection on which something was sent; a narrow line holds little of what comes back."""
    made = stack.enter_context(socket.socket())
    made.settimeout(2 * LONG_SECONDS)
    if narrow:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    made.connect(("127.0.0.1", service.port))
    made.sendall(sent)
    return made


def took(service):
    """How long an ordinary request takes, its connection included."""
    begun = time.monotonic()
    with client_of(service) as client:
        assert client.get("/livez") == {"status": "alive"}
    return time.monotonic() - begun


def closed_after(connection, begun):
    """After how many seconds the service has closed a connection, and what it said before."""
    said = b""
    while True:
        try:
            part = connection.recv(65536)
        except ConnectionResetError:
            part = b""
        if not part:
            return time.monotonic() - begun, said
        said += part


def test_those_who_send_nothing_cost_no_thread(patient):
    with ExitStack() as stack:
        for _ in range(20 * THREADS):
            connected(stack, patient)
        assert took(patient) < LONG_SECONDS / 2


def test_those_who_send_nothing_are_left_in_time(service):
    with ExitStack() as stack:
        begun = time.monotonic()
        seconds, said = closed_after(connected(stack, service), begun)
        assert said == b""
        assert SECONDS - 0.1 <= seconds < LONG_SECONDS / 2


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /livez HT",
        HEAD,
        HEAD + b"Content-Length: 100\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["a line", "a header", "a body", "a chunk"],
)
def test_those_who_never_send_all_of_it_are_left_in_time(service, sent):
    with ExitStack() as stack:
        begun = time.monotonic()
        held = [connected(stack, service, sent) for _ in range(THREADS)]
        for connection in held:
            seconds, said = closed_after(connection, begun)
            assert seconds < LONG_SECONDS
            assert not said or b'"code":"incomplete_body"' in said
        assert took(service) < LONG_SECONDS / 2


def test_those_who_send_it_drop_by_drop_are_left_in_time(service):
    with ExitStack() as stack:
        begun = time.monotonic()
        slow = connected(stack, service, HEAD)
        while time.monotonic() - begun < LONG_SECONDS:
            try:
                slow.sendall(b"X")
            except (ConnectionResetError, BrokenPipeError):
                break
            time.sleep(0.1)
        seconds, said = closed_after(slow, begun)
        assert (said, seconds < LONG_SECONDS / 2) == (b"", True)


def test_a_long_document_over_a_poor_line_is_taken(service):
    """48 KiB in three seconds: a second more than two is given for each 16 KiB."""
    body = b'{"ruleset": "tw-scoop-only"}'.ljust(48 * 1024)
    with ExitStack() as stack:
        poor = connected(stack, service, HEAD + b"Content-Length: %d\r\n\r\n" % len(body))
        for place in range(0, len(body), 4096):
            poor.sendall(body[place : place + 4096])
            time.sleep(3 / 12)
        assert poor.recv(65536).startswith(b"HTTP/1.1 422 ")


def test_those_who_do_not_hang_up_keep_nobody_waiting(service):
    """The server waits for the other side to close, but not where all others would wait too."""
    asked = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(THREADS - 1):
            held = connected(stack, service, asked)
            assert held.recv(65536).startswith(b"HTTP/1.1 200 ")
        # In its main loop gunicorn would wait two seconds for the last of them.
        assert took(service) < 1.5


UNWANTED = b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"


def test_those_whose_body_is_not_wanted_keep_nobody_waiting(patient):
    """More of them than there are threads, and all stay on."""
    with ExitStack() as stack, client_of(patient) as client:
        held = [connected(stack, patient, UNWANTED) for _ in range(20 * THREADS)]
        assert client.get("/livez") == {"status": "alive"}
        for connection in held:
            assert connection.recv(65536).startswith(b"HTTP/1.1 401 ")
        assert client.get("/livez") == {"status": "alive"}


@pytest.mark.parametrize("megabytes", [1, 5])
def test_those_whose_long_body_is_refused_hear_so(service, megabytes):
    """As they are used to: they read an answer only once all is sent."""
    sent = b"{" * (megabytes * 1024 * 1024 + 1)
    connection = HTTPConnection("127.0.0.1", service.port, timeout=LONG_SECONDS)
    with closing(connection):
        connection.request("POST", "/v1/score", sent, {"Content-Type": "application/json"})
        assert connection.getresponse().status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


ENDLESS = [
    (HEAD + b"A: " + b"a" * MOST_AHEAD, b"HTTP/1.1 431 "),
    (b"GET /" + b"x" * MOST_AHEAD, b"HTTP/1.1 414 "),
]


@pytest.mark.parametrize(("sent", "answer"), ENDLESS, ids=["a field", "a line"])
def test_those_whose_head_is_too_long_are_answered_at_once(patient, sent, answer):
    """More of them than there are threads, and none sends the rest."""
    with ExitStack() as stack, client_of(patient) as client:
        held = [connected(stack, patient, sent) for _ in range(5 * THREADS)]
        for connection in held:
            assert connection.recv(65536).startswith(answer)
        assert client.get("/livez") == {"status": "alive"}


LIVEZ = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_many_requests_sent_at_once_are_all_answered(patient):
    """Far more than is read ahead."""
    many = 2 * MOST_AHEAD // len(LIVEZ)
    with ExitStack() as stack:
        asking = connected(stack, patient, LIVEZ * (many - 1))
        asking.sendall(LIVEZ.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        _, said = closed_after(asking, 0)
    assert said.count(b"HTTP/1.1 200 OK") == many


DOCUMENT = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n"
GREEDY = (DOCUMENT + b"\r\n") * 29 + DOCUMENT + b"Connection: close\r\n\r\n"


def test_those_who_do_not_read_cost_no_thread(patient):
    """More of them than there are threads, each with far more to read than the line holds."""
    with ExitStack() as stack, client_of(patient) as client:
        whole = client.ask("GET", "/openapi.json").body
        held = [connected(stack, patient, narrow=True) for _ in range(5 * THREADS)]
        for connection in held:
            connection.sendall(GREEDY)
        assert took(patient) < LONG_SECONDS / 2
        held[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MOST_UNSENT)
        _, said = closed_after(held[0], 0)
    heads = said.replace(whole, b"")
    assert len(said) - len(heads) == 30 * len(whole)
    assert heads.count(b"HTTP/1.1 200 OK\r\n") == heads.count(b"\r\n\r\n") == 30


AHEAD = [
    # What was read ahead before, what is sent; how much is there then, whether it is enough.
    (b"", b"", 0, False),
    (b"GET", b" / HTTP/1.1", 14, False),
    (b"", LIVEZ, len(LIVEZ), True),
    (LIVEZ, b"", len(LIVEZ), True),
    (LIVEZ, LIVEZ, len(LIVEZ), True),
    (LIVEZ[:-1], b"\n" + LIVEZ, 2 * len(LIVEZ), True),
    (b"", b"x" * (MOST_AHEAD - 1), MOST_AHEAD - 1, False),
    (b"", b"x" * (MOST_AHEAD + 1), MOST_AHEAD, True),
    (b"x" * 1000, b"x" * MOST_AHEAD, MOST_AHEAD, True),
    (b"x" * MOST_AHEAD, b"x", MOST_AHEAD, True),
]


@pytest.mark.parametrize(("before", "sent", "there", "is_enough"), AHEAD)
def test_no_more_is_read_ahead_than_one_head_may_have(before, sent, there, is_enough):
    with ExitStack() as stack:
        client, own = map(stack.enter_context, socket.socketpair())
        client.sendall(sent)
        made = Patient(own, LONG_SECONDS)
        assert made.gather(before) is is_enough
        assert not there or len(made.recv(1)) == there
        client.shutdown(socket.SHUT_WR)
        own.settimeout(LONG_SECONDS)
        left = b"".join(iter(lambda: own.recv(65536), b""))
        assert len(left) == len(before) + len(sent) - there


PARTS = {"nothing": b"", "a part of a head": HEAD, "after a request": LIVEZ + HEAD}


@pytest.mark.parametrize("sent", PARTS.values(), ids=PARTS)
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGHUP], ids=["end", "reload"])
def test_those_who_send_no_whole_head_hold_no_end_up(tmp_path, sent, name):
    """Requests that run might take longer than the test waits."""
    waits = {"client_seconds": 300, "keepalive_seconds": 300, "graceful_seconds": 300}
    path = tmp_path / "book.db"
    with running(path, workers=1, threads=THREADS, **waits) as service, ExitStack() as stack:
        service.wait_for_workers()
        [old] = service.pids()
        held = [connected(stack, service, sent) for _ in range(2 * THREADS)]
        took(service)  # they were taken before
        service.process.send_signal(name)
        for connection in held:
            _, said = closed_after(connection, 0)
            assert said.count(b"HTTP/1.1 200 OK") == sent.count(LIVEZ)
        if name is signal.SIGTERM:
            assert service.process.wait(LONG_SECONDS) == 0
        else:
            wait_until_gone(service, old)


def wait_until_gone(service, pid):
    until = time.monotonic() + LONG_SECONDS
    while pid in service.pids():
        assert time.monotonic() < until, "the old process does not end"
        time.sleep(0.05)


def test_when_the_process_ends_no_head_is_waited_for_longer(monkeypatch):
    """Also not for one of which parts still come."""
    monkeypatch.setattr(workers, "monotonic", lambda: 100.0)
    monkeypatch.setattr(Patient, "gather", lambda *_: False)
    with ExitStack() as stack:
        _, *own = map(stack.enter_context, socket.socketpair())
        made = [TConn(None, Patient(each, 1), None, None) for each in own * 3]
        for conn, timeout in zip(made, (100.5, 110.0, 120.0), strict=True):
            conn.timeout = timeout
        worker = Worker.__new__(Worker)
        worker.poller = stack.enter_context(selectors.DefaultSelector())
        worker.keepalived_conns, worker.pending_conns = deque(), deque(made[:2])
        worker.app = SimpleNamespace(settings=SimpleNamespace(client_seconds=20))
        worker._cap_keepalive(102.0)
        worker.enqueue_req(made[2])
        ends = 100 + workers.ENDING_SECONDS
        assert [conn.timeout for conn in worker.pending_conns] == [100.5, ends, ends]


class Ended:
    """A worker of which all that was answered ends, and connections of it, with their clients."""

    def __init__(self, stack, most):
        self.worker = Worker.__new__(Worker)
        self.stack = stack
        self.worker.poller = stack.enter_context(selectors.DefaultSelector())
        self.worker.lingering, self.worker.most_lingering = {}, most
        self.worker.sending, self.worker.most_sending = {}, most
        self.worker.nr_conns = 0
        self.answer, self.stays = b"", False
        self.worker.handle = self.handle

    def handle(self, conn):
        """What a thread does."""
        conn.sock.sendall(self.answer)
        return self.stays

    def answered(self):
        """A connection on which a request was answered, and the client's end of it."""
        client, own = map(self.stack.enter_context, socket.socketpair())
        conn = TConn(None, Patient(own, 1), None, None)
        self.worker.nr_conns += 1
        done = Future()
        done.set_result(self.worker.handle(conn))
        assert own.fileno() >= 0, "a thread has waited for the client"
        self.worker.finish_request(conn, done)
        return conn, client

    def go_on(self):
        """What the main loop does when clients have sent something."""
        for key, _ in self.worker.poller.select(0):
            key.data(key.fileobj)

    def is_open(self, conn):
        return conn.sock.fileno() >= 0


@pytest.fixture
def ended():
    with ExitStack() as stack:
        yield Ended(stack, most=3)


def test_no_more_than_so_many_linger_and_the_eldest_makes_way(ended):
    conns = [ended.answered()[0] for _ in range(5)]
    assert [ended.is_open(conn) for conn in conns] == [False, False, True, True, True]
    assert list(ended.worker.lingering) == conns[2:]
    assert ended.worker.nr_conns == 3


SENT = [
    # What is sent, whether the client ends, whether it is heard out.
    ([], False, True),
    ([b"{}"] * 5, False, True),
    ([], True, False),
    ([b"{}"], True, False),
    ([b"x" * 64_000] * (MOST_DRAINED // 64_000), False, True),
    ([b"x" * 64_000] * (MOST_DRAINED // 64_000 + 1), False, False),
]


@pytest.mark.parametrize(("parts", "ends", "stays"), SENT)
def test_who_lingers_is_left_when_all_is_said_or_too_much(ended, parts, ends, stays):
    conn, client = ended.answered()
    assert client.recv(1) == b""
    for part in parts:
        client.sendall(part)
        ended.go_on()
    if ends:
        client.close()
        ended.go_on()
    ended.go_on()
    assert ended.is_open(conn) is stays
    assert ended.worker.nr_conns == int(stays)


LONG = bytes(range(256)) * (MOST_UNSENT // 256)
"""More than the line holds, and less than a thread waits for."""


def read_all(ended, client, size):
    """What a client reads while the main loop goes on."""
    read = b""
    while len(read) < size:
        read += client.recv(65536)
        ended.go_on()
    return read


@pytest.mark.parametrize("times", [1, 3])
def test_the_rest_of_an_answer_is_sent_without_a_thread(ended, times):
    ended.answer = LONG
    conns = [ended.answered() for _ in range(times)]
    assert list(ended.worker.sending) == [conn for conn, _ in conns]
    for conn, client in conns:
        assert read_all(ended, client, len(LONG)) == LONG
        assert conn not in ended.worker.sending
        assert conn in ended.worker.lingering
        assert client.recv(1) == b""
    assert ended.worker.nr_conns == times


def test_after_the_rest_of_an_answer_the_connection_stays_where_it_may(ended, monkeypatch):
    kept = []
    monkeypatch.setattr(ThreadWorker, "finish_request", lambda _, *each: kept.append(each))
    ended.answer, ended.stays = LONG, True
    conn, client = ended.answered()
    assert kept == []
    read_all(ended, client, len(LONG))
    [(kept_conn, done)] = kept
    assert (kept_conn, done.result()) == (conn, True)


def test_no_more_than_so_many_have_answers_unsent_and_the_eldest_makes_way(ended):
    ended.answer = LONG
    conns = [ended.answered()[0] for _ in range(5)]
    assert [ended.is_open(conn) for conn in conns] == [False, False, True, True, True]
    assert (list(ended.worker.sending), ended.worker.nr_conns) == (conns[2:], 3)


def test_who_reads_no_answer_is_left_in_time(ended, monkeypatch):
    ended.answer = LONG
    conn, _ = ended.answered()
    until = ended.worker.sending[conn].until
    ended.worker.places, ended.worker.alive = Places(), False
    ended.worker.pending_conns = deque()
    for now, is_open in [(until - 1, True), (until, False)]:
        monkeypatch.setattr(workers, "monotonic", lambda now=now: now)
        ended.worker.wait_for_and_dispatch_events(0)
        assert ended.is_open(conn) is is_open
    assert (ended.worker.sending, ended.worker.nr_conns) == ({}, 0)


def test_who_goes_amid_an_answer_is_left(ended):
    ended.answer = LONG
    conn, client = ended.answered()
    client.close()
    ended.go_on()
    assert not ended.is_open(conn)
    assert (ended.worker.sending, ended.worker.nr_conns) == ({}, 0)


def test_a_thread_waits_for_what_is_far_too_long_but_not_for_ever(monkeypatch):
    monkeypatch.setattr(patience, "SLOWEST_BYTES", 1 << 40)
    with ExitStack() as stack:
        _, own = map(stack.enter_context, socket.socketpair())
        made = Patient(own, 0.01)
        with pytest.raises(ConnectionResetError):
            made.sendall(bytes(MOST_UNSENT + MOST_AHEAD * 64))
        assert not made.unsent


def test_who_has_gone_is_not_waited_for(ended, monkeypatch):
    monkeypatch.setattr(Patient, "shutdown", gone, raising=False)
    conn, _ = ended.answered()
    assert not ended.is_open(conn)
    assert (ended.worker.nr_conns, ended.worker.lingering) == (0, {})


def gone(*_):
    raise OSError


def connections(service):
    """How many connections each of the processes has open."""
    port = f"{service.port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    own = {f"socket:[{line[9]}]" for line in lines if line[1].endswith(port) and line[3] == "01"}
    return [
        sum(str(each.readlink()) in own for each in Path(f"/proc/{pid}/fd").iterdir())
        for pid in service.pids()
    ]


def test_those_who_stay_are_spread_over_the_processes(tmp_path):
    with running(tmp_path / "book.db", workers=2, threads=THREADS) as service, ExitStack() as stack:
        service.wait_for_workers()
        for _ in range(20):
            client = stack.enter_context(client_of(service))
            assert client.get("/livez") == {"status": "alive"}
        assert connections(service) == [10, 10]
