"""A round seen with the eyes of the rules: what each hand is and what its rows are.

Foul and natural are facts here, not errors: a hand out of order is a :attr:`Status.FOUL` and
scores as one.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from settle.cards import HAND_SIZE, suit_value
from settle.naturals import count
from settle.rounds import Arrangement, Hand, Round
from settle.rules import Natural, Rules
from settle.strength import CATEGORY_SHIFT, five_card_strengths, front_strength

AUTO = "auto"
"""Declared in place of a natural's id: the highest one that is held, or none."""


class Status(StrEnum):
    """How a hand takes part."""

    PLAIN = "plain"
    """Row by row."""
    FOUL = "foul"
    """Out of order, or ruled a foul by the table."""
    NATURAL = "natural"
    """As a special hand of 13 cards."""


# Python 3.11 takes as long to read a member off its class as to compare a row of cards.
PLAIN: Final = Status.PLAIN
FOUL: Final = Status.FOUL
NATURAL: Final = Status.NATURAL


class EvaluatedHand(NamedTuple):
    """One hand as the rules see it."""

    player: str
    status: Status
    natural: Natural | None
    """The natural it is played as."""
    natural_suit: int
    """1 ... 4 where its suit may decide between two of the same natural, else 0."""
    kinds: tuple[int | None, int | None, int | None] | None
    """Each row's place in CATEGORIES, None where an outcome does not say it; None as a whole for
    a hand that was not arranged."""
    strengths: tuple[int, int, int] | None
    arrangement: Arrangement | None
    holds_doubling_card: bool
    bet: int
    undeclared: Natural | None
    """The natural that ``auto`` would have taken, for a hand that declares none."""


class EvaluatedRound(NamedTuple):
    """All hands of a game in seat order."""

    hands: tuple[EvaluatedHand, ...]
    banker: int | None
    """The banker's seat."""


Strengths = tuple[int, int, int]


def evaluate(played: Round, rules: Rules) -> EvaluatedRound:
    """What each hand of a round recorded with cards is under these rules."""
    arranged = [hand.arrangement for hand in played.hands if hand.arrangement is not None]
    rows = [row for split in arranged for row in (split.middle, split.back)]
    strengths = iter(five_card_strengths(rules.wheel)(rows))
    hands = []
    for hand in played.hands:
        split = hand.arrangement
        ranked = None
        if split is not None:
            ranked = front_strength(split.front), next(strengths), next(strengths)
        hands.append(_evaluate_hand(hand, ranked, rules, played.doubling_card))
    return EvaluatedRound(tuple(hands), played.banker)


def _evaluate_hand(
    hand: Hand, strengths: Strengths | None, rules: Rules, doubling_card: str | None
) -> EvaluatedHand:
    declared, undeclared = _naturals(hand, rules)
    if declared is not None:
        status = NATURAL
    elif hand.ruled_foul is not None or strengths is None or not _in_order(strengths):
        status = FOUL
    else:
        status = PLAIN
    return EvaluatedHand(
        hand.player,
        status,
        declared,
        suit_value(hand.cards[0]) if declared is not None and declared.by_suit else 0,
        None if strengths is None else _kinds(strengths),
        strengths,
        hand.arrangement,
        doubling_card is not None and doubling_card in hand.cards,
        hand.bet,
        undeclared,
    )


def _naturals(hand: Hand, rules: Rules) -> tuple[Natural | None, Natural | None]:
    """The natural a hand is played as, and the one it does not declare."""
    if hand.natural is not None and hand.natural != AUTO:
        return rules.natural(hand.natural), None
    held = highest_natural(hand.cards, rules)
    return (held, None) if hand.natural == AUTO else (None, held)


def highest_natural(cards: tuple[str, ...], rules: Rules) -> Natural | None:
    """The highest-ranked natural that is in play and that the cards satisfy."""
    if len(cards) != HAND_SIZE:
        return None
    counts = count(cards)
    for natural in rules.naturals:
        if natural.test(counts):
            return natural
    return None


def _in_order(strengths: Strengths) -> bool:
    """Whether no row is above the next; ranks only, suits never make a foul."""
    front, middle, back = strengths
    return front <= middle <= back


def _kinds(strengths: Strengths) -> Strengths:
    front, middle, back = strengths
    return front >> CATEGORY_SHIFT, middle >> CATEGORY_SHIFT, back >> CATEGORY_SHIFT
