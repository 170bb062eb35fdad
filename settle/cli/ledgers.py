"""An exported ledger as input of commands that show people something: a book for the moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final

import click

if TYPE_CHECKING:
    from settle.book import Book
    from settle.cli.gather import Scored

_HELD_BYTES: Final = 1 << 24
"""So much of standard input is held in memory; a longer one goes through a file."""


@contextmanager
def seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The stream, or a copy of one that cannot be read twice."""
    if stream.seekable():
        yield stream
        return
    from shutil import copyfileobj
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(_HELD_BYTES) as copy:
        copyfileobj(stream, copy)
        copy.seek(0)
        yield copy  # type: ignore[misc]  # it has all that a binary stream has


def is_ledger(stream: BinaryIO) -> bool:
    """Whether the first line says that this is an exported ledger; the stream is at its start."""
    from settle.archive.lines import FORMAT, LINE_LIMIT
    from settle.canonical import read_json
    from settle.faults import RefusedError

    line = stream.readline(LINE_LIMIT)
    stream.seek(0)
    try:
        document = read_json(line)
    except RefusedError:
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


@contextmanager
def session_of_ledger(stream: BinaryIO) -> Iterator[tuple[Book, str]]:
    """The session of a ledger, in a book of its own that is gone afterwards.

    Raises click.ClickException for a ledger that does not hold, or holds several sessions.
    """
    from contextlib import closing
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from settle.archive.importing import Ledger
    from settle.audit import Tally
    from settle.book import Book
    from settle.cli.books import refusals_in_words
    from settle.rulebook import Rulebook
    from settle.store import Store

    rulebook = Rulebook()
    with refusals_in_words(), TemporaryDirectory() as folder:
        ledger = Ledger(stream, rulebook.locked())
        if list(ledger.findings(Tally())):
            raise click.ClickException("This ledger does not hold; settle audit says why.")
        with closing(Store.open(str(Path(folder) / "ledger.db"))) as store:
            sessions = [each.session for each in ledger.store(store)]
            if len(sessions) != 1:
                found = ", ".join(sessions) or "none"
                raise click.ClickException(f"One session is shown, and this ledger has: {found}.")
            yield Book(store, rulebook), sessions[0]


def scored_games(book: Book, session: str) -> Iterator[tuple[int, Scored]]:
    """Yield the games of a session that count, each as the round document that says everything."""
    from settle.bulk.streams import Piece
    from settle.cli.gather import Scored
    from settle.explain.agreed import agreed_answers
    from settle.scoring import score_round

    for game, table, stored in book.played(session):
        answers = agreed_answers(table.ruleset, table.agreement.options)
        document = {**table.whole(stored), "options": answers}
        piece = Piece(game, None)
        played = table.load(stored)
        result = score_round(played, table.rules)
        yield game, Scored(piece, document, played, table.rules, table.ruleset, result)
