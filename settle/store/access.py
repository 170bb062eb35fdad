"""Who may do what, in the book: keys, what they are granted, and links that turn into keys."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from settle.entries import KEY
from settle.store.connecting import ALL, Connection, Row

_KEY: Final = (
    "SELECT id, made, secret_sha256, scope, label, made_at, made_by, expires_at, revoked_at"
    " FROM access_key"
)
_LINK: Final = (
    "SELECT id, made, token_sha256, session, role, player, made_at, made_by, expires_at,"
    " uses_left, revoked_at FROM access_link"
)

_GRANTED: Final = "SELECT id FROM session_grant JOIN session ON session.id = session_grant.session"


class Request(NamedTuple):
    """The call that something was made by, to know it again."""

    key: str | None = None
    """Its Idempotency-Key."""
    sha256: str | None = None


class KeyRow(NamedTuple):
    """A key, of whose secret only the hash is kept. Times are UTC with milliseconds."""

    id: str
    made: int
    """Its place among the keys of the book, from 1; 0 for one that is yet to be added."""
    secret_sha256: str
    scope: str
    """``admin``, ``create``, or ``session``: what it may in the whole book."""
    label: str
    made_at: str
    made_by: str
    """``host``, ``key:...`` or ``link:...``."""
    expires_at: str | None = None
    revoked_at: str | None = None


class GrantRow(NamedTuple):
    """What a key may in a session."""

    access_key: str
    session: str
    role: str
    player: str | None = None
    """Whose seat it speaks for."""


class LinkRow(NamedTuple):
    """What can be turned into a key. Times are UTC with milliseconds."""

    id: str
    made: int
    """Its place among the links of the book, from 1; 0 for one that is yet to be added."""
    token_sha256: str
    session: str | None
    """None for one whose key may open sessions."""
    role: str
    player: str | None
    made_at: str
    made_by: str
    expires_at: str
    uses_left: int
    revoked_at: str | None = None


class CredentialRow(NamedTuple):
    """What a request has to know of its key, in one look."""

    secret_sha256: str
    scope: str
    expires_at: str | None
    revoked_at: str | None
    role: str | None
    """In the session that is asked for; None where it is granted nothing there."""
    player: str | None
    hosts_group: bool
    """Of the group that is asked for."""


def by_opening(after: int, before: int | None) -> tuple[str, int]:
    """Which sessions, and in which order: after one of them, or before one the newest first."""
    if before is None:
        return "opened > ? ORDER BY opened", after
    return "opened < ? ORDER BY opened DESC", before


class AccessReader:
    """What a snapshot of the book says about keys."""

    _connection: Connection

    def _found(self, sql: str, *values: object) -> list[Row]:
        return self._connection.run(sql, values)

    def credential(self, key: str, session: str = "", group: str = "") -> CredentialRow | None:
        """A key, with what it is granted in a session or for a group; None for no key."""
        rows = self._found(
            "SELECT secret_sha256, scope, expires_at, revoked_at, role, player,"
            " CASE WHEN ?3 = '' THEN FALSE"
            " ELSE EXISTS (SELECT 1 FROM group_grant WHERE access_key = id AND circle = ?3) END"
            " FROM access_key LEFT JOIN session_grant"
            " ON session_grant.access_key = id AND session = ?2 WHERE id = ?1",
            key,
            session,
            group,
        )
        return CredentialRow._make((*rows[0][:-1], bool(rows[0][-1]))) if rows else None

    def key_row(self, key: str) -> KeyRow | None:
        """A key, or None."""
        rows = self._found(f"{_KEY} WHERE id = ?", key)
        return KeyRow(*rows[0]) if rows else None

    def key_rows(self, after_made: int = 0, limit: int = ALL) -> tuple[KeyRow, ...]:
        """The keys in the order in which they were made."""
        rows = self._found(f"{_KEY} WHERE made > ? ORDER BY made LIMIT ?", after_made, limit)
        return tuple(KeyRow(*row) for row in rows)

    def key_made_by(self, made_by: str, request_key: str) -> tuple[str, str] | None:
        """Id and request of the key that was made so under an Idempotency-Key, or None."""
        rows = self._found(
            "SELECT id, request_sha256 FROM access_key WHERE made_by = ? AND request_key = ?",
            made_by,
            request_key,
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def grants_of_key(self, key: str) -> tuple[GrantRow, ...]:
        """What a key is granted, by session."""
        rows = self._found(
            "SELECT access_key, session, role, player FROM session_grant"
            " WHERE access_key = ? ORDER BY session",
            key,
        )
        return tuple(GrantRow(*row) for row in rows)

    def hosted_sessions(self, key: str) -> int:
        """How many sessions a key is the host of."""
        rows = self._found(
            "SELECT count(*) FROM session_grant WHERE access_key = ? AND role = 'host'", key
        )
        return int(rows[0][0])

    def sessions_of_key(
        self, key: str, after_opened: int, limit: int, before_opened: int | None = None
    ) -> tuple[str, ...]:
        """The sessions in which a key is granted something, as :func:`by_opening` says."""
        which, bound = by_opening(after_opened, before_opened)
        rows = self._found(
            f"{_GRANTED} WHERE access_key = ? AND {which} LIMIT ?",
            key,
            bound,
            limit,
        )
        return tuple(row[0] for row in rows)

    def groups_of_key(self, key: str) -> tuple[str, ...]:
        """The groups that a key hosts."""
        rows = self._found(
            "SELECT circle FROM group_grant WHERE access_key = ? ORDER BY circle", key
        )
        return tuple(row[0] for row in rows)

    def seat_holders(self, session: str, player: str) -> Iterator[KeyRow]:
        """The keys that speak for a seat, the revoked ones too."""
        rows = self._found(
            "SELECT access_key FROM session_grant WHERE session = ? AND player = ?", session, player
        )
        for (key,) in rows:
            row = self.key_row(key)
            assert row is not None, "a grant is a key's"
            yield row

    def link_row(self, link: str) -> LinkRow | None:
        """A link, or None."""
        rows = self._found(f"{_LINK} WHERE id = ?", link)
        return LinkRow(*rows[0]) if rows else None

    def link_by_token(self, token_sha256: str) -> LinkRow | None:
        """The link of a token, or None."""
        rows = self._found(f"{_LINK} WHERE token_sha256 = ?", token_sha256)
        return LinkRow(*rows[0]) if rows else None

    def link_rows(self, session: str) -> tuple[LinkRow, ...]:
        """The links of a session in the order in which they were made."""
        rows = self._found(f"{_LINK} WHERE session = ? ORDER BY made", session)
        return tuple(LinkRow(*row) for row in rows)

    def link_made_by(self, made_by: str, session: str, request_key: str) -> tuple[str, str] | None:
        """Id and request of the link that was made so under an Idempotency-Key, or None."""
        rows = self._found(
            "SELECT id, request_sha256 FROM access_link"
            " WHERE made_by = ? AND session = ? AND request_key = ?",
            made_by,
            session,
            request_key,
        )
        return (rows[0][0], rows[0][1]) if rows else None


class AccessWriter(AccessReader):
    """What a transaction may change about keys."""

    def _do(self, sql: str, *values: object) -> None:
        raise NotImplementedError

    def add_key(self, row: KeyRow, request: Request = Request()) -> None:  # noqa: B008 - a constant
        """Add a key, whose id and secret are new."""
        self._do(
            "INSERT INTO access_key (id, made, secret_sha256, scope, label, made_at, made_by,"
            " expires_at, request_key, request_sha256) VALUES (?,"
            " (SELECT coalesce(max(made), 0) + 1 FROM access_key), ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id,
            *row[2:8],
            *request,
        )

    def add_grant(self, row: GrantRow) -> None:
        """Grant a key something in a session, in place of what it had there."""
        self._do(
            "INSERT INTO session_grant (access_key, session, role, player) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (access_key, session) DO UPDATE SET role = excluded.role,"
            " player = excluded.player",
            *row,
        )

    def add_group_grant(self, key: str, group: str) -> None:
        """Let a key host a group; again it changes nothing."""
        self._do(
            "INSERT INTO group_grant (access_key, circle) VALUES (?, ?) ON CONFLICT DO NOTHING",
            key,
            group,
        )

    def revoke_key(self, key: str, at: str) -> None:
        """End a key, and the links that it made and nobody used up; what has ended stays so.

        Whoever is shown out would come back by a link of their own otherwise.
        """
        self._do(
            "UPDATE access_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, key
        )
        self._do(
            "UPDATE access_link SET revoked_at = ?"
            " WHERE made_by = ? AND uses_left > 0 AND revoked_at IS NULL",
            at,
            f"{KEY}{key}",
        )

    def add_link(self, row: LinkRow, request: Request = Request()) -> None:  # noqa: B008 - as above
        """Add a link, whose id and token are new."""
        self._do(
            "INSERT INTO access_link (id, made, token_sha256, session, role, player, made_at,"
            " made_by, expires_at, uses_left, request_key, request_sha256) VALUES (?,"
            " (SELECT coalesce(max(made), 0) + 1 FROM access_link), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id,
            *row[2:10],
            *request,
        )

    def use_link(self, link: str) -> None:
        """Count a use of a link that has one left."""
        self._do("UPDATE access_link SET uses_left = uses_left - 1 WHERE id = ?", link)

    def revoke_link(self, link: str, at: str) -> None:
        """End a link, and the keys that came of it."""
        self._do(
            "UPDATE access_link SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, link
        )
        self._do(
            "UPDATE access_key SET revoked_at = ? WHERE made_by = ? AND revoked_at IS NULL",
            at,
            f"link:{link}",
        )

    def revoke_book_links(self, at: str) -> None:
        """End the links that are of no session and were not used yet."""
        self._do(
            "UPDATE access_link SET revoked_at = ? WHERE session IS NULL AND revoked_at IS NULL", at
        )
