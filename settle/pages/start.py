"""The first page: the sessions so far, and the way to the next."""

from typing import Final

from flask import Response

from settle.app.allowing import asker, by
from settle.app.asking import book, number
from settle.canonical import SAFE_INTEGER
from settle.pages.frame import routes, said_for, show
from settle.pages.titles import titled

_ON_A_PAGE: Final = 30


@routes.get("/")
def start() -> Response:
    """Sessions, the newest first, page by page; for whoever has no key, the way in."""
    if asker() is None:
        return show("welcome.html", said_for())
    before = number("before", SAFE_INTEGER, 1, SAFE_INTEGER)
    said = said_for()
    listed = book().sessions(before=before, limit=_ON_A_PAGE, by=by()).document()
    groups = book().groups(limit=_ON_A_PAGE, by=by()).document()["groups"]
    sessions = [(titled(each["id"], said), each) for each in listed["sessions"]]
    return show("start.html", said, sessions=sessions, more=listed["next"], groups=groups)
