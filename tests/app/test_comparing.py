"""One round under several agreements: what was worked out by hand, and what cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from settle.scoring import score_document
from tests.app.test_refusals import codes, problem_of
from tests.book.rounds import RULEBOOK, scoops

FOLDER = Path(__file__).parents[2] / "examples/disputed-round"
DISPUTED = json.loads((FOLDER / "round.json").read_text())
EXPECTED = json.loads((FOLDER / "expected.json").read_text())

# From the example's README: what the first of a pair takes, by tw-scoop and by tw-points.
PAIRS = {
    ("amy", "bob"): [10, 6],
    ("amy", "cat"): [10, 6],
    ("amy", "dan"): [-1, 0],
    ("bob", "cat"): [-1, -1],
    ("bob", "dan"): [-2, -1],
    ("cat", "dan"): [-4, -3],
}


def compared(client, played, *agreements, query=""):
    sent = {"round": played, "agreements": list(agreements)}
    response = client.post(f"/v1/compare{query}", json=sent)
    assert response.status_code == 200, response.data
    return response.json


def test_the_disputed_round_as_it_was_worked_out_by_hand(client):
    told = compared(client, DISPUTED, {}, {"ruleset": "tw-points"})
    assert {tuple(pair["players"]): pair["nets"] for pair in told["pairs"]} == PAIRS
    assert {each["player"]: each["nets"] for each in told["nets"]} == {
        player: [EXPECTED["totals"][player], EXPECTED["against"]["tw-points"][player]]
        for player in ("amy", "bob", "cat", "dan")
    }
    assert told["differs"] is True
    assert [each["ruleset"] for each in told["agreements"]] == ["tw-scoop@1", "tw-points@1"]


def test_the_lines_are_named_as_results_name_them(client):
    told = compared(client, DISPUTED, {}, {"ruleset": "tw-points"}, query="?lang=zh-Hant")
    [pair] = [each for each in told["pairs"] if each["players"] == ["amy", "bob"]]
    lines = [{k: v for k, v in line.items() if k != "text"} for line in pair["lines"]]
    base = {"payer": "bob", "payee": "amy"}
    bonus = {**base, "reason": "row_bonus"}
    assert lines == [
        {**base, "reason": "row", "row": "front", "points": [1, 1], "differs": False},
        {**base, "reason": "row", "row": "middle", "points": [1, 1], "differs": False},
        {**base, "reason": "row", "row": "back", "points": [1, 1], "differs": False},
        {**bonus, "row": "middle", "category": "full_house", "points": [1, 1], "differs": False},
        {**bonus, "row": "back", "category": "four_of_a_kind", "points": [3, 2], "differs": True},
        {**base, "reason": "scoop", "points": [3, None], "differs": True},
    ]
    assert pair["lines"][-1]["text"] == "打槍"


def test_each_result_is_that_of_scoring_it_so(client):
    told = compared(client, DISPUTED, {}, {"ruleset": "tw-points", "options": {"scoop_points": 3}})
    for agreement, answered in zip(
        [{}, {"ruleset": "tw-points", "options": {"scoop_points": 3}}],
        told["agreements"],
        strict=True,
    ):
        result = answered["result"]
        for line in result["lines"]:
            del line["text"]
        assert result == score_document({**DISPUTED, **agreement}, RULEBOOK)
        assert answered["ruleset_digest"] == result["ruleset_digest"]


def test_an_agreement_that_cannot_score_the_round_is_told_beside_the_others(client):
    told = compared(client, DISPUTED, {"ruleset": "hk-banker"}, {}, {"ruleset": "tw-points"})
    first, *others = told["agreements"]
    assert codes(first["problem"]) == ["/banker banker_required"]
    assert all("result" in each for each in others)
    assert told["nets"][0] == {"player": "amy", "nets": [None, 19, 12]}


def test_a_banker_is_taken_where_one_is_needed(client):
    told = compared(client, DISPUTED, {}, {"ruleset": "hk-banker", "banker": "amy"})
    assert told["agreements"][1]["adapted"]
    assert "result" in told["agreements"][1]


def test_a_table_s_own_ruleset_is_compared_with(client):
    ours = (FOLDER.parent / "own-ruleset/our-thirteen.toml").read_bytes()
    client.post("/v1/rulesets", data=ours, headers={"Content-Type": "application/toml"})
    told = compared(client, DISPUTED, {}, {"ruleset": "our-thirteen"})
    assert told["agreements"][1]["ruleset"] == "our-thirteen@1"


ROUND = scoops("amy>dan", ruleset="tw-scoop-only")
TWO = [{}, {"ruleset": "tw-points"}]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, ["/round missing", "/agreements missing"]),
        ({"round": ROUND, "agreements": TWO, "x": 1}, ["/x unknown_field"]),
        ({"round": [], "agreements": TWO}, ["/round wrong_type"]),
        ({"round": ROUND, "agreements": {}}, ["/agreements wrong_type"]),
        ({"round": ROUND, "agreements": [{}]}, ["/agreements out_of_range"]),
        ({"round": ROUND, "agreements": [{}] * 13}, ["/agreements out_of_range"]),
        ({"round": ROUND, "agreements": [{}, {"x": 1}]}, ["/agreements/1/x unknown_field"]),
        (
            {"round": ROUND, "agreements": [{"ruleset": "x"}, {"options": {"x": 1}}]},
            ["/agreements/0/ruleset unknown_ruleset", "/agreements/1/options/x unknown_option"],
        ),
        (
            {"round": ROUND, "agreements": [{}, {"options": {"home_run_multiplier": "3"}}]},
            ["/agreements/1/options/home_run_multiplier bad_option"],
        ),
        ({"round": scoops(), "agreements": TWO}, ["/agreements/0/ruleset missing"]),
        (
            {"round": {**ROUND, "ruleset": "x"}, "agreements": TWO},
            ["/round/ruleset unknown_ruleset"],
        ),
        (
            {"round": {"ruleset": "tw-scoop-only", "hands": 1}, "agreements": TWO},
            ["/round/hands wrong_type"],
        ),
    ],
)  # fmt: skip
def test_a_comparison_that_is_refused(client, sent, expected):
    assert codes(problem_of(client.post("/v1/compare", json=sent), 422)) == expected


def test_an_outcome_is_compared_only_where_it_says_enough(client):
    """Nobody writes down a full house where only scoops are paid."""
    every = ["amy>bob", "amy>cat", "amy>dan", "bob>cat", "bob>dan", "cat>dan"]
    played = scoops(*every, ruleset="tw-scoop-only")
    told = compared(client, played, {}, {"ruleset": "tw-points"})
    assert "result" in told["agreements"][0]
    assert codes(told["agreements"][1]["problem"]) == [
        f"/outcome/hands/{seat}/categories/middle outcome_insufficient" for seat in range(4)
    ]


SAME = [{}, {"ruleset": "tw-scoop-only"}, {"ruleset": "tw-scoop-only@1", "options": {}}]
ANOTHER = {"options": {"dragon_multiplier": 8}}
RIGHT, WRONG = ({"totals": {"amy": net, "dan": -net}} for net in (1, 2))


@pytest.mark.parametrize("same", SAME)
@pytest.mark.parametrize("named", ["tw-scoop-only", "tw-scoop-only@1"])
def test_what_is_expected_is_checked_under_the_round_s_own_agreement(client, same, named):
    """And only there: what another agreement makes of the round nobody expected."""
    own = {**scoops("amy>dan", ruleset=named), "expect": RIGHT}
    told = compared(client, own, same, ANOTHER)
    first, other = told["agreements"]
    assert "adapted" not in first
    assert len(other["adapted"]) == 1
    assert told["nets"][0] == {"player": "amy", "nets": [1, 1]}
    first, other = compared(client, {**own, "expect": WRONG}, same, ANOTHER)["agreements"]
    assert codes(first["problem"]) == [
        "/expect/totals/amy expectation_failed",
        "/expect/totals/dan expectation_failed",
    ]
    assert "result" in other
