"""The pack for other scorers: written from the cases, and run here by Settle's own command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

from settle.openapi.conformance import FILES, pack
from tests.cases import telling
from tests.code_health.tree import ROOT

FOLDER = ROOT / "schemas" / "conformance"
CASES = {
    file.parent.name: json.loads(file.read_text("utf-8"))
    for file in sorted((ROOT / "tests/cases").glob("*/rounds.json"))
}
ROUNDS, RESULTS, REFUSALS = (json.loads((FOLDER / name).read_text("utf-8")) for name in FILES)


def test_the_published_pack_is_what_the_cases_say():
    made = pack(CASES)
    stale = [name for name in FILES if (FOLDER / name).read_text("utf-8") != made[name]]
    assert stale == [], "run: python -m settle.openapi.conformance tests/cases/*/rounds.json"


def test_outcomes_are_what_cards_and_tables_say():
    assert telling.FILE.read_text("utf-8") == telling.text(), "run: python -m tests.cases.telling"


def test_every_ruleset_and_kind_of_refusal_is_there_without_cards():
    """Most tables record their games so."""
    outcomes = [each for each in ROUNDS if "outcome" in each]
    scored = [each for each in outcomes if each["ref"] in RESULTS]
    assert len(scored) > 800
    assert {each["ruleset"] for each in scored} == {
        each["ruleset"] for each in ROUNDS if each["ref"] in RESULTS
    }
    codes = Counter(REFUSALS[each["ref"]]["code"] for each in outcomes if each not in scored)
    assert codes["outcome_contradictory"] >= 10
    assert codes["outcome_insufficient"] >= 3


def test_a_game_told_again_has_the_nets_of_its_cards():
    by_name = {name.partition("/")[2]: told for name, told in RESULTS.items()
               if name.startswith("outcomes/")}  # fmt: skip
    again = [name for name in by_name if name in RESULTS]
    assert len(again) > 800
    assert [name for name in again if RESULTS[name] != by_name[name]] == []


def test_every_round_has_one_answer():
    names = [each["ref"] for each in ROUNDS]
    assert len(set(names)) == len(names)
    assert sorted(names) == sorted([*RESULTS, *REFUSALS])
    assert len(RESULTS) > 1000
    assert len({told["code"] for told in REFUSALS.values()}) > 20
    played = {each["ruleset"].partition("@")[0] for each in ROUNDS}
    shipped = {file.name.partition("@")[0] for file in (ROOT / "rulesets").glob("*.cases.json")}
    assert shipped <= played


def test_our_own_command_passes_it():
    """As the page says, with nothing but what any language has."""
    done = subprocess.run(
        [sys.executable, "-m", "settle", "score", FOLDER / "rounds.json"],
        capture_output=True, text=True, check=False, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(ROUNDS)
    wrong = [
        each["ref"] for each, answer in zip(ROUNDS, answers, strict=True) if not fits(each, answer)
    ]
    assert wrong == []


def fits(sent, answer):
    """Whether an answer is the one that the pack asks for."""
    if sent["ref"] in REFUSALS:
        told = REFUSALS[sent["ref"]]
        return {error["code"] for error in answer["error"]["errors"]} == {told["code"]}
    told = RESULTS[sent["ref"]]
    totals = {total["player"]: total for total in answer["totals"]}
    won = {player: totals[player]["won"] for player in told.get("won", {})}
    money = {each["player"]: each["amount"] for each in answer.get("money", ())}
    return (
        {player: total["net"] for player, total in totals.items()} == told["nets"]
        and won == told.get("won", {})
        and money == told.get("money", money)
    )
