"""Rows from the weakest to the strongest: every category at its borders, every key element."""

from __future__ import annotations

from itertools import pairwise

import pytest

from settle.strength import (
    CATEGORIES,
    Category,
    Wheel,
    category,
    five_card_strengths,
    front_strength,
)


def strength(row: str, wheel: Wheel = Wheel.SECOND) -> int:
    [found] = five_card_strengths(wheel)([row.split()])
    return found


# Every row is weaker than the one below it.
RISING = """
7s 5h 4d 3c 2s   high_card
7s 6h 4d 3c 2s   high_card
7s 6h 5d 3c 2s   high_card
7s 6h 5d 4c 2s   high_card
8s 5h 4d 3c 2s   high_card
As 6h 4d 3c 2s   high_card
As 6h 5d 3c 2s   high_card
As Kh Qd Jc 9s   high_card
2s 2h 5d 4c 3s   pair
2s 2h 6d 4c 3s   pair
2s 2h 6d 5c 3s   pair
2s 2h 6d 5c 4s   pair
2s 2h Ad Kc Qs   pair
3s 3h 5d 4c 2s   pair
As Ah Kd Qc Js   pair
3s 3h 2d 2c 4s   two_pair
3s 3h 2d 2c 5s   two_pair
3s 3h 2d 2c As   two_pair
4s 4h 2d 2c 3s   two_pair
4s 4h 3d 3c 2s   two_pair
As Ah Kd Kc Qs   two_pair
2s 2h 2d 4c 3s   three_of_a_kind
2s 2h 2d 5c 3s   three_of_a_kind
2s 2h 2d 5c 4s   three_of_a_kind
3s 3h 3d 4c 2s   three_of_a_kind
As Ah Ad Kc Qs   three_of_a_kind
6s 5h 4d 3c 2s   straight
As Kh Qd Jc Ts   straight
7s 5s 4s 3s 2s   flush
7h 6h 4h 3h 2h   flush
As 6s 4s 3s 2s   flush
As Ks Qs Js 9s   flush
2s 2h 2d 3c 3s   full_house
2s 2h 2d 4c 4s   full_house
3s 3h 3d 2c 2s   full_house
As Ah Ad Kc Ks   full_house
2s 2h 2d 2c 3s   four_of_a_kind
2s 2h 2d 2c As   four_of_a_kind
3s 3h 3d 3c 2s   four_of_a_kind
As Ah Ad Ac Ks   four_of_a_kind
6s 5s 4s 3s 2s   straight_flush
As Ks Qs Js Ts   straight_flush
"""

# In the doubled suit a flush may hold a pair or two, and a rank may be held five times.
RISING_65 = """
As Ks Qs Js 9s   flush
2s 2s 5s 4s 3s   paired_flush
2s 2s 6s 4s 3s   paired_flush
2s 2s 6s 5s 4s   paired_flush
2s 2s As Ks Qs   paired_flush
3s 3s 5s 4s 2s   paired_flush
3s 3s As Ks Qs   paired_flush
3s 3s 2s 2s 4s   paired_flush
3s 3s 2s 2s 5s   paired_flush
4s 4s 3s 3s 2s   paired_flush
As As Ks Qs Js   paired_flush
As As 2s 2s 3s   paired_flush
As As Ks Ks Qs   paired_flush
2s 2s 2h 3d 3c   full_house
As Ks Qs Js Ts   straight_flush
2s 2s 2h 2d 2c   five_of_a_kind
As As Ah Ad Ac   five_of_a_kind
"""

FRONTS = """
4s 3h 2d   high_card
5s 3h 2d   high_card
5s 4h 2d   high_card
5s 4s 3s   high_card
As 3h 2d   high_card
As Kh Jd   high_card
As Ks Qs   high_card
2s 2h 3d   pair
2s 2h Ad   pair
3s 3h 2d   pair
As Ah Kd   pair
2s 2h 2d   three_of_a_kind
As Ah Ad   three_of_a_kind
"""


def rows(table: str) -> list[tuple[str, str]]:
    """Return (row, category) of each line."""
    return [tuple(line.rsplit(maxsplit=1)) for line in table.strip().splitlines()]


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("table", [RISING, RISING_65], ids=["52", "65"])
def test_five_card_rows_rise(table, wheel):
    assert [category(strength(row, wheel)) for row, _ in rows(table)] == [k for _, k in rows(table)]
    for (lower, _), (higher, _) in pairwise(rows(table)):
        assert strength(lower, wheel) < strength(higher, wheel), (lower, higher)


def test_front_rows_rise():
    assert [category(front_strength(row.split())) for row, _ in rows(FRONTS)] == [
        kind for _, kind in rows(FRONTS)
    ]
    for (lower, _), (higher, _) in pairwise(rows(FRONTS)):
        assert front_strength(lower.split()) < front_strength(higher.split()), (lower, higher)


def test_the_categories_are_in_the_order_of_the_rules():
    assert list(CATEGORIES) == [
        "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "paired_flush",
        "full_house", "four_of_a_kind", "straight_flush", "five_of_a_kind",
    ]  # fmt: skip
    assert tuple(Category) == CATEGORIES


LADDER = ["23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]


@pytest.mark.parametrize("suits", ["shdcs", "sssss"], ids=["straight", "straight_flush"])
@pytest.mark.parametrize(
    ("wheel", "order"),
    [
        ("second", [*LADDER[:-1], "A2345", "TJQKA"]),
        ("lowest", ["A2345", *LADDER]),
        ("none", LADDER),
    ],
)
def test_where_the_wheel_stands(wheel, order, suits):
    def row(ranks: str) -> str:
        return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))

    found = [strength(row(ranks), Wheel(wheel)) for ranks in order]
    assert found == sorted(found)
    assert len(set(found)) == len(order)
    kind = "straight_flush" if suits == "sssss" else "straight"
    assert {category(each) for each in found} == {kind}


def test_without_a_wheel_the_ace_is_a_high_card():
    assert category(strength("As 2h 3d 4c 5s", Wheel.NONE)) == "high_card"
    assert category(strength("As 2s 3s 4s 5s", Wheel.NONE)) == "flush"
    assert strength("As 2h 3d 4c 5s", Wheel.NONE) < strength("As 2h 3d 4c 6s", Wheel.NONE)
    assert strength("As 2s 3s 4s 5s", Wheel.NONE) < strength("As 2s 3s 4s 6s", Wheel.NONE)
    assert strength("As 2h 3d 4c 5s", Wheel.NONE) > strength("Ks Qh Jd Tc 8s", Wheel.NONE)


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("ranks", ["JQKA2", "QKA23", "KA234"])
def test_no_other_wrap_is_a_straight(ranks, wheel):
    mixed = " ".join(rank + suit for rank, suit in zip(ranks, "shdcs", strict=True))
    suited = " ".join(rank + "h" for rank in ranks)
    assert category(strength(mixed, wheel)) == "high_card"
    assert category(strength(suited, wheel)) == "flush"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kh Qd Jc 9s", "9h Jd Qc Ks Ah"),
        ("2s 2h 5d 4c 3s", "3d 2d 4h 2c 5s"),
        ("7s 5s 4s 3s 2s", "2d 3d 4d 5d 7d"),
        ("As Ks Qs Js Ts", "Th Jh Qh Kh Ah"),
        ("3s 3h 3d 2c 2s", "2h 3c 2d 3h 3d"),
    ],
)
def test_neither_order_nor_suit_is_in_a_strength(one, other):
    assert strength(one) == strength(other)


def test_the_rows_come_back_in_the_order_in_which_they_went_in():
    evaluate = five_card_strengths(Wheel.SECOND)
    table = [row.split() for row, _ in rows(RISING)]
    assert evaluate(table[::-1]) == evaluate(table)[::-1]
    assert evaluate(iter(table)) == evaluate(table)
    assert evaluate([]) == []


# --- a front against a middle row ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("front", "middle", "front_is"),
    [
        ("Ks Kh 5d", "Kd Kc 5s 4h 2d", "lower"),  # the middle key goes on
        ("Ks Kh 6d", "Kd Kc 5s 4h 2d", "higher"),
        ("Ks Kh 4d", "Kd Kc 5s 4h 2d", "lower"),
        ("As Kh Qd", "Ad Kc Qs Jh 9d", "lower"),
        ("As Kh Qd", "Ad Kc Js Th 8d", "higher"),
        ("As Kh Jd", "Ad Kc Qs 3h 2d", "lower"),
        ("As Qh Jd", "Ad Kc 4s 3h 2d", "lower"),
        ("Ks Qh Jd", "Ad 6c 4s 3h 2d", "lower"),
        ("3s 3h 2d", "2s 2h Ad Kc Qs", "higher"),
        ("2s 2h 3d", "As Kh Qd Jc 9s", "higher"),
        ("As Ah Kd", "3s 3h 2d 2c 4s", "lower"),
        ("2s 2h 2d", "As Ah Kd Kc Qs", "higher"),
        ("2s 2h 2d", "3s 3h 3d 4c 5s", "lower"),
        ("4s 4h 4d", "3s 3h 3d Ac Ks", "higher"),
        ("As Ah Ad", "6s 5h 4d 3c 2s", "lower"),
        ("As Ks Qs", "2s 2h 5d 4c 3s", "lower"),  # three of a suit are single cards
        ("5s 4h 3d", "7s 5h 4d 3c 2s", "lower"),
    ],
)
def test_a_missing_card_counts_below_any(front, middle, front_is):
    first, second = front_strength(front.split()), strength(middle)
    assert first != second
    assert ("lower" if first < second else "higher") == front_is
