"""Three straight flushes: each suit makes its rows by itself, whatever the others could make."""

from __future__ import annotations

import pytest

from settle.naturals import count
from tests.naturals.holding import natural


# Of each hand the ranks split into three straights, and so do those of any two suits into two:
# 2 3 9 and T J Q K A are A 2 3 and 9 T J Q K. One suit is no straight.
@pytest.mark.parametrize(
    "cards",
    [
        "2s 3s 9s 4h 5h 6h 7h 8h Tc Jc Qc Kc Ac",
        "2s 3s 6s 4h 5h 6h 7h 8h Ac 2c 3c 4c 5c",
        "2d 3d 4d 6c 7c 8c 9c Tc 5s Js Qs Ks As",
        "2h 5h 6h 3d 4d 5d 6d 7d 3s 4s 5s 6s 7s",
    ],
)
def test_one_suit_is_no_straight(cards):
    counts = count(tuple(cards.split()))
    assert natural("three_straights")(counts)
    assert natural("three_flushes")(counts)
    assert not natural("three_straight_flushes")(counts)
