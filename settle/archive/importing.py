"""Importing: an exported ledger into a book, every line and hash as it is."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any, BinaryIO, NamedTuple

from settle.archive.lines import LINE_LIMIT
from settle.audit import Finding, SessionRows, Tally, audit_ledger, take_ledger
from settle.book.joint import parts_of
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.store import AnswerRow, Opened, Reader, Store, Writer


class ImportRefused(Exception):  # noqa: N818 - a refusal, as the store's
    """The ledger is not taken into this book; the text says why, and nothing was stored."""


class Imported(NamedTuple):
    """What became of a session of the ledger."""

    session: str
    entries: int
    is_new: bool
    """False for one that was there already, entry for entry."""
    halves: tuple[Finding, ...] = ()
    """Settlements of several sessions as one that were taken back in some of them only: an audit
    finds them from now on, until they are taken back where these are."""


class LedgerUnsoundError(Exception):
    """What an audit finds in the ledger; nothing was stored."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings


class Ledger:
    """An exported ledger in a file that can be read twice: to audit it, and to store it."""

    def __init__(self, stream: BinaryIO, released: Mapping[str, str]) -> None:
        """``released`` are the digests of the released rulesets by ``id@version``."""
        self._stream = stream
        self._released = released
        self._digest: str | None = None
        """Of the file that was audited."""

    def findings(self, tally: Tally, jobs: int = 1) -> Iterator[Finding]:
        """What an audit finds; to be gone through before it is stored. Raises LedgerRefused."""
        reading = _Reading(self._stream)
        yield from audit_ledger(reading, self._released, tally, jobs)
        self._digest = reading.hexdigest()

    def store(self, store: Store, jobs: int = 1) -> tuple[Imported, ...]:
        """Store it as it is, in one transaction: all of it or nothing.

        Every hash and link is looked at once more, or for the first time: games are scored by the
        audit only. Raises LedgerUnsoundError, LedgerRefused, and ImportRefused for a session or
        ruleset that the book has otherwise, and for a file that was changed since its audit.
        """
        self._stream.seek(0)
        reading = None if self._digest is None else _Reading(self._stream)
        with store.writing() as w:
            w.gather()
            keeper, given = _Keeper(w), reading or self._stream
            found = tuple(take_ledger(given, self._released, Tally(), keeper, jobs))
            if reading is not None and reading.hexdigest() != self._digest:
                raise ImportRefused("The file was changed while it was read. Nothing was imported.")
            if found:
                raise LedgerUnsoundError(found)
            return keeper.imported()


class _Reading:
    """Reads a file from its beginning and remembers the digest of what was read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._stream.seek(0)
        self._sha256 = sha256()

    def readline(self, limit: int = LINE_LIMIT, /) -> bytes:
        """The next line."""
        line = self._stream.readline(limit)
        self._sha256.update(line)
        return line

    def hexdigest(self) -> str:
        """Of what was read so far."""
        return self._sha256.hexdigest()


class _Keeper:
    """Writes what was found to be sound."""

    def __init__(self, w: Writer) -> None:
        self._w = w
        self._done: list[Imported] = []

    def imported(self) -> tuple[Imported, ...]:
        """What became of the sessions, in order."""
        return tuple(self._done)

    def ruleset(self, digest: str, document: Mapping[str, Any]) -> None:
        """Add a text that is not there yet."""
        for row in self._w.rulesets(document["id"]):
            if row.version == document["version"] and row.digest != digest:
                raise ImportRefused(
                    f"The book has another ruleset {row.id}@{row.version}: {row.digest},"
                    f" and the ledger {digest}. Nothing was imported."
                )
        text = canonical_bytes(document).decode("utf-8")
        self._w.add_ruleset(digest, document["id"], document["version"], text)

    def session(self, lines: Sequence[bytes], rows: SessionRows, opening: Entry) -> None:
        """Add a session that is not there yet, every line as it is."""
        w, session = self._w, rows.session.id
        w.hold(session)
        if w.session_row(session) is not None:
            _refuse_unless_same(w, session, lines)
            self._done.append(Imported(session, len(lines), is_new=False))
            return
        last = w.last_opened()
        w.add_lines(session, zip(rows.entries, lines, strict=True))
        for answer in rows.answers:
            _refuse_another(w, answer)
            w.put_answer_row(answer)
        opened = last.opened + 1 if last else 1
        imported = _is_from_elsewhere(opening, last)
        w.put_session_row(rows.session._replace(opened=opened, imported=imported))
        w.put_game_rows(rows.games)
        for dispute in rows.disputes:
            w.put_dispute_row(dispute)
        for confirmation in rows.confirmations:
            w.put_confirmation_row(confirmation)
        halves = tuple(_halves(w, session, rows.settled))
        self._done.append(Imported(session, len(lines), is_new=True, halves=halves))


def _halves(r: Reader, session: str, settled: Sequence[int]) -> Iterator[Finding]:
    """Where a settlement stands that was taken back in the session that came, or the reverse."""
    for seq in settled:
        made = r.entry(session, seq)
        if made is None or "group" not in made.body:
            continue
        gone = [(each, _is_taken_back(r, each)) for each in parts_of(r, made)]
        if any(is_gone for _, is_gone in gone):
            for part, is_gone in gone:
                if not is_gone:
                    yield Finding("part_reversed", part.session, part.seq)


def _is_taken_back(r: Reader, made: Entry) -> bool:
    reversals = r.entries_of_kinds(made.session, ("settlement_reversed",))
    return any(each.body["settlement"] == made.seq for each in reversals)


def _refuse_another(w: Writer, answer: AnswerRow) -> None:
    """Refuse a session that was opened under a key which opened another one here."""
    if answer.scope == answer.session:
        return
    present = w.answer(answer.scope, answer.key)
    if present is not None:
        raise ImportRefused(
            f"The book opened session {present.session} under the key {answer.key}, and the ledger"
            f" opened {answer.session} under it. Nothing was imported."
        )


def _is_from_elsewhere(opening: Entry, last: Opened | None) -> bool:
    """Whether the opening names another session than the one that stands before it here."""
    before = None if last is None else {"id": last.session, "hash": last.first_hash}
    named: object = opening.body["previous_session"]
    return named != before


def _refuse_unless_same(w: Writer, session: str, lines: Sequence[bytes]) -> None:
    for seq, (have, line) in enumerate(zip_longest(w.lines(session), lines), 1):
        if have is None or line is None or have + b"\n" != line:
            row = w.session_row(session)
            assert row is not None
            raise ImportRefused(
                f"Session {session} is in this book with other entries: {row.head_seq} here,"
                f" {len(lines)} in the ledger, the first that differs is entry {seq}."
                " Nothing was imported."
            )
