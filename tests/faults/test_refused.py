"""What a refused document carries: its faults, where they are, and the status that fits."""

from __future__ import annotations

import pytest

from settle.faults import Fault, RefusedError, json_pointer


# RFC 6901, sections 3 and 5: "~" is "~0", "/" is "~1", the whole document is "".
@pytest.mark.parametrize(
    ("pointer", "text"),
    [
        ((), ""),
        (("",), "/"),
        (("hands",), "/hands"),
        (("hands", 1, "front", 0), "/hands/1/front/0"),
        (("a/b",), "/a~1b"),
        (("m~n",), "/m~0n"),
        (("~1",), "/~01"),
        (("~/~/", "//"), "/~0~1~0~1/~1~1"),
        ((" ", 'k"l', "阿明"), '/ /k"l/阿明'),
    ],
)
def test_pointers_as_text(pointer, text):
    assert json_pointer(pointer) == text


def test_a_text_is_found_under_the_code_and_its_variant():
    assert Fault(("hands",), "missing").text_key == "missing"
    assert Fault(("hands",), "missing", "field").text_key == "missing.field"


def test_a_refusal_names_every_place_and_code():
    faults = [Fault(("hands", 0, "bet"), "bet_not_played"), Fault((), "missing", "field")]
    refused = RefusedError(fault for fault in faults)
    assert refused.faults == tuple(faults)
    assert refused.args == ("/hands/0/bet bet_not_played,  missing",)


def test_a_refusal_breaks_a_rule_unless_it_says_otherwise():
    refused = RefusedError([])
    assert (refused.faults, refused.status, refused.members) == ((), 422, {})
    told = RefusedError([], status=400, members={"line": 3})
    assert (told.status, told.members) == (400, {"line": 3})


def telling(refused, lang):
    """Words as the library's door brings them."""
    told = {"en": "leave bet out", "zh-Hant": "請刪掉 bet"}[lang]
    pointers = [json_pointer(fault.pointer) for fault in refused.faults]
    return {"errors": [{"pointer": pointer, "message": told} for pointer in pointers]}


def test_a_refusal_as_text_is_its_sentences(monkeypatch):
    refused = RefusedError([Fault(("hands", 0, "bet"), "bet_not_played"), Fault((), "missing")])
    monkeypatch.setattr(RefusedError, "words", staticmethod(telling))
    assert str(refused) == "/hands/0/bet: leave bet out; leave bet out"
    assert refused.problem("zh-Hant")["errors"][0]["message"] == "請刪掉 bet"


def test_without_words_a_refusal_is_its_places_and_codes(monkeypatch):
    monkeypatch.setattr(RefusedError, "words", None)
    refused = RefusedError([Fault(("bet",), "bet_not_played")])
    assert str(refused) == "/bet bet_not_played"
    with pytest.raises(AssertionError):
        refused.problem()
