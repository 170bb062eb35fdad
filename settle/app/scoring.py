"""Without a book: a round scored, explained, compared."""

from typing import Final

from flask import Blueprint, Response

from settle.app.allowing import rulesets
from settle.app.answering import reply_with
from settle.app.asking import document, language
from settle.app.telling import compared, explained, scored

routes: Final = Blueprint("scoring", __name__, url_prefix="/v1")


@routes.post("/score")
def score() -> Response:
    """The result of a round."""
    return reply_with(scored(document(), rulesets()))


@routes.post("/explain")
def explain() -> Response:
    """The result of a round, with a text on every line."""
    told, chosen = explained(document(), rulesets(), language())
    return reply_with(told, language=chosen)


@routes.post("/compare")
def compare() -> Response:
    """A round under several agreements, and where they differ."""
    told, chosen = compared(document(), rulesets(), language())
    return reply_with(told, language=chosen)
