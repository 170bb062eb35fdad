"""`settle keys`, as a person types it."""

from __future__ import annotations

import json
import re
import stat

import pytest

from settle.access.guard import Guard
from settle.access.keys import now
from settle.access.roles import Action
from settle.store import Store
from tests.access.test_keys import asks
from tests.audit.evening import findings_in
from tests.book.rounds import new_book, session
from tests.cli.running import settle

KEY = re.compile("stl_([0-9a-f]{8})_[A-Za-z0-9_-]{43}")


@pytest.fixture
def folder(tmp_path):
    """A folder with a book that has the session s1."""
    book = new_book(tmp_path)
    book.open_session(session())
    book.store.close()
    return tmp_path


@pytest.fixture
def guard(folder):
    return Guard(Store.open(folder / "book.db"), is_open_for_scoring=False)


def run(folder, *arguments, status=0):
    done = settle("keys", *arguments, cwd=folder, SETTLE_DB="book.db", LANG="en")
    assert done.status == status, done.stderr
    return done.stdout.decode() if status == 0 else done.stderr


def key_of(text):
    """A key that stands alone on standard output."""
    assert KEY.fullmatch(text.strip())
    return text.strip()


def test_keys_are_made_listed_and_revoked(folder, guard):
    admin = key_of(run(folder, "add", "--role", "admin", "--name", "laptop"))
    host = key_of(run(folder, "add", "--role", "host", "--name", "阿明", "--expires", "90d"))
    dan = key_of(run(folder, "add", "--role", "player", "--name", "Dan", "--session", "s1",
                     "--player", "dan"))  # fmt: skip
    assert asks(guard, admin, Action.MANAGE, None) == f"key:{admin[4:12]}"
    assert asks(guard, host, Action.OPEN, None) == f"key:{host[4:12]}"
    assert asks(guard, dan, Action.SPEAK) == "player:dan"
    first, second, third = run(folder, "list").splitlines()
    assert first == f"{admin[4:12]}  good     laptop: admin"
    assert re.fullmatch(
        rf"{host[4:12]}  good     阿明: opens sessions, until \d{{4}}-\d\d-\d\dT.*Z", second
    )
    assert third == f"{dan[4:12]}  good     Dan: player of s1 as dan"
    assert run(folder, "revoke", dan[4:12]).split()[:2] == [dan[4:12], "revoked"]
    assert asks(guard, dan, Action.SPEAK) == (401, "unauthorized.revoked")
    told = json.loads(run(folder, "list", "--format", "json"))
    assert [key["label"] for key in told] == ["laptop", "阿明", "Dan"]
    assert told[2]["revoked_at"] <= now()
    assert not KEY.search(json.dumps(told))


def test_a_lost_admin_key_is_replaced(folder, guard):
    lost = key_of(run(folder, "rotate-admin"))
    host = key_of(run(folder, "add", "--role", "host", "--name", "阿明"))
    gone = key_of(run(folder, "add", "--role", "host", "--name", "gone"))
    run(folder, "revoke", gone[4:12])
    done = settle("keys", "rotate-admin", "--name", "the new one", "--db", "book.db", cwd=folder)
    assert done.stderr.splitlines() == [
        f"Still good, and may open sessions: {host[4:12]} 阿明",
    ]
    key = key_of(done.stdout.decode())
    assert asks(guard, lost, Action.MANAGE, None) == (401, "unauthorized.revoked")
    assert asks(guard, key, Action.MANAGE, None) == f"key:{key[4:12]}"


def test_the_book_is_handed_over(folder, guard):
    amy = key_of(run(folder, "rotate-admin"))
    done = settle("keys", "handover", "--name", "Bob", "--signing-key", "bob.txt", "--db",
                  "book.db", cwd=folder)  # fmt: skip
    assert done.status == 0, done.stderr
    bob = key_of(done.stdout.decode())
    assert asks(guard, amy, Action.MANAGE, None) == (401, "unauthorized.revoked")
    assert asks(guard, bob, Action.MANAGE, None) == f"key:{bob[4:12]}"
    assert stat.S_IMODE((folder / "bob.txt").stat().st_mode) == 0o600
    [checked_with] = re.findall(r"checked with settle/[0-9a-f]{16}\+([0-9a-f]{8})\+", done.stderr)
    assert "1 admin keys ended; 1 open ledgers say so." in done.stderr
    with Store.open(folder / "book.db").reading() as r:
        body = list(r.entries("s1"))[-1].body
    assert body == {"steward": bob[4:12], "before": [amy[4:12]], "signing_key": checked_with}
    assert findings_in(folder / "book.db") == []


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("add --role player --name x", 2, "name it with --session"),
        ("add --role player --name x --session s1", 1, "--player: player is missing"),
        ("add --role player --name x --session s2 --player dan", 1, "there is no session"),
        ("add --role host --name x --player dan", 1, "--player: player is in a session"),
        ("add --role admin --name x --expires soon", 2, "'soon' is no length of time"),
        ("add --role host --name x --expires 0h", 2, "'0h' is no length of time"),
        ("add --role host --name= --session s1", 1, 'Error: --name: label: "" does not have'),
        ("revoke 0123abcd", 1, "there is no key"),
        ("list --db none.db", 1, "There is no book"),
    ],
)
def test_what_is_not_so_is_said(folder, typed, status, said):
    told = run(folder, *typed.split(), status=status)
    assert said in " ".join(told.split())
    assert "Traceback" not in told


def test_an_admin_key_is_for_no_session_and_its_role_was_said(folder):
    told = run(folder, "add", "--role=admin", "--name=x", "--session=s1", status=1)
    reason = "an admin key may do everything in every session; leave session out"
    assert told == f"Error: --session: {reason}\n"


@pytest.mark.parametrize("name", ["", "x" * 101, "Bob\n00000000  good     Mallory"])
@pytest.mark.parametrize(
    "typed", [["rotate-admin"], ["handover"], ["handover", "--signing-key", "new.txt"]]
)
def test_a_book_is_given_to_nobody_without_a_name_that_a_list_can_show(folder, typed, name):
    before = run(folder, "list")
    told = run(folder, *typed, "--name", name, status=1)
    assert told.startswith("Error: --name: label: ")
    assert run(folder, "list") == before
    assert not (folder / "new.txt").exists()
