"""How many rows there are of each category: all of them, counted."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from settle import strength
from settle.cards import DECK_52, RANKS, SUITS
from settle.strength import Wheel, category, five_card_strengths, front_strength

FIVE_OF_52 = {
    "high_card": 1_302_540,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 40,
}

# Without a wheel its 4**5 rows are single cards, the 4 of one suit among them flushes.
FIVE_OF_52_WITHOUT_WHEEL = FIVE_OF_52 | {
    "high_card": 1_302_540 + 1_020,
    "straight": 10_200 - 1_020,
    "flush": 5_108 + 4,
    "straight_flush": 40 - 4,
}

DISTINCT = {
    "high_card": 1_277,
    "pair": 2_860,
    "two_pair": 858,
    "three_of_a_kind": 858,
    "straight": 10,
    "flush": 1_277,
    "full_house": 156,
    "four_of_a_kind": 156,
    "straight_flush": 10,
}

DISTINCT_WITHOUT_WHEEL = DISTINCT | {
    "high_card": 1_278,
    "straight": 9,
    "flush": 1_278,
    "straight_flush": 9,
}

# A rank of the 65 deck has five cards (the doubled suit's twice), that suit has 26.
FIVE_OF_65 = {
    "high_card": 3_945_930,
    "pair": 13 * comb(5, 2) * comb(12, 3) * 5**3 - 13 * comb(12, 3) * 2**3,
    "two_pair": 78 * comb(5, 2) ** 2 * 55 - 78 * 11 * 2,
    "three_of_a_kind": 13 * comb(5, 3) * comb(12, 2) * 5**2,
    "straight": 10 * 5**5 - 350,
    "flush": (1_287 - 10) * (2**5 + 3),
    "paired_flush": comb(26, 5) - 1_287 * 2**5,
    "full_house": 13 * comb(5, 3) * 12 * comb(5, 2),
    "four_of_a_kind": 13 * comb(5, 4) * 60,
    "straight_flush": 10 * (2**5 + 3),
    "five_of_a_kind": 13,
}


def by_category(strengths: Counter[int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for number, rows in strengths.items():
        found[category(number).value] += rows
    return dict(found)


def distinct_by_category(strengths: Counter[int]) -> dict[str, int]:
    return dict(Counter(category(number).value for number in strengths))


@pytest.mark.parametrize(
    ("wheel", "frequencies", "distinct"),
    [
        (Wheel.SECOND, FIVE_OF_52, DISTINCT),
        (Wheel.LOWEST, FIVE_OF_52, DISTINCT),
        (Wheel.NONE, FIVE_OF_52_WITHOUT_WHEEL, DISTINCT_WITHOUT_WHEEL),
    ],
)
def test_all_2598960_rows_of_five(wheel, frequencies, distinct):
    assert sum(frequencies.values()) == comb(52, 5) == 2_598_960
    strengths = Counter(five_card_strengths(wheel)(combinations(DECK_52, 5)))
    assert by_category(strengths) == frequencies
    assert distinct_by_category(strengths) == distinct
    assert len(strengths) == 7_462


@pytest.mark.slow
def test_all_8259888_rows_of_five_of_the_65_deck():
    deck = (*DECK_52, *(card for card in DECK_52 if card[1] == "h"))
    assert sum(FIVE_OF_65.values()) == comb(65, 5) == 8_259_888
    strengths = Counter(five_card_strengths(Wheel.SECOND)(combinations(deck, 5)))
    assert by_category(strengths) == FIVE_OF_65
    # A pair and three singles, or two pairs and a single.
    paired = 13 * comb(12, 3) + comb(13, 2) * 11
    assert distinct_by_category(strengths) == DISTINCT | {
        "paired_flush": paired,
        "five_of_a_kind": 13,
    }


def test_all_22100_front_rows():
    strengths = Counter(front_strength(row) for row in combinations(DECK_52, 3))
    expected = {"high_card": 18_304, "pair": 3_744, "three_of_a_kind": 52}
    assert sum(expected.values()) == comb(52, 3) == 22_100
    assert by_category(strengths) == expected
    assert distinct_by_category(strengths) == {
        "high_card": 286,
        "pair": 156,
        "three_of_a_kind": 13,
    }


@pytest.mark.parametrize("cards", [3, 5])
def test_no_two_rows_of_other_ranks_share_a_sum_of_weights(cards):
    weights = strength._RANK_WEIGHTS
    assert len(weights) == len(RANKS)
    every = list(combinations_with_replacement(range(len(RANKS)), cards))
    sums = {sum(weights[place] for place in places) for places in every}
    assert len(sums) == len(every) == comb(len(RANKS) + cards - 1, cards)
    assert max(sums) < 1 << strength._SUIT_SHIFT


def test_no_two_rows_of_other_suits_share_a_sum_of_weights():
    suits = [strength._WEIGHT[f"2{suit}"] >> strength._SUIT_SHIFT for suit in SUITS]
    every = list(combinations_with_replacement(suits, 5))
    assert len({sum(row) for row in every}) == len(every) == comb(8, 5)
    assert 5 * max(strength._WEIGHT.values()) < 1 << 30


def test_every_card_has_its_rank_and_its_suit_in_its_weight():
    for card, weight in strength._WEIGHT.items():
        rank, suit = RANKS.index(card[0]), SUITS.index(card[1])
        assert weight & strength._RANK_MASK == strength._RANK_WEIGHTS[rank]
        assert weight >> strength._SUIT_SHIFT == 6**suit
