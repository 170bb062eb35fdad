"""What operations of the book ask about keys: who may read a session, who becomes its host."""

from typing import Final

from settle.access.roles import Role, Scope
from settle.store import GrantRow, Reader, Writer

_KEY: Final = "key:"


def key_of(by: str) -> str | None:
    """The key that a ``by`` names; None for the host at the command line, and for a seat.

    >>> key_of("key:0123abcd"), key_of("player:amy"), key_of("host")
    ('0123abcd', None, None)
    """
    return by.removeprefix(_KEY) if by.startswith(_KEY) else None


def may_read(r: Reader, by: str, session: str) -> bool:
    """Whether somebody may read a session; the command line reads the file itself."""
    key = key_of(by)
    if key is None:
        return True
    row = r.credential(key, session)
    return row is not None and (row.scope == Scope.ADMIN or row.role is not None)


def may_use(r: Reader, by: str, group: str) -> bool:
    """Whether somebody may use a group."""
    key = key_of(by)
    if key is None:
        return True
    row = r.credential(key, group=group)
    return row is not None and (row.scope == Scope.ADMIN or row.hosts_group)


def sees_all(r: Reader, by: str) -> bool:
    """Whether somebody may read everything."""
    key = key_of(by)
    row = None if key is None else r.credential(key)
    return key is None or (row is not None and row.scope == Scope.ADMIN)


def host_session(w: Writer, by: str, session: str) -> None:
    """Whoever opens a session is its host."""
    key = key_of(by)
    if key is not None:
        w.add_grant(GrantRow(key, session, Role.HOST))


def host_group(w: Writer, by: str, group: str) -> None:
    """Whoever makes a group is its host."""
    key = key_of(by)
    if key is not None:
        w.add_group_grant(key, group)
