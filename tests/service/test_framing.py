"""What is no request at all is refused by a problem as well, and says nothing of what it held."""

from __future__ import annotations

import json
import socket
from collections import Counter
from http import HTTPStatus

import pytest

from tests.service.services import client_of, running

HOST = "Host: localhost\r\n"
TOLD = "stl_0123abcd_0123456789"

FRAMES = [
    ("GET\r\n\r\n", 400),
    ("GET /livez HTTP/9.9\r\n" + HOST + "\r\n", 400),
    ("GÉT /livez HTTP/1.1\r\n" + HOST + "\r\n", 400),
    ("GET /livez HTTP/1.1\r\n" + HOST + f"Author ization: {TOLD}\r\n\r\n", 400),
    ("GET /livez HTTP/1.1\r\n" + HOST + f"Authorization: {TOLD}\0\r\n\r\n", 400),
    ("GET /livez HTTP/1.1\r\n" + HOST + f"A: b\r\n {TOLD}\r\n\r\n", 400),
    ("GET /" + "x" * 9000 + " HTTP/1.1\r\n" + HOST + "\r\n", 414),
    ("GET /livez HTTP/1.1\r\n" + HOST + "A: " + TOLD * 1000 + "\r\n\r\n", 431),
    ("GET /livez HTTP/1.1\r\n" + HOST + "A: b\r\n" * 200 + "\r\n", 431),
    # Heads without an end.
    ("GET /" + "x" * 70_000, 414),
    ("GET /livez HTTP/1.1\r\n" + HOST + "A: " + "a" * 70_000, 431),
    ("GET /livez HTTP/1.1\r\n" + HOST + "A: b\r\n" * 12_000, 431),
    ("POST /v1/score HTTP/1.1\r\n" + HOST + "Transfer-Encoding: br\r\n\r\n", 501),
    (
        "POST /v1/score HTTP/1.1\r\n" + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n"
        "2\r\n{}\r\n0\r\n\r\n",
        501,
    ),
    ("GET /livez HTTP/1.1\r\n\r\n", 400),
    ("GET /livez HTTP/1.1\r\n" + HOST + "Idempotency-Key: a\r\nIdempotency-Key: b\r\n\r\n", 400),
    (
        "POST /v1/score HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        400,
    ),
    ("POST /v1/score HTTP/1.1\r\n" + HOST + "Expect: a miracle\r\n\r\n", 417),
]


def answered(port: int, frame: str) -> bytes:
    """Everything that comes back until the connection is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(frame.encode())
        connection.shutdown(socket.SHUT_WR)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def name_of(head: bytes) -> str:
    """The id of a request, by the head of its answer."""
    [line] = [line for line in head.decode().split("\r\n") if line.startswith("X-Request-ID: ")]
    return line.partition(": ")[2]


@pytest.mark.parametrize(("frame", "status"), FRAMES, ids=lambda each: str(each)[:40])
def test_what_is_no_request_is_refused_by_a_problem(service, frame, status):
    head, _, body = answered(service.port, frame).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"
    assert len(name_of(head)) == 16
    assert "Content-Type: application/problem+json" in lines
    assert f"Content-Length: {len(body)}" in lines
    problem = json.loads(body)
    assert (problem["status"], problem["errors"][0]["code"]) == (status, "bad_request")
    assert TOLD.encode() not in body


def test_what_is_no_request_has_an_id_and_a_line_and_is_counted(tmp_path):
    with running(tmp_path / "book.db", workers=2, log="json") as service:
        heads = [answered(service.port, frame).partition(b"\r\n\r\n")[0] for frame, _ in FRAMES]
        with client_of(service) as client:
            numbers = client.ask("GET", "/metrics").body.decode().splitlines()
        assert service.stop() == 0
        lines = [json.loads(line) for line in service.errors.read_text().splitlines()][:-1]
    # Two processes: a line is written behind its answer.
    told = {line["request"]: line for line in lines}
    assert [told[name_of(head)]["status"] for head in heads] == [status for _, status in FRAMES]
    assert len(lines) == len(FRAMES)
    assert {(line["route"], line["refused"]) for line in lines} == {("none", "bad_request")}
    assert {line["method"] for line in lines} == {"GET", "POST", "other"}
    assert all(line["ms"] >= 0 and line["at"].endswith("Z") for line in lines)
    assert TOLD not in json.dumps(lines)
    for (method, status), times in Counter(
        (line["method"], line["status"]) for line in lines
    ).items():
        labels = f'method="{method}",route="none",status="{status}"'
        assert f"settle_request_seconds_count{{{labels}}} {times}.0" in numbers
    assert f'settle_refused_total{{code="bad_request"}} {len(FRAMES)}.0' in numbers


# What follows HEAD, and how it is refused.
HEADS = [
    (" /livez HTTP/1.1\r\n\r\n", 400),
    (" /livez HTTP/9.9\r\n" + HOST + "\r\n", 400),
    (" /livez\r\n" + HOST + "\r\n", 400),
    (" /livez HTTP/1.1\r\n" + HOST + "A: b\0\r\n\r\n", 400),
    (" /" + "x" * 9000 + " HTTP/1.1\r\n" + HOST + "\r\n", 414),
    (" /" + "x" * 70_000, 414),
    (" /livez HTTP/1.1\r\n" + HOST + "A: b\r\n" * 200 + "\r\n", 431),
    (" /livez HTTP/1.1\r\n" + HOST + "Expect: a miracle\r\n\r\n", 417),
    (" /livez HTTP/1.1\r\n" + HOST + "Transfer-Encoding: br\r\n\r\n", 501),
]


@pytest.mark.parametrize(("frame", "status"), HEADS, ids=lambda each: str(each)[:40])
def test_a_head_is_refused_by_the_header_alone(service, frame, status):
    head, _, body = answered(service.port, "HEAD" + frame).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert body == b""
    as_get, _, _ = answered(service.port, "GET" + frame).partition(b"\r\n\r\n")
    assert without_id(head) == without_id(as_get)


def without_id(head):
    return [line for line in head.split(b"\r\n") if not line.startswith(b"X-Request-ID: ")]


MINE = "X-Request-ID: mine-1\r\n"
IDS = {
    "read before what is amiss": (MINE + "A: b\0\r\n", True),
    "not read any more": ("A: b\0\r\n" + MINE, False),
    "before what is not expected": (MINE + "Expect: a miracle\r\n", True),
    "of what has two keys": ("Idempotency-Key: a\r\nIdempotency-Key: b\r\n" + MINE, True),
    "in a header that is too long": (MINE + "A: b\r\n" * 200, True),
    "two": (MINE + MINE + "A: b\0\r\n", False),
    "none that is taken": ("X-Request-ID: <b>\r\nA: b\0\r\n", False),
    "another header": ("X-Request-ID: a\rB: c\r\n", False),
}


@pytest.mark.parametrize(("headers", "is_taken"), IDS.values(), ids=IDS)
def test_the_id_of_what_is_no_request(service, headers, is_taken):
    head = answered(service.port, "GET /livez HTTP/1.1\r\n" + HOST + headers + "\r\n")
    name = name_of(head.partition(b"\r\n\r\n")[0])
    assert (name == "mine-1") is is_taken
    assert is_taken or len(name) == 16


TWICE = [
    "Idempotency-Key: a\r\nIdempotency-Key: b\r\n",
    f"idempotency-key: {TOLD}\r\nX: y\r\nIDEMPOTENCY-KEY: {TOLD}\r\n",
]


@pytest.mark.parametrize("headers", TWICE, ids=ascii)
def test_two_keys_in_one_request_are_refused_by_name(service, headers):
    frame = f"POST /v1/sessions HTTP/1.1\r\n{HOST}{headers}Content-Length: 2\r\n\r\n{{}}"
    _, _, body = answered(service.port, frame).partition(b"\r\n\r\n")
    [error] = json.loads(body)["errors"]
    assert error == {
        "pointer": "",
        "code": "bad_request",
        "message": "there is more than one Idempotency-Key header; send one, with one key",
    }
