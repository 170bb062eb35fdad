"""The first page: the sessions so far, and the way to the next."""

from typing import Any, Final

from flask import Response, request

from settle.app.allowing import asker, by
from settle.app.asking import book
from settle.pages.frame import routes, said_for, show

_ON_A_PAGE: Final = 30


@routes.get("/")
def start() -> Response:
    """Sessions, the newest first, page by page; for whoever has no key, the way in."""
    if asker() is None:
        return show("welcome.html", said_for())
    listed = _readable()
    text = request.args.get("page", "1")
    page = int(text) if text.isascii() and text.isdecimal() and len(text) < _LONGEST else 1
    first = (max(page, 1) - 1) * _ON_A_PAGE
    shown = listed[first : first + _ON_A_PAGE]
    more = page + 1 if len(listed) > first + _ON_A_PAGE else None
    return show("start.html", said_for(), sessions=shown, more=more)


def _readable() -> list[dict[str, Any]]:
    """The sessions that whoever asks may read, the newest first."""
    sessions: list[dict[str, Any]] = book().sessions(limit=_MOST, by=by()).document()["sessions"]
    return sessions[::-1]


_MOST: Final = 2000
"""Of a book's sessions, so many are looked through for the newest."""
_LONGEST: Final = 6
