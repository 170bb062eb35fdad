"""Cards, row strength and naturals by brute force: sorted lists, counts, tables of all splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

RANKS = "23456789TJQKA"
SUITS = "dchs"  # weakest to strongest
VALUE = {rank: number for number, rank in enumerate(RANKS, start=2)}
SUIT_VALUE = {suit: number for number, suit in enumerate(SUITS)}

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "paired_flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
)
PLACE = {category: number for number, category in enumerate(CATEGORIES)}

Key = tuple[int, ...]
Strength = tuple[int, Key]  # place of the category, then the key of the table in section 1

SPELLED = {
    **dict.fromkeys(("♠", "♤", "黑桃"), "s"),
    **dict.fromkeys(("♥", "♡", "紅心", "红心", "紅桃", "红桃"), "h"),
    **dict.fromkeys(("♣", "♧", "梅花"), "c"),
    **dict.fromkeys(("♦", "♢", "方塊", "方块", "方片"), "d"),
}


def canonical(text: str) -> str:
    """One card in the canonical spelling, from any spelling of the contract."""
    for sign, suit in SPELLED.items():
        if sign in text:
            text = text.replace(sign, "") + suit
    text = text.replace("10", "T")
    card = text[0].upper() + text[1].lower()
    assert card[0] in RANKS, text
    assert card[1] in SUITS, text
    assert len(text) == 2, text
    return card


def windows(size: int) -> list[tuple[str, ...]]:
    """Every run of `size` consecutive ranks, A23… first, …QKA last."""
    low_ace = "A" + RANKS
    return [tuple(low_ace[start : start + size]) for start in range(len(low_ace) - size + 1)]


def _heights(wheel: str) -> dict[frozenset[int], int]:
    """The ranks of every straight, and its height (doubled, so that there is room between two)."""
    found = {}
    for window in windows(5):
        values = frozenset(VALUE[rank] for rank in window)
        found[values] = 2 * VALUE[window[-1]]
    ace_to_five = frozenset(VALUE[rank] for rank in "A2345")
    if wheel == "second":
        found[ace_to_five] = found[frozenset(VALUE[rank] for rank in "9TJQK")] + 1
    elif wheel == "none":
        del found[ace_to_five]
    return found


HEIGHTS = {wheel: _heights(wheel) for wheel in ("second", "lowest", "none")}


def strength(cards: Sequence[str], wheel: str) -> Strength:
    """Category and key of a row of three or five cards; ranks only, a higher tuple is stronger."""
    ranks = "".join(sorted(card[0] for card in cards))
    return _strength(ranks, len({card[1] for card in cards}) == 1, wheel)


@cache
def _strength(ranks: str, one_suit: bool, wheel: str) -> Strength:
    held = Counter(VALUE[rank] for rank in ranks)
    grouped = sorted(held, key=lambda value: (held[value], value), reverse=True)
    shape = tuple(held[value] for value in grouped)
    key: Key = tuple(grouped)
    height = HEIGHTS[wheel].get(frozenset(held)) if len(ranks) == 5 else None
    category = {
        (3,): "three_of_a_kind",
        (2, 1): "pair",
        (1, 1, 1): "high_card",
        (5,): "five_of_a_kind",
        (4, 1): "four_of_a_kind",
        (3, 2): "full_house",
        (3, 1, 1): "three_of_a_kind",
        (2, 2, 1): "two_pair",
        (2, 1, 1, 1): "pair",
        (1, 1, 1, 1, 1): "high_card",
    }[shape]
    if height:
        return PLACE["straight_flush" if one_suit else "straight"], (height,)
    if len(ranks) == 5 and one_suit and category == "high_card":
        return PLACE["flush"], key
    if len(ranks) == 5 and one_suit and category in ("pair", "two_pair"):
        # the second pair's rank, 0 where there is none, comes before the single ranks
        return PLACE["paired_flush"], key if category == "two_pair" else (key[0], 0, *key[1:])
    return PLACE[category], key


def deciding_suit(cards: Sequence[str], found: Strength, wheel: str) -> int:
    """The suit that decides between rows of equal ranks under `after_ranks`."""
    category, key = CATEGORIES[found[0]], found[1]
    if category in ("pair", "two_pair", "high_card"):
        rank = key[0]  # the pair, the higher pair, the highest card
    elif category == "straight":
        ranks = {card[0] for card in cards}
        five_high = ranks == set("A2345") and wheel == "lowest"
        rank = VALUE["5"] if five_high else max(VALUE[card[0]] for card in cards)
    else:
        rank = max(VALUE[card[0]] for card in cards)  # one suit: any card of it tells
    return max(SUIT_VALUE[card[1]] for card in cards if VALUE[card[0]] == rank)


# --- naturals -------------------------------------------------------------------------------------


@cache
def straight_splits() -> dict[str, set[str]]:
    """Sorted ranks of every 3/5/5 split into straights, and the fronts it can be split with."""
    found: dict[str, set[str]] = {}
    for front in windows(3):
        for middle, back in combinations_with_replacement(windows(5), 2):
            found.setdefault("".join(sorted(front + middle + back)), set()).add("".join(front))
    return found


@cache
def straight_flush_splits() -> dict[tuple[str, ...], set[str]]:
    """Sorted cards of every 3/5/5 split into straight flushes, and the fronts."""
    fives = [[rank + suit for rank in run] for run in windows(5) for suit in SUITS]
    found: dict[tuple[str, ...], set[str]] = {}
    for front, suit in product(windows(3), SUITS):
        three = [rank + suit for rank in front]
        for middle, back in combinations_with_replacement(fives, 2):
            cards = tuple(sorted(three + middle + back))
            found.setdefault(cards, set()).add("".join(front))
    return found


@cache
def flush_splits() -> set[str]:
    """Sorted suits of every 3/5/5 split into one-suited rows."""
    return {
        "".join(sorted(front * 3 + middle * 5 + back * 5))
        for front, middle, back in product(SUITS, repeat=3)
    }


class Thirteen:
    """What the predicates of section 2 ask of thirteen cards."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards = sorted(cards)
        self.ranks = "".join(sorted(card[0] for card in self.cards))
        self.suits = "".join(sorted(card[1] for card in self.cards))
        self.counts = sorted(Counter(self.ranks).values(), reverse=True)
        self.red = self.suits.count("h") + self.suits.count("d")

    def among(self, ranks: str) -> int:
        return sum(rank in ranks for rank in self.ranks)

    def held(self, least: int) -> int:
        return sum(count >= least for count in self.counts)

    def times(self, count: int) -> int:
        return self.counts.count(count)


def _five_pairs_trips(hand: Thirteen) -> bool:
    return hand.times(3) == 1 and all(count in (2, 3, 4) for count in hand.counts)


def _fronts(splits: set[str] | None, excluded: bool) -> bool:
    return bool((splits or set()) - ({"QKA"} if excluded else set()))


PREDICATES: dict[str, Callable[[Thirteen], bool]] = {
    "dragon_suited": lambda hand: hand.held(1) == 13 and len(set(hand.suits)) == 1,
    "dragon": lambda hand: hand.held(1) == 13,
    "all_royals": lambda hand: hand.among("JQKA") == 13,
    "twelve_royals": lambda hand: hand.among("JQKA") >= 12,
    "three_quads": lambda hand: hand.held(4) >= 3,
    "three_bombs": lambda hand: hand.held(4) >= 2 and hand.held(3) >= 3,
    "all_big": lambda hand: hand.among("89TJQKA") == 13,
    "all_small": lambda hand: hand.among("2345678") == 13,
    "one_colour": lambda hand: hand.red in (0, 13),
    "one_odd_colour": lambda hand: hand.red in (1, 12),
    "four_trips": lambda hand: hand.held(3) >= 4,
    "two_full_houses": lambda hand: hand.times(3) == 2 and hand.times(2) == 3,
    "five_pairs_trips": _five_pairs_trips,
    "six_pairs": lambda hand: sum(count // 2 for count in hand.counts) == 6,
    "three_flushes": lambda hand: hand.suits in flush_splits(),
    "half_big": lambda hand: hand.among("6789TJQKA") == 13,
    "half_small": lambda hand: hand.among("A23456789T") == 13,
    "big_6_to_k": lambda hand: hand.among("6789TJQK") == 13,
    "small_2_to_10": lambda hand: hand.among("23456789T") == 13,
}


def holds(natural: str, cards: Iterable[str], *, no_front_qka: bool = False) -> bool:
    """Whether thirteen cards satisfy a natural of section 2."""
    hand = cards if isinstance(cards, Thirteen) else Thirteen(cards)
    if natural == "three_straights":
        return _fronts(straight_splits().get(hand.ranks), no_front_qka)
    if natural == "three_straight_flushes":
        return _fronts(straight_flush_splits().get(tuple(hand.cards)), no_front_qka)
    return PREDICATES[natural](hand)
