"""Groups: people who play together over the years."""

from typing import Final

from flask import Blueprint, Response, request, url_for

from settle.app.allowing import by
from settle.app.answering import reply
from settle.app.asking import book, document, following, key, page

routes: Final = Blueprint("groups", __name__, url_prefix="/v1/groups")


@routes.post("")
def made() -> Response:
    """Make a group."""
    answer = book().make_group(document(), by=by(), key=key())
    return reply(answer, location=url_for("groups.viewed", group=answer.document()["id"]))


@routes.get("")
def listed() -> Response:
    """The groups, page by page, in the order of their making."""
    after, limit = page()
    answer = book().groups(after=after, limit=limit, by=by())
    return reply(answer, following=following(answer, "cursor", limit))


@routes.get("/<group>")
def viewed(group: str) -> Response:
    """A group, its members, its sessions."""
    return reply(book().group(group, by=by()))


@routes.post("/<group>/name")
def named(group: str) -> Response:
    """Call a group something else."""
    return reply(book().name_group(group, document(), by=by(), key=key()))


@routes.post("/<group>/members")
def joined(group: str) -> Response:
    """Somebody joins."""
    return reply(book().add_member(group, document(), by=by(), key=key()))


@routes.post("/<group>/members/<member>/name")
def member_named(group: str, member: str) -> Response:
    """Call a member something else."""
    return reply(book().name_member(group, member, document(), by=by(), key=key()))


@routes.delete("/<group>/members/<member>/name")
def member_erased(group: str, member: str) -> Response:
    """Forget what a member is called."""
    return reply(book().erase_member(group, member, by=by(), key=key()))


@routes.get("/<group>/standings")
def standings(group: str) -> Response:
    """What everybody comes to over all sessions."""
    return reply(book().standings(group, by=by()))


@routes.get("/<group>/settlement")
def settlement(group: str) -> Response:
    """Who pays whom for several sessions at once."""
    named = request.args.get("sessions")
    sessions = None if named is None else named.split(",")
    mode = request.args.get("mode", "fewest")
    return reply(book().group_settlement(group, sessions, mode=mode, by=by()))


@routes.post("/<group>/settlements")
def settled(group: str) -> Response:
    """Several sessions are settled as one."""
    return reply(book().settle_group(group, document(), by=by(), key=key()))


@routes.get("/<group>/members/<member>/statement")
def statement(group: str, member: str) -> Response:
    """What a member played, won, lost and paid; of one year, or of all."""
    year = request.args.get("year")
    return reply(book().statement(group, member, year=year, by=by()))
