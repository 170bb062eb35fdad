"""Out of one book and into another: every hash kept, every byte the same, or a refusal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from settle.archive.exporting import ExportRefused
from settle.archive.importing import Imported, ImportRefused, Ledger
from settle.audit import Tally
from settle.canonical import canonical_bytes
from settle.store import Store, StoreRefused
from settle.store.sqlite import sqlite3
from tests.audit.evening import (
    RELEASED,
    exported,
    findings_in,
    findings_of,
    write_monday,
    write_tuesday,
)
from tests.audit.evening import Ledger as Taken
from tests.book.rounds import new_book, scoops, session


def taken_in(store: Store, data: bytes) -> tuple[Imported, ...]:
    """Import a ledger that has to be sound."""
    ledger = Ledger(io.BytesIO(data), RELEASED)
    assert list(ledger.findings(Tally())) == []
    return ledger.store(store)


def where(store: Store) -> Path:
    return Path(store.info().path)


# --- into an empty book ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["monday", "tuesday", None])
def test_export_import_export_is_the_same_byte_for_byte(path, empty, name):
    data = exported(path, name)
    taken_in(empty, data)
    assert exported(where(empty), name) == data
    assert findings_in(where(empty)) == []
    assert findings_of(data) == []


def test_everything_made_from_the_entries_is_made_again(path, empty):
    taken_in(empty, exported(path))
    for table in ("ruleset", "entry", "answer", "session", "game"):
        with Store.inspecting(path) as one, Store.inspecting(where(empty)) as other:
            here, there = (list(each.reader.raw_rows(table)) for each in (one, other))
            assert here == there, table
    with empty.reading() as r:
        assert r.names("monday") == {}


def test_the_whole_book_has_the_sessions_in_the_order_of_their_opening(tmp_path):
    book = new_book(tmp_path)
    for name in ("zeta", "alpha", "mid"):
        book.open_session(session(id=name))
    lines = Taken(exported(tmp_path / "book.db")).lines
    assert [line["session"] for line in lines if "seq" in line] == ["zeta", "alpha", "mid"]


def test_the_lines_of_a_ledger(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session())
    book.record("s1", scoops("amy>dan", game=1))
    data = exported(tmp_path / "book.db", "s1")
    head, ruleset, opening, game, end, last = Taken(data).lines
    assert head == {"format": "settle-ledger", "scope": "session", "version": 1}
    assert ruleset.keys() == {"digest", "ruleset"}
    assert (opening["seq"], game["seq"]) == (1, 2)
    assert end == {"end": "session", "session": "s1", "entries": 2, "head": game["hash"]}
    assert last == {"end": "ledger", "rulesets": 1, "sessions": 1, "entries": 2}
    assert data.endswith(b"\n")
    assert all(canonical_bytes(line) in data for line in Taken(data).lines)


def test_no_display_name_leaves_the_book(path):
    for data in (exported(path), exported(path, "monday")):
        assert "阿明".encode() not in data
        assert b"=1+1" not in data


def test_an_imported_book_goes_on(path, empty, tmp_path):
    taken_in(empty, exported(path))
    empty.close()
    book = new_book(tmp_path, "empty.db")
    book.record("tuesday", scoops("amy>bob", "amy>cat", "amy>dan", "bob>cat", "bob>dan", "cat>dan",
                                  game=3))  # fmt: skip
    book.open_session(session(id="wednesday"))
    book.store.close()
    assert findings_in(tmp_path / "empty.db") == []


def test_a_retry_finds_its_answer_in_the_book_that_it_was_imported_into(tmp_path, empty):
    book = new_book(tmp_path)
    book.open_session(session(), key="open")
    first = book.record("s1", scoops("amy>dan"), key="one")
    taken_in(empty, exported(tmp_path / "book.db"))
    empty.close()
    again = new_book(tmp_path, "empty.db")
    assert again.record("s1", scoops("amy>dan"), key="one") == first


# --- into a book that has sessions ----------------------------------------------------------------


def test_a_session_of_another_book_is_marked(path, tmp_path):
    book = new_book(tmp_path, "other.db")
    book.open_session(session(id="friday"))
    assert taken_in(book.store, exported(path, "monday")) == (Imported("monday", 22, is_new=True),)
    book.open_session(session(id="sunday"))
    tally = Tally()
    assert findings_in(tmp_path / "other.db", tally) == []
    assert tally.imported == ["monday"]
    with book.store.reading() as r:
        marks = [(row.id, row.opened, row.imported) for row in r.sessions()]
    assert marks == [("friday", 1, False), ("monday", 2, True), ("sunday", 3, False)]
    data = exported(tmp_path / "other.db")
    assert findings_of(data) == []
    fresh = Store.open(tmp_path / "fresh.db")
    taken_in(fresh, data)
    assert exported(tmp_path / "fresh.db") == data


def test_a_session_that_is_gone_from_among_ones_own_is_missed(path, tmp_path):
    book = new_book(tmp_path, "other.db")
    for name in ("friday", "saturday"):
        book.open_session(session(id=name))
    taken_in(book.store, exported(path, "monday"))
    book.open_session(session(id="sunday"))
    book.store.close()
    taken = Taken(exported(tmp_path / "other.db"))
    for gone, follower in (("friday", "saturday"), ("monday", "sunday")):
        rest = Taken(taken.data())
        rest.lines = [line for line in rest.lines if line.get("session") != gone]
        found = findings_of(rest.sealed().data())
        assert [(each.code, each.session) for each in found] == [("previous_differs", follower)]


def test_the_same_session_again_changes_nothing(path, empty):
    data = exported(path)
    taken_in(empty, data)
    before = where(empty).read_bytes()
    again = taken_in(empty, data)
    assert again == (Imported("monday", 22, is_new=False), Imported("tuesday", 3, is_new=False))
    assert where(empty).read_bytes() == before


def test_what_is_new_of_a_book_is_taken(path, empty):
    taken_in(empty, exported(path, "monday"))
    taken_in(empty, exported(path))
    assert exported(where(empty)) == exported(path)


def refusal(store: Store, data: bytes) -> str:
    """What a refused import says; nothing of it is stored."""
    before = exported(where(store))
    with pytest.raises(ImportRefused) as refused:
        taken_in(store, data)
    assert exported(where(store)) == before
    assert findings_in(where(store)) == []
    return str(refused.value)


@pytest.mark.parametrize(("here", "there"), [(2, 3), (3, 2)])
def test_a_session_that_is_there_otherwise(tmp_path, here, there):
    for name, games in (("here", here), ("there", there)):
        book = new_book(tmp_path, f"{name}.db")
        write_monday(book, games)
        book.store.close()
    # Opening, balance, the games, two corrections and a void, the close.
    assert refusal(Store.open(tmp_path / "here.db"), exported(tmp_path / "there.db", "monday")) == (
        f"Session monday is in this book with other entries: {here + 6} here, {there + 6} in the"
        " ledger, the first that differs is entry 5. Nothing was imported."
    )


def test_nothing_of_a_book_is_taken_where_one_session_is_refused(path, tmp_path):
    book = new_book(tmp_path, "other.db")
    write_tuesday(book)
    # The same entries, but opened first in this book: another opening.
    assert "Session tuesday is in this book" in refusal(book.store, exported(path))
    with book.store.reading() as r:
        assert r.session_row("monday") is None


def test_a_key_that_opened_another_session_here(path, tmp_path):
    book = new_book(tmp_path, "other.db")
    book.open_session(session(id="friday"), key="open-monday")
    assert "opened session friday under the key open-monday" in refusal(
        book.store, exported(path, "monday")
    )


def own_ruleset(book, points: int) -> None:
    """A table's own ruleset, under one name with whatever price of a scoop."""
    said = dict.fromkeys(("en", "zh-Hant", "zh-Hans"), "House")
    price = {"value": points, "unit": "points", "basis": "decision", "note": said}
    parent = {"extends": "tw-scoop-only@1", "title": said}
    book.bring_ruleset({"id": "house", "version": 1, **parent, "scoop": {"points": price}})


def test_another_ruleset_of_that_name_here(tmp_path):
    books = [new_book(tmp_path, name) for name in ("one.db", "two.db")]
    for points, book in enumerate(books, 2):
        own_ruleset(book, points)
        book.open_session(session(id=f"s{points}", ruleset="house"))
    data = exported(tmp_path / "one.db", "s2")
    assert "The book has another ruleset house@1" in refusal(books[1].store, data)


def test_a_session_of_an_own_ruleset_brings_it_along(tmp_path, empty):
    book = new_book(tmp_path)
    own_ruleset(book, 3)
    book.open_session(session(ruleset="house"))
    book.record("s1", scoops("amy>dan", game=1))
    data = exported(tmp_path / "book.db", "s1")
    taken_in(empty, data)
    assert exported(where(empty), "s1") == data


def test_a_ledger_that_changes_between_verifying_and_storing(path, empty):
    data = exported(path, "monday")
    stream = io.BytesIO(data)
    ledger = Ledger(stream, RELEASED)
    assert list(ledger.findings(Tally())) == []
    stream.seek(0)
    stream.write(exported(path, "tuesday"))
    stream.truncate()
    with pytest.raises(ImportRefused, match="was changed while it was read"):
        ledger.store(empty)
    with empty.reading() as r:
        assert list(r.sessions()) == []


# --- what cannot be exported ----------------------------------------------------------------------


def test_a_session_that_is_not_there(path):
    with pytest.raises(ExportRefused, match="no session friday"):
        exported(path, "friday")


def test_a_book_without_guards_can_still_be_exported(path, empty):
    data = exported(path)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_refuses_update")
    connection.close()
    with pytest.raises(StoreRefused):
        Store.open(path)
    taken_in(empty, exported(path))
    assert exported(where(empty)) == data


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE entry SET line = '{' WHERE seq = 1", "tables of session monday cannot be read"),
        ("UPDATE entry SET line = '[]' WHERE seq = 1", "tables of session monday cannot be read"),
        ("UPDATE ruleset SET text = '{'", "text of ruleset sha256:"),
    ],
)
def test_what_cannot_be_read_is_for_the_audit(path, sql, words):
    connection = sqlite3.connect(path, isolation_level=None)
    for name in ("entry_refuses_update", "ruleset_refuses_update"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(sql)
    connection.close()
    with pytest.raises(ExportRefused, match=words) as refused:
        exported(path, "monday")
    assert "audit the book" in str(refused.value)
