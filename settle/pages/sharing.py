"""Who else comes in: links for the seats and to look on, and a seat of one's own."""

from typing import Any, Final

from flask import Response, url_for

from settle.access.linking import Links
from settle.access.qr import qr_svg
from settle.app.access import join_address
from settle.app.allowing import holder, key_by
from settle.app.asking import book
from settle.faults import RefusedError
from settle.pages.calling import named_refusal
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes
from settle.pages.signing import for_people

_FOR: Final = "for"
_VIEWER: Final = "viewer"
_SCORER: Final = "scorer"


@routes.get("/sessions/<session>/share")
def share(session: str) -> Response:
    """The links of a session, and the way to another."""
    return _shown(evening(session), blank({_FOR: _VIEWER}))


@routes.post("/sessions/<session>/share")
def shared(session: str) -> Response:
    """Make a link, which is shown this once, with its QR code."""
    now, form = evening(session), sent()
    try:
        _, address = _links().make(session, _document(form), by=key_by(), key=form.key)
    except RefusedError as refused:
        named = named_refusal(for_people(refused), now.names)
        told = form.refused(named, now.said, {"/player": _FOR, "/role": _FOR})
        return _shown(now, told, status=refused.status)
    return _shown(now, blank({_FOR: _VIEWER}), made=address)


@routes.post("/sessions/<session>/share/<link>/revoke")
def share_revoked(session: str, link: str) -> Response:
    """End a link, and the keys that came of it."""
    sent()
    _links().revoke(session, link)
    return go_to(url_for("pages.share", session=session))


@routes.post("/sessions/<session>/seat")
def seat_taken(session: str) -> Response:
    """Speak for a seat from now on."""
    now, form = evening(session), sent(of="seat")
    try:
        _links().sit(session, form.document(), holder())
    except RefusedError as refused:
        told = form.refused(named_refusal(refused, now.names), now.said)
        return _shown(now, blank({_FOR: _VIEWER}), seat=told,
                      status=refused.status)  # fmt: skip
    return go_to(url_for("pages.share", session=session))


def _links() -> Links:
    return Links(book().store, join_address)


def _document(form: Form) -> dict[str, Any]:
    chosen = form.get(_FOR)
    role, _, player = chosen.partition(":")
    return {"role": role, "player": player} if player else {"role": role}


def _shown(
    now: Evening, form: Form, *, seat: Form | None = None, made: str = "", status: int = 200
) -> Response:
    said = now.said
    seats = [
        (f"player:{player}", said.text("pages.share.seat", player=now.called(player)))
        for player in now.players
    ]
    choices = [
        (_VIEWER, said.text("pages.share.viewer")),
        *seats,
        (_SCORER, said.text("pages.share.scorer")),
    ]
    links = [each for each in _links().listed(now.id).document()["links"] if not each["revoked_at"]]
    response = show_evening(
        "share.html",
        now,
        status=status,
        form=form,
        seat=seat or blank(of="seat"),
        choices=choices,
        links=[{**each, "what": _what(each, now)} for each in links],
        people=[(player, now.called(player)) for player in now.players],
        own=holder().player,
        made=made,
        qr=qr_svg(made) if made else "",
    )
    if made:
        response.headers["Cache-Control"] = "no-store"
    return response


def _what(link: dict[str, Any], now: Evening) -> str:
    if link["player"] is not None:
        return now.said.text("pages.share.seat", player=now.called(link["player"]))
    return now.said.text(f"pages.share.{link['role']}")
