"""Every cell of a book counts: changed behind the guards' back it is found, its entry named.

Exempt are display names (``person.name``), which are meant to change, and the name of the book
(``book.id``), which no entry holds: a checkpoint kept elsewhere does. A ruleset that no session was
opened under may go unseen, for nothing follows from it.
"""

# ruff: noqa: S608 - the statements are the cases

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from settle.audit import Finding, Tally, audit_book, first_bad
from settle.store import Inspection, Reader, Store, StoreRefused
from settle.store.sqlite import Connection, sqlite3
from tests.audit.evening import RELEASED, findings_in, first_of

KEYS = {
    "ruleset": ("digest",),
    "entry": ("session", "seq"),
    "answer": ("scope", "key"),
    "session": ("id",),
    "game": ("session", "game"),
    "person": ("session", "id"),
    "dispute": ("session", "id"),
    "confirmation": ("session", "entry", "player"),
}
"""How the rows of each table are told apart; of ``migration`` and ``book`` see below."""

OUTSIDE = {
    *("circle", "member", "naming"),
    *("access_key", "session_grant", "group_grant", "access_link"),
    "draft",
}
"""Groups and what people are called, keys and what they open, games that are being entered: no
entry says anything about them."""
EXEMPT = {("person", "name")}
Row = dict[str, Any]
First = tuple[str, str | None, int | None]


@pytest.fixture
def unguarded(path) -> Iterator[Connection]:
    """The book in a transaction in which nothing is guarded; it is undone at the end."""
    connection = Connection(path)
    connection.run("PRAGMA foreign_keys = OFF")
    connection.begin(immediate=True)
    for (name,) in connection.run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.run(f"DROP TRIGGER {name}")
    yield connection
    connection.rollback()
    connection.close()


def rows(connection: Connection, table: str) -> list[Row]:
    columns = [name for (name,) in connection.run(f"SELECT name FROM pragma_table_info('{table}')")]
    return [
        dict(zip(columns, row, strict=True)) for row in connection.run(f"SELECT * FROM {table}")
    ]


def other(column: str, value: Any) -> Any:
    """Another value that the column takes."""
    if column == "imported":
        return 1 - value
    if column == "status":
        return value + 1
    if isinstance(value, int):
        return value + 1000
    if value is None:
        return 1
    # One digit of a hash, or one letter of anything else.
    return value[:-1] + ("1" if value.endswith("0") else "0") if value else "x"


def first_in(connection: Connection) -> First:
    """The first bad entry, looked for no further than to it."""
    found: list[Finding] = []
    for finding in audit_book(Inspection(Reader(connection), ()), RELEASED, Tally()):
        found.append(finding)
        if finding.seq is not None:
            break
    return first_of(found)


@contextmanager
def changed(connection: Connection, sql: str, values: list[Any]) -> Iterator[None]:
    connection.run("SAVEPOINT change")
    connection.run(sql, values)
    yield
    connection.run("ROLLBACK TO change")
    connection.run("RELEASE change")


def each_cell(connection: Connection, table: str) -> Iterator[tuple[str, Row, First]]:
    """Each cell of a table with what is found when it is another."""
    keys = KEYS[table]
    where = " AND ".join(f"{key} = ?" for key in keys)
    for row in rows(connection, table):
        for column, value in row.items():
            if (table, column) not in EXEMPT:
                sql = f"UPDATE {table} SET {column} = ? WHERE {where}"
                values = [other(column, value), *(row[key] for key in keys)]
                with changed(connection, sql, values):
                    yield column, row, first_in(connection)


def missed(
    connection: Connection, table: str, place: Callable[[str, Row], tuple[str | None, int | None]]
) -> list[Any]:
    """The cells of a table whose change is not found, or not at the place where it belongs."""
    return [
        (column, row, first)
        for column, row, first in each_cell(connection, table)
        if first[1:] != place(column, row)
    ]


@pytest.mark.parametrize("table", ["entry", "game", "answer"])
def test_a_cell_of_what_belongs_to_an_entry(unguarded, table):
    assert missed(unguarded, table, lambda _, row: (row["session"], row["seq"])) == []


def test_a_cell_of_a_session(unguarded):
    def place(column: str, row: Row) -> tuple[str, int]:
        if column == "id":
            return other("id", row["id"]), 1
        if column == "opened" and row["opened"] == 1:
            return "tuesday", 1  # that one is the first now, and says that it is the second
        # Its place in the book follows from the first entry, where it stands from the last one;
        # a head that is further on makes the next one missing.
        is_of_the_place = column in ("opened", "imported")
        return row["id"], 1 if is_of_the_place else row["head_seq"] + (column == "head_seq")

    assert missed(unguarded, "session", place) == []


def test_a_cell_of_a_ruleset(unguarded):
    opened = {"tw-scoop-only": ("monday", 1), "tw-scoop": ("tuesday", 1), "our-thirteen": None}
    for column, row, (code, session, seq) in each_cell(unguarded, "ruleset"):
        assert code != "sound", (column, row)
        # With another digest or text no game can be scored again: the opening is named.
        if column in ("digest", "text") and opened[row["id"]]:
            assert (session, seq) == opened[row["id"]]


def test_a_display_name_of_somebody_who_has_no_seat(unguarded):
    found = [first[0] for _, _, first in each_cell(unguarded, "person")]
    assert found == ["row_too_much"] * 4


@pytest.mark.parametrize("table", KEYS)
def test_a_row_that_is_gone(unguarded, table):
    keys = KEYS[table]
    where = " AND ".join(f"{key} = ?" for key in keys)
    for row in rows(unguarded, table):
        with changed(unguarded, f"DELETE FROM {table} WHERE {where}", [row[key] for key in keys]):
            first = first_in(unguarded)
        if table == "person" or row.get("id") == "our-thirteen":
            assert first[0] == "sound"
        elif table in ("entry", "game", "answer"):
            assert first[1:] == (row["session"], row["seq"]), row
        else:
            assert first[2] == 1, row


TWO = "SELECT {} FROM entry WHERE session = 'monday' AND seq = 7"
SLIPPED_IN = [
    ("book", "INSERT INTO book VALUES ('0123456789abcdef')", None),
    ("entry", f"INSERT INTO entry {TWO.format('session, 99, kind, game, ?1, ?1, line')}", 23),
    ("entry", f"INSERT INTO entry {TWO.format('?2, 1, kind, game, ?1, prev_hash, line')}", 1),
    ("game", f"INSERT INTO game {TWO.format('session, 17, seq, hash, kind, ?3, 0')}", 7),
    ("game", f"INSERT INTO game {TWO.format('?2, 1, seq, hash, kind, ?3, 0')}", None),
    ("dispute", f"INSERT INTO dispute {TWO.format('session, ?2, seq, 5, kind, ?3')}", 7),
    ("dispute", f"INSERT INTO dispute {TWO.format('?2, ?2, seq, 5, kind, ?3')}", None),
    ("confirmation", f"INSERT INTO confirmation {TWO.format('session, hash, ?2, seq')}", 7),
    ("answer", f"INSERT INTO answer {TWO.format('session, ?2, ?2, session, seq, 201')}", 7),
    ("answer", f"INSERT INTO answer {TWO.format('?2, ?2, ?2, ?2, seq, 201')}", 7),
    ("session", "INSERT INTO session SELECT ?2, 3, 1, ?1, 'open', 16, 0, 0, ?3, 0, '[[1,0]]'", 1),
    ("person", "INSERT INTO person SELECT ?2, 'amy', 'Amy'", None),
    ("person", "INSERT INTO person SELECT 'monday', 'eve', 'Eve'", None),
]


@pytest.mark.parametrize(("table", "sql", "seq"), SLIPPED_IN)
def test_a_row_too_many(unguarded, table, sql, seq):
    values = ["sha256:" + "1" * 64, "friday", "[]"]
    used = sorted({int(n) for n in "123" if f"?{n}" in sql})
    with changed(unguarded, sql, values[: max(used, default=0)]):
        first = first_in(unguarded)
    assert first[0] != "sound"
    assert first[2] == seq


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        # A session that was opened first, gone without a trace but for who names it.
        ([*(f"DELETE FROM {table} WHERE session = 'monday'"
            for table in ("entry", "answer", "game", "person")),
          "DELETE FROM session WHERE id = 'monday'", "UPDATE session SET opened = 1"],
         ("previous_differs", "tuesday", 1)),
        # The tail of a session, and everything that was made from it.
        (["DELETE FROM entry WHERE session = 'monday' AND seq = 22"],
         ("column_differs", "monday", 22)),
        # Two sessions that change places.
        (["UPDATE session SET opened = 9 WHERE id = 'monday'",
          "UPDATE session SET opened = 1 WHERE id = 'tuesday'",
          "UPDATE session SET opened = 2 WHERE id = 'monday'"],
         ("previous_differs", "tuesday", 1)),
        # The same entry in other words.
        (["UPDATE entry SET line = ' ' || line WHERE session = 'monday' AND seq = 5"],
         ("not_canonical", "monday", 5)),
        (["UPDATE ruleset SET text = ' ' || text WHERE id = 'our-thirteen'"],
         ("not_canonical", None, None)),
        # Text that is no text.
        (["UPDATE entry SET line = CAST(x'ff' AS TEXT) WHERE session = 'monday' AND seq = 5"],
         ("line_malformed", "monday", 5)),
        (["UPDATE entry SET session = CAST(x'ff' AS TEXT) WHERE session = 'tuesday' AND seq = 3"],
         ("column_differs", "tuesday", 3)),
        (["UPDATE answer SET key = CAST(x'ff' AS TEXT) WHERE seq = 5"],
         ("row_missing", "monday", 5)),
        (["UPDATE session SET state = CAST(x'ff' AS TEXT) WHERE id = 'monday'"],
         ("column_differs", "monday", 22)),
    ],
)  # fmt: skip
def test_a_forged_book(unguarded, sql, first):
    for statement in sql:
        unguarded.run(statement)
    assert first_in(unguarded) == first


def test_a_book_without_its_name(unguarded):
    with changed(unguarded, "DELETE FROM book", []):
        assert first_in(unguarded)[0] == "row_missing"


def test_every_table_is_looked_into(unguarded):
    found = unguarded.run("SELECT name FROM sqlite_master WHERE type = 'table'")
    assert {name for (name,) in found} == {*KEYS, *OUTSIDE, "migration", "book"}


# --- with the guards put back ---------------------------------------------------------------------


def behind_the_guards(path: Path, *statements: str) -> None:
    """Change the book as somebody would who wants it to start up again."""
    connection = sqlite3.connect(path, isolation_level=None)
    guards = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, sql in guards:
        connection.execute(sql)
    connection.close()


@pytest.mark.parametrize(
    ("sql", "place"),
    [
        ("UPDATE entry SET line = replace(line, '\"net\":6', '\"net\":9') WHERE seq = 7",
         ("hash_differs", "monday", 7)),
        ("UPDATE game SET nets = replace(nets, '6', '9') WHERE game = 5",
         ("column_differs", "monday", 7)),
        ("UPDATE session SET played = 15 WHERE id = 'monday'", ("column_differs", "monday", 22)),
        ("UPDATE answer SET request_sha256 = 'x' WHERE scope = ''",
         ("column_differs", "monday", 1)),
        ("UPDATE ruleset SET text = replace(text, ':1,', ':2,') WHERE id = 'tw-scoop-only'",
         ("ruleset_missing", "monday", 1)),
    ],
)  # fmt: skip
def test_a_book_that_starts_up_again_is_found(path, sql, place):
    behind_the_guards(path, sql)
    Store.open(path).close()
    assert first_of(findings_in(path)) == place


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE migration SET sha256 = 'x' WHERE number = 1",
        "UPDATE migration SET sha256 = CAST(x'ff' AS TEXT) WHERE number = 1",
        "UPDATE migration SET number = number + 1000",
        "DELETE FROM migration",
        "INSERT INTO migration VALUES (1000, 'x')",
        "DROP TABLE person",
        "ALTER TABLE game ADD COLUMN note TEXT",
    ],
)
def test_a_book_of_other_tables_is_refused(path, sql):
    behind_the_guards(path, sql)
    with pytest.raises(StoreRefused):
        findings_in(path)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DROP TRIGGER entry_refuses_update", "trigger entry_refuses_update is missing"),
        ("DROP INDEX ruleset_by_name", "index ruleset_by_name is missing"),
        ("CREATE TRIGGER t BEFORE INSERT ON game BEGIN SELECT 1; END", "trigger t is too much"),
    ],
)
def test_guards_that_are_gone(path, sql, words):
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.close()
    (finding,) = findings_in(path)
    assert (finding.code, finding.found) == ("guard_changed", words)


def test_a_damaged_file(path):
    data = bytearray(path.read_bytes())
    for place in range(len(data) // 2, len(data), 4096):
        data[place : place + 64] = bytes(64)
    path.write_bytes(data)
    try:
        found = findings_in(path)
    except StoreRefused as refused:
        assert "is damaged" in str(refused)  # noqa: PT017 - either is an answer
    else:
        assert first_bad(found) is not None
