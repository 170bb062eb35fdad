"""Scoring NDJSON as one would write it first: marshmallow, dicts, the standard library's JSON.

Rounds of ``western-2-4`` with four arranged hands, and the result documents that Settle writes,
byte for byte. It checks less than Settle does, which is to its advantage.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Any

from marshmallow import Schema, fields, validate

RANKS = "23456789TJQKA"
ROWS = {"front": 3, "middle": 5, "back": 5}
CATEGORIES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush",
)  # fmt: skip
BY_COUNTS = {
    (2, 1): 1, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3,): 3, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7,
}  # fmt: skip
WINDOWS = {size: [("A" + RANKS)[n : n + size] for n in range(15 - size)] for size in (3, 5)}
THREE_STRAIGHTS = {
    "".join(sorted(front + one + other))
    for front in WINDOWS[3]
    for one, other in combinations_with_replacement(WINDOWS[5], 2)
}


class HandSchema(Schema):
    """One hand."""

    player = fields.Str(required=True, validate=validate.Length(1, 40))
    front = fields.List(fields.Str(), required=True, validate=validate.Length(equal=3))
    middle = fields.List(fields.Str(), required=True, validate=validate.Length(equal=5))
    back = fields.List(fields.Str(), required=True, validate=validate.Length(equal=5))


class RoundSchema(Schema):
    """A round."""

    ruleset = fields.Str(required=True, validate=validate.Equal("western-2-4"))
    hands = fields.List(fields.Nested(HandSchema), required=True, validate=validate.Length(2, 4))


ROUND = RoundSchema()


def answer(line: bytes, ruleset: dict[str, Any]) -> bytes:
    """The result of a round on a line; ``ruleset`` are the result's fields of that name."""
    document = ROUND.load(json.loads(line))
    cards = [card for hand in document["hands"] for row in ROWS for card in hand[row]]
    if len(set(cards)) < len(cards) or any(
        len(card) != 2 or card[0] not in RANKS or card[1] not in "cdhs" for card in cards
    ):
        raise ValueError(cards)
    result = score(document) | ruleset
    return json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def strength(cards: list[str]) -> tuple[int, list[int]]:
    """Category and ranks, the most telling first."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ordered = sorted(counts.items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = [rank for rank, _ in ordered]
    if len(ranks) == 5:
        is_flush = len({card[1] for card in cards}) == 1
        is_straight = ranks[0] - ranks[4] == 4
        if ranks == [12, 3, 2, 1, 0]:
            is_straight, ranks = True, [3, 2, 1, 0, -1]
        return (8 if is_flush else 4) if is_straight else (5 if is_flush else 0), ranks
    return BY_COUNTS.get(tuple(count for _, count in ordered), 0), ranks


def natural_of(cards: list[str]) -> str | None:
    """The highest natural that is held."""
    counts = Counter(card[0] for card in cards)
    suits = Counter(card[1] for card in cards)
    if len(counts) == 13:
        return "dragon_suited" if len(suits) == 1 else "dragon"
    if sum(count // 2 for count in counts.values()) == 6:
        return "six_pairs"
    if sorted(suits.values()) in ([3, 5, 5], [3, 10], [5, 8]):
        return "three_flushes"
    if "".join(sorted(card[0] for card in cards)) in THREE_STRAIGHTS:
        return "three_straights"
    return None


def score(document: dict[str, Any]) -> dict[str, Any]:
    """The result of a round of arranged hands, of which none is a foul."""
    hands, notices, strengths = [], [], []
    for hand in document["hands"]:
        rows = {row: strength(hand[row]) for row in ROWS}
        if not rows["front"] <= rows["middle"] <= rows["back"]:
            raise ValueError(hand)
        natural = natural_of([card for row in ROWS for card in hand[row]])
        if natural is not None:
            notices.append(
                {"code": "undeclared_natural", "player": hand["player"], "natural": natural}
            )
        shown = {row: {"category": CATEGORIES[rows[row][0]], "cards": hand[row]} for row in ROWS}
        hands.append({"player": hand["player"], "status": "plain", "natural": None, "rows": shown})
        strengths.append({"player": hand["player"], "rows": rows})
    lines = [line for pair in combinations(strengths, 2) for line in duel(*pair)]
    totals = []
    for hand in hands:
        won = sum(line["points"] for line in lines if line["payee"] == hand["player"])
        lost = sum(line["points"] for line in lines if line["payer"] == hand["player"])
        totals.append({"player": hand["player"], "won": won, "lost": lost, "net": won - lost})
    return {
        "hands": hands, "lines": lines, "totals": totals, "notices": notices, "basis": "cards"
    }  # fmt: skip


def duel(one: dict[str, Any], other: dict[str, Any]) -> list[dict[str, Any]]:
    """A point a row, and one for more rows."""
    lines, ahead = [], 0
    for row in ROWS:
        if one["rows"][row] == other["rows"][row]:
            continue
        wins = one["rows"][row] > other["rows"][row]
        ahead += 1 if wins else -1
        lines.append(
            {**payment(one, other, wins=wins), "reason": "row", "rule": f"rows.{row}.base"}
            | {"row": row}
        )
    if ahead:
        paid = payment(one, other, wins=ahead > 0)
        lines.append({**paid, "reason": "majority", "rule": "majority.points"})
    return lines


def payment(one: dict[str, Any], other: dict[str, Any], *, wins: bool) -> dict[str, Any]:
    """Who pays whom a point."""
    payee, payer = (one, other) if wins else (other, one)
    return {"payer": payer["player"], "payee": payee["player"], "points": 1}
