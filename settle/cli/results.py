"""``settle import`` of results: earlier evenings out of a spreadsheet, into a session."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import BinaryIO, Final

import click

from settle.cli.books import require_session
from settle.cli.shared import write_json

_LONGEST_HEAD: Final = 200
_MOST_RESULTS: Final = 1 << 20
"""Bytes of a file of results."""


def is_results(stream: BinaryIO) -> bool:
    """Whether the first line is the head of results in a table."""
    from settle.archive.results import head_of

    line = stream.readline(_LONGEST_HEAD)
    stream.seek(0)
    return head_of(line.decode("utf-8", "replace")) is not None


def import_results(
    stream: BinaryIO, database: str, session: str, lang: str | None, where: Mapping[str, str]
) -> int:
    """Import a file of results into a session, or tell what is wrong; returns the exit status.

    ``where`` names the file, if there are several.
    """
    from settle.archive.results import ResultsImport
    from settle.book import Book
    from settle.cli.shared import messages, pick
    from settle.faults import RefusedError
    from settle.rulebook import Rulebook
    from settle.store import Store
    from settle.wire import problem

    data = stream.read(_MOST_RESULTS + 1)
    try:
        lines = data.decode("utf-8").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise click.ClickException(
            f"The file is not in UTF-8 (byte {error.start + 1}): save it as CSV in UTF-8."
        ) from error
    if len(data) > _MOST_RESULTS:
        raise click.ClickException(f"Results of more than {_MOST_RESULTS} bytes are not taken.")
    with closing(Store.open(database)) as store:
        book = Book(store, Rulebook())
        require_session(book, session)
        results = ResultsImport(book, session)
        evenings, bad = results.read(lines)
        for each in bad:
            write_json({**where, "line": each.line, "error": problem(each.refusal, pick(lang))})
        done = []
        if not bad:
            try:
                done = [results.take(evening) for evening in evenings]
            except RefusedError as refused:
                raise click.ClickException("\n".join(messages(refused))) from refused
    new = done.count(True)
    told = {"evenings": new, "present": len(done) - new, "refused": len(bad)}
    write_json({**where, "session": session, **told})
    return 1 if bad else 0
