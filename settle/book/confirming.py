"""Confirming: a player agrees to what was opened, changed or recorded. Silence is never consent."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.correcting import stale, standing_of
from settle.book.tables import Tables
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.sessions import OF_GAMES
from settle.store import ConfirmationRow, Reader, SessionRow, Store, Writer
from settle.wire.disputes import OPENING, ConfirmationDocument
from settle.wire.sessions import load_part, unseated

CONFIRMABLE: Final = frozenset(("session_opened", "table_changed", *OF_GAMES))
"""Kinds of entries that somebody can agree to."""


def confirm(store: Store, tables: Tables, document: object, caller: Caller) -> Answer:
    """Write down that a player agrees to the opening, a change of the table, or how a game stands.

    Raises RefusedError with all faults of the document, NotFound for a game or an entry that is not
    there, Conflict where another entry stands for the game, and for what is confirmed already.
    """
    part, faults = load_part(document, ConfirmationDocument)
    if "player" in part:
        faults += unseated([(("player",), part["player"])], tables.players)
    if faults:
        raise RefusedError(faults)
    with store.writing() as w:
        row = session_at(w, tables)
        entry = answered_entry(w, row.id, caller) or _write(w, row, tables, part, caller)
    return confirmed_answer(entry)


def _write(
    w: Writer, row: SessionRow, tables: Tables, part: Mapping[str, Any], caller: Caller
) -> Entry:
    of, player = _confirmed(w, tables, part["of"]), part["player"]
    present = w.confirmation_row(row.id, of.hash, player)
    if present is not None:
        said = w.entry(row.id, present.seq)
        assert said is not None
        if caller.key is None:
            return said
        raise Conflict(
            Fault((), "already_confirmed", "", {"player": player}), present=entry_ref(said)
        )
    made = append(w, row, "confirmed", {"of": of.hash, "player": player}, caller, game=of.game)
    w.put_confirmation_row(ConfirmationRow(row.id, of.hash, player, made.seq))
    w.put_session_row(moved_on(row, made))
    return made


def _confirmed(r: Reader, tables: Tables, named: str | int) -> Entry:
    """The entry that is agreed to."""
    if named == OPENING:
        return tables.opening
    if isinstance(named, int):
        return standing_of(r, tables.session, named)[1]
    entry = r.entry_by_hash(tables.session, named)
    if entry is None:
        raise NotFound("unknown_entry", found=named)
    if entry.kind not in CONFIRMABLE:
        values = {"found": entry.kind}
        raise RefusedError([Fault(("of",), "out_of_range", "confirmable_kind", values)])
    if entry.game is not None:
        standing, _ = standing_of(r, tables.session, entry.game)
        if standing.hash != named:
            raise stale(standing, ("of",))
    return entry


def confirmed_answer(entry: Entry) -> Answer:
    """What is answered to a confirmation, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("of", "player")}
    about = {} if entry.game is None else {"game": entry.game}
    return Answer.of(CREATED, {**said, **about, "entry": entry_ref(entry)})


def who_confirmed(rows: Iterable[ConfirmationRow], entry: str) -> list[str]:
    """The players who agree to an entry, in the order in which they said so."""
    return [row.player for row in rows if row.entry == entry]
