"""How long `settle --help` and `settle score` of one round take against a bare interpreter.

Whole processes by the clock, taking turns, the median of twenty; look at the ratios.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

EVENING = Path(__file__).parents[2] / "examples" / "simple-evening" / "evening.ndjson"
SETTLE = Path(sys.executable).parent / "settle"
TARGETS = {"settle --help": 10, "settle score of one round": 15}


def seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one_round = Path(folder) / "round.json"
        with EVENING.open(encoding="utf-8") as evening:
            one_round.write_text(evening.readline(), encoding="utf-8")
        commands = {
            "a bare interpreter": [sys.executable, "-c", "pass"],
            "settle --help": [str(SETTLE), "--help"],
            "settle score of one round": [str(SETTLE), "score", str(one_round)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(arguments.repeats):
            for name, command in commands.items():
                times[name].append(seconds(command))
    print("Start-up")
    bare = median(times["a bare interpreter"])
    for name, taken in times.items():
        target = f"  (at most {TARGETS[name]})" if name in TARGETS else ""
        print(f"  {name:<26} {median(taken) * 1e3:6.1f} ms   x {median(taken) / bare:4.1f}{target}")


if __name__ == "__main__":
    main()
