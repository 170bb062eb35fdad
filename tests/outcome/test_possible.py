"""Whether claims can be true together, against trying out everything with three hands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

from settle.outcome import read_outcome
from settle.possible import Claim, Relation, possible, scoop_is_certain, sift, tie
from tests.outcome.tables import SIMPLE, outcome

SEATS = (0, 1, 2)
PAIRS = tuple(combinations(SEATS, 2))
LEVEL = frozenset({0, 1, 2})
ANYTHING = frozenset(range(4))

# Every way in which three rows can stand: their heights, equal ones tie.
HEIGHTS = sorted(set(product(range(3), repeat=3)), key=lambda heights: (max(heights), heights))


def random_choices(rng):
    return {
        seat: tuple(
            frozenset(rng.sample(range(4), rng.choice((1, 2, 3, 4, 4)))) for _ in range(3)
        )
        for seat in SEATS
    }  # fmt: skip


def random_claims(rng):
    """One to three duels, each of three rows or a scoop that may hold a tie."""
    claims = []
    for pair in rng.sample(PAIRS, rng.choice((1, 2, 3, 3))):
        upper, lower = rng.sample(pair, 2)
        scoop = rng.random()
        if scoop < 0.5:
            soft = scoop < 0.25
            relations = tuple(Relation(row, upper, lower, won=not soft) for row in range(3))
            claims.append(Claim((), relations, one_tie=soft))
            continue
        for row in range(3):
            upper, lower = rng.sample(pair, 2)
            won = (Relation(row, upper, lower, won=True),)
            claims.append(Claim((), tie(row, upper, lower) if rng.random() < 0.3 else won))
    return claims


def row_results(row, choices):
    """Every (categories, heights) that the cards of a row could have, ties within LEVEL only."""
    for kinds in product(*(sorted(choices[seat][row]) for seat in SEATS)):
        for heights in HEIGHTS:
            if all(
                (kinds[a] <= kinds[b] or heights[a] > heights[b])
                and (kinds[b] <= kinds[a] or heights[b] > heights[a])
                and (heights[a] != heights[b] or (kinds[a] == kinds[b] and kinds[a] in LEVEL))
                for a, b in PAIRS
            ):
                yield kinds, heights


def fits(row, heights, claims):
    return all(
        heights[one.upper] > heights[one.lower]
        or (not one.won and heights[one.upper] == heights[one.lower])
        for claim in claims
        for one in claim.relations
        if one.row == row
    )


def games(choices, claims):
    """Every game with all claims true, as the heights of its rows; the slow way."""
    fitting = [
        [(k, h) for k, h in row_results(row, choices) if fits(row, h, claims)] for row in range(3)
    ]
    for front, middle, back in product(*fitting):
        rises = all(front[0][seat] <= middle[0][seat] <= back[0][seat] for seat in SEATS)
        heights = front[1], middle[1], back[1]
        if rises and all(ties(claim, heights) <= 1 for claim in claims if claim.one_tie):
            yield heights


def ties(claim, heights):
    return sum(
        heights[one.row][one.upper] == heights[one.row][one.lower] for one in claim.relations
    )


def test_possible_is_exact():
    rng = Random("possible")
    found = Counter()
    while min(found[True], found[False]) < 100:
        choices, claims = random_choices(rng), random_claims(rng)
        expected = any(True for _ in games(choices, claims))
        assert possible(choices, claims, LEVEL) is expected, (choices, claims)
        found[expected] += 1


def is_scoop(heights, winner, loser, *, tied_row):
    won = sum(row[winner] > row[loser] for row in heights)
    lost = sum(row[winner] < row[loser] for row in heights)
    return not lost and won >= (2 if tied_row else 3)


def scooped_in_all(pair, games, *, tied_row):
    """Whether one and the same of two seats scoops the other in every game."""
    always = [pair, pair[::-1]]
    for heights in games:
        always = [seats for seats in always if is_scoop(heights, *seats, tied_row=tied_row)]
        if not always:
            break
    return bool(always)


def test_a_certain_scoop_is_one_in_every_game():
    rng = Random("scoop")
    found = Counter()
    while min(found[True], found[False]) < 15:
        tied_row = rng.random() < 0.5
        choices, claims = random_choices(rng), random_claims(rng)
        pair = rng.choice(PAIRS)
        claims = [c for c in claims if {c.relations[0].upper, c.relations[0].lower} != set(pair)]
        if possible(choices, claims, LEVEL):
            certain = scoop_is_certain(pair, choices, claims, LEVEL, tied_row=tied_row)
            expected = scooped_in_all(pair, games(choices, claims), tied_row=tied_row)
            assert certain is expected, (pair, choices, claims)
            found[expected] += 1


def test_sifting_keeps_all_that_is_possible():
    choices = dict.fromkeys(SEATS, (ANYTHING,) * 3)
    claims = [Claim((n,), (Relation(0, n, (n + 1) % 3, won=True),)) for n in SEATS]
    assert sift(choices, claims[:2], LEVEL) == (tuple(claims[:2]), ())
    assert sift(choices, claims, LEVEL) == (tuple(claims[:2]), (claims[2],))


def test_claims_of_no_plain_hand_are_possible():
    assert possible({}, [], LEVEL)
    evaluated, _ = read_outcome(outcome("amy foul | bob dragon"), SIMPLE, None)
    assert len(evaluated.hands) == 2
