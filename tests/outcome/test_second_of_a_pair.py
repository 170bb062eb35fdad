"""A scoop by whoever is named second in its duel says the same as one by the first."""

from __future__ import annotations

import pytest

from settle.rounds import Outcome, OutcomeDuel
from tests.outcome.tables import POINTS, SIMPLE, nets, outcome, refused

HANDS = outcome("amy back=quads | bob | cat").hands
AMY, BOB, CAT = range(3)
OTHERS = (
    OutcomeDuel((AMY, CAT), rows=(AMY, CAT, AMY)),
    OutcomeDuel((BOB, CAT), rows=(None, CAT, None)),
)


@pytest.mark.parametrize("seats", [(AMY, BOB), (BOB, AMY)])
def test_quads_may_scoop(seats):
    # amy: three points and three for the scoop, and three for quads, from bob; from cat front and
    # back less the middle, and three for quads; cat one from bob
    told = Outcome(HANDS, (OutcomeDuel(seats, scoop=AMY), *OTHERS))
    assert nets(told, POINTS) == [9 + 4, -9 - 1, -4 + 1]


@pytest.mark.parametrize("seats", [(AMY, BOB), (BOB, AMY)])
def test_quads_are_not_scooped_by_less(seats):
    told = Outcome(HANDS, (OutcomeDuel(seats, scoop=BOB), *OTHERS))
    assert refused(told, POINTS) == ["/outcome/duels/0/scoop outcome_contradictory.scoop"]


@pytest.mark.parametrize("seats", [(AMY, BOB), (BOB, AMY)])
def test_in_the_simple_game(seats):
    # one for the scoop; quads collect one from bob and from cat
    told = Outcome(HANDS, (OutcomeDuel(seats, scoop=AMY),))
    assert nets(told, SIMPLE) == [3, -2, -1]
    told = Outcome(HANDS, (OutcomeDuel(seats, scoop=BOB),))
    assert refused(told, SIMPLE) == ["/outcome/duels/0/scoop outcome_contradictory.scoop"]
