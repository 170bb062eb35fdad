"""Outcomes: who, what they are declared as, and which duels; whether it can be, the engine says."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.cards import copies_in_deck
from settle.evaluate import AUTO, Status
from settle.faults import Fault, Pointer
from settle.rules import ROWS
from settle.wire.check_hands import declaration_faults
from settle.wire.draft import Draft, Seat

_DUELS: Final[Pointer] = ("outcome", "duels")
_HOLDER: Final[Pointer] = ("outcome", "doubling_card_holder")
_PAIR: Final = 2


def outcome_faults(draft: Draft) -> Iterator[Fault]:
    """What is wrong with an outcome beyond its shape, and short of looking at results."""
    for seat in draft.seats:
        yield from _natural_faults(seat, draft)
    outcome = draft.sound.get("outcome") or {}
    documents = _list(draft.raw.get("outcome"), "duels")
    for number, (raw, duel) in enumerate(zip(documents, outcome.get("duels") or (), strict=True)):
        if duel is not None:
            yield from _duel_faults(raw, duel, (*_DUELS, number), draft)
    if "doubling_card_holder" in outcome:
        yield from _holder_faults(outcome["doubling_card_holder"], draft)


def _list(document: object, key: str) -> list[Any]:
    found = document.get(key) if isinstance(document, dict) else None
    return found if isinstance(found, list) else []


def _natural_faults(seat: Seat, draft: Draft) -> Iterator[Fault]:
    """A natural where the status says so, and only there."""
    pointer, values = (*seat.pointer, "natural"), {"player": seat.label}
    status = seat.sound.get("status", None if "status" in seat.raw else Status.PLAIN)
    natural = seat.sound.get("natural")
    if natural == AUTO:
        yield Fault(pointer, "unknown_natural", "auto_outcome", values | {"found": natural})
    elif natural is not None:
        yield from declaration_faults(natural, pointer, draft)
    if status == Status.NATURAL and seat.raw.get("natural") is None:
        yield Fault(pointer, "missing", "natural", values)
    elif status not in (None, Status.NATURAL) and natural is not None:
        values |= {"found": natural, "status": str(status)}
        yield Fault(pointer, "outcome_contradictory", "status", values)
    rules = draft.sure("naturals")
    if rules is not None and "suit" in seat.raw and natural != AUTO:
        held = None if natural is None else rules.natural(natural)
        if natural is None or (held is not None and not held.by_suit):
            yield Fault((*seat.pointer, "suit"), "unknown_field", "suit", values)


def _duel_faults(
    raw: Mapping[str, Any], duel: Mapping[str, Any], pointer: Pointer, draft: Draft
) -> Iterator[Fault]:
    """Two players, and either a scoop or all three rows."""
    yield from _pair_faults(duel, (*pointer, "players"), draft)
    yield from _winner_faults(duel, pointer)
    named = [row for row in ROWS if row in raw]
    for row in ROWS:
        if "scoop" in raw and row in named:
            yield Fault((*pointer, row), "unknown_field", "beside_scoop", {"row": row})
        elif "scoop" not in raw and named and row not in named:
            yield Fault((*pointer, row), "outcome_insufficient", "duel_row", {"row": row})


def _pair_faults(duel: Mapping[str, Any], pointer: Pointer, draft: Draft) -> Iterator[Fault]:
    names, players = duel.get("players"), draft.players
    if names is None:
        return
    if len(names) != _PAIR:
        yield Fault(pointer, "out_of_range", "duel_players", {"found": len(names)})
        return
    for place, name in enumerate(names):
        if name is not None and players is not None and name not in players:
            values = {"found": name, "known": draft.names}
            yield Fault((*pointer, place), "unknown_player", "", values)
    if names[0] is not None and names[0] == names[1]:
        values = {"player": names[0], "first": (*pointer, 0)}
        yield Fault((*pointer, 1), "duplicate_player", "", values)


def _winner_faults(duel: Mapping[str, Any], pointer: Pointer) -> Iterator[Fault]:
    """Nobody but the two wins a row."""
    names = duel.get("players") or ()
    if len(names) != _PAIR or None in names:
        return
    for field in ("scoop", *ROWS):
        winner = duel.get(field)
        if winner is not None and winner not in names:
            values = {"found": winner, "known": tuple(names)}
            yield Fault((*pointer, field), "unknown_player", "duel", values)


def _holder_faults(holders: list[str | None], draft: Draft) -> Iterator[Fault]:
    """Players of the game, no more than there are copies of the card."""
    listed = isinstance(draft.raw["outcome"]["doubling_card_holder"], list)
    players, first = draft.players, dict[str, Pointer]()
    for place, name in enumerate(holders):
        pointer = (*_HOLDER, place) if listed else _HOLDER
        if name is None or players is None:
            continue
        if name not in players:
            values = {"found": name, "known": draft.names}
            yield Fault(pointer, "unknown_player", "", values)
        elif name in first:
            yield Fault(pointer, "duplicate_player", "", {"player": name, "first": first[name]})
        first.setdefault(name, pointer)
    rules = draft.sure("deck", "doubling_card")
    if rules is None or not rules.takes_doubling_card or not holders:
        return
    card = draft.sound.get("doubling_card", rules.doubling_card)
    # Where nobody wrote down which card it was, it may have been one of the doubled suit.
    copies = copies_in_deck(card, rules.extra_suit) if card else 1 + bool(rules.extra_suit)
    if "doubling_card" in draft.raw and draft.raw["doubling_card"] is None:
        yield Fault(_HOLDER, "outcome_contradictory", "no_doubling_card")
    elif len(holders) > copies:
        variant = "holders" if card else "holders_of_one"
        held = {"card": card, "found": len(holders), "copies": copies}
        yield Fault(_HOLDER, "outcome_contradictory", variant, held)
