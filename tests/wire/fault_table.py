"""Every fault code at every place where it can occur: what is changed, and what has to be said.

A row: the document it starts from, what is changed in it, and the faults as place and sentence.
"""

from __future__ import annotations

from typing import Any

from tests.wire.documents import (
    BOB,
    DAN,
    DRAGON,
    GONE,
    RULEBOOK,
    banker_document,
    cards,
    document,
    dragon_document,
    exchange_document,
    hand,
    outcome_document,
    pot_document,
    stake_document,
    three_document,
)

Row = tuple[str, Any, dict[str, Any], list[tuple[str, str]]]

TWO = document()
BANKER = banker_document()
NATURAL = dragon_document()
EXCHANGE = exchange_document()
OUTCOME = outcome_document()
STAKE = stake_document()
POT = pot_document()
RULED = document()
RULED["hands"][1] = {"player": "bob", "ruled_foul": "false declaration"}
LUOSONG = document("luosong")
DOUBLED = outcome_document("luosong", doubling_card="As")
DOUBLED["outcome"]["duels"] = [
    {"players": ["amy", "cat"], "front": "amy", "middle": None, "back": "cat"}
]
DOUBLED["outcome"]["hands"][0] = {"player": "amy"}
DOUBLED["outcome"]["doubling_card_holder"] = "amy"
DIGEST_AND_NOBODY = {"ruleset_digest": RULEBOOK.get(TWO["ruleset"]).digest, "totals": {}}
FIVE = {
    "ruleset": "fujian-five-player",
    "hands": [
        hand("amy", "2h 4c 5d | 5s 5h 9c 8d 2s | As As Ah Ac Ad"),
        hand("bob", "Ks Qh 8c | 3s 3h Jc 9d 6s | Ts Th 9s 7c 4d"),
        hand("cat", "Kh Qc 7s | 4s 4h Jd 9h 6c | Tc Td 8s 5c 3d"),
        hand("dan", "Kd Js 9s | 6h 6d Qd 8h 2c | Qs Qs 7h 5s 4s"),
        hand("eve", "Jh Ts 8s | 7s 7d Kc 3c 2d | Ks Js 6s 3s 2s"),
    ],
}
GOOD = {
    "two hands": TWO,
    "a banker": BANKER,
    "a natural": NATURAL,
    "an exchange": EXCHANGE,
    "an outcome": OUTCOME,
    "a stake": STAKE,
    "a pot": POT,
    "a ruled foul": RULED,
    "luosong": LUOSONG,
    "an outcome with a doubling card": DOUBLED,
    "five players": FIVE,
}

NULL, TEXT, NUMBER, FLAG, LIST, OBJECT = None, "x", 3, True, ["x"], {"x": 1}


def wrong_types(start: Any, place: str, kind: str, *values: Any) -> list[Row]:
    return [
        (f"{place} = {value!r}", start, {place: value}, [(f"/{place}", f"wrong_type.{kind}")])
        for value in values
    ]


WRONG_TYPES: list[Row] = [
    *(
        (f"the document = {value!r}", TWO, {"": value}, [("", "wrong_type.object")])
        for value in (NULL, TEXT, NUMBER, 1.5, FLAG, LIST)
    ),
    *wrong_types(TWO, "ref", "text", NULL, NUMBER, FLAG, LIST, OBJECT),
    *wrong_types(TWO, "played_at", "text", NULL, NUMBER, LIST),
    *wrong_types(TWO, "ruleset", "text", NULL, NUMBER, FLAG, LIST, OBJECT),
    *wrong_types(TWO, "options", "object", NULL, TEXT, NUMBER, LIST),
    *wrong_types(TWO, "stake", "object", NULL, TEXT, NUMBER, LIST),
    *wrong_types(STAKE, "stake/amount", "text", NULL, NUMBER, 1.5, FLAG),
    *wrong_types(STAKE, "stake/currency", "text", NULL, NUMBER),
    *wrong_types(STAKE, "stake/points", "integer", NULL, TEXT, "1", 1.0, FLAG, LIST),
    *wrong_types(STAKE, "stake/step", "text", NULL, NUMBER),
    *wrong_types(STAKE, "stake/mode", "text", NULL, NUMBER),
    *wrong_types(POT, "stake/ante", "text", NULL, NUMBER),
    *wrong_types(POT, "stake/scope", "text", NULL, NUMBER),
    *wrong_types(BANKER, "banker", "text", NULL, NUMBER, LIST),
    *wrong_types(TWO, "hands", "list", NULL, TEXT, NUMBER, OBJECT),
    *wrong_types(TWO, "hands/1", "object", NULL, TEXT, NUMBER, LIST),
    *wrong_types(TWO, "hands/1/player", "text", NULL, NUMBER, LIST),
    *wrong_types(TWO, "hands/1/front", "list", NULL, TEXT, NUMBER, OBJECT),
    *wrong_types(TWO, "hands/1/middle/4", "card", NULL, NUMBER, FLAG, LIST, OBJECT),
    *wrong_types(NATURAL, "hands/1/cards", "list", NULL, TEXT, OBJECT),
    *wrong_types(NATURAL, "hands/1/cards/0", "card", NULL, NUMBER),
    *wrong_types(TWO, "hands/1/natural", "text", NUMBER, FLAG, LIST),
    *wrong_types(BANKER, "hands/0/bet", "integer", NULL, "1", 1.0, 1.5, FLAG, LIST),
    *wrong_types(RULED, "hands/1/ruled_foul", "text", NULL, NUMBER, FLAG),
    *wrong_types(LUOSONG, "doubling_card", "card", NUMBER, LIST),
    *wrong_types(EXCHANGE, "exchange", "object", NULL, TEXT, LIST),
    *wrong_types(EXCHANGE, "exchange/dealt", "object", NULL, TEXT, LIST),
    *wrong_types(EXCHANGE, "exchange/dealt/amy", "list", NULL, TEXT, OBJECT),
    *wrong_types(EXCHANGE, "exchange/dealt/amy/0", "card", NULL, NUMBER),
    *wrong_types(EXCHANGE, "exchange/passes", "list", NULL, TEXT, OBJECT),
    *wrong_types(EXCHANGE, "exchange/passes/0", "object", NULL, TEXT, LIST),
    *wrong_types(EXCHANGE, "exchange/passes/0/direction", "text", NULL, NUMBER),
    *wrong_types(EXCHANGE, "exchange/passes/0/cards", "object", NULL, TEXT, LIST),
    *wrong_types(EXCHANGE, "exchange/passes/0/cards/cat", "list", NULL, TEXT),
    *wrong_types(EXCHANGE, "exchange/passes/0/cards/cat/2", "card", NULL, NUMBER),
    *wrong_types(TWO, "expect", "object", NULL, TEXT, LIST),
    *wrong_types(document(expect={}), "expect/totals", "object", NULL, TEXT, LIST),
    *wrong_types(document(expect={}), "expect/ruleset_digest", "text", NULL, NUMBER),
    *wrong_types(
        document(expect={"totals": {}}), "expect/totals/amy", "integer", NULL, "6", 6.0, FLAG
    ),
    *wrong_types(OUTCOME, "outcome", "object", NULL, TEXT, LIST),
    *wrong_types(OUTCOME, "outcome/hands", "list", NULL, TEXT, OBJECT),
    *wrong_types(OUTCOME, "outcome/hands/2", "object", NULL, TEXT, LIST),
    *wrong_types(OUTCOME, "outcome/hands/2/player", "text", NULL, NUMBER),
    *wrong_types(OUTCOME, "outcome/hands/2/status", "text", NULL, NUMBER),
    *wrong_types(OUTCOME, "outcome/hands/1/natural", "text", NUMBER),
    *wrong_types(OUTCOME, "outcome/hands/2/categories", "object", NULL, TEXT, LIST),
    *wrong_types(OUTCOME, "outcome/hands/0/categories/back", "text", NULL, NUMBER),
    *wrong_types(OUTCOME, "outcome/duels", "list", NULL, TEXT, OBJECT),
    *wrong_types(OUTCOME, "outcome/duels/0", "object", NULL, TEXT, LIST),
    *wrong_types(OUTCOME, "outcome/duels/0/players", "list", NULL, TEXT),
    *wrong_types(OUTCOME, "outcome/duels/0/players/1", "text", NULL, NUMBER),
    *wrong_types(OUTCOME, "outcome/duels/0/scoop", "text", NULL, NUMBER),
    *wrong_types(DOUBLED, "outcome/duels/0/front", "text", NUMBER),
    *wrong_types(DOUBLED, "outcome/doubling_card_holder", "text", NULL, NUMBER, OBJECT),
]

MISSING: list[Row] = [
    ("no ruleset", TWO, {"ruleset": GONE}, [("/ruleset", "missing.field")]),
    ("no hands", TWO, {"hands": GONE}, [("/hands", "missing.hands_or_outcome")]),
    ("no player", TWO, {"hands/0/player": GONE}, [("/hands/0/player", "missing.field")]),
    (
        "an empty hand",
        TWO,
        {"hands/1": {}},
        [("/hands/1", "missing.cards"), ("/hands/1/player", "missing.field")],
    ),
    ("a hand of a name", TWO, {"hands/1": {"player": "bob"}}, [("/hands/1", "missing.cards")]),
    (
        "a natural without cards",
        NATURAL,
        {"hands/1/cards": GONE},
        [("/hands/1", "missing.cards")],
    ),
    (
        "cards without rows",
        NATURAL,
        {"hands/1/natural": GONE},
        [("/hands/1", "missing.arrangement")],
    ),
    (
        "cards without rows, natural null",
        NATURAL,
        {"hands/1/natural": None},
        [("/hands/1", "missing.arrangement")],
    ),
    (
        "auto without a natural and without rows",
        TWO,
        {"hands/0": {"player": "amy", "cards": cards(DAN), "natural": "auto"}},
        [("/hands/0", "missing.arrangement_for_auto")],
    ),
    ("no amount", STAKE, {"stake/amount": GONE}, [("/stake/amount", "missing.field")]),
    ("no ante", POT, {"stake/ante": GONE}, [("/stake/ante", "missing.field")]),
    ("no currency", STAKE, {"stake/currency": GONE}, [("/stake/currency", "missing.field")]),
    (
        "an empty exchange",
        EXCHANGE,
        {"exchange": {}},
        [("/exchange/dealt", "missing.field"), ("/exchange/passes", "missing.field")],
    ),
    (
        "an empty pass",
        EXCHANGE,
        {"exchange/passes/0": {}},
        [
            ("/exchange/passes/0/cards", "missing.field"),
            ("/exchange/passes/0/direction", "missing.field"),
        ],
    ),
    (
        "nobody dealt",
        EXCHANGE,
        {"exchange/dealt/bob": GONE},
        [("/exchange/dealt/bob", "missing.player")],
    ),
    (
        "nobody passes",
        EXCHANGE,
        {"exchange/passes/0/cards/cat": GONE},
        [("/exchange/passes/0/cards/cat", "missing.player")],
    ),
    (
        "an empty outcome",
        OUTCOME,
        {"outcome": {}},
        [("/outcome/hands", "missing.field"), ("/outcome/duels", "missing.field")],
    ),
    (
        "an outcome's natural without its name",
        OUTCOME,
        {"outcome/hands/1/natural": GONE},
        [("/outcome/hands/1/natural", "missing.natural")],
    ),
    (
        "a duel of one row",
        DOUBLED,
        {"outcome/duels/0/middle": GONE, "outcome/duels/0/back": GONE},
        [
            ("/outcome/duels/0/middle", "outcome_insufficient.duel_row"),
            ("/outcome/duels/0/back", "outcome_insufficient.duel_row"),
        ],
    ),
    (
        "a duel without players",
        OUTCOME,
        {"outcome/duels/0/players": GONE},
        [("/outcome/duels/0/players", "missing.field")],
    ),
]


def unknown_fields(start: Any, *holders: str) -> list[Row]:
    return [
        (
            f"{holder or 'the document'} with {name}",
            start,
            {f"{holder}/{name}".removeprefix("/"): None},
            [(f"{'/' * bool(holder)}{holder}/{name}", "unknown_field")],
        )
        for holder in holders
        for name in ("zz", "_schema")
    ]


UNKNOWN_FIELDS: list[Row] = [
    *unknown_fields(TWO, "", "hands/1"),
    *unknown_fields(STAKE, "stake"),
    *unknown_fields(EXCHANGE, "exchange", "exchange/passes/0"),
    *unknown_fields(document(expect={}), "expect"),
    *unknown_fields(
        OUTCOME, "outcome", "outcome/hands/0", "outcome/hands/0/categories", "outcome/duels/0"
    ),
    (
        "a natural beside a ruled foul",
        RULED,
        {"hands/1/natural": "dragon"},
        [("/hands/1/natural", "unknown_field.natural_ruled_foul")],
    ),
    (
        "hands and an outcome",
        TWO,
        {"outcome": OUTCOME["outcome"]},
        [("/outcome", "unknown_field.beside_hands")],
    ),
    (
        "an exchange and an outcome",
        OUTCOME,
        {"exchange": EXCHANGE["exchange"]},
        [("/exchange", "unknown_field.beside_outcome")],
    ),
    (
        "a doubling card elsewhere",
        TWO,
        {"doubling_card": "As"},
        [("/doubling_card", "unknown_field.doubling_card")],
    ),
    (
        "no doubling card elsewhere",
        TWO,
        {"doubling_card": None},
        [("/doubling_card", "unknown_field.doubling_card")],
    ),
    (
        "its holder elsewhere",
        OUTCOME,
        {"outcome/doubling_card_holder": "amy"},
        [("/outcome/doubling_card_holder", "unknown_field.doubling_card")],
    ),
    (
        "fields of a pot beside points",
        STAKE,
        {"stake/ante": "5", "stake/scope": "game"},
        [("/stake/ante", "unknown_field.stake"), ("/stake/scope", "unknown_field.stake")],
    ),
    (
        "fields of points beside a pot",
        POT,
        {"stake/amount": "5", "stake/points": 1},
        [("/stake/amount", "unknown_field.stake"), ("/stake/points", "unknown_field.stake")],
    ),
    (
        "a suit without a natural",
        OUTCOME,
        {"outcome/hands/2/suit": "s"},
        [("/outcome/hands/2/suit", "unknown_field.suit")],
    ),
    (
        "a suit of a dragon of many suits",
        OUTCOME,
        {"outcome/hands/1/suit": "s"},
        [("/outcome/hands/1/suit", "unknown_field.suit")],
    ),
    (
        "a row beside a scoop",
        OUTCOME,
        {"outcome/duels/0/front": "amy"},
        [("/outcome/duels/0/front", "unknown_field.beside_scoop")],
    ),
]

LONG = "x" * 41
RANGES: list[Row] = [
    *(
        (f"the name {name!r}", TWO, {"hands/0/player": name}, [("/hands/0/player", key)])
        for key in ["out_of_range.player"]
        for name in ("", "  \t\n", LONG, "a\x07my", "a\x7fmy", "a\x85my", "\x1camy", "a\ud800")
    ),
    ("a long banker", BANKER, {"banker": LONG}, [("/banker", "out_of_range.player")]),
    *(
        (f"the reason of {length}", RULED, {"hands/1/ruled_foul": "x" * length},
         [("/hands/1/ruled_foul", "out_of_range.text")])
        for length in (0, 201)
    ),
    *(
        (f"a ref of {length}", TWO, {"ref": "x" * length}, [("/ref", "out_of_range.text")])
        for length in (0, 201)
    ),
    *(
        (f"a ref with {char!a}", TWO, {"ref": f"a{char}b"}, [("/ref", "out_of_range.control")])
        for char in ("\x00", "\n", "\x1b", "\x7f", "\x9f")
    ),
    ("half a pair as ref", TWO, {"ref": "\udc00"}, [("/ref", "out_of_range.surrogate")]),
    *(
        (f"played at {moment!r}", TWO, {"played_at": moment},
         [("/played_at", "out_of_range.moment")])
        for moment in (
            "", "yesterday", "2026-02-17", "2026-02-17T21:30:00", "2026-02-17 21:30:00Z",
            "2026-02-30T21:30:00Z", "2025-02-29T21:30:00Z", "1900-02-29T00:00:00Z",
            "2026-13-01T21:30:00Z", "2026-00-01T21:30:00Z", "2026-01-00T21:30:00Z",
            "2026-02-17T24:00:00Z", "2026-02-17T21:60:00Z", "2026-02-17T21:30:61Z",
            "2026-02-17T21:30:00.1234567890Z", "2026-02-17T21:30:00+24:00",
            "2026-02-17T21:30:00+08", "2026-02-17T21:30:00.Z",
            "２０２６-02-17T21:30:00Z", "2026-02-17T21:30:00Z\n",
        )
    ),
    *(
        (f"a bet of {bet}", BANKER, {"hands/0/bet": bet},
         [("/hands/0/bet", "out_of_range.integer")])
        for bet in (0, -1, 1_000_001, 10**400)
    ),
    ("three exchanges", EXCHANGE, {"exchange/passes": EXCHANGE["exchange"]["passes"] * 3},
     [("/exchange/passes", "out_of_range.passes")]),
    ("across with three", EXCHANGE, {"exchange/passes/0/direction": "across"},
     [("/exchange/passes/0/direction", "out_of_range.across")]),
    ("up", EXCHANGE, {"exchange/passes/0/direction": "up"},
     [("/exchange/passes/0/direction", "out_of_range.choice")]),
    ("another mode", STAKE, {"stake/mode": "lottery"}, [("/stake/mode", "out_of_range.choice")]),
    ("another scope", POT, {"stake/scope": "year"}, [("/stake/scope", "out_of_range.choice")]),
    ("a status", OUTCOME, {"outcome/hands/2/status": "absent"},
     [("/outcome/hands/2/status", "out_of_range.choice")]),
    ("a suit", OUTCOME, {"outcome/hands/1/suit": "♠", "outcome/hands/1/natural": "dragon_suited"},
     [("/outcome/hands/1/suit", "out_of_range.choice")]),
    ("a category", OUTCOME, {"outcome/hands/0/categories/back": "royal_flush"},
     [("/outcome/hands/0/categories/back", "out_of_range.choice")]),
    ("a duel of three", OUTCOME, {"outcome/duels/0/players/2": "dan"},
     [("/outcome/duels/0/players", "out_of_range.duel_players")]),
    ("a total beyond doubles", document(expect={"totals": {"amy": 2**53}}), {},
     [("/expect/totals/amy", "out_of_range.integer")]),
]  # fmt: skip

RULESETS: list[Row] = [
    *(
        (f"the ruleset {name!r}", TWO, {"ruleset": name}, [("/ruleset", "unknown_ruleset")])
        for name in ("", "tw-poker", "tw-points@99", "tw-points@", "TW-POINTS", "../x", "common")
    ),
    ("another option", TWO, {"options": {"zz": 1}}, [("/options/zz", "unknown_option")]),
    ("a choice", TWO, {"ruleset": "tw-scoop", "options": {"quads_back": 5}},
     [("/options/quads_back", "bad_option.choice")]),
    ("a number", TWO, {"options": {"scoop_points": 1001}},
     [("/options/scoop_points", "bad_option.range")]),
    ("true as a number", TWO, {"options": {"scoop_points": True}},
     [("/options/scoop_points", "bad_option.range")]),
    ("a map", TWO, {"options": {"natural_points": 3}},
     [("/options/natural_points", "bad_option.map")]),
    ("an entry", TWO, {"options": {"natural_points": {"zz": 3}}},
     [("/options/natural_points/zz", "bad_option.entry")]),
    ("an entry's points", TWO, {"options": {"natural_points": {"dragon": -1}}},
     [("/options/natural_points/dragon", "bad_option.range")]),
    ("a card", LUOSONG, {"options": {"doubling_card": "Joker"}},
     [("/options/doubling_card", "bad_option.card")]),
    ("an edge without a banker", TWO,
     {"ruleset": "tw-banker", "options": {"pairing": "everyone", "banker_edge": "ties"}},
     [("/options/banker_edge", "bad_option.only_with")]),
    ("an edge without a banker, and another option", TWO,
     {"ruleset": "tw-banker", "options": {"pairing": "everyone", "banker_edge": "ties", "zz": 1}},
     [("/options/banker_edge", "bad_option.only_with"), ("/options/zz", "unknown_option")]),
]  # fmt: skip

CARDS: list[Row] = [
    *(
        (f"the card {card!r}", TWO, {"hands/0/front/1": card}, [("/hands/0/front/1", "bad_card")])
        for card in ("", "Joker", "A", "s", "11s", "1s", "Ax", "AsAs", " As", "As ", "♠", "ＡS",
                     "黑心A", "s A", "As\n", "As\ud800")
    ),
    ("a bad card of a natural", NATURAL, {"hands/1/cards/12": "?"},
     [("/hands/1/cards/12", "bad_card")]),
    ("a bad card of a ruled foul", RULED, {"hands/1/cards": ["Kh", "Joker"]},
     [("/hands/1/cards/1", "bad_card")]),
    ("a bad doubling card", LUOSONG, {"doubling_card": "Joker"}, [("/doubling_card", "bad_card")]),
    ("a bad card dealt", EXCHANGE, {"exchange/dealt/amy/3": "?"},
     [("/exchange/dealt/amy/3", "bad_card")]),
    ("a bad card passed", EXCHANGE, {"exchange/passes/0/cards/bob/1": "?"},
     [("/exchange/passes/0/cards/bob/1", "bad_card")]),
    *(
        (f"{row} of {size}", TWO, {f"hands/1/{row}": ["Js", "Jc", "5c", "5d", "6c", "As"][:size]},
         [(f"/hands/1/{row}", "wrong_card_count.row")])
        for row, sizes in (("front", (0, 2, 4)), ("middle", (0, 4, 6)), ("back", (0, 4, 6)))
        for size in sizes
    ),
    ("twelve cards", NATURAL, {"hands/1/cards/12": GONE},
     [("/hands/1/cards", "wrong_card_count.hand")]),
    ("fourteen cards", NATURAL, {"hands/1/cards/13": "2d"},
     [("/hands/1/cards", "wrong_card_count.hand")]),
    ("fourteen of a ruled foul", RULED, {"hands/1/cards": [*cards(DAN), "Kh"]},
     [("/hands/1/cards", "wrong_card_count.ruled_foul")]),
    ("a front of four in a ruled foul", RULED,
     {"hands/1/front": cards("As 9s 7s 6c"), "hands/1/middle": cards("2h 2d Qs Ts 3d"),
      "hands/1/back": cards("Js Jc 5c 5d")},
     [("/hands/1/front", "wrong_card_count.row"), ("/hands/1/back", "wrong_card_count.row")]),
    *(
        (f"a ruled foul whose rows and cards differ: {name}", TWO,
         {"hands/1/ruled_foul": "late", "hands/1/cards": listed},
         [("/hands/1/cards", "arrangement_mismatch")])
        for name, listed in (
            ("none", []), ("two", cards("Kh Th")), ("one other", [*cards(BOB)[:12], "2c"]),
        )
    ),
    ("twelve dealt", EXCHANGE, {"exchange/dealt/cat/0": GONE},
     [("/exchange/dealt/cat", "wrong_card_count.dealt")]),
    ("two passed", EXCHANGE, {"exchange/passes/0/cards/cat/0": GONE},
     [("/exchange/passes/0/cards/cat", "wrong_card_count.passed")]),
    ("a card twice in a hand", TWO, {"hands/0/back/4": "Ac"},
     [("/hands/0/back/4", "duplicate_card")]),
    ("a card in two hands", TWO, {"hands/1/front/0": "♥A"},
     [("/hands/1/front/0", "duplicate_card")]),
    ("a card three times", TWO, {"hands/1/front/0": "Ah", "hands/1/back/0": "Ah"},
     [("/hands/1/front/0", "duplicate_card"), ("/hands/1/back/0", "duplicate_card")]),
    ("a card of a natural", NATURAL, {"hands/0/front/0": "As"},
     [("/hands/1/cards/12", "duplicate_card")]),
    ("a card of a ruled foul", RULED, {"hands/1/cards": ["Kh", "Ah"]},
     [("/hands/1/cards/1", "duplicate_card")]),
    ("a doubled card three times", FIVE, {"hands/1/front/0": "As"},
     [("/hands/1/front/0", "duplicate_card")]),
    ("a single card twice in 65", FIVE, {"hands/1/front/0": "Ah"},
     [("/hands/1/front/0", "duplicate_card")]),
    ("a card dealt twice", EXCHANGE, {"exchange/dealt/bob/0": "9h"},
     [("/exchange/dealt/cat/8", "duplicate_card")]),
    ("cards that are not the rows", TWO, {"hands/1/cards": cards(DAN)},
     [("/hands/1/cards", "arrangement_mismatch")]),
    ("front only", TWO, {"hands/1/middle": GONE, "hands/1/back": GONE},
     [("/hands/1", "incomplete_arrangement")]),
    ("no back", TWO, {"hands/1/back": GONE}, [("/hands/1", "incomplete_arrangement")]),
    ("a natural with two rows", NATURAL,
     {"hands/1/front": cards("2s 3s 4s"), "hands/1/middle": cards("5s 6s 7s 8s 9s")},
     [("/hands/1", "incomplete_arrangement")]),
    ("a ruled foul with two rows", RULED,
     {"hands/1/front": cards("As 9s 7s"), "hands/1/middle": cards("2h 2d Qs Ts 3d")},
     [("/hands/1", "incomplete_arrangement")]),
]  # fmt: skip

NATURALS: list[Row] = [
    *(
        (f"the natural {name!r}", TWO, {"hands/0/natural": name},
         [("/hands/0/natural", "unknown_natural")])
        for name in ("", "royal_flush", "一條龍", "Dragon", "AUTO")
    ),
    ("a natural that is not played", TWO, {"hands/0/natural": "half_big"},
     [("/hands/0/natural", "natural_not_played")]),
    ("a natural that is switched off", NATURAL,
     {"options": {"natural_points": {"dragon_suited": 0}}},
     [("/hands/1/natural", "natural_not_played")]),
    ("a natural that is not held", NATURAL, {"hands/1/natural": "six_pairs"},
     [("/hands/1/natural", "natural_not_held")]),
    ("a natural that the rows do not hold", TWO, {"hands/0/natural": "dragon"},
     [("/hands/0/natural", "natural_not_held")]),
    ("an outcome's natural that does not exist", OUTCOME,
     {"outcome/hands/1/natural": "royal_flush"},
     [("/outcome/hands/1/natural", "unknown_natural")]),
    ("an outcome's natural that is not played", OUTCOME,
     {"outcome/hands/1/natural": "six_pairs"},
     [("/outcome/hands/1/natural", "natural_not_played")]),
    ("auto without cards", OUTCOME, {"outcome/hands/1/natural": "auto"},
     [("/outcome/hands/1/natural", "unknown_natural.auto_outcome")]),
    ("a plain hand with a natural", OUTCOME, {"outcome/hands/2/natural": "dragon"},
     [("/outcome/hands/2/natural", "outcome_contradictory.status")]),
    ("a foul with a natural", OUTCOME, {"outcome/hands/3/natural": "dragon"},
     [("/outcome/hands/3/natural", "outcome_contradictory.status")]),
]  # fmt: skip

PLAYERS: list[Row] = [
    ("nobody", TWO, {"hands": []}, [("/hands", "wrong_player_count")]),
    ("one", TWO, {"hands/1": GONE}, [("/hands", "wrong_player_count")]),
    ("four where five play", FIVE, {"hands/4": GONE}, [("/hands", "wrong_player_count")]),
    ("five where four play", FIVE, {"ruleset": "tw-points", "hands": [
        *three_document()["hands"], hand("dan", DAN), {"player": "eve", "ruled_foul": "late"}]},
     [("/hands", "wrong_player_count")]),
    ("one in an outcome", OUTCOME,
     {"outcome": {"hands": [{"player": "amy"}], "duels": []}},
     [("/outcome/hands", "wrong_player_count")]),
    *(
        (f"amy and {name!r}", TWO, {"hands/1/player": name},
         [("/hands/1/player", "duplicate_player")])
        for name in ("amy", " amy", "amy\u3000", "amy\n")
    ),
    ("one name in two forms", TWO, {"hands/0/player": "Zoe\u0308", "hands/1/player": "Zo\u00eb"},
     [("/hands/1/player", "duplicate_player")]),
    ("one name twice in an outcome", OUTCOME, {"outcome/hands/2/player": "amy"},
     [("/outcome/hands/2/player", "duplicate_player")]),
    ("a banker who does not play", BANKER, {"banker": "eve"}, [("/banker", "unknown_player")]),
    ("eve is dealt cards", EXCHANGE, {"exchange/dealt/eve": cards(DAN)},
     [("/exchange/dealt/eve", "unknown_player")]),
    ("amy is dealt cards twice", EXCHANGE, {"exchange/dealt/ amy": cards(DAN)},
     [("/exchange/dealt/ amy", "duplicate_player")]),
    ("eve passes", EXCHANGE, {"exchange/passes/0/cards/eve": cards("As 9s 7s")},
     [("/exchange/passes/0/cards/eve", "unknown_player")]),
    ("eve is expected", document(expect={"totals": {"eve": 0}}), {},
     [("/expect/totals/eve", "unknown_player")]),
    ("nobody is expected", document(expect={"totals": {"": 0}}), {},
     [("/expect/totals/", "unknown_player")]),
    ("nothing is expected", document(expect={}), {}, [("/expect", "missing.expectation")]),
    ("nothing of nobody is expected", document(expect={"totals": {}}), {},
     [("/expect", "missing.expectation")]),
    ("a digest, and nothing of nobody", document(), {"expect": DIGEST_AND_NOBODY},
     [("/expect/totals", "missing.expected_totals")]),
    ("amy is expected twice", document(expect={"totals": {"amy": 0, "amy ": 0}}), {},
     [("/expect/totals/amy ", "duplicate_player")]),
    ("a key with a slash", document(expect={"totals": {"a/b~": 0}}), {},
     [("/expect/totals/a~1b~0", "unknown_player")]),
    ("a duel with eve", OUTCOME, {"outcome/duels/0/players/1": "eve"},
     [("/outcome/duels/0/players/1", "unknown_player")]),
    ("a duel with herself", OUTCOME, {"outcome/duels/0/players/1": "amy"},
     [("/outcome/duels/0/players/1", "duplicate_player")]),
    ("a scoop by somebody else", OUTCOME, {"outcome/duels/0/scoop": "dan"},
     [("/outcome/duels/0/scoop", "unknown_player.duel")]),
    ("a row won by somebody else", DOUBLED, {"outcome/duels/0/back": "dan"},
     [("/outcome/duels/0/back", "unknown_player.duel")]),
    ("eve holds the doubling card", DOUBLED, {"outcome/doubling_card_holder": "eve"},
     [("/outcome/doubling_card_holder", "unknown_player")]),
    ("eve holds it too", DOUBLED, {"outcome/doubling_card_holder": ["eve"]},
     [("/outcome/doubling_card_holder/0", "unknown_player")]),
    ("amy holds it twice", DOUBLED,
     {"outcome/doubling_card_holder": ["amy", "amy"]},
     [("/outcome/doubling_card_holder", "outcome_contradictory.holders"),
      ("/outcome/doubling_card_holder/1", "duplicate_player")]),
    ("who holds it is not asked where a player is not known", DOUBLED,
     {"outcome/doubling_card_holder": "eve", "outcome/hands/2/player": ""},
     [("/outcome/hands/2/player", "out_of_range.player")]),
    ("two hold the only one", DOUBLED, {"outcome/doubling_card_holder": ["amy", "cat"]},
     [("/outcome/doubling_card_holder", "outcome_contradictory.holders")]),
    ("two hold one of 52 that nobody wrote down", DOUBLED,
     {"doubling_card": GONE, "outcome/doubling_card_holder": ["amy", "cat"]},
     [("/outcome/doubling_card_holder", "outcome_contradictory.holders_of_one")]),
    ("somebody holds none", DOUBLED, {"doubling_card": None},
     [("/outcome/doubling_card_holder", "outcome_contradictory.no_doubling_card")]),
    ("no banker", BANKER, {"banker": GONE}, [("/banker", "banker_required")]),
    ("a banker too many", TWO, {"banker": "amy"}, [("/banker", "banker_not_played")]),
    ("a bet too many", TWO, {"hands/0/bet": 1}, [("/hands/0/bet", "bet_not_played")]),
    ("a bet of the banker", BANKER, {"hands/1/bet": 1},
     [("/hands/1/bet", "bet_not_played.banker")]),
    ("a bet in an outcome", OUTCOME, {"outcome/hands/0/bet": 1},
     [("/outcome/hands/0/bet", "bet_not_played")]),
]  # fmt: skip

EXCHANGES: list[Row] = [
    ("no exchanges here", BANKER, {"exchange": {"dealt": {}, "passes": []}},
     [("/exchange", "exchange_not_played")]),
    ("the other way", EXCHANGE, {"exchange/passes/0/direction": "counterclockwise"},
     [(f"/exchange/dealt/{name}", "exchange_mismatch") for name in ("amy", "bob", "cat")]),
    ("not passed at all", EXCHANGE, {"exchange/passes": []},
     [(f"/exchange/dealt/{name}", "exchange_mismatch") for name in ("amy", "bob", "cat")]),
    ("another card dealt", EXCHANGE, {"exchange/dealt/amy/0": "As"},
     [("/exchange/dealt/amy", "exchange_mismatch")]),
    ("a card passed that is not held", EXCHANGE, {"exchange/passes/0/cards/bob/2": "As"},
     [("/exchange/passes/0/cards/bob/2", "exchange_mismatch.not_held")]),
    ("a card passed twice", EXCHANGE, {"exchange/passes/0/cards/bob/2": "Kc"},
     [("/exchange/passes/0/cards/bob/2", "exchange_mismatch.not_held")]),
]  # fmt: skip

STAKES: list[Row] = [
    *(
        (f"an amount of {amount!r}", STAKE, {"stake/amount": amount},
         [("/stake/amount", "bad_stake.amount")])
        for amount in ("", "0", "0.00", "-1", "+1", "1e3", "1.005", "1_000", "1,000", " 1", "1 ",
                       "١", ".5", "5.", "01", "0x1", "1\n", "NaN", "9" * 16)
    ),
    ("yen have no digits", STAKE, {"stake/currency": "JPY", "stake/amount": "1.5"},
     [("/stake/amount", "bad_stake.whole")]),
    ("dinars have three", STAKE, {"stake/currency": "KWD", "stake/amount": "1.2345"},
     [("/stake/amount", "bad_stake.amount")]),
    ("an ante of nothing", POT, {"stake/ante": "0"}, [("/stake/ante", "bad_stake.amount")]),
    ("a step of nothing", STAKE, {"stake/step": "0"}, [("/stake/step", "bad_stake.amount")]),
    ("an ante between steps", POT, {"stake/step": "20"}, [("/stake/step", "bad_stake.step")]),
    *(
        (f"the currency {name!r}", STAKE, {"stake/currency": name},
         [("/stake/currency", "bad_stake.currency")])
        for name in ("", "twd", "XXX", "XAU", "NT$")
    ),
    ("neither amount nor currency", STAKE, {"stake/currency": "ZZZ", "stake/amount": "x"},
     [("/stake/amount", "bad_stake.digits"), ("/stake/currency", "bad_stake.currency")]),
    *(
        (f"for {points} points", STAKE, {"stake/points": points},
         [("/stake/points", "bad_stake.integer")])
        for points in (0, -1, 2**53)
    ),
]  # fmt: skip

TOGETHER: list[Row] = [
    ("faults of many kinds, in the order of the fields",
     document(options={"zz": 1}, banker="eve", ref="", expect={"totals": {"eve": 1}},
              stake=STAKE["stake"]),
     {"hands/0/front/0": "Joker", "hands/0/back/4": "Ac", "hands/1/bet": 0, "hands/1/zz": 0,
      "stake/amount": "x"},
     [("/ref", "out_of_range.text"), ("/options/zz", "unknown_option"),
      ("/stake/amount", "bad_stake.amount"), ("/banker", "banker_not_played"),
      ("/hands/0/front/0", "bad_card"), ("/hands/0/back/4", "duplicate_card"),
      ("/hands/1/bet", "bet_not_played"), ("/hands/1/bet", "out_of_range.integer"),
      ("/hands/1/zz", "unknown_field"), ("/expect/totals/eve", "unknown_player")]),
    ("without a ruleset the rest is looked at",
     exchange_document(ruleset="tw-poker", stake={"amount": "1", "currency": "TWD"}),
     {"stake/amount": "x", "hands/0/front/0": "Joker", "hands/1/player": "amy",
      "hands/2/natural": "zz"},
     [("/ruleset", "unknown_ruleset"), ("/stake/amount", "bad_stake.amount"),
      ("/hands/0/front/0", "bad_card"), ("/hands/1/player", "duplicate_player")]),
    ("a banker is not asked for where the pairing is not sure", TWO,
     {"ruleset": "tw-banker", "options": {"pairing": "zz"}, "hands/1/front/0": "Ah"},
     [("/options/pairing", "bad_option.choice"), ("/hands/1/front/0", "duplicate_card")]),
    ("a natural is not judged where the points are not sure", NATURAL,
     {"hands/1/natural": "six_pairs", "options": {"natural_points": {"six_pairs": -1}}},
     [("/options/natural_points/six_pairs", "bad_option.range")]),
    ("cards are not counted where the doubled suit is not sure", FIVE,
     {"options": {"extra_suit": "x"}, "hands/0/player": ""},
     [("/options/extra_suit", "bad_option.choice"), ("/hands/0/player", "out_of_range.player")]),
    ("nobody is unknown where a player is", BANKER, {"hands/0/player": 3, "banker": "eve"},
     [("/hands/0/player", "wrong_type.text")]),
    ("an outcome is looked at although the stake is wrong",
     outcome_document(stake={"amount": "x", "currency": "TWD"}),
     {"outcome/duels/1": {"players": ["cat", "amy"], "scoop": "cat"}},
     [("/stake/amount", "bad_stake.amount"), ("/outcome/duels/1", "outcome_contradictory.twice")]),
]  # fmt: skip

TABLE: list[Row] = [
    *WRONG_TYPES, *MISSING, *UNKNOWN_FIELDS, *RANGES, *RULESETS, *CARDS, *NATURALS, *PLAYERS,
    *EXCHANGES, *STAKES, *TOGETHER,
]  # fmt: skip

assert cards(DRAGON) == NATURAL["hands"][1]["cards"]
