"""Several sessions of a group settled as one.

Each session is settled in its own books by its own transfers, which nobody pays. What is paid is
what all of them come to together: it is asked for in the session that was opened last.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.accounts import Flow, flows_in
from settle.book.answers import CREATED, Answer, Conflict, entry_ref
from settle.book.settling import (
    FEWEST,
    PAIRS,
    Lines,
    Plan,
    body_of_plan,
    head_of,
    held_games,
    plan_of,
    search_of,
    transfer_document,
    transfers_of_way,
    way_of,
)
from settle.currencies import counted_amount, format_amount
from settle.entries import Entry
from settle.faults import Fault
from settle.sessions import Session
from settle.store import Reader


class Part(NamedTuple):
    """What a session brings along."""

    missing: Mapping[str, int]
    """By account: what is not settled of what it should get; minor units, sums to zero."""
    transfers: tuple[Flow, ...]
    """What settles it by itself."""


def own_mode(mode: str) -> str:
    """How each session is settled by itself: what pairs owe each other adds up pair by pair."""
    return PAIRS if mode == PAIRS else FEWEST


def joint_transfers(mode: str, parts: Sequence[Part]) -> tuple[Flow, ...]:
    """Who pays whom for all of them. Raises RefusedError for a mode that is none."""
    missing = missing_in(parts)
    owed = Counter[tuple[str, str]]()
    for part in parts:
        for payer, payee, amount in part.transfers:
            owed[payer, payee] += amount
    accounts = tuple(missing)
    way = way_of(mode, None, accounts, "sessions")
    return transfers_of_way(
        way, [missing[each] for each in accounts], accounts, lambda: owed, settled=False
    )


def missing_in(parts: Iterable[Part]) -> dict[str, int]:
    """What everybody lacks over all of them, in the order in which accounts come."""
    missing: dict[str, int] = {}
    for part in parts:
        for account, amount in part.missing.items():
            missing[account] = missing.get(account, 0) + amount
    return missing


def part_of_plan(plan: Plan) -> Part:
    """What a session brings along that is settled now; nothing where nothing is money."""
    if plan.due.currency is None:
        return Part({}, ())
    amounts, settled = plan.due.amounts, plan.position.settled
    missing = {each: amounts[each] - settled.get(each, 0) for each in plan.due.accounts}
    return Part(missing, plan.transfers)


def part_of_body(body: Mapping[str, Any]) -> Part:
    """What a session brought along, by the body of its settlement."""
    currency = body["currency"]
    missing = {
        total["player"]: counted_amount(total["amount"], currency)
        - counted_amount(total["settled"], currency)
        for total in body["totals"]
    }
    return Part(missing, flows_in(body["transfers"], currency))


# --- told ----------------------------------------------------------------------------------------


class Settling(NamedTuple):
    """A session that is to be settled with others."""

    session: Session
    lines: Lines


class _Planned(NamedTuple):
    session: Session
    plan: Plan


def group_settlement(settling: Sequence[Settling], mode: str) -> dict[str, Any]:
    """What is not settled yet in any of the sessions, settled at once; each was rounded by itself.

    Raises RefusedError for a mode that is none, Conflict for several currencies.
    """
    planned, currency = _planned(settling, mode)
    flows = _flows(mode, planned)
    told: dict[str, Any] = {
        "mode": mode,
        "sessions": [_session_told(*each) for each in planned],
        "totals": [],
        "transfers": [],
        "outstanding": [],
    }
    if currency is None:
        return told
    told["outstanding"] = [
        {"session": each.session.id, **transfer_document(flow, currency)}
        for each in planned
        for flow in each.plan.position.outstanding
    ]
    parts = [part_of_plan(each.plan) for each in planned]
    return told | _money_told(mode, parts, flows, currency)


def _flows(mode: str, planned: Sequence[_Planned]) -> tuple[Flow, ...]:
    """Who pays whom for all: by the sessions that lack something, as they alone say it later."""
    lacking = [each for each in planned if each.plan.transfers]
    return joint_transfers(mode, [part_of_plan(each.plan) for each in lacking or planned])


def _planned(settling: Sequence[Settling], mode: str) -> tuple[list[_Planned], str | None]:
    """How each session is settled by itself, and in which currency; None where nothing is money."""
    planned = [
        _Planned(session, plan_of(session, own_mode(mode), None, lines))
        for session, lines in settling
    ]
    found = sorted({each.plan.due.currency for each in planned if each.plan.due.currency})
    if len(found) > 1:
        raise Conflict(Fault((), "several_currencies", "", {"found": tuple(found)}))
    return planned, next(iter(found), None)


def _money_told(
    mode: str, parts: Sequence[Part], flows: Iterable[Flow], currency: str
) -> dict[str, Any]:
    missing = missing_in(parts)
    told: dict[str, Any] = {
        "totals": [
            {"player": each, "amount": format_amount(amount, currency)}
            for each, amount in missing.items()
        ],
        "transfers": [transfer_document(flow, currency) for flow in flows],
        "currency": currency,
    }
    if mode == FEWEST:
        told["search"] = search_of(sum(1 for amount in missing.values() if amount))
    return told


def _session_told(session: Session, plan: Plan) -> dict[str, Any]:
    missing = part_of_plan(plan).missing
    totals: list[dict[str, Any]] = []
    for account in plan.due.accounts:
        totals.append({"player": account, "net": plan.due.nets[account]})
        if plan.due.currency is not None:
            totals[-1]["amount"] = format_amount(missing[account], plan.due.currency)
    return {"id": session.id, "held": held_games(session), "totals": totals}


# --- made ----------------------------------------------------------------------------------------


def settlement_bodies(
    group: str, settling: Sequence[Settling], mode: str
) -> list[tuple[Session, dict[str, Any]]]:
    """The body of a settlement in each session that has something to settle, in their order.

    Each names all of them, and the one that is paid in says who pays whom. Raises RefusedError
    for a mode that is none, Conflict for several currencies and where nothing is to be settled.
    """
    planned, currency = _planned(settling, mode)
    flows = _flows(mode, planned)
    made = [each for each in planned if each.plan.transfers]
    if not made or currency is None:
        raise Conflict(Fault((), "nothing_to_settle"))
    covered = [{"id": session.id, **head_of(session)} for session, _ in made]
    together = {"id": group, "mode": mode, "sessions": covered, "pays_in": covered[-1]["id"]}
    paid = {"transfers": [transfer_document(flow, currency) for flow in flows]}
    return [
        (session, {**body_of_plan(session, plan), "group": {**together, **said}})
        for session, plan in made
        for said in (paid if session.id == together["pays_in"] else {},)
    ]


def parts_of(r: Reader, entry: Entry) -> Iterator[Entry]:
    """The settlements that were made together with one, itself included, as far as they are here.

    A session that came from another book may have come without the others.
    """
    for covered in entry.body["group"]["sessions"]:
        other = r.entry(covered["id"], covered["seq"] + 1)
        if other is not None and is_part(other, entry, covered):
            yield other


def is_part(other: Entry, entry: Entry, covered: Mapping[str, Any]) -> bool:
    """Whether an entry is the settlement that another one says was made with it."""
    return (
        other.kind == entry.kind
        and (other.session, other.seq, other.prev_hash)
        == (covered["id"], covered["seq"] + 1, covered["hash"])
        and "group" in other.body
        and said_in_common(other.body) == said_in_common(entry.body)
    )


_COMMON: Final = ("id", "mode", "sessions", "pays_in")
"""What the settlements that were made together all say of it."""


def said_in_common(body: Mapping[str, Any]) -> dict[str, Any]:
    """What a settlement says of those that it was made together with."""
    return {name: body["group"][name] for name in _COMMON}


def made_answer(entries: Sequence[Entry]) -> Answer:
    """What is answered to a settlement of several sessions, now and whenever it is asked again."""
    common = said_in_common(entries[0].body)
    parts = [part_of_body(entry.body) for entry in entries]
    currency = entries[0].body["currency"]
    flows = joint_transfers(common["mode"], parts)
    told = {
        **common,
        **_money_told(common["mode"], parts, flows, currency),
        "sessions": [{"id": entry.session, "entry": entry_ref(entry)} for entry in entries],
    }
    return Answer.of(CREATED, told)
