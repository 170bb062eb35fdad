"""Outcomes that are taken, with nets worked out by hand from the prices in tables.py."""

from __future__ import annotations

import pytest

from settle.evaluate import EvaluatedHand, Status
from settle.outcome import read_outcome
from settle.strength import CATEGORIES, Category
from tests.outcome.tables import (
    BANKER,
    EDGE,
    FIVE,
    FLUSH_SUITS,
    FRONT_ALL_PRICED,
    FRONT_ALL_PRICED_FOULS_BY_ROWS,
    FUJIAN,
    FUJIAN_FIVE,
    MAJORITY,
    POINTS,
    SIMPLE,
    TIED,
    TIED_POINTS,
    nets,
    outcome,
    sheet,
)

FIVE_PLAYERS = "amy back=quads | bob dragon | cat | dan | eve foul"
FIVE_PLAYERS_DUELS = "amy scoops dan | amy cat: amy - amy | cat dan: cat cat dan"
HOUSE_MONSTERS = "front=trips middle=quads back=quads"

SCORED = [
    # amy: gadu 4, scoops dan and eve; dragon 10 from each; cat and dan scoop eve
    ("five players", FIVE, FIVE_PLAYERS, FIVE_PLAYERS_DUELS, [-4, 39, -10, -11, -14]),
    ("an uneventful game", SIMPLE, "amy | bob | cat | dan", "", [0, 0, 0, 0]),
    ("quads collect", SIMPLE, "amy back=quads | bob | cat | dan", "", [3, -1, -1, -1]),
    ("front trips collect", SIMPLE, "amy front=trips | bob | cat", "", [2, -1, -1]),
    # bob's trips collect nothing, because he fouled
    ("a foul collects nothing", SIMPLE, "amy | bob foul front=trips", "", [1, -1]),
    (
        "a scoop beside gadu",
        SIMPLE,
        "amy back=quads | bob | cat | dan",
        "amy scoops bob",
        [4, -2, -1, -1],
    ),
    (
        "a home run of three scoops",
        SIMPLE,
        "amy | bob | cat | dan",
        "amy scoops bob | cat scoops dan | amy scoops cat | amy scoops dan",
        [6, -2, -1, -3],
    ),
    ("rows that are no scoop", SIMPLE, "amy | bob", "amy bob: amy amy -", [0, 0]),
    ("rows that are one", SIMPLE, "amy | bob", "amy bob: bob bob bob", [-1, 1]),
    ("two rows and a tie", TIED, "amy | bob", "amy bob: amy amy -", [1, -1]),
    ("a scoop with or without a tie", TIED, "amy | bob", "bob scoops amy", [-1, 1]),
    # front: bob ties cat, cat ties amy, so amy's scoop of bob has its tie there
    (
        "a scoop that must have a tie",
        TIED,
        "amy | bob | cat",
        "amy scoops bob | bob cat: - cat cat | cat amy: - amy amy",
        [2, -2, 0],
    ),
    # amy must win the front of bob and tie the rest with him: one row is no scoop
    (
        "a left-out pair with two ties",
        TIED,
        "amy | bob | cat",
        "amy cat: amy - - | cat bob: cat - -",
        [0, 0, 0],
    ),
    ("tied rows with prices", TIED_POINTS, "amy | bob", "amy bob: amy - amy", [5, -5]),
    ("a scoop with prices", TIED_POINTS, "amy | bob", "amy scoops bob", [6, -6]),
    ("the majority of rows", MAJORITY, "amy | bob", "amy bob: amy bob amy", [1, -1]),
    ("the majority in a scoop", MAJORITY, "amy | bob", "amy scoops bob", [2, -2]),
    ("rows both ways", POINTS, "amy | bob", "amy bob: amy - bob", [0, 0]),
    ("named the other way round", POINTS, "amy | bob", "bob amy: bob bob amy", [-1, 1]),
    # front 1 to amy, back 1 + 3 to bob
    (
        "a bonus for the winner",
        POINTS,
        "amy | bob back=quads",
        "amy bob: amy - bob",
        [-3, 3],
    ),
    (
        "no bonus for the loser",
        POINTS,
        "amy middle=house | bob middle=house back=quads",
        "amy bob: bob bob bob",
        [-10, 10],
    ),
    ("a fouled hand and no prices known", FUJIAN, "amy | bob foul", "", [3, -3]),
    (
        "a fouled hand is worth most",
        FUJIAN,
        "amy | bob foul middle=straight_flush back=pair",
        "",
        [10, -10],
    ),
    (
        "the natural is worth most",
        FUJIAN,
        "amy | bob foul | cat dragon",
        "",
        [0, -52, 52],
    ),
    ("foul against foul", FUJIAN, "amy foul | bob foul", "", [0, 0]),
    # dan's suited dragon in spades sweeps, amy's in hearts takes from the plain two
    (
        "suited dragons by suit",
        FUJIAN,
        "amy dragon_suited suit=h | bob | cat | dan dragon_suited suit=s",
        "bob cat: bob cat -",
        [0, -156, -156, 312],
    ),
    (
        "suited dragons tie",
        FIVE,
        "amy dragon_suited | bob dragon_suited | cat | dan | eve",
        "",
        [30, 30, -20, -20, -20],
    ),
    (
        "suited dragons in the doubled suit",
        FIVE,
        "amy dragon_suited suit=s | bob dragon_suited suit=s | cat | dan | eve",
        "",
        [30, 30, -20, -20, -20],
    ),
    ("dragons tie without suits", SIMPLE, "amy dragon | bob dragon | cat", "", [10, 10, -20]),
    (
        "a suited dragon above the other",
        FUJIAN,
        "amy dragon_suited | bob dragon",
        "",
        [52, -52],
    ),
    ("a foul loses no named front", FRONT_ALL_PRICED, "amy foul | bob foul", "", [0, 0]),
    (
        "a foul's front does not count",
        FRONT_ALL_PRICED_FOULS_BY_ROWS,
        "amy front=pair | bob foul back=pair",
        "",
        [4, -4],
    ),
    ("a natural's front does not count", FRONT_ALL_PRICED, "amy foul | bob dragon", "", [-26, 26]),
]


@pytest.mark.parametrize(
    ("rules", "hands", "duels", "expected"),
    [pytest.param(*case, id=name) for name, *case in SCORED],
)
def test_nets(rules, hands, duels, expected):
    assert nets(outcome(hands, duels), rules) == expected


TAKEN = [
    ("a pair that is level", POINTS, "front=pair", "front=pair", "- amy bob"),
    (
        "straight flushes of one height",
        POINTS,
        "back=straight_flush",
        "back=straight_flush",
        "amy bob -",
    ),
    ("flushes of the same ranks", POINTS, "back=flush", "back=flush", "amy bob -"),
    (
        "straights where flushes go by suit",
        FLUSH_SUITS,
        "back=straight",
        "back=straight",
        "amy bob -",
    ),
    ("single cards where suits decide", FUJIAN, "", "", "- - -"),
    ("trips over lower trips", POINTS, "front=trips", "front=trips", "amy bob bob"),
    ("the same category in middle and back", POINTS, "middle=flush back=flush", "", "amy amy amy"),
    ("the highest unpriced over the lowest priced", POINTS, "", "middle=house", "amy bob bob"),
    ("unpriced full house in the back", POINTS, "middle=house", "", "amy amy amy"),
    ("a paired flush", FIVE, "middle=paired_flush", "back=paired_flush", "amy amy bob"),
]


@pytest.mark.parametrize(
    ("rules", "amy", "bob", "rows"), [pytest.param(*case, id=name) for name, *case in TAKEN]
)
def test_results_that_cards_can_give(rules, amy, bob, rows):
    won = {"amy": 1, "bob": -1, "-": 0}
    told = outcome(f"amy {amy} | bob {bob}", f"amy bob: {rows}")
    _, duels = read_outcome(told, rules, None)
    assert duels == ((0, 1, tuple(won[winner] for winner in rows.split())),)


def test_banker_bets_foul_and_natural():
    """Quads in the back: 6 from bob twice, 6 from the foul three times, 13 to dan."""
    told = outcome("amy back=quads | bob bet=2 | cat foul bet=3 | dan dragon", "amy scoops bob")
    assert nets(told, BANKER, banker=0) == [17, -12, -18, 13]


def test_banker_pays_two_suited_dragons_whatever_their_suits():
    told = outcome("amy | bob dragon_suited | cat dragon_suited")
    assert nets(told, BANKER, banker=0) == [-216, 108, 108]


def test_the_bankers_edge_keeps_categories():
    told = outcome("amy back=pair | bob back=pair", "amy bob: amy amy amy")
    assert nets(told, EDGE, banker=0) == [3, -3]


def test_doubling_card():
    """Bob's dragon sweeps for 52 each, eve's foul pays 26 to each and double to dan.

    amy - cat 5, amy - dan 6 doubled, cat - dan 2 and 1 doubled.
    """
    told = outcome(FIVE_PLAYERS, FIVE_PLAYERS_DUELS, holders=("dan",))
    assert nets(told, FUJIAN_FIVE) == [-9, 208, -29, -14, -156]


def test_a_pair_with_a_natural_or_a_foul_may_be_named_without_a_result():
    told = outcome("amy | bob dragon | cat foul", "amy bob | cat amy | bob cat")
    assert nets(told, SIMPLE) == [-9, 20, -11]


def test_too_few_others_for_a_home_run_is_noticed():
    told = outcome("amy | bob | cat", "amy scoops bob | amy scoops cat")
    assert [notice[:2] for notice in sheet(told, SIMPLE).notices] == [
        ("home_run_needs_more_players", "amy")
    ]


def test_a_left_out_pair_is_no_scoop_whatever_it_holds():
    """Amy's monsters may all be higher, but bob can still have won the back with higher quads."""
    told = outcome(f"amy {HOUSE_MONSTERS} | bob back=quads")
    assert nets(told, SIMPLE) == [2, -2]
    assert nets(told, TIED) == [2, -2]


def test_the_rows_of_a_left_out_pair_are_unknown_and_stand_as_ties():
    _, duels = read_outcome(outcome("amy | bob | cat dragon"), SIMPLE, None)
    assert duels == ((0, 1, (0, 0, 0)), (0, 2, None), (1, 2, None))


def test_what_scoring_is_given():
    told = outcome(
        "amy middle=flush back=quads bet=3 | bob dragon_suited suit=h"
        " | cat foul front=pair | dan foul",
        holders=("cat",),
    )
    evaluated, duels = read_outcome(told, FUJIAN, None)
    flush, quads = CATEGORIES.index(Category.FLUSH), CATEGORIES.index(Category.FOUR_OF_A_KIND)
    pair, dragon = CATEGORIES.index(Category.PAIR), FUJIAN.natural("dragon_suited")
    assert evaluated.banker is None
    assert evaluated.hands == (
        EvaluatedHand(
            "amy", Status.PLAIN, None, 0, (None, flush, quads), None, None, False, 3, None
        ),
        EvaluatedHand("bob", Status.NATURAL, dragon, 3, None, None, None, False, 1, None),
        EvaluatedHand("cat", Status.FOUL, None, 0, (pair, None, None), None, None, True, 1, None),
        EvaluatedHand("dan", Status.FOUL, None, 0, None, None, None, False, 1, None),
    )
    assert duels == tuple(
        (first, second, None) for first, second in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    )
