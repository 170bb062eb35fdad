"""Generated rounds of every ruleset: right by the twin, and the same whoever sits where.

2,000 rounds a ruleset; 100,000 with ``-m slow``.
"""

from __future__ import annotations

from random import Random

import pytest

from settle.canonical import canonical_bytes
from settle.rulebook import Rulebook
from settle.scoring import score_document
from tests.properties.changes import KEEPING_COLOURS, NEW_NAMES, renamed, resuited, turned
from tests.properties.checks import (
    by_player,
    differences,
    order_faults,
    rule_faults,
    sum_faults,
    with_names,
    without_cards,
)
from tests.reference import twin
from tests.reference.coverage import features, required
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS

ROUNDS = 2_000
SEED = 3

SLOW_BATCHES, SLOW_ROUNDS = range(1_000, 1_010), 10_000
"""Seeds, and rounds of each."""


@pytest.fixture(scope="module")
def rulebook():
    return Rulebook()


def check_rounds(ruleset, seed, number, rulebook):
    """Check every property on so many rounds; they must meet all that the ruleset has."""
    met, rng = set(), Random(seed)
    by_agreement = {}
    for document in rounds(ruleset, seed, number):
        table = twin.play(document)
        met.update(features(document, table))
        result = score_document(document, rulebook)
        assert differences(result, twin.report(table)) == [], document
        agreement = canonical_bytes(result["options"])
        faults = [
            *sum_faults(result),
            *order_faults(result),
            *rule_faults(result, rulebook.get(ruleset), by_agreement.setdefault(agreement, {})),
        ]
        assert faults == [], document
        check_changes(document, result, table.prices, rulebook, rng)
    assert sorted(required(ruleset) - met) == []


def check_changes(document, result, prices, rulebook, rng):
    """Other names, other seats, other suits."""
    by_others = score_document(renamed(document), rulebook)
    assert by_others == with_names(result, NEW_NAMES), document
    elsewhere = score_document(turned(document, rng), rulebook)
    assert by_player(elsewhere) == by_player(result), document
    if prices.suits == "none":
        suits = rng.choice(KEEPING_COLOURS)
        in_others = score_document(resuited(document, suits), rulebook)
        assert without_cards(in_others) == without_cards(result), (document, suits)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rounds(ruleset, rulebook):
    check_rounds(ruleset, SEED, ROUNDS, rulebook)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW_BATCHES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_rounds(ruleset, seed, rulebook):
    check_rounds(ruleset, seed, SLOW_ROUNDS, rulebook)
