"""Rules, hands and lines written by hand, for the tests of the stations behind the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from settle.compare import Duel, compare
from settle.evaluate import EvaluatedHand, EvaluatedRound, Status, evaluate
from settle.naturals import Holds, Within, predicate
from settle.pricing import score
from settle.rounds import Arrangement, Hand, Round
from settle.rules import (
    BankerEdge,
    Foul,
    FoulPolicy,
    HomeRun,
    Meeting,
    Natural,
    Pairing,
    RowPrices,
    Rules,
    Scoop,
    Suits,
)
from settle.sheet import Line, Reason, ScoreSheet
from settle.strength import CATEGORIES, Wheel

NOTHING: Mapping[str, int] = MappingProxyType({})


# --- rules ---------------------------------------------------------------------------------------


def prices(
    base: int = 1, bonus: Mapping[str, int] = NOTHING, gadu: Mapping[str, int] = NOTHING
) -> RowPrices:
    """Return what one row is worth, bonus and gadu by category."""
    assert {*bonus, *gadu} <= set(CATEGORIES)
    return RowPrices(
        base,
        tuple(bonus.get(kind, 0) for kind in CATEGORIES),
        tuple(gadu.get(kind, 0) for kind in CATEGORIES),
    )


def natural(natural_id: str, points: int, rank: int, *, holds: Holds | None = None) -> Natural:
    """Return a natural in play; what it asks of the cards matters only where cards are dealt."""
    by_suit = natural_id == "dragon_suited"
    return Natural(natural_id, points, rank, predicate(holds or KNOWN[natural_id]), by_suit)


KNOWN = {
    "dragon_suited": Holds(distinct_ranks=13, suits=Within(("s", "h", "c", "d"), 13)),
    "dragon": Holds(distinct_ranks=13),
    "six_pairs": Holds(pairs=6),
    "three_flushes": Holds(rows="flush"),
    "three_straights": Holds(rows="straight"),
    "all_small": Holds(ranks=Within(("2345678",), 13)),
}

PLAIN_GAME = Rules(
    ruleset="by-hand",
    version=1,
    digest="",
    options={},
    extra_suit=None,
    least_players=2,
    most_players=4,
    pairing=Pairing.EVERYONE,
    wheel=Wheel.SECOND,
    suits=Suits.NONE,
    suits_high_card=False,
    banker_edge=BankerEdge.NONE,
    rows=(prices(), prices(), prices()),
    majority_points=0,
    scoop=Scoop(),
    home_run=None,
    foul=Foul(FoulPolicy.ALL_ROWS),
    naturals=(),
    known_naturals=frozenset(),
    meeting=Meeting.HIGHER_TAKES,
    sweep_multiplier=1,
    exchange=False,
    takes_doubling_card=False,
    doubling_card=None,
)
"""A point a row, and nothing else."""


def rules(**changes: Any) -> Rules:
    """Return the plain game with other values; rows may be given as (front, middle, back)."""
    return replace(PLAIN_GAME, **changes)


def bases(front: int, middle: int, back: int) -> tuple[RowPrices, RowPrices, RowPrices]:
    """Return three rows without bonuses."""
    return prices(front), prices(middle), prices(back)


def home_run(multiplier: int = 2, bonus_multiplier: int = 1, min_opponents: int = 3) -> HomeRun:
    """Return a home run."""
    return HomeRun(multiplier, bonus_multiplier, min_opponents)


# --- hands as the rules see them -----------------------------------------------------------------


def kinds(text: str) -> tuple[int | None, int | None, int | None]:
    """Return the places of ``"pair flush four_of_a_kind"``; ``-`` is a row that is not said."""
    front, middle, back = (None if kind == "-" else CATEGORIES.index(kind) for kind in text.split())
    return front, middle, back


def seen(player: str, status: Status, **changes: Any) -> EvaluatedHand:
    """Return a hand of which nothing is known but what is given."""
    nothing = EvaluatedHand(player, status, None, 0, None, None, None, False, 1, None)
    return nothing._replace(**changes)


def plain(
    player: str, rows: str = "high_card high_card high_card", **changes: Any
) -> EvaluatedHand:
    """Return a plain hand by the categories of its rows."""
    return seen(player, Status.PLAIN, kinds=kinds(rows), **changes)


def foul(player: str, rows: str | None = None, **changes: Any) -> EvaluatedHand:
    """Return a fouled hand; without rows it was not arranged."""
    return seen(player, Status.FOUL, kinds=None if rows is None else kinds(rows), **changes)


def holder(player: str, held: Natural, suit: int = 0, **changes: Any) -> EvaluatedHand:
    """Return a hand that is played as a natural."""
    return seen(player, Status.NATURAL, natural=held, natural_suit=suit, **changes)


RESULTS = {"+": 1, "=": 0, "-": -1}


def scored(
    agreed: Rules, hands: list[EvaluatedHand], *duels: str, banker: int | None = None
) -> ScoreSheet:
    """Score hands that play each other as the duels say.

    A duel is ``"01 ++-"``: the seats, then front, middle, back, ``+`` where the first of them won
    the row, ``-`` where it lost; ``"01"`` where rows are not compared.
    """
    met = []
    for duel in duels:
        seats, *results = duel.split()
        rows = tuple(RESULTS[result] for result in results[0]) if results else None
        met.append(Duel(int(seats[0]), int(seats[1]), rows))
    return score(EvaluatedRound(tuple(hands), banker), met, agreed)


# --- hands with cards ----------------------------------------------------------------------------


def hand(player: str, cards: str, **more: Any) -> Hand:
    """Return a hand of ``"front / middle / back"``, or of cards that are not arranged."""
    rows = [tuple(row.split()) for row in cards.split("/")]
    arrangement = Arrangement(*rows) if len(rows) == 3 else None
    return Hand(player, sum(rows, ()), arrangement, **more)


def dealt(
    agreed: Rules, *hands: Hand, banker: int | None = None, doubling_card: str | None = None
) -> ScoreSheet:
    """Score hands from their cards."""
    played = Round(agreed.ruleset, hands, banker=banker, doubling_card=doubling_card)
    evaluated = evaluate(played, agreed)
    return score(evaluated, compare(evaluated, agreed), agreed)


# --- what comes out ------------------------------------------------------------------------------


def lines(table: str) -> tuple[Line, ...]:
    """Read lines: payer, payee, points, reason, rule, then the fields that apply.

    >>> lines("bob amy 2 row_bonus rows.front.bonus.pair row=front category=pair")[0].payee
    'amy'
    """
    found = []
    for text in filter(str.strip, table.splitlines()):
        payer, payee, points, reason, rule, *fields = text.split()
        more: dict[str, Any] = dict(field.split("=") for field in fields)
        if "multiplier" in more:
            more["multiplier"] = int(more["multiplier"])
        if "foul" in more:
            assert more["foul"] == "yes"
            more["foul"] = True
        found.append(Line(payer, payee, int(points), Reason(reason), rule, **more))
    return tuple(found)


def nets(sheet: ScoreSheet) -> dict[str, int]:
    """Return the nets by player."""
    return {total.player: total.net for total in sheet.totals}
