"""Backups while a service writes, what is looked at, and restores."""

from __future__ import annotations

import errno
import stat
import threading
from contextlib import closing
from itertools import count, pairwise

import pytest

from settle.book import Book
from settle.store import Store, StoreRefused, StoreUnavailable, back_up, restore
from settle.store import copying as module
from tests.book.rounds import RULEBOOK, new_book, scoops, session
from tests.cli.running import settle
from tests.service.services import client_of, findings, recorded, running
from tests.store.chains import raw


@pytest.fixture
def path(tmp_path):
    """A book with a session of three games that nobody has open."""
    book = new_book(tmp_path)
    book.open_session(session())
    for game in (1, 2, 3):
        book.record("s1", scoops("amy>dan", game=game))
    book.store.close()
    return tmp_path / "book.db"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# --- taking one -----------------------------------------------------------------------------------


def test_a_copy_holds_the_same_and_only_its_owner_may_read_it(path, tmp_path):
    done = settle("backup", tmp_path / "copy.db", "--db", path)
    assert (done.status, done.stderr) == (0, "")
    assert b"1 sessions, 4 entries" in done.stdout
    assert mode(tmp_path / "copy.db") == 0o600
    assert recorded(tmp_path / "copy.db") == recorded(path)
    assert findings(tmp_path / "copy.db") == []


NAME = "Quetzalcoatl of the second floor"
PEOPLE = [{"id": "amy", "name": NAME}, "bob", "cat", "dan"]


def files_with(name, folder):
    """Which files of a book have a name in them, in any byte."""
    return [path.name for path in folder.glob("book.db*") if name.encode() in path.read_bytes()]


def test_a_name_that_was_erased_is_in_no_byte_of_a_copy_nor_of_the_book(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(players=PEOPLE), key="once")
    for game in (1, 2, 3):
        book.record("s1", scoops("amy>dan", game=game))
    back_up(tmp_path / "book.db", tmp_path / "before.db")
    assert NAME.encode() in (tmp_path / "before.db").read_bytes()
    assert files_with(NAME, tmp_path)
    book.name_player("s1", {"player": "amy", "erase": True})
    # While the book is open, as it is for months where it is served.
    assert files_with(NAME, tmp_path) == []
    back_up(tmp_path / "book.db", tmp_path / "after.db")
    assert NAME.encode() not in (tmp_path / "after.db").read_bytes()


def test_a_name_that_a_member_had_is_in_no_byte_of_the_book_either(tmp_path):
    book = new_book(tmp_path)
    book.make_group({"id": "circle", "name": "us", "members": PEOPLE}, key="made")
    book.name_member("circle", "amy", {"name": NAME}, key="named")
    book.store.close()
    assert files_with(NAME, tmp_path)
    book.erase_member("circle", "amy")
    assert files_with(NAME, tmp_path) == []


def test_who_reads_an_older_state_keeps_a_name_until_the_next_game(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(players=PEOPLE))
    with book.store.reading() as r:
        book.name_player("s1", {"player": "amy", "erase": True})
        assert r.names("s1") == {"amy": NAME}
    book.record("s1", scoops("amy>dan", game=1))
    assert files_with(NAME, tmp_path) == []


def test_a_copy_is_one_file_and_needs_none_beside_it(path, tmp_path):
    place = tmp_path / "kept"
    place.mkdir()
    back_up(path, place / "copy.db")
    assert [each.name for each in place.iterdir()] == ["copy.db"]
    with closing(raw(place / "copy.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_is_there_is_left_alone_unless_told_otherwise(path, tmp_path):
    target = tmp_path / "copy.db"
    target.write_text("a letter")
    done = settle("backup", target, "--db", path)
    assert (done.status, target.read_text()) == (1, "a letter")
    assert "is there already. Name another file, or say --force." in done.stderr
    assert settle("backup", target, "--db", path, "--force").status == 0
    assert recorded(target) == recorded(path)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
def test_the_book_is_never_replaced_by_its_own_copy_nor_what_belongs_to_it(path, end):
    with closing(Store.open(path)) as store:
        Book(store, RULEBOOK).record("s1", scoops("amy>dan", game=9))
        before = recorded(path)
        target = path.with_name(path.name + end)
        target.touch()
        done = settle("backup", target, "--db", path, "--force")
        assert (done.status, "is the book itself, or a part of it" in done.stderr) == (1, True)
        assert recorded(path) == before


def no_second_name(_path, _other):
    """What a disk says that has no hard links."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


def test_a_disk_without_hard_links_takes_a_copy_as_well(path, tmp_path, monkeypatch):
    target = tmp_path / "stick.db"
    monkeypatch.setattr(module.os, "link", no_second_name)
    assert back_up(path, target) == module.check(target)
    with pytest.raises(StoreRefused, match="is there already"):
        back_up(path, target)


def test_there_too_one_that_comes_meanwhile_is_left_alone(tmp_path, monkeypatch):
    part, target = tmp_path / "part", tmp_path / "stick.db"
    part.write_text("new")
    target.write_text("somebody else's")
    monkeypatch.setattr(module.os, "link", no_second_name)
    with pytest.raises(FileExistsError):
        module._give(part, target)
    assert target.read_text() == "somebody else's"


def test_one_that_comes_meanwhile_is_left_alone(path, tmp_path, monkeypatch):
    target = tmp_path / "copy.db"

    def check(part):
        target.write_text("somebody was faster")
        return found(part)

    found = module.check
    monkeypatch.setattr(module, "check", check)
    with pytest.raises(StoreRefused, match="came into being meanwhile"):
        back_up(path, target)
    assert target.read_text() == "somebody was faster"
    assert not (tmp_path / "copy.db.part").exists()


@pytest.mark.parametrize(
    ("target", "words"),
    [("nowhere/copy.db", "There is no folder"), ("copy.db", "another copy is being made")],
)
def test_where_no_copy_can_be_made(path, tmp_path, target, words):
    (tmp_path / "copy.db.part").write_text("half")
    with pytest.raises(StoreRefused, match=words):
        back_up(path, tmp_path / target)
    assert (tmp_path / "copy.db.part").read_text() == "half"


def test_no_book(tmp_path):
    done = settle("backup", tmp_path / "copy.db", "--db", tmp_path / "none.db")
    assert (done.status, "There is no book at" in done.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_copies_of_a_service_that_is_writing(tmp_path):
    path, over = tmp_path / "book" / "book.db", threading.Event()
    path.parent.mkdir()

    def play(service, name):
        """As many evenings as it takes: a copy may be made in no time, or slowly."""
        games = ((evening, game) for evening in count() for game in range(1, 201))
        with client_of(service) as client:
            for evening, game in games:
                if over.is_set():
                    return
                place = f"{name}-{evening}"
                if game == 1:
                    made = client.post("/v1/sessions", session(id=place, games=200))
                    assert made.status == 201
                answer = client.post(f"/v1/sessions/{place}/rounds", scoops("amy>dan", game=game))
                assert answer.status == 201

    with running(path) as service:
        players = [threading.Thread(target=play, args=(service, name)) for name in ("s1", "s2")]
        for player in players:
            player.start()
        copies = [tmp_path / f"copy-{number}.db" for number in range(3)]
        done = [settle("backup", copy, "--db", path) for copy in copies]
        over.set()
        for player in players:
            player.join()
        assert service.stop() == 0
    assert [(each.status, each.stderr) for each in done] == [(0, "")] * 3
    stood = [recorded(copy) for copy in copies] + [recorded(path)]
    for earlier, later in pairwise(stood):
        assert earlier.items() <= later.items()
    assert len(stood[0]) < len(stood[-1])
    assert [findings(copy) for copy in copies] == [[], [], []]


# --- what is looked at ----------------------------------------------------------------------------

GUARDS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


def unguarded(path, *statements):
    """Do to a book what its guards would not let anybody do, and put them back."""
    with closing(raw(path)) as connection:
        guards = connection.execute(GUARDS).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in guards:
            connection.execute(sql)


HARM = {
    "a guard is gone": (
        lambda path: _run(path, "DROP TRIGGER entry_refuses_update"),
        "trigger entry_refuses_update is missing",
    ),
    "the last entry is changed": (
        lambda path: unguarded(
            path, "UPDATE entry SET line = replace(line, 'dan', 'bob') WHERE seq = 4"
        ),
        "s1: entry 4 is not what its hash says",
    ),
    "the last entry is no JSON": (
        lambda path: unguarded(path, "UPDATE entry SET line = '{' WHERE seq = 4"),
        "s1: entry 4 is not what its hash says",
    ),
    "the last entry is gone": (
        lambda path: unguarded(path, "DELETE FROM game", "DELETE FROM entry WHERE seq = 4"),
        "s1: entry 4 is missing",
    ),
    "an entry in the middle is gone": (
        lambda path: unguarded(path, "DELETE FROM game", "DELETE FROM entry WHERE seq = 3"),
        "there are 3 entries, and the sessions tell of 4",
    ),
    "the row of a session names another head": (
        lambda path: _run(path, "UPDATE session SET head_hash = 'sha256:00'"),
        "s1: entry 4 is not what its hash says",
    ),
}


def _run(path, statement):
    with closing(raw(path)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize(("harm", "words"), HARM.values(), ids=HARM)
def test_a_book_that_is_not_sound_gives_no_copy(path, tmp_path, harm, words):
    harm(path)
    with pytest.raises(StoreRefused, match=words):
        back_up(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "copy.db.part").exists()


@pytest.mark.parametrize(("harm", "words"), HARM.values(), ids=HARM)
def test_a_copy_that_is_not_sound_is_not_put_in_place(path, tmp_path, harm, words):
    back_up(path, tmp_path / "copy.db")
    harm(tmp_path / "copy.db")
    with pytest.raises(StoreRefused, match=words):
        restore(tmp_path / "copy.db", tmp_path / "place.db")
    assert not (tmp_path / "place.db").exists()


# --- putting one in place -------------------------------------------------------------------------


def test_a_copy_is_put_in_place_and_served(path, tmp_path):
    copy, place = tmp_path / "copy.db", tmp_path / "restored" / "book.db"
    place.parent.mkdir()
    back_up(path, copy)
    before = copy.read_bytes()
    done = settle("restore", copy, "--db", place)
    assert (done.status, done.stderr) == (0, "")
    assert (mode(place), copy.read_bytes()) == (0o600, before)
    with running(place) as service, client_of(service) as client:
        assert client.get("/v1/sessions/s1")["head"]["seq"] == 4
        assert client.post("/v1/sessions/s1/rounds", scoops("bob>cat", game=4)).status == 201
        assert service.stop() == 0
    assert findings(place) == []


@pytest.mark.parametrize("end", ["", "-wal", "-journal", "-shm"])
def test_a_place_that_is_taken_is_left_alone(path, tmp_path, end):
    back_up(path, tmp_path / "copy.db")
    there = tmp_path / f"place.db{end}"
    there.write_text("of another book")
    with pytest.raises(StoreRefused, match=f"{there} is there"):
        restore(tmp_path / "copy.db", tmp_path / "place.db")
    assert there.read_text() == "of another book"
    assert (tmp_path / "place.db").exists() == (end == "")


@pytest.mark.parametrize("content", [b"amy owes bob 12\n" * 100, b""])
def test_what_is_no_book_is_not_put_in_place(tmp_path, content):
    copy = tmp_path / "copy.db"
    copy.write_bytes(content)
    done = settle("restore", copy, "--db", tmp_path / "place.db")
    assert (done.status, "Traceback" in done.stderr) == (1, False)
    assert done.stderr.startswith("Error: ")
    assert list(tmp_path.iterdir()) == [copy]


def test_a_copy_with_its_log_beside_it_is_read_with_it(path, tmp_path):
    """As somebody makes one who copies the files of a book that was killed."""
    book = Store.open(path)
    with book.writing() as w:
        w.add_ruleset("sha256:" + "a" * 64, "house", 1, "{}")
    for each in tmp_path.glob("book.db*"):
        (tmp_path / each.name.replace("book", "copy")).write_bytes(each.read_bytes())
    restore(tmp_path / "copy.db", tmp_path / "place.db")
    book.close()
    with Store.open(tmp_path / "place.db").reading() as r:
        assert [row.id for row in r.rulesets("house")] == ["house"]


def test_a_disk_that_is_too_small_for_the_copy(path, tmp_path, monkeypatch):
    """The pages of a target may be few; SQLite says then what it says of a full disk."""
    made = module.Connection

    def connected(place, **how):
        connection = made(place, **how)
        if how.get("writable", True):
            connection.run("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(module, "Connection", connected)
    with pytest.raises(StoreUnavailable, match="could not be copied"):
        back_up(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
