"""Games for two to four, and what the simple game pays for them: a scoop is one point.

Who has the higher row is settled first, row by row; a round that says so is written afterwards: by
cards, by its scoops alone, or by the result of every row.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

Nets = dict[str, int]
Ranks = list[dict[str, int]]
"""By row, front to back: everybody's place in it, 0 for the highest."""

ROWS = ["front", "middle", "back"]
HOME_RUN = 4
"""So many play where a hand that scoops all others takes twice as much."""

# From the highest of a row to its lowest. Whatever rows come together, none is higher than the one
# behind it, no hand is a dragon, and nothing is a monster: all but scoops is worth nothing.
CARDS = [
    ["As 5s 3s", "Kh 5h 3h", "Qd 5d 3d", "Jc 5c 3c"],
    ["9s 9h Ah 4s 2s", "8s 8h Ad 4h 2h", "7s 7h Ac 4d 2d", "6s 6h Ts 4c 2c"],
    ["Ks Kd Kc 9d 8d", "Qs Qh Qc 9c 8c", "Js Jh Jd 7d 6d", "Th Td Tc 7c 6c"],
]


def deal(chance: random.Random, players: Sequence[str]) -> tuple[dict[str, Any], Nets]:
    """A round of these players, and what it comes to."""
    way = chance.random()
    if way < 0.6:
        order = range(len(CARDS[0]))
        ranks = [dict(zip(players, chance.sample(order, len(players)), strict=True)) for _ in ROWS]
        return {"hands": by_cards(players, ranks)}, nets_of(players, ranks)
    ranks = [{player: chance.randrange(4) for player in players} for _ in ROWS]
    duels = by_scoops(players, ranks) if way < 0.85 else by_rows(players, ranks)
    hands = [{"player": player} for player in players]
    return {"outcome": {"hands": hands, "duels": duels}}, nets_of(players, ranks)


def turned(document: dict[str, Any]) -> dict[str, Any]:
    """The same hands in an order that is nobody's seats."""
    if "hands" in document:
        return {**document, "hands": document["hands"][::-1]}
    return {**document, "outcome": {"hands": document["outcome"]["hands"][::-1], "duels": []}}


def scoops(ranks: Ranks, one: str, other: str) -> bool:
    """Whether one wins every row against the other."""
    return all(row[one] < row[other] for row in ranks)


def nets_of(players: Sequence[str], ranks: Ranks) -> Nets:
    """A point from everybody who is scooped, two from each in a home run."""
    nets = dict.fromkeys(players, 0)
    for one in players:
        scooped = [other for other in players if scoops(ranks, one, other)]
        is_home_run = len(scooped) + 1 == len(players) == HOME_RUN
        for other in scooped:
            nets[one] += 1 + is_home_run
            nets[other] -= 1 + is_home_run
    return nets


def by_cards(players: Sequence[str], ranks: Ranks) -> list[dict[str, Any]]:
    """Hands that are as high as was settled."""
    return [
        {"player": player}
        | {
            name: cards[row[player]].split()
            for name, cards, row in zip(ROWS, CARDS, ranks, strict=True)
        }
        for player in players
    ]


def by_scoops(players: Sequence[str], ranks: Ranks) -> list[dict[str, Any]]:
    """Who scooped whom; of the other pairs, nothing."""
    return [
        {"players": [one, other], "scoop": winner}
        for one, other in itertools.combinations(players, 2)
        for winner, loser in [(one, other), (other, one)]
        if scoops(ranks, winner, loser)
    ]


def by_rows(players: Sequence[str], ranks: Ranks) -> list[dict[str, Any]]:
    """Who won each row of every pair; None where they tie."""
    return [
        {"players": [one, other]}
        | {
            name: None if row[one] == row[other] else min(one, other, key=row.__getitem__)
            for name, row in zip(ROWS, ranks, strict=True)
        }
        for one, other in itertools.combinations(players, 2)
    ]
