"""The form of an exported ledger: NDJSON, every line canonical JSON and a line feed.

First a header, then the rulesets by id and version, then each session: its entries and a line that
says how many they are and which is the last; at the end a line that counts everything. A ledger of
a ``session`` holds one of them, that of a ``book`` all in the order of their opening.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol

from settle.canonical import canonical_bytes

FORMAT: Final = "settle-ledger"
VERSION: Final = 1

LINE_LIMIT: Final = 8 << 20
"""Bytes that a line may hold, its line feed included."""

Scope = Literal["session", "book"]
SCOPES: Final[tuple[Scope, ...]] = ("session", "book")


class LineSource(Protocol):
    """Where lines are read from: a binary stream, or what stands before one."""

    def readline(self, limit: int, /) -> bytes:
        """The next line, or as much of it as the limit lets through."""


def written(document: Mapping[str, Any]) -> bytes:
    """A line as it is written."""
    return canonical_bytes(document) + b"\n"


def header(scope: Scope) -> dict[str, Any]:
    """The first line."""
    return {"format": FORMAT, "scope": scope, "version": VERSION}


def ruleset_line(digest: str, document: object) -> dict[str, Any]:
    """The resolved text of a ruleset, as JSON."""
    return {"digest": digest, "ruleset": document}


def session_end(
    session: str, entries: int, head: str, *, imported: bool | None = None
) -> dict[str, Any]:
    """What follows the entries of a session; ``imported`` stands in the ledger of a book only."""
    end = {"end": "session", "session": session, "entries": entries, "head": head}
    return end if imported is None else {**end, "imported": imported}


def ledger_end(*, rulesets: int, sessions: int, entries: int) -> dict[str, Any]:
    """The last line."""
    return {"end": "ledger", "rulesets": rulesets, "sessions": sessions, "entries": entries}
