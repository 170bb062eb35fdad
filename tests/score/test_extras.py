"""Gadu, the doubling card, bets; the order of lines, totals and notices."""

from __future__ import annotations

import pytest

from settle.rules import Foul, FoulPolicy, Pairing, Scoop
from settle.sheet import Reason
from settle.strength import CATEGORIES
from tests.score.by_hand import (
    bases,
    dealt,
    foul,
    hand,
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

AMY, BOB, CAT, DAN = (plain(name) for name in ("amy", "bob", "cat", "dan"))
PAIRS = natural("six_pairs", 3, 2)
DRAGON = natural("dragon", 10, 1)

GADU = (
    prices(0, gadu={"three_of_a_kind": 1}),
    prices(0, gadu={"four_of_a_kind": 2, "straight_flush": 2}),
    prices(0, gadu={"four_of_a_kind": 1, "straight_flush": 1, "five_of_a_kind": 5}),
)

# --- gadu ----------------------------------------------------------------------------------------


def test_a_monster_collects_from_everybody():
    amy = plain("amy", "pair pair four_of_a_kind")
    hands = [amy, BOB, foul("cat"), holder("dan", PAIRS)]
    sheet = scored(rules(rows=GADU, naturals=(PAIRS,)), hands,
                   "01 ---", "02", "03", "12", "13", "23")  # fmt: skip
    assert sheet.lines == lines(
        """
        bob amy 1 gadu gadu.back.four_of_a_kind row=back category=four_of_a_kind
        cat amy 1 gadu gadu.back.four_of_a_kind row=back category=four_of_a_kind
        amy dan 3 natural naturals.six_pairs natural=six_pairs
        dan amy 1 gadu gadu.back.four_of_a_kind row=back category=four_of_a_kind
        bob dan 3 natural naturals.six_pairs natural=six_pairs
        cat dan 3 natural naturals.six_pairs natural=six_pairs
        """
    )


def test_several_monsters_stack_and_two_holders_collect_from_each_other():
    amy = plain("amy", "three_of_a_kind straight_flush five_of_a_kind")
    bob = plain("bob", "three_of_a_kind full_house straight_flush")
    assert scored(rules(rows=GADU), [amy, bob], "01 ===").lines == lines(
        """
        bob amy 1 gadu gadu.front.three_of_a_kind row=front category=three_of_a_kind
        amy bob 1 gadu gadu.front.three_of_a_kind row=front category=three_of_a_kind
        bob amy 2 gadu gadu.middle.straight_flush row=middle category=straight_flush
        bob amy 5 gadu gadu.back.five_of_a_kind row=back category=five_of_a_kind
        amy bob 1 gadu gadu.back.straight_flush row=back category=straight_flush
        """
    )


@pytest.mark.parametrize(
    "hand",
    [
        foul("amy", "three_of_a_kind four_of_a_kind straight_flush"),
        holder("amy", PAIRS)._replace(kinds=(3, 8, 9)),
        plain("amy", "- - -"),
        plain("amy", "pair full_house full_house"),
        AMY._replace(kinds=None),
    ],
)
def test_who_collects_nothing(hand):
    sheet = scored(rules(rows=GADU, naturals=(PAIRS,)), [hand, BOB],
                   "01 ===" if hand.status == "plain" else "01")  # fmt: skip
    assert "gadu" not in {line.reason for line in sheet.lines}


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_category_collects_in_its_row_only(row):
    rows = [prices(0), prices(0), prices(0)]
    rows[row] = prices(0, gadu={"straight_flush": 1})
    for place in range(3):
        held = ["pair", "pair", "pair"]
        held[place] = "straight_flush"
        sheet = scored(rules(rows=tuple(rows)), [plain("amy", " ".join(held)), BOB], "01 ===")
        assert nets(sheet)["amy"] == (1 if place == row else 0)


def test_scoops_home_runs_and_doubling_cards_leave_gadu_alone():
    agreed = rules(
        rows=GADU, scoop=Scoop(2, 2, 1), home_run=home_run(2, bonus_multiplier=2), majority_points=0
    )
    amy = plain("amy", "pair pair four_of_a_kind", holds_doubling_card=True)
    sheet = scored(agreed, [amy, BOB, CAT, DAN], "01 +++", "02 +++", "03 +++")
    assert sheet.lines[:4] == lines(
        """
        bob amy 1 scoop scoop.points
        bob amy 1 home_run home_run.multiplier multiplier=2
        bob amy 2 doubling_card doubling_card multiplier=2
        bob amy 1 gadu gadu.back.four_of_a_kind row=back category=four_of_a_kind
        """
    )


# --- the doubling card ---------------------------------------------------------------------------

CARD = {"holds_doubling_card": True}


@pytest.mark.parametrize(
    ("amy", "bob"),
    [(plain("amy", **CARD), BOB), (AMY, plain("bob", **CARD)),
     (plain("amy", **CARD), plain("bob", **CARD))],
)  # fmt: skip
def test_the_card_doubles_both_directions_once(amy, bob):
    sheet = scored(rules(rows=bases(1, 2, 4)), [amy, bob], "01 +-+")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front
        amy bob 2 row rows.middle.base row=middle
        bob amy 4 row rows.back.base row=back
        bob amy 5 doubling_card doubling_card multiplier=2
        amy bob 2 doubling_card doubling_card multiplier=2
        """
    )


def test_the_card_doubles_rows_bonuses_scoops_majorities_and_home_runs():
    rows = prices(1, {"three_of_a_kind": 2}), prices(1), prices(1)
    agreed = rules(
        rows=rows, scoop=Scoop(2, 1, 5), majority_points=1,
        home_run=home_run(2, bonus_multiplier=3, min_opponents=2),
    )  # fmt: skip
    amy = plain("amy", "three_of_a_kind flush flush")
    bob = plain("bob", **CARD)
    sheet = scored(agreed, [amy, bob, CAT], "01 +++", "02 +++", "12 ===")
    # 3 + 2, 3 + 5 + 1 more, the home run (6 + 5 + 1) + 2 x 2
    once = 5 + 9 + 12 + 4
    assert nets(sheet) == {"amy": 3 * once, "bob": -2 * once, "cat": -once}


def test_only_pairs_with_the_holder_are_doubled():
    hands = [AMY, plain("bob", **CARD), CAT]
    sheet = scored(rules(), hands, "01 +++", "02 +++", "12 +++")
    assert nets(sheet) == {"amy": 6 + 3, "bob": -6 + 6, "cat": -3 - 6}


def test_a_tie_stays_a_tie():
    assert scored(rules(), [plain("amy", **CARD), BOB], "01 ===").lines == ()


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("policy", "paid"),
    [
        (Foul(FoulPolicy.ALL_ROWS), 2 * 3),
        (Foul(FoulPolicy.LARGEST, minimum=5), 2 * 5),
        (Foul(FoulPolicy.FIXED, points=7), 2 * 7),
    ],
)
def test_fouls_are_doubled(policy, paid, seats):
    for amy, bob in ((plain("amy", **CARD), foul("bob")), (AMY, foul("bob", **CARD))):
        hands = [(amy, bob)[seat] for seat in seats]
        assert nets(scored(rules(foul=policy), hands, "01")) == {"amy": paid, "bob": -paid}


def test_the_lines_of_a_doubled_foul_stand_in_the_order_of_reasons():
    agreed = rules(foul=Foul(FoulPolicy.LARGEST, minimum=5), home_run=home_run(2, 1, 2))
    sheet = scored(agreed, [AMY, foul("bob", **CARD), CAT], "01", "02 +++", "12")
    assert sheet.lines[:3] == lines(
        """
        bob amy 5 home_run home_run.multiplier multiplier=2
        bob amy 10 doubling_card doubling_card multiplier=2
        bob amy 5 foul foul.minimum
        """
    )
    agreed = rules(foul=Foul(FoulPolicy.ALL_ROWS))
    assert scored(agreed, [AMY, foul("bob", **CARD)], "01").lines[3:] == lines(
        "bob amy 3 doubling_card doubling_card multiplier=2 foul=yes"
    )


@pytest.mark.parametrize("policy", [Foul(FoulPolicy.LARGEST, minimum=5), Foul(FoulPolicy.ALL_ROWS)])
def test_what_a_natural_takes_is_not_doubled(policy):
    agreed = rules(foul=policy, naturals=(PAIRS,))
    took = 5 if policy.policy == FoulPolicy.LARGEST else 3
    hands = [holder("amy", PAIRS, **CARD), foul("bob", **CARD), plain("cat", **CARD)]
    sheet = scored(agreed, hands, "01", "02")
    assert nets(sheet) == {"amy": took + 3, "bob": -took, "cat": -3}


def test_a_card_that_nobody_holds_has_no_effect():
    cards = {
        "amy": "As Kh 3d / 4s 4h 5d 6c 7s / 8s 8h 8d 9c Ts",
        "bob": "Ks Qh 3c / 4d 4c 5s 6d 7h / 8c 9s 9h 9d Tc",
    }
    hands = [hand(name, held) for name, held in cards.items()]
    for card, amy in (("2s", 1 - 1), ("Ks", 2 * (1 - 1)), (None, 0)):
        assert nets(dealt(rules(), *hands, doubling_card=card))["amy"] == amy
    agreed = rules(rows=bases(1, 0, 3))
    assert [
        nets(dealt(agreed, *hands, doubling_card=card))["bob"] for card in ("2s", "Ks", "As", None)
    ] == [2, 4, 4, 2]


# --- bets ----------------------------------------------------------------------------------------


def test_everything_between_banker_and_player_is_multiplied_by_the_players_bet():
    agreed = rules(
        pairing=Pairing.BANKER, scoop=Scoop(points=4), majority_points=1, naturals=(PAIRS, DRAGON)
    )
    hands = [
        plain("amy", bet=2),
        plain("bob", bet=1_000_000),  # the banker's own says nothing
        holder("cat", PAIRS, bet=3),
        plain("dan", bet=5),
    ]
    sheet = scored(agreed, hands, "01 +++", "12", "13 -+=", banker=1)
    assert sheet.lines == lines(
        """
        bob amy 2 row rows.front.base row=front
        bob amy 2 row rows.middle.base row=middle
        bob amy 2 row rows.back.base row=back
        bob amy 8 scoop scoop.points
        bob amy 2 majority majority.points
        bob cat 9 natural naturals.six_pairs natural=six_pairs
        bob dan 5 row rows.front.base row=front
        dan bob 5 row rows.middle.base row=middle
        """
    )
    assert nets(sheet) == {"amy": 16, "bob": -25, "cat": 9, "dan": 0}


def test_the_doubling_card_doubles_what_the_bet_made_of_it():
    agreed = rules(pairing=Pairing.BANKER)
    hands = [plain("amy", bet=1, **CARD), plain("bob", bet=3)]
    assert scored(agreed, hands, "01 +--", banker=0).lines[3:] == lines(
        """
        bob amy 3 doubling_card doubling_card multiplier=2
        amy bob 6 doubling_card doubling_card multiplier=2
        """
    )


def test_without_a_banker_there_are_no_bets():
    hands = [plain("amy", bet=7), plain("bob", bet=9)]
    assert nets(scored(rules(), hands, "01 +++")) == {"amy": 3, "bob": -3}


# --- order, totals, notices ----------------------------------------------------------------------


def test_lines_stand_by_pair_then_reason():
    rows = (
        prices(1, {"three_of_a_kind": 2}, {"three_of_a_kind": 1}),
        prices(1, {"full_house": 1}),
        prices(1, {"four_of_a_kind": 3}, {"four_of_a_kind": 1}),
    )
    agreed = rules(
        rows=rows, scoop=Scoop(2, 2, 1), majority_points=1, naturals=(PAIRS,), sweep_multiplier=2,
        home_run=home_run(2, bonus_multiplier=2, min_opponents=2),
    )  # fmt: skip
    amy = plain("amy", "three_of_a_kind full_house four_of_a_kind", **CARD)
    sheet = scored(agreed, [amy, BOB, CAT], "01 +++", "02 +++", "12 +-=")
    of_a_pair = (
        ["row"] * 3 + ["row_bonus"] * 3 + ["scoop"] * 3 + ["majority"] + ["home_run"] * 2
        + ["doubling_card"] + ["gadu"] * 2
    )  # fmt: skip
    assert [(line.payer, line.payee, line.reason.value) for line in sheet.lines] == [
        *(("bob", "amy", reason) for reason in of_a_pair),
        *(("cat", "amy", reason) for reason in of_a_pair),
        ("cat", "bob", "row"),
        ("bob", "cat", "row"),
    ]


def test_the_reasons_are_in_the_order_of_the_contract():
    assert [reason.value for reason in Reason] == [
        "row", "row_bonus", "scoop", "majority", "home_run", "doubling_card", "foul", "natural",
        "natural_sweep", "gadu",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", CATEGORIES)
def test_the_rule_of_a_line_is_its_key_in_the_ruleset(kind):
    rows = tuple(prices(1, {kind: 2}, {kind: 3}) for _ in range(3))
    hands = [plain("amy", f"{kind} {kind} {kind}"), plain("bob", "- - -")]
    sheet = scored(rules(rows=rows), hands, "01 +++")
    assert [line.rule for line in sheet.lines] == [
        *(f"rows.{row}.base" for row in ("front", "middle", "back")),
        *(f"rows.{row}.bonus.{kind.value}" for row in ("front", "middle", "back")),
        *(f"gadu.{row}.{kind.value}" for row in ("front", "middle", "back")),
    ]


def test_totals_are_gross_in_both_directions():
    hands = [AMY, BOB, CAT, DAN]
    duels = "01 +++", "02 +-+", "03 ---", "12 ++=", "13 ===", "23 +--"
    sheet = scored(rules(scoop=Scoop(points=1)), hands, *duels)
    assert sheet.totals == (
        ("amy", 4 + 2, 1 + 4, 1),
        ("bob", 2, 4, -2),
        ("cat", 1 + 1, 2 + 2 + 2, -4),
        ("dan", 4 + 2, 1, 5),
    )
    assert sheet.evaluated.hands == tuple(hands)


def test_undeclared_naturals_are_noticed_in_seat_order():
    agreed = rules(home_run=home_run(2, min_opponents=3), naturals=(PAIRS, DRAGON))
    hands = [foul("amy", undeclared=PAIRS), BOB, plain("cat", undeclared=DRAGON)]
    sheet = scored(agreed, hands, "01", "02", "12 +++")
    assert sheet.notices == (
        ("undeclared_natural", "amy", "six_pairs"),
        ("undeclared_natural", "cat", "dragon"),
        ("home_run_needs_more_players", "bob", None),
    )
