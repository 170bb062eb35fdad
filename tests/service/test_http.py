"""Bytes on a socket: lengths, chunks, clients that break off. What is not whole is not stored."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import client_of

MOST = 1024 * 1024
HEAD = (
    "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {type}\r\n"
    "Authorization: Bearer {key}\r\n{more}\r\n"
)
HAND = b'{"ruleset": "tw-scoop-only", "hands": []}'


def send(service, *parts, path="/v1/score", more="", kind="application/json", hang_up=False):
    """Status and document of what is answered to these bytes, None where nothing is."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
        head = HEAD.format(path=path, type=kind, more=more, key=service.key)
        connection.sendall(head.encode())
        for part in parts:
            connection.sendall(part)
        if hang_up:
            connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as stream:
            return read_answer(stream)


def read_answer(stream):
    line = stream.readline()
    if not line:
        return None
    headers = {}
    while (header := stream.readline().strip()) != b"":
        name, _, value = header.partition(b":")
        headers[name.lower()] = value.strip()
    status = int(line.split()[1])
    if status == 100:
        return read_answer(stream)
    body = stream.read(int(headers.get(b"content-length", b"0")))
    return status, headers[b"content-type"].decode(), body


def chunked(data, size=1000):
    pieces = [data[place : place + size] for place in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in [*pieces, b""])


CHUNKED = "Transfer-Encoding: chunked\r\n"
REFUSED = "application/problem+json"


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (HAND, 422, "wrong_player_count"),
        (HAND.ljust(3000), 422, "wrong_player_count"),
        (HAND.ljust(MOST), 422, "wrong_player_count"),
        (HAND.ljust(MOST + 1), 413, "too_large"),
        (HAND.ljust(MOST * 3), 413, "too_large"),
        (HAND + b" " * (MOST - len(HAND)) + b"x", 413, "too_large"),
        (b"", 400, "malformed_json"),
    ],
    ids=["one", "many", "at the limit", "above", "far above", "a tail above", "none"],
)
@pytest.mark.parametrize("form", ["chunked", "with a length"])
def test_a_body_in_chunks_is_read_as_one_with_a_length(service, data, status, code, form):
    if form == "chunked":
        answer = send(service, chunked(data, 100_000), more=CHUNKED)
    else:
        answer = send(service, data, more=f"Content-Length: {len(data)}\r\n")
    assert answer[:2] == (status, REFUSED)
    assert json.loads(answer[2])["errors"][0]["code"] == code


def test_a_body_without_length_or_chunks(service):
    answer = send(service)
    assert answer[:2] == (411, REFUSED)


@pytest.mark.parametrize(
    "more", ["Content-Length: 5000\r\n", "Content-Length: 5000\r\nExpect: 100-continue\r\n"]
)
@pytest.mark.parametrize("kind", ["application/toml", "application/json"])
def test_a_client_that_breaks_off_has_sent_nothing(service, more, kind):
    text = b'id = "half"\nversion = 1\n' if kind.endswith("toml") else b'{"id": "half"}'
    with client_of(service) as client:
        before = client.get("/v1/rulesets")
        answer = send(service, text, path="/v1/rulesets", more=more, kind=kind, hang_up=True)
        if answer is not None:
            assert answer[0] == 400
            assert json.loads(answer[2])["errors"][0]["code"] == "incomplete_body"
        assert client.get("/v1/rulesets") == before


@pytest.mark.parametrize(
    "data", [b"zz\r\n{}\r\n0\r\n\r\n", b"5\r\n{}\r\n", b"2\r\n{}", b"-2\r\n{}\r\n0\r\n\r\n"]
)
def test_chunks_that_are_none(service, data):
    answer = send(service, data, more=CHUNKED, hang_up=True)
    assert answer is None or answer[0] == 400


@pytest.mark.parametrize(
    "more",
    [
        "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: -2\r\n",
        "Content-Length: x\r\n",
        "Content-Length: 2\r\nX: a\x00b\r\n",
    ],
)
def test_lengths_that_contradict_are_refused_before_the_application(service, more):
    answer = send(service, b"{}", more=more, hang_up=True)
    assert answer is None or answer[0] == 400


def test_a_keyed_game_whose_answer_was_lost_is_answered_the_next_time(service):
    with client_of(service) as client:
        assert client.post("/v1/sessions", session(id="lost")).status == 201
        path, document = "/v1/sessions/lost/rounds", scoops("amy>dan")
        body = json.dumps(document).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {service.key}\r\n"
            f"Idempotency-Key: once\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
                connection.sendall(head.encode() + body)
        first = client.post(path, document, key="once")
        assert (first.status, first.document()["game"]) == (201, 1)
        assert client.post(path, document, key="once") == first
        assert client.get("/v1/sessions/lost")["played"] == 1


def test_a_body_of_many_megabytes_does_not_fill_the_memory(service):
    def resident(pid):
        status = Path(f"/proc/{pid}/status").read_text()
        [line] = [each for each in status.splitlines() if each.startswith("VmHWM")]
        return int(line.split()[1])

    before = max(map(resident, service.pids()))
    piece = chunked(b" " * 8 * MOST, MOST)[:-5]
    try:
        answer = send(service, *[piece] * 8, b"0\r\n\r\n", more=CHUNKED)
    except (BrokenPipeError, ConnectionResetError):
        answer = None  # it was refused before all of it was sent
    assert answer is None or answer[0] == 413
    assert max(map(resident, service.pids())) - before < 16 * 1024


def test_two_workers_know_a_ruleset_that_one_of_them_was_given(service):
    text = (
        b'{"id": "ours", "version": 1, "extends": "tw-scoop-only@1", "region": "TW",'
        b' "title": {"en": "Ours", "zh-Hant": "x", "zh-Hans": "x"},'
        b' "summary": {"en": "Ours.", "zh-Hant": "x", "zh-Hans": "x"}}'
    )
    answer = send(service, text, path="/v1/rulesets", more=f"Content-Length: {len(text)}\r\n")
    assert answer[0] == 201, answer
    for number in range(20):  # a connection each: the workers take turns
        with client_of(service) as client:
            opening = session(id=f"ours-{number}", ruleset="ours")
            assert client.post("/v1/sessions", opening).status == 201
