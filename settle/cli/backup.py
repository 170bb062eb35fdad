"""``settle backup`` and ``settle restore``: copies of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from settle.cli.books import refusals_in_words
from settle.cli.shared import database_option

if TYPE_CHECKING:
    from settle.store import Copied


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@database_option
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def backup(*, file: str, database: str, force: bool) -> int:
    """Copy the book into FILE; a service may be writing meanwhile.

    The copy is the book of one moment, one file that only its owner may read, there as a whole or
    not at all. Before it gets its name it is looked at: pages, keys, guards, and the last entry of
    every session. Keep it on another disk; "settle audit --db FILE" scores every game in it again.

    \b
    settle backup friday-copy.db
    settle backup friday-copy.db --force
    """
    from pathlib import Path

    from settle.store import back_up

    _refuse_server(database)
    with refusals_in_words():
        copied = back_up(Path(database).absolute(), Path(file).absolute(), replace=force)
    click.echo(f"{file}: {_told(copied)}.")
    return 0


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True))
@database_option
def restore(*, file: str, database: str) -> int:
    """Put the copy FILE in the place of the book, where there is none.

    A place with a book in it is refused, and so is a copy that is not sound; the copy itself is
    left alone. One that an older Settle made is brought up to date when it is first served.

    \b
    settle restore friday-copy.db --db restored.db
    """
    from pathlib import Path

    from settle.store import restore as put_in_place

    _refuse_server(database)
    with refusals_in_words():
        copied = put_in_place(Path(file).absolute(), Path(database).absolute())
    click.echo(f"{database}: {_told(copied)}.")
    return 0


def _refuse_server(database: str) -> None:
    """End the command for a book on a server, which has tools of its own for that."""
    from settle.store import is_on_server

    if is_on_server(database):
        raise click.ClickException(
            "A book on a server is copied and put back by the server's own tools: pg_dump and"
            ' pg_restore. Then "settle audit" looks at it.'
        )


def _told(copied: Copied) -> str:
    book = "" if copied.book is None else f"book {copied.book}, "
    return f"{book}{copied.sessions} sessions, {copied.entries} entries, {copied.size_bytes} bytes"
