"""The audit of a database: entries, and everything that was made from them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from settle.audit.findings import Finding, Tally, at_entry, shown
from settle.audit.kept import (
    BATCH_ENTRIES,
    MOST_ENTRIES,
    Derived,
    Expected,
    KeptBatch,
    KeptReport,
    KeptSession,
    KeptTask,
    Row,
    Sought,
    answer_of,
    as_bytes,
    book_reporter,
    compared,
)
from settle.audit.links import read_line
from settle.audit.order import Order
from settle.audit.rulesets import Rulesets
from settle.audit.together import Together
from settle.entries import Entry
from settle.store import Inspection, Reader, Table, Value, as_cells

_OF_SESSIONS: Final[tuple[Table, ...]] = ("game", "dispute", "confirmation", "person")
"""Tables whose rows belong to a session each."""


def audit_book(
    inspection: Inspection, released: Mapping[str, str], tally: Tally, jobs: int = 1
) -> Iterator[Finding]:
    """What is wrong with a book, session by session in the order of opening.

    ``released`` are the digests of the released rulesets by ``id@version``; ``jobs`` processes look
    at the entries, which are read here: all of them are of one moment. Raises WorkerLostError.
    """
    for fault in inspection.faults:
        yield Finding("guard_changed", found=fault)
    for damage in inspection.reader.damage():
        yield Finding("database_damaged", found=shown(damage))
    audit = _BookAudit(inspection.reader, released, tally)
    yield from audit.findings() if jobs == 1 else audit.findings_of(jobs)


class _BookAudit:
    """Goes through the sessions, then through what belongs to none."""

    def __init__(self, reader: Reader, released: Mapping[str, str], tally: Tally) -> None:
        self._r = reader
        self._released = released
        self._tally = tally
        self._rulesets = Rulesets(released)
        self._order = Order()
        self._together = Together()
        self._ids: set[str] = set()
        self._answers = 0
        """How many that there should be were found."""

    def findings(self) -> Iterator[Finding]:
        """Every finding. A ruleset's comes after those of the entries that name it."""
        yield from self._around(self._sessions())

    def findings_of(self, jobs: int) -> Iterator[Finding]:
        """The same, of entries that other processes look at."""
        yield from self._around(self._reported(jobs))

    def _around(self, sessions: Iterator[Finding]) -> Iterator[Finding]:
        yield from self._name()
        rulesets = list(self._ruleset_rows())
        yield from sessions
        yield from self._without_row()
        yield from self._together.findings(self._tally)
        yield from self._astray()
        yield from rulesets
        self._tally.unused += self._rulesets.unused()

    def _name(self) -> Iterator[Finding]:
        """The book has one name. Which one, no entry says: a checkpoint kept elsewhere does."""
        names = list(self._r.raw_rows("book")) if self._r.has_table("book") else [{}]
        if len(names) != 1:
            yield Finding("row_too_much" if names else "row_missing", where="book")

    def _ruleset_rows(self) -> Iterator[Finding]:
        for row in self._r.raw_rows("ruleset"):
            self._tally.rulesets += 1
            digest, text = str(row["digest"]), as_bytes(row["text"])
            found = list(self._rulesets.add(digest, text))
            yield from (at_entry(each, None, None) for each in found)
            if not found:
                document, _ = read_line(text)
                expected = {name: document[name] for name in ("id", "version")}
                yield from compared("ruleset", row, expected, None, None)

    # --- a session -------------------------------------------------------------------------------

    def _sessions(self) -> Iterator[Finding]:
        for place, row in enumerate(self._r.raw_rows("session"), 1):
            yield from self._session(row, place, self._looked_at(str(row["id"])))

    def _looked_at(self, session: str) -> KeptSession:
        rows = self._r.raw_rows("entry", session=session)
        return KeptSession(
            session, rows, rulesets=self._rulesets, tally=self._tally, together=self._together
        )

    def _reported(self, jobs: int) -> Iterator[Finding]:
        from settle.bulk.workers import spread  # noqa: PLC0415 - start-up time

        texts = self._rulesets.documents()
        reported = spread(jobs, self._batches(), book_reporter, self._released, texts)
        for batch, reports in reported:
            for task, report in zip(batch, reports, strict=True):
                if report is not None:
                    self._take_over(task, report)
                looked = report or self._looked_at(task.session)
                yield from self._session(task.row, task.place, looked)

    def _batches(self) -> Iterator[KeptBatch]:
        """The sessions with their entries, as far as they can be handed about."""
        held: list[KeptTask] = []
        size = 0
        for place, row in enumerate(self._r.raw_rows("session"), 1):
            entries = tuple(
                islice(self._r.raw_rows("entry", session=str(row["id"])), MOST_ENTRIES + 1)
            )
            is_long = len(entries) > MOST_ENTRIES
            held.append(KeptTask(place, row, None if is_long else entries))
            size += len(entries)
            if size >= BATCH_ENTRIES:
                yield tuple(held)
                held, size = [], 0
        if held:
            yield tuple(held)

    def _take_over(self, task: KeptTask, report: KeptReport) -> None:
        self._tally.entries += report.entries
        self._tally.games += report.games
        for row in task.entries or ():
            self._tally.advance(len(str(row["line"])))
        self._together.join(report.together)
        for digest in report.used:
            self._rulesets.get(digest)

    def _session(self, row: Row, place: int, looked: KeptSession | KeptReport) -> Iterator[Finding]:
        session = str(row["id"])
        self._tally.sessions += 1
        self._ids.add(session)
        yield from self._entries(looked, session)
        yield from looked.end()
        if row["opened"] != place:
            yield Finding(
                "column_differs", session, 1, "session.opened", shown(row["opened"]), str(place)
            )
        yield from self._place(looked.opening, row)
        derived = looked.derived()
        if derived is not None:
            yield from self._derived(derived, row)

    def _entries(self, looked: KeptSession | KeptReport, session: str) -> Iterator[Finding]:
        """What is wrong with the entries, and with the answers that came of them."""
        for item in looked.items():
            if isinstance(item, Sought):
                yield from self._answer(item, session)
            else:
                yield item

    def _answer(self, sought: Sought, session: str) -> Iterator[Finding]:
        cells = as_cells(sought.row)
        present = self._r.raw_rows("answer", scope=sought.row.scope, key=sought.row.key)
        row = next(present, None)
        if row is None:
            yield Finding("row_missing", session, sought.seq, "answer", "", shown(cells))
            return
        self._answers += 1
        yield from compared("answer", row, cells, session, sought.seq)

    def _place(self, opening: Entry | None, row: Row) -> Iterator[Finding]:
        if opening is None:
            self._order.pass_over()
            return
        imported = row["imported"] == 1
        if imported:
            self._tally.imported.append(opening.session)
        yield from self._order.take(opening, imported=imported)

    def _derived(self, derived: Derived, row: Row) -> Iterator[Finding]:
        session = derived.session
        # A book of an older schema has no such columns yet; what they would say follows.
        expected = {
            name: value
            for name, value in derived.cells.items()
            if name not in ("opened", "imported") and name in row
        }
        # Where the row tells of more entries, the first that is missing is the bad one.
        is_short = _number(row["head_seq"]) > derived.head_seq
        yield from compared("session", row, expected, session, derived.head_seq + is_short)
        for table, keys, rows in derived.tables:
            yield from self._rows(table, keys, rows, session)
        for person in self._r.raw_rows("person", session=session):
            if person["id"] not in derived.players:
                yield _too_much("person", person, session)

    def _rows(
        self, table: Table, keys: tuple[str, ...], rows: Iterable[Expected], session: str
    ) -> Iterator[Finding]:
        """The rows of a session in a table against those that follow from its entries, by key."""
        if not self._r.has_table(table):
            return
        missing = {row.key: row for row in rows}
        for present in self._r.raw_rows(table, session=session):
            row = missing.pop(tuple(present[key] for key in keys), None)
            if row is None:
                yield _too_much(table, present, session)
                continue
            cells = {n: value for n, value in row.cells.items() if n in present}
            yield from compared(table, present, cells, session, row.seq)
        for key, row in missing.items():
            where = " ".join(map(str, (table, *key)))
            yield Finding("row_missing", session, row.seq, where, "", shown(row.cells))

    # --- what belongs to no session --------------------------------------------------------------

    def _without_row(self) -> Iterator[Finding]:
        """Sessions that have entries and no row."""
        for session in self._r.sessions_of_entries():
            if session not in self._ids:
                self._ids.add(session)
                looked = self._looked_at(session)
                self._tally.sessions += 1
                yield Finding("row_missing", session, 1, "session")
                yield from self._entries(looked, session)
                yield from looked.end()

    def _astray(self) -> Iterator[Finding]:
        """Rows that no session accounts for."""
        for table in _OF_SESSIONS:
            for row in self._r.raw_rows(table) if self._r.has_table(table) else ():
                if str(row["session"]) not in self._ids:
                    yield _too_much(table, row, None)
        # Every answer that there should be was looked up; only where there are more of them have
        # the others to be found.
        if sum(1 for _ in self._r.raw_rows("answer")) > self._answers:
            for row in self._r.raw_rows("answer"):
                if not self._is_anybodys(row):
                    yield _too_much("answer", row, str(row["session"]))

    def _is_anybodys(self, row: Row) -> bool:
        session, seq = str(row["session"]), _number(row["seq"])
        for entry in self._r.raw_rows("entry", session=session, seq=seq):
            document, _ = read_line(as_bytes(entry["line"]))
            expected = answer_of(document)
            return expected is not None and expected[:2] == (row["scope"], row["key"])
        return False


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _too_much(table: Table, row: Row, session: str | None) -> Finding:
    seq = _number(row["seq"]) if "seq" in row and session is not None else None
    return Finding("row_too_much", session, seq, table, shown(list(row.values())))
