"""Every request as it goes by: its id, a line in the log, its numbers.

This stands around the application, so that nothing which is answered goes by unseen.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, request

from settle.watching.logs import Write, now
from settle.watching.metrics import Metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

METRICS: Final = "settle.metrics"
"""Where an application has its numbers."""
REQUEST_ID: Final = "settle.request_id"
"""Where the environment of a request has its id."""
ROUTE: Final = "settle.route"
KEY_ID: Final = "settle.key_id"
"""Where it has the id of the key that it was made with, once that was found good."""
REFUSED: Final = "settle.refused"
"""Where it has the codes of what was refused."""

ID_HEADER: Final = "X-Request-ID"
NO_ROUTE: Final = "none"
"""What is not an address of the service, whatever it was."""

_WELL_FORMED: Final = re.compile("[A-Za-z0-9._-]{1,64}", re.ASCII)
_ID_BYTES: Final = 8
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"))
_MICROSECOND: Final = 1000
_SECOND: Final = 1_000_000_000


class Watched:
    """A WSGI application, and what is seen of it from outside."""

    def __init__(
        self, application: "WSGIApplication", *, metrics: Metrics, log: Write | None
    ) -> None:
        self._application, self._metrics, self._log = application, metrics, log

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request, and tell of it."""
        begun = perf_counter_ns()
        name = environ[REQUEST_ID] = request_id(environ.get("HTTP_X_REQUEST_ID"))
        status = "500"

        def started(line: str, headers: list[tuple[str, str]], *rest: Any) -> Callable[..., Any]:  # noqa: ANN401 - WSGI's
            nonlocal status
            status = line[:3]
            headers.append((ID_HEADER, name))
            return start_response(line, headers, *rest)

        try:
            return self._application(environ, started)
        finally:
            # Answers are whole when the application returns: nothing is made while it is sent.
            self.tell(environ, status, perf_counter_ns() - begun)

    def tell(self, environ: "WSGIEnvironment", status: str, spent_ns: int) -> None:
        """Count a request that was answered, and write its line."""
        asked = environ["REQUEST_METHOD"]
        method = asked if asked in _METHODS else "other"
        route, refused = route_of(environ), environ.get(REFUSED, ())
        self._metrics.saw(method, route, status, spent_ns / _SECOND, refused)
        if self._log is None:
            return
        told: dict[str, object] = {
            "at": now(),
            "request": environ[REQUEST_ID],
            "method": method,
            "route": route,
            "status": int(status),
            "ms": spent_ns // _MICROSECOND / 1000,
        }
        if key := environ.get(KEY_ID):
            told["key"] = key
        if refused:
            told["refused"] = ",".join(refused)
        self._log(told)


def request_id(sent: str | None) -> str:
    """The id of a request: the one it brings, if it is one; else a new one."""
    if sent is not None and _WELL_FORMED.fullmatch(sent):
        return sent
    return secrets.token_hex(_ID_BYTES)


def route_of(environ: "WSGIEnvironment") -> str:
    """The template of the address that a request came to, without what was filled in."""
    return str(environ.get(ROUTE, NO_ROUTE))


def watch(app: Flask, *, metrics: Metrics, log: Write | None) -> Watched:
    """Have every request of an application seen, by what is returned."""
    # Before everything else that may refuse a request: also then its route is known.
    app.extensions[METRICS] = metrics
    app.before_request_funcs.setdefault(None, []).insert(0, _note_the_route)
    watched = Watched(app.wsgi_app, metrics=metrics, log=log)
    app.wsgi_app = watched  # type: ignore[method-assign]
    return watched


def _note_the_route() -> None:
    """Keep the template of the address, without what was filled in."""
    if request.url_rule is not None:
        request.environ[ROUTE] = request.url_rule.rule
