"""``settle explain``: a round for people, and what another agreement would have paid."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from settle.cli.shared import (
    INPUT_FILE,
    STANDARD_INPUT,
    OptionValue,
    as_options,
    complete_ruleset,
    language_option,
    opened,
    overriding_options,
)

if TYPE_CHECKING:
    from settle.cli.gather import Scored
    from settle.explain import Column
    from settle.rulebook import Rulebook
    from settle.rulebook.ruleset import Ruleset
    from settle.words import Language

_HINT: Final = "Reading a round from the keyboard, as JSON; Ctrl-D ends."


class _Agreement(NamedTuple):
    """Another agreement to look at a round under."""

    ruleset: str | None
    """None for the ruleset of the round."""
    options: Mapping[str, object]
    banker: str | None


@click.command()
@click.argument("file", default=STANDARD_INPUT, type=INPUT_FILE)
@language_option
@overriding_options
@click.option(
    "--against",
    multiple=True,
    metavar="ID|FILE.toml",
    shell_complete=complete_ruleset,
    help="Show beside it what this ruleset would have paid; may be given several times.",
)
@click.option(
    "--against-option",
    "against_options",
    multiple=True,
    type=OptionValue(),
    help="What is agreed in the other agreement; without --against, in the round's own ruleset.",
)
@click.option("--banker", metavar="PLAYER", help="Who is the banker where --against needs one.")
def explain(
    *,
    file: str,
    lang: str | None,
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    against: Sequence[str],
    against_options: Sequence[tuple[str, object]],
    banker: str | None,
) -> int:
    """Explain a round to people.

    First a table of the hands, then for each pair every line with its reason, the sums, the money,
    and where each rule comes from.

    With --against the round is scored once more under another agreement, and the lines that differ
    are marked. Options that are unknown there are dropped and said so, bets count 1 where there
    are none.

    \b
    settle explain round.json
    settle explain --lang zh-Hant round.json
    settle explain --against tw-points round.json
    settle explain --against hk-banker --banker amy round.json
    settle explain --against-option home_run_multiplier=3 round.json
    """
    from settle.cli.gather import scored_rounds
    from settle.cli.shared import agreed, pick, ruleset_id
    from settle.rulebook import Rulebook

    rulebook = Rulebook()
    others = [ruleset_id(rulebook, name, "--against") for name in against]
    answers = as_options(against_options, "--against-option")
    named: list[str | None] = [*others] if others or not answers else [None]
    agreements = [_Agreement(name, answers, banker) for name in named]
    overrides = agreed(rulebook, ruleset, options)
    with opened(file, hint=_HINT) as stream:
        rounds = scored_rounds(stream, rulebook, overrides, pick(lang))
        for number, scored in enumerate(rounds):
            if number:
                click.echo()
            _show(scored, pick(lang, scored.ruleset.document.get("region")), rulebook, agreements)
    return 0


def _show(
    scored: Scored, language: Language, rulebook: Rulebook, agreements: Sequence[_Agreement]
) -> None:
    from settle.cli.shared import coloured, page_width
    from settle.explain import Column, as_text, compare, comparison_text
    from settle.explain import explain as tell

    told = tell(scored.result, scored.ruleset, language, played=scored.document)
    colour, width = coloured(), page_width()
    click.echo(as_text(told, width, colour=colour), nl=False)
    if not agreements:
        return
    columns = [Column(scored.ruleset.name, told)]
    columns += [_column(scored, other, rulebook, language) for other in agreements]
    click.echo()
    click.echo(comparison_text(compare(columns, language), width, colour=colour), nl=False)


def _column(scored: Scored, other: _Agreement, rulebook: Rulebook, language: Language) -> Column:
    """Score the round as the other agreement would take it."""
    from settle.explain import Column, adapted_texts, refused_column, under_agreement
    from settle.explain import explain as tell
    from settle.faults import RefusedError
    from settle.scoring import score_document
    from settle.wire import problem

    ruleset = scored.ruleset if other.ruleset is None else rulebook.get(other.ruleset)
    label = _label(ruleset, other.options)
    banker = other.banker or _ask_for_banker(scored, ruleset)
    document, adapted = under_agreement(scored.document, ruleset, other.options, banker)
    changes = adapted_texts(adapted, ruleset, language)
    try:
        result = score_document(document, rulebook)
    except RefusedError as refused:
        if any(fault.code == "banker_required" for fault in refused.faults):
            click.echo(f"{ruleset.name}: name the banker with --banker PLAYER.", err=True)
        return refused_column(label, problem(refused, language), changes)
    return Column(label, tell(result, ruleset, language, played=document), None, changes)


def _label(ruleset: Ruleset, options: Mapping[str, object]) -> str:
    """Name the agreement at the head of its column."""
    import json

    answers = (
        f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in options.items()
    )
    return " ".join([ruleset.name, *answers])


def _ask_for_banker(scored: Scored, ruleset: Ruleset) -> str | None:
    """Ask who the banker is, where there is a person to ask and the ruleset needs to know."""
    if "banker" in scored.document or ruleset.stated()["pairing"] != "banker":
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return None
    players = [total["player"] for total in scored.result["totals"]]
    answer: Any = click.prompt(
        f"{ruleset.name}: who is the banker?", type=click.Choice(players), err=True
    )
    return str(answer)
