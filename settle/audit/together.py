"""Settlements of several sessions as one in an audit: each by itself, then beside the others.

What stands in sessions that are not looked at, nobody can see.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.audit.findings import Difference, Finding, Tally, shown
from settle.audit.state import State, Told, refused_at
from settle.book.joint import is_part, joint_transfers, own_mode, part_of_body
from settle.book.settling import transfer_document
from settle.canonical import canonical_bytes
from settle.currencies import counted_amount, format_amount
from settle.entries import Entry
from settle.faults import RefusedError
from settle.wire.answers.money import SettledTogether
from settle.wire.sessions import load_part

_PLACE: Final = ("body", "group")
_WHERE: Final = "/body/group"


def told_together(state: State, entry: Entry, currency: str) -> Told:
    """What a settlement may say of those that it was made together with."""
    said: dict[str, Any] = entry.body["group"]
    part, faults = load_part(said, SettledTogether)
    if faults:
        return refused_at("body_malformed", RefusedError(faults), _PLACE)
    own = _is_own(state, entry, said) and _is_paid(entry, said, currency)
    return said if own and part == said else Difference("body_malformed", _WHERE, shown(said))


def _is_own(state: State, entry: Entry, said: Mapping[str, Any]) -> bool:
    """Whether it was made of this session's group, after this head, as each settles by itself."""
    ids = [each["id"] for each in said["sessions"]]
    head = {"id": entry.session, "seq": entry.seq - 1, "hash": entry.prev_hash}
    return (
        said["id"] == state.tables.opening.body.get("group")
        and head in said["sessions"]
        and len(set(ids)) == len(ids)
        and own_mode(said["mode"]) == entry.body.get("mode")
        and not entry.body.keys() & {"player", "by"}
    )


def _is_paid(entry: Entry, said: Mapping[str, Any], currency: str) -> bool:
    """Whether the session that was opened last says who pays whom, and no other."""
    is_last = said["pays_in"] == said["sessions"][-1]["id"]
    is_here = ("transfers" in said) == (said["pays_in"] == entry.session)
    amounts = [each["amount"] for each in said.get("transfers", ())]
    return is_last and is_here and all(_is_amount(each, currency) for each in amounts)


def _is_amount(text: str, currency: str) -> bool:
    """Whether a text is an amount above zero as entries spell it."""
    try:
        minor = counted_amount(text, currency)
    except ValueError:
        return False
    return minor > 0 and format_amount(minor, currency) == text


class Together:
    """The settlements of several sessions as one, collected session by session."""

    def __init__(self) -> None:
        self.line: int | None = None
        """Of an exported ledger, the line that is being read."""
        self._seen: set[str] = set()
        self._lines: dict[tuple[str, int], int] = {}
        self._made: dict[tuple[str, int], Entry] = {}
        self._reversed: set[tuple[str, int]] = set()

    def see(self, session: str) -> None:
        """A session that is looked at."""
        self._seen.add(session)

    def take(self, entry: Entry) -> None:
        """One more sound entry of such a session."""
        if entry.kind == "settlement_made" and "group" in entry.body:
            self._made[entry.session, entry.seq] = entry
            if self.line is not None:
                self._lines[entry.session, entry.seq] = self.line
        elif entry.kind == "settlement_reversed":
            self._reversed.add((entry.session, entry.body["settlement"]))

    def join(self, other: "Together", before: int = 0) -> None:
        """Take over what was collected elsewhere, of sessions that come next.

        ``before`` is how many lines stand before those that were read there.
        """
        self._seen |= other._seen  # noqa: SLF001 - one of its own kind
        self._made |= other._made  # noqa: SLF001 - one of its own kind
        lines = other._lines.items()  # noqa: SLF001 - one of its own kind
        self._lines |= {at: before + line for at, line in lines}
        self._reversed |= other._reversed  # noqa: SLF001 - one of its own kind

    def findings(self, tally: Tally) -> Iterator[Finding]:
        """What does not fit together; ``tally`` learns of sessions that are not here."""
        for at, entry in self._made.items():
            for finding in self._wrong_with(entry, tally):
                yield finding._replace(line=self._lines.get(at))

    def _wrong_with(self, entry: Entry, tally: Tally) -> Iterator[Finding]:
        parts: list[Entry] = []
        for covered in entry.body["group"]["sessions"]:
            if covered["id"] not in self._seen:
                tally.apart += [covered["id"]] * (covered["id"] not in tally.apart)
                continue
            other = self._made.get((covered["id"], covered["seq"] + 1))
            if other is None or not is_part(other, entry, covered):
                yield _finding("part_missing", entry, covered, None)
            elif self._is_reversed(other) and not self._is_reversed(entry):
                yield _finding("part_reversed", entry, covered, None)
            else:
                parts.append(other)
        if len(parts) == len(entry.body["group"]["sessions"]):
            yield from _paid_otherwise(entry, parts)

    def _is_reversed(self, entry: Entry) -> bool:
        return (entry.session, entry.seq) in self._reversed


def _paid_otherwise(entry: Entry, entries: list[Entry]) -> Iterator[Finding]:
    """What is paid for all is what they come to, in the session that says so."""
    said = entry.body["group"]
    currencies = {each.body["currency"] for each in entries}
    if len(currencies) > 1:
        yield _finding("joint_differs", entry, sorted(currencies), None)
        return
    if "transfers" not in said:
        return
    try:
        flows = joint_transfers(said["mode"], [part_of_body(each.body) for each in entries])
    except RefusedError as refused:
        yield _finding("joint_differs", entry, said["mode"], refused.brief)
        return
    expected = [transfer_document(flow, entry.body["currency"]) for flow in flows]
    if canonical_bytes(said["transfers"]) != canonical_bytes(expected):
        yield _finding("joint_differs", entry, said["transfers"], expected)


def _finding(code: str, entry: Entry, found: object, expected: object) -> Finding:
    told = "" if expected is None else shown(expected)
    return Finding(code, entry.session, entry.seq, _WHERE, shown(found), told)
