"""The score sheet: lines, totals and notices of one game, the nouns that scoring makes.

Every point moves on a :class:`Line` that names the dotted key of the ruleset value behind it, so
a sum can be argued about one line at a time.
"""

from enum import StrEnum
from typing import NamedTuple

from settle.evaluate import EvaluatedRound


class Reason(StrEnum):
    """Why points move, in the order in which a pair's lines stand."""

    ROW = "row"
    """The base of a row won."""
    ROW_BONUS = "row_bonus"
    """What the winning row's category adds."""
    SCOOP = "scoop"
    """What winning all three rows adds."""
    MAJORITY = "majority"
    """For winning more rows."""
    HOME_RUN = "home_run"
    """What scooping the whole table adds beyond the scoop."""
    DOUBLING_CARD = "doubling_card"
    """What the holder of the doubling card adds, either way."""
    FOUL = "foul"
    """The amount a fouled hand pays where it does not lose row by row."""
    NATURAL = "natural"
    """The points of a natural."""
    NATURAL_SWEEP = "natural_sweep"
    """What a natural adds by taking from everybody."""
    GADU = "gadu"
    """What a monster collects from everybody, won or not."""


class Tag(NamedTuple):
    """Why points move: a line but for who, whom and how many. Fields that do not apply are None."""

    reason: Reason
    rule: str
    """The dotted key of the ruleset value that priced it."""
    row: str | None = None
    category: str | None = None
    natural: str | None = None
    multiplier: int | None = None
    set_by: str | None = None
    """Of a foul's ``largest`` amount: the player whose hand was worth it."""
    foul: bool | None = None
    """True on every line of a fouled hand that loses row by row."""


class Line(NamedTuple):
    """One payment in points with its reason: the fields of a :class:`Tag` behind the payment."""

    payer: str
    payee: str
    points: int
    """Above 0; a bet is inside."""
    reason: Reason
    rule: str
    row: str | None = None
    category: str | None = None
    natural: str | None = None
    multiplier: int | None = None
    set_by: str | None = None
    foul: bool | None = None


class Total(NamedTuple):
    """What a player collected and paid, in points."""

    player: str
    won: int
    lost: int
    net: int


class Notice(NamedTuple):
    """Something the table may want to know; it moves no points."""

    code: str
    player: str
    natural: str | None = None


class ScoreSheet(NamedTuple):
    """A scored game."""

    evaluated: EvaluatedRound
    lines: tuple[Line, ...]
    totals: tuple[Total, ...]
    """In seat order; the nets sum to zero."""
    notices: tuple[Notice, ...]
