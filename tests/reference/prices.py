"""The fifteen rulesets and their options, typed out by hand from the rules (test data, not code).

Everything here is spelled a second time on purpose: it shares nothing with the ruleset files, so a
wrong price in either of them shows up as a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ROWS = ("front", "middle", "back")

TRIPS = "three_of_a_kind"
HOUSE = "full_house"
QUADS = "four_of_a_kind"
RUN = "straight_flush"
FIVE = "five_of_a_kind"

# The table of section 2, in its order: what a table switches on ranks by it.
NATURALS = (
    "dragon_suited",
    "dragon",
    "all_royals",
    "twelve_royals",
    "three_straight_flushes",
    "three_quads",
    "three_bombs",
    "all_big",
    "all_small",
    "one_colour",
    "one_odd_colour",
    "four_trips",
    "two_full_houses",
    "five_pairs_trips",
    "six_pairs",
    "three_flushes",
    "three_straights",
    "half_big",
    "half_small",
    "big_6_to_k",
    "small_2_to_10",
)

ONES = {"front": 1, "middle": 1, "back": 1}
ZEROS = {"front": 0, "middle": 0, "back": 0}

# Bonuses on top of the base. HK's "values" 3, 2, 8, 10, 4, 5 less the base of 1.
NO_BONUS: dict[str, dict[str, int]] = {"front": {}, "middle": {}, "back": {}}
HK_BONUS = {
    "front": {TRIPS: 2},
    "middle": {HOUSE: 1, QUADS: 7, RUN: 9},
    "back": {QUADS: 3, RUN: 4},
}
POINTS_BONUS = {
    "front": {TRIPS: 1},
    "middle": {HOUSE: 1, QUADS: 3, RUN: 4},
    "back": {QUADS: 2, RUN: 3},
}
MONSTER_BONUS = {
    "front": {TRIPS: 6},
    "middle": {QUADS: 8, RUN: 10},
    "back": {QUADS: 8, RUN: 10},
}
FUJIAN_FIVE_BONUS = {
    "front": {TRIPS: 2},
    "middle": {HOUSE: 1, QUADS: 7, RUN: 9, FIVE: 19},
    "back": {QUADS: 3, RUN: 4, FIVE: 9},
}

# Naturals: tiers from high to low, each a list of (id, points) of equal rank.
Tiers = list[list[tuple[str, int]]]
HK_NATURALS: Tiers = [
    [("dragon_suited", 108)],
    [("dragon", 13)],
    [("six_pairs", 3)],
    [("three_flushes", 3)],
    [("three_straights", 3)],
]
HK_SUITED_NATURALS: Tiers = [
    [("dragon_suited", 108)],
    [("all_royals", 32)],
    [("three_straight_flushes", 24)],
    [("three_quads", 20)],
    [("dragon", 13)],
    [("all_big", 12), ("all_small", 12)],
    [("one_colour", 10)],
    [("four_trips", 8)],
    [("six_pairs", 3)],
    [("three_flushes", 3)],
    [("three_straights", 3)],
]
TW_BANKER_NATURALS: Tiers = [
    [("dragon_suited", 108)],
    [("dragon", 36)],
    [("all_royals", 32)],
    [("three_straight_flushes", 24)],
    [("three_quads", 20)],
    [("all_big", 12), ("all_small", 12)],
    [("one_colour", 10)],
    [("four_trips", 8)],
    [("three_straights", 4)],
    [("three_flushes", 3)],
]
TW_SCOOP_NATURALS: Tiers = [
    *TW_BANKER_NATURALS[:-1],
    [("three_flushes", 3), ("six_pairs", 3)],
]
TW_POINTS_NATURALS: Tiers = [
    [("dragon_suited", 108)],
    [("dragon", 36)],
    [("all_royals", 24)],
    [("three_straight_flushes", 22)],
    [("three_quads", 20)],
    [("all_big", 15)],
    [("all_small", 12)],
    [("one_colour", 10)],
    [("two_full_houses", 8)],
    [("four_trips", 6)],
    [("five_pairs_trips", 5)],
    [("six_pairs", 4)],
    [("three_straights", 4)],
    [("three_flushes", 3)],
]
SIMPLE_NATURALS: Tiers = [[("dragon_suited", 10), ("dragon", 10)]]
TW_WEIGHTED_NATURALS: Tiers = [
    [("dragon_suited", 108)],
    [("dragon", 36)],
    [("all_royals", 32)],
    [("three_straight_flushes", 24)],
    [("three_quads", 20)],
    [("all_big", 12), ("all_small", 12)],
    [("one_colour", 10)],
    [("four_trips", 8)],
    [("six_pairs", 3), ("three_flushes", 3), ("three_straights", 3)],
]
FUJIAN_NATURALS: Tiers = [
    [("dragon_suited", 52)],
    [("dragon", 26)],
    [("all_royals", 24)],
    [("three_straight_flushes", 22)],
    [("three_quads", 20)],
    [("all_big", 15)],
    [("all_small", 12)],
    [("one_colour", 10)],
    [("four_trips", 6)],
    [("five_pairs_trips", 5)],
    [("six_pairs", 3)],
    [("three_flushes", 3)],
    [("three_straights", 3)],
]
LUOSONG_NATURALS: Tiers = [
    [("dragon_suited", 52)],
    [("one_colour", 20)],
    [("dragon", 13)],
    [("one_odd_colour", 10)],
    [("five_pairs_trips", 9)],
    [("four_trips", 6), ("six_pairs", 6), ("big_6_to_k", 6), ("small_2_to_10", 6)],
    [("three_straights", 3), ("three_flushes", 3), ("half_big", 3), ("half_small", 3)],
]
MAINLAND_NATURALS: Tiers = [
    [("dragon_suited", 8)],
    [("dragon", 8)],
    [("twelve_royals", 8)],
    [("three_straight_flushes", 8)],
    [("three_bombs", 8)],
    [("all_big", 8), ("all_small", 8)],
    [("one_colour", 8)],
    [("four_trips", 8)],
    [("five_pairs_trips", 8)],
]
WESTERN_NATURALS: Tiers = [
    [("dragon_suited", 13), ("dragon", 13)],
    [("six_pairs", 3), ("three_flushes", 3), ("three_straights", 3)],
]


@dataclass(slots=True)
class Prices:
    """One ruleset with its options applied: what the twin scores by."""

    ruleset: str
    deck: int = 52
    extra_suit: str | None = None
    least: int = 2
    most: int = 4
    pairing: str = "everyone"
    wheel: str = "second"
    suits: str = "none"
    suits_high_card: bool = False
    banker_edge: str = "none"
    base: Mapping[str, int] = field(default_factory=dict)
    bonus: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    majority: int = 0
    scoop_base: int = 1
    scoop_bonus: int = 1
    scoop_points: int = 0
    tied_row_scoops: bool = False
    home_run: bool = False
    home_run_multiplier: int = 1
    home_run_bonus: int = 1
    home_run_min: int = 3
    foul: str = "all_rows"
    foul_minimum: int = 3
    gadu: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tiers: Tiers = field(default_factory=list)
    no_front_qka: tuple[str, ...] = ()
    meeting: str = "higher_takes"
    sweep: int = 1
    doubling_card: str | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    rank: Mapping[str, int] = field(default_factory=dict)
    listed: tuple[str, ...] = ()


BOTH_STRAIGHTS = ("three_straights", "three_straight_flushes")

HK = {
    "pairing": "banker",
    "base": ONES,
    "bonus": HK_BONUS,
    "meeting": "banker_pays",
}
TW_HOME_RUN = {"home_run": True, "home_run_multiplier": 2, "home_run_bonus": 1}
SIMPLE = {
    "base": ZEROS,
    "bonus": NO_BONUS,
    "scoop_points": 1,
    "home_run": True,
    "home_run_multiplier": 2,
    "tiers": SIMPLE_NATURALS,
    "gadu": {
        "front": {TRIPS: 1},
        "middle": {QUADS: 1, RUN: 1},
        "back": {QUADS: 1, RUN: 1},
    },
}
FUJIAN = {
    "suits": "after_ranks",
    "base": ONES,
    "bonus": HK_BONUS,
    "home_run": True,
    "home_run_multiplier": 2,
    "home_run_bonus": 2,
    "foul": "largest",
    "tiers": FUJIAN_NATURALS,
    "sweep": 2,
}
WESTERN = {"wheel": "lowest", "base": ONES, "bonus": NO_BONUS, "tiers": WESTERN_NATURALS}

RULESETS: dict[str, dict[str, Any]] = {
    "hk-banker": {**HK, "tiers": HK_NATURALS},
    "hk-banker-suited": {
        **HK,
        "suits": "flush_suit_first",
        "tiers": HK_SUITED_NATURALS,
        "no_front_qka": ("three_straight_flushes",),
    },
    "tw-banker": {
        **HK,
        "tiers": TW_BANKER_NATURALS,
        "no_front_qka": BOTH_STRAIGHTS,
    },
    "tw-scoop": {
        **TW_HOME_RUN,
        "base": ONES,
        "bonus": HK_BONUS,
        "scoop_base": 2,
        "tiers": TW_SCOOP_NATURALS,
        "no_front_qka": BOTH_STRAIGHTS,
    },
    "tw-points": {
        "base": ONES,
        "bonus": POINTS_BONUS,
        "home_run": True,
        "home_run_multiplier": 2,
        "home_run_bonus": 2,
        "tiers": TW_POINTS_NATURALS,
    },
    "tw-scoop-only": SIMPLE,
    "five-player": {
        **SIMPLE,
        "deck": 65,
        "extra_suit": "s",
        "least": 5,
        "most": 5,
        "home_run_multiplier": 3,
        "home_run_min": 4,
        "gadu": {
            "front": {TRIPS: 1},
            "middle": {QUADS: 1, RUN: 1, FIVE: 5},
            "back": {QUADS: 1, RUN: 1, FIVE: 5},
        },
    },
    "ph-exchange": {**HK, "tiers": HK_NATURALS},
    "tw-weighted": {
        **TW_HOME_RUN,
        "base": {"front": 1, "middle": 2, "back": 3},
        "bonus": MONSTER_BONUS,
        "scoop_base": 2,
        "tiers": TW_WEIGHTED_NATURALS,
        "no_front_qka": ("three_straight_flushes",),
    },
    "fujian-13-water": FUJIAN,
    "luosong": {
        "wheel": "lowest",
        "suits": "after_ranks",
        "suits_high_card": True,
        "base": ONES,
        "bonus": HK_BONUS,
        "scoop_base": 2,
        "scoop_bonus": 2,
        "home_run": True,
        "home_run_multiplier": 2,
        "home_run_bonus": 2,
        "tiers": LUOSONG_NATURALS,
    },
    "fujian-five-player": {
        **FUJIAN,
        "deck": 65,
        "extra_suit": "s",
        "least": 5,
        "most": 5,
        "suits": "none",
        "home_run_min": 4,
        "bonus": FUJIAN_FIVE_BONUS,
    },
    "mainland-basic": {
        "wheel": "lowest",
        "base": ONES,
        "bonus": NO_BONUS,
        "scoop_points": 1,
        "home_run": True,
        "home_run_multiplier": 2,
        "home_run_min": 2,
        "tiers": MAINLAND_NATURALS,
    },
    "western-2-4": {**WESTERN, "majority": 1},
    "western-1-6": {**WESTERN, "scoop_points": 3},
}

# The options of each ruleset: a list of choices, a (least, most) range, a word for a map or card.
EDGE = {"banker_edge": ["none", "top_card", "ties"]}
FOUR_VALUES = {
    "quads_back": [4, 3],
    "quads_middle": [8, 4],
    "straight_flush_back": [5, 4],
    "straight_flush_middle": [10, 5],
}
TIED = {"tied_row_scoops": [False, True]}
SIMPLE_OPTIONS = {
    "home_run_multiplier": (1, 20),
    "middle_monster_multiplier": [1, 2],
    "gadu_units": "gadu",
    "dragon_multiplier": (1, 1000),
    **TIED,
}
SCOOP_AND_CARD = {"scoop_multiplier": [1, 2], "doubling_card": "card"}
EXTRA_SUIT = {"extra_suit": ["s", "h", "c", "d"]}
OWN_OPTIONS: dict[str, dict[str, Any]] = {
    "hk-banker": EDGE,
    "hk-banker-suited": EDGE,
    "tw-banker": {"pairing": ["banker", "everyone"], **EDGE, **FOUR_VALUES},
    "tw-scoop": {**FOUR_VALUES, **TIED},
    "tw-points": {"scoop_points": (0, 1000)},
    "tw-scoop-only": SIMPLE_OPTIONS,
    "five-player": {**SIMPLE_OPTIONS, **EXTRA_SUIT},
    "ph-exchange": EDGE,
    "tw-weighted": {"bonuses": ["monsters", "rows"], **TIED},
    "fujian-13-water": {"suits": ["after_ranks", "none"], **SCOOP_AND_CARD},
    "luosong": {**SCOOP_AND_CARD, **TIED},
    "fujian-five-player": {**SCOOP_AND_CARD, **EXTRA_SUIT},
    "mainland-basic": {},
    "western-2-4": {},
    "western-1-6": {},
}
OPTIONS: dict[str, dict[str, Any]] = {
    ruleset: {
        **own,
        "natural_points": "naturals",
        **({"home_run_min_opponents": (2, 4)} if RULESETS[ruleset].get("home_run") else {}),
    }
    for ruleset, own in OWN_OPTIONS.items()
}


def prices_of(ruleset: str, options: Mapping[str, Any]) -> Prices:
    """The prices of a ruleset (id, with or without @version) under a table's options."""
    ruleset = ruleset.split("@", maxsplit=1)[0]
    values = dict(RULESETS[ruleset])  # nobody changes what is inside
    values.setdefault("gadu", NO_BONUS)
    table = Prices(ruleset=ruleset, **values)
    for name in ("banker_edge", "scoop_points", "suits", "home_run_multiplier", "extra_suit"):
        if name in options:
            setattr(table, name, options[name])
    table.tied_row_scoops = options.get("tied_row_scoops", table.tied_row_scoops)
    table.doubling_card = options.get("doubling_card", table.doubling_card)
    table.home_run_min = options.get("home_run_min_opponents", table.home_run_min)
    if options.get("pairing") == "everyone":
        table.pairing, table.meeting = "everyone", "higher_takes"
    if options.get("bonuses") == "rows":
        table.bonus = POINTS_BONUS
    if "scoop_multiplier" in options:
        table.scoop_base = table.scoop_bonus = options["scoop_multiplier"]
    _apply_four_values(table, options)
    _apply_gadu(table, options)
    _apply_naturals(table, options)
    return table


def _apply_four_values(table: Prices, options: Mapping[str, Any]) -> None:
    bonus = {row: dict(table.bonus[row]) for row in ROWS}
    for name, row, category in (
        ("quads_back", "back", QUADS),
        ("quads_middle", "middle", QUADS),
        ("straight_flush_back", "back", RUN),
        ("straight_flush_middle", "middle", RUN),
    ):
        if name in options:
            bonus[row][category] = options[name] - 1
    table.bonus = bonus


def _apply_gadu(table: Prices, options: Mapping[str, Any]) -> None:
    gadu = {row: dict(table.gadu[row]) for row in ROWS}
    if "middle_monster_multiplier" in options:
        gadu["middle"][QUADS] = options["middle_monster_multiplier"]
        gadu["middle"][RUN] = options["middle_monster_multiplier"]
    for key, units in options.get("gadu_units", {}).items():
        row, category = key.split(".")
        gadu[row][category] = units
    table.gadu = gadu


def _apply_naturals(table: Prices, options: Mapping[str, Any]) -> None:
    """Points, ranks (higher number, higher rank) and the order in which auto looks at equals."""
    tiers = list(table.tiers)
    own = {natural for tier in tiers for natural, _ in tier}
    tiers += [[(natural, 0)] for natural in NATURALS if natural not in own]
    points = {natural: worth for tier in tiers for natural, worth in tier}
    if "dragon_multiplier" in options:
        points["dragon"] = points["dragon_suited"] = options["dragon_multiplier"]
    points.update(options.get("natural_points", {}))
    table.points = points
    table.rank = {
        natural: len(tiers) - index for index, tier in enumerate(tiers) for natural, _ in tier
    }
    table.listed = tuple(natural for tier in tiers for natural, _ in tier)
