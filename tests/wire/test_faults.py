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
