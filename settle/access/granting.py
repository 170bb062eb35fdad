"""What operations of the book ask about keys: who may read a session, who becomes its host."""

from collections.abc import Iterable, Iterator
from typing import Final

from settle.access.roles import Role, Scope
from settle.entries import HOST, key_of
from settle.faults import Fault, RefusedError
from settle.store import CredentialRow, GrantRow, GroupRow, Reader, SessionRow, Writer

FORBIDDEN: Final = 403


def may_read(r: Reader, by: str, session: str) -> bool:
    """Whether somebody may read a session; the command line reads the file itself."""
    row = _credential(r, by, session=session)
    return by == HOST or (row is not None and (row.scope == Scope.ADMIN or row.role is not None))


def may_host(r: Reader, by: str, session: str) -> bool:
    """Whether somebody may do in a session what its host does."""
    row = _credential(r, by, session=session)
    is_host = row is not None and (row.scope == Scope.ADMIN or row.role == Role.HOST)
    return by == HOST or is_host


def may_use(r: Reader, by: str, group: str) -> bool:
    """Whether somebody may use a group."""
    row = _credential(r, by, group=group)
    return by == HOST or (row is not None and (row.scope == Scope.ADMIN or row.hosts_group))


def sees_all(r: Reader, by: str) -> bool:
    """Whether somebody may read everything."""
    row = _credential(r, by)
    return by == HOST or (row is not None and row.scope == Scope.ADMIN)


def refuse_together(r: Reader, by: str, group: str, sessions: Iterable[str]) -> None:
    """Refuse whoever settles sessions of a group as one, or takes that back, without hosting all.

    Raises RefusedError (403), and the same whether the sessions are there or not.
    """
    if not (may_use(r, by, group) and all(may_host(r, by, each) for each in sessions)):
        raise RefusedError([Fault((), "forbidden", "together")], status=FORBIDDEN)


def refuse_too_many_sessions(r: Reader, by: str, most: int | None) -> None:
    """Raise RefusedError for a key that hosts so many sessions already, unless it is an admin's."""
    key = key_of(by)
    if most is None or key is None or sees_all(r, by) or r.hosted_sessions(key) < most:
        return
    raise RefusedError([Fault((), "too_many_sessions", "", {"most": most})], status=FORBIDDEN)


def _credential(r: Reader, by: str, session: str = "", group: str = "") -> CredentialRow | None:
    """What a key may; None for who is named otherwise, a seat too: that is one in a session."""
    key = key_of(by)
    return None if key is None else r.credential(key, session, group)


def host_session(w: Writer, by: str, session: str) -> None:
    """Whoever opens a session is its host."""
    key = key_of(by)
    assert key is not None or by == HOST, "a seat is one in a session: it opens none"
    if key is not None:
        w.add_grant(GrantRow(key, session, Role.HOST))


def host_group(w: Writer, by: str, group: str) -> None:
    """Whoever makes a group is its host."""
    key = key_of(by)
    if key is not None:
        w.add_group_grant(key, group)


def readable_sessions(
    r: Reader, by: str, after_opened: int, limit: int, before_opened: int | None = None
) -> Iterator[SessionRow]:
    """The sessions that somebody may read in the order of opening, or before one newest first."""
    if sees_all(r, by):
        yield from r.sessions(after_opened, limit, before_opened)
        return
    for session in r.sessions_of_key(key_of(by) or "", after_opened, limit, before_opened):
        row = r.session_row(session)
        assert row is not None, "a grant is for a session that is there"
        yield row


def usable_groups(r: Reader, by: str, after_made: int, limit: int) -> Iterator[GroupRow]:
    """The groups that somebody may use, in the order of their making."""
    if sees_all(r, by):
        yield from r.group_rows(after_made, limit)
        return
    groups = (r.group_row(group) for group in r.groups_of_key(key_of(by) or ""))
    rows = sorted((row for row in groups if row is not None), key=lambda row: row.made)
    yield from [row for row in rows if row.made > after_made][:limit]
