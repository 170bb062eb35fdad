"""The book in bulk: rounds and ledgers imported, audits, a game appended, a money page.

Rounds are imported as ``settle import FILE...`` does it, a file for each 200 of them: by one
process, and with ``--jobs 2``, where two others make them ready on the cores that there are and one
records them. Those two run already: what starting them takes is told apart. A ledger is imported as
it is, by its hashes, and as ``settle import`` does it unless it is told otherwise: audited first.

Imports are held against what they leave in the book, written with ``executemany`` in transactions
of a thousand: the same rows into the same tables with the same keys, without guards and foreign
keys, on the same disk, by the same SQLite with the same journal; and, beside it, the lines of the
entries alone, into one table. By the clock: look at the ratios, on a machine that has nothing else
to do.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
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
from settle.garbage import collect_seldom
from settle.rulebook import Rulebook
from settle.store import Store
from settle.store.sqlite import VERSION, Connection, journal_for
from settle.wire.sessions import MOST_ROUNDS

RULESET = "tw-scoop"
STAKE = {"currency": "TWD", "amount": "10"}
LONG, SHORT = 200, 16
"""Games of a session: the most, and the usual number."""
AT_ONCE = 1000
LINES = """
CREATE TABLE entry (
  session TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, game INTEGER,
  hash TEXT NOT NULL UNIQUE, prev_hash TEXT NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT
"""
TABLES = {
    "entry": ("session", "seq", "kind", "game", "hash", "prev_hash", "line"),
    "game": ("session", "game", "seq", "hash", "kind", "nets", "agreement"),
}
JOBS = 2
ALONE, TOGETHER = "rounds, one process", f"rounds, --jobs {JOBS}"
BY_HASHES, BY_HASHES_TOGETHER = "a ledger, by hashes", f"... --jobs {JOBS}"
AUDITED = "a ledger, audited"
AUDIT, AUDIT_TOGETHER = "an audit", f"an audit, --jobs {JOBS}"
BARE, BARE_LINES = "executemany", "executemany, lines"
WAYS = (TOGETHER, ALONE, BARE, BARE_LINES, BY_HASHES, BY_HASHES_TOGETHER, AUDITED, AUDIT,
        AUDIT_TOGETHER)  # fmt: skip
TARGETS = {TOGETHER: 0.2, BY_HASHES_TOGETHER: 0.5}


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


Rows = list[tuple[Any, ...]]


def bare_tables(path: Path) -> None:
    """Make the book's tables, without what looks at their rows."""
    Store.open(path).close()
    connection = Connection(path)
    raw = connection._raw
    triggers = raw.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (trigger,) in triggers:
        raw.execute(f"DROP TRIGGER {trigger}")
    connection.close()


def bare_lines(path: Path) -> None:
    """Make a table for the entries alone."""
    connection = Connection(path)
    connection.set_journal(journal_for())
    connection._raw.execute(LINES)
    connection.close()


def write_out(path: Path, tables: dict[tuple[str, tuple[str, ...]], Rows]) -> None:
    """Write rows of each table in transactions of a thousand."""
    connection = Connection(path)
    connection.set_synchronous(journal_for())
    raw = connection._raw
    raw.execute("PRAGMA foreign_keys = OFF")
    inserts = {
        f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608 - ours
        f" VALUES ({', '.join('?' * len(columns))})": rows
        for (table, columns), rows in tables.items()
    }
    for first in range(0, max(map(len, tables.values())), AT_ONCE):
        raw.execute("BEGIN IMMEDIATE")
        for insert, rows in inserts.items():
            raw.executemany(insert, rows[first : first + AT_ONCE])
        raw.execute("COMMIT")
    connection.close()


def rows_of(path: Path, table: str, columns: tuple[str, ...]) -> Rows:
    """Return what was written into a table: all of it, for keys grow dearer with their number."""
    connection = Connection(path, writable=False)
    sql = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608
    rows = connection.run(sql)
    connection.close()
    return rows


def export(path: Path, ledger: Path) -> None:
    """Write the whole book as a ledger."""
    with Store.inspecting(path) as inspection, ledger.open("wb") as stream:
        stream.writelines(export_book(inspection.reader))


def import_ledger(path: Path, ledger: Path, *, jobs: int = 1, audits: bool = False) -> None:
    """Take a ledger as ``settle import`` does, or as with ``--hashes-only``."""
    with ledger.open("rb") as stream, closing(Store.open(path)) as store:
        given = Ledger(stream, Rulebook().locked())
        assert not (audits and list(given.findings(Tally(), jobs)))
        given.store(store, jobs=jobs)


def audit(path: Path, jobs: int = 1) -> None:
    """Look at everything, as ``settle audit`` does."""
    with Store.inspecting(path) as inspection:
        assert not list(audit_book(inspection, Rulebook().locked(), Tally(), jobs))


def in_bulk(
    folder: Path, texts: list[bytes], games: int, wanted: Collection[str], make: Make
) -> dict[str, float]:
    """Return what each way in and each audit takes a game; ``make`` has helpers.

    The book stays, under the number of its games.
    """
    book, ledger = folder / f"{games}.db", folder / "ledger.ndjson"
    times: dict[str, float] = {}

    def take(
        what: str,
        task: Callable[[Path], object],
        before: Callable[[Path], object] = lambda _path: None,
    ) -> None:
        if what in wanted:
            with tempfile.TemporaryDirectory(dir=folder) as name:
                other = Path(name) / "other.db"
                before(other)
                times[what] = seconds(partial(task, other)) / games

    for file in folder.glob(f"{games}.db*"):
        file.unlink()
    first = seconds(partial(import_rounds, book, texts, games, make=make))
    times[TOGETHER] = first / games
    take(ALONE, lambda other: import_rounds(other, texts, games))
    bare = {(name, told): rows_of(book, name, told) for name, told in TABLES.items()}
    lines = dict(islice(bare.items(), 1))
    take(BARE, lambda other: write_out(other, bare), bare_tables)
    take(BARE_LINES, lambda other: write_out(other, lines), bare_lines)
    bare.clear()
    export(book, ledger)
    take(BY_HASHES, lambda other: import_ledger(other, ledger))
    take(BY_HASHES_TOGETHER, lambda other: import_ledger(other, ledger, jobs=JOBS))
    take(AUDITED, lambda other: import_ledger(other, ledger, audits=True))
    take(AUDIT, lambda _: audit(book))
    take(AUDIT_TOGETHER, lambda _: audit(book, JOBS))
    ledger.unlink()
    return times


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
    """Print what each takes, and how they compare."""
    print(f"A book of {games:,} games")
    for what, taken in times.items():
        target = f"  (at least {TARGETS[what]})" if what in TARGETS else ""
        beside = [
            f"   x {times[bare] / taken:5.3f} of {bare}"
            for bare in (BARE, BARE_LINES)
            if bare in times and what not in (BARE, BARE_LINES)
        ]
        print(f"  {what:<20} {taken * 1e6:7.1f} µs a game{''.join(beside)}{target}")
    for audited, imported in ((AUDIT, ALONE), (AUDIT_TOGETHER, TOGETHER)):
        if audited in times and imported in times:
            ratio = times[imported] / times[audited]
            print(f"  {audited} x {ratio:.2f} of the rate of {imported}  (at least 1)")


def print_growth(folder: Path, sizes: list[int], texts: list[bytes], number: int) -> None:
    """Print what a game costs in the smallest and in the largest book."""
    books = {games: open_book(folder / f"{games}.db") for games in (min(sizes), max(sizes))}
    times = appending(books, texts, number)
    print("A game appended, durable")
    for games, taken in times.items():
        print(f"  to a book of {games:>9,} games  {taken * 1e6:7.1f} µs")
    print(f"  x {times[max(sizes)] / times[min(sizes)]:.2f}  (at most 1.2)")
    for book in books.values():
        book.store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 20_000], help="of the books")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=WAYS, metavar="WAY")
    parser.add_argument("--appended", type=int, default=150)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", help="where the books are made; the usual is the system's")
    arguments = parser.parse_args()
    texts = [json.dumps(each).encode() for each in ordinary_rounds(1000, RULESET)]
    journal = journal_for()
    print(f"SQLite {VERSION}, journal {journal.mode}, synchronous {journal.synchronous}")
    collect_seldom()  # as every command does
    workers: Workers[Task, list[Ready | Refused]]
    started = perf_counter()
    with (
        tempfile.TemporaryDirectory(dir=arguments.folder) as name,
        Workers(JOBS, readier) as workers,
    ):
        # Both have learned what recurs, as one has after the first of its files.
        import_rounds(Path(name) / "first.db", texts, 5 * LONG, make=workers.map)
        print(f"{JOBS} processes were ready after {perf_counter() - started:.2f} s")
        for games in arguments.games:
            turns = [
                in_bulk(Path(name), texts, games, arguments.ways, workers.map)
                for _ in range(arguments.repeats)
            ]
            print_bulk({what: median(turn[what] for turn in turns) for what in turns[0]}, games)
        print_growth(Path(name), arguments.games, texts, arguments.appended)
        pages = money_pages(Path(name) / "money.db", texts, 10 * arguments.repeats)
    print("The money page of a session")
    for games, taken in pages.items():
        print(f"  of {games:>3} games  {taken * 1e3:6.2f} ms")
    print(f"  x {pages[LONG] / pages[SHORT]:.2f}  (at most 3)")


if __name__ == "__main__":
    main()
