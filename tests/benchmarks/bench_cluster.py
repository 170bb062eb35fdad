"""``settle score`` of one file by two processes, and by a Dask cluster of two workers beside it.

By the clock, taking turns, each into a new folder of shards; the cluster is up before. Look at the
ratio, on a machine that has nothing else to do. The number of rounds shows how cost grows.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from shutil import rmtree
from statistics import median
from time import perf_counter

from bench_round import ordinary_rounds

RULESET = "western-2-4"
TARGET = 1.5
DASK = [sys.executable, "-m", "dask"]


def started(command: list[str], awaited: str) -> tuple[subprocess.Popen[str], str]:
    """Start a part of the cluster; returns it and what it says of itself."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(awaited, line)
        if found:
            return process, found[1]
    raise SystemExit(f"{' '.join(command)} did not start")


@contextmanager
def cluster() -> Iterator[str]:
    """Keep a scheduler and two workers on loopback; yields the address."""
    host = ["--host", "127.0.0.1"]
    scheduler, address = started(
        [*DASK, "scheduler", *host, "--port", "0", "--dashboard-address", "127.0.0.1:0"],
        r"Scheduler at: +(\S+)",
    )
    worker = [*DASK, "worker", address, *host, "--no-dashboard", "--no-nanny", "--nthreads", "1"]
    workers = [started(worker, r"(Registered) to")[0] for _ in range(2)]
    try:
        yield address
    finally:
        for process in (*workers, scheduler):
            process.terminate()
            process.wait()


def seconds(file: Path, how: list[str]) -> float:
    """Return what the command takes."""
    folder = file.with_suffix(".shards")
    rmtree(folder, ignore_errors=True)
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "settle", "score", "--shards", str(folder), *how, str(file)],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, nargs="*", default=[1000, 10_000, 60_000])
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    lines = [json.dumps(each).encode() + b"\n" for each in ordinary_rounds(1000, RULESET)]
    print("settle score --shards, by the clock")
    with tempfile.TemporaryDirectory() as folder, cluster() as address:
        ways = {"one process": [], "--jobs 2": ["--jobs", "2"], "--cluster": ["--cluster", address]}
        for rounds in arguments.rounds:
            file = Path(folder) / f"{rounds}.ndjson"
            with file.open("wb") as stream:
                stream.writelines(islice(cycle(lines), rounds))
            times: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(arguments.repeats):
                for way, how in ways.items():
                    times[way].append(seconds(file, how))
            medians = {way: median(taken) for way, taken in times.items()}
            told = "   ".join(f"{way} {taken:7.2f} s" for way, taken in medians.items())
            ratio = medians["--cluster"] / medians["--jobs 2"]
            print(f"  {rounds:>9,} rounds   {told}   cluster x {ratio:.2f} of --jobs 2's time")
    print(f"  (a cluster at most x {TARGET} at 1,000,000 rounds)")


if __name__ == "__main__":
    main()
