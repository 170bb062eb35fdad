"""What the round says and its result does not: banker, bets, doubling card, the table's rulings."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from settle.cards import Card, parse_card
from settle.explain.records import Document
from settle.rules import Pairing, Rules
from settle.wire.names import player_name


class Facts(NamedTuple):
    """As far as they are known."""

    banker: int | None
    """The banker's seat."""
    bets: Mapping[str, int]
    """By player; 1 where none is known."""
    doubling_card: Card | None
    """The one in force, where the round is at hand."""
    rulings: Mapping[str, str]
    """By player, why the table ruled the hand a foul."""


def facts_of(result: Document, rules: Rules, played: Document | None) -> Facts:
    """What is known from the round document, and without it from the result alone."""
    players = [hand["player"] for hand in result["hands"]]
    if played is None:
        banker = _banker_by_lines(result, players) if rules.pairing == Pairing.BANKER else None
        return Facts(banker, dict.fromkeys(players, 1), None, {})
    hands = played.get("hands") or played["outcome"]["hands"]
    named = dict(zip(players, hands, strict=True))
    banker = played.get("banker")
    return Facts(
        players.index(player_name(banker)) if banker else None,
        {player: hand.get("bet", 1) for player, hand in named.items()},
        _doubling_card(played, rules),
        {player: hand["ruled_foul"] for player, hand in named.items() if "ruled_foul" in hand},
    )


def _banker_by_lines(result: Document, players: list[str]) -> int | None:
    """The one player who is in every line, where there is just one."""
    moved = [{line["payer"], line["payee"]} for line in result["lines"]]
    in_all = [seat for seat, name in enumerate(players) if all(name in line for line in moved)]
    return in_all[0] if len(in_all) == 1 else None


def pairs_by_lines(result: Document) -> list[tuple[int, int]]:
    """The seats between which something moved; of two players the only pair."""
    players = [hand["player"] for hand in result["hands"]]
    moved: list[set[Any]] = [{line["payer"], line["payee"]} for line in result["lines"]]
    return [
        (first, second)
        for first, second in combinations(range(len(players)), 2)
        if len(players) == 2 or {players[first], players[second]} in moved  # noqa: PLR2004
    ]


def _doubling_card(played: Document, rules: Rules) -> Card | None:
    named = played.get("doubling_card", rules.doubling_card)
    return parse_card(named) if named else None
