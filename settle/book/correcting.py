"""Correcting and voiding: new entries that stand in place of old ones, which stay."""

from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref, standing_ref
from settle.book.appending import Caller, answered_entry, append
from settle.book.preparing import Prepared
from settle.book.recording import recorded_answer, session_of
from settle.book.rows import put_game
from settle.book.tables import Table
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import GameRow, Store, Writer
from settle.wire.sessions import VoidDocument, in_order, load_part


def correct_game(
    store: Store, table: Table, game: int, prepared: Prepared, caller: Caller
) -> Answer:
    """Record a game otherwise than it stands; a voided one counts again.

    Raises NotFound for a game that was never recorded, Conflict where another entry stands by now,
    RefusedError for a key of another call.
    """
    with store.writing() as w:
        entry = _write_correction(w, table, game, prepared, caller)
    return recorded_answer(table, entry, prepared)


def _write_correction(
    w: Writer, table: Table, game: int, prepared: Prepared, caller: Caller
) -> Entry:
    row = session_of(w, table.session)
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered
    standing, entry = _standing(w, row.id, game)
    own = {name: prepared.part[name] for name in ("against", "reason")}
    if standing.hash != own["against"]:
        if caller.key is None and _is_same_correction(entry, prepared):
            return entry
        raise _stale(standing)
    body = {**prepared.body(), **own, "before": entry.body.get("totals", [])}
    made = append(w, row, "game_corrected", body, caller, game=game)
    put_game(w, row, made, standing)
    return made


def _is_same_correction(entry: Entry, prepared: Prepared) -> bool:
    """Whether what stands came of an equal call: a double tap, or a retry."""
    said = ("against", "reason")
    return (
        entry.kind == "game_corrected"
        and all(entry.body[name] == prepared.part[name] for name in said)
        and entry.body["round"] == prepared.round
    )


def void_game(store: Store, table: Table, game: int, document: object, caller: Caller) -> Answer:
    """Strike a game: it moves no points, its number stays used.

    Raises RefusedError with all faults of the document, NotFound and Conflict as a correction
    does, Conflict for a game that is voided already.
    """
    part, faults = load_part(document, VoidDocument)
    if faults:
        raise RefusedError(in_order(faults, VoidDocument))
    with store.writing() as w:
        entry = _write_void(w, table, game, part, caller)
    return void_answer(entry)


def _write_void(w: Writer, table: Table, game: int, part: dict[str, Any], caller: Caller) -> Entry:
    row = session_of(w, table.session)
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered
    standing, _ = _standing(w, row.id, game)
    if standing.kind == "game_voided":
        fault = Fault((), "already_voided", "", {"game": game})
        raise Conflict(fault, present=standing_ref(standing))
    if standing.hash != part["against"]:
        raise _stale(standing)
    made = append(w, row, "game_voided", part, caller, game=game)
    put_game(w, row, made, standing)
    return made


def void_answer(entry: Entry) -> Answer:
    """What is answered to a void, now and whenever it is asked again."""
    return Answer.of(CREATED, {"game": entry.game, "entry": entry_ref(entry)})


def _standing(w: Writer, session: str, game: int) -> tuple[GameRow, Entry]:
    standing = w.game_row(session, game)
    if standing is None:
        raise NotFound("unknown_game", game=game)
    entry = w.entry(session, standing.seq)
    assert entry is not None
    return standing, entry


def _stale(standing: GameRow) -> Conflict:
    fault = Fault(("against",), "stale_against", "", {"game": standing.game})
    return Conflict(fault, present=standing_ref(standing))
