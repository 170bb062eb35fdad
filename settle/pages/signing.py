"""Who asks for a page, and what they may: signing in, joining by a link, forms from elsewhere.

A browser keeps its key in a cookie that no script can read. A link to one session puts it at the
addresses of that session, so that whoever plays in several, or keeps a book besides, loses nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from flask import Response, current_app, request, url_for

from settle.access.guard import Guard, Place
from settle.access.linking import Links
from settle.access.roles import ALLOWED, Action
from settle.app import allowing
from settle.app.access import join_address
from settle.app.allowing import COOKIE, GUARD
from settle.app.asking import book
from settle.book import Conflict
from settle.faults import Fault, RefusedError
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes, said_for, show
from settle.pages.titles import titled
from settle.wire.sessions import is_session_id

_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN: Final = ("same-origin", "none")
"""What a browser says of a form of our own pages, and of what a person started by hand."""
_LONGEST_SHOWN: Final = 100
_A_YEAR: Final = 365 * 24 * 3600
_KEY: Final = "/key"
_OPENED: Final = {
    "unauthorized.missing": "page",
    "unauthorized.malformed": "page",
    "unauthorized.unknown": "page",
    "shown_once": "page",
}
"""Which sentence people get in place of that for programs, on any page."""
_TYPED: Final = {"unauthorized.malformed": "typed"}
"""The same where a key is written in."""

asker = allowing.holder
"""Who asks for this page, where it takes a key."""


def may(action: str) -> bool:
    """Whether who asks may do that here, so that a page offers nothing that would be refused."""
    found = allowing.asker()
    return found is not None and bool(found.roles & ALLOWED[Action(action)])


def own_seat() -> str | None:
    """The seat of who asks, where they may speak for one."""
    return asker().player if may("speak") else None


def is_signed_in() -> bool:
    """Whether the browser brings a good key."""
    return allowing.asker() is not None


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


def for_people(refused: RefusedError, variants: Mapping[str, str] = _OPENED) -> RefusedError:
    """The same, but it says of keys what a person does; headers are for programs."""
    faults = tuple(
        replace(fault, variant=variants.get(fault.text_key, fault.variant))
        for fault in refused.faults
    )
    return refused if faults == refused.faults else RefusedError(faults, status=refused.status)


@routes.get("/sign-in")
def sign_in() -> Response:
    """Where a key is written in, once."""
    return _asking(blank())


@routes.post("/sign-in")
def signed_in() -> Response:
    """Keep a key that is good."""
    form = sent()
    guard: Guard = current_app.extensions[GUARD]
    try:
        guard.admit(f"Bearer {form.get(_KEY).strip()}", Action.LIST, Place())
    except RefusedError as refused:
        told = form.refused(for_people(refused, _TYPED), said_for(), {"": _KEY})
        return _asking(told, status=refused.status)
    return _keeping(go_to(url_for("pages.start")), form.get(_KEY).strip())


def _asking(form: Form, *, status: int = 200) -> Response:
    shown = Form({_KEY: ""}, form.key, form.faults)
    return show("sign_in.html", said_for(), status=status, form=shown)


@routes.post("/sign-out")
def signed_out() -> Response:
    """Forget the key."""
    response = go_to(url_for("pages.start"))
    response.delete_cookie(COOKIE)
    return response


@routes.post("/sessions/<session>/sign-out")
def session_signed_out(session: str) -> Response:
    """Forget the key of a session too, which is sent to no other address."""
    response = signed_out()
    if is_session_id(session):
        forget_session_key(response, session)
    return response


def forget_session_key(response: Response, session: str) -> None:
    """Have the browser forget the key that a link to this session gave it."""
    response.delete_cookie(COOKIE, path=_place(session))


def _place(session: str) -> str:
    """Below it the key of a link to the session counts."""
    return url_for("pages.sheet", session=session)


@routes.get("/join/<token>")
def join(token: str) -> Response:
    """What a link gives. Nothing happens: chats look at what is posted there."""
    try:
        given = _links().looked_at(token).document()
    except Conflict:
        return _by_the_key_of_before(token)
    return show("join.html", said_for(), given=given, title=_title(given), form=blank(),
                name=_name(given))  # fmt: skip


@routes.post("/join/<token>")
def joined(token: str) -> Response:
    """Turn a link into a key, and keep it."""
    sent()
    try:
        answer = _links().redeem(token).document()
    except Conflict as refused:
        if refused.faults[0].code != "link_over":
            raise
        return _by_the_key_of_before(token)
    if not answer["grants"]:
        return _keeping(go_to(url_for("pages.start")), answer["key"])
    place = _place(answer["grants"][0]["session"])
    response = _keeping(go_to(place), answer["key"], place)
    return response if COOKIE in request.cookies else _keeping(response, answer["key"])


def _by_the_key_of_before(token: str) -> Response:
    """Where a link that is over leads: whoever came in by it may still have the key."""
    session = _links().leads_to(token)
    if session is not None:
        # Only at the addresses of the session a browser brings the key of a link to it.
        return go_to(url_for("pages.join_again", session=session, token=token))
    if not _has_key(Action.LIST, Place()):
        _links().looked_at(token)
    return go_to(url_for("pages.start"))


@routes.get("/sessions/<session>/join/<token>")
def join_again(session: str, token: str) -> Response:
    """In, for whoever may read the session; else what is wrong with the link."""
    if not _has_key(Action.READ, Place(session)):
        _links().looked_at(token)
        return go_to(url_for("pages.join", token=token))
    return go_to(_place(session))


def _has_key(action: Action, place: Place) -> bool:
    """Whether the browser brings a key that may do that, at an address that takes none."""
    guard: Guard = current_app.extensions[GUARD]
    kept = request.cookies.get(COOKIE)
    try:
        return kept is not None and guard.admit(f"Bearer {kept}", action, place) is not None
    except RefusedError:
        return False


def _links() -> Links:
    return Links(book().store, join_address)


def _title(given: dict[str, str | None]) -> str:
    session = given["session"]
    if session is None:
        return ""
    return titled(session, said_for()).title


def _name(given: dict[str, str | None]) -> str:
    session, player = given["session"], given["player"]
    if session is None or player is None:
        return ""
    with book().store.reading() as r:
        return r.names(session).get(player, player)


def _keeping(response: Response, key: str, path: str = "/") -> Response:
    response.set_cookie(
        COOKIE,
        key,
        max_age=_A_YEAR,
        path=path,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response
