"""Good documents, and a short way to write down what is changed in them."""

from __future__ import annotations

import copy
from typing import Any

from settle.faults import RefusedError, json_pointer
from settle.rulebook import Rulebook
from settle.wire.load import load_strictly

RULEBOOK = Rulebook()

GONE = object()
"""In place of a value: the field is taken out."""

AMY = "Ah Ad Qc | Ks Kd Jh Jd 9c | 8s 8h 8d Ac 2c"
BOB = "Kh Th 7d | 5s 5h 9d 6d 2s | 6s 6h Qd 4d 3s"
CAT = "Kc Tc 7c | 3c 3h Td 8c 4h | 4s 4c Qh 9h 7h"
DAN = "As 9s 7s | 2h 2d Qs Ts 3d | Js Jc 5c 5d 6c"
DRAGON = "2s 3s 4s | 5s 6s 7s 8s 9s | Ts Js Qs Ks As"


def cards(text: str) -> list[str]:
    return text.replace("|", " ").split()


def hand(player: str, text: str, **fields: Any) -> dict[str, Any]:
    front, middle, back = (row.split() for row in text.split("|"))
    return {"player": player, "front": front, "middle": middle, "back": back, **fields}


def document(ruleset: str = "tw-points", **fields: Any) -> dict[str, Any]:
    return {"ruleset": ruleset, "hands": [hand("amy", AMY), hand("bob", BOB)], **fields}


def banker_document(**fields: Any) -> dict[str, Any]:
    return document("hk-banker", banker="bob", **fields)


def three_document(ruleset: str = "tw-points", **fields: Any) -> dict[str, Any]:
    made = document(ruleset, **fields)
    made["hands"].append(hand("cat", CAT))
    return made


def dragon_document(**fields: Any) -> dict[str, Any]:
    """Bob holds the suited dragon and declares it without arranging it."""
    made = document(**fields)
    front, middle, back = "Ah Ad Qc", "Kh Kd Jh Jd 9c", "8c 8h 8d Ac 2c"
    made["hands"][0] = hand("amy", f"{front} | {middle} | {back}")
    made["hands"][1] = {"player": "bob", "cards": cards(DRAGON), "natural": "dragon_suited"}
    return made


def exchange_document(ruleset: str = "ph-exchange", **fields: Any) -> dict[str, Any]:
    """One exchange, clockwise; each passes on the front of the next."""
    made = three_document(ruleset, banker="amy", **fields)
    amy, bob, cat = cards(AMY), cards(BOB), cards(CAT)
    made["exchange"] = {
        "dealt": {
            "amy": amy[3:] + bob[:3],
            "bob": bob[3:] + cat[:3],
            "cat": cat[3:] + amy[:3],
        },
        "passes": [
            {
                "direction": "clockwise",
                "cards": {"amy": bob[:3], "bob": cat[:3], "cat": amy[:3]},
            }
        ],
    }
    return made


def outcome_document(ruleset: str = "tw-scoop-only", **fields: Any) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "outcome": {
            "hands": [
                {"player": "amy", "categories": {"back": "four_of_a_kind"}},
                {"player": "bob", "status": "natural", "natural": "dragon"},
                {"player": "cat"},
                {"player": "dan", "status": "foul"},
            ],
            "duels": [{"players": ["amy", "cat"], "scoop": "amy"}],
        },
        **fields,
    }


def stake_document(**stake: Any) -> dict[str, Any]:
    return document(stake={"amount": "100", "currency": "TWD", **stake})


def pot_document(**stake: Any) -> dict[str, Any]:
    return document(stake={"mode": "pot", "ante": "50", "currency": "TWD", **stake})


def changed(start: Any, changes: dict[str, Any]) -> Any:
    """A copy with other values at some places; the place "" is the document itself."""
    made = copy.deepcopy(start)
    for place, value in changes.items():
        if not place:
            made = value
            continue
        *way, last = place.split("/")
        holder = made
        for part in way:
            holder = holder[int(part) if isinstance(holder, list) else part]
        key = int(last) if isinstance(holder, list) else last
        if value is GONE:
            del holder[key]
        elif isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value
    return made


def faults(document: Any) -> list[tuple[str, str]]:
    """Place and sentence of each fault; none for a good document."""
    try:
        load_strictly(document, RULEBOOK)
    except RefusedError as refused:
        return [(json_pointer(fault.pointer), fault.text_key) for fault in refused.faults]
    return []
