"""Row strength: which category a row is, and which of two rows is higher (RULES section 1).

A strength is one whole number that compares as the rules say: the category in the bits above
:data:`CATEGORY_SHIFT`, below it the key, five places of four bits, highest element first. A front
row fills three places at most, so an empty place counts below any card and a key that is a prefix
of another is not greater. Suits are never in a strength; where they decide, :mod:`settle.compare`
asks :func:`suit_strength`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

from settle.cards import RANKS, SUITS, Card, rank_value, suit_value


class Category(StrEnum):
    """What a row is, from the weakest to the strongest."""

    HIGH_CARD = "high_card"
    """Nothing better: single cards."""
    PAIR = "pair"
    """Two cards of one rank."""
    TWO_PAIR = "two_pair"
    """Two cards of one rank, two of another."""
    THREE_OF_A_KIND = "three_of_a_kind"
    """Three cards of one rank."""
    STRAIGHT = "straight"
    """Five consecutive ranks."""
    FLUSH = "flush"
    """Five cards of one suit."""
    PAIRED_FLUSH = "paired_flush"
    """A flush that holds a pair, in the doubled suit of a 65-card deck only."""
    FULL_HOUSE = "full_house"
    """Three cards of one rank and two of another."""
    FOUR_OF_A_KIND = "four_of_a_kind"
    """Four cards of one rank."""
    STRAIGHT_FLUSH = "straight_flush"
    """Five consecutive ranks of one suit."""
    FIVE_OF_A_KIND = "five_of_a_kind"
    """Five cards of one rank, in a 65-card deck only."""


class Wheel(StrEnum):
    """Where A2345 stands among the straights."""

    SECOND = "second"
    """Below TJQKA and above 9TJQK."""
    LOWEST = "lowest"
    """Below 23456."""
    NONE = "none"
    """It is no straight."""


CATEGORIES: Final = tuple(Category)
CATEGORY_SHIFT: Final = 20
FIRST_ELEMENT_SHIFT: Final = 16
FRONT_CATEGORIES: Final = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
FLUSH_CATEGORIES: Final = (Category.FLUSH, Category.PAIRED_FLUSH, Category.STRAIGHT_FLUSH)

Strengths = Callable[[Iterable[Sequence[Card]]], list[int]]
"""From rows to their strengths, in order."""

# Any five of these weights, repeats allowed, have a sum of their own, so one addition a card finds
# the ranks of a row; a count of the suits rides above them in the same number, below 2**30, where
# Python adds fastest.
_RANK_WEIGHTS: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
_SUIT_SHIFT: Final = 19
_RANK_MASK: Final = (1 << _SUIT_SHIFT) - 1
_WEIGHT: Final = {
    rank + suit: weight + (6**place << _SUIT_SHIFT)
    for rank, weight in zip(RANKS, _RANK_WEIGHTS, strict=True)
    for place, suit in enumerate(SUITS)
}
_ONE_SUIT: Final = tuple(5 * 6**place for place in range(len(SUITS)))
"""The counts of suits of a row of one suit."""

_FRONT_CARDS: Final = 3
_ROW_CARDS: Final = 5
_WHEEL_RANKS: Final = (0, 1, 2, 3, 12)
_RUNS: Final = tuple(tuple(range(low, low + 5)) for low in range(9))
_SHAPES: Final = {
    (1, 1, 1): Category.HIGH_CARD,
    (2, 1): Category.PAIR,
    (3,): Category.THREE_OF_A_KIND,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}
"""How often the ranks of a row occur, most frequent first, and what that makes it."""


def category(strength: int) -> Category:
    """The category of a strength."""
    return CATEGORIES[strength >> CATEGORY_SHIFT]


@cache
def five_card_strengths(wheel: Wheel) -> Strengths:
    """The function that evaluates middle and back rows, five cards each.

    >>> pair, flush = five_card_strengths(Wheel.SECOND)(
    ...     [("As", "Ah", "3d", "4c", "5s"), ("2h", "4h", "6h", "8h", "Th")])
    >>> category(pair).value, category(flush).value, flush > pair
    ('pair', 'flush', True)
    """
    plain, suited = _five_card_tables(wheel)
    by_suits = [plain] * (max(_ONE_SUIT) + 1)
    for count in _ONE_SUIT:
        by_suits[count] = suited

    def strengths(
        rows: Iterable[Sequence[Card]],
        *,
        weight: dict[Card, int] = _WEIGHT,
        by_suits: list[dict[int, int]] = by_suits,
        shift: int = _SUIT_SHIFT,
        mask: int = _RANK_MASK,
    ) -> list[int]:
        # One comprehension, names bound as locals: this is the innermost loop of everything.
        return [
            by_suits[(total := weight[a] + weight[b] + weight[c] + weight[d] + weight[e]) >> shift][
                total & mask
            ]
            for a, b, c, d, e in rows
        ]

    return strengths


def front_strength(row: Sequence[Card]) -> int:
    """The strength of a front row, three cards: no straights, no flushes."""
    a, b, c = row
    return _front_table()[(_WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c]) & _RANK_MASK]


@cache
def _front_table() -> dict[int, int]:
    return {
        total: _base(kind) | key
        for counts, kind in _SHAPES.items()
        if sum(counts) == _FRONT_CARDS
        for total, key in _rows(counts)
    }


@cache
def _tables_without_straights() -> tuple[dict[int, int], dict[int, int]]:
    """Strength by sum of rank weights: rows of several suits, rows of one suit."""
    plain, suited = {}, {}
    flush, paired_flush = _base(Category.FLUSH), _base(Category.PAIRED_FLUSH)
    for counts, kind in _SHAPES.items():
        if sum(counts) != _ROW_CARDS:
            continue
        rows = list(_rows(counts))
        base = _base(kind)
        plain.update({total: base | key for total, key in rows})
        if kind == Category.HIGH_CARD:
            suited.update({total: flush | key for total, key in rows})
        elif kind == Category.PAIR:
            # No second pair counts as a pair of rank 0, before the single cards.
            first = 15 << FIRST_ELEMENT_SHIFT
            suited.update(
                {total: paired_flush | key & first | (key & ~first) >> 4 for total, key in rows}
            )
        elif kind == Category.TWO_PAIR:
            suited.update({total: paired_flush | key for total, key in rows})
    return plain, suited


def _five_card_tables(wheel: Wheel) -> tuple[dict[int, int], dict[int, int]]:
    plain, suited = (dict(table) for table in _tables_without_straights())
    for height, places in enumerate(_straights(wheel), 1):
        total, key = _total(places), height << FIRST_ELEMENT_SHIFT
        plain[total] = _base(Category.STRAIGHT) | key
        suited[total] = _base(Category.STRAIGHT_FLUSH) | key
    return plain, suited


def _straights(wheel: Wheel) -> tuple[tuple[int, ...], ...]:
    """The straights as places in RANKS, from the lowest to the highest."""
    return {
        Wheel.NONE: _RUNS,
        Wheel.LOWEST: (_WHEEL_RANKS, *_RUNS),
        Wheel.SECOND: (*_RUNS[:-1], _WHEEL_RANKS, _RUNS[-1]),
    }[wheel]


def _total(places: Sequence[int]) -> int:
    return sum(_RANK_WEIGHTS[place] for place in places)


def _rows(counts: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every row with ranks that occur so often: the sum of its rank weights, and its key.

    Built from its more frequent ranks and the others, of which there are never more than two
    kinds: a program that scores a single round waits for these tables.
    """
    often = counts.count(counts[0])
    seldom = len(counts) - often
    to_place = FIRST_ELEMENT_SHIFT - 4 * (len(counts) - 1)
    others = _ranks(seldom)
    for places, total, key in _ranks(often):
        for other_places, other_total, other_key in others:
            if not places & other_places:
                row_total = counts[0] * total + counts[-1] * other_total
                yield row_total, (key << 4 * seldom | other_key) << to_place


def _ranks(count: int) -> list[tuple[int, int, int]]:
    """So many different ranks, the highest first: places as bits, sum of weights, values."""
    found = []
    for places in combinations(range(12, -1, -1), count):
        bits = total = key = 0
        for place in places:
            bits |= 1 << place
            total += _RANK_WEIGHTS[place]
            key = key << 4 | place + 2
        found.append((bits, total, key))
    return found


def _base(kind: Category) -> int:
    return CATEGORIES.index(kind) << CATEGORY_SHIFT


def suit_strength(
    row: Sequence[Card], kind: Category, *, wheel: Wheel, suits_high_card: bool
) -> int:
    """The suit that decides between rows of equal ranks under ``after_ranks``.

    1 for diamonds up to 4 for spades, 0 where suits do not decide (such rows tie). A flush goes by
    its suit, a straight by the suit of its highest card, pairs by the best suit in the higher
    pair, single cards by the suit of the highest one where ``suits_high_card`` says so.
    """
    if kind in FLUSH_CATEGORIES:
        return suit_value(row[0])
    values = [rank_value(card) for card in row]
    if kind == Category.STRAIGHT:
        five_high = wheel == Wheel.LOWEST and sorted(values) == [2, 3, 4, 5, 14]
        return suit_value(row[values.index(5 if five_high else max(values))])
    if kind in (Category.PAIR, Category.TWO_PAIR):
        paired = max(value for value in values if values.count(value) > 1)
        return max(
            suit_value(card) for card, value in zip(row, values, strict=True) if value == paired
        )
    if kind == Category.HIGH_CARD and suits_high_card:
        return suit_value(row[values.index(max(values))])
    return 0
