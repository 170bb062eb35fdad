"""Appending an entry to its session: linked, sealed, stored, its key remembered."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from settle.book.answers import NotFound, key_reused
from settle.book.rows import answer_row
from settle.book.tables import Tables
from settle.entries import Entry, WrittenBody
from settle.store import Reader, SessionRow, Writer


class TableMovedError(Exception):
    """The table changed after a document was read under it: to be read again, never told."""


class Caller(NamedTuple):
    """Who asks, when, and under which key."""

    by: str
    now: Callable[[], str]
    """RFC 3339 with milliseconds and an offset; asked when an entry is made, in turn."""
    key: str | None = None
    sha256: str = ""
    """What equal calls have in common."""
    asker: str | None = None
    """The key that asks, where ``by`` names its seat: in other sessions it is none."""

    def request(self) -> dict[str, Any]:
        """What an entry keeps of the call, to know it again; nothing without a key."""
        if self.key is None:
            return {}
        return {"request": {"key": self.key, "sha256": self.sha256}}


def append(
    w: Writer,
    row: SessionRow,
    kind: str,
    body: Mapping[str, Any],
    caller: Caller,
    *,
    game: int | None = None,
) -> Entry:
    """Add an entry after the head that the row names; the rows are put by the caller."""
    whole = body
    if caller.key is not None:
        request = caller.request()
        whole = body | request if isinstance(body, WrittenBody) else {**body, **request}
    entry = w.append(
        Entry(
            seq=row.head_seq + 1,
            session=row.id,
            kind=kind,
            game=game,
            at=caller.now(),
            by=caller.by,
            body=whole,
            prev_hash=row.head_hash,
        )
    )
    if caller.key is not None:
        remembered = answer_row(entry)
        assert remembered is not None
        w.remember(remembered)
    return entry


def session_of(w: Reader, session: str, key: str | None = None) -> SessionRow:
    """Where the session stands, and what was answered to a key. Raises NotFound."""
    row = w.session_row(session, key)
    if row is None:
        raise NotFound("unknown_session", found=session)
    return row


def session_at(w: Writer, tables: Tables, caller: Caller | None = None) -> SessionRow:
    """Where the session of these tables stands. Raises TableMovedError if it has others by now.

    What was answered there to a caller's key is at hand afterwards.
    """
    row = session_of(w, tables.session, None if caller is None else caller.key)
    if row.seating != tables.seating:
        raise TableMovedError
    return row


def moved_on(row: SessionRow, entry: Entry) -> SessionRow:
    """The row after an entry that changes nothing in it but the head."""
    return row._replace(head_seq=entry.seq, head_hash=entry.hash)


def answered_entry(r: Reader, scope: str, caller: Caller) -> Entry | None:
    """The entry that an equal call under the same key made, None for a new call.

    Raises RefusedError with ``key_reused`` for another call under that key.
    """
    if caller.key is None:
        return None
    remembered = r.answer(scope, caller.key)
    if remembered is None:
        return None
    if remembered.request_sha256 != caller.sha256:
        raise key_reused(caller.key)
    return r.entry(remembered.session, remembered.seq)
