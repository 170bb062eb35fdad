"""``settle rulesets check``: a table's own ruleset file and its cases."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from settle.cli.shared import format_option, json_text, language_option, write_json

if TYPE_CHECKING:
    from settle.faults import RefusedError
    from settle.rulebook import Rulebook
    from settle.rulebook.cases import Problem
    from settle.rulebook.ruleset import Ruleset
    from settle.words import Words

_INDENT: Final = "  "
_LONGEST: Final = 200
"""So much of a value is told."""


@click.command("check", short_help="Check a table's own ruleset file and its cases.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True))
@click.option(
    "--cases",
    type=click.Path(exists=True),
    help="The file of cases; without it NAME.cases.json beside NAME.toml.",
)
@language_option
@format_option
def check(*, file: str, cases: str | None, lang: str | None, form: str) -> int:
    """Check a table's own ruleset file, then its cases.

    Every fault is named with its place; then the cases (rounds with their right nets) are tried,
    and it is said what none of them shows. The exit status is 1 if something has to be mended.

    \b
    settle rulesets check our-table.toml
    settle rulesets check our-table.toml --cases other.cases.json
    """
    from settle.cli.shared import pick
    from settle.faults import RefusedError
    from settle.rulebook import Rulebook
    from settle.words import words

    rulebook = Rulebook()
    beside = f"{file.removesuffix('.toml')}.cases.json"
    cases = cases or (beside if os.path.lexists(beside) else None)
    said = words(pick(lang))
    try:
        ruleset = rulebook.load_file(file)
    except RefusedError as refused:
        _write_refusal(refused, file, "refused", said, form)
        return 1
    try:
        problems, count = _try_cases(rulebook, ruleset, cases)
    except RefusedError as refused:
        _write_refusal(refused, cases or beside, "no_such_cases", said, form)
        return 1
    written = rulebook.written(ruleset)
    wrong = [problem for problem in problems if problem.case is not None or _is_wrong(problem)]
    if form == "json":
        write_json(
            {
                "ruleset": ruleset.name,
                "digest": ruleset.digest,
                "cases": count,
                "problems": [_problem(problem, written) for problem in problems],
            }
        )
        return int(bool(wrong))
    if wrong:
        counts = {"count": count, "wrong": len(wrong)}
        click.echo(said.text("rulesets.wrong", ruleset=ruleset.name, **counts))
    elif cases is None:
        name = os.path.basename(beside)  # noqa: PTH119
        click.echo(said.text("rulesets.no_cases", ruleset=ruleset.name, file=name))
    else:
        click.echo(said.text("rulesets.fine", ruleset=ruleset.name, count=count))
    for line in _problem_lines(problems, wrong, written, said):
        click.echo(line)
    return int(bool(wrong))


def _is_wrong(problem: Problem) -> bool:
    return not problem.kind.endswith("not_shown")


def _try_cases(
    rulebook: Rulebook, ruleset: Ruleset, file: str | None
) -> tuple[tuple[Problem, ...], int]:
    """What the cases of a file say, and how many there are; nothing without a file.

    Raises RefusedError for what is no file that can be read, and what is no JSON.
    """
    from pathlib import Path

    from settle.canonical import read_json
    from settle.faults import Fault, RefusedError
    from settle.rulebook.cases import check_cases
    from settle.rulebook.files import read_file
    from settle.scoring import score_document

    if file is None:
        return (), 0
    try:
        text = read_file(Path(file))
    except OSError as error:
        raise RefusedError([Fault((), "no_file", "", {"said": error.strerror})]) from error
    cases = read_json(text)
    problems = check_cases(ruleset, cases, lambda document: score_document(document, rulebook))
    return problems, len(cases) if isinstance(cases, list) else 0


def _problem_lines(
    problems: tuple[Problem, ...], wrong: list[Problem], written: Mapping[str, Any], said: Words
) -> Iterator[str]:
    """What has to be mended, what no case shows of the ruleset's own, and how much of the rest."""
    from settle.rulebook.cases import is_inherited

    for problem in wrong:
        yield _INDENT + _problem_text(problem, said)
    unproven = [problem for problem in problems if problem not in wrong]
    own = [problem for problem in unproven if not is_inherited(problem, written)]
    if own:
        yield said.text("rulesets.not_shown")
    for problem in own:
        yield _INDENT + _problem_text(problem, said)
    inherited = len(unproven) - len(own)
    if inherited:
        yield said.text("rulesets.inherited", parent=written["extends"], count=inherited)


def _problem_text(problem: Problem, said: Words) -> str:
    from settle.rulebook.cases import LEAST

    key = {"refused": "case_refused"}.get(problem.kind, problem.kind.value)
    expected = problem.expected
    if problem.kind == "refused" and expected is None:
        expected = said.text("rulesets.case_scored")
    if problem.kind == "bad_case" and problem.subject in LEAST and problem.found is None:
        key = f"case_without_{problem.subject}"
    if problem.kind == "option_not_shown" and expected is not None:
        key = "choice_not_shown"
    return said.text(
        f"rulesets.{key}",
        case=problem.case or "",
        subject=problem.subject or "",
        expected=_spelled(expected, said),
        found=_spelled(problem.found, said),
    )


def _spelled(value: object, said: Words) -> str:
    """A value as it is typed in JSON, a text without its quotes."""
    if value is None:
        return said.text("words.none")
    text = value if isinstance(value, str) else json_text(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _problem(problem: Problem, written: Mapping[str, Any]) -> dict[str, Any]:
    from settle.rulebook.cases import is_inherited
    from settle.wire.names import quoted

    told = {
        "kind": problem.kind.value,
        "case": problem.case,
        "subject": problem.subject,
        "expected": problem.expected,
        # What is no case may be anything, also numbers that the answer cannot hold.
        "found": quoted(problem.found) if problem.kind == "bad_case" else problem.found,
        "inherited": is_inherited(problem, written) or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _write_refusal(refused: RefusedError, file: str, head: str, said: Words, form: str) -> None:
    """Print every fault, below a line that names the file."""
    from settle.cli.shared import messages
    from settle.wire import problem

    if form == "json":
        write_json({**problem(refused, said.language), "file": file})
        return
    click.echo(said.text(f"rulesets.{head}", file=file))
    for line in messages(refused, said.language):
        click.echo(_INDENT + line)
