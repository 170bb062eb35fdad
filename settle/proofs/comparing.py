"""A book, or an exported ledger, against checkpoints that were kept outside of it."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from settle.archive.lines import LineSource
from settle.audit import Finding
from settle.proofs.checkpoint import (
    Checkpoint,
    Kept,
    Listed,
    leaf_of,
    root_of_sessions,
    spelled,
)
from settle.proofs.signing import VerifierKey, signature_of
from settle.proofs.tree import Frontier
from settle.store import Reader

_NO_ROOT: Final = b""


class Comparison:
    """Takes the hashes of entries as they stand, session by session, and compares at the end.

    Memory grows with the sessions and the checkpoints, not with the entries.
    """

    def __init__(self, kept: Sequence[Kept], keys: Sequence[VerifierKey] = ()) -> None:
        self.kept = kept
        self._keys = keys
        """One of these has signed each of them, where that is asked for."""
        self._roots: dict[tuple[str, int], bytes] = {}
        """The root of a session at a size that a checkpoint names, once it is reached."""
        self._trees: dict[str, Frontier] = {}
        """By session, in the order of opening."""
        self.is_whole = True
        """Whether every session of the book was to be seen, not one of them."""
        self.book: str | None = None
        """What the book is called; a ledger does not say it."""
        self.agreed: list[Kept] = []
        """Those in which nothing differs; known once all findings were gone through."""
        self.passed_over: list[Kept] = []
        """Beside the ledger of one session those of others, and of a book without its list."""
        for each in kept:
            point = each.checkpoint
            if point.session is not None:
                self._roots[point.session, point.size] = _NO_ROOT
            for listed in point.listed:
                self._roots[listed.session, listed.entries] = _NO_ROOT

    def take(self, session: str, entry_hash: str) -> None:
        """The next entry of a session."""
        tree = self._trees.setdefault(session, Frontier())
        tree.add(leaf_of(entry_hash))
        if (session, tree.size) in self._roots:
            self._roots[session, tree.size] = tree.root()

    def take_book(self, r: Reader) -> None:
        """Every entry of a book."""
        self.book = r.book_id()
        if not self.kept:
            return
        for row in r.raw_rows("session"):
            session = str(row["id"])
            self._trees.setdefault(session, Frontier())
            for entry in r.raw_rows("entry", session=session):
                self.take(session, str(entry["hash"]))

    def watched(self, stream: LineSource) -> LineSource:
        """A ledger whose entries are taken as it is read."""
        return _Watched(stream, self) if self.kept else stream

    def findings(self) -> Iterator[Finding]:
        """What is otherwise than a checkpoint says, in the order of the checkpoints."""
        others = [each for each in self.kept if self._is_not_of_this(each.checkpoint)]
        # Compared with nothing at all, it would be called sound for nothing.
        self.passed_over = others if len(others) < len(self.kept) else []
        for each in self.kept:
            if each in self.passed_over:
                continue
            point = each.checkpoint
            found = [*self._signature(each), *self._against(point)]
            found = [finding._replace(where=each.place) for finding in found]
            yield from found
            if not found:
                self.agreed.append(each)

    def of_other_books(self) -> Iterator[Kept]:
        """Checkpoints that name another book: it was restored or imported, or is another one."""
        for each in self.kept:
            if self.book is not None and each.checkpoint.book != self.book:
                yield each

    def _is_not_of_this(self, point: Checkpoint) -> bool:
        """Whether a ledger of one session has nothing of what it is of, as far as it says that."""
        if self.is_whole:
            return False
        if point.is_bare:
            return not self._is_of_all(point)
        named = {each.session for each in point.listed} | {point.session}
        return named.isdisjoint(self._trees)

    def _signature(self, kept: Kept) -> Iterator[Finding]:
        signed = {signature_of(kept, key) for key in self._keys}
        if "bad" in signed or signed == {"missing"}:
            code = "signature_differs" if "bad" in signed else "unsigned"
            expected = ", ".join(map(str, self._keys))
            yield Finding(f"checkpoint_{code}", kept.checkpoint.session, expected=expected)

    def _against(self, point: Checkpoint) -> Iterator[Finding]:
        if point.session is not None:
            yield from self._session(Listed(point.session, point.size, point.root))
        elif point.listed:
            yield from self._listed_book(point)
        elif self.is_whole:
            yield from self._book(point)
        elif not self._is_of_all(point):
            yield Finding("checkpoint_of_book")

    def _session(self, said: Listed) -> Iterator[Finding]:
        session, size, root = said
        tree = self._trees.get(session)
        if tree is None:
            yield Finding("checkpoint_session_missing", session, found="0", expected=str(size))
        elif tree.size < size:
            place = tree.size + 1
            yield Finding(
                "checkpoint_entries_missing", session, place, "", str(place - 1), str(size)
            )
        elif size and self._roots[session, size] != root:
            found = spelled(self._roots[session, size])
            yield Finding("checkpoint_root_differs", session, size, "", found, spelled(root))

    def _listed_book(self, point: Checkpoint) -> Iterator[Finding]:
        made = root_of_sessions(point.listed)
        if (len(point.listed), made) != (point.size, point.root):
            yield Finding(
                "checkpoint_list_differs", None, None, "", spelled(made), spelled(point.root)
            )
            return
        for listed in point.listed:
            if self.is_whole or listed.session in self._trees:
                yield from self._session(listed)
        if self.is_whole:
            yield from self._order([listed.session for listed in point.listed])

    def _order(self, listed: list[str]) -> Iterator[Finding]:
        """The first session that does not stand where it stood among those that are here."""
        there = [session for session in listed if session in self._trees]
        for found, expected in zip(self._trees, there, strict=False):
            if found != expected:
                yield Finding("checkpoint_order_differs", found, None, "", found, expected)
                return

    def _book(self, point: Checkpoint) -> Iterator[Finding]:
        """Only three lines: they can be compared while no session has gone on."""
        if len(self._trees) < point.size:
            found, expected = str(len(self._trees)), str(point.size)
            yield Finding("checkpoint_sessions_missing", None, None, "", found, expected)
        elif not self._is_of_all(point):
            yield Finding("checkpoint_unlisted")

    def _is_of_all(self, point: Checkpoint) -> bool:
        """Whether it was made of the sessions as they stand here."""
        now = [Listed(session, tree.size, tree.root()) for session, tree in self._trees.items()]
        return len(now) >= point.size and root_of_sessions(now[: point.size]) == point.root


class _Watched:
    """A ledger that is read by others; its entries are looked at as they pass."""

    def __init__(self, stream: LineSource, comparison: Comparison) -> None:
        self._stream = stream
        self._comparison = comparison
        self._session = ""

    def readline(self, limit: int, /) -> bytes:
        """The next line."""
        line = self._stream.readline(limit)
        self._look_at(line)
        return line

    def _look_at(self, line: bytes) -> None:
        """Take an entry. What is none, or cannot be read, the audit itself has words for."""
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(document, dict):
            return
        if document.get("scope") == "session" and "format" in document:
            self._comparison.is_whole = False
        if "prev_hash" in document and "hash" in document:
            self._comparison.take(str(document.get("session")), str(document["hash"]))
