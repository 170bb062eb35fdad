"""Sessions that were settled as one, in an audit: whole, apart, and as forgers would have them."""

from __future__ import annotations

import io
import shutil

import pytest

from settle import verifier
from settle.archive.importing import Ledger as Exported
from settle.audit import Tally, first_bad
from settle.audit.ledger import _LedgerAudit
from settle.store import Store
from tests.audit.evening import RELEASED, Ledger, exported, findings_in, findings_of, first_of
from tests.book.money import pay
from tests.book.rounds import new_book
from tests.book.test_joint import write_circle
from tests.cli.running import settle

ONE, TWO = ("one", 4), ("two", 3)
"""The entries that settle both as one; in two they are paid."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The book of the circle, settled as one and paid in part."""
    folder = tmp_path_factory.mktemp("together")
    book = new_book(folder)
    write_circle(book)
    book.settle_group("circle", {})
    pay(book, "dan>amy 100", "two")
    book.store.close()
    return folder / "book.db"


def test_the_whole_book_is_sound(made):
    tally = Tally()
    assert findings_in(made, tally) == findings_of(exported(made)) == []
    assert tally.apart == []


@pytest.mark.parametrize(("session", "other"), [("one", "two"), ("two", "one")])
def test_of_one_session_it_is_said_what_cannot_be_seen(made, session, other):
    tally = Tally()
    assert findings_of(exported(made, session), tally) == []
    assert tally.apart == [other]


@pytest.mark.parametrize("sessions", [["one"], ["two"], ["two", "one"]])
def test_what_came_alone_goes_on_alone(made, tmp_path, sessions):
    store = Store.open(tmp_path / "book.db")
    for session in sessions:
        ledger = Exported(io.BytesIO(exported(made, session)), RELEASED)
        assert list(ledger.findings(Tally())) == []
        ledger.store(store)
    store.close()
    book, tally = new_book(tmp_path), Tally()
    number = dict([ONE, TWO])[sessions[-1]]
    book.reverse(sessions[-1], "settlement", number, {"reason": "another book"})
    assert findings_in(tmp_path / "book.db", tally) == []
    # Where both came, both were taken back.
    assert len(tally.apart) == 2 - len(sessions)
    with book.store.reading() as r:
        kinds = [e.kind for each in sessions for e in r.entries(each)]
    assert kinds.count("settlement_reversed") == len(sessions)


@pytest.mark.parametrize(("first", "second"), [("one", "two"), ("two", "one")])
def test_what_was_taken_back_before_the_other_came_is_told_and_mended(
    made, tmp_path, first, second
):
    """Whether the one that stands comes second or was there: that one is to be taken back."""
    for name in (first, second):
        (tmp_path / f"{name}.ndjson").write_bytes(exported(made, name))
    database = ("--db", tmp_path / "book.db")
    assert settle("import", tmp_path / f"{first}.ndjson", *database).stderr == ""
    number = dict([ONE, TWO])
    book = new_book(tmp_path)
    book.reverse(first, "settlement", number[first], {"reason": "another book"})
    book.store.close()
    done = settle("import", tmp_path / f"{second}.ndjson", *database, "--lang", "en")
    assert done.status == 0
    assert f"session {second}, entry {number[second]}: part_reversed: " in done.stderr
    assert f"POST /v1/sessions/{second}/settlements/{number[second]}/reversal" in done.stderr
    (tmp_path / "gone.ndjson").write_bytes(exported(tmp_path / "book.db", first))
    assert [found[:3] for found in findings_in(tmp_path / "book.db")] == [
        ("part_reversed", second, number[second])
    ]
    # Elsewhere the one that stands is there when the one that was taken back comes.
    other = ("--db", tmp_path / "other.db")
    settle("import", tmp_path / f"{second}.ndjson", *other)
    done = settle("import", tmp_path / "gone.ndjson", *other, "--lang", "en")
    assert f"session {second}, entry {number[second]}: part_reversed: " in done.stderr
    for name in ("book.db", "other.db"):
        book = new_book(tmp_path, name)
        book.reverse(second, "settlement", number[second], {"reason": "here too"})
        book.store.close()
        assert findings_in(tmp_path / name) == []


def test_the_verifier_without_settle_takes_them(made, tmp_path, capsys):
    for name, data in (("whole", exported(made)), ("alone", exported(made, "one"))):
        verifier.problems.clear()
        (tmp_path / name).write_bytes(data)
        assert verifier.main([str(tmp_path / name)]) == 0, capsys.readouterr()
        # What is paid for all of them it does not add up, and says so.
        told = capsys.readouterr().out
        assert "what is paid for sessions settled as one (group.transfers)" in told


def without(session, first):
    """The end of a session is cut off, and everything made to fit again."""

    def change(ledger):
        ledger.lines = [
            x for x in ledger.lines if x.get("session") != session or x.get("seq", 0) < first
        ]

    return change


def says(at, **members):
    return lambda ledger: ledger.entry(at[1], at[0])["body"]["group"].update(members)


def covers(at, place, **members):
    """A session that it names is another, or stood otherwise."""
    return lambda ledger: ledger.entry(at[1], at[0])["body"]["group"]["sessions"][place].update(
        members
    )


def nobody(ledger):
    del ledger.entry(*reversed(ONE))["body"]["group"]


FORGED = [
    ("without the other", without("two", 3), ("part_missing", *ONE)),
    ("of the other the opening is left", without("two", 2), ("part_missing", *ONE)),
    ("as if alone", nobody, ("part_missing", *TWO)),
    ("another group", says(ONE, id="us"), ("body_malformed", *ONE)),
    ("another way", says(ONE, mode="pairs"), ("body_malformed", *ONE)),
    ("paid in the first", says(ONE, pays_in="one"), ("body_malformed", *ONE)),
    ("no transfers", lambda x: x.entry(3, "two")["body"]["group"].pop("transfers"),
     ("body_malformed", *TWO)),
    ("transfers twice", says(ONE, transfers=[]), ("body_malformed", *ONE)),
    ("a secret", says(ONE, tip="1"), ("body_malformed", *ONE)),
    ("nothing at all", lambda x: x.entry(4, "one")["body"].update(group=None),
     ("body_malformed", *ONE)),
    ("itself otherwise", covers(ONE, 0, seq=2), ("body_malformed", *ONE)),
    ("itself twice", lambda x: x.entry(4, "one")["body"]["group"].update(
        sessions=x.entry(4, "one")["body"]["group"]["sessions"][:1] * 2, pays_in="one",
        transfers=[]), ("body_malformed", *ONE)),
    ("the other before that", covers(ONE, 1, seq=1), ("part_missing", *ONE)),
    ("the other with another past", covers(ONE, 1, hash="sha256:" + "1" * 64),
     ("part_missing", *ONE)),
    ("a player alone", lambda x: x.entry(4, "one")["body"].update(player="dan"),
     ("body_malformed", *ONE)),
    ("an amount spelled otherwise", says(TWO, transfers=[
        {"from": "cat", "to": "amy", "amount": "50.00"}]), ("body_malformed", *TWO)),
    ("a name spelled otherwise", says(TWO, transfers=[
        {"from": " cat", "to": "amy", "amount": "50"}]), ("body_malformed", *TWO)),
    ("others pay", says(TWO, transfers=[
        {"from": "dan", "to": "amy", "amount": "150"},
        {"from": "dan", "to": "bob", "amount": "150"},
        {"from": "cat", "to": "bob", "amount": "50"}]), ("joint_differs", *TWO)),
]  # fmt: skip


@pytest.mark.parametrize("row", FORGED, ids=[row[0] for row in FORGED])
def test_a_forged_part_is_found(made, row):
    _, change, expected = row
    ledger = Ledger(exported(made))
    change(ledger)
    assert is_told(ledger, expected)


def is_told(ledger, expected):
    """Whether that is the first finding, in the line of its entry, whoever looks."""
    data = ledger.sealed().data()
    one = findings_of(data)
    two = list(_LedgerAudit(RELEASED, Tally()).findings_of(io.BytesIO(data), 1))
    line = ledger.place(*reversed(expected[1:])) + 1
    return (first_of(one), first_bad(one).line, two) == (expected, line, one)


def test_a_way_that_is_none_is_found(made):
    ledger = Ledger(exported(made))
    for at in (ONE, TWO):
        says(at, mode="via:zoe")(ledger)
    assert is_told(ledger, ("joint_differs", *TWO))


@pytest.mark.parametrize(("left", "gone"), [("one", "two"), ("two", "one")])
def test_a_part_that_was_not_taken_back_with_the_other_is_found(made, tmp_path, left, gone):
    shutil.copy(made, tmp_path / "book.db")
    book = new_book(tmp_path)
    book.reverse("one", "settlement", 4, {"reason": "too early"})
    book.store.close()
    data = exported(tmp_path / "book.db")
    assert findings_of(data) == []
    ledger = Ledger(data)
    del ledger.lines[ledger.place({"one": 5, "two": 5}[left], left)]
    assert is_told(ledger, ("part_reversed", left, dict([ONE, TWO])[left]))


def test_an_opening_in_the_wrong_place_is_told_in_its_line(made):
    ledger = Ledger(exported(made))
    previous = {"id": "zero", "hash": "sha256:" + "1" * 64}
    ledger.entry(1, "points")["body"]["previous_session"] = previous
    assert is_told(ledger, ("previous_differs", "points", 1))
