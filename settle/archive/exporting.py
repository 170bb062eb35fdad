"""Exporting: a session, or the whole book, as a ledger that anybody can check."""

from collections.abc import Iterator
from typing import NamedTuple

from settle.archive.lines import Scope, header, ledger_end, ruleset_line, session_end, written
from settle.canonical import read_json
from settle.faults import RefusedError
from settle.store import Reader, SessionRow


class ExportRefused(Exception):  # noqa: N818 - a refusal, as the store's
    """What was asked for cannot be exported; the text says why."""


def export_session(r: Reader, session: str) -> Iterator[bytes]:
    """The lines of one session's ledger. Raises ExportRefused."""
    return _ledger(r, "session", [session_of(r, session)])


def export_book(r: Reader) -> Iterator[bytes]:
    """The lines of the whole book's ledger, its sessions in the order of their opening."""
    return _ledger(r, "book", list(r.sessions()))


def session_of(r: Reader, session: str) -> SessionRow:
    """Where a session stands. Raises ExportRefused for one that is not in the book."""
    row = r.session_row(session)
    if row is None:
        raise ExportRefused(f"There is no session {session} in this book.")
    return row


class _Counts(NamedTuple):
    rulesets: int
    sessions: int
    entries: int


def _ledger(r: Reader, scope: Scope, rows: list[SessionRow]) -> Iterator[bytes]:
    yield written(header(scope))
    rulesets = 0
    for line in _rulesets(r, None if scope == "book" else rows[0].id):
        rulesets += 1
        yield line
    entries = 0
    for row in rows:
        for line in r.lines(row.id):
            entries += 1
            yield line + b"\n"
        imported = row.imported if scope == "book" else None
        yield written(session_end(row.id, row.head_seq, row.head_hash, imported=imported))
    yield written(ledger_end(rulesets=rulesets, sessions=len(rows), entries=entries))


def _rulesets(r: Reader, session: str | None) -> Iterator[bytes]:
    """The texts that a session was played under, or all of the book, those not used as well."""
    digests = None if session is None else _digests(r, session)
    for row in r.rulesets():
        if digests is None or row.digest in digests:
            try:
                document = read_json(row.text)
            except RefusedError as refused:
                raise ExportRefused(
                    f"The text of ruleset {row.digest} cannot be read: audit the book."
                ) from refused
            yield written(ruleset_line(row.digest, document))


def _digests(r: Reader, session: str) -> set[str]:
    try:
        opening = r.entry(session, 1)
        if opening is None:
            return set()
        changed = [table for entry in r.table_changes(session) for table in entry.body["tables"]]
        return {str(table.get("ruleset_digest")) for table in (opening.body, *changed)}
    except (RefusedError, LookupError, TypeError, AttributeError) as error:
        raise ExportRefused(
            f"The tables of session {session} cannot be read: audit the book."
        ) from error
