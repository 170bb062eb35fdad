"""Ruleset documents for the tests: one that is right, and a way to change it at a place."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

Path = tuple[str | int, ...]

GONE = object()
"""In place of a value: take what stands there out."""


def texts(word: str) -> dict[str, str]:
    return {"en": word, "zh-Hant": word, "zh-Hans": word}


def value(held: object, unit: str | None = None) -> dict[str, object]:
    return {"value": held, **({"unit": unit} if unit else {}), "source": "house"}


def natural(points: int, rank: int, **more: object) -> dict[str, object]:
    return {"points": points, "rank": rank, "unit": "points", "source": "house", **more}


def choice(default: object, *choices: dict[str, Any]) -> dict[str, object]:
    asked = {"question": texts("?"), "source": "house"}
    return {**asked, "default": default, "choices": list(choices)}


def number(default: int, least: int, most: int, *keys: str) -> dict[str, object]:
    asked = {"question": texts("?"), "source": "house"}
    return {**asked, "default": default, "range": [least, most], "sets": list(keys)}


def numbers(prefix: str, least: int, most: int, *keys: str) -> dict[str, object]:
    asked = {"question": texts("?"), "source": "house"}
    return {**asked, "map": prefix, "keys": list(keys), "range": [least, most]}


def card() -> dict[str, object]:
    return {"question": texts("?"), "source": "house", "card": True}


HOUSE: dict[str, Any] = {
    "id": "house",
    "version": 1,
    "region": "EN",
    "title": texts("House"),
    "summary": texts("Rows only."),
    "unit": texts("point"),
    "sources": {"house": {"title": "House rules", "section": "Rows"}},
    "deck": {"cards": value(52, "cards")},
    "players": {"least": value(2, "players"), "most": value(4, "players")},
    "pairing": value("everyone"),
    "order": {"wheel": value("second"), "suits": value("none")},
    "rows": {
        "front": {"base": value(1, "points")},
        "middle": {"base": value(2, "points")},
        "back": {"base": value(3, "points")},
    },
    "foul": {"policy": value("all_rows")},
    "naturals": {
        "meeting": value("higher_takes"),
        "dragon": natural(26, 1),
        "six_pairs": natural(3, 2),
        "three_straights": natural(3, 2),
    },
}
"""A ruleset of its own with nothing but what has to be there and three naturals."""

HOME_RUN = {
    "multiplier": value(2, "multiplier"),
    "bonus_multiplier": value(1, "multiplier"),
    "min_opponents": value(3, "opponents"),
}


def changed(changes: Mapping[Path, object], document: dict[str, Any] = HOUSE) -> dict[str, Any]:
    """The document with other things at these places; tables on the way are made."""
    made = copy.deepcopy(document)
    for (*groups, last), held in changes.items():
        place: Any = made
        for group in groups:
            place = place[group] if isinstance(place, list) else place.setdefault(group, {})
        if held is GONE:
            del place[last]
        else:
            place[last] = copy.deepcopy(held)
    return made
