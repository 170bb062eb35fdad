"""Sessions of an exported ledger that other processes look at, and what they report.

The lines go out as bytes; what comes back stands for a :class:`SessionAudit` that has taken them.
Only what is shaped as usual goes out: everything else is looked at where the file is read.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from settle.archive.lines import LINE_LIMIT, LineSource
from settle.audit.findings import Finding, Tally, at_entry
from settle.audit.links import read_line
from settle.audit.rows import Gathered, SessionRows
from settle.audit.rulesets import Rulesets
from settle.audit.session import SessionAudit
from settle.audit.together import Together
from settle.entries import Entry

RulesetText = tuple[str, object]
"""A digest, and the parsed text that is kept under it."""

ENTRY_BEGINS: Final = b'{"at":"'
"""How an entry's line begins, canonical as it is."""
END_BEGINS: Final = b'{"end":"session"'

BATCH_SIZE: Final = 512 << 10
"""Bytes of sessions that go out together."""
SESSION_SIZE: Final = 8 << 20
"""Bytes of a session that may be held; a larger one is looked at line by line."""


class SessionReport(NamedTuple):
    """A session that was looked at elsewhere."""

    session: str | None
    head: tuple[int, str | None]
    entries: int
    games: int
    opening: Entry | None
    found: tuple[tuple[int, Finding], ...]
    """Each with the place of its line among those of the session, from 0."""
    missing: tuple[Finding, ...]
    """What is missing after the last line."""
    used: tuple[str, ...]
    """Digests of rulesets that were asked for, here or in a session before."""
    together: Together
    rows: SessionRows | None
    """What is to be stored, where anything is."""

    def end(self) -> Iterator[Finding]:
        """As :meth:`SessionAudit.end`."""
        return iter(self.missing)


Session = tuple[bytes, ...]
"""The lines of a session without its end."""
Batch = tuple[Session, ...]
Reports = tuple[SessionReport | None, ...]
"""Of each session; None for one that is not shaped as usual."""


Taken = tuple[list[bytes], Session, bytes, SessionReport | None]
"""The lines before a session, its own, its end, and what was reported."""


def is_ruleset(document: Mapping[str, Any]) -> bool:
    """Whether a line of a ledger says a ruleset's text."""
    return bool(document.keys() & {"digest", "ruleset"}) and "seq" not in document


def known(released: Mapping[str, str], texts: Sequence[RulesetText]) -> Rulesets:
    """The rulesets of a ledger or book; what is wrong with them is told elsewhere."""
    rulesets = Rulesets(released)
    for digest, document in texts:
        for _ in rulesets.add_document(digest, document):
            pass
    return rulesets


def ledger_reporter(
    released: Mapping[str, str], texts: Sequence[RulesetText], *, stores: bool = False
) -> Callable[[Batch], Reports]:
    """What a process of its own needs to report on sessions of a ledger."""
    rulesets = known(released, texts)
    return lambda batch: tuple(_report(session, rulesets, stores=stores) for session in batch)


def _report(session: Session, rulesets: Rulesets, *, stores: bool) -> SessionReport | None:
    tally, together = Tally(), Together()
    audit = SessionAudit(rulesets, tally, together, gathered=Gathered() if stores else None)
    found: list[tuple[int, Finding]] = []
    for place, line in enumerate(session):
        together.line = place + 1
        text = line.removesuffix(b"\n")
        if text != line and audit.take_again(text) is not None:
            continue
        document, wrong = read_line(text)
        if isinstance(document, dict):
            if text == line or "end" in document or is_ruleset(document):
                return None
            here = (None, None) if place == 0 else (audit.session, audit.head[0] + 1)
            found += [(place, at_entry(each, *here)) for each in wrong]
            found += [(place, each) for each in audit.take(text, document)]
        elif place == 0 or text == line:
            return None
        else:
            found += [(place, each) for each in audit.take(text)]
    return SessionReport(
        audit.session,
        audit.head,
        audit.entries,
        tally.games,
        audit.opening,
        tuple(found),
        tuple(audit.end()),
        rulesets.used(),
        together,
        audit.rows,
    )


class Cut:
    """The lines of a ledger cut into sessions, by how the lines begin.

    What is no session, or too large a one, stays here, in its place before the session it precedes.
    """

    def __init__(self, first: bytes, stream: LineSource) -> None:
        self._lines = chain(
            [first] if first else [], iter(lambda: stream.readline(LINE_LIMIT), b"")
        )
        self._pending: deque[list[tuple[list[bytes], Session, bytes]]] = deque()
        """Of each batch that went out, its sessions with the lines before and the end."""
        self._before: list[bytes] = []

    def batches(self) -> Iterator[Batch]:
        """Sessions for others to look at."""
        held: list[tuple[list[bytes], Session, bytes]] = []
        size = 0
        for session, end in self._sessions():
            held.append((self._before, session, end))
            size += sum(map(len, session)) + sum(map(len, self._before))
            self._before = []
            if size >= BATCH_SIZE:
                yield self._sent(held)
                held, size = [], 0
        if held:
            yield self._sent(held)

    def _sent(self, held: list[tuple[list[bytes], Session, bytes]]) -> Batch:
        self._pending.append(held)
        return tuple(session for _, session, _ in held)

    def _sessions(self) -> Iterator[tuple[Session, bytes]]:
        """Each session and its end; of what is not sent nothing but an empty session."""
        session: list[bytes] = []
        size = 0
        for line in self._lines:
            size += len(line)
            is_end = line.startswith(END_BEGINS)
            if line.startswith(ENTRY_BEGINS) and size <= SESSION_SIZE:
                session.append(line)
            elif is_end and session:
                yield tuple(session), line
                session, size = [], 0
            else:
                self._before += [*session, line]
                session = []
                if size > SESSION_SIZE:
                    yield (), b""
                    size = 0
        self._before += session

    def taken(self, batch: Batch, reports: Reports) -> Iterator[Taken]:
        """What was reported on a batch, in the order of the ledger."""
        held = self._pending.popleft()
        assert len(held) == len(batch) == len(reports)
        for (before, session, end), report in zip(held, reports, strict=True):
            yield before, session, end, report

    def rest(self) -> list[bytes]:
        """The lines behind the last session."""
        return self._before
