"""What the faults of an outcome name besides their place: the players, the row, the choices."""

from __future__ import annotations

from tests.outcome.tables import (
    BANKER,
    FRONT_ALL_PRICED,
    SIMPLE,
    outcome,
    table,
    told_faults,
)

FRONTS = ("high_card", "pair", "three_of_a_kind")
DUEL = "amy bob: amy amy amy"
MONSTERS = "front=trips middle=quads back=straight_flush"


@table(
    (
        "a category that is missing",
        FRONT_ALL_PRICED,
        "amy front=pair | bob",
        DUEL,
        [{"player": "bob", "row": "front", "choices": FRONTS}],
    ),
    (
        "two who do not play each other",
        BANKER,
        "amy | bob | cat",
        "amy bob: amy - - | amy cat: amy - - | cat bob: - - -",
        [{"player": "bob", "other": "cat"}],
    ),
    (
        "a pair named twice",
        SIMPLE,
        "amy | bob",
        "amy scoops bob | bob amy: - - -",
        [{"player": "amy", "other": "bob"}],
    ),
    (
        "a pair without a result",
        SIMPLE,
        "amy | bob | cat",
        "cat bob",
        [{"player": "bob", "other": "cat"}],
    ),
    (
        "a pair left out that must have been a scoop",
        SIMPLE,
        f"amy | bob {MONSTERS}",
        "",
        [{"player": "amy", "other": "bob"}],
    ),
)
def test_what_a_fault_names(rules, hands, duels, expected):
    assert [fault.values for fault in told_faults(outcome(hands, duels), rules)] == expected
