"""Naturals that take ranks from each other: what no deck holds is refused, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from settle.cards import CARDS, RANKS
from settle.naturals import RankNeeds, count
from settle.possible import cannot_hold
from settle.rulebook import Rulebook
from settle.wire import problem
from tests.outcome.tables import outcome, read_outcome, refused, table

BOOK = Rulebook()
NATURALS = BOOK.get("tw-scoop-only").naturals()
EVERY = {natural.id: 5 for natural in NATURALS}
FOUR = BOOK.get("tw-scoop-only").rules({"natural_points": EVERY})
FIVE = BOOK.get("five-player").rules({"natural_points": EVERY})
LARGEST = BOOK.get("fujian-13-water").rules({"natural_points": EVERY})
QUADS, TRIPS, FIVES = "back=four_of_a_kind", "front=three_of_a_kind", "back=five_of_a_kind"


def hand(seat: int, place: str) -> list[str]:
    return [f"/outcome/hands/{seat}/{place} outcome_contradictory.ranks"]


BACK, FRONT = "categories/back", "categories/front"


@table(
    ("a dragon leaves three of a rank", FOUR, f"amy dragon | bob {QUADS}", "", hand(1, BACK)),
    ("wherever it sits", FOUR, f"amy {QUADS} | bob dragon_suited", "", hand(0, BACK)),
    ("in the middle", FOUR, "amy dragon | bob middle=four_of_a_kind back=straight_flush", "",
     hand(1, "categories/middle")),
    ("two dragons leave two", FOUR, f"amy dragon | bob dragon_suited | cat {TRIPS}", "",
     hand(2, FRONT)),
    ("no full house either", FOUR,
     "amy dragon | bob dragon | cat middle=full_house back=straight_flush", "",
     hand(2, "categories/middle")),
    ("three leave one", FOUR, "amy dragon | bob dragon | cat dragon | dan front=pair", "",
     hand(3, FRONT)),
    ("six pairs take two", FOUR, "amy dragon | bob six_pairs | cat dragon | dan dragon", "",
     hand(1, "natural")),
    ("three quads take four", FOUR, "amy three_quads | bob dragon", "", hand(0, "natural")),
    ("all royals take four", FOUR, "amy all_royals | bob dragon", "", hand(0, "natural")),
    ("royals are 16", FOUR, "amy all_royals | bob twelve_royals", "", hand(1, "natural")),
    ("13 and 13 royals", FOUR, "amy all_royals | bob | cat all_royals", "", hand(2, "natural")),
    ("12 royals and two dragons", FOUR, "amy dragon | bob dragon | cat twelve_royals", "",
     hand(2, "natural")),
    ("from 8 up are 28", FOUR, "amy all_big | bob all_big | cat all_big", "", hand(2, "natural")),
    ("seven of each dragon", FOUR, "amy all_big | bob all_big | cat dragon", "",
     hand(2, "natural")),
    ("royals are from 8 up too", FOUR, "amy all_big | bob twelve_royals | cat all_big", "",
     hand(2, "natural")),
    # Of 6 ... A at most four are aces, so nine and more are of the 32 from 6 to K.
    ("what is not elsewhere", FOUR, "amy big_6_to_k | bob half_big | cat big_6_to_k", "",
     hand(2, "natural")),
    ("five of 65", FIVE, f"amy dragon | bob {FIVES} | cat | dan | eve", "", hand(1, BACK)),
    ("four of 65", FIVE, f"amy dragon | bob {QUADS} | cat dragon | dan | eve", "", hand(1, BACK)),
    ("20 royals of 65", FIVE, "amy all_royals | bob twelve_royals | cat | dan | eve", "",
     hand(1, "natural")),
    ("a fouled hand has cards too", LARGEST, f"amy dragon | bob foul {QUADS}", "", hand(1, BACK)),
)  # fmt: skip
def test_what_no_deck_holds(rules, hands, duels, expected):
    assert refused(outcome(hands, duels), rules) == expected


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        (FOUR, "amy dragon | bob dragon | cat dragon_suited | dan dragon"),
        (FOUR, f"amy dragon | bob {TRIPS} | cat"),
        (FOUR, "amy dragon | bob dragon | cat middle=two_pair back=straight | dan"),
        (FOUR, "amy dragon | bob dragon | cat dragon | dan"),
        (FOUR, "amy all_royals | bob all_big | cat all_small"),
        (FOUR, "amy all_big | bob all_big | cat all_small | dan all_small"),
        (FOUR, f"amy three_quads | bob {QUADS} | cat three_bombs | dan {QUADS}"),
        (FOUR, "amy twelve_royals | bob dragon"),
        (FIVE, f"amy dragon | bob {QUADS} | cat | dan | eve"),
        (FIVE, f"amy dragon | bob all_royals | cat {TRIPS} | dan | eve"),
        (FIVE, f"amy {FIVES} | bob {FIVES} | cat | dan | eve"),
        (LARGEST, f"amy dragon | bob foul {TRIPS}"),
    ],
)
def test_what_a_deck_holds(rules, hands):
    assert read_outcome(outcome(hands), rules, None)


def test_what_a_category_that_cannot_be_would_take_is_not_counted():
    told = outcome(f"amy dragon | bob {FIVES}")
    assert refused(told, FOUR) == ["/outcome/hands/1/categories/back out_of_range.category"]


def test_a_fault_names_the_player_and_what_was_told():
    with pytest.raises(Exception, match="outcome_contradictory") as caught:
        read_outcome(outcome(f"amy dragon | bob {QUADS}"), FOUR, None)
    assert problem(caught.value)["detail"].startswith('bob cannot have "four_of_a_kind": ')


# --- deals: whatever they are called, cards that were dealt are never refused ---------------------

SETS = ("JQKA", "JQKA", "89TJQKA", "2345678", "6789TJQKA", "6789TJQK", "A23456789T")


def dealt(rng: Random, pool: list[str]) -> list[str]:
    """Thirteen cards: one of every rank, of a few ranks, four alike, or as they come."""
    rng.shuffle(pool)
    kind = rng.randrange(5)
    by_rank = {rank: [card for card in pool if card[0] == rank] for rank in RANKS}
    first: list[str] = []
    if kind < 2 and all(by_rank.values()):
        first = [cards[0] for cards in by_rank.values()]
    elif kind == 2:
        among = rng.choice(SETS)
        first = [card for card in pool if card[0] in among]
    elif kind == 3:
        first = [card for cards in sorted(by_rank.values(), key=len)[::-1] for card in cards]
    chosen = first[:13]
    for card in chosen:
        pool.remove(card)
    while len(chosen) < 13:
        chosen.append(pool.pop())
    return chosen


@pytest.mark.parametrize(("players", "doubled"), [(2, ""), (4, ""), (5, "s")])
def test_cards_that_were_dealt_are_never_refused(players, doubled):
    rng, told = Random(7), Counter[str]()
    for _ in range(3_000):
        pool = sorted(CARDS) + [rank + doubled for rank in RANKS if doubled]
        needs = []
        for _ in range(players):
            cards = dealt(rng, pool)
            held = [natural for natural in NATURALS if natural.test(count(cards))]
            alike = max(Counter(card[0] for card in cards).values())
            natural = rng.choice(held) if held and rng.random() < 0.9 else None
            told[natural.id if natural else "plain"] += 1
            needs.append(natural.needs if natural else RankNeeds(rng.randint(1, alike)))
        assert cannot_hold(needs, 5 if doubled else 4) == (), needs
    assert {"dragon", "all_royals", "three_quads", "all_big", "half_big", "plain"} <= set(told)
