"""Duels that say too little, and results that no cards can give."""

from __future__ import annotations

from tests.outcome.tables import (
    BANKER,
    BASE_ONLY,
    BONUS_ONLY,
    EDGE,
    FIVE,
    FLUSH_SUITS,
    FUJIAN,
    HIGH_CARD_SUITS,
    MAJORITY,
    POINTS,
    SIMPLE,
    TIED,
    TIED_POINTS,
    outcome,
    refused,
    table,
    told_faults,
)

MONSTERS = "front=trips middle=quads back=straight_flush"
LEVEL = "amy bob: - - -"


def duel(place, why):
    return f"/outcome/duels/{place} outcome_{why}"


LEFT_OUT = "/outcome/duels outcome_insufficient.pair"
MUST_BE_SCOOP = "/outcome/duels outcome_contradictory.left_out"


@table(
    (
        "two who do not play each other",
        BANKER,
        "amy | bob | cat",
        "amy scoops bob | cat scoops amy | bob scoops cat",
        [duel(2, "contradictory.not_playing")],
    ),
    (
        "twice",
        SIMPLE,
        "amy | bob",
        "amy scoops bob | amy scoops bob",
        [duel(1, "contradictory.twice")],
    ),
    (
        "twice, turned",
        SIMPLE,
        "amy | bob",
        "amy scoops bob | bob amy: amy bob -",
        [duel(1, "contradictory.twice")],
    ),
    (
        "twice without need",
        SIMPLE,
        "amy | bob foul",
        "amy bob | bob amy",
        [duel(1, "contradictory.twice")],
    ),
    (
        "a foul that lost rows",
        SIMPLE,
        "amy | bob foul",
        "amy bob: amy amy amy",
        [duel(0, "contradictory.not_plain")],
    ),
    ("a foul that tied", SIMPLE, "amy | bob foul", LEVEL, [duel(0, "contradictory.not_plain")]),
    (
        "a natural that scooped",
        SIMPLE,
        "amy dragon | bob",
        "amy scoops bob",
        [duel(0, "contradictory.not_plain")],
    ),
    ("no result", SIMPLE, "amy | bob", "amy bob", [duel(0, "insufficient.result")]),
    (
        "no result where rows count",
        POINTS,
        "amy | bob",
        "bob amy",
        [duel(0, "insufficient.result")],
    ),
    (
        "no result, then one",
        SIMPLE,
        "amy | bob",
        "amy bob | amy scoops bob",
        [duel(0, "insufficient.result"), duel(1, "contradictory.twice")],
    ),
    ("a pair left out", POINTS, "amy | bob", "", [LEFT_OUT]),
    ("a pair left out where the majority counts", MAJORITY, "amy | bob | cat foul", "", [LEFT_OUT]),
    ("a pair left out where a base counts", BASE_ONLY, "amy | bob", "", [LEFT_OUT]),
    ("a pair left out where a bonus counts", BONUS_ONLY, "amy | bob", "", [LEFT_OUT]),
    (
        "two pairs left out",
        POINTS,
        "amy | bob | cat | dan dragon",
        "amy scoops cat",
        [LEFT_OUT, LEFT_OUT],
    ),
    ("the banker's left out", BANKER, "amy | bob | cat", "amy scoops bob", [LEFT_OUT]),
)
def test_duels(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected


def test_left_out_pairs_are_named():
    told = outcome("amy | bob | cat | dan foul", "amy scoops cat")
    assert [fault.values for fault in told_faults(told, POINTS)] == [
        {"player": "amy", "other": "bob"},
        {"player": "bob", "other": "cat"},
    ]


def row(place, row, why="row"):
    return [f"/outcome/duels/{place}/{row} outcome_contradictory.{why}"]


def scoop(place):
    return [f"/outcome/duels/{place}/scoop outcome_contradictory.scoop"]


@table(
    (
        "the five players of whom dan beats cat, cat ties amy and amy beats dan",
        FIVE,
        "amy back=quads | bob dragon | cat | dan | eve foul",
        "amy scoops dan | amy cat: amy - amy | cat dan: cat dan dan",
        row(2, "middle"),
    ),
    (
        "a circle in a row",
        POINTS,
        "amy | bob | cat",
        "amy bob: amy - - | bob cat: bob - - | cat amy: cat - -",
        row(2, "front"),
    ),
    (
        "a circle of four",
        SIMPLE,
        "amy | bob | cat | dan",
        "amy bob: - - amy | bob cat: - - bob | dan amy: - - dan | cat dan: - - cat",
        row(3, "back"),
    ),
    (
        "a winner and a loser that tie with one hand",
        POINTS,
        "amy | bob | cat",
        "amy bob: - amy amy | bob cat: - bob bob | cat amy: cat amy amy",
        row(2, "front"),
    ),
    (
        "a tie of a winner and a loser",
        POINTS,
        "amy | bob | cat",
        "amy scoops bob | bob scoops cat | amy cat: amy - amy",
        row(2, "middle", "tie"),
    ),
    (
        "a circle of scoops",
        SIMPLE,
        "amy | bob | cat",
        "amy scoops bob | bob scoops cat | cat scoops amy",
        scoop(2),
    ),
    (
        "a circle of scoops that may have ties",
        TIED,
        "amy | bob | cat",
        "amy scoops bob | bob scoops cat | cat scoops amy",
        scoop(2),
    ),
    (
        "a scoop that would have two ties",
        TIED,
        "amy | bob | cat",
        "amy scoops bob | bob cat: - - cat | cat amy: - - amy",
        row(2, "middle", "tie"),
    ),
    (
        "a scoop of three rows that would have a tie",
        SIMPLE,
        "amy | bob | cat",
        "amy scoops bob | bob cat: - cat cat | cat amy: - amy amy",
        row(2, "front", "tie"),
    ),
    (
        "a scoop of rows with prices that would have a tie",
        TIED_POINTS,
        "amy | bob | cat",
        "amy scoops bob | bob cat: - cat cat | cat amy: - amy amy",
        row(2, "front", "tie"),
    ),
    (
        "a scoop whose tie would be of two categories",
        TIED,
        "amy front=pair | bob | cat front=high_card",
        "amy scoops bob | bob cat: - cat cat | cat amy: - amy amy",
        row(2, "front", "tie"),
    ),
    (
        "a weaker category wins",
        POINTS,
        "amy back=flush | bob back=pair",
        "amy bob: amy amy bob",
        row(0, "back"),
    ),
    (
        "an unpriced row beats a priced one",
        POINTS,
        "amy back=straight_flush | bob",
        "amy bob: bob bob bob",
        row(0, "back"),
    ),
    (
        "an unpriced scoop beats a priced row",
        SIMPLE,
        "amy front=trips | bob",
        "bob scoops amy",
        scoop(0),
    ),
    (
        "an unpriced scoop beats a priced row, ties or not",
        TIED,
        "amy front=trips | bob",
        "bob scoops amy",
        scoop(0),
    ),
    (
        "a weaker category wins by way of another hand",
        POINTS,
        "amy middle=straight back=flush | bob | cat middle=pair",
        "bob amy: amy bob amy | cat bob: bob cat cat | amy cat: amy amy cat",
        row(1, "middle"),
    ),
    (
        "a winner whose back is too low for that",
        POINTS,
        "amy back=straight | bob middle=flush",
        "amy bob: amy amy bob",
        row(0, "middle"),
    ),
    (
        "a loser whose middle lifts the back over that",
        POINTS,
        "amy middle=flush | bob | cat back=straight",
        "amy bob: amy bob bob | bob cat: bob bob cat | amy cat: amy amy cat",
        row(1, "back") + row(2, "back"),
    ),
)
def test_results(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected


@table(
    (
        "of two categories",
        POINTS,
        "amy back=flush | bob back=straight",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "of a priced and an unpriced",
        POINTS,
        "amy back=straight_flush | bob",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "front trips",
        POINTS,
        "amy front=trips | bob front=trips",
        "amy bob: - amy bob",
        row(0, "front", "tie"),
    ),
    (
        "full houses",
        POINTS,
        "amy middle=house | bob middle=house",
        "amy bob: amy - bob",
        row(0, "middle", "tie"),
    ),
    (
        "quads",
        POINTS,
        "amy back=quads | bob back=quads",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "five alike",
        FIVE,
        "amy back=five | bob back=five | cat | dan | eve",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "paired flushes",
        FIVE,
        "amy back=paired_flush | bob back=paired_flush | cat | dan | eve",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "pairs where suits decide",
        FUJIAN,
        "amy front=pair | bob front=pair",
        "amy bob: - bob bob",
        row(0, "front", "tie"),
    ),
    (
        "above a pair where suits decide",
        FUJIAN,
        "amy front=pair | bob",
        "amy bob: amy - bob",
        row(0, "middle", "tie"),
    ),
    (
        "single cards where their suits decide",
        HIGH_CARD_SUITS,
        "amy | bob",
        "amy bob: - amy bob",
        row(0, "front", "tie"),
    ),
    (
        "flushes that go by suit",
        FLUSH_SUITS,
        "amy back=flush | bob back=flush",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    (
        "straight flushes that go by suit",
        FLUSH_SUITS,
        "amy back=straight_flush | bob back=straight_flush",
        "amy bob: amy bob -",
        row(0, "back", "tie"),
    ),
    ("with the banker's edge", EDGE, "amy | bob", "amy bob: bob - bob", row(0, "middle", "tie")),
    (
        "by way of another hand",
        POINTS,
        "amy back=flush | bob | cat back=straight",
        "amy bob: amy bob - | bob cat: cat bob - | amy cat: amy - amy",
        row(1, "back", "tie"),
    ),
)
def test_ties(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected


@table(
    (
        "by way of another hand",
        SIMPLE,
        "amy | bob | cat",
        "amy scoops bob | bob scoops cat",
        [MUST_BE_SCOOP],
    ),
    (
        "by way of another hand, ties or not",
        TIED,
        "amy | bob | cat",
        "amy scoops bob | bob scoops cat",
        [MUST_BE_SCOOP],
    ),
    (
        "by rows",
        SIMPLE,
        "amy | bob | cat",
        "cat bob: - - cat | bob scoops amy",
        [MUST_BE_SCOOP],
    ),
    ("by categories", SIMPLE, f"amy | bob {MONSTERS}", "", [MUST_BE_SCOOP]),
    ("by categories, ties or not", TIED, f"amy | bob {MONSTERS}", "", [MUST_BE_SCOOP]),
    (
        "by two rows, the third a tie at worst",
        TIED,
        "amy | bob | cat",
        "amy bob: - amy amy | bob cat: - bob bob",
        [MUST_BE_SCOOP],
    ),
)
def test_pairs_left_out_that_were_a_scoop(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected
