"""``settle audit --jobs`` of a book: the same report, whatever is wrong and whoever looks."""

# ruff: noqa: S608 - the statements are made of the tables' names

from __future__ import annotations

import random
import shutil

import pytest

from settle.audit import Tally, audit_book, book
from settle.audit.book import _BookAudit
from settle.store import Inspection, Reader
from settle.store.sqlite import Connection
from tests.audit.evening import RELEASED
from tests.bulk.books import REWRITTEN, write_many
from tests.cli.running import settle

TOLD_APART_BY = {
    "entry": "hash", "session": "id", "game": "hash", "answer": "key", "ruleset": "digest",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return write_many(tmp_path_factory.mktemp("many"))


@pytest.fixture
def unguarded(made, tmp_path):
    """A copy of the book in a transaction in which nothing is guarded."""
    connection = Connection(shutil.copy(made, tmp_path / "book.db"))
    connection.run("PRAGMA foreign_keys = OFF")
    connection.begin(immediate=True)
    for (name,) in connection.run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.run(f"DROP TRIGGER {name}")
    yield connection
    connection.rollback()
    connection.close()


@pytest.fixture
def small(monkeypatch):
    """Batches of a session or two; a session of more than six entries is a long one."""
    monkeypatch.setattr(book, "BATCH_ENTRIES", 5)
    monkeypatch.setattr(book, "MOST_ENTRIES", 6)


def damage(connection: Connection, chance: random.Random) -> None:
    """Do something to a row: take it away, or change a column."""
    table = chance.choice(["entry", *TOLD_APART_BY])
    key = TOLD_APART_BY[table]
    rows = connection.run(f"SELECT {key} FROM {table} WHERE {key} IS NOT NULL ORDER BY {key}")
    (place,) = chance.choice(rows)
    if chance.random() < 0.25:
        connection.run(f"DELETE FROM {table} WHERE {key} = ?", (place,))
        return
    if table == "entry" and chance.random() < 0.7:
        ((line,),) = connection.run("SELECT line FROM entry WHERE hash = ?", (place,))
        line = chance.choice(REWRITTEN)(line.encode()).decode()
        connection.run("UPDATE entry SET line = ? WHERE hash = ?", (line, place))
        return
    columns = connection.run("SELECT name, type FROM pragma_table_info(?)", (table,))
    name, kind = chance.choice(columns)
    value = 7 if kind == "INTEGER" else chance.choice(["amy", "two", "sha256:00"])
    connection.run(f"UPDATE OR IGNORE {table} SET {name} = ? WHERE {key} = ?", (value, place))


def both(connection: Connection) -> tuple[list[object], list[object]]:
    """Every finding and what was looked at, by one, and out of reports on sessions."""
    reader, told = Reader(connection), []
    for jobs in (None, 1):
        tally = Tally()
        audit = _BookAudit(reader, RELEASED, tally)
        found = list(audit.findings() if jobs is None else audit.findings_of(jobs))
        told.append([*found, tally.counts(), tally.unused, tally.imported, tally.apart])
    return told[0], told[1]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("first", range(0, 36, 12))
def test_the_same_findings_whatever_is_wrong(unguarded, first):
    wrong = 0
    for seed in range(first, first + 12):
        chance = random.Random(seed)
        unguarded.run("SAVEPOINT before")
        for _ in range(chance.randint(1, 3)):
            damage(unguarded, chance)
        by_one, by_sessions = both(unguarded)
        assert by_sessions == by_one, seed
        wrong += len(by_one) > 4
        unguarded.run("ROLLBACK TO before")
    assert wrong > 9


@pytest.mark.usefixtures("small")
def test_a_session_without_entries(unguarded):
    unguarded.run("DELETE FROM entry WHERE session = 'two'")
    by_one, by_sessions = both(unguarded)
    assert by_sessions == by_one
    assert ("session_empty", "two") in [each[:2] for each in by_one[:-4]]


def test_all_sessions_of_a_sound_book_are_looked_at_elsewhere(unguarded, monkeypatch):
    by_one = list(audit_book(Inspection(Reader(unguarded), ()), RELEASED, Tally()))
    monkeypatch.setattr(_BookAudit, "_looked_at", None)
    tally = Tally()
    assert by_one == list(_BookAudit(Reader(unguarded), RELEASED, tally).findings_of(1)) == []
    # The circle's four games, four and two corrections, two by outcomes.
    assert (tally.sessions, tally.games) == (6, 4 + 4 + 2 + 2)


def test_the_same_report_whoever_looks(made):
    one = settle("audit", "--db", str(made))
    assert settle("audit", "--db", str(made), "--jobs", "2") == one
    assert (one.status, one.stdout.decode().splitlines()[-1]) == (0, "All is sound.")
