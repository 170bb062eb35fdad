"""The quick way of ordinary rounds: the same bytes as the way of all documents, or nothing."""

from __future__ import annotations

import json
import random

import pytest

from settle.bulk.answering import Agreed, Answerer
from settle.bulk.ordinary import OrdinaryRounds, read_ordinary
from settle.bulk.streams import Piece
from settle.canonical import canonical_bytes, read_json
from settle.faults import RefusedError
from settle.recurring import result_bytes
from settle.rulebook import Rulebook
from settle.scoring import score_document
from tests.cli.rounds import line
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS

NAMES = {"amy": "阿美", "bob": 'Bob "Ace" \\ 100%', "cat": "%s", "dan": "D\u0301an", "eve": "eve"}


STAKES = (
    {"currency": "TWD", "amount": "10"},
    {"currency": "JPY", "amount": "100", "points": 3},
    {"currency": "TWD", "mode": "pot", "ante": "100"},
    {"currency": "TWD", "mode": "pot", "ante": "100", "scope": "session"},
)


def made_of(rulebook: Rulebook, text: bytes) -> bytes | None:
    """The result by the way of all documents."""
    try:
        return canonical_bytes(score_document(read_json(text), rulebook))
    except RefusedError:
        return None


def renamed(document: dict) -> dict:
    text = json.dumps(document)
    for name, other in NAMES.items():
        text = text.replace(f'"{name}"', json.dumps(other))
    return json.loads(text)


def documents(ruleset: str) -> list[dict]:
    """Half of them with names that have to be escaped, a third with the fields of a record."""
    chance, made = random.Random(ruleset), []
    for number, plain in enumerate(rounds(ruleset, 5, 80)):
        document = renamed(plain) if chance.random() < 0.5 else plain
        if chance.random() < 0.3:
            document |= {"played_at": "2026-11-30T20:15:00+08:00", "ref": f"table 7: {number} 局"}
        if chance.random() < 0.1:
            document |= {"stake": chance.choice(STAKES)}
        made.append(document)
    return made


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_bytes_or_nothing(ruleset):
    rulebook, quick, taken = Rulebook(), OrdinaryRounds(Rulebook(), None, {}), 0
    given = documents(ruleset)
    texts = [json.dumps(each, ensure_ascii=len(each) % 2 == 0).encode() for each in given]
    # In the second turn nothing is new.
    for text in texts * 2:
        made = quick.result(text)
        assert made in (None, made_of(rulebook, text)), text
        taken += made is not None
    known = len(quick._results)
    for text in texts:
        quick.result(text)
    assert known == len(quick._results)
    # Exchanges and rulings are for the other way; exchanges are many where there are any.
    assert taken > (25 if ruleset == "ph-exchange" else 80)


def test_what_recurs_is_not_made_again(monkeypatch):
    quick, text = OrdinaryRounds(Rulebook(), None, {}), line().encode()
    first = quick.result(text)
    monkeypatch.setattr("settle.recurring.score", None)
    assert quick.result(text) == first == made_of(Rulebook(), text)


def test_too_much_is_not_kept(monkeypatch):
    monkeypatch.setattr("settle.recurring.MOST_KEPT", 2)
    quick, text = OrdinaryRounds(Rulebook(), None, {}), line().encode()
    assert quick.result(text) == quick.result(text) == made_of(Rulebook(), text)
    assert not len(quick._results)


def test_of_lines_no_more_is_kept_than_is_said(monkeypatch):
    monkeypatch.setattr("settle.recurring.MOST_TEXTS", 2)
    rulebook, quick = Rulebook(), OrdinaryRounds(Rulebook(), None, {})
    for text in [json.dumps(each).encode() for each in documents("tw-points")] * 2:
        assert quick.result(text) in (None, made_of(rulebook, text))
    kept = [len(recurring._texts) for _, recurring in quick._results._recurring.values()]
    assert max(kept) == 2


def test_what_goes_before_a_document_goes_before_it_here_too():
    text = line(ruleset="tw-scoop").encode()
    told = Agreed("western-2-4", {})
    by_all = score_document(read_json(line(ruleset="western-2-4").encode()), Rulebook())
    quick = OrdinaryRounds(Rulebook(), told.ruleset, told.options)
    assert quick.result(text) == result_bytes(by_all)
    assert Answerer(told, named=False).answer(Piece(1, text), "").text[:-1] == result_bytes(by_all)


# --- reading -------------------------------------------------------------------------------------

TEXTS = (
    '{"a":1,"a":1}',
    '{"ref":"x","ref":"y"}',
    '{"ref":"a:b","ref":"c"}',
    '{"ref":"a","ref":":"}',
    '{"a":1,"a":2,"ref":"\\u003a"}',
    '{"hands":[{"player":"amy","player":"bob"}]}',
    '{"hands":[{"player":"amy"}],"hands":[{"player":"amy","bet":2}]}',
    '{"options":{"x":{"y":1,"y":2}}}',
    '{"options":{"x":1,"x":2}}',
    '{"played_at":"2026-11-30T20:15:00+08:00","a":1,"a":1}',
    '{"a":[[{"b":1,"b":2}]]}',
    '{"a":NaN}',
    '{"a":1e400}',
    '{"a":"\\ud800"}',
    '{"a":01}',
    '\ufeff{"a":1}',
    '{"a":1,}',
    '{"a":"\t"}',
    "",
    " ",
    "[]",
    "null",
)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_not_sure_is_not_read(text):
    assert read_ordinary(text.encode()) is None


def test_what_is_read_is_read_as_everywhere():
    chance, taken = random.Random(13), 0
    parts = (
        '"a"',
        '"ref"',
        '"b:"',
        ":",
        ":",
        ",",
        "{",
        "}",
        "[",
        "]",
        "1",
        " ",
        "1.5",
        '"\\u003a"',
    )
    for _ in range(20_000):
        held = [chance.choice(parts) for _ in range(chance.randint(1, 9))]
        text = ("{" + "".join(held) + "}").encode()
        made = read_ordinary(text)
        if made is not None:
            taken += 1
            assert made == read_json(text), text
    assert taken > 50
