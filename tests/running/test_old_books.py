"""Books of every earlier schema: brought up to date, sound, guarded, and used as any other."""

from __future__ import annotations

import pytest

from settle.audit import Tally
from settle.book import Book
from settle.store import Store, restore
from settle.store.schema import migrations
from settle.store.sqlite import sqlite3
from tests.audit.evening import findings_in
from tests.book.rounds import RULEBOOK, scoops, stored
from tests.running.old_books import BOOK_ID, FOLDER, put
from tests.store.chains import raw

NEWEST = len(migrations())
SCHEMAS = range(1, NEWEST)
STALE = [(seq, "dispute.consents") for seq in (7, 13, 24)]
"""Where d1, d3 and d6 were opened, in the book that with_rulings makes."""
GUARDED = ("migration", "ruleset", "entry", "answer", "book")


@pytest.fixture(params=SCHEMAS)
def old(request, tmp_path):
    """A book as a schema left it, with the number of that schema."""
    path = tmp_path / "book.db"
    put(f"{request.param:04}.sql", path)
    return request.param, path


def findings(path):
    tally = Tally()
    return findings_in(path, tally), tally.games


def everything(path):
    connection = raw(path)
    tables = ("entry", "answer", "ruleset", "person")
    rows = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}  # noqa: S608
    connection.close()
    return rows


def test_every_earlier_schema_is_kept():
    """Make the next one with tests/running/old_books.py before the schema goes on."""
    assert sorted(path.stem for path in FOLDER.glob("*.sql")) == [f"{n:04}" for n in SCHEMAS]


def test_it_is_what_its_schema_made(old):
    schema, path = old
    connection = raw(path)
    steps = connection.execute("SELECT number, sha256 FROM migration").fetchall()
    connection.close()
    assert steps == [(step.number, step.sha256) for step in migrations()[:schema]]
    with Store.inspecting(path) as inspection:
        assert inspection.faults == ()
        assert inspection.reader.book_id() == (BOOK_ID if schema >= 2 else None)


def test_it_is_sound_before_it_is_brought_up_to_date_and_after(old):
    schema, path = old
    before = everything(path)
    # Games 1 and 2, the void one not; two of the second session; three contested; one for money;
    # five with rulings.
    games = 4 + 3 * (schema >= 3) + (schema >= 4) + 5 * (schema >= 6)
    found, scored = findings(path)
    assert [(each.seq, each.where) for each in found] == (STALE if schema == 6 else [])
    assert scored >= games
    store = Store.open(path)
    assert store.info().schema_version == NEWEST
    with store.reading() as r:
        assert r.size().games == games
    store.close()
    assert findings(path) == ([], scored)
    assert everything(path) == before


def test_consents_that_outlasted_a_correction_are_gone(tmp_path):
    """As the entries have it, see with_rulings: a row each that had more than its game as it is."""
    path = tmp_path / "book.db"
    put("0006.sql", path)
    Store.open(path).close()
    connection = raw(path)
    rows = connection.execute("SELECT id, consents FROM dispute WHERE session = 'ruled'").fetchall()
    connection.close()
    assert rows == [
        ("d1", '[["dan","dismissed"]]'),
        ("d2", '[["amy","corrected"]]'),
        ("d3", "[]"),
        ("d4", '[["amy","dismissed"]]'),
        ("d5", '[["amy",null]]'),
        ("d6", '[["cat","corrected"]]'),
    ]


def test_the_guards_are_there_after_it(old):
    _, path = old
    Store.open(path).close()
    connection = raw(path)
    for table in GUARDED:
        [column, *_] = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for change in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):  # noqa: S608
            with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
                connection.execute(change)
        with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
            connection.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")  # noqa: S608
    connection.close()


def test_it_goes_on(old):
    _, path = old
    book = Book(Store.open(path), RULEBOOK)
    before = stored(book)["entry"]
    assert book.record("first", scoops("amy>dan", game=1), key="game-1").status == 201
    assert stored(book)["entry"] == before
    assert book.record("first", scoops("dan>amy", game=4)).status == 201
    document = book.dispute(
        "first",
        1,
        {"by": "player:dan", "claim": {"totals": {"amy": 0, "dan": 0}}, "reason": "a tie"},
    ).document()
    assert document["entry"]["seq"] == len([row for row in before if row["session"] == "first"]) + 2
    # 100 TWD for game 4; game 1 is held, games 2 and 3 as they were corrected: bob 2, cat and dan.
    totals = {
        total["player"]: total["amount"] for total in book.settlement("first").document()["totals"]
    }
    assert totals == {"amy": "-100", "bob": "200", "cat": "-100", "dan": "0"}
    book.store.close()
    assert findings(path)[0] == []


def test_a_copy_of_an_old_schema_is_restored_as_it_is(old, tmp_path):
    _, path = old
    restore(path, tmp_path / "restored.db")
    assert everything(tmp_path / "restored.db") == everything(path)
    Store.open(tmp_path / "restored.db").close()
    assert findings(tmp_path / "restored.db")[0] == []
