"""Who beat whom: every pair that plays each other, row by row."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from settle.cards import Card, suit_value
from settle.evaluate import PLAIN, EvaluatedHand, EvaluatedRound
from settle.rules import BankerEdge, Pairing, Rules, Suits
from settle.strength import (
    CATEGORIES,
    CATEGORY_SHIFT,
    FIRST_ELEMENT_SHIFT,
    FLUSH_CATEGORIES,
    suit_strength,
)

RowResults = tuple[int, int, int]
"""Front, middle, back: 1 where the first hand won, -1 where the second did, 0 for a tie."""


# Read once: see PLAIN.
_NO_SUITS: Final = Suits.NONE
_AFTER_RANKS: Final = Suits.AFTER_RANKS
_NO_EDGE: Final = BankerEdge.NONE


class Duel(NamedTuple):
    """Two hands that play each other, by seats, the earlier one first."""

    first: int
    second: int
    rows: RowResults | None
    """None unless both hands are plain: then rows are not compared."""


def compare(evaluated: EvaluatedRound, rules: Rules) -> tuple[Duel, ...]:
    """All duels of a round recorded with cards, in seat order."""
    hands = evaluated.hands
    return tuple(
        Duel(
            first,
            second,
            _compare_rows(
                hands[first], hands[second], rules, 1 if first == evaluated.banker else -1
            )
            if hands[first].status == hands[second].status == PLAIN
            else None,
        )
        for first, second in pairs(len(hands), rules.pairing, evaluated.banker)
    )


def pairs(players: int, pairing: Pairing, banker: int | None) -> Iterator[tuple[int, int]]:
    """The seats that play each other.

    >>> list(pairs(3, Pairing.EVERYONE, None)), list(pairs(3, Pairing.BANKER, 1))
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (1, 2)])
    """
    everyone = combinations(range(players), 2)
    if pairing == Pairing.EVERYONE:
        return everyone
    return (pair for pair in everyone if banker in pair)


def _compare_rows(
    first: EvaluatedHand, second: EvaluatedHand, rules: Rules, banker_side: int
) -> RowResults:
    assert first.strengths is not None
    assert second.strengths is not None
    (a, b, c), (d, e, f) = first.strengths, second.strengths
    by_ranks = (a > d) - (a < d), (b > e) - (b < e), (c > f) - (c < f)
    suits_matter = rules.suits != _NO_SUITS and (0 in by_ranks or rules.suits != _AFTER_RANKS)
    if not suits_matter and rules.banker_edge == _NO_EDGE:
        return by_ranks
    front, middle, back = (
        _compare_row(rows, strengths, rules)
        or (banker_side if rules.banker_edge != _NO_EDGE else 0)
        for rows, strengths in zip(
            zip(_rows(first), _rows(second), strict=True),
            zip(first.strengths, second.strengths, strict=True),
            strict=True,
        )
    )
    return front, middle, back


def _compare_row(
    rows: tuple[Sequence[Card], Sequence[Card]], strengths: tuple[int, int], rules: Rules
) -> int:
    """One row where suits or the banker's edge may decide; 0 is a tie, before the banker's."""
    mine, theirs = rows
    my_strength, other_strength = strengths
    same_category = my_strength >> CATEGORY_SHIFT == other_strength >> CATEGORY_SHIFT
    kind = CATEGORIES[my_strength >> CATEGORY_SHIFT]
    if rules.suits == Suits.FLUSH_SUIT_FIRST and same_category and kind in FLUSH_CATEGORIES:
        by_suit = _sign(suit_value(mine[0]), suit_value(theirs[0]))
        if by_suit:
            return by_suit
    if rules.banker_edge == BankerEdge.TOP_CARD and same_category:
        return _sign(my_strength >> FIRST_ELEMENT_SHIFT, other_strength >> FIRST_ELEMENT_SHIFT)
    by_ranks = _sign(my_strength, other_strength)
    if by_ranks or rules.suits != _AFTER_RANKS:
        return by_ranks
    my_suit, other_suit = (
        suit_strength(row, kind, wheel=rules.wheel, suits_high_card=rules.suits_high_card)
        for row in rows
    )
    return _sign(my_suit, other_suit)


def _rows(hand: EvaluatedHand) -> tuple[Sequence[Card], Sequence[Card], Sequence[Card]]:
    assert hand.arrangement is not None
    return hand.arrangement.front, hand.arrangement.middle, hand.arrangement.back


def _sign(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)
