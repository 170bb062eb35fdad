"""What holds of every result document, looked at with the ruleset and the twin's words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from settle.rulebook.ruleset import Ruleset
from tests.reference.prices import ROWS

Document = Mapping[str, Any]

# CONTRACT, "Result document".
REASONS = (
    "row",
    "row_bonus",
    "scoop",
    "majority",
    "home_run",
    "doubling_card",
    "foul",
    "natural",
    "natural_sweep",
    "gadu",
)


# --- what moved -----------------------------------------------------------------------------------


def moved(result: Document) -> dict[tuple[str, str], dict[str, int]]:
    """(payee, payer) -> reason -> points."""
    pairs: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for line in result["lines"]:
        pairs[line["payee"], line["payer"]][line["reason"]] += line["points"]
    return {pair: dict(reasons) for pair, reasons in pairs.items()}


def nets(result: Document) -> dict[str, int]:
    return {total["player"]: total["net"] for total in result["totals"]}


def by_player(result: Document) -> dict[str, Any]:
    """All that a result says of who got what and was what, wherever they sat."""
    return {
        "totals": {total["player"]: total for total in result["totals"]},
        "moved": moved(result),
        "hands": {hand[0]: hand for hand in _hands(result)},
        "notices": _in_any_order(result["notices"]),
    }


def without_cards(result: Document) -> dict[str, Any]:
    """All that a result says but for the cards and the agreement."""
    kept = {key: result.get(key) for key in ("lines", "totals", "money", "notices")}
    return {"hands": list(_hands(result)), **kept}


def _hands(result: Document) -> Iterator[tuple[Any, ...]]:
    """Each hand's player, status, natural and categories."""
    for hand in result["hands"]:
        rows = hand["rows"]
        kinds = rows and tuple(rows[row]["category"] for row in ROWS)
        yield hand["player"], hand["status"], hand["natural"], kinds


def with_names(result: Document, names: Mapping[str, str]) -> dict[str, Any]:
    """The result with every player called otherwise."""

    def told(table: Document) -> dict[str, Any]:
        return {
            key: names[value] if key in ("player", "payer", "payee", "set_by") else value
            for key, value in table.items()
        }

    tables = ("hands", "lines", "totals", "money", "notices")
    return {
        key: [told(entry) for entry in value] if key in tables else value
        for key, value in result.items()
    }


# --- faults of a result ---------------------------------------------------------------------------


def differences(result: Document, reference: Document) -> list[str]:
    """Where the engine and the twin do not agree, in words."""
    totals, hands = result["totals"], result["hands"]
    told = {
        "nets": nets(result),
        "won": {total["player"]: total["won"] for total in totals},
        "lost": {total["player"]: total["lost"] for total in totals},
        "statuses": {hand["player"]: hand["status"] for hand in hands},
        "naturals": {hand["player"]: hand["natural"] for hand in hands},
        "notices": _in_any_order(result["notices"]),
        "pairs": moved(result),
    }
    right = {**reference, "notices": _in_any_order(reference["notices"])}
    return [
        f"{field}: the engine says {told[field]}, the twin {right[field]}"
        for field in told
        if told[field] != right[field]
    ]


def _in_any_order(notices: list[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    return sorted(sorted(notice.items()) for notice in notices)


def sum_faults(result: Document) -> Iterator[str]:
    """Points that come from nowhere or go nowhere: totals against lines, pairs, and all nets."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for line in result["lines"]:
        won[line["payee"]] += line["points"]
        lost[line["payer"]] += line["points"]
        if type(line["points"]) is not int or line["points"] <= 0:
            yield f"{line['points']} points on a line"
    players = [hand["player"] for hand in result["hands"]]
    right = [
        {"player": p, "won": won[p], "lost": lost[p], "net": won[p] - lost[p]} for p in players
    ]
    if result["totals"] != right:
        yield f"totals {result['totals']}, lines {right}"
    if sum(nets(result).values()):
        yield f"nets {nets(result)}"
    if not {*won, *lost} <= set(players):
        yield "somebody who does not play"


def order_faults(result: Document) -> Iterator[str]:
    """Lines that do not stand as the contract orders them, or that price one thing twice."""
    players = [hand["player"] for hand in result["hands"]]
    pairs = {pair: place for place, pair in enumerate(combinations(players, 2))}
    pairs |= {(later, earlier): place for (earlier, later), place in pairs.items()}
    places = [
        (
            pairs[line["payer"], line["payee"]],
            REASONS.index(line["reason"]),
            ROWS.index(line["row"]) if "row" in line else -1,
        )
        for line in result["lines"]
    ]
    if places != sorted(places):
        yield "the order of lines"
    keys = [
        tuple(line[f] for f in ("payer", "payee", "reason", "rule")) for line in result["lines"]
    ]
    if len(set(keys)) != len(keys):
        yield "one key on two lines of a pair"


def rule_faults(result: Document, ruleset: Ruleset, priced: dict[str, Any]) -> Iterator[str]:
    """Lines whose `rule` is not a key of the ruleset with a price under this agreement.

    `priced` keeps what was looked up, for other results under the same agreement.
    """
    for line in result["lines"]:
        rule = line["rule"]
        if rule not in priced:
            value = ruleset.value(rule, result["options"])
            priced[rule] = None if value is None else value.value
        price = priced[rule]
        if rule == "doubling_card":  # true where a table may name a card; it doubles
            price = price and 2
        if type(price) is not int or price <= 0:
            yield f"{rule} holds {price}"
        elif line.get("multiplier", price) != price:
            yield f"multiplier {line['multiplier']} where {rule} holds {price}"
        elif line["reason"] in ("row", "row_bonus", "natural", "gadu") and line["points"] % price:
            yield f"{line['points']} points where {rule} holds {price}"
