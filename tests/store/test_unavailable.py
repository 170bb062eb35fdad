"""Full and read-only disks, locks held by others: a clear error, nothing half-written, no harm."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from settle.store import Store, StoreUnavailable
from tests.store.chains import raw, report, sound, write, write_next
from tests.store.processes import JOURNALS

both_journals = pytest.mark.parametrize("journal", JOURNALS.values(), ids=JOURNALS)
KILOBYTE = 1024


@pytest.fixture
def store(filed):
    """The book in a file."""
    return filed


def mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True, capture_output=True, text=True)


@pytest.fixture
def disk(tmp_path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk can be mounted by root only")
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        mount("-t", "tmpfs", "-o", "size=512k", "tmpfs", folder)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"a small disk cannot be mounted here: {error.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(store: Store, size: int) -> int:
    """Write entries of this size until the disk is full; return how many were acknowledged."""
    for acknowledged in range(1000):
        try:
            with store.writing() as book:
                write_next(book, "monday", "n" * size)
        except StoreUnavailable as error:
            assert "the disk is full" in str(error)  # noqa: PT017 - how often it goes well is open
            return acknowledged
    raise AssertionError("the disk did not fill up")


@both_journals
@pytest.mark.parametrize("size", [100, 3000, 60_000])
def test_a_full_disk_loses_nothing_and_passes(disk, journal, size):
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(64 * KILOBYTE))
    store = Store.open(disk / "book", journal=journal)
    acknowledged = fill(store, size)
    assert acknowledged > 0
    assert fill(store, size) == 0
    with store.reading() as book:
        assert report(book, "monday") == sound(acknowledged)
    ballast.unlink()
    write(store, "monday", 1)
    with store.reading() as book:
        assert report(book, "monday") == sound(acknowledged + 1)
    store.close()
    with Store.open(disk / "book", create=False, journal=journal).reading() as book:
        assert report(book, "monday") == sound(acknowledged + 1)


@both_journals
def test_a_batch_that_goes_on_after_the_disk_was_full_is_not_acknowledged(disk, journal):
    store = Store.open(disk / "book", journal=journal)
    write(store, "monday", 2)
    with pytest.raises(StoreUnavailable), store.writing() as book:  # noqa: PT012
        for _ in range(40):
            try:
                write_next(book, "monday", "n" * 60_000)
            except StoreUnavailable:
                continue
    with store.reading() as book:
        assert report(book, "monday") == sound(2)
    write(store, "monday", 1)


@both_journals
def test_a_book_cannot_be_made_on_a_full_disk(disk, journal):
    (disk / "ballast").write_bytes(bytes(500 * KILOBYTE))
    with pytest.raises(StoreUnavailable, match=r"the disk is full|could not be read or written"):
        Store.open(disk / "book", journal=journal)
    (disk / "ballast").unlink()
    write(Store.open(disk / "book", journal=journal), "monday", 2)


@both_journals
def test_a_read_only_disk_is_told_and_passes(disk, journal):
    store = Store.open(disk / "book", journal=journal)
    write(store, "monday", 2)
    store.close()
    mount("-o", "remount,ro", disk)
    with pytest.raises(StoreUnavailable, match=r"(?i)read-only"), store.writing() as book:
        write_next(book, "monday")
    with pytest.raises(StoreUnavailable, match=r"(?i)read-only"):
        Store.open(disk / "book", journal=journal)
    mount("-o", "remount,rw", disk)
    write(store, "monday", 1)
    with store.reading() as book:
        assert report(book, "monday") == sound(3)
    store.close()


# --- locks ----------------------------------------------------------------------------------------


def test_the_file_lock_held_by_another_program(path):
    store = Store.open(path, wait_seconds=1)
    with path.with_name("book.lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(StoreUnavailable, match="others have been writing for 1 seconds"):
            write(store, "monday", 1)
        with store.reading() as book:
            assert report(book, "monday") == sound(3)
    write(store, "monday", 1)


def test_who_gave_up_waiting_does_not_keep_the_lock_later(path):
    store = Store.open(path, wait_seconds=0)
    with path.with_name("book.lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(StoreUnavailable):
            write(store, "monday", 1)
        assert len(store._file_lock._open) == 1
    for _ in range(1000):
        if not store._file_lock._open:
            break
        time.sleep(1 / 256)
    assert store._file_lock._open == set()
    write(store, "monday", 1)


def test_writers_take_turns_before_they_ask_sqlite(store, path):
    second = Store.open(path, wait_seconds=0)
    with store.writing():
        with pytest.raises(StoreUnavailable, match="others have been writing"):
            write(second, "monday", 1)
        with second.reading() as book:
            assert report(book, "monday") == sound(3)
    # Who gave up leaves the line a moment after it was served: the next one has to be patient.
    write(Store.open(path), "monday", 1)
    with second.reading() as book:
        assert report(book, "monday") == sound(4)


@both_journals
def test_the_lock_of_sqlite_held_by_another_program(path, journal):
    store = Store.open(path, journal=journal, wait_seconds=0)
    other = raw(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="others hold the book"):
        write(store, "monday", 1)
    other.execute("ROLLBACK")
    other.close()
    write(store, "monday", 1)
    with store.reading() as book:
        assert report(book, "monday") == sound(4)


def test_a_book_that_was_moved_away_is_not_written_to(store, path):
    write(store, "monday", 1)
    path.rename(path.with_name("old"))
    with pytest.raises(StoreUnavailable, match="No such file"):
        write(store, "monday", 1)
    shutil.copy(path.with_name("old"), path)
    for block in (store.writing, store.reading):
        with pytest.raises(StoreUnavailable, match="another file than the one that was opened"):
            block().__enter__()


def test_a_lock_file_that_cannot_be_opened_is_named(store, path):
    lock = path.with_name("book.lock")
    lock.unlink()
    lock.mkdir()
    with pytest.raises(StoreUnavailable, match=r"book\.lock cannot be opened"):
        write(store, "monday", 1)
    lock.rmdir()
    write(store, "monday", 1)
