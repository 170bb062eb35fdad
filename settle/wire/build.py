"""From a document without a fault to a round."""

from collections.abc import Mapping, Sequence
from typing import Any

from settle.cards import Card
from settle.rounds import (
    Arrangement,
    Exchange,
    Expect,
    Hand,
    Outcome,
    OutcomeDuel,
    OutcomeHand,
    Pass,
    Round,
)
from settle.rules import ROWS, Rules
from settle.wire.check_exchange import by_seat
from settle.wire.draft import Draft
from settle.wire.names import player_name
from settle.wire.stakes import build_stake


def build_round(draft: Draft, rules: Rules) -> Round:
    """The round that a document without a fault describes."""
    sound, players = draft.sound, draft.players
    assert players is not None
    banker = sound.get("banker")
    return Round(
        ruleset=sound["ruleset"],
        hands=() if draft.by_outcome else tuple(map(build_hand, sound["hands"])),
        outcome=_outcome(sound["outcome"], players) if draft.by_outcome else None,
        banker=None if banker is None else players[banker],
        doubling_card=sound.get("doubling_card", rules.doubling_card),
        stake=build_stake(sound["stake"]) if "stake" in sound else None,
        exchange=_exchange(sound["exchange"], players) if "exchange" in sound else None,
        ref=sound.get("ref"),
        played_at=sound.get("played_at"),
        expect=build_expect(sound["expect"]) if "expect" in sound else None,
    )


def build_hand(hand: Mapping[str, Any]) -> Hand:
    """A hand of cards."""
    arrangement = None
    if "back" in hand:
        arrangement = Arrangement(*(tuple(hand[row]) for row in ROWS))
    cards: Sequence[Card] = hand.get("cards", ())
    if arrangement is not None:
        cards = (*arrangement.front, *arrangement.middle, *arrangement.back)
    return Hand(
        player=hand["player"],
        cards=tuple(cards),
        arrangement=arrangement,
        natural=hand.get("natural"),
        bet=hand.get("bet", 1),
        ruled_foul=hand.get("ruled_foul"),
    )


def build_expect(expect: Mapping[str, Any]) -> Expect:
    """What is expected, by the names' one form."""
    totals = {str(player_name(key)): net for key, net in expect.get("totals", {}).items()}
    return Expect(expect.get("ruleset_digest"), totals)


def _exchange(exchange: Mapping[str, Any], players: Mapping[str, int]) -> Exchange:
    passes = tuple(
        Pass(one["direction"], _cards_by_seat(one["cards"], players)) for one in exchange["passes"]
    )
    return Exchange(_cards_by_seat(exchange["dealt"], players), passes)


def _cards_by_seat(
    keyed: Mapping[str, Sequence[Card]], players: Mapping[str, int]
) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(card for card in cards if card is not None) for _, cards in by_seat(keyed, players)
    )


def _outcome(outcome: Mapping[str, Any], players: Mapping[str, int]) -> Outcome:
    return Outcome(
        hands=tuple(_outcome_hand(hand) for hand in outcome["hands"]),
        duels=tuple(_duel(duel, players) for duel in outcome["duels"]),
        doubling_card_holders=tuple(
            players[name] for name in outcome.get("doubling_card_holder", ())
        ),
    )


def _outcome_hand(hand: Mapping[str, Any]) -> OutcomeHand:
    categories: Mapping[str, str] = hand.get("categories", {})
    return OutcomeHand(
        player=hand["player"],
        status=hand.get("status", "plain"),
        natural=hand.get("natural"),
        suit=hand.get("suit"),
        categories=(categories.get("front"), categories.get("middle"), categories.get("back")),
        bet=hand.get("bet", 1),
    )


def _duel(duel: Mapping[str, Any], players: Mapping[str, int]) -> OutcomeDuel:
    first, second = duel["players"]
    rows = None
    if "front" in duel:
        front, middle, back = (None if duel[row] is None else players[duel[row]] for row in ROWS)
        rows = front, middle, back
    scoop = duel.get("scoop")
    return OutcomeDuel(
        (players[first], players[second]), None if scoop is None else players[scoop], rows
    )
