"""The table that changes in the middle of a session: who sits there, the stake, the rules."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from flask import Response, url_for

from settle.access.granting import may_use
from settle.app.allowing import key_by
from settle.app.asking import book
from settle.book.tables import Table
from settle.faults import RefusedError
from settle.pages.calling import named_refusal
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank, entries, inside, sent
from settle.pages.frame import asked_language, go_to, routes
from settle.pages.opening import MOST_SEATS, by_region
from settle.pages.questions import PREFIX, answered, answers, is_whole, labels, questions
from settle.pages.signing import asker
from settle.pages.stakes import RENAMED, WHOLE, currencies, stake_fields, stake_labels, stake_of

_ID_DIGITS: Final = 16


@routes.get("/sessions/<session>/table")
def table(session: str) -> Response:
    """Who sits at the table, and what is agreed, to be changed."""
    now = evening(session)
    return _asking(now, blank(_standing(now)))


@routes.post("/sessions/<session>/table")
def table_changed(session: str) -> Response:
    """Change what was changed in the form, from a game on."""
    now, form = evening(session), sent().compacted("/players")
    try:
        book().change_table(
            session, _document(form, now), language=asked_language(), by=asker().by, key=form.key
        )
    except RefusedError as refused:
        told = form.refused(
            named_refusal(refused, now.names),
            now.said,
            RENAMED,
            labels(_last(now).ruleset, now.said) | stake_labels(_last(now).ruleset, now.said),
        )
        return _asking(now, told, status=refused.status)
    return go_to(url_for("pages.sheet", session=session))


def _last(now: Evening) -> Table:
    return now.tables.held[-1]


def _standing(now: Evening) -> dict[str, object]:
    last, following = _last(now), now.view["next"]
    seats = {f"/players/{seat}/name": now.called(player) for seat, player in enumerate(now.seated)}
    first = following["game"] if following else now.view["games"]
    return {
        "/from_game": first,
        **seats,
        **stake_fields(last.agreement.stake),
        "/ruleset": "",
        **answered(last.ruleset, last.agreement.options),
    }


def _asking(now: Evening, form: Form, *, status: int = 200) -> Response:
    last = _last(now)
    others = [
        (ruleset.id, now.said.titled(ruleset.document["title"]))
        for _, there in by_region(now.said)
        for ruleset in there
        if ruleset.name != last.ruleset.name
    ]
    return show_evening(
        "table.html",
        now,
        status=status,
        form=form,
        seats=range(MOST_SEATS),
        rulesets=[("", now.said.titled(last.ruleset.document["title"])), *others],
        people=[*map(now.called, now.players), *(name for _, name in members_of(now))],
        currencies=currencies(),
        questions=questions(last.ruleset, now.said, last.agreement.options),
    )


def _document(form: Form, now: Evening) -> dict[str, Any]:
    """What of the form is otherwise than it stands."""
    last = _last(now)
    given = form.document(numbers=lambda name: name in ("/from_game", WHOLE) or is_whole(name))
    names = ("from_game", "reason", "ruleset")
    told: dict[str, Any] = {name: given[name] for name in names if name in given}
    people = _people(entries(given, "players"), now, form.key)
    if [person if isinstance(person, str) else None for person in people] != list(now.seated):
        told["players"] = people
    stake = stake_of(form, inside(given, "stake"))
    held = last.agreement.stake
    if stake is not None and stake != _as_sent(held):
        told["stake"] = stake
    changed = answers(inside(given, PREFIX.strip("/")), last.ruleset, last.agreement.options)
    if changed and "ruleset" not in told:
        told["options"] = changed
    return told


def _as_sent(stake: Any) -> Any:  # noqa: ANN401 - a stake's document, or None
    """The stake that holds as an unchanged form sends it."""
    if stake is None or stake.get("mode") != "pot":
        return None if stake is None else {n: v for n, v in stake.items() if n != "mode"}
    return {"mode": "pot", "scope": stake.get("scope", "game"), **stake}


def _people(named: Iterable[Mapping[str, Any]], now: Evening, key: str) -> list[Any]:
    """Everybody in seat order: whoever was here before by their id, others with a new one.

    In a group an id is one person over all of its sessions: members have theirs, and who is none
    gets one that nobody else has; under the key of a form always the same.
    """
    ids = {name: player for player, name in members_of(now)}
    ids |= {name: player for player, name in now.names.items()}
    used = set(now.players)
    people: list[Any] = []
    for person in named:
        name = str(person.get("name", "")).strip()
        known = ids.get(name)
        if known in now.names:
            people.append(known)
            continue
        new = known or _new_id(now, used, f"{key}/{name}")
        used.add(new)
        people.append({"id": new, "name": name})
    return people


def _new_id(now: Evening, used: Collection[str], sign: str) -> str:
    if "group" in now.view:
        return sha256(sign.encode()).hexdigest()[:_ID_DIGITS]
    return next(f"p{n}" for n in range(1, len(used) + 2) if f"p{n}" not in used)


def members_of(now: Evening) -> list[tuple[str, str]]:
    """The members of the session's group who never sat here, as far as who asks may see them."""
    group = now.view.get("group")
    with book().store.reading() as r:
        rows = r.member_rows(group) if group is not None and may_use(r, key_by(), group) else ()
    return [(row.id, row.name) for row in rows if row.name and row.id not in now.names]
