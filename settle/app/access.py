"""Keys, links and seats: who gets one, who loses it."""

from typing import Final

from flask import Blueprint, Response, current_app, request

from settle.access.keeping import Keeper
from settle.access.linking import Links
from settle.access.qr import qr_svg
from settle.app.allowing import holder, key_by
from settle.app.answering import if_match, reply
from settle.app.asking import book, document, following, key, page
from settle.book import Answer

PUBLIC_URL: Final = "settle.public_url"
"""Where the application keeps the address that others reach it at."""

routes: Final = Blueprint("access", __name__, url_prefix="/v1")


@routes.post("/keys")
def key_made() -> Response:
    """Make a key."""
    return _secret(Keeper(book().store).make(document(), by=key_by(), key=key()))


@routes.get("/keys")
def keys() -> Response:
    """The keys, page by page, in the order of their making."""
    after, limit = page()
    answer = Keeper(book().store).listed(after=after, limit=limit)
    return reply(answer, following=following(answer, "cursor", limit))


@routes.get("/keys/<key>")
def key_viewed(key: str) -> Response:
    """A key as it stands."""
    response = reply(Keeper(book().store).view(key))
    # Made smaller it would have a weak ETag, which no If-Match may name.
    response.headers["Cache-Control"] = "no-transform"
    return response


@routes.post("/keys/<key>/revoke")
def key_revoked(key: str) -> Response:
    """End a key; with If-Match only as it was read."""
    return reply(Keeper(book().store).revoke(key, if_match=if_match()))


@routes.post("/sessions/<session>/links")
def link_made(session: str) -> Response:
    """Make a link that is turned into a key: once for a seat, by many to look on."""
    answer, address = _links().make(session, document(), by=key_by(), key=key())
    shown = {**answer.document(), "qr_svg": qr_svg(address)}
    return _secret(Answer.of(answer.status, shown))


@routes.get("/sessions/<session>/links")
def links(session: str) -> Response:
    """The links of a session."""
    return reply(_links().listed(session))


@routes.post("/sessions/<session>/links/<link>/revoke")
def link_revoked(session: str, link: str) -> Response:
    """End a link, and the keys that came of it."""
    return reply(_links().revoke(session, link))


@routes.post("/sessions/<session>/seat")
def seated(session: str) -> Response:
    """Speak for a seat from now on, with the key that asks."""
    return reply(_links().sit(session, document(), holder()))


@routes.get("/join/<token>")
def link_viewed(token: str) -> Response:
    """What a link gives; nothing happens."""
    return _secret(_links().looked_at(token))


@routes.post("/join/<token>")
def joined(token: str) -> Response:
    """Turn a link into a key."""
    return _secret(_links().redeem(token))


def _links() -> Links:
    return Links(book().store, join_address)


def join_address(token: str) -> str:
    """Where a link leads people: a page of this service."""
    stated: str = current_app.extensions[PUBLIC_URL]
    return f"{(stated or request.host_url).rstrip('/')}/join/{token}"


def _secret(answer: Answer) -> Response:
    """An answer that nothing on its way may keep."""
    response = reply(answer)
    response.headers["Cache-Control"] = "no-store"
    return response
