"""The score sheet of a session: to look at while it grows, to copy, to print, to take along."""

from hashlib import sha256
from itertools import accumulate
from typing import Final

from flask import Response, abort, request

from settle.app.asking import book
from settle.app.sheets import FORMS
from settle.book.appending import session_of
from settle.book.naming import names_in
from settle.canonical import canonical_bytes
from settle.explain import Sheet
from settle.pages.agreeing import agreements
from settle.pages.chart import Chart, chart_of
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.frame import asked_language, routes, safe, tagged
from settle.proofs.chat import session_text
from settle.proofs.making import session_checkpoint
from settle.proofs.situation import situation

_NAMES: Final = {"csv": "csv", "svg": "svg"}
"""What can be taken along, by the end of its address."""


@routes.get("/sessions/<session>")
def sheet(session: str) -> Response:
    """Games by players, the running nets, who pays whom, the text for the chat."""
    return _shown("sheet.html", session, _state(session))


@routes.get("/sessions/<session>/live")
def sheet_live(session: str) -> Response:
    """The part of the sheet that grows, for phones that look whether another game is there."""
    response = Response(content_type="text/html; charset=utf-8")
    state = _state(session)
    if not tagged(response, state):
        response.set_data(_shown("sheet_live.html", session, state).get_data())
    return safe(response)


def _shown(template: str, session: str, state: str) -> Response:
    now = evening(session)
    drawn = book().sheet(session, language=now.said.language)
    return show_evening(
        template,
        now,
        sheet=drawn,
        cells=_cells(drawn),
        chart=_chart(drawn),
        chat=_chat(now),
        settlement=list(drawn.settlement()),
        agreements=list(agreements(now)),
        state=state,
    )


def _state(session: str) -> str:
    """What is another once anything in the session is, a name, or the language.

    Phones ask for it every few seconds, so nothing is folded for it. Raises NotFound.
    """
    with book().store.reading() as r:
        names = names_in(r, session, book().tables(session).players)
        told = [session_of(r, session).head_hash, names, asked_language()]
    return sha256(canonical_bytes(told)).hexdigest()[:32]


Cells = list[list[tuple[int | None, tuple[str, ...], int]]]
"""By game, then by player: net, marks, total after it."""


def _cells(drawn: Sheet) -> Cells:
    by_player = [drawn.cells(player) for player in drawn.players]
    return [list(row) for row in zip(*by_player, strict=True)]


def _chart(drawn: Sheet) -> Chart | None:
    """The running nets; nothing to draw before the second game."""
    games = [game for game in drawn.games if game.state != "void"]
    if len(games) < 2:  # noqa: PLR2004 - two points make a line
        return None
    counted = [{} if game.state == "held" else game.nets for game in games]
    running = {
        player: list(accumulate(nets.get(player, 0) for nets in counted))
        for player in drawn.players
    }
    return chart_of([game.game for game in games], running)


def _chat(now: Evening) -> str:
    served = book()
    with served.store.reading() as r:
        row = session_of(r, now.id)
        return session_text(situation(r, row), session_checkpoint(r, row), now.said)


@routes.get("/sessions/<session>/sheet.<kind>")
def sheet_file(session: str, kind: str) -> Response:
    """The sheet as a table or as a drawing, to be kept."""
    if kind not in _NAMES:
        abort(404)
    media_type, write = FORMS[kind]
    now = evening(session)
    drawn = book().sheet(session, language=now.said.language)
    response = Response(write(drawn), content_type=f"{media_type}; charset=utf-8")
    if request.args.get("save"):
        response.headers["Content-Disposition"] = f'attachment; filename="{now.id}.{kind}"'
    return safe(response)
