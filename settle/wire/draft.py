"""A document on its way to a round: as it was sent, what is sound of it, and what is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from settle.cards import Card, copies_in_deck
from settle.faults import Fault, Pointer
from settle.rules import ROWS, Rules

ROW_SIZES: Final = dict(zip(ROWS, (3, 5, 5), strict=True))
HAND_SIZE: Final = sum(ROW_SIZES.values())

Cards = Sequence[Card | None]
"""Cards as they were sent; None for what is no card."""


@dataclass(slots=True)
class Seat:
    """One hand of a document, of cards or of an outcome."""

    number: int
    pointer: Pointer
    raw: Mapping[str, Any]
    """As sent; empty where it is no object."""
    sound: Mapping[str, Any]
    """What the classes took."""
    is_object: bool = True

    @property
    def player(self) -> str | None:
        """The player's name, None where it cannot be one."""
        return self.sound.get("player")

    @property
    def label(self) -> str | int:
        """What messages call the hand: its player, else its place, from 1."""
        return self.player or self.number + 1

    @property
    def ruled_foul(self) -> bool:
        """Whether the table ruled the hand a foul, its reason sound or not."""
        return "ruled_foul" in self.raw

    def rows(self) -> dict[str, Cards]:
        """The rows that are lists of cards, front to back."""
        return {row: self.sound[row] for row in ROWS if row in self.sound}

    def cards(self) -> tuple[Card, ...] | None:
        """The 13 cards, out of the rows or the list, None where they are not known for sure."""
        rows = self.rows()
        if set(rows) == set(ROWS) and all(len(rows[row]) == ROW_SIZES[row] for row in ROWS):
            return whole([card for row in ROWS for card in rows[row]])
        if not rows and len(self.sound.get("cards", ())) == HAND_SIZE:
            return whole(self.sound["cards"])
        return None


@dataclass(slots=True)
class Draft:
    """Everything that the checks look at."""

    raw: Mapping[str, Any]
    sound: Mapping[str, Any]
    rules: Rules | None
    """None where the document does not say under which rules it was played."""
    doubts: frozenset[str] = frozenset()
    """Dotted keys of the ruleset that an option sets whose answer is wrong."""
    seats: tuple[Seat, ...] = field(init=False)
    holder: Pointer = field(init=False)
    """Where the hands stand."""
    players: dict[str, int] | None = field(init=False)
    """Each player's seat, None where that is not sure."""
    names: tuple[str, ...] = field(init=False)
    """The players for messages, one tuple for all of them."""

    def __post_init__(self) -> None:
        raw: Mapping[str, Any] = self.raw
        sound: Mapping[str, Any] = self.sound
        self.holder = ("hands",)
        if self.by_outcome:
            self.holder = ("outcome", "hands")
            raw, sound = _object(raw.get("outcome")), sound.get("outcome") or {}
        listed = raw.get("hands")
        documents = listed if isinstance(listed, list) else []
        self.seats = tuple(
            Seat(number, (*self.holder, number), _object(document), hand or {}, hand is not None)
            for number, (document, hand) in enumerate(
                zip(documents, sound.get("hands") or [], strict=True)
            )
        )
        self.players = _seats_by_name(self.seats)
        self.names = tuple(self.players or ())

    @property
    def by_outcome(self) -> bool:
        """Whether the game was recorded without cards."""
        return "outcome" in self.raw and "hands" not in self.raw

    def only_scored(self) -> "Draft":
        """The same without what the score of a game does not need."""
        kept = ("ruleset", "outcome", "hands", "banker", "doubling_card")
        sound = {key: self.sound[key] for key in kept if key in self.sound}
        return Draft(self.raw, sound, self.rules)

    def sure(self, *keys: str) -> Rules | None:
        """The rules, where what they say under these keys is sure."""
        doubted = any(doubt.startswith(keys) for doubt in self.doubts)
        return None if doubted else self.rules


def _seats_by_name(seats: Sequence[Seat]) -> dict[str, int] | None:
    by_name = {seat.player: seat.number for seat in seats}
    if not seats or None in by_name or len(by_name) < len(seats):
        return None
    return {name: number for name, number in by_name.items() if name is not None}


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def whole(cards: Cards) -> tuple[Card, ...] | None:
    """The cards, None if one of them is no card."""
    sound = tuple(card for card in cards if card is not None)
    return sound if len(sound) == len(cards) else None


def surplus_faults(placed: Sequence[tuple[Pointer, Card]], rules: Rules) -> Iterator[Fault]:
    """Every copy of a card that the deck does not hold, with the place of the first."""
    places: dict[Card, list[Pointer]] = {}
    for pointer, card in placed:
        copies = places.setdefault(card, [])
        copies.append(pointer)
        held = copies_in_deck(card, rules.extra_suit)
        if len(copies) > held:
            values = {"card": card, "held": held, "first": copies[0]}
            yield Fault(pointer, "duplicate_card", "", values)
