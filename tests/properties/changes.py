"""Changes to a round document after which the right nets are known: the same, or only moved.

Each gives a new document; the one it is given stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests.reference.prices import OPTIONS, ROWS

Document = Mapping[str, Any]

# --- other names ----------------------------------------------------------------------------------

NEW_NAMES = {"amy": "wes", "bob": "阿明", "cat": "Ä", "dan": "dan 2", "eve": "bob"}
"""Sorted by name they stand otherwise than the old ones, and one of them was somebody else's."""


def renamed(document: Document, names: Mapping[str, str] = NEW_NAMES) -> dict[str, Any]:
    """The same round played by people of other names."""
    new = dict(document)
    new["hands"] = [{**hand, "player": names[hand["player"]]} for hand in document["hands"]]
    if "banker" in document:
        new["banker"] = names[document["banker"]]
    if "exchange" in document:
        new["exchange"] = {
            "dealt": _by_new_name(document["exchange"]["dealt"], names),
            "passes": [
                {**passed, "cards": _by_new_name(passed["cards"], names)}
                for passed in document["exchange"]["passes"]
            ],
        }
    return new


def _by_new_name(table: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names[player]: value for player, value in table.items()}


# --- other seats ----------------------------------------------------------------------------------


def turned(document: Document, rng: Random) -> dict[str, Any]:
    """The same hands in other seats; with an exchange everybody moves on by as many seats."""
    hands = list(document["hands"])
    if "exchange" in document:
        by = rng.randrange(1, len(hands))
        hands = hands[by:] + hands[:by]
    else:
        rng.shuffle(hands)
    return {**document, "hands": hands}


# --- other cards ----------------------------------------------------------------------------------

KEEPING_COLOURS = tuple(
    dict(zip("schd", blacks + reds, strict=True))
    for blacks, reds in (
        ("sc", "dh"),
        ("cs", "hd"),
        ("cs", "dh"),
        ("hd", "sc"),
        ("hd", "cs"),
        ("dh", "sc"),
        ("dh", "cs"),
    )
)
"""Every way but none to change suits so that two suits of one colour stay of one colour."""


def with_cards(document: Document, change: Callable[[str], str]) -> dict[str, Any]:
    """The document with every card in it changed."""
    new = dict(document)
    new["hands"] = [
        {
            field: [change(card) for card in value] if field in (*ROWS, "cards") else value
            for field, value in hand.items()
        }
        for hand in document["hands"]
    ]
    if document.get("doubling_card"):
        new["doubling_card"] = change(document["doubling_card"])
    options = document.get("options", {})
    if options.get("doubling_card"):
        new["options"] = {**options, "doubling_card": change(options["doubling_card"])}
    if "exchange" in document:
        new["exchange"] = {
            "dealt": _changed(document["exchange"]["dealt"], change),
            "passes": [
                {**passed, "cards": _changed(passed["cards"], change)}
                for passed in document["exchange"]["passes"]
            ],
        }
    return new


def _changed(table: Mapping[str, list[str]], change: Callable[[str], str]) -> dict[str, list[str]]:
    return {player: [change(card) for card in cards] for player, cards in table.items()}


def resuited(document: Document, suits: Mapping[str, str]) -> dict[str, Any]:
    """The same cards in other suits, the doubled suit and the doubling card along with them."""
    new = with_cards(document, lambda card: card[0] + suits[card[1]])
    options = new.get("options", {})
    if "extra_suit" in OPTIONS[document["ruleset"].split("@")[0]]:
        new["options"] = {**options, "extra_suit": suits[options.get("extra_suit", "s")]}
    return new


# --- other spellings ------------------------------------------------------------------------------

SIGNS = {"s": "♠♤", "h": "♥♡", "c": "♣♧", "d": "♦♢"}
NAMES = {
    "s": ("黑桃",),
    "h": ("紅心", "紅桃", "红心", "红桃"),
    "c": ("梅花",),
    "d": ("方塊", "方块", "方片"),
}
SELECTORS = ("", "", "\ufe0e", "\ufe0f")
"""What phones put behind a suit sign, and nothing."""


def respelled(document: Document, rng: Random) -> dict[str, Any]:
    """The same round typed by somebody else.

    Cards in any of the accepted spellings, white space around names, fields in another order.
    """
    new = with_cards(document, lambda card: spelled(card, rng))
    new["hands"] = [
        _shuffled({**hand, "player": f" {hand['player']}\u3000"}, rng) for hand in new["hands"]
    ]
    return _shuffled(new, rng)


def spelled(card: str, rng: Random) -> str:
    """One of the accepted spellings of a card."""
    rank, suit = card
    rank = rng.choice((rank, rank.lower(), "10" if rank == "T" else rank))
    sign = rng.choice(SIGNS[suit]) + rng.choice(SELECTORS)
    names = (name + rank for name in NAMES[suit])
    return rng.choice((card, rank + suit, rank + suit.upper(), rank + sign, sign + rank, *names))


def _shuffled(table: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    return dict(rng.sample(list(table.items()), len(table)))
