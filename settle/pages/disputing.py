"""What is done about a game: struck, counted again, agreed to, contested, ruled."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from flask import Response, url_for

from settle.app.allowing import own_ruling, own_words
from settle.app.asking import book
from settle.book import Answer, NotFound
from settle.faults import RefusedError
from settle.pages.evening import evening
from settle.pages.forms import Form, blank, sent, whole
from settle.pages.frame import go_to, routes
from settle.pages.game import own_person, refused_game
from settle.pages.outcome import LOOK, PREVIEW, Asking, again, asked_of, said
from settle.pages.outcome_document import filled, read_form
from settle.pages.signing import asker
from settle.pages.telling import at_table
from settle.sessions import WITH_ROUND

_CLAIM: Final = "claim"
_TOTALS: Final = "totals"
_ROUND: Final = "round"
_NET: Final = "/net/"
"""Before a seat: what the game should come to for it."""
_CORRECTED: Final = "corrected"
_FIRST_EVIDENCE: Final = "/evidence/0/"


# --- the game itself ------------------------------------------------------------------------------


@routes.post("/sessions/<session>/games/<game:game>/void")
def game_voided(session: str, game: int) -> Response:
    """Strike it."""
    form = sent(of="void")
    try:
        book().void(session, game, said(form, "reason", "against"), by=asker().by, key=form.key)
    except RefusedError as refused:
        return refused_game(session, game, form, refused)
    return _to_game(session, game)


@routes.post("/sessions/<session>/games/<game:game>/revive")
def game_revived(session: str, game: int) -> Response:
    """Count it again, as it stood before it was struck."""
    form = sent(of="revive")
    with book().store.reading() as r:
        entries = r.entries_of_game(session, game)
        rounds = [each.body["round"] for each in entries if each.kind in WITH_ROUND]
    table = book().tables(session).for_game(game)
    stored = again(rounds[-1], table) if rounds else {}
    document = {**stored, **said(form, "reason", "against")}
    try:
        book().correct(session, game, document, by=asker().by, key=form.key)
    except RefusedError as refused:
        return refused_game(session, game, form, refused)
    return _to_game(session, game)


@routes.post("/sessions/<session>/games/<game:game>/confirm")
def game_confirmed(session: str, game: int) -> Response:
    """Agree to how it stands, as it was seen."""
    form = sent(of="confirm")
    document = {"of": form.get("/against"), "player": asker().player or ""}
    try:
        book().confirm(session, own_words(document), by=asker().by, key=form.key)
    except RefusedError as refused:
        return refused_game(session, game, form, refused)
    return _to_game(session, game)


def _to_game(session: str, game: int) -> Response:
    return go_to(url_for("pages.game", session=session, game=game))


# --- contested ------------------------------------------------------------------------------------


@routes.get("/sessions/<session>/games/<game:game>/dispute")
def game_dispute(session: str, game: int) -> Response:
    """What it should come to, or what happened, and why."""
    asking, document = _contested(session, game)
    stands = asking.now.nets(document["history"][-1]["totals"])
    seats = enumerate(asking.table.players)
    start = {f"{_NET}{seat}": stands.get(player, 0) for seat, player in seats}
    return asking.show(
        blank({_CLAIM: _TOTALS, **start, **filled(asking.given or {}, asking.table)})
    )


@routes.post("/sessions/<session>/games/<game:game>/dispute")
def game_disputed(session: str, game: int) -> Response:
    """Contest it, or look what a claimed round would come to."""
    asking, _ = _contested(session, game)
    form = sent()
    if asked_of(form) in (PREVIEW, LOOK):
        return asking.look(form, only=asked_of(form) == LOOK)
    read = read_form(form, asking.table)
    is_round = form.get(_CLAIM) == _ROUND
    claim = {_ROUND: read.document} if is_round else {_TOTALS: _claimed(form, asking)}
    document = {"by": own_person(), "claim": claim, **said(form, "reason"), **_evidence(form)}
    try:
        book().dispute(session, game, own_words(document), by=asker().by, key=form.key)
    except RefusedError as refused:
        read.fields |= _net_fields(asking, is_round=is_round)
        inside = ("claim", "round") if is_round else ()
        return asking.show(asking.refused(form, read, refused, *inside), status=refused.status)
    return _to_game(session, game)


def _contested(session: str, game: int) -> tuple[Asking, Mapping[str, Any]]:
    now = evening(session)
    document = book().round(session, game).document()
    table = now.tables.for_game(game)
    now = at_table(now, table)
    title = now.said.text("pages.claim.title", game=game)
    submit = now.said.text("pages.claim.submit")
    given = document["round"] or {}
    return Asking(now, table, game, title, submit, given, "claim.html"), document


def _claimed(form: Form, asking: Asking) -> dict[str, object]:
    """By player what the game should come to; what is no whole number as it was written."""
    told: dict[str, object] = {}
    for seat, player in enumerate(asking.table.players):
        text = form.get(f"{_NET}{seat}").strip().removeprefix("+").removeprefix("＋")
        if text:
            told[player] = whole(text)
    return told


def _net_fields(asking: Asking, *, is_round: bool) -> dict[tuple[str | int, ...], str]:
    if is_round:
        return {}
    players = enumerate(asking.table.players)
    fields: dict[tuple[str | int, ...], str] = {
        ("claim", "totals", player): f"{_NET}{seat}" for seat, player in players
    }
    return {**fields, ("claim",): f"{_NET}0"}


def _evidence(form: Form) -> dict[str, Any]:
    """What shows how it was: the digest of a picture, and what it is."""
    digest, note = (form.get(_FIRST_EVIDENCE + name).strip() for name in ("sha256", "note"))
    if not digest and not note:
        return {}
    told = {"sha256": digest.lower(), "note": note}
    return {"evidence": [{name: value for name, value in told.items() if value}]}


# --- while it is contested ------------------------------------------------------------------------


@routes.post("/sessions/<session>/games/<game:game>/disputes/<dispute>/consent")
def dispute_consented(session: str, game: int, dispute: str) -> Response:
    """Agree to have it ruled, to one outcome or to either."""
    form = sent(of=f"consent-{dispute}")
    document = own_words({"by": own_person(), **said(form, "outcome")})
    return _done(session, game, form, book().consent, (dispute, document))


@routes.post("/sessions/<session>/games/<game:game>/disputes/<dispute>/withdraw")
def dispute_withdrawn(session: str, game: int, dispute: str) -> Response:
    """Take it back."""
    form = sent(of=f"withdraw-{dispute}")
    return _done(session, game, form, book().withdraw, (dispute, own_words({"by": own_person()})))


@routes.post("/sessions/<session>/games/<game:game>/disputes/<dispute>/resolve")
def dispute_resolved(session: str, game: int, dispute: str) -> Response:
    """Rule it: as the game stands, or as it was claimed."""
    form = sent(of=f"resolve-{dispute}")
    document = own_ruling({"by": own_person(), **said(form, "outcome", "reason", "against")})
    return _done(session, game, form, book().resolve, (dispute, document))


def _done(
    session: str,
    game: int,
    form: Form,
    operation: Callable[..., Answer],
    asked: tuple[str, object],
) -> Response:
    try:
        operation(session, *asked, by=asker().by, key=form.key)
    except RefusedError as refused:
        return refused_game(session, game, form, refused)
    return _to_game(session, game)


@routes.get("/sessions/<session>/games/<game:game>/disputes/<dispute>/outcome")
def dispute_ruling(session: str, game: int, dispute: str) -> Response:
    """What happened, as it is ruled: for a claim of totals, which cannot be scored again."""
    asking, document = _ruled(session, game, dispute)
    start = filled(asking.given or {}, asking.table)
    return asking.show(blank({**start, "/against": document["entry"]["hash"], "/reason": ""}))


@routes.post("/sessions/<session>/games/<game:game>/disputes/<dispute>/outcome")
def dispute_ruled(session: str, game: int, dispute: str) -> Response:
    """Rule it so, or look what that would come to."""
    asking, _ = _ruled(session, game, dispute)
    form = sent()
    if asked_of(form) in (PREVIEW, LOOK):
        return asking.look(form, only=asked_of(form) == LOOK)
    read = read_form(form, asking.table)
    told = {"outcome": _CORRECTED, "by": own_person(), "round": read.document}
    document = own_ruling({**told, **said(form, "reason", "against")})
    try:
        book().resolve(session, dispute, document, by=asker().by, key=form.key)
    except RefusedError as refused:
        shown = asking.refused(form, read, refused, "round")
        return asking.show(shown, status=refused.status)
    return _to_game(session, game)


def _ruled(session: str, game: int, dispute: str) -> tuple[Asking, Mapping[str, Any]]:
    asking, document = _contested(session, game)
    if dispute not in {each["id"] for each in document["disputes"]}:
        raise NotFound("unknown_dispute", found=dispute)
    told = asking.now.said
    return replace(
        asking,
        title=told.text("pages.claim.ruling", game=game),
        submit=told.text("pages.claim.rule"),
        template="outcome.html",
    ), document
