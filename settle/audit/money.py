"""Money and names in an audit: each body made again from what it says was asked."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from settle.audit.findings import Difference, shown
from settle.audit.state import Kind, State, Told, anywhere, refused_at, shaped
from settle.audit.together import told_together
from settle.book.charging import (
    imported_result_body,
    payment_body,
    penalty_body,
    reversal_body,
    shared_cost_body,
)
from settle.book.settling import PAIRS, settlement_body
from settle.entries import Entry
from settle.faults import RefusedError
from settle.sessions import Session, Standing
from settle.wire.classes import Document
from settle.wire.groups import RenamedBody
from settle.wire.money import (
    ImportedResultDocument,
    PaymentDocument,
    PenaltyDocument,
    ReversalDocument,
    SettlementDocument,
    SharedCostDocument,
)
from settle.wire.sessions import unseated

Made = Callable[[Session, dict[str, Any]], dict[str, Any]]


def _told(make: Made, shape: type[Document]) -> Callable[[State, Entry], Told]:
    """The body as it is made of the fields that a request has."""

    def told(state: State, entry: Entry) -> Told:
        return _again(lambda: make(state.session, _asked(entry.body, shape)))

    return told


def _again(make: Callable[[], dict[str, Any]]) -> Told:
    try:
        return make()
    except RefusedError as refused:
        return refused_at("money_refused", refused)


def _asked(body: Mapping[str, Any], shape: type[Document]) -> dict[str, Any]:
    return {name: body[name] for name in shape().fields if name in body}


def _imported(state: State, entry: Entry) -> Told:
    asked = _asked(entry.body, ImportedResultDocument)
    nets = asked.get("nets")
    if isinstance(nets, list) and all(_is_net(each) for each in nets):
        asked["nets"] = {each["player"]: each["net"] for each in nets}
    return _again(lambda: imported_result_body(state.session, asked))


def _is_net(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"player", "net"}
        and isinstance(value["player"], str)
    )


def _reversed(what: str) -> Callable[[State, Entry], Told]:
    def told(state: State, entry: Entry) -> Told:
        seq = entry.body.get(what)
        if not isinstance(seq, int) or isinstance(seq, bool):
            return Difference("body_malformed", f"/body/{what}", shown(seq))
        asked = _asked(entry.body, ReversalDocument)
        return _again(lambda: reversal_body(state.session, what, seq, asked))

    return told


def _settled(state: State, entry: Entry) -> Told:
    def lines(standing: Standing) -> list[Mapping[str, Any]]:
        lines: list[Mapping[str, Any]] = state.bodies[standing.game].get("lines", [])
        return lines

    asked = _asked(entry.body, SettlementDocument)

    def made(*, as_once: bool) -> Told:
        return _again(lambda: settlement_body(state.session, asked, lines, as_once=as_once))

    told = made(as_once=False)
    if asked.get("mode") == PAIRS and _transfers(told) != entry.body.get("transfers"):
        # Pairs were reckoned otherwise once: a settlement of then is sound as it is.
        once = made(as_once=True)
        told = once if _transfers(once) == entry.body.get("transfers") else told
    if "group" not in entry.body or isinstance(told, Difference):
        return told
    together = told_together(state, entry, told["currency"])
    return together if isinstance(together, Difference) else {**told, "group": together}


def _transfers(told: Told) -> object:
    return () if isinstance(told, Difference) else told["transfers"]


def _renamed(state: State, entry: Entry) -> Told:
    part = shaped(entry, RenamedBody)
    if isinstance(part, Difference):
        return part
    faults = list(unseated([(("player",), part["player"])], state.session.players))
    return refused_at("body_malformed", RefusedError(faults)) if faults else part


KINDS: Final[Mapping[str, Kind]] = {
    "penalty": Kind(anywhere, _told(penalty_body, PenaltyDocument)),
    "shared_cost": Kind(anywhere, _told(shared_cost_body, SharedCostDocument)),
    "imported_result": Kind(anywhere, _imported),
    "payment": Kind(anywhere, _told(payment_body, PaymentDocument)),
    "payment_reversed": Kind(anywhere, _reversed("payment")),
    "settlement_made": Kind(anywhere, _settled),
    "settlement_reversed": Kind(anywhere, _reversed("settlement")),
    "renamed": Kind(anywhere, _renamed),
}
