"""Where the time of imports and audits goes, part by part.

A profiler makes calls of Python dearer than they are and leaves C alone: the parts show where to
look, and the times of bench_book.py what it comes to.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench_book import RULESET, audit, export, import_ledger, import_rounds
from bench_round import ordinary_rounds

PARTS = {
    "sqlite3": "SQLite",
    "pysqlite3": "SQLite",
    "store/": "the store's own",
    "orjson": "JSON",
    "json/": "JSON",
    "canonical.py": "JSON",
    "hashlib": "hashing",
    "entries.py": "sealing",
    "cards.py": "reading rounds",
    "wire/": "reading rounds",
    "rounds.py": "reading rounds",
    "evaluate.py": "hands",
    "naturals.py": "hands",
    "strength.py": "hands",
    "compare.py": "comparing",
    "recurring.py": "results",
    "pricing.py": "results",
    "scoring.py": "results",
    "sheet.py": "results",
    "result.py": "results",
    "tags.py": "results",
    "standing.py": "results",
    "book/": "the book",
    "sessions.py": "the book",
    "agreements.py": "the book",
    "archive/": "lines of files",
    "bulk/": "lines of files",
    "audit/": "the audit",
}
"""By what stands in the place of a function: the first that does."""
LEAST = 1.0
"""Percent that a part has to have to be told."""


def part_of(file: str, function: str) -> str:
    """The part that a function belongs to."""
    place = f"{file} {function}"
    own = place.rpartition("/settle/")[2]
    return next((part for mark, part in PARTS.items() if mark in own), "everything else")


def profiled(task: Callable[[], object]) -> Counter[str]:
    """The seconds that a task spends in each part."""
    profile = cProfile.Profile()
    profile.runcall(task)
    spent = Counter[str]()
    for (file, _, function), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[part_of(file, function)] += own
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    games = parser.parse_args().games
    texts = [json.dumps(each).encode() for each in ordinary_rounds(1000, RULESET)]
    with tempfile.TemporaryDirectory() as name:
        book, other, ledger = (Path(name) / file for file in ("book", "other", "ledger"))
        import_rounds(Path(name) / "warm.db", texts, 200)
        tasks = {
            "Rounds imported, scored": partial(import_rounds, book, texts, games),
            "A ledger imported by its hashes": partial(import_ledger, other, ledger),
            "An audit of a book": partial(audit, book),
        }
        for what, task in tasks.items():
            if book.exists():
                export(book, ledger)
            spent = profiled(task)
            print(what)
            for part, seconds in spent.most_common():
                percent = 100 * seconds / spent.total()
                if percent >= LEAST:
                    print(f"  {percent:5.1f} %  {part}")


if __name__ == "__main__":
    main()
