"""The first page: the sessions so far, and the way to the next."""

from typing import Final

from flask import Response, request

from settle.app.asking import book
from settle.pages.frame import routes, said_for, show

_ON_A_PAGE: Final = 30


@routes.get("/")
def start() -> Response:
    """Sessions, the newest first, page by page."""
    listed = book().sessions(after=0, limit=_MOST).document()["sessions"][::-1]
    text = request.args.get("page", "1")
    page = int(text) if text.isascii() and text.isdecimal() and len(text) < _LONGEST else 1
    first = (max(page, 1) - 1) * _ON_A_PAGE
    shown = listed[first : first + _ON_A_PAGE]
    more = page + 1 if len(listed) > first + _ON_A_PAGE else None
    return show("start.html", said_for(), sessions=shown, more=more)


_MOST: Final = 2000
"""Of a book's sessions, so many are looked through for the newest."""
_LONGEST: Final = 6
