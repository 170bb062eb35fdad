"""``settle migrate``: a book out of a file onto a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from settle.cli.books import refusals_in_words
from settle.cli.shared import database_option

if TYPE_CHECKING:
    from settle.store import Reader


@click.command()
@click.option(
    "--to",
    "target",
    metavar="ADDRESS",
    required=True,
    help="Where to: postgresql://name@host/database, which has no book yet.",
)
@database_option
def migrate(*, target: str, database: str) -> int:
    """Move a book from its file to a PostgreSQL server, every hash as it is.

    Stop the service first: what is written into the file meanwhile stays there alone. All of it is
    copied in one transaction, names, keys and answers too; then every row is read again and
    compared, and so are the roots of the checkpoints. The file is only read, and stays.

    \b
    settle migrate --to postgresql://settle@db.example/club
    settle migrate --to postgresql://settle@db.example/club --db friday.db
    """
    from pathlib import Path

    from settle.store import is_on_server, move

    if is_on_server(database):
        raise click.UsageError("--db names the file that the book is in now.")
    if not is_on_server(target):
        raise click.UsageError("--to is an address: postgresql://name@host/database")
    with refusals_in_words():
        moved = move(Path(database).absolute(), target, _refuse_other_roots)
    click.echo(f"book {moved.book}, {moved.sessions} sessions, {moved.entries} entries: moved.")
    return 0


def _refuse_other_roots(ours: Reader, theirs: Reader) -> None:
    """End the command where the checkpoints of both are not the same."""
    from settle.proofs.making import book_checkpoint

    if book_checkpoint(ours) != book_checkpoint(theirs):
        raise click.ClickException("The checkpoints differ. Nothing was moved.")
