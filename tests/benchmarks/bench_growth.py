"""Cost as the work grows: games in a session, from the first to the last, and writers at once.

Each writer is a process with a session of its own in one book; every game is durable by itself. By
the clock: look at the ratios, on a machine that has nothing else to do.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
from itertools import chain, pairwise
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from time import perf_counter

from bench_round import PLAYERS, ordinary_rounds

from settle.book import Book
from settle.canonical import read_json
from settle.rulebook import Rulebook
from settle.store import Store
from settle.store.sqlite import VERSION, journal_for

RULESET = "tw-scoop"
MOST_GAMES = 200
STEPS = (0, 1, 16, 50, 100, 200)
WRITERS = (1, 2, 4, 8)


def open_session(book: Book, session: str) -> None:
    """Open a session of the most games."""
    agreed = {"id": session, "ruleset": RULESET, "players": list(PLAYERS), "games": MOST_GAMES}
    book.open_session(agreed)


def by_place(path: Path, texts: list[bytes], sessions: int) -> list[tuple[str, float]]:
    """Return the median time of a game by its place in a session."""
    book = Book(Store.open(path), Rulebook())
    times: dict[int, list[float]] = {game: [] for game in range(1, MOST_GAMES + 1)}
    for number in range(sessions):
        open_session(book, f"s{number}")
        for game, text in enumerate(texts[:MOST_GAMES], 1):
            document = {**read_json(text), "game": game}
            start = perf_counter()
            book.record(f"s{number}", document)
            times[game].append(perf_counter() - start)
    book.store.close()
    return [
        (
            f"games {low + 1} to {high}",
            median(chain.from_iterable(times[game] for game in range(low + 1, high + 1))),
        )
        for low, high in pairwise(STEPS)
    ]


def write(path: str, session: str, texts: list[bytes], ready: Barrier) -> None:
    """Record games one by one, in a process of its own."""
    book = Book(Store.open(path), Rulebook())
    open_session(book, session)
    ready.wait()
    for game, text in enumerate(texts, 1):
        book.record(session, {**read_json(text), "game": game})
    ready.wait()


def at_once(path: Path, writers: int, texts: list[bytes]) -> float:
    """Return how many games a second so many writers record."""
    Store.open(path).close()
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(writers + 1)
    processes = [
        context.Process(target=write, args=(str(path), f"s{number}", texts, ready))
        for number in range(writers)
    ]
    for process in processes:
        process.start()
    ready.wait()
    start = perf_counter()
    ready.wait()
    taken = perf_counter() - start
    for process in processes:
        process.join()
    return writers * len(texts) / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--games", type=int, default=100, help="of each writer")
    arguments = parser.parse_args()
    texts = [json.dumps(each).encode() for each in ordinary_rounds(MOST_GAMES, RULESET)]
    journal = journal_for()
    print(f"SQLite {VERSION}, journal {journal.mode}, synchronous {journal.synchronous}")
    with tempfile.TemporaryDirectory() as folder:
        print("A durable game by its place in a session")
        places = by_place(Path(folder) / "places.db", texts, arguments.sessions)
        for place, taken in places:
            print(f"  {place:<18} {taken * 1e6:7.1f} µs   x {taken / places[1][1]:.2f}")
        print("Writers at once, each durable game by game")
        rates = {
            writers: at_once(Path(folder) / f"{writers}.db", writers, texts[: arguments.games])
            for writers in WRITERS
        }
        for writers, rate in rates.items():
            print(f"  {writers} writers   {rate:7.0f} games a second   x {rate / rates[1]:.2f}")


if __name__ == "__main__":
    main()
