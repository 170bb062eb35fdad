"""The book: the operations that service, command line and tests share."""

from collections.abc import Iterator, Sequence
from typing import Final

from settle.access.granting import may_read, readable_sessions
from settle.book import (
    closing,
    correcting,
    opening,
    recording,
    rulesets,
    undoing,
    viewing,
)
from settle.book.answers import OK, PAGE_ROWS, Answer, fingerprint, item_key_of
from settle.book.appending import Caller, TableMovedError
from settle.book.arguing import Arguing
from settle.book.comparing import Comparing
from settle.book.facts import facts_in_brief
from settle.book.grouping import Grouping
from settle.book.opening import names_said, opening_fingerprint, write_opening_and_games
from settle.book.preparing import (
    Ready,
    game_named,
    prepare_correction,
    prepare_game,
    prepare_item,
)
from settle.book.sheets import Sheets
from settle.book.tables import Tables, Terms
from settle.entries import HOST, Entry
from settle.faults import Fault, RefusedError
from settle.rulebook.text import Document
from settle.wire import problem
from settle.wire.sessions import (
    MOST_ROUNDS,
    BatchPartDocument,
    Opening,
    load_part,
    load_session,
)

PAGE_ENTRIES: Final = 1000


class Book(Arguing, Grouping, Comparing, Sheets):
    """A book in a store. Threads, and processes forked from this one, may share it.

    Every operation answers with status and canonical JSON, and raises RefusedError (422, 400),
    Conflict (409) or NotFound (404), each with all of its faults, or the store's
    StoreUnavailable. What is refused has stored nothing. ``by`` is who asks, as entries name them;
    ``key`` is an Idempotency-Key: the same call under it answers the same again.
    """

    def bring_ruleset(self, text: str | bytes | Document) -> Answer:
        """Keep a table's own ruleset (TOML or JSON text, or a parsed document)."""
        return rulesets.bring_ruleset(self.store, self.rulebook, text)

    # --- what is written -------------------------------------------------------------------------

    def open_session(
        self, document: object, *, language: str = "en", by: str = HOST, key: str | None = None
    ) -> Answer:
        """Open a session; an equal call with its id or its key answers the same again.

        ``same_as`` names a session whose table plays on; what is named besides differs.
        """
        sha256 = opening_fingerprint(document)
        caller = self._caller(by, key, sha256, names_said(document))
        entries = self._opened_before(document, caller)
        if entries is None:
            opened = load_session(*self._same_table(document, by))
            entries = opening.write_opening(
                self.store,
                opened,
                caller,
                self._new_id,
                language=language,
                most=self._sessions_per_key,
            )
        return viewing.opened_answer(entries, self._tables(entries[0].session, 0))

    def _opened_before(self, document: object, caller: Caller) -> tuple[Entry, ...] | None:
        """What an equal call opened; looked for first, since rulesets may have changed since."""
        session = document.get("id") if isinstance(document, dict) else None
        with self.store.reading() as r:
            return opening.opened_before(r, session, caller)

    def _same_table(self, document: object, by: str) -> opening.SameTable:
        """The document with what it takes over, and where rulesets are found for it."""
        if not isinstance(document, dict) or "same_as" not in document:
            return opening.SameTable(document, self.ruleset)
        tables = self._named_tables(document["same_as"], by)
        with self.store.reading() as r:
            names = r.names(tables.session)
        return opening.same_table(document, tables, names, self.ruleset)

    def _named_tables(self, session: object, by: str) -> Tables:
        if not isinstance(session, str):
            values = {"found": session}
            raise RefusedError([Fault(("same_as",), "wrong_type", "text", values)])
        try:
            tables = self.tables(session)
            with self.store.reading() as r:
                is_known = may_read(r, by, session)
        except RefusedError:
            is_known = False
        if not is_known:
            raise RefusedError([Fault(("same_as",), "unknown_session", "", {"found": session})])
        return tables

    def record(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Record a game of a session."""
        caller = self._caller(by, key, fingerprint("rounds", document) if key else "")

        def attempt() -> Answer:
            tables = self.last_tables(session)
            table = tables.for_game(game_named(document) or self._next_game(tables))
            prepared = self._prepared(
                session,
                caller,
                lambda: prepare_game(document, table, keyed=key is not None),
                last=tables,
            )
            if isinstance(prepared, Entry):
                return recording.recorded_answer(self.tables(session), prepared)
            return recording.record_game(self.store, tables, prepared, caller)

        return self._settled(attempt)

    def _next_game(self, tables: Tables) -> int:
        """The number after the highest one; any will do where one table holds for all of them."""
        if len(tables.seating) == 1:
            return 1
        with self._looking_at(tables.session) as (_, row, _):
            return row.highest_game + 1

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

        whole = None if key is None else (key, fingerprint("rounds:batch", document))

        def attempt() -> list[Answer | RefusedError]:
            tables = self.tables(session)
            prepared = [
                self._item(each, place, tables, by, whole) for place, each in enumerate(items or ())
            ]
            return recording.record_items(self.store, tables, prepared, whole)

        with self._batching:
            done = self._settled(attempt)
        answers = [
            Answer.of(each.status, problem(each, language))
            if isinstance(each, RefusedError)
            else each
            for each in done
        ]
        # Canonical: the bodies are, and "body" comes before "status".
        listed = [b'{"body":%b,"status":%d}' % (each.body, each.status) for each in answers]
        return Answer(OK, b'{"answers":[' + b",".join(listed) + b"]}")

    def record_ready(
        self, session: str, terms: Terms, games: Sequence[Ready], *, by: str = HOST
    ) -> list[bool | RefusedError]:
        """Record games that were made ready under what a session plays, in one transaction.

        Of each whether it made an entry, False where the same stood there already, or why it is
        refused. Raises NotFound, and TableMovedError where the session plays otherwise by now.
        """
        caller = self._caller(by, None, "")
        with self._batching:
            tables = self.tables(session)
            if tables.terms != terms:
                raise TableMovedError
            done = recording.write_games(self.store, tables, [(each, caller) for each in games])
        return _recorded(done)

    def open_ready(
        self, document: object, opening: Opening, games: Sequence[Ready], *, language: str = "en"
    ) -> tuple[str, list[bool | RefusedError]]:
        """Open a session and record its first games, made ready under its terms, in one go.

        ``opening`` is what its document was found to say; it names no id. The session's id, and of
        each game what :meth:`record_ready` tells.
        """
        caller = self._caller(HOST, None, opening_fingerprint(document))
        with self._batching:
            session, done = write_opening_and_games(
                self.store, opening, caller, self._new_id, games, language=language
            )
        return session, _recorded(done)

    def _item(
        self,
        document: object,
        place: int,
        tables: Tables,
        by: str,
        whole: tuple[str, str] | None,
    ) -> recording.Item:
        """A round of a batch; without a key of its own it has one after that of the batch.

        ``whole`` is that key and what equal batches have in common.
        """
        named = document.get("key") if isinstance(document, dict) else None
        caller = Caller(by, self._now)
        if isinstance(named, str) and isinstance(document, dict):
            own = {name: value for name, value in document.items() if name != "key"}
            caller = Caller(by, self._now, named, fingerprint("rounds", own))
        elif whole is not None:
            caller = Caller(by, self._now, item_key_of(whole[0], place), whole[1], is_item=True)
        table = tables.for_game(game_named(document) or 1)
        try:
            prepared = self._prepared(tables.session, caller, lambda: prepare_item(document, table))
            return prepared if isinstance(prepared, Entry) else (prepared, caller)
        except RefusedError as refused:
            return refused

    def correct(
        self, session: str, game: int, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Record a game otherwise than it stands, against the entry that the caller saw."""
        caller = self._caller(by, key, fingerprint(f"corrections/{game}", document))

        def attempt() -> Answer:
            tables = self.tables(session)
            table = tables.for_game(game)
            prepared = self._prepared(session, caller, lambda: prepare_correction(document, table))
            if isinstance(prepared, Entry):
                return recording.recorded_answer(self.tables(session), prepared)
            return correcting.correct_game(self.store, tables, game, prepared, caller)

        return self._settled(attempt)

    def void(
        self, session: str, game: int, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Strike a game, against the entry that the caller saw."""
        caller = self._caller(by, key, fingerprint(f"void/{game}", document))
        self.tables(session)
        with self._telling_reused_keys(session, caller):
            return correcting.void_game(self.store, session, game, document, caller)

    def undo(
        self, session: str, document: object, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """Strike the game that was recorded last among those that count."""
        caller = self._caller(by, key, fingerprint("undo", document))
        self.tables(session)
        with self._telling_reused_keys(session, caller):
            return undoing.undo_last(self.store, session, document, caller)

    def close(
        self, session: str, document: object = None, *, by: str = HOST, key: str | None = None
    ) -> Answer:
        """End a session, early or after its last game."""
        said = {} if document is None else document
        caller = self._caller(by, key, fingerprint("close", said))
        self.tables(session)
        with self._telling_reused_keys(session, caller):
            return closing.close_session(self.store, session, said, caller)

    # --- what is read ----------------------------------------------------------------------------

    def session_view(self, session: str, *, at_seq: int | None = None) -> Answer:
        """Where a session stands; with ``at_seq``, where it stood after that entry."""
        with self._looking_at(session) as (r, row, tables):
            return viewing.session_view(r, row, tables, at_seq)

    def sessions(
        self,
        *,
        after: int = 0,
        limit: int = PAGE_ROWS,
        by: str = HOST,
        before: int | None = None,
    ) -> Answer:
        """A page of the sessions that somebody may read: as opened, or ``before`` newest first.

        ``next`` is the next page's ``after``, or its ``before``.
        """
        with self.store.reading() as r:
            rows = list(readable_sessions(r, by, after, limit + 1, before))
            told = [facts_in_brief(r, row) for row in rows[:limit]]
        tables = {row.id: self._tables(row.id, 0) for row in rows[:limit]}
        return viewing.session_list(tables, told, next(iter(rows[limit:]), None))

    def rounds(self, session: str) -> Answer:
        """What stands for each game."""
        with self._looking_at(session) as (r, row, _):
            return viewing.round_list(r, row)

    def round(self, session: str, game: int, *, language: str | None = None) -> Answer:
        """What stands for a game, and its history; with a language, every line in words."""
        with self._looking_at(session) as (r, row, tables):
            return viewing.round_view(r, row, tables, game, language)

    def ledger(self, session: str, *, after_seq: int = 0, limit: int = PAGE_ENTRIES) -> Answer:
        """The entries after one of them; ``next`` is the next page's ``after_seq``."""
        with self._looking_at(session) as (r, row, _):
            return viewing.ledger(r, row, after_seq, limit)

    def ledger_lines(self, session: str, *, after_seq: int = 0) -> Iterator[bytes]:
        """The entries after one of them, a canonical line each, in pages of one snapshot each."""
        self.tables(session)
        while True:
            with self.store.reading() as r:
                lines = list(r.lines(session, after_seq, PAGE_ENTRIES))
            yield from lines
            after_seq += len(lines)
            if len(lines) < PAGE_ENTRIES:
                return


def _recorded(done: Sequence[recording.Made | RefusedError]) -> list[bool | RefusedError]:
    return [each if isinstance(each, RefusedError) else each.is_new for each in done]
