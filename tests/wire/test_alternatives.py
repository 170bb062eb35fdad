"""What the published schemas say about alternatives: that no value fits two of them.

A validator refuses a value that fits two of `oneOf`, and a client that was generated takes the
first that fits, and drops what that one does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import jsonschema
import pytest

from tests.code_health.tree import ROOT

FILES = ("openapi", "round", "result", "problem", "session", "session-state", "entry", "settlement",
         "checkpoint", "ruleset", "audit")  # fmt: skip
Schema = dict[str, Any]


def whole(name: str) -> Schema:
    made: Schema = json.loads((ROOT / "schemas" / f"{name}.json").read_text("utf-8"))
    return made


def places(value: Any, here: str = "#") -> Iterator[tuple[str, Any]]:
    """Every object of a document, examples apart."""
    if isinstance(value, dict):
        yield here, value
        for name, each in value.items():
            if name != "examples":
                yield from places(each, f"{here}/{name}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from places(each, f"{here}/{number}")


def resolved(schema: Schema, document: Schema) -> Schema:
    place: Any = schema
    while "$ref" in place:
        parts = place["$ref"].removeprefix("#/").split("/")
        place = document
        for part in parts:
            place = place[part]
    return dict(place)


def apart(one: Schema, other: Schema, document: Schema) -> bool:
    """Whether no value fits both, as far as a few keywords show it."""
    one, other = resolved(one, document), resolved(other, document)
    if one.get("type") != other.get("type") and "type" in one and "type" in other:
        return True
    for first, second in ((one, other), (other, one)):
        if "enum" in first and not set(first["enum"]) & set(second.get("enum", first["enum"])):
            return True
        if "enum" in first and "pattern" in second:
            validator = jsonschema.Draft202012Validator(second)
            return not any(validator.is_valid(each) for each in first["enum"])
        needed = set(first.get("required", ()))
        if second.get("additionalProperties") is False and needed - second["properties"].keys():
            return True
    both = set(one.get("required", ())) & set(other.get("required", ()))
    return any(apart(one["properties"][name], other["properties"][name], document) for name in both)


def alternatives(name: str) -> Iterator[tuple[str, list[Schema], Schema]]:
    """Every `oneOf`, and every `anyOf` between kinds of values and not only between conditions."""
    document = whole(name)
    for place, schema in places(document):
        for key in ("oneOf", "anyOf"):
            listed = schema.get(key)
            if listed and (key == "oneOf" or all({"type", "$ref"} & each.keys() or
                                                 {"oneOf", "anyOf"} & each.keys()
                                                 for each in listed)):  # fmt: skip
                yield f"{place}/{key}", listed, document


@pytest.mark.parametrize("name", FILES)
def test_no_value_fits_two_alternatives(name):
    wrong = [
        (place, one, other)
        for place, listed, document in alternatives(name)
        for one, other in combinations(listed, 2)
        if not apart(one, other, document)
    ]
    assert wrong == []


def test_there_are_alternatives_to_look_at():
    keys = [place.rpartition("/")[2] for place, _, _ in alternatives("openapi")]
    assert keys.count("oneOf") >= 3
    assert keys.count("anyOf") > 20


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"type": "string"}, {"type": "null"}, True),
        ({"type": "string"}, {"type": "string"}, False),
        ({"type": "string", "enum": ["a"]}, {"type": "string", "pattern": "^b$"}, True),
        ({"type": "string", "enum": ["b"]}, {"type": "string", "pattern": "^b$"}, False),
        ({"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["b"]}, True),
        ({"type": "object", "properties": {}, "additionalProperties": False},
         {"type": "object", "required": ["a"], "properties": {"a": {}}}, True),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False},
         {"type": "object", "required": ["a"], "properties": {"a": {}}}, False),
    ],
)  # fmt: skip
def test_how_alternatives_are_told_apart(one, other, expected):
    assert apart(one, other, {}) is expected


@pytest.mark.parametrize("name", FILES)
def test_a_word_beside_other_kinds_is_an_enum_with_a_type(name):
    """Generators make of a bare `const` a check that refuses the alternatives after it."""
    listed = [
        (place, each)
        for place, schema in places(whole(name))
        for key in ("oneOf", "anyOf")
        for each in schema.get(key, ())
    ]
    assert [place for place, each in listed if "const" in each] == []
    assert [place for place, each in listed if "enum" in each and "type" not in each] == []
