"""Groups in the book: their members, what everybody is called, and their sessions."""

from collections.abc import Iterator
from typing import NamedTuple

from settle.canonical import read_json
from settle.faults import RefusedError
from settle.store.connecting import ALL, Connection, Row
from settle.store.naming import NamingWriter


class GroupRow(NamedTuple):
    """A circle of people who play together."""

    id: str
    made: int
    """Its place among the groups of the book, from 1."""
    name: str | None
    """None once it was erased."""
    request_sha256: str
    """What equal calls that make it have in common; names are no part of it."""


class MemberRow(NamedTuple):
    """Somebody of a group."""

    id: str
    """As sessions name the player."""
    name: str | None
    """None once it was erased, and where it never had one."""


def _group_of(line: str) -> object:
    """The group that an opening names; None where it names none, or is no opening."""
    try:
        body = read_json(line.encode("utf-8"))["body"]
    except (RefusedError, TypeError, KeyError):
        return None
    return body.get("group") if isinstance(body, dict) else None


class GroupReader:
    """What a snapshot of the book says about groups."""

    _connection: Connection

    def _rows(self, sql: str, *values: object) -> list[Row]:
        return self._connection.run(sql, values)

    def group_row(self, group: str) -> GroupRow | None:
        """A group, or None."""
        rows = self._rows("SELECT id, made, name, request_sha256 FROM circle WHERE id = ?", group)
        return GroupRow(*rows[0]) if rows else None

    def group_rows(self, after_made: int = 0, limit: int = ALL) -> Iterator[GroupRow]:
        """The groups in the order in which they were made."""
        rows = self._rows(
            "SELECT id, made, name, request_sha256 FROM circle WHERE made > ?"
            " ORDER BY made LIMIT ?",
            after_made,
            limit,
        )
        return (GroupRow(*row) for row in rows)

    def member_rows(self, group: str) -> tuple[MemberRow, ...]:
        """The members of a group in the order in which they joined."""
        rows = self._rows("SELECT id, name FROM member WHERE circle = ? ORDER BY joined", group)
        return tuple(MemberRow(*row) for row in rows)

    def sessions_of_group(self, group: str) -> tuple[str, ...]:
        """The sessions that were opened for a group, in the order of their opening.

        Their openings say so; a line that is no JSON is for the audit.
        """
        rows = self._connection.stream(
            "SELECT id, opening FROM (SELECT id, opened,"
            " (SELECT line FROM entry WHERE session = id AND seq = 1) AS opening"
            " FROM session) AS begun WHERE opening LIKE ? ORDER BY opened",
            (f'%"group":"{group}"%',),
        )
        return tuple(session for session, line in rows if _group_of(line) == group)


class GroupWriter(GroupReader, NamingWriter):
    """What a transaction may change about groups."""

    def _do(self, sql: str, *values: object) -> None:
        raise NotImplementedError

    def add_group(self, group: str, name: str, request_sha256: str) -> None:
        """Add a group, which is not there yet."""
        self._do(
            "INSERT INTO circle (id, made, name, request_sha256)"
            " VALUES (?, (SELECT coalesce(max(made), 0) + 1 FROM circle), ?, ?)",
            group,
            name,
            request_sha256,
        )

    def name_group(self, group: str, name: str | None) -> None:
        """Call a group something else, or nothing."""
        self._do("UPDATE circle SET name = ? WHERE id = ?", name, group)

    def add_member(self, group: str, member: str, name: str | None) -> None:
        """Add a member, who is not there yet."""
        self._do(
            "INSERT INTO member (circle, id, joined, name) VALUES (?1, ?2,"
            " (SELECT coalesce(max(joined), 0) + 1 FROM member WHERE circle = ?1), ?3)",
            group,
            member,
            name,
        )

    def name_member(self, group: str, member: str, name: str | None) -> None:
        """Call a member something else, or nothing; then no key knows what it was, either."""
        self._do("UPDATE member SET name = ? WHERE circle = ? AND id = ?", name, group, member)
        if name is None:
            self.forget_namings("group", group, member)
