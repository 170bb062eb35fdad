"""What the service is compared with: one Flask view that inserts the same bytes durably.

``python bare_view.py FOLDER LINE [--lock sqlite|file] [--workers N] [--threads N]``, run by
bench_service.py, under gunicorn as the service runs.
"""

from __future__ import annotations

import argparse
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

from flask import Flask, Response, request
from sqlite_utils.utils import sqlite3

from settle.app.places import Places
from settle.app.server import run
from settle.config import Settings
from settle.store.lock import FileLock
from settle.store.sqlite import journal_for

WAIT_SECONDS = 30


def bare(path: Path, line: bytes, *, with_lock: bool) -> Flask:
    """A view that inserts these bytes for every POST, whatever was sent."""
    app = Flask("bare", static_folder=None)
    local = threading.local()
    guard = FileLock(path.with_name(path.name + ".lock"), wait_seconds=WAIT_SECONDS)
    begin = "BEGIN IMMEDIATE" if with_lock else "BEGIN"

    def connection() -> sqlite3.Connection:
        if not hasattr(local, "connection"):
            local.connection = connect(path)
        return local.connection

    @app.post("/v1/sessions/<session>/rounds")
    def insert(session: str) -> Response:
        request.get_data()
        with guard.held() if with_lock else nullcontext():
            mine = connection()
            mine.execute(begin)
            mine.execute("INSERT INTO line (session, line) VALUES (?, ?)", (session, line))
            mine.execute("COMMIT")
        return Response(line, 201, content_type="application/json")

    return app


def connect(path: Path) -> sqlite3.Connection:
    """A connection as durable as the service's."""
    made = sqlite3.connect(str(path), timeout=WAIT_SECONDS, isolation_level=None)
    journal = journal_for()
    made.execute(f"PRAGMA journal_mode = {journal.mode}")
    made.execute(f"PRAGMA synchronous = {journal.synchronous}")
    return made


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("line", type=Path)
    parser.add_argument("--lock", choices=["sqlite", "file"], default="sqlite")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    arguments = parser.parse_args()
    path = arguments.folder / f"bare-{arguments.lock}.db"
    made = connect(path)
    made.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, session TEXT, line BLOB)")
    made.close()
    app = bare(path, arguments.line.read_bytes(), with_lock=arguments.lock == "file")
    settings = Settings(port=0, workers=arguments.workers, threads=arguments.threads)
    run(app, settings, lambda url: print(url, flush=True), Places())


if __name__ == "__main__":
    sys.exit(main())
