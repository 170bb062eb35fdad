"""What is no request at all is refused by a problem as well, and says nothing of what it held."""

from __future__ import annotations

import json
import socket

import pytest

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


@pytest.mark.parametrize(("frame", "status"), FRAMES, ids=lambda each: str(each)[:40])
def test_what_is_no_request_is_refused_by_a_problem(service, frame, status):
    head, _, body = answered(service.port, frame).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0].split()[1] == str(status)
    assert "Content-Type: application/problem+json" in lines
    assert f"Content-Length: {len(body)}" in lines
    problem = json.loads(body)
    assert (problem["status"], problem["errors"][0]["code"]) == (status, "bad_request")
    assert TOLD.encode() not in body


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
