"""Dues: what everybody should get for a session, exactly, and rounded once to what people pay.

A session is settled by segments, each the games under one stake. What is brought along counts by
the stake of the opening; penalties and shared costs are money already. Games that are held are left
out.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from settle.book.answers import Conflict
from settle.canonical import canonical_bytes
from settle.faults import Fault
from settle.rounds import Stake
from settle.sessions import Session, Standing
from settle.settlement import pot_money, round_once
from settle.wire.stakes import build_stake

EXACT: Final = "exact"
LARGEST_REMAINDER: Final = "largest_remainder"
EARLIEST_SEAT: Final = "earliest_seat"

Nets = Mapping[str, int]
"""Points or minor units by account."""


class Pot(NamedTuple):
    """A pot, and what each of those who put in an ante gets of it, less the ante."""

    shares: Nets
    is_odd: bool
    """Whether it could not be shared evenly."""


@dataclass(frozen=True, slots=True)
class Segment:
    """What was played for one stake."""

    stake: Stake | None
    games: tuple[Standing, ...]
    nets: Nets
    """In points, with what was brought along; of everybody with a seat there."""

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Each pot; none where points are paid."""
        if self.stake is None or self.stake.mode == "points":
            return ()
        if self.stake.scope == "session":
            return (_pot(self.nets, self.stake),)
        return tuple(_pot(game.nets, self.stake) for game in self.games)


@dataclass(frozen=True, slots=True)
class Due:
    """What everybody should get for a session by now; below 0: pays."""

    accounts: tuple[str, ...]
    """Players in the order in which they came, then guests, then funds."""
    nets: Nets
    """Points, less the games that are held."""
    amounts: Nets
    """Minor units, multiples of the step; they sum to zero."""
    currency: str | None
    """None where nothing is money."""
    step_minor: int
    rounding: str
    """``exact``, or how what could not be shared evenly was shared."""
    segments: tuple[Segment, ...]
    held: tuple[int, ...]
    """Games that somebody contests."""


def due_of(session: Session) -> Due:
    """What everybody should get. Raises Conflict for stakes in several currencies."""
    held = tuple(sorted(session.held))
    segments = tuple(_segments(session, held))
    accounts = (*session.players, *session.guests, *session.accounts.funds)
    currency = currency_of(session)
    step = _last_step(session)
    worth, parts = _worth(segments)
    for account, amount in session.accounts.costs.items():
        worth[account] += amount * parts
    rounded = round_once([worth[each] for each in accounts], parts, step_minor=step)
    amounts = dict(zip(accounts, rounded, strict=True))
    exact = all(worth[each] == amounts[each] * parts for each in accounts)
    rounding = EXACT if exact else LARGEST_REMAINDER
    if exact and any(pot.is_odd for segment in segments for pot in segment.pots):
        rounding = EARLIEST_SEAT
    nets = Counter[str]()
    for segment in segments:
        nets.update(segment.nets)
    told = {account: nets[account] for account in accounts}
    assert sum(told.values()) == 0
    return Due(accounts, told, amounts, currency, step, rounding, segments, held)


def currency_of(session: Session) -> str | None:
    """The currency of a session: that of its stakes, else that of the money entered so far.

    Raises Conflict where stakes have several.
    """
    used = {game.agreement for game in session.counted} | {made for _, made in session.seating}
    used |= {0} if session.balances else set()
    stakes = [session.agreements[place].stake for place in sorted(used)]
    named = {str(stake["currency"]) for stake in stakes if stake is not None}
    if session.accounts.currency is not None:
        named.add(session.accounts.currency)
    if len(named) > 1:
        values = {"found": tuple(sorted(named))}
        raise Conflict(Fault((), "several_currencies", "", values))
    return next(iter(named), None)


def _segments(session: Session, held: tuple[int, ...]) -> Iterator[Segment]:
    """What was played for each stake, in the order in which the stakes came."""
    games = [game for game in session.counted if game.game not in held]
    used = {0, *(game.agreement for game in games), *(made for _, made in session.seating)}
    by_stake: dict[bytes, list[int]] = {}
    for place in sorted(used):
        stake = session.agreements[place].stake
        by_stake.setdefault(canonical_bytes(stake), []).append(place)
    for places in by_stake.values():
        agreements = [session.agreements[place] for place in places]
        own = tuple(game for game in games if game.agreement in places)
        nets = Counter({player: 0 for each in agreements for player in each.players})
        for game in own:
            nets.update(game.nets)
        if 0 in places:
            nets.update(session.balances)
        stake = agreements[0].stake
        yield Segment(None if stake is None else build_stake(stake), own, dict(nets))


def _worth(segments: tuple[Segment, ...]) -> tuple[Counter[str], int]:
    """What everybody gets for the games, and how many parts of it are a minor unit."""
    paid = [each for each in segments if each.stake is not None and not each.pots]
    parts = math.lcm(*(each.stake.points for each in paid if each.stake is not None))
    worth = Counter[str]()
    for segment in segments:
        for pot in segment.pots:
            for account, amount in pot.shares.items():
                worth[account] += amount * parts
        if segment.stake is not None and segment.stake.mode == "points":
            for account, net in segment.nets.items():
                worth[account] += net * segment.stake.amount_minor * parts // segment.stake.points
    return worth, parts


def _pot(nets: Nets, stake: Stake) -> Pot:
    shares = pot_money(list(nets.values()), stake.amount_minor, step_minor=stake.step_minor)
    winners = list(nets.values()).count(max(nets.values()))
    is_odd = len(nets) * (stake.amount_minor // stake.step_minor) % winners != 0
    return Pot(dict(zip(nets, shares, strict=True)), is_odd)


def _last_step(session: Session) -> int:
    """The smallest amount that people pay, as the newest stake that holds has it."""
    stakes: list[Mapping[str, Any]] = [
        session.agreements[made].stake or {} for _, made in session.seating
    ]
    stake = next((each for each in reversed(stakes) if each), None)
    return 1 if stake is None else build_stake(stake).step_minor
