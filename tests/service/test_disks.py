"""Full and read-only disks: 503, nothing acknowledged that is not kept, and it passes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.book.rounds import scoops, session
from tests.service.services import Service, client_of, findings, recorded, running

KILOBYTE = 1024


def mount(*words):
    return subprocess.run(["mount", *map(str, words)], check=False, capture_output=True, text=True)


@pytest.fixture
def disk(tmp_path):
    """A disk of six megabytes."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk can be mounted by root only")
    folder = tmp_path / "disk"
    folder.mkdir()
    done = mount("-t", "tmpfs", "-o", "size=6m", "tmpfs", folder)
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def record(client, game, acknowledged):
    """Record a game; remember what is acknowledged; return the status."""
    document = scoops("amy>dan", game=game, ref="r" * 200)
    answer = client.post("/v1/sessions/s1/rounds", document, key=f"game-{game}")
    told = answer.document()
    if answer.status == 201:
        acknowledged["s1", game] = told["entry"]["hash"]
    else:
        assert (answer.status, told["errors"][0]["code"]) == (503, "unavailable")
        assert str(client.service.path) not in answer.body.decode()
    return answer.status


def test_a_full_disk(disk):
    path, acknowledged = disk / "book.db", {}
    with running(path) as service, client_of(service) as client:
        assert client.post("/v1/sessions", session(games=200)).status == 201
        assert [record(client, game, acknowledged) for game in range(1, 11)] == [201] * 10
        ballast = disk / "ballast"
        fill(ballast, shutil.disk_usage(disk).free - 64 * KILOBYTE)
        statuses = [record(client, game, acknowledged) for game in range(11, 61)]
        assert 503 in statuses
        assert set(statuses) <= {201, 503}
        batch = {"rounds": [scoops(game=game, ref="r" * 200) for game in range(61, 161)]}
        assert client.post("/v1/sessions/s1/rounds:batch", batch).status == 503
        assert recorded_over_http(client) == acknowledged
        assert client.get("/livez") == {"status": "alive"}
        ballast.unlink()
        missing = [game for game in range(1, 61) if ("s1", game) not in acknowledged]
        assert [record(client, game, acknowledged) for game in missing] == [201] * len(missing)
        assert service.stop() == 0
        service.start()
        client.close()
        assert recorded_over_http(client) == acknowledged
        assert service.stop() == 0
    assert len(acknowledged) == 60
    assert recorded(path) == acknowledged
    assert findings(path) == []


NOT_COUNTED_BEFORE = ["/readyz", "/v1/rulesets", "/v1/keys", "/metrics", "/nowhere"]


@pytest.mark.parametrize("is_the_books", [True, False], ids=["the book's", "another"])
def test_a_full_disk_for_temporary_files(disk, tmp_path, is_the_books):
    """What reads goes on, also what nobody has asked for before; no process ends."""
    (tmp_path / "book").mkdir()
    path = (disk if is_the_books else tmp_path / "book") / "book.db"
    fill(disk / "much", shutil.disk_usage(disk).free - 1024 * KILOBYTE)
    service = Service(path, tmpdir=disk)
    service.start()
    try:
        with client_of(service) as client:
            service.wait_for_workers()
            assert client.post("/v1/sessions", session(games=200)).status == 201
            before = set(service.pids())
            with suppress(OSError):
                fill(disk / "all", shutil.disk_usage(disk).free)
            assert shutil.disk_usage(disk).free < 4 * KILOBYTE
            for _ in range(5):
                client.close()
                assert client.get("/livez") == {"status": "alive"}
                for place in NOT_COUNTED_BEFORE:
                    assert client.ask("GET", place).status == (404 if "no" in place else 200)
            acknowledged, statuses = {}, set()
            for game in range(1, 41):
                client.close()
                statuses.add(record(client, game, acknowledged))
            assert (503 in statuses) is is_the_books
            assert statuses <= {201, 503}
            assert recorded_over_http(client) == acknowledged
            assert set(service.pids()) == before
            # A process that is replaced meanwhile is replaced.
            os.kill(min(before), signal.SIGKILL)
            while min(before) in service.pids():
                time.sleep(0.01)
            service.wait_for_workers()
            assert client.surely("/v1/score", scoops(), key="any").status in (200, 422)
    finally:
        service.end()


def test_processes_write_to_memory_that_no_disk_stands_behind(tmp_path):
    """But for the book, whose index SQLite makes sure of."""
    (tmp_path / "temporary").mkdir()
    with running(tmp_path / "book.db", tmpdir=tmp_path / "temporary") as service:
        service.wait_for_workers()
        with client_of(service) as client:
            assert client.get("/livez") == {"status": "alive"}
            assert client.ask("GET", "/metrics").status == 200
        for pid in service.pids():
            maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
            written = {line.split(maxsplit=5)[5] for line in maps if line.split()[1] == "rw-s"}
            assert {Path(each).name for each in written} <= {"zero (deleted)", "book.db-shm"}
        assert list((tmp_path / "temporary").iterdir()) == []


def fill(ballast: Path, size: int) -> None:
    with ballast.open("wb") as stream:
        stream.write(bytes(size))


def recorded_over_http(client):
    rounds = client.get("/v1/sessions/s1/rounds")["rounds"]
    return {("s1", each["game"]): each["entry"]["hash"] for each in rounds}


def test_a_read_only_disk(disk):
    path, acknowledged = disk / "book.db", {}
    with running(path) as service, client_of(service) as client:
        assert client.post("/v1/sessions", session()).status == 201
        assert record(client, 1, acknowledged) == 201
        remount_read_only(disk, service)
        client.close()
        assert [record(client, game, acknowledged) for game in (2, 3)] == [503, 503]
        assert client.ask("GET", "/livez").status == 200
        assert mount("-o", "remount,rw", disk).returncode == 0
        for game in (2, 3):
            document = scoops("amy>dan", game=game)
            answer = client.surely("/v1/sessions/s1/rounds", document, key=f"again-{game}")
            acknowledged["s1", game] = answer.document()["entry"]["hash"]
        assert service.stop() == 0
    assert recorded(path) == acknowledged
    assert findings(path) == []


def remount_read_only(disk, service):
    """No file may be open for writing meanwhile, so the workers are killed and come back."""
    for _ in range(100):
        for pid in service.pids():
            os.kill(pid, signal.SIGKILL)
        if mount("-o", "remount,ro", disk).returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError("the disk could not be made read-only")
