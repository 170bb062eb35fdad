"""How the rows of a result came out: the engine's own comparison, on the cards of the result."""

from collections.abc import Sequence
from enum import StrEnum

from settle.cards import suit_value
from settle.compare import Duel, compare, pairs
from settle.evaluate import EvaluatedHand, EvaluatedRound, Status, evaluate
from settle.explain.facts import Facts, pairs_by_lines
from settle.explain.records import Document
from settle.rounds import Arrangement, Hand, Round
from settle.rules import ROWS, BankerEdge, Pairing, Rules, Suits
from settle.strength import (
    CATEGORIES,
    CATEGORY_SHIFT,
    FIRST_ELEMENT_SHIFT,
    FLUSH_CATEGORIES,
    Category,
    Wheel,
    suit_strength,
)

_STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)


class Decided(StrEnum):
    """What decided a row that somebody won."""

    CATEGORY = "category"
    """The better category."""
    RANKS = "ranks"
    """The higher ranks of one category."""
    SUIT = "suit"
    """The higher suit."""
    EDGE = "edge"
    """The banker's edge."""


def duels_of(
    result: Document, rules: Rules, facts: Facts
) -> tuple[EvaluatedRound, tuple[Duel, ...]]:
    """The hands of a result as the engine sees them, and the pairs that play each other.

    Where a result has no cards, and where its banker is not known, no rows are compared.
    """
    played = Round(
        result["ruleset"],
        tuple(_hand(hand) for hand in result["hands"]),
        banker=facts.banker,
        doubling_card=facts.doubling_card,
    )
    seen = evaluate(played, rules)
    hands = tuple(
        hand._replace(status=Status(document["status"]))
        for hand, document in zip(seen.hands, result["hands"], strict=True)
    )
    evaluated = seen._replace(hands=hands)
    if rules.pairing == Pairing.BANKER and facts.banker is None:
        seats = pairs_by_lines(result)
    elif result["basis"] == "cards":
        return evaluated, compare(evaluated, rules)
    else:
        seats = list(pairs(len(hands), rules.pairing, facts.banker))
    return evaluated, tuple(Duel(first, second, None) for first, second in seats)


def _hand(hand: Document) -> Hand:
    rows = hand["rows"] or {}
    cards = [rows.get(row, {}).get("cards") or () for row in ROWS]
    arrangement = Arrangement(*map(tuple, cards)) if all(cards) else None
    return Hand(hand["player"], tuple(card for row in cards for card in row), arrangement)


def decided_by(winner: EvaluatedHand, loser: EvaluatedHand, row: str, rules: Rules) -> Decided:
    """What decided a row between two arranged hands."""
    place = ROWS.index(row)
    assert winner.strengths is not None
    assert loser.strengths is not None
    mine, theirs = winner.strengths[place], loser.strengths[place]
    if mine >> CATEGORY_SHIFT != theirs >> CATEGORY_SHIFT:
        return Decided.CATEGORY
    kind = CATEGORIES[mine >> CATEGORY_SHIFT]
    my_row, their_row = _row(winner, place), _row(loser, place)
    other_suit = suit_value(my_row[0]) != suit_value(their_row[0])
    if rules.suits == Suits.FLUSH_SUIT_FIRST and kind in FLUSH_CATEGORIES and other_suit:
        return Decided.SUIT
    if rules.banker_edge == BankerEdge.TOP_CARD:
        level = mine >> FIRST_ELEMENT_SHIFT == theirs >> FIRST_ELEMENT_SHIFT
        return Decided.EDGE if level else Decided.RANKS
    if mine != theirs:
        return Decided.RANKS
    my_suit, their_suit = (
        suit_strength(cards, kind, wheel=rules.wheel, suits_high_card=rules.suits_high_card)
        for cards in (my_row, their_row)
    )
    by_suit = rules.suits == Suits.AFTER_RANKS and my_suit != their_suit
    return Decided.SUIT if by_suit else Decided.EDGE


def decided_keys(
    winner: EvaluatedHand, loser: EvaluatedHand, row: str, rules: Rules
) -> tuple[str, ...]:
    """The keys of a ruleset that decided a row, besides the order of categories and ranks."""
    place = ROWS.index(row)
    decided = decided_by(winner, loser, row, rules)
    if decided == Decided.EDGE:
        return ("order.banker_edge",)
    assert winner.kinds is not None
    kind = winner.kinds[place]
    assert kind is not None
    if decided == Decided.SUIT:
        high_card = CATEGORIES[kind] == Category.HIGH_CARD
        return ("order.suits", "order.suits_high_card") if high_card else ("order.suits",)
    wheels = [_is_wheel(_row(hand, place)) for hand in (winner, loser)]
    straights = decided == Decided.RANKS and CATEGORIES[kind] in _STRAIGHTS
    # A wheel that is no straight lost its category to the rule; else it has its place by it.
    matters = any(wheels) and (straights or rules.wheel == Wheel.NONE)
    return ("order.wheel",) if matters else ()


def _is_wheel(cards: Sequence[str]) -> bool:
    return sorted(card[0] for card in cards) == ["2", "3", "4", "5", "A"]


def _row(hand: EvaluatedHand, place: int) -> Sequence[str]:
    assert hand.arrangement is not None
    return (hand.arrangement.front, hand.arrangement.middle, hand.arrangement.back)[place]
