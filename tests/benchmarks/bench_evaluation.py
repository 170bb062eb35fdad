"""Five-card evaluation from card strings against treys, phevaluator, eval7 and pokerkit.

A million distinct random hands, in blocks that all evaluators take in turn; every hand is new to
each of them, so no cache of whole hands can help. Processor time, the garbage collector off; it
differs from machine to machine and from hour to hour: look at the ratios.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from time import process_time

import eval7
import phevaluator
import pokerkit
import treys

from settle.cards import DECK_52
from settle.strength import Wheel, five_card_strengths

Hands = list[list[str]]
Evaluator = Callable[[Hands], Sequence[object]]

TREYS = treys.Evaluator()
TARGETS = {"treys": 7, "phevaluator": 7, "eval7": 7, "pokerkit": 35}


def distinct_hands(number: int) -> Hands:
    """Return random hands of five, no two of the same cards."""
    dealer = random.Random(13)
    seen: set[frozenset[str]] = set()
    hands = []
    while len(hands) < number:
        hand = dealer.sample(DECK_52, 5)
        key = frozenset(hand)
        if key not in seen:
            seen.add(key)
            hands.append(hand)
    return hands


def by_settle(hands: Hands) -> Sequence[object]:
    return five_card_strengths(Wheel.LOWEST)(hands)


def by_treys(hands: Hands) -> list[object]:
    evaluate, card = TREYS.evaluate, treys.Card.new
    return [evaluate([card(text) for text in hand], []) for hand in hands]


def by_phevaluator(hands: Hands) -> list[object]:
    evaluate = phevaluator.evaluate_cards
    return [evaluate(*hand) for hand in hands]


def by_eval7(hands: Hands) -> list[object]:
    evaluate, card = eval7.evaluate, eval7.Card
    return [evaluate([card(text) for text in hand]) for hand in hands]


def by_pokerkit(hands: Hands) -> list[object]:
    hand_of = pokerkit.StandardHighHand
    return [hand_of("".join(hand)) for hand in hands]


EVALUATORS: dict[str, Evaluator] = {
    "settle": by_settle,
    "treys": by_treys,
    "phevaluator": by_phevaluator,
    "eval7": by_eval7,
    "pokerkit": by_pokerkit,
}
LOW_IS_STRONG = ("treys", "phevaluator")


def assert_same_order(hands: Hands) -> None:
    """Fail unless all evaluators agree on which of neighbouring hands is stronger."""
    verdicts = {}
    for name, evaluate in EVALUATORS.items():
        strengths: Sequence[object] = evaluate(hands)
        sign = -1 if name in LOW_IS_STRONG else 1
        verdicts[name] = [sign * ((a > b) - (a < b)) for a, b in pairwise(strengths)]  # type: ignore[operator]
    for name, verdict in verdicts.items():
        assert verdict == verdicts["settle"], name


def seconds(evaluate: Evaluator, hands: Hands) -> float:
    start = process_time()
    evaluate(hands)
    return process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--blocks", type=int, default=10)
    arguments = parser.parse_args()
    hands = distinct_hands(arguments.hands)
    assert_same_order(hands[:20_000])
    size = len(hands) // arguments.blocks
    times: dict[str, list[float]] = {name: [] for name in EVALUATORS}
    gc.disable()
    for block in range(arguments.blocks):
        part = hands[block * size : (block + 1) * size]
        for name, evaluate in EVALUATORS.items():
            times[name].append(seconds(evaluate, part))
    print(f"Five-card evaluation from strings, {len(hands):,} distinct hands")
    for name in EVALUATORS:
        rate = size / median(times[name]) / 1e6
        ratio = median(other / own for other, own in zip(times[name], times["settle"], strict=True))
        target = f"  (at least {TARGETS[name]})" if name in TARGETS else ""
        print(f"  {name:<12} {rate:6.2f} million hands a second   settle x {ratio:5.1f}{target}")


if __name__ == "__main__":
    main()
