"""From a ruleset's values to rules, mechanism by mechanism (RULES section 5)."""

from __future__ import annotations

import pytest

from settle.naturals import count
from settle.rulebook import Rulebook
from settle.rules import BankerEdge, Foul, FoulPolicy, HomeRun, Meeting, Pairing, Scoop, Suits
from settle.strength import CATEGORIES, Wheel
from tests.rulebook.documents import HOME_RUN, HOUSE, changed, natural, value

BOOK = Rulebook()


def rules(changes):
    return BOOK.load_text(changed(changes)).rules()


def test_what_is_not_said_is_not_played():
    plain = BOOK.load_text(HOUSE).rules()
    assert (plain.ruleset, plain.version) == ("house", 1)
    assert plain.extra_suit is plain.home_run is plain.doubling_card is None
    assert (plain.least_players, plain.most_players) == (2, 4)
    assert (plain.pairing, plain.wheel, plain.suits) == (
        Pairing.EVERYONE, Wheel.SECOND, Suits.NONE)  # fmt: skip
    assert plain.suits_high_card is plain.exchange is plain.takes_doubling_card is False
    assert plain.banker_edge == BankerEdge.NONE
    assert [row.base for row in plain.rows] == [1, 2, 3]
    assert not any(any(row.bonus) or any(row.gadu) for row in plain.rows)
    assert (plain.majority_points, plain.scoop, plain.sweep_multiplier) == (0, Scoop(), 1)
    assert plain.foul == Foul(FoulPolicy.ALL_ROWS)
    assert plain.meeting == Meeting.HIGHER_TAKES


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        ({("pairing", "value"): "banker"}, "pairing", Pairing.BANKER),
        ({("pairing", "value"): "banker", ("order", "banker_edge"): value("ties")},
         "banker_edge", BankerEdge.TIES),
        ({("pairing", "value"): "banker", ("order", "banker_edge"): value("top_card")},
         "banker_edge", BankerEdge.TOP_CARD),
        ({("order", "banker_edge"): value("none")}, "banker_edge", BankerEdge.NONE),
        ({("pairing", "value"): "banker", ("naturals", "meeting", "value"): "banker_pays"},
         "meeting", Meeting.BANKER_PAYS),
        ({("deck", "cards", "value"): 65, ("deck", "extra_suit"): value("d")}, "extra_suit", "d"),
        ({("deck", "cards", "value"): 65, ("deck", "extra_suit"): value("d"),
          ("players", "most", "value"): 5}, "most_players", 5),
        ({("players", "least", "value"): 4}, "least_players", 4),
        ({("order", "wheel", "value"): "none"}, "wheel", Wheel.NONE),
        ({("order", "wheel", "value"): "lowest"}, "wheel", Wheel.LOWEST),
        ({("order", "suits", "value"): "after_ranks"}, "suits", Suits.AFTER_RANKS),
        ({("order", "suits", "value"): "flush_suit_first"}, "suits", Suits.FLUSH_SUIT_FIRST),
        ({("order", "suits", "value"): "after_ranks", ("order", "suits_high_card"): value(True)},
         "suits_high_card", True),
        ({("majority",): {"points": value(1, "points")}}, "majority_points", 1),
        ({("scoop",): {"base_multiplier": value(2, "multiplier"),
                       "bonus_multiplier": value(3, "multiplier"),
                       "points": value(4, "points"), "tied_row": value(True)}},
         "scoop", Scoop(2, 3, 4, tied_row=True)),
        ({("home_run",): HOME_RUN}, "home_run", HomeRun(2, 1, 3)),
        ({("foul",): {"policy": value("largest"), "minimum": value(3, "points")}},
         "foul", Foul(FoulPolicy.LARGEST, minimum=3)),
        ({("foul",): {"policy": value("fixed"), "points": value(6, "points"),
                      "counts_as_scoop": value(False)}},
         "foul", Foul(FoulPolicy.FIXED, points=6, counts_as_scoop=False)),
        ({("naturals", "sweep_multiplier"): value(2, "multiplier")}, "sweep_multiplier", 2),
        ({("exchange",): value(True)}, "exchange", True),
        ({("doubling_card",): value(True)}, "takes_doubling_card", True),
    ],
)  # fmt: skip
def test_what_is_said_is_played(changes, field, expected):
    assert getattr(rules(changes), field) == expected


def test_bonuses_and_gadu_stand_in_the_order_of_the_categories():
    made = rules(
        {
            ("rows", "front", "bonus"): {"three_of_a_kind": value(2, "points")},
            ("rows", "middle", "bonus"): {"full_house": value(1, "points")},
            ("gadu", "back"): {
                "four_of_a_kind": value(3, "units"),
                "straight_flush": value(4, "units"),
            },
        }
    )
    names = [str(kind) for kind in CATEGORIES]
    assert dict(zip(names, made.rows[0].bonus, strict=True))["three_of_a_kind"] == 2
    assert dict(zip(names, made.rows[1].bonus, strict=True))["full_house"] == 1
    assert sum(map(sum, (row.bonus for row in made.rows))) == 3
    assert dict(zip(names, made.rows[2].gadu, strict=True))["straight_flush"] == 4
    assert sum(map(sum, (row.gadu for row in made.rows))) == 7


def test_naturals_without_a_meeting_of_two_are_met_by_the_higher():
    # No natural is played, so the file need not say; an option may still switch one on.
    none = changed({("naturals",): {}})
    assert BOOK.load_text(none).rules({"natural_points": {"dragon": 5}}).meeting == (
        Meeting.HIGHER_TAKES)  # fmt: skip


# 2 3 4 | 5 6 7 8 9 | T J Q K A, and A 2 3 | 4 5 6 7 8 | 9 T J Q K: thirteen ranks make both.
ALL_RANKS = ("As", "2h", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Kh")
FRONT_QKA = ("Qs", "Ks", "As", "2h", "3s", "4s", "5s", "6h", "2s", "3h", "4h", "5h", "6s")


@pytest.mark.parametrize(
    ("excluded", "cards", "held"),
    [
        ([], FRONT_QKA, True),
        (["QKA"], FRONT_QKA, False),
        (["A23"], FRONT_QKA, True),
        (["QKA"], ALL_RANKS, True),
    ],
)
def test_excluded_fronts_go_into_the_condition(excluded, cards, held):
    changes = {("naturals", "three_straights"): natural(3, 2, front_excludes=excluded)}
    straights = rules(changes).natural("three_straights")
    assert straights.test(count(cards)) is held


@pytest.mark.parametrize(
    ("suits", "by_suit"),
    [
        ({"groups": ["s", "h"], "min": 13}, True),
        ({"groups": ["s", "h"], "min": 12}, False),
        ({"groups": ["s", "hd"], "min": 13}, False),
    ],
)
def test_the_suit_can_decide_where_all_thirteen_cards_are_of_one(suits, by_suit):
    named = {("names", lang, "naturals", "own"): "Own" for lang in ("en", "zh-Hant", "zh-Hans")}
    own = natural(5, 3, holds={"suits": suits})
    assert rules({("naturals", "own"): own, **named}).natural("own").by_suit is by_suit


def test_a_condition_of_the_file_s_own():
    named = {("names", lang, "naturals", "reds"): "Reds" for lang in ("en", "zh-Hant", "zh-Hans")}
    holds = {"suits": {"groups": ["hd"], "min": 12}, "ranks": {"set": "A", "max": 0}}
    reds = rules({("naturals", "reds"): natural(5, 3, holds=holds), **named}).natural("reds")
    twelve = tuple(rank + suit for suit in "hd" for rank in "234567")
    assert reds.test(count((*twelve, "8s")))
    assert not reds.test(count((*twelve, "As")))
    assert not reds.test(count((*twelve[:11], "8s", "9s")))
