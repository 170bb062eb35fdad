"""What is written stays: no connection of anybody's changes, removes or replaces it.

The attacks are made with both copies of SQLite, the store's and the standard library's, and the
book is closed meanwhile: two copies at once would undo each other's locks.
"""

# ruff: noqa: S608 - the statements are the cases

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from settle.entries import GENESIS
from settle.store import Store, StoreRefused
from settle.store.schema import migrations
from settle.store.sqlite import sqlite3 as own_sqlite3
from tests.store.chains import DIGEST, raw

H = "sha256:" + "1" * 64
HASH_OF_MONDAY = "(SELECT hash FROM entry WHERE session = 'monday' AND seq = 2)"
FIRST_OF_MONDAY = "(SELECT hash FROM entry WHERE session = 'monday' AND seq = 1)"
HEAD_OF_MONDAY = "(SELECT hash FROM entry WHERE session = 'monday' AND seq = 3)"
COLUMNS = "session, seq, kind, game, hash, prev_hash, line"
SAME = f"INTO entry VALUES ('monday', 2, 'x', 1, '{H}', {FIRST_OF_MONDAY}, '{{}}')"
ANSWER = "INTO answer VALUES ('monday', 'key 1', 'other', 'monday', 1, 422)"
RULESET = f"INTO ruleset VALUES ('{DIGEST}', 'house', 1, 'other')"

ATTACKS = {
    "entry": [
        "UPDATE entry SET line = '{}'",
        "UPDATE OR REPLACE entry SET seq = 3 WHERE seq = 2",
        "UPDATE entry SET rowid = 900 WHERE seq = 3",
        "DELETE FROM entry",
        "DELETE FROM entry WHERE session = 'monday' AND seq = 3",
        f"INSERT {SAME}",
        f"INSERT OR REPLACE {SAME}",
        f"REPLACE {SAME}",
        f"INSERT OR FAIL {SAME}",
        f"INSERT OR IGNORE {SAME}",
        f"INSERT {SAME} ON CONFLICT DO UPDATE SET line = '{{}}'",
        f"INSERT {SAME} ON CONFLICT (session, seq) DO UPDATE SET line = '{{}}'",
        f"REPLACE INTO entry VALUES ('new', 1, 'x', 1, {HASH_OF_MONDAY}, '{GENESIS}', '{{}}')",
        f"REPLACE INTO entry VALUES ('monday', 4, 'x', 1, {HASH_OF_MONDAY}, {HEAD_OF_MONDAY}, '')",
        f"REPLACE INTO entry VALUES ('monday', 9, 'x', 1, '{H}', {FIRST_OF_MONDAY}, '{{}}')",
        f"REPLACE INTO entry (rowid, {COLUMNS}) VALUES (2, 'n', 1, 'x', 1, '{H}', '{GENESIS}', '')",
        "INSERT INTO entry SELECT session, seq, kind, game, hash, prev_hash, '{}' FROM entry",
    ],
    "entry that does not link": [
        f"INSERT INTO entry VALUES ('new', 2, 'x', 1, '{H}', '{GENESIS}', '{{}}')",
        f"INSERT INTO entry VALUES ('new', 1, 'x', 1, '{H}', '{H}', '{{}}')",
        f"INSERT INTO entry VALUES ('monday', 5, 'x', 1, '{H}', {HEAD_OF_MONDAY}, '{{}}')",
        f"INSERT INTO entry VALUES ('monday', 4, 'x', 1, '{H}', '{H}', '{{}}')",
        f"INSERT INTO entry VALUES ('friday', 3, 'x', 1, '{H}', {HEAD_OF_MONDAY}, '{{}}')",
        f"INSERT INTO entry VALUES ('monday', 0, 'x', 1, '{H}', '{GENESIS}', '{{}}')",
    ],
    "answer": [
        "UPDATE answer SET status = 422",
        "DELETE FROM answer WHERE key = 'key 1'",
        f"INSERT {ANSWER}",
        f"INSERT OR REPLACE {ANSWER}",
        f"REPLACE {ANSWER}",
        f"INSERT {ANSWER} ON CONFLICT DO UPDATE SET status = 422",
        f"INSERT {ANSWER} ON CONFLICT (scope, key) DO UPDATE SET seq = 2",
    ],
    "ruleset": [
        "UPDATE ruleset SET text = 'other'",
        "DELETE FROM ruleset",
        f"INSERT {RULESET}",
        f"INSERT OR REPLACE {RULESET}",
        f"REPLACE {RULESET}",
        f"INSERT {RULESET} ON CONFLICT DO UPDATE SET text = excluded.text",
        f"REPLACE INTO ruleset (rowid, digest, id, version, text) VALUES (1, '{H}', 'x', 1, '')",
    ],
    "book": [
        "UPDATE book SET id = '0123456789abcdef'",
        "DELETE FROM book",
        "INSERT INTO book VALUES ('0123456789abcdef')",
        "INSERT OR REPLACE INTO book SELECT id FROM book",
        "REPLACE INTO book (rowid, id) VALUES (1, '0123456789abcdef')",
        "INSERT INTO book SELECT id FROM book WHERE 1 ON CONFLICT DO UPDATE SET id = 'x'",
    ],
    "migration": [
        "UPDATE migration SET sha256 = ''",
        "DELETE FROM migration",
        "INSERT OR REPLACE INTO migration VALUES (1, '')",
        "REPLACE INTO migration VALUES (1, '')",
        "INSERT INTO migration VALUES (1, '') ON CONFLICT DO UPDATE SET sha256 = ''",
        "REPLACE INTO migration (rowid, sha256) VALUES (1, '')",
    ],
}
ALL_ATTACKS = [
    pytest.param(sql, id=f"{table}-{number}")
    for table, statements in ATTACKS.items()
    for number, sql in enumerate(statements)
]


@pytest.fixture
def store(filed):
    """The book in a file."""
    return filed


def dump(path: Path) -> str:
    """A digest of the file, which nobody has open: all of it is in there then."""
    assert not path.with_name(path.name + "-wal").exists()
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("recursive_triggers", ["ON", "OFF"])
@pytest.mark.parametrize("copy", [sqlite3, own_sqlite3], ids=["standard", "own"])
@pytest.mark.parametrize("sql", ALL_ATTACKS)
def test_a_connection_of_anybodys_is_refused(path, copy, sql, recursive_triggers):
    before = dump(path)
    connection = copy.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA recursive_triggers = {recursive_triggers}")
    with pytest.raises(copy.IntegrityError):
        connection.execute(sql)
    connection.close()
    assert dump(path) == before


def test_a_right_row_is_taken_so_that_the_refusals_mean_something(path):
    connection = raw(path)
    connection.execute(f"INSERT INTO entry VALUES ('n', 1, 'x', NULL, '{H}', '{GENESIS}', '{{}}')")
    connection.execute("INSERT INTO answer VALUES ('', 'key 1', 'r', 'n', 1, 201)")
    connection.execute(f"INSERT INTO ruleset VALUES ('{H}', 'house', 1, '')")
    connection.close()


@pytest.mark.parametrize("value", ["'one'", "1.5", "x'01'"])
@pytest.mark.parametrize("place", ["entry.seq", "session.played", "game.seq", "ruleset.version"])
def test_numbers_are_whole_numbers(path, place, value):
    table, column = place.split(".")
    connection = raw(path)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", (table,)
    ).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    with pytest.raises(own_sqlite3.IntegrityError, match="cannot store"):
        connection.execute(f"UPDATE {table} SET {column} = {value}")
    connection.close()


# --- the check when the book is opened ------------------------------------------------------------


def guards() -> list[str]:
    """The names of all triggers, out of the migrations."""
    text = "".join(step.sql for step in migrations())
    return [line.split()[2] for line in text.splitlines() if line.startswith("CREATE TRIGGER")]


@pytest.mark.parametrize("name", guards())
def test_a_dropped_trigger_is_found(path, name):
    connection = raw(path)
    connection.execute(f"DROP TRIGGER {name}")
    connection.close()
    with pytest.raises(StoreRefused, match=f"trigger {name} is missing"):
        Store.open(path)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DROP INDEX ruleset_by_name", "index ruleset_by_name is missing"),
        ("DROP TABLE person", "table person is missing"),
        ("CREATE TABLE extra (x)", "table extra is too much"),
        ("CREATE VIEW entries AS SELECT 1", "view entries is too much"),
        (
            "CREATE TRIGGER quiet BEFORE INSERT ON game BEGIN SELECT RAISE(IGNORE); END",
            "trigger quiet is too much",
        ),
        ("ALTER TABLE game ADD COLUMN note TEXT", "table game was changed"),
        (
            """DROP TRIGGER answer_refuses_delete; CREATE TRIGGER answer_refuses_delete
            BEFORE DELETE ON answer BEGIN SELECT 1; END""",
            "trigger answer_refuses_delete was changed",
        ),
        (
            """PRAGMA writable_schema = ON; UPDATE sqlite_master
            SET sql = replace(sql, 'BEGIN', 'WHEN 0 BEGIN') WHERE name = 'entry_refuses_update'""",
            "trigger entry_refuses_update was changed",
        ),
    ],
)
def test_a_changed_schema_is_found(path, sql, words):
    connection = raw(path)
    connection.executescript(sql)
    connection.close()
    with pytest.raises(StoreRefused, match=words):
        Store.open(path)


def test_a_table_transformed_by_sqlite_utils_is_found(path):
    database = Database(path)
    database["entry"].transform(rename={"kind": "sort"})
    database.close()
    with pytest.raises(StoreRefused) as refusal:
        Store.open(path)
    for name in ("entry_refuses_update", "entry_refuses_delete", "entry_refuses_again"):
        assert f"trigger {name} is missing" in str(refusal.value)


def test_statistics_of_the_planner_are_no_change(path):
    connection = raw(path)
    connection.execute("ANALYZE")
    connection.close()
    Store.open(path).close()


# --- inspecting, for the audit --------------------------------------------------------------------


def test_a_book_without_its_guards_can_be_inspected(path):
    connection = raw(path)
    connection.execute("DROP TRIGGER entry_refuses_update")
    connection.execute("DROP INDEX ruleset_by_name")
    connection.execute("UPDATE entry SET line = '{}' WHERE session = 'monday' AND seq = 2")
    connection.close()
    before = dump(path)
    with Store.inspecting(path) as found:
        assert found.faults == (
            "index ruleset_by_name is missing",
            "trigger entry_refuses_update is missing",
        )
        lines = [row["line"] for row in found.reader.raw_rows("entry")]
        assert lines.index("{}") == 3
        assert len(lines) == 5
    assert dump(path) == before


def test_a_sound_book_is_inspected_while_it_is_used(store, path):
    with store.writing() as book, Store.inspecting(path) as found:
        book.set_name("monday", "p1", "amy")
        assert found.faults == ()
        assert list(found.reader.raw_rows("person")) == []


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DROP TABLE person", "is no book: table person is missing"),
        ("ALTER TABLE game ADD COLUMN note TEXT", "is no book: table game was changed"),
    ],
)
def test_a_file_of_other_tables_cannot_be_inspected(path, sql, words):
    connection = raw(path)
    connection.execute(sql)
    connection.close()
    with pytest.raises(StoreRefused, match=words):
        Store.inspecting(path).__enter__()


def test_an_empty_file_cannot_be_inspected(tmp_path):
    (tmp_path / "book").touch()
    with pytest.raises(StoreRefused, match="is no book: it is empty"):
        Store.inspecting(tmp_path / "book").__enter__()
