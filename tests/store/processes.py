"""Processes that use one book at once; run as a program, it prints what came of it as JSON.

The program imports once and forks, as a server does: ``append``, ``create`` and ``kill``.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from settle.store import Store
from settle.store.sqlite import ROLLBACK, WRITE_AHEAD
from tests.store.chains import report, write, write_next

ROOT = Path(__file__).parents[2]
JOURNALS = {journal.mode: journal for journal in (WRITE_AHEAD, ROLLBACK)}
SESSION = "evening"


def run(command: str, *arguments: object) -> Any:
    """Run one of the commands below in a program of its own; return what it reports."""
    words = [sys.executable, "-m", "tests.store.processes", command, *map(str, arguments)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def together(count: int, work: Callable[[int], None]) -> list[int]:
    """Fork so many children that start to work at the same moment; return their exit codes."""
    start, go = os.pipe()
    children = []
    for number in range(count):
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(start, 1)  # ends when the parent closes the pipe
            try:
                work(number)
                os._exit(0)
            except BaseException as error:  # noqa: BLE001 - the child must not become the parent
                sys.stderr.write(f"{error!r}\n")
                os._exit(1)
        children.append(child)
    os.close(start)
    os.close(go)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def append(path: str, journal: str, processes: str, each: str, lock: str) -> Any:
    """All of them read the head of one session and append to it, with or without the file lock."""
    store = Store.open(path, journal=JOURNALS[journal], wait_seconds=60)
    if lock == "without":
        store._file_lock.held = contextlib.nullcontext
    codes = together(int(processes), lambda _: write(store, SESSION, int(each)) and None)
    with store.reading() as book:
        return {"codes": codes, **report(book, SESSION)}


def create(folder: str, journal: str, processes: str, repeats: str) -> Any:
    """All of them open a book that is not there yet, and write the opening of a session."""
    reports = []
    for repeat in range(int(repeats)):
        path = Path(folder) / f"book-{repeat}"

        def work(number: int, path: Path = path) -> None:
            write(Store.open(path, journal=JOURNALS[journal], wait_seconds=60), f"s{number}", 1)

        codes = together(int(processes), work)
        with Store.open(path, create=False, journal=JOURNALS[journal]).reading() as book:
            opened = [row.opened for row in book.sessions()]
            reports.append({"codes": codes, "opened": opened})
    return reports


def kill(path: str, journal: str, moments: str, seed: str) -> Any:
    """One writes and says what it has acknowledged, until it is killed; many times over."""
    chance, reports, acknowledged = random.Random(int(seed)), [], 0
    for _ in range(int(moments)):
        hear, say = os.pipe()
        child = os.fork()
        if child == 0:
            _write_for_ever(Store.open(path, journal=JOURNALS[journal]), say)
        os.close(say)
        acknowledged = _kill_after(child, hear, chance.uniform(0, 0.06)) or acknowledged
        with Store.open(path, create=False, journal=JOURNALS[journal]).reading() as book:
            reports.append({"acknowledged": acknowledged, **report(book, SESSION)})
    return reports


def _write_for_ever(store: Store, say: int) -> None:
    while True:
        with store.writing() as book:
            entry = write_next(book, SESSION, "n" * 4000)
        os.write(say, b"%d\n" % entry.seq)


def _kill_after(child: int, hear: int, seconds: float) -> int:
    """Wait for the first word, then some time; return the last number acknowledged."""
    heard = os.read(hear, 64) if select.select([hear], [], [], 60)[0] else b""
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(hear, 4096):
        heard += more
    os.close(hear)
    return int(heard.split()[-1]) if heard else 0


if __name__ == "__main__":
    commands = {"append": append, "create": create, "kill": kill}
    sys.stdout.write(json.dumps(commands[sys.argv[1]](*sys.argv[2:])))
