"""What people and groups were called under Idempotency-Keys. Entries and hashes hold no names."""

from typing import Final, Literal, NamedTuple

from settle.store.connecting import Connection

THE_GROUP: Final = ""
"""In the place of a person, where a group itself is named."""


class NamingRow(NamedTuple):
    """What was called how by a call under a key."""

    scope: Literal["session", "group"]
    place: str
    """The session or the group."""
    key: str
    person: str
    """A player or a member, or THE_GROUP."""
    name: str | None
    """None for somebody without one, and once it was erased."""


class NamingReader:
    """What a snapshot of the book says about names given under keys."""

    _connection: Connection

    def naming(self, scope: str, place: str, key: str) -> NamingRow | None:
        """What was called how there under a key; None for a key that named nobody."""
        rows = self._connection.run(
            "SELECT scope, place, key, person, name FROM naming"
            " WHERE scope = ? AND place = ? AND key = ?",
            (scope, place, key),
        )
        return NamingRow._make(rows[0]) if rows else None


class NamingWriter(NamingReader):
    """What a transaction may change about them."""

    def _do(self, sql: str, *values: object) -> None:
        raise NotImplementedError

    def remember_naming(self, row: NamingRow) -> None:
        """Remember a call under a key that has named nobody there."""
        self._do(
            "INSERT INTO naming (scope, place, key, person, name) VALUES (?, ?, ?, ?, ?)", *row
        )

    def forget_namings(self, scope: str, place: str, person: str) -> None:
        """Forget every name that somebody was given there under a key."""
        self._do(
            "UPDATE naming SET name = NULL WHERE scope = ? AND place = ? AND person = ?",
            scope,
            place,
            person,
        )
