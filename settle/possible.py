"""Possible: whether any cards could give the row results that an outcome tells.

Looked at as categories only: a winner's category is not below the loser's, a tie is one category,
a plain hand rises from front to back, and the results of one row put the hands into one order.
That order is exact: where the lowest categories that fit exist, ranks can be found for all wins.
Which cards those would be, and whether one deck holds them all at once, is not asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from settle.faults import Pointer
from settle.rules import ROWS, BankerEdge, Rules, Suits
from settle.strength import CATEGORIES, FLUSH_CATEGORIES, FRONT_CATEGORIES, Category

Kinds = frozenset[int]
"""Places in CATEGORIES."""

Choices = Mapping[int, tuple[Kinds, Kinds, Kinds]]
"""By the seat of each plain hand: what its front, middle and back may be."""

# Two of these would need more cards of one rank than any deck holds, or a doubled card four times.
_NEVER_LEVEL: Final = (
    Category.THREE_OF_A_KIND,
    Category.PAIRED_FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)
_TIED_ROWS_OF_NO_SCOOP: Final = 2


class Relation(NamedTuple):
    """In one row, one seat is not below another; above it where ``won``."""

    row: int
    upper: int
    lower: int
    won: bool


class Claim(NamedTuple):
    """One thing that an outcome tells about a duel, all of it true or none."""

    pointer: Pointer
    relations: tuple[Relation, ...]
    one_tie: bool = False
    """Of its rows, each between the same two seats, at most one may come out as a tie."""


class RowKinds(NamedTuple):
    """What a row can be."""

    possible: Kinds
    """In this deck."""
    unpriced: Kinds
    """Without a bonus and without gadu."""


def row_kinds(rules: Rules) -> tuple[RowKinds, RowKinds, RowKinds]:
    """What front, middle and back can be under these rules."""
    five_cards = _places(rules.categories())
    of_rows = five_cards & _places(FRONT_CATEGORIES), five_cards, five_cards
    front, middle, back = (
        RowKinds(kinds, frozenset(k for k in kinds if not prices.bonus[k] and not prices.gadu[k]))
        for kinds, prices in zip(of_rows, rules.rows, strict=True)
    )
    return front, middle, back


def level_kinds(rules: Rules) -> Kinds:
    """The categories in which two rows may tie under these rules.

    None with a banker's edge, which decides every tie; where suits decide after ranks, single
    cards at most; where they decide flushes, no flush.
    """
    if rules.banker_edge != BankerEdge.NONE:
        return frozenset()
    if rules.suits == Suits.AFTER_RANKS:
        return frozenset() if rules.suits_high_card else _places([Category.HIGH_CARD])
    decided = FLUSH_CATEGORIES if rules.suits == Suits.FLUSH_SUIT_FIRST else ()
    return _places(kind for kind in CATEGORIES if kind not in (*_NEVER_LEVEL, *decided))


def _places(kinds: Iterable[Category]) -> Kinds:
    return frozenset(CATEGORIES.index(kind) for kind in kinds)


def falling_row(choices: Sequence[Kinds]) -> int | None:
    """The first row of a hand that cannot reach the row before it, None where the hand can rise.

    >>> falling_row([frozenset({1}), frozenset({0, 2}), frozenset({0, 1})])
    2
    """
    lowest = 0
    for row, kinds in enumerate(choices):
        reaching = [kind for kind in kinds if kind >= lowest]
        if not reaching:
            return row
        lowest = min(reaching)
    return None


def possible(choices: Choices, claims: Iterable[Claim], level: Kinds) -> bool:
    """Whether all claims can be true at once.

    ``level`` holds the categories that may tie. Rows are taken front to back and in each the hands
    from the lowest up; every hand gets the lowest category that fits, so none fits where that
    fails.
    """
    claims = tuple(claims)
    lowest = dict.fromkeys(choices, 0)
    orders = []
    for row in range(len(ROWS)):
        relations = [one for claim in claims for one in claim.relations if one.row == row]
        not_above = _not_above(choices, relations)
        if any(one.won and one.upper in not_above[one.lower] for one in relations):
            return False
        orders.append(not_above)
        for seat in sorted(choices, key=lambda seat: len(not_above[seat])):
            kinds = _kinds_of_equals(seat, row, not_above, choices, level)
            reached = max(lowest[other] for other in not_above[seat])
            reaching = [kind for kind in kinds if kind >= reached]
            if not reaching:
                return False
            lowest[seat] = min(reaching)
    return all(_tied_rows(claim, orders) <= 1 for claim in claims if claim.one_tie)


def _not_above(seats: Iterable[int], relations: Iterable[Relation]) -> dict[int, set[int]]:
    """By seat, every seat that is not above it in a row, itself included."""
    not_above = {seat: {seat} for seat in seats}
    for one in relations:
        not_above[one.upper].add(one.lower)
    for between, below in not_above.items():
        for seats_below in not_above.values():
            if between in seats_below:
                seats_below.update(below)
    return not_above


def _kinds_of_equals(
    seat: int, row: int, not_above: dict[int, set[int]], choices: Choices, level: Kinds
) -> Kinds:
    """What a seat's row may be together with every row that ties with it."""
    equals = [other for other in not_above[seat] if seat in not_above[other]]
    kinds = frozenset.intersection(*(choices[other][row] for other in equals))
    return kinds & level if len(equals) > 1 else kinds


def _tied_rows(claim: Claim, orders: Sequence[dict[int, set[int]]]) -> int:
    return sum(one.upper in orders[one.row][one.lower] for one in claim.relations)


def sift(
    choices: Choices, claims: Sequence[Claim], level: Kinds
) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """The claims that can all be true, and those that cannot be beside the ones before them."""
    if possible(choices, claims, level):
        return tuple(claims), ()
    kept: list[Claim] = []
    wrong: list[Claim] = []
    for claim in claims:
        (kept if possible(choices, [*kept, claim], level) else wrong).append(claim)
    return tuple(kept), tuple(wrong)


def scoop_is_certain(
    seats: tuple[int, int],
    choices: Choices,
    claims: Sequence[Claim],
    level: Kinds,
    *,
    tied_row: bool,
) -> bool:
    """Whether nothing but a scoop can have happened between two seats that no claim is about."""
    return any(
        not any(
            possible(choices, [*claims, escape], level)
            for escape in _escapes(winner, loser, tied_row=tied_row)
        )
        for winner, loser in (seats, seats[::-1])
    )


def _escapes(winner: int, loser: int, *, tied_row: bool) -> list[Claim]:
    """The ways not to be scooped: a row not lost; with ``tied_row`` a row won, or two tied."""
    rows = range(len(ROWS))
    if not tied_row:
        return [Claim((), (Relation(row, loser, winner, won=False),)) for row in rows]
    won = [Claim((), (Relation(row, loser, winner, won=True),)) for row in rows]
    tied = [
        Claim((), tuple(one for row in tied for one in tie(row, winner, loser)))
        for tied in combinations(rows, _TIED_ROWS_OF_NO_SCOOP)
    ]
    return won + tied


def tie(row: int, first: int, second: int) -> tuple[Relation, Relation]:
    """A row in which neither of two seats is above the other."""
    return Relation(row, first, second, won=False), Relation(row, second, first, won=False)
