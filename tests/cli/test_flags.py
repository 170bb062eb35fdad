"""Flags that contradict themselves or do nothing, and what only options set."""

from __future__ import annotations

import json

import pytest

from tests.cli.rounds import line
from tests.cli.running import settle

ROUND = line(ruleset="tw-scoop")


@pytest.mark.parametrize("command", ["score", "explain", "sheet"])
def test_a_ruleset_that_is_named_twice_is_wrong_usage(command):
    arguments = [command, "--ruleset", "tw-scoop", "--ruleset", "tw-points"]
    done = settle(*arguments, text=ROUND)
    assert (done.status, done.stdout) == (2, b"")
    assert "given 2 times (tw-scoop, tw-points); name one" in done.stderr
    assert settle(*arguments[:3], text=ROUND).status == 0


@pytest.mark.parametrize(
    ("flags", "status", "told"),
    [
        ([], 2, "nobody is banker without another agreement"),
        (["--against", "tw-points"], 2, "no banker is needed, for in tw-points@1 everybody"),
        (["--against", "tw-banker", "--against-option", "pairing=everyone"], 2, "tw-banker@1"),
        (["--against-option", "tied_row_scoops=true"], 2, "for in tw-scoop@1 everybody"),
        (["--against", "tw-banker"], 0, ""),
        (["--against", "hk-banker", "--against", "tw-points"], 0, ""),
    ],
)
def test_a_banker_whom_nothing_needs_is_wrong_usage(flags, status, told):
    done = settle("explain", "--lang", "en", "--banker", "amy", *flags, text=ROUND)
    assert (done.status, told in done.stderr) == (status, True)
    assert bool(done.stdout) == (status == 0)


@pytest.mark.parametrize(("ruleset"), ["5", "[]", "null", "{}"])
def test_a_flag_does_not_mend_a_ruleset_of_the_wrong_kind(ruleset):
    wrong = ROUND.replace('"tw-scoop"', ruleset)
    done = settle("score", "--ruleset", "tw-scoop", text=wrong)
    assert done.status == 1
    [error] = json.loads(done.stdout)["error"]["errors"]
    assert (error["pointer"], error["code"]) == ("/ruleset", "wrong_type")
    without = ROUND.replace('"ruleset": "tw-scoop", ', "")
    assert settle("score", "--ruleset", "tw-scoop", text=without).status == 0


@pytest.mark.parametrize(
    ("ruleset", "only_set", "switched_on"),
    [
        (
            "fujian-13-water",
            {
                "scoop.base_multiplier": ["scoop_multiplier"],
                "scoop.bonus_multiplier": ["scoop_multiplier"],
            },
            (
                "twelve_royals, three_bombs, one_odd_colour, two_full_houses, half_big, "
                "half_small, big_6_to_k, small_2_to_10"
            ),
        ),
        ("tw-scoop-only", {"scoop.tied_row": ["tied_row_scoops"]}, None),
        ("western-2-4", {}, None),
    ],
)
def test_what_only_options_set_is_shown(ruleset, only_set, switched_on):
    told = json.loads(settle("rulesets", "show", ruleset, "--format", "json").stdout)
    assert {one["key"]: one["options"] for one in told["only_set"]} == only_set
    assert not set(only_set) & {value["key"] for value in told["values"]}
    priced = {value["key"] for value in told["values"]}
    assert not {f"naturals.{natural}" for natural in told["switched_on"]} & priced
    page = " ".join(settle("rulesets", "show", ruleset, "--lang", "en").stdout.decode().split())
    for key, options in only_set.items():
        assert f"{key} · nothing, unless set by: {', '.join(options)}" in page
    if switched_on is not None:
        assert f"natural_points gives them points: {switched_on} What" in page
        assert told["switched_on"] == switched_on.split(", ")
