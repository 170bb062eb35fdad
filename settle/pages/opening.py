"""Opening a session: the rules first, then the questions that they leave to the table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import Response, request, url_for

from settle.app import allowing
from settle.app.allowing import asker, by
from settle.app.asking import book
from settle.book import NotFound
from settle.faults import Fault, RefusedError
from settle.pages.calling import named_refusal
from settle.pages.circle import Circle, usable_circle
from settle.pages.forms import Form, blank, entries, inside, sent
from settle.pages.frame import asked_language, go_to, routes, said_for, said_of, show
from settle.pages.questions import answered, answers, is_whole, labels, questions
from settle.pages.stakes import (
    RENAMED,
    WHOLE,
    currencies,
    first_stake,
    stake_fields,
    stake_labels,
    stake_of,
)
from settle.rulebook.ruleset import Ruleset
from settle.rules import Pairing
from settle.sessions import DEFAULT_GAMES
from settle.words import Words

REGIONS: Final = ("TW", "HK", "CN", "EN")
MOST_SEATS: Final = 5
"""The most that any ruleset seats."""
_WINDOW_DAYS: Final = (1, 3, 7)
"""How long games may be contested, as tables agree on it."""
_GROUP: Final = "group"
_HOME: Final = {"zh-Hant-HK": "HK", "zh-Hans": "CN", "en": "EN"}


@routes.get("/open")
def open_choose() -> Response:
    """Which rules a table plays by."""
    said = said_for()
    here = usable_circle(request.args.get(_GROUP))
    return show("open.html", said, regions=list(by_region(said)), group=here)


def by_region(said: Words) -> Iterator[tuple[str, list[Ruleset]]]:
    """The shipped rulesets by region, the person's own first; then what tables have brought."""
    rulebook = book().rulebook
    known = [rulebook.get(name) for name in rulebook.ids()]
    home = _HOME.get(said.language, "TW")
    for region in sorted(REGIONS, key=lambda each: each != home):
        there = [each for each in known if each.document.get("region") == region]
        if there:
            yield region, there
    brought = [] if asker() is None else _brought()
    if brought:
        yield "own", brought


def _brought() -> list[Ruleset]:
    """The newest version of each ruleset that a table has brought."""
    served = book()
    with served.store.reading() as r:
        names = {row.id for row in r.rulesets()} - {*served.rulebook.ids()}
    return [served.ruleset(name) for name in sorted(names)]


def found(name: str) -> Ruleset:
    """The ruleset of an address, as far as who asks may see it. Raises NotFound."""
    try:
        return allowing.rulesets()(name)
    except RefusedError as refused:
        raise NotFound("unknown_ruleset", **refused.faults[0].values) from refused


@routes.get("/open/<name>")
def open_form(name: str) -> Response:
    """The questions of a ruleset, answered as usual; a group sits as it did last."""
    ruleset, here = found(name), usable_circle(request.args.get(_GROUP))
    usual = {"/games": DEFAULT_GAMES, "/banker_order": "manual", "/dispute_window": "",
             **answered(ruleset)}  # fmt: skip
    stake = first_stake(ruleset.document.get("region"))
    return _asking(ruleset, blank({**usual, **stake, **_as_last(here)}), here)


def _as_last(here: Circle | None) -> dict[str, object]:
    """Who sat at a group's table last, and for what."""
    if here is None or not here.sessions:
        return {}
    last = book().tables(here.sessions[-1]).held[-1]
    regulars = [player for player in last.players if player in here.members]
    seats = {f"/players/{seat}/id": player for seat, player in enumerate(regulars)}
    return {**seats, **stake_fields(last.agreement.stake)}


@routes.post("/open/<name>")
def open_sent(name: str) -> Response:
    """Open the session."""
    ruleset, form = found(name), sent().compacted("/players")
    here = usable_circle(form.get(f"/{_GROUP}"))
    try:
        answer = book().open_session(
            _document(form, ruleset, here), language=asked_language(), by=by(), key=form.key
        )
    except RefusedError as refused:
        said = said_of(ruleset)
        named = refused if here is None else named_refusal(refused, here.names)
        renamed = {**RENAMED, **_at_seats(form, here)}
        told = form.refused(
            named, said, renamed, labels(ruleset, said) | stake_labels(ruleset, said)
        )
        return _asking(ruleset, told, here, status=refused.status)
    return go_to(url_for("pages.sheet", session=answer.document()["id"]))


def _at_seats(form: Form, here: Circle | None) -> dict[str, str]:
    """Where faults go of who sits down, and of what they bring along, which stands beside it."""
    places = {"/opening_balances": "/players/0/brought"}
    for seat in range(MOST_SEATS):
        player = f"p{seat + 1}" if here is None else form.get(f"/players/{seat}/id")
        places[f"/opening_balances/{player}"] = f"/players/{seat}/brought"
        if here is not None:
            places[f"/players/{seat}"] = f"/players/{seat}/id"
    return places


def _asking(
    ruleset: Ruleset, form: Form, here: Circle | None = None, *, status: int = 200
) -> Response:
    said = said_of(ruleset)
    return show(
        "opening.html",
        said,
        status=status,
        form=form,
        ruleset=ruleset,
        group=here,
        seats=range(ruleset.rules().most_players),
        unit=said.titled(ruleset.document.get("unit", {})) or said.text("words.unit"),
        currencies=currencies(),
        windows=[("", said.text("pages.opening.window_none")), *_windows(said)],
        has_banker=_may_have_banker(ruleset),
        questions=questions(ruleset, said),
    )


def _windows(said: Words) -> list[tuple[str, str]]:
    return [(f"P{days}D", said.text(f"pages.windows.{days}")) for days in _WINDOW_DAYS]


def _may_have_banker(ruleset: Ruleset) -> bool:
    is_asked = any("pairing" in option.reach() for option in ruleset.options())
    return is_asked or ruleset.rules().pairing == Pairing.BANKER


def _is_whole(name: str) -> bool:
    return name in ("/games", WHOLE) or name.endswith("/brought")


def _document(form: Form, ruleset: Ruleset, here: Circle | None) -> dict[str, Any]:
    """The session document of a form."""
    document = form.document(numbers=lambda name: _is_whole(name) or is_whole(name))
    document["ruleset"] = ruleset.name
    people = _people(entries(document, "players"), here)
    brought = {person["id"]: person.pop("brought") for person in people if "brought" in person}
    document["players"] = people
    if brought:
        document["opening_balances"] = brought
    document["options"] = answers(inside(document, "options"), ruleset)
    stake = stake_of(form, inside(document, "stake"))
    told = {name: value for name, value in document.items() if name != "stake"}
    return told if stake is None else {**told, "stake": stake}


def _people(named: Sequence[Mapping[str, Any]], here: Circle | None) -> list[dict[str, Any]]:
    """Who sits down, by id: ids stand in the ledger for ever, names can be changed and forgotten.

    In a group an id is one person over all of its sessions, so members sit down there. Raises
    RefusedError where somebody who brings points along is nobody.
    """
    asked = "name" if here is None else "id"
    nobody = [place for place, person in enumerate(named) if asked not in person]
    if nobody:
        values = {"field": "name"}
        raise RefusedError([Fault(("players", at, asked), "missing", "field", values)
                            for at in nobody])  # fmt: skip
    if here is None:
        return [{"id": f"p{seat}", **person} for seat, person in enumerate(named, start=1)]
    return [
        {**person, "name": here.bare[member]} if member in here.bare else dict(person)
        for person in named
        for member in (str(person["id"]),)
    ]
