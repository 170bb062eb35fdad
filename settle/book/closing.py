"""Closing a session, early or after its last game."""

from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_of
from settle.entries import Entry
from settle.faults import Fault
from settle.sessions import missing_games
from settle.store import Store, Writer
from settle.wire.sessions import CloseDocument, read_part


def close_session(store: Store, session: str, document: object, caller: Caller) -> Answer:
    """End the session: no more games; corrections and voids stay possible.

    Raises RefusedError with the faults of the document, Conflict for a closed session.
    """
    part = read_part(document, CloseDocument)
    with store.writing(session) as w:
        entry = _write_close(w, session, part, caller)
    return close_answer(entry)


def _write_close(w: Writer, session: str, part: dict[str, Any], caller: Caller) -> Entry:
    row = session_of(w, session)
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered
    if row.state == "closed":
        raise Conflict(
            Fault((), "session_closed", "again"), head={"seq": row.head_seq, "hash": row.head_hash}
        )
    body = {
        **part,
        "ended": "complete" if row.state == "complete" else "early",
        "totals": [{"player": player, "net": net} for player, net in row.totals],
        "missing": list(missing_games(game.game for game in w.game_rows(row.id))),
    }
    made = append(w, row, "session_closed", body, caller)
    w.put_session_row(moved_on(row, made)._replace(state="closed"))
    return made


def close_answer(entry: Entry) -> Answer:
    """What is answered to a close, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("ended", "totals", "missing")}
    document = {"id": entry.session, "state": "closed", **said, "entry": entry_ref(entry)}
    return Answer.of(CREATED, document)
