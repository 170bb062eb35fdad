"""Refusals as pages, for what people ask for by their browsers; programs get problem documents."""

from collections.abc import Mapping
from typing import Final

from flask import Response, request
from flask.globals import request_ctx

from settle.access.guard import UNAUTHORIZED
from settle.app.allowing import asker
from settle.app.asking import book
from settle.book import problem
from settle.faults import RefusedError
from settle.pages.calling import named_refusal
from settle.pages.frame import routes, said_for, show
from settle.pages.signing import for_people, forget_session_key
from settle.pages.wording import sentence

_FORBIDDEN: Final = "forbidden"
_FOR_PROGRAMS: Final = ("/v1/", "/problems/")


def page_of(refused: RefusedError, headers: Mapping[str, str]) -> Response | None:
    """The page that says what is wrong, None where a program asks."""
    if not _is_for_people():
        return None
    said = said_for()
    told = problem(refused, said.language)
    if any(fault.code == _FORBIDDEN for fault in refused.faults):
        told["title"] = said.text("pages.problem.forbidden")
    sentences = [sentence(fault, said) for fault in _named(for_people(refused)).faults]
    response = show("problem.html", said, status=refused.status, problem=told,
                    sentences=sentences)  # fmt: skip
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    session = (request.view_args or {}).get("session")
    if session is not None and refused.status == UNAUTHORIZED:
        # The key of a link goes before that of the whole browser, dead ones too.
        forget_session_key(response, session)
    return response


def _named(refused: RefusedError) -> RefusedError:
    """The same with the names of the session's people, for whom the guard has let in there."""
    session = (request.view_args or {}).get("session")
    if session is None or asker() is None:
        return refused
    with book().store.reading() as r:
        return named_refusal(refused, r.names(session))


def _is_for_people() -> bool:
    """Whether a page was asked for, or an address that there is not, by a browser."""
    if request_ctx.url_adapter is None:
        return False  # called by what cannot be a name: no page could link anywhere
    if request.blueprint is not None:
        return request.blueprint == routes.name
    best = request.accept_mimetypes.best_match(("application/json", "text/html"))
    return not request.path.startswith(_FOR_PROGRAMS) and best == "text/html"
