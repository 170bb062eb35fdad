"""Points into money: exact, to the minor unit, zero in sum."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settle.rounds import Stake
from settle.settlement import pot_money, round_money


def points(amount_minor: int, points: int = 1, currency: str = "TWD") -> Stake:
    return Stake(currency, amount_minor=amount_minor, points=points)


@pytest.mark.parametrize(
    ("nets", "stake", "money"),
    [
        # 100 TWD a point
        ((36, -11, -15, -10), points(10_000), (360_000, -110_000, -150_000, -100_000)),
        # 10 HKD for five points
        ((36, -11, -15, -10), points(1000, 5), (7200, -2200, -3000, -2000)),
        # 1 yen for five: 7.2, -2.2, -3, -2 are 7, -3, -3, -2, and bob's 0.8 is the largest rest
        ((36, -11, -15, -10), points(1, 5), (7, -2, -3, -2)),
        # 1 for three: 1/3, 1/3, -2/3 are 0, 0, -1, and the earliest third gets the unit
        ((1, 1, -2), points(1, 3), (1, 0, -1)),
        ((1, -2, 1), points(1, 3), (1, -1, 0)),
        # -2/3, 1/3, 1/3: -1, 0, 0 with rests 1/3 each
        ((-2, 1, 1), points(1, 3), (0, 0, 0)),
        # two units left over: rests 2/4, 3/4, 3/4, 0
        ((2, 3, -5, 0), points(1, 4), (0, 1, -1, 0)),
        ((0, 0, 0), points(100), (0, 0, 0)),
        ((10**30, -(10**30)), points(10**15), (10**45, -(10**45))),
    ],
)
def test_net_by_amount_over_points(nets, stake, money):
    assert round_money(nets, stake) == money


@pytest.mark.parametrize(
    ("nets", "step", "money"),
    [
        # 105, -35, -70 cents to whole tens: 10, -4, -7 tens with rests 5, 5, 0
        ((105, -35, -70), 10, (110, -40, -70)),
        ((105, -35, -70), 1, (105, -35, -70)),
        ((105, -35, -70), 100, (100, 0, -100)),
    ],
)
def test_a_settlement_rounds_to_its_step(nets, step, money):
    assert round_money(nets, points(1), step_minor=step) == money


@pytest.mark.parametrize(
    ("nets", "ante", "money"),
    [
        ((18, -5, -9, -4), 5000, (15_000, -5000, -5000, -5000)),
        ((1, 1, -2), 5, (3, 2, -5)),
        ((-2, 1, 1), 5, (-5, 3, 2)),
        ((0, 0), 5000, (0, 0)),
        ((2, 2, 2, -6), 5, (2, 2, 1, -5)),
    ],
)
def test_the_highest_net_takes_the_pot(nets, ante, money):
    assert round_money(nets, Stake("TWD", "pot", ante)) == money


def test_a_pot_is_shared_in_steps():
    assert pot_money((1, 1, -2), 500, step_minor=100) == (300, 200, -500)


NETS = st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=4).map(
    lambda nets: (*nets, -sum(nets))
)


@given(NETS, st.integers(1, 10**9), st.integers(1, 1000), st.sampled_from([1, 5, 100]))
def test_money_sums_to_zero_and_is_less_than_a_step_off(nets, amount, per, step):
    money = round_money(nets, points(amount, per), step_minor=step)
    assert sum(money) == 0
    assert all(part % step == 0 for part in money)
    assert all(
        abs(part * per - net * amount) < step * per for part, net in zip(money, nets, strict=True)
    )


@given(NETS, st.integers(1, 10**6))
def test_equal_nets_are_at_most_a_unit_apart_and_the_earlier_never_has_less(nets, per):
    nets = (*nets, *nets)
    money = round_money(nets, points(7, per))
    for seat, net in enumerate(nets):
        for later in range(seat + 1, len(nets)):
            if nets[later] == net:
                assert money[seat] - money[later] in (0, 1)


@given(NETS, st.integers(1, 10**6))
def test_a_pot_sums_to_zero_and_nobody_loses_more_than_the_ante(nets, ante):
    money = pot_money(nets, ante)
    assert sum(money) == 0
    assert min(money) >= -ante
    assert all(part == -ante for part, net in zip(money, nets, strict=True) if net < max(nets))


def test_nets_that_do_not_sum_to_zero_are_a_bug():
    with pytest.raises(AssertionError):
        round_money((1, 1), points(1))
