"""Exchanges: dealt, less what was passed, plus what came in, is what was held."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from settle.cards import Card
from settle.faults import Fault, Pointer
from settle.wire.draft import HAND_SIZE, Cards, Draft, Seat, surplus_faults
from settle.wire.names import player_name

MOST_PASSES: Final = 2
PASSED_CARDS: Final = 3
PLAYERS_ACROSS: Final = (2, 4)

_DEALT: Final[Pointer] = ("exchange", "dealt")
_PASSES: Final[Pointer] = ("exchange", "passes")


def receiver(seat: int, direction: str, players: int) -> int:
    """The seat that gets what this seat passes.

    >>> [receiver(0, way, 4) for way in ("clockwise", "counterclockwise", "across")]
    [1, 3, 2]
    """
    steps = {"clockwise": 1, "counterclockwise": -1, "across": players // 2}[direction]
    return (seat + steps) % players


def exchange_faults(draft: Draft) -> Iterator[Fault]:
    """Everything that is wrong with an exchange beyond its shape."""
    if "exchange" not in draft.raw:
        return
    rules = draft.sure("exchange")
    if rules is not None and not rules.exchange:
        yield Fault(("exchange",), "exchange_not_played", "", {"ruleset": rules.ruleset})
        return
    exchange, players = draft.sound.get("exchange") or {}, draft.players
    faults = [*_dealt_faults(exchange, draft), *_passes_faults(exchange, draft)]
    yield from faults
    if players is None or faults or "dealt" not in exchange or "passes" not in exchange:
        return
    if _is_whole(exchange):
        yield from _arithmetic_faults(exchange, draft, players)


def _dealt_faults(exchange: Mapping[str, Any], draft: Draft) -> Iterator[Fault]:
    dealt: Mapping[str, Cards | None] = exchange.get("dealt") or {}
    if "dealt" in exchange:
        yield from _key_faults(dealt, _DEALT, draft)
    for key, cards in dealt.items():
        if cards is not None and len(cards) != HAND_SIZE:
            values = {"player": key, "found": len(cards), "most": HAND_SIZE}
            yield Fault((*_DEALT, key), "wrong_card_count", "dealt", values)
    rules = draft.sure("deck")
    if rules is not None:
        placed = [
            ((*_DEALT, key, place), card)
            for key, cards in dealt.items()
            for place, card in enumerate(cards or ())
            if card is not None
        ]
        yield from surplus_faults(placed, rules)


def _passes_faults(exchange: Mapping[str, Any], draft: Draft) -> Iterator[Fault]:
    passes: Sequence[Mapping[str, Any] | None] = exchange.get("passes") or ()
    if len(passes) > MOST_PASSES:
        values = {"found": len(passes), "most": MOST_PASSES}
        yield Fault(_PASSES, "out_of_range", "passes", values)
    for number, one in enumerate(passes[:MOST_PASSES]):
        here, said = (*_PASSES, number), one or {}
        if said.get("direction") == "across" and len(draft.seats) not in PLAYERS_ACROSS:
            values = {"found": len(draft.seats)}
            yield Fault((*here, "direction"), "out_of_range", "across", values)
        if "cards" in said:
            yield from _key_faults(said["cards"], (*here, "cards"), draft)
        for key, cards in said.get("cards", {}).items():
            if cards is not None and len(cards) != PASSED_CARDS:
                values = {"player": key, "found": len(cards), "most": PASSED_CARDS}
                yield Fault((*here, "cards", key), "wrong_card_count", "passed", values)


def _key_faults(keys: Mapping[str, object], pointer: Pointer, draft: Draft) -> Iterator[Fault]:
    """One entry for each player and none for anybody else."""
    yield from unknown_keys(keys, pointer, draft)
    named = {player_name(key) for key in keys}
    for player in draft.names:
        if player not in named:
            yield Fault((*pointer, player), "missing", "player", {"player": player})


def unknown_keys(keys: Mapping[str, object], pointer: Pointer, draft: Draft) -> Iterator[Fault]:
    """Keys of an object by player that are no player, or the same player again."""
    if draft.players is None:
        return
    first: dict[str, Pointer] = {}
    for key in keys:
        here = (*pointer, key)
        name = player_name(key)
        if name is None or name not in draft.players:
            yield Fault(here, "unknown_player", "", {"found": key, "known": draft.names})
        elif name in first:
            yield Fault(here, "duplicate_player", "", {"player": name, "first": first[name]})
        else:
            first[name] = here


def by_seat(keyed: Mapping[str, Cards], players: Mapping[str, int]) -> list[tuple[str, Cards]]:
    """The entries of an object by player in seat order, with the key as it was sent."""
    entries = {players[str(player_name(key))]: (key, cards) for key, cards in keyed.items()}
    return [entries[seat] for seat in range(len(players))]


def _is_whole(exchange: Mapping[str, Any]) -> bool:
    """Whether every card and every direction in it is known."""
    passes = exchange["passes"]
    lists: list[Cards | None] = [*exchange["dealt"].values()]
    for one in passes:
        if one is None or "direction" not in one or "cards" not in one:
            return False
        lists += one["cards"].values()
    return not any(cards is None or None in cards for cards in lists)


def _arithmetic_faults(
    exchange: Mapping[str, Any], draft: Draft, players: Mapping[str, int]
) -> Iterator[Fault]:
    """Follow the cards round the table."""
    dealt = by_seat(exchange["dealt"], players)
    held = [Counter(cards) for _, cards in dealt]
    wrong = False
    for number, one in enumerate(exchange["passes"]):
        passed = by_seat(one["cards"], players)
        for seat, (key, cards) in enumerate(passed):
            for place, card in enumerate(cards):
                if not held[seat][card]:
                    wrong = True
                    pointer = (*_PASSES, number, "cards", key, place)
                    values = {"player": draft.seats[seat].label, "card": card}
                    yield Fault(pointer, "exchange_mismatch", "not_held", values)
                held[seat][card] -= 1
        for seat, (_, cards) in enumerate(passed):
            held[receiver(seat, one["direction"], len(players))].update(cards)
    if not wrong:
        for (key, _), left, hand in zip(dealt, held, draft.seats, strict=True):
            yield from _difference_faults((*_DEALT, key), left, hand)


def _difference_faults(pointer: Pointer, held: Counter[Card | None], seat: Seat) -> Iterator[Fault]:
    """What a hand shows and cannot hold, and the other way; of a ruled foul nothing is asked."""
    hand = None if seat.ruled_foul else seat.cards()
    if hand is None:
        return
    shown: Counter[Card | None] = Counter(hand)
    unexplained, gone = tuple((shown - held).elements()), tuple((held - shown).elements())
    if unexplained or gone:
        values = {"player": seat.label, "unexplained": unexplained, "gone": gone}
        yield Fault(pointer, "exchange_mismatch", "", values)
