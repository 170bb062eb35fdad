"""The desk that the book's operations share: its store, its tables, its callers."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, TypeVar

from settle.book import door, rulesets
from settle.book.answers import NotFound
from settle.book.appending import Caller, TableMovedError, answered_entry
from settle.book.folds import Folds
from settle.book.tables import Tables, restore_ruleset, tables_of
from settle.entries import Entry
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.store import Reader, SessionRow, Store
from settle.wire.sessions import KeyDocument, is_key, is_session_id, load_part

KEPT_TABLES: Final = 1024
"""So many sessions' tables are kept ready to score with."""
KEPT_RULESETS: Final = 64

_Made = TypeVar("_Made")


class Desk:
    """What an operation needs besides its document."""

    def __init__(
        self,
        store: Store,
        rulebook: Rulebook,
        *,
        now: Callable[[], str] = door.now,
        new_id: Callable[[], str] = door.new_id,
        sessions_per_key: int | None = None,
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self._now = now
        self._new_id = new_id
        self._sessions_per_key = sessions_per_key
        # Entries never change: what was read of a session up to one of its agreements stays true.
        self._tables: Callable[[str, int], Tables] = lru_cache(maxsize=KEPT_TABLES)(
            self._read_tables
        )
        self.folds = Folds()
        """Sessions as they stand."""
        self._batching = threading.Lock()
        """Held for a batch. The batches of a process only take the interpreter from one another,
        and one that writes makes all others wait meanwhile, those of other processes too."""
        self._restored: dict[str, Ruleset] = {}
        """Rulesets of sessions, by digest: those who play the same share what is known of it."""
        self._last_tables: dict[str, Tables] = {}
        """What sessions played when they were looked at last, here; by their ids."""

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of ``id`` (its newest version) or ``id@version``: shipped, or brought."""
        return rulesets.find_ruleset(self.store, self.rulebook, name)

    def tables(self, session: str) -> Tables:
        """What a session plays. Raises NotFound."""
        with self.store.reading() as r:
            row = _row(r, session)
        tables = self._tables(session, newest(row))
        if len(self._last_tables) >= KEPT_TABLES:
            self._last_tables.clear()
        self._last_tables[session] = tables
        return tables

    def last_tables(self, session: str) -> Tables:
        """What a session plays, or played a moment ago: another process may have changed it.

        Under the lock, :func:`settle.book.appending.session_at` finds out. Raises NotFound.
        """
        return self._last_tables.get(session) or self.tables(session)

    @contextmanager
    def _looking_at(self, session: str) -> Iterator[tuple[Reader, SessionRow, Tables]]:
        with self.store.reading() as r:
            row = _row(r, session)
            yield r, row, self._tables(session, newest(row))

    def _read_tables(self, session: str, last: int) -> Tables:
        """The tables of a session up to an agreement, by its place."""
        with self.store.reading() as r:
            opening = r.entry(session, 1)
            assert opening is not None, "a session that has a row was opened"
            changes: list[Entry] = []
            made = 0
            for change in r.table_changes(session) if last else ():
                if made == last:
                    break
                changes.append(change)
                made += len(change.body["tables"])

            return tables_of(opening, changes, lambda digest: self._find(r, digest))

    def _find(self, r: Reader, digest: str) -> Ruleset:
        found = self._restored.get(digest)
        if found is None:
            row = r.ruleset(digest)
            assert row is not None, "the ruleset of an agreement is kept with it"
            if len(self._restored) >= KEPT_RULESETS:
                self._restored.clear()
            found = self._restored[digest] = restore_ruleset(digest, row.text)
        return found

    def _caller(
        self,
        by: str,
        key: str | None,
        sha256: str,
        names: Mapping[str, str | None] | None = None,
    ) -> Caller:
        if key is not None and not is_key(key):
            _, faults = load_part({"key": key}, KeyDocument)
            raise RefusedError(faults)
        return Caller(by, self._now, key, sha256, names=names)

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

    def _prepared(
        self,
        session: str,
        caller: Caller,
        prepare: Callable[[], _Made],
        last: Tables | None = None,
    ) -> _Made | Entry:
        """What is ready to be written down, or the entry that an equal call made of it before.

        Under its key a call is known again also where its document would be refused by now: the
        table may have changed since. Raises TableMovedError where it has, after ``last``.
        """
        try:
            return prepare()
        except RefusedError:
            with self.store.reading() as r:
                if last is not None and _row(r, session).seating != last.seating:
                    raise TableMovedError from None
                answered = answered_entry(r, session, caller)
            if answered is None:
                raise
            return answered

    def _settled(self, attempt: Callable[[], _Made]) -> _Made:
        """What comes of an attempt, made again for as long as the table changes meanwhile."""
        while True:
            try:
                return attempt()
            except TableMovedError:
                self._last_tables.clear()


def newest(row: SessionRow) -> int:
    """The place of the agreement that was made last; every change of the table makes one."""
    return max(place for _, place in row.seating)


def _row(r: Reader, session: str) -> SessionRow:
    row = r.session_row(session) if is_session_id(session) else None
    if row is None:
        raise NotFound("unknown_session", found=session)
    return row
