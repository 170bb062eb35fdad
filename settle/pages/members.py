"""Groups being made, and who belongs to one: joined, called otherwise, forgotten."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Response, url_for

from settle.app.allowing import by
from settle.app.asking import book, number
from settle.canonical import SAFE_INTEGER
from settle.faults import Fault, RefusedError
from settle.pages.circle import circle
from settle.pages.forms import Form, blank, entries, sent
from settle.pages.frame import go_to, routes, said_for, show

_ON_A_PAGE: Final = 30
_FIRST: Final = 6
"""Fields for the first members; whoever comes later has a page for it."""
DO: Final = "do"
FORGET: Final = "forget"


# --- groups ---------------------------------------------------------------------------------------


@routes.get("/groups")
def groups() -> Response:
    """The groups, in the order of their making, and the way to another one."""
    return _listing(blank())


@routes.post("/groups")
def group_made() -> Response:
    """Make a group."""
    form = sent().compacted("/members")
    try:
        answer = book().make_group(_document(form), by=by(), key=form.key)
    except RefusedError as refused:
        told = form.refused(refused, said_for(), _at_names())
        return _listing(told, status=refused.status)
    return go_to(url_for("pages.group", group=answer.document()["id"]))


def _document(form: Form) -> dict[str, Any]:
    document = form.document()
    people = entries(document, "members")
    # Ids stand in ledgers for ever; names can be changed and forgotten.
    return {**document, "members": [{"id": f"m{n}", **each} for n, each in enumerate(people, 1)]}


def _at_names() -> dict[str, str]:
    return {f"/members/{place}": f"/members/{place}/name" for place in range(_FIRST)}


def _listing(form: Form, *, status: int = 200) -> Response:
    after = number("after", 0, 0, SAFE_INTEGER)
    listed = book().groups(after=after, limit=_ON_A_PAGE, by=by()).document()
    return show(
        "groups.html",
        said_for(),
        status=status,
        groups=listed["groups"],
        more=listed["next"],
        form=form,
        places=range(_FIRST),
    )


# --- who belongs to one ---------------------------------------------------------------------------


@routes.get("/groups/<group>/members")
def members(group: str) -> Response:
    """Who belongs to it, and what everybody and the group are called."""
    return _people(group)


@routes.post("/groups/<group>/members")
def member_joined(group: str) -> Response:
    """Somebody joins, by name; who sat in a session already, as who he or she was there."""

    def joins(form: Form) -> object:
        document = form.document()
        if not document:
            raise RefusedError([Fault(("name",), "missing", "field", {"field": "name"})])
        return book().add_member(group, document, by=by(), key=form.key)

    return _done(group, "join", joins)


@routes.post("/groups/<group>/name")
def group_named(group: str) -> Response:
    """Call the group something else."""

    def called(form: Form) -> object:
        return book().name_group(group, form.document(), by=by(), key=form.key)

    return _done(group, "group", called)


@routes.post("/groups/<group>/members/<member>/name")
def member_named(group: str, member: str) -> Response:
    """Call a member something else, or nothing any more."""

    def called(form: Form) -> object:
        if form.get(DO) == FORGET:
            return book().erase_member(group, member, by=by(), key=form.key)
        return book().name_member(group, member, form.document(), by=by(), key=form.key)

    return _done(group, f"name-{member}", called)


def _done(group: str, name: str, do: Callable[[Form], object]) -> Response:
    form = sent(of=name)
    try:
        do(form)
    except RefusedError as refused:
        told = form.refused(refused, said_for())
        return _people(group, {name: told}, status=refused.status)
    return go_to(url_for("pages.members", group=group))


def _people(group: str, forms: Mapping[str, Form] | None = None, *, status: int = 200) -> Response:
    here = circle(group)
    made = {"join": blank(of="join"), "group": blank({"/name": here.name}, of="group")}
    made |= {
        f"name-{member}": blank({"/name": here.bare.get(member, "")}, of=f"name-{member}")
        for member in here.members
    }
    return show(
        "members.html",
        said_for(),
        status=status,
        group=here,
        forms={**made, **(forms or {})},
        others=[(blank({"/id": player, "/name": here.bare.get(player, "")}), here.called(player))
                for player in here.others],
    )  # fmt: skip
