"""What is sound is found to be sound, and what was looked at is counted."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from settle.audit import Tally
from settle.rulebook import Rulebook
from settle.store import Store
from settle.store.sqlite import ROLLBACK, WRITE_AHEAD
from tests.audit.evening import exported, findings_in, findings_of, write_tuesday
from tests.book.rounds import new_book, scoops, session


def counted(tally: Tally) -> tuple[dict[str, int], list[str], list[str]]:
    return tally.counts(), tally.unused, tally.imported


def test_a_book(path):
    tally = Tally()
    assert findings_in(path, tally) == []
    # Monday: opening, balance, 16 games, two corrections and a void, the close: 22 entries, of
    # which 18 hold a round. Tuesday: opening and two games.
    counts = {"sessions": 2, "entries": 25, "games": 20, "rulesets": 3}
    assert counted(tally) == (counts, ["our-thirteen@1"], [])


def test_a_session(monday):
    tally = Tally()
    assert findings_of(monday, tally) == []
    counts = {"sessions": 1, "entries": 22, "games": 18, "rulesets": 1}
    assert counted(tally) == (counts, [], [])


def test_a_whole_book_as_a_ledger(whole):
    tally = Tally()
    assert findings_of(whole, tally) == []
    counts = {"sessions": 2, "entries": 25, "games": 20, "rulesets": 3}
    assert counted(tally) == (counts, ["our-thirteen@1"], [])


def test_an_empty_book(tmp_path):
    Store.open(tmp_path / "book.db").close()
    assert findings_in(tmp_path / "book.db") == []
    assert findings_of(exported(tmp_path / "book.db")) == []


@pytest.mark.parametrize("name", [n for n in Rulebook().digests() if not n.startswith("ph-")])
def test_a_session_of_every_ruleset(tmp_path, name):
    # The exchange of ph-exchange needs cards. Banker rulesets need a banker, who scoops here.
    book = new_book(tmp_path)
    rules = book.ruleset(name).rules()
    players = ["amy", "bob", "cat", "dan", "eve"][: rules.most_players]
    book.open_session(session(ruleset=name, players=players, stake=None))
    banker = {"banker": "amy"} if rules.pairing == "banker" else {}
    pairs = [f"{one}>{two}" for n, one in enumerate(players) for two in players[n + 1 :]]
    wanted = [pair for pair in pairs if not banker or pair.startswith("amy")]
    book.record("s1", scoops(*wanted, players=players, game=1, **banker))
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []


@pytest.mark.parametrize("journal", [ROLLBACK, WRITE_AHEAD], ids=["rollback", "wal"])
def test_a_book_that_is_being_written_to(path, journal):
    store = Store.open(path, journal=journal)
    with store.writing() as w, Store.inspecting(path) as inspection:
        w.set_name("monday", "cat", "Cat")
        assert inspection.faults == ()
        assert [row["id"] for row in inspection.reader.raw_rows("person")] == ["amy", "bob"]
    store.close()
    assert findings_in(path) == []


def test_a_book_changes_in_nothing_by_being_audited(path):
    before = path.read_bytes()
    assert findings_in(path) == []
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_book_on_a_read_only_disk(path, tmp_path):
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a disk can be mounted by root only")
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True, capture_output=True)
    except subprocess.CalledProcessError:
        pytest.skip("a disk cannot be mounted here")
    try:
        shutil.copy(path, folder / "book.db")
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        assert findings_in(folder / "book.db") == []
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_display_names_may_change_and_go(path):
    with Store.open(path).writing() as w:
        w.set_name("monday", "amy", "Amy")
        w.erase_name("monday", "bob")
    assert findings_in(path) == []


def test_sessions_follow_one_another_whatever_their_ids(tmp_path):
    book = new_book(tmp_path)
    for name in ("zeta", "alpha", "mid"):
        book.open_session(session(id=name))
    write_tuesday(book)
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []
