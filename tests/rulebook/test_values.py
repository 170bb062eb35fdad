"""What holds at a key and why: what explanations and `settle rulesets show` are made of."""

from __future__ import annotations

import pytest

from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Source, Value
from tests.rulebook.documents import (
    GONE,
    HOUSE,
    card,
    changed,
    choice,
    number,
    numbers,
    texts,
    value,
)

BOOK = Rulebook()
HOUSE_SOURCE = Source("house", "House rules", "Rows")
TABLE = changed(
    {
        ("sources", "table"): {"title": "What we agreed"},
        ("rows", "back", "base"): {"value": 3, "unit": "points", "basis": "decision",
                                   "note": texts("Three, as ever.")},
        ("foul", "policy"): {**value("all_rows"), "basis": "decision", "note": texts("All.")},
        ("doubling_card",): value(True),
        ("options",): {
            "back": {**number(3, 0, 9, "rows.back.base"), "source": "table"},
            "dragon": number(26, 1, 99, "naturals.dragon.points"),
            "scoops": choice(1, {"value": 1, "label": texts("one")},
                             {"value": 2, "sets": {"scoop.points": 1}}),
            "gadu_units": numbers("gadu", 0, 100, "back.flush"),
            "doubling_card": card(),
        },
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def table():
    return BOOK.load_text(TABLE)


@pytest.mark.parametrize(
    ("key", "answers", "expected"),
    [
        ("rows.front.base", {}, (1, "points", HOUSE_SOURCE, False, {}, None)),
        ("rows.back.base", {}, (3, "points", None, True, texts("Three, as ever."), None)),
        ("rows.back.base", {"back": 4},
         (4, "points", Source("table", "What we agreed", None), False, {}, "back")),
        ("foul.policy", {}, ("all_rows", None, HOUSE_SOURCE, True, texts("All."), None)),
        ("naturals.dragon", {}, (26, "points", HOUSE_SOURCE, False, {}, None, 1)),
        ("naturals.dragon", {"dragon": 7}, (7, "points", HOUSE_SOURCE, False, {}, "dragon", 1)),
        ("scoop.points", {"scoops": 2}, (1, "points", HOUSE_SOURCE, False, {}, "scoops")),
        ("gadu.back.flush", {"gadu_units": {"back.flush": 2}},
         (2, "units", HOUSE_SOURCE, False, {}, "gadu_units")),
    ],
)  # fmt: skip
def test_a_value_and_why(table, key, answers, expected):
    assert table.value(key, answers) == Value(key, *expected)


def test_a_natural_that_only_an_option_switches_on(table):
    found = table.value("naturals.all_big", {"natural_points": {"all_big": 8}})
    assert (found.value, found.unit, found.option) == (8, "points", "natural_points")


@pytest.mark.parametrize(
    "key", ["scoop.points", "naturals.all_big", "naturals.seven", "rows.front", "x.y", ""]
)
def test_nothing_holds_there(table, key):
    assert table.value(key) is None


def test_all_values_in_the_order_of_the_key_table():
    assert [found.key for found in BOOK.load_text(HOUSE).values()] == [
        "deck.cards", "players.least", "players.most", "pairing", "order.wheel", "order.suits",
        "rows.front.base", "rows.middle.base", "rows.back.base", "foul.policy", "naturals.meeting",
        "naturals.dragon", "naturals.six_pairs", "naturals.three_straights",
    ]  # fmt: skip


def test_options_for_people_and_apps(table):
    shown = {option.name: option.as_document() for option in table.options()}
    asked = {"question": texts("?")}
    assert shown["back"] == {
        "name": "back", "kind": "range", **asked, "default": 3, "range": [0, 9]}  # fmt: skip
    assert shown["scoops"] == {
        "name": "scoops", "kind": "choice", **asked, "default": 1,
        "choices": [{"value": 1, "label": texts("one")}, {"value": 2}]}  # fmt: skip
    assert shown["gadu_units"] == {
        "name": "gadu_units", "kind": "map", **asked, "default": {"back.flush": 0},
        "range": [0, 100], "keys": ["back.flush"]}  # fmt: skip
    assert shown["doubling_card"] == {
        "name": "doubling_card", "kind": "card", **asked, "default": None}  # fmt: skip
    assert shown["natural_points"]["default"] == {"dragon": 26, "six_pairs": 3,
                                                  "three_straights": 3}  # fmt: skip


def test_the_naturals_of_a_ruleset_by_rank(table):
    assert [natural.id for natural in table.naturals() if natural.ranked] == [
        "dragon", "six_pairs", "three_straights"]  # fmt: skip


def test_a_source_without_a_section():
    document = changed({("sources", "house", "section"): GONE})
    assert BOOK.load_text(document).source("house") == Source("house", "House rules", None)
