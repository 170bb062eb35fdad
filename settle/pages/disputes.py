"""Every dispute of a session, in one list; each is argued on the page of its game."""

from typing import Any

from flask import Response

from settle.app.asking import book
from settle.disputes import player_of
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.frame import routes


@routes.get("/sessions/<session>/disputes")
def disputes(session: str) -> Response:
    """What is contested, by whom and why, and what it would come to."""
    now = evening(session)
    document = book().disputes(session).document()
    held = {each["dispute"]: each for each in document["held"]}
    told = [_told(each, held.get(each["id"]), now) for each in document["disputes"]]
    return show_evening("disputes.html", now, disputes=told[::-1])


def _told(dispute: dict[str, Any], held: dict[str, Any] | None, now: Evening) -> dict[str, Any]:
    player = player_of(dispute["by"])
    rows = []
    if held is not None:
        claimed = now.nets(held["totals_if_claimed"])
        rows = [(now.called(each["player"]), each["net"], claimed.get(each["player"], 0))
                for each in held["totals_if_kept"]]  # fmt: skip
    return {**dispute, "who": now.called(player) if player else dispute["by"], "rows": rows}
