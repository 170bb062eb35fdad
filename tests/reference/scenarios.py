"""What a generated round is built around: each function seats the hands it is about."""

from __future__ import annotations

from random import Random

from tests.reference.cards import RANKS, Thirteen, strength
from tests.reference.deals import (
    DECK,
    Cards,
    Deal,
    Rows,
    Seat,
    arrange,
    legal,
    natural_of,
    ordered,
    row_of,
    strongest,
    without,
)
from tests.reference.prices import FIVE, HOUSE, NATURALS, QUADS, ROWS, RUN, TRIPS
from tests.reference.prices import prices_of as prices_under
from tests.reference.twin import held


def build_natural(deal: Deal) -> None:
    """One natural: declared, by auto, left undeclared, declared as a lower one, or ruled foul."""
    turn, mode = divmod(deal.turn, 3)
    target = NATURALS[turn % len(NATURALS)]
    cards = natural_of(deal, target)
    if cards is None:
        return
    seat = Seat(cards)
    deal.seats.append(seat)
    switch_on(deal, target)
    if mode > 0:
        lift(deal, target, cards)
    if mode == 0:
        seat.natural = target
    elif mode == 1:
        seat.auto = True
    else:
        seat.foul = deal.rng.choice(("", "", "", "arranged", "ruled"))


def build_meeting(deal: Deal) -> None:
    """Two naturals or three, of one kind or of two."""
    rng = deal.rng
    rank, luck = deal.prices.rank, rng.random()
    tied = [a for a in NATURALS for b in NATURALS if a != b and rank[a] == rank[b]]
    first = NATURALS[deal.turn % len(NATURALS)]
    if luck < 0.2:
        first = "dragon_suited"
    elif luck < 0.4 and tied:
        first = rng.choice(tied)
    equals = [natural for natural in NATURALS if rank[natural] == rank[first]]
    second = rng.choice((first, rng.choice(equals), rng.choice(NATURALS)))
    others = [second, rng.choice(NATURALS)]
    for target in (first, *others[: rng.choice((1, 1, 1, 2))]):
        cards = natural_of(deal, target) if len(deal.seats) < deal.players else None
        if cards is None:
            continue
        switch_on(deal, target)
        auto = rng.random() < 0.3
        deal.seats.append(Seat(cards, natural=None if auto else target, auto=auto))


def build_sweep(deal: Deal) -> None:
    """A natural that the ruleset plays, against fouls and monsters (what `largest` counts)."""
    rng = deal.rng
    played = [natural for natural in NATURALS if deal.prices.points[natural]]
    target = rng.choice(played or NATURALS)
    cards = natural_of(deal, target)
    if cards is None:
        return
    switch_on(deal, target)
    deal.seats.append(Seat(cards, natural=target))
    if len(deal.seats) < deal.players:
        deal.seats.append(Seat(deal.draw(13), foul=rng.choice(("arranged", "ruled"))))
    if len(deal.seats) < deal.players and rng.random() < 0.5:
        build_monster(deal)


def switch_on(deal: Deal, natural: str) -> None:
    if prices_under(deal.prices.ruleset, deal.options).points[natural] == 0:
        points = deal.options.setdefault("natural_points", {})
        points[natural] = deal.rng.choice((1, 2, 5, 40))


def lift(deal: Deal, target: str, cards: Cards) -> None:
    """Switch off what auto would take before the target."""
    prices = prices_under(deal.prices.ruleset, deal.options)
    thirteen = Thirteen(cards)
    for natural in prices.listed[: prices.listed.index(target)]:
        if prices.points[natural] and held(natural, thirteen, prices):
            deal.options.setdefault("natural_points", {})[natural] = 0


def build_monster(deal: Deal) -> None:
    """A monster in a row that comes in turn, in a legal arrangement."""
    wide = deal.prices.deck == 65
    turns = [("front", TRIPS), *((row, c) for c in (HOUSE, QUADS, RUN) for row in ROWS[1:])]
    if wide:
        turns += [(row, c) for c in (FIVE, "paired_flush") for row in ROWS[1:]]
    row, category = turns[deal.turn % len(turns)]
    kinds = ["paired_flush", HOUSE, QUADS, RUN, FIVE] if wide else [HOUSE, QUADS, RUN]
    wheel, rng = deal.prices.wheel, deal.rng
    before = list(deal.pool)
    rows: Rows | None = None
    if row == "front":
        front = row_of(deal, "front")
        five = row_of(deal, rng.choice(("straight", "flush", HOUSE, QUADS, RUN)))
        other = row_of(deal, rng.choice(("straight", "flush", HOUSE, QUADS, RUN)))
        rows = ordered(front, five, other, wheel) if front and five and other else None
    elif row == "middle":
        back = row_of(deal, rng.choice(kinds[kinds.index(category) :]))
        middle = row_of(deal, category)
        rows = ordered(deal.draw(3), middle, back, wheel) if middle and back else None
    else:
        back = row_of(deal, category)
        if back:
            rest = deal.draw(8)
            middle = strongest(rest, low_kickers=False)
            rows = (without(rest, middle), middle, back)
    if rows is None:
        deal.pool[:] = before
        return
    deal.seats.append(Seat([card for cards in rows for card in cards], rows))


def build_strong(deal: Deal) -> None:
    """A hand that scoops nearly everything, sometimes over a foul."""
    rng = deal.rng
    before = list(deal.pool)
    groups = deal.by_rank()
    high = "AKQ" if rng.random() < 0.5 else "AKQJT98"
    front_rank = rng.choice(high)
    number = rng.choice((2, 3, 3))
    front = deal.take(groups[front_rank][:number])
    kinds = rng.choice(((HOUSE, QUADS), (QUADS, RUN), (HOUSE, RUN), ("flush", HOUSE), (RUN, RUN)))
    middle, back = (row_of(deal, kind) for kind in kinds)
    if middle is None or back is None:
        deal.pool[:] = before
        return
    front += deal.draw(3 - number)
    rows = ordered(front, middle, back, deal.prices.wheel)
    deal.seats.append(Seat([card for cards in rows for card in cards], rows))
    while len(deal.seats) < deal.players and rng.random() < 0.25:
        deal.seats.append(Seat(deal.draw(13), foul=rng.choice(("arranged", "ruled"))))


def build_mirror(deal: Deal) -> None:
    """Two hands of the same ranks in other suits, some rows changed a little afterwards."""
    rng, wheel = deal.rng, deal.prices.wheel
    suits = rng.sample("shcd", 4)
    other = {suits[0]: suits[2], suits[1]: suits[3]}
    bare = rng.random() < 0.4
    cards = _bare_rows(rng, suits, wheel) if bare else None
    if cards is None:
        cards = arrange(rng, rng.sample([c for c in DECK if c[1] in other], 13), wheel)
    mirrored = tuple([card[0] + other[card[1]] for card in row] for row in cards)
    for row in (*cards, *mirrored):
        deal.take(list(row))
    for row in mirrored:
        luck = rng.random()
        if luck < 0.35:
            _change(deal, row)
    for rows in (cards, mirrored):
        front, middle, back = rows
        seat = Seat([*front, *middle, *back], (front, middle, back))
        deal.seats.append(seat)


def _bare_rows(rng: Random, suits: Cards, wheel: str) -> Rows | None:
    """Three rows of high cards, so that even their suits cannot decide."""
    for _ in range(20):
        cards = rng.sample([rank + suit for rank in RANKS for suit in suits[:2]], 13)
        rows = ordered(cards[:3], cards[3:8], cards[8:], wheel)
        if strength(rows[2], wheel)[0] == 0 and legal(rows, wheel):
            return rows
    return None


def _change(deal: Deal, row: Cards) -> None:
    """Change one card of a row for one of the pool."""
    place = deal.rng.randrange(len(row))
    deal.pool.insert(0, row[place])
    row[place] = deal.pool.pop()


def build_tied_front(deal: Deal) -> None:
    """A tied front over two rows that one side nearly always wins."""
    rng, wheel = deal.rng, deal.prices.wheel
    ranks = rng.sample("2345678", 3)
    mine = [rank + rng.choice("sc") for rank in ranks]
    theirs = [card[0] + {"s": "h", "c": "d"}[card[1]] for card in mine]
    deal.take(mine + theirs)
    middle = row_of(deal, rng.choice((HOUSE, "flush")))
    back = row_of(deal, rng.choice((QUADS, RUN)))
    if middle is None or back is None:
        deal.pool += mine + theirs + (middle or []) + (back or [])
        rng.shuffle(deal.pool)
        return
    rest = deal.draw(10)
    best = strongest(rest, low_kickers=False)
    for rows in (
        ordered(mine, middle, back, wheel),
        ordered(theirs, best, without(rest, best), wheel),
    ):
        deal.seats.append(Seat([card for row in rows for card in row], rows))


def build_wheel(deal: Deal) -> None:
    """An A2345 in one hand, a straight in another."""
    rng, wheel = deal.rng, deal.prices.wheel
    flushed = rng.random() < 0.3
    kinds = ("steel_wheel", RUN) if flushed else ("wheel", "straight")
    for kind in kinds:
        five = row_of(deal, kind)
        if five is None:
            return
        rest = deal.draw(8)
        other = strongest(rest, low_kickers=False)
        rows = ordered(without(rest, other), other, five, wheel)
        deal.seats.append(Seat([card for row in rows for card in row], rows))


BUILDS = (
    build_natural,
    build_natural,
    build_meeting,
    build_sweep,
    build_monster,
    build_strong,
    build_mirror,
    build_tied_front,
    build_wheel,
    lambda _deal: None,
)
