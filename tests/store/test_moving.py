"""A book moved from its file to a server: the same in every row, and to everybody who looks."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import get_args

import pytest

from settle.access.linking import Links
from settle.store import DraftRow, Store, StoreRefused, move
from settle.store.records import Table
from tests.access.keyed import Keyring
from tests.book.running import Run
from tests.cli.running import settle
from tests.store.servers import emptied

CALLS = 150
STARTS: tuple[Table, ...] = ("migration", "book")


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    """A book in which everything was done that can be, nobody has it open."""
    run = Run(tmp_path_factory.mktemp("run"), seed=7)
    for _ in range(CALLS):
        run.step()
    book, keyring = run.book, Keyring(run.book.store)
    session = run.live[0].table.name
    for player in run.live[0].table.evening.people:
        keyring.seat(session, player)
    keyring.keeper.revoke(keyring.make(label="gone", scope="create").split("_")[1])
    Links(book.store, str).make(session, {"role": "viewer"}, by="host", key="once")
    keyring.make(label="who hosts", scope="create", group="circle")
    book.name_group("circle", {"name": "us"}, key="once")
    with book.store.writing() as w:
        w.set_name(session, "amy", "阿明 \U0001f004 \\ \t")
        w.put_draft(DraftRow(session, 99, 3, "", {"/hands/0": "As Kh"}))
    book.store.close()
    run.watch.file.close()
    return run.path


@pytest.fixture
def target(server) -> str:
    """A place where nothing is yet."""
    return server.place()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def rows(place: Path | str) -> dict[str, list[dict[str, object]]]:
    """Everything that a book holds."""
    tables = set(get_args(Table)) - {"migration", "book"}
    with Store.inspecting(place) as inspection:
        assert inspection.faults == ()
        held = {table: list(inspection.reader.raw_rows(table)) for table in tables}
        return held | {"book": [{"id": inspection.reader.book_id()}]}


def test_every_row_is_there_and_everybody_who_looks_sees_the_same(path, target):
    before = digest(path)
    done = settle("migrate", "--to", target, "--db", path)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.decode().startswith("book ")
    assert digest(path) == before
    held = rows(path)
    assert [table for table, there in held.items() if not there] == []
    assert rows(target) == held
    for command in (["audit"], ["export", "--all"], ["checkpoint", "--book"]):
        own, other = (settle(*command, "--db", each) for each in (path, target))
        assert own.status == 0
        assert own == other
    assert settle("audit", "--jobs", "2", "--db", target) == settle("audit", "--db", path)


def test_the_book_goes_on_where_it_is_now(path, target):
    move(path, target, lambda *_: None)
    store = Store.open(target)
    with store.reading() as r:
        last = r.last_opened()
    keeper = Keyring(store).keeper
    assert len(keeper.listed().document()["keys"]) > 3
    with store.writing() as w:
        assert w.last_opened() == last
    store.close()


def test_a_place_with_a_book_is_left_alone(path, address):
    emptied(address)
    with pytest.raises(StoreRefused, match=r"There is a book at .* already"):
        move(path, address, lambda *_: None)
    assert rows(address)["entry"] == []


def test_nothing_is_there_when_anything_went_wrong(path, target):
    def other(_ours: object, _theirs: object) -> None:
        raise StoreRefused("The roots differ.")

    with pytest.raises(StoreRefused, match="The roots differ"):
        move(path, target, other)
    with pytest.raises(StoreRefused, match="it is empty"):
        Store.inspecting(target).__enter__()


def test_a_row_that_did_not_arrive_as_it_was_is_found(path, target, monkeypatch):
    from settle.store.postgres import Connection  # noqa: PLC0415

    put = Connection.put_rows

    def mixed_up(connection, table, columns, given):
        if table == "game":
            given = ([*row[:-1], row[-1] + 1] for row in given)
        return put(connection, table, columns, given)

    monkeypatch.setattr(Connection, "put_rows", mixed_up)
    with pytest.raises(StoreRefused, match="Row 1 of game did not arrive as it was"):
        move(path, target, lambda *_: None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to", "book.db"], "--to is an address"),
        (["--to", "postgresql:///x", "--db", "postgresql:///y"], "--db names the file"),
        ([], "Missing option '--to'"),
    ],
)
def test_wrong_usage(words, said, tmp_path):
    done = settle("migrate", *words, cwd=tmp_path)
    assert done.status == 2
    assert said in done.stderr


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["restore", "pyproject.toml"]])
def test_copies_are_made_with_the_tools_of_the_server(command):
    done = settle(*command, "--db", "postgresql://amy:sesame@db.example/club")
    assert done.status == 1
    assert "pg_dump" in done.stderr
    assert "sesame" not in done.stderr


def test_no_setting_shows_the_password():
    done = settle("config", SETTLE_DB="postgresql://amy:sesame@db.example/club?password=sesame")
    assert done.status == 0
    assert b"postgresql://db.example/club " in done.stdout
    assert b"sesame" not in done.stdout
