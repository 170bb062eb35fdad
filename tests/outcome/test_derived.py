"""The outcome that a table would have written down for a card round scores as the cards do."""

from __future__ import annotations

import pytest

from settle.compare import compare
from settle.evaluate import evaluate
from settle.outcome import read_outcome
from settle.pricing import score
from settle.rulebook import Rulebook
from settle.wire import load_round
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS
from tests.reference.twin import outcome_of

ROUNDS = 2_000


@pytest.fixture(scope="module")
def rulebook():
    return Rulebook()


def scored(document, rulebook):
    """Totals, lines and notices; a natural that was not declared is seen in cards only."""
    played, rules = load_round(document, rulebook)
    if played.outcome is None:
        evaluated = evaluate(played, rules)
        sheet = score(evaluated, compare(evaluated, rules), rules)
    else:
        sheet = score(*read_outcome(played.outcome, rules, played.banker), rules)
    notices = [notice for notice in sheet.notices if notice.code != "undeclared_natural"]
    return sheet.totals, sheet.lines, notices


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_outcome_scores_as_its_cards(ruleset, rulebook):
    moved = 0
    for document in rounds(ruleset, 2, ROUNDS):
        by_cards = scored(document, rulebook)
        assert scored(outcome_of(document), rulebook) == by_cards, document
        moved += len(by_cards[1])
    assert moved > ROUNDS
