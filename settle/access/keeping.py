"""Keys: made, listed, revoked, by whoever keeps the book."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from settle.access import keys
from settle.access.keys import Spelled
from settle.access.roles import Scope
from settle.book import Answer, Conflict, NotFound
from settle.book.answers import CREATED, OK, PAGE_ROWS, fingerprint, key_reused
from settle.entries import HOST
from settle.faults import Fault, RefusedError
from settle.store import GrantRow, KeyRow, Reader, Request, Store, Writer
from settle.wire.access import AccessKeyDocument, LabelDocument, key_faults
from settle.wire.sessions import KeyDocument, load_part, read_part

_PRECONDITION_FAILED: Final = 412


class Made(NamedTuple):
    """A key, which is shown this once."""

    key: Spelled
    row: KeyRow


class Change(NamedTuple):
    """An admin key in place of others."""

    made: Made
    before: tuple[str, ...]
    """The ids of those that ended."""
    staying: tuple[KeyRow, ...]
    """Other keys that are good and may still open sessions."""


class Keeper:
    """The operations on keys. Refusals are those of the book; what is refused stores nothing."""

    def __init__(self, store: Store, *, now: Callable[[], str] = keys.now) -> None:
        self.store = store
        self._now = now

    def make(self, document: object, *, by: str = HOST, key: str | None = None) -> Answer:
        """Make a key; only this answer has it.

        Raises Conflict for the same call under the same Idempotency-Key: the key was shown.
        """
        part = read_part(document, AccessKeyDocument, key_faults)
        request = request_of(key, fingerprint("keys", document))
        with self.store.writing() as w:
            if key is not None:
                refuse_again(w.key_made_by(by, key), key, request)
            expires = part.get("expires_in")
            at = self._now()
            made = add_key(
                w,
                KeyRow("", 0, "", part["scope"], part["label"], at, by,
                       None if expires is None else keys.after(at, expires)),
                request,
            )  # fmt: skip
            self._grant(w, made.row.id, part)
            return Answer.of(CREATED, {**key_document(w, made.row), "key": str(made.key)})

    def _grant(self, w: Writer, key: str, part: Mapping[str, Any]) -> None:
        session, group = part.get("session"), part.get("group")
        if session is not None:
            player = part.get("player")
            refuse_seat(w, session, player, self._now())
            w.add_grant(GrantRow(key, session, part["role"], player))
        if group is not None:
            if w.group_row(group) is None:
                raise RefusedError([Fault(("group",), "unknown_group", "", {"found": group})])
            w.add_group_grant(key, group)

    def listed(self, *, after: int = 0, limit: int = PAGE_ROWS) -> Answer:
        """A page of keys in the order of their making; ``next`` is the next page's ``after``."""
        with self.store.reading() as r:
            rows = r.key_rows(after, limit + 1)
            told = [key_document(r, row) for row in rows[:limit]]
        following = rows[limit - 1].made if len(rows) > limit else None
        return Answer.of(OK, {"keys": told, "next": following})

    def view(self, key: str) -> Answer:
        """A key as it stands. Raises NotFound."""
        with self.store.reading() as r:
            return _viewed(r, key)

    def revoke(self, key: str, *, if_match: Callable[[Answer], bool] | None = None) -> Answer:
        """End a key, from the next request on; again it changes nothing.

        ``if_match`` says of the key, as it stands before, whether it is the one that was meant.
        Raises NotFound, and RefusedError (412) where it is not.
        """
        with self.store.writing() as w:
            before = _viewed(w, key)
            if if_match is not None and not if_match(before):
                fault = Fault((), "precondition_failed", "", {"key": key})
                raise RefusedError([fault], status=_PRECONDITION_FAILED)
            w.revoke_key(key, self._now())
            return _viewed(w, key)

    def ensure_admin(self, label: str, told: Callable[[Spelled], None]) -> bool:
        """Make an admin key where there is no good one; whether one was made.

        ``told`` hands it on: if that fails, there is none.
        """
        with self.store.writing() as w:
            if _admins(w, self._now()):
                return False
            told(change_admin(w, label, self._now()).made.key)
        return True

    def rotate_admin(self, label: str, told: Callable[[Spelled], None]) -> Change:
        """A new admin key in place of all that there are.

        ``told`` hands it on before the others end: if that fails, nothing has changed.
        """
        with self.store.writing() as w:
            change = change_admin(w, label, self._now())
            told(change.made.key)
        return change


def _viewed(r: Reader, key: str) -> Answer:
    row = r.key_row(key)
    if row is None:
        raise NotFound("unknown_key", found=key)
    return Answer.of(OK, key_document(r, row))


def _admins(r: Reader, at: str) -> tuple[str, ...]:
    return tuple(row.id for row in live(r.key_rows(), at) if row.scope == Scope.ADMIN)


def change_admin(w: Writer, label: str, at: str) -> Change:
    """A new admin key in place of all that there are; links that those made are over."""
    before = _admins(w, at)
    for key in before:
        w.revoke_key(key, at)
    w.revoke_book_links(at)
    staying = tuple(row for row in live(w.key_rows(), at) if row.scope == Scope.CREATE)
    return Change(add_key(w, KeyRow("", 0, "", Scope.ADMIN, label, at, HOST)), before, staying)


def refuse_label(label: str) -> None:
    """Refuse what no key is called, for it could not be told from others in a list."""
    read_part({"label": label}, LabelDocument)


def add_key(w: Writer, row: KeyRow, request: Request | None = None) -> Made:
    """Add a key as the row says, with an id and a secret of its own. Raises RefusedError."""
    refuse_label(row.label)
    spelled = keys.new_key()
    while w.key_row(spelled.id) is not None:
        spelled = keys.new_key()
    made = row._replace(id=spelled.id, secret_sha256=keys.hashed(spelled.secret))
    w.add_key(made, request or Request())
    return Made(spelled, made)


def live(rows: tuple[KeyRow, ...], at: str) -> list[KeyRow]:
    """The keys that are good at a time."""
    return [
        row
        for row in rows
        if row.revoked_at is None and (row.expires_at is None or row.expires_at > at)
    ]


def refuse_seat(w: Reader, session: str, player: str | None, at: str) -> None:
    """Refuse a session that is not there, a player who never sat there, a seat that has a key.

    Nobody gets a second key to speak with for somebody who has one: the first ends before.
    """
    row = w.session_row(session)
    if row is None:
        raise RefusedError([Fault(("session",), "unknown_session", "", {"found": session})])
    if player is None:
        return
    known = tuple(name for name, _ in row.totals)
    if player not in known:
        values = {"found": player, "known": known}
        raise RefusedError([Fault(("player",), "unknown_player", "session", values)])
    holders = live(tuple(w.seat_holders(session, player)), at)
    if holders:
        fault = Fault(("player",), "seat_taken", "", {"player": player, "key": holders[0].id})
        raise Conflict(fault, present={"key": holders[0].id})


def key_document(r: Reader, row: KeyRow) -> dict[str, Any]:
    """A key as it is told; its secret nobody knows."""
    return {
        "id": row.id,
        "label": row.label,
        "scope": row.scope,
        "grants": [
            {"session": grant.session, "role": grant.role, "player": grant.player}
            for grant in r.grants_of_key(row.id)
        ],
        "groups": list(r.groups_of_key(row.id)),
        "made_at": row.made_at,
        "made_by": row.made_by,
        "expires_at": row.expires_at,
        "revoked_at": row.revoked_at,
    }


def request_of(key: str | None, sha256: str) -> Request:
    """What is kept of a call, to know it again. Raises RefusedError for a key that is none."""
    if key is None:
        return Request()
    _, faults = load_part({"key": key}, KeyDocument)
    if faults:
        raise RefusedError(faults)
    return Request(key, sha256)


def refuse_again(before: tuple[str, str] | None, key: str, request: Request) -> None:
    """A secret is shown once: the call that made it is not answered again.

    Raises Conflict, and RefusedError for another call under the key of that one.
    """
    if before is None:
        return
    made, sha256 = before
    if sha256 != request.sha256:
        raise key_reused(key)
    raise Conflict(Fault((), "shown_once", "", {"found": made}), present={"id": made})
