"""Answers and problems as responses: canonical JSON, with the headers that belong to them."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from flask import Response, current_app, request

from settle.book import Answer, problem
from settle.canonical import canonical_bytes
from settle.faults import RefusedError
from settle.watching import REFUSED
from settle.words import Language, pick_language

PROBLEM: Final = "application/problem+json"
PEOPLE: Final = "settle.pages"
"""Where the application keeps what refuses by a page: of a refusal, its language and headers a
response, or None for a request that no person made."""
_ETAG_DIGITS: Final = 32
_ENTITY_TAG: Final = re.compile(r'(?:W/)?"[!\x23-\x7e\x80-\xff]*"')
_EMPTY_TAG: Final = '""'
_ANY: Final = "*"


def reply(answer: Answer, *, location: str | None = None, following: str | None = None) -> Response:
    """An answer of the book, with the addresses of what it made and of the page after it."""
    response = Response(answer.body, answer.status, content_type="application/json")
    if location is not None:
        response.headers["Location"] = location
    return _with_headers(response, following)


def reply_lines(lines: list[bytes], *, following: str | None) -> Response:
    """Lines of canonical JSON as NDJSON."""
    text = b"".join(line + b"\n" for line in lines)
    response = Response(text, content_type="application/x-ndjson")
    return _with_headers(response, following)


def reply_with(document: object, *, language: Language | None = None) -> Response:
    """A document that no operation of the book answered; ``language`` is that of its texts."""
    response = Response(canonical_bytes(document), content_type="application/json")
    if language is not None:
        response.headers["Content-Language"] = language.value
    return _with_headers(response)


def reply_text(text: str, *, language: Language, media_type: str = "text/plain") -> Response:
    """A text for people."""
    response = Response(text, content_type=f"{media_type}; charset=utf-8")
    response.headers["Content-Language"] = language.value
    return _with_headers(response)


def _with_headers(response: Response, following: str | None = None) -> Response:
    if following is not None:
        response.headers["Link"] = f'<{following}>; rel="next"'
    if request.method in ("GET", "HEAD"):
        response.set_etag(_etag(response.get_data()))
        # What is read changes nothing, so no If-Match guards it: only If-None-Match is heeded.
        asked = {name: value for name, value in request.environ.items() if name != "HTTP_IF_MATCH"}
        response.make_conditional(asked)
    return response


def _etag(body: bytes) -> str:
    return sha256(body).hexdigest()[:_ETAG_DIGITS]


def if_match() -> Callable[[Answer], bool] | None:
    """Whether If-Match names what is answered to a GET; None where the request has none.

    Weak ETags name nothing that is changed (RFC 9110, 13.1.1), and what stands without quotes is
    none: where there is such a thing, nothing is named.
    """
    if "If-Match" not in request.headers:
        return None
    named = request.headers["If-Match"].strip()
    if named == _ANY:
        return lambda _: True
    between = [each.strip() for each in _ENTITY_TAG.sub(_EMPTY_TAG, named).split(",")]
    tags = _ENTITY_TAG.findall(named) if {*between} <= {"", _EMPTY_TAG} else []
    return lambda answer: f'"{_etag(answer.body)}"' in tags


def note_refused(refused: RefusedError) -> None:
    """Have the log and the numbers say by which codes this request was refused."""
    request.environ[REFUSED] = tuple(dict.fromkeys(fault.code for fault in refused.faults))


def reply_problem(refused: RefusedError, language: str, **headers: str) -> Response:
    """A refusal as a problem document (RFC 9457) in a language; for people as a page."""
    note_refused(refused)
    page: Response | None = current_app.extensions[PEOPLE](refused, headers)
    if page is not None:
        return page
    chosen = pick_language(language)
    document: dict[str, Any] = problem(refused, chosen)
    response = Response(canonical_bytes(document), refused.status, content_type=PROBLEM)
    response.headers["Content-Language"] = chosen.value
    response.headers["Vary"] = "Accept-Language"
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response
