"""The engine's look-ups against the slow twin: the same category and the same order."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from settle.cards import DECK_52
from settle.strength import Wheel, category, five_card_strengths, front_strength
from tests.strength import twin

DECK_65 = (*DECK_52, *(card for card in DECK_52 if card[1] == "s"))


def random_rows(deck, size, number, seed):
    dealer = random.Random(seed)
    return [dealer.sample(deck, size) for _ in range(number)]


def assert_equal_order(found: list[int], expected: list[twin.Strength]) -> None:
    """Fail unless both put the rows in one order, ties included, under the same categories."""
    pairs = sorted(set(zip(expected, found, strict=True)))
    assert len({key for key, _ in pairs}) == len({number for _, number in pairs}) == len(pairs)
    assert [number for _, number in pairs] == sorted(number for _, number in pairs)
    for (place, _), number in pairs:
        assert category(number) == twin.ORDER[place]


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("deck", [DECK_52, DECK_65], ids=["52", "65"])
def test_random_rows_of_five(deck, wheel):
    rows = random_rows(deck, 5, 50_000 if deck is DECK_52 else 20_000, seed=f"{wheel}{len(deck)}")
    found = five_card_strengths(wheel)(rows)
    assert_equal_order(found, [twin.strength(row, wheel) for row in rows])


@pytest.mark.parametrize("wheel", Wheel)
def test_rows_of_the_doubled_suit(wheel):
    spades = [card for card in DECK_65 if card[1] == "s"]
    fives = [[rank + suit for suit in "sshdc"] for rank in "23456789TJQKA"]
    rows = [*random_rows(spades, 5, 5_000, seed="spades"), *fives]
    found = five_card_strengths(wheel)(rows)
    assert_equal_order(found, [twin.strength(row, wheel) for row in rows])
    kinds = {category(number) for number in found}
    assert kinds == {"flush", "paired_flush", "straight_flush", "five_of_a_kind"}


def test_all_front_rows():
    rows = list(combinations(DECK_52, 3))
    assert_equal_order(
        [front_strength(row) for row in rows], [twin.front_strength(row) for row in rows]
    )


@pytest.mark.slow
@pytest.mark.parametrize("wheel", Wheel)
def test_all_rows_of_five(wheel):
    rows = list(combinations(DECK_52, 5))
    found = five_card_strengths(wheel)(rows)
    assert_equal_order(found, [twin.strength(row, wheel) for row in rows])
