"""While a dispute is open: consents to have it ruled, and its withdrawal."""

from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.disputing import person_faults
from settle.book.tables import Tables
from settle.disputes import OPEN, player_of
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import DisputeRow, Reader, Store
from settle.wire.disputes import ConsentDocument, WithdrawalDocument
from settle.wire.sessions import load_part


def opening_of(r: Reader, session: str, dispute: str) -> tuple[DisputeRow, Entry]:
    """Where a dispute stands, and the entry that opened it. Raises NotFound."""
    row = r.dispute_row(session, dispute)
    if row is None:
        raise NotFound("unknown_dispute", found=dispute)
    entry = r.entry(session, row.seq)
    assert entry is not None
    return row, entry


def open_one(r: Reader, session: str, dispute: str) -> tuple[DisputeRow, Entry]:
    """The same, of a dispute that nothing has ended yet. Raises Conflict for another."""
    row, entry = opening_of(r, session, dispute)
    if row.state != OPEN:
        fault = Fault((), "dispute_over", "", {"dispute": dispute, "state": row.state})
        raise Conflict(fault, present={"dispute": dispute, "state": row.state})
    return row, entry


def consent(store: Store, tables: Tables, dispute: str, document: object, caller: Caller) -> Answer:
    """Write down that a player agrees to have a dispute ruled, to one outcome or to either.

    Raises RefusedError with all faults of the document, NotFound for a dispute that is not there,
    Conflict for one that is over, and for what was said already.
    """
    part, faults = load_part(document, ConsentDocument)
    faults += person_faults(part, tables)
    if faults:
        raise RefusedError(faults)
    with store.writing(tables.session) as w:
        session = session_at(w, tables)
        entry = answered_entry(w, session.id, caller)
        if entry is None:
            row, _ = open_one(w, session.id, dispute)
            said = str(player_of(part["by"])), part.get("outcome")
            if said in row.consents or (said[0], None) in row.consents:
                raise Conflict(Fault((), "already_consented", "", {"player": said[0]}))
            body = {"id": dispute, **part}
            entry = append(w, session, "dispute_consented", body, caller, game=row.game)
            w.put_dispute_row(row._replace(consents=(*row.consents, said)))
            w.put_session_row(moved_on(session, entry))
    return said_answer(entry)


def withdraw(
    store: Store, tables: Tables, dispute: str, document: object, caller: Caller
) -> Answer:
    """Take a dispute back, which only whoever opened it may.

    Raises RefusedError with all faults of the document and for another player, NotFound for a
    dispute that is not there, Conflict for one that is over.
    """
    part, faults = load_part(document, WithdrawalDocument)
    faults += person_faults(part, tables)
    if faults:
        raise RefusedError(faults)
    with store.writing(tables.session) as w:
        session = session_at(w, tables)
        entry = answered_entry(w, session.id, caller)
        if entry is None:
            row, opened = open_one(w, session.id, dispute)
            if part["by"] != opened.body["by"]:
                values = {"found": part["by"], "opener": player_of(opened.body["by"])}
                raise RefusedError([Fault(("by",), "not_yours", "", values)])
            body = {"id": dispute, **part}
            entry = append(w, session, "dispute_withdrawn", body, caller, game=row.game)
            w.put_dispute_row(row._replace(state="withdrawn"))
            w.put_session_row(moved_on(session, entry))
    return said_answer(entry)


def said_answer(entry: Entry) -> Answer:
    """What is answered to a consent or a withdrawal, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("id", "by", "outcome") if name in entry.body}
    state = "withdrawn" if entry.kind == "dispute_withdrawn" else OPEN
    document = {**said, "game": entry.game, "state": state, "entry": entry_ref(entry)}
    return Answer.of(CREATED, document)
