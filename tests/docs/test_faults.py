"""Every fault code has a row beside the schemas, and every row a code."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.scoring import score_document
from tests.code_health.tree import ROOT
from tests.docs.pages import page, section, table

TEXTS = tomllib.loads((ROOT / "settle" / "words" / "faults.en.toml").read_text("utf-8"))
# Not codes: what a problem document itself says.
CODES = {key.partition(".")[0] for key in TEXTS} - {"problem"}
SCHEMAS = page("schemas/README.md")


def listed() -> list[str]:
    """The codes in the first column of the tables."""
    rows = re.findall(r"^\| (`[^|]+`) \|", section(SCHEMAS, "Fault codes"), flags=re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`(\w+)`", row)]


def test_every_fault_code_is_listed_once():
    assert sorted(listed()) == sorted(CODES)


def test_the_codes_that_others_rely_on_are_there():
    """The contract fixes these; they may never go."""
    fixed = """malformed_json duplicate_key missing unknown_field wrong_type out_of_range
    unknown_ruleset unknown_option bad_option bad_card wrong_card_count duplicate_card
    arrangement_mismatch incomplete_arrangement unknown_natural natural_not_played natural_not_held
    wrong_player_count duplicate_player unknown_player banker_required banker_not_played
    bet_not_played exchange_not_played exchange_mismatch bad_stake expectation_failed
    outcome_insufficient outcome_contradictory wrong_seats"""
    assert set(fixed.split()) <= CODES


# --- the example of a game without cards ----------------------------------------------------------

OUTCOME = section(SCHEMAS, "A game recorded without cards")
[ROUND] = re.findall(r"^```json\n(.*?)^```$", OUTCOME, flags=re.MULTILINE | re.DOTALL)


def test_the_example_comes_out_as_it_was_worked_out_by_hand():
    [told] = table(OUTCOME, "amy", "bob", "cat", "dan", "eve")
    nets = {player: int(net.replace("−", "-")) for player, net in told.items()}
    assert nets == {"amy": -4, "bob": 39, "cat": -10, "dan": -11, "eve": -14}
    result = score_document(json.loads(ROUND), Rulebook())
    assert {total["player"]: total["net"] for total in result["totals"]} == nets


def test_what_no_cards_can_give_is_refused_where_the_page_says():
    document = json.loads(ROUND)
    document["outcome"]["duels"][2]["middle"] = "dan"
    with pytest.raises(
        RefusedError,
        check=lambda refused: refused.brief == "/outcome/duels/2/middle outcome_contradictory",
    ):
        score_document(document, Rulebook())
    assert "`outcome_contradictory` at `/outcome/duels/2/middle`" in OUTCOME
