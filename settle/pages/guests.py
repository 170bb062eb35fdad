"""Money between people of a session that is paid in another one, where one of them has no seat.

What several sessions came to together is paid in the one that was opened last. Who has no seat
there opens no page of it: what they pay and get there stands on the pages of their own session.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Response, current_app, request, url_for

from settle.access.guard import Guard, Holder, Place
from settle.access.seats import refuse_other_agreements, refuse_other_payments
from settle.app.allowing import ACTIONS, COOKIE, FOR_GUESTS, GUARD
from settle.app.asking import book
from settle.book import NotFound
from settle.book.naming import fund_name, names_in
from settle.faults import RefusedError
from settle.pages.evening import Evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes, said_for
from settle.pages.paying import payment_text, payments
from settle.words import Words

_PAY, _CONFIRM = "accounts.paid", "arguments.confirmed"
"""What guests are let in for, as programs ask for it."""


class _Guest(NamedTuple):
    """Somebody of this session, in the one that is paid in."""

    session: str
    settlement: Mapping[str, Any]
    pairs: frozenset[tuple[str, str]]
    """Who pays whom of what may be entered there."""
    player: str | None
    names: Mapping[str, str]

    def called(self, account: str) -> str:
        """What somebody is called there, or here."""
        return self.names.get(account) or fund_name(account, said_for())


class Elsewhere(NamedTuple):
    """What a guest pays and gets in another session."""

    seq: int
    """The settlement of this session that was made with it."""
    owed: tuple[tuple[str, Form], ...]
    """What is not paid yet, each with the form to say that it was."""
    paid: tuple[tuple[str, tuple[str, ...], Form | None], ...]
    """What was paid, who agreed to it, and the form to do so, for a guest who did not yet."""


def paid_elsewhere(now: Evening, settlement: Mapping[str, Any]) -> Iterator[Elsewhere]:
    """What who asks pays and gets as a guest, by the settlements that were made with others."""
    for each in settlement.get("together", ()):
        try:
            guest = _guest(now, each)
        except RefusedError:
            continue
        owed, paid = tuple(_owed(guest, each["seq"], now.said)), tuple(_paid(guest, now.said))
        if owed or paid:
            yield Elsewhere(each["seq"], owed, paid)


def _guest(now: Evening, together: Mapping[str, Any]) -> _Guest:
    """Who asks, where that is paid. Raises RefusedError for who has no part in it as a guest."""
    place = together["pays_in"]
    holder = _holder_in(place, _PAY)
    if holder.pairs is None:
        raise NotFound("unknown_session", found=place)
    with book().store.reading() as r:
        names = {**now.names, **names_in(r, place, ())}
    settlement = book().settlement(place).document()
    return _Guest(place, settlement, holder.pairs, holder.player, names)


def _holder_in(session: str, endpoint: str) -> Holder:
    """Who asks, as what they are in another session. Raises RefusedError as the guard does there.

    The key is that of the page: a browser sends it below the addresses of its own session.
    """
    guard: Guard = current_app.extensions[GUARD]
    place = Place(session, None, endpoint in FOR_GUESTS)
    found = guard.admit(f"Bearer {request.cookies[COOKIE]}", ACTIONS[endpoint], place)
    assert found is not None, "none of this may be done by anyone"
    return found


def _owed(guest: _Guest, seq: int, said: Words) -> Iterator[tuple[str, Form]]:
    currency = guest.settlement["currency"]
    for flow in guest.settlement["outstanding"]:
        if (flow["from"], flow["to"]) in guest.pairs:
            told = {f"/{name}": flow[name] for name in ("from", "to", "amount")}
            amount = f"{flow['amount']} {currency}"
            names = {"payer": guest.called(flow["from"]), "payee": guest.called(flow["to"])}
            form = blank({**told, "/currency": currency}, of=form_id(seq, told))
            yield said.text("page.transfer", amount=amount, **names), form


def _paid(guest: _Guest, said: Words) -> Iterator[tuple[str, tuple[str, ...], Form | None]]:
    with book().store.reading() as r:
        for entry, agreed in payments(r, guest.session):
            body = entry.body
            if (body["from"], body["to"]) in guest.pairs:
                form = None if guest.player in agreed else blank({"/of": entry.hash})
                yield (
                    payment_text(entry, guest.called, said),
                    tuple(map(guest.called, agreed)),
                    form,
                )


# --- entered --------------------------------------------------------------------------------------


def form_id(seq: int, fields: Mapping[str, str]) -> str:
    """The id of the form about one of the payments of a settlement."""
    return f"guest-{seq}-{fields.get('/from')}-{fields.get('/to')}-"


def pay_as_guest(session: str, seq: int, form: Form) -> None:
    """Money went from or to a guest of the session that is paid in. Raises RefusedError."""
    place = _place(session, seq)
    holder, document = _holder_in(place, _PAY), form.document()
    refuse_other_payments(holder, document)
    book().pay(place, document, by=holder.by, key=form.key)


@routes.post("/sessions/<session>/money/together/<seq:seq>/confirmations")
def guest_confirmed(session: str, seq: int) -> Response:
    """A guest agrees to such a payment."""
    place, form = _place(session, seq), sent()
    holder = _holder_in(place, _CONFIRM)
    document = {"of": form.get("/of"), "player": holder.player or ""}
    with book().store.reading() as r:
        refuse_other_agreements(holder, document, r, place)
    book().confirm(place, document, by=holder.by, key=form.key)
    return go_to(url_for("pages.money", session=session))


def _place(session: str, seq: int) -> str:
    """Where what this session was settled with is paid. Raises NotFound."""
    for each in book().settlement(session).document().get("together", ()):
        if each["seq"] == seq:
            place: str = each["pays_in"]
            return place
    raise NotFound("unknown_entry", found=seq)
