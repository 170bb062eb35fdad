"""Naturals: special hands of thirteen cards, each a condition in one small vocabulary.

What a natural asks of the cards is data (``holds``, RULES section 5); what it pays and where it
ranks stands in the ruleset. Here the vocabulary gets its meaning, and nothing else.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from settle.cards import RANKS, SUITS, Card


@dataclass(frozen=True, slots=True)
class Within:
    """Groups of ranks or suits, and how many of the 13 cards some group has to have."""

    groups: tuple[str, ...]
    least: int
    most: int = 13


@dataclass(frozen=True, slots=True)
class Holds:
    """What a natural asks of 13 cards: all of the conditions that are given."""

    ranks: Within | None = None
    """Cards whose rank is in the set."""
    suits: Within | None = None
    """Cards whose suit is in one of the groups."""
    distinct_ranks: int | None = None
    """So many different ranks."""
    at_least: tuple[tuple[int, int], ...] = ()
    """(times, ranks): so many ranks held that often or oftener."""
    exactly: tuple[tuple[int, int], ...] = ()
    """(times, ranks): so many ranks held exactly that often."""
    pairs: int | None = None
    """The sum of half of each rank's count, rounded down."""
    rows: str | None = None
    """``straight``, ``flush`` or ``straight_flush``: a split 3/5/5 into three such rows."""
    front_excludes: tuple[str, ...] = ()
    """Fronts that do not count as straights, such as ``QKA``."""


class Counts(NamedTuple):
    """Thirteen cards, counted once for all conditions."""

    cards: Sequence[Card]
    ranks: int
    """One hexadecimal digit a rank: how often it is held."""
    suits: int
    """One hexadecimal digit a suit: how many cards it has."""
    held: tuple[int, ...]
    """How many ranks are held at least 0, 1, 2, 3, 4, 5, 6 times."""


Predicate = Callable[[Counts], bool]

_RANK_DIGITS: Final = 4 * len(RANKS)
_DIGIT: Final = {
    rank + suit: (1 << 4 * place) + (1 << _RANK_DIGITS + 4 * SUITS.index(suit))
    for place, rank in enumerate(RANKS)
    for suit in SUITS
}
_ONES: Final = int("1" * len(RANKS), 16)
_RANK_PART: Final = 15 * _ONES
_FRONT_RUNS: Final = tuple(("A" + RANKS)[low : low + 3] for low in range(12))
_ROW_RUNS: Final = tuple(("A" + RANKS)[low : low + 5] for low in range(10))


def count(cards: Sequence[Card]) -> Counts:
    """Count 13 cards.

    >>> count(("As", "Ah", "Ac", "Ad", "2s", "2h", "3s", "4s", "5s", "6s", "7s", "8s", "9s")).held
    (13, 9, 2, 1, 1, 0, 0)
    """
    total = sum(map(_DIGIT.__getitem__, cards))
    ranks = total & _RANK_PART
    # A digit is 0 ... 5, so adding 0, 1, 3 carries a count of 4, 3, 5 or more into a fixed bit.
    twice = (ranks >> 1 | ranks >> 2) & _ONES
    held = (
        len(RANKS),
        ((ranks | twice) & _ONES).bit_count(),
        twice.bit_count(),
        (ranks + _ONES >> 2 & _ONES).bit_count(),
        (ranks >> 2 & _ONES).bit_count(),
        (ranks + 3 * _ONES >> 3 & _ONES).bit_count(),
        0,
    )
    return Counts(cards, ranks, total >> _RANK_DIGITS, held)


def predicate(holds: Holds) -> Predicate:
    """The test that ``holds`` describes."""
    tests = tuple(_tests(holds))
    if len(tests) == 1:
        return tests[0]

    def every(counts: Counts) -> bool:
        for test in tests:  # noqa: SIM110 - a loop takes a third of a generator's time here
            if not test(counts):
                return False
        return True

    return every


def _tests(holds: Holds) -> Iterable[Predicate]:
    if holds.distinct_ranks is not None:
        yield _different_ranks(holds.distinct_ranks)
    if holds.ranks is not None:
        yield _in_ranks(holds.ranks)
    if holds.suits is not None:
        yield _in_suits(holds.suits)
    for times, ranks in holds.at_least:
        yield _at_least(times, ranks)
    for times, ranks in holds.exactly:
        yield _exactly(times, ranks)
    if holds.pairs is not None:
        yield _pairs(holds.pairs)
    if holds.rows is not None:
        yield _ROWS[holds.rows](holds.front_excludes)


def _in_ranks(within: Within) -> Predicate:
    """Of the groups some one holds enough cards; a sum of digits below 15 is a remainder by 15."""
    masks = [sum(15 << 4 * RANKS.index(rank) for rank in group) for group in within.groups]
    least, most = within.least, within.most
    if len(masks) == 1:
        [mask] = masks
        return lambda counts: least <= (counts.ranks & mask) % 15 <= most
    return lambda counts: any(least <= (counts.ranks & mask) % 15 <= most for mask in masks)


def _in_suits(within: Within) -> Predicate:
    masks = [sum(15 << 4 * SUITS.index(suit) for suit in group) for group in within.groups]
    least, most = within.least, within.most

    def some_group(counts: Counts) -> bool:
        for mask in masks:  # noqa: SIM110 - as above
            if least <= (counts.suits & mask) % 15 <= most:
                return True
        return False

    return some_group


def _different_ranks(ranks: int) -> Predicate:
    return lambda counts: counts.held[1] == ranks


def _at_least(times: int, ranks: int) -> Predicate:
    return lambda counts: counts.held[times] >= ranks


def _exactly(times: int, ranks: int) -> Predicate:
    return lambda counts: counts.held[times] - counts.held[times + 1] == ranks


def _pairs(pairs: int) -> Predicate:
    halves = 3 * _ONES
    return lambda counts: (counts.ranks >> 1 & halves) % 15 == pairs


def _three_flushes(_front_excludes: tuple[str, ...]) -> Predicate:
    return lambda counts: _suits_make_rows(counts.suits)


def _three_straights(front_excludes: tuple[str, ...]) -> Predicate:
    splits = _runs(front_excludes)[13]
    return lambda counts: counts.ranks in splits


def _three_straight_flushes(front_excludes: tuple[str, ...]) -> Predicate:
    runs = _runs(front_excludes)

    def test(counts: Counts) -> bool:
        if not (_suits_make_rows(counts.suits) and counts.ranks in runs[13]):
            return False
        # How many cards a suit has says which rows it must make: 3 a front, 8 a front and a row ...
        for suit in SUITS:
            held = [card for card in counts.cards if card[1] == suit]
            if sum(_DIGIT[card] for card in held) & _RANK_PART not in runs[len(held)]:
                return False
        return True

    return test


_ROWS: Final[dict[str, Callable[[tuple[str, ...]], Predicate]]] = {
    "straight": _three_straights,
    "flush": _three_flushes,
    "straight_flush": _three_straight_flushes,
}


@cache
def _suits_make_rows(suits: int) -> bool:
    """Whether every suit's cards can be dealt out to whole rows of 3, 5 and 5."""
    return all(suits >> 4 * place & 15 in (0, 3, 5, 8, 10, 13) for place in range(len(SUITS)))


@cache
def _runs(front_excludes: tuple[str, ...]) -> dict[int, frozenset[int]]:
    """The rank counts that whole straight rows add up to, by the number of cards.

    Three straights have at most 12 x 55 sums of ranks, so the split is a look-up and no search.
    A2345 is a straight here whatever ``wheel`` says, and so is the front A23 (RULES section 2).
    """
    fronts = [_digits(run) for run in _FRONT_RUNS if run not in front_excludes]
    rows = [_digits(run) for run in _ROW_RUNS]
    two_rows = [first + second for first, second in combinations_with_replacement(rows, 2)]
    return {
        0: frozenset((0,)),
        3: frozenset(fronts),
        5: frozenset(rows),
        8: frozenset(front + row for front in fronts for row in rows),
        10: frozenset(two_rows),
        13: frozenset(front + both for front in fronts for both in two_rows),
    }


def _digits(ranks: str) -> int:
    return sum(1 << 4 * RANKS.index(rank) for rank in ranks)
