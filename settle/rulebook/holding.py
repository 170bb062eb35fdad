"""Whether any thirteen cards can be a natural, told by how often ranks are held.

A hand is looked at as a pattern: how often each of its ranks is held, and which of them are in the
set that the condition names. There are some hundred patterns, so all of them are tried. What only
the cards themselves could tell, such as whether three straights have these ranks, is not asked.
"""

from functools import cache

from settle.cards import HAND_SIZE, RANKS, SUITS
from settle.naturals import Holds, Within

_Pattern = tuple[int, ...]
"""How often each rank is held that is held at all, the oftenest first."""


def can_be_held(holds: Holds, copies: int) -> bool:
    """Whether some pattern has what is asked, in a deck with so many copies of a rank at most.

    >>> can_be_held(Holds(at_least=((4, 3),)), 4), can_be_held(Holds(at_least=((4, 4),)), 4)
    (True, False)
    """
    # Three rows hold a rank three times, but for a flush of a suit that is there twice.
    in_rows = holds.rows is not None and (holds.rows != "flush" or copies == len(SUITS))
    most = min(copies, 3) if in_rows else copies
    return any(
        _counts_fit(pattern, holds)
        and (holds.ranks is None or _some_in(pattern, holds.ranks))
        and (holds.suits is None or _suits_fit(pattern, holds.suits, copies - len(SUITS)))
        for pattern in _patterns(HAND_SIZE, most, len(RANKS))
    )


@cache
def _patterns(cards: int, most: int, ranks: int) -> tuple[_Pattern, ...]:
    """Every way to hold so many cards of at most so many ranks, none oftener than ``most``."""
    if not cards:
        return ((),)
    return tuple(
        (held, *rest)
        for held in range(min(most, cards), 0, -1)
        if ranks
        for rest in _patterns(cards - held, held, ranks - 1)
    )


def _counts_fit(pattern: _Pattern, holds: Holds) -> bool:
    return (
        holds.distinct_ranks in (None, len(pattern))
        and holds.pairs in (None, sum(held // 2 for held in pattern))
        and all(sum(held >= times for held in pattern) >= n for times, n in holds.at_least)
        and all(pattern.count(times) == n for times, n in holds.exactly)
    )


def _some_in(pattern: _Pattern, within: Within) -> bool:
    """Whether the ranks can be chosen so that enough cards, and not too many, are in a set."""
    return any(
        within.least <= cards <= within.most
        and ranks <= len(group)
        and len(pattern) - ranks <= len(RANKS) - len(group)
        for group in within.groups
        for ranks, cards in _parts(pattern)
    )


@cache
def _parts(pattern: _Pattern) -> frozenset[tuple[int, int]]:
    """Every choice among the ranks of a pattern: how many ranks, and how many cards they are."""
    chosen = {(0, 0)}
    for held in pattern:
        chosen |= {(ranks + 1, cards + held) for ranks, cards in chosen}
    return frozenset(chosen)


def _suits_fit(pattern: _Pattern, within: Within, doubled: int) -> bool:
    """Whether enough cards, and not too many, can be of a group's suits; one may be there twice."""
    for group in within.groups:
        inside = len(group) + doubled
        outside = len(SUITS) - len(group) + doubled
        fewest = sum(max(0, held - outside) for held in pattern)
        most = sum(min(held, inside) for held in pattern)
        if max(fewest, within.least) <= min(most, within.most):
            return True
    return False
