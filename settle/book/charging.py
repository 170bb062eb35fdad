"""Bodies of entries about money: made from what is asked for and the session as it stands.

The audit makes each of them again from what the entry says was asked, and compares.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.accounts import split
from settle.book.answers import Conflict, NotFound
from settle.book.dues import currency_of
from settle.currencies import format_amount, parse_amount
from settle.disputes import player_of
from settle.faults import Fault, RefusedError
from settle.sessions import Session
from settle.wire.classes import Document
from settle.wire.money import (
    MOST_SHARERS,
    ImportedResultDocument,
    PaymentDocument,
    PenaltyDocument,
    ReversalDocument,
    SharedCostDocument,
    account_faults,
    amount_faults,
)
from settle.wire.names import player_name
from settle.wire.sessions import in_order, load_part, unseated

Body = dict[str, Any]


def penalty_body(session: Session, document: object) -> Body:
    """``payer`` owes ``to``. Raises RefusedError with all faults."""
    part, faults = load_part(document, PenaltyDocument)
    faults += _money_faults(session, part, ("payer", "to"))
    faults += _same(part, "payer", "to")
    return {**_sound(part, faults, PenaltyDocument), **_money(session, part)}


def shared_cost_body(session: Session, document: object) -> Body:
    """Who shares owes a part to ``to``; in seat order, funds last. Raises RefusedError."""
    part, faults = load_part(document, SharedCostDocument)
    sharers = part.get("sharers")
    faults += _money_faults(session, part, ("to",))
    if sharers is not None:
        named = [(("sharers", place), each) for place, each in enumerate(sharers)]
        faults += account_faults(named, _people(session))
        faults += _again(sharers)
        if not 1 <= len(sharers) <= MOST_SHARERS:
            values = {"found": len(sharers), "least": 1, "most": MOST_SHARERS}
            faults.append(Fault(("sharers",), "out_of_range", "sharers", values))
        elif sharers == [part.get("to")]:
            faults.append(Fault(("sharers",), "out_of_range", "same", {"found": sharers[0]}))
    sound = _sound(part, faults, SharedCostDocument)
    money = _money(session, part)
    order = {player: place for place, player in enumerate(session.players)}
    # Funds have no seat: they come after everybody, by name.
    sound["sharers"] = sorted(sharers or (), key=lambda each: (order.get(each, len(order)), each))
    minor = parse_amount(money["amount"], money["currency"])
    assert minor is not None
    shares = [
        {"player": sharer, "amount": format_amount(share, money["currency"])}
        for sharer, share in zip(sound["sharers"], split(minor, len(sound["sharers"])), strict=True)
    ]
    return {**sound, **money, "shares": shares}


def imported_result_body(session: Session, document: object) -> Body:
    """Points of an earlier evening, which nobody can check. Raises RefusedError."""
    part, faults = load_part(document, ImportedResultDocument)
    faults += sayer_faults(session, part)
    nets = part.get("nets")
    if nets is not None:
        faults += unseated([(("nets", name), name) for name in nets], session.players)
        if not nets:
            faults.append(Fault(("nets",), "missing", "nets"))
        if None not in nets.values() and sum(nets.values()):
            faults.append(Fault(("nets",), "unbalanced", "", {"found": sum(nets.values())}))
    if (session.agreements[0].stake or {}).get("mode") == "pot":
        faults.append(Fault(("nets",), "unknown_field", "pot_balances", {"field": "nets"}))
    sound = _sound(part, faults, ImportedResultDocument)
    by_player = {player_name(name): net for name, net in (nets or {}).items()}
    sound["nets"] = [
        {"player": player, "net": by_player[player]}
        for player in session.players
        if player in by_player
    ]
    return {**sound, "unverifiable": True}


def payment_body(session: Session, document: object) -> Body:
    """Money that went from one to another. Raises RefusedError."""
    part, faults = load_part(document, PaymentDocument)
    faults += _money_faults(session, part, ("from", "to"))
    faults += _same(part, "from", "to")
    named = [(("confirmed_by", n), each) for n, each in enumerate(part.get("confirmed_by") or ())]
    faults += unseated([(place, each) for place, each in named if each], _people(session))
    sound = _sound(part, faults, PaymentDocument)
    sound["confirmed_by"] = sound.get("confirmed_by", [])
    return {**sound, **_money(session, part)}


REVERSED: Final[Mapping[str, str]] = {"payment": "payment", "settlement": "settlement_made"}
"""What can be reversed, as bodies name it: the kind of its entry."""


def reversal_body(session: Session, what: str, seq: int, document: object) -> Body:
    """A payment or settlement (``what``), by the number of its entry, is taken back.

    Raises RefusedError, NotFound where there is none, Conflict for one that is reversed already.
    """
    part, faults = load_part(document, ReversalDocument)
    faults += sayer_faults(session, part)
    sound = _sound(part, faults, ReversalDocument)
    standing = session.accounts.movements.get(seq)
    if seq in session.accounts.reversals:
        reversal = {"seq": session.accounts.reversals[seq]}
        raise Conflict(Fault((), "already_reversed", what, {"found": seq}), present=reversal)
    if standing is None or standing.kind != REVERSED[what]:
        raise NotFound(f"unknown_{what}", found=seq)
    return {**sound, what: seq, "against": standing.hash}


# --- what they share -----------------------------------------------------------------------------


def sayer_faults(session: Session, part: Mapping[str, Any]) -> Iterator[Fault]:
    """Who says it, where that is a player, has had a seat."""
    player = player_of(part.get("by") or "")
    return unseated([(("by",), player)] if player else [], session.players)


def _money_faults(session: Session, part: Mapping[str, Any], names: tuple[str, ...]) -> list[Fault]:
    named = [((name,), part.get(name)) for name in names]
    return [
        *account_faults(named, _people(session)),
        *amount_faults(part, currency_of(session)),
        *sayer_faults(session, part),
    ]


def _people(session: Session) -> tuple[str, ...]:
    """Who may have money of a session."""
    return (*session.players, *session.guests)


def _same(part: Mapping[str, Any], one: str, other: str) -> list[Fault]:
    """Nobody pays oneself."""
    if part.get(one) is None or part[one] != part.get(other):
        return []
    return [Fault((other,), "out_of_range", "same", {"found": part[one]})]


def _again(sharers: list[str | None]) -> list[Fault]:
    """Nobody shares twice."""
    faults = []
    firsts: dict[str | None, int] = {}
    for place, sharer in enumerate(sharers):
        first = firsts.setdefault(sharer, place)
        if sharer is not None and first < place:
            values = {"player": sharer, "first": ("sharers", first)}
            faults.append(Fault(("sharers", place), "duplicate_player", "", values))
    return faults


def _sound(part: Mapping[str, Any], faults: list[Fault], shape: type[Document]) -> Body:
    """What the body holds of the document."""
    if faults:
        raise RefusedError(in_order(faults, shape))
    return dict(part)


def _money(session: Session, part: Mapping[str, Any]) -> Body:
    """Amount and currency as documents write them."""
    currency = part.get("currency") or currency_of(session)
    minor = parse_amount(part["amount"], str(currency))
    assert minor
    return {"amount": format_amount(minor, str(currency)), "currency": currency}
