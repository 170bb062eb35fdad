"""Cards: how they are spelled, which of them a deck holds, and what they weigh in a sum.

A card is its contract spelling, rank then suit (``"As"``, ``"Td"``): the same two characters in
documents, in the engine and in results, so nothing has to be translated back for people.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final

Card = str
"""A rank out of :data:`RANKS` followed by a suit out of :data:`SUITS`."""

RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest; a rank's *value* is its place here plus 2 (2 ... 14)."""

SUITS: Final = "dchs"
"""From the weakest to the strongest (RULES section 1: spade > heart > club > diamond)."""

DECK_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

CARDS: Final = frozenset(DECK_52)
"""Every card there is; a deck of 65 holds one suit of them twice."""

HAND_SIZE: Final = 13
"""How many cards a hand holds."""

_SUIT_NAMES: Final = {
    "s": ("♠", "♤", "黑桃"),
    "h": ("♥", "♡", "紅心", "紅桃", "红心", "红桃"),
    "c": ("♣", "♧", "梅花"),
    "d": ("♦", "♢", "方塊", "方块", "方片"),
}
_SUIT_OF: Final = {
    spelling: suit
    for suit, names in _SUIT_NAMES.items()
    for spelling in (suit, suit.upper(), *names)
}
_RANK_OF: Final = {"10": "T"} | {
    spelling: rank for rank in RANKS for spelling in (rank, rank.lower())
}

# Phones put one of these behind a suit sign to choose its text or its emoji picture.
_VARIATION_SELECTORS: Final = ("\ufe0e", "\ufe0f")


def parse_card(text: str) -> Card | None:
    """The card that ``text`` spells, or None where it spells none (jokers included).

    Accepted are the contract's spellings: rank and suit letter in either case, ``10`` for ten,
    suit signs on either side, and the Chinese suit names before the rank.

    >>> [parse_card(text) for text in ("As", "10S", "♠️a", "k♡", "方塊3", "Joker")]
    ['As', 'Ts', 'As', 'Kh', '3d', None]
    """
    if text in CARDS:
        return text
    for selector in _VARIATION_SELECTORS:
        for sign in ("♠", "♤", "♥", "♡", "♣", "♧", "♦", "♢"):
            text = text.replace(sign + selector, sign)
    return _suit_last(text) or _suit_first(text)


def _suit_last(text: str) -> Card | None:
    rank, suit = _RANK_OF.get(text[:-1]), _SUIT_OF.get(text[-1:])
    return rank + suit if rank and suit else None


def _suit_first(text: str) -> Card | None:
    for width in (1, 2):
        suit, rank = _SUIT_OF.get(text[:width]), _RANK_OF.get(text[width:])
        if suit and rank and not text[:width].isascii():
            return rank + suit
    return None


def rank_value(card: Card) -> int:
    """2 for a two up to 14 for an ace."""
    return _RANK_VALUE[card]


def suit_value(card: Card) -> int:
    """1 for diamonds, 2 clubs, 3 hearts, 4 spades."""
    return _SUIT_VALUE[card]


_RANK_VALUE: Final = {card: RANKS.index(card[0]) + 2 for card in DECK_52}
_SUIT_VALUE: Final = {card: SUITS.index(card[1]) + 1 for card in DECK_52}


@cache
def copies_in_deck(card: Card, extra_suit: str | None) -> int:
    """How often the deck holds the card: twice in the doubled suit, else once."""
    return 2 if card[1] == extra_suit else 1


def surplus_cards(cards: Iterable[Card], *, extra_suit: str | None) -> dict[Card, int]:
    """The cards that occur more often than the deck holds them, with how often they occur."""
    return {
        card: count
        for card, count in Counter(cards).items()
        if count > copies_in_deck(card, extra_suit)
    }
