"""The schema of a book on a PostgreSQL server: its migrations, and the check of its guards.

What the migrations make is listed in a file beside them, so that a book can be looked at by a role
that may make nothing. The tests make the list anew and compare.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from settle.store.connecting import Connection
from settle.store.errors import StoreRefused
from settle.store.schema import Migration, differences, known, migrations

_HERE: Final = Path(__file__).parent
_FOLDER: Final = _HERE / "migrations" / "postgresql"
_CATALOG: Final = _HERE / "catalog.sql"
_LISTED: Final = _HERE / "catalog.json"
_SCHEMA: Final = "@schema@"
"""In migrations and lists, in place of the name of the schema that the book is in."""

Objects = Mapping[tuple[str, str], str]
"""What there is, by kind and name."""


def server_migrations() -> tuple[Migration, ...]:
    """The migrations of a book on a server, in order."""
    return migrations(_FOLDER)


def done_of(connection: Connection, steps: tuple[Migration, ...]) -> int:
    """How many of the migrations the place has seen; 0 for an empty one.

    Raises StoreRefused for a place that has other tables, a newer schema or a migration of another
    text.
    """
    if connection.columns("migration"):
        return known(connection, steps)
    others = [name for kind, name in objects(connection) if kind == "table"]
    if others:
        raise StoreRefused(
            f"{connection.path} is no book: it has {min(others)} and no table migration. Name"
            " another database, or another schema in it."
        )
    return 0


def scripts(connection: Connection, steps: tuple[Migration, ...]) -> list[str]:
    """What migrations carry out in the schema of a connection."""
    schema = _schema(connection)
    return [step.sql.replace(_SCHEMA, schema) for step in steps]


def objects(connection: Connection) -> Objects:
    """The tables with all that belongs to them, in the words of the server."""
    schema = _schema(connection)
    # The schema may be of any name: it stands before those of tables, and first in paths. That a
    # function names it is part of the guard.
    return {
        (kind, name): text.replace(
            f"{schema}.", f"{_SCHEMA}." if kind == "function" else ""
        ).replace(f"{schema}, pg_temp", "pg_temp")
        for kind, name, text in connection.run(_CATALOG.read_text("utf-8"))
    }


def _schema(connection: Connection) -> str:
    """The name of the schema of a connection as statements have it."""
    return str(connection.run("SELECT quote_ident(current_schema())")[0][0])


def server_deviations(connection: Connection) -> tuple[str, ...]:
    """What of the tables, keys and guards is not as the migrations make it."""
    return differences(listed(), objects(connection))


@cache
def listed() -> Objects:
    """What the migrations make, as it is listed beside them."""
    made = json.loads(_LISTED.read_text("utf-8"))
    return {(kind, name): text for kind, named in made.items() for name, text in named.items()}


def as_listed(found: Objects) -> str:
    """Objects as the file lists them."""
    kinds: dict[str, dict[str, str]] = {}
    for (kind, name), text in sorted(found.items()):
        kinds.setdefault(kind, {})[name] = text
    return json.dumps(kinds, indent=1, ensure_ascii=False) + "\n"
