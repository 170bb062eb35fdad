"""Recording a game with its cards: by a pad, or by writing them into a field."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, abort, request, url_for

from settle.app.asking import book
from settle.cards import DECK_52, RANKS, SUITS
from settle.faults import RefusedError
from settle.pages.drafts import AGAINST, STALE, VERSION, keep, kept, standing, version_of
from settle.pages.evening import Evening, bankers, evening, show_evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes
from settle.pages.hands import (
    BANKER,
    DOUBLING,
    NO_CARD,
    PASSES,
    Entered,
    direction,
    fields_of,
    filled,
)
from settle.pages.previewing import for_people, previewed
from settle.pages.signing import asker
from settle.pages.telling import at_table
from settle.rules import Pairing
from settle.wire.limits import DIRECTIONS
from settle.words import card_text

_PART: Final = "part"
"""Asked for by the script of the page: only what the form comes to."""


@routes.get("/sessions/<session>/record")
def record(session: str) -> Response:
    """The way to the game that comes next; once none does, to where that is said."""
    following = evening(session).view["next"]
    if following is None:
        return go_to(url_for("pages.outcome", session=session))
    return go_to(url_for("pages.record_cards", session=session, game=following["game"]))


@routes.get("/sessions/<session>/games/<game:game>/cards")
def record_cards(session: str, game: int) -> Response:
    """The form of a game: as far as it was entered, or as it stands."""
    now = _at(session, game)
    with book().store.reading() as r:
        draft, against = kept(r, session, game), standing(r, session, game)
    values = draft.fields if draft else _first(now, game, is_recorded=bool(against))
    form = blank({**values, AGAINST: against, **version_of(draft)})
    return _asking(now, _entered(now, form, game))


@routes.post("/sessions/<session>/games/<game:game>/cards/preview")
def record_preview(session: str, game: int) -> Response:
    """What the form comes to. It is kept as a draft; nothing is recorded."""
    now = _at(session, game)
    entered = _entered(now, sent(), game)
    try:
        version = keep(book(), session, game, entered.form, fields_of(entered.seats))
    except RefusedError as refused:
        return _asking(now, _newest(entered, session, refused, now), status=refused.status)
    values = {**entered.form.values, VERSION: str(version)}
    return _asking(now, replace(entered, form=replace(entered.form, values=values)))


@routes.post("/sessions/<session>/games/<game:game>/cards")
def cards_recorded(session: str, game: int) -> Response:
    """Record the game, or correct what stands for it."""
    now = _at(session, game)
    entered = _entered(now, sent(), game)
    form, against = entered.form, entered.form.get(AGAINST)
    by = asker().by
    try:
        if against:
            book().correct(session, game, entered.correction(against), by=by, key=form.key)
        else:
            book().record(session, entered.document(), by=by, key=form.key)
    except RefusedError as refused:
        told = form.refused(for_people(refused, now, entered), now.said)
        return _asking(now, replace(entered, form=told), status=refused.status)
    return go_to(url_for("pages.sheet", session=session))


def _at(session: str, game: int) -> Evening:
    """The session in the words of what a game is played by; 404 for one beyond the last."""
    now = evening(session)
    if game > now.view["games"]:
        abort(404)
    return at_table(now, now.tables.for_game(game))


def _entered(now: Evening, form: Form, game: int) -> Entered:
    """What a form says, with its empty fields."""
    entered = Entered(form, now.tables.for_game(game), game)
    values = {**dict.fromkeys(fields_of(entered.seats), ""), **form.values}
    return replace(entered, form=replace(form, values=values))


def _newest(entered: Entered, session: str, refused: RefusedError, now: Evening) -> Entered:
    """A form whose draft was changed by another phone: it stays, and kept again it counts."""
    form = entered.form.refused(refused, now.said)
    with book().store.reading() as r:
        draft, against = kept(r, session, entered.game), standing(r, session, entered.game)
    # What was begun as a new game corrects none that was recorded meanwhile.
    meant = against if form.get(AGAINST) else ""
    values = {**form.values, AGAINST: meant, **version_of(draft)}
    return replace(entered, form=replace(form, values=values))


def _is_taken(now: Evening, entered: Entered) -> bool:
    """Whether what was begun as a new game was recorded meanwhile."""
    with book().store.reading() as r:
        return not entered.form.get(AGAINST) and bool(standing(r, now.id, entered.game))


def _as_next(now: Evening, entered: Entered) -> int | None:
    """The game that it can be instead; None where no other comes, or others sit there."""
    game: int | None = (now.view["next"] or {}).get("game")
    is_same = game is not None and now.tables.for_game(game).players == entered.table.players
    return game if is_same else None


def _first(now: Evening, game: int, *, is_recorded: bool) -> Mapping[str, str]:
    """What stands in the form before anything was entered."""
    if is_recorded:
        stored = book().round(now.id, game).document()["round"] or {}
        return filled(stored, Entered(blank(), now.tables.for_game(game), game).seats)
    banker = bankers(now, game, game).get(game)
    return {BANKER: banker} if banker else {}


def _asking(now: Evening, entered: Entered, *, status: int = 200) -> Response:
    preview = previewed(now, entered, entered.form.get(AGAINST))
    only_told = bool(request.args.get(_PART))
    told = {
        "game": entered.game,
        "form": entered.form,
        "preview": preview,
        "live": Form(entered.form.values).judged(RefusedError(preview.pressing()), now.said),
        "version": entered.form.get(VERSION, "0"),
        "is_stale": status == STALE,
        "taken": _is_taken(now, entered),
        "as_next": _as_next(now, entered),
        "names": now.names,
    }
    if only_told:
        return show_evening("cards_told.html", now, status=status, **told)
    return show_evening(
        "cards.html",
        now,
        status=status,
        **told,
        seats=entered.seats,
        passes=[(number, direction(number)) for number in PASSES],
        asked=_asked(now, entered),
        bankers=bankers(now, entered.game, now.view["games"]),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rules of the table have to be asked about a game."""

    naturals: list[tuple[str, str]]
    """Choices: those that are played, the highest first."""
    bankers: list[tuple[str, str]]
    """Choices; none where nobody is banker."""
    doubling: list[tuple[str, str]]
    """Choices; none where no card doubles."""
    may_sit_out: bool
    directions: list[tuple[str, str]]
    """Choices; none where no cards are exchanged."""
    has_bets: bool
    deck: tuple[tuple[str, tuple[str, ...]], ...]
    """Suits, each with its cards, the highest first; the doubled suit twice."""


def _asked(now: Evening, entered: Entered) -> Asked:
    rules, said = entered.table.rules, now.said
    choices, doubling, ways = [], [], []
    if rules.pairing == Pairing.BANKER:
        choices = [("", "–"), *((seat.player, now.called(seat.player)) for seat in entered.seats)]
    if rules.takes_doubling_card and (rules.doubling_card or entered.form.get(DOUBLING)):
        doubling = [
            ("", said.text("pages.record.doubling_agreed")),
            (NO_CARD, said.text("pages.opening.no_card")),
            *((card, card_text(card)) for card in DECK_52),
        ]
    if rules.exchange:
        ways = [("", "–"), *((way, said.text(f"pages.record_ways.{way}")) for way in DIRECTIONS)]
    played = [(natural.id, said.natural(natural.id)) for natural in rules.naturals]
    return Asked(
        [("", "–"), *played],
        choices,
        doubling,
        len(entered.seats) > rules.least_players,
        ways,
        rules.pairing == Pairing.BANKER,
        _deck(rules.extra_suit),
    )


def _deck(extra_suit: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    suits = [*reversed(SUITS), *([extra_suit] if extra_suit else [])]
    return tuple((suit, tuple(rank + suit for rank in reversed(RANKS))) for suit in suits)
