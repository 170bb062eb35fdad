"""Sessions as folds of entries: what stands, what is missing, who is how far ahead.

Nothing here is stored; whatever a session is follows from its entries, one :func:`apply` at a
time, so that any moment of the past can be had by folding fewer of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from typing import Final

from settle.accounts import KINDS as MONEY
from settle.accounts import Accounts, apply_money
from settle.agreements import Agreement, Seating, agreement_of, holds_for, seated_anew
from settle.disputes import (
    Confirmations,
    Dispute,
    Disputes,
    apply_confirmation,
    apply_dispute,
    lapse,
    open_disputes,
)
from settle.entries import GENESIS, Entry

DEFAULT_GAMES: Final = 16
"""A 將."""

_RECORDED: Final = "game_recorded"
WITH_ROUND: Final = (_RECORDED, "game_corrected")
"""Kinds of entries that hold a game's round."""
OF_GAMES: Final = (*WITH_ROUND, "game_voided")
"""Kinds of entries that say how a game stands."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The entry that stands for a game, and what it comes to."""

    game: int
    seq: int
    hash: str
    kind: str
    """``game_recorded``, ``game_corrected`` or ``game_voided``."""
    nets: Mapping[str, int]
    """By player; empty for a voided game."""
    agreement: int = 0
    """What it was scored under, by its place in the session's agreements."""
    at: str = ""
    """When it was entered."""

    @property
    def voided(self) -> bool:
        """Whether the game was struck."""
        return self.kind == "game_voided"


@dataclass(frozen=True, slots=True)
class Session:
    """A session as its entries make it."""

    id: str
    title: str | None = None
    games: int = DEFAULT_GAMES
    """How many were agreed."""
    banker_order: str = "manual"
    agreements: tuple[Agreement, ...] = ()
    """All that were ever made, the opening's first; what was scored under one keeps its place."""
    seating: Seating = ((1, 0),)
    """Which of them holds from which game on."""
    standing: Mapping[int, Standing] = field(default_factory=dict)
    """By game number."""
    balances: Mapping[str, int] = field(default_factory=dict)
    """By player: points brought along from before the first game."""
    accounts: Accounts = field(default_factory=Accounts)
    """Money: penalties, shared costs, payments, settlements."""
    disputes: Disputes = field(default_factory=dict)
    """By id."""
    confirmations: Confirmations = field(default_factory=dict)
    closed: bool = False
    head_seq: int = 0
    head_hash: str = GENESIS

    @property
    def played(self) -> int:
        """How many games count."""
        return sum(not standing.voided for standing in self.standing.values())

    @property
    def highest_game(self) -> int:
        """The highest number used, 0 before the first."""
        return max(self.standing, default=0)

    @property
    def missing(self) -> tuple[int, ...]:
        """Numbers below the highest one that nothing was recorded for."""
        return missing_games(self.standing)

    @property
    def state(self) -> str:
        """``open``, ``complete`` once every agreed number is used, ``closed``."""
        if self.closed:
            return "closed"
        return "complete" if len(self.standing) == self.games else "open"

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who ever had a seat, in the order they came."""
        return tuple(dict.fromkeys(p for table in self.agreements for p in table.players))

    @property
    def guests(self) -> tuple[str, ...]:
        """Who never had a seat, and pays or is paid here what several sessions came to."""
        seated = frozenset(self.players)
        return tuple(person for person in self.accounts.people if person not in seated)

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's net in points; sums to zero."""
        totals = {player: self.balances.get(player, 0) for player in self.players}
        for standing in self.standing.values():
            for player, net in standing.nets.items():
                totals[player] += net
        assert sum(totals.values()) == 0
        return totals

    @property
    def segments(self) -> dict[int, dict[str, int]]:
        """The nets of the games scored under each agreement, by its place; each sums to zero.

        What was brought along belongs to the opening's.
        """
        totals = {0: dict(self.balances)} if self.balances else {}
        for _, standing in sorted(self.standing.items()):
            if standing.nets:
                segment = totals.setdefault(standing.agreement, {})
                for player, net in standing.nets.items():
                    segment[player] = segment.get(player, 0) + net
        assert not any(sum(segment.values()) for segment in totals.values())
        return dict(sorted(totals.items()))

    @property
    def tables(self) -> tuple[Agreement, ...]:
        """The agreements that hold, by the game that they start from."""
        return tuple(self.agreements[place] for _, place in self.seating)

    def agreement(self, game: int) -> Agreement:
        """What is agreed for a game."""
        return self.agreements[holds_for(self.seating, game)]

    @property
    def open_disputes(self) -> tuple[Dispute, ...]:
        """Those that hold a game."""
        return open_disputes(self.disputes)

    @property
    def held(self) -> frozenset[int]:
        """The games that somebody contests."""
        return frozenset(dispute.game for dispute in self.open_disputes)

    @property
    def affected(self) -> tuple[int, ...]:
        """Games that count as they were scored under other terms than those that hold now."""
        return affected_games(
            self.agreements, self.seating, ((s.game, s.agreement) for s in self.counted)
        )

    @property
    def counted(self) -> tuple[Standing, ...]:
        """What stands for the games that are not voided, by number."""
        return tuple(each for _, each in sorted(self.standing.items()) if not each.voided)


def affected_games(
    agreements: Sequence[Agreement], seating: Seating, scored: Iterable[tuple[int, int]]
) -> tuple[int, ...]:
    """Games, each with the agreement that it was scored under, for which others hold by now."""
    return tuple(
        game
        for game, under in scored
        if agreements[holds_for(seating, game)].terms != agreements[under].terms
    )


def missing_games(used: Iterable[int]) -> tuple[int, ...]:
    """Numbers below the highest one used that are not.

    >>> missing_games([1, 5, 3])
    (2, 4)
    """
    numbers = frozenset(used)
    return tuple(game for game in range(1, max(numbers, default=0)) if game not in numbers)


def fold(entries: Iterable[Entry]) -> Session:
    """The session that these entries make; the first one opens it.

    Raises ValueError where they do not begin with an opening.
    """
    first, *rest = entries
    session = _open(first)
    for is_game, run in groupby(rest, lambda entry: entry.kind == _RECORDED):
        following = tuple(run)
        session = recorded(session, following) if is_game else reduce(apply, following, session)
    return session


def apply(session: Session, entry: Entry) -> Session:
    """The session after one more entry."""
    changed = _APPLY.get(entry.kind, _only_the_head)(session, entry)
    return replace(changed, head_seq=entry.seq, head_hash=entry.hash)


def recorded(session: Session, games: Iterable[Entry]) -> Session:
    """The session after games recorded one after another, as :func:`apply` makes it of each.

    What stands for the others is copied once for all of them.
    """
    standing, disputes = {**session.standing}, session.disputes
    seq, head = session.head_seq, session.head_hash
    for entry in games:
        assert entry.game is not None
        standing[entry.game] = _standing(session, entry)
        disputes = lapse(disputes, entry.game) if disputes else disputes
        seq, head = entry.seq, entry.hash
    return replace(session, standing=standing, disputes=disputes, head_seq=seq, head_hash=head)


def _open(entry: Entry) -> Session:
    if entry.kind != "session_opened":
        message = f"entry {entry.seq} opens nothing: {entry.kind}"
        raise ValueError(message)
    opened = entry.body
    return Session(
        id=entry.session,
        title=opened.get("title"),
        games=opened["games"],
        banker_order=opened["banker_order"],
        agreements=(agreement_of(opened),),
        head_seq=entry.seq,
        head_hash=entry.hash,
    )


def _stands(session: Session, entry: Entry) -> Session:
    """A game recorded, corrected or voided: its newest entry stands, and nobody agreed to it."""
    return recorded(session, [entry])


def _standing(session: Session, entry: Entry) -> Standing:
    assert entry.game is not None
    nets = {total["player"]: total["net"] for total in entry.body.get("totals", ())}
    assert sum(nets.values()) == 0
    return Standing(
        game=entry.game,
        seq=entry.seq,
        hash=entry.hash,
        kind=entry.kind,
        nets=nets,
        agreement=holds_for(session.seating, entry.game),
        at=entry.at,
    )


def _balanced(session: Session, entry: Entry) -> Session:
    """Points that players bring along; they sum to zero."""
    nets = {total["player"]: total["net"] for total in entry.body["nets"]}
    assert sum(nets.values()) == 0
    brought = {player: session.balances.get(player, 0) + net for player, net in nets.items()}
    return replace(session, balances={**session.balances, **brought})


def _seated(session: Session, entry: Entry) -> Session:
    """The table changed from a game on; what was recorded before stands as it is."""
    made = tuple(map(agreement_of, entry.body["tables"]))
    first = len(session.agreements)
    seating = seated_anew(session.seating, first, (each.from_game for each in made))
    return replace(session, agreements=(*session.agreements, *made), seating=seating)


def _disputed(session: Session, entry: Entry) -> Session:
    return replace(session, disputes=apply_dispute(session.disputes, entry))


def _confirmed(session: Session, entry: Entry) -> Session:
    return replace(session, confirmations=apply_confirmation(session.confirmations, entry))


def _accounted(session: Session, entry: Entry) -> Session:
    return replace(session, accounts=apply_money(session.accounts, entry))


def _imported(session: Session, entry: Entry) -> Session:
    return _accounted(_balanced(session, entry), entry)


def _closed(session: Session, _entry: Entry) -> Session:
    return replace(session, closed=True)


def _only_the_head(session: Session, _entry: Entry) -> Session:
    return session


_APPLY: Final[Mapping[str, Callable[[Session, Entry], Session]]] = {
    _RECORDED: _stands,
    "game_corrected": _stands,
    "game_voided": _stands,
    "table_changed": _seated,
    "confirmed": _confirmed,
    "dispute_opened": _disputed,
    "dispute_consented": _disputed,
    "dispute_withdrawn": _disputed,
    "dispute_resolved": _disputed,
    "opening_balance": _balanced,
    **dict.fromkeys(MONEY, _accounted),
    "imported_result": _imported,
    "session_closed": _closed,
}
