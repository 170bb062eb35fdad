"""How many of the 635,013,559,600 hands of the 52-card deck hold each natural, exactly.

Most conditions look at how often each rank, or each suit, is held. A hand's ranks and its suits
are then counted over patterns: one deal stands for all that have the same counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod

import pytest

from settle.cards import DECK_52, RANKS, SUITS
from settle.naturals import Counts, count
from tests.naturals.holding import known_holds, natural

ALL_HANDS = 635_013_559_600

HANDS = {
    "dragon_suited": 4,
    "dragon": 67_108_864,
    "all_royals": 560,
    "twelve_royals": 66_080,
    "three_straight_flushes": 22_060,
    "three_quads": 11_440,
    "three_bombs": 2_688_400,
    "all_big": 37_442_160,
    "all_small": 37_442_160,
    "one_colour": 20_801_200,
    "one_odd_colour": 502_200_400,
    "four_trips": 6_772_480,
    "two_full_houses": 1_423_319_040,
    "five_pairs_trips": 342_692_064,
    "six_pairs": 2_856_863_152,
    "three_flushes": 5_705_516_392,
    "three_straights": 2_029_579_776,
    "half_big": 2_310_789_600,
    "half_small": 12_033_222_880,
    "big_6_to_k": 347_373_600,
    "small_2_to_10": 2_310_789_600,
}
WITHOUT_QKA = {"three_straights": 1_799_936_256, "three_straight_flushes": 20_092}

RANKS_ALIKE = (
    "dragon", "three_quads", "three_bombs", "four_trips", "two_full_houses", "five_pairs_trips",
    "six_pairs",
)  # fmt: skip
RANK_SETS = {
    "all_royals": "JQKA",
    "twelve_royals": "JQKA",
    "all_big": "89TJQKA",
    "all_small": "2345678",
    "half_big": "6789TJQKA",
    "half_small": "A23456789T",
    "big_6_to_k": "6789TJQK",
    "small_2_to_10": "23456789T",
}
BY_SUITS = ("one_colour", "one_odd_colour", "three_flushes")
BY_SPLIT = ("three_straights", "three_straight_flushes", "dragon_suited")


def test_every_known_natural_is_counted():
    assert set(HANDS) == set(known_holds())
    assert {*RANKS_ALIKE, *RANK_SETS, *BY_SUITS, *BY_SPLIT} == set(HANDS)
    assert comb(52, 13) == ALL_HANDS


# --- counts of ranks, whichever ranks they are ---------------------------------------------------


def partitions(cards: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as falling parts between 1 and most."""
    if cards == 0:
        yield ()
    elif parts:
        for part in range(min(cards, most), 0, -1):
            for rest in partitions(cards - part, part, parts - 1):
                yield (part, *rest)


def with_rank_counts(held: Sequence[int], dealer: random.Random) -> list[str]:
    """Deal a hand that holds the first rank held[0] times and so on."""
    return [
        rank + suit
        for rank, times in zip(RANKS, held, strict=True)
        for suit in dealer.sample(SUITS, times)
    ]


RANK_PATTERNS = [
    (*parts, *[0] * (13 - len(parts))) for parts in partitions(13, 4, 13)
]  # each stands for all orders of its counts


def hands_of_rank_pattern(held: tuple[int, ...]) -> int:
    orders = factorial(13) // prod(factorial(held.count(times)) for times in range(5))
    return orders * prod(comb(4, times) for times in held)


def test_the_patterns_of_ranks_are_all_hands():
    assert sum(map(hands_of_rank_pattern, RANK_PATTERNS)) == ALL_HANDS


@pytest.mark.parametrize("natural_id", RANKS_ALIKE)
def test_a_natural_of_rank_counts(natural_id):
    """The order of the counts does not matter: tried on twenty orders of each pattern."""
    test, dealer, hands = natural(natural_id), random.Random(natural_id), 0
    for held in RANK_PATTERNS:
        orders = [dealer.sample(held, 13) for _ in range(20)]
        verdicts = {test(count(with_rank_counts(order, dealer))) for order in orders}
        assert len(verdicts) == 1, held
        hands += hands_of_rank_pattern(held) * verdicts.pop()
    assert hands == HANDS[natural_id]


# --- how many cards have a rank of a set ---------------------------------------------------------


@pytest.mark.parametrize("natural_id", RANK_SETS)
def test_a_natural_of_a_rank_set(natural_id):
    """Which of the cards in and out of the set does not matter: twenty deals of each number."""
    test, dealer, hands = natural(natural_id), random.Random(natural_id), 0
    inside = [card for card in DECK_52 if card[0] in RANK_SETS[natural_id]]
    outside = [card for card in DECK_52 if card not in inside]
    for number in range(14):
        ways = comb(len(inside), number) * comb(len(outside), 13 - number)
        if ways:
            deals = [
                dealer.sample(inside, number) + dealer.sample(outside, 13 - number)
                for _ in range(20)
            ]
            verdicts = {test(count(deal)) for deal in deals}
            assert len(verdicts) == 1, number
            hands += ways * verdicts.pop()
    assert hands == HANDS[natural_id]


# --- how many cards each suit has ----------------------------------------------------------------

SUIT_PATTERNS = [held for held in product(range(14), repeat=4) if sum(held) == 13]


def test_the_patterns_of_suits_are_all_hands():
    assert sum(prod(comb(13, n) for n in held) for held in SUIT_PATTERNS) == ALL_HANDS


@pytest.mark.parametrize("natural_id", BY_SUITS)
def test_a_natural_of_suit_counts(natural_id):
    test, dealer, hands = natural(natural_id), random.Random(natural_id), 0
    for held in SUIT_PATTERNS:
        deals = [
            [
                rank + suit
                for suit, number in zip(SUITS, held, strict=True)
                for rank in dealer.sample(RANKS, number)
            ]
            for _ in range(5)
        ]
        verdicts = {test(count(deal)) for deal in deals}
        assert len(verdicts) == 1, held
        hands += prod(comb(13, number) for number in held) * verdicts.pop()
    assert hands == HANDS[natural_id]


# --- splits into straights -----------------------------------------------------------------------

FRONTS = ["A23456789TJQKA"[low : low + 3] for low in range(12)]
STRAIGHTS = ["A23456789TJQKA"[low : low + 5] for low in range(10)]
EXCLUSIONS = pytest.mark.parametrize("excluded", [(), ("QKA",)], ids=["any front", "no QKA"])


def expected(natural_id: str, excluded: tuple[str, ...]) -> int:
    return WITHOUT_QKA[natural_id] if excluded else HANDS[natural_id]


def rank_counts(ranks: str) -> tuple[int, ...]:
    return tuple(ranks.count(rank) for rank in RANKS)


@EXCLUSIONS
def test_three_straights_over_all_splits(excluded):
    """Every split is held, and a split with one card moved is held only if it is a split too."""
    splits = {
        held
        for front in FRONTS
        if front not in excluded
        for pair in combinations_with_replacement(STRAIGHTS, 2)
        if max(held := rank_counts(front + "".join(pair))) <= 4
    }
    test, dealer = natural("three_straights", *excluded), random.Random("straights")
    assert all(test(count(with_rank_counts(held, dealer))) for held in splits)
    hands = sum(prod(comb(4, times) for times in held) for held in splits)
    assert hands == expected("three_straights", excluded)
    for held in sorted(splits):
        for taken, given in product(range(13), repeat=2):
            moved = [*held]
            moved[taken] -= 1
            moved[given] += 1
            if moved[taken] >= 0 and moved[given] <= 4:
                deal = with_rank_counts(moved, dealer)
                assert test(count(deal)) == (tuple(moved) in splits), moved


@EXCLUSIONS
def test_three_straight_flushes_suit_by_suit(excluded):
    """Which cards a suit may have, by their number, is found with the other suits held right."""
    test = natural("three_straight_flushes", *excluded)
    others = {
        3: [rank + suit for suit in "hc" for rank in "56789"],
        5: [rank + "h" for rank in "56789"] + [rank + "c" for rank in "567"],
        8: [rank + "h" for rank in "56789"],
        10: [rank + "h" for rank in "567"],
        13: [],
    }
    right = {
        number: sum(
            test(count([rank + "s" for rank in ranks] + rest))
            for ranks in combinations(RANKS, number)
        )
        for number, rest in others.items()
    }
    assert (right[3], right[5]) == (12 - len(excluded), 10)
    right[0] = 1
    patterns = [held for held in SUIT_PATTERNS if set(held) <= set(right)]
    hands = sum(prod(right[number] for number in held) for held in patterns)
    assert hands == expected("three_straight_flushes", excluded)


@EXCLUSIONS
def test_three_straight_flushes_over_all_splits(excluded):
    fives = [[rank + suit for rank in ranks] for ranks in STRAIGHTS for suit in SUITS]
    threes = [
        [rank + suit for rank in ranks]
        for ranks in FRONTS
        if ranks not in excluded
        for suit in SUITS
    ]
    hands = {
        frozenset(cards)
        for front in threes
        for middle, back in combinations(fives, 2)
        if len(set(cards := front + middle + back)) == 13
    }
    test = natural("three_straight_flushes", *excluded)
    assert all(test(count(tuple(hand))) for hand in hands)
    assert len(hands) == expected("three_straight_flushes", excluded)


def test_the_suited_dragons():
    """A dragon, one of its cards in any other suit at most."""
    test = natural("dragon_suited")
    for suit, other in product(SUITS, repeat=2):
        for place in range(13):
            deal = [RANKS[n] + (other if n == place else suit) for n in range(13)]
            assert test(count(deal)) == (suit == other)
    assert sum(test(count([rank + suit for rank in RANKS])) for suit in SUITS) == 4
    dealer = random.Random("dragons")
    dragons = ([rank + dealer.choice(SUITS) for rank in RANKS] for _ in range(20_000))
    assert not any(test(count(dragon)) for dragon in dragons)


# --- every vector of rank counts, no pattern left to trust ---------------------------------------


def rank_vectors() -> Iterator[tuple[int, list[str]]]:
    """Yield (hands, a deal) for each way to hold the ranks 0 to 4 times, 13 cards in all."""

    def deal(place: int, cards: list[str], weight: int) -> Iterator[tuple[int, list[str]]]:
        left = 13 - len(cards)
        if place == 12:
            if left <= 4:
                yield weight * comb(4, left), cards + [RANKS[12] + suit for suit in SUITS[:left]]
            return
        for times in range(min(left, 4) + 1):
            if left - times <= 4 * (12 - place):
                held = [RANKS[place] + suit for suit in SUITS[:times]]
                yield from deal(place + 1, cards + held, weight * comb(4, times))

    yield from deal(0, [], 1)


@pytest.mark.slow
def test_every_way_to_hold_the_ranks():
    by_ranks = [name for name in HANDS if name not in {*BY_SUITS, *BY_SPLIT}]
    tests: dict[str, Callable[[Counts], bool]] = {name: natural(name) for name in by_ranks}
    tests["three_straights"] = natural("three_straights")
    tests["without QKA"] = natural("three_straights", "QKA")
    found, everything = dict.fromkeys(tests, 0), 0
    for weight, deal in rank_vectors():
        everything += weight
        counts = count(deal)
        for name, test in tests.items():
            if test(counts):
                found[name] += weight
    assert everything == ALL_HANDS
    assert found == {
        name: WITHOUT_QKA["three_straights"] if name == "without QKA" else HANDS[name]
        for name in tests
    }
