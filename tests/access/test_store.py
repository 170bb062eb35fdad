"""Keys in the book file: only hashes, never more than was given, never back from the revoked."""

# ruff: noqa: S608 - the statements are the cases

from __future__ import annotations

import pytest

from settle.store import GrantRow, KeyRow, Store
from settle.store.sqlite import sqlite3
from tests.store.chains import raw, write

AT = "2026-11-30T12:00:00.000Z"
LATER = "2026-11-30T13:00:00.000Z"
SECRET, OTHER = "1" * 64, "2" * 64
ROW = "'ab12', 9, '{secret}', 'admin', 'x', '{at}', 'host'"
NAMES = "id, made, secret_sha256, scope, label, made_at, made_by"


@pytest.fixture
def path(tmp_path):
    """A book with the session monday, and a key that was revoked and one that was not."""
    store = Store.open(tmp_path / "book")
    write(store, "monday", 1)
    with store.writing() as w:
        w.add_key(KeyRow("ab12", 0, SECRET, "create", "Amy's phone", AT, "host"))
        w.add_key(KeyRow("cd34", 0, OTHER, "session", "Bob's", AT, "key:ab12", LATER))
        w.add_grant(GrantRow("cd34", "monday", "player", "bob"))
        w.revoke_key("cd34", LATER)
        w.revoke_key("cd34", AT)
    store.close()
    return tmp_path / "book"


def test_what_is_kept_is_read(path):
    with Store.open(path).reading() as r:
        assert r.key_rows() == (
            KeyRow("ab12", 1, SECRET, "create", "Amy's phone", AT, "host", None, None),
            KeyRow("cd34", 2, OTHER, "session", "Bob's", AT, "key:ab12", LATER, LATER),
        )
        assert r.credential("cd34", "monday") == (
            OTHER, "session", LATER, LATER, "player", "bob", False
        )  # fmt: skip
        assert r.credential("ab12", "monday")[4:] == (None, None, False)
        assert r.credential("none", "monday") is None
        assert [row.id for row in r.seat_holders("monday", "bob")] == ["cd34"]


ATTACKS = [
    "UPDATE access_key SET scope = 'admin' WHERE id = 'ab12'",
    f"UPDATE access_key SET secret_sha256 = '{'3' * 64}' WHERE id = 'ab12'",
    f"UPDATE access_key SET scope = 'admin', revoked_at = '{AT}' WHERE id = 'ab12'",
    f"UPDATE access_key SET expires_at = '{LATER}', revoked_at = '{AT}' WHERE id = 'ab12'",
    "UPDATE access_key SET revoked_at = NULL WHERE id = 'cd34'",
    f"UPDATE access_key SET revoked_at = '{AT}' WHERE id = 'cd34'",
    "DELETE FROM access_key WHERE id = 'ab12'",
    f"INSERT INTO access_key ({NAMES}) VALUES ({ROW.format(secret='3' * 64, at=AT)})",
    f"REPLACE INTO access_key ({NAMES}) VALUES ({ROW.format(secret='3' * 64, at=AT)})",
    f"REPLACE INTO access_key ({NAMES}) VALUES ('ef56', 9, '{SECRET}', 'admin', 'x', '', 'host')",
    "INSERT INTO session_grant VALUES ('ab12', 'tuesday', 'host', NULL)",
    "INSERT INTO session_grant VALUES ('none', 'monday', 'host', NULL)",
    "INSERT INTO session_grant VALUES ('ab12', 'monday', 'admin', NULL)",
]


@pytest.mark.parametrize("sql", ATTACKS)
def test_a_key_does_not_become_another_one(path, sql):
    connection = raw(path)
    connection.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)
    connection.close()
