"""What a ruleset leaves to the table: its options as questions of a form, and the answers."""

import json
from collections.abc import Mapping
from typing import Any, Final

from settle.cards import DECK_52, rank_value, suit_value
from settle.explain.agreed import answer_text
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.ruleset import Ruleset
from settle.words import Words, card_text

PREFIX: Final = "/options/"
"""Before the name of an option: its field."""
_NOTHING: Final = "null"
_HIGHEST_FIRST: Final = sorted(
    DECK_52, key=lambda card: (rank_value(card), suit_value(card)), reverse=True
)


def is_whole(name: str) -> bool:
    """Whether a field is one that may hold a whole number."""
    return name.startswith(PREFIX)


def answered(ruleset: Ruleset, options: Mapping[str, Any] | None = None) -> dict[str, object]:
    """What stands in the fields: these effective options, or the usual ones.

    Entries of maps are left empty, for one that is given lies over every other answer.
    """
    effective = ruleset.rules().options if options is None else options
    return {
        f"{PREFIX}{option.name}": _written(effective[option.name])
        for option in ruleset.options()
        if option.kind != OptionKind.MAP
    }


def questions(
    ruleset: Ruleset, said: Words, options: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The options as a form asks them; ``options`` are those that hold, if not the usual ones."""
    usual = ruleset.rules().options
    held = usual if options is None else options
    return [_question(option, usual[option.name], held[option.name], said)
            for option in ruleset.options()]  # fmt: skip


def labels(ruleset: Ruleset, said: Words) -> dict[str, str]:
    """What stands beside the field of each option, and of each entry of a map."""
    told: dict[str, str] = {}
    for each in questions(ruleset, said):
        told[each["name"]] = each["question"]
        told |= {f"{each['name']}/{entry}": text for entry, text, _ in each.get("entries", ())}
    return told


def _question(option: Option, usual: Any, held: Any, said: Words) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    told: dict[str, Any] = {
        "name": f"{PREFIX}{option.name}",
        "kind": option.kind.value,
        "question": said.titled(option.question) or option.name,
        "rare": option.of_every_ruleset or option.kind == OptionKind.MAP,
        "usual": usual,
        "choices": [
            (_written(choice.value), answer_text(option, choice.value, said))
            for choice in option.choices
        ],
    }
    if option.kind == OptionKind.CARD:
        none = (_NOTHING, said.text("pages.opening.no_card"))
        told["choices"] = [none, *((card, card_text(card)) for card in _HIGHEST_FIRST)]
    if option.kind == OptionKind.MAP:
        told["entries"] = [
            (entry, answer_text(option, {entry: ""}, said).strip(), held.get(entry, 0))
            for entry in option.entries
        ]
    return told


def answers(
    given: Mapping[str, Any], ruleset: Ruleset, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The answers of a form where they differ from what holds (or is usual), as documents do."""
    held = ruleset.rules().options if options is None else options
    told: dict[str, Any] = {}
    for option in ruleset.options():
        if option.name in given:
            answer = _answer(option, given[option.name])
            if option.kind == OptionKind.MAP or answer != held[option.name]:
                told[option.name] = answer
    return told


def _answer(option: Option, given: object) -> object:
    if option.kind == OptionKind.CHOICE:
        by_text = {_written(choice.value): choice.value for choice in option.choices}
        return by_text.get(_written(given), given)
    if option.kind == OptionKind.CARD and given == _NOTHING:
        return None
    return given


def _written(answer: object) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)
