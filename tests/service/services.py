"""A real service, ``settle serve`` in processes of its own, and clients that talk to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from settle.access.first import admin_key_path
from settle.audit import Tally, audit_book
from settle.rulebook import Rulebook
from settle.store import Store

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(ROOT),
    "PYTHONUTF8": "1",
    # What goes wrong is told all the same.
    "SETTLE_LOG": "off",
}
WAIT_SECONDS = 60
JSON = {"Content-Type": "application/json"}


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes

    def document(self) -> Any:
        return json.loads(self.body)


class Service:
    """A service of a book at an address that stays the same over restarts."""

    def __init__(
        self,
        path: Path,
        *,
        workers: int = 2,
        threads: int = 4,
        port: int = 0,
        place: str | None = None,
        tmpdir: Path | None = None,
        **settings: object,
    ) -> None:
        """Serve the file, or the book at a place on a server, from the folder of the file."""
        self.tmpdir = {} if tmpdir is None else {"TMPDIR": str(tmpdir)}
        self.path, self.workers, self.threads, self.port = path, workers, threads, port
        self.place = place or str(path)
        self.settings = {f"SETTLE_{name.upper()}": str(each) for name, each in settings.items()}
        # Beside the folder of the book, which may be a disk of its own.
        self.errors = path.parent.with_name(path.parent.name + ".errors")
        self.process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        """What is started."""
        size = ["--workers", str(self.workers), "--threads", str(self.threads)]
        place = ["--db", self.place, "--port", str(self.port)]
        return [sys.executable, "-m", "settle", "serve", *size, *place]

    def handing(self) -> dict[str, Any]:
        """What it is handed besides."""
        return {}

    def start(self) -> None:
        """Start and wait until it listens; it has to come up by itself."""
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                self.command(),
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**ENVIRONMENT, **self.tmpdir, **self.settings},
                cwd=self.path.parent,
                text=True,
                start_new_session=True,
                **self.handing(),
            )
        told = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", told)
        assert found is not None, self.errors.read_text()
        self.port = int(found[1])

    @cached_property
    def key(self) -> str:
        """The admin key, which no terminal has shown."""
        return (self.path.parent / admin_key_path(self.place)).read_text("ascii").strip()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def pids(self) -> list[int]:
        """The workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def wait_for_workers(self) -> None:
        """Wait until all of them are there."""
        until = time.monotonic() + WAIT_SECONDS
        while len(self.pids()) < self.workers:
            assert time.monotonic() < until, "the workers did not come"
            time.sleep(0.01)

    def kill_master(self) -> None:
        """End the master at once, and leave its workers to themselves."""
        self.process.kill()
        self._gone()

    def kill_all(self) -> None:
        """End everything at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._gone()

    def stop(self, name: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; how it ended."""
        self.process.send_signal(name)
        return self._gone()

    def rest(self, name: signal.Signals = signal.SIGTERM) -> str:
        """Ask it to end; all that it said after the lines that were read, and may be here by now.

        ``communicate`` asks the pipe only, and misses what came together with those lines.
        """
        self.process.send_signal(name)
        told = self.process.stdout.read()
        self.process.wait(WAIT_SECONDS)
        return str(told)

    def _gone(self) -> int:
        status = self.process.wait(WAIT_SECONDS)
        self.process.stdout.close()
        return status

    def end(self) -> None:
        """Leave no process behind, whatever happened before."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._gone()


@contextmanager
def running(path: Path, **settings: Any) -> Iterator[Service]:
    """A service with these settings while the block lasts."""
    service = Service(path, **settings)
    service.start()
    try:
        yield service
    finally:
        service.end()


class Client:
    """One connection, opened when it is needed and again when it broke."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, document: object = None, *, key: str | None = None
    ) -> Answer:
        """What is answered. Raises OSError or HTTPException where nothing is."""
        headers = {**JSON, "Authorization": f"Bearer {self.service.key}"}
        headers |= {} if key is None else {"Idempotency-Key": key}
        body = None if document is None else json.dumps(document)
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.service.port, timeout=WAIT_SECONDS
            )
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            return Answer(response.status, response.read())
        except BaseException:
            self.close()
            raise

    def post(self, path: str, document: object, *, key: str | None = None) -> Answer:
        return self.ask("POST", path, document, key=key)

    def get(self, path: str) -> Any:
        """The document of a GET that has to go well."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.document()

    def surely(self, path: str, document: object, *, key: str, tries: int = 200) -> Answer:
        """Send the same again until it is answered."""
        for _ in range(tries):
            try:
                answer = self.post(path, document, key=key)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            if answer.status != 503:
                return answer
            time.sleep(0.05)
        raise AssertionError(f"{path} was not answered {tries} times")

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@contextmanager
def client_of(service: Service) -> Iterator[Client]:
    client = Client(service)
    try:
        yield client
    finally:
        client.close()


def findings(path: Path | str) -> list[Any]:
    """What an audit finds wrong with the book."""
    with Store.inspecting(path) as inspection:
        return list(audit_book(inspection, Rulebook().locked(), Tally()))


def recorded(path: Path | str) -> dict[tuple[str, int], str]:
    """The hash of the standing entry of every game, by session and number."""
    with Store.open(path, create=False).reading() as r:
        rows = [row for session in r.sessions() for row in r.game_rows(session.id)]
    return {(row.session, row.game): row.hash for row in rows}
