"""Appending an entry to its session: linked, sealed, stored, its key remembered."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from settle.book.answers import key_reused
from settle.book.rows import answer_row
from settle.entries import Entry
from settle.store import Reader, SessionRow, Writer


class Caller(NamedTuple):
    """Who asks, when, and under which key."""

    by: str
    now: Callable[[], str]
    """RFC 3339 with milliseconds and an offset; asked when an entry is made, in turn."""
    key: str | None = None
    sha256: str = ""
    """What equal calls have in common."""

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
    entry = w.append(
        Entry(
            seq=row.head_seq + 1,
            session=row.id,
            kind=kind,
            game=game,
            at=caller.now(),
            by=caller.by,
            body={**body, **caller.request()},
            prev_hash=row.head_hash,
        )
    )
    remembered = answer_row(entry)
    if remembered is not None:
        w.remember(remembered)
    return entry


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
