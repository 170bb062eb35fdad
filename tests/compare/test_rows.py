"""Which of two rows wins: by ranks, by suit, by the banker's edge."""

from __future__ import annotations

import re

import pytest

from settle.compare import compare
from settle.evaluate import EvaluatedRound, Status, evaluate
from settle.rounds import Round
from settle.rules import BankerEdge, Pairing, Suits
from settle.strength import Wheel
from tests.score.by_hand import hand, rules

# A row stands where the table puts it; the two other rows of both hands are the same.
FRONT, MIDDLE, BACK = "4d 3h 2c", "7h 6d 4c 3s 2d", "As Kh Qd Jc 9s"


def meet(row: str, other: str, banker: int | None = None, **agreed: object) -> int:
    """Compare two rows in the same place: 1, 0 or -1 for the first of the two."""
    place = 0 if len(row.split()) == 3 else 2
    hands = []
    for player, mine in (("amy", row), ("bob", other)):
        rows = [FRONT, MIDDLE, BACK]
        rows[place] = mine
        hands.append(hand(player, " / ".join(rows)))
    the_rules = rules(pairing=Pairing.EVERYONE if banker is None else Pairing.BANKER, **agreed)
    evaluated = evaluate(Round("by-hand", tuple(hands), banker=banker), the_rules)
    as_plain = tuple(each._replace(status=Status.PLAIN) for each in evaluated.hands)
    [duel] = compare(EvaluatedRound(as_plain, banker), the_rules)
    return duel.rows[place]


def both_ways(row: str, other: str, **agreed: object) -> int:
    """Compare, and see that turning the two round turns the result round."""
    found = meet(row, other, **agreed)
    assert meet(other, row, **agreed) == -found
    return found


SIGN = {">": 1, "<": -1, "=": 0}


def table(text: str) -> list[tuple[str, str, str]]:
    """Read ``row > other`` lines."""
    found = []
    for line in text.strip().splitlines():
        row, sign, other = re.fullmatch(r" *([^<=>]+) ([<=>]) ([^<=>]+)", line).groups()
        found.append((row, sign, other))
    return found


# --- ranks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "sign", "other"),
    table(
        """
        As Ah Kd > Kh Kc Qs
        As Ah Kd = Ac Ad Ks
        2s 2h 2d > As Ah Kd
        As Kh 3d < Ac Kd 4s
        As Ah Kd 3c 2s > Ac Ad Qs 3d 2h
        As Ah Kd 3c 2s = Ac Ad Ks 3d 2h
        7s 5s 4s 3s 2s < 8h 5h 4h 3h 2h
        7s 5s 4s 3s 2s = 7h 5h 4h 3h 2h
        2s 2h 2d 3c 3s > As Ks Qs Js 9s
        """
    ),
)
def test_by_ranks_alone(row, sign, other):
    assert both_ways(row, other) == SIGN[sign]
    assert both_ways(row, other, suits=Suits.NONE) == SIGN[sign]


# --- suits after ranks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "sign", "other"),
    table(
        """
        7d 5d 4d 3d 2d < 7c 5c 4c 3c 2c
        7c 5c 4c 3c 2c < 7h 5h 4h 3h 2h
        7h 5h 4h 3h 2h < 7s 5s 4s 3s 2s
        8d 5d 4d 3d 2d > 7s 5s 4s 3s 2s
        6s 5s 4s 3s 2s > 6h 5h 4h 3h 2h
        7d 6d 5d 4d 3d > 6s 5s 4s 3s 2s
        6h 5s 4s 3s 2s > 6c 5h 4h 3h 2h
        7d 6s 5s 4s 3s > 6s 5h 4h 3h 2h
        2s 2d Ad Kc Qs > 2h 2c As Kd Qh
        As Ad 3d 2c 4s > Ah Ac 3s 2d 4h
        3d 3s 2d 2c 4d > 3h 3c 2s 2h 4s
        3d 3c 2s 2h 4s < 3h 3s 2d 2c 4d
        As Ad 2d > Ah Ac 2s
        As Ad 2d < Ah Ac 3s
        As Kh Qd Jc 9s = Ah Kd Qc Js 9h
        As Kh Qd = Ah Kd Qc
        """
    ),
)
def test_suits_decide_after_the_ranks(row, sign, other):
    assert both_ways(row, other, suits=Suits.AFTER_RANKS) == SIGN[sign]


@pytest.mark.parametrize(
    ("row", "sign", "other"),
    table(
        """
        As Kh Qd Jc 9s > Ah Kd Qc Js 9h
        Ad Ks Qs Js 9c < Ac Kd Qd Jd 9d
        As Kh Qd > Ah Kd Qc
        Ad Ks Qs < Ac Kd Qd
        As Kh Jd < Ad Kd Qc
        2s 2d Ad Kc Qs > 2h 2c As Kd Qh
        """
    ),
)
def test_single_cards_go_by_suit_where_the_rules_say_so(row, sign, other):
    agreed = {"suits": Suits.AFTER_RANKS, "suits_high_card": True}
    assert both_ways(row, other, **agreed) == SIGN[sign]


@pytest.mark.parametrize(("wheel", "sign"), [(Wheel.SECOND, ">"), (Wheel.LOWEST, "<")])
def test_two_wheels_go_by_the_ace_or_by_the_five(wheel, sign):
    row, other = "As 2h 3h 4h 5d", "Ah 2d 3d 4d 5c"
    assert both_ways(row, other, suits=Suits.AFTER_RANKS, wheel=wheel) == SIGN[sign]


# --- the suit of a flush first -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "sign", "other"),
    table(
        """
        7s 5s 4s 3s 2s > Ah Kh Qh Jh 9h
        7h 5h 4h 3h 2h > Ac Kc Qc Jc 9c
        7c 5c 4c 3c 2c > Ad Kd Qd Jd 9d
        7s 5s 4s 3s 2s < 8s 6s 4s 3s 2s
        6s 5s 4s 3s 2s > Ah Kh Qh Jh Th
        As Ks Qs Js 9s < 6d 5d 4d 3d 2d
        6d 5s 4s 3s 2s < 7s 6d 5h 4h 3h
        6s 5d 4s 3s 2s = 6d 5h 4h 3h 2h
        2s 2d Ad Kc Qs = 2h 2c As Kd Qh
        As Kh Qd Jc 9s = Ah Kd Qc Js 9h
        As Ad 2d = Ah Ac 2s
        As Ks Qs = Ah Kh Qh
        """
    ),
)
def test_flushes_go_by_suit_before_ranks(row, sign, other):
    assert both_ways(row, other, suits=Suits.FLUSH_SUIT_FIRST) == SIGN[sign]


# --- the banker's edge ---------------------------------------------------------------------------


def against_the_banker(row: str, other: str, **agreed: object) -> tuple[int, int]:
    """The result for ``row`` where its player is the banker, and where the other one is."""
    as_banker = meet(row, other, banker=0, **agreed)
    as_player = meet(row, other, banker=1, **agreed)
    assert meet(other, row, banker=1, **agreed) == -as_banker
    assert meet(other, row, banker=0, **agreed) == -as_player
    return as_banker, as_player


WON, LOST, TO_THE_BANKER, TIED = (1, 1), (-1, -1), (1, -1), (0, 0)


@pytest.mark.parametrize(
    ("row", "other", "none", "ties", "top_card"),
    [
        # equal in all
        ("As Kh Qd", "Ah Kd Qc", TIED, TO_THE_BANKER, TO_THE_BANKER),
        ("7s 5s 4s 3s 2s", "7h 5h 4h 3h 2h", TIED, TO_THE_BANKER, TO_THE_BANKER),
        # equal in the first element only
        ("As Kh Qd", "Ah Qd Jc", WON, WON, TO_THE_BANKER),
        ("As Kh Qd", "Ah Kd Jc", WON, WON, TO_THE_BANKER),
        ("As Kh Qd Jc 9s", "Ah Kd Qc Js 8h", WON, WON, TO_THE_BANKER),
        ("7s 5s 4s 3s 2s", "7h 6h 4h 3h 2h", LOST, LOST, TO_THE_BANKER),
        # a pair by its rank, not by the ace beside it
        ("Ks Kh 2d", "Kd Kc Ah", LOST, LOST, TO_THE_BANKER),
        ("Ks Kh 2d", "Qd Qc Ah", WON, WON, WON),
        ("3s 3h 2d 2c 4s", "3d 3c 2s 2h Ad", LOST, LOST, TO_THE_BANKER),
        ("3s 3h 2d 2c Ad", "4s 4h 2s 2h 3d", LOST, LOST, LOST),
        # a straight by its height alone
        ("6s 5s 4s 3s 2h", "6h 5h 4h 3h 2s", TIED, TO_THE_BANKER, TO_THE_BANKER),
        ("6s 5s 4s 3s 2h", "7h 6h 5h 4h 3s", LOST, LOST, LOST),
        # another first element, another category
        ("As Kh Qd", "Kh Qd Jc", WON, WON, WON),
        ("2s 2h 3d", "As Kh Qd", WON, WON, WON),
        ("2s 2h 2d 2c 3s", "As Ah Ad Kc Ks", WON, WON, WON),
    ],
)
def test_what_the_banker_wins_without_a_better_row(row, other, none, ties, top_card):
    assert against_the_banker(row, other, banker_edge=BankerEdge.NONE) == none
    assert against_the_banker(row, other, banker_edge=BankerEdge.TIES) == ties
    assert against_the_banker(row, other, banker_edge=BankerEdge.TOP_CARD) == top_card


@pytest.mark.parametrize("edge", [BankerEdge.TIES, BankerEdge.TOP_CARD])
def test_the_suit_of_flushes_comes_before_the_edge(edge):
    agreed = {"suits": Suits.FLUSH_SUIT_FIRST, "banker_edge": edge}
    assert against_the_banker("7s 5s 4s 3s 2s", "7h 5h 4h 3h 2h", **agreed) == WON
    assert against_the_banker("7s 5s 4s 3s 2s", "Ah Kh Qh Jh 9h", **agreed) == WON
    assert against_the_banker("6s 5s 4s 3s 2s", "6h 5h 4h 3h 2h", **agreed) == WON
    assert against_the_banker("6s 5d 4s 3s 2s", "6h 5h 4h 3h 2d", **agreed) == TO_THE_BANKER


def test_suits_after_ranks_leave_the_edge_what_is_still_a_tie():
    agreed = {"suits": Suits.AFTER_RANKS, "banker_edge": BankerEdge.TIES}
    assert against_the_banker("7s 5s 4s 3s 2s", "7h 5h 4h 3h 2h", **agreed) == WON
    assert against_the_banker("As Kh Qd", "Ah Kd Qc", **agreed) == TO_THE_BANKER


def test_the_edge_is_per_row():
    amy = "As Kh Qd / 2s 2h 5d 7c 8s / 3s 3h 6d 7h 8h"
    bob = "Ah Kd Qc / 2d 2c 5h 7s 9d / 3d 3c 6s 7d 8c"
    the_rules = rules(pairing=Pairing.BANKER, banker_edge=BankerEdge.TIES)
    for banker, expected in ((0, (1, -1, 1)), (1, (-1, -1, -1))):
        hands = (hand("amy", amy), hand("bob", bob))
        evaluated = evaluate(Round("by-hand", hands, banker=banker), the_rules)
        [duel] = compare(evaluated, the_rules)
        assert duel.rows == expected


@pytest.mark.parametrize(
    ("suits", "middle"),
    [(Suits.NONE, -1), (Suits.AFTER_RANKS, -1), (Suits.FLUSH_SUIT_FIRST, 1)],
)
def test_the_suit_of_flushes_comes_first_where_no_row_ties(suits, middle):
    hands = (
        hand("amy", "Ac Kd Qc / 7s 5s 4s 3s 2s / Jh Jd Jc Ts Td"),
        hand("bob", "Kc Qd Jd / Ah Kh Qh 8h 9h / 9s 9d 9c 8s 8d"),
    )
    agreed = rules(suits=suits)
    [duel] = compare(evaluate(Round("by-hand", hands), agreed), agreed)
    assert duel.rows == (1, middle, 1)
