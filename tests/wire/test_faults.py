"""Every fault code at every place where it can occur, and no other fault beside it."""

from __future__ import annotations

import pytest

from settle.faults import RefusedError
from settle.wire import load_round
from tests.wire.documents import RULEBOOK, changed, faults
from tests.wire.fault_table import GOOD, TABLE


@pytest.mark.parametrize("start", GOOD.values(), ids=GOOD.keys())
def test_what_the_table_starts_from_is_good(start):
    assert faults(start) == []


@pytest.mark.parametrize(("start", "changes", "expected"), [row[1:] for row in TABLE],
                         ids=[row[0] for row in TABLE])  # fmt: skip
def test_a_fault_is_named_at_its_place_and_nothing_else_is(start, changes, expected):
    document = changed(start, changes)
    assert faults(document) == expected
    with pytest.raises(RefusedError):
        load_round(document, RULEBOOK)


def test_thousands_of_faults_share_what_they_name():
    """So that a megabyte of nonsense costs time and memory in proportion, and no more."""
    hands = [{"player": f"p{number}"} for number in range(300)]
    duels = [{"players": ["eve", f"p{number}"]} for number in range(300)]
    sent = {"ruleset": "tw-scoop-only", "outcome": {"hands": hands, "duels": duels}}
    with pytest.raises(RefusedError) as caught:
        load_round(sent, RULEBOOK)
    named = [f.values["known"] for f in caught.value.faults if f.code == "unknown_player"]
    assert len(named) == 300
    assert len({id(known) for known in named}) == 1


def test_of_passes_without_end_only_the_first_two_are_looked_into():
    passes = [{"direction": "clockwise", "cards": {}}] * 300
    sent = changed(GOOD["an exchange"], {"exchange/passes": passes})
    places = [place for place, _ in faults(sent)]
    assert len(places) == 1 + 2 * 3
