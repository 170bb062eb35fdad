"""Hands of cards: how many, which, and what they are declared as."""

from collections import Counter
from collections.abc import Iterator

from settle.cards import Card
from settle.evaluate import AUTO, highest_natural
from settle.faults import Fault, Pointer
from settle.naturals import count
from settle.rules import ROWS
from settle.wire.draft import HAND_SIZE, ROW_SIZES, Draft, Seat, surplus_faults


def hand_faults(seat: Seat, draft: Draft) -> Iterator[Fault]:
    """What is wrong with the cards of one hand by themselves."""
    named = [row for row in ROWS if row in seat.raw]
    lacking = tuple(row for row in ROWS if row not in seat.raw)
    values = {"player": seat.label}
    if named and lacking:
        yield Fault(seat.pointer, "incomplete_arrangement", "", values | {"lacking": lacking})
    elif not named and seat.is_object and not seat.ruled_foul:
        yield from _missing_faults(seat, draft)
    yield from _count_faults(seat)
    yield from _mismatch_faults(seat)


def _missing_faults(seat: Seat, draft: Draft) -> Iterator[Fault]:
    """A hand without rows needs cards and a natural that they satisfy."""
    values = {"player": seat.label}
    natural = seat.raw.get("natural")
    if "cards" not in seat.raw:
        yield Fault(seat.pointer, "missing", "cards", values)
    elif natural is None:
        yield Fault(seat.pointer, "missing", "arrangement", values)
    elif natural == AUTO:
        rules, cards = draft.sure("naturals"), seat.cards()
        if rules is not None and cards is not None and highest_natural(cards, rules) is None:
            yield Fault(seat.pointer, "missing", "arrangement_for_auto", values)


def _count_faults(seat: Seat) -> Iterator[Fault]:
    """3, 5 and 5 cards, 13 in all; of a ruled foul 13 at most."""
    for row, cards in seat.rows().items():
        if len(cards) != ROW_SIZES[row]:
            counts = {"found": len(cards), "most": ROW_SIZES[row]}
            values = {"player": seat.label, "row": row, **counts}
            yield Fault((*seat.pointer, row), "wrong_card_count", "row", values)
    found = len(seat.sound.get("cards", [None] * HAND_SIZE))
    if found > HAND_SIZE or (found < HAND_SIZE and not seat.ruled_foul):
        values = {"player": seat.label, "found": found, "most": HAND_SIZE}
        variant = "ruled_foul" if seat.ruled_foul else "hand"
        yield Fault((*seat.pointer, "cards"), "wrong_card_count", variant, values)


def _mismatch_faults(seat: Seat) -> Iterator[Fault]:
    """The rows hold the same cards as the list; of a ruled foul too, where both are there."""
    if "cards" not in seat.sound or not seat.rows():
        return
    listed, arranged = seat.sound["cards"], seat.cards()
    least = 0 if seat.ruled_foul else HAND_SIZE
    if arranged is None or None in listed or not least <= len(listed) <= HAND_SIZE:
        return
    only_listed = tuple((Counter(listed) - Counter(arranged)).elements())
    only_arranged = tuple((Counter(arranged) - Counter(listed)).elements())
    if only_listed or only_arranged:
        values = {"player": seat.label, "only_listed": only_listed, "only_arranged": only_arranged}
        yield Fault((*seat.pointer, "cards"), "arrangement_mismatch", "", values)


def natural_faults(seat: Seat, draft: Draft) -> Iterator[Fault]:
    """A natural that is declared: known, played and held."""
    pointer = (*seat.pointer, "natural")
    if seat.ruled_foul:
        if seat.raw.get("natural") is not None:
            yield Fault(pointer, "unknown_field", "natural_ruled_foul", {"player": seat.label})
        return
    declared = seat.sound.get("natural")
    if declared is None or declared == AUTO:
        return
    rules, cards = draft.sure("naturals"), seat.cards()
    faults = list(declaration_faults(declared, pointer, draft))
    yield from faults
    natural = None if faults or rules is None else rules.natural(declared)
    if natural is not None and cards is not None and not natural.test(count(cards)):
        values = {"player": seat.label, "natural": declared}
        yield Fault(pointer, "natural_not_held", "", values)


def declaration_faults(declared: str, pointer: Pointer, draft: Draft) -> Iterator[Fault]:
    """Whether a natural is one that the rules know and play."""
    known = draft.rules
    if known is not None and declared not in known.known_naturals:
        played = tuple(natural.id for natural in known.naturals)
        yield Fault(pointer, "unknown_natural", "", {"found": declared, "known": played})
        return
    rules = draft.sure("naturals")
    if rules is not None and rules.natural(declared) is None:
        values = {"natural": declared, "ruleset": rules.ruleset}
        yield Fault(pointer, "natural_not_played", "", values)


def card_faults(draft: Draft) -> Iterator[Fault]:
    """Cards that occur oftener than the deck holds them, over all hands."""
    rules = draft.sure("deck")
    if rules is not None:
        yield from surplus_faults(list(_placed_cards(draft)), rules)


def _placed_cards(draft: Draft) -> Iterator[tuple[Pointer, Card]]:
    """Every card of every hand once, with its place: in the rows, else in the list."""
    for seat in draft.seats:
        arranged = False
        for row, cards in seat.rows().items():
            for place, card in enumerate(cards):
                if card is not None:
                    arranged = True
                    yield (*seat.pointer, row, place), card
        # Where rows and list differ, that is the fault of a hand.
        if arranged:
            continue
        for place, card in enumerate(seat.sound.get("cards", ())):
            if card is not None:
                yield (*seat.pointer, "cards", place), card
