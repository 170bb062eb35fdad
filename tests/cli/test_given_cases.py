"""The given cases, all of them in one NDJSON run of ``settle score``."""

from __future__ import annotations

import json
import unicodedata

import pytest

from tests.cli.rounds import nets
from tests.cli.running import ROOT, settle

CASES = json.loads((ROOT / "tests/cases/given/rounds.json").read_text())


@pytest.fixture(scope="module")
def answers() -> dict[str, dict]:
    """The answer to each case by its id."""
    lines = "".join(json.dumps(case["round"]) + "\n" for case in CASES)
    done = settle("score", text=lines)
    assert (done.status, done.stderr) == (1, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(CASES)
    refused = {n for n, case in enumerate(CASES, 1) if "refused" in case}
    assert {answer["line"] for answer in found if "error" in answer} == refused
    return {case["id"]: answer for case, answer in zip(CASES, found, strict=True)}


def named(condition):
    return [pytest.param(case, id=case["id"]) for case in CASES if condition(case)]


@pytest.mark.parametrize("case", named(lambda case: "nets" in case))
def test_nets_and_money(case, answers):
    result = answers[case["id"]]
    assert nets(result) == case["nets"]
    if "won" in case:
        won = {total["player"]: total["won"] for total in result["totals"]}
        assert {player: won[player] for player in case["won"]} == case["won"]
    if "money" in case:
        assert {m["player"]: m["amount"] for m in result["money"]} == case["money"]


@pytest.mark.parametrize("case", named(lambda case: "refused" in case))
def test_refusals(case, answers):
    errors = answers[case["id"]]["error"]["errors"]
    assert {error["code"] for error in errors} == {case["refused"]}
    if "player" in case:
        # An exchange that does not add up is a fault of everybody whose cards are not explained.
        assert case["player"] in {who(case["round"], error["pointer"]) for error in errors}


def who(document: dict, pointer: str) -> str:
    """The player that a pointer leads to."""
    place: object = document
    for part in pointer.split("/")[1:]:
        if isinstance(place, list) and int(part) < len(place):
            place = place[int(part)]
            if isinstance(place, dict) and "player" in place:
                return unicodedata.normalize("NFC", place["player"].strip())
        elif isinstance(place, dict):
            if part in {hand["player"] for hand in document["hands"]}:
                return part
            place = place.get(part)
    return ""
