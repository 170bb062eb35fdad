"""Games appended to a book on a PostgreSQL server by 4 processes, against bare inserts in one run.

Both sides are 4 processes with sessions and a connection of their own, on a server that this
starts. The bare side holds the same row of its session, puts the same bytes into the same tables
and renews the same rows, without guards and foreign keys; it reads no document, scores nothing and
looks nothing up. The book records whole games: documents in, answers out.
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
SESSIONS = 4
"""Of each process, one after the other."""
RULESET = "tw-scoop"
GAMES = 200
"""Of a session."""
LEAST_OF_BARE = 0.8

Rows = list[tuple[str, list[Any]]]
"""What a game puts into the tables: of each the row, by its name."""
Work = Callable[[], None]

TABLES = ("entry", "answer", "session", "game")
LOCK = "SELECT id FROM session WHERE id = $1 FOR NO KEY UPDATE"
RENEW = {
    "session": "(id) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash,"
    " state = excluded.state, games = excluded.games, played = excluded.played,"
    " highest_game = excluded.highest_game, totals = excluded.totals, seating = excluded.seating",
    "game": "(session, game) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,"
    " kind = excluded.kind, nets = excluded.nets, agreement = excluded.agreement",
}


def recorded(place: str, sessions: list[str], documents: list[dict[str, Any]]) -> Work:
    """What records games in sessions of the book, as many in each of them, and one beforehand."""
    book = Book(Store.open(place, wait_seconds=60), Rulebook())
    table = {"ruleset": RULESET, "players": list(PLAYERS), "games": GAMES}
    for session in sessions:
        book.open_session({"id": session, **table})
    warm, *others = documents
    book.record(sessions[0], warm, key="warm")
    games = len(others) // len(sessions)

    def work() -> None:
        for number, document in enumerate(others):
            book.record(sessions[number // games], document, key=f"k{number}")

    return work


def rows_of(place: str, session: str) -> list[Rows]:
    """What each game of a session put into the tables."""
    with Store.inspecting(place) as inspection:
        r = inspection.reader
        [row] = r.raw_rows("session", id=session)
        entries, games, answers = (
            {row["seq"]: row for row in r.raw_rows(table, session=session)}
            for table in ("entry", "game", "answer")
        )
    put = []
    for seq, game in games.items():
        entry = entries[seq]
        stood = {**row, "head_seq": seq, "head_hash": entry["hash"]}
        parts = zip(TABLES, (entry, answers[seq], stood, game), strict=True)
        put.append([(table, list(cells.values())) for table, cells in parts])
    return put


def inserted(place: str, put: dict[str, list[Rows]]) -> Work:
    """What puts the same rows into tables without guards."""
    connection = psycopg.connect(place, autocommit=True, cursor_factory=psycopg.RawCursor)
    connection.execute("SET search_path = bare; SET synchronous_commit = on")
    cursor = connection.cursor()

    def statement(table: str, width: int) -> str:
        marks = ", ".join(f"${number}" for number in range(1, width + 1))
        renew = f" ON CONFLICT {RENEW[table]}" if table in RENEW else ""
        return f"INSERT INTO {table} VALUES ({marks}){renew}"  # noqa: S608 - ours

    def game(session: str, rows: Rows) -> None:
        cursor.execute("BEGIN")
        cursor.execute(LOCK, [session])
        for table, cells in rows:
            cursor.execute(statement(table, len(cells)), cells)
        cursor.execute("COMMIT")

    warm, *others = ((session, rows) for session, games in put.items() for rows in games)
    game(*warm)

    def work() -> None:
        for session, rows in others:
            game(session, rows)

    return work


def emptied_bare(place: str) -> None:
    """Tables as the book's, without guards and foreign keys."""
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS bare CASCADE; CREATE SCHEMA bare")
        for table in TABLES:
            like = f"CREATE TABLE bare.{table} (LIKE {table} INCLUDING INDEXES)"
            connection.execute(like)


def rate(jobs: list[Callable[[], Work]], games: int) -> float:
    """Games a second of all processes together, from the first start to the last end of work.

    What a process takes to begin and to end is not in it.
    """
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(len(jobs), timeout=60)
    begun, ended = context.Array("d", len(jobs)), context.Array("d", len(jobs))

    def run(number: int, make: Callable[[], Work]) -> None:
        work = make()
        barrier.wait()
        # The clock is the machine's, the same for all of them.
        begun[number] = perf_counter()
        work()
        ended[number] = perf_counter()

    started = [context.Process(target=run, args=each) for each in enumerate(jobs)]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert all(process.exitcode == 0 for process in started)
    return games * len(jobs) / (max(ended) - min(begun))


@contextmanager
def measured(games: int, repeats: int) -> Iterator[tuple[list[float], list[float]]]:
    """The rates of both sides, in turn."""
    documents = ordinary_rounds(games * SESSIONS + 1, RULESET)
    with running() as server:
        place = server.place()
        Store.open(place).close()
        booked, bare = [], []
        for turn in range(repeats):
            names = [
                [f"s{turn}-{process}-{number}" for number in range(SESSIONS)]
                for process in range(PROCESSES)
            ]
            jobs = [lambda own=own: recorded(place, own, documents) for own in names]
            booked.append(rate(jobs, games * SESSIONS))
            put = [{name: rows_of(place, name) for name in own} for own in names]
            emptied_bare(place)
            jobs = [lambda own=own: inserted(place, own) for own in put]
            bare.append(rate(jobs, games * SESSIONS))
        yield booked, bare


def main() -> int:
    """Measure, print, and say by the exit status whether it is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=190, help="in each session")
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
