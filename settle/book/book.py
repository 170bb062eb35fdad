"""The book: the operations that service, command line and tests share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from settle.book import closing, correcting, door, opening, recording, rulesets, settling, viewing
from settle.book.answers import OK, Answer, NotFound, fingerprint, item_key_of
from settle.book.appending import Caller, answered_entry
from settle.book.preparing import prepare_correction, prepare_game, prepare_item
from settle.book.tables import Table, restore_table
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rulebook.text import Document
from settle.store import Reader, SessionRow, Store
from settle.wire import problem
from settle.wire.sessions import (
    MOST_ROUNDS,
    BatchPartDocument,
    KeyDocument,
    is_session_id,
    load_part,
    load_session,
)

HOST: Final = "host"
KEPT_TABLES: Final = 1024
"""So many sessions' tables are kept ready to score with."""
PAGE_SESSIONS: Final = 50
PAGE_ENTRIES: Final = 1000


class Book:
    """A book in a store. Threads, and processes forked from this one, may share it.

    Every operation answers with status and canonical JSON, and raises RefusedError (422, 400),
    Conflict (409) or NotFound (404), each with all of its faults, or the store's
    StoreUnavailable. What is refused has stored nothing. ``by`` is who asks, as entries name them;
    ``key`` is an Idempotency-Key: the same call under it answers the same again.
    """

    def __init__(
        self,
        store: Store,
        rulebook: Rulebook,
        *,
        now: Callable[[], str] = door.now,
        new_id: Callable[[], str] = door.new_id,
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self._now = now
        self._new_id = new_id
        # By the session's id; an opening never changes, so what was read of it stays true.
        self.table: Callable[[str], Table] = lru_cache(maxsize=KEPT_TABLES)(self._read_table)

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of ``id`` (its newest version) or ``id@version``: shipped, or brought."""
        return rulesets.find_ruleset(self.store, self.rulebook, name)

    def bring_ruleset(self, text: str | bytes | Document) -> Answer:
        """Keep a table's own ruleset (TOML or JSON text, or a parsed document)."""
        return rulesets.bring_ruleset(self.store, self.rulebook, text)

    # --- what is written -------------------------------------------------------------------------

    def open_session(
        self, document: object, *, language: str = "en", by: str = HOST, key: str | None = None
    ) -> Answer:
        """Open a session; an equal call with its id or its key answers the same again."""
        sha256 = opening.opening_fingerprint(document)
        caller = self._caller(by, key, sha256)
        entries = self._opened_before(document, caller)
        if entries is None:
            opened = load_session(document, self.ruleset)
            entries = opening.write_opening(self.store, opened, caller, self._new_id, language)
        return viewing.opened_answer(entries, self.table(entries[0].session))

    def _opened_before(self, document: object, caller: Caller) -> tuple[Entry, ...] | None:
        """What an equal call opened; looked for first, since rulesets may have changed since."""
        session = document.get("id") if isinstance(document, dict) else None
        with self.store.reading() as r:
            return opening.opened_before(r, session, caller)

    def record(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Record a game of a session."""
        table = self.table(session)
        caller = self._caller(by, key, fingerprint("rounds", document) if key else "")
        with self._telling_reused_keys(session, caller):
            prepared = prepare_game(document, table, keyed=key is not None)
        return recording.record_game(self.store, table, prepared, caller)

    def record_batch(
        self,
        session: str,
        document: object,
        *,
        language: str = "en",
        by: str = HOST,
        key: str | None = None,
    ) -> Answer:
        """Record many games in one transaction, each answered by itself, problems in words."""
        self._caller(by, key, "")
        part, faults = load_part(document, BatchPartDocument)
        items = part.get("rounds")
        if not faults and not 1 <= len(items or ()) <= MOST_ROUNDS:
            values = {"found": len(items or ()), "least": 1, "most": MOST_ROUNDS}
            faults.append(Fault(("rounds",), "out_of_range", "rounds", values))
        if faults:
            raise RefusedError(faults)
        table = self.table(session)
        prepared = [
            self._item(each, place, table, by, key) for place, each in enumerate(items or ())
        ]
        answers = [
            Answer.of(each.status, problem(each, language))
            if isinstance(each, RefusedError)
            else each
            for each in recording.record_items(self.store, table, prepared)
        ]
        # Canonical: the bodies are, and "body" comes before "status".
        listed = [b'{"body":%b,"status":%d}' % (each.body, each.status) for each in answers]
        return Answer(OK, b'{"answers":[' + b",".join(listed) + b"]}")

    def _item(
        self, document: object, place: int, table: Table, by: str, key: str | None
    ) -> recording.Item:
        """A round of a batch; without a key of its own it has one after that of the batch."""
        own = dict(document) if isinstance(document, dict) else document
        named = own.pop("key", None) if isinstance(own, dict) else None
        item_key = named if isinstance(named, str) else key and item_key_of(key, place)
        caller = Caller(by, self._now, item_key, fingerprint("rounds", own) if item_key else "")
        try:
            with self._telling_reused_keys(table.session, caller):
                return prepare_item(document, table), caller
        except RefusedError as refused:
            return refused

    def correct(
        self, session: str, game: int, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Record a game otherwise than it stands, against the entry that the caller saw."""
        table = self.table(session)
        caller = self._caller(by, key, fingerprint(f"corrections/{game}", document))
        with self._telling_reused_keys(session, caller):
            prepared = prepare_correction(document, table)
        return correcting.correct_game(self.store, table, game, prepared, caller)

    def void(
        self, session: str, game: int, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Strike a game, against the entry that the caller saw."""
        caller = self._caller(by, key, fingerprint(f"void/{game}", document))
        table = self.table(session)
        with self._telling_reused_keys(session, caller):
            return correcting.void_game(self.store, table, game, document, caller)

    def close(
        self, session: str, document: object = None, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """End a session, early or after its last game."""
        said = {} if document is None else document
        caller = self._caller(by, key, fingerprint("close", said))
        table = self.table(session)
        with self._telling_reused_keys(session, caller):
            return closing.close_session(self.store, table, said, caller)

    # --- what is read ----------------------------------------------------------------------------

    def session_view(self, session: str) -> Answer:
        """Where a session stands."""
        with self._looking_at(session) as (r, row, table):
            return viewing.session_view(r, row, table)

    def sessions(self, *, after: int = 0, limit: int = PAGE_SESSIONS) -> Answer:
        """A page of sessions in the order of opening; ``next`` is the next page's ``after``."""
        with self.store.reading() as r:
            rows = list(r.sessions(after, limit + 1))
        tables = {row.id: self.table(row.id) for row in rows[:limit]}
        return viewing.session_list(tables, rows, limit)

    def rounds(self, session: str) -> Answer:
        """What stands for each game."""
        with self._looking_at(session) as (r, row, _):
            return viewing.round_list(r, row)

    def round(self, session: str, game: int, *, language: str | None = None) -> Answer:
        """What stands for a game, and its history; with a language, every line in words."""
        with self._looking_at(session) as (r, _, table):
            return viewing.round_view(r, table, game, language)

    def settlement(self, session: str, *, mode: str = settling.FEWEST) -> Answer:
        """Who pays whom, as the session stands: ``fewest``, ``pairs`` or ``via:`` a player."""
        with self._looking_at(session) as (r, row, table):
            return settling.settlement(r, row, table, mode)

    def ledger(self, session: str, *, after_seq: int = 0, limit: int = PAGE_ENTRIES) -> Answer:
        """The entries after one of them; ``next`` is the next page's ``after_seq``."""
        with self._looking_at(session) as (r, row, _):
            return viewing.ledger(r, row, after_seq, limit)

    def ledger_lines(self, session: str, *, after_seq: int = 0) -> Iterator[bytes]:
        """The entries after one of them, a canonical line each, in pages of one snapshot each."""
        self.table(session)
        while True:
            with self.store.reading() as r:
                lines = list(r.lines(session, after_seq, PAGE_ENTRIES))
            yield from lines
            after_seq += len(lines)
            if len(lines) < PAGE_ENTRIES:
                return

    # --- within ----------------------------------------------------------------------------------

    def _read_table(self, session: str) -> Table:
        with self.store.reading() as r:
            first = r.entry(session, 1) if is_session_id(session) else None
            if first is None:
                raise NotFound("unknown_session", found=session)
            ruleset = r.ruleset(first.body["ruleset_digest"])
        assert ruleset is not None, "the ruleset of an opening is kept with it"
        return restore_table(first, ruleset.text)

    def _caller(self, by: str, key: str | None, sha256: str) -> Caller:
        if key is not None:
            _, faults = load_part({"key": key}, KeyDocument)
            if faults:
                raise RefusedError(faults)
        return Caller(by, self._now, key, sha256)

    @contextmanager
    def _telling_reused_keys(self, session: str, caller: Caller) -> Iterator[None]:
        """A bad document under a key that was used for another one is first of all that."""
        try:
            yield
        except RefusedError:
            if caller.key is not None:
                with self.store.reading() as r:
                    answered_entry(r, session, caller)
            raise

    @contextmanager
    def _looking_at(self, session: str) -> Iterator[tuple[Reader, SessionRow, Table]]:
        table = self.table(session)
        with self.store.reading() as r:
            row = r.session_row(session)
            assert row is not None, "a session that was opened stays"
            yield r, row, table
