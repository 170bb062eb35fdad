"""Facts out of other projects' tests: cards, comparison, fouls, naturals, rounds."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from settle.cards import rank_value, surplus_cards
from settle.compare import compare
from settle.evaluate import AUTO, EvaluatedHand, EvaluatedRound, Status, evaluate
from settle.pricing import score
from settle.rounds import Round
from settle.rules import Foul, FoulPolicy, Rules, Scoop, Suits
from settle.sheet import ScoreSheet
from settle.strength import (
    FIRST_ELEMENT_SHIFT,
    Wheel,
    category,
    five_card_strengths,
    front_strength,
)
from tests.naturals.holding import known_holds
from tests.score.by_hand import (
    bases,
    dealt,
    hand,
    holder,
    home_run,
    natural,
    nets,
    plain,
    prices,
    rules,
    scored,
)

FACTS = json.loads(
    (Path(__file__).parents[1] / "cases" / "given" / "peer-facts.json").read_text(encoding="utf-8")
)

NOT_OURS = {
    "PC-050": "a front and a middle row of equal first cards tie there; here a missing card counts"
    " below any, so the front is the lower one, and what follows from it, no foul, is the same",
    "PC-124": "bonuses are paid to the loser of a row as well (the flush at the back), and pairs"
    " in front by their rank",
    "PC-138": "the kings in front are above the nines in the middle: with us a foul, whatever the"
    " straight flush is worth (and the price of the wheel's hangs on its rank)",
}
"""What our rules cannot say, with the reason."""

PRICED_BY_RANK = {
    "PC-116": ("front", "pair", 7),  # queens; other pairs have other prices
    "PC-138": ("back", "straight_flush", 5),  # the wheel; other straight flushes are 5 in all
}
"""Prices there hang on the rank, here on the category: the one that is paid sets it."""


def of_kind(kind: str) -> list[Any]:
    """Return the facts of a kind that our rules can say, as parameters."""
    facts = [fact for fact in FACTS if fact["kind"] == kind and fact["id"] not in NOT_OURS]
    return [pytest.param(fact, id=fact["id"]) for fact in facts]


def test_every_fact_is_of_a_known_kind():
    assert Counter(fact["kind"] for fact in FACTS) == {
        "hand_rank": 9,
        "compare": 17,
        "foul": 13,
        "natural": 16,
        "round_score": 23,
    }


# --- categories ----------------------------------------------------------------------------------

CATEGORY_NAMES = {"trips": "three_of_a_kind"}
STRAIGHTS_BY_TOP = {"5": "A2345", "6": "23456"}


def row_strength(cards: list[str], wheel: Wheel = Wheel.SECOND) -> int:
    if len(cards) == 3:
        return front_strength(cards)
    [found] = five_card_strengths(wheel)([cards])
    return found


@pytest.mark.parametrize("fact", of_kind("hand_rank"))
def test_what_a_row_is(fact):
    expected = dict(fact["expected"])
    found = row_strength(fact["cards"])
    name = expected.pop("category")
    assert category(found) == CATEGORY_NAMES.get(name, name)
    if "trips" in expected:
        first = found >> FIRST_ELEMENT_SHIFT & 15
        assert first == rank_value(expected.pop("trips") + "s")
    if "top" in expected:
        suits = "sssss" if name == "straight_flush" else "shdcs"
        ranks = STRAIGHTS_BY_TOP[expected.pop("top")]
        assert found == row_strength([r + s for r, s in zip(ranks, suits, strict=True)])
    assert expected == {}


# --- which of two rows wins ----------------------------------------------------------------------

WHEELS = {"lowest": Wheel.LOWEST, "second_highest": Wheel.SECOND}


@pytest.mark.parametrize("fact", of_kind("compare"))
def test_which_row_wins(fact):
    options = dict(fact.get("options", {}))
    wheels = [WHEELS[options.pop("wheel_rank")]] if "wheel_rank" in options else list(Wheel)
    suits = Suits.AFTER_RANKS if options.pop("suit_tiebreak", False) else Suits.NONE
    assert options.pop("suit_order", "s>h>c>d") == "s>h>c>d"
    assert options == {}
    for wheel in wheels:
        assert winner(*fact["hands"], rules(wheel=wheel, suits=suits)) == fact["expected"]["winner"]


def winner(first: list[str], second: list[str], agreed: Rules) -> str:
    """Compare two rows, as two hands do where both are of one length."""
    if len(first) != len(second):
        mine, theirs = row_strength(first, agreed.wheel), row_strength(second, agreed.wheel)
        result = (mine > theirs) - (mine < theirs)
    else:
        place = 0 if len(first) == 3 else 2
        hands = []
        for player, row in (("amy", first), ("bob", second)):
            rows = ["4d 3h 2c", "7h 6d 4c 3s 2d", "8h 6d 4c 3s 2d"]
            rows[place] = " ".join(row)
            hands.append(hand(player, " / ".join(rows)))
        seen = evaluate(Round(agreed.ruleset, tuple(hands)), agreed).hands
        as_plain = tuple(each._replace(status=Status.PLAIN) for each in seen)
        [duel] = compare(EvaluatedRound(as_plain, None), agreed)
        result = duel.rows[place]
    return {1: "first", 0: "tie", -1: "second"}[result]


def test_the_comparison_that_is_not_ours_makes_no_foul_either():
    [fact] = [fact for fact in FACTS if fact["id"] == "PC-050"]
    front, middle = fact["hands"]
    assert front_strength(front) < row_strength(middle)


# --- fouls ---------------------------------------------------------------------------------------

AS_OURS = {"allow_equal", "common_prefix"}


def rows_text(arrangement: dict[str, list[str]]) -> str:
    return " / ".join(" ".join(arrangement[row]) for row in ("front", "middle", "back"))


def seen(arrangement: dict[str, list[str]], agreed: Rules) -> EvaluatedHand:
    played = Round(agreed.ruleset, (hand("amy", rows_text(arrangement)),))
    return evaluate(played, agreed).hands[0]


@pytest.mark.parametrize("fact", of_kind("foul"))
def test_what_is_a_foul(fact):
    assert set(fact.get("options", {}).values()) <= AS_OURS
    expected = fact["expected"]
    if "foul" not in expected:
        assert_surplus(fact)
        return
    found = seen(fact["arrangement"], rules())
    assert (found.status == Status.FOUL) == expected["foul"]
    front, middle, back = found.strengths
    broken = ["front>middle"] * (front > middle) + ["middle>back"] * (middle > back)
    assert {2: "both", 1: "".join(broken), 0: None}[len(broken)] == expected.get("offending")


def assert_surplus(fact: dict[str, Any]) -> None:
    """Fail unless the deck is found to hold too few of the cards."""
    assert fact["expected"]["rejected"]
    hands = fact.get("players", {"one": {"cards": fact.get("cards")}}).values()
    cards = [card for rows in hands for row in rows.values() for card in row]
    surplus = surplus_cards(cards, extra_suit=None)
    assert set(surplus.values()) == {2}
    duplicates = fact["expected"].get("duplicates", list(cards)[:13])
    assert sorted(surplus) == sorted(duplicates)


# --- naturals ------------------------------------------------------------------------------------

NATURALS = {
    "至尊青龍": "dragon_suited",
    "一條龍": "dragon",
    "十二皇族": "all_royals",
    "三同花順": "three_straight_flushes",
    "三分天下": "three_quads",
    "全大": "all_big",
    "全小": "all_small",
    "湊一色": "one_colour",
    "雙怪衝三": "two_full_houses",
    "四套三條": "four_trips",
    "五對沖三": "five_pairs_trips",
    "六對半": "six_pairs",
    "三順子": "three_straights",
    "三同花": "three_flushes",
}
"""The highest first."""


@cache
def playing_all(*front_excludes: str) -> Rules:
    """Return rules that play all of them, each above the next."""
    known = known_holds()
    straights = known["three_straights"]
    return rules(
        naturals=tuple(
            natural(
                natural_id,
                points=1,
                rank=rank,
                holds=type(straights)(rows="straight", front_excludes=front_excludes)
                if natural_id == "three_straights"
                else known[natural_id],
            )
            for rank, natural_id in enumerate(NATURALS.values(), start=1)
        )
    )


@pytest.mark.parametrize("fact", of_kind("natural"))
def test_which_natural_a_hand_is(fact):
    options = dict(fact.get("options", {}))
    excluded = () if options.pop("front_QKA_is_run", True) else ("QKA",)
    assert options.pop("front_A23_is_run", True)
    assert options.pop("six_pairs_quads_as_two", True)
    assert options == {}
    cards = hand("amy", " ".join(fact["cards"]), natural=AUTO)
    [found] = evaluate(Round("by-hand", (cards,)), playing_all(*excluded)).hands
    name = fact["expected"]["natural"]
    assert (found.natural and found.natural.id) == (name and NATURALS[name])


# --- rounds --------------------------------------------------------------------------------------

ROYALTIES = {
    "front": {},  # by rank, see PRICED_BY_RANK
    "middle": {
        "three_of_a_kind": 2, "straight": 4, "flush": 8, "full_house": 12, "four_of_a_kind": 20,
        "straight_flush": 30,
    },
    "back": {
        "straight": 2, "flush": 4, "full_house": 6, "four_of_a_kind": 10, "straight_flush": 15,
    },
}  # fmt: skip
BONUSES = {
    "none": {"front": {}, "middle": {}, "back": {}},
    "American royalties, WINNER of the row only": ROYALTIES,
    # Paid to both sides; ours are paid to the winner of the row, which is the same where only
    # winners hold any.
    "American OFC royalties, both sides, net": ROYALTIES,
}
VALUES = {
    "front_trips": ("front", "three_of_a_kind"),
    "middle_full_house": ("middle", "full_house"),
    "middle_quads": ("middle", "four_of_a_kind"),
    "middle_sf": ("middle", "straight_flush"),
    "back_full_house": ("back", "full_house"),
    "back_quads": ("back", "four_of_a_kind"),
    "back_sf": ("back", "straight_flush"),
}
SCOOPS = {
    "0": Scoop(),
    "+3": Scoop(points=3),
    "+4": Scoop(points=4),
    "x2": Scoop(base_multiplier=2, bonus_multiplier=2),
}
HOME_RUNS = {
    "x4 instead of x2": home_run(2, bonus_multiplier=2),
    "+6 per loser": home_run(2),  # as much as the 3 rows and the scoop of 3 that it is added to
}
FOULS = ("opponent wins 3 rows + scoop", "pays the opponent row values")


def rules_of(fact: dict[str, Any]) -> Rules:
    """Return the rules that a fact's options say."""
    options = dict(fact["options"])
    front, middle, back = options.pop("row_points", (1, 1, 1))
    base = dict(zip(("front", "middle", "back"), (front, middle, back), strict=True))
    bonus = {row: dict(paid) for row, paid in BONUSES[options.pop("bonuses", "none")].items()}
    for name, value in options.pop("values", {}).items():
        if name in VALUES:  # a value is what the winner takes in all
            row, kind = VALUES[name]
            bonus[row][kind] = value - base[row]
        else:
            assert name in {"front", "middle", "back_sf_A2345", "back_royal"}
    if fact["id"] in PRICED_BY_RANK:
        row, kind, price = PRICED_BY_RANK[fact["id"]]
        bonus[row][kind] = price
    agreed = rules(
        rows=tuple(prices(base[row], bonus[row]) for row in ("front", "middle", "back")),
        scoop=SCOOPS[options.pop("scoop", options.pop("gun", "0"))],
        home_run=HOME_RUNS[options.pop("homerun")] if "homerun" in options else None,
        foul=Foul(FoulPolicy.ALL_ROWS),
        wheel=WHEELS[options.pop("wheel_rank", "second_highest")],
    )
    assert options.pop("foul", FOULS[0]) in FOULS
    assert options.pop("bonus_value_replaces_row_point", True)
    assert options == {}
    return agreed


@pytest.mark.parametrize("fact", of_kind("round_score"))
def test_what_a_round_scores(fact):
    expected = dict(fact["expected"])
    players = fact["players"]
    if "natural" in players["A"]:
        assert nets(meeting(fact)) == expected["net"]
        return
    fouled = {player for player, rows in players.items() if rows.get("foul")}
    hands = [hand(player, rows_text(rows)) for player, rows in players.items()]
    sheet = dealt(rules_of(fact), *hands)
    assert nets(sheet) == expected.pop("net")
    assert fouled <= {each.player for each in sheet.evaluated.hands if each.status == Status.FOUL}
    if "homerun" in expected:
        collector, each = expected.pop("homerun"), expected.pop("A_from_each")
        paid: Counter[str] = Counter()
        for line in sheet.lines:
            if line.payee == collector:
                paid[line.payer] += line.points
        assert paid == dict.fromkeys(players.keys() - {collector}, each)
    assert expected == {}


def meeting(fact: dict[str, Any]) -> ScoreSheet:
    """Score hands of which only the naturals are told."""
    option = fact["options"]
    draw = option == {"natural_vs_natural": "draw"}
    assert draw or option == {"naturals": "no row comparison"}
    hands = []
    for rank, (player, told) in enumerate(fact["players"].items(), start=1):
        if told["natural"] is None:
            hands.append(plain(player))
        else:
            natural_id = NATURALS[told["natural"]]
            hands.append(holder(player, natural(natural_id, told["value"], 1 if draw else rank)))
    return scored(rules(rows=bases(1, 1, 1), scoop=Scoop(points=3)), hands, "01")


def test_what_is_not_ours_is_told_with_a_reason():
    assert set(NOT_OURS) == {"PC-050", "PC-124", "PC-138"}
    ids = {fact["id"] for fact in FACTS}
    assert len(ids) == len(FACTS)
    assert {*NOT_OURS, *PRICED_BY_RANK} <= ids


def test_the_rest_of_a_round_that_is_not_ours_is_as_told():
    told = {fact["id"]: fact for fact in FACTS}
    # 6 for the scoop, 30 and 15 for the straight flushes: 9 and -4 are what cannot be said.
    assert nets(score_plain(told["PC-124"])) == {"A": 51, "B": -51}
    assert told["PC-124"]["expected"]["net"]["A"] == 51 + 9 - 4
    # As if it were no foul: (1 + 1 + 6) x 2.
    assert nets(score_plain(told["PC-138"])) == told["PC-138"]["expected"]["net"]
    assert seen(told["PC-138"]["players"]["A"], rules()).status == Status.FOUL


def score_plain(fact: dict[str, Any]) -> ScoreSheet:
    """Score a fact's hands as they lie, in order or not."""
    agreed = rules_of(fact)
    hands = [hand(player, rows_text(rows)) for player, rows in fact["players"].items()]
    evaluated = evaluate(Round(agreed.ruleset, tuple(hands)), agreed)
    as_plain = tuple(each._replace(status=Status.PLAIN) for each in evaluated.hands)
    evaluated = EvaluatedRound(as_plain, None)
    return score(evaluated, compare(evaluated, agreed), agreed)
