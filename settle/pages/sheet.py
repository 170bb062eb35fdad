"""The score sheet of a session."""

from flask import Response

from settle.pages.evening import evening, show_evening
from settle.pages.frame import routes


@routes.get("/sessions/<session>")
def sheet(session: str) -> Response:
    """Games by players, the running nets, who pays whom."""
    return show_evening("sheet.html", evening(session))
