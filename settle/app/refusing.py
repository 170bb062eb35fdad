"""One shape for everything that is not answered: problem documents, whatever went wrong."""

import logging
from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from settle.access.guard import UNAUTHORIZED
from settle.app.answering import reply_problem
from settle.app.asking import language
from settle.faults import Fault, RefusedError
from settle.store import StoreRefused, StoreUnavailable
from settle.watching import REQUEST_ID, route_of

LOG: Final = logging.getLogger("settle.app")
RETRY_SECONDS: Final = 5
"""When it makes sense to ask again where the book could not be used."""

_LONGEST_SHOWN: Final = 100


def refuse_with_problems(app: Flask) -> None:
    """Have the application answer every failure with a problem document."""
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(StoreUnavailable, _unavailable)
    app.register_error_handler(StoreRefused, _damaged)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def refuse_other_hosts(names: Collection[str]) -> None:
    """Refuse a request that calls this service by a name that is not its own.

    A page from elsewhere could have its own name lead here, and its visitor's browser would let it
    read what is answered.
    """
    host = request.host.rpartition(":")[0] if _has_port(request.host) else request.host
    if host.lower() not in names:
        values = {"found": request.host[:_LONGEST_SHOWN]}
        raise RefusedError([Fault((), "unknown_host", "", values)], status=421)


def _has_port(host: str) -> bool:
    return ":" in host and not host.endswith("]")


def _refused(refused: RefusedError) -> Response:
    if refused.status == UNAUTHORIZED:
        return reply_problem(refused, language(), WWW_Authenticate='Bearer realm="settle"')
    return reply_problem(refused, language())


def _unavailable(error: StoreUnavailable) -> Response:
    LOG.warning("503: %s", error)
    refused = RefusedError([Fault((), "unavailable")], status=503)
    return reply_problem(refused, language(), Retry_After=str(RETRY_SECONDS))


def _damaged(error: StoreRefused) -> Response:
    LOG.error("503: %s", error)
    return reply_problem(RefusedError([Fault((), "damaged")], status=503), language())


def _http(error: HTTPException) -> Response:
    """What the framework refuses before a route is reached."""
    path = request.path[:_LONGEST_SHOWN]
    if isinstance(error, NotFound):
        fault = Fault((), "no_such_address", "", {"found": path})
        return reply_problem(RefusedError([fault], status=404), language())
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())
        fault = Fault((), "method_not_allowed", "", {"found": request.method, "choices": allowed})
        refused = RefusedError([fault], status=405)
        return reply_problem(refused, language(), Allow=", ".join(allowed))
    status = error.code or 400
    fault = Fault((), "bad_request", "", {"found": error.name})
    return reply_problem(RefusedError([fault], status=status), language())


def _broken(error: Exception) -> Response:
    """A bug. Its traceback is for the log only."""
    # An address may name people: the log has its template.
    route, name = route_of(request.environ), request.environ.get(REQUEST_ID, "-")
    LOG.error("500: %s %s, request %s", request.method, route, name, exc_info=error)
    return reply_problem(RefusedError([Fault((), "broken")], status=500), language())
