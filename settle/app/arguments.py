"""What was agreed and what is contested: tables, confirmations, disputes, the last game undone."""

from typing import Final

from flask import Blueprint, Response

from settle.app.allowing import by, own_agreement, own_ruling, own_words
from settle.app.answering import reply
from settle.app.asking import book, document, key, language

routes: Final = Blueprint("arguments", __name__, url_prefix="/v1/sessions/<session>")


@routes.post("/table")
def table_changed(session: str) -> Response:
    """Change the table from a game on."""
    return reply(book().change_table(session, document(), language=language(), by=by(), key=key()))


@routes.post("/confirmations")
def confirmed(session: str) -> Response:
    """Agree to the opening, a change of the table, a game, or a payment."""
    return reply(book().confirm(session, own_agreement(session, document()), by=by(), key=key()))


@routes.post("/undo")
def undone(session: str) -> Response:
    """Strike the game that was recorded last."""
    return reply(book().undo(session, document(), by=by(), key=key()))


@routes.post("/rounds/<game:game>/disputes")
def disputed(session: str, game: int) -> Response:
    """Contest a game."""
    return reply(book().dispute(session, game, own_words(document()), by=by(), key=key()))


@routes.get("/disputes")
def disputes(session: str) -> Response:
    """Every dispute, and what is held."""
    return reply(book().disputes(session))


@routes.post("/disputes/<dispute>/consent")
def consented(session: str, dispute: str) -> Response:
    """Agree to have a dispute ruled."""
    return reply(book().consent(session, dispute, own_words(document()), by=by(), key=key()))


@routes.post("/disputes/<dispute>/withdrawal")
def withdrawn(session: str, dispute: str) -> Response:
    """Take a dispute back."""
    return reply(book().withdraw(session, dispute, own_words(document()), by=by(), key=key()))


@routes.post("/disputes/<dispute>/resolution")
def resolved(session: str, dispute: str) -> Response:
    """Rule a dispute."""
    return reply(book().resolve(session, dispute, own_ruling(document()), by=by(), key=key()))
