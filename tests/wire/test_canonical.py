"""Canonical JSON is RFC 8785, whichever of the two writers writes it."""

from __future__ import annotations

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from settle.canonical import SAFE_INTEGER, canonical_bytes, read_json, rewritten, written

SAFE = st.integers(-SAFE_INTEGER, SAFE_INTEGER)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | SAFE | TEXT | st.floats(allow_nan=False, allow_infinity=False),
    lambda inside: st.lists(inside) | st.dictionaries(TEXT, inside),
)
PLAIN = st.recursive(
    st.none() | st.booleans() | SAFE | TEXT,
    lambda inside: (
        st.lists(inside) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inside)
    ),
)


@given(VALUES)
def test_it_is_rfc_8785(value):
    assert rewritten(value) == canonical_bytes(value) == rfc8785.dumps(value)


@given(PLAIN)
def test_it_is_rfc_8785_where_the_quick_writer_writes(value):
    assert canonical_bytes(value) == written(value) == rfc8785.dumps(value)


@given(st.text(st.characters(max_codepoint=0xFF)))
def test_the_quick_writer_escapes_as_rfc_8785_does(text):
    assert written({text[:2]: text}) == rfc8785.dumps({text[:2]: text})


def test_deep_nesting_is_written():
    value = 1
    for _ in range(300):
        value = [value]
    assert canonical_bytes(value) == b"[" * 300 + b"1" + b"]" * 300


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [], "B": {}}, b'{"B":{},"a":[],"b":1}'),
        ('\x00\b\t\n\f\r\x1f"\\\x7f/é€', '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\\x7f/é€"'.encode()),
        # By UTF-16 unit an astral key stands before one at the end of the first plane.
        ({"\ufb33": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\ufb33":1}'.encode()),
        ([1.0, -0.0, 1e21, 0.000001], b"[1,0,1e+21,0.000001]"),
        (SAFE_INTEGER, b"9007199254740991"),
        ([True, False, None], b"[true,false,null]"),
        ((1, 2), b"[1,2]"),
    ],
)
def test_examples(value, text):
    assert canonical_bytes(value) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ('{"b": 1, "a": [], "B": {}}', b'{"B":{},"a":[],"b":1}'),
        ("1.0", b"1"),
        ("[1.0]", b"[1]"),
        ("[7, -1.50]", b"[7,-1.5]"),
        ('{"a": 1e21}', b'{"a":1e+21}'),
        ('{"a": 1e16}', b'{"a":10000000000000000}'),
        ("[-0.0]", b"[0]"),
        ('{"a": "x,1.0", "b": ":1e5"}', b'{"a":"x,1.0","b":":1e5"}'),
        ('["阿明."]', '["阿明."]'.encode()),
        ('{"\ufb33": 1, "\U0001f600": 2}', '{"😀":2,"דּ":1}'.encode()),
        ("9007199254740991", b"9007199254740991"),
    ],
)
def test_what_was_read_is_written_the_same(text, canonical):
    document = read_json(text)
    assert rewritten(document) == canonical_bytes(document) == canonical


@pytest.mark.parametrize("text", ["9007199254740992", '{"a": [-9007199254740992]}', "1" + "0" * 30])
def test_what_was_read_and_has_no_canonical_form_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        rewritten(read_json(text))


@pytest.mark.parametrize(
    "value",
    [
        SAFE_INTEGER + 1,
        [-SAFE_INTEGER - 1],
        {"a": {"b": 2**64}},
        float("nan"),
        [float("inf")],
        "\ud800",
        {"\udc00": 1},
        {1: 2},
        {"a": {1, 2}},
        {"a": b"x"},
    ],
)
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(ValueError, match=r"."):
        canonical_bytes(value)
