"""``settle rulesets``: what is shipped, what it says and why, and a check of a table's own file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

import click

from settle.cli.check import check
from settle.cli.shared import complete_ruleset, format_option, language_option, write_json

if TYPE_CHECKING:
    from settle.explain.layout import Page
    from settle.rulebook.options import Option
    from settle.rulebook.ruleset import Ruleset, Value
    from settle.words import Words

_INDENT: Final = "  "
_BY_ROW: Final = ("rows", "gadu")
"""The groups of keys that name a row."""


@click.group(invoke_without_command=True)
@click.pass_context
def rulesets(context: click.Context) -> int:
    """List the shipped rulesets, show one, or check a table's own file.

    Without a command: list.

    \b
    settle rulesets
    settle rulesets show tw-scoop --lang zh-Hant
    settle rulesets check our-table.toml
    """
    if context.invoked_subcommand is None:
        list_rulesets(None, "text")
    return 0


@rulesets.command("list", short_help="What is shipped.")
@language_option
@format_option
def _list(lang: str | None, form: str) -> int:
    """List the shipped rulesets: id and version, players, cards, title.

    \b
    settle rulesets list --lang zh-Hant
    settle rulesets list --format json
    """
    list_rulesets(lang, form)
    return 0


def list_rulesets(lang: str | None, form: str) -> None:
    """Print every ruleset, the newest version of each."""
    from settle.cli.shared import page_width, pick
    from settle.explain.layout import Page, table
    from settle.rulebook import Rulebook
    from settle.rulebook.telling import ruleset_summary
    from settle.words import words

    rulebook = Rulebook()
    found = map(rulebook.get, rulebook.ids())
    told = [ruleset_summary(one, rulebook.versions(one.id)) for one in found]
    if form == "json":
        write_json(told)
        return
    rows = []
    for one in told:
        said = words(pick(lang, one["region"]))
        cards = said.text("rulesets.cards", count=one["cards"])
        players = said.text("rulesets.players", count=_players(**one["players"]))
        name = f"{one['id']}@{one['version']}"
        rows.append((name, players, cards, said.titled(one["title"])))
    page = Page(page_width(), colour=False)
    page.lines(table(rows))
    click.echo(str(page), nl=False)


def _players(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}-{most}"


@rulesets.command("show", short_help="What a ruleset says, every value with its source.")
@click.argument("ruleset", metavar="ID|FILE.toml", shell_complete=complete_ruleset)
@language_option
@format_option
def _show(ruleset: str, lang: str | None, form: str) -> int:
    """Show a ruleset: every value with its source, every option with its answers.

    Where a source is silent, the decision behind a value is told. ID is an id (its newest version)
    or id@version.

    \b
    settle rulesets show tw-scoop
    settle rulesets show hk-banker@1 --lang zh-Hant
    settle rulesets show our-table.toml --format json
    """
    from settle.cli.shared import coloured, page_width, pick, ruleset_id
    from settle.explain.layout import Page
    from settle.rulebook import Rulebook
    from settle.rulebook.telling import ruleset_told
    from settle.words import words

    rulebook = Rulebook()
    shown = rulebook.get(ruleset_id(rulebook, ruleset, "ID"))
    if form == "json":
        write_json(ruleset_told(shown, rulebook.versions(shown.id)))
        return 0
    said = words(pick(lang, shown.document.get("region")), names=shown.document.get("names"))
    page = Page(page_width(), colour=coloured())
    _write_ruleset(page, shown, said)
    click.echo(str(page), nl=False)
    return 0


def _write_ruleset(page: Page, ruleset: Ruleset, said: Words) -> None:
    from settle.explain.agreed import told_rule
    from settle.explain.layout import table

    document = ruleset.document
    title = said.titled(document["title"])
    page.heading(said.text("page.ruleset", title=title, id=ruleset.name))
    page.text(said.titled(document.get("summary", {})))
    page.text(said.text("rulesets.digest", digest=ruleset.digest))
    rows = said.text("page.list_comma").join(map(said.row, ruleset.shown))
    page.text(said.text("rulesets.shown", rows=rows))
    page.heading(said.text("rulesets.values"))
    values = list(_as_shown(ruleset.values(), ruleset.shown))
    told = [told_rule(value.key, ruleset, {}, said) for value in values]
    ranks = _ranks(values, said)
    columns = table([(rule.key, rule.value + ranks.get(rule.key, "")) for rule in told])
    for column, rule in zip(columns, told, strict=True):
        page.text(f"{column}  · {rule.origin}", first=_INDENT, rest=_INDENT * 4)
    _write_only_set(page, ruleset, said)
    page.heading(said.text("rulesets.options"))
    for option in ruleset.options():
        question = said.titled(option.question)
        page.text(said.text("rulesets.asked", name=option.name, question=question), first=_INDENT)
        page.text(_answers(option, ruleset, said), first=_INDENT * 3)


def _write_only_set(page: Page, ruleset: Ruleset, said: Words) -> None:
    """Write what has no value of its own, with the options that can give it one."""
    comma = said.text("page.list_comma")
    for key, names in ruleset.only_set().items():
        told = said.text("rulesets.only_set", key=key, options=comma.join(names))
        page.text(told, first=_INDENT, rest=_INDENT * 4)
    naturals = ruleset.switched_on()
    if naturals:
        told = said.text("rulesets.switched_on", naturals=comma.join(naturals))
        page.text(told, first=_INDENT, rest=_INDENT * 4)


def _as_shown(values: Iterable[Value], shown: Sequence[str]) -> Iterator[Value]:
    """Yield the values, those of rows in the order in which the ruleset shows rows."""
    for group, part in groupby(values, key=lambda value: value.key.split(".")[0]):
        if group in _BY_ROW:
            yield from sorted(part, key=lambda value: shown.index(value.key.split(".")[1]))
        else:
            yield from part


def _ranks(values: Sequence[Value], said: Words) -> dict[str, str]:
    """The place of each natural, by key; equals are marked, for they tie."""
    places = Counter(value.rank for value in values)
    return {
        value.key: said.text(
            "rulesets.rank", rank=value.rank, equal=" =" if places[value.rank] > 1 else ""
        )
        for value in values
        if value.rank is not None
    }


def _answers(option: Option, ruleset: Ruleset, said: Words) -> str:
    from settle.explain.agreed import answer_text

    default = ruleset.rules().options[option.name]
    values = {"least": option.least, "most": option.most, "answers": "", "usual": ""}
    if option.kind == "map":
        values["answers"] = said.text("page.list_comma").join(option.entries)
    else:
        values["usual"] = _typed(default)
        told = [
            f"{_typed(choice.value)} ({answer_text(option, choice.value, said)})"
            if choice.label
            else _typed(choice.value)
            for choice in option.choices
        ]
        values["answers"] = said.text("rulesets.or").join(told)
    return said.text(f"rulesets.answers_{option.kind.value}", **values)


def _typed(answer: object) -> str:
    """Spell an answer as ``--option NAME=VALUE`` takes it."""
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


rulesets.add_command(check)
