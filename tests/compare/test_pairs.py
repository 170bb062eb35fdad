"""Who plays whom, and which pairs compare rows."""

from __future__ import annotations

import pytest

from settle.compare import compare, pairs
from settle.evaluate import EvaluatedRound
from settle.rules import Pairing
from tests.score.by_hand import foul, holder, natural, plain, rules

DRAGON = natural("dragon", 36, 1)


@pytest.mark.parametrize(
    ("players", "pairing", "banker", "expected"),
    [
        (2, "everyone", None, "01"),
        (3, "everyone", None, "01 02 12"),
        (4, "everyone", None, "01 02 03 12 13 23"),
        (5, "everyone", None, "01 02 03 04 12 13 14 23 24 34"),
        (2, "banker", 0, "01"),
        (2, "banker", 1, "01"),
        (3, "banker", 1, "01 12"),
        (4, "banker", 0, "01 02 03"),
        (4, "banker", 2, "02 12 23"),
        (4, "banker", 3, "03 13 23"),
    ],
)
def test_the_pairs(players, pairing, banker, expected):
    found = pairs(players, Pairing(pairing), banker)
    assert " ".join(f"{first}{second}" for first, second in found) == expected


def arranged(player, strengths=(1, 2, 3)):
    rows = plain(player, "high_card high_card high_card")
    return rows._replace(strengths=strengths)


@pytest.mark.parametrize(
    ("first", "second", "compared"),
    [
        (arranged("amy"), arranged("bob"), True),
        (arranged("amy"), foul("bob", "- - -", strengths=(3, 2, 1)), False),
        (foul("amy"), arranged("bob"), False),
        (foul("amy"), foul("bob"), False),
        (arranged("amy"), holder("bob", DRAGON, strengths=(1, 2, 3)), False),
        (holder("amy", DRAGON), arranged("bob"), False),
        (holder("amy", DRAGON), holder("bob", DRAGON), False),
        (holder("amy", DRAGON), foul("bob"), False),
    ],
)
def test_only_plain_hands_compare_rows(first, second, compared):
    [duel] = compare(EvaluatedRound((first, second), None), rules())
    assert (duel.first, duel.second) == (0, 1)
    assert duel.rows == ((0, 0, 0) if compared else None)


@pytest.mark.parametrize("mine", [4, 5, 6])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_each_row_is_compared_with_its_own_kind(place, mine):
    strengths = [5, 5, 5]
    strengths[place] = mine
    hands = (arranged("amy", tuple(strengths)), arranged("bob", (5, 5, 5)))
    [duel] = compare(EvaluatedRound(hands, None), rules())
    expected = [0, 0, 0]
    expected[place] = mine - 5
    assert duel.rows == tuple(expected)
