"""What an outcome that was recorded under some rules leaves open under others.

Without cards, what is not said is read by the rules that it was recorded under: a row without a
category has one that they do not price, a pair that is left out has no scoop, rows were compared in
their order. Where other rules ask for more than that, the outcome does not tell it, and nothing is
guessed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from settle.compare import pairs
from settle.faults import Fault, Pointer
from settle.rounds import Outcome, OutcomeHand
from settle.rules import ROWS, FoulPolicy, RowPrices, Rules
from settle.strength import CATEGORIES

_CODE = "outcome_insufficient"
_HANDS: Pointer = ("outcome", "hands")
_DUELS: Pointer = ("outcome", "duels")


class Played(NamedTuple):
    """Rules, and the seat of the banker that a game has under them, None without one."""

    rules: Rules
    banker: int | None = None

    def pairs(self, players: int) -> frozenset[tuple[int, int]]:
        """The seats that play each other."""
        return frozenset(pairs(players, self.rules.pairing, self.banker))


def left_open(outcome: Outcome, recorded: Played, other: Played) -> tuple[Fault, ...]:
    """What an outcome that was recorded under the one leaves open under the other.

    What the other rules refuse by themselves is not told again.
    """
    return (
        *_categories(outcome, recorded.rules, other.rules),
        *_told_duels(outcome, recorded.rules, other.rules),
        *_left_out(outcome, recorded, other),
    )


def _categories(outcome: Outcome, recorded: Rules, other: Rules) -> Iterator[Fault]:
    """A row that is not named may be of a category that only the others price."""
    for seat, hand in enumerate(outcome.hands):
        if not _counts(hand, other):
            continue
        for row, name in enumerate(hand.categories):
            priced = _priced(other.rows[row]) - _priced(recorded.rows[row])
            if name is None and priced:
                choices = tuple(kind.value for at, kind in enumerate(CATEGORIES) if at in priced)
                values = {"player": hand.player, "row": ROWS[row], "choices": choices}
                yield Fault((*_HANDS, seat, "categories", ROWS[row]), _CODE, "unnamed", values)


def _counts(hand: OutcomeHand, rules: Rules) -> bool:
    """Whether what a row of the hand is may be paid."""
    if hand.status == "foul":
        return rules.foul.policy == FoulPolicy.LARGEST and any(hand.categories)
    return hand.status == "plain"


def _priced(row: RowPrices) -> frozenset[int]:
    pairs_of_prices = zip(row.bonus, row.gadu, strict=True)
    return frozenset(at for at, prices in enumerate(pairs_of_prices) if any(prices))


def _told_duels(outcome: Outcome, recorded: Rules, other: Rules) -> Iterator[Fault]:
    """Who won was told in one order of hands; a scoop may have been two rows and a tie."""
    variant = None
    if _order(recorded) != _order(other):
        variant = "order"
    elif _scoop_may_tie(recorded) and not _scoop_may_tie(other):
        variant = "result"
    for place, duel in enumerate(outcome.duels):
        if variant == "result" and duel.rows is not None:
            continue
        if variant is not None and _both_plain(duel.seats, outcome):
            yield Fault((*_DUELS, place), _CODE, variant, _names(duel.seats, outcome))


def _left_out(outcome: Outcome, recorded: Played, other: Played) -> Iterator[Fault]:
    """Where a pair that is left out has no scoop, it had to be one that could have had one."""
    if not _worthless(other.rules):
        return
    was, now = recorded.rules, other.rules
    same = _order(was) == _order(now) and was.scoop.tied_row == now.scoop.tied_row
    told = {tuple(sorted(duel.seats)) for duel in outcome.duels}
    known = recorded.pairs(len(outcome.hands)) if same else frozenset()
    for pair in sorted(other.pairs(len(outcome.hands)) - told - known):
        if _both_plain(pair, outcome):
            yield Fault(_DUELS, _CODE, "pair", _names(pair, outcome))


def _both_plain(pair: tuple[int, int], outcome: Outcome) -> bool:
    return all(outcome.hands[seat].status == "plain" for seat in pair)


def _names(pair: tuple[int, int], outcome: Outcome) -> dict[str, str]:
    first, second = pair
    return {"player": outcome.hands[first].player, "other": outcome.hands[second].player}


def _order(rules: Rules) -> tuple[object, ...]:
    """What decides who wins a row."""
    return rules.wheel, rules.suits, rules.suits_high_card, rules.banker_edge


def _scoop_may_tie(rules: Rules) -> bool:
    """Whether a scoop that was recorded may be two rows and a tie."""
    return rules.scoop.tied_row and _worthless(rules)


def _worthless(rules: Rules) -> bool:
    return not rules.majority_points and not any(row.base or any(row.bonus) for row in rules.rows)
