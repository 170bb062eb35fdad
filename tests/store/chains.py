"""Entries, rows and reports that the tests of the store share."""

from __future__ import annotations

from typing import Any

from settle.entries import Entry, breaks, seal
from settle.store import AnswerRow, GameRow, Reader, SessionRow, Store, Writer
from settle.store.sqlite import sqlite3

AT = "2026-11-30T21:40:11.123+08:00"
DIGEST = "sha256:" + "d" * 64
REQUEST = "e" * 64

try:
    from psycopg import IntegrityError

    BREACHES: tuple[type[Exception], ...] = (sqlite3.IntegrityError, IntegrityError)
except ImportError:
    BREACHES = (sqlite3.IntegrityError,)
"""What is raised where a guard or a key of either store stands against a row."""

NETS = (("amy", 3), ("bob", -1), ("cat", -1), ("dan", -1))


def next_entry(book: Writer, session: str, note: str = "") -> Entry:
    """The entry that would follow the head: the opening, then one game after another."""
    seq, head = book.head(session)
    kind, game = ("game_recorded", seq) if seq else ("session_opened", None)
    body = {"note": note, "totals": [list(pair) for pair in NETS]}
    return seal(Entry(seq + 1, session, kind, game, AT, "host", body, head))


def write_next(book: Writer, session: str, note: str = "") -> Entry:
    """Append the next entry and everything that is derived from it, as the operations do."""
    book.hold(session)
    entry = next_entry(book, session, note)
    book.append(entry)
    present, last = book.session_row(session), book.last_opened()
    opened = present.opened if present else last.opened + 1 if last else 1
    games = entry.game or 0
    book.put_session_row(
        SessionRow(session, opened, entry.seq, entry.hash, "open", 200, games, games, NETS)
    )
    if entry.game is not None:
        book.put_game_row(GameRow(session, entry.game, entry.seq, entry.hash, entry.kind, NETS))
    book.remember(AnswerRow(session, f"key {entry.seq}", REQUEST, session, entry.seq, 201))
    return entry


def write(store: Store, session: str, entries: int) -> list[Entry]:
    """Append so many entries, each in a transaction of its own."""
    made = []
    for _ in range(entries):
        with store.writing() as book:
            made.append(write_next(book, session))
    return made


def report(book: Reader, session: str) -> dict[str, Any]:
    """What has to hold of a session whatever happened: a whole chain, and rows that agree."""
    entries = list(book.entries(session))
    row = book.session_row(session)
    games = {entry.game: (entry.seq, entry.hash) for entry in entries if entry.game is not None}
    standing = {row.game: (row.seq, row.hash) for row in book.game_rows(session)}
    return {
        "entries": len(entries),
        "breaks": [tuple(each) for each in breaks(entry.document() for entry in entries)],
        "head agrees": row is None
        if not entries
        else row is not None
        and (row.head_seq, row.head_hash) == (entries[-1].seq, entries[-1].hash),
        "games agree": games == standing,
        "answers": sum(book.answer(session, f"key {entry.seq}") is not None for entry in entries),
    }


def sound(entries: int) -> dict[str, Any]:
    """The report of a session of so many entries in which nothing is wrong."""
    return {
        "entries": entries,
        "breaks": [],
        "head agrees": True,
        "games agree": True,
        "answers": entries,
    }


def raw(path: object) -> Any:
    """A connection as anybody may open it, with nothing of the store's settings.

    It is of the store's own SQLite: another copy in this process would undo the store's locks.
    """
    return sqlite3.connect(str(path), isolation_level=None)
