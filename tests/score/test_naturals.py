"""Naturals against anything: points, meetings, sweeps."""

from __future__ import annotations

import pytest

from settle.rules import Meeting, Pairing, Scoop, Suits
from tests.score.by_hand import (
    dealt,
    foul,
    hand,
    holder,
    home_run,
    lines,
    natural,
    nets,
    plain,
    rules,
    scored,
)

SUITED = natural("dragon_suited", 104, 1)
DRAGON = natural("dragon", 52, 2)
SMALL = natural("all_small", 12, 3)
PAIRS = natural("six_pairs", 3, 4)
FLUSHES = natural("three_flushes", 4, 4)  # the rank of six pairs, other points
ALL = (SUITED, DRAGON, SMALL, PAIRS, FLUSHES)

AMY, BOB, CAT, DAN = (plain(name) for name in ("amy", "bob", "cat", "dan"))
EVERYBODY = ("01", "02", "03", "12 ===", "13 ===", "23 ===")


def meet(first, second, **agreed) -> dict[str, int]:
    return nets(scored(rules(naturals=ALL, **agreed), [first, second], "01"))


# --- a natural against a plain hand --------------------------------------------------------------


def test_a_natural_takes_its_points_and_no_rows():
    agreed = rules(naturals=ALL, scoop=Scoop(2, 2, 10), majority_points=5, home_run=home_run(2))
    assert scored(agreed, [AMY, holder("bob", SMALL)], "01").lines == lines(
        "amy bob 12 natural naturals.all_small natural=all_small"
    )
    assert scored(agreed, [holder("amy", SMALL), BOB], "01").lines == lines(
        "bob amy 12 natural naturals.all_small natural=all_small"
    )


def test_a_natural_takes_from_each_other_hand():
    hands = [holder("amy", PAIRS), BOB, CAT, foul("dan")]
    sheet = scored(rules(naturals=ALL), hands, "01", "02", "03", "12 +++", "13", "23")
    assert nets(sheet) == {"amy": 9, "bob": -3 + 3 + 3, "cat": -3 - 3 + 3, "dan": -3 - 3 - 3}


# --- a natural against a natural -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "amy"),
    [
        (DRAGON, SMALL, 52),
        (SMALL, DRAGON, -52),
        (PAIRS, SMALL, -12),
        (DRAGON, DRAGON, 0),
        (PAIRS, FLUSHES, 0),  # equal ranks tie, also where their points differ
        (FLUSHES, PAIRS, 0),
        (SUITED, DRAGON, 104),
    ],
)
def test_the_higher_ranked_takes_its_own_points(mine, theirs, amy):
    assert meet(holder("amy", mine), holder("bob", theirs))["amy"] == amy


def test_a_high_rank_of_few_points_wins():
    few = natural("dragon", 1, 1)
    many = natural("all_small", 100, 2)
    hands = [holder("amy", many), holder("bob", few)]
    assert scored(rules(naturals=(few, many)), hands, "01").lines == lines(
        "amy bob 1 natural naturals.dragon natural=dragon"
    )


@pytest.mark.parametrize(
    ("suits", "mine", "theirs", "amy"),
    [
        (Suits.AFTER_RANKS, 4, 3, 104),
        (Suits.AFTER_RANKS, 1, 2, -104),
        (Suits.AFTER_RANKS, 2, 2, 0),
        (Suits.NONE, 4, 3, 0),
        (Suits.FLUSH_SUIT_FIRST, 4, 3, 0),
    ],
)
def test_two_suited_dragons_go_by_suit_after_ranks(suits, mine, theirs, amy):
    hands = holder("amy", SUITED, mine), holder("bob", SUITED, theirs)
    assert meet(*hands, suits=suits)["amy"] == amy


def test_only_the_same_natural_goes_by_suit():
    other = natural("dragon", 52, 1)
    hands = holder("amy", SUITED, 4), holder("bob", other, 3)
    assert meet(*hands, suits=Suits.AFTER_RANKS) == {"amy": 0, "bob": 0}


def test_suited_dragons_from_their_cards():
    dragon = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    agreed = rules(naturals=ALL, suits=Suits.AFTER_RANKS)
    hands = [
        hand("amy", dragon.replace("s", "c"), natural="dragon_suited"),
        hand("bob", dragon.replace("s", "h"), natural="auto"),
        hand("cat", dragon.replace("s", "d"), natural="dragon"),
    ]
    sheet = dealt(agreed, *hands)
    assert nets(sheet) == {"amy": -104 + 104, "bob": 104 + 104, "cat": -104 - 104}


# --- against a banker ----------------------------------------------------------------------------


@pytest.mark.parametrize(("banker", "amy"), [(0, -3), (1, 52)])
def test_the_banker_pays_a_natural_whatever_its_own(banker, amy):
    agreed = rules(naturals=ALL, meeting=Meeting.BANKER_PAYS, pairing=Pairing.BANKER)
    hands = [holder("amy", DRAGON), holder("bob", PAIRS)]
    # The banker's hand pays the player's natural.
    assert nets(scored(agreed, hands, "01", banker=banker))["amy"] == amy


def test_equal_naturals_are_paid_by_the_banker_too():
    agreed = rules(naturals=ALL, meeting=Meeting.BANKER_PAYS, pairing=Pairing.BANKER)
    hands = [holder("amy", DRAGON), holder("bob", DRAGON), holder("cat", PAIRS)]
    sheet = scored(agreed, hands, "01", "12", banker=1)
    assert nets(sheet) == {"amy": 52, "bob": -52 - 3, "cat": 3}


def test_the_bankers_natural_is_paid_by_hands_without_one():
    agreed = rules(naturals=ALL, meeting=Meeting.BANKER_PAYS, pairing=Pairing.BANKER)
    hands = [AMY, holder("bob", DRAGON), foul("cat"), holder("dan", PAIRS)]
    sheet = scored(agreed, hands, "01", "12", "13", banker=1)
    assert nets(sheet) == {"amy": -52, "bob": 52 + 52 - 3, "cat": -52, "dan": 3}


def test_the_higher_may_take_against_a_banker_too():
    agreed = rules(naturals=ALL, meeting=Meeting.HIGHER_TAKES, pairing=Pairing.BANKER)
    hands = [holder("amy", DRAGON, bet=2), holder("bob", PAIRS, bet=3)]
    assert nets(scored(agreed, hands, "01", banker=0)) == {"amy": 156, "bob": -156}
    assert nets(scored(agreed, hands, "01", banker=1)) == {"amy": 104, "bob": -104}


# --- sweeps --------------------------------------------------------------------------------------

SWEEP = rules(naturals=ALL, sweep_multiplier=3)
OTHERS = {
    "plain hands": [BOB, CAT, DAN],
    "a foul": [BOB, foul("cat"), DAN],
    "a lower natural": [BOB, holder("cat", SMALL), DAN],
}
DUELS = ("01", "02", "03", "12", "13 ===", "23")


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS.keys())
def test_a_natural_that_takes_from_everybody_is_multiplied(others):
    sheet = scored(SWEEP, [holder("amy", DRAGON), *others], "01", "02", "03")
    assert sheet.lines == lines(
        "".join(
            f"""
            {name} amy 52 natural naturals.dragon natural=dragon
            {name} amy 104 natural_sweep naturals.sweep_multiplier natural=dragon multiplier=3
            """
            for name in ("bob", "cat", "dan")
        )
    )


@pytest.mark.parametrize(
    ("other", "amy", "bob"),
    [
        # a higher one sweeps in its place, an equal one breaks the sweep of both
        (holder("bob", SUITED), -312 + 52 + 52, 936),
        (holder("bob", DRAGON), 104, 104),
        (holder("bob", PAIRS), 468, -156 + 3 + 3),
        (BOB, 468, -156),
    ],
)
def test_who_sweeps(other, amy, bob):
    hands = [holder("amy", DRAGON), other, CAT, DAN]
    duel = "{} ===" if other is BOB else "{}"
    sheet = scored(SWEEP, hands, "01", "02", "03", duel.format(12), duel.format(13), "23 ===")
    assert nets(sheet)["amy"] == amy
    assert nets(sheet)["bob"] == bob


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_can_sweep(seat):
    hands = [AMY, BOB, CAT, DAN]
    hands[seat] = holder(hands[seat].player, PAIRS)
    duels = [
        f"{first}{second}" + (" ===" if seat not in (first, second) else "")
        for first in range(4)
        for second in range(first + 1, 4)
    ]
    sheet = scored(SWEEP, hands, *duels)
    assert [total.net for total in sheet.totals] == [27 if n == seat else -9 for n in range(4)]


@pytest.mark.parametrize(("suits", "bob"), [(Suits.AFTER_RANKS, 936), (Suits.NONE, 208)])
def test_the_suit_of_a_dragon_decides_the_sweep(suits, bob):
    agreed = rules(naturals=ALL, sweep_multiplier=3, suits=suits)
    hands = [holder("amy", SUITED, 3), holder("bob", SUITED, 4), CAT, DAN]
    sheet = scored(agreed, hands, "01", "02", "03", "12", "13", "23 ===")
    assert nets(sheet)["bob"] == bob


@pytest.mark.parametrize(("players", "multiplied"), [(2, 1), (3, 1), (4, 3), (5, 3)])
def test_a_sweep_needs_three_others(players, multiplied):
    hands = [plain(name) for name in ("amy", "bob", "cat", "dan", "eve")[:players]]
    hands[1] = holder("bob", SMALL)
    duels = [f"{min(1, other)}{max(1, other)}" for other in range(players) if other != 1]
    assert nets(scored(SWEEP, hands, *duels))["bob"] == 12 * multiplied * (players - 1)


def test_without_a_multiplier_a_sweep_is_not_remarked():
    sheet = scored(rules(naturals=ALL), [holder("amy", PAIRS), BOB, CAT, DAN], *EVERYBODY)
    assert [line.reason for line in sheet.lines] == ["natural"] * 3
