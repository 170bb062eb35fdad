"""The book in bulk: rounds imported, a ledger imported as it is, audits, appending, a money page.

Rounds are imported as ``settle import FILE...`` does it, a file for each 200 of them: by one
process, and with ``--jobs 2``, where two others make them ready on the cores that there are and one
records them. Those two run already: what starting them takes is told apart.

Imports are held against the same lines written with ``executemany`` in transactions of a thousand,
into a bare table with the keys of the book's, on the same disk, by the same SQLite with the same
journal. By the clock: look at the ratios, on a machine that has nothing else to do.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench_round import ordinary_rounds

from settle.access.keeping import Keeper
from settle.app import create_app
from settle.app.allowing import COOKIE
from settle.archive.exporting import export_book
from settle.archive.importing import Ledger
from settle.archive.readying import Refused, Task, readier
from settle.archive.rounds import RoundsImport
from settle.audit import Tally, audit_book
from settle.book import Book
from settle.book.preparing import Ready
from settle.bulk.streams import pieces
from settle.bulk.workers import Workers, spread
from settle.canonical import read_json
from settle.rulebook import Rulebook
from settle.store import Store
from settle.store.sqlite import VERSION, Connection, journal_for
from settle.wire.sessions import MOST_ROUNDS

RULESET = "tw-scoop"
STAKE = {"currency": "TWD", "amount": "10"}
LONG, SHORT = 200, 16
"""Games of a session: the most, and the usual number."""
AT_ONCE = 1000
BARE = """
CREATE TABLE entry (
  session TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, game INTEGER,
  hash TEXT NOT NULL UNIQUE, prev_hash TEXT NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT
"""
COLUMNS = "session, seq, kind, game, hash, prev_hash, line"
JOBS = 2
ALONE, TOGETHER = "rounds, one process", f"rounds, --jobs {JOBS}"
TARGETS = {TOGETHER: 0.2, "a ledger, as it is": 0.5}


Make = Callable[[Iterable[Task]], Iterable[tuple[Task, list[Ready | Refused]]]]
"""What makes rounds ready: this process, or others."""


def seconds(task: Callable[[], object]) -> float:
    """Return what a task takes by the clock."""
    gc.collect()
    start = perf_counter()
    task()
    return perf_counter() - start


def open_book(path: Path) -> Book:
    """Open a book, which is made if need be."""
    return Book(Store.open(path), Rulebook())


def evenings(texts: list[bytes], games: int, start: int = 0) -> Iterator[bytes]:
    """Yield so many rounds as files of at most 200 each, which is a session."""
    for first in range(start, start + games, LONG):
        last = min(first + LONG, start + games)
        yield b"".join(texts[place % len(texts)] + b"\n" for place in range(first, last))


def import_rounds(
    path: Path, texts: list[bytes], games: int, start: int = 0, make: Make | None = None
) -> None:
    """Import so many rounds as ``settle import FILE...`` does; ``make`` has them made ready."""
    book = open_book(path)
    files: dict[int, RoundsImport] = {}

    def tasks() -> Iterator[Task]:
        for number, text in enumerate(evenings(texts, games, start)):
            rounds = max(SHORT, text.count(b"\n"))
            files[number] = RoundsImport(book, session=None, games=rounds, file=number)
            yield from files[number].tasks(pieces(io.BytesIO(text), None))

    made = spread(1, tasks(), readier) if make is None else make(tasks())
    recorded = sum(files[task.file].take(task, ready).recorded for task, ready in made)
    assert recorded == games
    book.store.close()


def write_bare(path: Path, rows: list[tuple[Any, ...]]) -> None:
    """Write the same lines with next to nothing around them."""
    connection = Connection(path)
    connection.set_journal(journal_for())
    connection.set_synchronous(journal_for())
    raw = connection._raw
    raw.execute(BARE)
    insert = f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
    for first in range(0, len(rows), AT_ONCE):
        raw.execute("BEGIN IMMEDIATE")
        raw.executemany(insert, rows[first : first + AT_ONCE])
        raw.execute("COMMIT")
    connection.close()


def rows_of(path: Path) -> list[tuple[Any, ...]]:
    """Return what was written of the entries."""
    connection = Connection(path, writable=False)
    rows = connection.run(f"SELECT {COLUMNS} FROM entry")  # noqa: S608
    connection.close()
    return rows


def exported(path: Path) -> bytes:
    """Return the whole book as a ledger."""
    with Store.inspecting(path) as inspection:
        return b"".join(export_book(inspection.reader))


def import_ledger(path: Path, ledger: bytes) -> None:
    """Verify a ledger and store it, as ``settle import`` does."""
    given = Ledger(io.BytesIO(ledger), Rulebook().locked())
    assert not list(given.findings(Tally()))
    store = Store.open(path)
    given.store(store)
    store.close()


def audit(path: Path) -> None:
    """Look at everything, as ``settle audit`` does."""
    with Store.inspecting(path) as inspection:
        assert not list(audit_book(inspection, Rulebook().locked(), Tally()))


def in_bulk(texts: list[bytes], games: int, repeats: int, make: Make) -> dict[str, float]:
    """Return the median time of each way in and of the audit, in turns; ``make`` has helpers."""
    times: dict[str, list[float]] = {}

    def take(what: str, task: Callable[[], object]) -> None:
        times.setdefault(what, []).append(seconds(task))

    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as name:
            made, book, bare, other = (Path(name) / f"{place}.db" for place in range(4))
            take(TOGETHER, partial(import_rounds, made, texts, games, make=make))
            take(ALONE, partial(import_rounds, book, texts, games))
            take("executemany", partial(write_bare, bare, rows_of(book)))
            take("a ledger, as it is", partial(import_ledger, other, exported(book)))
            take("an audit", partial(audit, book))
    return {what: median(taken) for what, taken in times.items()}


def appending(books: dict[int, Book], texts: list[bytes], number: int) -> dict[int, float]:
    """Return the median time of a game recorded in books of so many games, in turns."""
    times: dict[int, list[float]] = {games: [] for games in books}
    opened = {
        games: book.open_session(
            {"ruleset": RULESET, "players": ["amy", "bob", "cat", "dan"], "games": LONG}
        ).document()["id"]
        for games, book in books.items()
    }
    for game, text in enumerate(islice(texts, number), 1):
        for games, book in books.items():
            document = {**read_json(text), "game": game}
            start = perf_counter()
            book.record(opened[games], document)
            times[games].append(perf_counter() - start)
    return {games: median(taken) for games, taken in times.items()}


def money_pages(path: Path, texts: list[bytes], repeats: int) -> dict[int, float]:
    """Return the median time of the money page of a long and of a short session, in turns."""
    book = open_book(path)
    client = create_app(book).test_client()
    admin = Keeper(book.store).make({"label": "x", "scope": "admin"}).document()
    client.set_cookie(COOKIE, admin["key"])
    players = ["amy", "bob", "cat", "dan"]
    for games in (LONG, SHORT):
        agreed = {"id": f"s{games}", "ruleset": RULESET, "players": players, "stake": STAKE}
        book.open_session({**agreed, "games": games})
        rounds = [{**read_json(text), "game": game} for game, text in enumerate(texts[:games], 1)]
        for place in range(0, games, MOST_ROUNDS):
            book.record_batch(f"s{games}", {"rounds": rounds[place : place + MOST_ROUNDS]})
    times: dict[int, list[float]] = {LONG: [], SHORT: []}
    for _ in range(repeats):
        for games, taken in times.items():
            start = perf_counter()
            shown = client.get(f"/sessions/s{games}/money", headers={"Accept": "text/html"})
            taken.append(perf_counter() - start)
            assert shown.status_code == 200
            assert b"TWD" in shown.data
    book.store.close()
    return {games: median(taken) for games, taken in times.items()}


def print_bulk(times: dict[str, float], games: int) -> None:
    """Print the rates, and how they compare."""
    bare = times["executemany"]
    print(f"A book of {games:,} games")
    for what, taken in times.items():
        target = f"  (at least {TARGETS[what]})" if what in TARGETS else ""
        each = f"{taken / games * 1e6:7.1f} µs a game"
        print(f"  {what:<20} {each}   x {bare / taken:5.3f} of executemany{target}")
    ratio = times[ALONE] / times["an audit"]
    print(f"  an audit x {ratio:.2f} of the rate of a scored import  (at least 1)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=[1000, 4000], help="of the books")
    parser.add_argument("--large", type=int, default=20_000, help="games of the book appended to")
    parser.add_argument("--appended", type=int, default=150)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    texts = [json.dumps(each).encode() for each in ordinary_rounds(1000, RULESET)]
    journal = journal_for()
    print(f"SQLite {VERSION}, journal {journal.mode}, synchronous {journal.synchronous}")
    workers: Workers[Task, list[Ready | Refused]]
    started = perf_counter()
    with Workers(JOBS, readier) as workers:
        # Both have learned what recurs, as one has after the first of its files.
        with tempfile.TemporaryDirectory() as name:
            import_rounds(Path(name) / "first.db", texts, 5 * LONG, make=workers.map)
        print(f"{JOBS} processes were ready after {perf_counter() - started:.2f} s")
        for games in arguments.games:
            print_bulk(in_bulk(texts, games, arguments.repeats, workers.map), games)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sizes = (1000, arguments.large)
        for games in sizes:
            import_rounds(folder / f"{games}.db", texts, games)
        books = {games: open_book(folder / f"{games}.db") for games in sizes}
        times = appending(books, texts, arguments.appended)
        print("A game appended, durable")
        for games, taken in times.items():
            print(f"  to a book of {games:>9,} games  {taken * 1e6:7.1f} µs")
        print(f"  x {times[arguments.large] / times[1000]:.2f}  (at most 1.2)")
        pages = money_pages(folder / "money.db", texts, 10 * arguments.repeats)
    print("The money page of a session")
    for games, taken in pages.items():
        print(f"  of {games:>3} games  {taken * 1e3:6.2f} ms")
    print(f"  x {pages[LONG] / pages[SHORT]:.2f}  (at most 3)")


if __name__ == "__main__":
    main()
