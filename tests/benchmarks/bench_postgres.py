"""Games appended to a book on a PostgreSQL server by 4 processes, against bare inserts in one run.

Both sides are 4 processes with a session and a connection each, on a server that this starts. The
bare side holds the same row of its session, puts the same bytes into the same tables and renews the
same rows, without guards and foreign keys; it reads no document, scores nothing and looks nothing
up. The book records whole games: documents in, answers out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
from bench_round import PLAYERS, ordinary_rounds

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from settle.book import Book
from settle.rulebook import Rulebook
from settle.store import Store
from tests.store.servers import running

PROCESSES = 4
RULESET = "tw-scoop"
GAMES = 200
LEAST_OF_BARE = 0.8

Rows = list[tuple[str, list[Any]]]
"""What a game puts into the tables: of each the row, by its name."""

TABLES = ("entry", "answer", "session", "game")
LOCK = "SELECT id FROM session WHERE id = $1 FOR NO KEY UPDATE"
RENEW = {
    "session": "(id) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash,"
    " state = excluded.state, games = excluded.games, played = excluded.played,"
    " highest_game = excluded.highest_game, totals = excluded.totals, seating = excluded.seating",
    "game": "(session, game) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,"
    " kind = excluded.kind, nets = excluded.nets, agreement = excluded.agreement",
}


def recorded(place: str, session: str, games: int) -> Callable[[], None]:
    """What records so many games in a session of the book."""
    book = Book(Store.open(place, wait_seconds=60), Rulebook())
    players = list(PLAYERS)
    book.open_session({"id": session, "ruleset": RULESET, "players": players, "games": GAMES})
    documents = ordinary_rounds(games + 1, RULESET)
    book.record(session, documents[-1], key="warm")

    def work() -> None:
        for number, document in enumerate(documents[:-1]):
            book.record(session, document, key=f"k{number}")

    return work


def rows_of(place: str, session: str) -> list[Rows]:
    """What each game of a session put into the tables."""
    with Store.inspecting(place) as inspection:
        r = inspection.reader
        held = {table: list(r.raw_rows(table)) for table in TABLES}
    [row] = [row for row in held["session"] if row["id"] == session]
    games = {row["seq"]: row for row in held["game"] if row["session"] == session}
    answers = {row["seq"]: row for row in held["answer"] if row["scope"] == session}
    put = []
    for entry in held["entry"]:
        seq = entry["seq"]
        if entry["session"] == session and seq in games:
            stood = {**row, "head_seq": seq, "head_hash": entry["hash"]}
            parts = zip(TABLES, (entry, answers[seq], stood, games[seq]), strict=True)
            put.append([(table, list(cells.values())) for table, cells in parts])
    return put


def inserted(place: str, session: str, put: list[Rows]) -> Callable[[], None]:
    """What puts the same rows into tables without guards."""
    connection = psycopg.connect(place, autocommit=True, cursor_factory=psycopg.RawCursor)
    connection.execute("SET search_path = bare; SET synchronous_commit = on")
    cursor = connection.cursor()

    def statement(table: str, width: int) -> str:
        marks = ", ".join(f"${number}" for number in range(1, width + 1))
        renew = f" ON CONFLICT {RENEW[table]}" if table in RENEW else ""
        return f"INSERT INTO {table} VALUES ({marks}){renew}"  # noqa: S608 - ours

    def game(rows: Rows) -> None:
        cursor.execute("BEGIN")
        cursor.execute(LOCK, [session])
        for table, cells in rows:
            cursor.execute(statement(table, len(cells)), cells)
        cursor.execute("COMMIT")

    game(put[0])

    def work() -> None:
        for rows in put[1:]:
            game(rows)

    return work


def emptied_bare(place: str) -> None:
    """Tables as the book's, without guards and foreign keys."""
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS bare CASCADE; CREATE SCHEMA bare")
        for table in TABLES:
            like = f"CREATE TABLE bare.{table} (LIKE {table} INCLUDING INDEXES)"
            connection.execute(like)


def rate(jobs: list[Callable[[], Callable[[], None]]], games: int) -> float:
    """Games a second of all processes together, from the first start to the last end."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(len(jobs) + 1, timeout=60)

    def run(make: Callable[[], Callable[[], None]]) -> None:
        work = make()
        barrier.wait()
        work()

    started = [context.Process(target=run, args=(make,)) for make in jobs]
    for process in started:
        process.start()
    barrier.wait()
    begun = perf_counter()
    for process in started:
        process.join()
    assert all(process.exitcode == 0 for process in started)
    return games * len(jobs) / (perf_counter() - begun)


@contextmanager
def measured(games: int, repeats: int) -> Iterator[tuple[list[float], list[float]]]:
    """The rates of both sides, in turn."""
    with running() as server:
        place = server.place()
        Store.open(place).close()
        booked, bare = [], []
        for turn in range(repeats):
            names = [f"s{turn}-{number}" for number in range(PROCESSES)]
            booked.append(rate([lambda n=n: recorded(place, n, games) for n in names], games))
            put = {name: rows_of(place, name) for name in names}
            emptied_bare(place)
            bare.append(
                rate([lambda n=n, put=put: inserted(place, n, put[n]) for n in names], games)
            )
        yield booked, bare


def main() -> int:
    """Measure, print, and say by the exit status whether it is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=190, help="in each process")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    with measured(arguments.games, arguments.repeats) as (booked, bare):
        for words, rates in (("games recorded", booked), ("bare inserts", bare)):
            print(f"{words:<20} {median(rates):>7.0f}/s by {PROCESSES} processes")
        ratio = median(own / other for own, other in zip(booked, bare, strict=True))
    aim = "" if ratio >= LEAST_OF_BARE else "  MISSED"
    print(f"{'ratio':<20} {ratio:>7.2f}    at least {LEAST_OF_BARE}{aim}")
    return 0 if ratio >= LEAST_OF_BARE else 1


if __name__ == "__main__":
    sys.exit(main())
