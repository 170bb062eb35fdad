"""Small round documents for the tests of the command line."""

from __future__ import annotations

import json
from typing import Any

AMY = {
    "player": "amy",
    "front": ["Ks", "Kh", "3d"],
    "middle": ["As", "Ah", "7c", "5d", "2h"],
    "back": ["9s", "9h", "9d", "Qs", "Qh"],
}
BOB = {
    "player": "bob",
    "front": ["Qd", "Js", "4c"],
    "middle": ["Ts", "Tc", "8h", "6d", "2c"],
    "back": ["Kc", "Jc", "8c", "5c", "3c"],
}


def round_document(**fields: Any) -> dict[str, Any]:
    """Amy wins all three rows of Bob: +4 in mainland-basic, 3 in tw-points, 1 in tw-scoop-only."""
    return {"ruleset": "mainland-basic", "hands": [AMY, BOB], **fields}


def line(**fields: Any) -> str:
    """The document on one line."""
    return json.dumps(round_document(**fields)) + "\n"


def pretty(**fields: Any) -> str:
    """The document on many lines."""
    return json.dumps(round_document(**fields), indent=1)


def nets(result: dict[str, Any]) -> dict[str, int]:
    """Each player's net in a result."""
    return {total["player"]: total["net"] for total in result["totals"]}


def answers(stdout: bytes) -> list[Any]:
    """What each line of an output says: amy's net, or the codes of an error."""
    return [answer(json.loads(text)) for text in stdout.splitlines()]


def answer(document: dict[str, Any]) -> Any:
    """Amy's net, or the place of an error and its codes."""
    if "error" in document:
        return document["line"], [error["code"] for error in document["error"]["errors"]]
    return nets(document)["amy"]
