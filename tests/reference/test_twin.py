"""The reference itself: given cases, worked checks of the sources, counts, outcomes, money.

Expected values come from the rules, their sources or arithmetic in the test's own comment.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reference import twin
from tests.reference.cards import (
    CATEGORIES,
    RANKS,
    deciding_suit,
    strength,
)
from tests.reference.coverage import coverage, faults, required
from tests.reference.generator import rounds
from tests.reference.prices import NATURALS, RULESETS, prices_of

GIVEN = Path(__file__).parents[1] / "cases" / "given"


def given(name):
    return json.loads((GIVEN / name).read_text(encoding="utf-8"))


CASES = {case["id"]: case for case in given("rounds.json")}
SCORED = [case for case in CASES.values() if "refused" not in case]
FACTS = given("peer-facts.json")


def facts(kind):
    return [pytest.param(fact, id=fact["id"]) for fact in FACTS if fact["kind"] == kind]


def hand(player, front, middle, back, **more):
    rows = {"front": front.split(), "middle": middle.split(), "back": back.split()}
    return {"player": player, **rows, **more}


def total(result, payee, payer):
    return sum(result["pairs"].get((payee, payer), {}).values())


# --- given cases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_given_round(case):
    result = twin.score(case["round"])
    assert result["nets"] == case["nets"]
    assert twin.money(case["round"], result["nets"]) == case.get("money")
    for player, won in case.get("won", {}).items():
        assert result["won"][player] == won


@pytest.mark.parametrize("fact", facts("hand_rank"))
def test_category_of_a_row(fact):
    place, key = strength(fact["cards"], "lowest")
    expected = fact["expected"]
    assert CATEGORIES[place] == {"trips": "three_of_a_kind"}.get(
        expected["category"], expected["category"]
    )
    if "top" in expected:
        assert key == (2 * (RANKS.index(expected["top"]) + 2),)  # heights are doubled
    if "trips" in expected:
        assert key[0] == RANKS.index(expected["trips"]) + 2


# PC-050 calls K K Q equal to K K Q 3 2. Here a missing kicker counts below any card, and two rows
# of different lengths never meet.
@pytest.mark.parametrize("fact", [p for p in facts("compare") if p.id != "PC-050"])
def test_which_of_two_rows_wins(fact):
    options = fact.get("options", {})
    wheel = "second" if options.get("wheel_rank") == "second_highest" else "lowest"
    first, second = (strength(row, wheel) for row in fact["hands"])
    if options.get("suit_tiebreak"):
        suits = [deciding_suit(row, first, wheel) for row in fact["hands"]]
        first, second = (first, suits[0]), (second, suits[1])
    found = "first" if first > second else "second" if second > first else "tie"
    assert found == fact["expected"]["winner"]


@pytest.mark.parametrize("fact", [p for p in facts("foul") if "foul" in p.values[0]["expected"]])
def test_foul(fact):
    rows = [strength(fact["arrangement"][row], "lowest") for row in ("front", "middle", "back")]
    assert (not rows[0] <= rows[1] <= rows[2]) is fact["expected"]["foul"]


CHINESE = {
    "至尊青龍": "dragon_suited",
    "一條龍": "dragon",
    "三同花順": "three_straight_flushes",
    "全大": "all_big",
    "全小": "all_small",
    "湊一色": "one_colour",
    "五對沖三": "five_pairs_trips",
    "六對半": "six_pairs",
    "三同花": "three_flushes",
    "三順子": "three_straights",
    "十二皇族": "all_royals",
}


@pytest.mark.parametrize("fact", facts("natural"))
def test_natural_of_thirteen_cards(fact):
    no_qka = fact.get("options", {}).get("front_QKA_is_run") is False
    prices = prices_of("tw-scoop" if no_qka else "tw-points", {})
    named = fact["expected"]["natural"]
    assert twin.best_natural(fact["cards"], prices) == (CHINESE[named] if named else None)


# --- worked checks of the sources -----------------------------------------------------------------

# amy beats everybody in every row and holds no row that any ruleset prices.
SWEEP = [
    hand("amy", "As Ah Kd", "9s Th Jc Qd Kh", "2c 4c 6c 8c Tc"),
    hand("bob", "Kc Qh 2d", "3s 3h 5d 7s 9d", "4s 4h 8d Js 6s"),
    hand("cat", "Qs Jd 2h", "5s 5h 7d 9h 3d", "6h 6d 7h 8h Ts"),
    hand("dan", "3c 4d 5c", "7c 8s 9c Jh Ks", "Ac Ad Qc Td 2s"),
]


def test_s000_hong_kong_maximum_is_18():
    result = twin.score(
        {
            "ruleset": "hk-banker",
            "banker": "bob",
            "hands": [
                hand("amy", "Ks Kh Kd", "2s 3s 4s 5s 6s", "6h 7h 8h 9h Th"),
                hand("bob", "Qd Jd 9c", "2c 2d 7c 8d 3h", "4c 4d 5c Jc As"),
            ],
        }
    )
    assert result["nets"] == {"amy": 18, "bob": -18}  # 3 + 10 + 5
    assert result["pairs"] == {("amy", "bob"): {"row": 3, "row_bonus": 15}}


def test_s000_taiwan_scoop_is_6_and_home_run_12_from_each():
    assert twin.score({"ruleset": "tw-scoop", "hands": SWEEP[:2]})["nets"]["amy"] == 6
    result = twin.score({"ruleset": "tw-scoop", "hands": SWEEP})
    assert [total(result, "amy", player) for player in ("bob", "cat", "dan")] == [12, 12, 12]
    assert result["pairs"]["amy", "bob"] == {"row": 3, "scoop": 3, "home_run": 6}


def test_s001_home_run_is_72():
    assert twin.score({"ruleset": "tw-weighted", "hands": SWEEP[:2]})["nets"]["amy"] == 12
    result = twin.score({"ruleset": "tw-weighted", "hands": SWEEP})
    assert result["nets"]["amy"] == 72
    assert result["pairs"]["amy", "bob"] == {"row": 6, "scoop": 6, "home_run": 12}


def test_s003_home_run_is_6_from_each():
    result = twin.score({"ruleset": "fujian-13-water", "hands": SWEEP})
    assert [total(result, "amy", player) for player in ("bob", "cat", "dan")] == [6, 6, 6]


DRAGON_OTHERS = [
    hand("bob", "2h 3h 5c", "7h 7c 9d Jh Kd", "9h 9c 4d 6h 8c"),
    hand("cat", "2c 3c 5d", "6c 6d Qh Td 4h", "8h 8d Jc Kh Ac"),
    hand("dan", "2d 4c 5h", "3d Tc Jd Qc Kc", "Ah Ad 7d Th Qd"),
]


@pytest.mark.parametrize(
    ("natural", "ace", "others_ace", "each"),
    [("dragon", "Ac", "As", 52), ("dragon_suited", "As", "Ac", 104)],
)
def test_s003_dragons_sweep_at_52_and_104(natural, ace, others_ace, each):
    cards = [ace, *(rank + "s" for rank in RANKS if rank != "A")]
    cat = {**DRAGON_OTHERS[1], "back": ["8h", "8d", "Jc", "Kh", others_ace]}
    hands = [
        {"player": "amy", "cards": cards, "natural": natural},
        DRAGON_OTHERS[0],
        cat,
        DRAGON_OTHERS[2],
    ]
    result = twin.score({"ruleset": "fujian-13-water", "hands": hands})
    assert [total(result, "amy", player) for player in ("bob", "cat", "dan")] == [each] * 3
    assert result["pairs"]["amy", "bob"] == {"natural": each // 2, "natural_sweep": each // 2}


def test_s004_scoop_is_4_and_the_example_counts_what_was_won():
    assert twin.score({"ruleset": "mainland-basic", "hands": SWEEP[1:3]})["nets"] == {
        "bob": 0 - 1 - 1 + 1,  # the kings in front against the fives and the sixes
        "cat": 1,
    }
    two = {"ruleset": "mainland-basic", "hands": [SWEEP[0], SWEEP[1]]}
    assert twin.score(two)["nets"] == {"amy": 4, "bob": -4}
    example = twin.score(CASES["s004-example"]["round"])
    assert (example["won"]["A"], example["nets"]["A"]) == (6, 1)
    assert [total(example, "A", player) for player in "BCD"] == [4, 2, 0]


def test_s000_simple_play_100_from_each_and_another_100_from_the_scooped():
    document = {
        "ruleset": "tw-scoop-only",
        "stake": {"amount": "100", "currency": "TWD"},
        "hands": [
            hand("amy", "2s 3h 5d", "6s 6h 8c 9h Jd", "7s 7h 7c 7d Ac"),
            hand("bob", "2h 3c 4d", "4s 4h 9c Th Qc", "5s 5h Tc Jc Kd"),
            hand("cat", "Ks Qs 9s", "8s 8h 3s 2d Jh", "Ts Td 3d 6d Kc"),
            hand("dan", "Kh Qd 8d", "As 9d 6c 4c 2c", "Ah Ad 5c Js Qh"),
        ],
    }
    result = twin.score(document)
    assert result["pairs"] == {
        ("amy", "bob"): {"scoop": 1, "gadu": 1},
        ("amy", "cat"): {"gadu": 1},
        ("amy", "dan"): {"gadu": 1},
        ("cat", "bob"): {"scoop": 1},
    }
    assert twin.money(document, result["nets"]) == {
        "amy": "400",
        "bob": "-300",
        "cat": "0",
        "dan": "-100",
    }


# --- the generator --------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_generated_rounds_are_valid_and_meet_everything(ruleset):
    documents = list(rounds(ruleset, 1, 2_000))
    assert [(d, faults(d)) for d in documents if faults(d)] == []
    assert sorted(required(ruleset) - coverage(documents)) == []


def test_the_seed_decides():
    first, again, other = (list(rounds("luosong", seed, 50)) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_there_are_fifteen_rulesets_and_twenty_one_naturals():
    assert (len(RULESETS), len(NATURALS)) == (15, 21)


# --- outcomes -------------------------------------------------------------------------------------


def test_outcome_names_rows_scoops_and_priced_categories():
    document = {
        "ruleset": "tw-scoop-only@1",
        "options": {"gadu_units": {"front.three_of_a_kind": 0}},
        "hands": [
            hand("amy", "2s 2h 2d", "6s 6h 6c 9h 9d", "7s 7h 7c 7d Ac"),
            hand("bob", "3s 3c 4d", "4s 4h 9c Th Qc", "5s 5h Tc Jc Jd"),
            {"player": "cat", "ruled_foul": "late"},
        ],
    }
    assert twin.outcome_of(document) == {
        "ruleset": "tw-scoop-only@1",
        "options": {"gadu_units": {"front.three_of_a_kind": 0}},
        "outcome": {
            "hands": [
                {"player": "amy", "status": "plain", "categories": {"back": "four_of_a_kind"}},
                {"player": "bob", "status": "plain"},
                {"player": "cat", "status": "foul"},
            ],
            "duels": [{"players": ["amy", "bob"], "scoop": "amy"}],
        },
    }


def test_outcome_between_banker_and_players_keeps_bets_and_ties():
    document = {
        "ruleset": "hk-banker",
        "banker": "bob",
        "hands": [
            hand("amy", "As Kd Qh", "6s 6h 6c 9h 9d", "7s 7h 7c 7d Ac", bet=3),
            hand("bob", "Ah Ks Qd", "4s 4h 9c Th Qc", "5s 5h Tc Jc Jd"),
            hand("cat", "3s 3c 4d", "2c 2d 9s Ts Js", "8s 8h Kh Kc 2s"),
        ],
    }
    assert twin.outcome_of(document)["outcome"] == {
        "hands": [
            {
                "player": "amy",
                "status": "plain",
                "bet": 3,
                "categories": {"middle": "full_house", "back": "four_of_a_kind"},
            },
            {"player": "bob", "status": "plain"},
            {"player": "cat", "status": "foul"},  # threes in front of twos
        ],
        "duels": [{"players": ["amy", "bob"], "front": None, "middle": "amy", "back": "amy"}],
    }


def test_outcome_tells_suits_of_two_suited_dragons_and_who_holds_the_doubling_card():
    document = {
        "ruleset": "luosong",
        "options": {"doubling_card": "Ah"},
        "hands": [
            {"player": p, "cards": [rank + suit for rank in RANKS], "natural": "dragon_suited"}
            for p, suit in (("amy", "h"), ("bob", "s"))
        ],
    }
    assert twin.outcome_of(document)["outcome"] == {
        "hands": [
            {"player": "amy", "status": "natural", "natural": "dragon_suited", "suit": "h"},
            {"player": "bob", "status": "natural", "natural": "dragon_suited", "suit": "s"},
        ],
        "duels": [],
        "doubling_card_holder": "amy",
    }


# --- money ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "nets", "amounts"),
    [
        # 100/3 = 33.33…, -200/3 = -66.66…: down to 33.33, 33.33, -66.67, and a cent is over
        (
            {"amount": "100", "currency": "TWD", "points": 3},
            {"amy": 1, "bob": 1, "cat": -2},
            {"amy": "33.34", "bob": "33.33", "cat": "-66.67"},
        ),
        # -0.5, -0.5, 1 yen: down to -1, -1, 1; the odd yen goes to the earlier of two halves
        (
            {"amount": "1", "currency": "JPY", "points": 2},
            {"amy": -1, "bob": -1, "cat": 2},
            {"amy": "0", "bob": "-1", "cat": "1"},
        ),
        (
            {"amount": "12.50", "currency": "HKD"},
            {"amy": -1, "bob": 1},
            {"amy": "-12.50", "bob": "12.50"},
        ),
        # three antes of 10 yen between two: 15 each
        (
            {"mode": "pot", "ante": "10", "currency": "JPY"},
            {"amy": 2, "bob": -4, "cat": 2},
            {"amy": "5", "bob": "-10", "cat": "5"},
        ),
    ],
)
def test_money(stake, nets, amounts):
    assert twin.money({"stake": stake}, nets) == amounts
