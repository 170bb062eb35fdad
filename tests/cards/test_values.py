"""What a card counts, and how many of it a deck holds."""

from __future__ import annotations

import pytest

from settle.cards import DECK_52, copies_in_deck, rank_value, suit_value, surplus_cards


@pytest.mark.parametrize(
    ("rank", "value"),
    [
        ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9),
        ("T", 10), ("J", 11), ("Q", 12), ("K", 13), ("A", 14),
    ],
)  # fmt: skip
def test_the_ace_is_high(rank, value):
    assert {rank_value(rank + suit) for suit in "shcd"} == {value}


@pytest.mark.parametrize(("suit", "value"), [("d", 1), ("c", 2), ("h", 3), ("s", 4)])
def test_spade_is_above_heart_above_club_above_diamond(suit, value):
    assert {suit_value(rank + suit) for rank in "23456789TJQKA"} == {value}


def test_only_the_doubled_suit_is_in_the_deck_twice():
    assert {copies_in_deck(card, None) for card in DECK_52} == {1}
    assert sum(copies_in_deck(card, "s") for card in DECK_52) == 65
    assert copies_in_deck("As", "s") == 2
    assert copies_in_deck("Ah", "s") == 1
    assert copies_in_deck("Ah", "h") == 2


@pytest.mark.parametrize(
    ("cards", "extra_suit", "surplus"),
    [
        ("As Ah Ac Ad", None, {}),
        ("As Ah As", None, {"As": 2}),
        ("As As As Kd Kd", None, {"As": 3, "Kd": 2}),
        ("As As Kd", "s", {}),
        ("As As As Kd Kd", "s", {"As": 3, "Kd": 2}),
        ("As As Kd Kd", "d", {"As": 2}),
        ("", None, {}),
    ],
)
def test_cards_beyond_the_deck_are_counted(cards, extra_suit, surplus):
    assert surplus_cards(cards.split(), extra_suit=extra_suit) == surplus
