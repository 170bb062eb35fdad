"""The published schemas: written from the classes, and of one mind with them."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from settle.cards import DECK_52, parse_card
from settle.scoring import score_round
from settle.wire import load_round, problem
from settle.wire.jsonschema import PUBLISHED, schema_text
from settle.wire.names import CARD_PATTERN, NAME_PATTERN, player_name
from tests.code_health.tree import ROOT
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS
from tests.wire.documents import RULEBOOK, changed
from tests.wire.fault_table import GOOD, TABLE
from tests.wire.test_accept import ORDINARY
from tests.wire.test_load import CASES
from tests.wire.test_problems import refusal

# By code or code.variant: what schemas/README.md lists as beyond a schema.
UNSAYABLE = {
    "unknown_ruleset", "unknown_option", "bad_option", "wrong_player_count", "banker_required",
    "banker_not_played", "bet_not_played", "exchange_not_played", "unknown_field.doubling_card",
    "unknown_natural", "natural_not_played", "natural_not_held", "missing.arrangement_for_auto",
    "duplicate_player", "unknown_player", "missing.player", "duplicate_card",
    "arrangement_mismatch", "exchange_mismatch", "out_of_range.across", "bad_stake.step",
    "bad_stake.whole", "outcome_contradictory.twice", "outcome_contradictory.holders",
    "outcome_contradictory.holders_of_one",
    "outcome_contradictory.no_doubling_card",
}  # fmt: skip

# Rows of the table whose fault a schema sees in some of its cases only.
SOMETIMES = {
    "bad_stake.amount",
    "out_of_range.moment",
    "out_of_range.player",
    "out_of_range.surrogate",
    "unknown_field.suit",
    "wrong_type.integer",
}

# Rows that say something about a reader of schemas: Python's `$` lets a last line end pass, and a
# key without a letter is no name to a schema.
ASIDE = {"the card 'As\\n'", "nobody is expected"}


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


ROUND, RESULT, PROBLEM = (validator(name) for name in ("round", "result", "problem"))


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_file_is_what_the_classes_say(name):
    written = (ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    assert written == schema_text(name), "run: python -m settle.wire.jsonschema"


def test_every_schema_is_listed():
    listed = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    assert all(f"({name}.json)" in listed for name in PUBLISHED)


def test_every_code_is_listed():
    listed = set(re.findall(r"`([a-z_]+)`", (ROOT / "schemas" / "README.md").read_text("utf-8")))
    codes = {key.partition(".")[0] for row in TABLE for _, key in row[3]}
    assert codes - listed == set()
    assert codes > {"bad_card", "outcome_contradictory", "bad_stake"}


GOODS = {**GOOD, **ORDINARY} | {
    case["id"]: case["round"] for case in CASES if "refused" not in case
}  # fmt: skip


@pytest.mark.parametrize("sent", GOODS.values(), ids=GOODS.keys())
def test_what_the_classes_take_fits_the_schema(sent):
    assert list(ROUND.iter_errors(sent)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_generated_rounds_and_their_results_fit(ruleset):
    for sent in rounds(ruleset, seed=5, number=20):
        ROUND.validate(sent)
        result = score_round(*load_round(sent, RULEBOOK))
        RESULT.validate(json.loads(json.dumps(result)))


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_a_schema_refuses_what_it_can_say_and_nothing_more(row):
    sent: Any = changed(row[1], row[2])
    keys = {key for _, key in row[3]}
    sayable = {
        key for key in keys if key not in UNSAYABLE and key.partition(".")[0] not in UNSAYABLE
    }
    refused = not ROUND.is_valid(sent)
    if (sayable and sayable <= SOMETIMES) or row[0] in ASIDE:
        return
    assert refused == bool(sayable)


@pytest.mark.parametrize("row", TABLE[::20], ids=[row[0] for row in TABLE[::20]])
def test_problems_fit(row):
    PROBLEM.validate(problem(refusal(changed(row[1], row[2]))))


LETTERS = "shdcSHDC23456789TJQKA10tjqka♠♤♥♡♣♧♦♢黑桃紅心红梅花方塊块片\ufe0e\ufe0f X"
SPELLING = st.text(st.sampled_from(LETTERS), max_size=5)


@given(SPELLING | st.from_regex(CARD_PATTERN, fullmatch=True))
def test_the_pattern_of_cards_is_what_is_read(text):
    pattern = {"type": "string", "pattern": CARD_PATTERN}
    assert jsonschema.Draft202012Validator(pattern).is_valid(text) == (parse_card(text) in DECK_52)


@given(st.text() | st.text("ab \t\n\x1f\x7f\u3000\u2028é", max_size=50))
def test_the_pattern_of_names_is_what_is_read_but_for_length(text):
    pattern = {"type": "string", "pattern": NAME_PATTERN}
    fits = jsonschema.Draft202012Validator(pattern).is_valid(text)
    if player_name(text) is not None:
        assert fits
    if fits and len(text) <= 40:
        assert player_name(text) is not None
