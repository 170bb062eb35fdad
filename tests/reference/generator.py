"""Seeded round documents for every ruleset: valid, and rich in what seldom happens at a table.

A tenth of all rounds deals at random; the rest builds something on purpose (a natural, a meeting of
naturals, a monster in a given row, tied rows, a home run, an A2345) and deals the others at random.
What is built goes in turn through everything the ruleset knows, so that a few thousand rounds meet
all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from tests.reference.cards import Thirteen
from tests.reference.deals import DECK, Cards, Deal, Seat, arrange, spoil, without
from tests.reference.prices import FIVE, NATURALS, OPTIONS, QUADS, ROWS, RUN, TRIPS, Prices
from tests.reference.prices import prices_of as prices_under
from tests.reference.scenarios import BUILDS, build_meeting, build_tied_front
from tests.reference.twin import best_natural, held

NAMES = ("amy", "bob", "cat", "dan", "eve")
GADU_KEYS = ("front." + TRIPS, *(f"{row}.{c}" for row in ("middle", "back") for c in (QUADS, RUN)))
FIVE_KEYS = (f"middle.{FIVE}", f"back.{FIVE}")


# --- options --------------------------------------------------------------------------------------


def choices(ruleset: str) -> list[tuple[str, Any]]:
    """Every option with every choice, the ends and a middle of a range, some entries of a map."""
    found: list[tuple[str, Any]] = []
    for name, asked in OPTIONS[ruleset].items():
        if isinstance(asked, list):
            found += [(name, choice) for choice in asked]
        elif isinstance(asked, tuple):
            found += [(name, value) for value in (asked[0], sum(asked) // 2, asked[1])]
        elif asked == "card":
            found += [(name, None), (name, "As"), (name, "random")]
        elif asked == "gadu":
            keys = GADU_KEYS + (FIVE_KEYS if ruleset == "five-player" else ())
            found += [(name, {key: units}) for key in keys for units in (0, 3, 100)]
            found.append((name, {}))
        else:
            found += [(name, {n: points}) for n in NATURALS for points in (0, 7, 1_000_000)]
            found.append((name, {}))
    return found


def pick_options(rng: Random, asked: list[tuple[str, Any]], turn: int) -> dict[str, Any]:
    options: dict[str, Any] = {}
    luck = rng.random()
    if luck < 0.35:
        return options
    picked = [asked[turn % len(asked)]]
    while luck > 0.6:
        picked.append(rng.choice(asked))
        luck = rng.random()
    for name, value in picked:
        if isinstance(value, dict):
            options[name] = {**options.get(name, {}), **value}
        else:
            options[name] = rng.choice(DECK) if value == "random" else value
    if options.get("pairing") == "everyone":
        options.pop("banker_edge", None)
    return options


def meet_otherwise(ruleset: str, options: dict[str, Any]) -> None:
    """The choices under which two naturals meet in another way than by default."""
    for name, choice in (("pairing", "everyone"), ("suits", "none")):
        if name in OPTIONS[ruleset]:
            options[name] = choice
            options.pop("banker_edge", None)


# --- the document ---------------------------------------------------------------------------------


def rounds(ruleset: str, seed: int, number: int) -> Iterator[dict[str, Any]]:
    """`number` valid card round documents of a ruleset; the same seed gives the same ones."""
    rng = Random(f"{ruleset} {seed}")
    asked = choices(ruleset)
    turns = [count() for _ in BUILDS]
    turns[1] = turns[0]
    for index in range(number):
        build = rng.randrange(len(BUILDS))
        options = pick_options(rng, asked, index)
        if BUILDS[build] is build_meeting and rng.random() < 0.5:
            meet_otherwise(ruleset, options)
        tied_row = "tied_row_scoops" in OPTIONS[ruleset]
        if BUILDS[build] is build_tied_front and tied_row and rng.random() < 0.5:
            options["tied_row_scoops"] = True
        prices = prices_under(ruleset, options)
        pool = list(DECK)
        if prices.deck == 65:
            pool += [card for card in DECK if card[1] == prices.extra_suit]
        rng.shuffle(pool)
        players = rng.randint(prices.least, prices.most)
        deal = Deal(rng, prices, options, pool, players, next(turns[build]))
        BUILDS[build](deal)
        yield document_of(deal, index)


def document_of(deal: Deal, index: int) -> dict[str, Any]:
    """The deal as a round document, the remaining seats filled at random."""
    rng = deal.rng
    while len(deal.seats) < deal.players:
        luck = rng.random()
        foul = "arranged" if luck < 0.05 else "ruled" if luck < 0.08 else ""
        deal.seats.append(Seat(deal.draw(13), auto=luck > 0.95, foul=foul))
    rng.shuffle(deal.seats)
    names = NAMES[: deal.players]
    prices = prices_under(deal.prices.ruleset, deal.options)
    document: dict[str, Any] = {"ruleset": prices.ruleset}
    if rng.random() < 0.1:
        document = {"ref": f"round {index}", "ruleset": f"{prices.ruleset}@1"}
    if deal.options or rng.random() < 0.1:
        document["options"] = deal.options
    if "doubling_card" in OPTIONS[prices.ruleset] and rng.random() < 0.4:
        document["doubling_card"] = rng.choice((None, rng.choice(DECK)))
    if rng.random() < 0.1:
        document["stake"] = rng.choice(STAKES)
    banker = rng.choice(names) if prices.pairing == "banker" else None
    if banker:
        document["banker"] = banker
    document["hands"] = [
        hand_of(rng, name, seat, prices) for name, seat in zip(names, deal.seats, strict=True)
    ]
    for hand in document["hands"] if banker else ():
        if hand["player"] != banker and rng.random() < 0.5:
            hand["bet"] = rng.choice((1, 2, 3, 10, 1_000_000))
    if prices.ruleset == "ph-exchange" and rng.random() < 0.6:
        finals = {name: seat.cards for name, seat in zip(names, deal.seats, strict=True)}
        add_exchange(rng, document, finals)
    return document


STAKES = (
    {"amount": "100", "currency": "TWD"},
    {"amount": "10", "currency": "HKD", "points": 7},
    {"amount": "0.05", "currency": "HKD", "points": 3},
    {"amount": "1", "currency": "JPY", "points": 5},
    {"mode": "pot", "ante": "50", "currency": "TWD"},
    {"mode": "pot", "ante": "0.05", "currency": "HKD"},
)
REASONS = ("false 報到", "wrong number of cards", "an exposed hand", "late")


def hand_of(rng: Random, player: str, seat: Seat, prices: Prices) -> dict[str, Any]:
    """One hand of the document."""
    hand: dict[str, Any] = {"player": player}
    if seat.foul == "ruled":
        hand["ruled_foul"] = rng.choice(REASONS)
        return _ruled(rng, hand, seat, prices)
    best = best_natural(seat.cards, prices) if seat.auto else None
    bare = (seat.natural or best) and rng.random() < 0.5
    if bare or rng.random() < 0.2:
        hand["cards"] = rng.sample(seat.cards, 13)
    if not bare:
        rows = seat.rows
        if seat.foul == "arranged":
            rows = spoil(rng, seat.cards, prices.wheel)
        elif rows is None:
            rows = arrange(rng, seat.cards, prices.wheel)
        hand.update(zip(ROWS, rows, strict=True))
    if seat.natural:
        hand["natural"] = _declared(rng, seat, prices)
    elif seat.auto:
        hand["natural"] = "auto"
    elif rng.random() < 0.1:
        hand["natural"] = None
    return hand


def _declared(rng: Random, seat: Seat, prices: Prices) -> str | None:
    """The natural meant, now and then another one that the cards hold too."""
    if rng.random() < 0.8:
        return seat.natural
    thirteen = Thirteen(seat.cards)
    lower = [
        natural
        for natural in prices.listed
        if prices.points[natural] and held(natural, thirteen, prices)
    ]
    return rng.choice(lower)


def _ruled(rng: Random, hand: dict[str, Any], seat: Seat, prices: Prices) -> dict[str, Any]:
    luck = rng.random()
    if luck < 0.2:
        return hand
    if luck < 0.45:
        hand["cards"] = rng.sample(seat.cards, rng.choice((1, 12, 12, 13)))
        return hand
    rows = seat.rows or arrange(rng, seat.cards, prices.wheel)
    hand.update(zip(ROWS, rows, strict=True))
    if luck < 0.55:
        hand["cards"] = rng.sample(seat.cards, 13)
    return hand


def add_exchange(rng: Random, document: dict[str, Any], final: dict[str, Cards]) -> None:
    """What was dealt and passed on the way to the arranged hands, worked out backwards."""
    if any(len(hand.get("cards", ())) < 13 and "front" not in hand for hand in document["hands"]):
        return  # a ruled foul that does not show its thirteen
    names = list(final)
    held_now = {name: list(cards) for name, cards in final.items()}
    directions = ["clockwise", "counterclockwise"] + (["across"] if len(names) != 3 else [])
    passes: list[dict[str, Any]] = []
    for _ in range(rng.choice((0, 1, 1, 2, 2))):
        direction = rng.choice(directions)
        step = {"clockwise": 1, "counterclockwise": -1, "across": len(names) // 2}[direction]
        given: dict[str, Cards] = {}
        for seat, name in enumerate(names):
            receiver = names[(seat + step) % len(names)]
            given[name] = rng.sample(held_now[receiver], 3)
        for seat, name in enumerate(names):
            received = given[names[(seat - step) % len(names)]]
            held_now[name] = without(held_now[name], received) + given[name]
        passes.insert(0, {"direction": direction, "cards": given})
    document["exchange"] = {"dealt": held_now, "passes": passes}
