"""Rules: one agreement of a table, ready to score with.

A :class:`Rules` is a ruleset with its options answered. It is made by :mod:`settle.rulebook` from
the files under ``rulesets/``; nothing in here or in the stations that read it knows a price.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from settle.cards import Card
from settle.naturals import Predicate
from settle.strength import Category, Wheel

ROWS = ("front", "middle", "back")
"""The rows in the order in which a hand must rise."""


class Pairing(StrEnum):
    """Who plays whom."""

    EVERYONE = "everyone"
    """All pairs."""
    BANKER = "banker"
    """The banker against each other player."""


class Suits(StrEnum):
    """Whether suits decide between rows of one category."""

    NONE = "none"
    """Never: equal keys tie."""
    AFTER_RANKS = "after_ranks"
    """Where the ranks are equal."""
    FLUSH_SUIT_FIRST = "flush_suit_first"
    """Between flushes and between straight flushes, before the ranks."""


class BankerEdge(StrEnum):
    """What the banker wins without a better row (食夾棍)."""

    NONE = "none"
    """Nothing."""
    TOP_CARD = "top_card"
    """Rows of one category and an equal first element."""
    TIES = "ties"
    """Exact ties."""


class FoulPolicy(StrEnum):
    """What a fouled hand pays to a plain one."""

    ALL_ROWS = "all_rows"
    """All three rows at the winner's categories, as a scoop."""
    LARGEST = "largest"
    """The largest of a minimum and of every hand value at the table."""
    FIXED = "fixed"
    """A fixed number of points."""


class Meeting(StrEnum):
    """What happens between two naturals."""

    HIGHER_TAKES = "higher_takes"
    """The higher-ranked takes its own points; equal ranks tie."""
    BANKER_PAYS = "banker_pays"
    """The banker pays the player that player's natural, whatever the ranks."""


@dataclass(frozen=True, slots=True)
class RowPrices:
    """What one row is worth, in points."""

    base: int
    """Taken by whoever wins the row."""
    bonus: tuple[int, ...]
    """On top, by the winning row's category, in the order of ``CATEGORIES``."""
    gadu: tuple[int, ...]
    """Units collected from every other player for holding the category, in the same order."""


@dataclass(frozen=True, slots=True)
class Scoop:
    """What winning all three rows of one opponent adds."""

    base_multiplier: int = 1
    bonus_multiplier: int = 1
    points: int = 0
    tied_row: bool = False
    """Two rows won and one tied is a scoop too (碾壓)."""


@dataclass(frozen=True, slots=True)
class HomeRun:
    """What scooping every other hand at the table multiplies."""

    multiplier: int
    bonus_multiplier: int
    min_opponents: int


@dataclass(frozen=True, slots=True)
class Foul:
    """The foul policy with its numbers, in points."""

    policy: FoulPolicy
    minimum: int = 0
    points: int = 0
    counts_as_scoop: bool = True


@dataclass(frozen=True, slots=True)
class Natural:
    """A natural in play."""

    id: str
    points: int
    rank: int
    """1 is the highest; equal ranks tie."""
    test: Predicate
    by_suit: bool = False
    """Thirteen cards of one suit: under ``after_ranks`` the suit decides between two of it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset with its options answered."""

    ruleset: str
    version: int
    digest: str
    """``sha256:...`` of the ruleset's resolved text, options not answered."""
    options: Mapping[str, object]
    """Every option of the ruleset with its effective value."""
    extra_suit: str | None
    """The doubled suit of a 65-card deck, None on 52 cards."""
    least_players: int
    most_players: int
    pairing: Pairing
    wheel: Wheel
    suits: Suits
    suits_high_card: bool
    banker_edge: BankerEdge
    rows: tuple[RowPrices, RowPrices, RowPrices]
    """Front, middle, back."""
    majority_points: int
    scoop: Scoop
    home_run: HomeRun | None
    foul: Foul
    naturals: tuple[Natural, ...]
    """Those in play, the highest first, equals in the order they are listed."""
    known_naturals: frozenset[str]
    """Every natural the ruleset knows, played or not."""
    meeting: Meeting
    sweep_multiplier: int
    exchange: bool
    takes_doubling_card: bool
    doubling_card: Card | None
    """The agreement's; a round may name its own."""

    def natural(self, natural_id: str) -> Natural | None:
        """The natural in play under this id."""
        return next((natural for natural in self.naturals if natural.id == natural_id), None)

    def categories(self) -> tuple[Category, ...]:
        """The categories that this deck can make, weakest first."""
        only_65 = (Category.PAIRED_FLUSH, Category.FIVE_OF_A_KIND)
        return tuple(kind for kind in Category if self.extra_suit or kind not in only_65)
