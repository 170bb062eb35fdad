"""What a table's answers do (RULES section 4), against values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from settle.faults import RefusedError, json_pointer
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from tests.rulebook.documents import (
    HOME_RUN,
    HOUSE,
    card,
    changed,
    choice,
    natural,
    number,
    numbers,
    value,
)

BOOK = Rulebook()

OPTIONS: dict[str, Any] = {
    # Laid over the file in the order of the names: double_back comes before middle.
    "double_back": choice(
        False,
        {"value": False},
        {"value": True, "sets": {"rows.back.base": 6, "rows.middle.base": 4}},
    ),
    "middle": number(2, 0, 9, "rows.middle.base"),
    "home_run": number(2, 1, 20, "home_run.multiplier", "home_run.bonus_multiplier"),
    "quads": choice(1, {"value": 1}, {"value": 2, "sets": {"gadu.back.four_of_a_kind": 2}}),
    "gadu_units": numbers("gadu", 0, 100, "back.four_of_a_kind", "front.three_of_a_kind"),
    "dragon": number(26, 1, 1000, "naturals.dragon.points"),
    "suits": choice(
        "none", {"value": "none"}, {"value": "after_ranks", "sets": {"order.suits": "after_ranks"}}
    ),
    "players": choice(
        "few",
        {"value": "few"},
        {"value": "many", "sets": {"deck.cards": 65, "players.most": 5}},
        {"value": "five", "sets": {"deck.cards": 65, "players.least": 5, "players.most": 5}},
    ),
    "pairing": choice(
        "everyone", {"value": "everyone"}, {"value": "banker", "sets": {"pairing": "banker"}}
    ),
    "doubling_card": card(),
}
TABLE = changed(
    {
        ("home_run",): {**HOME_RUN, "bonus_multiplier": value(2, "multiplier")},
        ("deck", "extra_suit"): value("h"),
        ("gadu", "back", "four_of_a_kind"): value(1, "units"),
        ("doubling_card",): value(True),
        ("options",): OPTIONS,
    }
)


@pytest.fixture(scope="module")
def table() -> Ruleset:
    return BOOK.load_text(TABLE)


AS_USUAL = {
    "double_back": False,
    "doubling_card": None,
    "dragon": 26,
    "gadu_units": {"back.four_of_a_kind": 1, "front.three_of_a_kind": 0},
    "home_run": 2,
    "home_run_min_opponents": 3,
    "middle": 2,
    "natural_points": {"dragon": 26, "six_pairs": 3, "three_straights": 3},
    "pairing": "everyone",
    "players": "few",
    "quads": 1,
    "suits": "none",
}


@pytest.mark.parametrize(
    ("answers", "effective"),
    [
        ({}, {}),
        ({"middle": 0}, {"middle": 0}),
        ({"doubling_card": None}, {}),
        ({"doubling_card": "♠A"}, {"doubling_card": "As"}),
        ({"doubling_card": "黑桃A"}, {"doubling_card": "As"}),
        ({"doubling_card": "10h"}, {"doubling_card": "Th"}),
        ({"quads": 2}, {"quads": 2,
            "gadu_units": {"back.four_of_a_kind": 2, "front.three_of_a_kind": 0}}),
        ({"quads": 2, "gadu_units": {"back.four_of_a_kind": 7}}, {"quads": 2,
            "gadu_units": {"back.four_of_a_kind": 7, "front.three_of_a_kind": 0}}),
        ({"gadu_units": {}}, {}),
        ({"dragon": 9}, {"dragon": 9,
            "natural_points": {"dragon": 9, "six_pairs": 3, "three_straights": 3}}),
        ({"dragon": 9, "natural_points": {"dragon": 0}}, {"dragon": 9,
            "natural_points": {"dragon": 0, "six_pairs": 3, "three_straights": 3}}),
        ({"natural_points": {"all_big": 8, "one_colour": 0}}, {"natural_points":
            {"all_big": 8, "dragon": 26, "one_colour": 0, "six_pairs": 3, "three_straights": 3}}),
        ({"home_run_min_opponents": 4}, {"home_run_min_opponents": 4}),
    ],
)  # fmt: skip
def test_effective_options(table, answers, effective):
    rules = table.rules(answers)
    assert rules.options == {**AS_USUAL, **effective}
    assert table.rules(rules.options) is rules


@pytest.mark.parametrize(
    ("answers", "bases", "home_run"),
    [
        ({}, (1, 2, 3), (2, 2, 3)),
        # the default of `home_run` is put at both its keys, the file's 1 for bonuses gives way
        ({"home_run": 3}, (1, 2, 3), (3, 3, 3)),
        ({"double_back": True}, (1, 2, 6), (2, 2, 3)),
        ({"double_back": True, "middle": 5}, (1, 5, 6), (2, 2, 3)),
    ],
)
def test_answers_are_laid_over_the_file_in_the_order_of_their_names(
    table, answers, bases, home_run
):
    rules = table.rules(answers)
    assert tuple(row.base for row in rules.rows) == bases
    run = rules.home_run
    assert (run.multiplier, run.bonus_multiplier, run.min_opponents) == home_run


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"wheel": "lowest"}, ["/options/wheel unknown_option"]),
        ({3: 4}, ["/options/3 unknown_option"]),
        ({"double_back": 1}, ["/options/double_back bad_option.choice"]),
        ({"double_back": None}, ["/options/double_back bad_option.choice"]),
        ({"quads": True}, ["/options/quads bad_option.choice"]),
        ({"quads": 1.0}, ["/options/quads bad_option.choice"]),
        ({"quads": [1]}, ["/options/quads bad_option.choice"]),
        ({"middle": 10}, ["/options/middle bad_option.range"]),
        ({"middle": True}, ["/options/middle bad_option.range"]),
        ({"middle": 2.0}, ["/options/middle bad_option.range"]),
        ({"middle": "2"}, ["/options/middle bad_option.range"]),
        ({"gadu_units": 3}, ["/options/gadu_units bad_option.map"]),
        ({"gadu_units": {"back.flush": 1}}, ["/options/gadu_units/back.flush bad_option.entry"]),
        ({"gadu_units": {"back.four_of_a_kind": 101}},
         ["/options/gadu_units/back.four_of_a_kind bad_option.range"]),
        ({"natural_points": {"seven": 7, "dragon": -1}},
         ["/options/natural_points/seven bad_option.entry",
          "/options/natural_points/dragon bad_option.range"]),
        ({"natural_points": {"dragon": 1_000_001}},
         ["/options/natural_points/dragon bad_option.range"]),
        ({"home_run_min_opponents": 1}, ["/options/home_run_min_opponents bad_option.range"]),
        ({"doubling_card": "1s"}, ["/options/doubling_card bad_option.card"]),
        ({"doubling_card": "Joker"}, ["/options/doubling_card bad_option.card"]),
        ({"doubling_card": 3}, ["/options/doubling_card bad_option.card"]),
        # each right by itself, but not with the rest of the agreement
        ({"players": "many", "suits": "after_ranks"}, ["/options/suits bad_option.only_with"]),
        ({"pairing": "banker"}, ["/options/pairing bad_option.only_with"]),
        ({"pairing": "banker", "home_run": 3},
         ["/options/home_run bad_option.only_with", "/options/pairing bad_option.only_with"]),
    ],
)  # fmt: skip
def test_answers_that_are_refused(table, answers, expected):
    with pytest.raises(RefusedError) as refused:
        table.rules(answers)
    found = [f"{json_pointer(fault.pointer)} {fault.text_key}" for fault in refused.value.faults]
    assert found == expected


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("tw-banker", {"pairing": "everyone", "banker_edge": "top_card"}),
        ("tw-banker", {"pairing": "everyone", "banker_edge": "ties"}),
    ],
)
def test_the_banker_s_edge_needs_a_banker(name, answers):
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/options/banker_edge bad_option"
    ):
        BOOK.get(name).rules(answers)


def test_a_card_where_another_option_took_the_cards_away():
    cards = choice(True, {"value": True}, {"value": False, "sets": {"doubling_card": False}})
    table = BOOK.load_text(changed({("options", "cards"): cards}, TABLE))
    assert table.rules({"cards": False}).takes_doubling_card is False
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/options/doubling_card bad_option"
    ):
        table.rules({"cards": False, "doubling_card": "As"})


def test_an_answer_that_brings_a_need_the_file_does_not_meet():
    policy = choice(
        "all_rows", {"value": "all_rows"}, {"value": "largest", "sets": {"foul.policy": "largest"}}
    )
    table = BOOK.load_text(changed({("options", "foul"): policy}))
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/options/foul bad_option"
    ):
        table.rules({"foul": "largest"})


def test_an_answer_that_leaves_out_what_the_default_sets():
    foul = choice(3, {"value": 3, "sets": {"foul.minimum": 3}}, {"value": "as agreed on the spot"})
    table = BOOK.load_text(
        changed({("foul", "policy", "value"): "largest", ("options", "foul"): foul})
    )
    assert table.rules().foul.minimum == 3
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/options/foul bad_option"
    ):
        table.rules({"foul": "as agreed on the spot", "natural_points": {}})


def test_more_at_the_table_at_least_than_at_most():
    least = number(2, 2, 4, "players.least")
    table = BOOK.load_text(
        changed({("options", "least"): least, ("players", "most"): value(3, "players")})
    )
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/options/least bad_option"
    ):
        table.rules({"least": 4})


def test_a_range_without_a_key_in_the_file_does_not_exist():
    plain = BOOK.load_text(HOUSE)
    assert [option.name for option in plain.options()] == ["natural_points"]
    with pytest.raises(RefusedError, check=lambda refused: "unknown_option" in refused.brief):
        plain.rules({"home_run_min_opponents": 2})


def test_true_and_one_are_kept_apart():
    flag = choice(True, {"value": True}, {"value": 1, "sets": {"rows.front.base": 9}})
    table = BOOK.load_text(changed({("options", "flag"): flag}))
    assert [table.rules({"flag": flag}).rows[0].base for flag in (True, 1, True)] == [1, 9, 1]


def test_the_same_answers_give_the_same_rules(table):
    assert table.rules({"quads": 2, "middle": 1}) is table.rules({"middle": 1, "quads": 2})
    assert table.rules() is table.rules({}) is table.rules({"quads": 1})


# --- naturals ------------------------------------------------------------------------------------


def test_naturals_that_only_an_option_switches_on_rank_below_all_others():
    ranked = changed({("naturals", "four_trips"): natural(0, 7)})
    rules = BOOK.load_text(ranked).rules(
        {"natural_points": {"all_big": 5, "dragon_suited": 9, "small_2_to_10": 4, "four_trips": 2}}
    )
    ranks = {held.id: (held.rank, held.points) for held in rules.naturals}
    assert list(ranks) == ["dragon", "six_pairs", "three_straights", "four_trips",
                           "dragon_suited", "all_big", "small_2_to_10"]  # fmt: skip
    assert ranks["dragon"] == (1, 26)
    assert ranks["six_pairs"] == ranks["three_straights"] == (2, 3)
    assert ranks["four_trips"] == (7, 2)
    assert 7 < ranks["dragon_suited"][0] < ranks["all_big"][0] < ranks["small_2_to_10"][0]


@pytest.mark.parametrize(
    ("listed", "order"),
    [
        ({}, ["six_pairs", "three_flushes", "three_straights"]),
        ({"three_straights": 1}, ["three_straights", "six_pairs", "three_flushes"]),
        ({"six_pairs": 2, "three_flushes": 1},
         ["three_flushes", "six_pairs", "three_straights"]),
    ],
)  # fmt: skip
def test_equal_naturals_stand_as_listed_else_in_the_order_of_the_root(listed, order):
    entries = {
        ("naturals", name): natural(3, 2, **({"listed": listed[name]} if name in listed else {}))
        for name in ("three_straights", "three_flushes", "six_pairs")
    }
    rules = BOOK.load_text(changed(entries)).rules()
    assert [held.id for held in rules.naturals][1:] == order


def test_naturals_without_points_are_known_and_not_played():
    rules = BOOK.load_text(HOUSE).rules({"natural_points": {"dragon": 0}})
    assert [held.id for held in rules.naturals] == ["six_pairs", "three_straights"]
    assert {"dragon", "half_small"} <= rules.known_naturals


def test_only_a_natural_of_thirteen_cards_of_one_suit_goes_by_suit():
    on = {"natural_points": {"dragon_suited": 1, "one_colour": 1, "three_flushes": 1}}
    rules = BOOK.load_text(HOUSE).rules(on)
    assert [held.id for held in rules.naturals if held.by_suit] == ["dragon_suited"]
