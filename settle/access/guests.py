"""Guests: people who pay, or are paid, in a session that they have no seat in.

What several sessions of a group came to together is paid in one of them. Who has a seat in another
one of these is let in by the key of that seat for their own payments, and for nothing else.
"""

from typing import NamedTuple

from settle.book.joint import parts_of
from settle.entries import Entry
from settle.store import Reader


class Guest(NamedTuple):
    """Somebody without a seat in a session, and what they may enter there."""

    player: str
    pairs: frozenset[tuple[str, str]]
    """Who pays whom, one of them this player, as settlements that stand ask for it."""


def guest_of(r: Reader, key: str, session: str) -> Guest | None:
    """Whose payments a key may enter in a session that it is granted nothing in; None: nobody's."""
    seats = [grant for grant in r.grants_of_key(key) if grant.player is not None]
    # The sessions of the key are asked, not the one that may be a stranger's: how long it takes
    # must not tell whether that is there.
    if not any(session in _settled_with(r, grant.session) for grant in seats):
        return None
    row = r.session_row(session)
    if row is None:
        return None
    seated = {player for player, _ in row.totals}
    covered = [(entry, _sessions(r, entry)) for entry in _joint(r, session)]
    for grant in seats:
        pairs = frozenset(
            (flow["from"], flow["to"])
            for entry, sessions in covered
            if grant.session in sessions
            for flow in entry.body["group"].get("transfers", ())
            if grant.player in (flow["from"], flow["to"])
        )
        if pairs and grant.player is not None and grant.player not in seated:
            return Guest(grant.player, pairs)
    return None


def _settled_with(r: Reader, session: str) -> frozenset[str]:
    """The sessions that a session was settled with as one."""
    joint = (entry.body["group"]["sessions"] for entry in _joint(r, session))
    return frozenset(each["id"] for sessions in joint for each in sessions)


def _joint(r: Reader, session: str) -> list[Entry]:
    """The settlements of a session that were made with others and stand."""
    entries = list(r.entries_of_kinds(session, ("settlement_made", "settlement_reversed")))
    gone = {entry.body.get("settlement") for entry in entries}
    return [entry for entry in entries if "group" in entry.body and entry.seq not in gone]


def _sessions(r: Reader, entry: Entry) -> frozenset[str]:
    return frozenset(part.session for part in parts_of(r, entry))
