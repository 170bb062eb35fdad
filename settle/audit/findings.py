"""Findings: what an audit finds to be otherwise than it should be, and where."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from settle.canonical import canonical_bytes

_LONGEST: Final = 120


class NetDifference(NamedTuple):
    """A player's net as an entry has it and as it comes out."""

    player: str
    found: int | None
    """None for a player whom the entry does not name."""
    expected: int | None
    """None for one who did not play."""


class Difference(NamedTuple):
    """Something that is otherwise than it should be, the entry left open."""

    code: str
    """Stable; its sentence stands under ``audit`` in the words of each language."""
    where: str = ""
    """A JSON pointer into the entry, a column, a row."""
    found: str = ""
    expected: str = ""
    players: tuple[NetDifference, ...] = ()
    """Whose nets differ, where nets do."""


class Finding(NamedTuple):
    """A difference and its place."""

    code: str
    session: str | None = None
    """None for what belongs to no session."""
    seq: int | None = None
    """The entry, by the number that it has or should have."""
    where: str = ""
    found: str = ""
    expected: str = ""
    players: tuple[NetDifference, ...] = ()
    line: int | None = None
    """Of an exported ledger, from 1."""

    def document(self) -> dict[str, Any]:
        """The finding as JSON values; what does not apply is left out."""
        document = {
            name: value for name, value in self._asdict().items() if value not in (None, "", ())
        }
        if self.players:
            document["players"] = [player._asdict() for player in self.players]
        return document


def at_entry(difference: Difference, session: str | None, seq: int | None) -> Finding:
    """The finding of a difference at an entry."""
    code, where, found, expected, players = difference
    return Finding(code, session, seq, where, found, expected, players)


@dataclass(slots=True)
class Tally:
    """What was looked at, counted while it goes on."""

    sessions: int = 0
    entries: int = 0
    games: int = 0
    """Games that were scored again."""
    rulesets: int = 0
    unused: list[str] = field(default_factory=list)
    """Digests of rulesets that no session was opened under: nothing is wrong with that."""
    imported: list[str] = field(default_factory=list)
    """Sessions that came from elsewhere: what was opened before them is not known here."""
    apart: list[str] = field(default_factory=list)
    """Sessions that others were settled together with, and that are not here to be looked at."""
    advance: Callable[[int], None] = lambda _size: None
    """Called for each entry with the bytes it takes."""

    def counts(self) -> dict[str, int]:
        """The numbers."""
        return {
            "sessions": self.sessions,
            "entries": self.entries,
            "games": self.games,
            "rulesets": self.rulesets,
        }


def first_bad(findings: Iterable[Finding]) -> Finding | None:
    """The first finding that names an entry, else the first of all, None where there is none.

    >>> first_bad([Finding("guard_changed"), Finding("seq_gap", "monday", 7)]).seq
    7
    """
    first = None
    for finding in findings:
        first = worse(first, finding)
    return first


def worse(first: Finding | None, finding: Finding) -> Finding:
    """The first bad one of those before and another one."""
    if first is None or (first.seq is None and finding.seq is not None):
        return finding
    return first


def shown(value: object) -> str:
    """A value as a finding names it: its JSON, cut where it is long.

    >>> shown({"player": "amy"}), shown(None), shown("sha256:00")
    ('{"player":"amy"}', 'null', 'sha256:00')
    """
    if isinstance(value, bytes):
        text = value.decode("utf-8", "backslashreplace")
    elif isinstance(value, str):
        text = value.encode("utf-8", "backslashreplace").decode("utf-8")
    else:
        text = _json(value)
    flat = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return flat if len(flat) <= _LONGEST else flat[:_LONGEST] + "…"


def _json(value: object) -> str:
    try:
        return canonical_bytes(value).decode("utf-8")
    except (ValueError, TypeError):
        return repr(value)
