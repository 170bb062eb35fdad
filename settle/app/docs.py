"""What the service takes and answers: the published document, and the same as a page."""

import json
from functools import cache, lru_cache
from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from settle.app.answering import reply
from settle.book.answers import OK, Answer
from settle.data import data_folder
from settle.openapi.operations import ADDRESS
from settle.openapi.page import sections, tables

_KEPT: Final = 4
"""Pages that are kept ready: a service has few names."""

routes: Final = Blueprint("docs", __name__, template_folder="templates")


@routes.get("/openapi.json")
def published() -> Response:
    """The OpenAPI document."""
    return reply(Answer(OK, _published()))


@routes.get("/docs")
def page() -> Response:
    """The document as a page, which needs nothing from anywhere else."""
    response = reply(Answer(OK, _page(request.host_url.rstrip("/"))))
    response.content_type = "text/html; charset=utf-8"
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


@cache
def _published() -> bytes:
    return (data_folder("schemas") / "openapi.json").read_bytes()


@lru_cache(maxsize=_KEPT)
def _page(address: str) -> bytes:
    """The page, for those who call the service by this address."""
    document: dict[str, Any] = json.loads(_published())
    text = render_template(
        "docs.html",
        info=document["info"],
        sections=sections(document),
        tables=tables(document),
        moved=lambda line: line.replace(ADDRESS, address),
    )
    return text.encode()
