"""The form of a game with cards: its fields, and the round document that they fill in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from settle.book.tables import Table
from settle.faults import Pointer, RefusedError
from settle.pages.forms import Form, whole
from settle.pages.pasting import Written, read
from settle.rules import ROWS
from settle.wire.check_exchange import MOST_PASSES

BANKER: Final = "/banker"
DOUBLING: Final = "/doubling_card"
REASON: Final = "/reason"
NO_CARD: Final = "none"
PASSES: Final = range(MOST_PASSES)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the table, and the names of the fields that are about them."""

    number: int
    player: str

    @property
    def cards(self) -> str:
        """Where the hand is written."""
        return f"/hands/{self.number}"

    @property
    def natural(self) -> str:
        """As what it is declared."""
        return f"{self.cards}/natural"

    @property
    def ruled_foul(self) -> str:
        """Why the table ruled it a foul."""
        return f"{self.cards}/ruled_foul"

    @property
    def bet(self) -> str:
        """How much is on the game."""
        return f"{self.cards}/bet"

    @property
    def out(self) -> str:
        """Whether the player sits out."""
        return f"/sitting_out/{self.number}"

    @property
    def dealt(self) -> str:
        """What was dealt before an exchange."""
        return f"/exchange/dealt/{self.number}"

    def passed(self, number: int) -> str:
        """What was passed in an exchange, from 0."""
        return f"/exchange/passes/{number}/cards/{self.number}"

    def fields(self) -> Iterator[str]:
        """All of them."""
        yield from (self.cards, self.natural, self.ruled_foul, self.bet, self.out, self.dealt)
        yield from map(self.passed, PASSES)


def direction(number: int) -> str:
    """The field that says which way cards were passed."""
    return f"/exchange/passes/{number}/direction"


@dataclass(frozen=True)
class Entered:
    """What a form says of a game."""

    form: Form
    table: Table
    game: int

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(Seat(*each) for each in enumerate(self.table.players))

    @cached_property
    def playing(self) -> tuple[Seat, ...]:
        """Who does not sit out."""
        return tuple(seat for seat in self.seats if not self.form.get(seat.out))

    def written(self, seat: Seat) -> Written:
        """A hand."""
        return read(self.form.get(seat.cards))

    def said(self, name: str) -> str:
        """What stands in a field, without blanks around it."""
        return self.form.get(name).strip()

    def document(self) -> dict[str, Any]:
        """The round of it, as ``POST /v1/sessions/{id}/rounds`` takes it."""
        told: dict[str, Any] = {"game": self.game}
        out = [seat.player for seat in self.seats if seat not in self.playing]
        if out:
            told["sitting_out"] = out
        if self.said(BANKER):
            told["banker"] = self.said(BANKER)
        if self.said(DOUBLING):
            named = self.said(DOUBLING)
            told["doubling_card"] = None if named == NO_CARD else named
        told["hands"] = [self._hand(seat) for seat in self.playing]
        return told | self._exchange()

    def correction(self, against: str) -> dict[str, Any]:
        """The same as a correction of what stands."""
        told = {name: value for name, value in self.document().items() if name != "game"}
        reason = {"reason": self.form.get(REASON)} if self.said(REASON) else {}
        return {**told, **reason, "against": against}

    def _hand(self, seat: Seat) -> dict[str, Any]:
        hand: dict[str, Any] = {"player": seat.player}
        written = self.written(seat)
        ruled, natural, bet = (
            self.said(each) for each in (seat.ruled_foul, seat.natural, seat.bet)
        )
        # A natural needs no rows; of a hand that was ruled a foul only some cards may be known.
        is_whole = written.is_arranged if ruled else not natural
        if written.texts and is_whole:
            hand |= {row: list(cards) for row, cards in zip(ROWS, written.rows(), strict=False)}
        elif written.texts:
            hand["cards"] = written.texts
        if ruled:
            hand["ruled_foul"] = ruled
        if natural:
            hand["natural"] = natural
        if bet:
            hand["bet"] = whole(bet)
        return hand

    def _exchange(self) -> dict[str, Any]:
        """What was dealt and passed; nothing where nothing is said of it."""
        passes = [told for number in PASSES if (told := self._pass(number))]
        dealt = self._cards({seat.player: seat.dealt for seat in self.playing})
        if not passes and not any(dealt.values()):
            return {}
        return {"exchange": {"dealt": dealt, "passes": passes}}

    def _pass(self, number: int) -> dict[str, Any]:
        """One exchange; nothing where nothing is said of it."""
        cards = self._cards({seat.player: seat.passed(number) for seat in self.playing})
        way = self.said(direction(number))
        if not way:
            return {"cards": cards} if any(cards.values()) else {}
        return {"direction": way, "cards": cards}

    def _cards(self, fields: Mapping[str, str]) -> dict[str, list[str]]:
        return {player: read(self.form.get(name)).texts for player, name in fields.items()}

    def placed(self, refused: RefusedError) -> RefusedError:
        """The same refusal, its pointers those of the fields: by seat, whoever sits out."""
        moved = (replace(fault, pointer=self._field(fault.pointer)) for fault in refused.faults)
        return RefusedError(moved, status=refused.status, members=refused.members)

    def _field(self, pointer: Pointer) -> Pointer:
        if pointer[:1] == ("hands",) and len(pointer) > 1:
            return "hands", self.playing[int(pointer[1])].number, *pointer[2:]
        seats = {seat.player: seat.number for seat in self.seats}
        if pointer[:1] == ("exchange",):
            return tuple(seats.get(part, part) if isinstance(part, str) else part
                         for part in pointer)  # fmt: skip
        return pointer


def fields_of(seats: Sequence[Seat]) -> frozenset[str]:
    """The names of all fields of a game at this table."""
    own = (BANKER, DOUBLING, REASON, *map(direction, PASSES))
    return frozenset({*own, *(name for seat in seats for name in seat.fields())})


def filled(stored: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, str]:
    """What stands in the fields for a round that was recorded with cards."""
    hands = {hand["player"]: hand for hand in stored.get("hands", ())}
    told = {BANKER: stored.get("banker", "")}
    if "doubling_card" in stored:
        told[DOUBLING] = stored["doubling_card"] or NO_CARD
    for seat in seats:
        if seat.player in hands:
            told |= _filled_hand(hands[seat.player], seat)
        elif hands:
            told[seat.out] = seat.player
    exchange = stored.get("exchange", {"dealt": {}, "passes": []})
    for seat in seats:
        told[seat.dealt] = " ".join(exchange["dealt"].get(seat.player, ()))
        for number, each in enumerate(exchange["passes"]):
            told[direction(number)] = each["direction"]
            told[seat.passed(number)] = " ".join(each["cards"].get(seat.player, ()))
    return {name: value for name, value in told.items() if value}


def _filled_hand(hand: Mapping[str, Any], seat: Seat) -> dict[str, str]:
    rows = [" ".join(hand[row]) for row in ROWS if row in hand]
    return {
        seat.cards: " / ".join(rows) if rows else " ".join(hand.get("cards", ())),
        seat.natural: hand.get("natural") or "",
        seat.ruled_foul: hand.get("ruled_foul", ""),
        seat.bet: str(hand.get("bet", "")),
    }
