"""A round of four players, from the loaded document to lines and totals, in treys evaluations.

The unit is what treys takes for one five-card hand on the same machine in the same minute: from
card strings, and from cards that it has parsed before. Processor time, medians of interleaved
repeats over many distinct rounds.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Callable
from itertools import combinations
from statistics import median
from time import process_time
from typing import Any

import treys

from settle.cards import DECK_52
from settle.compare import compare
from settle.evaluate import evaluate
from settle.playing import score_sheet
from settle.pricing import score
from settle.rulebook import Rulebook
from settle.strength import Wheel, five_card_strengths
from settle.wire import load_round

RULESETS = ("tw-scoop", "tw-scoop-only", "fujian-13-water", "hk-banker")
TARGET = 40
PLAYERS = ("amy", "bob", "cat", "dan")


def arranged(cards: list[str]) -> dict[str, list[str]]:
    """Put the best five at the back, the best five of the rest in the middle."""
    strengths = five_card_strengths(Wheel.SECOND)
    rows = {}
    for row in ("back", "middle"):
        fives = list(combinations(cards, 5))
        _, best = max(zip(strengths(fives), fives, strict=True))
        rows[row] = list(best)
        cards = [card for card in cards if card not in best]
    return {"front": cards, **rows}


def ordinary_rounds(number: int, ruleset: str) -> list[dict[str, Any]]:
    """Return documents of rounds that four players dealt and arranged."""
    dealer = random.Random(f"{ruleset} 13")
    documents = []
    for _ in range(number):
        deck = dealer.sample(DECK_52, 52)
        hands = [
            {"player": player, **arranged(deck[13 * seat : 13 * seat + 13])}
            for seat, player in enumerate(PLAYERS)
        ]
        document = {"ruleset": ruleset, "hands": hands}
        documents.append(document | ({"banker": "amy"} if ruleset == "hk-banker" else {}))
    return documents


def each(action: Callable[[Any], object], things: list[Any]) -> Callable[[], None]:
    """Return a task that does something to each of the things and keeps nothing."""

    def task() -> None:
        for thing in things:
            action(thing)

    return task


def repeated(tasks: dict[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Return the median time of each task, the tasks taking turns."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    gc.disable()
    for _ in range(repeats):
        for name, task in tasks.items():
            start = process_time()
            task()
            times[name].append(process_time() - start)
    gc.enable()
    return {name: median(taken) for name, taken in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=15)
    arguments = parser.parse_args()
    rulebook, number = Rulebook(), arguments.rounds
    documents = {ruleset: ordinary_rounds(number, ruleset) for ruleset in RULESETS}
    loaded = {
        ruleset: [load_round(document, rulebook) for document in documents[ruleset]]
        for ruleset in RULESETS
    }
    dealer = random.Random(13)
    hands = [dealer.sample(DECK_52, 5) for _ in range(20 * number)]
    parsed = [[treys.Card.new(card) for card in hand] for hand in hands]
    by_treys, card = treys.Evaluator().evaluate, treys.Card.new
    seen = [evaluate(*each) for each in loaded["tw-scoop"]]
    rules = loaded["tw-scoop"][0][1]
    duels = [compare(evaluated, rules) for evaluated in seen]
    tasks = {
        "strings": each(lambda hand: by_treys([card(text) for text in hand], []), hands),
        "parsed": each(lambda hand: by_treys(hand, []), parsed),
        **{name: each(lambda pair: score_sheet(*pair), loaded[name]) for name in RULESETS},
        "  evaluate": each(lambda pair: evaluate(*pair), loaded["tw-scoop"]),
        "  compare": each(lambda evaluated: compare(evaluated, rules), seen),
        "  score": each(lambda pair: score(*pair, rules), list(zip(seen, duels, strict=True))),
        "  load": each(lambda document: load_round(document, rulebook), documents["tw-scoop"]),
    }
    medians = repeated(tasks, arguments.repeats)
    strings, parsed_unit = medians.pop("strings") / 20, medians.pop("parsed") / 20
    print(f"A round of four players (at most {TARGET} treys evaluations from strings)")
    print(f"  one treys evaluation: {micros(strings / number)} from strings, "
          f"{micros(parsed_unit / number)} parsed")  # fmt: skip
    for name, taken in medians.items():
        print(f"  {name:<17} {micros(taken / number)}   {taken / strings:5.1f} from strings"
              f"   {taken / parsed_unit:5.1f} parsed")  # fmt: skip
    print("  (evaluate, compare, score are the parts of tw-scoop; load comes before them)")


def micros(seconds: float) -> str:
    return f"{seconds * 1e6:6.2f} µs"


if __name__ == "__main__":
    main()
