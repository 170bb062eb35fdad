"""Every spelling of a card that the contract accepts, and near misses that it does not."""

from __future__ import annotations

from itertools import product

import pytest

from settle.cards import CARDS, DECK_52, RANKS, SUITS, parse_card

RANK_SPELLINGS = {
    **{digit: (digit,) for digit in "23456789"},
    **{letter: (letter, letter.lower()) for letter in "JQKA"},
    "T": ("T", "t", "10"),
}
LETTERS = {suit: (suit, suit.upper()) for suit in "shcd"}
SIGNS = {"s": "♠♤", "h": "♥♡", "c": "♣♧", "d": "♦♢"}
NAMES = {
    "s": ("黑桃",),
    "h": ("紅心", "紅桃", "红心", "红桃"),
    "c": ("梅花",),
    "d": ("方塊", "方块", "方片"),
}
CHOSEN_PICTURES = ("", "\ufe0e", "\ufe0f")


def spellings(rank: str, suit: str) -> set[str]:
    """Return every accepted spelling of one card."""
    ranks = RANK_SPELLINGS[rank]
    signs = [sign + chosen for sign, chosen in product(SIGNS[suit], CHOSEN_PICTURES)]
    after = {r + s for r, s in product(ranks, (*LETTERS[suit], *signs))}
    before = {s + r for r, s in product(ranks, (*signs, *NAMES[suit]))}
    return after | before


def test_the_deck_is_every_rank_in_every_suit_once():
    assert RANKS == "23456789TJQKA"
    assert SUITS == "dchs"
    assert len(DECK_52) == len(CARDS) == 52
    assert {rank + suit for rank in "AKQJT98765432" for suit in "shcd"} == CARDS == set(DECK_52)


@pytest.mark.parametrize("card", DECK_52)
def test_every_accepted_spelling_is_read(card):
    assert {parse_card(text) for text in spellings(*card)} == {card}


def test_no_two_cards_share_a_spelling():
    every = [text for card in DECK_52 for text in spellings(*card)]
    # 8 digits in 1 spelling, 4 letters in 2, ten in 3: 19 ranks x (8 letters, 48 signs, 9 names).
    assert len(every) == len(set(every)) == 19 * (8 + 48 + 9)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "s",
        "♠",
        "黑桃",
        "10",
        "1s",
        "0s",
        "11s",
        "100s",
        "14s",
        "1Os",
        "Ax",
        "Xs",
        "xs",
        "AS ",
        " As",
        "A s",
        "A-s",
        "As\n",
        "Ass",
        "AAs",
        "sA",  # a suit letter stands behind the rank
        "SA",
        "s10",
        "♠s",
        "♠A♠",
        "A♠♠",
        "♠♠A",
        "♠As",
        "A\ufe0f♠",  # the selector belongs behind the sign
        "♠A\ufe0f",
        "\ufe0fA♠",
        "\ufe0f♠A",
        "As\ufe0f",
        "黑桃\ufe0fA",
        "♠\u200dA",
        "♠ A",
        "黑桃 A",
        "A黑桃",  # a suit name stands before the rank
        "黑A",
        "桃A",
        "黑桃桃A",
        "黑心A",
        "紅花A",
        "方心A",
        "梅桃A",
        "葉子A",
        "黑桃1",
        "黑桃A♠",
        "♠黑桃A",
        "黑桃尖",
        "Ａs",  # full width
        "１０s",
        "As黑桃",
        "🂡",
        "🃏",
        "Joker",
        "joker",
        "JK",
        "Jo",
        "jk",
        "鬼",
        "大王",
        "null",
    ],
)
def test_near_misses_are_no_cards(text):
    assert parse_card(text) is None
