"""What a fouled hand pays under each policy, line by line."""

from __future__ import annotations

import pytest

from settle.rules import Foul, FoulPolicy, Pairing, Scoop
from tests.score.by_hand import (
    bases,
    foul,
    holder,
    home_run,
    lines,
    natural,
    nets,
    plain,
    prices,
    rules,
    scored,
)

ALL_ROWS = Foul(FoulPolicy.ALL_ROWS)
LARGEST = Foul(FoulPolicy.LARGEST, minimum=3)
FIXED = Foul(FoulPolicy.FIXED, points=6)
FIXED_NO_SCOOP = Foul(FoulPolicy.FIXED, points=6, counts_as_scoop=False)
POLICIES = pytest.mark.parametrize(
    "policy", [ALL_ROWS, LARGEST, FIXED, FIXED_NO_SCOOP], ids=lambda each: each.policy.value
)

BONUSES = (
    prices(1, {"three_of_a_kind": 2}),
    prices(1, {"full_house": 1, "four_of_a_kind": 7}),
    prices(1, {"four_of_a_kind": 3, "straight_flush": 4}),
)
AMY, BOB, CAT, DAN = (plain(name) for name in ("amy", "bob", "cat", "dan"))
RICH = plain("amy", "three_of_a_kind full_house four_of_a_kind")
DRAGON = natural("dragon", 36, 1)
SMALL = natural("all_small", 12, 2)


@POLICIES
def test_two_fouls_leave_each_other_alone(policy):
    agreed = rules(foul=policy, majority_points=1, scoop=Scoop(2, 2, 1), home_run=home_run(2))
    rich = "three_of_a_kind full_house four_of_a_kind"
    sheet = scored(agreed, [foul("amy", rich), foul("bob")], "01")
    assert sheet.lines == ()
    assert sheet.totals == (("amy", 0, 0, 0), ("bob", 0, 0, 0))


# --- all rows ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amy", "bob"), [(RICH, foul("bob")), (foul("bob"), RICH)])
def test_all_rows_are_lost_as_a_scoop_at_the_winners_categories(amy, bob):
    agreed = rules(
        rows=BONUSES, scoop=Scoop(base_multiplier=2, bonus_multiplier=2, points=3),
        majority_points=5,
    )  # fmt: skip
    sheet = scored(agreed, [amy, bob], "01")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front foul=yes
        bob amy 1 row rows.middle.base row=middle foul=yes
        bob amy 1 row rows.back.base row=back foul=yes
        bob amy 2 row_bonus rows.front.bonus.three_of_a_kind row=front category=three_of_a_kind \
            foul=yes
        bob amy 1 row_bonus rows.middle.bonus.full_house row=middle category=full_house foul=yes
        bob amy 3 row_bonus rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind foul=yes
        bob amy 3 scoop scoop.base_multiplier multiplier=2 foul=yes
        bob amy 3 scoop scoop.points foul=yes
        bob amy 6 scoop scoop.bonus_multiplier multiplier=2 foul=yes
        bob amy 5 majority majority.points foul=yes
        """
    )


def test_the_rows_of_the_fouled_hand_earn_nothing():
    rich = foul("bob", "three_of_a_kind four_of_a_kind straight_flush")
    assert nets(scored(rules(rows=BONUSES), [AMY, rich], "01")) == {"amy": 3, "bob": -3}


def test_a_foul_counts_as_scooped_for_a_home_run():
    agreed = rules(home_run=home_run(2))
    hands = [AMY, foul("bob"), CAT, foul("dan")]
    sheet = scored(agreed, hands, "01", "02 +++", "03", "12", "13", "23")
    assert nets(sheet) == {"amy": 18, "bob": -6 - 3, "cat": -6 + 3 + 3, "dan": -6 - 3}
    assert (
        sheet.lines[3] == lines("bob amy 3 home_run home_run.multiplier multiplier=2 foul=yes")[0]
    )
    assert sheet.lines[7] == lines("cat amy 3 home_run home_run.multiplier multiplier=2")[0]


def test_a_fouled_hand_and_a_natural_hit_no_home_run():
    agreed = rules(home_run=home_run(2, min_opponents=2))
    sheet = scored(agreed, [foul("amy"), foul("bob"), foul("cat")], "01", "02", "12")
    assert sheet.lines == ()
    agreed = rules(home_run=home_run(2, min_opponents=2), naturals=(DRAGON,))
    sheet = scored(agreed, [holder("amy", DRAGON), foul("bob"), foul("cat")], "01", "02", "12")
    assert nets(sheet) == {"amy": 72, "bob": -36, "cat": -36}


@pytest.mark.parametrize(
    "hands",
    [
        [foul("amy"), foul("bob"), foul("cat")],
        [holder("amy", DRAGON), BOB, foul("cat")],
        [foul("amy"), BOB, holder("cat", DRAGON)],
    ],
)
def test_nobody_is_told_of_a_home_run_that_was_none(hands):
    agreed = rules(home_run=home_run(2, min_opponents=3), naturals=(DRAGON,))
    assert scored(agreed, hands, "01", "02", "12").notices == ()


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_natural_cannot_be_scooped(seat):
    agreed = rules(home_run=home_run(2), naturals=(SMALL,))
    hands = [BOB, CAT, DAN]
    hands.insert(seat, holder("amy", SMALL))
    first = 1 if seat == 0 else 0  # the first plain hand scoops both others
    duels = []
    for mine in range(4):
        for theirs in range(mine + 1, 4):
            rows = " +++" if mine == first else " ==="
            duels.append(f"{mine}{theirs}" + ("" if seat in (mine, theirs) else rows))
    sheet = scored(agreed, hands, *duels)
    assert nets(sheet) == {"amy": 36, "bob": 6 - 12, "cat": -15, "dan": -15}


# --- the largest amount at the table -------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # nothing above the minimum
        ([AMY, foul("bob")], "bob amy 3 foul foul.minimum"),
        # the plain hand's own rows, each by itself: 1 + 2, 1 + 7, 1 + 4
        (
            [plain("amy", "pair four_of_a_kind straight_flush"), foul("bob")],
            (
                "bob amy 8 foul rows.middle.bonus.four_of_a_kind row=middle "
                "category=four_of_a_kind set_by=amy"
            ),
        ),
        # the fouled hand's own rows
        (
            [AMY, foul("bob", "pair pair straight_flush")],
            (
                "bob amy 5 foul rows.back.bonus.straight_flush row=back category=straight_flush "
                "set_by=bob"
            ),
        ),
        # among equal amounts the minimum, then the earliest seat and row
        ([plain("amy", "three_of_a_kind pair pair"), foul("bob")], "bob amy 3 foul foul.minimum"),
        (
            [plain("amy", "pair pair four_of_a_kind"), foul("bob", "pair pair four_of_a_kind")],
            (
                "bob amy 4 foul rows.back.bonus.four_of_a_kind row=back "
                "category=four_of_a_kind set_by=amy"
            ),
        ),
        # a row that is not said is worth its base
        ([plain("amy", "- - -"), foul("bob")], "bob amy 3 foul foul.minimum"),
    ],
)
def test_a_fouled_hand_pays_the_largest_amount(hands, expected):
    sheet = scored(rules(rows=BONUSES, foul=LARGEST), hands, "01")
    assert sheet.lines == lines(expected)


def test_a_base_above_the_minimum_sets_the_amount():
    agreed = rules(rows=bases(4, 5, 5), foul=LARGEST)
    sheet = scored(agreed, [plain("amy", "pair flush -"), foul("bob")], "01")
    assert sheet.lines == lines(
        "bob amy 5 foul rows.middle.base row=middle category=flush set_by=amy"
    )
    sheet = scored(agreed, [plain("amy", "- - -"), foul("bob")], "01")
    assert sheet.lines == lines("bob amy 5 foul rows.middle.base row=middle set_by=amy")


def test_anybody_at_the_table_sets_the_amount():
    hands = [AMY, foul("bob"), plain("cat", "pair pair straight_flush"), holder("dan", SMALL)]
    agreed = rules(rows=BONUSES, foul=LARGEST, naturals=(SMALL,), sweep_multiplier=2)
    sheet = scored(agreed, hands, "01", "02 ===", "03", "12", "13", "23")
    # A natural by its points before any sweep; dan sweeps the table and takes 24 from each.
    amount = "12 foul naturals.all_small natural=all_small set_by=dan"
    swept = """
        {0} dan 12 natural naturals.all_small natural=all_small
        {0} dan 12 natural_sweep naturals.sweep_multiplier natural=all_small multiplier=2
        """
    assert sheet.lines == lines(
        f"bob amy {amount}"
        + swept.format("amy")
        + f"\nbob cat {amount}"
        + swept.format("bob")
        + swept.format("cat")
    )


def test_the_rows_of_a_natural_holder_set_nothing():
    rich = holder("cat", natural("six_pairs", 3, 1))._replace(kinds=RICH.kinds)
    sheet = scored(rules(rows=BONUSES, foul=LARGEST), [AMY, foul("bob"), rich], "01", "02", "12")
    assert sheet.lines[:1] == lines("bob amy 3 foul foul.minimum")


def test_the_amount_is_a_scoop_that_earns_nothing_more():
    agreed = rules(
        rows=BONUSES, foul=LARGEST, scoop=Scoop(2, 2, 10), majority_points=5,
        home_run=home_run(2, min_opponents=2),
    )  # fmt: skip
    sheet = scored(agreed, [AMY, foul("bob"), CAT], "01", "02 ==+", "12")
    assert sheet.lines[:1] == lines("bob amy 3 foul foul.minimum")
    assert nets(sheet)["bob"] == -6


def test_a_home_run_multiplies_the_amount():
    agreed = rules(
        rows=BONUSES, foul=LARGEST, scoop=Scoop(2, 2), home_run=home_run(3, bonus_multiplier=4)
    )
    hands = [RICH, foul("bob"), CAT, DAN]
    sheet = scored(agreed, hands, "01", "02 +++", "03 +++", "12", "13", "23 ===")
    # quads at the back are worth 4
    assert sheet.lines[:2] == lines(
        """
        bob amy 8 home_run home_run.multiplier multiplier=3
        bob amy 4 foul rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind set_by=amy
        """
    )
    # plain hands pay (3 x 2 rows) x 3 and (6 x 2 bonus) x 4
    assert nets(sheet) == {"amy": 12 + 66 + 66, "bob": -12 - 4 - 4, "cat": -66 + 4, "dan": -66 + 4}


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        # four of a kind in the middle are worth 8, a natural of 8 is no less
        ("pair", "bob amy 8 natural naturals.dragon natural=dragon"),
        (
            "four_of_a_kind",
            (
                "bob amy 9 foul rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind "
                "set_by=bob"
            ),
        ),
    ],
)
def test_a_natural_takes_no_less_from_a_foul_than_an_ordinary_hand(back, expected):
    rows = (prices(1), prices(1, {"four_of_a_kind": 7}), prices(1, {"four_of_a_kind": 8}))
    eight = natural("dragon", 8, 1)
    agreed = rules(rows=rows, foul=LARGEST, naturals=(eight,), sweep_multiplier=2)
    for hands in (
        [holder("amy", eight), foul("bob", f"pair four_of_a_kind {back}")],
        [foul("bob", f"pair four_of_a_kind {back}"), holder("amy", eight)],
    ):
        assert scored(agreed, hands, "01").lines == lines(expected)


def test_a_swept_natural_may_be_larger_than_the_amount():
    rows = (prices(1), prices(1, {"four_of_a_kind": 14}), prices(1, {"straight_flush": 15}))
    eight = natural("dragon", 8, 1)
    agreed = rules(rows=rows, foul=LARGEST, naturals=(eight,), sweep_multiplier=2)
    for back, from_bob in (("pair", 15), ("four_of_a_kind", 15), ("straight_flush", 16)):
        hands = [holder("amy", eight), foul("bob", f"pair four_of_a_kind {back}"), CAT]
        assert nets(scored(agreed, hands, "01", "02", "12"))["amy"] == from_bob + 8
        sheet = scored(agreed, [*hands, DAN], "01", "02", "03", "12", "13", "23 ===")
        assert nets(sheet)["amy"] == 16 * 3


def test_only_from_a_foul_is_the_amount_taken():
    rows = (prices(1), prices(1, {"four_of_a_kind": 7}), prices(1))
    three = natural("six_pairs", 3, 1)
    agreed = rules(rows=rows, foul=LARGEST, naturals=(three,))
    hands = [holder("amy", three), plain("bob", "pair four_of_a_kind four_of_a_kind"), foul("cat")]
    assert scored(agreed, hands, "01", "02", "12").lines == lines(
        """
        bob amy 3 natural naturals.six_pairs natural=six_pairs
        cat amy 8 foul rows.middle.bonus.four_of_a_kind row=middle category=four_of_a_kind \
            set_by=bob
        cat bob 8 foul rows.middle.bonus.four_of_a_kind row=middle category=four_of_a_kind \
            set_by=bob
        """
    )


def test_an_amount_of_nothing_moves_nothing():
    agreed = rules(
        rows=bases(0, 0, 0), foul=Foul(FoulPolicy.LARGEST, minimum=0), home_run=home_run(2)
    )
    hands = [AMY, foul("bob", holds_doubling_card=True), CAT, DAN]
    assert scored(agreed, hands, "01", "02 ===", "03 ===", "12", "13", "23 ===").lines == ()


# --- a fixed amount ------------------------------------------------------------------------------


def test_a_fixed_amount_is_paid_to_each_plain_hand():
    agreed = rules(rows=BONUSES, foul=FIXED, scoop=Scoop(2, 2, 10), majority_points=5)
    sheet = scored(agreed, [RICH, foul("bob"), foul("cat"), DAN],
                   "01", "02", "03 ===", "12", "13", "23")  # fmt: skip
    assert sheet.lines == lines(
        """
        bob amy 6 foul foul.points
        cat amy 6 foul foul.points
        bob dan 6 foul foul.points
        cat dan 6 foul foul.points
        """
    )


@pytest.mark.parametrize(("policy", "amy"), [(FIXED, 12 + 6 + 6), (FIXED_NO_SCOOP, 6 + 3 + 3)])
def test_a_fixed_amount_may_count_for_a_home_run(policy, amy):
    agreed = rules(foul=policy, home_run=home_run(2))
    hands = [AMY, foul("bob"), CAT, DAN]
    sheet = scored(agreed, hands, "01", "02 +++", "03 +++", "12", "13", "23 ===")
    assert nets(sheet)["amy"] == amy


def test_a_natural_takes_its_own_points_from_a_fixed_foul():
    three = natural("six_pairs", 3, 1)
    agreed = rules(foul=FIXED, naturals=(three,))
    assert scored(agreed, [foul("amy"), holder("bob", three)], "01").lines == lines(
        "amy bob 3 natural naturals.six_pairs natural=six_pairs"
    )


def test_a_natural_takes_its_own_points_where_fouls_pay_all_rows():
    rich = foul("amy", "three_of_a_kind four_of_a_kind straight_flush")
    three = natural("six_pairs", 3, 1)
    agreed = rules(rows=BONUSES, scoop=Scoop(points=10), naturals=(three,))
    assert nets(scored(agreed, [rich, holder("bob", three)], "01")) == {"amy": -3, "bob": 3}


# --- against a banker ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "each"), [(ALL_ROWS, 3), (LARGEST, 3), (FIXED, 6), (FIXED_NO_SCOOP, 6)]
)
def test_a_fouled_banker_pays_everyone_by_their_bets(policy, each):
    agreed = rules(foul=policy, pairing=Pairing.BANKER)
    hands = [AMY._replace(bet=2), foul("bob"), CAT._replace(bet=5)]
    sheet = scored(agreed, hands, "01", "12", banker=1)
    assert nets(sheet) == {"amy": 2 * each, "bob": -7 * each, "cat": 5 * each}
