"""Who asks for a page, and what they may: signing in, and forms that come from elsewhere."""

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import request

from settle.app import allowing
from settle.faults import Fault, RefusedError
from settle.pages.frame import routes

_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN: Final = ("same-origin", "none")
"""What a browser says of a form of our own pages, and of what a person started by hand."""
_LONGEST_SHOWN: Final = 100


class Asker(NamedTuple):
    """Who asks."""

    by: str
    """As entries name them."""


def asker() -> Asker:
    """Who asks for this page."""
    return Asker(allowing.by())


@routes.before_request
def refuse_foreign_forms() -> None:
    """Refuse a form that a page from elsewhere sends with this browser's cookies.

    Browsers say where a form comes from (Fetch Metadata; over plain HTTP in Origin alone), and no
    page can write that itself. What says nothing is not sent by a form of ours.
    """
    if request.method in _READING:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    own = site in _OWN if site else urlsplit(origin or "").netloc == request.host
    if not own:
        values = {"found": (origin or site or "?")[:_LONGEST_SHOWN]}
        raise RefusedError([Fault((), "foreign_form", "", values)], status=403)
