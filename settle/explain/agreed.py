"""What a table agreed on, in words, and where each value comes from."""

from collections.abc import Mapping
from typing import Any

from settle.cards import CARDS
from settle.explain.records import ToldOption, ToldRule
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.ruleset import Ruleset, Value
from settle.words import Words, card_text


def agreed_answers(ruleset: Ruleset, effective: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that differ from the defaults, out of a result's effective options.

    Of maps only the entries that make a difference are kept, so that a value is put down to the
    option that really set it. Raises RefusedError for options that are none of the ruleset's.
    """
    usual = {option.name: option for option in ruleset.options()}
    answered: dict[str, Any] = {}
    maps: dict[str, Any] = {}
    for name, answer in effective.items():
        option = usual.get(name)
        if option is not None and option.kind == OptionKind.MAP:
            maps[name] = answer
        elif option is None or (type(answer), answer) != (type(option.default), option.default):
            answered[name] = answer
    without_maps = ruleset.rules(answered).options
    for name, entries in maps.items():
        held = without_maps[name]
        assert isinstance(held, Mapping)
        differing = (key for key in usual[name].entries if key in entries)
        changed = {key: entries[key] for key in differing if entries[key] != held.get(key)}
        if changed:
            answered[name] = changed
    return answered


def told_options(
    ruleset: Ruleset, answered: Mapping[str, Any], said: Words
) -> tuple[ToldOption, ...]:
    """Each answer that differs from the default, with the question and the default, in words."""
    defaults = ruleset.rules().options
    told = []
    for option in ruleset.options():
        if option.name not in answered:
            continue
        answer, usual = answered[option.name], defaults[option.name]
        if option.kind == OptionKind.MAP:
            assert isinstance(usual, Mapping)
            usual = {key: usual.get(key, 0) for key in answer}
        told.append(
            ToldOption(
                option.name,
                said.titled(option.question) or option.name,
                answer_text(option, answer, said),
                answer_text(option, usual, said),
            )
        )
    return tuple(told)


def answer_text(option: Option, answer: object, said: Words) -> str:
    """An option's answer for people."""
    if option.kind == OptionKind.MAP:
        assert isinstance(answer, Mapping)
        comma = said.text("page.list_comma")
        return comma.join(f"{_entry(key, said)} {number}" for key, number in answer.items())
    for choice in option.choices:
        if type(choice.value) is type(answer) and choice.value == answer and choice.label:
            return said.titled(choice.label)
    return plain_text(answer, said)


def plain_text(value: object, said: Words, key: str = "") -> str:
    """A ruleset's value or an option's answer for people, where no label says it better.

    ``key`` is the dotted key of a ruleset's value.
    """
    if value is None:
        return said.text("words.none")
    if isinstance(value, bool):
        return said.text("words.yes" if value else "words.no")
    if isinstance(value, str) and value in CARDS:
        return card_text(value)
    if isinstance(value, str):
        return said.value(value, key)
    return str(value)


def _entry(key: str, said: Words) -> str:
    """A map's entry: a natural, or a row's category.

    Naturals have no dot in their ids, rows with a category always one.
    """
    row, _, category = key.partition(".")
    if not category:
        return said.natural(row)
    return f"{said.row(row)} {said.category(category, row)}"


def told_rule(key: str, ruleset: Ruleset, answered: Mapping[str, Any], said: Words) -> ToldRule:
    """The value behind a line's rule, and where it comes from, in words."""
    value = ruleset.value(key, answered)
    if value is None:
        return ToldRule(key, "", said.text("page.unsourced"))
    return ToldRule(
        key, plain_text(value.value, said, key), _origin(value, ruleset, answered, said)
    )


def _origin(value: Value, ruleset: Ruleset, answered: Mapping[str, Any], said: Words) -> str:
    parts = []
    option = next((o for o in ruleset.options() if o.name == value.option), None)
    if option is not None and option.name in answered:
        told = answer_text(option, answered[option.name], said)
        parts.append(said.text("page.agreed_value", option=option.name, value=told))
    if value.source is not None:
        parts.append(
            said.text("page.source", title=value.source.title, section=value.source.section)
            if value.source.section
            else value.source.title
        )
    if value.decision:
        parts.append(said.text("page.decision", note=said.titled(value.note)))
    return said.text("page.part_comma").join(parts) or said.text("page.unsourced")
