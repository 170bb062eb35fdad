"""A game recorded without cards, by tapping names: who scooped whom, monsters, naturals, fouls."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, url_for

from settle.app.answering import note_refused
from settle.app.asking import book, number
from settle.book.preparing import prepare_claim, sitting_out
from settle.book.tables import Table
from settle.faults import RefusedError
from settle.pages.asking import Asked, by_scoops, has_banker, suit_may_decide
from settle.pages.calling import named_refusal
from settle.pages.evening import Evening, bankers, evening, show_evening
from settle.pages.forms import Form, blank, sent, whole
from settle.pages.frame import go_to, routes
from settle.pages.outcome_document import Read, filled, read_form, whole_form
from settle.pages.signing import asker
from settle.pages.telling import at_table, told_game
from settle.wire.sessions import MOST_GAMES

PREVIEW: Final = "preview"
LOOK: Final = "look"
"""What a script asks for: what the form comes to, and nothing else."""
DO: Final = "do"
_TAKEN: Final = "game_recorded"
_UNFINISHED: Final = "outcome_insufficient"
"""What is wrong with every game that is still being told."""


@dataclass(frozen=True)
class Asking:
    """A form about a game without cards."""

    now: Evening
    """In the words of the ruleset of the game."""
    table: Table
    game: int
    title: str
    submit: str
    given: Mapping[str, Any] | None = None
    """What stands for the game, where something does."""
    template: str = "outcome.html"
    shown: Mapping[str, Any] | None = None
    """What the template takes besides."""
    cards: str = ""
    """Where the same is told with cards, where that can be."""

    def show(self, form: Form, *, status: int = 200, preview: Any = None) -> Response:  # noqa: ANN401 - an explanation or None
        """The form as it stands."""
        now, rules = self.now, self.table.rules
        names = tuple(now.called(player) for player in self.table.players)
        whole = whole_form(form, self.table)
        return show_evening(
            self.template,
            now,
            status=status,
            form=whole,
            asking=self,
            groups=list(Asked(self.table, names, now.said, whole).groups()),
            seats=list(zip(self.table.players, names, strict=True)),
            has_banker=has_banker(rules),
            asks_suits=suit_may_decide(rules),
            uneventful=by_scoops(rules) and self.given is None,
            preview=preview,
            cards=self.cards,
            **(self.shown or {}),
        )

    def look(self, form: Form, *, only: bool = False) -> Response:
        """What a form comes to; nothing is stored. ``only`` that, for a script."""
        read = read_form(form, self.table)
        told, status, unfinished = None, 200, False
        try:
            prepared = prepare_claim(read.document, self.table, ())
            told = told_game(self.now, self.table, prepared.round, prepared.result())
        except RefusedError as refused:
            asked = self.judged if only else self.refused
            form, status = asked(form, read, refused), refused.status
            unfinished = all(fault.code == _UNFINISHED for fault in refused.faults)
        if only:
            return show_evening("outcome_preview.html", self.now, preview=told, form=form,
                                unfinished=unfinished)  # fmt: skip
        return self.show(form, status=status, preview=told)

    def refused(self, form: Form, read: Read, refused: RefusedError, *inside: str) -> Form:
        """The form for the page that refuses it."""
        note_refused(refused)
        return self.judged(form, read, refused, *inside)

    def judged(self, form: Form, read: Read, refused: RefusedError, *inside: str) -> Form:
        """The form with what is wrong with it, each at its place."""
        told = named_refusal(read.placed(refused, *inside), self.now.names)
        names = {f"/net/{seat}": self.now.called(player)
                 for seat, player in enumerate(self.table.players)}  # fmt: skip
        if self.template == "claim.html":
            names["/reason"] = self.now.said.text("pages.claim.why")
        return whole_form(form, self.table).judged(told, self.now.said, labels=names)


def asked_of(form: Form) -> str:
    """Which button of a form was tapped."""
    return form.get(DO)


# --- another game ---------------------------------------------------------------------------------


@routes.get("/sessions/<session>/outcome")
def outcome(session: str) -> Response:
    """The next game, or one that is missing."""
    now = evening(session)
    asking = _another(now, number("game", _next(now), 1, MOST_GAMES))
    start: dict[str, object] = {"/game": asking.game}
    following = now.view["next"] or {}
    if following.get("game") == asking.game and "banker" in following:
        start["/banker"] = following["banker"]
    return asking.show(blank(start))


@routes.post("/sessions/<session>/outcome")
def outcome_recorded(session: str) -> Response:
    """Record it, or look what it comes to."""
    now, form = evening(session), sent()
    named = whole(form.get("/game"))
    game = named if isinstance(named, int) and 0 < named <= MOST_GAMES else _next(now)
    asking = _another(now, game)
    if asked_of(form) in (PREVIEW, LOOK):
        return asking.look(form, only=asked_of(form) == LOOK)
    read = read_form(form, asking.table)
    try:
        book().record(session, {**read.document, "game": game}, by=asker().by, key=form.key)
    except RefusedError as refused:
        told = asking.refused(form, read, refused)
        if any(fault.code == _TAKEN for fault in refused.faults):
            return _taken(asking, told, status=refused.status)
        return asking.show(told, status=refused.status)
    return go_to(url_for("pages.sheet", session=session))


def _taken(asking: Asking, form: Form, *, status: int) -> Response:
    """What was told of a game that is recorded: the way to it, and the same for the next one."""
    now, taken = evening(asking.now.id), {"taken": asking.game}
    other = _another(now, _next(now))
    if now.view["next"] is None or other.table.players != asking.table.players:
        other = replace(asking, shown={**(asking.shown or {}), **taken})
        return other.show(replace(form, faults={}), status=status)
    submit = now.said.text("pages.outcome.record_as", game=other.game)
    other = replace(other, submit=submit, shown={**(other.shown or {}), **taken})
    values = {**form.values, "/game": str(other.game)}
    return other.show(replace(form, values=values, faults={}), status=status)


def _next(now: Evening) -> int:
    following = now.view["next"]
    game: int = following["game"] if following else now.view["games"]
    return game


def _another(now: Evening, game: int) -> Asking:
    table = now.tables.for_game(game)
    now = at_table(now, table)
    missing = [each for each in now.view["missing"] if each != game]
    title = now.said.text("pages.outcome.game", game=game)
    shown = {
        "missing": missing,
        "over": now.view["next"] is None,
        "nothing": blank({"/game": game}),
        "bankers": bankers(now, game, now.view["games"]),
    }
    record = now.said.text("pages.outcome.record")
    return Asking(now, table, game, title, record, shown=shown, cards=cards_of(now.id, game))


# --- a game that was recorded otherwise -----------------------------------------------------------


@routes.get("/sessions/<session>/games/<game:game>/outcome")
def game_outcome(session: str, game: int) -> Response:
    """The game as it stands, to be put right."""
    asking, document = _correction(session, game)
    start = filled(asking.given or {}, asking.table)
    return asking.show(blank({**start, "/against": document["entry"]["hash"], "/reason": ""}))


@routes.post("/sessions/<session>/games/<game:game>/outcome")
def game_corrected(session: str, game: int) -> Response:
    """Correct it, or look what it would come to."""
    asking, _ = _correction(session, game)
    form = sent()
    if asked_of(form) in (PREVIEW, LOOK):
        return asking.look(form, only=asked_of(form) == LOOK)
    read = read_form(form, asking.table)
    document = {**read.document, **said(form, "reason", "against")}
    try:
        book().correct(session, game, document, by=asker().by, key=form.key)
    except RefusedError as refused:
        return asking.show(asking.refused(form, read, refused), status=refused.status)
    return go_to(url_for("pages.game", session=session, game=game))


def _correction(session: str, game: int) -> tuple[Asking, dict[str, Any]]:
    now = evening(session)
    document = book().round(session, game).document()
    table = now.tables.for_game(game)
    now = at_table(now, table)
    title = now.said.text("pages.outcome.correct", game=game)
    submit = now.said.text("pages.outcome.correct_submit")
    given, cards = document["round"] or {}, cards_of(session, game)
    return Asking(now, table, game, title, submit, given, cards=cards), document


def cards_of(session: str, game: int) -> str:
    """Where a game is recorded with its cards."""
    return url_for("pages.record_cards", session=session, game=game)


def said(form: Form, *names: str) -> dict[str, str]:
    """What stands in some fields, as documents have it; an empty one says nothing."""
    return {name: form.get(f"/{name}") for name in names if form.get(f"/{name}").strip()}


def again(stored: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """A round as it was stored, as it could be sent: who sits out is told by the hands."""
    out = sitting_out(stored, table)
    return {**stored, "sitting_out": out} if out else dict(stored)
