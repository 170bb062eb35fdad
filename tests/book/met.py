"""What has to have happened among many calls, so that nothing is right for never being asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.book.anything import WEIGHTS, Made
from tests.book.model import Evening, holding

REQUIRED = {
    *("cards", "scoops", "rows", "home run", "sitting out", "three seats"),
    *("after a gap", "revived", "undone three times", "games affected"),
    *("round claimed", "totals claimed", "contested late", "contested again", "settled but held"),
    *("ruled corrected", "ruled dismissed", "ruled by the host", "ruled by a party", "consented"),
    "consents lapsed",
    *("settled fewest", "settled pairs", "settled via", "settled alone", "settled again"),
    *("payment reversed", "settlement reversed", "fund penalty", "odd cents shared"),
    *("correct once closed", "dispute once closed", "pay once closed", "settle once closed"),
    *("correct once paid", "void once paid", "undo once paid", "dispute once paid"),
    *("group settled", "repeated"),
    *("settled as one", "paid by a guest", "all taken back"),
}

NEVER_REFUSED = {"share_cost", "pay", "rename"}
"""What a table asks for rightly every time."""


def missed(done: Any, met: Any) -> list[str]:
    """What should have happened and did not."""
    taken = {name for name, status in done if status == 201}
    refused = {name for name, status in done if status != 201}
    return sorted(
        [f"{name} taken" for name in WEIGHTS if name not in taken]
        + [f"{name} refused" for name in WEIGHTS if name not in refused | NEVER_REFUSED]
        + [name for name in REQUIRED if not met[name]]
    )


def features(name: str, made: Made, paper: Evening, undone: int) -> Iterator[str]:
    """What happened with a call, before the model knows of it."""
    for entry in made:
        yield from _PLAYED.get(entry["kind"], _none)(entry, paper)
    if undone == 3:
        yield "undone three times"
    if paper.closed:
        yield f"{name} once closed"
    if any(kind == "payment" for kind, _ in paper.moved.values()):
        yield f"{name} once paid"


def _none(_entry: Any, _paper: Evening) -> Iterator[str]:
    yield from ()


def _game(entry: Any, paper: Evening) -> Iterator[str]:
    before, body = paper.standing.get(entry["game"]), entry["body"]
    if entry["game"] > max(paper.standing, default=0) + 1:
        yield "after a gap"
    open_ones = [paper.disputes[name] for name in paper.open_disputes()]
    if any(each["game"] == entry["game"] and each["consents"] for each in open_ones):
        yield "consents lapsed"
    if before is not None and before["kind"] == "game_voided":
        yield "revived"
    sent = body["round"]
    if "hands" in sent:
        yield "cards"
    else:
        yield "rows" if any("front" in duel for duel in sent["outcome"]["duels"]) else "scoops"
    seats = len(holding(paper.seats, entry["game"]))
    if len(body["totals"]) < seats:
        yield "sitting out"
    elif seats < 4:
        yield "three seats"
    # Two from each of three, and nobody has more than one from each of two otherwise.
    if any(total["net"] == 6 for total in body["totals"]):
        yield "home run"


def _table(entry: Any, _paper: Evening) -> Iterator[str]:
    if entry["body"]["affected"]:
        yield "games affected"


def _dispute(entry: Any, paper: Evening) -> Iterator[str]:
    body = entry["body"]
    yield "round claimed" if "round" in body["claim"] else "totals claimed"
    if body["late"]:
        yield "contested late"
    if any(each["game"] == entry["game"] for each in paper.disputes.values()):
        yield "contested again"


def _ruling(entry: Any, _paper: Evening) -> Iterator[str]:
    body = entry["body"]
    yield f"ruled {body['outcome']}"
    if body["interested"]:
        yield "ruled by a party"
    if entry["by"] == "host":
        yield "ruled by the host"
    if body["consents"]:
        yield "consented"


def _settlement(entry: Any, paper: Evening) -> Iterator[str]:
    body = entry["body"]
    yield f"settled {body['mode'].partition(':')[0]}"
    if "player" in body:
        yield "settled alone"
    if body["held"]:
        yield "settled but held"
    if any(kind == "settlement_made" for kind, _ in paper.moved.values()):
        yield "settled again"


def _penalty(entry: Any, _paper: Evening) -> Iterator[str]:
    if entry["body"]["to"].startswith("fund:"):
        yield "fund penalty"


def _cost(entry: Any, _paper: Evening) -> Iterator[str]:
    if len({share["amount"] for share in entry["body"]["shares"]}) > 1:
        yield "odd cents shared"


def _payment_reversed(_entry: Any, _paper: Evening) -> Iterator[str]:
    yield "payment reversed"


def _settlement_reversed(_entry: Any, _paper: Evening) -> Iterator[str]:
    yield "settlement reversed"


_PLAYED = {
    "game_recorded": _game, "game_corrected": _game, "table_changed": _table,
    "dispute_opened": _dispute, "dispute_resolved": _ruling, "settlement_made": _settlement,
    "penalty": _penalty, "shared_cost": _cost, "payment_reversed": _payment_reversed,
    "settlement_reversed": _settlement_reversed,
}  # fmt: skip
