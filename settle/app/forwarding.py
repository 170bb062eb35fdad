"""What proxies in front say of the connection that a caller has to them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SCHEMES: Final = frozenset(("http", "https"))


class Forwarded:
    """A WSGI application behind so many proxies, and by which scheme they were asked."""

    def __init__(self, application: "WSGIApplication", proxies: int) -> None:
        self._application, self._proxies = application, proxies

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request, as one that came by that scheme."""
        # Where each proxy adds one, those before were made up; most put theirs in place of others.
        hops = environ.get("HTTP_X_FORWARDED_PROTO", "").split(",")
        said = hops[-self._proxies :][0].strip().lower()
        if said in _SCHEMES:
            environ["wsgi.url_scheme"] = said
        return self._application(environ, start_response)


def believe_proxies(app: Flask, proxies: int) -> None:
    """Have an application know by which scheme its proxies were asked; without any, by none."""
    if proxies:
        app.wsgi_app = Forwarded(app.wsgi_app, proxies)  # type: ignore[method-assign]
