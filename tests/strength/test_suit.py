"""Which suit decides between rows of equal ranks: 4 spade, 3 heart, 2 club, 1 diamond, 0 none."""

from __future__ import annotations

import pytest

from settle.strength import Wheel, suit_strength


@pytest.mark.parametrize(
    ("row", "kind", "wheel", "suit"),
    [
        # one suit: that suit
        ("As Ks Qs Js 9s", "flush", "second", 4),
        ("Ah Kh Qh Jh 9h", "flush", "second", 3),
        ("2c 3c 4c 5c 7c", "flush", "lowest", 2),
        ("2d 3d 4d 5d 6d", "straight_flush", "second", 1),
        ("Ah 2h 3h 4h 5h", "straight_flush", "lowest", 3),
        ("2c 2c 4c 5c 7c", "paired_flush", "second", 2),
        # a straight: the highest card
        ("6d 5s 4s 3s 2s", "straight", "second", 1),
        ("2s 3s 4s 5s 6c", "straight", "lowest", 2),
        ("Ts Js Qs Ks Ah", "straight", "second", 3),
        ("Ts Js Qs Ks Ah", "straight", "lowest", 3),
        ("9d Ts Js Qs Kd", "straight", "lowest", 1),
        # the wheel: the ace where it is second, the five where it is lowest
        ("Ad 2s 3s 4s 5s", "straight", "second", 1),
        ("Ad 2h 3h 4h 5s", "straight", "lowest", 4),
        ("As 2h 3h 4h 5d", "straight", "second", 4),
        ("As 2h 3h 4h 5d", "straight", "lowest", 1),
        ("5c 4h 3h 2h As", "straight", "lowest", 2),
        # other straights with a five or an ace are not the wheel
        ("2s 3s 4s 5s 6d", "straight", "lowest", 1),
        ("3s 4s 5s 6s 7d", "straight", "lowest", 1),
        # a pair: its best suit, the kicker does not count
        ("2d 2c As Ks Qs", "pair", "second", 2),
        ("2d 2h As Ks Qs", "pair", "second", 3),
        ("2c 2h As Ks Qs", "pair", "second", 3),
        ("As 2d 2s", "pair", "second", 4),
        ("2h Ad Ac", "pair", "second", 2),
        # two pairs: the best suit in the higher one
        ("3d 3c 2s 2h As", "two_pair", "second", 2),
        ("2s 2h 3d 3c As", "two_pair", "second", 2),
        ("3d 3h 2s 2c 4s", "two_pair", "second", 3),
        ("Ad As Kc Kh Qh", "two_pair", "lowest", 4),
        # equal ranks cannot meet
        ("3s 3h 3d 2c 4s", "three_of_a_kind", "second", 0),
        ("3s 3h 3d 2c 2s", "full_house", "second", 0),
        ("3s 3h 3d 3c 2s", "four_of_a_kind", "second", 0),
    ],
)
@pytest.mark.parametrize("suits_high_card", [True, False])
def test_the_deciding_suit(row, kind, wheel, suit, suits_high_card):
    found = suit_strength(row.split(), kind, wheel=Wheel(wheel), suits_high_card=suits_high_card)
    assert found == suit


@pytest.mark.parametrize(
    ("row", "suit"),
    [
        ("Ad Ks Qs Js 9s", 1),
        ("9s Ks Ah", 3),
        ("2s 7c 3s 4s 5h", 2),
        ("7s 6d 4d 3d 2d", 4),
        ("Ah 2s 3s 4s 5s", 3),  # high cards where no wheel is played
    ],
)
def test_single_cards_go_by_the_highest_where_the_rules_say_so(row, suit):
    def decided(*, suits_high_card: bool) -> int:
        return suit_strength(
            row.split(), "high_card", wheel=Wheel.NONE, suits_high_card=suits_high_card
        )

    assert decided(suits_high_card=True) == suit
    assert decided(suits_high_card=False) == 0
