"""What people and groups were called under Idempotency-Keys. Entries and hashes hold no names."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from settle.store.connecting import Connection

THE_GROUP: Final = ""
"""In the place of a person, where a group itself is named."""


class NamingRow(NamedTuple):
    """What a call under a key called somebody."""

    scope: Literal["book", "group", "session"]
    place: str
    """The session or the group; empty for the book."""
    key: str
    person: str
    """A player, a member, THE_GROUP; of the book the group that was made."""
    name: str | None
    """None for somebody without one, and once it was erased."""
    request_sha256: str
    """What equal calls have in common besides names."""


class NamingReader:
    """What a snapshot of the book says about names given under keys."""

    _connection: Connection

    def namings(self, scope: str, place: str, key: str) -> tuple[NamingRow, ...]:
        """Who was called how there by the call under a key; nothing where it gave no name."""
        rows = self._connection.run(
            "SELECT scope, place, key, person, name, request_sha256 FROM naming"
            " WHERE scope = ? AND place = ? AND key = ? ORDER BY person",
            (scope, place, key),
        )
        return tuple(map(NamingRow._make, rows))


class NamingWriter(NamingReader):
    """What a transaction may change about them."""

    has_erased: bool

    def _do(self, sql: str, *values: object) -> None:
        raise NotImplementedError

    def remember_namings(self, rows: Iterable[NamingRow]) -> None:
        """Remember what a call under a key that has named nobody there calls people."""
        for row in rows:
            self._do(
                "INSERT INTO naming (scope, place, key, person, name, request_sha256)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                *row,
            )

    def forget_namings(self, scope: str, place: str, person: str) -> None:
        """Forget every name that somebody was given there under a key, with what was forgotten."""
        self.has_erased = True
        self._do(
            "UPDATE naming SET name = NULL WHERE scope = ? AND place = ? AND person = ?",
            scope,
            place,
            person,
        )
