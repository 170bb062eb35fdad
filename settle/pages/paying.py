"""Payments as pages tell them, and who agreed to each: whoever paid it, or was paid."""

from collections.abc import Callable, Iterator

from flask import Response, url_for

from settle.book.confirming import who_confirmed
from settle.entries import Entry
from settle.pages.agreeing import agree
from settle.pages.frame import go_to, routes
from settle.store import Reader
from settle.words import Words


def payments(r: Reader, session: str) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """The payments of a session that stand, the newest first, and who agreed to each."""
    entries = list(r.entries_of_kinds(session, ("payment", "payment_reversed")))
    gone = {entry.body.get("payment") for entry in entries}
    rows = tuple(r.confirmation_rows(session))
    for entry in reversed(entries):
        if entry.kind == "payment" and entry.seq not in gone:
            said = [*entry.body.get("confirmed_by", ()), *who_confirmed(rows, entry.hash)]
            yield entry, tuple(dict.fromkeys(said))


def payment_text(entry: Entry, call: Callable[[str], str], said: Words) -> str:
    """A payment in words."""
    body = entry.body
    return said.text(
        "pages.entered.payment",
        payer=call(body["from"]),
        payee=call(body["to"]),
        amount=f"{body['amount']} {body['currency']}",
    )


@routes.post("/sessions/<session>/money/confirmations")
def payment_confirmed(session: str) -> Response:
    """Agree to a payment, as who paid it or was paid."""
    agree(session)
    return go_to(url_for("pages.money", session=session))
