"""Copies of a book: taken while others write, and looked at before they get their name."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from settle.canonical import read_json
from settle.entries import entry_hash
from settle.faults import RefusedError
from settle.store.errors import StoreRefused, StoreUnavailable
from settle.store.file import LOCK, PRIVATE, sync_folder
from settle.store.reading import Reader
from settle.store.sqlite import ROLLBACK, Connection
from settle.store.store import WAIT_SECONDS, Store, kind_of

_BESIDE: Final = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a book; of another one it would be taken for this one's."""


def move(book: Path, address: str, agree: Callable[[Reader, Reader], None]) -> "Copied":
    """Copy a book in a file to a server, as :func:`settle.store.moving.move` says."""
    kind_of(address)
    from settle.store.moving import move  # noqa: PLC0415 - it needs what kind_of looks for

    return move(book, address, agree)


class Copied(NamedTuple):
    """A copy that was found sound."""

    book: str | None
    """What the book is called; None for one of a schema that had no name for it."""
    sessions: int
    entries: int
    size_bytes: int


def back_up(book: Path, target: Path, *, replace: bool = False) -> Copied:
    """Copy a book as it stands now into a file of its own; writers go on meanwhile.

    The copy is one file, readable by its owner only, and there as a whole or not at all. Raises
    StoreRefused where the target is there (unless ``replace``) or the book is not sound, and
    StoreUnavailable for what may pass.
    """
    own = [book, *(book.with_name(book.name + end) for end in (*_BESIDE, LOCK))]
    if target.exists() and any(path.exists() and target.samefile(path) for path in own):
        raise StoreRefused(f"{target} is the book itself, or a part of it. Name another file.")
    if target.exists() and not replace:
        raise StoreRefused(f"{target} is there already. Name another file, or say --force.")
    return _copy(book, target, replace=replace)


def restore(copy: Path, target: Path) -> Copied:
    """Put a copy in the place of a book, where there is none; it is looked at before.

    Raises StoreRefused where anything is there, or the copy is not sound.
    """
    beside = [target.with_name(target.name + end) for end in _BESIDE]
    for path in (target, *beside):
        if path.exists():
            raise StoreRefused(
                f"{path} is there. Stop the service and move away what is left of the other book,"
                " or name another place."
            )
    return _copy(copy, target, replace=False)


def check(path: Path) -> Copied:
    """Look at a book quickly: pages, keys, guards, and the last entry of every session.

    Raises StoreRefused for what is not in order. Games are not scored again: that is the audit's.
    """
    with Store.inspecting(path) as inspection:
        faults = [*inspection.faults, *_faults(inspection.reader)]
        if faults:
            raise StoreRefused(f"{path} is not sound: {'; '.join(faults)}. Audit it.")
        sessions, entries, _ = inspection.reader.size()
        return Copied(inspection.reader.book_id(), sessions, entries, path.stat().st_size)


def _faults(r: Reader) -> Iterator[str]:
    damage = r.damage()
    yield from damage
    if damage:
        return
    for row in r.raw_rows("session"):
        yield from _head_faults(r, row["id"], row["head_seq"], row["head_hash"])
    told, counted = r.size().entries, r.counted_entries()
    if told != counted:
        yield f"there are {counted} entries, and the sessions tell of {told}"


def _head_faults(r: Reader, session: object, seq: object, hash: object) -> Iterator[str]:  # noqa: A002 - its word
    """What is wrong with the last entry of a session, and with what the session's row says."""
    line = next(r.lines(str(session), int(str(seq)) - 1), None)
    if line is None:
        yield f"{session}: entry {seq} is missing"
        return
    try:
        entry = read_json(line)
        is_sealed = isinstance(entry, dict) and entry["hash"] == hash == entry_hash(entry)
    except (RefusedError, KeyError):
        is_sealed = False
    if not is_sealed:
        yield f"{session}: entry {seq} is not what its hash says"


def _copy(source: Path, target: Path, *, replace: bool) -> Copied:
    if not target.parent.is_dir():
        raise StoreRefused(f"There is no folder {target.parent} to keep the copy in.")
    with _part_of(target) as part:
        _copy_pages(source, part)
        found = check(part)
        _name(part, target, replace=replace)
    sync_folder(target.parent)
    return found


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """An empty file beside the target, gone when the block ends."""
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    except FileExistsError as error:
        raise StoreRefused(
            f"{part} is there: another copy is being made, or one was broken off. Remove it if"
            " nothing writes it."
        ) from error
    except OSError as error:
        raise StoreUnavailable(f"{part}: {error.strerror}.") from error
    try:
        yield part
    finally:
        for path in (part, *(part.with_name(part.name + end) for end in _BESIDE)):
            with suppress(FileNotFoundError):
                path.unlink()


def _copy_pages(source: Path, part: Path) -> None:
    """Copy all pages of one moment, and leave a file that needs none beside it."""
    if not source.is_file():
        raise StoreRefused(f"There is no book at {source}.")
    reader = Connection(source, wait_seconds=WAIT_SECONDS, writable=False)
    try:
        writer = Connection(part, wait_seconds=WAIT_SECONDS)
        try:
            reader.copy_to(writer)
            writer.set_journal(ROLLBACK)
        finally:
            writer.close()
    finally:
        reader.close()


def _name(part: Path, target: Path, *, replace: bool) -> None:
    """Give the file its name in one step; one that came meanwhile stays, unless told otherwise."""
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if replace:
        part.replace(target)
        return
    try:
        _give(part, target)
    except FileExistsError as error:
        raise StoreRefused(f"{target} came into being meanwhile; it was left alone.") from error


def _give(part: Path, target: Path) -> None:
    """Give the file its name. Raises FileExistsError."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        # Sticks and shared folders may have no second names: the name is taken first, empty.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        part.replace(target)
