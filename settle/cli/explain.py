"""``settle explain``: a round for people, and what another agreement would have paid."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from settle.cli.shared import (
    INPUT_FILE,
    STANDARD_INPUT,
    OptionValue,
    as_options,
    complete_ruleset,
    json_text,
    language_option,
    opened,
    overriding_options,
)

if TYPE_CHECKING:
    from settle.cli.gather import Refused, Scored
    from settle.explain import Column, Comparison
    from settle.rulebook.ruleset import Ruleset
    from settle.words import Language

_HINT: Final = "Reading a round from the keyboard, as JSON; Ctrl-D ends."


class Agreement(NamedTuple):
    """Another agreement to look at rounds under."""

    ruleset: Ruleset | None
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
@click.option(
    "--game",
    type=click.IntRange(min=1),
    metavar="N",
    help="Of a file with several rounds, the one that stands at this place; of a ledger, its game.",
)
def explain(  # noqa: PLR0913 - one for each flag
    *,
    file: str,
    lang: str | None,
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    against: Sequence[str],
    against_options: Sequence[tuple[str, object]],
    banker: str | None,
    game: int | None,
) -> int:
    """Explain a round to people, or the games of an exported ledger.

    First a table of the hands, then for each pair every line with its reason, the sums, the money,
    and where each rule comes from. Of a file with several rounds, each has its number above it.

    With --against the round is scored once more under another agreement, and the lines that differ
    are marked. Options that are unknown there are dropped and said so, bets count 1 where there
    are none. If it cannot be scored so, that is said, and the exit status is 1. Of several rounds
    follows what all of them come to; of a ledger that is all, unless --game names one.

    \b
    settle explain round.json
    settle explain --lang zh-Hant round.json
    settle explain --against tw-points round.json
    settle explain --against hk-banker --banker amy round.json
    settle explain --against-option tied_row_scoops=true round.json
    settle explain --game 7 evening.ndjson
    settle export ID | settle explain --against tw-points
    """
    from settle.cli.evening import explain_ledger
    from settle.cli.gather import scored_rounds
    from settle.cli.ledgers import is_ledger, seekable
    from settle.cli.shared import agreed, ruleset_id
    from settle.rulebook import Rulebook

    rulebook = Rulebook()
    others = [rulebook.get(ruleset_id(rulebook, name, "--against")) for name in against]
    answers = as_options(against_options, "--against-option")
    _require_known(answers, others)
    named: list[Ruleset | None] = [*others] if others or not answers else [None]
    agreements = [Agreement(other, answers, banker) for other in named]
    _require_use_of_banker(banker, named, answers)
    overrides = agreed(rulebook, ruleset, options)
    with opened(file, hint=_HINT) as given, seekable(given) as stream:
        if is_ledger(stream):
            if ruleset is not None or options:
                raise click.UsageError("A ledger has its agreement: name another with --against.")
            return explain_ledger(stream, lang, agreements, game)
        rounds = scored_rounds(stream, rulebook, overrides)
        return _explain_rounds(_chosen(rounds, game), lang, agreements)


def _explain_rounds(
    rounds: Iterable[tuple[int, Scored | Refused, bool]],
    lang: str | None,
    agreements: Sequence[Agreement],
) -> int:
    """Print every round; of several under other agreements, what all of them come to."""
    from settle.cli.evening import evening_of
    from settle.cli.gather import Refused
    from settle.cli.shared import coloured, complain, page_width, pick
    from settle.explain.evening import evening_text

    status, shown = 0, []
    for number, one, several in rounds:
        if isinstance(one, Refused):
            complain(one.told(pick(lang)))
            status = 1
            continue
        language = pick(lang, one.ruleset.document.get("region"))
        if several:
            click.echo(_above(number, one, language))
        comparison = show(one, language, agreements)
        status = status if all(column.told for column in comparison.columns) else 1
        if several and agreements:
            shown.append((number, comparison))
    if len(shown) > 1:
        evening = evening_of(shown, language)
        click.echo()
        click.echo(evening_text(evening, language, page_width(), colour=coloured()), nl=False)
    return status


def _chosen(
    rounds: Iterator[Scored | Refused], game: int | None
) -> Iterator[tuple[int, Scored | Refused, bool]]:
    """Yield the rounds to tell, each with its number and whether there are several.

    Raises click.BadParameter for a number that is beyond them.
    """
    numbered = enumerate(rounds, 1)
    if game is not None:
        last = 0
        for last, one in numbered:
            if last == game:
                yield game, one, False
                return
        raise click.BadParameter(f"there are {last} rounds", param_hint="'--game'")
    first = next(numbered, None)
    if first is None:
        return
    second = next(numbered, None)
    yield *first, second is not None
    if second is not None:
        yield *second, True
    for number, one in numbered:
        yield number, one, True


def _above(number: int, scored: Scored, language: Language) -> str:
    """The line above a round that is one of several; empty lines part it from the one before."""
    from settle.words import words

    ref = scored.document.get("ref")
    key = "game" if ref is None else "game_ref"
    told = words(language).text(f"input.{key}", number=number, ref=ref)
    return f"{'' if number == 1 else chr(10) * 2}{told}\n"


def show(scored: Scored, language: Language, agreements: Sequence[Agreement]) -> Comparison:
    """Print a round and its comparison, and return that; the round's own column is the first."""
    from settle.cli.shared import coloured, page_width
    from settle.explain import Column, as_text, compare, comparison_text
    from settle.explain import explain as tell

    told = tell(scored.result, scored.ruleset, language, played=scored.document)
    colour, width = coloured(), page_width()
    # Before anything is printed: what another agreement asks may be wrong usage.
    columns = [Column(scored.ruleset.name, told)]
    columns += [_column(scored, other, language) for other in agreements]
    click.echo(as_text(told, width, colour=colour), nl=False)
    comparison = compare(columns, language)
    if agreements:
        click.echo()
        click.echo(comparison_text(comparison, width, colour=colour), nl=False)
    return comparison


def _column(scored: Scored, other: Agreement, language: Language) -> Column:
    """Score the round as the other agreement would take it."""
    from settle.cli.shared import complain
    from settle.explain import Column, adapted_texts, refused_column, under_agreement
    from settle.explain import explain as tell
    from settle.explain.agreement import known_answers
    from settle.explain.elsewhere import Recorded, score_elsewhere
    from settle.faults import RefusedError
    from settle.wire import problem

    ruleset = other.ruleset or scored.ruleset
    if other.ruleset is None:
        _require_known(other.options, [ruleset])
        _require_use_of_banker(other.banker, [ruleset], other.options)
    known, dropped = known_answers(other.options, ruleset)
    named = label(ruleset, known)
    banker = other.banker or _ask_for_banker(scored, ruleset)
    own = {**scored.document, "ruleset": scored.ruleset.name}
    document, adapted = under_agreement(own, ruleset, known, banker)
    changes = adapted_texts([*dropped, *adapted], ruleset, language)
    try:
        recorded = Recorded(scored.rules, scored.document.get("banker"))
        result = score_elsewhere(document, ruleset, recorded)
    except RefusedError as refused:
        if any(fault.code == "banker_required" for fault in refused.faults):
            complain(f"{ruleset.name}: name the banker with --banker PLAYER.", as_error=False)
        return refused_column(named, problem(refused, language), changes)
    return Column(named, tell(result, ruleset, language, played=document), None, changes)


def _require_known(answers: Mapping[str, object], rulesets: Sequence[Ruleset]) -> None:
    """Raise click.BadParameter for an answer to a question that none of the rulesets asks."""
    for name in answers if rulesets else ():
        if not any(name in _names(ruleset) for ruleset in rulesets):
            told = "; ".join(
                f"{ruleset.name} has no option {name}, it has {', '.join(_names(ruleset))}"
                for ruleset in rulesets
            )
            raise click.BadParameter(told, param_hint="'--against-option'")


def _require_use_of_banker(
    banker: str | None, rulesets: Sequence[Ruleset | None], answers: Mapping[str, object]
) -> None:
    """Raise click.BadParameter for a banker whom no other agreement needs.

    None is the ruleset of a round, which is not known yet.
    """
    if banker is None or any(one is None or _may_have_banker(one, answers) for one in rulesets):
        return
    names = ", ".join(one.name for one in rulesets if one is not None)
    told = (
        f"no banker is needed, for in {names} everybody plays everybody; leave it out"
        if names
        else "nobody is banker without another agreement; name one with --against, or leave it out"
    )
    raise click.BadParameter(told, param_hint="'--banker'")


def _may_have_banker(ruleset: Ruleset, answers: Mapping[str, object]) -> bool:
    from settle.faults import RefusedError

    known = {name: answers[name] for name in answers if name in _names(ruleset)}
    try:
        return ruleset.rules(known).pairing == "banker"
    except RefusedError:
        return True  # what is wrong with the answers is told with the round


def _names(ruleset: Ruleset) -> list[str]:
    return [option.name for option in ruleset.options()]


def label(ruleset: Ruleset, options: Mapping[str, object]) -> str:
    """Name the agreement at the head of its column."""
    return " ".join([ruleset.name, *answers_text(options)])


def answers_text(options: Mapping[str, object]) -> Iterator[str]:
    """Spell answers as the flag takes them."""
    for name, value in options.items():
        yield f"{name}={value if isinstance(value, str) else json_text(value)}"


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
