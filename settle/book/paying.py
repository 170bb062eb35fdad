"""Who pays whom, where it is not the fewest transfers that are wanted: by one person, or pairwise.

Amounts are whole minor units by seat and sum to zero, as in :mod:`settle.settlement`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from settle.settlement import Transfer, fewest_transfers

Flows = Mapping[tuple[int, int], int]
"""By payer and payee: what the one owes the other."""


def transfers_via(amounts: Sequence[int], middle: int) -> tuple[Transfer, ...]:
    """Everybody settles with one person.

    >>> transfers_via((-5, 3, 2), 1)
    (Transfer(payer=0, payee=1, amount=5), Transfer(payer=1, payee=2, amount=2))
    """
    return tuple(
        sorted(
            Transfer(seat, middle, -amount) if amount < 0 else Transfer(middle, seat, amount)
            for seat, amount in enumerate(amounts)
            if amount and seat != middle
        )
    )


def transfers_by_pairs(amounts: Sequence[int], owed: Flows) -> tuple[Transfer, ...]:
    """Everybody settles with everybody, each pair what moved between the two.

    What ``owed`` leaves open of the amounts (rounding, points from elsewhere) goes the shortest
    way on top of it.

    >>> transfers_by_pairs((4, -1, -3), {(1, 0): 2, (2, 0): 1, (2, 1): 1})
    (Transfer(payer=1, payee=0, amount=2), Transfer(payer=2, payee=0, amount=2), \
Transfer(payer=2, payee=1, amount=1))
    """
    flows = Counter(owed)
    left = list(amounts)
    for (payer, payee), amount in owed.items():
        left[payer] += amount
        left[payee] -= amount
    for payer, payee, amount in fewest_transfers(left):
        flows[payer, payee] += amount
    transfers = []
    for one, other in combinations(range(len(amounts)), 2):
        net = flows[one, other] - flows[other, one]
        if net > 0:
            transfers.append(Transfer(one, other, net))
        elif net < 0:
            transfers.append(Transfer(other, one, -net))
    return tuple(sorted(transfers))


def among_unsettled(amounts: Sequence[int], owed: Flows) -> dict[tuple[int, int], int]:
    """What is owed between those who have something to pay or to get: the others are through.

    >>> among_unsettled((0, 10, -10), {(2, 0): 10, (0, 1): 10, (2, 1): 3})
    {(2, 1): 3}
    """
    return {
        (payer, payee): amount
        for (payer, payee), amount in owed.items()
        if amounts[payer] and amounts[payee]
    }


def without_rounds(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """The same without money that goes round in a circle and helps nobody.

    >>> without_rounds((Transfer(0, 1, 5), Transfer(1, 2, 5), Transfer(2, 0, 3)))
    (Transfer(payer=0, payee=1, amount=2), Transfer(payer=1, payee=2, amount=2))
    """
    left = {(payer, payee): amount for payer, payee, amount in transfers}
    while circle := _circle(left):
        least = min(left[pair] for pair in circle)
        for pair in circle:
            left[pair] -= least
        left = {pair: amount for pair, amount in left.items() if amount}
    return tuple(sorted(Transfer(*pair, amount) for pair, amount in left.items()))


def _circle(flows: Flows) -> list[tuple[int, int]]:
    """Pairs that lead from somebody back; none where there is no circle.

    Whom nobody pays is in no circle. Once all those are gone, going back from payee to payer never
    ends, and so comes by somebody twice.
    """
    pairs = set(flows)
    while True:
        paid = {payee for _, payee in pairs}
        ahead = {pair for pair in pairs if pair[0] in paid}
        if ahead == pairs:
            break
        pairs = ahead
    if not pairs:
        return []
    way = [min(pairs)[0]]
    while way.count(way[-1]) == 1:
        way.append(min(payer for payer, payee in pairs if payee == way[-1]))
    circle = way[way.index(way[-1]) :]
    return [(payer, payee) for payee, payer in pairwise(circle)]


def transfers_of_one(amounts: Sequence[int], one: int) -> tuple[Transfer, ...]:
    """What settles one person alone: with those on the other side, the largest amounts first.

    The rest is left open between the others.

    >>> transfers_of_one((-5, 3, 7, -5), 0)
    (Transfer(payer=0, payee=2, amount=5),)
    """
    left, transfers = amounts[one], []
    others = [seat for seat in range(len(amounts)) if amounts[seat] * left < 0]
    for other in sorted(others, key=lambda seat: (-abs(amounts[seat]), seat)):
        amount = min(abs(left), abs(amounts[other]))
        if amount:
            pair = (one, other) if left < 0 else (other, one)
            transfers.append(Transfer(*pair, amount))
            left += amount if left < 0 else -amount
    assert left == 0
    return tuple(sorted(transfers))
