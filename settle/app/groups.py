"""Groups: people who play together over the years."""

from typing import Final

from flask import Blueprint, Response, request, url_for

from settle.app.allowing import by
from settle.app.answering import reply
from settle.app.asking import book, document, key, number
from settle.app.limiting import limits
from settle.canonical import SAFE_INTEGER

USUAL_GROUPS: Final = 50
"""On a page, unless asked otherwise."""

routes: Final = Blueprint("groups", __name__, url_prefix="/v1/groups")


@routes.post("")
def made() -> Response:
    """Make a group."""
    answer = book().make_group(document(), by=by(), key=key())
    return reply(answer, location=url_for("groups.viewed", group=answer.document()["id"]))


@routes.get("")
def listed() -> Response:
    """The groups, page by page, in the order of their making."""
    most = limits().page_size
    limit = number("limit", min(USUAL_GROUPS, most), 1, most)
    answer = book().groups(after=number("cursor", 0, 0, SAFE_INTEGER), limit=limit, by=by())
    after = answer.document()["next"]
    following = None if after is None else url_for("groups.listed", cursor=after, limit=limit)
    return reply(answer, following=following)


@routes.get("/<group>")
def viewed(group: str) -> Response:
    """A group, its members, its sessions."""
    return reply(book().group(group))


@routes.post("/<group>/name")
def named(group: str) -> Response:
    """Call a group something else."""
    return reply(book().name_group(group, document()))


@routes.post("/<group>/members")
def joined(group: str) -> Response:
    """Somebody joins."""
    return reply(book().add_member(group, document(), by=by(), key=key()))


@routes.post("/<group>/members/<member>/name")
def member_named(group: str, member: str) -> Response:
    """Call a member something else."""
    return reply(book().name_member(group, member, document(), by=by()))


@routes.delete("/<group>/members/<member>/name")
def member_erased(group: str, member: str) -> Response:
    """Forget what a member is called."""
    return reply(book().erase_member(group, member, by=by()))


@routes.get("/<group>/standings")
def standings(group: str) -> Response:
    """What everybody comes to over all sessions."""
    return reply(book().standings(group))


@routes.get("/<group>/settlement")
def settlement(group: str) -> Response:
    """Who pays whom for several sessions at once."""
    named = request.args.get("sessions")
    sessions = None if named is None else named.split(",")
    mode = request.args.get("mode", "fewest")
    return reply(book().group_settlement(group, sessions, mode=mode))


@routes.get("/<group>/members/<member>/statement")
def statement(group: str, member: str) -> Response:
    """What a member played, won, lost and paid; of one year, or of all."""
    return reply(book().statement(group, member, year=request.args.get("year")))
