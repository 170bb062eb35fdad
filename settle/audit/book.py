"""The audit of a database: entries, and everything that was made from them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from settle.audit.bodies import is_request
from settle.audit.findings import Finding, Tally, at_entry, shown
from settle.audit.links import entry_faults, read_line
from settle.audit.order import Order
from settle.audit.rulesets import Rulesets
from settle.audit.session import SessionAudit
from settle.audit.together import Together
from settle.book.rows import (
    answer_row,
    confirmation_rows,
    dispute_rows,
    game_rows,
    session_row,
)
from settle.entries import from_document
from settle.store import (
    AnswerRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    Inspection,
    Reader,
    Table,
    Value,
    as_cells,
)

Row = Mapping[str, Value]
OfEntry = GameRow | DisputeRow | ConfirmationRow
_OF_SESSIONS: Final[tuple[Table, ...]] = ("game", "dispute", "confirmation", "person")
"""Tables whose rows belong to a session each."""


def audit_book(
    inspection: Inspection, released: Mapping[str, str], tally: Tally
) -> Iterator[Finding]:
    """What is wrong with a book, session by session in the order of opening.

    ``released`` are the digests of the released rulesets by ``id@version``.
    """
    for fault in inspection.faults:
        yield Finding("guard_changed", found=fault)
    for damage in inspection.reader.damage():
        yield Finding("database_damaged", found=shown(damage))
    yield from _BookAudit(inspection.reader, released, tally).findings()


class _BookAudit:
    """Goes through the sessions, then through what belongs to none."""

    def __init__(self, reader: Reader, released: Mapping[str, str], tally: Tally) -> None:
        self._r = reader
        self._tally = tally
        self._rulesets = Rulesets(released)
        self._order = Order()
        self._together = Together()
        self._ids: set[str] = set()
        self._answers = 0
        """How many that there should be were found."""

    def findings(self) -> Iterator[Finding]:
        """Every finding. A ruleset's comes after those of the entries that name it."""
        yield from self._name()
        rulesets = list(self._ruleset_rows())
        for place, row in enumerate(self._r.raw_rows("session"), 1):
            yield from self._session(row, place)
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
            digest, text = str(row["digest"]), _bytes(row["text"])
            found = list(self._rulesets.add(digest, text))
            yield from (at_entry(each, None, None) for each in found)
            if not found:
                document, _ = read_line(text)
                expected = {name: document[name] for name in ("id", "version")}
                yield from _compared("ruleset", row, expected, None, None)

    # --- a session -------------------------------------------------------------------------------

    def _session(self, row: Row, place: int) -> Iterator[Finding]:
        session = str(row["id"])
        audit = SessionAudit(self._rulesets, self._tally, self._together, session)
        self._tally.sessions += 1
        self._ids.add(session)
        yield from self._entries(audit, session)
        yield from audit.end()
        if row["opened"] != place:
            yield Finding(
                "column_differs", session, 1, "session.opened", shown(row["opened"]), str(place)
            )
        yield from self._place(audit, row)
        if audit.state is not None:
            yield from self._derived(audit, row)

    def _entries(self, audit: SessionAudit, session: str) -> Iterator[Finding]:
        """The entries, their columns, and the answers that came of them."""
        for row in self._r.raw_rows("entry", session=session):
            line = _bytes(row["line"])
            seq = audit.head[0] + 1
            document, wrong = read_line(line)
            yield from (at_entry(each, session, seq) for each in wrong)
            if document is None:
                yield from audit.take(line)
                continue
            yield from audit.take(line, document)
            if isinstance(document, dict):
                expected = {name: document.get(name) for name in row if name != "line"}
                yield from _compared("entry", row, expected, session, seq)
                yield from self._answer(document, session, seq)

    def _answer(self, document: Mapping[str, object], session: str, seq: int) -> Iterator[Finding]:
        expected = _answer_of(document)
        if expected is None:
            return
        cells = as_cells(expected)
        present = self._r.raw_rows("answer", scope=expected.scope, key=expected.key)
        row = next(present, None)
        if row is None:
            yield Finding("row_missing", session, seq, "answer", "", shown(cells))
            return
        self._answers += 1
        yield from _compared("answer", row, cells, session, seq)

    def _place(self, audit: SessionAudit, row: Row) -> Iterator[Finding]:
        if audit.opening is None:
            self._order.pass_over()
            return
        imported = row["imported"] == 1
        if imported:
            self._tally.imported.append(audit.opening.session)
        yield from self._order.take(audit.opening, imported=imported)

    def _derived(self, audit: SessionAudit, row: Row) -> Iterator[Finding]:
        assert audit.state is not None
        folded = audit.state.session
        made = as_cells(session_row(folded, 0))
        # A book of an older schema has no such columns yet; what they would say follows.
        expected = {n: made[n] for n in made if n not in ("opened", "imported") and n in row}
        # Where the row tells of more entries, the first that is missing is the bad one.
        is_short = _number(row["head_seq"]) > folded.head_seq
        place = folded.head_seq + is_short
        yield from _compared("session", row, expected, folded.id, place)
        name = folded.id
        yield from self._rows("game", ("game",), game_rows(folded), name)
        yield from self._rows("dispute", ("id",), dispute_rows(folded), name)
        yield from self._rows("confirmation", ("entry", "player"), confirmation_rows(folded), name)
        for person in self._r.raw_rows("person", session=folded.id):
            if person["id"] not in folded.players:
                yield _too_much("person", person, folded.id)

    def _rows(
        self, table: Table, keys: tuple[str, ...], rows: Iterable[OfEntry], session: str
    ) -> Iterator[Finding]:
        """The rows of a session in a table against those that follow from its entries, by key."""
        if not self._r.has_table(table):
            return
        missing = {tuple(getattr(row, key) for key in keys): row for row in rows}
        for present in self._r.raw_rows(table, session=session):
            row = missing.pop(tuple(present[key] for key in keys), None)
            if row is None:
                yield _too_much(table, present, session)
                continue
            cells = {n: value for n, value in as_cells(row).items() if n in present}
            yield from _compared(table, present, cells, session, row.seq)
        for key, row in missing.items():
            where = " ".join(map(str, (table, *key)))
            yield Finding("row_missing", session, row.seq, where, "", shown(as_cells(row)))

    # --- what belongs to no session --------------------------------------------------------------

    def _without_row(self) -> Iterator[Finding]:
        """Sessions that have entries and no row."""
        for session in self._r.sessions_of_entries():
            if session not in self._ids:
                self._ids.add(session)
                audit = SessionAudit(self._rulesets, self._tally, self._together, session)
                self._tally.sessions += 1
                yield Finding("row_missing", session, 1, "session")
                yield from self._entries(audit, session)
                yield from audit.end()

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
            document, _ = read_line(_bytes(entry["line"]))
            expected = _answer_of(document)
            return expected is not None and expected[:2] == (row["scope"], row["key"])
        return False


def _bytes(value: Value) -> bytes:
    return str(value).encode("utf-8", "surrogateescape")


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _compared(
    table: Table, row: Row, expected: Mapping[str, object], session: str | None, seq: int | None
) -> Iterator[Finding]:
    """The columns of a row that do not say what the entries say."""
    for name, value in expected.items():
        if (type(row[name]), row[name]) != (type(value), value):
            where = f"{table}.{name}"
            yield Finding("column_differs", session, seq, where, shown(row[name]), shown(value))


def _too_much(table: Table, row: Row, session: str | None) -> Finding:
    seq = _number(row["seq"]) if "seq" in row and session is not None else None
    return Finding("row_too_much", session, seq, table, shown(list(row.values())))


def _answer_of(document: object) -> AnswerRow | None:
    """What should be remembered of the call that made an entry; None without a key."""
    if not isinstance(document, dict) or any(entry_faults(document)):
        return None
    request = document["body"].get("request")
    return answer_row(from_document(document)) if is_request(request) else None
