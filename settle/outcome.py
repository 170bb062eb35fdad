"""Outcome: a game recorded without cards, read into what scoring takes.

What an outcome leaves out has one meaning each, or is asked for:

- A row without a category has one that the rules do not price. Where they price every category of
  a row, it has to be named.
- A fouled or natural hand without any category was not arranged.
- A pair of plain hands without a duel says "no scoop", where no row and no majority is worth
  anything; its rows are unknown, and scored as ties. Elsewhere the duel is asked for.
- A scoop is three rows won. Where no row is worth anything, and two rows and a tie are a scoop
  too, it may be either: both are paid alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from settle.cards import RANKS, Card, copies_in_deck, suit_value
from settle.compare import Duel, RowResults, pairs
from settle.evaluate import EvaluatedHand, EvaluatedRound, Status
from settle.faults import Fault, Pointer, RefusedError
from settle.possible import (
    Choices,
    Claim,
    Kinds,
    Relation,
    RowKinds,
    falling_row,
    level_kinds,
    row_kinds,
    scoop_is_certain,
    sift,
    tie,
)
from settle.rounds import Outcome, OutcomeDuel, OutcomeHand
from settle.rules import ROWS, FoulPolicy, Meeting, Rules, Suits
from settle.strength import CATEGORIES

_INSUFFICIENT: Final = "outcome_insufficient"
_CONTRADICTORY: Final = "outcome_contradictory"
_HANDS: Final[Pointer] = ("outcome", "hands")
_DUELS: Final[Pointer] = ("outcome", "duels")
_SCOOP: Final = "scoop"

_Pair = tuple[int, int]
"""Two seats, the earlier one first."""


class _Duels(NamedTuple):
    """The duels of a document, sorted."""

    stated: Mapping[_Pair, tuple[int, OutcomeDuel]]
    """Two plain hands that say how they came out: the place in the document, and the duel."""
    left_out: tuple[_Pair, ...]
    """Plain hands that play each other, and are not named."""
    faults: tuple[Fault, ...]


def read_outcome(
    outcome: Outcome, rules: Rules, banker: int | None
) -> tuple[EvaluatedRound, tuple[Duel, ...]]:
    """What each hand is, and how every pair that plays each other came out.

    Raises RefusedError with all that is missing (``outcome_insufficient``), all that no cards can
    give (``outcome_contradictory``), and every category that its row cannot be (``out_of_range``).
    """
    hands = outcome.hands
    playing = tuple(pairs(len(hands), rules.pairing, banker))
    sorted_duels = _sort_duels(outcome, playing)
    faults = [
        *_hand_faults(hands, rules),
        *_suit_faults(hands, playing, rules),
        *sorted_duels.faults,
        *_result_faults(hands, sorted_duels, rules),
    ]
    if faults:
        raise RefusedError(faults)
    evaluated = tuple(
        _evaluate(hand, rules, holds_doubling_card=seat in outcome.doubling_card_holders)
        for seat, hand in enumerate(hands)
    )
    duels = tuple(
        Duel(*pair, _rows(pair, sorted_duels) if _both_plain(pair, hands) else None)
        for pair in playing
    )
    return EvaluatedRound(evaluated, banker), duels


def _evaluate(hand: OutcomeHand, rules: Rules, *, holds_doubling_card: bool) -> EvaluatedHand:
    natural = None if hand.natural is None else rules.natural(hand.natural)
    front, middle, back = (None if name is None else _kind(name) for name in hand.categories)
    arranged = _is_plain(hand) or any(hand.categories)
    return EvaluatedHand(
        player=hand.player,
        status=Status(hand.status),
        natural=natural,
        natural_suit=0 if hand.suit is None else suit_value(_a_card_of(hand.suit)),
        kinds=(front, middle, back) if arranged else None,
        strengths=None,
        arrangement=None,
        holds_doubling_card=holds_doubling_card,
        bet=hand.bet,
        undeclared=None,
    )


def _rows(pair: _Pair, duels: _Duels) -> RowResults:
    """Who won the rows of two plain hands."""
    if pair not in duels.stated:
        return 0, 0, 0
    _, duel = duels.stated[pair]
    front, middle, back = duel.rows or (duel.scoop, duel.scoop, duel.scoop)
    return _side(front, pair), _side(middle, pair), _side(back, pair)


def _side(winner: int | None, pair: _Pair) -> int:
    if winner is None:
        return 0
    return 1 if winner == pair[0] else -1


def _pair(duel: OutcomeDuel) -> _Pair:
    return min(duel.seats), max(duel.seats)


def _both_plain(pair: _Pair, hands: Sequence[OutcomeHand]) -> bool:
    return all(_is_plain(hands[seat]) for seat in pair)


def _is_plain(hand: OutcomeHand) -> bool:
    return hand.status == "plain"


def _names(pair: tuple[int, int], hands: Sequence[OutcomeHand]) -> dict[str, str]:
    first, second = pair
    return {"player": hands[first].player, "other": hands[second].player}


def _kind(name: str) -> int:
    return [kind.value for kind in CATEGORIES].index(name)


def _a_card_of(suit: str) -> Card:
    return RANKS[0] + suit


# --- hands ----------------------------------------------------------------------------------------


def _hand_faults(hands: Sequence[OutcomeHand], rules: Rules) -> Iterator[Fault]:
    """Categories that a row cannot be, that are missing, and that do not rise."""
    of_rows = row_kinds(rules)
    for seat, hand in enumerate(hands):
        pointer = (*_HANDS, seat, "categories")
        asked = _price_may_count(hand, rules)
        for row, kinds in enumerate(of_rows):
            yield from _category_faults((*pointer, ROWS[row]), row, hand, kinds, asked=asked)
        falling = falling_row(_row_choices(hand, of_rows)) if _is_plain(hand) else None
        if falling is not None:
            values = {"player": hand.player, "row": ROWS[falling], "before": ROWS[falling - 1]}
            yield Fault((*pointer, ROWS[falling]), _CONTRADICTORY, "order", values)


def _category_faults(
    pointer: Pointer, row: int, hand: OutcomeHand, kinds: RowKinds, *, asked: bool
) -> Iterator[Fault]:
    name = hand.categories[row]
    choices = tuple(CATEGORIES[kind].value for kind in sorted(kinds.possible))
    values = {"player": hand.player, "row": ROWS[row], "choices": choices}
    if name is None:
        if asked and not kinds.unpriced:
            yield Fault(pointer, _INSUFFICIENT, "category", values)
    elif name not in choices:
        yield Fault(pointer, "out_of_range", "category", {**values, "found": name})


def _price_may_count(hand: OutcomeHand, rules: Rules) -> bool:
    """Whether a row's price may be paid: a fouled hand's only where the largest value is."""
    if hand.status == "foul":
        return rules.foul.policy == FoulPolicy.LARGEST and any(hand.categories)
    return _is_plain(hand)


def _row_choices(
    hand: OutcomeHand, of_rows: tuple[RowKinds, RowKinds, RowKinds]
) -> tuple[Kinds, Kinds, Kinds]:
    """What each row may be; where its category is at fault already, anything."""
    front, middle, back = (
        _told_kinds(name, kinds) & kinds.possible or kinds.possible
        for name, kinds in zip(hand.categories, of_rows, strict=True)
    )
    return front, middle, back


def _told_kinds(name: str | None, kinds: RowKinds) -> Kinds:
    return kinds.unpriced if name is None else frozenset({_kind(name)})


def _suit_faults(
    hands: Sequence[OutcomeHand], playing: Sequence[_Pair], rules: Rules
) -> Iterator[Fault]:
    """Suits of one-suited naturals that are missing, or held oftener than the deck holds them."""
    asked = {seat for pair in playing if _suit_decides(pair, hands, rules) for seat in pair}
    held: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        values = {"player": hand.player, "natural": hand.natural, "found": hand.suit}
        if hand.suit is not None:
            held[hand.suit] += 1
            if held[hand.suit] > copies_in_deck(_a_card_of(hand.suit), rules.extra_suit):
                yield Fault((*_HANDS, seat, "suit"), _CONTRADICTORY, "suit", values)
        elif seat in asked:
            yield Fault((*_HANDS, seat, "suit"), _INSUFFICIENT, "suit", values)


def _suit_decides(pair: _Pair, hands: Sequence[OutcomeHand], rules: Rules) -> bool:
    """Whether only the suit says which of two naturals takes."""
    mine, theirs = (hands[seat].natural for seat in pair)
    natural = None if mine is None or mine != theirs else rules.natural(mine)
    return (
        natural is not None
        and natural.by_suit
        and rules.suits == Suits.AFTER_RANKS
        and rules.meeting == Meeting.HIGHER_TAKES
    )


# --- duels ----------------------------------------------------------------------------------------


def _sort_duels(outcome: Outcome, playing: Sequence[_Pair]) -> _Duels:
    """Take apart what is stated, what is left out and what is wrong with a duel by itself."""
    hands = outcome.hands
    stated: dict[_Pair, tuple[int, OutcomeDuel]] = {}
    named: set[_Pair] = set()
    faults = []
    for place, duel in enumerate(outcome.duels):
        pair = _pair(duel)
        fault = _duel_fault(duel, hands, playing=pair in playing, again=pair in named)
        named.add(pair)
        if fault is not None:
            faults.append(Fault((*_DUELS, place), *fault, _names(pair, hands)))
        elif _both_plain(pair, hands):
            stated[pair] = place, duel
    left_out = tuple(pair for pair in playing if _both_plain(pair, hands) and pair not in named)
    return _Duels(stated, left_out, tuple(faults))


def _duel_fault(
    duel: OutcomeDuel, hands: Sequence[OutcomeHand], *, playing: bool, again: bool
) -> tuple[str, str] | None:
    """The code of what is wrong with a duel by itself, and which of its sentences fits."""
    if not playing:
        return _CONTRADICTORY, "not_playing"
    if again:
        return _CONTRADICTORY, "twice"
    says = duel.scoop is not None or duel.rows is not None
    if _both_plain(_pair(duel), hands):
        return None if says else (_INSUFFICIENT, "result")
    return (_CONTRADICTORY, "not_plain") if says else None


def _result_faults(hands: Sequence[OutcomeHand], duels: _Duels, rules: Rules) -> Iterator[Fault]:
    """Results that no cards can give beside the ones before them, and pairs that are missing."""
    choices, level = _choices(hands, rules), level_kinds(rules)
    claims = [
        claim for place, duel in duels.stated.values() for claim in _claims(place, duel, rules)
    ]
    kept, wrong = sift(choices, claims, level)
    for claim in wrong:
        relation, found = claim.relations[0], claim.pointer[-1]
        variant = _SCOOP if found == _SCOOP else "row" if relation.won else "tie"
        values = _names((relation.upper, relation.lower), hands)
        if variant != _SCOOP:
            values["row"] = str(found)
        yield Fault(claim.pointer, _CONTRADICTORY, variant, values)
    no_scoop_says_all = _rows_are_worthless(rules) and not rules.majority_points
    for pair in duels.left_out:
        if not no_scoop_says_all:
            yield Fault(_DUELS, _INSUFFICIENT, "pair", _names(pair, hands))
        elif scoop_is_certain(pair, choices, kept, level, tied_row=rules.scoop.tied_row):
            yield Fault(_DUELS, _CONTRADICTORY, "left_out", _names(pair, hands))


def _rows_are_worthless(rules: Rules) -> bool:
    return not any(row.base or any(row.bonus) for row in rules.rows)


def _choices(hands: Sequence[OutcomeHand], rules: Rules) -> Choices:
    """What the rows of the plain hands may be, anything for a hand that does not rise by itself."""
    of_rows = front, middle, back = row_kinds(rules)
    anything = front.possible, middle.possible, back.possible
    told = {seat: _row_choices(hand, of_rows) for seat, hand in enumerate(hands) if _is_plain(hand)}
    return {seat: rows if falling_row(rows) is None else anything for seat, rows in told.items()}


def _claims(place: int, duel: OutcomeDuel, rules: Rules) -> list[Claim]:
    """What a duel of two plain hands says: three rows, or a scoop."""
    first, second = duel.seats
    if duel.rows is None:
        upper, lower = (first, second) if duel.scoop == first else (second, first)
        may_tie = rules.scoop.tied_row and _rows_are_worthless(rules)
        rows = tuple(Relation(row, upper, lower, won=not may_tie) for row in range(len(ROWS)))
        return [Claim((*_DUELS, place, _SCOOP), rows, one_tie=may_tie)]
    return [
        Claim((*_DUELS, place, ROWS[row]), _row_relations(row, winner, duel.seats))
        for row, winner in enumerate(duel.rows)
    ]


def _row_relations(row: int, winner: int | None, seats: tuple[int, int]) -> tuple[Relation, ...]:
    first, second = seats
    if winner is None:
        return tie(row, first, second)
    return (Relation(row, winner, second if winner == first else first, won=True),)
