"""A round as another agreement would take it.

What cannot be carried over is left out and said so. Nothing is guessed: what the other agreement
needs and the round does not say stays missing, and scoring refuses it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from settle.cards import parse_card
from settle.faults import RefusedError
from settle.naturals import count
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.ruleset import Ruleset
from settle.rules import ROWS, Pairing, Rules
from settle.words import Words

_ALL_CARDS: Final = 13

Json = dict[str, Any]


class Adapted(NamedTuple):
    """Something in which the round was taken otherwise than it was recorded."""

    code: str
    """The key of its text under ``notices``."""
    values: Mapping[str, object]


@dataclass(slots=True)
class _Taken:
    """A round on its way to another agreement."""

    document: Json
    ruleset: Ruleset
    adapted: list[Adapted] = field(default_factory=list)

    def note(self, code: str, **values: object) -> None:
        self.adapted.append(Adapted(code, values))


def under_agreement(
    document: Mapping[str, Any],
    ruleset: Ruleset,
    options: Mapping[str, object] | None = None,
    banker: str | None = None,
) -> tuple[Json, tuple[Adapted, ...]]:
    """The round document as this ruleset would be given it, and what had to be changed.

    ``options`` are answers of the other agreement, laid over those of the document that the
    ruleset knows. ``banker`` is taken where the ruleset needs one and the document names none.
    What the document expects stays where the agreement is its own, told by the ruleset's full name.
    A document that is wrong in itself comes back so, to be refused when it is scored.
    """
    taken = _Taken({**document, "ruleset": ruleset.name}, ruleset)
    _carry_options(taken, options or {})
    rules = _rules(ruleset, taken.document)
    is_own = document.get("ruleset") == ruleset.name and rules == _rules(ruleset, document)
    if not (is_own and rules) and taken.document.pop("expect", None) is not None:
        taken.note("expect_dropped")
    if rules is None:
        return taken.document, tuple(taken.adapted)
    _carry_banker(taken, rules, banker)
    _drop_what_is_not_played(taken, rules)
    _carry_naturals(taken, rules)
    return taken.document, tuple(taken.adapted)


def known_answers(
    options: Mapping[str, object], ruleset: Ruleset
) -> tuple[Json, tuple[Adapted, ...]]:
    """Of answers that are meant for several rulesets those that this one knows; others dropped."""
    names = {option.name for option in ruleset.options()}
    dropped = (
        Adapted("option_dropped", {"option": name, "value": _spelled(answer)})
        for name, answer in options.items()
        if name not in names
    )
    return {name: options[name] for name in options if name in names}, tuple(dropped)


def adapted_text(adapted: Adapted, ruleset: Ruleset, said: Words) -> str:
    """What was changed, as a sentence."""
    values = dict(adapted.values)
    if "natural" in values:
        values["natural"] = said.natural(str(values["natural"]))
    title = said.titled(ruleset.document.get("title", {})) or ruleset.name
    return said.text(f"notices.{adapted.code}", **{"ruleset": title, **values})


def _rules(ruleset: Ruleset, document: Mapping[str, Any]) -> Rules | None:
    """The rules by a document's options; None where those are wrong."""
    try:
        return ruleset.rules(document.get("options"))
    except (RefusedError, TypeError, AttributeError):
        return None


def _carry_options(taken: _Taken, options: Mapping[str, object]) -> None:
    own = taken.document.get("options", {})
    if not isinstance(own, Mapping):
        return
    known = {option.name: option for option in taken.ruleset.options()}
    carried: Json = {}
    for name, answer in own.items():
        if name in known:
            carried[name] = _known_entries(taken, known[name], answer)
        elif name not in options:
            taken.note("option_dropped", option=name, value=_spelled(answer))
    carried |= options
    if carried or "options" in taken.document:
        taken.document["options"] = carried


def _known_entries(taken: _Taken, option: Option, answer: object) -> object:
    """Of a map's answer the entries that the ruleset has."""
    if option.kind != OptionKind.MAP or not isinstance(answer, Mapping):
        return answer
    for entry in answer:
        if entry not in option.entries:
            name = f"{option.name}.{entry}"
            taken.note("option_dropped", option=name, value=_spelled(answer[entry]))
    return {entry: number for entry, number in answer.items() if entry in option.entries}


def _spelled(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _carry_banker(taken: _Taken, rules: Rules, banker: str | None) -> None:
    document = taken.document
    if rules.pairing == Pairing.BANKER:
        if banker is not None and "banker" not in document:
            document["banker"] = banker
            taken.note("banker_taken", player=banker)
        return
    if document.pop("banker", None) is not None:
        taken.note("banker_dropped")
    bets = [hand.pop("bet") for hand in _copied_hands(document) if "bet" in hand]
    if any(bet != 1 for bet in bets):
        taken.note("bets_dropped")


def _drop_what_is_not_played(taken: _Taken, rules: Rules) -> None:
    document = taken.document
    if not rules.exchange and document.pop("exchange", None) is not None:
        taken.note("exchange_dropped")
    if rules.takes_doubling_card:
        return
    named = document.pop("doubling_card", None)
    outcome = document.get("outcome")
    if isinstance(outcome, Mapping) and "doubling_card_holder" in outcome:
        document["outcome"] = {
            key: outcome[key] for key in outcome if key != "doubling_card_holder"
        }
        named = outcome["doubling_card_holder"]
    if named is not None:
        taken.note("doubling_card_dropped")


def _carry_naturals(taken: _Taken, rules: Rules) -> None:
    """Drop a declared natural that is not one here, if the hand can be scored as arranged."""
    if not isinstance(taken.document.get("hands"), list):
        return
    for hand in _copied_hands(taken.document):
        declared = hand.get("natural")
        arranged = all(isinstance(hand.get(row), list) for row in ROWS)
        if not isinstance(declared, str) or declared == "auto" or not arranged:
            continue
        if not _is_played_and_held(declared, hand, rules):
            del hand["natural"]
            taken.note("natural_dropped", natural=declared, player=hand.get("player"))


def _is_played_and_held(declared: str, hand: Json, rules: Rules) -> bool:
    natural = rules.natural(declared)
    if natural is None:
        return False
    texts = [card for row in ROWS for card in hand[row]]
    cards = [card for text in texts if isinstance(text, str) and (card := parse_card(text))]
    return len(cards) != _ALL_CARDS or natural.test(count(cards))


def _copied_hands(document: Json) -> Iterator[Json]:
    """The hands of a round, with cards or by outcome, as copies inside the document."""
    place: Json = document
    if isinstance(document.get("outcome"), Mapping):
        place = document["outcome"] = dict(document["outcome"])
    hands = place.get("hands")
    if not isinstance(hands, list):
        return
    place["hands"] = [dict(hand) if isinstance(hand, Mapping) else hand for hand in hands]
    yield from (hand for hand in place["hands"] if isinstance(hand, dict))
