"""``settle serve`` and ``settle demo`` as people run them, and the example over HTTP."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from settle.store import Store
from settle.store.sqlite import VERSION, journal_for
from tests.cli.running import settle
from tests.service.services import ENVIRONMENT, ROOT, client_of, findings, running

EXAMPLE = ROOT / "examples" / "http-evening"
EVENING = "../simple-evening/evening.ndjson"


def test_what_runs_is_told_once(tmp_path):
    with running(tmp_path / "book.db", workers=2, threads=4) as service:
        lines = [service.process.stdout.readline() for _ in range(5)]
        assert lines == [
            f"  book     {tmp_path / 'book.db'}\n",
            f"  SQLite   {VERSION}, journal {journal_for().mode}\n",
            "  workers  2, 4 threads each\n",
            f"  key      of the admin, for its owner only: {tmp_path / 'book.db.admin-key'}\n",
            "Ctrl-C ends it.\n",
        ]
        with client_of(service) as client:
            assert client.get("/readyz")["journal_mode"] == journal_for().mode
        assert service.process.poll() is None
        assert service.rest(signal.SIGINT) == ""
        assert service.process.returncode == 0
        assert service.errors.read_text() == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "8.8.8.8"])  # noqa: S104
def test_another_address_than_one_of_this_machine_is_refused(host, tmp_path):
    done = settle("serve", "--host", host, "--db", tmp_path / "book.db", cwd=tmp_path)
    assert (done.status, done.stdout) == (2, b"")
    assert "State it with --public-url" in " ".join(done.stderr.split())
    assert "127.0.0.1, ::1 or localhost" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["evil", "example.org", "127.0.0.1.", "300.1.1.1", "[::1]"])
def test_what_is_no_address_is_refused_as_such(host, tmp_path):
    done = settle("serve", "--host", host, "--db", tmp_path / "book.db", cwd=tmp_path)
    assert (done.status, done.stdout) == (2, b"")
    said = " ".join(done.stderr.split())
    assert f"there is no such address as '{host}'. Give one in numbers" in said
    assert "from elsewhere" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("flag", "variable"), [("--host=", {}), (None, {"SETTLE_HOST": ""})])
def test_an_empty_address_is_no_word_at_all(flag, variable, tmp_path):
    flags = () if flag is None else (flag,)
    done = settle("serve", *flags, "--db", tmp_path / "book.db", cwd=tmp_path, **variable)
    assert (done.status, done.stdout) == (2, b"")
    said = " ".join(done.stderr.split())
    place = "--host" if flag else "SETTLE_HOST"
    assert f"{place}: '' was found; give a text that is not empty." in said
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_leads_nowhere_is_refused_as_such(tmp_path):
    """Where it is said how others reach the service, it may listen at a name."""
    public = ("--public-url", "http://evil.example")
    place = ("--db", tmp_path / "book.db")
    done = settle("serve", "--host", "evil.invalid", *public, *place, cwd=tmp_path)
    assert (done.status, done.stdout) == (2, b"")
    said = " ".join(done.stderr.split())
    assert "http://evil.invalid:8000: there is no such address" in said
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_taken_is_refused_after_some_patience(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = settle("serve", "--port", str(port), "--db", tmp_path / "book.db")
    assert done.status == 2
    assert f"http://127.0.0.1:{port}: Address already in use. Choose another" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"This is no database. " * 100, "is damaged or no SQLite database"),
        (None, "There is no folder"),
    ],
)
def test_a_book_that_is_none_is_told(tmp_path, content, said):
    path = tmp_path / "book.db" if content else tmp_path / "nowhere" / "book.db"
    if content:
        path.write_bytes(content)
    done = settle("serve", "--port", "0", "--db", path)
    assert (done.status, done.stdout) == (1, b"")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_book_is_named_by_the_environment_else_it_is_made_here(tmp_path):
    for variables, name in [
        ({"SETTLE_DB": str(tmp_path / "ours.db")}, "ours.db"),
        ({}, "settle.db"),
    ]:
        process = subprocess.Popen(
            [sys.executable, "-m", "settle", "serve", "--port", "0"],
            cwd=tmp_path,
            env=ENVIRONMENT | variables,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = [process.stdout.readline() for _ in range(2)]
        process.terminate()
        process.communicate(timeout=60)
        assert told[0].startswith("Settle listens at ")
        assert told[1] == f"  book     {tmp_path / name}\n"
        assert (tmp_path / name).is_file()


# --- the evening over HTTP -----------------------------------------------------------------------


def run_example(service):
    done = subprocess.run(
        [sys.executable, "-I", "record.py", service.url, EVENING],
        cwd=EXAMPLE,
        # A proxy in the environment is no way to this machine.
        env={
            "http_proxy": "http://127.0.0.1:9",
            "PATH": ENVIRONMENT["PATH"],
            "SETTLE_KEY": service.key,
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_evening_over_http_is_what_was_worked_out_by_hand(service):
    printed = run_example(service)
    assert printed == (EXAMPLE / "output").read_text()
    expected = json.loads((EXAMPLE / "../simple-evening/expected.json").read_text())
    with client_of(service) as client:
        settled = client.get("/v1/sessions/simple-evening/settlement")
        rounds = client.get("/v1/sessions/simple-evening/rounds")["rounds"]
    by_game = [{t["player"]: t["net"] for t in each["totals"]} for each in rounds]
    assert by_game == expected["games"]
    assert {t["player"]: t["net"] for t in settled["totals"]} == expected["totals"]
    assert {t["player"]: t["amount"] for t in settled["totals"]} == expected["money"]
    assert settled["currency"] == expected["currency"]
    paid = [[t["from"], t["to"], t["amount"]] for t in settled["transfers"]]
    assert sorted(paid) == expected["transfers"]
    for payer, payee, amount in paid:
        assert f"{payer} pays {payee} {amount} TWD\n" in printed


def test_running_it_again_changes_nothing(service):
    first = run_example(service)
    with client_of(service) as client:
        before = client.get("/v1/sessions/simple-evening/ledger")
        assert run_example(service) == first
        assert client.get("/v1/sessions/simple-evening/ledger") == before
    assert findings(service.path) == []


def test_a_service_that_does_not_run_is_told(tmp_path):
    done = subprocess.run(
        [sys.executable, "-I", "record.py", "http://127.0.0.1:9", EVENING],
        cwd=EXAMPLE, env={**ENVIRONMENT, "SETTLE_KEY": "stl_none"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Start it with: settle serve" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_curl_lines_of_the_readme(service):
    """They are sent as curl would send them."""
    text = (ROOT / "README.md").read_text().partition("## The service")[2]
    lines = text.partition("```\n")[2].partition("```")[0].replace("\\\n", " ").splitlines()
    calls = [shlex.split(line) for line in lines if line.startswith("curl ")]
    assert len(calls) == 3
    with client_of(service) as client:
        for words in calls:
            [url] = [word for word in words if word.startswith("http://127.0.0.1:8000/")]
            path = url.removeprefix("http://127.0.0.1:8000")
            data = words[words.index("-d") + 1] if "-d" in words else None
            headers = [word for before, word in pairwise(words) if before == "-H"]
            kind = [] if data is None else ["Content-Type: application/json"]
            assert sorted(headers) == ["Authorization: Bearer $KEY", *kind]
            document = None if data is None else json.loads(data)
            answer = client.ask("GET" if data is None else "POST", path, document)
            assert answer.status == (200 if data is None else 201), answer
    assert answer.document()["transfers"] == [{"from": "dan", "to": "amy", "amount": "100"}]


# --- the demonstration ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_the_demonstration_serves_until_it_is_ended_and_leaves_nothing(name, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "settle", "demo", "--lang", "en", "--port", "0"],
        env=ENVIRONMENT | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    told = []
    while not told or "ledger?" not in told[-1]:
        told.append(process.stdout.readline())
        assert told[-1], process.stderr.read()
    assert "  amy → cat 1300 TWD\n" in told
    port = int(re.search(r"http://127\.0\.0\.1:(\d+)", told[-1])[1])
    key = re.search(r"KEY=(stl_\S+)", "".join(told))[1]
    for line in told[-3:]:
        url = re.search(r"'(http://\S+)'", line)[1]
        with client_of(At(port, key)) as client:
            assert client.ask("GET", url.removeprefix(f"http://127.0.0.1:{port}")).status == 200
    with client_of(At(port, key)) as client:
        address = re.search(r"In a browser, (http://\S+)", "".join(told))[1]
        page = client.ask("GET", address.removeprefix(f"http://127.0.0.1:{port}"))
        assert page.status == 200
        assert b"<input" in page.body
    assert [each.name for each in tmp_path.iterdir()] != []
    process.send_signal(name)
    try:
        _, errors = process.communicate(timeout=60)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert (process.returncode, errors) == (0, "")
    assert list(tmp_path.iterdir()) == []
    wait_until_nobody_listens(port)


class At:
    """A service of which only the port is known."""

    def __init__(self, port, key):
        self.port, self.key = port, key


def wait_until_nobody_listens(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"somebody still listens at {port}")


def test_a_new_book_is_as_any_other(tmp_path):
    with running(tmp_path / "book.db") as service:
        assert service.stop() == 0
    assert Path(Store.open(tmp_path / "book.db", create=False).info().path).is_file()
    assert findings(tmp_path / "book.db") == []
