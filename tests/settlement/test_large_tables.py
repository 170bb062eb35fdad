"""Transfers among many, pots of large antes and in steps."""

from __future__ import annotations

from random import Random

import pytest

from settle.rounds import Stake
from settle.settlement import MOST_EXACT, fewest_transfers, pot_money, round_money


# Four times three who are even among themselves: eight transfers. No two of them cancel out, so no
# group is smaller, and fewer than eight cannot be. By size alone it would be ten.
@pytest.mark.parametrize(
    "amounts",
    [
        (-2, -6, 8, -6, -7, 13, 8, 4, -12, 3, 4, -7),
        (-5, -3, 8, -5, -4, 9, -7, -1, 8, -4, -6, 10),
        (-4, 11, 9, 9, -16, 6, -2, 7, -15, -3, 6, -8),  # and not three by three
    ],
)
def test_twelve_are_settled_exactly_where_no_two_cancel_out(amounts):
    assert len(amounts) == MOST_EXACT
    assert not {-amount for amount in amounts} & set(amounts)
    assert len(fewest_transfers(amounts)) == 8


def test_pairs_that_cancel_out_cost_one_transfer_each():
    rng = Random(7)
    for _ in range(200):
        pairs = [rng.randint(10, 99) for _ in range(rng.randint(1, 6))]
        rest = [rng.randint(-99, 99) for _ in range(MOST_EXACT - len(pairs))]
        amounts = [*pairs, *rest, *(-amount for amount in pairs), -sum(rest)]
        rng.shuffle(amounts)
        # all but the pairs settle among themselves with one transfer less than they are
        assert len(fewest_transfers(amounts)) <= len(pairs) + len(rest), amounts


def test_a_pot_of_a_round_is_shared_in_steps():
    # 15.00 in the pot, 7.50 each; in whole units 8 and 7, less the ante of 5
    stake = Stake("TWD", "pot", 500)
    assert round_money((1, 1, -2), stake) == (250, 250, -500)
    assert round_money((1, 1, -2), stake, step_minor=100) == (300, 200, -500)


def test_a_pot_is_exact_however_large():
    # three antes of 10**18 + 1: 1,500,000,000,000,000,001 each and one over
    ante = 10**18 + 1
    assert pot_money((2, 2, -4), ante) == (5 * 10**17 + 1, 5 * 10**17, -ante)
