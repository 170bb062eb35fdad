"""Rounds: one deal as a table recorded it, shape and spelling already checked.

Made by :mod:`settle.wire` from a document, or by hand; read by everything behind it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from settle.cards import Card


class Arrangement(NamedTuple):
    """How a player split the 13 cards."""

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]


class Hand(NamedTuple):
    """What one player held and did with it."""

    player: str
    cards: tuple[Card, ...]
    """The 13 cards; of a ruled foul those that are known, at most 13."""
    arrangement: Arrangement | None = None
    natural: str | None = None
    """A declared natural's id, or ``auto``."""
    bet: int = 1
    ruled_foul: str | None = None
    """The table's reason for ruling the hand a foul."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One exchange: everybody passes three cards at once."""

    direction: Literal["clockwise", "counterclockwise", "across"]
    cards: tuple[tuple[Card, ...], ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was dealt before the exchanges, and the exchanges."""

    dealt: tuple[tuple[Card, ...], ...]
    """By seat."""
    passes: tuple[Pass, ...]


@dataclass(frozen=True, slots=True)
class OutcomeHand:
    """What is known of a hand in a game recorded without cards."""

    player: str
    status: Literal["plain", "foul", "natural"] = "plain"
    natural: str | None = None
    suit: str | None = None
    """The suit of a suited dragon, where the rules let it decide between two."""
    categories: tuple[str | None, str | None, str | None] = (None, None, None)
    """Front, middle, back; None for a category that the ruleset does not price."""
    bet: int = 1


@dataclass(frozen=True, slots=True)
class OutcomeDuel:
    """How a pair of plain hands came out, by seats."""

    seats: tuple[int, int]
    scoop: int | None = None
    """The seat that won all three rows."""
    rows: tuple[int | None, int | None, int | None] | None = None
    """The seat that won front, middle and back, None for a tie; None as a whole for a scoop, and
    where neither is said."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game recorded without cards."""

    hands: tuple[OutcomeHand, ...]
    duels: tuple[OutcomeDuel, ...]
    doubling_card_holders: tuple[int, ...] = ()
    """Seats."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The money of one unit, or a pot of antes, in minor units of the currency."""

    currency: str
    mode: Literal["points", "pot"] = "points"
    amount_minor: int = 0
    """What ``points`` points are worth; the ante of a pot."""
    points: int = 1
    scope: Literal["game", "session"] = "game"
    """Of a pot: whether each game has one or the session."""
    step_minor: int = 1
    """The smallest amount that people pay, to which a settlement rounds."""


@dataclass(frozen=True, slots=True)
class Expect:
    """What the sender expects to come out."""

    ruleset_digest: str | None = None
    totals: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """One game: either ``hands`` or an ``outcome``."""

    ruleset: str
    """The id, with or without ``@version``, as sent."""
    hands: tuple[Hand, ...] = ()
    """In seat order, clockwise."""
    outcome: Outcome | None = None
    banker: int | None = None
    """The banker's seat."""
    doubling_card: Card | None = None
    """The card in force: the round's own, else the agreement's."""
    stake: Stake | None = None
    exchange: Exchange | None = None
    ref: str | None = None
    played_at: str | None = None
    expect: Expect | None = None
