"""Row strength a second time, slow and plain: the table of keys, word for word.

A row's strength here is (place of its category, key). Nothing of it is taken from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

ORDER = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "paired_flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
]

LADDER = ["23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]

STRAIGHTS = {
    "second": [*LADDER[:-1], "A2345", LADDER[-1]],
    "lowest": ["A2345", *LADDER],
    "none": LADDER,
}
"""From the lowest to the highest, by where A2345 stands."""

Strength = tuple[int, tuple[int, ...]]


def strength(row: Sequence[str], wheel: str) -> Strength:
    """Category and key of a row of five."""
    values = sorted(("23456789TJQKA".index(card[0]) + 2 for card in row), reverse=True)
    times = Counter(values)
    kind, key = _by_times(times, values)
    one_suit = len({card[1] for card in row}) == 1
    height = next(
        (
            place
            for place, ranks in enumerate(STRAIGHTS[wheel], start=1)
            if sorted(ranks) == sorted(card[0] for card in row)
        ),
        None,
    )
    if height is not None:
        kind, key = "straight_flush" if one_suit else "straight", (height,)
    elif one_suit and kind == "high_card":
        kind = "flush"
    elif one_suit and kind == "pair":
        kind, key = "paired_flush", (key[0], 0, *key[1:])
    elif one_suit and kind == "two_pair":
        kind = "paired_flush"
    return ORDER.index(kind), key


def front_strength(row: Sequence[str]) -> Strength:
    """Category and key of a row of three: no straights, no flushes."""
    values = sorted(("23456789TJQKA".index(card[0]) + 2 for card in row), reverse=True)
    kind, key = _by_times(Counter(values), values)
    return ORDER.index(kind), key


def _by_times(times: Counter[int], values: list[int]) -> tuple[str, tuple[int, ...]]:
    def held(n: int) -> list[int]:
        return [value for value in sorted(times, reverse=True) if times[value] == n]

    if held(5):
        return "five_of_a_kind", tuple(held(5))
    if held(4):
        return "four_of_a_kind", (*held(4), *held(1))
    if held(3):
        return ("full_house" if held(2) else "three_of_a_kind"), (*held(3), *held(2), *held(1))
    if len(held(2)) == 2:
        return "two_pair", (*held(2), *held(1))
    if held(2):
        return "pair", (*held(2), *held(1))
    return "high_card", tuple(values)
