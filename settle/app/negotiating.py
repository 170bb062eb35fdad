"""What caller and service agree on by headers: the kind of answer, its coding, who may read it."""

import gzip
import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from flask import Flask, Response, request

from settle.app.answering import PROBLEM
from settle.app.asking import the_request
from settle.faults import Fault, RefusedError
from settle.openapi.operations import HTML, JSON, NDJSON, TEXT
from settle.openapi.table import OPERATIONS

LEAST_COMPRESSED: Final = 1024
"""Bytes of a body that it is worth while to make smaller."""

_COMPRESSED: Final = frozenset((JSON, NDJSON, TEXT, HTML, PROBLEM))
_OFFERED: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    (operation.method, operation.path): tuple(operation.bodies) for operation in OPERATIONS
}
"""The kinds of answers, by method and path."""
_LEVEL: Final = 5
_NO_CONTENT: Final = 204
_NOT_MODIFIED: Final = 304
_NOT_ACCEPTABLE: Final = 406
_EXPOSED: Final = "Content-Language, ETag, Link, Location, Retry-After, X-Request-ID"
_SENT: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-ID"
_PREFLIGHT_SECONDS: Final = 600


def agree_with_callers(app: Flask, *, people: str, origins: Collection[str] = ()) -> None:
    """Have an application heed what its callers can take, and let pages of ``origins`` read it.

    What the blueprint ``people`` answers to a browser is its own: it is not refused for its kind,
    and it is not compressed, since secrets of a form stand beside what somebody else may have
    written.
    """
    allowed = frozenset(origins)

    def before() -> Response | None:
        if allowed and request.method == "OPTIONS" and _origin(allowed) is not None:
            return _preflight()
        asked = the_request()
        if asked.url_rule is not None and asked.blueprint != people:
            _refuse_other_kinds()
        return None

    def after(response: Response) -> Response:
        asked = the_request()
        if asked.method == "OPTIONS" and not response.get_data():
            response.status_code = _NO_CONTENT
            response.headers.remove("Content-Type")
        if asked.blueprint != people:
            _compress(response)
        if allowed:
            _let_read(response, allowed)
        return response

    app.before_request(before)
    app.after_request(after)


# --- the kind of answer ---------------------------------------------------------------------------


def _refuse_other_kinds() -> None:
    """Refuse a caller who can take nothing of what is answered, before anything is stored."""
    accepted = request.headers.get("Accept", "*/*")
    if accepted == "*/*":
        return
    method = "GET" if request.method == "HEAD" else request.method
    offered = _OFFERED.get((method, _template(str(request.url_rule))))
    if offered is None or accepted in offered:
        return
    if not any(request.accept_mimetypes.quality(kind) for kind in offered):
        fault = Fault((), "not_acceptable", "", {"choices": offered})
        raise RefusedError([fault], status=_NOT_ACCEPTABLE)


@cache
def _template(rule: str) -> str:
    """The path of a route as the table of calls writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


# --- its coding -----------------------------------------------------------------------------------


def _compress(response: Response) -> None:
    """Make a body smaller where that is worth while and wanted."""
    # Nobody keeps the answers to other methods, so only these say what they depend on.
    is_wanted, is_kept = _wants_gzip(), request.method in ("GET", "HEAD")
    if not (is_wanted or is_kept):
        return
    if response.mimetype not in _COMPRESSED or response.direct_passthrough:
        return
    data = response.get_data()
    if len(data) < LEAST_COMPRESSED or response.cache_control.no_transform:
        return
    if is_kept:
        _vary(response, "Accept-Encoding")
    if not is_wanted or request.method == "HEAD":
        return
    if response.status_code != _NOT_MODIFIED:
        # Such an answer goes out without its body.
        response.set_data(gzip.compress(data, _LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag is not None:
        # Strong ones would have to differ between the codings of what is the same.
        response.set_etag(etag, weak=True)


def _vary(response: Response, header: str) -> None:
    """Say that the answer depends on a header; written here because it is on every way."""
    others = response.headers.get("Vary")
    response.headers["Vary"] = header if others is None else f"{others}, {header}"


def _wants_gzip() -> bool:
    """Whether gzip is taken, and not less gladly than no coding."""
    if "gzip" not in request.headers.get("Accept-Encoding", "").lower():
        return False
    wanted = request.accept_encodings
    return wanted.quality("gzip") > 0 and wanted.quality("gzip") >= wanted.quality("identity")


# --- pages of other origins -----------------------------------------------------------------------


def _origin(allowed: Collection[str]) -> str | None:
    """Where the page comes from that asks, if it may."""
    origin = request.headers.get("Origin")
    return origin if origin in allowed else None


def _preflight() -> Response:
    """What a browser asks before it lets a page send anything."""
    response = Response(status=_NO_CONTENT)
    response.headers.remove("Content-Type")
    response.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE"
    response.headers["Access-Control-Allow-Headers"] = _SENT
    response.headers["Access-Control-Max-Age"] = str(_PREFLIGHT_SECONDS)
    return response


def _let_read(response: Response, allowed: Collection[str]) -> None:
    _vary(response, "Origin")
    origin = _origin(allowed)
    if origin is not None:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _EXPOSED
