"""Settling: what everybody should have by now, what of it is settled, who pays whom the rest."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.accounts import Flow, Position
from settle.book.answers import Conflict
from settle.book.charging import sayer_faults
from settle.book.dues import Due, Segment, due_of
from settle.book.paying import (
    among_unsettled,
    transfers_by_pairs,
    transfers_of_one,
    transfers_via,
    without_rounds,
)
from settle.currencies import format_amount
from settle.faults import Fault, RefusedError
from settle.sessions import Session, Standing
from settle.settlement import MOST_EXACT, Transfer, fewest_transfers
from settle.wire.money import SettlementDocument, account_name
from settle.wire.sessions import in_order, load_part

FEWEST: Final = "fewest"
PAIRS: Final = "pairs"
_VIA: Final = "via:"

Lines = Callable[[Standing], Iterable[Mapping[str, Any]]]
"""The lines of a game that stands; asked for where pairs settle by themselves."""


class Way(NamedTuple):
    """How a session is to be settled."""

    mode: str
    """``fewest``, ``pairs``, or ``via:`` an account."""
    middle: str | None
    """The account that everybody settles with."""
    player: str | None
    """Who settles alone, None for everybody."""


class Plan(NamedTuple):
    """How a session is settled."""

    way: Way
    due: Due
    position: Position
    transfers: tuple[Flow, ...]
    """By payer and payee in the order of the accounts; they settle what is not settled yet."""


def plan_of(
    session: Session, mode: str, player: str | None, lines: Lines, *, as_once: bool = False
) -> Plan:
    """How a session as it stands is settled.

    ``as_once`` is for an audit: pairs as they were reckoned before charges were rounded with the
    points and before whoever has it all was left out. Raises RefusedError for a mode or a player
    that is none, Conflict for several currencies.
    """
    due, position = due_of(session), session.accounts.position()
    way = way_of(mode, player, due.accounts)
    if due.currency is None:
        return Plan(way, due, position, ())
    missing = [due.amounts[each] - position.settled.get(each, 0) for each in due.accounts]
    assert sum(missing) == 0
    flows = transfers_of_way(
        way,
        missing,
        due.accounts,
        lambda: owed_pairs(session, due, position, lines, as_once=as_once),
        settled=bool(position.flows),
        as_once=as_once,
    )
    return Plan(way, due, position, flows)


def way_of(mode: str, player: str | None, accounts: Sequence[str], where: str = "session") -> Way:
    """How to settle between these accounts. Raises RefusedError for what names no way.

    ``where`` is ``sessions`` for accounts of several.
    """
    faults, middle = [], None
    if mode.startswith(_VIA):
        middle = account_name(mode.removeprefix(_VIA))
        if middle not in accounts:
            values = {"found": mode.removeprefix(_VIA), "known": tuple(accounts)}
            faults.append(Fault(("mode",), "unknown_player", where, values))
        mode = f"{_VIA}{middle}"
    elif mode not in (FEWEST, PAIRS):
        faults.append(Fault(("mode",), "out_of_range", "mode", {"found": mode}))
    name = None if player is None else account_name(player)
    if player is not None and name not in accounts:
        values = {"found": player, "known": tuple(accounts)}
        faults.append(Fault(("player",), "unknown_player", where, values))
    elif name is not None and name == middle:
        faults.append(Fault(("player",), "out_of_range", "same", {"found": name}))
    if faults:
        raise RefusedError(faults)
    return Way(mode, middle, name)


def transfers_of_way(
    way: Way,
    missing: Sequence[int],
    accounts: Sequence[str],
    owed: Callable[[], Mapping[tuple[str, str], int]],
    *,
    settled: bool,
    as_once: bool = False,
) -> tuple[Flow, ...]:
    """What brings everybody (or who settles alone) what is missing.

    ``owed`` is for pairs; ``settled`` says whether something was settled before, ``as_once`` is as
    in :func:`plan_of`.
    """
    return tuple(
        Flow(accounts[payer], accounts[payee], amount)
        for payer, payee, amount in _transfers(
            way, missing, accounts, owed, settled=settled, as_once=as_once
        )
    )


def _transfers(
    way: Way,
    missing: Sequence[int],
    accounts: Sequence[str],
    owed: Callable[[], Mapping[tuple[str, str], int]],
    *,
    settled: bool,
    as_once: bool,
) -> tuple[Transfer, ...]:
    place = accounts.index
    if way.middle is not None:
        transfers = transfers_via(missing, place(way.middle))
    elif way.mode == PAIRS:
        pairs = {(place(one), place(other)): amount for (one, other), amount in owed().items()}
        if settled and not as_once:
            pairs = among_unsettled(missing, pairs)
        transfers = transfers_by_pairs(missing, pairs)
        if settled:
            # Settled otherwise, what pairs still owe one another may only go round.
            transfers = without_rounds(transfers)
    elif way.player is not None:
        return transfers_of_one(missing, place(way.player))
    else:
        return fewest_transfers(missing)
    if way.player is None:
        return transfers
    alone = place(way.player)
    return tuple(each for each in transfers if alone in (each.payer, each.payee))


def owed_pairs(
    session: Session, due: Due, position: Position, lines: Lines, *, as_once: bool = False
) -> Mapping[tuple[str, str], int]:
    """What each owes each and has not settled, games and charges rounded once towards nothing.

    ``as_once`` is as in :func:`plan_of`: rounded stake by stake, and charges not at all.
    A pot of the session is nobody's with anybody: it is left to what is over.
    """
    owed: Counter[tuple[str, str]] = Counter()
    for segment in due.segments:
        for pair, amount in _owed_in(segment, lines).items():
            owed[pair] += _to_step(amount, due.step_minor) if as_once else amount
    for payer, payee, amount in session.accounts.charges:
        owed[payer, payee] += amount
    if not as_once:
        between = {pair: owed[pair] - owed.get(pair[::-1], 0) for pair in owed}
        owed = Counter({
            pair: _to_step(net, due.step_minor) for pair, net in between.items() if net > 0
        })  # fmt: skip
    for pair, amount in position.flows.items():
        owed[pair] -= amount
    return owed


def _to_step(amount: int, step: int) -> int:
    return amount // step * step


def _owed_in(segment: Segment, lines: Lines) -> Mapping[tuple[str, str], int]:
    """What each owes each of a segment, in minor units, rounded towards nothing."""
    stake = segment.stake
    owed: Counter[tuple[str, str]] = Counter()
    if stake is None or (stake.mode == "pot" and stake.scope == "session"):
        return owed
    if stake.mode == "pot":
        for pot in segment.pots:
            players, shares = tuple(pot.shares), tuple(pot.shares.values())
            for payer, payee, amount in fewest_transfers(shares):
                owed[players[payer], players[payee]] += amount
        return owed
    for game in segment.games:
        for line in lines(game):
            owed[line["payer"], line["payee"]] += line["points"]
    return {
        (payer, payee): net * stake.amount_minor // stake.points
        for payer, payee in owed
        if (net := owed[payer, payee] - owed.get((payee, payer), 0)) > 0
    }


# --- told ----------------------------------------------------------------------------------------


def settlement_document(session: Session, plan: Plan) -> dict[str, Any]:
    """The settlement as it is answered: without money where there is no stake."""
    due = plan.due
    told: dict[str, Any] = {
        "mode": plan.way.mode,
        "totals": [{"player": player, "net": due.nets[player]} for player in due.accounts],
        "transfers": [],
        "held": held_games(session),
        "outstanding": [],
    }
    if plan.way.player is not None:
        told["player"] = plan.way.player
    if due.currency is None:
        return told
    return told | _money(plan, due.currency) | joint_documents(session)


def _money(plan: Plan, currency: str) -> dict[str, Any]:
    due = plan.due
    told: dict[str, Any] = {
        "totals": [
            {
                "player": player,
                "net": due.nets[player],
                "amount": format_amount(due.amounts[player], currency),
                "settled": format_amount(plan.position.settled.get(player, 0), currency),
            }
            for player in due.accounts
        ],
        "transfers": [transfer_document(flow, currency) for flow in plan.transfers],
        "currency": currency,
        "step": format_amount(due.step_minor, currency),
        "rounding": due.rounding,
        "outstanding": [transfer_document(flow, currency) for flow in _outstanding(plan)],
    }
    if plan.way.mode == FEWEST and plan.way.player is None:
        told["search"] = search_of(len(_unsettled(plan)))
    return told


def search_of(people: int) -> str:
    """How the fewest transfers between so many were looked for.

    ``exact``; for more than MOST_EXACT ``pairs_then_largest``: pairs that cancel out, then the
    largest debt to the largest claim, which are few transfers and not always the fewest.
    """
    return "exact" if people <= MOST_EXACT else "pairs_then_largest"


def joint_documents(session: Session) -> dict[str, Any]:
    """What was settled with other sessions, and where that is paid; nothing where nothing was."""
    joint = [(seq, each.joint) for seq, each in session.accounts.joint if each.joint is not None]
    told = [
        {"seq": seq, "sessions": list(each.sessions), "pays_in": each.pays_in}
        for seq, each in joint
    ]
    return {"together": told} if told else {}


def _unsettled(plan: Plan) -> list[str]:
    settled = plan.position.settled
    return [each for each in plan.due.accounts if plan.due.amounts[each] != settled.get(each, 0)]


def _outstanding(plan: Plan) -> list[Flow]:
    place = plan.due.accounts.index
    return sorted(plan.position.outstanding, key=lambda flow: (place(flow[0]), place(flow[1])))


def transfer_document(flow: Flow, currency: str) -> dict[str, str]:
    """A transfer as documents write it."""
    return {"from": flow.payer, "to": flow.payee, "amount": format_amount(flow.amount, currency)}


def held_games(session: Session) -> list[dict[str, Any]]:
    """Games that somebody contests, with the nets that they would have either way."""
    return [
        {
            "game": each.game,
            "dispute": each.id,
            "totals_if_kept": _nets(session.standing[each.game].nets),
            "totals_if_claimed": _nets(each.claimed),
        }
        for each in session.open_disputes
    ]


def _nets(nets: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"player": player, "net": net} for player, net in nets.items()]


# --- made ----------------------------------------------------------------------------------------


def settlement_body(
    session: Session, document: object, lines: Lines, *, as_once: bool = False
) -> dict[str, Any]:
    """The body of a settlement that is made now.

    ``as_once`` is as in :func:`plan_of`. Raises RefusedError with all faults, Conflict where
    nothing is left to settle.
    """
    part, faults = load_part(document, SettlementDocument)
    faults += sayer_faults(session, part)
    if faults:
        raise RefusedError(in_order(faults, SettlementDocument))
    mode, player = part.get("mode", FEWEST), part.get("player")
    plan = plan_of(session, mode, player, lines, as_once=as_once)
    if not plan.transfers:
        raise Conflict(Fault((), "nothing_to_settle"), present=head_of(session))
    said = {name: part[name] for name in ("by",) if name in part}
    return {**said, **body_of_plan(session, plan)}


def body_of_plan(session: Session, plan: Plan) -> dict[str, Any]:
    """The body of a settlement that has something to settle: it covers the entries up to now."""
    told = settlement_document(session, plan)
    made: dict[str, Any] = {name: told[name] for name in _MADE if name in told}
    return {**made, "held": list(plan.due.held), "covers": head_of(session)}


_MADE: Final = ("mode", "player", "totals", "transfers", "currency", "step", "rounding", "search")


def head_of(session: Session) -> dict[str, Any]:
    """The last entry of a session as documents name it."""
    return {"seq": session.head_seq, "hash": session.head_hash}
