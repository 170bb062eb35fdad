"""The one rounding of exact worth, to the minor unit unless a larger step or parts are named."""

from __future__ import annotations

import pytest

from settle.settlement import round_once


@pytest.mark.parametrize(
    ("worth", "named", "money"),
    [
        ((7, -3, -4), {}, (7, -3, -4)),
        # halves: 3.5, -1.5, -2 are 3, -2, -2, and the first half gets the unit
        ((7, -3, -4), {"parts": 2}, (4, -2, -2)),
        # steps of two: 3.5, -1.5, -2 steps
        ((7, -3, -4), {"step_minor": 2}, (8, -4, -4)),
        # thirds in steps of ten: 33.3, -13.3, -20 steps are 33, -14, -20; one over to 2/3
        ((1000, -400, -600), {"parts": 3, "step_minor": 10}, (330, -130, -200)),
    ],
)
def test_each_is_rounded_down_and_the_rest_goes_by_remainders(worth, named, money):
    assert round_once(worth, **named) == money


def test_worth_that_does_not_sum_to_zero_is_a_bug():
    with pytest.raises(AssertionError):
        round_once((1, 1))
