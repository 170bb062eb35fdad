"""JSON is read strictly: what other readers pass over in silence is named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settle.canonical import MOST_LEVELS, read_json
from settle.faults import RefusedError, json_pointer


def refusals(data: bytes | str) -> list[tuple[str, str, object]]:
    """Place, sentence, and line and column where there are any."""
    with pytest.raises(RefusedError) as caught:
        read_json(data)
    assert caught.value.status == 400
    return [
        (
            json_pointer(fault.pointer),
            fault.text_key,
            (fault.values.get("line"), fault.values.get("column")),
        )
        for fault in caught.value.faults
    ]


NOWHERE = (None, None)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [("", "malformed_json.empty", (1, 1))]),
        (b" \n", [("", "malformed_json.empty", (1, 1))]),
        (b"\xef\xbb\xbf{}", [("", "malformed_json.byte_order_mark", (1, 1))]),
        ("\ufeff{}", [("", "malformed_json.byte_order_mark", (1, 1))]),
        (b'{\n"a": "\xff"}', [("", "malformed_json.not_utf8", (2, 7))]),
        (b'{"a": "\xed\xa0\x80"}', [("", "malformed_json.not_utf8", (1, 8))]),
        (b"{\x00}", [("", "malformed_json.syntax", (1, 2))]),
        ("{}".encode("utf-16"), [("", "malformed_json.not_utf8", (1, 1))]),
        ('{\n "a": "\ud800"}', [("", "malformed_json.not_utf8", (2, 8))]),
        (b"{", [("", "malformed_json.ends_early", (1, 2))]),
        (b'{"a":\n', [("", "malformed_json.ends_early", (2, 1))]),
        (b'{"a": 1, x}', [("", "malformed_json.syntax", (1, 10))]),
        (b'{"a": 1}\n x', [("", "malformed_json.syntax", (2, 2))]),
        (b"{'a': 1}", [("", "malformed_json.syntax", (1, 2))]),
        (b'{"a": 01}', [("", "malformed_json.syntax", (1, 8))]),
        (b'{"a": +1}', [("", "malformed_json.syntax", (1, 7))]),
        (b'{"a": tru}', [("", "malformed_json.syntax", (1, 7))]),
        (b'"a\nb"', [("", "malformed_json.control", (1, 3))]),
        (b'{"a": "b\tc"}', [("", "malformed_json.control", (1, 9))]),
        (b'{\n "a": "b,\n "c": "d"\n}', [("", "malformed_json.control", (2, 10))]),
        (b'{\n "a": "b', [("", "malformed_json.unterminated", (2, 7))]),
        (b'{"a": 1, "b', [("", "malformed_json.unterminated", (1, 10))]),
        (b'{"a": tru', [("", "malformed_json.ends_early", (1, 10))]),
        (b'{"a":\n nul\n', [("", "malformed_json.ends_early", (3, 1))]),
        (b'{"a": [1, 2', [("", "malformed_json.ends_early", (1, 12))]),
        (b'{"a": 1,', [("", "malformed_json.ends_early", (1, 9))]),
        (b"// no\n1", [("", "malformed_json.syntax", (1, 1))]),
        (b'{"a": NaN}', [("/a", "malformed_json.number", NOWHERE)]),
        (b"NaN", [("", "malformed_json.number", NOWHERE)]),
        (
            b'[Infinity, {"b": -Infinity}, 1e400, -1E999]',
            [
                ("/0", "malformed_json.number", NOWHERE),
                ("/1/b", "malformed_json.number", NOWHERE),
                ("/2", "malformed_json.number", NOWHERE),
                ("/3", "malformed_json.number", NOWHERE),
            ],
        ),
        (b"1e400", [("", "malformed_json.number", NOWHERE)]),
        (
            b'{"a": 1, "a": "\\ud800"}',
            [("/a", "duplicate_key", NOWHERE), ("/a", "malformed_json.surrogate", NOWHERE)],
        ),
        (b"[NaN," + b"[" * 65 + b"]" * 66, [("", "malformed_json.too_deep", NOWHERE)]),
        (b'{"n": ' + b"9" * 5000 + b"}", [("/n", "malformed_json.number", NOWHERE)]),
        (b'{"n": -' + b"9" * 400 + b"}", [("/n", "malformed_json.number", NOWHERE)]),
        (b'{"a": 1, "a": 1}', [("/a", "duplicate_key", NOWHERE)]),
        (b'{"a": 1, "\\u0061": 2}', [("/a", "duplicate_key", NOWHERE)]),
        (
            b'{"a": [{"b/c": 1, "b/c": 2, "b/c": 3}], "d": 0, "a": [{"e": 1, "e": 2}], "d": 1}',
            [
                ("/a", "duplicate_key", NOWHERE),
                ("/d", "duplicate_key", NOWHERE),
                ("/a/0/e", "duplicate_key", NOWHERE),
            ],
        ),
        (b'{"a": "\\ud800"}', [("/a", "malformed_json.surrogate", NOWHERE)]),
        (b'{"a": ["x", "\\uDC00x"]}', [("/a/1", "malformed_json.surrogate", NOWHERE)]),
        (b'"\\ude00\\ud83d"', [("", "malformed_json.surrogate", NOWHERE)]),
        (b"[" * 65 + b"]" * 65, [("", "malformed_json.too_deep", NOWHERE)]),
        (b'{"a":' * 65 + b"1" + b"}" * 65, [("", "malformed_json.too_deep", NOWHERE)]),
        (b"[" * 100_000, [("", "malformed_json.too_deep", NOWHERE)]),
        (b"[" * 100_000 + b"]" * 100_000, [("", "malformed_json.too_deep", NOWHERE)]),
        (b'{"a":' * 100_000, [("", "malformed_json.too_deep", NOWHERE)]),
        (b'[NaN, {"a": 1, "a": 2}]',
         [("/0", "malformed_json.number", NOWHERE), ("/1/a", "duplicate_key", NOWHERE)]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_at_its_place(data, expected):
    assert refusals(data) == expected


def test_a_lone_surrogate_in_a_key_is_named():
    assert [key for _, key, _ in refusals(b'{"\\ud800": 1}')] == ["malformed_json.surrogate"]


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"1", 1),
        (b' {"a": [null, true, -0, 1.5, 1e3]} \n', {"a": [None, True, 0, 1.5, 1000.0]}),
        ('{"玩家": "阿明"}', {"玩家": "阿明"}),
        (b'"\\ud83c\\udccf"', "\U0001f0cf"),
        (b'"\\\\ud800"', "\\ud800"),
        (b"9" * 400, int("9" * 400)),
    ],
)
def test_what_is_right_is_read(data, value):
    assert read_json(data) == value


def test_the_deepest_nesting_is_read():
    assert read_json(b"[" * MOST_LEVELS + b"]" * MOST_LEVELS) is not None
    wide = b"[" + b",".join([b"[[]]"] * 100) + b"]"
    assert read_json(wide) == json.loads(wide)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
)  # fmt: skip


@given(JSON_VALUES, st.booleans())
def test_everything_that_json_writes_is_read_back(value, escaped):
    assert read_json(json.dumps(value, ensure_ascii=escaped).encode()) == value


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_nothing_but_refusals_is_raised(data):
    try:
        read_json(data)
    except RefusedError as refused:
        assert refused.faults  # noqa: PT017 - what else is raised fails the test
