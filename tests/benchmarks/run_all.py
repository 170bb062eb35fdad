"""Every benchmark, one after another, and a page of what they printed.

``make bench`` runs this. Numbers of a machine that does something else besides are worth nothing.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from settle import __version__
from settle.store.sqlite import VERSION, journal_for

BUSY = 0.5
"""Load at the beginning beyond which the numbers are not to be trusted."""
HERE = Path(__file__).parent
PAGE = HERE / "RESULTS.md"
PEERS = {
    "bench_evaluation.py": "five cards: phevaluator, treys, eval7, pokerkit",
    "bench_round.py": "a round: treys evaluations",
    "bench_bulk.py": "bulk: the same pipeline written plainly; one process",
    "bench_cluster.py": "cluster: two processes on the same machine",
    "bench_book.py": "the book: executemany of the same lines",
    "bench_growth.py": "the book: its own first games, and one writer alone",
    "bench_service.py": "the service: its view without Flask, an append by hand",
    "bench_postgres.py": "PostgreSQL: bare inserts under the same lock",
    "bench_startup.py": "start-up: a bare interpreter",
}
"""What each compares with; a script that is not named here is run as well."""


def scripts(wanted: list[str]) -> list[Path]:
    """Return the benchmarks, in the order of the table; those that were named, or all."""
    order = list(PEERS)
    found = sorted(
        HERE.glob("bench_*.py"),
        key=lambda path: (order.index(path.name) if path.name in PEERS else 99, path.name),
    )
    return [path for path in found if not wanted or any(name in path.name for name in wanted)]


def machine() -> Iterator[str]:
    """Tell what the numbers were made on, without naming it."""
    journal = journal_for()
    yield f"{os.cpu_count()} cores, {processor()}, {platform.system()}"
    yield f"Python {platform.python_version()}, Settle {__version__}"
    yield f"SQLite {VERSION}, journal {journal.mode}, synchronous {journal.synchronous}"


def busy() -> Iterator[str]:
    """Say so where others work on the machine as well."""
    load = os.getloadavg()[0]
    if load > BUSY:
        yield ""
        yield f"**The machine was busy with other things besides (load {load:.1f}): times by the"
        yield "clock, and with them rates and what several processes gain, say little here.**"


def processor() -> str:
    """Return the kind of processor."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scripts", nargs="*", help="parts of the names of those to run, else all")
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    arguments = parser.parse_args()
    now = datetime.now(UTC)
    page = [
        "# What the benchmarks printed",
        "",
        "Made by `make bench`. Look at the ratios: both sides took turns on one machine.",
        "",
        f"{now:%Y-%m-%d %H:%M} UTC.  ",
        *(f"{line}.  " for line in machine()),
        *busy(),
    ]
    failed = 0
    for script in scripts(arguments.scripts):
        print(f"== {script.name}", flush=True)
        done = subprocess.run(
            [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, check=False
        )
        print(done.stdout, flush=True)
        failed += done.returncode != 0
        page += ["", f"## {script.name}", ""]
        if script.name in PEERS:
            page += [f"Compared with: {PEERS[script.name]}.", ""]
        page += ["```", done.stdout.rstrip() or "(it ended without a result)", "```"]
        # Written as it grows: what was measured is kept where a later one is broken off.
        arguments.output.write_text("\n".join(page) + "\n", "utf-8")
    print(f"Written to {arguments.output.name}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
