"""What may be sent as a body, to every call that takes one and to every form."""

from __future__ import annotations

import gzip
import json
import time
import tracemalloc

import pytest

from tests.hostile.targets import FORM, JSON, amiss

MIB = 1024 * 1024
BATCH = "/v1/sessions/<session>/rounds:batch"
WITHOUT_BODY = {
    "DELETE /v1/groups/<group>/members/<member>/name",
    "POST /v1/join/<token>",
    "POST /v1/keys/<key>/revoke",
    "POST /v1/sessions/<session>/links/<link>/revoke",
}
"""They take none, so nothing of it is looked at; what their addresses name is not there (404)."""
SEAT = "POST /v1/sessions/<session>/seat"
"""Not for the key of who keeps the book (403)."""


def listed(name: str, item: str, times: int) -> bytes:
    """A document with a list of so many items."""
    return b'{"%b":[%b]}' % (name.encode(), ",".join([item] * times).encode())


def members(times: int) -> bytes:
    return json.dumps({f"k{number}": 0 for number in range(times)}).encode()


# The body, its type, the statuses that say what is wrong with it.
BODIES = {
    "no UTF-8": (b'{"a": "\xff"}', JSON, {400}),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), JSON, {400}),
    "a byte order mark": (b"\xef\xbb\xbf{}", JSON, {400}),
    "a zero": (b'{"a": 1}\0', JSON, {400}),
    "half a surrogate": (b'{"a": "\\ud800"}', JSON, {400}),
    "half a surrogate for a name": (b'{"\\udfff": 1}', JSON, {400}),
    "deep lists": (b"[" * 500_000, JSON, {400}),
    "deep lists, closed": (b"[" * 65 + b"]" * 65, JSON, {400}),
    "deep objects": (b'{"a":' * 100_000, JSON, {400}),
    "deep in one field": (b'{"hands":' + b"[" * 20_000 + b"]" * 20_000 + b"}", JSON, {400}),
    "a number of many digits": (b'{"game": ' + b"9" * 100_000 + b"}", JSON, {400}),
    "a number of 400 digits": (b'{"game": ' + b"9" * 400 + b"}", JSON, {422, 404}),
    "a number that no double holds": (b'{"game": 1e999}', JSON, {400}),
    "no number": (b'{"game": NaN}', JSON, {400}),
    "a name twice": (b'{"game": 1, "game": 2}', JSON, {400}),
    "prototype": (b'{"__proto__": {"scope": "admin"}}', JSON, {422, 404}),
    "constructor": (b'{"constructor": {"prototype": {"scope": "admin"}}}', JSON, {422, 404}),
    "100,000 hands": (listed("hands", "{}", 100_000), JSON, {413, 422}),
    "40,000 hands of somebody": (listed("hands", '{"player":"amy"}', 40_000), JSON, {413, 422}),
    "100,000 rounds": (listed("rounds", "{}", 100_000), JSON, {413}),
    "200,000 players": (listed("players", '"a"', 200_000), JSON, {413, 422}),
    "80,000 fields": (members(80_000), JSON, {413, 422}),
    "a text of a megabyte": (json.dumps("x" * (MIB - 2)).encode(), JSON, {422, 404}),
    "a key of TOML without an end": (b'"' + b"a." * 200_000 + b'a = 1"', JSON, {422, 404}),
    "a name of a field of a megabyte": (b'{"%b": 1}' % (b"x" * (MIB - 9)), JSON, {422, 404}),
    "a page": (b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "text/xml",
               {415}),
    "a form": (b"a=1", FORM, {415}),
    "parts": (b"--x\r\n\r\n[]\r\n--x--", "multipart/form-data; boundary=x", {415}),
    "no type": (b"[]", "", {415}),
    "nothing": (b"", JSON, {411}),
    "a byte too many": (b"[]".ljust(MIB + 1), JSON, {413, 422}),
}  # fmt: skip
"""413 or 422 where a batch may be larger than other documents; 404 for a dispute that is not there,
which is looked for before it is said who rules."""


@pytest.mark.parametrize(("body", "content_type", "statuses"), BODIES.values(), ids=BODIES)
def test_a_body(served, body, content_type, statuses):
    begun, found = time.process_time(), []
    for target in served.sending(pages=False):
        response = served.ask(target, body=body, content_type=content_type)
        found.append(amiss(target, response, expected(str(target), statuses)))
        # The place of a fault may be as long as the body.
        assert len(response.data) < len(body) + MIB / 2, target
    assert [each for each in found if each] == []
    # Forty calls; a megabyte of empty hands took seconds at each of them.
    assert time.process_time() - begun < 20


def expected(target: str, statuses: set[int]) -> frozenset[int]:
    if target in WITHOUT_BODY:
        return frozenset((404,))
    return frozenset((403,)) if target == SEAT else frozenset(statuses)


@pytest.fixture(scope="module")
def bomb():
    return gzip.compress(bytes(50 * MIB))


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "deflate", "br", "zstd", "identity, gzip", "x"])
def test_a_compressed_body_is_not_unpacked(served, bomb, coding):
    """Neither by calls nor for forms: what it would become is not known before it is there."""
    tracemalloc.start()
    try:
        found = []
        environ = {"HTTP_CONTENT_ENCODING": coding}
        for target in served.sending(pages=False):
            response = served.ask(target, body=bomb, environ=environ)
            found.append(amiss(target, response, expected(str(target), {415})))
        for target in served.sending(pages=True):
            if not target.rule.endswith("sign-out"):
                response = served.ask(target, body=bomb, content_type=FORM, environ=environ)
                found.append(amiss(target, response, frozenset((403, 404, 415))))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [each for each in found if each] == []
    assert most < 10 * MIB


def test_what_is_not_compressed_may_say_so(served):
    [score] = [target for target in served.targets if target.rule == "/v1/score"]
    response = served.ask(score, body=b"{}", environ={"HTTP_CONTENT_ENCODING": "identity"})
    assert response.status_code == 422


# A batch may be larger, and so may what is wrong with it: the round, and how often.
BATCHES = {
    "a million hands": (lambda: listed("hands", "{}", 1_000_000), 1),
    "two hundred rounds of a thousand": (lambda: listed("hands", "{}", 1000), 200),
    "a million duels": (lambda: b'{"outcome":%b}' % listed("duels", "{}", 1_000_000), 1),
    "a million fields": (lambda: members(1_000_000), 1),
}


@pytest.mark.parametrize(("a_round", "times"), BATCHES.values(), ids=BATCHES)
def test_a_batch_of_too_much(served, a_round, times):
    [batch] = [target for target in served.targets if target.rule == BATCH]
    response = served.ask(batch, body=listed("rounds", a_round().decode(), times))
    assert amiss(batch, response, frozenset((413,))) == ""
    assert response.json["errors"][0]["code"] == "too_large"


RULESETS = {
    "deep lists": (b"a = " + b"[" * 100_000, 400),
    "deep objects": (b"a = " + b"{a=" * 50_000, 400),
    "a key of many parts": (b".".join([b"a"] * 200_000) + b" = 1", 400),
    "a key of many parts with spaces": (b" . ".join([b"'a'"] * 2000) + b" = 1", 400),
    "a table of many parts": (b"[" + b".".join([b'"a"'] * 100_000) + b"]", 400),
    "a number of many digits": (b"version = " + b"9" * 5000, 400),
    "a hexadecimal one": (b"version = 0x" + b"f" * 900_000, 400),
    "many tables": (b"[[a]]\n" * 100_000, 413),
    "many lines": (b"".join(b"k%d=0\n" % number for number in range(80_000)), 413),
    "no number": (b"version = nan", 422),
    "a number that no double holds": (b"version = 1e999999", 422),
    "a date": (b"version = 2026-01-01", 422),
    "prototype": (b"[__proto__]\nscope = 'admin'", 422),
    "no UTF-8": (b'id = "\xff"', 400),
    "a zero": (b"\0", 400),
    "an id that leads elsewhere": (b"id = '../../etc/passwd'\nversion = 1", 422),
    "a parent that leads elsewhere": (b"id = 'a'\nversion = 1\nextends = '../../etc/passwd'", 422),
}


@pytest.mark.parametrize(("text", "status"), RULESETS.values(), ids=RULESETS)
def test_a_ruleset_in_toml(served, text, status):
    [brought] = [each for each in served.sending(pages=False) if each.rule == "/v1/rulesets"]
    response = served.ask(brought, body=text, content_type="application/toml")
    assert amiss(brought, response, frozenset((status,))) == ""


def test_an_ordinary_long_text_is_no_monster(served):
    """Sentences with points and long lines are neither keys nor numbers."""
    [brought] = [each for each in served.sending(pages=False) if each.rule == "/v1/rulesets"]
    text = '[a]\nnote = "' + "One. Two. " * 20 + "https://a.b.c.d.example.org/ " + "=" * 500 + '"'
    response = served.ask(brought, body=text.encode(), content_type="application/toml")
    assert amiss(brought, response, frozenset((422,))) == ""


FORMS = {
    "many fields": (b"&".join(b"k%d=0" % number for number in range(60_000)), {400}),
    "no UTF-8": (b"/title=%ff", {400}),
    "no UTF-8 for a name": (b"%fe=1", {400}),
    "bytes that are no UTF-8": (b"/title=\xff", {400}),
    "deep": (b"/" + b"/".join([b"a"] * 3000) + b"=1", {400}),
    "many hands": (b"&".join(b"/hands/%d/player=amy" % n for n in range(20_000)), {400}),
    "a byte too many": (b"/title=" + b"x" * MIB, {413}),
    "a document": (b"{}", {415}),
}


@pytest.mark.parametrize(("body", "statuses"), FORMS.values(), ids=FORMS)
def test_a_form(served, body, statuses):
    found = []
    for target in served.sending(pages=True):
        content_type = JSON if body == b"{}" else FORM
        response = served.ask(target, body=body, content_type=content_type)
        if not target.rule.endswith("sign-out"):
            # 403 for who has no seat, 404 where what is named is not there.
            found.append(amiss(target, response, frozenset(statuses | {403, 404})))
    assert [each for each in found if each] == []
