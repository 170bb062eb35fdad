"""The book handed over: a new admin key, the old ones ended, and every open ledger says so."""

from collections.abc import Callable
from typing import Final, NamedTuple

from settle.access.keeping import change_admin
from settle.access.keys import Spelled
from settle.book import door
from settle.book.appending import Caller, append, moved_on
from settle.entries import HOST
from settle.store import KeyRow, Store

KIND: Final = "steward_changed"


class Handover(NamedTuple):
    """What was handed over."""

    steward: str
    """The id of the new admin key."""
    before: tuple[str, ...]
    """Those of the keys that ended."""
    sessions: tuple[str, ...]
    """The open sessions whose ledger says so."""
    staying: tuple[KeyRow, ...]
    """As :class:`settle.access.keeping.Change` has them."""


def hand_over(
    store: Store,
    label: str,
    told: Callable[[Spelled], None],
    *,
    signing_key: str | None = None,
    now: Callable[[], str] = door.now,
) -> Handover:
    """Give the book to somebody else, in one transaction.

    ``told`` hands the new key on before anything has changed for good; ``signing_key`` is the id of
    the key that checkpoints are signed with from now on. What was signed before stays so: a
    signature is checked with the key that it names. Raises RefusedError for what no key is called.
    """
    caller = Caller(HOST, now)
    with store.writing() as w:
        made, before, staying = change_admin(w, label, now())
        body = {"steward": made.row.id, "before": list(before)}
        if signing_key is not None:
            body["signing_key"] = signing_key
        w.hold(*(row.id for row in w.sessions() if row.state != "closed"))
        open_ones = [row for row in w.sessions() if row.state != "closed"]
        for row in open_ones:
            w.put_session_row(moved_on(row, append(w, row, KIND, body, caller)))
        told(made.key)
    return Handover(made.row.id, before, tuple(row.id for row in open_ones), staying)
