"""``settle export`` and ``settle import``: sessions out of a book and into one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from settle.cli.books import refusals_in_words, require_session
from settle.cli.outputs import output_option, written_to
from settle.cli.shared import (
    INPUT_FILE,
    database_option,
    language_option,
    opened,
    write_json,
)

if TYPE_CHECKING:
    from settle.archive.rounds import RoundsImport
    from settle.bulk.streams import Piece
    from settle.store import Reader, Store
    from settle.words import Language

_HINT: Final = "Reading a ledger or rounds from the keyboard; Ctrl-D ends."
_FORMATS: Final = ("ndjson", "csv")


@click.command()
@click.argument("session", required=False)
@click.option("--all", "whole", is_flag=True, help="Every session of the book, and all rulesets.")
@database_option
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="ndjson", help="The usual is ndjson."
)
@output_option
def export(
    *, session: str | None, whole: bool, database: str, form: str, output: str | None
) -> int:
    """Write a session as a ledger that anybody can check, or as a table.

    ndjson: a header, the rulesets, every entry, an end; canonical JSON a line. It holds ids and no
    display names, and "settle audit" checks it without a book or a server.

    csv: a row for each game, with every player's net and running total, and display names where
    they are known. A cell that a spreadsheet would take for a formula has an apostrophe before it.

    \b
    settle export monday > monday.ndjson
    settle export monday --format csv -o monday.csv
    settle export --all -o book.ndjson
    """
    from settle.store import Store

    if (session is None) != whole:
        raise click.UsageError("Name one SESSION, or say --all.")
    if whole and form == "csv":
        raise click.UsageError("A table shows one session: name it instead of --all.")
    with refusals_in_words(), Store.inspecting(database) as inspection:
        pieces = _exported(inspection.reader, session, form)
        # What cannot be exported is refused before anything is written.
        first = next(iter(pieces))
        with written_to(output) as stream:
            stream.writelines(chain([first], pieces))
    return 0


def _exported(r: Reader, session: str | None, form: str) -> Iterator[bytes]:
    from settle.archive.exporting import export_book, export_session
    from settle.archive.spreadsheet import session_csv

    if session is None:
        return export_book(r)
    if form == "csv":
        return iter([session_csv(r, session).encode()])
    return export_session(r, session)


@click.command(name="import")
@click.argument("file", type=INPUT_FILE)
@database_option
@click.option("--session", metavar="ID", help="Record rounds in this session, which is there.")
@click.option("--title", help="Of the session that rounds open.")
@language_option
def import_(
    *, file: str, database: str, session: str | None, title: str | None, lang: str | None
) -> int:
    """Take a ledger, a file of rounds or of results into the book; the book is made if need be.

    A ledger is verified first, as "settle audit" does, and stored as a whole or not at all, every
    hash as it is. A session that is in the book already is left as it is if it is the same, entry
    for entry; otherwise nothing is imported.

    Rounds (the input of "settle score") are recorded as games 1, 2, 3 … by their place in the
    file, in a session that the first of them opens, or in --session. A bad one is answered by
    {"line": N, "error": {...}}, the others are recorded, and the exit status is 1. Importing the
    same file into the same session again records only what is missing; "present" counts the rest.

    Results of earlier evenings are CSV with the head player,net or evening,player,net. They go into
    --session as points that nobody can check. What is wrong is told by its line, and then nothing
    is imported. The same evening again, with the same results, counts once: "present" counts those.

    \b
    settle import monday.ndjson
    settle import evening.ndjson --title "Monday"
    settle import evening.ndjson --session 4f2a…
    settle import results.csv --session 4f2a…
    """
    from settle.cli.ledgers import is_ledger, seekable
    from settle.cli.results import import_results, is_results
    from settle.cli.shared import pick
    from settle.store import Store

    with refusals_in_words(), opened(file, hint=_HINT) as given, seekable(given) as stream:
        if is_ledger(stream):
            if session is not None or title is not None:
                raise click.UsageError("--session and --title are for rounds; this is a ledger.")
            return _import_ledger(stream, database, lang)
        if is_results(stream):
            if session is None or title is not None:
                raise click.UsageError("Results go into a session: name it with --session.")
            return import_results(stream, database, session, lang)
        with closing(Store.open(database)) as store:
            return _import_rounds(store, stream, session=session, title=title, language=pick(lang))


def _import_ledger(stream: BinaryIO, database: str, lang: str | None) -> int:
    from settle.archive.importing import Ledger
    from settle.audit import Tally
    from settle.audit.told import finding_line
    from settle.cli.shared import pick
    from settle.rulebook import Rulebook
    from settle.store import Store
    from settle.words import words

    ledger, said = Ledger(stream), words(pick(lang))
    found = [finding_line(each, said) for each in ledger.findings(Rulebook().locked(), Tally())]
    if found:
        click.echo("\n".join(found), err=True)
        raise click.ClickException("The ledger is not sound. Nothing was imported.")
    with closing(Store.open(database)) as store:
        imported = ledger.store(store)
    for session, entries, is_new, halves in imported:
        write_json(
            {"session": session, "entries": entries, "did": "imported" if is_new else "unchanged"}
        )
        for half in halves:
            told = said.text("audit.take_back", session=half.session, seq=half.seq)
            click.echo(f"{finding_line(half, said)}\n{told}", err=True)
    return 0


def _import_rounds(
    store: Store, stream: BinaryIO, *, session: str | None, title: str | None, language: Language
) -> int:
    from settle.archive.rounds import RoundsImport
    from settle.book import Book
    from settle.bulk.streams import pieces
    from settle.rulebook import Rulebook
    from settle.sessions import DEFAULT_GAMES
    from settle.wire.sessions import MOST_GAMES

    book = Book(store, Rulebook())
    require_session(book, session)
    given = pieces(stream, None)
    # So many games are agreed on as there are rounds, and no fewer than is usual.
    first = list(islice(given, MOST_GAMES))
    if not first:
        raise click.ClickException("There is nothing in it: no ledger, no rounds and no results.")
    rounds = RoundsImport(
        book,
        session=session,
        games=max(DEFAULT_GAMES, len(first)),
        title=title,
        language=language,
    )
    done = _record(rounds, chain(first, given))
    write_json({"session": rounds.session, **done})
    return 1 if done["refused"] else 0


def _record(rounds: RoundsImport, given: Iterable[Piece]) -> dict[str, int]:
    """Record all of them; returns how many were recorded, were there already, were refused."""
    from settle.bulk.streams import read_piece
    from settle.wire import problem

    done = {"recorded": 0, "present": 0, "refused": 0}
    lines: deque[int] = deque()

    def read() -> Iterator[tuple[int, Callable[[], object]]]:
        for place, piece in enumerate(given, 1):
            lines.append(piece.line)
            yield place, partial(read_piece, piece)

    for taken in rounds.take(read()):
        line = lines.popleft()
        if taken.refused is None:
            done["recorded" if taken.is_new else "present"] += 1
        else:
            done["refused"] += 1
            write_json({"line": line, "error": problem(taken.refused)})
    return done
