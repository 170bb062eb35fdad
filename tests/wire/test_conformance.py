"""The pack for other scorers: written from the cases, and run here by Settle's own command."""

from __future__ import annotations

import json
import subprocess
import sys

from settle.openapi.conformance import FILES, pack
from tests.code_health.tree import ROOT

FOLDER = ROOT / "schemas" / "conformance"
GIVEN = json.loads((ROOT / "tests/cases/given/rounds.json").read_text("utf-8"))
ROUNDS, RESULTS, REFUSALS = (json.loads((FOLDER / name).read_text("utf-8")) for name in FILES)


def test_the_published_pack_is_what_the_cases_say():
    made = pack(GIVEN)
    stale = [name for name in FILES if (FOLDER / name).read_text("utf-8") != made[name]]
    assert stale == [], "run: python -m settle.openapi.conformance tests/cases/given/rounds.json"


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
