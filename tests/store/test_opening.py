"""Opening a book: made, brought up to date, or refused with a sentence."""

from __future__ import annotations

import os
import re
import stat

import pytest

from settle.store import Store, StoreRefused, StoreUnavailable, schema, sqlite
from settle.store import file as module
from settle.store.schema import Migration, migrations
from settle.store.sqlite import ROLLBACK, WRITE_AHEAD
from tests.store.chains import raw, report, sound, write
from tests.store.test_guards import dump


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ("3.40.1", "delete"),
        ("3.51.2", "delete"),
        ("3.51.3", "wal"),
        ("3.53.4", "wal"),
        ("4.0.0", "wal"),
    ],
)
def test_the_journal_goes_by_the_version(version, mode):
    assert sqlite.journal_for(version).mode == mode


@pytest.mark.parametrize(
    ("journal", "mode", "synchronous"), [(WRITE_AHEAD, "wal", 2), (ROLLBACK, "delete", 3)]
)
def test_a_commit_is_synced_in_every_connection(tmp_path, journal, mode, synchronous):
    made = Store.open(tmp_path / "book", journal=journal)
    for block in (made.writing, made.reading):
        with block() as book:
            run = book._connection.run
            assert run("PRAGMA journal_mode") == [(mode,)]
            assert run("PRAGMA synchronous") == [(synchronous,)]
            assert run("PRAGMA foreign_keys") == [(1,)]
            assert run("PRAGMA recursive_triggers") == [(1,)]
    assert made.info()[3:5] == (mode, {2: "full", 3: "extra"}[synchronous])


@pytest.mark.parametrize("journal", [WRITE_AHEAD, ROLLBACK])
def test_a_new_book_is_its_owners_alone(tmp_path, journal):
    before = os.umask(0)
    try:
        made = Store.open(tmp_path / "book", journal=journal)
        write(made, "monday", 1)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert {"book", "book.lock"} <= set(modes)
        assert set(modes.values()) == {0o600}
        # Whoever lets others read a book has said so; it stays as it is.
        (tmp_path / "book").chmod(0o640)
        Store.open(tmp_path / "book", journal=journal)
        assert stat.S_IMODE((tmp_path / "book").stat().st_mode) == 0o640
        # A name that leads elsewhere leads there for a new book too.
        (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
        Store.open(tmp_path / "link", journal=journal)
        assert stat.S_IMODE((tmp_path / "elsewhere").stat().st_mode) == 0o600
    finally:
        os.umask(before)


def test_a_book_changes_its_journal_when_it_is_opened_with_another(tmp_path):
    for journal in (ROLLBACK, WRITE_AHEAD, ROLLBACK):
        made = Store.open(tmp_path / "book", journal=journal)
        write(made, "monday", 2)
        made.close()
        connection = raw(tmp_path / "book")
        assert connection.execute("PRAGMA journal_mode").fetchall() == [(journal.mode,)]
        connection.close()
    with made.reading() as book:
        assert report(book, "monday") == sound(6)


def test_the_journal_cannot_be_changed_under_others(tmp_path):
    first = Store.open(tmp_path / "book", journal=WRITE_AHEAD)
    write(first, "monday", 1)
    with pytest.raises(StoreUnavailable):
        Store.open(tmp_path / "book", journal=ROLLBACK, wait_seconds=0)
    write(first, "monday", 1)
    first.close()


def test_opening_again_changes_nothing(path):
    before = dump(path)
    Store.open(path).close()
    assert dump(path) == before


def test_what_runs_is_told(path, filed):
    info = filed.info()
    assert info.path == str(path)
    assert (info.engine, info.engine_version) == ("sqlite", sqlite.VERSION)
    assert info.journal_mode == sqlite.journal_for().mode
    assert info.schema_version == len(migrations())
    assert info.size_bytes % 4096 == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"amy owes bob 12\n" * 100, "damaged or no SQLite database"),
        (b"SQLite format 3\0" + b"\xff" * 4080, "damaged or no SQLite database"),
    ],
)
def test_another_file_is_no_book(tmp_path, content, words):
    (tmp_path / "book").write_bytes(content)
    with pytest.raises(StoreRefused, match=words):
        Store.open(tmp_path / "book")
    assert (tmp_path / "book").read_bytes() == content


def test_another_database_is_no_book(tmp_path):
    connection = raw(tmp_path / "book")
    connection.execute("CREATE TABLE songs (title)")
    connection.close()
    with pytest.raises(StoreRefused, match="but no book: it has songs"):
        Store.open(tmp_path / "book")
    connection = raw(tmp_path / "book")
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    connection.close()


def test_a_folder_is_no_place_for_a_book_and_nothing_is_left_beside_it(tmp_path):
    place = tmp_path / "here"
    place.mkdir()
    with pytest.raises(StoreRefused, match=r"here is a folder\. Name a file in it: .*settle\.db"):
        Store.open(place)
    assert list(tmp_path.iterdir()) == [place]


def test_a_folder_or_a_book_that_is_not_there(tmp_path):
    with pytest.raises(StoreRefused, match=r"There is no folder .*missing to keep the book in"):
        Store.open(tmp_path / "missing" / "book")
    with pytest.raises(StoreRefused, match=r"There is no book at .*book"):
        Store.open(tmp_path / "book", create=False)
    assert list(tmp_path.iterdir()) == []


def test_an_sqlite_that_is_too_old_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "OLDEST", (99, 1, 0))
    with pytest.raises(StoreRefused, match=r"99\.1\.0 or newer is needed"):
        Store.open(tmp_path / "book")


# --- migrations ----------------------------------------------------------------------------------

NOW = len(migrations())
NEXT = Migration(NOW + 1, "CREATE TABLE next (number INTEGER) STRICT;", "f" * 64)
BROKEN = NEXT._replace(sql=f"{NEXT.sql} CREATE TABLE entry (x);")


@pytest.fixture
def steps(monkeypatch):
    """Have the store know other migrations."""

    def know(*wanted: Migration) -> None:
        monkeypatch.setattr(module, "migrations", lambda: wanted)

    return know


def test_an_older_book_is_brought_up_to_date(path, steps):
    steps(*migrations(), NEXT)
    newer = Store.open(path)
    assert newer.info().schema_version == NOW + 1
    write(newer, "monday", 1)
    with newer.reading() as book:
        assert [row["number"] for row in book.raw_rows("migration")] == [*range(1, NOW + 2)]
        assert report(book, "monday") == sound(4)


def move(new, old):
    """Copy the rows of a book into one of an older schema, as a Settle of then wrote them."""
    connection = raw(old)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("ATTACH ? AS new", (str(new),))
    for table in ("entry", "session", "game", "answer"):
        found = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        columns = ", ".join(name for (name,) in found)
        copied = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}"  # noqa: S608
        connection.execute(copied)
    connection.close()


def test_a_book_of_the_first_schema_gets_its_name(tmp_path, steps):
    first, *others = migrations()
    write(Store.open(tmp_path / "new"), "monday", 2)
    steps(first)
    Store.open(tmp_path / "book").close()
    move(tmp_path / "new", tmp_path / "book")
    with Store.inspecting(tmp_path / "book") as inspection:
        assert (inspection.faults, inspection.reader.book_id()) == ((), None)
    steps(first, *others)
    for _ in range(2):
        made = Store.open(tmp_path / "book")
        with made.reading() as book:
            name = book.book_id()
            assert [row["id"] for row in book.raw_rows("book")] == [name]
            assert report(book, "monday") == sound(2)
        made.close()


def test_every_book_has_a_name_of_its_own(tmp_path):
    names = set()
    for number in range(5):
        made = Store.open(tmp_path / f"book {number}")
        with made.reading() as book:
            names.add(book.book_id())
        made.close()
    assert len(names) == 5
    assert all(re.fullmatch("[0-9a-f]{16}", name or "") for name in names)


def test_a_newer_book_is_refused(path, steps):
    steps(*migrations(), NEXT)
    Store.open(path).close()
    steps(*migrations())
    with pytest.raises(
        StoreRefused, match=f"schema is version {NOW + 1}, this one knows up to {NOW}"
    ):
        Store.open(path)


def test_a_migration_with_another_text_is_refused(path, steps):
    first, *others = migrations()
    steps(first._replace(sha256="0" * 64), *others)
    with pytest.raises(StoreRefused, match="migration 1 is recorded with another text"):
        Store.open(path)


def test_a_migration_that_fails_leaves_the_book_as_it_was(path, steps):
    before = dump(path)
    steps(*migrations(), BROKEN)
    with pytest.raises(sqlite.sqlite3.OperationalError, match="entry already exists"):
        Store.open(path)
    assert dump(path) == before


def test_a_guard_that_is_missing_stops_the_migration_too(path, steps):
    connection = raw(path)
    connection.execute("DROP TRIGGER entry_links")
    connection.close()
    steps(*migrations(), NEXT)
    with pytest.raises(StoreRefused, match="trigger entry_links is missing"):
        Store.open(path)
    connection = raw(path)
    assert connection.execute("SELECT count(*) FROM migration").fetchone() == (NOW,)
    connection.close()


def test_migrations_are_numbered_without_a_gap(tmp_path):
    (tmp_path / "0001.sql").write_text("SELECT 1;")
    (tmp_path / "0003.sql").write_text("SELECT 3;")
    with pytest.raises(AssertionError, match=r"0003\.sql should be 0002\.sql"):
        schema.migrations(tmp_path)
