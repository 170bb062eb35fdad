"""What is missing, impossible or out of order in the hands of an outcome."""

from __future__ import annotations

from tests.outcome.tables import (
    FIVE,
    FRONT_ALL_PRICED,
    FUJIAN,
    SIMPLE,
    outcome,
    refused,
    table,
)


def category(seat, row, why):
    return [f"/outcome/hands/{seat}/categories/{row} {why}"]


NO_SUCH, NEEDED, ORDER = (
    "out_of_range.category",
    "outcome_insufficient.category",
    "outcome_contradictory.order",
)


@table(
    (
        "a straight in the front",
        SIMPLE,
        "amy front=straight | bob",
        "",
        category(0, "front", NO_SUCH),
    ),
    (
        "two pair in the front",
        SIMPLE,
        "amy | bob front=two_pair",
        "",
        category(1, "front", NO_SUCH),
    ),
    (
        "paired flush on 52",
        SIMPLE,
        "amy middle=paired_flush | bob",
        "",
        category(0, "middle", NO_SUCH),
    ),
    ("five alike on 52", SIMPLE, "amy back=five | bob", "", category(0, "back", NO_SUCH)),
    ("five alike in the front", FIVE, "amy front=five | bob", "", category(0, "front", NO_SUCH)),
    ("a foul's", SIMPLE, "amy | bob foul front=flush", "", category(1, "front", NO_SUCH)),
    ("a natural's", SIMPLE, "amy | bob dragon back=paired_flush", "", category(1, "back", NO_SUCH)),
    (
        "every category is priced",
        FRONT_ALL_PRICED,
        "amy front=pair | bob",
        "amy bob: bob bob bob",
        category(1, "front", NEEDED),
    ),
    (
        "every category is priced, of an arranged foul",
        FRONT_ALL_PRICED,
        "amy front=pair | bob foul middle=quads",
        "",
        category(1, "front", NEEDED),
    ),
    (
        "middle below front",
        SIMPLE,
        "amy front=pair middle=high_card | bob",
        "",
        category(0, "middle", ORDER),
    ),
    (
        "back below middle",
        SIMPLE,
        "amy | bob middle=flush back=straight",
        "",
        category(1, "back", ORDER),
    ),
    (
        "back below front",
        SIMPLE,
        "amy front=trips back=two_pair | bob",
        "",
        category(0, "back", ORDER),
    ),
    (
        "no unpriced back is that high",
        SIMPLE,
        "amy middle=quads | bob",
        "",
        category(0, "back", ORDER),
    ),
    (
        "no unpriced middle is that high",
        FIVE,
        "amy | bob | cat | dan | eve middle=five back=straight_flush",
        "",
        category(4, "back", ORDER),
    ),
)
def test_categories(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected


def suit(seat, why):
    return f"/outcome/hands/{seat}/suit {why}"


NO_SUIT, SUIT_TWICE = "outcome_insufficient.suit", "outcome_contradictory.suit"


@table(
    (
        "both are needed",
        FUJIAN,
        "amy dragon_suited | bob dragon_suited",
        "",
        [suit(0, NO_SUIT), suit(1, NO_SUIT)],
    ),
    (
        "one is needed",
        FUJIAN,
        "amy dragon_suited | bob dragon_suited suit=c",
        "",
        [suit(0, NO_SUIT)],
    ),
    (
        "the same one",
        FUJIAN,
        "amy dragon_suited suit=c | bob dragon_suited suit=c",
        "",
        [suit(1, SUIT_TWICE)],
    ),
    (
        "where it decides nothing",
        SIMPLE,
        "amy dragon_suited suit=s | bob dragon_suited suit=s",
        "",
        [suit(1, SUIT_TWICE)],
    ),
    (
        "not the doubled one",
        FIVE,
        "amy dragon_suited suit=h | bob dragon_suited suit=h | cat | dan | eve",
        "",
        [suit(1, SUIT_TWICE)],
    ),
    (
        "the doubled one thrice",
        FIVE,
        "amy dragon_suited suit=s | bob dragon_suited suit=s | cat dragon_suited suit=s",
        "",
        [suit(2, SUIT_TWICE)],
    ),
)
def test_suits(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected
