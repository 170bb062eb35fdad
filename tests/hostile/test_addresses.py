"""What may stand in an address: at every place of every route, and behind every question mark."""

from __future__ import annotations

import pytest

from tests.hostile.targets import INJECTED, amiss

IN_PATHS = {
    "traversal": "../../etc/passwd",
    "traversal, escaped": "..%2f..%2f..%2fetc%2fpasswd",
    "traversal, of Windows": "..%5c..%5cwin.ini",
    "traversal, dots escaped": "%2e%2e",
    "escaped twice": "%252e%252e%252f",
    "a zero": "s1%00",
    "nothing but a zero": "%00",
    "another header": f"s1%0d%0a{INJECTED}:%20yes",
    "no UTF-8": "%ff%fe",
    "a slash, overlong": "%c0%af",
    "half a surrogate": "%ed%a0%80",
    "prototype": "__proto__",
    "constructor": "constructor",
    "HTML": "<script>alert(1)</script>",
    "a formula": "=cmd()",
    "SQL": "s1'--",
    "a template": "{{7*7}}",
    "overlong": "a" * 5000,
    "a huge number": "9" * 5000,
    "less than nothing": "-1",
    "digits of another script": "%D9%A1",
}
NOT_THERE = frozenset((404, 403, 422))
"""403 where who keeps the book has no seat to speak for, 422 where it is the document or a
parameter that is looked at first."""
ALWAYS_DONE = {"POST /sessions/<session>/sign-out", "GET /sessions/<session>/join/<token>"}
"""Whoever asks to be forgotten is, wherever they were; a link that leads nowhere says so on its own
page, whatever session was named."""


@pytest.mark.parametrize("value", IN_PATHS.values(), ids=IN_PATHS)
def test_in_a_path(served, value):
    found = []
    for target in served.targets:
        statuses = frozenset((303, 404)) if str(target) in ALWAYS_DONE else NOT_THERE | {400}
        statuses = statuses if target.is_page else NOT_THERE
        found += [
            amiss(target, served.ask(target, **{name: value}), statuses) for name in target.names
        ]
    assert [each for each in found if each] == []


BEHIND_THE_QUESTION_MARK = {
    "no UTF-8": "%ff=%fe",
    "zeros": "%00=%00",
    "prototype": "__proto__=1&constructor=1",
    "another header": f"a%0d%0a{INJECTED}:%20yes=1",
    "another header for a language": f"lang=%0d%0a{INJECTED}:%20yes",
    "a list": "x[]=1&x[]=2",
    "many": "&".join(f"k{number}=1" for number in range(200)),
    "overlong": "lang=" + "z" * 5000,
    "twice": "lang=en&lang=zh-Hant",
    "HTML": "%3Cscript%3Ealert(1)%3C/script%3E=1",
}


@pytest.mark.parametrize("query", BEHIND_THE_QUESTION_MARK.values(), ids=BEHIND_THE_QUESTION_MARK)
def test_behind_the_question_mark(served, query):
    """Calls refuse it; pages, onto whose links messengers hang what they like, take no notice."""
    refused, seen = frozenset((422, 403)), frozenset((200, 303, 400, 401, 403, 404, 422))
    found = [
        amiss(target, served.ask(target, query=query), seen if target.is_page else refused)
        for target in served.targets
    ]
    assert [each for each in found if each] == []


VALUES = {
    "a huge number": "9" * 5000,
    "too large for a double": "9007199254740993",
    "less than nothing": "-1",
    "not whole": "1e9",
    "digits of another script": "%D9%A1",
    "no UTF-8": "%ff",
    "a zero": "%00",
    "another header": f"1%0d%0a{INJECTED}:%20yes",
    "traversal": "..%2f..%2fetc",
    "prototype": "__proto__",
    "SQL": "1;DROP%20TABLE%20entry",
}
PARAMETERS = {
    "/v1/sessions": ("cursor", "limit"),
    "/v1/groups": ("cursor", "limit"),
    "/v1/keys": ("cursor", "limit"),
    "/v1/sessions/<session>": ("at_seq",),
    "/v1/sessions/<session>/ledger": ("after_seq", "limit"),
    "/v1/sessions/<session>/settlement": ("mode",),
    "/v1/sessions/<session>/proof": ("from", "size", "entry"),
    "/v1/sessions/<session>/sheet": ("format",),
    "/v1/groups/<group>/settlement": ("mode", "sessions"),
    "/v1/groups/<group>/members/<member>/statement": ("year",),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_in_a_parameter(served, value):
    found = []
    for target in served.targets:
        if target.method == "GET" and target.rule in PARAMETERS:
            found += [
                amiss(target, served.ask(target, query=f"{name}={value}"), frozenset((422, 404)))
                for name in PARAMETERS[target.rule]
            ]
    assert len(found) == 17
    assert [each for each in found if each] == []
