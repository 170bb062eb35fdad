"""People who play together over the years: how everybody stands, and what each has played."""

from typing import Final

from flask import Response, request

from settle.app.allowing import by
from settle.app.asking import book
from settle.pages.circle import circle
from settle.pages.frame import routes, said_for, show
from settle.pages.titles import titled
from settle.words import Words

_YEARS_SHOWN: Final = 20


@routes.get("/groups/<group>")
def group(group: str) -> Response:
    """How everybody stands, and the sessions, the newest first."""
    said, here = said_for(), circle(group)
    stand = book().standings(group, by=by()).document()
    return show(
        "group.html",
        said,
        group=here,
        money=stand["money"],
        points=[(_title(each["ruleset"], said), each["standings"]) for each in stand["points"]],
        held=stand["held"],
        sessions=[titled(session, said) for session in reversed(here.sessions)],
    )


@routes.get("/groups/<group>/members/<member>")
def statement(group: str, member: str) -> Response:
    """What a member played, won, lost and paid, in a year or in all."""
    served, said, here = book(), said_for(), circle(group)
    year = request.args.get("year") or None
    told = served.statement(group, member, year=year, by=by()).document()
    whole = told if year is None else served.statement(group, member, by=by()).document()
    years = sorted({each["played"][:4] for each in whole["sessions"]}, reverse=True)
    return show(
        "statement.html",
        said,
        group=here,
        told=told,
        name=here.called(told["member"]["id"]),
        years=years[:_YEARS_SHOWN],
        points=[(_title(each["ruleset"], said), each["net"]) for each in told["points"]],
        titles={each["id"]: titled(each["id"], said) for each in told["sessions"]},
        rulesets={each["ruleset"]: _title(each["ruleset"], said) for each in told["sessions"]},
    )


def _title(ruleset: str, said: Words) -> str:
    return said.titled(book().ruleset(ruleset).document["title"])
