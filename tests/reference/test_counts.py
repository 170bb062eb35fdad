"""Naturals of the reference against the exact counts of section 2, its tables against a search."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, factorial, prod

import pytest

from tests.reference.cards import (
    PREDICATES,
    RANKS,
    Thirteen,
    flush_splits,
    holds,
    straight_flush_splits,
    straight_splits,
    windows,
)
from tests.reference.generator import rounds


def patterns(left, highest, places):
    """Every way to split `left` cards over at most `places` ranks, most held first."""
    if left == 0:
        yield ()
    if left and places:
        for count in range(min(left, highest), 0, -1):
            for rest in patterns(left - count, count, places - 1):
                yield (count, *rest)


def hands_of_pattern(pattern):
    """How many hands of the 52 deck hold ranks in these numbers."""
    ranks = factorial(13) // prod(factorial(n) for n in Counter(pattern).values())
    ranks //= factorial(13 - len(pattern))
    return ranks * prod(comb(4, count) for count in pattern)


def hand_of_pattern(pattern):
    return [
        rank + suit for rank, count in zip(RANKS, pattern, strict=False) for suit in "shcd"[:count]
    ]


@pytest.mark.parametrize(
    ("natural", "hands"),
    [
        ("dragon", 67_108_864),
        ("three_quads", 11_440),
        ("three_bombs", 2_688_400),
        ("four_trips", 6_772_480),
        ("two_full_houses", 1_423_319_040),
        ("five_pairs_trips", 342_692_064),
        ("six_pairs", 2_856_863_152),
    ],
)
def test_count_of_a_natural_of_ranks(natural, hands):
    held = [p for p in patterns(13, 4, 13) if holds(natural, hand_of_pattern(p))]
    assert sum(hands_of_pattern(pattern) for pattern in held) == hands


def test_all_patterns_are_all_hands():
    assert sum(hands_of_pattern(p) for p in patterns(13, 4, 13)) == 635_013_559_600


@pytest.mark.parametrize(
    ("natural", "ranks", "hands"),
    [
        ("all_royals", "JQKA", 560),
        ("all_big", "89TJQKA", 37_442_160),
        ("all_small", "2345678", 37_442_160),
        ("half_big", "6789TJQKA", 2_310_789_600),
        ("half_small", "A23456789T", 12_033_222_880),
        ("big_6_to_k", "6789TJQK", 347_373_600),
        ("small_2_to_10", "23456789T", 2_310_789_600),
    ],
)
def test_count_of_a_natural_of_a_rank_set(natural, ranks, hands):
    assert comb(4 * len(ranks), 13) == hands
    deck = [rank + suit for rank in ranks for suit in "shcd"]
    assert holds(natural, deck[:13])
    assert holds(natural, deck[-13:])
    outside = next(rank for rank in RANKS if rank not in ranks)
    assert not holds(natural, [*deck[:12], outside + "s"])


def suit_counts():
    for s in range(14):
        for h in range(14 - s):
            for c in range(14 - s - h):
                yield s, h, c, 13 - s - h - c


@pytest.mark.parametrize(
    ("natural", "hands"),
    [
        ("one_colour", 20_801_200),
        ("one_odd_colour", 502_200_400),
        ("three_flushes", 5_705_516_392),
    ],
)
def test_count_of_a_natural_of_suits(natural, hands):
    found = 0
    for counts in suit_counts():
        cards = [
            rank + suit
            for suit, count in zip("shcd", counts, strict=True)
            for rank in RANKS[:count]
        ]
        if PREDICATES[natural](Thirteen(cards)):
            found += prod(comb(13, count) for count in counts)
    assert found == hands


def test_count_of_three_straights():
    def hands(allowed):
        return sum(
            prod(comb(4, count) for count in Counter(ranks).values())
            for ranks, fronts in straight_splits().items()
            if fronts & allowed
        )

    fronts = {"".join(front) for front in windows(3)}
    assert len(fronts) == 12
    assert hands(fronts) == 2_029_579_776
    assert hands(fronts - {"QKA"}) == 1_799_936_256


def test_count_of_three_straight_flushes():
    single = {c: f for c, f in straight_flush_splits().items() if len(set(c)) == 13}
    assert len(single) == 22_060
    assert sum(bool(fronts - {"QKA"}) for fronts in single.values()) == 20_092


def test_count_of_royals_and_suited_dragons():
    # twelve of sixteen with one of the other 36, or all thirteen
    assert comb(16, 12) * 36 + comb(16, 13) == 66_080
    royals = [rank + suit for rank in "JQKA" for suit in "shcd"]
    assert holds("twelve_royals", [*royals[:12], "2s"])
    assert not holds("twelve_royals", [*royals[:11], "2s", "3s"])
    assert holds("dragon_suited", [rank + "h" for rank in RANKS])
    assert not holds("dragon_suited", ["2s", *(rank + "h" for rank in RANKS[1:])])


@cache
def by_search(cards, kind):
    """Whether some split 3/5/5 makes every row of the kind: all 36,036 splits one by one."""
    straight = {frozenset(window) for size in (3, 5) for window in windows(size)}

    def good(row):
        one_suit = len({card[1] for card in row}) == 1
        run = frozenset(card[0] for card in row) in straight
        run = run and len({card[0] for card in row}) == len(row)
        return {"three_flushes": one_suit, "three_straights": run}.get(kind, one_suit and run)

    places = range(13)
    for front in combinations(places, 3):
        if not good([cards[i] for i in front]):
            continue
        rest = [i for i in places if i not in front]
        for middle in combinations(rest, 5):
            back = [cards[i] for i in rest if i not in middle]
            if good([cards[i] for i in middle]) and good(back):
                return True
    return False


@pytest.mark.parametrize("kind", ["three_straights", "three_flushes", "three_straight_flushes"])
def test_tables_of_splits_agree_with_a_search(kind):
    hands = []
    for ruleset in ("tw-points", "five-player"):
        for document in rounds(ruleset, 3, 60):
            for seat in document["hands"]:
                cards = seat.get("cards") or [
                    card for row in ("front", "middle", "back") for card in seat.get(row, [])
                ]
                if len(cards) == 13:
                    hands.append(tuple(cards))
    found = [holds(kind, cards) for cards in hands]
    assert found == [by_search(cards, kind) for cards in hands]
    assert True in found
    assert len(flush_splits()) == len({tuple(sorted(Counter(s).items())) for s in flush_splits()})
