"""Money between the people of a session: who owes whom, who has paid, fines and shared costs."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import Response, request, url_for

from settle.access.granting import may_use
from settle.access.seats import may_pay
from settle.accounts import REVERSALS
from settle.app.allowing import key_by, own_name, own_payment
from settle.app.asking import book
from settle.book import Answer
from settle.book.naming import COMMON_FUND, told_together
from settle.book.settling import FEWEST, PAIRS
from settle.book.sheets import CHARGES, told_charge
from settle.entries import Entry
from settle.explain import ToldTogether
from settle.explain.session import charge_text, together_line
from settle.faults import RefusedError
from settle.pages.calling import named_refusal
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank, sent
from settle.pages.frame import go_to, routes
from settle.pages.guests import form_id, paid_elsewhere, pay_as_guest
from settle.pages.paying import payment_text, payments
from settle.pages.signing import asker, own_seat
from settle.pages.stakes import currencies

_TAKEN_BACK: Final = {"payment": "payments", "settlement_made": "settlements"}
"""Entries that can be taken back, each with the part of the address where that is done."""
_LISTED: Final = (*_TAKEN_BACK, *CHARGES)
_COST_LABELS: Final = {"/reason": "pages.money.for_what", "/to": "pages.money.laid_out"}
"""By field of a shared cost that is called otherwise than fields of that name are elsewhere."""
_FORMS: Final = ("settle", "pay", "penalty", "cost")


@routes.get("/sessions/<session>/money")
def money(session: str) -> Response:
    """Who owes whom, and what was entered; ``mode`` is how to settle."""
    return _shown(evening(session), mode=request.args.get("mode") or FEWEST)


@routes.post("/sessions/<session>/money/settle")
def money_settled(session: str) -> Response:
    """Make binding what is not settled yet."""
    return _entered(session, "settle", book().settle)


@routes.post("/sessions/<session>/money/pay")
def money_paid(session: str) -> Response:
    """Money went from one to another."""
    return _entered(session, "pay", book().pay, own_payment)


@routes.post("/sessions/<session>/money/together/<seq:seq>/payments")
def guest_paid(session: str, seq: int) -> Response:
    """Money went from or to somebody of this session in the one that is paid in."""
    form = sent()
    form = replace(form, id=form_id(seq, form.values))
    try:
        pay_as_guest(session, seq, form)
    except RefusedError as refused:
        now = evening(session)
        told = form.refused(named_refusal(refused, now.names), now.said)
        return _shown(now, {form.id: told}, status=refused.status)
    return go_to(url_for("pages.money", session=session))


@routes.post("/sessions/<session>/money/penalty")
def money_penalty(session: str) -> Response:
    """Somebody owes for a fault of play."""
    return _entered(session, "penalty", book().penalize)


@routes.post("/sessions/<session>/money/cost")
def money_cost(session: str) -> Response:
    """Several share what somebody paid."""
    return _entered(session, "cost", book().share_cost)


@routes.post("/sessions/<session>/money/payments/<seq:seq>/reversal")
def money_payment_reversed(session: str, seq: int) -> Response:
    """A payment was none."""
    return _reversed(session, "payment", seq)


@routes.post("/sessions/<session>/money/settlements/<seq:seq>/reversal")
def money_settlement_reversed(session: str, seq: int) -> Response:
    """A settlement was none."""
    return _reversed(session, "settlement", seq)


Operation = Callable[..., Answer]


def _entered(
    session: str, name: str, operation: Operation, own: Callable[[object], object] = own_name
) -> Response:
    form = sent(of=name)
    try:
        operation(session, own(form.document()), by=asker().by, key=form.key)
    except RefusedError as refused:
        now = evening(session)
        labels = _COST_LABELS if name == "cost" else {}
        called = {field: now.said.text(key) for field, key in labels.items()}
        told = form.refused(named_refusal(refused, now.names), now.said, labels=called)
        return _shown(now, {name: told}, status=refused.status)
    return go_to(url_for("pages.money", session=session))


def _reversed(session: str, what: str, seq: int) -> Response:
    form = sent(of=f"reverse-{seq}")
    try:
        said = own_name(form.document())
        book().reverse(session, what, seq, said, by=asker().by, key=form.key, asker=key_by())
    except RefusedError as refused:
        now = evening(session)
        told = form.refused(named_refusal(refused, now.names), now.said)
        return _shown(now, {f"{seq}": told}, status=refused.status)
    return go_to(url_for("pages.money", session=session))


def _shown(
    now: Evening,
    forms: Mapping[str, Form] | None = None,
    *,
    mode: str = FEWEST,
    status: int = 200,
) -> Response:
    settlement = book().settlement(now.id, mode=mode).document()
    accounts = [each["player"] for each in settlement["totals"]]
    payees = [(each, now.called(each)) for each in dict.fromkeys([*accounts, COMMON_FUND])]
    entries = list(_entries(now))
    made = {name: blank(of=name) for name in _FORMS}
    made |= {str(each["seq"]): blank(of=f"reverse-{each['seq']}") for each in entries}
    owed = [blank(_payment(flow, settlement), of=f"owed-{place}")
            for place, flow in enumerate(settlement["outstanding"])]  # fmt: skip
    return show_evening(
        "money.html",
        now,
        status=status,
        settlement=settlement,
        together=[
            together_line(told, now.said)
            for each in settlement.get("together", ())
            if (told := _together(now.id, each["seq"]))
        ],
        elsewhere=list(paid_elsewhere(now, settlement)),
        group=_group(now),
        code=settlement.get("currency"),
        forms={**made, **(forms or {})},
        owed=owed,
        entries=entries,
        people=[(player, now.called(player)) for player in now.players],
        payees=payees,
        mode=mode,
        modes=_modes(now),
        may_pay=partial(may_pay, asker()),
        currencies=[] if settlement.get("currency") else currencies(),
    )


def _group(now: Evening) -> str | None:
    """The group of the session, for who may settle several of its sessions as one."""
    group: str | None = now.view.get("group")
    with book().store.reading() as r:
        return group if group is not None and may_use(r, key_by(), group) else None


def _modes(now: Evening) -> list[tuple[str, str]]:
    """The ways to settle, as choices."""
    said = now.said
    through = [
        (f"via:{player}", said.text("pages.money.via", player=now.called(player)))
        for player in now.players
    ]
    ways = [(FEWEST, said.text("pages.money.fewest")), (PAIRS, said.text("pages.money.pairs"))]
    return [*ways, *through]


def _payment(flow: Mapping[str, str], settlement: Mapping[str, Any]) -> dict[str, object]:
    told = {"from": flow["from"], "to": flow["to"], "amount": flow["amount"]}
    told["currency"] = settlement["currency"]
    return {f"/{name}": value for name, value in told.items()}


def _entries(now: Evening) -> Iterator[dict[str, Any]]:
    """What was entered about money, the newest first, and whether it was taken back."""
    listed, gone = [], set()
    with book().store.reading() as r:
        for entry in r.entries_of_kinds(now.id, (*_LISTED, *REVERSALS)):
            if entry.kind in REVERSALS:
                gone.add(entry.body[REVERSALS[entry.kind]])
            else:
                listed.append(entry)
        agreed = {entry.seq: players for entry, players in payments(r, now.id)}
    for entry in reversed(listed):
        said = agreed.get(entry.seq, ())
        yield {
            **_told(entry, now),
            "gone": entry.seq in gone,
            "agreed": tuple(map(now.called, said)),
            "agree": _to_agree(entry, said) if entry.seq in agreed else None,
        }


def _to_agree(payment: Entry, agreed: Collection[str]) -> Form | None:
    """To agree to a payment, for who paid it or was paid and did not yet."""
    own = own_seat()
    sides = (payment.body["from"], payment.body["to"])
    return blank({"/of": payment.hash}) if own in sides and own not in agreed else None


def _together(session: str, seq: int) -> ToldTogether | None:
    """With which sessions something was settled, if it is a settlement and was made with others."""
    with book().store.reading() as r:
        return told_together(r, session, seq)


def _told(entry: Entry, now: Evening) -> dict[str, Any]:
    """An entry in words."""
    body = entry.body
    together = _together(now.id, entry.seq)
    return {
        "seq": entry.seq,
        "at": entry.at,
        "text": _entered_text(entry, together, now),
        "reason": body.get("reason") or body.get("note") or "",
        "is_joint": together is not None,
        "taken_back_at": _TAKEN_BACK.get(entry.kind),
    }


def _entered_text(entry: Entry, together: ToldTogether | None, now: Evening) -> str:
    if entry.kind in CHARGES:
        return charge_text(told_charge(entry, now.called), now.said)
    if entry.kind == "payment":
        return payment_text(entry, now.called, now.said)
    if together is not None:
        return now.said.text("pages.entered.together", session=together.place)
    return now.said.text("pages.entered.settlement_made")
