"""Rules and outcomes written short, so that the tests read as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from settle.faults import Fault, RefusedError, json_pointer
from settle.outcome import read_outcome
from settle.pricing import score
from settle.rounds import Outcome, OutcomeDuel, OutcomeHand
from settle.rules import (
    ROWS,
    BankerEdge,
    Foul,
    FoulPolicy,
    HomeRun,
    Meeting,
    Pairing,
    RowPrices,
    Rules,
    Scoop,
    Suits,
)
from settle.sheet import ScoreSheet
from tests.score.by_hand import NOTHING, natural, prices, rules

TRIPS, HOUSE, QUADS = "three_of_a_kind", "full_house", "four_of_a_kind"
RUN, FIVE_ALIKE = "straight_flush", "five_of_a_kind"
SHORT = {"trips": TRIPS, "house": HOUSE, "quads": QUADS, "five": FIVE_ALIKE}
"""Categories written short in the texts of hands."""

# --- rules ----------------------------------------------------------------------------------------


def row(
    base: int = 0, bonus: Mapping[str, int] = NOTHING, gadu: Mapping[str, int] = NOTHING
) -> RowPrices:
    """What one row is worth; nothing where nothing is said."""
    return prices(base, bonus, gadu)


SIMPLE = rules(
    ruleset="simple",
    digest="sha256:0",
    rows=(
        row(gadu={TRIPS: 1}),
        row(gadu={QUADS: 1, RUN: 1}),
        row(gadu={QUADS: 1, RUN: 1}),
    ),
    scoop=Scoop(points=1),
    home_run=HomeRun(2, 1, 3),
    naturals=(natural("dragon_suited", 10, 1), natural("dragon", 10, 1)),
    known_naturals=frozenset({"dragon_suited", "dragon"}),
)
"""The simple game: only scoops, gadu and dragons."""

TIED = replace(SIMPLE, scoop=Scoop(points=1, tied_row=True))
"""The simple game where two rows and a tie are a scoop."""

MAJORITY = replace(SIMPLE, majority_points=1)
"""The simple game with a point for more rows."""

FIVE = replace(
    SIMPLE,
    extra_suit="s",
    least_players=5,
    most_players=5,
    home_run=HomeRun(3, 1, 4),
    rows=(
        row(gadu={TRIPS: 1}),
        row(gadu={QUADS: 1, RUN: 1, FIVE_ALIKE: 5}),
        row(gadu={QUADS: 1, RUN: 1, FIVE_ALIKE: 5}),
    ),
)
"""The simple game of five on 65 cards."""

PRICED_ROWS = (
    row(1, {TRIPS: 2}),
    row(1, {HOUSE: 1, QUADS: 7, RUN: 9}),
    row(1, {QUADS: 3, RUN: 4}),
)
POINTS = replace(SIMPLE, rows=PRICED_ROWS, scoop=Scoop(points=3))
"""Everybody against everybody, every row worth a point."""

BASE_ONLY = replace(SIMPLE, rows=(row(1), row(), row()))
BONUS_ONLY = replace(SIMPLE, rows=(row(), row(), row(0, {QUADS: 1})))
"""One row of three worth something, for itself or for quads."""

TIED_POINTS = replace(POINTS, scoop=Scoop(points=3, tied_row=True))
"""The same where two rows and a tie are a scoop."""

FUJIAN = replace(
    POINTS,
    suits=Suits.AFTER_RANKS,
    scoop=Scoop(),
    home_run=HomeRun(2, 2, 3),
    foul=Foul(FoulPolicy.LARGEST, minimum=3),
    naturals=(natural("dragon_suited", 52, 1), natural("dragon", 26, 2)),
    sweep_multiplier=2,
)
"""Suits after ranks, single cards excepted; a foul pays the largest value at the table."""

HIGH_CARD_SUITS = replace(FUJIAN, suits_high_card=True)
"""Suits decide between single cards as well."""

FUJIAN_FIVE = replace(
    FUJIAN,
    suits=Suits.NONE,
    extra_suit="s",
    least_players=5,
    most_players=5,
    home_run=HomeRun(2, 2, 4),
    rows=(
        row(1, {TRIPS: 2}),
        row(1, {HOUSE: 1, QUADS: 7, RUN: 9, FIVE_ALIKE: 19}),
        row(1, {QUADS: 3, RUN: 4, FIVE_ALIKE: 9}),
    ),
    takes_doubling_card=True,
)
"""The same for five on 65 cards, where suits never decide."""

BANKER = replace(
    POINTS,
    pairing=Pairing.BANKER,
    scoop=Scoop(),
    home_run=None,
    naturals=(natural("dragon_suited", 108, 1), natural("dragon", 13, 2)),
    meeting=Meeting.BANKER_PAYS,
)
"""The banker against each."""

EDGE = replace(BANKER, banker_edge=BankerEdge.TOP_CARD)
"""The banker wins rows that are level at the top."""

FLUSH_SUITS = replace(POINTS, suits=Suits.FLUSH_SUIT_FIRST)
"""Flushes go by suit first."""

FRONT_ALL_PRICED = replace(
    FUJIAN, rows=(row(1, {"high_card": 1, "pair": 1, TRIPS: 2}), *PRICED_ROWS[1:])
)
"""No front category is without a price, and `largest` fouls."""

FRONT_ALL_PRICED_FOULS_BY_ROWS = replace(FRONT_ALL_PRICED, foul=Foul(FoulPolicy.ALL_ROWS))
"""The same where a foul loses row by row."""


# --- outcomes -------------------------------------------------------------------------------------


def outcome(hands: str, duels: str = "", *, holders: tuple[str, ...] = ()) -> Outcome:
    """An outcome from text.

    Hands: ``amy back=flush bet=2 | bob dragon | cat foul | dan dragon_suited suit=s``. Duels:
    ``amy scoops bob | amy bob: amy - bob | amy bob``, the last one without a result.
    """
    parsed = tuple(_hand(*text.split()) for text in hands.split("|"))
    seats = {hand.player: seat for seat, hand in enumerate(parsed)}
    told = tuple(_duel(text, seats) for text in duels.split("|") if text.strip())
    return Outcome(parsed, told, tuple(seats[name] for name in holders))


def _hand(player: str, *said: str) -> OutcomeHand:
    fields = dict(part.split("=") for part in said if "=" in part)
    words = [part for part in said if "=" not in part]
    status = "plain" if not words else "foul" if words == ["foul"] else "natural"
    front, middle, back = (SHORT.get(fields.get(name), fields.get(name)) for name in ROWS)
    return OutcomeHand(
        player,
        status,
        words[0] if status == "natural" else None,
        fields.get("suit"),
        (front, middle, back),
        int(fields.get("bet", "1")),
    )


def _duel(text: str, seats: Mapping[str, int]) -> OutcomeDuel:
    names, _, rows = text.partition(":")
    first, *_, second = names.split()
    pair = seats[first], seats[second]
    if "scoops" in names:
        return OutcomeDuel(pair, scoop=seats[first])
    if not rows:
        return OutcomeDuel(pair)
    front, middle, back = (None if name == "-" else seats[name] for name in rows.split())
    return OutcomeDuel(pair, rows=(front, middle, back))


def sheet(told: Outcome, rules: Rules, banker: int | None = None) -> ScoreSheet:
    evaluated, duels = read_outcome(told, rules, banker)
    return score(evaluated, duels, rules)


def nets(told: Outcome, rules: Rules, banker: int | None = None) -> list[int]:
    return [total.net for total in sheet(told, rules, banker).totals]


# --- refusals -------------------------------------------------------------------------------------


def table(*cases: tuple[object, ...]) -> pytest.MarkDecorator:
    """Rows of a name, rules, hands, duels and the faults that are expected."""
    return pytest.mark.parametrize(
        ("rules", "hands", "duels", "expected"),
        [pytest.param(*case, id=str(name)) for name, *case in cases],
    )


def told_faults(told: Outcome, rules: Rules) -> tuple[Fault, ...]:
    """Everything that is wrong with an outcome; the first seat is the banker, where one is."""
    with pytest.raises(RefusedError) as refused:
        read_outcome(told, rules, 0 if rules.pairing == Pairing.BANKER else None)
    return refused.value.faults


def refused(told: Outcome, rules: Rules) -> list[str]:
    """The same as texts: pointer, code and which of its sentences."""
    return [f"{json_pointer(fault.pointer)} {fault.text_key}" for fault in told_faults(told, rules)]
