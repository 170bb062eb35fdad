"""Generated rounds of every ruleset: right by the twin, and the same whoever sits where.

2,000 rounds a ruleset; 100,000 with ``-m slow``.
"""

from __future__ import annotations

from random import Random

import pytest

from settle.canonical import canonical_bytes
from settle.recurring import Results, Scored
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.wire import load_round
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

SLOW_SEEDS, SLOW_ROUNDS = range(1_000, 1_010), 10_000
"""Together 100,000 rounds a ruleset, in parts that can run side by side."""


@pytest.fixture(scope="module")
def rulebook():
    return Rulebook()


RESULTS = Results()
"""What recurs in all of these rounds."""


def check_round(document, rulebook, priced):
    """Check a round against the twin and its result for itself; gives the result and the table.

    Twice out of what recurs: a round may be all new to it, and never is the second time.
    """
    table = twin.play(document)
    result = score_document(document, rulebook)
    assert differences(result, twin.report(table)) == [], document
    by_rule = priced.setdefault(str(document.get("options")), {})
    ruleset = rulebook.get(document["ruleset"])
    faults = [*sum_faults(result), *order_faults(result), *rule_faults(result, ruleset, by_rule)]
    assert faults == [], document
    played, rules = load_round(document, rulebook)
    for _ in range(2 if played.outcome is None else 0):
        made = RESULTS.scored(played, rules)
        text = made.result if isinstance(made, Scored) else canonical_bytes(made)
        assert text == canonical_bytes(result), document
    return result, table


def check_each_change(document, result, prices, rulebook, rng):
    """Other names, other seats, other suits, each for itself."""
    by_others = score_document(renamed(document), rulebook)
    assert by_others == with_names(result, NEW_NAMES), document
    elsewhere = score_document(turned(document, rng), rulebook)
    assert by_player(elsewhere) == by_player(result), document
    if prices.suits == "none":
        suits = rng.choice(KEEPING_COLOURS)
        in_others = score_document(resuited(document, suits), rulebook)
        assert without_cards(in_others) == without_cards(result), (document, suits)


def check_all_changes(document, result, prices, rulebook, rng):
    """Other names, other seats and other suits at once: a third of the time."""
    changed = turned(document, rng)
    if prices.suits == "none":
        changed = resuited(changed, rng.choice(KEEPING_COLOURS))
    changed = renamed(changed)
    again = score_document(changed, rulebook)
    assert by_player(again) == by_player(with_names(result, NEW_NAMES)), (document, changed)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rounds(ruleset, rulebook):
    met, priced, rng = set(), {}, Random(SEED)
    for document in rounds(ruleset, SEED, ROUNDS):
        result, table = check_round(document, rulebook, priced)
        check_each_change(document, result, table.prices, rulebook, rng)
        met.update(features(document, table))
    assert sorted(required(ruleset) - met) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW_SEEDS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_rounds(ruleset, seed, rulebook):
    priced, rng = {}, Random(seed)
    for document in rounds(ruleset, seed, SLOW_ROUNDS):
        result, table = check_round(document, rulebook, priced)
        check_all_changes(document, result, table.prices, rulebook, rng)
