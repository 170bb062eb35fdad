"""One's own seat: whoever has one speaks for it, and for no other."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.access.guard import FORBIDDEN, Holder
from settle.access.roles import Role
from settle.book import Conflict, NotFound
from settle.disputes import player_of
from settle.entries import PLAYER, Entry
from settle.faults import Fault, Pointer, RefusedError
from settle.store import Reader
from settle.wire.names import player_name

_KEEPING: Final = frozenset((Role.ADMIN, Role.HOST))
"""Who keeps everybody's money."""
_SPOKEN: Final = (
    "confirmed",
    "dispute_opened",
    "dispute_consented",
    "dispute_withdrawn",
    "dispute_resolved",
    "payment",
)
"""Kinds of entries in which somebody speaks for a seat: agrees, objects, rules, pays."""


def refuse_to_move(r: Reader, session: str, holder: Holder) -> None:
    """Refuse another seat to a holder once somebody has spoken for theirs.

    Whoever is a party stays one, and nobody agrees for one after the other. Raises Conflict.
    """
    said = r.entries_of_kinds(session, _SPOKEN)
    if any(_is_spoken_for(holder.player, entry) for entry in said):
        values = {"player": holder.player}
        raise Conflict(Fault(("player",), "seat_kept", "", values), present={"key": holder.key})


def _is_spoken_for(player: str | None, entry: Entry) -> bool:
    """Whether somebody says something for their seat; a host enters payments of others too."""
    sides = (player,) if entry.kind != "payment" else (entry.body["from"], entry.body["to"])
    return entry.by == f"{PLAYER}{player}" and player in sides


def refuse_other_seats(holder: Holder, document: object) -> None:
    """Refuse what is said (``by``, ``player``) for another seat than the holder's.

    What names nobody is left to the book. Raises RefusedError (403).
    """
    said = document if isinstance(document, dict) else {}
    _refuse([*_acting(said, holder), *_named(("player",), said.get("player"), holder)], holder)


def refuse_hidden_ruler(holder: Holder, document: object) -> None:
    """Refuse a ruling in another's name: who is a party has to show, and who is not rules as host.

    Raises RefusedError (403).
    """
    if holder.player is not None and isinstance(document, dict):
        _refuse(list(_acting(document, holder)), holder)
    refuse_other_names(holder, document)


def refuse_other_names(holder: Holder, document: object) -> None:
    """Refuse players whom a document has say (``by``) or confirm something but the holder's seat.

    Without a seat nobody is named. Raises RefusedError (403).
    """
    said = document if isinstance(document, dict) else {}
    by = said.get("by")
    acting = _name(player_of(by)) if isinstance(by, str) else None
    named: list[tuple[Pointer, object, str | None]] = [(("by",), by, acting)]
    named += [(place, each, _name(each)) for place, each in _confirming(said)]
    faults = [
        Fault(place, "no_seat") if holder.player is None else _not_yours(place, found, holder)
        for place, found, name in named
        if name not in (None, holder.player)
    ]
    if faults:
        raise RefusedError(faults, status=FORBIDDEN)


def refuse_other_agreements(holder: Holder, document: object, r: Reader, session: str) -> None:
    """Refuse what is agreed to for another seat; of a guest, all but payments of their own.

    Raises RefusedError (403), NotFound.
    """
    refuse_other_seats(holder, document)
    if holder.pairs is None:
        return
    of = document.get("of") if isinstance(document, dict) else None
    entry = r.entry_by_hash(session, of) if isinstance(of, str) else None
    is_payment = entry is not None and entry.kind == "payment"
    if (
        entry is None
        or not is_payment
        or holder.player not in (entry.body["from"], entry.body["to"])
    ):
        raise NotFound("unknown_entry", found=of)


def may_pay(holder: Holder, payer: str | None, payee: str | None) -> bool:
    """Whether the holder may say that one has paid the other: the host any, others their own."""
    return bool(holder.roles & _KEEPING) or holder.player in (payer, payee)


def refuse_other_payments(holder: Holder, document: object) -> None:
    """Refuse a payment that is not of the holder's seat; the host enters any, in nobody's name.

    A guest enters what several sessions came to, and says no more.

    Raises RefusedError (403).
    """
    said = document if isinstance(document, dict) else {}
    if holder.roles & _KEEPING:
        refuse_other_names(holder, document)
        return
    if holder.player is None:
        raise RefusedError([Fault((), "no_seat")], status=FORBIDDEN)
    both = [_name(said.get(name)) for name in ("from", "to")]
    if holder.pairs is not None and (tuple(both) not in holder.pairs or "by" in said):
        fault = Fault((), "forbidden", "guest", {"player": holder.player})
        raise RefusedError([fault], status=FORBIDDEN)
    faults = list(_acting(said, holder))
    if None not in both and not may_pay(holder, *both):
        faults += _named(("from",), said.get("from"), holder)
    for place, each in _confirming(said):
        faults += _named(place, each, holder)
    _refuse(faults, holder)


def _acting(said: Mapping[str, Any], holder: Holder) -> Iterator[Fault]:
    """``by`` names who acts: the holder's seat, where it names anybody."""
    by = said.get("by")
    if isinstance(by, str) and _name(player_of(by)) != holder.player:
        yield _not_yours(("by",), by, holder)


def _confirming(said: Mapping[str, Any]) -> Iterator[tuple[Pointer, object]]:
    """Whom a document has confirm it, each with the place."""
    confirmed = said.get("confirmed_by")
    for place, each in enumerate(confirmed if isinstance(confirmed, list) else ()):
        yield ("confirmed_by", place), each


def _named(place: Pointer, named: object, holder: Holder) -> Iterator[Fault]:
    if _name(named) not in (None, holder.player):
        yield _not_yours(place, named, holder)


def _name(value: object) -> str | None:
    return player_name(value) if isinstance(value, str) else None


def _not_yours(place: Pointer, found: object, holder: Holder) -> Fault:
    return Fault(place, "not_your_seat", "", {"found": found, "player": holder.player})


def _refuse(faults: list[Fault], holder: Holder) -> None:
    assert holder.player is not None
    if faults:
        raise RefusedError(faults, status=FORBIDDEN)
