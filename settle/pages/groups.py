"""People who play together over the years: how everybody stands, and what each has played."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response, request

from settle.app.allowing import by
from settle.app.asking import book
from settle.pages.frame import routes, said_for, show
from settle.words import Words

_YEARS_SHOWN: Final = 20


@routes.get("/groups/<group>")
def group(group: str) -> Response:
    """How everybody stands, and the sessions, the newest first."""
    served, said = book(), said_for()
    document = served.group(group, by=by()).document()
    stand = served.standings(group, by=by()).document()
    kept = {name: served.tables(name).opening for name in document["sessions"]}
    sessions = [
        (name, entry.body.get("title") or said.text("pages.start.untitled", id=name), entry.at[:10])
        for name, entry in reversed(kept.items())
    ]
    return show(
        "group.html",
        said,
        group=document,
        names=_names(document),
        members={member["id"] for member in document["members"]},
        money=stand["money"],
        points=[(_title(each["ruleset"], said), each["standings"]) for each in stand["points"]],
        held=stand["held"],
        sessions=sessions,
    )


@routes.get("/groups/<group>/members/<member>")
def statement(group: str, member: str) -> Response:
    """What a member played, won, lost and paid, in a year or in all."""
    served, said = book(), said_for()
    year = request.args.get("year") or None
    told = served.statement(group, member, year=year, by=by()).document()
    whole = told if year is None else served.statement(group, member, by=by()).document()
    years = sorted({each["played"][:4] for each in whole["sessions"]}, reverse=True)
    document = served.group(group, by=by()).document()
    return show(
        "statement.html",
        said,
        group=document,
        told=told,
        name=_names(document).get(told["member"]["id"], told["member"]["id"]),
        years=years[:_YEARS_SHOWN],
        points=[(_title(each["ruleset"], said), each["net"]) for each in told["points"]],
        rulesets={each["ruleset"]: _title(each["ruleset"], said) for each in told["sessions"]},
    )


def _names(document: Mapping[str, Any]) -> dict[str, str]:
    """What members are called, with the id where two are called the same."""
    called = {each["id"]: each["name"] or each["id"] for each in document["members"]}
    often = list(called.values())
    return {
        member: f"{name} ({member})" if often.count(name) > 1 else name
        for member, name in called.items()
    }


def _title(ruleset: str, said: Words) -> str:
    return said.titled(book().ruleset(ruleset).document["title"])
