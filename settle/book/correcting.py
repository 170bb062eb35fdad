"""Correcting and voiding: new entries that stand in place of old ones, which stay."""

from collections.abc import Mapping
from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref, standing_ref
from settle.book.appending import Caller, answered_entry, append, session_at, session_of
from settle.book.preparing import Prepared
from settle.book.recording import recorded_answer
from settle.book.rows import put_game, refuse_beyond
from settle.book.tables import Tables
from settle.entries import Entry
from settle.faults import Fault, Pointer
from settle.store import GameRow, Reader, SessionRow, Store, Writer
from settle.wire.sessions import VoidDocument, read_part


def correct_game(
    store: Store, tables: Tables, game: int, prepared: Prepared, caller: Caller
) -> Answer:
    """Record a game otherwise than it stands; a voided one counts again.

    Raises NotFound for a game that was never recorded, Conflict where another entry stands by now,
    RefusedError for a key of another call, TableMovedError where the table changed meanwhile.
    """
    with store.writing(tables.session) as w:
        entry = _write_correction(w, tables, game, prepared, caller)
    return recorded_answer(tables, entry, prepared)


def _write_correction(
    w: Writer, tables: Tables, game: int, prepared: Prepared, caller: Caller
) -> Entry:
    row = session_at(w, tables)
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered
    standing, entry = standing_of(w, row.id, game)
    own = {name: prepared.part[name] for name in ("against", "reason")}
    if standing.hash != own["against"]:
        if caller.key is None and _is_same_correction(entry, prepared):
            return entry
        raise stale(standing)
    return write_correction(w, row, (standing, entry), prepared, said=own, caller=caller)[0]


def write_correction(
    w: Writer,
    row: SessionRow,
    standing: tuple[GameRow, Entry],
    prepared: Prepared,
    *,
    said: Mapping[str, str],
    caller: Caller,
) -> tuple[Entry, SessionRow]:
    """Put a game in place of what stands; ``said`` are reason and against. The row after it."""
    game, entry = standing
    refuse_beyond(row, prepared.totals, game.nets)
    body = {**prepared.body(), **said, "before": entry.body.get("totals", [])}
    made = append(w, row, "game_corrected", body, caller, game=game.game)
    return made, put_game(w, row, made, game)


def _is_same_correction(entry: Entry, prepared: Prepared) -> bool:
    """Whether what stands came of an equal call: a double tap, or a retry."""
    said = ("against", "reason")
    return (
        entry.kind == "game_corrected"
        and all(entry.body[name] == prepared.part[name] for name in said)
        and entry.body["round"] == prepared.round
    )


def void_game(store: Store, session: str, game: int, document: object, caller: Caller) -> Answer:
    """Strike a game: it moves no points, its number stays used.

    Raises RefusedError with all faults of the document, NotFound and Conflict as a correction
    does, Conflict for a game that is voided already.
    """
    part = read_part(document, VoidDocument)
    with store.writing(session) as w:
        row = session_of(w, session)
        entry = answered_entry(w, row.id, caller) or write_void(w, row, game, part, caller)
    return void_answer(entry)


def write_void(
    w: Writer, row: SessionRow, game: int, part: Mapping[str, Any], caller: Caller
) -> Entry:
    """Strike a game, against the entry that was seen. Raises as :func:`void_game` does."""
    standing, _ = standing_of(w, row.id, game)
    if standing.kind == "game_voided":
        fault = Fault((), "already_voided", "", {"game": game})
        raise Conflict(fault, present=standing_ref(standing))
    if standing.hash != part["against"]:
        raise stale(standing)
    made = append(w, row, "game_voided", part, caller, game=game)
    put_game(w, row, made, standing)
    return made


def void_answer(entry: Entry) -> Answer:
    """What is answered to a void, now and whenever it is asked again."""
    return Answer.of(CREATED, {"game": entry.game, "entry": entry_ref(entry)})


def standing_of(w: Reader, session: str, game: int) -> tuple[GameRow, Entry]:
    """What stands for a game, and its entry. Raises NotFound."""
    standing = w.game_row(session, game)
    if standing is None:
        raise NotFound("unknown_game", game=game)
    entry = w.entry(session, standing.seq)
    assert entry is not None
    return standing, entry


def stale(standing: GameRow, place: Pointer = ("against",)) -> Conflict:
    """Another entry stands for the game than the one that was named."""
    fault = Fault(place, "stale_against", "", {"game": standing.game})
    return Conflict(fault, present=standing_ref(standing))
