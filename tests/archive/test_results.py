"""Results of earlier evenings out of a spreadsheet: taken as a whole, or told by line."""

from __future__ import annotations

import json

import pytest

from settle.archive.results import head_of
from tests.audit.evening import findings_in
from tests.book.rounds import new_book, session, stored
from tests.cli.running import settle

PEOPLE = ["阿明.", "=1+1", 'A,"B"', {"id": "dan", "name": "小丹"}]


@pytest.fixture
def book(tmp_path):
    made = new_book(tmp_path)
    made.open_session(session(players=PEOPLE))
    yield made
    made.store.close()


def brought_in(tmp_path, text, *flags):
    file = tmp_path / "results.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = settle("import", file, "--db", tmp_path / "book.db", "--session", "s1", *flags)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def nets(book):
    return [total["net"] for total in book.session_view("s1").document()["totals"]]


ONE = 'player,net\n阿明.,12\n"\'=1+1",-3\n"A,""B""",−4\n小丹,-5\n'
MANY = (
    "\ufeffEvening;Player;Net\r\nmay;dan;+5\r\nmay;阿明.;-5\r\n\r\njune;dan;1\r\njune;=1+1;-1\r\n"
)

TAKEN = [
    # A spreadsheet's guard, a comma in a name, a minus sign as printed, a display name.
    ("one evening", ONE, 1, [12, -3, -4, -5]),
    ("many evenings, as Excel writes them", MANY, 2, [-5, -1, 0, 6]),
    ("no evening", "player,net\n", 0, [0, 0, 0, 0]),
]


@pytest.mark.parametrize("row", TAKEN, ids=[row[0] for row in TAKEN])
def test_results_are_taken(book, tmp_path, row):
    _, text, evenings, expected = row
    done, [told] = brought_in(tmp_path, text)
    assert (done.status, done.stderr) == (0, "")
    assert told == {"session": "s1", "evenings": evenings, "present": 0, "refused": 0}
    assert nets(book) == expected
    assert findings_in(tmp_path / "book.db") == []


def test_the_same_file_again_counts_once(book, tmp_path):
    brought_in(tmp_path, MANY)
    before = stored(book)
    done, [told] = brought_in(tmp_path, MANY)
    assert (done.status, told["evenings"], told["present"]) == (0, 0, 2)
    assert stored(book) == before


def test_another_file_with_the_same_nets_is_told_to_be_there_already(book, tmp_path):
    """Without a name for the evening nothing tells the two apart; so it is not said to be taken."""
    brought_in(tmp_path, ONE)
    more = ONE + "\n"
    done, [told] = brought_in(tmp_path, more)
    assert (done.status, told["evenings"], told["present"]) == (0, 0, 1)
    assert nets(book) == [12, -3, -4, -5]
    done, [told] = brought_in(tmp_path, MANY + "july;dan;1\r\njuly;=1+1;-1\r\n")
    assert (told["evenings"], told["present"]) == (3, 0)
    done, [told] = brought_in(tmp_path, MANY + "july;dan;2\r\njuly;=1+1;-2\r\n")
    assert (told["evenings"], told["present"]) == (1, 2)


def test_an_evening_is_called_what_the_table_calls_it(book, tmp_path):
    brought_in(tmp_path, MANY)
    bodies = [entry["body"] for entry in book.ledger("s1").document()["entries"][1:]]
    assert [(body["note"], body["unverifiable"]) for body in bodies] == [
        ("may", True), ("june", True),
    ]  # fmt: skip


BAD = [
    ("a player of nobody", "player,net\nzoe,1\ndan,-1\n", [(2, "/player", "unknown_player")]),
    ("no whole number", "player,net\ndan,1.5\n=1+1,-1\n", [(2, "/net", "wrong_type")]),
    ("a cell too much", "player,net\ndan,1,2\n=1+1,-1\n", [(2, "", "out_of_range")]),
    ("a quotation mark left open", 'player,net\n"dan,1\n', [(2, "", "out_of_range")]),
    ("a player twice", "player,net\ndan,1\ndan,-1\n", [(3, "/player", "duplicate_player")]),
    ("an evening without name", "evening,player,net\n,dan,0\n", [(2, "/evening", "missing")]),
    ("a sum that is not zero", "evening,player,net\nmay,dan,0\njune,dan,1\njune,=1+1,1\n",
     [(3, "/net", "unbalanced")]),
    ("everything at once", "player,net\nzoe,x\n\nyan,1\n",
     [(2, "/player", "unknown_player"), (2, "/net", "wrong_type"),
      (4, "/player", "unknown_player")]),
]  # fmt: skip


@pytest.mark.parametrize("row", BAD, ids=[row[0] for row in BAD])
def test_what_is_wrong_is_told_by_its_line_and_nothing_is_stored(book, tmp_path, row):
    _, text, expected = row
    before = stored(book)
    done, [*bad, told] = brought_in(tmp_path, text)
    found = [
        (each["line"], fault["pointer"], fault["code"])
        for each in bad
        for fault in each["error"]["errors"]
    ]
    assert (done.status, found) == (1, expected)
    assert (told["evenings"], told["refused"]) == (0, len(bad))
    assert stored(book) == before


def test_a_file_in_another_encoding_is_refused(book, tmp_path):
    done, _ = brought_in(tmp_path, "player,net\n阿明.,0\n".encode("big5"))
    assert done.status == 1
    assert "UTF-8" in done.stderr


def test_results_need_a_session(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text(ONE)
    done = settle("import", file, "--db", tmp_path / "book.db")
    assert done.status == 2
    assert "--session" in done.stderr
    done, _ = brought_in(tmp_path, ONE)
    assert done.status == 1
    assert 'there is no session "s1"' in done.stderr


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("player,net", (",", ("player", "net"))),
        ('\ufeff"Evening"\t"Player"\t"Net"\r\n', ("\t", ("evening", "player", "net"))),
        ("player,net,evening", None),
        ('{"player": 1}', None),
        ("", None),
    ],
)
def test_a_head_is_known(line, head):
    assert head_of(line) == head
