"""A round document in, the round and its rules out, or all of its faults."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from settle.faults import Fault, RefusedError
from settle.playing import expectation_faults, score_sheet
from settle.rounds import Expect, Round
from settle.rules import Rules
from settle.wire.build import build_round
from settle.wire.checks import rule_faults
from settle.wire.classes import FIELD_ORDER, load_shape
from settle.wire.draft import Draft
from settle.wire.names import player_name

if TYPE_CHECKING:
    from settle.wire.rulesets import Answerable, Rulesets


def load_strictly(document: object, rulebook: "Rulesets") -> tuple[Round, Rules]:
    """As :func:`settle.wire.load_round`, by the classes and the checks alone."""
    sound, faults = load_shape(document)
    rules, doubts, rules_faults = _rules(sound, rulebook)
    faults += rules_faults
    draft = Draft(document if isinstance(document, dict) else {}, sound, rules, doubts)
    if isinstance(document, dict):
        faults += rule_faults(draft)
    if faults:
        _refuse([*faults, *_result_faults(draft, faults)])
    assert rules is not None
    return build_round(draft, rules), rules


def _rules(
    sound: Mapping[str, Any], rulebook: "Rulesets"
) -> tuple[Rules | None, frozenset[str], list[Fault]]:
    """The rules, the ruleset's keys that wrong answers leave open, and what is wrong."""
    name = sound.get("ruleset")
    if name is None:
        return None, frozenset(), []
    try:
        ruleset = rulebook.get(name)
    except RefusedError as error:
        return None, frozenset(), list(error.faults)
    answered: dict[str, object] = dict(sound.get("options", {}))
    faults: list[Fault] = []
    wrong: set[object] = set()
    # What is wrong is left out until the rest gives rules to look at the rest of the document with.
    while True:
        try:
            return ruleset.rules(answered), _doubts(ruleset, wrong), faults
        except RefusedError as error:
            faults += error.faults
            named = {fault.pointer[1] for fault in error.faults if len(fault.pointer) > 1}
            if named.isdisjoint(answered):
                return None, frozenset(), faults
            wrong |= named
            answered = {key: value for key, value in answered.items() if key not in named}


def _doubts(ruleset: "Answerable", names: Iterable[object]) -> frozenset[str]:
    """The keys that these options would have set."""
    wrong = set(names)
    keys = {"doubling_card"} & wrong
    for option in ruleset.options():
        if option.name in wrong:
            keys.update(option.sets, option.entries.values())
            for choice in option.choices:
                keys.update(choice.sets)
    return frozenset(str(key) for key in keys)


def _result_faults(draft: Draft, faults: Iterable[Fault]) -> Iterable[Fault]:
    """What the engine finds, where only parts are at fault that it does not look at.

    Results of an outcome that cannot be, and expectations that are not met. A round without a
    fault is looked at when it is scored.
    """
    places = {fault.pointer[0] if fault.pointer else "" for fault in faults}
    rules = draft.rules
    if rules is None or places & {"", "ruleset", "options"}:
        return ()
    sheet = None
    if draft.players is not None and not places & _SCORED:
        try:
            sheet = score_sheet(build_round(draft.only_scored(), rules), rules)
        except RefusedError as error:
            return error.faults
    return expectation_faults(_sound_expect(draft), rules, sheet)


_SCORED: Final = frozenset(("outcome", "hands", "banker", "doubling_card"))
"""What a game is scored by, besides its rules."""


def _sound_expect(draft: Draft) -> Expect:
    """What is expected of those who play, as far as it is in order; of nobody twice."""
    expect, players = draft.sound.get("expect") or {}, draft.players or {}
    named = [(player_name(key), net) for key, net in (expect.get("totals") or {}).items()]
    times = Counter(name for name, _ in named)
    totals = {
        name: net
        for name, net in named
        if name is not None and name in players and times[name] == 1 and net is not None
    }
    return Expect(expect.get("ruleset_digest"), totals)


def _refuse(faults: Iterable[Fault]) -> NoReturn:
    raise RefusedError(sorted(faults, key=_order))


def _order(fault: Fault) -> tuple[object, ...]:
    """Faults stand in the order of the classes' fields, whatever the order of a document."""
    place = tuple(
        (0, part, "") if isinstance(part, int) else (1, FIELD_ORDER.get(part, 99), str(part))
        for part in fault.pointer
    )
    return place, fault.code, fault.variant
