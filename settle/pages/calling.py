"""What people are called, in what only knows their ids: rounds, results, and what is refused."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from settle.faults import RefusedError
from settle.rules import ROWS
from settle.wire.names import player_name

Call = Callable[[str], str]
"""From an id to what somebody is called."""

_NAMED: Final = ("player", "other", "owner", "opener", "banker", "found", "missing", "known",
                 "seated", "named")  # fmt: skip
"""Values of faults that are players, or lists of them, where they are any of the session's."""


def callable_names(names: Mapping[str, str]) -> Call:
    """What to call each id: the name, if a round could hold it and nobody else has it.

    >>> callable_names({"p1": "Amy", "p2": "Bob"})("p1")
    'Amy'
    """
    usable = {p: name if player_name(name) == name else p for p, name in names.items()}
    if len(set(usable.values())) < len(usable):
        usable = dict(zip(names, names, strict=True))
    return lambda player: usable.get(player_name(player) or player, player)


def named_round(stored: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """A round that was scored once, with names in place of ids."""
    told = dict(stored)
    if "banker" in told:
        told["banker"] = call(told["banker"])
    if "hands" in told:
        told["hands"] = [{**hand, "player": call(hand["player"])} for hand in told["hands"]]
    if "outcome" in told:
        told["outcome"] = _named_outcome(told["outcome"], call)
    if "exchange" in told:
        told["exchange"] = _named_exchange(told["exchange"], call)
    return told


def _named_exchange(exchange: Mapping[str, Any], call: Call) -> dict[str, Any]:
    def by_name(cards: Mapping[str, Any]) -> dict[str, Any]:
        return {call(player): each for player, each in cards.items()}

    passes = [{**each, "cards": by_name(each["cards"])} for each in exchange["passes"]]
    return {**exchange, "dealt": by_name(exchange["dealt"]), "passes": passes}


def _named_outcome(outcome: Mapping[str, Any], call: Call) -> dict[str, Any]:
    told = {
        **outcome,
        "hands": [{**hand, "player": call(hand["player"])} for hand in outcome["hands"]],
        "duels": [_named_duel(duel, call) for duel in outcome["duels"]],
    }
    holders = outcome.get("doubling_card_holder")
    if holders is not None:
        is_one = isinstance(holders, str)
        told["doubling_card_holder"] = call(holders) if is_one else [call(h) for h in holders]
    return told


def _named_duel(duel: Mapping[str, Any], call: Call) -> dict[str, Any]:
    told = {**duel, "players": [call(player) for player in duel["players"]]}
    for name in ("scoop", *ROWS):
        if told.get(name) is not None:
            told[name] = call(told[name])
    return told


def named_result(result: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """A result document with names in place of ids."""

    def named(members: Iterable[Mapping[str, Any]], *fields: str) -> list[dict[str, Any]]:
        return [{**one, **{f: call(one[f]) for f in fields if f in one}} for one in members]

    told = {
        **result,
        "hands": named(result["hands"], "player"),
        "lines": named(result["lines"], "payer", "payee", "set_by"),
        "totals": named(result["totals"], "player"),
        "notices": named(result["notices"], "player"),
    }
    if "money" in result:
        told["money"] = named(result["money"], "player")
    return told


def named_refusal(refused: RefusedError, names: Mapping[str, str]) -> RefusedError:
    """The same refusal, its sentences with names in place of ids."""

    def named(value: object) -> object:
        if isinstance(value, str):
            return names.get(value, value)
        return tuple(named(each) for each in value) if isinstance(value, tuple) else value

    faults = [
        replace(fault, values={k: named(v) if k in _NAMED else v for k, v in fault.values.items()})
        for fault in refused.faults
    ]
    return RefusedError(faults, status=refused.status, members=refused.members)
