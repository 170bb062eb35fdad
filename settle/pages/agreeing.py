"""What a table agreed on: at the opening and whenever it changed, and which players said yes."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Response, url_for

from settle.app.allowing import own_words
from settle.app.asking import book
from settle.pages.evening import Evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes
from settle.pages.signing import asker, own_seat


class Agreed(NamedTuple):
    """An agreement, as a table has it."""

    from_game: int
    lines: tuple[str, ...]
    """As it was put in words when it was made."""
    confirmed: tuple[str, ...]
    """Who agreed to it, by name."""
    form: Form | None
    """To agree to it, for a player who did not yet."""


def agreements(now: Evening) -> Iterator[Agreed]:
    """What was agreed on: first the opening, then each change."""
    own = own_seat()
    confirmed = {each["hash"]: each["players"] for each in now.view["confirmed"]}
    for entry in now.tables.changes:
        who = confirmed.get(entry.hash, ())
        form = None if own is None or own in who else blank({"/of": entry.hash})
        lines = tuple(entry.body["agreement"]["lines"])
        names = tuple(map(now.called, who))
        yield Agreed(entry.body.get("from_game", 1), lines, names, form)


@routes.post("/sessions/<session>/agreement")
def agreement_confirmed(session: str) -> Response:
    """Agree to the opening, or to a change of the table."""
    agree(session)
    return go_to(url_for("pages.sheet", session=session))


def agree(session: str) -> None:
    """Agree to the entry that a form names, as who asks."""
    form = sent()
    document = own_words({"of": form.get("/of"), "player": asker().player or ""})
    book().confirm(session, document, by=asker().by, key=form.key)
