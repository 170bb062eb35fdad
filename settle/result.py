"""Results: a scored round as the document that goes out."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from settle.currencies import format_amount
from settle.evaluate import EvaluatedHand
from settle.rounds import Round, Stake
from settle.rules import ROWS, Rules
from settle.settlement import round_money
from settle.sheet import Line, Reason, ScoreSheet
from settle.strength import CATEGORIES

_REASON: Final = {reason: str(reason.value) for reason in Reason}
_STATUS: Final = {"plain": "plain", "foul": "foul", "natural": "natural"}
_CATEGORY: Final = tuple(str(kind.value) for kind in CATEGORIES)
_CATEGORY_TEXT: Final = {str(kind): str(kind.value) for kind in CATEGORIES}
"""By the category, which is a text and something more: plain texts are written fastest."""
_FRONT, _MIDDLE, _BACK = ROWS


def result_document(played: Round, rules: Rules, sheet: ScoreSheet) -> dict[str, Any]:
    """The result of a round as plain JSON values, ready for canonical JSON.

    ``options`` and its maps are the rules' own where they are plain dicts; nobody changes them.
    """
    document: dict[str, Any] = {}
    if played.ref is not None:
        document["ref"] = played.ref
    if played.played_at is not None:
        document["played_at"] = played.played_at
    document["ruleset"] = rules.ruleset
    document["ruleset_version"] = rules.version
    document["ruleset_digest"] = rules.digest
    document["options"] = {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in rules.options.items()
    }
    document["hands"] = [_hand(hand) for hand in sheet.evaluated.hands]
    document["lines"] = [line_document(line) for line in sheet.lines]
    document["totals"] = [
        {"player": player, "won": won, "lost": lost, "net": net}
        for player, won, lost, net in sheet.totals
    ]
    if played.stake is not None and played.stake.scope == "game":
        players, nets = [total.player for total in sheet.totals], [t.net for t in sheet.totals]
        document["money"] = money_document(players, nets, played.stake)
    document["notices"] = [
        {"code": code, "player": player}
        if natural is None
        else {"code": code, "player": player, "natural": natural}
        for code, player, natural in sheet.notices
    ]
    document["basis"] = "cards" if played.outcome is None else "outcome"
    return document


def _hand(hand: EvaluatedHand) -> dict[str, Any]:
    """One hand: what it is, and its rows; without cards in a game recorded by its outcome."""
    rows: dict[str, Any] | None = None
    if hand.kinds is not None:
        front, middle, back = hand.kinds
        split = hand.arrangement
        if split is None:
            rows = {
                row: {"category": None if kind is None else _CATEGORY[kind]}
                for row, kind in zip(ROWS, hand.kinds, strict=True)
            }
        else:
            assert front is not None
            assert middle is not None
            assert back is not None
            rows = {
                _FRONT: {"category": _CATEGORY[front], "cards": list(split.front)},
                _MIDDLE: {"category": _CATEGORY[middle], "cards": list(split.middle)},
                _BACK: {"category": _CATEGORY[back], "cards": list(split.back)},
            }
    document: dict[str, Any] = {
        "player": hand.player,
        "status": _STATUS[hand.status],
        "natural": None if hand.natural is None else hand.natural.id,
        "rows": rows,
    }
    if hand.holds_doubling_card:
        document["doubling_card"] = True
    return document


def line_document(line: Line) -> dict[str, Any]:
    """One payment; keys that do not apply are absent."""
    payer, payee, points, reason, rule, row, category, natural, multiplier, set_by, foul = line
    document: dict[str, Any] = {
        "payer": payer,
        "payee": payee,
        "points": points,
        "reason": _REASON[reason],
        "rule": rule,
    }
    if row is not None:
        document["row"] = row
    if category is not None:
        document["category"] = _CATEGORY_TEXT[category]
    if natural is not None:
        document["natural"] = natural
    if multiplier is not None:
        document["multiplier"] = multiplier
    if set_by is not None:
        document["set_by"] = set_by
    if foul is not None:
        document["foul"] = foul
    return document


def money_document(
    players: Sequence[str], nets: Sequence[int], stake: Stake
) -> list[dict[str, str]]:
    """What each player gets or pays for this game.

    A pot is shared in steps, as it is settled; points are settled later, and rounded to steps then.
    """
    step_minor = stake.step_minor if stake.mode == "pot" else 1
    amounts = round_money(nets, stake, step_minor=step_minor)
    return [
        {
            "player": player,
            "amount": format_amount(amount, stake.currency),
            "currency": stake.currency,
        }
        for player, amount in zip(players, amounts, strict=True)
    ]
