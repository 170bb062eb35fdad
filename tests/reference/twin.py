"""The twin: one game scored straight from the rules, pair by pair, as a check on the engine.

`score`, `money` and `outcome_of` take a VALID round document as a plain dict. Nothing here is
shared with the engine: prices, row strength and naturals are written out a second time.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from tests.reference.cards import (
    CATEGORIES,
    SUIT_VALUE,
    Strength,
    Thirteen,
    canonical,
    deciding_suit,
    holds,
    strength,
)
from tests.reference.prices import ROWS, Prices, prices_of

Document = Mapping[str, Any]
Points = dict[str, int]  # reason -> points

MINOR_DIGITS = {"JPY": 0, "KRW": 0, "VND": 0, "TWD": 2, "HKD": 2, "CNY": 2, "USD": 2, "KWD": 3}


@dataclass(slots=True)
class Hand:
    """One hand as the table sees it: what it is, and what its rows are worth."""

    player: str
    cards: list[str]
    rows: dict[str, list[str]]
    bet: int
    ruled: bool
    natural: str | None = None
    undeclared: str | None = None
    foul: bool = False
    strengths: dict[str, Strength] = field(default_factory=dict)

    @property
    def status(self) -> str:
        return "natural" if self.natural else "foul" if self.foul else "plain"

    def category(self, row: str) -> str:
        return CATEGORIES[self.strengths[row][0]]


@dataclass(slots=True)
class Table:
    """A round read: prices, hands, and who plays whom."""

    prices: Prices
    hands: list[Hand]
    banker: str | None
    pairs: dict[tuple[str, str], Points] = field(default_factory=dict)
    home_runs: list[str] = field(default_factory=list)
    short_home_runs: list[str] = field(default_factory=list)

    def meetings(self) -> list[tuple[Hand, Hand]]:
        """Every ordered pair (taker, payer) that plays each other."""
        return [
            (taker, payer)
            for taker, payer in permutations(self.hands, 2)
            if self.prices.pairing == "everyone" or self.banker in (taker.player, payer.player)
        ]


def name_of(text: str) -> str:
    """A player's name in the form that results use."""
    return unicodedata.normalize("NFC", text).strip()


# --- reading --------------------------------------------------------------------------------------


def read(document: Document) -> Table:
    """The table of a valid round document."""
    prices = prices_of(document["ruleset"], document.get("options", {}))
    if "doubling_card" in document:
        prices.doubling_card = document["doubling_card"]
    if prices.doubling_card is not None:
        prices.doubling_card = canonical(prices.doubling_card)
    banker = document.get("banker")
    hands = [_read_hand(hand, prices) for hand in document["hands"]]
    return Table(prices, hands, None if banker is None else name_of(banker))


def _read_hand(given: Document, prices: Prices) -> Hand:
    rows = {row: [canonical(card) for card in given[row]] for row in ROWS if row in given}
    cards = [card for row in rows.values() for card in row]
    cards = cards or [canonical(card) for card in given.get("cards", [])]
    ruled = "ruled_foul" in given
    hand = Hand(name_of(given["player"]), cards, rows, given.get("bet", 1), ruled)
    best = best_natural(cards, prices)
    declared = given.get("natural")
    hand.natural = best if declared == "auto" else declared
    if rows:
        hand.strengths = {row: strength(rows[row], prices.wheel) for row in ROWS}
    if hand.natural is None:
        hand.undeclared = best
        hand.foul = ruled or not (
            hand.strengths["front"] <= hand.strengths["middle"] <= hand.strengths["back"]
        )
    return hand


def best_natural(cards: list[str], prices: Prices) -> str | None:
    """What `auto` takes: the highest-ranked natural that is played and held."""
    if len(cards) != 13:
        return None
    thirteen = Thirteen(cards)
    for natural in prices.listed:  # highest rank first, equals in the order of section 4
        if prices.points[natural] and held(natural, thirteen, prices):
            return natural
    return None


def held(natural: str, cards: Any, prices: Prices) -> bool:
    return holds(natural, cards, no_front_qka=natural in prices.no_front_qka)


# --- rows -----------------------------------------------------------------------------------------


def row_winner(table: Table, a: Hand, b: Hand, row: str) -> str | None:
    """Which of two plain hands wins a row; None for a tie."""
    prices = table.prices
    left, right = a.strengths[row], b.strengths[row]
    ours, theirs = list(left[1]), list(right[1])
    if left[0] == right[0]:
        if prices.banker_edge == "top_card":
            ours, theirs = ours[:1], theirs[:1]
        category = CATEGORIES[left[0]]
        suits = [
            deciding_suit(hand.rows[row], found, prices.wheel)
            for hand, found in ((a, left), (b, right))
        ]
        if prices.suits == "flush_suit_first" and category in ("flush", "straight_flush"):
            ours.insert(0, suits[0])
            theirs.insert(0, suits[1])
        if prices.suits == "after_ranks" and (category != "high_card" or prices.suits_high_card):
            ours.append(suits[0])
            theirs.append(suits[1])
    if (left[0], ours) > (right[0], theirs):
        return a.player
    if (left[0], ours) < (right[0], theirs):
        return b.player
    return table.banker if prices.banker_edge != "none" else None


def rows_won(table: Table, taker: Hand, payer: Hand) -> list[str]:
    """The rows that a plain hand wins from a plain hand, or from a foul under `all_rows`."""
    if payer.foul:
        return list(ROWS)
    return [row for row in ROWS if row_winner(table, taker, payer, row) == taker.player]


def scoops(table: Table, taker: Hand, payer: Hand) -> bool:
    """Whether the taker scoops the payer."""
    if taker.status != "plain" or payer.natural:
        return False
    won = len(rows_won(table, taker, payer))
    if won == 2 and table.prices.tied_row_scoops:
        return not rows_won(table, payer, taker)
    return won == 3


def largest_amount(table: Table) -> int:
    """What a foul pays under `largest`: the largest hand value at the table."""
    values = [table.prices.foul_minimum]
    for hand in table.hands:
        if hand.natural:
            values.append(table.prices.points[hand.natural])
            continue
        values += [row_value(table.prices, row, hand.category(row)) for row in hand.strengths]
    return max(values)


def row_value(prices: Prices, row: str, category: str) -> int:
    return prices.base[row] + prices.bonus[row].get(category, 0)


# --- one payer, one taker -------------------------------------------------------------------------


def plain_takes(table: Table, taker: Hand, payer: Hand) -> Points:
    """What a plain hand takes from a plain or a fouled hand, before gadu and bets."""
    prices = table.prices
    scooped, home_run = scoops(table, taker, payer), taker.player in table.home_runs
    if payer.foul and prices.foul == "largest":
        took = {"foul": largest_amount(table)}
        base, extra, bonus = took["foul"], 0, 0
    else:
        won = rows_won(table, taker, payer)
        base = sum(prices.base[row] for row in won)
        row_bonus = sum(prices.bonus[row].get(taker.category(row), 0) for row in won)
        more = 0 if payer.foul else len(rows_won(table, payer, taker))
        majority = prices.majority if len(won) > more else 0
        extra, bonus = 0, row_bonus
        if scooped:
            extra = (prices.scoop_base - 1) * base + prices.scoop_points
            bonus = prices.scoop_bonus * row_bonus
        took = {
            "row": base,
            "row_bonus": row_bonus,
            "scoop": extra + bonus - row_bonus,
            "majority": majority,
        }
        extra += majority
    if home_run:
        whole = prices.home_run_multiplier * (base + extra) + prices.home_run_bonus * bonus
        took["home_run"] = whole - sum(took.values())
    if prices.doubling_card in taker.cards + payer.cards:
        took["doubling_card"] = sum(took.values())
    return took


def natural_takes(table: Table, taker: Hand, payer: Hand) -> Points:
    """What a natural takes from anything."""
    prices = table.prices
    assert taker.natural
    if payer.natural and prices.meeting == "banker_pays":
        if taker.player == table.banker:
            return {}
    elif payer.natural and not outranks(table, taker, payer):
        return {}
    own = prices.points[taker.natural]
    swept = (prices.sweep - 1) * own if sweeps(table, taker) else 0
    if payer.foul and prices.foul == "largest" and largest_amount(table) > own + swept:
        return {"foul": largest_amount(table)}
    return {"natural": own, "natural_sweep": swept}


def outranks(table: Table, a: Hand, b: Hand) -> bool:
    """Whether a's natural is higher than b's."""
    assert a.natural
    assert b.natural
    rank = table.prices.rank
    if a.natural == b.natural == "dragon_suited" and table.prices.suits == "after_ranks":
        return SUIT_VALUE[a.cards[0][1]] > SUIT_VALUE[b.cards[0][1]]
    return rank[a.natural] > rank[b.natural]


def sweeps(table: Table, taker: Hand) -> bool:
    """Whether a natural takes from every other hand, three of them or more."""
    others = [hand for hand in table.hands if hand is not taker]
    return len(others) >= 3 and all(
        not hand.natural or outranks(table, taker, hand) for hand in others
    )


def gadu_takes(table: Table, taker: Hand) -> int:
    """What a plain hand collects from every other player for its monsters."""
    if taker.status != "plain":
        return 0
    return sum(table.prices.gadu[row].get(taker.category(row), 0) for row in ROWS)


def pair_takes(table: Table, taker: Hand, payer: Hand) -> Points:
    """Everything that moves from the payer to the taker, by reason; nothing is left out."""
    took: Points = {}
    if taker.natural:
        took = natural_takes(table, taker, payer)
    elif not taker.foul and not payer.natural:
        took = plain_takes(table, taker, payer)
    took["gadu"] = gadu_takes(table, taker)
    bet = 1
    if table.prices.pairing == "banker":
        bet = payer.bet if taker.player == table.banker else taker.bet
    return {reason: points * bet for reason, points in took.items() if points}


# --- the round ------------------------------------------------------------------------------------


def find_home_runs(table: Table) -> None:
    """Note who scooped everybody, and for whom there were too few others."""
    if not table.prices.home_run:
        return
    for hand in table.hands:
        others = [other for other in table.hands if other is not hand]
        if not all(scoops(table, hand, other) for other in others):
            continue
        if len(others) >= table.prices.home_run_min:
            table.home_runs.append(hand.player)
        elif len(others) >= 2:
            table.short_home_runs.append(hand.player)


def play(document: Document) -> Table:
    """The table of a round with everything that moved, pair by pair."""
    table = read(document)
    find_home_runs(table)
    for taker, payer in table.meetings():
        took = pair_takes(table, taker, payer)
        if took:
            table.pairs[taker.player, payer.player] = took
    return table


def score(document: Document) -> dict[str, Any]:
    """Score a valid round document with `hands`.

    Gives nets, won, lost, statuses and naturals by player, the notices (by seat, undeclared
    naturals first), and `pairs`: (payee, payer) -> reason -> points, bets inside.
    """
    return report(play(document))


def report(table: Table) -> dict[str, Any]:
    """The result of a played table as plain dicts."""
    won: dict[str, int] = defaultdict(int)
    lost: dict[str, int] = defaultdict(int)
    for (payee, payer), took in table.pairs.items():
        assert all(points > 0 for points in took.values())
        won[payee] += sum(took.values())
        lost[payer] += sum(took.values())
    players = [hand.player for hand in table.hands]
    nets = {player: won[player] - lost[player] for player in players}
    assert sum(nets.values()) == 0, nets
    notices = [
        {"code": "undeclared_natural", "player": hand.player, "natural": hand.undeclared}
        for hand in table.hands
        if hand.undeclared
    ]
    notices += [
        {"code": "home_run_needs_more_players", "player": player}
        for player in table.short_home_runs
    ]
    return {
        "nets": nets,
        "won": {player: won[player] for player in players},
        "lost": {player: lost[player] for player in players},
        "statuses": {hand.player: hand.status for hand in table.hands},
        "naturals": {hand.player: hand.natural for hand in table.hands},
        "notices": notices,
        "pairs": table.pairs,
    }


# --- money ----------------------------------------------------------------------------------------


def money(document: Document, nets: Mapping[str, int]) -> dict[str, str] | None:
    """The amount of each player under the round's stake, as text; None without a stake."""
    stake = document.get("stake")
    if stake is None:
        return None
    digits = MINOR_DIGITS[stake["currency"]]
    players = list(nets)  # seat order
    if stake.get("mode") == "pot":
        ante = _minor(stake["ante"], digits)
        best = [player for player in players if nets[player] == max(nets.values())]
        shares = dict.fromkeys(players, 0)
        for unit in range(ante * len(players) % len(best)):
            shares[best[unit]] += 1
        for player in best:
            shares[player] += ante * len(players) // len(best)
        minor = {player: shares[player] - ante for player in players}
    else:
        amount, points = _minor(stake["amount"], digits), stake.get("points", 1)
        exact = {player: Fraction(nets[player] * amount, points) for player in players}
        minor = {player: exact[player].__floor__() for player in players}
        by_remainder = sorted(players, key=lambda player: minor[player] - exact[player])
        for player in by_remainder[: -sum(minor.values())]:  # sorted() keeps seats for equals
            minor[player] += 1
    assert sum(minor.values()) == 0, minor
    return {player: _written(minor[player], digits) for player in players}


def _minor(text: str, digits: int) -> int:
    amount = Fraction(text) * Fraction(10) ** digits
    assert amount.denominator == 1, text
    return amount.numerator


def _written(minor: int, digits: int) -> str:
    whole, fraction = divmod(abs(minor), 10**digits)
    sign = "-" if minor < 0 else ""
    return f"{sign}{whole}" + (f".{fraction:0{digits}d}" if fraction else "")


# --- the same round recorded without cards --------------------------------------------------------


def outcome_of(document: Document) -> dict[str, Any]:
    """The outcome document that a table without cards would have sent for a card round."""
    table = play(document)
    kept = {key: document[key] for key in document if key not in ("hands", "exchange", "expect")}
    outcome: dict[str, Any] = {
        "hands": [
            _outcome_hand(table, hand, given)
            for hand, given in zip(table.hands, document["hands"], strict=True)
        ],
        "duels": _duels(table),
    }
    holders = [hand.player for hand in table.hands if table.prices.doubling_card in hand.cards]
    if holders:
        outcome["doubling_card_holder"] = holders[0] if len(holders) == 1 else holders
    return {**kept, "outcome": outcome}


def _outcome_hand(table: Table, hand: Hand, given: Document) -> dict[str, Any]:
    told: dict[str, Any] = {"player": given["player"], "status": hand.status}
    if "bet" in given:
        told["bet"] = given["bet"]
    if hand.natural:
        told["natural"] = hand.natural
        twice = [other.natural for other in table.hands].count("dragon_suited") > 1
        if hand.natural == "dragon_suited" and twice and table.prices.suits == "after_ranks":
            told["suit"] = hand.cards[0][1]
        return told
    priced = {
        row: hand.category(row)
        for row in hand.strengths
        if table.prices.bonus[row].get(hand.category(row))
        or table.prices.gadu[row].get(hand.category(row))
    }
    if priced:
        told["categories"] = priced
    return told


def _duels(table: Table) -> list[dict[str, Any]]:
    duels: list[dict[str, Any]] = []
    for a, b in combinations(table.hands, 2):
        if (a, b) not in table.meetings() or (a.status, b.status) != ("plain", "plain"):
            continue
        winners = {row: row_winner(table, a, b, row) for row in ROWS}
        first = winners["front"]
        if first is not None and set(winners.values()) == {first}:
            duels.append({"players": [a.player, b.player], "scoop": first})
        else:
            duels.append({"players": [a.player, b.player], **winners})
    return duels
