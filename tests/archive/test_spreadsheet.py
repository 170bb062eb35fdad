"""Sessions as tables: nets and running totals that spreadsheets take as numbers, names as text."""

from __future__ import annotations

import csv
import io

import pytest

from settle.archive.exporting import ExportRefused
from settle.archive.spreadsheet import BYTE_ORDER_MARK, csv_text, safe_cell, session_csv
from settle.store import Store
from settle.store.sqlite import sqlite3
from tests.book.rounds import PLAYERS, new_book, scoops, session


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("amy", "amy"),
        ("阿明.", "阿明."),
        ("", ""),
        ("=1+1", "'=1+1"),
        ("+886", "'+886"),
        ("-5", "'-5"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        (" =1+1", "' =1+1"),
        ("＝1+1", "'＝1+1"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
    ],
)
def test_a_cell_is_no_formula(text, cell):
    assert safe_cell(text) == cell


def table(book, name: str = "s1") -> list[list[str]]:
    with book.store.reading() as r:
        text = session_csv(r, name)
    return list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def test_games_by_players(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(opening_balances={"amy": 10, "dan": -10}))
    book.record("s1", scoops("amy>dan", "bob>dan", game=1))
    book.record("s1", scoops("cat>amy", game=3))
    book.record("s1", scoops("amy>cat", players=PLAYERS[:3], sitting_out=["dan"], game=4))
    seen = book.round("s1", 3).document()["entry"]["hash"]
    book.void("s1", 3, {"reason": "misdeal", "against": seen})
    assert table(book) == [
        ["game", "kind", "amy", "bob", "cat", "dan",
         "amy total", "bob total", "cat total", "dan total"],
        ["", "opening_balance", "10", "", "", "-10", "10", "0", "0", "-10"],
        ["1", "game_recorded", "1", "1", "0", "-2", "11", "1", "0", "-12"],
        ["3", "game_voided", "", "", "", "", "11", "1", "0", "-12"],
        ["4", "game_recorded", "1", "0", "-1", "", "12", "1", "-1", "-12"],
    ]  # fmt: skip


def test_a_contested_game_is_marked_and_in_no_total(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session())
    book.record("s1", scoops("amy>dan", game=1))
    book.record("s1", scoops("bob>dan", game=2))
    claim = {"totals": dict.fromkeys(PLAYERS, 0)}
    book.dispute("s1", 1, {"by": "player:dan", "claim": claim, "reason": "a tie"})
    assert table(book)[1:] == [
        ["1", "game_recorded held", "1", "0", "0", "-1", "0", "0", "0", "0"],
        ["2", "game_recorded", "0", "1", "0", "-1", "0", "1", "0", "-1"],
    ]
    book.withdraw("s1", "d1", {"by": "player:dan"})
    assert table(book)[1:] == [
        ["1", "game_recorded", "1", "0", "0", "-1", "1", "0", "0", "-1"],
        ["2", "game_recorded", "0", "1", "0", "-1", "1", "1", "0", "-2"],
    ]


def test_a_cell_with_what_other_regions_split_at_is_quoted(tmp_path):
    book = new_book(tmp_path)
    book.open_session(session(players=[{"id": "amy", "name": "a;b"}, *PLAYERS[1:]]))
    with book.store.reading() as r:
        assert session_csv(r, "s1") == (
            'game,kind,"a;b",bob,cat,dan,"a;b total",bob total,cat total,dan total\r\n'
        )
    assert csv_text([["x;y", "z", 5, 'q"', ""], ["\t", "a,b"]]) == (
        '"x;y",z,5,"q""",\r\n"\t","a,b"\r\n'
    )


def test_names_as_they_are_called(tmp_path):
    book = new_book(tmp_path)
    names = ['A,"B"', "=1+1", "阿明", "阿明"]
    people = [{"id": player, "name": name} for player, name in zip(PLAYERS, names, strict=True)]
    book.open_session(session(players=people))
    head = ['A,"B"', "'=1+1", "阿明 (cat)", "阿明 (dan)"]
    assert table(book) == [["game", "kind", *head, *(f"{name} total" for name in head)]]


def test_nobody_is_named_as_others_are_told_apart(tmp_path):
    book = new_book(tmp_path)
    names = ["Amy", "Amy", "Amy (amy)", "Dan"]
    people = [{"id": player, "name": name} for player, name in zip(PLAYERS, names, strict=True)]
    book.open_session(session(players=people))
    assert table(book)[0][2:6] == PLAYERS


def test_the_bytes(tmp_path):
    book = new_book(tmp_path)
    amy = {"id": "amy", "name": 'A,"B"'}
    book.open_session(session(players=[amy, "bob"]))
    book.record("s1", scoops("amy>bob", players=["amy", "bob"], game=1))
    with book.store.reading() as r:
        assert session_csv(r, "s1") == (
            'game,kind,"A,""B""",bob,"A,""B"" total",bob total\r\n1,game_recorded,1,-1,1,-1\r\n'
        )


@pytest.mark.parametrize(("name", "mark"), [("阿明", True), ("Amy", False)])
def test_spreadsheets_are_told_of_other_letters(tmp_path, name, mark):
    book = new_book(tmp_path)
    book.open_session(session(players=[{"id": "amy", "name": name}, "bob"]))
    with book.store.reading() as r:
        assert session_csv(r, "s1").startswith(BYTE_ORDER_MARK) == mark


def test_a_session_that_is_not_there(tmp_path):
    with Store.open(tmp_path / "b").reading() as r, pytest.raises(ExportRefused, match="friday"):
        session_csv(r, "friday")


@pytest.mark.parametrize("line", ["{", "{}", '{"seq":1}', "[]"])
def test_a_session_that_does_not_add_up_is_for_the_audit(tmp_path, line):
    book = new_book(tmp_path)
    book.open_session(session())
    book.store.close()
    connection = sqlite3.connect(tmp_path / "book.db", isolation_level=None)
    connection.execute("DROP TRIGGER entry_refuses_update")
    connection.execute("UPDATE entry SET line = ?", [line])
    connection.close()
    refused = pytest.raises(ExportRefused, match="audit the book")
    with Store.inspecting(tmp_path / "book.db") as inspection, refused:
        session_csv(inspection.reader, "s1")
