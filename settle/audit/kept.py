"""A session of a book by its entries: what is wrong with them, and which rows should follow.

The book is not asked: rows come in, and what has to be looked up goes out. So other processes can
do it, and what they report stands for a :class:`KeptSession`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.audit.bodies import is_request
from settle.audit.findings import Finding, Tally, at_entry, shown
from settle.audit.links import entry_faults, read_line
from settle.audit.reports import RulesetText, known
from settle.audit.rulesets import Rulesets
from settle.audit.session import SessionAudit
from settle.audit.together import Together
from settle.book.rows import answer_row, confirmation_rows, dispute_rows, game_rows, session_row
from settle.entries import Entry, from_document
from settle.sessions import Session
from settle.store import (
    AnswerRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    Table,
    Value,
    as_cells,
)

Row = Mapping[str, Value]
OfEntry = GameRow | DisputeRow | ConfirmationRow

MOST_ENTRIES: Final = 4000
"""Entries of a session that may be held; a longer one is looked at as it is read."""
BATCH_ENTRIES: Final = 200
"""Entries that go out together, of as many sessions as there are in them."""


class Sought(NamedTuple):
    """An answer that there should be, and the entry it was given for."""

    row: AnswerRow
    seq: int


class Expected(NamedTuple):
    """A row that there should be."""

    key: tuple[object, ...]
    seq: int
    cells: Row


class Derived(NamedTuple):
    """The rows that follow from the entries of a session."""

    session: str
    head_seq: int
    players: tuple[str, ...]
    cells: Row
    """Of the session itself."""
    tables: tuple[tuple[Table, tuple[str, ...], tuple[Expected, ...]], ...]
    """Each with the columns of its key."""


class KeptSession:
    """Takes the rows of a session's entries in order; memory does not grow with them."""

    def __init__(
        self,
        session: str,
        rows: Iterable[Row],
        *,
        rulesets: Rulesets,
        tally: Tally,
        together: Together,
    ) -> None:
        self._id = session
        self._rows = rows
        self._audit = SessionAudit(rulesets, tally, together, session)

    def items(self) -> Iterator[Finding | Sought]:
        """What is wrong with the entries and their columns, and which answers there should be."""
        audit, session = self._audit, self._id
        for row in self._rows:
            line = as_bytes(row["line"])
            seq = audit.head[0] + 1
            game = audit.take_again(line)
            if game is not None:
                yield from self._beside(row, game._asdict(), answer_row(game), seq)
                continue
            document, wrong = read_line(line)
            yield from (at_entry(each, session, seq) for each in wrong)
            if document is None:
                yield from audit.take(line)
                continue
            yield from audit.take(line, document)
            if isinstance(document, dict):
                yield from self._beside(row, document, answer_of(document), seq)

    def _beside(
        self, row: Row, document: Mapping[str, Any], answer: AnswerRow | None, seq: int
    ) -> Iterator[Finding | Sought]:
        """What stands beside a line, and what should stand elsewhere because of it."""
        expected = {name: document.get(name) for name in row if name != "line"}
        yield from compared("entry", row, expected, self._id, seq)
        if answer is not None:
            yield Sought(answer, seq)

    def end(self) -> Iterator[Finding]:
        """What is missing after the last entry."""
        return self._audit.end()

    @property
    def opening(self) -> Entry | None:
        """None where the first entry is none."""
        return self._audit.opening

    def derived(self) -> Derived | None:
        """None where what was agreed cannot be made out."""
        return None if self._audit.state is None else _derived(self._audit.state.session)


def _derived(session: Session) -> Derived:
    rows: tuple[tuple[Table, tuple[str, ...], Iterator[OfEntry]], ...] = (
        ("game", ("game",), game_rows(session)),
        ("dispute", ("id",), dispute_rows(session)),
        ("confirmation", ("entry", "player"), confirmation_rows(session)),
    )
    tables: list[tuple[Table, tuple[str, ...], tuple[Expected, ...]]] = []
    for table, keys, made in rows:
        expected = [
            Expected(tuple(getattr(row, key) for key in keys), row.seq, as_cells(row))
            for row in made
        ]
        tables.append((table, keys, tuple(expected)))
    cells = as_cells(session_row(session, 0))
    return Derived(session.id, session.head_seq, tuple(session.players), cells, tuple(tables))


# --- elsewhere -----------------------------------------------------------------------------------


class KeptTask(NamedTuple):
    """A session to look at."""

    place: int
    """Among the sessions, in the order of opening; from 1."""
    row: Row
    """Its own."""
    entries: tuple[Row, ...] | None
    """None for one that is too long to be handed about."""

    @property
    def session(self) -> str:
        """The id."""
        return str(self.row["id"])


class KeptReport(NamedTuple):
    """A session that was looked at elsewhere."""

    found: tuple[Finding | Sought, ...]
    missing: tuple[Finding, ...]
    opening: Entry | None
    rows: Derived | None
    entries: int
    games: int
    used: tuple[str, ...]
    """Digests of rulesets that were asked for, here or in a session before."""
    together: Together

    def items(self) -> Iterator[Finding | Sought]:
        """As :meth:`KeptSession.items`."""
        return iter(self.found)

    def end(self) -> Iterator[Finding]:
        """As :meth:`KeptSession.end`."""
        return iter(self.missing)

    def derived(self) -> Derived | None:
        """As :meth:`KeptSession.derived`."""
        return self.rows


KeptBatch = tuple[KeptTask, ...]
KeptReports = tuple[KeptReport | None, ...]


def book_reporter(
    released: Mapping[str, str], texts: Sequence[RulesetText]
) -> Callable[[KeptBatch], KeptReports]:
    """What a process of its own needs to report on sessions of a book."""
    rulesets = known(released, texts)
    return lambda batch: tuple(_report(task, rulesets) for task in batch)


def _report(task: KeptTask, rulesets: Rulesets) -> KeptReport | None:
    if task.entries is None:
        return None
    tally, together = Tally(), Together()
    looked = KeptSession(
        task.session, task.entries, rulesets=rulesets, tally=tally, together=together
    )
    return KeptReport(
        tuple(looked.items()),
        tuple(looked.end()),
        looked.opening,
        looked.derived(),
        tally.entries,
        tally.games,
        rulesets.used(),
        together,
    )


# --- rows ----------------------------------------------------------------------------------------


def as_bytes(value: Value) -> bytes:
    """A text as it lies in the book."""
    return str(value).encode("utf-8", "surrogateescape")


def compared(
    table: Table, row: Row, expected: Mapping[str, object], session: str | None, seq: int | None
) -> Iterator[Finding]:
    """The columns of a row that do not say what the entries say."""
    for name, value in expected.items():
        found = row[name]
        if found != value or type(found) is not type(value):
            where = f"{table}.{name}"
            yield Finding("column_differs", session, seq, where, shown(found), shown(value))


def answer_of(document: object) -> AnswerRow | None:
    """What should be remembered of the call that made an entry; None without a key."""
    body = document.get("body") if isinstance(document, dict) else None
    request = body.get("request") if isinstance(body, dict) else None
    if not is_request(request) or any(entry_faults(document)):
        return None
    assert isinstance(document, dict)
    return answer_row(from_document(document))
