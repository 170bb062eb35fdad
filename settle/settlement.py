"""Settlement: from points to money, to the minor unit, and who pays whom.

Amounts are whole minor units by seat; what a minor unit is called, and how amounts are written,
is :mod:`settle.currencies`' business. Everything sums to zero.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from settle.rounds import Stake

MOST_EXACT: Final = 12
"""Up to so many players who owe or are owed, the transfers are the fewest possible."""

Groups = tuple[tuple[int, ...], ...]
"""Seats, in groups that settle among themselves."""


class Transfer(NamedTuple):
    """One payment."""

    payer: int
    payee: int
    amount: int
    """Minor units, above 0."""


def round_money(nets: Sequence[int], stake: Stake, *, step_minor: int = 1) -> tuple[int, ...]:
    """What each seat gets (below 0: pays) for its net points, in minor units.

    By points, a net is worth net x amount / points, rounded down (towards minus infinity) to
    ``step_minor``; the steps left over go one each to the largest remainders, the earliest seat
    first. In a pot, see :func:`pot_money`.

    >>> round_money((36, -11, -15, -10), Stake("JPY", amount_minor=1, points=5))
    (7, -2, -3, -2)
    """
    assert sum(nets) == 0
    if stake.mode == "pot":
        return pot_money(nets, stake.amount_minor, step_minor=step_minor)
    worth = [net * stake.amount_minor for net in nets]
    return round_once(worth, stake.points, step_minor=step_minor)


def round_once(worth: Sequence[int], parts: int = 1, *, step_minor: int = 1) -> tuple[int, ...]:
    """What each account gets, in minor units, of what it is worth exactly.

    ``worth`` sums to zero and counts ``parts`` to the minor unit. Each is rounded down to
    ``step_minor``; the steps left over go one each to the largest remainders, the first first.

    >>> round_once((1000, -400, -600), 3, step_minor=10)
    (330, -130, -200)
    """
    assert sum(worth) == 0
    shares = [divmod(each, parts * step_minor) for each in worth]
    left_over = -sum(steps for steps, _ in shares)
    by_remainder = sorted(range(len(worth)), key=lambda place: -shares[place][1])
    lucky = frozenset(by_remainder[:left_over])
    return tuple((steps + (at in lucky)) * step_minor for at, (steps, _) in enumerate(shares))


def pot_money(nets: Sequence[int], ante_minor: int, *, step_minor: int = 1) -> tuple[int, ...]:
    """What each seat gets of a pot of antes, less its own ante, in minor units.

    The highest net takes all; equal highest share, what cannot be shared goes to the earliest
    seats, a step each. ``ante_minor`` is a multiple of ``step_minor``.

    >>> pot_money((1, 1, -2), 5)
    (3, 2, -5)
    """
    winners = [seat for seat, net in enumerate(nets) if net == max(nets)]
    share, odd = divmod(len(nets) * (ante_minor // step_minor), len(winners))
    amounts = [-ante_minor] * len(nets)
    for place, seat in enumerate(winners):
        amounts[seat] += (share + (place < odd)) * step_minor
    return tuple(amounts)


def fewest_transfers(amounts: Sequence[int]) -> tuple[Transfer, ...]:
    """Who pays whom, in as few transfers as there can be, by payer, then payee.

    ``amounts`` by seat sum to zero; who is below 0 pays. Players who can settle among themselves
    form a group, and a group of n needs n - 1 transfers, so the most groups give the fewest
    transfers. Up to :data:`MOST_EXACT` players who owe or are owed, the groups are found exactly;
    beyond that, everybody is one group, after pairs that cancel out: few transfers, though not
    always the fewest.

    >>> fewest_transfers((-5, 3, 5, -3))
    (Transfer(payer=0, payee=2, amount=5), Transfer(payer=3, payee=1, amount=3))
    """
    assert sum(amounts) == 0
    seats = tuple(seat for seat, amount in enumerate(amounts) if amount)
    groups = _most_groups if len(seats) <= MOST_EXACT else _pairs_and_rest
    transfers = [
        transfer for group in groups(seats, amounts) for transfer in _settle_group(group, amounts)
    ]
    return tuple(sorted(transfers))


def _most_groups(seats: tuple[int, ...], amounts: Sequence[int]) -> Groups:
    """Split the seats into as many groups that sum to zero as possible.

    Over sets of seats as bits: taking seats away one by one, the number of sets on the way that
    sum to zero is the number of groups; ``most`` is the best way for each set.
    """
    everybody = (1 << len(seats)) - 1
    total, most, without = [0] * (everybody + 1), [0] * (everybody + 1), [0] * (everybody + 1)
    for chosen in range(1, everybody + 1):
        lowest = chosen & -chosen
        total[chosen] = total[chosen ^ lowest] + amounts[seats[lowest.bit_length() - 1]]
        smaller = [chosen ^ (1 << bit) for bit in range(len(seats)) if chosen >> bit & 1]
        without[chosen] = max(smaller, key=lambda rest: most[rest])
        most[chosen] = most[without[chosen]] + (total[chosen] == 0)
    groups: list[tuple[int, ...]] = []
    group: list[int] = []
    chosen = everybody
    while chosen:
        if total[chosen] == 0 and group:
            groups.append(tuple(sorted(group)))
            group = []
        taken = chosen ^ without[chosen]
        group.append(seats[taken.bit_length() - 1])
        chosen = without[chosen]
    return (*groups, tuple(sorted(group)))


def _pairs_and_rest(seats: tuple[int, ...], amounts: Sequence[int]) -> Groups:
    """Pairs that cancel out, the earliest seats first, and everybody else together."""
    rest = list(seats)
    pairs: list[tuple[int, ...]] = []
    for seat in seats:
        other = next((one for one in rest if amounts[one] == -amounts[seat]), None)
        if seat in rest and other is not None:
            pairs.append((seat, other))
            rest.remove(seat)
            rest.remove(other)
    return (*pairs, tuple(rest))


def _settle_group(group: tuple[int, ...], amounts: Sequence[int]) -> list[Transfer]:
    """Transfers that settle a group, fewer than it has members: largest debt to largest claim."""
    open_amounts = {seat: amounts[seat] for seat in group}
    transfers = []
    while any(open_amounts.values()):
        payer = min(open_amounts, key=lambda seat: open_amounts[seat])
        payee = max(open_amounts, key=lambda seat: open_amounts[seat])
        amount = min(-open_amounts[payer], open_amounts[payee])
        open_amounts[payer] += amount
        open_amounts[payee] -= amount
        transfers.append(Transfer(payer, payee, amount))
    return transfers
