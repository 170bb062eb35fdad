"""Appending an entry to its session: linked, sealed, stored, its key remembered."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from settle.book.answers import NotFound, items_of, key_reused
from settle.book.rows import answer_row
from settle.book.tables import Tables
from settle.entries import Entry, WrittenBody
from settle.store import THE_GROUP, NamingRow, Reader, SessionRow, Writer


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
    names: Mapping[str, str | None] | None = None
    """What the call calls people, by id, if it may; no hash holds a name, ``sha256`` neither."""
    is_item: bool = False
    """Whether the key is one that a round of a batch has after that of the batch."""

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
        if caller.names is not None:
            key = _naming_key(caller.key, remembered.scope, row.id)
            w.remember_namings(naming_rows("session", row.id, key, caller))
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
        if not caller.is_item and r.has_answers(scope, items_of(caller.key)):
            raise key_reused(caller.key)
        return None
    if remembered.request_sha256 != caller.sha256:
        raise key_reused(caller.key)
    if caller.names is not None:
        key = _naming_key(caller.key, scope, remembered.session)
        refuse_other_names(r.namings("session", remembered.session, key), caller)
    return r.entry(remembered.session, remembered.seq)


def naming_rows(
    scope: Literal["group", "session"], place: str, key: str, caller: Caller
) -> list[NamingRow]:
    """What a call under a key calls people, as rows: one at least, so that it is known."""
    names = caller.names or {THE_GROUP: None}
    return [
        NamingRow(scope, place, key, person, name, caller.sha256) for person, name in names.items()
    ]


def refuse_other_names(before: Sequence[NamingRow], caller: Caller) -> None:
    """Refuse another call than the one that gave names under this key, as far as they are known.

    Books of before kept no names for keys. Raises RefusedError with ``key_reused``.
    """
    names = caller.names or {THE_GROUP: None}
    is_same = names.keys() == {row.person for row in before} and all(
        row.name in (None, names[row.person]) and row.request_sha256 == caller.sha256
        for row in before
    )
    if before and not is_same:
        raise key_reused(str(caller.key))


def _naming_key(key: str, scope: str, session: str) -> str:
    """A key of another scope than the session's has a space in it, as no key of a caller has."""
    return key if scope == session else f"{scope} {key}"
