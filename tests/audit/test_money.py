"""Entries about money in an audit: sound as they are, and found where one says something else."""

from __future__ import annotations

import io

import pytest

from settle.archive.exporting import export_book
from settle.archive.importing import Ledger as Exported
from settle.audit import Tally
from settle.store import Store
from tests.audit.evening import RELEASED, Ledger, exported, findings_in, findings_of, first_of
from tests.book.money import fresh, pay, seq, written
from tests.book.rounds import new_book, scoops, session

KINDS = [
    "session_opened", "game_recorded", "game_recorded", "imported_result", "penalty",
    "shared_cost", "settlement_made", "payment", "payment_reversed", "payment", "game_corrected",
    "settlement_made", "settlement_reversed", "renamed", "settlement_made", "session_closed",
    "payment",
]  # fmt: skip


def write_money(book):
    book.make_group({"id": "circle", "name": "us", "members": ["amy", "bob"]})
    book.open_session(session(group="circle"), key="open")
    book.record("s1", scoops("amy>dan", "bob>dan", game=1))
    against = book.record("s1", scoops("cat>dan", game=2)).document()["entry"]["hash"]
    book.import_result("s1", {"nets": {"dan": 1, "amy": -1}, "note": "in May"}, key=fresh())
    fine = {"payer": "amy", "to": "fund:supper", "amount": "30", "reason": "slow"}
    book.penalize("s1", {**fine, "by": "player:bob"}, key=fresh())
    cost = {"sharers": ["dan", "amy", "bob"], "to": "fund:rent", "amount": "1000", "reason": "場租"}
    book.share_cost("s1", cost, key=fresh())
    book.settle("s1", {"mode": "pairs", "player": "dan"})
    wrong = seq(pay(book, "dan>cat 100", confirmed_by=["cat"]))
    book.reverse("s1", "payment", wrong, {"reason": "another game"})
    pay(book, "dan>cat 50")
    book.correct("s1", 2, {**scoops("dan>cat"), "reason": "mixed up", "against": against})
    made = seq(book.settle("s1", {"mode": "via:amy"}))
    book.reverse("s1", "settlement", made, {"reason": "not via amy"})
    book.name_player("s1", {"player": "dan", "name": "=1+1"})
    book.settle("s1", {})
    book.close("s1")
    pay(book, "bob>amy 1")
    book.store.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("money")
    write_money(new_book(folder))
    return folder / "book.db"


def test_every_kind_about_money_is_sound(made):
    assert findings_in(made) == []
    data = exported(made, "s1")
    assert findings_of(data) == []
    assert [entry["kind"] for entry in Ledger(data).entries] == KINDS


def test_exported_imported_and_exported_again_it_is_the_same(made, tmp_path):
    data = exported(made)
    ledger, store = Exported(io.BytesIO(data), RELEASED), Store.open(tmp_path / "other.db")
    assert list(ledger.findings(Tally())) == []
    ledger.store(store)
    with store.reading() as r:
        assert b"".join(export_book(r)) == data
    store.close()
    assert findings_in(tmp_path / "other.db") == []


def at(ledger, seq_):
    return ledger.entry(seq_, "s1")["body"]


# What a forger changes, and where it is found, every hash made to fit again.
FORGED = [
    ("nets that do not sum to zero", 4, lambda b: b["nets"][0].update(net=5), "money_refused"),
    ("nets in another order", 4, lambda b: b["nets"].reverse(), "body_differs"),
    ("an earlier evening that can be checked", 4, lambda b: b.update(unverifiable=False),
     "body_differs"),
    ("nets that are none", 4, lambda b: b.update(nets=7), "money_refused"),
    ("a penalty of nobody", 5, lambda b: b.update(payer="zoe"), "money_refused"),
    ("an amount spelled otherwise", 5, lambda b: b.update(amount="30.00"), "body_differs"),
    ("another currency", 5, lambda b: b.update(currency="HKD"), "money_refused"),
    *(
        (f"{kind} by nobody", number, lambda b: b.update(by="player:zoe"), "money_refused")
        for number, kind in enumerate(KINDS[3:9], 4)
    ),
    ("a share too large", 6, lambda b: b["shares"][0].update(amount="333.35"), "body_differs"),
    ("a sharer too few", 6, lambda b: b["sharers"].pop(), "body_differs"),
    ("a transfer of more", 7, lambda b: b["transfers"][0].update(amount="999"), "body_differs"),
    ("totals of others", 7, lambda b: b["totals"][0].update(net=9), "totals_differ"),
    ("another head", 7, lambda b: b["covers"].update(seq=5), "body_differs"),
    ("another way", 7, lambda b: b.update(mode="fewest"), "body_differs"),
    ("a way that is none", 7, lambda b: b.update(mode="any"), "money_refused"),
    ("a payment to oneself", 8, lambda b: b.update(to="dan"), "money_refused"),
    ("a payment with a secret", 8, lambda b: b.update(tip=1), "body_differs"),
    ("a reversal of what is none", 9, lambda b: b.update(payment=2), "money_refused"),
    ("a reversal of nothing", 9, lambda b: b.pop("payment"), "body_malformed"),
    ("a settlement reversed that is none", 13, lambda b: b.update(settlement=8), "money_refused"),
    ("a name in an entry", 14, lambda b: b.update(name="Dan"), "body_differs"),
    ("a name of nobody", 14, lambda b: b.update(player="zoe"), "body_malformed"),
]  # fmt: skip


@pytest.mark.parametrize("row", FORGED, ids=[row[0] for row in FORGED])
def test_a_forged_entry_is_found(made, row):
    _, number, change, code = row
    ledger = Ledger(exported(made, "s1"))
    change(at(ledger, number))
    assert first_of(findings_of(ledger.sealed().data())) == (code, "s1", number)


def test_a_payment_left_out_is_found_where_it_was_counted(made):
    ledger = Ledger(exported(made, "s1"))
    # Without the payment of 50 in advance the settlement after it asks for more.
    del ledger.lines[ledger.place(10, "s1")]
    code, _, number = first_of(findings_of(ledger.sealed().data()))
    assert (code, number) == ("body_differs", 11)


# What pairs of each evening settle now, and what they did while charges were not rounded to the
# step and whoever had it all was drawn in again.
PAIRS_OF_THEN = [
    ("step", "bob>amy 330, cat>amy 335", "bob>amy 331.67, cat>amy 333.33, cat>bob 1.67"),
    ("alone", "cat>bob 100", "amy>dan 100, cat>amy 100, dan>bob 100"),
]


def paired(book, evening):
    """An evening whose last entry settles pair by pair."""
    if evening == "step":
        book.open_session(session(stake={"amount": "10", "currency": "TWD", "step": "5"}))
        cost = {"sharers": ["amy", "bob", "cat"], "to": "amy", "amount": "1000", "reason": "場租"}
        book.share_cost("s1", cost, key=fresh())
    else:
        book.open_session(session())
        for game, won in enumerate(("amy>dan", "amy>cat", "bob>dan"), 1):
            book.record("s1", scoops(won, game=game))
        book.settle("s1", {"player": "dan"})
    book.settle("s1", {"mode": "pairs"})


@pytest.mark.parametrize(("evening", "now", "once"), PAIRS_OF_THEN)
def test_pairs_of_then_are_sound_and_a_third_thing_is_not(tmp_path, evening, now, once):
    book = new_book(tmp_path)
    paired(book, evening)
    book.store.close()
    data = exported(tmp_path / "book.db")
    made = Ledger(data).entries[-1]["body"]
    assert written(made["transfers"]) == now
    third = f"{now}, amy>bob 1, bob>amy 1"
    for said, is_sound in ((now, True), (once, True), (third, False)):
        ledger = Ledger(data)
        entry = ledger.entries[-1]
        entry["body"]["transfers"] = [
            {"from": pair.split(">")[0], "to": pair.split(">")[1], "amount": amount}
            for pair, amount in (each.split() for each in said.split(", "))
        ]
        found = first_of(findings_of(ledger.sealed().data()))
        expected = ("sound", None, None) if is_sound else ("body_differs", "s1", entry["seq"])
        assert found == expected
