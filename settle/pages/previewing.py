"""What a game that is being entered is so far: hand by hand, and what it will score once whole."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from settle.book.preparing import prepare_correction, prepare_game
from settle.cards import CARDS, surplus_cards
from settle.evaluate import EvaluatedHand, Status, evaluate, highest_natural
from settle.explain import Explanation
from settle.faults import Fault, Pointer, RefusedError
from settle.pages.calling import named_refusal
from settle.pages.evening import Evening
from settle.pages.hands import Entered, Seat
from settle.pages.telling import told_game
from settle.rounds import Arrangement, Hand, Round
from settle.rules import ROWS, Rules
from settle.strength import CATEGORIES
from settle.wire.draft import HAND_SIZE
from settle.words import Words, card_text

_UNFINISHED: Final = frozenset({"missing", "wrong_card_count", "incomplete_arrangement"})
"""What is wrong with every hand that is still being entered."""
_FIRST: Final = "first"
"""Where a fault says where something stands before."""
_ROWS: Final = frozenset({"row", "before", "lacking"})
_CARD: Final = "card"


@dataclass(frozen=True, slots=True)
class Judged:
    """A hand as it stands in its field."""

    seat: Seat
    text: str
    """As pages write it; as it was written where something in it is no card."""
    count: int
    is_out: bool
    is_sound: bool
    """Whether all of it is cards."""
    rows: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    """Row, cards, category in words; none before the hand is whole."""
    is_foul: bool = False
    natural: str = ""
    """The id of what it could be declared as."""

    @property
    def lacking(self) -> int:
        """How many cards are still to come; below 0 where there are too many."""
        return 0 if self.is_out else HAND_SIZE - self.count


@dataclass(frozen=True, slots=True)
class Preview:
    """A game before it is recorded."""

    hands: tuple[Judged, ...]
    told: Explanation | None
    """What it will score, None where something is wrong or missing."""
    refused: RefusedError | None
    """What is wrong, pointers those of the fields."""

    @property
    def is_begun(self) -> bool:
        """Whether there is a card."""
        return any(hand.count for hand in self.hands)

    def pressing(self) -> tuple[Fault, ...]:
        """What is wrong even while cards are still to come."""
        faults = self.refused.faults if self.refused else ()
        lacking = {hand.seat.number for hand in self.hands if hand.lacking > 0}

        def can_wait(fault: Fault) -> bool:
            """Whether it is said only of what is not whole yet: that hand, else all of it."""
            is_of_a_hand = fault.pointer[:1] == ("hands",) and len(fault.pointer) > 1
            is_early = fault.pointer[1] in lacking if is_of_a_hand else bool(lacking)
            return is_early and fault.code in _UNFINISHED

        return tuple(fault for fault in faults if not can_wait(fault))


def previewed(now: Evening, entered: Entered, against: str) -> Preview:
    """What a form's game is, with everybody called by name. Nothing is stored."""
    hands = tuple(judged(entered, now.said))
    try:
        if against:
            prepared = prepare_correction(entered.correction(against), entered.table)
        else:
            prepared = prepare_game(entered.document(), entered.table, keyed=True)
    except RefusedError as refused:
        return Preview(hands, None, for_people(refused, now, entered))
    told = told_game(now, entered.table, prepared.round, prepared.result())
    return Preview(hands, told, None)


def for_people(refused: RefusedError, now: Evening, entered: Entered) -> RefusedError:
    """A refusal with pointers that are fields, and sentences that call everybody by name."""
    placed = entered.placed(named_refusal(refused, now.names))

    def told(fault: Fault) -> Fault:
        values = {k: _readable(k, v, now, entered) for k, v in fault.values.items()}
        return replace(fault, values=values)

    return RefusedError(map(told, placed.faults), status=placed.status, members=placed.members)


def _readable(name: str, value: object, now: Evening, entered: Entered) -> object:
    """What a sentence names as people see it: places, rows and cards."""
    if name == _FIRST and isinstance(value, tuple):
        return _whose(value, now, entered)
    if name in _ROWS and value in ROWS:
        return now.said.row(str(value))
    if name in _ROWS and isinstance(value, tuple):
        return tuple(now.said.row(row) for row in value)
    return card_text(str(value)) if name == _CARD and value in CARDS else value


def _whose(pointer: Pointer, now: Evening, entered: Entered) -> str:
    """Whose card it is, and in which row, in place of its pointer in the document."""
    players = [entered.playing[part].player for part in pointer[1:2] if isinstance(part, int)]
    players += [part for part in pointer if isinstance(part, str) and part in now.names]
    rows = [now.said.row(part) for part in pointer if isinstance(part, str) and part in ROWS]
    return " ".join([*map(now.called, players), *rows])


def judged(entered: Entered, said: Words) -> list[Judged]:
    """Every hand of the table."""
    return [_judged(entered, seat, said) for seat in entered.seats]


def _judged(entered: Entered, seat: Seat, said: Words) -> Judged:
    written = entered.written(seat)
    cards, rules = written.cards, entered.table.rules
    is_out = seat not in entered.playing
    raw = entered.form.get(seat.cards).strip()
    text = raw if cards is None else written.told()
    plain = Judged(seat, text, len(written.texts), is_out, cards is not None)
    if is_out or cards is None or len(cards) != HAND_SIZE or _surplus(cards, rules):
        return plain
    declared = entered.said(seat.natural)
    held = None if declared or entered.said(seat.ruled_foul) else highest_natural(cards, rules)
    natural = held.id if held else ""
    if not written.is_arranged:
        return replace(plain, natural=natural)
    hand = _evaluated(seat.player, written.rows(), rules)
    is_foul = bool(entered.said(seat.ruled_foul)) or (not declared and hand.status is Status.FOUL)
    rows = _rows(hand, written.rows(), entered, said)
    return replace(plain, rows=rows, is_foul=is_foul, natural=natural)


def _surplus(cards: Sequence[str], rules: Rules) -> bool:
    return bool(surplus_cards(cards, extra_suit=rules.extra_suit))


def _evaluated(player: str, rows: Sequence[tuple[str, ...]], rules: Rules) -> EvaluatedHand:
    """A hand as the engine sees it by itself."""
    cards = tuple(card for row in rows for card in row)
    hand = Hand(player, cards, Arrangement(*rows))
    return evaluate(Round(rules.ruleset, (hand,)), rules).hands[0]


def _rows(
    hand: EvaluatedHand, rows: Sequence[tuple[str, ...]], entered: Entered, said: Words
) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """The rows in the order in which people see them, each with its category."""
    assert hand.kinds is not None
    kinds = dict(zip(ROWS, hand.kinds, strict=True))
    cards = dict(zip(ROWS, rows, strict=True))
    told = []
    for row in entered.table.ruleset.shown:
        kind = kinds[row]
        told.append((row, cards[row], "" if kind is None else said.category(CATEGORIES[kind], row)))
    return tuple(told)
