"""Money: penalties, shared costs, earlier evenings, payments, settlements."""

from typing import Final

from flask import Blueprint, Response, request

from settle.app.allowing import by, key_by, own_name, own_payment
from settle.app.answering import reply
from settle.app.asking import book, document, key

SETTLEMENT_PARAMETERS: Final = frozenset({"mode", "player"})

routes: Final = Blueprint("accounts", __name__, url_prefix="/v1/sessions")


@routes.post("/<session>/penalties")
def penalized(session: str) -> Response:
    """Somebody owes for a fault of play."""
    return reply(book().penalize(session, own_name(document()), by=by(), key=key()))


@routes.post("/<session>/shared-costs")
def shared(session: str) -> Response:
    """Several share what somebody paid."""
    return reply(book().share_cost(session, own_name(document()), by=by(), key=key()))


@routes.post("/<session>/imported-results")
def imported(session: str) -> Response:
    """The points of an earlier evening."""
    return reply(book().import_result(session, own_name(document()), by=by(), key=key()))


@routes.post("/<session>/payments")
def paid(session: str) -> Response:
    """Money went from one to another."""
    return reply(book().pay(session, own_payment(document()), by=by(), key=key()))


@routes.post("/<session>/payments/<seq:seq>/reversal")
def payment_reversed(session: str, seq: int) -> Response:
    """A payment was none."""
    return _reversed(session, "payment", seq)


@routes.post("/<session>/settlements")
def settled(session: str) -> Response:
    """The table settles what is not settled yet."""
    return reply(book().settle(session, own_name(document()), by=by(), key=key()))


@routes.post("/<session>/settlements/<seq:seq>/reversal")
def settlement_reversed(session: str, seq: int) -> Response:
    """A settlement was none."""
    return _reversed(session, "settlement", seq)


def _reversed(session: str, what: str, seq: int) -> Response:
    said = own_name(document())
    return reply(book().reverse(session, what, seq, said, by=by(), key=key(), asker=key_by()))


@routes.get("/<session>/settlement")
def settlement(session: str) -> Response:
    """Who pays whom."""
    asked = request.args
    mode, player = asked.get("mode", "fewest"), asked.get("player")
    return reply(book().settlement(session, mode=mode, player=player))
