"""Which features generated rounds meet, and which ones a ruleset's rounds have to meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from itertools import combinations
from typing import Any

from tests.reference import twin
from tests.reference.cards import CATEGORIES, HEIGHTS, Thirteen
from tests.reference.generator import FIVE_KEYS, GADU_KEYS
from tests.reference.prices import FIVE, NATURALS, OPTIONS, ROWS, Prices, prices_of

Document = Mapping[str, Any]


def coverage(rounds: Iterable[Document]) -> set[str]:
    """Every feature met by valid card rounds, as `kind:detail` words."""
    met: set[str] = set()
    for document in rounds:
        met.update(features(document, twin.play(document)))
    return met


def features(document: Document, table: twin.Table) -> Iterator[str]:
    """What one round meets, as it was played."""
    yield from _document_features(document, table)
    yield from _hand_features(document, table)
    yield from _natural_features(table)
    yield from _row_features(table)
    yield from _payment_features(table)
    yield from _gadu_features(table)
    yield from _option_features(document, table.prices)


def _document_features(document: Document, table: twin.Table) -> Iterator[str]:
    yield f"players:{len(table.hands)}"
    yield "version" if "@" in document["ruleset"] else "no version"
    if "stake" in document:
        yield f"stake:{document['stake'].get('mode', 'points')}"
    if "exchange" in document:
        passes = document["exchange"]["passes"]
        yield f"exchange:{len(passes)}"
        for passed in passes:
            yield f"direction:{passed['direction']}"
    if "doubling_card" in document:
        off = document["doubling_card"] is None
        yield "doubling:field"
        if off and document.get("options", {}).get("doubling_card"):
            yield "doubling:field null over option"
        if not off and document.get("options", {}).get("doubling_card"):
            yield "doubling:field over option"
    elif table.prices.doubling_card:
        yield "doubling:option"
    if table.prices.doubling_card:
        holders = sum(table.prices.doubling_card in hand.cards for hand in table.hands)
        yield f"doubling:{holders} holders"


def _hand_features(document: Document, table: twin.Table) -> Iterator[str]:
    for given, hand in zip(document["hands"], table.hands, strict=True):
        yield f"status:{hand.status}"
        shown = "arranged" if hand.rows else "cards" if hand.cards else "nothing"
        if hand.foul:
            yield f"ruled foul:{shown}" if hand.ruled else "foul:by arrangement"
            yield f"foul:{len(hand.cards)} cards"
        if hand.undeclared:
            yield f"undeclared:{hand.undeclared}"
            yield f"undeclared:{hand.status}"
        if "cards" in given and hand.rows:
            yield "cards and rows"
        if "bet" in given:
            yield "bet:1" if given["bet"] == 1 else "bet:more"
        yield from _declaration_features(given, hand, table.prices, shown)


def _declaration_features(
    given: Document, hand: twin.Hand, prices: Prices, shown: str
) -> Iterator[str]:
    if "natural" in given and given["natural"] is None:
        yield "natural:null"
    if given.get("natural") == "auto":
        yield "auto:nothing" if hand.natural is None else f"auto:{hand.natural}"
    elif hand.natural:
        yield f"declared:{hand.natural}"
        yield f"natural shown:{shown}"
        if hand.natural != twin.best_natural(hand.cards, prices):
            yield "declared:not the best"


def _natural_features(table: twin.Table) -> Iterator[str]:
    for hand in table.hands:
        if hand.natural and table.prices.sweep > 1:
            yield "sweep:taken" if twin.sweeps(table, hand) else "sweep:broken"
    for a, b in combinations(table.hands, 2):
        if a.natural and b.natural and (a, b) in table.meetings():
            suited = a.natural == b.natural == "dragon_suited"
            if table.prices.meeting == "banker_pays":
                yield "meeting:banker pays"
            elif not twin.outranks(table, a, b) and not twin.outranks(table, b, a):
                yield "meeting:tie"
                if a.natural != b.natural:
                    yield "meeting:tie of two kinds"
                if suited:
                    yield "meeting:two suited dragons tie"
            else:
                yield "meeting:two suited dragons by suit" if suited else "meeting:higher"


def _row_features(table: twin.Table) -> Iterator[str]:
    wheel = HEIGHTS[table.prices.wheel][frozenset((14, 2, 3, 4, 5))]
    for hand in table.hands:
        for row, (place, key) in hand.strengths.items():
            yield f"row:{row}:{CATEGORIES[place]}"
            if hand.status == "plain" and key == (wheel,) and "straight" in CATEGORIES[place]:
                yield f"wheel:{CATEGORIES[place]}"
    for taker, payer in table.meetings():
        if taker.status == payer.status == "foul":
            yield "foul v foul"
        if taker.status == payer.status == "plain":
            yield from _duel_features(table, taker, payer, wheel)


def _duel_features(
    table: twin.Table, taker: twin.Hand, payer: twin.Hand, wheel: int
) -> Iterator[str]:
    fair = copy(table)
    fair.prices = copy(table.prices)
    fair.prices.banker_edge = "none"
    for row in ROWS:
        winner = twin.row_winner(table, taker, payer, row)
        if winner is None:
            yield f"tie:{row}"
        if winner == taker.player and table.prices.bonus[row].get(taker.category(row)):
            yield f"won:{row}:{taker.category(row)}"
        pair = taker.strengths[row], payer.strengths[row]
        if pair[0][0] == pair[1][0] == CATEGORIES.index("straight") and pair[0] != pair[1]:
            wheels = (wheel,) in (pair[0][1], pair[1][1])
            yield "wheel:against a straight" if wheels else "straights"
        if twin.row_winner(fair, taker, payer, row) != winner:
            yield f"edge:{table.prices.banker_edge} turns a row"


def _payment_features(table: twin.Table) -> Iterator[str]:
    by_player = {hand.player: hand for hand in table.hands}
    for (payee, payer), took in table.pairs.items():
        for reason in took:
            yield f"paid:{reason}"
        if by_player[payee].natural and by_player[payer].foul:
            yield "natural v foul:foul" if "foul" in took else "natural v foul:natural"
        if "gadu" in took:
            yield f"gadu from:{by_player[payer].status}"
    if table.short_home_runs:
        yield "home run:too few"
    for player in table.home_runs:
        others = [hand for hand in table.hands if hand.player != player]
        yield f"home run:{sum(hand.foul for hand in others)} fouls of {len(others)}"
    for a, b in table.meetings():
        if twin.scoops(table, a, b):
            yield f"scoop:{len(twin.rows_won(table, a, b))} rows"


def _gadu_features(table: twin.Table) -> Iterator[str]:
    for hand in table.hands:
        for row in ROWS if hand.status == "plain" else ():
            if table.prices.gadu[row].get(hand.category(row)):
                yield f"gadu:{row}:{hand.category(row)}"


def _option_features(document: Document, prices: Prices) -> Iterator[str]:
    for name, value in document.get("options", {}).items():
        asked = OPTIONS[prices.ruleset][name]
        if isinstance(asked, list):
            yield f"option:{name}:{value}"
        elif isinstance(asked, tuple):
            place = asked.index(value) if value in asked else 2
            yield f"option:{name}:{('least', 'most', 'between')[place]}"
        elif asked == "card":
            yield f"option:{name}:{'none' if value is None else 'a card'}"
        else:
            yield f"option:{name}:map"
            for key, worth in value.items():
                yield f"option:{name}:{key}:{'off' if worth == 0 else 'on'}"
    yield "option:none named" if not document.get("options") else "option:some named"


# --- what has to be met ---------------------------------------------------------------------------


def required(ruleset: str) -> set[str]:
    """Every feature that a few thousand generated rounds of the ruleset must meet."""
    prices = prices_of(ruleset, {})
    asked = OPTIONS[ruleset]
    wanted = set(_required_everywhere(prices))
    wanted.update(_required_options(ruleset))
    wanted.update(_required_rows(prices, asked))
    wanted.update(_required_payments(prices, asked))
    if prices.pairing == "banker":
        wanted |= {"bet:1", "bet:more", "meeting:banker pays"}
        wanted |= {f"edge:{kind} turns a row" for kind in ("top_card", "ties")}
    if prices.pairing == "everyone" or "pairing" in asked:
        wanted |= {"meeting:tie", "meeting:higher"}
        suited = "by suit" if prices.suits == "after_ranks" else "tie"
        wanted.add(f"meeting:two suited dragons {suited}")
        if "suits" in asked:
            wanted.add("meeting:two suited dragons tie")
        if any(len(tier) > 1 for tier in prices.tiers):
            wanted.add("meeting:tie of two kinds")
    if ruleset == "ph-exchange":
        wanted |= {"exchange:0", "exchange:1", "exchange:2"}
        wanted |= {f"direction:{way}" for way in ("clockwise", "counterclockwise", "across")}
    if "doubling_card" in asked:
        kinds = ("field", "option", "field null over option", "field over option", "1 holders")
        wanted |= {f"doubling:{kind}" for kind in kinds}
        if prices.deck == 65:
            wanted.add("doubling:2 holders")
    return wanted


def _required_everywhere(prices: Prices) -> Iterator[str]:
    yield from (f"players:{number}" for number in range(prices.least, prices.most + 1))
    yield from ("version", "no version", "stake:points", "stake:pot", "natural:null")
    yield from ("status:plain", "status:foul", "status:natural", "foul v foul")
    yield from ("foul:by arrangement", "ruled foul:arranged", "foul:12 cards")
    yield from ("ruled foul:nothing", "cards and rows", "auto:nothing")
    yield from ("natural shown:arranged", "natural shown:cards", "ruled foul:cards")
    yield from ("declared:not the best", "undeclared:plain", "undeclared:foul")
    for natural in NATURALS:
        yield f"declared:{natural}"
        yield f"auto:{natural}"
        yield f"undeclared:{natural}"


def _required_options(ruleset: str) -> Iterator[str]:
    yield from ("option:none named", "option:some named")
    for name, asked in OPTIONS[ruleset].items():
        if isinstance(asked, list):
            yield from (f"option:{name}:{choice}" for choice in asked)
        elif isinstance(asked, tuple):
            yield from (f"option:{name}:{place}" for place in ("least", "most", "between"))
        elif asked == "card":
            yield from (f"option:{name}:none", f"option:{name}:a card")
        else:
            keys = NATURALS if asked == "naturals" else GADU_KEYS
            if asked == "gadu" and ruleset == "five-player":
                keys += FIVE_KEYS
            yield from (f"option:{name}:{key}:{state}" for key in keys for state in ("off", "on"))


def _required_rows(prices: Prices, asked: Mapping[str, Any]) -> Iterator[str]:
    for category in CATEGORIES:
        wide = category in ("paired_flush", FIVE)
        if wide and prices.deck == 52:
            continue
        yield f"row:middle:{category}"
        yield f"row:back:{category}"
    yield from (f"row:front:{kind}" for kind in ("high_card", "pair", "three_of_a_kind"))
    yield from ("wheel:straight", "wheel:straight_flush", "wheel:against a straight", "straights")
    if not prices.suits_high_card:  # where even the high card's suit counts, nothing ties
        yield from (f"tie:{row}" for row in ROWS)
        if "tied_row_scoops" in asked:
            yield "scoop:2 rows"
    for row in ROWS:
        yield from (f"won:{row}:{category}" for category in prices.bonus[row])
        yield from (f"gadu:{row}:{category}" for category in prices.gadu[row])


def _required_payments(prices: Prices, asked: Mapping[str, Any]) -> Iterator[str]:
    yield from ("paid:natural", "natural v foul:natural", "scoop:3 rows")
    scoop = prices.scoop_base > 1 or prices.scoop_points > 0
    paid = {
        "row": any(prices.base.values()),
        "row_bonus": any(prices.bonus.values()),
        "scoop": scoop or "scoop_points" in asked or "scoop_multiplier" in asked,
        "majority": prices.majority > 0,
        "gadu": any(prices.gadu.values()),
        "doubling_card": "doubling_card" in asked,
        "foul": prices.foul == "largest",
        "natural_sweep": prices.sweep > 1,
    }
    yield from (f"paid:{reason}" for reason, due in paid.items() if due)
    if prices.home_run:
        yield "paid:home_run"
        others = prices.most - 1
        if others < 4:  # five players are always enough
            yield "home run:too few"
        yield from (f"home run:{fouls} fouls of {others}" for fouls in range(3))
    if prices.foul == "largest":
        yield "natural v foul:foul"
    if prices.sweep > 1:
        yield from ("sweep:taken", "sweep:broken")
    if paid["gadu"]:
        yield from (f"gadu from:{status}" for status in ("plain", "foul", "natural"))


# --- whether a document is valid at all -----------------------------------------------------------


def faults(document: Document) -> list[str]:
    """What would make the document invalid; an own short reading of the contract."""
    prices = twin.read(document).prices
    found = []
    cards: list[str] = []
    for hand in document["hands"]:
        cards += _own_cards(hand)
        found += [f"{hand['player']}: {fault}" for fault in _hand_faults(hand, prices)]
    copies = {card: 1 + (prices.deck == 65 and card[1] == prices.extra_suit) for card in cards}
    found += [card for card in copies if cards.count(card) > copies[card]]
    players = [hand["player"] for hand in document["hands"]]
    if not prices.least <= len(players) <= prices.most or len(set(players)) < len(players):
        found.append("players")
    found += _banker_faults(document, prices)
    if "exchange" in document:
        found += _exchange_faults(document)
    unknown = set(document.get("options", {})) - set(OPTIONS[prices.ruleset])
    return found + sorted(unknown)


def _own_cards(hand: Document) -> list[str]:
    arranged = [card for row in ROWS for card in hand.get(row, ())]
    return arranged or list(hand.get("cards", ()))


def _hand_faults(hand: Document, prices: Prices) -> Iterator[str]:
    rows = [hand[row] for row in ROWS if row in hand]
    own = _own_cards(hand)
    if rows and [len(row) for row in rows] != [3, 5, 5]:
        yield "rows"
    if rows and "cards" in hand and sorted(own) != sorted(hand["cards"]):
        yield "rows and cards differ"
    if "ruled_foul" in hand:
        if "natural" in hand or len(own) > 13:
            yield "ruled foul"
        return
    if len(own) != 13:
        yield f"{len(own)} cards"
    yield from _natural_faults(hand, own, prices, arranged=bool(rows))


def _natural_faults(
    hand: Document, own: list[str], prices: Prices, *, arranged: bool
) -> Iterator[str]:
    declared = hand.get("natural")
    if declared == "auto":
        if not arranged and not twin.best_natural(own, prices):
            yield "auto with nothing"
    elif not declared:
        if not arranged:
            yield "not arranged"
    elif not prices.points[declared] or not twin.held(declared, Thirteen(own), prices):
        yield declared


def _banker_faults(document: Document, prices: Prices) -> list[str]:
    if prices.pairing == "everyone":
        betting = [hand["player"] for hand in document["hands"] if "bet" in hand]
        edge = ["banker_edge"] if prices.banker_edge != "none" else []
        return betting + edge + (["banker"] if "banker" in document else [])
    players = {hand["player"]: hand for hand in document["hands"]}
    if document.get("banker") not in players or "bet" in players[document["banker"]]:
        return ["banker"]
    return []


def _exchange_faults(document: Document) -> list[str]:
    if document["ruleset"].split("@")[0] != "ph-exchange":
        return ["exchange"]
    names = [hand["player"] for hand in document["hands"]]
    held = {name: list(cards) for name, cards in document["exchange"]["dealt"].items()}
    for passed in document["exchange"]["passes"]:
        step = {"clockwise": 1, "counterclockwise": -1, "across": len(names) // 2}
        if passed["direction"] == "across" and len(names) == 3:
            return ["across three"]
        for name in names:
            for card in passed["cards"][name]:
                held[name].remove(card)
        for seat, name in enumerate(names):
            receiver = names[(seat + step[passed["direction"]]) % len(names)]
            held[receiver] += passed["cards"][name]
    return [
        f"exchange of {hand['player']}"
        for hand in document["hands"]
        if sorted(held[hand["player"]])
        != sorted(hand.get("cards") or [card for row in ROWS for card in hand[row]])
    ]
