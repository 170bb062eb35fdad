"""What holds of a book in a file only."""

from __future__ import annotations

import fcntl
import os

import pytest

from settle.store import Store, StoreUnavailable
from settle.store.sqlite import ROLLBACK, sqlite3
from tests.store.chains import raw, report, sound, write, write_next


@pytest.fixture
def store(filed):
    """The book in a file."""
    return filed


def found(store: Store, session: str = "monday") -> dict[str, object]:
    with store.reading() as book:
        return report(book, session)


def test_rows_as_they_lie_there(store, path):
    store.close()
    other = raw(path)
    other.execute("UPDATE game SET kind = CAST(x'ff00' AS TEXT), nets = '3' WHERE game = 2")
    other.execute("INSERT INTO person VALUES ('monday', 'p1', 'amy')")
    other.close()
    with store.reading() as book:
        rows = list(book.raw_rows("game"))
        assert [(row["session"], row["game"], row["kind"], row["nets"]) for row in rows] == [
            ("friday", 1, "game_recorded", '[["amy",3],["bob",-1],["cat",-1],["dan",-1]]'),
            ("monday", 1, "game_recorded", '[["amy",3],["bob",-1],["cat",-1],["dan",-1]]'),
            ("monday", 2, "\udcff\0", "3"),
        ]
        assert [(row["session"], row["seq"]) for row in book.raw_rows("entry")] == [
            ("friday", 1), ("friday", 2), ("monday", 1), ("monday", 2), ("monday", 3),
        ]  # fmt: skip
        assert list(book.raw_rows("person")) == [{"session": "monday", "id": "p1", "name": "amy"}]
        for table in ("migration", "ruleset", "answer", "session"):
            assert list(book.raw_rows(table)) != []


def test_with_the_rollback_journal_a_writer_waits_for_readers(path):
    store = Store.open(path, journal=ROLLBACK, wait_seconds=0)
    with store.reading() as book:
        with pytest.raises(StoreUnavailable, match="others hold the book"):
            write(store, "monday", 1)
        assert report(book, "monday") == sound(3)
    write(store, "monday", 1)
    assert found(store) == sound(4)


def test_one_thread_writes_one_block_at_a_time(store):
    with store.writing(), pytest.raises(AssertionError, match="one transaction at a time"):
        store.writing().__enter__()
    write(store, "monday", 1)


def test_rows_cannot_be_read_on_after_the_block(store):
    with store.reading() as book:
        lines = book.lines("monday")
        assert next(lines)
    with pytest.raises(sqlite3.ProgrammingError):
        list(lines)
    write(store, "monday", 1)
    assert found(store) == sound(4)


def test_a_child_that_leaves_the_block_does_not_end_it_for_the_parent(store, path):
    child = 1
    try:
        with store.writing() as book:
            write_next(book, "monday")
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                with path.with_name("book.lock").open() as lock, pytest.raises(BlockingIOError):
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        if child == 0:
            os._exit(0)
    assert found(store) == sound(4)


def steps_of_writing(store: Store) -> int:
    """How many instructions SQLite carries out to write one game."""
    steps = []
    with store.writing() as book:
        connection = book._connection._database.conn
        connection.set_progress_handler(lambda: steps.append(1), 1)
        write_next(book, "monday")
        connection.set_progress_handler(None, 1)
    return len(steps)


def test_the_two_hundredth_game_costs_what_the_third_did(store):
    early = steps_of_writing(store)
    with store.writing() as book:
        for _ in range(200):
            write_next(book, "monday")
        for number in range(200):
            write_next(book, f"another {number}")
    assert early > 100
    assert steps_of_writing(store) <= early + early // 50
