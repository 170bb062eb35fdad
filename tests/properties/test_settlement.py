"""Money and transfers for random nets and stakes: nothing lost, nothing off by more than a unit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from settle.rounds import Stake
from settle.settlement import fewest_transfers, pot_money, round_money

SAMPLES = 2_000


def random_nets(rng, players, most):
    """So many nets that sum to zero, small and large, zero now and then."""
    nets = [rng.choice((0, rng.randint(-most, most))) for _ in range(players - 1)]
    return (*nets, -sum(nets))


def test_money_sums_to_zero_and_is_within_a_unit_of_exact():
    rng = Random(1)
    for _ in range(SAMPLES):
        nets = random_nets(rng, rng.randint(2, 5), rng.choice((3, 100, 10**12)))
        amount, points = rng.randint(1, 10 ** rng.randint(1, 9)), rng.randint(1, 12)
        step = rng.choice((1, 1, 5, 100))
        money = round_money(nets, Stake("TWD", amount_minor=amount, points=points), step_minor=step)
        assert sum(money) == 0
        for net, got in zip(nets, money, strict=True):
            assert abs(Fraction(net * amount, points) - got) < step, (nets, amount, points, step)
            assert got % step == 0


def test_larger_remainders_never_get_less():
    rng = Random(2)
    for _ in range(SAMPLES):
        nets = random_nets(rng, rng.randint(2, 5), 40)
        points = rng.randint(2, 12)
        money = round_money(nets, Stake("JPY", amount_minor=1, points=points))
        ups = [got - net // points for net, got in zip(nets, money, strict=True)]
        order = sorted(range(len(nets)), key=lambda seat: (-(nets[seat] % points), seat))
        assert [ups[seat] for seat in order] == sorted(ups, reverse=True), (nets, points)
        assert set(ups) <= {0, 1}


def test_a_pot_goes_to_the_highest_alone():
    rng = Random(3)
    for _ in range(SAMPLES):
        nets = random_nets(rng, rng.randint(2, 5), rng.choice((1, 2, 50)))
        ante = rng.randint(1, 10_000)
        money = pot_money(nets, ante)
        best = [seat for seat, net in enumerate(nets) if net == max(nets)]
        assert sum(money) == 0
        assert all(money[s] == -ante for s in range(len(nets)) if s not in best)
        shares = [money[seat] + ante for seat in best]
        assert shares == sorted(shares, reverse=True)
        assert max(shares) - min(shares) <= 1


def partitions(items):
    """Every way to put the items into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for groups in partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def fewest_by_groups(amounts):
    """The fewest transfers: those who move less the most groups that sum to zero by themselves."""
    moving = [amount for amount in amounts if amount]
    most = max(
        len(groups) for groups in partitions(moving) if all(sum(group) == 0 for group in groups)
    )
    return len(moving) - most


def settled(amounts, transfers):
    left = Counter(dict(enumerate(amounts)))
    for transfer in transfers:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    return not any(left.values())


def test_transfers_settle_exactly_and_are_the_fewest():
    rng = Random(4)
    for _ in range(500):
        amounts = random_nets(rng, rng.randint(2, 6), rng.choice((2, 6, 30)))
        transfers = fewest_transfers(amounts)
        assert settled(amounts, transfers), amounts
        assert len(transfers) == fewest_by_groups(amounts) <= len(amounts) - 1, amounts
        assert all(t.amount > 0 and amounts[t.payer] < 0 < amounts[t.payee] for t in transfers)
        assert transfers == tuple(sorted(transfers))


@pytest.mark.parametrize("players", [13, 14, 20])
def test_many_players_settle_in_fewer_transfers_than_they_are(players):
    rng = Random(players)
    for _ in range(50):
        amounts = random_nets(rng, players, 30)
        transfers = fewest_transfers(amounts)
        assert settled(amounts, transfers), amounts
        assert len(transfers) < players


def can_settle(amounts, transfers):
    """Whether any payments at all, so many or fewer, settle the amounts."""
    if not any(amounts):
        return True
    if transfers == 0:
        return False
    seats = range(len(amounts))
    most = sum(amount for amount in amounts if amount > 0)
    for payer, payee, amount in product(seats, seats, range(1, most + 1)):
        if payer != payee:
            after = list(amounts)
            after[payer] += amount
            after[payee] -= amount
            if can_settle(after, transfers - 1):
                return True
    return False


@pytest.mark.parametrize(
    "amounts",
    [amounts for amounts in product(range(-2, 3), repeat=3) if sum(amounts) == 0]
    + [(-1, -1, 1, 1), (-2, 1, -1, 2), (-3, 1, 1, 1), (-2, -1, 2, 1), (0, -2, 1, 1)],
)
def test_no_payments_at_all_are_fewer(amounts):
    fewest = len(fewest_transfers(amounts))
    assert can_settle(amounts, fewest)
    assert fewest == 0 or not can_settle(amounts, fewest - 1)
