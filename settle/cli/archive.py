"""``settle export`` and ``settle import``: sessions out of a book and into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

import click

from settle.cli.books import refusals_in_words
from settle.cli.jobs import jobs_option
from settle.cli.outputs import output_option, written_to
from settle.cli.shared import INPUT_FILE, database_option, language_option

if TYPE_CHECKING:
    from settle.store import Reader

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
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=INPUT_FILE)
@database_option
@click.option("--session", metavar="ID", help="Record rounds in this session, which is there.")
@click.option("--title", help="Of the session that rounds open.")
@click.option("--hashes-only", is_flag=True, help="Take a ledger without scoring its games again.")
@language_option
@jobs_option
def import_(
    *,
    files: Sequence[str],
    database: str,
    session: str | None,
    title: str | None,
    hashes_only: bool,
    lang: str | None,
    jobs: int,
) -> int:
    """Take a ledger, a file of rounds or of results into the book; the book is made if need be.

    A ledger is verified first, as "settle audit" does, and stored as a whole or not at all, every
    hash as it is. A session that is in the book already is left as it is if it is the same, entry
    for entry; otherwise nothing is imported. With --hashes-only games are not scored again: that
    takes a third of the time and suits a ledger of your own. Hashes, links and sums are looked at
    all the same, and "settle audit" can follow.

    Rounds (the input of "settle score") are recorded as games 1, 2, 3 … by their place in the
    file, in a session that the first of them opens, or in --session. A bad one is answered by
    {"line": N, "error": {...}}, the others are recorded, and the exit status is 1. Importing the
    same file into the same session again records only what is missing; "present" counts the rest.

    Results of earlier evenings are CSV with the head player,net or evening,player,net. They go into
    --session as points that nobody can check. What is wrong is told by its line, and then nothing
    is imported. The same evening again, with the same results, counts once: "present" counts those.

    Of several FILEs each is taken as if it were the only one, in their order, and told with its
    "file". --jobs N lets N processes check and score the rounds, of files ahead as well, and one
    more records them; the book and what is printed are the same. It pays with many files, and with
    large ledgers.

    \b
    settle import monday.ndjson
    settle import evening.ndjson --title "Monday"
    settle import evening.ndjson --session 4f2a…
    settle import results.csv --session 4f2a…
    settle import --jobs 4 --db archive.db evenings/*.ndjson
    settle import --hashes-only --db copy.db book.ndjson
    """
    from settle.cli.intake import Asked, Intake

    asked = Asked(tuple(files), database, session, title, lang, jobs, hashes_only)
    with refusals_in_words(), Intake(asked) as intake:
        return intake.run()
