"""Every constraint on a ruleset document, each by a document that breaks it (RULES section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from settle.faults import RefusedError, json_pointer
from settle.rulebook import Rulebook
from settle.rulebook.agreement import parse_holds
from settle.rulebook.holding import can_be_held
from settle.wire import problem
from settle.words import LANGUAGES
from tests.rulebook.documents import (
    GONE,
    HOME_RUN,
    HOUSE,
    Path,
    card,
    changed,
    choice,
    natural,
    number,
    numbers,
    texts,
    value,
)

BOOK = Rulebook()


def faults(document: object) -> list[str]:
    """Return every fault as pointer and text key; each can be told in every language."""
    try:
        BOOK.load_text(document)
    except RefusedError as refused:
        for language in LANGUAGES:
            told = problem(refused, language)["errors"]
            assert all(error["message"] for error in told)
        return [f"{json_pointer(fault.pointer)} {fault.text_key}" for fault in refused.faults]
    return []


def test_the_house_rules_are_right():
    assert faults(HOUSE) == []


# What is put where, and the one fault it makes.
ONE_FAULT: list[tuple[Mapping[Path, object], str]] = [
    # --- the header
    ({("id",): GONE}, "/id missing.field"),
    ({("id",): "House"}, "/id out_of_range.id"),
    ({("id",): "a" * 41}, "/id out_of_range.id"),
    ({("id",): 7}, "/id wrong_type.text"),
    ({("version",): GONE}, "/version missing.field"),
    ({("version",): 0}, "/version out_of_range.integer"),
    ({("version",): True}, "/version wrong_type.integer"),
    ({("version",): 1.0}, "/version wrong_type.integer"),
    ({("region",): GONE}, "/region missing.field"),
    ({("region",): "US"}, "/region out_of_range.choice"),
    ({("title",): GONE}, "/title missing.field"),
    ({("title",): "House"}, "/title wrong_type.object"),
    ({("title", "en"): GONE}, "/title/en missing.field"),
    ({("title", "fr"): "Maison"}, "/title/fr unknown_field"),
    ({("summary",): GONE}, "/summary missing.field"),
    ({("summary", "zh-Hans"): " "}, "/summary/zh-Hans out_of_range.text"),
    ({("summary", "en"): "x" * 1001}, "/summary/en out_of_range.text"),
    ({("unit",): GONE}, "/unit missing.field"),
    ({("unit", "zh-Hant"): 1}, "/unit/zh-Hant wrong_type.text"),
    ({("colour",): "red"}, "/colour unknown_field"),
    ({("shown",): "back, middle, front"}, "/shown wrong_type.list"),
    ({("shown",): ["back", "middle"]}, "/shown missing.entries"),
    ({("shown",): ["back", "middle", "top"]}, "/shown/2 out_of_range.choice"),
    ({("shown",): ["back", "middle", 1]}, "/shown/2 wrong_type.text"),
    ({("shown",): ["back", "middle", "back"]}, "/shown/2 out_of_range.repeated"),
    ({("shown",): ["back", "middle", "front", "back"]}, "/shown/3 out_of_range.repeated"),
    ({("sources", "a b"): {"title": "A"}}, "/sources/a b bad_key.spelling"),
    ({("sources", "b"): {}}, "/sources/b/title missing.field"),
    ({("sources", "b"): {"title": "B", "page": 3}}, "/sources/b/page unknown_field"),
    # --- parents
    ({("extends",): "tw-scoop"}, "/extends out_of_range.parent"),
    ({("extends",): 1}, "/extends wrong_type.text"),
    ({("extends",): "tw-scoop@99"}, "/extends unknown_parent"),
    ({("extends",): "common@1"}, "/extends unknown_parent"),
    ({("without",): ["order.wheel"]}, "/without/0 bad_key.without"),
    ({("without",): "order.wheel"}, "/without wrong_type.list"),
    ({("without",): [1]}, "/without/0 wrong_type.text"),
    # --- values
    ({("rows", "front", "base"): 1}, "/rows/front/base wrong_type.value_table"),
    ({("rows", "front", "base", "value"): GONE}, "/rows/front/base/value missing.field"),
    ({("rows", "front", "base", "unit"): GONE}, "/rows/front/base/unit missing.field"),
    ({("rows", "front", "base", "unit"): "units"}, "/rows/front/base/unit out_of_range.choice"),
    ({("rows", "front", "base", "source"): GONE}, "/rows/front/base unsourced_value"),
    ({("rows", "front", "base", "source"): "x"}, "/rows/front/base/source unknown_source"),
    ({("rows", "front", "base", "source"): 3}, "/rows/front/base/source wrong_type.text"),
    ({("rows", "front", "base", "basis"): "x"},
     "/rows/front/base/basis out_of_range.choice, /rows/front/base/note missing.field"),
    ({("rows", "front", "base", "basis"): "decision"}, "/rows/front/base/note missing.field"),
    ({("rows", "front", "base", "note"): {"en": "x", "zh-Hant": "x"}},
     "/rows/front/base/note/zh-Hans missing.field"),
    ({("rows", "front", "base", "why"): "x"}, "/rows/front/base/why unknown_field"),
    ({("pairing", "unit"): "players"}, "/pairing/unit unknown_field"),
    # --- what has to be there
    ({("deck",): GONE}, "/deck/cards missing.key"),
    ({("players", "least"): GONE}, "/players/least missing.key"),
    ({("players", "most"): GONE}, "/players/most missing.key"),
    ({("pairing",): GONE}, "/pairing missing.key"),
    ({("order", "wheel"): GONE}, "/order/wheel missing.key"),
    ({("order", "suits"): GONE}, "/order/suits missing.key"),
    ({("rows", "front"): GONE}, "/rows/front/base missing.key"),
    ({("rows", "middle", "base"): GONE}, "/rows/middle/base missing.key"),
    ({("rows", "back", "base"): GONE}, "/rows/back/base missing.key"),
    ({("foul",): GONE}, "/foul/policy missing.key"),
    ({("naturals", "meeting"): GONE}, "/naturals/meeting missing.key"),
    # --- deck and players
    ({("deck", "cards", "value"): 53}, "/deck/cards/value out_of_range.choice"),
    ({("deck", "cards", "value"): "52"}, "/deck/cards/value wrong_type.integer"),
    ({("deck", "cards", "value"): 65}, "/deck/extra_suit missing.beside"),
    ({("deck", "extra_suit"): value("x")}, "/deck/extra_suit/value out_of_range.choice"),
    ({("deck", "extra_suit"): value("s")}, "/deck/extra_suit conflicting_value.only_with"),
    ({("deck", "jokers"): value(2)}, "/deck/jokers unknown_field"),
    ({("players", "least", "value"): 1}, "/players/least/value out_of_range.integer"),
    ({("players", "most", "value"): 6}, "/players/most/value out_of_range.integer"),
    ({("players", "most", "value"): 5}, "/players/most conflicting_value.only_with"),
    ({("players", "least", "value"): 4, ("players", "most", "value"): 3},
     "/players/least conflicting_value.above"),
    # --- pairing and order
    ({("pairing", "value"): "teams"}, "/pairing/value out_of_range.choice"),
    ({("order", "wheel", "value"): "first"}, "/order/wheel/value out_of_range.choice"),
    ({("order", "suits", "value"): "always"}, "/order/suits/value out_of_range.choice"),
    ({("order", "suits", "value"): "after_ranks", ("deck", "cards", "value"): 65,
      ("deck", "extra_suit"): value("h")}, "/order/suits conflicting_value.only_with"),
    ({("order", "suits", "value"): "flush_suit_first", ("deck", "cards", "value"): 65,
      ("deck", "extra_suit"): value("h")}, "/order/suits conflicting_value.only_with"),
    ({("order", "suits_high_card"): value(1)}, "/order/suits_high_card/value wrong_type.flag"),
    ({("order", "suits_high_card"): value(True)},
     "/order/suits_high_card conflicting_value.only_with"),
    ({("order", "banker_edge"): value("all")}, "/order/banker_edge/value out_of_range.choice"),
    ({("order", "banker_edge"): value("ties")}, "/order/banker_edge conflicting_value.only_with"),
    ({("order", "banker_edge"): value("top_card")},
     "/order/banker_edge conflicting_value.only_with"),
    # --- rows
    ({("rows", "front", "base", "value"): -1}, "/rows/front/base/value out_of_range.integer"),
    ({("rows", "front", "base", "value"): 1001}, "/rows/front/base/value out_of_range.integer"),
    ({("rows", "top"): {}}, "/rows/top unknown_field"),
    ({("rows", "front", "bonus", "straight"): value(1, "points")},
     "/rows/front/bonus/straight unknown_field"),
    ({("rows", "middle", "bonus", "flushes"): value(1, "points")},
     "/rows/middle/bonus/flushes unknown_field"),
    ({("rows", "middle", "bonus", "flush"): value(1001, "points")},
     "/rows/middle/bonus/flush/value out_of_range.integer"),
    ({("majority",): {"points": value(1001, "points")}},
     "/majority/points/value out_of_range.integer"),
    # --- scoop and home run
    ({("scoop",): {"base_multiplier": value(0, "multiplier")}},
     "/scoop/base_multiplier/value out_of_range.integer"),
    ({("scoop",): {"bonus_multiplier": value(21, "multiplier")}},
     "/scoop/bonus_multiplier/value out_of_range.integer"),
    ({("scoop",): {"points": value(1001, "points")}}, "/scoop/points/value out_of_range.integer"),
    ({("scoop",): {"tied_row": value("yes")}}, "/scoop/tied_row/value wrong_type.flag"),
    ({("home_run",): {**HOME_RUN, "multiplier": value(21, "multiplier")}},
     "/home_run/multiplier/value out_of_range.integer"),
    ({("home_run",): {**HOME_RUN, "min_opponents": value(1, "opponents")}},
     "/home_run/min_opponents/value out_of_range.integer"),
    ({("home_run",): {"multiplier": value(2, "multiplier"),
                      "min_opponents": value(2, "opponents")}},
     "/home_run/bonus_multiplier missing.beside"),
    ({("home_run",): {"bonus_multiplier": value(2, "multiplier")}},
     "/home_run/multiplier missing.beside, /home_run/min_opponents missing.beside"),
    ({("pairing", "value"): "banker", ("home_run", "multiplier"): value(2, "multiplier"),
      ("home_run", "bonus_multiplier"): value(1, "multiplier"),
      ("home_run", "min_opponents"): value(2, "opponents")},
     ("/home_run/multiplier conflicting_value.only_with, "
      "/home_run/bonus_multiplier conflicting_value.only_with, "
      "/home_run/min_opponents conflicting_value.only_with")),
    # --- foul
    ({("foul", "policy", "value"): "none"}, "/foul/policy/value out_of_range.choice"),
    ({("foul", "policy", "value"): "largest"}, "/foul/minimum missing.beside"),
    ({("foul", "policy", "value"): "fixed"},
     "/foul/points missing.beside, /foul/counts_as_scoop missing.beside"),
    ({("foul", "minimum"): value(3, "points")}, "/foul/minimum conflicting_value.only_with"),
    ({("foul", "points"): value(3, "points")}, "/foul/points conflicting_value.only_with"),
    ({("foul", "counts_as_scoop"): value(False)},
     "/foul/counts_as_scoop conflicting_value.only_with"),
    # --- gadu
    ({("gadu", "back", "four_of_a_kind"): value(101, "units")},
     "/gadu/back/four_of_a_kind/value out_of_range.integer"),
    ({("gadu", "front", "four_of_a_kind"): value(1, "units")},
     "/gadu/front/four_of_a_kind unknown_field"),
    ({("pairing", "value"): "banker", ("gadu", "back", "flush"): value(1, "units")},
     "/gadu/back/flush conflicting_value.only_with"),
    # --- naturals
    ({("naturals", "meeting", "value"): "lower"}, "/naturals/meeting/value out_of_range.choice"),
    ({("naturals", "meeting", "value"): "banker_pays"},
     "/naturals/meeting conflicting_value.only_with"),
    ({("naturals", "sweep_multiplier"): value(21, "multiplier")},
     "/naturals/sweep_multiplier/value out_of_range.integer"),
    ({("pairing", "value"): "banker", ("naturals", "sweep_multiplier"): value(2, "multiplier")},
     "/naturals/sweep_multiplier conflicting_value.only_with"),
    ({("naturals",): 3}, "/naturals wrong_type.object"),
    ({("naturals", "dragon"): 26}, "/naturals/dragon wrong_type.object"),
    ({("naturals", "dragon", "points"): 1_000_001}, "/naturals/dragon/points out_of_range.integer"),
    ({("naturals", "dragon", "points"): GONE}, "/naturals/dragon/points missing.field"),
    ({("naturals", "dragon", "rank"): 0}, "/naturals/dragon/rank out_of_range.integer"),
    ({("naturals", "dragon", "rank"): GONE}, "/naturals/dragon/rank missing.field"),
    ({("naturals", "dragon", "unit"): GONE}, "/naturals/dragon/unit missing.field"),
    ({("naturals", "dragon", "source"): GONE}, "/naturals/dragon unsourced_value"),
    ({("naturals", "dragon", "listed"): "1"}, "/naturals/dragon/listed wrong_type.integer"),
    ({("naturals", "dragon", "order"): 3}, "/naturals/dragon/order unknown_field"),
    ({("naturals", "dragon", "holds"): {"pairs": 6}},
     "/naturals/dragon/holds unknown_field.known_natural"),
    ({("naturals", "three_straights", "front_excludes"): ["AKQ"]},
     "/naturals/three_straights/front_excludes/0 out_of_range.choice"),
    ({("naturals", "three_straights", "front_excludes"): ["QKA", "QKA"]},
     "/naturals/three_straights/front_excludes/1 out_of_range.repeated"),
    ({("naturals", "dragon", "front_excludes"): ["QKA"]},
     "/naturals/dragon/front_excludes conflicting_value.no_straights"),
    ({("naturals", "auto"): natural(1, 3)}, "/naturals/auto bad_key.natural"),
    ({("naturals", "Seven"): natural(1, 3)}, "/naturals/Seven bad_key.natural"),
    # --- options
    ({("options",): []}, "/options wrong_type.object"),
    ({("options", "x"): 3}, "/options/x wrong_type.object"),
    ({("options", "X"): choice(1, {"value": 1})}, "/options/X bad_key.spelling"),
    ({("options", "x"): {"question": texts("?"), "source": "house"}},
     "/options/x missing.answers"),
    ({("options", "x"): {**choice(1, {"value": 1}), "source": "y"}},
     "/options/x/source unknown_source"),
    ({("options", "x"): choice(2, {"value": 1})}, "/options/x/default bad_option.choice"),
    ({("options", "x"): choice(1, {"value": True})}, "/options/x/default bad_option.choice"),
    ({("options", "x"): choice(1)}, "/options/x/choices missing.entries"),
    ({("options", "x"): choice(1, {"value": 1}, {"value": 1, "label": texts("one")})},
     "/options/x/choices/1/value out_of_range.repeated"),
    ({("options", "x"): choice(1, {"value": 1}, {"value": 1})},
     "/options/x/choices/1 out_of_range.repeated"),
    ({("options", "x"): choice(1, {"value": 1, "label": {"en": "one", "zh-Hant": "一"}})},
     "/options/x/choices/0/label/zh-Hans missing.field"),
    ({("options", "x"): choice(1, {"value": 1, "sets": {"rows.top.base": 1}})},
     "/options/x/choices/0/sets/rows.top.base bad_key"),
    ({("options", "x"): choice(1, {"value": 1, "sets": {"naturals.seven.points": 1}})},
     "/options/x/choices/0/sets/naturals.seven.points bad_key"),
    ({("options", "x"): choice(1, {"value": 1, "sets": {"rows.back.base": 1001}})},
     "/options/x/choices/0/sets/rows.back.base out_of_range.integer"),
    ({("options", "x"): choice(1, {"value": 1, "sets": ["rows.back.base"]})},
     "/options/x/choices/0/sets wrong_type.object"),
    ({("options", "x"): choice(1, {"value": 1.5})},
     "/options/x/choices/0/value wrong_type.integer"),
    ({("options", "x"): choice("", {"value": ""})},
     "/options/x/default out_of_range.text, /options/x/choices/0/value out_of_range.text"),
    ({("options", "x"): {**choice(1, {"value": 1}), "range": [1, 2]}},
     "/options/x/range unknown_field"),
    ({("options", "x"): number(0, 1, 9, "scoop.points")}, "/options/x/default bad_option.range"),
    ({("options", "x"): number(1, 1, 1001, "scoop.points")},
     "/options/x/range out_of_range.key_bounds"),
    ({("options", "x"): number(1, 0, 9, "scoop.base_multiplier")},
     "/options/x/range out_of_range.key_bounds"),
    ({("options", "x"): number(1, 1, 9, "order.wheel")}, "/options/x/sets/0 bad_key.no_number"),
    ({("options", "x"): number(1, 1, 9, "scoop.point")}, "/options/x/sets/0 bad_key"),
    ({("options", "x"): number(1, 1, 9)}, "/options/x/sets missing.entries"),
    ({("options", "x"): {**number(1, 1, 9), "sets": [1]}}, "/options/x/sets/0 wrong_type.text"),
    ({("options", "x"): {**number(1, 1, 9, "scoop.points"), "default": "1"}},
     "/options/x/default wrong_type.integer"),
    ({("options", "x"): {**number(1, 1, 9, "scoop.points"), "range": [9, 1]}},
     "/options/x/range out_of_range.bounds"),
    ({("options", "x"): {**number(1, 1, 9, "scoop.points"), "range": [1]}},
     "/options/x/range out_of_range.bounds"),
    ({("options", "x"): {**number(1, 1, 9, "scoop.points"), "range": 9}},
     "/options/x/range wrong_type.list"),
    ({("options", "x"): {**number(1, 1, 9, "scoop.points"), "range": ["1", 9]}},
     "/options/x/range/0 wrong_type.integer"),
    ({("options", "x"): {key: held for key, held in number(1, 1, 9, "scoop.points").items()
                         if key != "default"}}, "/options/x/default missing.field"),
    ({("options", "x"): numbers("gadu", 0, 101, "back.flush")},
     "/options/x/range out_of_range.key_bounds"),
    ({("options", "x"): numbers("gadu", 0, 100, "back.flushes")}, "/options/x/keys/0 bad_key"),
    ({("options", "x"): numbers("gadu", 0, 100)}, "/options/x/keys missing.entries"),
    ({("options", "x"): {key: held for key, held in numbers("gadu", 0, 9).items()
                         if key != "keys"}}, "/options/x/keys missing.field"),
    # --- what the root asks of every ruleset is not asked otherwise
    ({("options", "natural_points"): numbers("naturals", 0, 2_000_000, "dragon")},
     ("/options/natural_points/range unknown_field.known_option, "
      "/options/natural_points/keys unknown_field.known_option")),
    ({("options", "natural_points"): choice("a", {"value": "a"})},
     "/options/natural_points/choices unknown_field.known_option"),
    ({("options", "natural_points"): numbers("gadu", 0, 100, "back.flush")},
     ("/options/natural_points/range unknown_field.known_option, "
      "/options/natural_points/map unknown_field.known_option, "
      "/options/natural_points/keys unknown_field.known_option")),
    ({("home_run",): HOME_RUN,
      ("options", "home_run_min_opponents"): choice(3, {"value": 3}, {"value": 2})},
     "/options/home_run_min_opponents/choices unknown_field.known_option"),
    ({("home_run",): HOME_RUN,
      ("options", "home_run_min_opponents"): number(3, 2, 3, "home_run.multiplier")},
     ("/options/home_run_min_opponents/range unknown_field.known_option, "
      "/options/home_run_min_opponents/sets unknown_field.known_option")),
    ({("home_run",): HOME_RUN,
      ("options", "home_run_min_opponents"): {"default": 2, "source": "house"}},
     "/home_run/min_opponents conflicting_value.option"),
    ({("id",): "common"}, "/id name_taken.root"),
    # --- what the default of an option overrules
    ({("options", "x"): number(4, 0, 9, "rows.back.base")},
     "/rows/back/base conflicting_value.option"),
    ({("options", "x"): choice("a", {"value": "a", "sets": {"rows.back.base": 4}}, {"value": "b"})},
     "/rows/back/base conflicting_value.option"),
    ({("options", "x"): choice("a", {"value": "a", "sets": {"naturals.dragon.points": 4}})},
     "/naturals/dragon/points conflicting_value.option"),
    # --- what 52 cards do not make
    ({("rows", "back", "bonus", "five_of_a_kind"): value(5, "points")},
     "/rows/back/bonus/five_of_a_kind conflicting_value.only_with"),
    ({("gadu", "middle", "paired_flush"): value(1, "units")},
     "/gadu/middle/paired_flush conflicting_value.only_with"),
    ({("options", "x"): numbers("gadu", 0, 9, "back.flush", "back.five_of_a_kind")},
     "/options/x conflicting_value.only_with"),
    ({("options", "x"): number(0, 0, 9, "rows.back.bonus.paired_flush")},
     "/options/x conflicting_value.only_with"),
    ({("options", "x"): choice("a", {"value": "a"},
                               {"value": "b", "sets": {"rows.back.bonus.paired_flush": 1}})},
     "/options/x conflicting_value.only_with"),
    ({("options", "doubling_card"): card()}, "/options/doubling_card conflicting_value.no_card"),
    ({("options", "doubling_card"): card(), ("doubling_card",): value(False)},
     "/doubling_card conflicting_value.no_card"),
    ({("options", "card"): card(), ("doubling_card",): value(True)}, "/options/card bad_key.card"),
    ({("options", "doubling_card"): {**card(), "card": False}, ("doubling_card",): value(True)},
     "/options/doubling_card/card out_of_range.choice"),
    ({("options", "doubling_card"): {**card(), "default": "As"}, ("doubling_card",): value(True)},
     "/options/doubling_card/default unknown_field"),
    ({("options", "x"): choice("banker", {"value": "banker", "sets": {
        "pairing": "banker", "naturals.sweep_multiplier": 2}})},
     "/options/x conflicting_value.only_with"),
    ({("exchange",): value("yes")}, "/exchange/value wrong_type.flag"),
    # --- names
    ({("names", "fr"): {}}, "/names/fr unknown_field"),
    ({("names", "en", "hands"): {}}, "/names/en/hands unknown_field"),
    ({("names", "en", "rows"): "x"}, "/names/en/rows wrong_type.object"),
    ({("names", "en", "rows"): {"top": "Top"}}, "/names/en/rows/top bad_key.name"),
    ({("names", "en", "rows"): {"front": 1}}, "/names/en/rows/front wrong_type.text"),
    ({("names", "en", "categories"): {"quads": "Q"}}, "/names/en/categories/quads bad_key.name"),
    ({("names", "en", "naturals"): {"seven": "7"}}, "/names/en/naturals/seven bad_key.name"),
    ({("names", "en", "words"): {"": "x"}}, "/names/en/words/ bad_key.spelling"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "expected"), ONE_FAULT)
def test_one_thing_wrong(changes, expected):
    assert faults(changed(changes)) == expected.split(", ")


def own(holds: object) -> dict[str, Any]:
    """Return the house rules with a natural of their own."""
    named = {("names", lang, "naturals", "seven"): "Seven" for lang in ("en", "zh-Hant", "zh-Hans")}
    return changed({("naturals", "seven"): natural(7, 3, holds=holds), **named})


@pytest.mark.parametrize(
    "holds",
    [
        {"ranks": {"set": "89TJQKA", "min": 13}},
        {"ranks": {"set": "89TJQKA", "max": 0}},
        {"suits": {"groups": ["sc", "hd"], "min": 12, "max": 12}},
        {"distinct_ranks": 7, "pairs": 6},
        {"at_least": {"4": 2, "3": 3}, "exactly": {"3": 1, "1": 0}},
        {"rows": "straight", "front_excludes": ["A23", "QKA"]},
    ],
)
def test_a_natural_of_its_own(holds):
    assert faults(own(holds)) == []


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ({}, " missing.entries"),
        ({"at_least": {}}, " missing.entries"),
        (6, " wrong_type.object"),
        ({"triples": 1}, "/triples unknown_field"),
        ({"ranks": {"min": 13}}, "/ranks/set missing.field"),
        ({"ranks": {"set": "", "min": 13}}, "/ranks/set out_of_range.letters"),
        ({"ranks": {"set": "AA", "min": 13}}, "/ranks/set out_of_range.letters"),
        ({"ranks": {"set": "1", "min": 13}}, "/ranks/set out_of_range.letters"),
        ({"ranks": {"set": 8, "min": 13}}, "/ranks/set wrong_type.text"),
        ({"ranks": {"set": "89"}}, "/ranks/min missing.field"),
        ({"ranks": {"set": "89", "min": 14}}, "/ranks/min out_of_range.integer"),
        ({"ranks": {"set": "89", "min": 9, "max": 8}}, "/ranks/min out_of_range.integer"),
        ({"suits": {"groups": [], "min": 1}}, "/suits/groups missing.entries"),
        ({"suits": {"groups": ["sx"], "min": 1}}, "/suits/groups/0 out_of_range.letters"),
        ({"distinct_ranks": 14}, "/distinct_ranks out_of_range.integer"),
        ({"pairs": 7}, "/pairs out_of_range.integer"),
        ({"at_least": {"6": 1}}, "/at_least/6 unknown_field"),
        ({"exactly": {"3": 14}}, "/exactly/3 out_of_range.integer"),
        ({"rows": "pairs"}, "/rows out_of_range.choice"),
        ({"pairs": 6, "front_excludes": ["QKA"]}, "/front_excludes conflicting_value.no_straights"),
    ],
)
def test_a_condition_that_is_none(holds, expected):
    assert faults(own(holds)) == [f"/naturals/seven/holds{expected}"]


NEVER = "/naturals/seven/holds conflicting_value.never_held"


@pytest.mark.parametrize(
    ("holds", "in_52", "in_65"),
    [
        # thirteen cards are at most three fours, four threes, six pairs
        ({"at_least": {"4": 13}}, False, False),
        ({"at_least": {"4": 4}}, False, False),
        ({"at_least": {"4": 3}}, True, True),
        ({"at_least": {"4": 2, "3": 4}}, False, False),
        ({"at_least": {"2": 7}}, False, False),
        ({"at_least": {"5": 1}}, False, True),
        ({"exactly": {"5": 2, "3": 1}}, False, True),
        ({"exactly": {"3": 4, "1": 1}}, True, True),
        ({"exactly": {"3": 4, "1": 0}}, False, False),
        # ranks and pairs that do not go together
        ({"distinct_ranks": 13, "pairs": 1}, False, False),
        ({"distinct_ranks": 3}, False, True),
        ({"distinct_ranks": 2}, False, False),
        ({"distinct_ranks": 12, "pairs": 1}, True, True),
        ({"distinct_ranks": 12, "pairs": 2}, False, False),
        # sets of ranks: so many cards of so many ranks
        ({"ranks": {"set": "AKQ", "min": 13}}, False, True),
        ({"ranks": {"set": "AK", "min": 9}}, False, True),
        ({"ranks": {"set": "AK", "max": 8}}, True, True),
        ({"ranks": {"set": "23456789TJQ", "max": 4}}, False, True),
        ({"ranks": {"set": "AKQJ", "min": 12}, "pairs": 3}, False, False),
        ({"ranks": {"set": "AKQJ", "min": 12}, "pairs": 6}, True, True),
        ({"ranks": {"set": "AKQJ", "min": 5}, "distinct_ranks": 13}, False, False),
        # suits: a rank is there once in each
        ({"suits": {"groups": ["s"], "min": 13}, "pairs": 1}, False, True),
        ({"suits": {"groups": ["s"], "min": 4}, "at_least": {"4": 3}}, True, True),
        ({"suits": {"groups": ["sh"], "max": 5}, "at_least": {"4": 3}}, False, True),
        # three rows of straights, or of flushes, hold a rank three times
        ({"rows": "straight", "at_least": {"4": 1}}, False, False),
        ({"rows": "flush", "at_least": {"4": 1}}, False, True),
        ({"rows": "flush", "at_least": {"3": 3}}, True, True),
    ],
)
def test_a_condition_that_can_never_hold(holds, in_52, in_65):
    other = {("deck",): {"cards": value(65, "cards"), "extra_suit": value("s")}}
    chosen = {("deck", "extra_suit"): value("s"), ("options", "deck"): choice(
        52, {"value": 52}, {"value": 65, "sets": {"deck.cards": 65}})}  # fmt: skip
    assert faults(own(holds)) == ([] if in_52 else [NEVER])
    assert faults(changed(other, own(holds))) == ([] if in_65 else [NEVER])
    assert faults(changed(chosen, own(holds))) == ([] if in_65 else [NEVER])


def test_every_known_natural_can_be_held():
    root = Rulebook().document_of_root()
    for table in root["naturals"].values():
        assert can_be_held(parse_holds(table["holds"], ()), 4)


def test_a_new_natural_needs_a_condition_and_a_name_in_each_language():
    assert faults(changed({("naturals", "seven"): natural(7, 3)})) == [
        "/naturals/seven/holds missing.field",
        "/names/en/naturals/seven missing.field",
        "/names/zh-Hant/naturals/seven missing.field",
        "/names/zh-Hans/naturals/seven missing.field",
    ]


def test_all_faults_come_at_once():
    document = changed(
        {
            ("id",): "A B",
            ("order", "wheel", "value"): "x",
            ("rows", "back", "base"): GONE,
            ("home_run",): {"multiplier": value(2, "multiplier")},
            ("naturals", "dragon", "points"): -1,
            ("options", "x"): 3,
        }
    )
    assert faults(document) == [
        "/id out_of_range.id",
        "/order/wheel/value out_of_range.choice",
        "/naturals/dragon/points out_of_range.integer",
        "/options/x wrong_type.object",
        "/rows/back/base missing.key",
        "/home_run/bonus_multiplier missing.beside",
        "/home_run/min_opponents missing.beside",
    ]


@pytest.mark.parametrize("document", [None, [], "", 3, {"rows": {"front": 3, "back": []}},
    {"naturals": {"dragon": [], "meeting": 1}, "options": {"a": None}, "names": {"en": []}},
    {"extends": "tw-scoop@1", "without": {}, "rows": [], "sources": [], "naturals": None},
    {"extends": None, "id": None, "version": None, "order": {"wheel": None}},
    {"extends": "tw-scoop@1", "options": [],
     "naturals": {"dragon": 1, "x": {"holds": []}}}])  # fmt: skip
def test_whatever_comes_gets_faults(document):
    if document == "":
        with pytest.raises(RefusedError):
            BOOK.load_text(document)
    else:
        assert faults(document)


# --- children ------------------------------------------------------------------------------------

THREE_TIMES = {"value": 3, "unit": "multiplier", "source": "s000-simple"}
CHILD = {"id": "ours", "version": 1, "extends": "tw-scoop-only@1"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # an option of the parent would overrule the value at once
        ({("home_run", "multiplier"): THREE_TIMES},
         ["/home_run/multiplier conflicting_value.option"]),
        ({("naturals", "dragon"): {**natural(7, 1), "source": "s000-simple"}},
         ["/naturals/dragon/points conflicting_value.option"]),
        # a natural takes from its parent what the child does not say, but never its reason
        ({("naturals", "dragon"): {"points": 10, "unit": "points", "source": "s000-simple"}}, []),
        ({("naturals", "dragon"): {"rank": 3, "source": "s000-simple"}}, []),
        ({("naturals", "dragon"): {"points": 10, "source": "s000-simple"}},
         ["/naturals/dragon/unit missing.field"]),
        ({("naturals", "dragon"): {"points": 10, "unit": "points"}},
         ["/naturals/dragon unsourced_value"]),
        ({("naturals", "all_big"): {"points": 10, "unit": "points", "source": "s000-simple"}},
         ["/naturals/all_big/rank missing.field"]),
        ({("without",): ["options.home_run_multiplier"],
          ("home_run", "multiplier"): THREE_TIMES}, []),
        ({("options", "home_run_multiplier"): {"default": 3, "source": "s000-simple"}}, []),
        ({("options", "home_run_multiplier"): {"default": 3}}, []),
        ({("options", "home_run_multiplier"): {"default": 21}},
         ["/options/home_run_multiplier/default bad_option.range"]),
        ({("options", "middle_monster_multiplier"): {"default": 3}},
         ["/options/middle_monster_multiplier/default bad_option.choice"]),
        # what the parent has and the child's own choice do not fit
        ({("pairing",): {"value": "banker", "source": "s000-tw"},
          ("without",): ["gadu", "options.gadu_units", "options.middle_monster_multiplier",
                         "home_run.bonus_multiplier", "options.home_run_multiplier"]},
         ["/home_run/bonus_multiplier missing.beside",
          "/pairing conflicting_value.only_with", "/pairing conflicting_value.only_with"]),
        ({("without",): ["scoop", "scoop.points"]}, ["/without/1 bad_key.without"]),
        ({("without",): ["scoop", "scoop"]},
         ["/without/1 bad_key.without", "/without/1 out_of_range.repeated"]),
        ({("without",): ["title"]}, ["/without/0 bad_key.without"]),
        ({("without",): ["options.natural_points"]}, ["/without/0 bad_key.without"]),
        ({("without",): ["order.wheel"]}, ["/order/wheel missing.key"]),
    ],
)  # fmt: skip
def test_a_child(changes, expected):
    assert faults(changed(changes, CHILD)) == expected


def chain(length: int) -> Mapping[str, dict[str, Any]]:
    """Return house@1 and children of it, each extending the one before."""
    texts_by_name = {"house@1": HOUSE}
    for step in range(1, length + 1):
        parent = list(texts_by_name)[-1]
        texts_by_name[f"child-{step}@1"] = {"id": f"child-{step}", "version": 1, "extends": parent}
    return texts_by_name


@pytest.mark.parametrize(("length", "expected"), [
    (1, []), (3, []), (4, ["/extends unknown_parent.faulty"])])  # fmt: skip
def test_own_parents_go_three_deep(length, expected):
    documents = chain(length)
    try:
        BOOK.load_text(documents[f"child-{length}@1"], parents=documents.get)
    except RefusedError as refused:
        found = [f"{json_pointer(fault.pointer)} {fault.text_key}" for fault in refused.faults]
        assert found == expected
    else:
        assert expected == []


def test_a_circle_of_parents_ends():
    document = {"id": "ring", "version": 1, "extends": "ring@1"}
    with pytest.raises(
        RefusedError, check=lambda refused: "/extends unknown_parent" in refused.brief
    ):
        BOOK.load_text(document, parents={"ring@1": document}.get)


def test_a_parent_that_is_itself_wrong_is_named_with_its_first_fault():
    parent = changed({("rows", "front", "base", "value"): -1})
    child = {"id": "child", "version": 1, "extends": "house@1"}
    with pytest.raises(RefusedError) as refused:
        BOOK.load_text(child, parents={"house@1": parent}.get)
    [fault] = refused.value.faults
    assert (fault.text_key, fault.values) == (
        "unknown_parent.faulty",
        {"found": "house@1", "place": "/rows/front/base/value", "code": "out_of_range"},
    )


def test_numbers_for_what_an_option_can_choose_may_stand_in_the_file():
    policies = choice(
        "all_rows",
        {"value": "all_rows"},
        {"value": "largest", "sets": {"foul.policy": "largest"}},
    )
    document = changed(
        {("foul", "minimum"): value(3, "points"), ("options", "foul"): policies},
    )
    assert faults(document) == []


def test_a_child_that_only_leaves_out_can_bring_a_conflict():
    pairing = choice("everyone", {"value": "everyone", "sets": {"pairing": "everyone"}})
    parent = {
        "id": "parent",
        "version": 1,
        "extends": "house@1",
        "majority": {"points": value(1, "points")},
        "gadu": {"back": {"flush": value(1, "units")}},
        "options": {"pairing": pairing},
    }
    parents = {"house@1": changed({("pairing", "value"): "banker"}), "parent@1": parent}
    assert BOOK.load_text(parent, parents=parents.get)
    child = {
        "id": "child",
        "version": 1,
        "extends": "parent@1",
        "without": ["options.pairing", "majority"],
    }
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/gadu/back/flush conflicting_value"
    ):
        BOOK.load_text(child, parents=parents.get)
