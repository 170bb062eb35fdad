"""Reading the book: one snapshot, records out."""

import itertools
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from settle.canonical import read_json, read_own
from settle.entries import Entry, from_document
from settle.store.access import AccessReader, by_opening
from settle.store.circles import GroupReader
from settle.store.connecting import ALL, Connection, Row, Value
from settle.store.drafts import DraftReader
from settle.store.naming import NamingReader
from settle.store.records import (
    AnswerRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    Opened,
    RulesetRow,
    SessionRow,
    Table,
    Totals,
)

_SESSION: Final = (
    "SELECT id, opened, head_seq, head_hash, state, games, played, highest_game, totals, imported,"
    " seating FROM session"
)
_OF_KINDS: Final = (
    "SELECT CAST(line AS BLOB) FROM entry WHERE session = ? AND kind IN ({}) ORDER BY seq"
)
_GAME: Final = "SELECT session, game, seq, hash, kind, nets, agreement FROM game"
_DISPUTE: Final = "SELECT session, id, seq, game, state, consents FROM dispute"
_ANSWER: Final = "SELECT scope, key, request_sha256, session, seq, status FROM answer"
_BEHIND_SLASH: Final = chr(ord("/") + 1)
_SESSION_AND_ANSWER: Final = (
    f"{_SESSION.removesuffix(' FROM session')}, scope, key, request_sha256, session, seq, status"
    " FROM session LEFT JOIN answer ON scope = id AND key = ? WHERE id = ?"
)
_RULESET: Final = "SELECT digest, id, version, text FROM ruleset"

_ORDER: Final[dict[Table, str]] = {
    "migration": "number",
    "book": "id",
    "ruleset": "digest",
    "entry": "session, seq",
    "answer": "scope, key",
    "session": "opened",
    "game": "session, game",
    "person": "session, id",
    "dispute": "session, id",
    "confirmation": "session, entry, player",
    "circle": "made",
    "member": "circle, joined",
    "naming": "scope, place, key, person",
    "access_key": "made",
    "session_grant": "access_key, session",
    "group_grant": "access_key, circle",
    "access_link": "made",
    "draft": "session, game",
}
"""The tables, each with the order of its rows."""


class Reader(GroupReader, AccessReader, DraftReader, NamingReader):
    """A consistent view of the book, as long as its block lasts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known_columns: dict[Table, list[str]] = {}
        self._at_hand: dict[tuple[str, str], AnswerRow | None] = {}
        """Answers that were looked up with something else, by scope and key."""
        self._begun: dict[str, set[str]] = {}
        """What keys with a "/" begin with, of scopes where that was looked up."""

    def _one(self, sql: str, *values: object) -> Row | None:
        rows = self._connection.run(sql, values)
        return rows[0] if rows else None

    def book_id(self) -> str | None:
        """What the book is called; None for one of a schema that had no name for it."""
        if not self.has_table("book"):
            return None
        row = self._one("SELECT id FROM book")
        return None if row is None else str(row[0])

    def session_row(self, session: str, key: str | None = None) -> SessionRow | None:
        """Where the session stands, or None for one that is not in the book.

        What was answered there to a key is at hand afterwards.
        """
        if key is None:
            row = self._one(f"{_SESSION} WHERE id = ?", session)
            return None if row is None else _session_row(row)
        row = self._one(_SESSION_AND_ANSWER, key, session)
        if row is None:
            return None
        plain, found = row[: len(SessionRow._fields)], row[len(SessionRow._fields) :]
        self._at_hand[session, key] = None if found[0] is None else AnswerRow(*found)
        return _session_row(plain)

    def sessions(
        self, after_opened: int = 0, limit: int | None = None, before_opened: int | None = None
    ) -> Iterator[SessionRow]:
        """The sessions in the order of their opening, or before one of them the newest first."""
        which, bound = by_opening(after_opened, before_opened)
        rows = self._connection.stream(f"{_SESSION} WHERE {which} LIMIT ?", (bound, _most(limit)))
        return map(_session_row, rows)

    def last_opened(self) -> Opened | None:
        """The session that was opened last, or None in an empty book."""
        row = self._one(
            "SELECT id, opened, (SELECT hash FROM entry WHERE session = id AND seq = 1)"
            " FROM session ORDER BY opened DESC LIMIT 1"
        )
        return None if row is None else Opened(*row)

    def game_row(self, session: str, game: int) -> GameRow | None:
        """The standing entry of a game, or None for one that was not recorded."""
        row = self._one(f"{_GAME} WHERE session = ? AND game = ?", session, game)
        return None if row is None else _game_row(row)

    def game_rows(self, session: str) -> Iterator[GameRow]:
        """The standing entries of all games of a session, by number."""
        rows = self._connection.stream(f"{_GAME} WHERE session = ? ORDER BY game", (session,))
        return map(_game_row, rows)

    def counted_games(self, session: str) -> int:
        """How many games of a session have a standing entry, struck ones among them."""
        row = self._one("SELECT count(*) FROM game WHERE session = ?", session)
        assert row is not None
        return int(row[0])

    def recorded_games(self, session: str) -> Iterator[int]:
        """The games of a session, the one that was recorded last first."""
        rows = self._connection.stream(
            "SELECT game FROM entry WHERE session = ? AND kind = 'game_recorded' ORDER BY seq DESC",
            (session,),
        )
        return (row[0] for row in rows)

    def table_changes(self, session: str) -> Iterator[Entry]:
        """The entries of a session that changed its table, in order."""
        return self.entries_of_kinds(session, ("table_changed",))

    def entries_of_kinds(self, session: str, kinds: Collection[str]) -> Iterator[Entry]:
        """The entries of these kinds of a session, in order."""
        sql = _OF_KINDS.format(", ".join("?" * len(kinds)))
        rows = self._connection.stream(sql, (session, *kinds))
        return (_entry(row[0]) for row in rows)

    def dispute_row(self, session: str, dispute: str) -> DisputeRow | None:
        """Where a dispute stands, or None for one that was not opened."""
        row = self._one(f"{_DISPUTE} WHERE session = ? AND id = ?", session, dispute)
        return None if row is None else _dispute_row(row)

    def dispute_rows(self, session: str) -> Iterator[DisputeRow]:
        """The disputes of a session in the order of their opening."""
        rows = self._connection.stream(f"{_DISPUTE} WHERE session = ? ORDER BY seq", (session,))
        return map(_dispute_row, rows)

    def confirmation_rows(self, session: str) -> Iterator[ConfirmationRow]:
        """Who agrees to what in a session, in the order in which it was said."""
        rows = self._connection.stream(
            "SELECT session, entry, player, seq FROM confirmation WHERE session = ? ORDER BY seq",
            (session,),
        )
        return (ConfirmationRow(*row) for row in rows)

    def confirmation_row(self, session: str, entry: str, player: str) -> ConfirmationRow | None:
        """That a player agrees to an entry, or None where nobody said so."""
        row = self._one(
            "SELECT session, entry, player, seq FROM confirmation"
            " WHERE session = ? AND entry = ? AND player = ?",
            session,
            entry,
            player,
        )
        return None if row is None else ConfirmationRow(*row)

    def entry_by_hash(self, session: str, hash: str) -> Entry | None:  # noqa: A002 - its word
        """The entry of a session that has a hash, or None."""
        row = self._one(
            "SELECT CAST(line AS BLOB) FROM entry WHERE hash = ? AND session = ?", hash, session
        )
        return None if row is None else _entry(row[0])

    def has_entry(self, hash: str) -> bool:  # noqa: A002 - its word
        """Whether an entry of any session has a hash."""
        return self._one("SELECT 1 FROM entry WHERE hash = ?", hash) is not None

    def answer(self, scope: str, key: str) -> AnswerRow | None:
        """What was answered to a key within a session, or within WHOLE_BOOK."""
        if (scope, key) in self._at_hand:
            return self._at_hand[scope, key]
        row = self._one(f"{_ANSWER} WHERE scope = ? AND key = ?", scope, key)
        return None if row is None else AnswerRow(*row)

    def has_answers(self, scope: str, beginning: str) -> bool:
        """Whether something was answered to a key that begins so, up to its only "/"."""
        if scope in self._begun:
            return beginning in self._begun[scope]
        past = beginning.replace("/", _BEHIND_SLASH)
        found = self._one(
            "SELECT 1 FROM answer WHERE scope = ? AND key > ? AND key < ? LIMIT 1",
            scope, beginning, past,
        )  # fmt: skip
        return found is not None

    def look_up_beginnings(self, scope: str) -> None:
        """Have all at hand that keys with a "/" begin with: one question for many keys."""
        rows = self._connection.run(
            "SELECT key FROM answer WHERE scope = ? AND key LIKE ?", (scope, "%/%")
        )
        self._begun[scope] = {key.partition("/")[0] + "/" for (key,) in rows}

    def look_up_answers(self, scope: str, keys: Collection[str]) -> None:
        """Have at hand what was answered to these keys: one question instead of one for each."""
        if not keys:
            return
        places = ", ".join("?" * len(keys))
        rows = self._connection.run(
            f"{_ANSWER} WHERE scope = ? AND key IN ({places})", (scope, *keys)
        )
        self._at_hand |= dict.fromkeys([(scope, key) for key in keys])
        self._at_hand |= {
            (scope, answer.key): answer for answer in itertools.starmap(AnswerRow, rows)
        }

    def entry(self, session: str, seq: int) -> Entry | None:
        """One entry, or None."""
        row = self._one(
            "SELECT CAST(line AS BLOB) FROM entry WHERE session = ? AND seq = ?", session, seq
        )
        return None if row is None else _entry(row[0])

    def entries(
        self, session: str, after_seq: int = 0, limit: int | None = None
    ) -> Iterator[Entry]:
        """The entries of a session in order."""
        return map(_entry, self.lines(session, after_seq, limit))

    def lines(self, session: str, after_seq: int = 0, limit: int | None = None) -> Iterator[bytes]:
        """The canonical JSON of the entries of a session in order."""
        rows = self._connection.stream(
            "SELECT CAST(line AS BLOB) FROM entry WHERE session = ? AND seq > ?"
            " ORDER BY seq LIMIT ?",
            (session, after_seq, _most(limit)),
        )
        return (row[0] for row in rows)

    def hashes(self, session: str, limit: int | None = None) -> Iterator[str]:
        """The hashes of the entries of a session in order."""
        rows = self._connection.stream(
            "SELECT hash FROM entry WHERE session = ? ORDER BY seq LIMIT ?",
            (session, _most(limit)),
        )
        return (row[0] for row in rows)

    def entries_of_game(self, session: str, game: int) -> Iterator[Entry]:
        """The history of a game, oldest first."""
        rows = self._connection.stream(
            "SELECT CAST(line AS BLOB) FROM entry WHERE session = ? AND game = ? ORDER BY seq",
            (session, game),
        )
        return (_entry(row[0]) for row in rows)

    def ruleset(self, digest: str) -> RulesetRow | None:
        """The ruleset of a digest, or None."""
        row = self._one(f"{_RULESET} WHERE digest = ?", digest)
        return None if row is None else RulesetRow(*row)

    def rulesets(self, id: str | None = None) -> Iterator[RulesetRow]:  # noqa: A002 - its word
        """The rulesets of the book, by id and version; those of one id, if it is given."""
        rows = self._connection.stream(
            f"{_RULESET} WHERE id = coalesce(?, id) ORDER BY id, version, digest", (id,)
        )
        return (RulesetRow(*row) for row in rows)

    def names(self, session: str) -> dict[str, str]:
        """The display names of the people of a session, by their ids."""
        return dict(
            self._connection.run(
                "SELECT id, name FROM person WHERE session = ? ORDER BY id", (session,)
            )
        )

    def raw_rows(self, table: Table, **equal: str | int) -> Iterator[dict[str, Value]]:
        """The rows of a table as they lie there, in the order of its key; for the audit.

        Nothing is expected of them: text that is no UTF-8 comes with surrogates in it. ``equal``
        gives columns a value that they have in every row wanted.
        """
        columns = self.columns(table)
        assert equal.keys() <= set(columns)
        for cells in self._connection.cells(table, columns, equal, _ORDER[table]):
            yield dict(zip(columns, cells, strict=True))

    def sessions_of_entries(self) -> Iterator[str]:
        """The sessions that entries name, whatever else there is of them; for the audit."""
        return self._connection.named_sessions()

    def has_table(self, table: Table) -> bool:
        """Whether the schema of this book has the table: older ones lack some."""
        return bool(self.columns(table))

    def columns(self, table: Table) -> list[str]:
        """The columns of a table; none where the schema of this book lacks it."""
        if table not in self._known_columns:
            self._known_columns[table] = self._connection.columns(table)
        return self._known_columns[table]

    def size(self) -> "BookSize":
        """How much there is, by the rows of the sessions: no more of the book is read."""
        row = self._one(
            "SELECT count(*), CAST(coalesce(sum(head_seq), 0) AS BIGINT),"
            " CAST(coalesce(sum(played), 0) AS BIGINT) FROM session"
        )
        assert row is not None
        return BookSize(*row)

    def counted_entries(self) -> int:
        """How many entries there are, counted."""
        row = self._one("SELECT count(*) FROM entry")
        assert row is not None
        return int(row[0])

    def damage(self) -> tuple[str, ...]:
        """What is wrong with the file of the book, in SQLite's words; it reads all of it.

        A server looks after its own files.
        """
        return self._connection.damage()


class BookSize(NamedTuple):
    """How much is in a book."""

    sessions: int
    entries: int
    games: int
    """Those that stand."""


class Inspection(NamedTuple):
    """A book as it lies there, sound or not."""

    reader: Reader
    faults: tuple[str, ...]
    """Guards and indexes that are missing, changed or too much, each in words."""


def _most(limit: int | None) -> int:
    return ALL if limit is None else limit


def _entry(line: bytes) -> Entry:
    return from_document(read_json(line))


def _session_row(row: Row) -> SessionRow:
    *plain, totals, imported, seating = row
    held = tuple([(game, agreement) for game, agreement in read_own(seating)])
    return SessionRow._make((*plain, _totals(totals), bool(imported), held))


def _game_row(row: Row) -> GameRow:
    *plain, nets, agreement = row
    return GameRow._make((*plain, _totals(nets), agreement))


def _dispute_row(row: Row) -> DisputeRow:
    consents = tuple((player, outcome) for player, outcome in read_own(row[-1]))
    return DisputeRow._make((*row[:-1], consents))


def _totals(text: str) -> Totals:
    return tuple([(player, net) for player, net in read_own(text)])
