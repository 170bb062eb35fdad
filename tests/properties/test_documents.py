"""The same round gives the same bytes, however it is spelled; shown options mean what they say."""

from __future__ import annotations

from random import Random

import pytest

from settle.canonical import canonical_bytes, read_json
from settle.rulebook import Rulebook
from settle.scoring import score_document
from tests.properties.changes import respelled
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS

ROUNDS = 200


@pytest.fixture(scope="module", params=RULESETS)
def played(request):
    """(document, result) of some rounds of a ruleset, and the rulebook they were scored with."""
    rulebook = Rulebook()
    documents = rounds(request.param, 5, ROUNDS)
    return [(document, score_document(document, rulebook)) for document in documents], rulebook


def test_the_same_round_gives_the_same_bytes_again(played):
    other_book = Rulebook()
    for document, result in played[0]:
        again = score_document(read_json(canonical_bytes(document)), other_book)
        assert canonical_bytes(again) == canonical_bytes(result), document


def test_another_spelling_gives_the_same_bytes(played):
    rng = Random(6)
    for document, result in played[0]:
        spelled = respelled(document, rng)
        assert canonical_bytes(score_document(spelled, played[1])) == canonical_bytes(result), (
            spelled
        )


def test_options_as_shown_are_the_same_agreement(played):
    for document, result in played[0]:
        full = {**document, "options": result["options"]}
        again = score_document(full, played[1])
        assert canonical_bytes(again) == canonical_bytes(result), document
