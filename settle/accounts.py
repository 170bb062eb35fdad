"""Accounts: the money between players and funds, as a session's entries make it.

An account is a player, or a fund of the table, ``fund:<name>``: what people chip in for and what is
paid out of. What one account loses another one gets, so that all of them together stay at zero.
Amounts are whole minor units of the session's currency.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from settle.currencies import counted_amount
from settle.entries import Entry

FUND: Final = "fund:"
"""What the account of a fund begins with, and no player's name."""
REVERSALS: Final = {"payment_reversed": "payment", "settlement_reversed": "settlement"}
"""Kinds of entries that take another back, each with the field that names that one."""


class Flow(NamedTuple):
    """Money that goes, or is to go, from one account to another."""

    payer: str
    payee: str
    amount: int
    """Minor units, above 0."""


def got(flows: Iterable[Flow], account: str) -> int:
    """What an account gets by flows, less what it gives."""
    return sum(flow.amount * ((flow.payee == account) - (flow.payer == account)) for flow in flows)


class Joint(NamedTuple):
    """Sessions that were settled as one."""

    sessions: tuple[str, ...]
    """In the order of their opening."""
    pays_in: str
    """Where what they come to together is asked for."""


class Movement(NamedTuple):
    """A payment or a settlement that stands."""

    hash: str
    """Of its entry."""
    kind: str
    """``payment`` or ``settlement_made``."""
    flows: tuple[Flow, ...]
    """What it settled, or what was paid."""
    asked: tuple[Flow, ...] = ()
    """What a settlement asks for in its session: its flows, but of several sessions that were
    settled together what all of them come to, in the one that it is paid in."""
    confirmed_by: tuple[str, ...] = ()
    """Who agreed to a payment when it was entered."""
    joint: Joint | None = None
    """The sessions that a settlement was made for; None for its own alone."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """What the entries about money come to."""

    currency: str | None = None
    """That of the entries so far; None before the first."""
    costs: Mapping[str, int] = field(default_factory=dict)
    """By account: penalties and shared costs, what others owe it above 0; sums to zero."""
    charges: tuple[Flow, ...] = ()
    """The same, who owes whom, one each in the order in which they were entered."""
    imported: Mapping[str, int] = field(default_factory=dict)
    """By player: points of earlier evenings."""
    movements: Mapping[int, Movement] = field(default_factory=dict)
    """By number of the entry: what was paid, and what was settled, less what was reversed."""
    reversals: Mapping[int, int] = field(default_factory=dict)
    """By number of the entry that was reversed: that of its reversal."""

    @property
    def funds(self) -> tuple[str, ...]:
        """The funds that money went to or came from, by name."""
        return tuple(account for account in self._named if account.startswith(FUND))

    @property
    def people(self) -> tuple[str, ...]:
        """Whom money went to or came from, by name."""
        return tuple(account for account in self._named if not account.startswith(FUND))

    @property
    def _named(self) -> list[str]:
        moved = ((*each.flows, *each.asked) for each in self.movements.values())
        flows = [*self.charges, *(flow for listed in moved for flow in listed)]
        return sorted({account for flow in flows for account in flow[:2]})

    @property
    def joint(self) -> Iterator[tuple[int, Movement]]:
        """The settlements that stand of several sessions as one, by number of the entry."""
        return ((seq, each) for seq, each in sorted(self.movements.items()) if each.joint)

    def payment(self, entry: str) -> Movement | None:
        """The payment that was entered with a hash, if there is one that stands."""
        found = (each for each in self.movements.values() if each.hash == entry)
        return next((each for each in found if each.kind == "payment"), None)

    def position(self) -> "Position":
        """Where settlements and payments have led to, as they stand."""
        return position_of(self.movements[seq] for seq in sorted(self.movements))


@dataclass(frozen=True, slots=True)
class Position:
    """What settlements asked for, and what of it was paid."""

    settled: Mapping[str, int]
    """By account: what it got or was promised (below 0: gave or owes), by settlements and by
    payments that no settlement had asked for. The difference to what it should get is not
    settled. Sums to zero."""
    outstanding: tuple[Flow, ...]
    """What settlements asked for and nobody has paid yet, by payer and payee."""
    flows: Mapping[tuple[str, str], int]
    """What ``settled`` is made of, by payer and payee."""


Flows = Counter[tuple[str, str]]
"""Amounts by payer and payee."""


def position_of(movements: Iterable[Movement]) -> Position:
    """Where movements lead to, in their order.

    A payment first goes towards what its payer owes its payee by the settlements before it. The
    rest is paid in advance, and the next settlement counts it; but where it closes a circle (dan
    should pay bob and paid amy, cat should pay amy and paid bob), everybody has what was asked for.
    """
    owed, flows, ahead = Flows(), Flows(), Flows()
    for movement in movements:
        for flow in movement.asked:
            _owe(owed, flow)
        for flow in movement.flows:
            pair = flow[:2]
            if movement.kind == "settlement_made":
                flows[pair] += flow.amount
                continue
            due = min(flow.amount, owed[pair])
            owed[pair] -= due
            flows[pair] += flow.amount - due
            ahead[pair] += flow.amount - due
            _close_circles(owed, flows, ahead)
        if movement.kind == "settlement_made":
            # It has counted what was paid in advance.
            ahead.clear()
    outstanding = tuple(sorted(Flow(*pair, amount) for pair, amount in owed.items() if amount))
    settled: Counter[str] = Counter()
    for (payer, payee), amount in flows.items():
        settled[payer] -= amount
        settled[payee] += amount
    assert sum(settled.values()) == 0
    return Position(settled, outstanding, flows)


def _owe(owed: Flows, flow: Flow) -> None:
    """Add what is asked for; what the two owe each other is set off."""
    there, back = (flow.payer, flow.payee), (flow.payee, flow.payer)
    owed[there] += flow.amount
    both = min(owed[there], owed[back])
    owed[there] -= both
    owed[back] -= both


def _close_circles(owed: Flows, flows: Flows, ahead: Flows) -> None:
    """Take what was paid in advance for what others owe, as far as it leads back to who paid.

    Who was paid in advance could give it back: that is what closes a circle.
    """
    for payer, payee in sorted(pair for pair, amount in ahead.items() if amount):
        while ahead[payer, payee] and (way := _way(payer, payee, owed, ahead)):
            debts = [owed[pair] or ahead[pair[::-1]] for pair in way]
            least = min(ahead[payer, payee], *debts)
            closed = [(payer, payee)]
            for pair in way:
                if owed[pair]:
                    owed[pair] -= least
                else:
                    closed.append(pair[::-1])
            for pair in closed:
                ahead[pair] -= least
                flows[pair] -= least


def _way(start: str, end: str, owed: Flows, ahead: Flows) -> list[tuple[str, str]]:
    """The shortest way by debts, and by advances backwards; empty where there is none."""
    debts = {pair for pair, amount in owed.items() if amount}
    debts |= {(payee, payer) for (payer, payee), amount in ahead.items() if amount}
    ways: dict[str, list[tuple[str, str]]] = {start: []}
    for here in (queue := [start]):
        for pair in sorted(debts):
            if pair[0] == here and pair[1] not in ways:
                ways[pair[1]] = [*ways[here], pair]
                queue.append(pair[1])
    return ways.get(end, [])


def split(amount: int, sharers: int) -> tuple[int, ...]:
    """An amount shared evenly in whole minor units; those left over go one each to the first.

    >>> split(100000, 3)
    (33334, 33333, 33333)
    """
    share, odd = divmod(amount, sharers)
    return tuple(share + (place < odd) for place in range(sharers))


def apply_money(accounts: Accounts, entry: Entry) -> Accounts:
    """The accounts after an entry of one of KINDS."""
    changed = _APPLY[entry.kind](accounts, entry)
    assert sum(changed.costs.values()) == 0
    assert sum(changed.imported.values()) == 0
    return changed


def _penalty(accounts: Accounts, entry: Entry) -> Accounts:
    body = entry.body
    flow = Flow(body["payer"], body["to"], counted_amount(body["amount"], body["currency"]))
    return _charged(accounts, body["currency"], [flow])


def _shared_cost(accounts: Accounts, entry: Entry) -> Accounts:
    """Everybody who shares owes a part to who paid; who paid and shares owes nobody for it."""
    body = entry.body
    currency = body["currency"]
    shares = [
        (share["player"], counted_amount(share["amount"], currency)) for share in body["shares"]
    ]
    assert sum(amount for _, amount in shares) == counted_amount(body["amount"], currency)
    flows = [Flow(who, body["to"], part) for who, part in shares if part and who != body["to"]]
    return _charged(accounts, currency, flows)


def _charged(accounts: Accounts, currency: str, flows: list[Flow]) -> Accounts:
    costs = Counter(accounts.costs)
    for payer, payee, amount in flows:
        costs[payer] -= amount
        costs[payee] += amount
    charged = replace(accounts, costs=dict(costs), charges=(*accounts.charges, *flows))
    return _in_currency(charged, currency)


def _imported(accounts: Accounts, entry: Entry) -> Accounts:
    imported = Counter(accounts.imported)
    for net in entry.body["nets"]:
        imported[net["player"]] += net["net"]
    return replace(accounts, imported=dict(imported))


def _payment(accounts: Accounts, entry: Entry) -> Accounts:
    return _moved(accounts, entry, flows_in([entry.body], entry.body["currency"]))


def _settlement(accounts: Accounts, entry: Entry) -> Accounts:
    body, currency = entry.body, entry.body["currency"]
    own = flows_in(body["transfers"], currency)
    together = body.get("group")
    asked = own if together is None else flows_in(together.get("transfers", ()), currency)
    return _moved(accounts, entry, own, asked, _joint(together))


def _joint(together: Mapping[str, Any] | None) -> Joint | None:
    if together is None or len(together["sessions"]) == 1:
        return None
    return Joint(tuple(each["id"] for each in together["sessions"]), together["pays_in"])


def flows_in(listed: Iterable[Mapping[str, Any]], currency: str) -> tuple[Flow, ...]:
    """Transfers as documents write them, in minor units."""
    return tuple(
        Flow(each["from"], each["to"], counted_amount(each["amount"], currency)) for each in listed
    )


def _moved(
    accounts: Accounts,
    entry: Entry,
    flows: tuple[Flow, ...],
    asked: tuple[Flow, ...] = (),
    joint: Joint | None = None,
) -> Accounts:
    confirmed_by = tuple(entry.body.get("confirmed_by", ()))
    made = Movement(entry.hash, entry.kind, flows, asked, confirmed_by, joint)
    moved = replace(accounts, movements={**accounts.movements, entry.seq: made})
    return _in_currency(moved, entry.body["currency"])


def _reversed(accounts: Accounts, entry: Entry) -> Accounts:
    seq = entry.body[REVERSALS[entry.kind]]
    standing = {at: each for at, each in accounts.movements.items() if at != seq}
    assert len(standing) < len(accounts.movements), "only what stands can be reversed"
    reversals = {**accounts.reversals, seq: entry.seq}
    return replace(accounts, movements=standing, reversals=reversals)


def _in_currency(accounts: Accounts, currency: str) -> Accounts:
    assert accounts.currency in (None, currency), "a session has one currency"
    return replace(accounts, currency=currency)


_APPLY: Final[Mapping[str, Callable[[Accounts, Entry], Accounts]]] = {
    "penalty": _penalty,
    "shared_cost": _shared_cost,
    "imported_result": _imported,
    "payment": _payment,
    "payment_reversed": _reversed,
    "settlement_made": _settlement,
    "settlement_reversed": _reversed,
}

KINDS: Final = tuple(_APPLY)
"""Kinds of entries about money."""
