"""Bulk scoring: NDJSON in, result documents out, against the same pipeline written plainly.

One process by processor time, medians of interleaved repeats over rounds that are all different;
``settle score --jobs 2`` against ``--jobs 1`` by the clock, so on a machine that has nothing else
to do. Look at the ratios.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from bench_round import micros, ordinary_rounds, repeated
from plain_pipeline import answer

from settle.bulk.answering import Agreed, Answerer
from settle.bulk.blocks import Block
from settle.bulk.streams import Piece
from settle.rulebook import Rulebook

RULESET = "western-2-4"
PLAIN_TARGET, JOBS_TARGET = 4, 1.7


def plainly(lines: list[bytes]) -> bytes:
    """Answer every line with the plain pipeline."""
    rules = Rulebook().get(RULESET).rules({})
    options = {
        name: dict(value) if isinstance(value, dict) else value
        for name, value in rules.options.items()
    }
    ruleset = {
        "ruleset": rules.ruleset,
        "ruleset_version": rules.version,
        "ruleset_digest": rules.digest,
        "options": options,
    }
    return b"".join([answer(line, ruleset) + b"\n" for line in lines])


def by_the_clock(file: Path, repeats: int) -> dict[str, float]:
    """Return the median time of the command with one process and with two, in turns."""
    times: dict[str, list[float]] = {"1": [], "2": []}
    for _ in range(repeats):
        for jobs, taken in times.items():
            start = perf_counter()
            subprocess.run(
                [sys.executable, "-m", "settle", "score", "--jobs", jobs, str(file)],
                stdout=subprocess.DEVNULL,
                check=True,
            )
            taken.append(perf_counter() - start)
    return {jobs: median(taken) for jobs, taken in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=11)
    parser.add_argument("--copies", type=int, default=60, help="of the rounds, for --jobs")
    arguments = parser.parse_args()
    answerer = Answerer(Agreed(None, {}), named=False)
    given = [json.dumps(each).encode() for each in ordinary_rounds(arguments.rounds, RULESET)]
    # Rows that were arranged for another order of straights foul now and then.
    lines = [line for line in given if b'"foul"' not in answerer.answer(Piece(1, line), "").text]
    data = b"".join(line + b"\n" for line in lines)
    block = Block("rounds", "", 0, len(lines), 0, len(data), data)
    answered = answerer.part(block).text
    assert answered == plainly(lines), "both have to write the same bytes"
    tasks = {"settle": lambda: answerer.part(block), "plain": lambda: plainly(lines)}
    medians = repeated(tasks, arguments.repeats)
    print(f"Rounds of four players, from NDJSON to results of {len(answered) // len(lines)} bytes")
    for name, taken in medians.items():
        print(f"  {name:<7} {micros(taken / len(lines))} a round")
    ratio = medians["plain"] / medians["settle"]
    print(f"  settle x {ratio:.2f}  (at least {PLAIN_TARGET})")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.ndjson"
        file.write_bytes(data * arguments.copies)
        clock = by_the_clock(file, max(3, arguments.repeats // 3))
    print(f"settle score over {arguments.copies * len(lines):,} rounds, by the clock")
    for jobs, taken in clock.items():
        print(f"  --jobs {jobs}  {taken:6.2f} s")
    print(f"  --jobs 2 x {clock['1'] / clock['2']:.2f}  (at least {JOBS_TARGET})")


if __name__ == "__main__":
    main()
