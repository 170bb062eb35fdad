"""A book out of a file onto a server: every row of every table as it lies there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Final, get_args

from settle.store.connecting import Value
from settle.store.copying import Copied, check
from settle.store.errors import StoreRefused
from settle.store.guards import done_of, server_migrations
from settle.store.postgres import Connection
from settle.store.reading import Reader
from settle.store.records import Table
from settle.store.server import bring_up
from settle.store.store import WAIT_SECONDS, Store

_FIRST: Final[tuple[Table, ...]] = ("migration", "book")
"""The tables that say how a book is kept and what it is called; the server's own says the first."""


def move(source: Path, target: str, agree: Callable[[Reader, Reader], None]) -> Copied:
    """Copy a book in a file to a place on a server where there is none, whole or not at all.

    The file is only read, at one moment; whoever writes in it later writes in the file. Once all
    is there, every row is read again and compared, and ``agree`` raises for what it sees besides.
    Raises StoreRefused for a book that is not sound or of an older schema, and for a place with
    tables in it.
    """
    found = check(source)
    with Store.inspecting(source) as inspection, _new_book(target, inspection.reader) as put:
        theirs = Reader(put)
        for table in get_args(Table):
            if table not in _FIRST:
                put.put_rows(table, *_rows(inspection.reader, theirs, table))
        for table in get_args(Table)[1:]:
            _compare(inspection.reader, theirs, table)
        agree(inspection.reader, theirs)
    return found


@contextmanager
def _new_book(target: str, r: Reader) -> Iterator[Connection]:
    """A book with a name and nothing else in it, there for good when the block ends."""
    connection = Connection(target, wait_seconds=WAIT_SECONDS)
    try:
        connection.begin(immediate=True)
        steps = server_migrations()
        if done_of(connection, steps):
            raise StoreRefused(f"There is a book at {connection.path} already. Name another place.")
        bring_up(connection, steps, r.book_id())
        yield connection
        connection.commit()
    finally:
        connection.rollback()
        connection.close()


def _rows(ours: Reader, theirs: Reader, table: Table) -> tuple[list[str], Iterator[list[Value]]]:
    """The columns of a table and its rows. Raises StoreRefused for a table of an older schema."""
    columns = theirs.columns(table)
    if set(ours.columns(table)) != set(columns):
        raise StoreRefused(
            f"The book is of an older schema: its table {table} has other columns. Serve it once"
            " with this Settle, which brings it up to date, and move it then."
        )
    return columns, ([row[name] for name in columns] for row in ours.raw_rows(table))


def _compare(ours: Reader, theirs: Reader, table: Table) -> None:
    pairs = zip_longest(ours.raw_rows(table), theirs.raw_rows(table))
    for number, (own, other) in enumerate(pairs, 1):
        if own != other:
            raise StoreRefused(
                f"Row {number} of {table} did not arrive as it was. Nothing was moved."
            )
