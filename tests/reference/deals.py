"""Building blocks of generated rounds: rows, arrangements and naturals out of a shrinking pack."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.reference.cards import RANKS, strength, windows
from tests.reference.prices import FIVE, HOUSE, QUADS, RUN, TRIPS, Prices
from tests.reference.twin import held

THREES, FIVES = windows(3), windows(5)
DECK = tuple(rank + suit for rank in RANKS for suit in "shcd")

Cards = list[str]
Rows = tuple[Cards, Cards, Cards]


@dataclass(slots=True)
class Seat:
    """What one hand is going to be: its cards or rows, and what it says."""

    cards: Cards = field(default_factory=list)
    rows: Rows | None = None
    natural: str | None = None
    auto: bool = False
    foul: str = ""


@dataclass(slots=True)
class Deal:
    """A round being made."""

    rng: Random
    prices: Prices
    options: dict[str, Any]
    pool: Cards
    players: int
    turn: int
    seats: list[Seat] = field(default_factory=list)

    def take(self, cards: Cards) -> Cards:
        for card in cards:
            self.pool.remove(card)
        return cards

    def draw(self, number: int) -> Cards:
        return [self.pool.pop() for _ in range(number)]

    def by_rank(self) -> dict[str, Cards]:
        groups: dict[str, Cards] = defaultdict(list)
        for card in self.pool:
            groups[card[0]].append(card)
        return groups

    def by_suit(self) -> dict[str, Cards]:
        groups: dict[str, Cards] = defaultdict(list)
        for card in self.pool:
            groups[card[1]].append(card)
        return groups


# --- rows and arrangements ------------------------------------------------------------------------


def legal(rows: Rows, wheel: str) -> bool:
    front, middle, back = (strength(row, wheel) for row in rows)
    return front <= middle <= back


def _straight_in(groups: dict[str, Cards]) -> Cards | None:
    for window in reversed(FIVES):
        if all(rank in groups for rank in window):
            return [groups[rank][0] for rank in window]
    return None


def strongest(cards: Cards, *, low_kickers: bool) -> Cards:
    """Five good cards: the highest category, by a player's quick look."""
    groups: dict[str, Cards] = {}
    suits: dict[str, Cards] = {}
    for card in cards:
        groups.setdefault(card[0], []).append(card)
        suits.setdefault(card[1], []).append(card)
    order = sorted(groups, key=lambda rank: (len(groups[rank]), RANKS.index(rank)), reverse=True)
    flush: Cards = next((suit for suit in suits.values() if len(suit) >= 5), [])
    run = _straight_in({card[0]: [card] for card in flush})
    sizes = [*(len(groups[rank]) for rank in order), 0]
    if not run and sizes[0] < 4 and (sizes[0] < 3 or sizes[1] < 2):
        run = sorted(flush, key=_rank_order)[-5:] or _straight_in(groups)
    return run or _alike(cards, groups, order, low_kickers=low_kickers)


def _rank_order(card: str) -> int:
    return RANKS.index(card[0])


def _alike(cards: Cards, groups: dict[str, Cards], order: Cards, *, low_kickers: bool) -> Cards:
    """Quads, a full house, trips, pairs or high cards, with kickers."""
    sizes = [len(groups[rank]) for rank in order]
    most, second = [*sizes, 0][:2]
    if most >= 4:
        chosen = groups[order[0]][:5]
    elif most == 3 and second >= 2:
        pair = order[-1 - sizes[::-1].index(2)] if 2 in sizes else order[1]
        return groups[order[0]] + groups[pair][:2]
    elif most == 2 and second == 2:
        chosen = groups[order[0]] + groups[order[1]]
    else:
        chosen = groups[order[0]] if most > 1 else []
    spare = sorted((c for c in cards if c not in chosen), key=lambda c: RANKS.index(c[0]))
    singles = [card for card in spare if len(groups[card[0]]) == 1]
    if low_kickers and chosen and len(singles) >= 5 - len(chosen):
        return chosen + singles[: 5 - len(chosen)]
    return chosen + (spare[-(5 - len(chosen)) :] if len(chosen) < 5 else [])


def without(cards: Cards, taken: Cards) -> Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def arrange(rng: Random, cards: Cards, wheel: str) -> Rows:
    """A legal arrangement where one is found: mostly sensible, partly any."""
    luck = rng.random()
    if luck < 0.75:
        front: Cards = []
        rest = cards
        if luck < 0.4:
            ranks = Counter(card[0] for card in cards)
            trips = [rank for rank in ranks if ranks[rank] == 3]
            if trips:
                front = [card for card in cards if card[0] == rng.choice(trips)]
                front = front if len(front) == 3 else []
                rest = without(cards, front)
        back = strongest(rest, low_kickers=luck < 0.65)
        rest = without(rest, back)
        middle = strongest(rest, low_kickers=luck < 0.65) if not front else rest
        rows = (front or without(rest, middle), middle, back)
        if legal(rows, wheel):
            return rows
    shuffled = list(cards)
    for _ in range(12):
        rng.shuffle(shuffled)
        rows = ordered(shuffled[:3], shuffled[3:8], shuffled[8:], wheel)
        if legal(rows, wheel):
            return rows
    back = strongest(cards, low_kickers=False)
    rest = without(cards, back)
    middle = strongest(rest, low_kickers=False)
    return without(rest, middle), middle, back


def ordered(front: Cards, five: Cards, other: Cards, wheel: str) -> Rows:
    """The two rows of five in their right order."""
    if strength(five, wheel) > strength(other, wheel):
        return front, other, five
    return front, five, other


def spoil(rng: Random, cards: Cards, wheel: str) -> Rows:
    """A foul arrangement of the cards."""
    shuffled = list(cards)
    rows = (shuffled[:3], shuffled[3:8], shuffled[8:])
    for _ in range(30):
        rng.shuffle(shuffled)
        front, middle, back = ordered(shuffled[:3], shuffled[3:8], shuffled[8:], wheel)
        rows = (front, back, middle) if rng.random() < 0.7 else (front, middle, back)
        if not legal(rows, wheel):
            break
    return rows


def row_of(deal: Deal, category: str) -> Cards | None:
    """A row of the category out of the pool, taken from it; None where the pool has none."""
    rng, chosen = deal.rng, None
    if category in (RUN, "straight", "wheel", "steel_wheel"):
        chosen = _run(deal, category)
    elif category in ("flush", "paired_flush"):
        suits = [cards for cards in deal.by_suit().values() if len(cards) >= 5]
        if category == "paired_flush":
            suits = [cards for cards in suits if cards[0][1] == deal.prices.extra_suit]
        if suits:
            chosen = rng.sample(rng.choice(suits), 5)
            if category == "paired_flush":
                chosen = _with_pair(rng, deal.by_suit()[chosen[0][1]])
    else:
        chosen = _same_ranks(deal, category)
    return deal.take(chosen) if chosen else None


def _run(deal: Deal, category: str) -> Cards | None:
    rng, groups = deal.rng, deal.by_rank()
    for _ in range(20):
        window = FIVES[0] if "wheel" in category else rng.choice(FIVES)
        if category in (RUN, "steel_wheel"):
            suit = rng.choice("shcd")
            chosen = [rank + suit for rank in window]
            if all(card in deal.pool for card in chosen):
                return chosen
        elif all(groups[rank] for rank in window):
            return [rng.choice(groups[rank]) for rank in window]
    return None


def _with_pair(rng: Random, suited: Cards) -> Cards | None:
    twice = [card for card, number in Counter(suited).items() if number == 2]
    if not twice:
        return None
    pairs = rng.sample(twice, min(len(twice), rng.choice((1, 2))))
    singles = [card for card in set(suited) if card not in pairs]
    singles.sort()
    need = 5 - 2 * len(pairs)
    return pairs * 2 + rng.sample(singles, need) if len(singles) >= need else None


def _same_ranks(deal: Deal, category: str) -> Cards | None:
    rng, groups = deal.rng, deal.by_rank()
    wanted = {FIVE: (5,), QUADS: (4, 1), HOUSE: (3, 2), TRIPS: (3, 1, 1), "front": (3,)}[category]
    chosen: Cards = []
    used: set[str] = set()
    for number in wanted:
        ranks = [rank for rank in groups if len(groups[rank]) >= number and rank not in used]
        if not ranks:
            return None
        rank = rng.choice(ranks)
        used.add(rank)
        chosen += groups[rank][:number]
    return chosen


# --- naturals -------------------------------------------------------------------------------------

COUNTS = {  # exact counts of ranks, filled up with other ranks held once
    "three_quads": (4, 4, 4, 1),
    "three_bombs": (4, 4, 3, 1, 1),
    "four_trips": (3, 3, 3, 3, 1),
    "two_full_houses": (3, 3, 2, 2, 2, 1),
}
AMONG = {
    "all_royals": "JQKA",
    "all_big": "89TJQKA",
    "all_small": "2345678",
    "half_big": "6789TJQKA",
    "half_small": "A23456789T",
    "big_6_to_k": "6789TJQK",
    "small_2_to_10": "23456789T",
}


def natural_of(deal: Deal, natural: str) -> Cards | None:
    """Thirteen cards that satisfy the natural, taken from the pool; None where it has none."""
    rng = deal.rng
    chosen: Cards | None = None
    if natural in ("five_pairs_trips", "six_pairs"):
        chosen = _exact(deal, _pairs(rng, natural))
    elif natural in COUNTS:
        chosen = _exact(deal, COUNTS[natural])
    elif natural in AMONG:
        among = [card for card in deal.pool if card[0] in AMONG[natural]]
        chosen = among[:13] if len(among) >= 13 else None
    elif natural == "twelve_royals":
        royals = [card for card in deal.pool if card[0] in "JQKA"]
        others = [card for card in deal.pool if card[0] not in "JQKA"]
        chosen = royals[:12] + others[:1] if len(royals) >= 12 else None
    elif natural in ("one_colour", "one_odd_colour"):
        chosen = _coloured(deal, 13 if natural == "one_colour" else 12)
    elif natural == "dragon_suited":
        suits = [c for c in deal.by_suit().values() if len({card[0] for card in c}) == 13]
        chosen = sorted(set(rng.choice(suits))) if suits else None
    elif natural == "dragon":
        groups = deal.by_rank()
        chosen = [rng.choice(groups[rank]) for rank in RANKS] if len(groups) == 13 else None
    else:
        chosen = _three_rows(deal, natural)
    if chosen is None or len(chosen) != 13 or not held(natural, chosen, deal.prices):
        return None
    return deal.take(chosen)


def _pairs(rng: Random, natural: str) -> tuple[int, ...]:
    shapes = {
        "five_pairs_trips": ((3, 2, 2, 2, 2, 2), (4, 3, 2, 2, 2), (4, 4, 3, 2)),
        "six_pairs": ((2, 2, 2, 2, 2, 2, 1), (4, 2, 2, 2, 2, 1), (4, 4, 2, 2, 1)),
    }
    return rng.choice(shapes[natural])


def _exact(deal: Deal, counts: Sequence[int]) -> Cards | None:
    groups = deal.by_rank()
    chosen: Cards = []
    ranks = list(groups)
    deal.rng.shuffle(ranks)
    for number in counts:
        rank = next((rank for rank in ranks if len(groups[rank]) >= number), None)
        if rank is None:
            return None
        ranks.remove(rank)
        chosen += groups[rank][:number]
    return chosen


def _coloured(deal: Deal, number: int) -> Cards | None:
    colours = [[card for card in deal.pool if card[1] in pair] for pair in ("sc", "hd")]
    deal.rng.shuffle(colours)
    if len(colours[0]) < number or len(colours[1]) < 13 - number:
        return None
    return colours[0][:number] + colours[1][: 13 - number]


def _three_rows(deal: Deal, natural: str) -> Cards | None:
    """Three flushes, straights or straight flushes, row by row out of what is left."""
    rng = deal.rng
    for _ in range(30):
        left = list(deal.pool)
        chosen: Cards = []
        for size in (3, 5, 5):
            row = _natural_row(rng, natural, left, size)
            if row is None:
                break
            chosen += row
            left = without(left, row)
        if len(chosen) == 13:
            return chosen
    return None


def _natural_row(rng: Random, natural: str, left: Cards, size: int) -> Cards | None:
    suit = rng.choice("shcd")
    if natural == "three_flushes":
        suited = [card for card in left if card[1] == suit]
        return suited[:size] if len(suited) >= size else None
    window = rng.choice(THREES if size == 3 else FIVES)
    if natural == "three_straight_flushes":
        row = [rank + suit for rank in window]
        return row if all(card in left for card in row) else None
    row = []
    for rank in window:
        row += [card for card in left if card[0] == rank][:1]
    return row if len(row) == size else None
