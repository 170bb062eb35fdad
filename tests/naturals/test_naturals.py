"""Every natural at its borders: hands that are it and hands that just fail to be."""

from __future__ import annotations

import pytest

from settle.naturals import Holds, Within, count, predicate
from tests.naturals.holding import known_holds, natural


def counted(cards: str):
    held = tuple(cards.split())
    assert len(held) == 13
    return count(held)


# A card that occurs twice belongs to the doubled suit of a 65-card deck.
YES_AND_NO = {
    "dragon_suited": (
        """
        As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h Ah
        Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c Ac
        Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ad
        """,
        """
        Ah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        Ac 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        2s 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        """,
    ),
    "dragon": (
        """
        As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks
        As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        """,
        """
        2s 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks
        As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Qs
        """,
    ),
    "all_royals": (
        """
        As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Qd Js
        As Ah Ac Ks Kh Kc Qs Qh Qc Js Jh Jc Jd
        """,
        "As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Qd Ts",
    ),
    "twelve_royals": (
        """
        As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Qd Js
        As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Qd Ts
        As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Jd 2s
        """,
        "As Ah Ac Ad Ks Kh Kc Kd Qs Qh Qc Td Ts",
    ),
    "three_straight_flushes": (
        # A23 in front; QKA in front; A2345 and TJQKA; front and row of one suit; both rows of one
        # suit; all of one suit; twice the same row and overlapping rows in the doubled suit.
        """
        As 2s 3s 9c Tc Jc Qc Kc 4h 5h 6h 7h 8h
        Qs Ks As 9c Tc Jc Qc Kc 4h 5h 6h 7h 8h
        Js Qs Ks Ac 2c 3c 4c 5c Th Jh Qh Kh Ah
        4s 5s 6s 7s 8s 9s Ts Js 2h 3h 4h 5h 6h
        2s 3s 4s 5s 6s 8s 9s Ts Js Qs 2h 3h 4h
        As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        As As 2s 2s 3s 3s 4s 4s 5s 5s 4h 5h 6h
        5s 6s 7s 5s 6s 7s 8s 9s 2h 3h 4h 5h 6h
        """,
        # KA2 in front; a gap in front; in a row; a front of two suits; a suit of eight that does
        # not split; JQKA2; ranks that split where the suits do not; a suit of ten that does not.
        """
        2s Ks As 9c Tc Jc Qc Kc 4h 5h 6h 7h 8h
        As 2s 4s 9c Tc Jc Qc Kc 4h 5h 6h 7h 8h
        As 2s 3s 9c Tc Jc Qc Ac 4h 5h 6h 7h 8h
        As 2s 3h 9c Tc Jc Qc Kc 4h 5h 6h 7h 8h
        3s 4s 5s 6s 7s 2h 3h 4h 5h 6h 7h 8h Th
        Jc Qc Kc Ac 2c 4h 5h 6h 7h 8h 2s 3s 4s
        As 2s 3s 4s 6s 5h 7h 8h 9h Th Jc Qc Kc
        2s 3s 4s 5s 6s 8s 9s Ts Js Ks 2h 3h 4h
        2s 3s 4s 5s 6s 9h Th Jh Qh Kh 2h 3h 5h
        2s 3s 5s 5c 6c 7c 8c 9c 4h 5h 6h 7h 8h
        5s 6s 7s 5s 6s 7s 8s 8s 2h 3h 4h 5h 6h
        """,
    ),
    "three_quads": (
        """
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 9d 5s
        As As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 9d
        """,
        """
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 5d 5s
        As As Ah Ac Ad 2s 2s 2h 2c 2d 9h 9c 9d
        """,
    ),
    "three_bombs": (
        """
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 5d 5s
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 9d 5s
        As As Ah Ac Ad 2s 2s 2h 2c 2d 9h 9c 9d
        """,
        """
        As Ah Ac Ad 2s 2h 2c 9d 9s 9h 5c 5d 5s
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 5c 5d 6s
        As As Ah Ac Ad 2s 2h 2c 3d 3s 3h 9c 9d
        """,
    ),
    "all_big": (
        "8s 8h 9c 9d Ts Th Jc Jd Qs Qh Kc Kd As",
        """
        7s 8h 9c 9d Ts Th Jc Jd Qs Qh Kc Kd As
        2s 8h 9c 9d Ts Th Jc Jd Qs Qh Kc Kd As
        """,
    ),
    "all_small": (
        "2s 2h 3c 3d 4s 4h 5c 5d 6s 6h 7c 7d 8s",
        """
        2s 2h 3c 3d 4s 4h 5c 5d 6s 6h 7c 7d 9s
        2s 2h 3c 3d 4s 4h 5c 5d 6s 6h 7c 7d As
        """,
    ),
    "one_colour": (
        """
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 9c
        2h 3h 4h 5h 6h 7h 2d 3d 4d 5d 6d 7d 9d
        2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As
        2s 2s 3s 3s 4s 4s 5s 5s 6s 6s 7s 7s 2c
        """,
        """
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 9h
        2h 3h 4h 5h 6h 7h 2d 3d 4d 5d 6d 7d 9c
        2s 3s 4s 5s 6s 7s 2h 3h 4h 5h 6h 7h 9s
        2c 3c 4c 5c 6c 7c 2d 3d 4d 5d 6d 7d 9d
        2s 3s 4s 5s 6s 7s 2d 3d 4d 5d 6d 7d 9d
        """,
    ),
    "one_odd_colour": (
        """
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 9h
        2h 3h 4h 5h 6h 7h 2d 3d 4d 5d 6d 7d 9c
        2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 9s
        """,
        """
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 9c
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 9d 9h
        2h 3h 4h 5h 6h 7h 2d 3d 4d 5d 6d 9s 9c
        2s 3s 4s 5s 6s 7s 2h 3h 4h 5h 6h 7h 9c
        """,
    ),
    "four_trips": (
        """
        As Ah Ac 2s 2h 2c 9s 9h 9c 5s 5h 5c 6d
        As Ah Ac Ad 2s 2h 2c 9s 9h 9c 5s 5h 5c
        """,
        """
        As Ah Ac Ad 2s 2h 2c 9s 9h 9c 5s 5h 6c
        As Ah Ac Ad 2s 2h 2c 2d 9s 9h 9c 9d 5s
        As As Ah Ac Ad 2s 2h 2c 9s 9h 9c 5s 5h
        """,
    ),
    "two_full_houses": (
        # Two threes and three pairs are twelve cards: the thirteenth makes no other rank count.
        "As Ah Ac 2s 2h 2c 9s 9h 5c 5s 6h 6c Kd",
        """
        As Ah Ac 2s 2h 2c 9s 9h 5c 5s 6h 6c 6d
        As Ah Ac 2s 2h 2c 2d 9h 9s 5c 5s 6h 6c
        As Ah Ac 2s 2h 9s 9h 5c 5s 6h 6c 7d 7c
        As Ah Ac 2s 2h 2c 9s 9h 5c 5s Qh Jc Kd
        """,
    ),
    "five_pairs_trips": (
        """
        As Ah Ac 2s 2h 3c 3s 4h 4c 5s 5h 6c 6d
        As Ah Ac 2s 2h 2c 2d 4h 4c 5s 5h 6c 6d
        As Ah Ac 2s 2h 2c 2d 4h 4c 4s 4d 6c 6d
        """,
        """
        As Ah Ac Ad 2h 3c 3s 4h 4c 5s 5h 6c 6d
        As Ah Ac 2s 2h 2c 3s 3h 3c 5s 5h 6c 6d
        As Ah Ac 2s 2h 3c 3s 4h 4c 5s 5h 6c 7d
        As As Ah Ac Ad 2h 2c 2s 4h 4c 5s 5h 6d
        As As Ah Ac Ad 2h 2c 2s 2d 2s 4h 4c 4s
        As As Ah Ac Ad 2h 2c 4s 4h 5c 5s 6h 6d
        """,
    ),
    "six_pairs": (
        """
        As Ah 2s 2h 3c 3s 4h 4c 5s 5h 6c 6d 9c
        As Ah Ac Ad 3c 3s 4h 4c 5s 5h 6c 6d 9c
        As Ah Ac 2h 2c 3s 3h 4c 4s 5h 5c 6d 6h
        As Ah Ac Ad 2c 2s 2h 2d 3s 3h 3c 3d 4d
        As As Ah Ac Ad 3c 3s 4h 4c 5s 5h 6c 6s
        """,
        """
        As Ah Ac 2h 2c 2s 3h 4c 4s 5h 5c 6d 6h
        As Ah 2s 2h 3c 3s 4h 4c 5s 5h 6c 7d 9c
        As As Ah Ac Ad 3c 3s 3h 4h 4c 5s 5h 6c
        As Kh 2s 3h 4c 5s 6h 7c 8s 9h Tc Jd Qc
        """,
    ),
    "three_flushes": (
        """
        2s 3s 4s 2h 3h 4h 5h 7h 2c 3c 4c 5c 7c
        2s 3s 4s 5s 6s 7s 8s Ts 2c 3c 4c 5c 7c
        2s 3s 4s 5s 6s 7s 8s Ts Js Qs 3d 4d 5d
        2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As
        2d 3d 4d 2h 3h 4h 5h 7h 2d 3d 4d 5d 7d
        """,
        """
        2s 3s 4s 5s 2h 3h 4h 5h 7h 3c 4c 5c 7c
        2s 3s 4s 5s 6s 7s 8s Ts 2c 3c 4c 5c 7h
        2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah
        2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 8c
        2s 3s 4s 2h 3h 4h 2c 3c 4c 5c 2d 3d 4d
        2s 3s 4s 5s 6s 7s 8s 9s Ts 3d 4d 5d 6d
        2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs 3d 4d
        """,
    ),
    "three_straights": (
        # A23 and QKA in front; A2345 twice; TJQKA twice; overlapping rows; rows that a greedy
        # search would miss; a dragon.
        """
        As 2h 3c 9s Th Jc Qd Ks 4s 5h 6c 7d 8s
        Qs Kh Ac 9s Th Jc Qd Kc 4s 5h 6c 7d 8s
        As 2h 3c Ac 2s 3h 4c 5d Ah 2d 3d 4h 5h
        Js Qh Kc Ts Jh Qc Kd As Th Jc Qd Ks Ah
        3s 4h 5c 3h 4s 5h 6d 7s 3c 4c 5d 6c 7d
        3s 4h 5c 4s 5h 6d 7s 8c 5d 6c 7d 8s 9h
        As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
        """,
        # KA2 in front; JQKA2, QKA23, KA234; a gap in front; a rank too many.
        """
        Ks Ah 2c 9s Th Jc Qd Kc 4s 5h 6c 7d 8s
        8s 9h Tc Jd Qs Kh Ac 2d 4s 5h 6c 7d 8c
        8s 9h Tc Qs Kh Ac 2d 3s 4s 5h 6c 7d 8c
        8s 9h Tc Kh Ac 2d 3s 4c 4s 5h 6c 7d 8c
        As 2h 4c 9s Th Jc Qd Ks 4s 5h 6c 7d 8s
        Js Qh Kc Ts Jh Qc Kd As Th Jc Qd Ks 8h
        """,
    ),
    "half_big": (
        "6s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd As",
        """
        5s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd As
        6s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd 2s
        """,
    ),
    "half_small": (
        "2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Td As",
        """
        2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Jd As
        2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Kd As
        """,
    ),
    "big_6_to_k": (
        "6s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd Ks",
        """
        6s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd As
        6s 6h 7c 7d 8s 8h 9c 9d Ts Jh Qc Kd 5s
        """,
    ),
    "small_2_to_10": (
        "2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Td Ts",
        """
        2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Td As
        2s 2h 3c 3d 4s 4h 5c 6d 7s 8h 9c Td Js
        """,
    ),
}


def hands(place: int) -> list[tuple[str, str]]:
    """Return (natural, hand) of all hands that are it (0) or are not (1)."""
    return [
        (natural_id, hand.strip())
        for natural_id, tables in YES_AND_NO.items()
        for hand in tables[place].strip().splitlines()
    ]


def test_every_known_natural_is_tried():
    assert set(YES_AND_NO) == set(known_holds())


@pytest.mark.parametrize(("natural_id", "hand"), hands(0))
def test_a_hand_that_is_one(natural_id, hand):
    assert natural(natural_id)(counted(hand))


@pytest.mark.parametrize(("natural_id", "hand"), hands(1))
def test_a_hand_that_is_none(natural_id, hand):
    assert not natural(natural_id)(counted(hand))


@pytest.mark.parametrize(("natural_id", "hand"), hands(0) + hands(1))
def test_the_order_of_the_cards_does_not_matter(natural_id, hand):
    backwards = " ".join(hand.split()[::-1])
    assert natural(natural_id)(counted(hand)) == natural(natural_id)(counted(backwards))


# --- fronts that a ruleset excludes ---------------------------------------------------------------

QKA = {
    "three_straights": "Qs Kh Ac 3s 4h 5c 6d 7c 4s 5h 6c 7d 8s",
    "three_straight_flushes": "Qs Ks As 3c 4c 5c 6c 7c 4h 5h 6h 7h 8h",
}
A23 = {
    "three_straights": "As 2h 3c 6s 7h 8c 9d Tc 7s 8h 9c Td Js",
    "three_straight_flushes": "As 2s 3s 6c 7c 8c 9c Tc 7h 8h 9h Th Jh",
}


@pytest.mark.parametrize("natural_id", ["three_straights", "three_straight_flushes"])
def test_an_excluded_front_is_no_straight(natural_id):
    without, without_both = natural(natural_id, "QKA"), natural(natural_id, "A23", "QKA")
    assert natural(natural_id)(counted(QKA[natural_id]))
    assert not without(counted(QKA[natural_id]))
    assert without(counted(A23[natural_id]))
    assert not without_both(counted(A23[natural_id]))


def test_a_row_is_not_excluded_with_the_front():
    # Q K A stand in the row T J Q K A, and 9 T J is the front.
    assert natural("three_straights", "QKA")(counted("9s Th Jc Ts Jh Qc Kd As Th Jd Qd Ks Ah"))


def test_cards_that_split_with_another_front_count():
    # QKA, 23456, 789TJ would do, and so would A23, 45678, 9TJQK.
    for suits in ("shcdshcdshcds", "sssssssssssss"):
        hand = counted(" ".join(map("".join, zip("A23456789TJQK", suits, strict=True))))
        assert natural("three_straights", "QKA")(hand)
        assert natural("three_straight_flushes", "QKA")(hand) == (len(set(suits)) == 1)


# --- the vocabulary -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holds", "hand", "held"),
    [
        # a rank set with a least and a most
        (Holds(ranks=Within(("A",), 2, 3)), "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        (Holds(ranks=Within(("A",), 2, 3)), "As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(ranks=Within(("A",), 2, 3)), "As Ah Ac 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(ranks=Within(("A",), 2, 3)), "As Ah Ac Ad 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        (Holds(ranks=Within(("A",), 0, 0)), "2s 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(ranks=Within(("A",), 0, 0)), "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        # several rank sets: some one of them
        (Holds(ranks=Within(("A", "2"), 2)), "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        (Holds(ranks=Within(("A", "2"), 2)), "As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(ranks=Within(("A", "2"), 2)), "2s 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(ranks=Within(("A", "2"), 2, 2)), "As Ah Ac 2d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        (Holds(ranks=Within(("A", "2"), 2, 2)), "As Ah Ac 2d 2s 6h 7c 8d 9s Th Jc Qd Ks", True),
        # all conditions that are given
        (
            Holds(ranks=Within(("A",), 1), pairs=1),
            "As 2h 2c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks",
            True,
        ),
        (
            Holds(ranks=Within(("A",), 1), pairs=1),
            "3s 2h 2c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks",
            False,
        ),
        (
            Holds(ranks=Within(("A",), 1), pairs=1),
            "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks",
            False,
        ),
        # so many ranks held that often or oftener, or exactly that often
        (Holds(at_least=((2, 2),)), "As Ah Ks Kh 5s 6h 7c 8d 9s Th Jc Qd 2s", True),
        (Holds(at_least=((2, 2),)), "As Ah Ks Qh 5s 6h 7c 8d 9s Th Jc 3d 2s", False),
        (Holds(at_least=((5, 1),)), "As As Ah Ac Ad 6h 7c 8d 9s Th Jc Qd 2s", True),
        (Holds(at_least=((5, 1),)), "As Ah Ac Ad Ks 6h 7c 8d 9s Th Jc Qd 2s", False),
        (Holds(exactly=((5, 2),)), "As As Ah Ac Ad Ks Ks Kh Kc Kd Jc Qd 2s", True),
        (Holds(exactly=((5, 2),)), "As As Ah Ac Ad Ks Kh Kc Kd 3s Jc Qd 2s", False),
        (Holds(exactly=((4, 1),)), "As As Ah Ac Ad Ks Kh Kc Kd 3s Jc Qd 2s", True),
        (Holds(exactly=((4, 2),)), "As As Ah Ac Ad Ks Kh Kc Kd 3s Jc Qd 2s", False),
        (Holds(exactly=((0, 0),)), "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(exactly=((0, 0),)), "As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        (Holds(exactly=((0, 1),)), "As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(exactly=((2, 0),)), "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
        (Holds(exactly=((2, 0),)), "As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", False),
        # nothing asked, everything held
        (Holds(), "As 2h 2c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", True),
    ],
)
def test_a_condition(holds, hand, held):
    assert predicate(holds)(counted(hand)) == held


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", (13, 13, 0, 0, 0, 0, 0)),
        ("As Ah 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", (13, 12, 1, 0, 0, 0, 0)),
        ("As Ah Ac 4d 5s 6h 7c 8d 9s Th Jc Qd Ks", (13, 11, 1, 1, 0, 0, 0)),
        ("As Ah Ac Ad 5s 6h 7c 8d 9s Th Jc Qd Ks", (13, 10, 1, 1, 1, 0, 0)),
        ("As As Ah Ac Ad 6h 7c 8d 9s Th Jc Qd Ks", (13, 9, 1, 1, 1, 1, 0)),
        ("As As Ah Ac Ad 2s 2h 2c 2d 3s 3h 3c 4d", (13, 4, 3, 3, 2, 1, 0)),
        ("2s 2s 2h 2c 2d As As Ah Ac Ad Ks Ks Kh", (13, 3, 3, 3, 2, 2, 0)),
        ("2s 2h 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s", (13, 7, 6, 0, 0, 0, 0)),
    ],
)
def test_how_many_ranks_are_held_how_often(cards, held):
    assert counted(cards).held == held
