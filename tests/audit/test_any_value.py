"""Whatever stands in an entry that was sealed anew: told as a finding, never an accident."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from settle.audit import Tally, audit_ledger, take_ledger
from settle.audit.told import finding_line
from settle.words import words
from tests.audit.evening import RELEASED, Ledger, Nobody

VALUES = (None, True, 1, -1, "6", [], [0], {}, {"a": 1})
TRIES = 12


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where values stand in a document, itself left out."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for name, each in inside:
        found.append((*place, name))
        if isinstance(each, (dict, list)):
            found += places(each, (*place, name))
    return found


def put(document: Any, place: tuple[Any, ...], value: object) -> None:
    for name in place[:-1]:
        document = document[name]
    document[place[-1]] = value


def told(data: bytes) -> list[str]:
    """What both ways find, in words."""
    said = words("en")
    ways = (
        audit_ledger(io.BytesIO(data), RELEASED, Tally()),
        take_ledger(io.BytesIO(data), RELEASED, Tally(), Nobody()),
    )
    return [finding_line(each, said) for way in ways for each in way]


@pytest.mark.parametrize("seed", range(5))
def test_any_value_anywhere(whole, seed):
    chance = random.Random(seed)
    for _ in range(TRIES):
        ledger = Ledger(whole)
        body = chance.choice(ledger.entries)["body"]
        place, value = chance.choice(places(body)), chance.choice(VALUES)
        put(body, place, value)
        told(ledger.sealed().data())


@pytest.mark.parametrize(
    ("kind", "place", "value"),
    [
        ("game_recorded", ("totals", 0, "net"), "6"),
        ("game_recorded", ("totals", 0, "net"), [1]),
        ("session_closed", ("totals", 0, "net"), "6"),
        ("opening_balance", ("nets",), True),
        ("opening_balance", ("nets",), -1),
        ("game_recorded", ("lines",), 0),
        ("game_recorded", ("lines",), None),
        ("game_recorded", ("basis",), []),
    ],
)
def test_a_value_of_another_kind(whole, kind, place, value):
    ledger = Ledger(whole)
    entry = next(each for each in ledger.entries if each["kind"] == kind)
    put(entry["body"], place, value)
    found = told(ledger.sealed().data())
    assert sum(f"entry {entry['seq']}" in line for line in found) >= 2


@pytest.mark.parametrize("name", ["rulesets", "sessions"])
def test_true_is_no_number(monday, name):
    ledger = Ledger(monday)
    ledger.lines[-1][name] = True
    assert len(told(ledger.data())) == 2


def test_true_is_no_version(monday):
    ledger = Ledger(monday)
    ledger.lines[0]["version"] = True
    assert len(told(ledger.data())) == 2
