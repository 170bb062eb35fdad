"""What a form about a game without cards fills in, and which field each of its faults is about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from settle.book.preparing import sitting_out
from settle.book.tables import Table
from settle.faults import Fault, Pointer, RefusedError
from settle.pages.asking import (
    ALL,
    BANKER,
    FOUL,
    TIE,
    YES,
    by_scoops,
    duel_fields,
    field_names,
    has_banker,
    rows_count,
)
from settle.pages.forms import Form, whole
from settle.rules import ROWS
from settle.wire.names import player_name

Fields = dict[Pointer, str]
"""Names of fields by the places in the round that they fill in."""


@dataclass(slots=True)
class Read:
    """A round without cards, read out of a form."""

    document: dict[str, Any]
    fields: Fields
    pairs: Mapping[frozenset[str], str]
    """By the ids of two who play each other: the field about them."""

    def placed(self, refused: RefusedError, *inside: str) -> RefusedError:
        """The refusal with its faults at the form's fields; ``inside`` is the round's place."""
        faults = [self._placed(fault, len(inside)) for fault in refused.faults]
        return RefusedError(faults, status=refused.status, members=refused.members)

    def _placed(self, fault: Fault, depth: int) -> Fault:
        # What is beside the round has its own place: /reason, /against.
        pointer = fault.pointer[depth:] if len(fault.pointer) > depth else fault.pointer
        about = frozenset(map(str, (fault.values.get("player"), fault.values.get("other"))))
        name = self.pairs.get(about) if pointer == ("outcome", "duels") else None
        while name is None and pointer:
            name = self.fields.get(pointer)
            pointer = pointer[:-1]
        if name is None:
            return fault
        last = next((part for part in reversed(fault.pointer) if isinstance(part, str)), "")
        return replace(
            fault, pointer=tuple(name[1:].split("/")), values={"field": last, **fault.values}
        )


def whole_form(form: Form, table: Table) -> Form:
    """The form with every field that it can have, so that faults find those left untapped."""
    names = dict.fromkeys(field_names(table.rules, len(table.players)), "")
    return replace(form, values={**names, **form.values})


def read_form(form: Form, table: Table) -> Read:
    """The round that a form says, without anything that is not the game's."""
    rules, fields = table.rules, dict[Pointer, str]()
    out = [seat for seat in range(len(table.players)) if form.get(f"/out/{seat}")]
    seats = [seat for seat in range(len(table.players)) if seat not in out]
    outcome: dict[str, Any] = {"hands": [], "duels": []}
    for place, seat in enumerate(seats):
        outcome["hands"].append(_hand(form, table, seat))
        fields |= _hand_fields(place, seat)
    for name, duel in _duels(form, table, seats):
        _add_fields(fields, ("outcome", "duels", len(outcome["duels"])), name, duel)
        outcome["duels"].append(duel)
    holders = [table.players[seat] for seat in seats if form.get(f"/holder/{seat}")]
    if holders:
        outcome["doubling_card_holder"] = holders[0] if len(holders) == 1 else holders
        fields["outcome", "doubling_card_holder"] = f"/holder/{table.players.index(holders[0])}"
    document: dict[str, Any] = {"outcome": outcome}
    if has_banker(rules) and form.get("/banker"):
        document["banker"] = form.get("/banker")
    if out:
        document["sitting_out"] = [table.players[seat] for seat in out]
        fields["sitting_out",] = f"/out/{out[0]}"
    fields["banker",] = "/banker"
    return Read(document, fields, _pair_fields(form, table))


def _hand(form: Form, table: Table, seat: int) -> dict[str, Any]:
    player, status = table.players[seat], form.get(f"/status/{seat}")
    hand: dict[str, Any] = {"player": player}
    if status == FOUL:
        hand["status"] = FOUL
    elif status:
        hand |= {"status": "natural", "natural": status}
        if form.get(f"/suit/{seat}"):
            hand["suit"] = form.get(f"/suit/{seat}")
    told = {row: form.get(f"/category/{row}/{seat}") for row in ROWS}
    if any(told.values()):
        hand["categories"] = {row: name for row, name in told.items() if name}
    bet = form.get(f"/bet/{seat}").strip()
    if has_banker(table.rules) and bet and player != form.get("/banker"):
        hand["bet"] = whole(bet)
    return hand


def _hand_fields(place: int, seat: int) -> Fields:
    here: Pointer = ("outcome", "hands", place)
    named = {(*here, name): f"/{name}/{seat}" for name in ("status", "suit", "bet")}
    rows = {(*here, "categories", row): f"/category/{row}/{seat}" for row in ROWS}
    return {here: f"/status/{seat}", (*here, "natural"): f"/status/{seat}", **named, **rows}


def _add_fields(fields: Fields, here: Pointer, name: str, duel: Mapping[str, Any]) -> None:
    fields[here] = name
    if "scoop" not in duel:
        fields |= {(*here, row): f"{name}/{row}" for row in ROWS}


# --- duels ----------------------------------------------------------------------------------------


def _duels(form: Form, table: Table, seats: list[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is told of each two, with the field that tells it."""
    if by_scoops(table.rules):
        yield from _scoops(form, table, seats)
        return
    banker = _banker_seat(form, table)
    for name, one, other in duel_fields(table.rules, len(table.players)):
        against = banker if other is None else other
        if one in seats and against in seats and one != against:
            told = _duel(form, table, name, (one, against))
            if told:
                yield name, {"players": _ids(table, one, against), **told}


def _scoops(form: Form, table: Table, seats: list[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    for seat in seats:
        every = form.get(f"/scoop/{seat}/{ALL}")
        for other in seats:
            name = f"/scoop/{seat}/{other}"
            if other == seat or not (form.get(name) or every):
                continue
            if form.get(name) or not form.get(f"/status/{other}"):
                said = name if form.get(name) else f"/scoop/{seat}/{ALL}"
                players = _ids(table, min(seat, other), max(seat, other))
                yield said, {"players": players, "scoop": table.players[seat]}


def _duel(form: Form, table: Table, name: str, pair: tuple[int, int]) -> dict[str, Any]:
    """Who won all three rows, or each row."""
    sides = {str(pair[0]): pair[0], str(pair[1]): pair[1], BANKER: pair[1]}
    winner = form.get(name)
    if winner in sides:
        return {"scoop": table.players[sides[winner]]}
    told: dict[str, Any] = {}
    for row in ROWS if rows_count(table.rules) else ():
        won = form.get(f"{name}/{row}")
        if won == TIE:
            told[row] = None
        elif won in sides:
            told[row] = table.players[sides[won]]
    return told


def _ids(table: Table, *seats: int) -> list[str]:
    return [table.players[seat] for seat in seats]


def _banker_seat(form: Form, table: Table) -> int | None:
    named = form.get("/banker")
    return table.players.index(named) if named in table.players else None


def _pair_fields(form: Form, table: Table) -> dict[frozenset[str], str]:
    """Where a pair is asked about that the form tells nothing of."""
    banker, told = _banker_seat(form, table), {}
    for name, one, other in duel_fields(table.rules, len(table.players)):
        against = banker if other is None else other
        if against is not None:
            asked = f"/scoop/{one}/{against}" if by_scoops(table.rules) else name
            told[frozenset(_ids(table, one, against))] = asked
    return told


# --- from a round ---------------------------------------------------------------------------------


def filled(stored: Mapping[str, Any], table: Table) -> dict[str, str]:
    """The fields of a form that says what a round of the table says, as far as it can."""
    seats = {player: str(seat) for seat, player in enumerate(table.players)}

    def seat_of(name: str) -> str:
        return seats.get(player_name(name) or "", "")

    values = {f"/out/{seats[player]}": YES for player in sitting_out(stored, table)}
    if "banker" in stored:
        values["/banker"] = player_name(stored["banker"]) or ""
    outcome = stored.get("outcome") or {}
    for hand in outcome.get("hands") or stored.get("hands") or ():
        values |= _filled_hand(hand, seat_of(hand["player"]))
    holders = outcome.get("doubling_card_holder") or []
    for player in [holders] if isinstance(holders, str) else holders:
        values[f"/holder/{seat_of(player)}"] = YES
    banker = seat_of(stored.get("banker", ""))
    for duel in outcome.get("duels") or ():
        told = {
            name: TIE if duel[name] is None else seat_of(duel[name])
            for name in ("scoop", *ROWS)
            if name in duel
        }
        values |= _filled_duel(told, [seat_of(each) for each in duel["players"]], banker, table)
    known = frozenset(field_names(table.rules, len(table.players)))
    return {name: value for name, value in values.items() if name in known}


def _filled_hand(hand: Mapping[str, Any], seat: str) -> dict[str, str]:
    values = {f"/category/{row}/{seat}": name for row, name in hand.get("categories", {}).items()}
    status = FOUL if "ruled_foul" in hand else hand.get("status")
    natural = hand.get("natural")
    if status == FOUL or (natural and natural != "auto"):
        values[f"/status/{seat}"] = natural or FOUL
    if "bet" in hand:
        values[f"/bet/{seat}"] = str(hand["bet"])
    if "suit" in hand:
        values[f"/suit/{seat}"] = hand["suit"]
    return values


def _filled_duel(
    told: Mapping[str, str], pair: list[str], banker: str, table: Table
) -> dict[str, str]:
    """``told`` has the seats that won, as texts."""
    if by_scoops(table.rules):
        winner = told.get("scoop")
        return {f"/scoop/{winner}/{other}": YES for other in pair if winner not in (None, other)}
    name = "/duel/" + "/".join(sorted(pair))
    if has_banker(table.rules):
        name = f"/duel/{next((seat for seat in pair if seat != banker), '')}/{BANKER}"
    return {
        name if key == "scoop" else f"{name}/{key}": BANKER
        if has_banker(table.rules) and seat == banker
        else seat
        for key, seat in told.items()
    }
