"""Every dispute of a session, in one list; each is argued on the page of its game."""

from collections.abc import Mapping
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
    ruled = rulings(now)
    told = [{**_told(each, held.get(each["id"]), now), "ruling": ruled.get(each["id"])}
            for each in document["disputes"]]  # fmt: skip
    return show_evening("disputes.html", now, disputes=told[::-1])


def rulings(now: Evening) -> Mapping[str, Mapping[str, Any]]:
    """By dispute that was ruled: who ruled and why, whose consents the ruling has, and when."""
    with book().store.reading() as r:
        entries = r.entries_of_kinds(now.id, ("dispute_resolved",))
    return {
        entry.body["id"]: {
            "who": said_by(entry.body["by"], now),
            "reason": entry.body["reason"],
            "agreed": tuple(map(now.called, entry.body["consents"])),
            "at": entry.at,
        }
        for entry in entries
    }


def said_by(by: str, now: Evening) -> str:
    """What they are called who an entry is by: a player, the host, or who keeps the score."""
    player = player_of(by)
    if player is not None:
        return now.called(player)
    return now.said.text("pages.game.by_host" if by == "host" else "pages.game.by_key")


def _told(dispute: dict[str, Any], held: dict[str, Any] | None, now: Evening) -> dict[str, Any]:
    player = player_of(dispute["by"])
    rows = []
    if held is not None:
        claimed = now.nets(held["totals_if_claimed"])
        rows = [(now.called(each["player"]), each["net"], claimed.get(each["player"], 0))
                for each in held["totals_if_kept"]]  # fmt: skip
    return {**dispute, "who": now.called(player) if player else dispute["by"], "rows": rows}
