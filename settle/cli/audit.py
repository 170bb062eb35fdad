"""``settle audit``: every hash computed and every game scored again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from settle.cli.books import refusals_in_words
from settle.cli.shared import (
    INPUT_FILE,
    STANDARD_INPUT,
    database_option,
    format_option,
    language_option,
    opened,
    write_json,
)

if TYPE_CHECKING:
    from settle.audit import Finding, Tally
    from settle.words import Words

_HINT = "Reading an exported ledger from the keyboard; Ctrl-D ends."


@click.command()
@click.argument("ledger", required=False, metavar="[LEDGER.ndjson]", type=INPUT_FILE)
@database_option
@language_option
@format_option
@click.pass_context
def audit(
    context: click.Context, *, ledger: str | None, database: str, lang: str | None, form: str
) -> int:
    """Check a book, or an exported ledger.

    Every line, hash, link and number is checked, every game is scored again under the text of its
    ruleset that stands in the book, and what was made from the entries is made again. Each
    difference is a line; the last lines name the first bad entry and what was looked at. Needs no
    server and changes nothing; a service may be writing meanwhile.

    Exit status: 0 all is sound, 1 something is not, or the file could not be read.

    \b
    settle audit --db settle.db
    settle audit evening.ndjson
    settle audit evening.ndjson --lang zh-Hant
    """
    from settle.audit import Tally
    from settle.cli.progress import Progress
    from settle.cli.shared import pick
    from settle.words import words

    if ledger is not None and is_given(context, "database"):
        raise click.UsageError("Give a ledger or --db, not both.")
    name = ledger or database
    with refusals_in_words(), Progress([name], what="entries", beside_output=True) as progress:
        tally = Tally(advance=progress.advance)
        with _findings(ledger, database, tally) as findings:
            if form == "json":
                return _write_document(findings, tally)
            return _write_lines(findings, tally, words(pick(lang)))


def is_given(context: click.Context, parameter: str) -> bool:
    """Whether a person wrote an option, which goes before what the environment says."""
    from click.core import ParameterSource

    return context.get_parameter_source(parameter) == ParameterSource.COMMANDLINE


@contextmanager
def _findings(ledger: str | None, database: str, tally: Tally) -> Iterator[Iterator[Finding]]:
    from settle.audit import audit_book, audit_ledger
    from settle.rulebook import Rulebook
    from settle.store import Store

    released = Rulebook().locked()
    if ledger is None:
        with Store.inspecting(database) as inspection:
            yield audit_book(inspection, released, tally)
    else:
        with opened(ledger or STANDARD_INPUT, hint=_HINT) as stream:
            yield audit_ledger(stream, released, tally)


def _write_lines(findings: Iterable[Finding], tally: Tally, said: Words) -> int:
    from settle.audit.findings import worse
    from settle.audit.told import finding_line, first_line, tally_lines

    first, count = None, 0
    for finding in findings:
        first, count = worse(first, finding), count + 1
        click.echo(finding_line(finding, said))
    for line in tally_lines(tally, said):
        click.echo(line)
    if first is None:
        click.echo(said.text("audit.sound"))
        return 0
    click.echo(said.text("audit.wrong", count=count))
    click.echo(first_line(first, said))
    return 1


def _write_document(findings: Iterable[Finding], tally: Tally) -> int:
    from settle.audit.report import audit_report

    report = audit_report(findings, tally)
    write_json(report)
    return 0 if report["sound"] else 1
