"""Refusals in words: every sentence is there, fits its values, and names what was found."""

from __future__ import annotations

import ast
import re
import string
import tomllib

import pytest

import settle.words
from settle.canonical import canonical_bytes, read_json
from settle.faults import Fault, RefusedError
from settle.wire import load_round, problem
from settle.wire.problems import MOST_ERRORS, message
from settle.words import words
from tests.code_health.tree import ROOT
from tests.wire.documents import GONE, RULEBOOK, changed, document
from tests.wire.fault_table import TABLE

FOLDER = ROOT / "settle" / "words"
ENGLISH = tomllib.loads((FOLDER / "faults.en.toml").read_text(encoding="utf-8"))
FILES = sorted(path.name for path in FOLDER.glob("faults.*.toml"))


def refusal(sent: object) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        load_round(sent, RULEBOOK)
    return caught.value


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_every_fault_of_the_table_has_a_sentence(row):
    refused = refusal(changed(row[1], row[2]))
    told = problem(refused)
    assert [error["code"] for error in told["errors"]] == [f.code for f in refused.faults]
    for error in told["errors"]:
        assert re.fullmatch(r"[^{}\n]*", error["message"].replace("{…}", "").replace("{}", ""))
    canonical_bytes(told)


def codes_in_the_source() -> set[str]:
    """Every code, and code.variant, that a ``Fault(...)`` in the package spells out."""
    found = set()
    for path in (ROOT / "settle").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            names = {"Fault": 1, "found_wrong": 0, "_malformed": -1}
            if node.func.id not in names or (
                node.func.id == "_malformed" and path.name != "canonical.py"
            ):
                continue
            texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            start = names[node.func.id]
            code = "malformed_json" if start < 0 else texts[start] if len(texts) > start else None
            rest = texts[start + 1 :]
            if isinstance(code, str) and (not rest or isinstance(rest[0], str)):
                found.add(f"{code}.{rest[0]}" if rest and rest[0] else code)
    return found


def test_every_fault_in_the_source_has_a_sentence():
    assert codes_in_the_source() - set(ENGLISH) == set()
    assert len(codes_in_the_source()) > 50


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("name", FILES)
def test_every_language_has_the_same_sentences_with_the_same_places(name):
    texts = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
    assert {key: fields(text) for key, text in texts.items()} == {
        key: fields(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("lang", ["en", "zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "fr"])
def test_there_is_a_problem_in_every_language(lang):
    told = problem(refusal(document("tw-poker")), lang)
    assert told["status"] == 422
    assert told["type"] == "/problems/invalid-document"
    assert told["detail"] == told["errors"][0]["message"]
    assert "tw-poker" in told["detail"]


def test_a_problem_in_full():
    sent = changed(document(), {"hands/0/front/0": "Joker", "hands/1/back": GONE})
    assert problem(refusal(sent)) == {
        "type": "/problems/invalid-document",
        "title": "The document breaks a rule",
        "status": 422,
        "detail": "There are 2 faults; each is listed with its place",
        "errors": [
            {
                "pointer": "/hands/0/front/0",
                "code": "bad_card",
                "message": '"Joker" is no card; write rank and suit, such as As, 10♥ or 黑桃A',
            },
            {
                "pointer": "/hands/1",
                "code": "incomplete_arrangement",
                "message": "the hand of bob lacks back; give all three rows or none",
            },
        ],
    }


def test_what_cannot_be_read_is_a_problem_of_its_own_kind():
    with pytest.raises(RefusedError) as caught:
        read_json(b'{"a": 1')
    told = problem(caught.value)
    assert (told["status"], told["type"]) == (400, "/problems/malformed-document")
    assert "line 1, column 8" in told["detail"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(("a", 3), "wrong_type", "integer", {"found": None}), "a: a whole number"),
        (Fault(("a",), "wrong_type", "text", {"found": {"b": 1}}), "not {…}"),
        (Fault(("a",), "wrong_type", "text", {"found": []}), "not []"),
        (Fault(("a",), "wrong_type", "text", {"found": True}), "not true"),
        (Fault(("a",), "wrong_type", "text", {"found": 1.5}), "not 1.5"),
        (Fault((), "wrong_type", "object", {"found": 10**5000}), "JSON: "),
        (Fault(("a",), "bad_card", "", {"found": "x" * 99}), '"' + "x" * 40 + '…"'),
        (Fault(("a",), "bad_card", "", {"found": "a\nb\u2028c\x07\ud800"}), '"a�b�c��"'),
        (Fault(("\ud800",), "unknown_field", "", {"known": ("a", "b")}), "there are: a, b"),
        (Fault(("a",), "unknown_field", "", {"known": tuple("x" * 99)}), ", …"),
        (
            Fault(("a",), "duplicate_player", "", {"player": "amy", "first": ("hands", 0)}),
            "/hands/0",
        ),
    ],
)
def test_values_in_sentences(fault, said):
    text = message(fault, words("en"))
    assert said in text
    text.encode()


@pytest.mark.parametrize(
    ("lang", "rows", "lacking", "seat"),
    [
        ("en", "front of amy has 2 cards", "the hand of bob lacks back", "of player 2"),
        ("zh-Hant-TW", "amy 的 頭墩（front） 有 2 張", "bob 少了 尾墩（back）", "第 2 家 少了"),
        ("zh-Hant-HK", "amy 的 頭道（front） 有 2 張", "bob 少了 尾道（back）", "第 2 家 少了"),
        ("zh-Hans", "amy 的 头墩（front） 有 2 张", "bob 少了 尾墩（back）", "第 2 家 少了"),
    ],
)
def test_rows_and_hands_without_a_name_are_told_in_the_language(lang, rows, lacking, seat):
    two = document()["hands"][0]["front"][:2]
    sent = changed(document(), {"hands/0/front": two, "hands/1/back": GONE})
    first, second = (error["message"] for error in problem(refusal(sent), lang)["errors"])
    assert rows in first
    assert lacking in second
    nameless = changed(document(), {"hands/1/back": GONE, "hands/1/player": 3})
    assert seat in problem(refusal(nameless), lang)["errors"][0]["message"]


@pytest.mark.parametrize(
    ("values", "variant", "lang", "at"),
    [
        ({"line": 2, "column": 7}, "ends_early", "en", "line 2, column 7: "),
        ({"column": 7}, "ends_early", "en", "column 7: "),
        ({"line": 2, "column": 7}, "not_utf8", "en", "line 2, byte 7: "),
        ({"column": 7}, "not_utf8", "zh-Hant", "第 7 位元組："),
        ({"column": 7}, "control", "zh-Hans", "第 7 个字符："),
    ],
)
def test_a_place_in_a_text_is_told_as_far_as_it_is_known(values, variant, lang, at):
    assert message(Fault((), "malformed_json", variant, values), words(lang)).startswith(at)


def test_faults_without_end_are_cut():
    refused = refusal(changed(document(), {"hands/0/cards": ["?"] * 5000}))
    told = problem(refused)
    assert len(refused.faults) == 5001
    assert len(told["errors"]) == MOST_ERRORS
    assert "5001" in told["detail"]
    assert "1000" in told["detail"]


def test_the_words_are_those_of_the_package():
    assert settle.words.__file__ == str(FOLDER / "__init__.py")
