"""The guard at the door: whose key a request brings, and whether that one may."""

from collections.abc import Callable
from functools import cache
from hmac import compare_digest
from typing import Final, NamedTuple

from settle.access.guests import guest_of
from settle.access.keys import hashed, now, read_key
from settle.access.roles import ALLOWED, Action, Role, Scope
from settle.book import NotFound
from settle.entries import KEY, PLAYER
from settle.faults import Fault, RefusedError
from settle.store import CredentialRow, Store
from settle.wire.sessions import is_session_id

UNAUTHORIZED: Final = 401
FORBIDDEN: Final = 403

_SCHEME: Final = "bearer"
_NOBODY: Final = "0" * 64
"""Compared with where there is no such key, so that this takes as long."""


class Holder(NamedTuple):
    """Who asks: a key, and what it is where it asks."""

    key: str
    scope: Scope
    role: Role | None = None
    """In the session that is asked for."""
    player: str | None = None
    """Whose seat it has there."""
    hosts_group: bool = False
    """Of the group that is asked for."""
    pairs: frozenset[tuple[str, str]] | None = None
    """Of a guest, whose seat is in another session: who pays whom of what may be entered here."""

    @property
    def by(self) -> str:
        """As entries name who asks: the seat, or the key of somebody without one."""
        has_seat = self.player is not None and self.pairs is None
        return f"{PLAYER}{self.player}" if has_seat else f"{KEY}{self.key}"

    @property
    def is_admin(self) -> bool:
        """Whether all sessions are open to it."""
        return self.scope is Scope.ADMIN

    @property
    def roles(self) -> frozenset[Role]:
        """All that it is here."""
        return _roles_of(self.scope, self.role, hosts_group=self.hosts_group)


@cache
def _roles_of(scope: Scope, role: Role | None, *, hosts_group: bool) -> frozenset[Role]:
    held = {Role.ANYONE, Role.HOLDER}
    if scope is Scope.ADMIN:
        held.add(Role.ADMIN)
    if scope is Scope.CREATE:
        held.add(Role.CREATOR)
    if hosts_group:
        held.add(Role.HOST)
    if role is not None:
        held.add(role)
    return frozenset(held)


class Place(NamedTuple):
    """What a request is about."""

    session: str | None = None
    group: str | None = None
    takes_guests: bool = False
    """Whether guests of the session may ask for it, who may ask for nothing else."""


class Guard:
    """Lets requests in. A key is looked up each time: one that was revoked is out at once."""

    def __init__(
        self, store: Store, *, is_open_for_scoring: bool, now: Callable[[], str] = now
    ) -> None:
        self._store = store
        self._is_open_for_scoring = is_open_for_scoring
        self._now = now

    def admit(self, authorization: str | None, action: Action, place: Place) -> Holder | None:
        """Who asks, None for anyone; ``authorization`` is the header.

        Raises RefusedError: 401 without a good key where one is needed, and for one that is no
        good; NotFound, as where there is nothing, for a session or group of others; 403 for what
        the role does not allow.
        """
        allowed = ALLOWED[action]
        if authorization is None:
            is_open = action is Action.SCORE and self._is_open_for_scoring
            if is_open or Role.ANYONE in allowed:
                return None
            raise _unauthorized("missing")
        holder = self._holder(authorization, place)
        if place.session is not None and not (holder.is_admin or holder.role):
            return self._guest(holder, place, place.session)
        if place.group is not None and not (holder.is_admin or holder.hosts_group):
            raise NotFound("unknown_group", found=place.group)
        if not holder.roles & allowed:
            raise self._forbidden(holder, action, place)
        if action is Action.SPEAK and holder.player is None:
            raise _refused("no_seat", FORBIDDEN)
        return holder

    def _holder(self, authorization: str, place: Place) -> Holder:
        scheme, _, told = authorization.partition(" ")
        key = read_key(told.strip()) if scheme.lower() == _SCHEME else None
        if key is None:
            raise _unauthorized("malformed")
        row = self._credential(key.id, place)
        kept = _NOBODY if row is None else row.secret_sha256
        if not compare_digest(kept, hashed(key.secret)) or row is None:
            raise _unauthorized("unknown")
        if row.revoked_at is not None:
            raise _unauthorized("revoked")
        if row.expires_at is not None and row.expires_at <= self._now():
            raise _unauthorized("expired")
        role = None if row.role is None else Role(row.role)
        return Holder(key.id, Scope(row.scope), role, row.player, row.hosts_group)

    def _guest(self, holder: Holder, place: Place, session: str) -> Holder:
        """Who has no part in a session but that of a guest. Raises NotFound for who has none."""
        if place.takes_guests and is_session_id(session):
            with self._store.reading() as r:
                found = guest_of(r, holder.key, session)
            if found is not None:
                return holder._replace(player=found.player, pairs=found.pairs)
        raise NotFound("unknown_session", found=session)

    def _forbidden(self, holder: Holder, action: Action, place: Place) -> RefusedError:
        """What the key is, and who may: only ever told of what is there and may be read."""
        if place.session is not None and holder.role is None:
            with self._store.reading() as r:
                if not is_session_id(place.session) or r.session_row(place.session) is None:
                    return NotFound("unknown_session", found=place.session)
        found = holder.role or holder.scope
        return _refused("forbidden", FORBIDDEN, found=found, choices=sorted(ALLOWED[action]))

    def _credential(self, key: str, place: Place) -> CredentialRow | None:
        session, group = (
            each if each is not None and is_session_id(each) else ""
            for each in (place.session, place.group)
        )
        return self._store.ask(lambda r: r.credential(key, session, group))


def _refused(code: str, status: int, variant: str = "", **values: object) -> RefusedError:
    return RefusedError([Fault((), code, variant, values)], status=status)


def _unauthorized(variant: str) -> RefusedError:
    return _refused("unauthorized", UNAUTHORIZED, variant)
