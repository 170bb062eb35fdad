"""Importing: an exported ledger into a book, verified first, every hash kept."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from typing import Any, BinaryIO, NamedTuple

import orjson

from settle.archive.lines import LINE_LIMIT
from settle.audit import Finding, Tally, audit_ledger
from settle.book.joint import parts_of
from settle.book.rows import answer_row, put_rows, session_row
from settle.canonical import canonical_bytes, written
from settle.entries import Entry, WrittenBody, from_document
from settle.sessions import Session, fold
from settle.store import Opened, Reader, Store, Writer


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


class Ledger:
    """An exported ledger in a file that can be read twice: first to verify it, then to store it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._digest = ""

    def findings(self, released: Mapping[str, str], tally: Tally) -> Iterator[Finding]:
        """What an audit finds; to be gone through before it is stored. Raises LedgerRefused."""
        reading = _Reading(self._stream)
        yield from audit_ledger(reading, released, tally)
        self._digest = reading.hexdigest()

    def store(self, store: Store) -> tuple[Imported, ...]:
        """Store what was found to be sound, in one transaction: all of it or nothing.

        Raises ImportRefused for a session or ruleset that the book has otherwise, and for a file
        that was changed since it was verified.
        """
        assert self._digest, "verify it first"
        reading = _Reading(self._stream)
        with store.writing() as w:
            return tuple(_stored(w, reading, self._digest))


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


def _stored(w: Writer, reading: _Reading, digest: str) -> Iterator[Imported]:
    entries: list[Entry] = []
    while line := reading.readline():
        # It was read strictly when it was verified, and is the same now, as the digest says.
        document = orjson.loads(line)
        if "ruleset" in document:
            _store_ruleset(w, document)
        elif "hash" in document:
            entries.append(_verified(document, line.removesuffix(b"\n")))
        elif document.get("end") == "session":
            yield _store_session(w, entries)
            entries = []
    if reading.hexdigest() != digest:
        raise ImportRefused("The file was changed while it was read. Nothing was imported.")


class _VerifiedBody(WrittenBody):
    """A body as it stands in a line that was verified."""

    def __init__(self, body: Mapping[str, Any], text: bytes) -> None:
        super().__init__(dict.fromkeys(body, b""), body)
        self._text = text

    def text(self) -> bytes:
        """The canonical JSON."""
        return self._text


def _verified(document: dict[str, Any], line: bytes) -> Entry:
    """The entry of a line that was verified; its body is not written anew to be stored."""
    entry = from_document(document)
    others = {name: value for name, value in document.items() if name not in ("at", "body")}
    begins, after = b'{"at":%b,"body":' % written(entry.at), b"," + written(others)[1:]
    assert line.startswith(begins)
    assert line.endswith(after)
    text = line[len(begins) : len(line) - len(after)]
    return entry._replace(body=_VerifiedBody(document["body"], text))


def _store_ruleset(w: Writer, line: Mapping[str, Any]) -> None:
    document = line["ruleset"]
    for row in w.rulesets(document["id"]):
        if row.version == document["version"] and row.digest != line["digest"]:
            raise ImportRefused(
                f"The book has another ruleset {row.id}@{row.version}: {row.digest},"
                f" and the ledger {line['digest']}. Nothing was imported."
            )
    text = canonical_bytes(document).decode("utf-8")
    w.add_ruleset(line["digest"], document["id"], document["version"], text)


def _store_session(w: Writer, entries: list[Entry]) -> Imported:
    session = entries[0].session
    w.hold(session)
    if w.session_row(session) is not None:
        _refuse_unless_same(w, entries)
        return Imported(session, len(entries), is_new=False)
    last = w.last_opened()
    for entry in entries:
        w.append(entry)
        _remember(w, entry)
    folded = fold(entries)
    row = session_row(folded, last.opened + 1 if last else 1)
    put_rows(w, folded, row._replace(imported=_is_from_elsewhere(entries[0], last)))
    return Imported(session, len(entries), is_new=True, halves=tuple(_halves(w, folded)))


def _halves(r: Reader, session: Session) -> Iterator[Finding]:
    """Where a settlement stands that was taken back in the session that came, or the reverse."""
    accounts = session.accounts
    for seq in sorted({*accounts.movements, *accounts.reversals}):
        made = r.entry(session.id, seq)
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


def _remember(w: Writer, entry: Entry) -> None:
    answer = answer_row(entry)
    if answer is None:
        return
    present = w.answer(answer.scope, answer.key)
    if present is not None:
        raise ImportRefused(
            f"The book opened session {present.session} under the key {answer.key}, and the ledger"
            f" opened {entry.session} under it. Nothing was imported."
        )
    w.remember(answer)


def _is_from_elsewhere(opening: Entry, last: Opened | None) -> bool:
    """Whether the opening names another session than the one that stands before it here."""
    before = None if last is None else {"id": last.session, "hash": last.first_hash}
    named: object = opening.body["previous_session"]
    return named != before


def _refuse_unless_same(w: Writer, entries: list[Entry]) -> None:
    session = entries[0].session
    lines = w.lines(session)
    for seq, (have, entry) in enumerate(zip_longest(lines, entries), 1):
        if have is None or entry is None or have != entry.line():
            row = w.session_row(session)
            assert row is not None
            raise ImportRefused(
                f"Session {session} is in this book with other entries: {row.head_seq} here,"
                f" {len(entries)} in the ledger, the first that differs is entry {seq}."
                " Nothing was imported."
            )
