"""Feats: what a game had that people count over the years: 打槍, monsters, naturals."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from settle.book.tables import Table
from settle.compare import compare
from settle.evaluate import PLAIN, EvaluatedHand, evaluate
from settle.outcome import read_outcome
from settle.rules import ROWS, Rules
from settle.standing import stand
from settle.strength import CATEGORIES, Category

_QUADS_AND_ABOVE: Final = frozenset(
    {Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH, Category.FIVE_OF_A_KIND}
)
_MONSTERS: Final[Mapping[str, frozenset[Category]]] = {
    "front": frozenset({Category.THREE_OF_A_KIND}),
    "middle": _QUADS_AND_ABOVE,
    "back": _QUADS_AND_ABOVE,
}
"""Categories that are monsters in a row, where the ruleset pays them as specials."""


class Feats(NamedTuple):
    """What one game had."""

    scoops: tuple[tuple[str, str], ...]
    """Who scooped whom."""
    monsters: tuple[str, ...]
    """A player for each monster."""
    naturals: tuple[tuple[str, str], ...]
    """Player and natural."""


def feats_of(table: Table, stored: Mapping[str, Any]) -> Feats:
    """What a game had, out of the round as an entry stores it, under the table it was read under.

    Raises RefusedError as scoring does.
    """
    played, rules = table.load(stored), table.rules
    if played.outcome is None:
        evaluated = evaluate(played, rules)
        duels = compare(evaluated, rules)
    else:
        evaluated, duels = read_outcome(played.outcome, rules, played.banker)
    names = [hand.player for hand in evaluated.hands]
    scoopers = stand(evaluated, duels, rules).scoopers
    scoops = [
        (names[seat], names[duel.second if seat == duel.first else duel.first])
        for duel, seat in scoopers.items()
    ]
    return Feats(
        scoops=tuple(scoops),
        monsters=tuple(hand.player for hand in evaluated.hands for _ in _monsters(hand, rules)),
        naturals=tuple(
            (hand.player, hand.natural.id) for hand in evaluated.hands if hand.natural is not None
        ),
    )


def _monsters(hand: EvaluatedHand, rules: Rules) -> Iterator[str]:
    """The rows of a plain hand with a monster in them."""
    if hand.status != PLAIN:
        return
    for row, prices, kind in zip(ROWS, rules.rows, hand.kinds or (), strict=False):
        if kind is None or CATEGORIES[kind] not in _MONSTERS[row]:
            continue
        if prices.bonus[kind] or prices.gadu[kind]:
            yield row
