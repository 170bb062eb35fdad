"""Several sessions of a group settled as one: which of them, who pays whom, and what was so far."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, request, url_for

from settle.app.allowing import by
from settle.app.asking import book
from settle.book.settling import FEWEST, PAIRS
from settle.faults import RefusedError
from settle.pages.calling import named_refusal
from settle.pages.circle import Circle, circle
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes, said_for, show
from settle.pages.titles import titled
from settle.words import Words

_CHOSEN: Final = "session"
_NAMED: Final = "/sessions/"


@routes.get("/groups/<group>/settlement")
def together(group: str) -> Response:
    """Who pays whom for the sessions that are chosen; at first for all that can be settled."""
    chosen = request.args.getlist(_CHOSEN) or None
    return _shown(circle(group), chosen, request.args.get("mode") or FEWEST)


@routes.post("/groups/<group>/settlement")
def settled_together(group: str) -> Response:
    """Make it binding in all of them."""
    form = sent()
    try:
        answer = book().settle_group(group, form.document(), by=by(), key=form.key)
    except RefusedError as refused:
        chosen = [value for name, value in form.values.items() if name.startswith(_NAMED)]
        here, mode = circle(group), form.get("/mode") or FEWEST
        told = form.refused(named_refusal(refused, here.names), said_for())
        return _shown(here, chosen, mode, told, status=refused.status)
    return go_to(url_for("pages.money", session=answer.document()["pays_in"]))


def _shown(
    here: Circle,
    chosen: Sequence[str] | None,
    mode: str,
    form: Form | None = None,
    *,
    status: int = 200,
) -> Response:
    said = said_for()
    stand = {session: one for session in here.sessions if (one := _settlement(session))}
    open_ones = {each: one["currency"] for each, one in stand.items() if one["transfers"]}
    if chosen is None:
        chosen = _usual(open_ones)
    told: Mapping[str, Any] | None = None
    if form is None:
        form = blank()
        try:
            told = _told(here, chosen, mode)
        except RefusedError as refused:
            form = form.refused(named_refusal(refused, here.names), said)
            status = refused.status
    return show(
        "together.html",
        said,
        status=status,
        group=here,
        form=form,
        told=told,
        mode=mode,
        modes=_modes(here, told, said),
        choices=[(titled(each, said), currency, each in chosen)
                 for each, currency in reversed(open_ones.items())],
        chosen=chosen,
        made=[(_titles(each["sessions"], said), titled(session, said))
              for session, one in reversed(stand.items())
              for each in reversed(one.get("together", ())) if each["pays_in"] == session],
    )  # fmt: skip


def _settlement(session: str) -> Mapping[str, Any] | None:
    """How a session stands by itself; None for one of several currencies, which nobody settles."""
    try:
        told: Mapping[str, Any] = book().settlement(session).document()
    except RefusedError:
        return None
    return told


def _usual(open_ones: Mapping[str, str]) -> list[str]:
    """All that can be settled as one with the newest: those of its currency."""
    newest = [*open_ones.values()][-1:]
    return [each for each, currency in open_ones.items() if currency in newest]


def _told(here: Circle, chosen: Sequence[str], mode: str) -> Mapping[str, Any] | None:
    if not chosen:
        return None
    told: Mapping[str, Any] = (
        book().group_settlement(here.id, chosen, mode=mode, by=by()).document()
    )
    return told


def _titles(sessions: Sequence[str], said: Words) -> str:
    """Those of the sessions that are in the book: of what came from elsewhere some may not be."""
    with book().store.reading() as r:
        there = [each for each in sessions if r.session_row(each) is not None]
    return said.text("pages.listed").join(titled(each, said).title for each in there)


def _modes(here: Circle, told: Mapping[str, Any] | None, said: Words) -> list[tuple[str, str]]:
    """The ways to settle, as choices."""
    people = [] if told is None else [each["player"] for each in told["totals"]]
    through = [
        (f"via:{player}", said.text("pages.money.via", player=here.called(player)))
        for player in people
    ]
    ways = [(FEWEST, said.text("pages.money.fewest")), (PAIRS, said.text("pages.money.pairs"))]
    return [*ways, *through]
