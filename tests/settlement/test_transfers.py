"""Who pays whom: everybody even, in the fewest transfers."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from settle.settlement import MOST_EXACT, Transfer, fewest_transfers


def most_groups(amounts: tuple[int, ...]) -> int:
    """By trying: the most groups of seats that sum to zero each. Slow, and plainly right."""
    if not amounts:
        return 0
    best = 1
    others = range(1, len(amounts))
    for size in range(len(amounts) - 1):
        for chosen in combinations(others, size):
            if amounts[0] + sum(amounts[seat] for seat in chosen) == 0:
                left = tuple(amounts[seat] for seat in others if seat not in chosen)
                best = max(best, 1 + most_groups(left))
    return best


def settled(amounts: tuple[int, ...], transfers: tuple[Transfer, ...]) -> list[int]:
    left = list(amounts)
    for payer, payee, amount in transfers:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    return left


@pytest.mark.parametrize(
    ("amounts", "transfers"),
    [
        ((), ()),
        ((0, 0), ()),
        ((5, -5), ((1, 0, 5),)),
        ((360, -110, -150, -100), ((1, 0, 110), (2, 0, 150), (3, 0, 100))),
        # amy and cat, bob and dan: two pairs where one group would need three transfers
        ((-5, 3, 5, -3), ((0, 2, 5), (3, 1, 3))),
        # the largest debt to the largest claim, which is settled first
        ((-7, 4, 3), ((0, 1, 4), (0, 2, 3))),
        ((-7, -2, 5, 4), ((0, 2, 5), (0, 3, 2), (1, 3, 2))),
        # three and three: greedy by amount alone would take five
        ((6, -4, -2, 5, -3, -2), ((1, 0, 4), (2, 0, 2), (4, 3, 3), (5, 3, 2))),
    ],
)
def test_examples(amounts, transfers):
    assert fewest_transfers(amounts) == transfers


AMOUNTS = st.lists(st.integers(-6, 6), min_size=1, max_size=6).map(
    lambda amounts: (*amounts, -sum(amounts))
)


@given(AMOUNTS)
def test_nobody_could_do_with_fewer(amounts):
    transfers = fewest_transfers(amounts)
    owing = tuple(amount for amount in amounts if amount)
    assert settled(amounts, transfers) == [0] * len(amounts)
    assert len(transfers) == len(owing) - most_groups(owing)
    assert transfers == tuple(sorted(transfers))


@settings(max_examples=20)
@given(st.lists(st.integers(-20, 20), min_size=9, max_size=30))
def test_any_number_of_players_is_settled(amounts):
    amounts = (*amounts, -sum(amounts))
    transfers = fewest_transfers(amounts)
    assert settled(amounts, transfers) == [0] * len(amounts)
    assert len(transfers) < max(1, len(amounts))


def test_beyond_the_exact_search_pairs_that_cancel_out_still_pay_each_other():
    amounts = tuple(range(1, 9)) + tuple(range(-8, 0))
    assert len(amounts) > MOST_EXACT
    assert len(fewest_transfers(amounts)) == 8


def test_twelve_are_settled_exactly():
    amounts = (1, 2, 3, 4, 5, 6, -6, -5, -4, -3, -2, -1)
    assert len(fewest_transfers(amounts)) == 6


def test_amounts_that_do_not_sum_to_zero_are_a_bug():
    with pytest.raises(AssertionError):
        fewest_transfers((1, 1))
