"""Several faults of one outcome, and what they tell."""

from __future__ import annotations

import pytest

from tests.outcome.tables import (
    FUJIAN,
    POINTS,
    SIMPLE,
    outcome,
    refused,
    told_faults,
)


def test_all_faults_at_once():
    told = outcome(
        "amy front=flush middle=pair back=high_card | bob foul | cat back=straight_flush | dan",
        "amy bob: amy amy amy | cat dan: dan dan dan | amy cat | dan cat: dan dan dan",
    )
    assert refused(told, POINTS) == [
        "/outcome/hands/0/categories/front out_of_range.category",
        "/outcome/hands/0/categories/back outcome_contradictory.order",
        "/outcome/duels/0 outcome_contradictory.not_plain",
        "/outcome/duels/2 outcome_insufficient.result",
        "/outcome/duels/3 outcome_contradictory.twice",
        "/outcome/duels/1/back outcome_contradictory.row",
        "/outcome/duels outcome_insufficient.pair",
    ]


def test_contradictions_of_two_rows_are_both_named():
    told = outcome(
        "amy front=pair middle=pair back=straight_flush | bob front=high_card",
        "amy bob: bob bob bob",
    )
    assert refused(told, POINTS) == [
        "/outcome/duels/0/front outcome_contradictory.row",
        "/outcome/duels/0/back outcome_contradictory.row",
    ]


@pytest.mark.parametrize(
    ("hands", "duels"),
    [
        ("amy front=straight | bob front=pair", "amy bob: amy amy amy"),
        ("amy front=pair middle=high_card back=pair | bob", "amy bob: bob bob bob"),
        ("amy middle=flush back=pair | bob middle=house", "amy bob: amy amy amy"),
    ],
)
def test_a_hand_at_fault_is_not_held_against_its_duels(hands, duels):
    (fault,) = refused(outcome(hands, duels), POINTS)
    assert fault.startswith("/outcome/hands/0/")


def test_what_a_fault_tells():
    told = outcome("amy | bob front=straight back=straight_flush", "amy bob: amy amy amy")
    assert [fault.values for fault in told_faults(told, POINTS)] == [
        {
            "player": "bob",
            "row": "front",
            "found": "straight",
            "choices": ("high_card", "pair", "three_of_a_kind"),
        },
        {"player": "amy", "other": "bob", "row": "back"},
    ]


def test_who_is_named_first_is_said_to_have_won():
    told = outcome("amy | bob | cat", "amy scoops bob | bob scoops cat | cat scoops amy")
    assert [fault.values for fault in told_faults(told, SIMPLE)] == [
        {"player": "cat", "other": "amy"}
    ]


def test_what_a_suits_fault_tells():
    told = outcome("amy dragon_suited | bob dragon_suited suit=h | cat dragon_suited suit=h")
    assert [fault.values for fault in told_faults(told, FUJIAN)] == [
        {"player": "amy", "natural": "dragon_suited", "found": None},
        {"player": "cat", "natural": "dragon_suited", "found": "h"},
    ]


def test_what_a_hand_that_falls_tells():
    told = outcome("amy middle=flush back=straight | bob")
    assert [fault.values for fault in told_faults(told, SIMPLE)] == [
        {"player": "amy", "row": "back", "before": "middle"}
    ]
