"""``settle audit``: every hash computed and every game scored again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

import click

from settle.cli.books import refusals_in_words
from settle.cli.jobs import jobs_option, lost_in_words
from settle.cli.kept import (
    checkpoint_options,
    compared_document,
    compared_lines,
    comparison,
)
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
    from settle.proofs.comparing import Comparison
    from settle.words import Words

_HINT = "Reading an exported ledger from the keyboard; Ctrl-D ends."


@click.command()
@click.argument("ledger", required=False, metavar="[LEDGER.ndjson]", type=INPUT_FILE)
@database_option
@language_option
@format_option
@checkpoint_options
@jobs_option
def audit(
    *,
    ledger: str | None,
    database: str,
    lang: str | None,
    form: str,
    checkpoints: Sequence[str],
    keys: Sequence[str],
    jobs: int,
) -> int:
    """Check a book, or an exported ledger.

    Every line, hash, link and number is checked, every game is scored again under the text of its
    ruleset that stands in the book, and what was made from the entries is made again. Each
    difference is a line; the last lines name the first bad entry and what was looked at. Needs no
    server and changes nothing; a service may be writing meanwhile.

    A history that was written anew from some entry on fits together again, and one whose end was
    cut off does too. Checkpoints that were kept elsewhere show it: --checkpoint names a file with
    one or more of them, which may be a whole chat.

    --jobs N lets N processes look at the sessions; the report is the same.

    Exit status: 0 all is sound, 1 something is not, or the file could not be read.

    \b
    settle audit --db settle.db
    settle audit evening.ndjson
    settle audit --jobs 4 --db settle.db
    settle audit evening.ndjson --lang zh-Hant
    settle audit evening.ndjson --checkpoint chat.txt
    """
    from settle.audit import Tally
    from settle.cli.progress import Progress
    from settle.cli.shared import pick
    from settle.words import words

    if ledger is not None and is_given(click.get_current_context(), "database"):
        raise click.UsageError("Give a ledger or --db, not both.")
    name = ledger or database
    with (
        refusals_in_words(),
        lost_in_words(),
        Progress([name], what="entries", beside_output=True) as progress,
    ):
        tally = Tally(advance=progress.advance)
        held = comparison(checkpoints, keys)
        with _findings(ledger, database, tally, held, jobs) as findings:
            if form == "json":
                return _write_document(findings, tally, held)
            return _write_lines(findings, tally, held, words(pick(lang)))


def is_given(context: click.Context, parameter: str) -> bool:
    """Whether a person wrote an option, which goes before what the environment says."""
    from click.core import ParameterSource

    return context.get_parameter_source(parameter) == ParameterSource.COMMANDLINE


@contextmanager
def _findings(
    ledger: str | None, database: str, tally: Tally, held: Comparison, jobs: int
) -> Iterator[Iterator[Finding]]:
    from settle.audit import audit_book, audit_ledger
    from settle.rulebook import Rulebook
    from settle.store import Store

    released = Rulebook().locked()
    if ledger is None:
        with Store.inspecting(database) as inspection:
            held.take_book(inspection.reader)
            yield chain(audit_book(inspection, released, tally, jobs), held.findings())
    else:
        with opened(ledger or STANDARD_INPUT, hint=_HINT) as stream:
            found = audit_ledger(held.watched(stream), released, tally, jobs)
            # What was read is compared once it was read: the second part comes after the first.
            yield chain(found, held.findings())


def _write_lines(findings: Iterable[Finding], tally: Tally, held: Comparison, said: Words) -> int:
    from settle.audit.findings import worse
    from settle.audit.told import finding_line, first_line, tally_lines

    first, count = None, 0
    for finding in findings:
        first, count = worse(first, finding), count + 1
        click.echo(finding_line(finding, said))
    for line in (*tally_lines(tally, said), *compared_lines(held, said)):
        click.echo(line)
    if first is None:
        click.echo(said.text("audit.sound"))
        return 0
    click.echo(said.text("audit.wrong", count=count))
    click.echo(first_line(first, said))
    return 1


def _write_document(findings: Iterable[Finding], tally: Tally, held: Comparison) -> int:
    from settle.audit.report import audit_report

    report = audit_report(findings, tally)
    write_json({**report, **compared_document(held)})
    return 0 if report["sound"] else 1
