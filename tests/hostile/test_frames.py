"""What is sent to the server itself: lengths that contradict each other, bodies without an end.

Each request carries another one behind it, as an attacker would smuggle it past a proxy that
believes another of the lengths. Nothing of it may be answered as a request of its own.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from pathlib import Path

import pytest

from tests.book.rounds import session
from tests.service.services import client_of, running

PATIENT_SECONDS = 30
HASTY_SECONDS = 1
MIB = 1024 * 1024
SMUGGLED = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = "POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
CHUNK = "2\r\n{}\r\n0\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One process that is patient, of a book with a session."""
    path = tmp_path_factory.mktemp("frames") / "book.db"
    with running(path, workers=1, threads=2, client_seconds=PATIENT_SECONDS) as made:
        with client_of(made) as client:
            assert client.post("/v1/sessions", session()).status == 201
        yield made
        assert made.errors.read_text() == ""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """One that is patient for a second."""
    path = tmp_path_factory.mktemp("hasty") / "book.db"
    with running(path, workers=1, threads=2, client_seconds=HASTY_SECONDS) as made:
        yield made
        assert made.errors.read_text() == ""


FRAMES = {
    "two lengths": HEAD + "Content-Length: 2\r\nContent-Length: 50\r\n\r\n{}",
    "the same length twice": HEAD + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "two lengths in one": HEAD + "Content-Length: 2, 50\r\n\r\n{}",
    "a length with a sign": HEAD + "Content-Length: +2\r\n\r\n{}",
    "a length below zero": HEAD + "Content-Length: -1\r\n\r\n{}",
    "a length in hexadecimal": HEAD + "Content-Length: 0x2\r\n\r\n{}",
    "a length with a low line": HEAD + "Content-Length: 0_2\r\n\r\n{}",
    "a length that is none": HEAD + "Content-Length: two\r\n\r\n{}",
    "a length of many digits": HEAD + "Content-Length: " + "9" * 5000 + "\r\n\r\n{}",
    "a length and chunks": HEAD + "Content-Length: 2\r\n" + CHUNKED + "\r\n" + CHUNK,
    "chunks and a length": HEAD + CHUNKED + "Content-Length: 50\r\n\r\n" + CHUNK,
    "chunks twice": HEAD + CHUNKED + CHUNKED + "\r\n" + CHUNK,
    "chunks, then nothing": HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNK,
    "chunks by another name": HEAD + "Transfer-Encoding: xchunked\r\n\r\n" + CHUNK,
    "chunks behind a space": HEAD + "Transfer-Encoding : chunked\r\n\r\n" + CHUNK,
    "chunks in HTTP 1.0": HEAD.replace("1.1", "1.0") + CHUNKED + "\r\n" + CHUNK,
    "a chunk of no size": HEAD + CHUNKED + "\r\nxyz\r\n{}\r\n0\r\n\r\n",
    "a chunk below zero": HEAD + CHUNKED + "\r\n-2\r\n{}\r\n0\r\n\r\n",
    "a chunk with a prefix": HEAD + CHUNKED + "\r\n0x2\r\n{}\r\n0\r\n\r\n",
    "a chunk that is longer": HEAD + CHUNKED + "\r\n1\r\n{}\r\n0\r\n\r\n",
    "a chunk of many digits": HEAD + CHUNKED + "\r\n" + "f" * 5000 + "\r\n{}\r\n0\r\n\r\n",
    "lines without their first half": (HEAD + "Content-Length: 2\r\n\r\n{}").replace("\r\n", "\n"),
    "half a line inside a header": HEAD + "X: a\rContent-Length: 50\r\nContent-Length: 2\r\n\r\n{}",
    "a zero in a header": HEAD + "X: a\0b\r\nContent-Length: 2\r\n\r\n{}",
    "a zero in a key": HEAD + "Idempotency-Key: a\0b\r\nContent-Length: 2\r\n\r\n{}",
    "a low line in a name": HEAD + "Content_Length: 50\r\nContent-Length: 2\r\n\r\n{}",
    "a folded header": HEAD + "X: a\r\n Content-Length: 50\r\nContent-Length: 2\r\n\r\n{}",
    "two hosts": HEAD + "Host: evil.example\r\nContent-Length: 2\r\n\r\n{}",
    "another host in the address": HEAD.replace(" /v1", " http://evil.example/v1")
    + "Content-Length: 2\r\n\r\n{}",
}


def answered(port: int, frame: bytes) -> bytes:
    """Everything that comes back until the connection is closed."""
    parts = []
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        try:
            connection.sendall(frame)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                parts.append(part)
        except (ConnectionResetError, BrokenPipeError):
            pass  # it is left where it says what nobody listens to
    return b"".join(parts)


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_nothing_is_smuggled(service, frame):
    before = stored(service)
    said = answered(service.port, (frame + SMUGGLED).encode("latin-1"))
    statuses = re.findall(rb"HTTP/1\.1 (\d+) ", said)
    # Either there is no request, or the first is one and what follows it is another.
    assert statuses in ([b"400"], [b"501"], [b"411"], [b"422", b"200"]), said
    is_plain = frame in (FRAMES["a low line in a name"], FRAMES["another host in the address"])
    assert is_plain or len(statuses) == 1, said
    if len(statuses) == 1:
        head, _, body = said.partition(b"\r\n\r\n")
        assert b"application/problem+json" in head
        assert json.loads(body)["status"] == int(statuses[0])
    assert stored(service) == before


HOST = {
    "zh-Hant-TW": "標頭裡的 Host 少了、重複了，或寫得不對",
    "zh-Hans": "标头里的 Host 少了、重复了，或写得不对",
    "en": "the header field Host is missing, is there twice, or says what it may not",
}
LENGTH = HOST["en"].replace("Host", "Content-Length")
KEYS = "標頭裡的 Idempotency-Key 不只一個；請只送一個，裡面一個值"
TAIWAN = "Accept-Language: zh-TW\r\n"
TOLD = [
    ("", TAIWAN + "Host: b", "zh-Hant-TW", HOST["zh-Hant-TW"]),
    ("?lang=zh-Hans", TAIWAN + "Host: b", "zh-Hans", HOST["zh-Hans"]),
    ("?a=1&lang=x&b", "Accept-Language: zh-SG;q=0.5, fr\r\nHost: b", "zh-Hans", HOST["zh-Hans"]),
    # What comes behind the fault was not read.
    ("", "Host: b\r\n" + TAIWAN, "en", HOST["en"]),
    ("", "Content-Length: 2\r\nContent-Length: 50", "en", LENGTH),
    ("", "Content-Length: 2\r\n" + CHUNKED, "en", LENGTH),
    ("", TAIWAN + "stl_0123abcd secret: 1", "zh-Hant-TW", '這個請求不合格式（"Bad Request"）'),
    ("", TAIWAN + "Idempotency-Key: a\r\nIdempotency-Key: b", "zh-Hant-TW", KEYS),
    ("", TAIWAN + "Transfer-Encoding: gzip, chunked", "zh-Hant-TW",
     '這個請求不合格式（"Not Implemented"）'),
]  # fmt: skip


@pytest.mark.parametrize(("query", "fields", "language", "message"), TOLD)
def test_what_is_no_request_is_told_in_a_language(service, query, fields, language, message):
    """And by the name of a field that cannot be a secret."""
    head = HEAD.replace("/v1/score", f"/v1/score{query}") + fields.strip()
    said = answered(service.port, f"{head}\r\n\r\n".encode())
    head, _, body = said.partition(b"\r\n\r\n")
    assert f"Content-Language: {language}".encode() in head.split(b"\r\n")
    told = json.loads(body)
    assert (told["detail"], told["errors"][0]["code"]) == (message, "bad_request")
    assert "secret" not in said.decode()


NOT_HEEDED = {
    "another root": "SCRIPT_NAME: /x",
    "another root that fits": "SCRIPT_NAME: /livez",
    "a root in another case": "script_name: /livez",
    "another path": "PATH_INFO: /v1/keys",
    "somebody": "REMOTE_USER: admin",
    "another address": "REMOTE_ADDR: 10.0.0.1",
    "another scheme": "X-Forwarded-Proto: https",
    "a scheme by another name": "X-Forwarded-Ssl: on",
    "schemes that contradict each other": "X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off",
    "a prefix": "X-Forwarded-Prefix: /x",
    "another host": "X-Forwarded-Host: evil.example",
    "all of it": "Forwarded: for=10.0.0.1;proto=https;host=evil.example",
    "another protocol": "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade",
}
"""What a server may take from a proxy, and from anybody on the same machine."""


@pytest.mark.parametrize("path", ["/livez", "/?lang=en", "/nowhere"])
@pytest.mark.parametrize("headers", NOT_HEEDED.values(), ids=NOT_HEEDED)
def test_what_is_not_heeded(service, path, headers):
    """The answer is the same, also whether its cookies are for https only."""
    lines = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: one\r\n"
    usual = answered(service.port, (lines + "\r\n").encode())
    said = answered(service.port, (lines + headers + "\r\n\r\n").encode())
    assert without_dates(said) == without_dates(usual)


def without_dates(said: bytes) -> list[bytes]:
    return re.sub(rb"(Date: |Expires=)[^;\r]+", b"", said).split(b"\r\n")


PROXIED = [
    (0, "https", False),
    (1, "https", True),
    (1, "http", False),
    (1, "HTTPS", True),
    (1, "wss", False),
    # What stands before may be made up by who asks the proxy.
    (1, "https, http", False),
    (1, "http, https", True),
    (2, "http, https, http", True),
    # Most proxies put theirs in place of others.
    (2, "https", True),
]


@pytest.mark.parametrize(("proxies", "scheme", "is_https"), PROXIED)
def test_a_stated_proxy_says_by_which_scheme_it_was_asked(tmp_path, proxies, scheme, is_https):
    lines = f"GET /?lang=en HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: {scheme}\r\n\r\n"
    with running(tmp_path / "book.db", workers=1, threads=1, proxies=proxies) as behind:
        said = answered(behind.port, lines.encode())
    [cookie] = [line for line in said.split(b"\r\n") if line.startswith(b"Set-Cookie: ")]
    assert (b"; Secure" in cookie) is is_https


def stored(service):
    with client_of(service) as client:
        return client.get("/v1/sessions")


def peak(service) -> int:
    """The most memory that the worker has had, in bytes."""
    [pid] = service.pids()
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) * 1024


def posting(service, path: str, more: bytes, kind: str = "application/json") -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {service.key}"]
    return "\r\n".join([*lines, f"Content-Type: {kind}", ""]).encode() + more


CHUNKS = b"Transfer-Encoding: chunked"
CHUNK_64K = b"10000\r\n" + b" " * 65536 + b"\r\n"
# Path, the length that is told, what is sent, how often, the status.
LARGE = {
    "chunks without an end": ("/v1/score", CHUNKS, CHUNK_64K, 400, 413),
    "a length of gigabytes": ("/v1/score", b"Content-Length: 9999999999", b"{}", 1, 413),
    "deep lists": ("/v1/score", b"Content-Length: 1000000", b"[" * 1_000_000, 1, 400),
    "many hands": ("/v1/score", b"Content-Length: 900000", b"[{}" + b",{}" * 299_999, 1, 413),
    "a key without an end": ("/v1/rulesets", b"Content-Length: 1000000", b"a." * 500_000, 1, 400),
    "a batch": (
        "/v1/sessions/s1/rounds:batch", b"Content-Length: 15000000", b"{}," * 5_000_000, 1, 413,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LARGE.values(), ids=LARGE)
def test_memory_is_bounded(service, case):
    path, length, body, times, status = case
    before, entries = peak(service), stored(service)
    kind = "application/toml" if path == "/v1/rulesets" else "application/json"
    head = posting(service, path, length + b"\r\n\r\n", kind)
    said = answered(service.port, head + body * times)
    # Who goes on sending while it is refused may not get to hear it.
    assert said.split(b" ", 2)[1:2] == [str(status).encode()] or (times > 1 and not said)
    # What was read of it, and as much again where it was decoded and taken apart.
    assert peak(service) - before < 64 * MIB
    assert stored(service) == entries


def connected(service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=20)


def heard(connection: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(connection)
    response.begin()
    response.read()
    return response


def test_half_a_head_keeps_nobody_waiting(service):
    """More of them than there are threads; each is answered once its head is whole."""
    half, rest = SMUGGLED[:30].encode(), SMUGGLED[30:].encode()
    with connected(service) as one, connected(service) as two, connected(service) as three:
        for each in (one, two, three):
            each.sendall(half)
        begun = time.monotonic()
        assert answered(service.port, SMUGGLED.encode()).startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - begun < PATIENT_SECONDS / 2
        for each in (one, two, three):
            each.sendall(rest)
            assert heard(each).status == 200


def test_half_a_head_may_stand_behind_a_request(service):
    """As it may come behind the body of the first one, which is read ahead."""
    half, rest = SMUGGLED[:30].encode(), SMUGGLED[30:].encode()
    with connected(service) as connection:
        connection.sendall(HEAD.encode() + b"Content-Length: 2\r\n\r\n{}" + half)
        assert heard(connection).status == 422
        begun = time.monotonic()
        assert answered(service.port, SMUGGLED.encode()).startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - begun < PATIENT_SECONDS / 2
        connection.sendall(rest)
        assert heard(connection).status == 200


@pytest.mark.parametrize("how", ["Content-Length: 500\r\n", CHUNKED])
def test_a_body_that_is_not_wanted_is_not_waited_for(service, how):
    begun = time.monotonic()
    with connected(service) as connection:
        head = HEAD.replace("/v1/score", "/v1/sessions")
        connection.sendall((head + how + "\r\n").encode())
        response = heard(connection)
        assert (response.status, response.headers["Connection"]) == (401, "close")
        assert connection.recv(65536) == b""
    assert time.monotonic() - begun < PATIENT_SECONDS / 2


@pytest.mark.parametrize("head", [True, False], ids=["head", "body"])
def test_who_sends_slowly_is_left(hasty, head):
    """A byte now and then keeps nobody busy: the time is for the whole request."""
    begun = time.monotonic()
    with connected(hasty) as connection:
        more = b"X:" if head else b"Content-Length: 1000\r\n\r\n"
        connection.sendall(posting(hasty, "/v1/score", more))
        try:
            while time.monotonic() - begun < PATIENT_SECONDS:
                connection.sendall(b" ")
                time.sleep(0.2)
        except (ConnectionResetError, BrokenPipeError):
            pass
    assert time.monotonic() - begun < PATIENT_SECONDS / 2


def test_afterwards_everything_is_as_it_was(service):
    with client_of(service) as client:
        assert client.get("/livez") == {"status": "alive"}
        assert client.get("/readyz")["status"] == "ready"
        assert client.get("/v1/sessions/s1")["state"] == "open"
