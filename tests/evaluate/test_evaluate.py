"""What a hand is: plain, foul or natural, its rows, its suit, the card it holds."""

from __future__ import annotations

import pytest

from settle.evaluate import EvaluatedHand, Status, evaluate, highest_natural
from settle.rounds import Round
from settle.rules import Suits
from settle.strength import CATEGORIES, Wheel
from tests.score.by_hand import hand, natural, rules

NATURALS = (
    natural("dragon_suited", 108, 1),
    natural("dragon", 36, 2),
    natural("all_small", 12, 3),
    natural("six_pairs", 3, 4),
    natural("three_flushes", 3, 4),
)
WITH_NATURALS = rules(naturals=NATURALS)

RISING = "Ks Kh 3d / Ac Ad 4s 5h 7c / 2s 2h 2d 8c 9s"
FALLING = "Ks Kh 3d / 2s 2h 2d 8c 9s / Ac Ad 4s 5h 7c"
DRAGON = "As 2h 3c 4d 5s 6h 7c 8d 9s Th Jc Qd Ks"
SUITED_DRAGON = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
SIX_PAIRS = "2s 3h 4d / 2h 3c 4s 9h 9c / Ts Td Jh Jc Qd"
SIX_SMALL_PAIRS = "2s 3h 4d / 2h 3c 4s 5h 5c / 6s 6d 7h 7c 8d"


def evaluated(agreed, cards, doubling_card=None, **more) -> EvaluatedHand:
    played = Round("by-hand", (hand("amy", cards, **more),), doubling_card=doubling_card)
    [found] = evaluate(played, agreed).hands
    return found


def natural_id(found) -> str | None:
    return found and found.id


# --- foul ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        (RISING, "plain"),
        (FALLING, "foul"),
        # A front key that is a prefix of the middle one is not above it.
        ("Ks Kh 5d / Kd Kc 5s 4h 2d / As Ah Ad 7c 8c", "plain"),
        ("Ks Kh 6d / Kd Kc 5s 4h 2d / As Ah Ad 7c 8c", "foul"),
        ("Ks Kh 4d / Kd Kc 5s 4h 2d / As Ah Ad 7c 8c", "plain"),
        ("As Kh Qd / Ad Kc Qs Jh 9d / 2s 2h 3d 3c 8c", "plain"),
        ("As Kh Qd / Ad Kc Js Th 8d / 2s 2h 3d 3c 8c", "foul"),
        # Front against middle, by category and by key.
        ("2s 2h 3d / As Kh Qd Jc 9c / 4s 4h 4d 8c 9s", "foul"),
        ("2s 2h 2d / 3s 3h 3d 8c 9c / 4s 5h 6d 7c 8s", "plain"),
        ("3s 3h 3d / 2s 2h 2d 8c 9c / 4s 5h 6d 7c 8s", "foul"),
        ("As Ah Ad / 6s 5h 4d 3c 2s / 9s 9h 9d 8c 8s", "plain"),
        ("Ks Qs Js / 2s 2h 5d 7c 8s / 3s 3h 6d 7h 8h", "plain"),  # three of a suit are nothing
        # Middle against back: equal ranks stand, whatever the suits.
        ("2s 3h 4d / As Kh Qd Jc 9c / Ac Kd Qh Js 9d", "plain"),
        ("2d 3h 4d / As Ks Qs Js 9s / Ad Kd Qd Jd 9d", "plain"),
        ("2s 3h 4d / As Kh Qd Jc 9c / Ac Kd Qh Js 8d", "foul"),
        ("2s 3h 4d / As Kh Qd Jc 8c / Ac Kd Qh Js 9d", "plain"),
        ("2s 3h 4d / 7s 5s 6s 8s Ts / 9s Th Jd Qc Kd", "foul"),
        ("2s 3h 4d / 9s Th Jd Qc Kd / 7s 5s 6s 8s Ts", "plain"),
    ],
)
def test_rows_have_to_rise(cards, status):
    assert evaluated(rules(), cards).status == status


@pytest.mark.parametrize("suits", Suits)
def test_suits_make_no_foul(suits):
    agreed = rules(suits=suits, suits_high_card=True)
    assert evaluated(agreed, "2d 3h 4d / As Ks Qs Js 9s / Ad Kd Qd Jd 9d").status == "plain"


@pytest.mark.parametrize(
    ("middle", "back", "plain_with"),
    [
        ("As 2h 3d 4c 5s", "2s 3h 4d 5c 6s", {"lowest", "none"}),
        ("2s 3h 4d 5c 6s", "As 2h 3d 4c 5s", {"second"}),
        ("9s Th Jd Qc Ks", "As 2h 3d 4c 5s", {"second"}),
        ("As 2h 3d 4c 5s", "Ts Jh Qd Kc Ah", {"second", "lowest", "none"}),
        ("As 2h 3d 4c 5s", "2d 2c 6d 7c 8s", {"none"}),
    ],
)
def test_the_wheel_counts_where_the_rules_put_it(middle, back, plain_with):
    cards = f"2c 3s 4h / {middle} / {back}"
    found = {w.value for w in Wheel if evaluated(rules(wheel=w), cards).status == Status.PLAIN}
    assert found == plain_with


def test_a_ruled_foul_is_one_whatever_its_cards():
    found = evaluated(rules(), RISING, ruled_foul="exposed a card")
    assert found.status == Status.FOUL
    assert found.kinds == tuple(map(CATEGORIES.index, ("pair", "pair", "three_of_a_kind")))


@pytest.mark.parametrize("cards", ["", "As", "As Kh", DRAGON])
def test_a_ruled_foul_need_not_be_arranged(cards):
    found = evaluated(rules(), cards, ruled_foul="fourteen cards")
    assert (found.status, found.kinds, found.strengths) == (Status.FOUL, None, None)


# --- rows ----------------------------------------------------------------------------------------


def test_the_rows_are_known_by_category_and_strength():
    found = evaluated(rules(), RISING, bet=7)
    assert found.player == "amy"
    assert found.kinds == tuple(map(CATEGORIES.index, ("pair", "pair", "three_of_a_kind")))
    assert found.strengths == tuple(sorted(found.strengths))
    assert found.arrangement.front == ("Ks", "Kh", "3d")
    assert found.bet == 7


def test_each_hand_gets_its_own_rows():
    whole = "Ks Kh 3d / 2s 2h 2d 8c 9s / 4s 4h 4d 4c 7c"
    hands = (
        hand("amy", RISING),
        hand("bob", DRAGON, natural="dragon"),
        hand("cat", whole),
        hand("dan", "", ruled_foul="late"),
        hand("eve", FALLING),
    )
    found = evaluate(Round("by-hand", hands, banker=2), WITH_NATURALS)
    assert [each.player for each in found.hands] == ["amy", "bob", "cat", "dan", "eve"]
    assert [each.status for each in found.hands] == ["plain", "natural", "plain", "foul", "foul"]
    assert [
        each.kinds and [CATEGORIES[kind].value for kind in each.kinds] for each in found.hands
    ] == [
        ["pair", "pair", "three_of_a_kind"],
        None,
        ["pair", "three_of_a_kind", "four_of_a_kind"],
        None,
        ["pair", "three_of_a_kind", "pair"],
    ]
    assert found.banker == 2


# --- naturals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "declared", "status", "played", "undeclared"),
    [
        (RISING, None, "plain", None, None),
        (RISING, "auto", "plain", None, None),
        (FALLING, "auto", "foul", None, None),
        (DRAGON, "dragon", "natural", "dragon", None),
        (DRAGON, "auto", "natural", "dragon", None),
        (SUITED_DRAGON, "auto", "natural", "dragon_suited", None),
        (SUITED_DRAGON, "dragon", "natural", "dragon", None),  # a lower one than it could be
        (SIX_SMALL_PAIRS, None, "plain", None, "all_small"),
        (SIX_SMALL_PAIRS, "auto", "natural", "all_small", None),
        (SIX_SMALL_PAIRS, "six_pairs", "natural", "six_pairs", None),
        (SIX_PAIRS, None, "plain", None, "six_pairs"),
        ("4d 9h 9c / Ts Td Jh Jc Qd / 2s 3h 2h 3c 4s", None, "foul", None, "six_pairs"),
        ("4d 9h 9c / Ts Td Jh Jc Qd / 2s 3h 2h 3c 4s", "auto", "natural", "six_pairs", None),
    ],
)
def test_which_natural_a_hand_is_played_as(cards, declared, status, played, undeclared):
    found = evaluated(WITH_NATURALS, cards, natural=declared)
    assert found.status == status
    assert natural_id(found.natural) == played
    assert natural_id(found.undeclared) == undeclared


def test_a_ruled_foul_is_told_of_its_natural_too():
    found = evaluated(WITH_NATURALS, SIX_PAIRS, ruled_foul="called too late")
    assert (found.status, found.natural, natural_id(found.undeclared)) == (
        "foul",
        None,
        "six_pairs",
    )


def test_among_equal_ranks_the_one_listed_first_is_taken():
    cards = hand("amy", "2s 3s 4s 2h 3h 5h 6h 7h 4c 5c 6c 7c Tc").cards
    flushes, pairs = natural("three_flushes", 3, 1), natural("six_pairs", 3, 1)
    assert highest_natural(cards, rules(naturals=(flushes, pairs))) is flushes
    assert highest_natural(cards, rules(naturals=(pairs, flushes))) is pairs


@pytest.mark.parametrize("number", [0, 12])
def test_a_natural_needs_thirteen_cards(number):
    cards = tuple(SUITED_DRAGON.split()[:number])
    assert highest_natural(cards, rules(naturals=(natural("all_small", 12, 3),))) is None
    assert highest_natural(cards, WITH_NATURALS) is None


@pytest.mark.parametrize(("suit", "value"), [("d", 1), ("c", 2), ("h", 3), ("s", 4)])
def test_a_suited_dragon_knows_its_suit(suit, value):
    cards = SUITED_DRAGON.replace("h", suit)
    assert evaluated(WITH_NATURALS, cards, natural="dragon_suited").natural_suit == value
    assert evaluated(WITH_NATURALS, cards, natural="auto").natural_suit == value
    assert evaluated(WITH_NATURALS, cards, natural="dragon").natural_suit == 0


def test_a_plain_hand_has_no_natural_suit():
    assert evaluated(WITH_NATURALS, SIX_PAIRS).natural_suit == 0
    assert evaluated(WITH_NATURALS, DRAGON, natural="auto").natural_suit == 0


# --- doubling card -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "holds"), [("Ks", True), ("9s", True), ("3d", True), ("3s", False), (None, False)]
)
def test_who_holds_the_doubling_card(card, holds):
    assert evaluated(rules(), RISING, doubling_card=card).holds_doubling_card == holds


def test_the_natural_of_an_id():
    assert WITH_NATURALS.natural("six_pairs") is NATURALS[3]
    assert WITH_NATURALS.natural("one_colour") is None


@pytest.mark.parametrize(("extra_suit", "number"), [(None, 9), ("h", 11)])
def test_the_categories_of_a_deck(extra_suit, number):
    found = rules(extra_suit=extra_suit).categories()
    only_65 = {"paired_flush", "five_of_a_kind"}
    assert len(found) == number
    assert found == tuple(kind for kind in CATEGORIES if extra_suit or kind not in only_65)
