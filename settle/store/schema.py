"""Migrations, and the check that the book is exactly as they make it."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from settle.store import sqlite
from settle.store.connecting import Connection, Row
from settle.store.errors import StoreRefused

_FOLDER: Final = Path(__file__).with_name("migrations")

_OBJECTS: Final = (
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
)


class Migration(NamedTuple):
    """One step of the schema: a file of plain SQL."""

    number: int
    """From 1, dense: the schema version that it leads to."""
    sql: str
    sha256: str


@cache
def migrations(folder: Path = _FOLDER) -> tuple[Migration, ...]:
    """The migrations of a folder, in order."""
    made = []
    for number, path in enumerate(sorted(folder.glob("*.sql")), 1):
        assert path.stem == f"{number:04}", f"{path.name} should be {number:04}.sql"
        data = path.read_bytes()
        made.append(Migration(number, data.decode("utf-8"), hashlib.sha256(data).hexdigest()))
    return tuple(made)


def migrate(connection: sqlite.Connection, steps: tuple[Migration, ...]) -> None:
    """Bring the book up to the last step and check it, in the open write transaction.

    Raises StoreRefused for a file that is no book, of a newer schema, or not as its migrations
    made it; nothing is changed then, once the caller has rolled back.
    """
    done = applied(connection, steps)
    for step in steps[done:]:
        connection.script(step.sql)
        connection.run("INSERT INTO migration VALUES (?, ?)", (step.number, step.sha256))
    refuse_deviations(connection.path, deviations(connection, steps))


def refuse_deviations(path: str, faults: Sequence[str]) -> None:
    """Raise StoreRefused where a book is not as its migrations make it."""
    if faults:
        raise StoreRefused(
            f"{path} is not as Settle made it: {', '.join(faults)}. Its guards cannot be"
            " relied on: audit it, then export and import it into a new book."
        )


def applied(connection: Connection, steps: tuple[Migration, ...]) -> int:
    """How many of the migrations the book has seen; 0 for an empty file.

    Raises StoreRefused for another database, a newer schema or a migration of another text.
    """
    names = {row[0] for row in connection.run("SELECT name FROM sqlite_master")}
    if not names:
        return 0
    if "migration" not in names:
        raise StoreRefused(
            f"{connection.path} is an SQLite database, but no book: it has {min(names)} and no"
            " table migration. Name another file."
        )
    return known(connection, steps)


def known(connection: Connection, steps: tuple[Migration, ...]) -> int:
    """How many of the migrations are recorded in a book.

    Raises StoreRefused for a newer schema or a migration of another text.
    """
    done = connection.run("SELECT number, sha256 FROM migration ORDER BY number")
    if len(done) > len(steps):
        raise StoreRefused(
            f"{connection.path} was made by a newer Settle: its schema is version {len(done)},"
            f" this one knows up to {len(steps)}. Use the newer Settle."
        )
    for step, found in zip(steps, done, strict=False):
        if found != (step.number, step.sha256):
            raise StoreRefused(
                f"{connection.path}: migration {step.number} is recorded with another text than"
                " this Settle has. Restore a copy of the book, or use the Settle that made it."
            )
    return len(done)


def deviations(connection: Connection, steps: tuple[Migration, ...]) -> tuple[str, ...]:
    """What of the tables, indexes and triggers is not as the steps make it in an empty database.

    ``("table game was changed", "trigger entry_links is missing")``; nothing for a sound book.
    """
    found = {(row[0], row[1]): row for row in connection.run(_OBJECTS)}
    return differences(_made_by(steps), found)


def differences(
    wanted: Mapping[tuple[str, str], object], found: Mapping[tuple[str, str], object]
) -> tuple[str, ...]:
    """What differs between objects that are wanted and those found, by kind and name."""
    faults = [f"{kind} {name} is missing" for kind, name in wanted.keys() - found.keys()]
    faults += [f"{kind} {name} is too much" for kind, name in found.keys() - wanted.keys()]
    faults += [
        f"{kind} {name} was changed"
        for kind, name in wanted.keys() & found.keys()
        if found[kind, name] != wanted[kind, name]
    ]
    return tuple(sorted(faults))


@cache
def _made_by(steps: tuple[Migration, ...]) -> Mapping[tuple[str, str], Row]:
    """What the steps make in an empty database, by kind and name.

    It is kept: it is asked for whenever a book is opened, and by whoever asks whether one is sound.
    """
    fresh = sqlite.Connection(None)
    try:
        fresh.begin(immediate=True)
        for step in steps:
            fresh.script(step.sql)
        return {(row[0], row[1]): row for row in fresh.run(_OBJECTS)}
    finally:
        fresh.close()
