"""Sessions as folds of entries: what stands, what is missing, who is how far ahead.

Nothing here is stored; whatever a session is follows from its entries, one :func:`apply` at a
time, so that any moment of the past can be had by folding fewer of them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Final

from settle.entries import GENESIS, Entry

DEFAULT_GAMES: Final = 16
"""A 將."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a table plays from a game on."""

    from_game: int
    players: tuple[str, ...]
    """Ids in seat order."""
    ruleset: str
    """``id@version``."""
    ruleset_digest: str
    options: Mapping[str, Any]
    """Every option, effective."""
    stake: Mapping[str, Any] | None


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
    """The opening's first, then each change of the table, by the game it starts from."""
    standing: Mapping[int, Standing] = field(default_factory=dict)
    """By game number."""
    balances: Mapping[str, int] = field(default_factory=dict)
    """By player: points brought along from before the first game."""
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
    def totals(self) -> dict[str, int]:
        """Everybody's net in points; sums to zero."""
        totals = {player: self.balances.get(player, 0) for player in self.players}
        for standing in self.standing.values():
            for player, net in standing.nets.items():
                totals[player] += net
        assert sum(totals.values()) == 0
        return totals

    def agreement(self, game: int) -> Agreement:
        """What was agreed for a game."""
        return next(a for a in reversed(self.agreements) if a.from_game <= game)


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
    return reduce(apply, rest, _open(first))


def apply(session: Session, entry: Entry) -> Session:
    """The session after one more entry."""
    changed = _APPLY.get(entry.kind, _only_the_head)(session, entry)
    return replace(changed, head_seq=entry.seq, head_hash=entry.hash)


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
        agreements=(
            Agreement(
                from_game=1,
                players=tuple(opened["players"]),
                ruleset=opened["ruleset"],
                ruleset_digest=opened["ruleset_digest"],
                options=opened["options"],
                stake=opened.get("stake"),
            ),
        ),
        head_seq=entry.seq,
        head_hash=entry.hash,
    )


def _stands(session: Session, entry: Entry) -> Session:
    """A game recorded, corrected or voided: its newest entry stands."""
    assert entry.game is not None
    nets = {total["player"]: total["net"] for total in entry.body.get("totals", ())}
    assert sum(nets.values()) == 0
    standing = Standing(entry.game, entry.seq, entry.hash, entry.kind, nets)
    return replace(session, standing={**session.standing, entry.game: standing})


def _balanced(session: Session, entry: Entry) -> Session:
    """Points that players bring along; they sum to zero."""
    nets = {total["player"]: total["net"] for total in entry.body["nets"]}
    assert sum(nets.values()) == 0
    brought = {player: session.balances.get(player, 0) + net for player, net in nets.items()}
    return replace(session, balances={**session.balances, **brought})


def _closed(session: Session, _entry: Entry) -> Session:
    return replace(session, closed=True)


def _only_the_head(session: Session, _entry: Entry) -> Session:
    return session


_APPLY: Final[Mapping[str, Callable[[Session, Entry], Session]]] = {
    "game_recorded": _stands,
    "game_corrected": _stands,
    "game_voided": _stands,
    "opening_balance": _balanced,
    "session_closed": _closed,
}
