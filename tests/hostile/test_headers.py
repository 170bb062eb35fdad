"""What may stand in the header of a request, as far as a server would let it through."""

from __future__ import annotations

import pytest

from tests.hostile.targets import INJECTED, amiss

LINE = f"a\r\n{INJECTED}: yes"
EVIL = "evil.example"

NOT_HEEDED = {
    "HTTP_X_FORWARDED_HOST": EVIL,
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_X_FORWARDED_PREFIX": f"//{EVIL}",
    "HTTP_FORWARDED": f"host={EVIL}",
    "HTTP_X_ORIGINAL_URL": "/v1/keys",
    "HTTP_X_REWRITE_URL": "/v1/keys",
    "HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE",
    "HTTP_X_FORWARDED_FOR": LINE,
    "HTTP_X_REQUEST_ID": LINE,
    "HTTP_RANGE": "bytes=0-1," * 1000,
    "HTTP_ACCEPT_ENCODING": "gzip;q=\xff," * 800,
    "HTTP_ACCEPT_LANGUAGE": LINE + ",".join(f"zh-\xff{n};q=nan" for n in range(800)),
    "HTTP_IF_NONE_MATCH": '"' * 5000,
    "HTTP_IF_MATCH": '"' * 5000,
    "HTTP_IF_MODIFIED_SINCE": "9" * 5000,
}
"""All at once: no answer is another one for them."""


def test_what_is_not_heeded(served):
    found = []
    for target in served.targets:
        usual = served.ask(target)
        response = served.ask(target, environ=NOT_HEEDED)
        found.append(amiss(target, response, frozenset((usual.status_code,))))
        for name, value in response.headers:
            if EVIL in value or "\r" in value or "\n" in value:
                found.append(f"{target}: {name}: {value!r}")
        if EVIL.encode() in response.data:
            found.append(f"{target} repeats {EVIL}")
    assert [each for each in found if each] == []


CREDENTIALS = {
    "a zero": "Bearer stl_0123abcd_\0",
    "another header": f"Bearer stl_{LINE}",
    "no ASCII": "Bearer stl_0123abcd_\xff\xfe",
    "overlong": "Bearer stl_0123abcd_" + "A" * 8000,
    "of another kind": "Basic YTpi",
    "prototype": "Bearer __proto__",
    "SQL": "Bearer stl_' OR 1=1 --",
    "two": "Bearer a, Bearer b",
}


@pytest.mark.parametrize("given", CREDENTIALS.values(), ids=CREDENTIALS)
def test_a_credential_that_is_none(served, given):
    """At every call that takes one."""
    found = []
    for target in served.targets:
        is_public = served.ask(target, environ={"HTTP_AUTHORIZATION": "none"}).status_code != 401
        if not target.is_page and not is_public:
            response = served.ask(target, environ={"HTTP_AUTHORIZATION": given})
            found.append(amiss(target, response, frozenset((401,))))
    assert len(found) > 50
    assert [each for each in found if each] == []


KEYS = {
    "a zero": "a\0b",
    "another header": LINE,
    "no ASCII": "\xff",
    "overlong": "k" * 8000,
    "spaces": "a b",
    "nothing": "",
}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_an_idempotency_key_that_is_none(served, key):
    """Wherever something is sent; with a document, or without a good one. An audit takes none."""
    found = []
    for target in served.sending(pages=False):
        if target.rule == "/v1/audit":
            continue
        for body in (b"[]", b"{}"):
            response = served.ask(target, body=body, environ={"HTTP_IDEMPOTENCY_KEY": key})
            found.append(amiss(target, response, frozenset((403, 404, 422))))
    assert [each for each in found if each] == []


HOSTS = {
    "another": EVIL,
    "ours as a part": f"localhost.{EVIL}",
    "ours before an at": f"localhost@{EVIL}",
    "two": f"localhost,{EVIL}",
    "another header": f"localhost\r\n{INJECTED}: yes",
    "a zero": "localhost\0",
    "no ASCII": "\xff",
    "overlong": "h" * 8000,
    "no name": "a..b",
    "half an address": "[::1",
    "none": "",
    "a port that is none": "localhost:x",
}


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_another_name_of_the_service(served, host):
    found = []
    for target in served.targets:
        response = served.ask(target, environ={"HTTP_HOST": host})
        told = f"{target}: {response.status_code} {response.content_type}"
        if response.status_code != 421 or INJECTED in response.headers:
            found.append(told)
    assert found == []


FOREIGN = {
    "another site": {"HTTP_SEC_FETCH_SITE": "cross-site", "HTTP_ORIGIN": f"https://{EVIL}"},
    "another of the same site": {"HTTP_SEC_FETCH_SITE": "same-site", "HTTP_ORIGIN": "null"},
}


@pytest.mark.parametrize("environ", FOREIGN.values(), ids=FOREIGN)
def test_a_form_from_elsewhere(served, environ):
    found = [
        amiss(target, served.ask(target, environ=environ), frozenset((403,)))
        for target in served.sending(pages=True)
    ]
    assert [each for each in found if each] == []


COOKIES = {
    "another header": 'settle_lang="\\015\\012X-Injected: yes"; settle_key=%0d%0a',
    "zeros": "settle_key=\0; settle_lang=\0",
    "no ASCII": "settle_key=\xff; settle_lang=\xff",
    "overlong": "settle_key=" + "A" * 8000,
    "many": "; ".join(f"k{number}=1" for number in range(1000)),
}


@pytest.mark.parametrize("cookie", COOKIES.values(), ids=COOKIES)
def test_a_cookie_that_is_no_key(served, cookie):
    pages = [target for target in served.targets if target.is_page and target.names]
    statuses = frozenset((200, 303, 400, 401, 403, 404, 422))
    found = [
        amiss(target, served.ask(target, environ={"HTTP_COOKIE": cookie}), statuses)
        for target in pages
    ]
    assert [each for each in found if each] == []
