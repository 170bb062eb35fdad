"""A round scored as another agreement would score it, where what was recorded says enough."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from settle.explain.outcomes import Played, left_open
from settle.faults import Fault, RefusedError
from settle.rounds import Outcome
from settle.rulebook.ruleset import Ruleset
from settle.rules import Rules
from settle.scoring import score_round
from settle.wire import load_round
from settle.wire.rulesets import Found


class Recorded(NamedTuple):
    """How a round was recorded."""

    rules: Rules
    banker: object = None
    """The player who was banker, None for nobody."""


def score_elsewhere(
    document: object, ruleset: Ruleset, recorded: Recorded | None
) -> dict[str, Any]:
    """The result document of a round document under this ruleset, whatever it names itself.

    ``recorded`` is how an outcome was recorded that may leave open what is asked here; None where
    nobody knows. Raises RefusedError with all faults.
    """
    played, rules = load_round(document, Found(lambda _: ruleset))
    faults: list[Fault] = []
    if played.outcome is not None and recorded is not None:
        was = Played(recorded.rules, _seat(recorded.banker, played.outcome))
        faults += left_open(played.outcome, was, Played(rules, played.banker))
    try:
        result = score_round(played, rules)
    except RefusedError as refused:
        told = {fault.pointer for fault in faults}
        faults += [fault for fault in refused.faults if fault.pointer not in told]
    if faults:
        raise RefusedError(faults)
    return result


def recorded_by(played: Mapping[str, Any], ruleset: Ruleset | None) -> Recorded | None:
    """How a round document says that it was recorded; None where it does not, or is wrong."""
    try:
        rules = None if ruleset is None else ruleset.rules(played.get("options"))
    except (RefusedError, TypeError, AttributeError):
        return None
    return None if rules is None else Recorded(rules, played.get("banker"))


def _seat(player: object, outcome: Outcome) -> int | None:
    """Where a player sits; None for nobody."""
    named = (seat for seat, hand in enumerate(outcome.hands) if hand.player == player)
    return next(named, None)
