"""The audit of an exported ledger: no server, no database, one pass."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from settle.archive.lines import (
    FORMAT,
    LINE_LIMIT,
    SCOPES,
    VERSION,
    LineSource,
    header,
    ledger_end,
    session_end,
)
from settle.audit.findings import Difference, Finding, Tally, at_entry, shown
from settle.audit.links import read_line
from settle.audit.order import Order
from settle.audit.reports import (
    ENTRY_BEGINS,
    Batch,
    Cut,
    Reports,
    Session,
    SessionReport,
    is_ruleset,
    ledger_reporter,
)
from settle.audit.rows import Gathered, SessionRows
from settle.audit.rulesets import Rulesets
from settle.audit.session import SessionAudit
from settle.audit.together import Together
from settle.canonical import canonical_bytes
from settle.entries import Entry


class LedgerRefused(Exception):  # noqa: N818 - the refusal of a file, as the store's
    """The file is no exported ledger that this version reads; the text says what was found."""


_RULESET_KEYS: Final = {"digest", "ruleset"}


class Keeper(Protocol):
    """Who stores what was looked at and found to be sound."""

    def ruleset(self, digest: str, document: Mapping[str, Any]) -> None:
        """A text, before the sessions."""

    def session(self, lines: Sequence[bytes], rows: SessionRows, opening: Entry) -> None:
        """A session, each of its lines with its line feed."""


def audit_ledger(
    stream: LineSource, released: Mapping[str, str], tally: Tally, jobs: int = 1
) -> Iterator[Finding]:
    """What is wrong with an exported ledger, as it is read; nothing if all is sound.

    ``released`` are the digests of the released rulesets by ``id@version``; ``jobs`` processes look
    at the sessions. Raises LedgerRefused for a file of another kind, and WorkerLostError.
    """
    audit = _LedgerAudit(released, tally)
    return audit.findings(stream) if jobs == 1 else audit.findings_of(stream, jobs)


def take_ledger(
    stream: LineSource, released: Mapping[str, str], tally: Tally, keeper: Keeper, jobs: int = 1
) -> Iterator[Finding]:
    """As :func:`audit_ledger`, but games are taken as they are sealed; what is sound is kept.

    Nothing more is kept from the first finding on.
    """
    return _LedgerAudit(released, tally, keeper).findings_of(stream, jobs)


class _LedgerAudit:
    """Goes through the lines: header, rulesets, sessions with their ends, the end."""

    def __init__(
        self, released: Mapping[str, str], tally: Tally, keeper: Keeper | None = None
    ) -> None:
        self._keeper = keeper
        """None from the first finding on."""
        self._lines: list[bytes] = []
        """Of the session that is being read, where they are kept."""
        self._released = released
        self._tally = tally
        self._number = 0
        """Of the last line."""
        self._rulesets = Rulesets(released)
        self._order = Order()
        self._together = Together()
        self._scope = ""
        self._session: SessionAudit | SessionReport | None = None
        self._begins = 0
        """The line of that session's first entry."""
        self._ids: set[str] = set()
        self._is_over = False

    def findings(self, stream: LineSource) -> Iterator[Finding]:
        """Every finding, with the number of its line."""
        while line := stream.readline(LINE_LIMIT):
            yield from self._next(line)
        yield from self._behind()

    def _told(self, findings: Iterator[Finding]) -> Iterator[Finding]:
        for finding in findings:
            self._keeper = None
            yield finding

    def findings_of(self, stream: LineSource, jobs: int) -> Iterator[Finding]:
        """The same, of sessions that other processes look at."""
        yield from self._told(self._spread(stream, jobs))

    def _spread(self, stream: LineSource, jobs: int) -> Iterator[Finding]:
        from settle.bulk.workers import spread  # noqa: PLC0415 - start-up time

        # The rulesets stand before the sessions; whoever looks at those has to know them.
        line = stream.readline(LINE_LIMIT)
        while line and not line.startswith(ENTRY_BEGINS):
            yield from self._next(line)
            line = stream.readline(LINE_LIMIT)
        texts, cut = self._rulesets.documents(), Cut(line, stream)
        reporter = partial(ledger_reporter, stores=self._keeper is not None)
        yield from self._put_together(
            cut, spread(jobs, cut.batches(), reporter, self._released, texts)
        )
        yield from self._behind()

    def _put_together(
        self, cut: Cut, reported: Iterable[tuple[Batch, Reports]]
    ) -> Iterator[Finding]:
        """What follows the rulesets, out of reports; what has none is looked at here."""
        known = len(self._rulesets.documents())
        for batch, reports in reported:
            for before, session, end, report in cut.taken(batch, reports):
                for line in before:
                    yield from self._next(line)
                if report is not None and self._fits(known, end):
                    yield from self._reported(session, report)
                    yield from self._next(end)
                elif session:
                    for line in (*session, end):
                        yield from self._next(line)
        for line in cut.rest():
            yield from self._next(line)

    def _next(self, line: bytes) -> Iterator[Finding]:
        self._number += 1
        for finding in self._line(line, first=self._number == 1):
            yield _in_line(finding, self._number)

    def _behind(self) -> Iterator[Finding]:
        """What shows at the end of the file."""
        if self._number == 0:
            raise LedgerRefused("The file is empty; an exported ledger has a header and an end.")
        for finding in self._end():
            yield _in_line(finding, self._number + 1)
        self._tally.unused += self._rulesets.unused()

    def _fits(self, known: int, end: bytes) -> bool:
        """Whether a session begins here, under the rulesets that are known elsewhere too."""
        document, _ = read_line(end.removesuffix(b"\n"))
        return (
            self._session is None
            and not self._is_over
            and known == len(self._rulesets.documents())
            and isinstance(document, dict)
            and document.get("end") == "session"
            and not is_ruleset(document)
        )

    def _reported(self, session: Session, report: SessionReport) -> Iterator[Finding]:
        """A session as it was looked at elsewhere, up to its end."""
        self._begins = self._number + 1
        for place, finding in report.found:
            yield finding._replace(line=self._begins + place)
        self._together.join(report.together, self._number)
        self._number += len(session)
        self._session = report
        if self._keeper is not None:
            self._lines = list(session)
        tally = self._tally
        tally.sessions += 1
        tally.entries += report.entries
        tally.games += report.games
        for line in session:
            tally.advance(len(line))
        for digest in report.used:
            self._rulesets.get(digest)

    def _line(self, line: bytes, *, first: bool) -> Iterator[Finding]:
        text = line.removesuffix(b"\n")
        if first:
            yield from self._header(text)
        if text == line:
            yield self._here(Difference("line_malformed", "", shown(line[-20:]), "\\n"))
        if first:
            return
        if self._is_sound_game(text):
            self._hold(line)
            return
        document, wrong = read_line(text)
        if self._is_over:
            yield Finding("after_the_end", where="", found=shown(text))
        elif not isinstance(document, dict):
            yield from self._unreadable(text, wrong)
        elif is_ruleset(document):
            yield from self._ruleset(document, wrong)
        elif "end" in document:
            yield from map(self._here, wrong)
            yield from self._ended(document)
        else:
            yield from map(self._here, wrong)
            self._hold(line)
            yield from self._entry(text, document)

    def _hold(self, line: bytes) -> None:
        if self._keeper is not None:
            self._lines.append(line)

    def _is_sound_game(self, text: bytes) -> bool:
        """Take a line that is a game with nothing wrong in it."""
        if not isinstance(self._session, SessionAudit) or self._is_over:
            return False
        self._together.line = self._number
        return self._session.take_again(text) is not None

    def _here(self, difference: Difference) -> Finding:
        """A finding at the entry that comes next, where a session is being read."""
        if self._session is None:
            return at_entry(difference, None, None)
        return at_entry(difference, self._session.session, self._session.head[0] + 1)

    def _header(self, text: bytes) -> Iterator[Finding]:
        document, _ = read_line(text)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise LedgerRefused(
                f"This is no exported ledger: it begins with {shown(text[:40])} in place of"
                f' {{"format":"{FORMAT}",…}}. A database is named with --db.'
            )
        if document.get("version") != VERSION:
            raise LedgerRefused(
                f"This ledger has the form {shown(document.get('version'))}, and this Settle reads"
                f" form {VERSION}. Use the Settle that made it."
            )
        self._scope = document.get("scope", "")
        if self._scope not in SCOPES or text != canonical_bytes(header(self._scope)):
            yield Finding("header_differs", found=shown(text))

    def _unreadable(self, text: bytes, wrong: tuple[Difference, ...]) -> Iterator[Finding]:
        """A line that cannot be told: an entry where a session is being read."""
        if self._session is None:
            yield from (at_entry(each, None, None) for each in wrong)
            if not wrong:
                yield Finding("line_unknown", found=shown(text))
            return
        assert isinstance(self._session, SessionAudit)
        yield from self._session.take(text)

    def _ruleset(
        self, document: Mapping[str, Any], wrong: tuple[Difference, ...]
    ) -> Iterator[Finding]:
        self._tally.rulesets += 1
        found = [*wrong]
        if document.keys() != _RULESET_KEYS or not isinstance(document["digest"], str):
            found.append(Difference("line_unknown", "", shown(document)))
        else:
            found += self._rulesets.add_document(document["digest"], document["ruleset"])
            if self._keeper is not None and not found:
                self._keeper.ruleset(document["digest"], document["ruleset"])
        if self._session is not None or self._tally.sessions:
            found.append(Difference("line_misplaced", "", shown(document)))
        for difference in found:
            yield at_entry(difference, None, None)

    def _entry(self, text: bytes, document: Mapping[str, Any]) -> Iterator[Finding]:
        if self._session is None:
            gathered = None if self._keeper is None else Gathered()
            self._session = SessionAudit(
                self._rulesets, self._tally, self._together, gathered=gathered
            )
            self._tally.sessions += 1
            self._begins = self._number
        assert isinstance(self._session, SessionAudit)
        self._together.line = self._number
        yield from self._session.take(text, document)

    def _ended(self, document: Mapping[str, Any]) -> Iterator[Finding]:
        kind = document["end"]
        if kind == "session":
            yield from self._session_ended(document)
        elif kind == "ledger":
            yield from self._end_of_all(document)
        else:
            yield self._here(Difference("line_unknown", "", shown(document)))

    def _session_ended(self, document: Mapping[str, Any]) -> Iterator[Finding]:
        audit, self._session = self._session, None
        if audit is None:
            yield Finding("line_misplaced", found=shown(document))
            return
        yield from map(self._earlier, audit.end())
        seq, head = audit.head
        imported = document.get("imported") is True if self._scope == "book" else None
        expected = session_end(audit.session or "", audit.entries, head or "", imported=imported)
        if canonical_bytes(document) != canonical_bytes(expected):
            # Where entries are said to follow, the first that is missing is the bad one.
            told = document.get("entries")
            place = seq + 1 if isinstance(told, int) and told > audit.entries else seq
            yield Finding("end_differs", audit.session, place, "", shown(document), shown(expected))
        if audit.session in self._ids:
            yield self._earlier(Finding("session_twice", audit.session, 1))
        self._ids.add(audit.session or "")
        yield from map(self._earlier, self._place(audit, imported=bool(imported)))
        lines, self._lines = self._lines, []
        if self._keeper is not None:
            rows = audit.rows
            assert rows is not None
            assert audit.opening is not None
            self._keeper.session(lines, rows, audit.opening)

    def _earlier(self, finding: Finding) -> Finding:
        """What shows at the end of a session of one of its entries: in the line of that one."""
        assert finding.seq is not None
        return finding._replace(line=min(self._begins + finding.seq - 1, self._number))

    def _place(self, audit: SessionAudit | SessionReport, *, imported: bool) -> Iterator[Finding]:
        if self._scope != "book":
            return
        if audit.opening is None:
            self._order.pass_over()
            return
        if imported:
            self._tally.imported.append(audit.opening.session)
        yield from self._order.take(audit.opening, imported=imported)

    def _end_of_all(self, document: Mapping[str, Any]) -> Iterator[Finding]:
        yield from self._unended()
        self._is_over = True
        tally = self._tally
        expected = ledger_end(
            rulesets=tally.rulesets, sessions=tally.sessions, entries=tally.entries
        )
        if canonical_bytes(document) != canonical_bytes(expected):
            yield Finding("end_differs", None, None, "", shown(document), shown(expected))
        if self._scope == "session" and tally.sessions != 1:
            yield Finding("header_differs", None, None, "/scope", "session", "book")

    def _unended(self) -> Iterator[Finding]:
        """A session that was begun and has no end."""
        if self._session is not None:
            seq, _ = self._session.head
            yield Finding("end_missing", self._session.session, seq + 1)
            yield from map(self._earlier, self._session.end())
            self._session = None

    def _end(self) -> Iterator[Finding]:
        yield from self._unended()
        yield from self._together.findings(self._tally)
        if not self._is_over:
            yield Finding("end_missing")


def _in_line(finding: Finding, line: int) -> Finding:
    """A finding in a line, where it is not about an earlier one."""
    return finding if finding.line is not None else finding._replace(line=line)
