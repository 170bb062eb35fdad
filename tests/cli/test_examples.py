"""Every example prints what is stored, and scores as it was worked out by hand."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from tests.cli.examples import FOLDERS, ROOT, commands, run

NUMBERS = {folder.name: json.loads((folder / "expected.json").read_text()) for folder in FOLDERS}


def results(folder) -> list[list[dict]]:
    """What each `settle score` of an example prints."""
    return [
        [json.loads(line) for line in run(folder, command).splitlines()]
        for command in commands(folder)
        if command[1] == "score"
    ]


def sheet(folder) -> dict:
    """What the example's `settle sheet --format json` prints."""
    [command] = [c for c in commands(folder) if c[1] == "sheet" and "json" in c]
    return json.loads(run(folder, command))


def nets(result: dict) -> dict[str, int]:
    return {total["player"]: total["net"] for total in result["totals"]}


def test_the_examples_are_these():
    assert sorted(NUMBERS) == [
        "disputed-round", "five-player", "hk-banker-evening", "outcome-evening", "own-ruleset",
        "ph-exchange", "simple-evening",
    ]  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_prints_what_is_stored(folder):
    printed = b"".join(run(folder, command) for command in commands(folder))
    assert printed == (folder / "output").read_bytes(), f"python {ROOT}/tests/cli/examples.py"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_scores_as_it_was_worked_out_by_hand(folder):
    expected = NUMBERS[folder.name]
    first, *_ = results(folder)
    assert [nets(result) for result in first] == expected["games"]
    assert sum(map(Counter, expected["games"]), Counter()).keys() <= expected["totals"].keys()
    for player, total in expected["totals"].items():
        assert sum(game[player] for game in expected["games"]) == total


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_settles_as_it_was_worked_out_by_hand(folder):
    expected, settled = NUMBERS[folder.name], sheet(folder)
    assert [game["nets"] for game in settled["games"]] == expected["games"]
    assert {total["player"]: total["net"] for total in settled["totals"]} == expected["totals"]
    assert {t["player"]: t["amount"] for t in settled["totals"]} == expected["money"]
    assert settled["currency"] == expected["currency"]
    found = [[t["from"], t["to"], t["amount"]] for t in settled["transfers"]]
    if isinstance(expected["transfers"], int):
        assert len(found) == expected["transfers"]
    else:
        assert sorted(found) == sorted(expected["transfers"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_transfers_of_an_example_pay_what_is_owed(folder):
    expected, settled = NUMBERS[folder.name], sheet(folder)
    paid: Counter[str] = Counter()
    for transfer in settled["transfers"]:
        paid[transfer["from"]] -= minor(transfer["amount"])
        paid[transfer["to"]] += minor(transfer["amount"])
    owed = {player: minor(amount) for player, amount in expected["money"].items()}
    assert {player: paid[player] for player in owed} == owed


def minor(amount: str) -> int:
    whole, _, cents = amount.partition(".")
    return int(whole + cents.ljust(2, "0"))


def test_the_dispute_is_about_what_was_worked_out_by_hand():
    [folder] = [folder for folder in FOLDERS if folder.name == "disputed-round"]
    _, [other] = results(folder)
    assert nets(other) == NUMBERS[folder.name]["against"]["tw-points"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_readme_shows_the_commands_and_the_numbers(folder):
    text = (folder / "README.md").read_text()
    assert f"```\n{(folder / 'command').read_text()}```\n" in text
    plain = text.replace("−", "-").replace("**", "")
    for player, total in NUMBERS[folder.name]["totals"].items():
        assert re.search(rf"\| \+?{total} ?\|", plain), player
    for amount in NUMBERS[folder.name]["money"].values():
        assert re.search(rf"(?<![\d.]){re.escape(amount.lstrip('-'))}(?![\d])", plain), amount


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_deals_of_an_example_are_legal(folder):
    """Thirteen cards each, no more of a card than the deck holds."""
    copies = 2 if folder.name == "five-player" else 1
    lines = [line for path in folder.glob("*.ndjson") for line in path.read_text().splitlines()]
    whole = [path.read_text() for path in folder.glob("round.json")]
    for document in map(json.loads, lines + whole):
        hands = [
            hand.get("cards") or hand["front"] + hand["middle"] + hand["back"]
            for hand in document.get("hands", ())
        ]
        held = Counter(card for hand in hands for card in hand)
        assert {len(hand) for hand in hands} <= {13}
        assert all(count <= (copies if card[1] == "s" else 1) for card, count in held.items())
