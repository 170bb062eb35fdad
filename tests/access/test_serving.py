"""The first start of a service: its admin key, shown once; links on a terminal; phones."""

from __future__ import annotations

import http.client
import json
import os
import pty
import re
import signal
import socket
import stat
import subprocess
import sys
import time

from settle.access.first import admin_key_path
from tests.service.services import ENVIRONMENT, Service, client_of, running

KEY = re.compile(r"stl_[0-9a-f]{8}_[A-Za-z0-9_-]{43}")
ADMIN_LINE = "The admin key, shown this once: "


def shown_on_a_terminal(path) -> str:
    """What a person sees who starts the service, up to the last line."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "settle", "serve", "--port", "0", "--workers", "1", "--db", path],
        stdout=theirs, stderr=subprocess.DEVNULL, env=ENVIRONMENT, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    seen, until = b"", time.monotonic() + 60
    while b"Ctrl-C ends it." not in seen:
        assert time.monotonic() < until, seen
        seen += os.read(ours, 65536)
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    os.close(ours)
    return seen.decode()


def test_on_a_terminal_the_admin_key_is_shown_the_first_time_only(tmp_path):
    path = tmp_path / "book.db"
    first = shown_on_a_terminal(path)
    [line] = [line for line in first.splitlines() if line.startswith(ADMIN_LINE)]
    assert KEY.fullmatch(line.removeprefix(ADMIN_LINE).strip())
    assert not admin_key_path(path).exists()
    second = shown_on_a_terminal(path)
    assert KEY.search(second) is None
    for seen in (first, second):
        assert re.search(r"once: http://127\.0\.0\.1:\d+/join/[A-Za-z0-9_-]{43}\s", seen)
        assert "█▀" in seen


def test_elsewhere_it_is_in_a_file_that_only_its_owner_reads(tmp_path):
    path = tmp_path / "book.db"
    service = Service(path)
    service.start()
    try:
        service.wait_for_workers()
        place = admin_key_path(path)
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert KEY.fullmatch(place.read_text().strip())
        with client_of(service) as client:
            assert client.get("/v1/keys")["keys"][0]["scope"] == "admin"
        told = service.rest()
        assert f"  key      of the admin, for its owner only: {place}\n" in told
        assert KEY.search(told) is None
        assert KEY.search(service.errors.read_text()) is None
    finally:
        service.end()
    place.write_text("mine")
    with running(path) as service:
        assert place.read_text() == "mine", "the second start makes no key"
        assert str(place) not in service.rest()


def test_a_key_that_is_revoked_at_the_command_line_is_out_at_once(tmp_path):
    path = tmp_path / "book.db"
    with running(path) as service, client_of(service) as client:
        key = service.key
        assert client.ask("GET", "/v1/sessions").status == 200
        revoke = [sys.executable, "-m", "settle", "keys", "revoke", key[4:12], "--db", path]
        subprocess.run(revoke, env=ENVIRONMENT, check=True, capture_output=True)
        for _ in range(4):  # each worker
            with client_of(service) as other:
                assert other.ask("GET", "/v1/sessions").status == 401


def test_phones_at_the_table(tmp_path):
    """Another address than loopback only with a public one, and then nothing is open to it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "settle", "serve", "--host", "0.0.0.0", "--port", str(port)]  # noqa: S104
    command += ["--db", str(tmp_path / "book.db")]
    refused = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "--public-url" in refused.stderr
    assert not (tmp_path / "book.db").exists()
    with subprocess.Popen(
        [*command, "--public-url", f"http://table.example:{port}"],
        env=ENVIRONMENT, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            told = [process.stdout.readline() for _ in range(5)]
            assert told[0] == f"Settle listens at http://0.0.0.0:{port}\n"
            assert told[4] == f"  others   reach it at http://table.example:{port}\n"
            round_ = {"ruleset": "tw-scoop-only", "hands": []}
            for name, status in (("table.example", 401), ("elsewhere.example", 421)):
                assert _asked(port, name, round_) == status
        finally:
            process.send_signal(signal.SIGTERM)


def _asked(port: int, host: str, document: object) -> int:
    """The status of a round scored without a key, asked for by a name."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Host": f"{host}:{port}", "Content-Type": "application/json"}
    connection.request("POST", "/v1/score", json.dumps(document), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_on_this_machine_scoring_is_open(tmp_path):
    with running(tmp_path / "book.db") as service:
        assert _asked(service.port, "localhost", {"ruleset": "tw-scoop-only", "hands": []}) == 422
