"""Confirmations: who agrees to what, of which silence is no part."""

from __future__ import annotations

import pytest

from tests.audit.evening import Ledger, exported, findings_in, findings_of, first_of
from tests.book.money import pay, stands
from tests.book.rounds import PLAYERS, counts, places, refused, scoops, session

NO_HASH = "sha256:" + "0" * 64


@pytest.fixture
def recorded(opened):
    """Game 1: amy scoops dan."""
    opened.record("s1", scoops("amy>dan", game=1))
    return opened


def standing(book, game=1):
    return book.round("s1", game).document()["entry"]["hash"]


def confirmed(book):
    return [
        (each["of"], each.get("game"), each["players"])
        for each in book.session_view("s1").document()["confirmed"]
    ]


def test_nobody_has_agreed_to_anything_by_itself(recorded):
    assert confirmed(recorded) == []
    assert recorded.round("s1", 1).document()["confirmed"] == []


def test_players_agree_to_the_opening_and_to_a_game(recorded):
    opening = recorded.session_view("s1").document()["opening"]["hash"]
    said = recorded.confirm("s1", {"of": "opening", "player": "bob"})
    assert said.status == 201
    document = said.document()
    assert (document["of"], document["player"], document["entry"]["seq"]) == (opening, "bob", 3)
    assert "game" not in document
    of_game = recorded.confirm("s1", {"of": 1, "player": "dan"}).document()
    assert (of_game["game"], of_game["of"]) == (1, standing(recorded))
    recorded.confirm("s1", {"of": standing(recorded), "player": " amy "})
    assert confirmed(recorded) == [("opening", None, ["bob"]), ("game", 1, ["dan", "amy"])]
    assert recorded.round("s1", 1).document()["confirmed"] == ["dan", "amy"]
    assert recorded.rounds("s1").document()["rounds"][0]["confirmed"] == ["dan", "amy"]


def test_a_correction_is_confirmed_by_nobody(recorded):
    recorded.confirm("s1", {"of": 1, "player": "dan"})
    seen = standing(recorded)
    recorded.correct("s1", 1, scoops("amy>cat", reason="cat it was", against=seen))
    assert confirmed(recorded) == []
    stale = refused(recorded, recorded.confirm, "s1", {"of": seen, "player": "amy"})
    assert (stale.status, places(stale)) == (409, ["/of stale_against"])
    assert stale.members["present"]["hash"] == standing(recorded)
    recorded.confirm("s1", {"of": 1, "player": "dan"})
    assert confirmed(recorded) == [("game", 1, ["dan"])]
    # As it was known then: opening, game, confirmation.
    then = recorded.session_view("s1", at_seq=3).document()["confirmed"]
    assert [(each["hash"], each["players"]) for each in then] == [(seen, ["dan"])]


def test_a_change_of_the_table_is_agreed_to_by_its_hash(recorded):
    change = {"from_game": 2, "players": ["eve", *PLAYERS[1:]], "reason": "eve for amy"}
    made = recorded.change_table("s1", change).document()["entry"]
    recorded.confirm("s1", {"of": made["hash"], "player": "eve"})
    [told] = recorded.session_view("s1").document()["confirmed"]
    assert told == {"of": "table", "seq": 3, "hash": made["hash"], "players": ["eve"]}


@pytest.mark.parametrize("key", [None, "k1"])
def test_what_was_said_is_answered_again(recorded, key):
    said = {"of": 1, "player": "dan"}
    first = recorded.confirm("s1", said, key=key)
    before = counts(recorded)
    assert recorded.confirm("s1", said, key=key) == first
    assert counts(recorded) == before


def test_what_was_said_cannot_be_said_again_under_another_key(recorded):
    recorded.confirm("s1", {"of": 1, "player": "dan"}, key="k1")
    refusal = refused(recorded, recorded.confirm, "s1", {"of": 1, "player": "dan"}, key="k2")
    assert (refusal.status, places(refusal)) == (409, [" already_confirmed"])


FAULTS = [
    ("no object", [], 422, [" wrong_type.object"]),
    ("nothing", {}, 422, ["/of missing.field", "/player missing.field"]),
    ("nobody", {"of": 1, "player": "zoe"}, 422, ["/player unknown_player.session"]),
    ("game 0", {"of": 0, "player": "amy"}, 422, ["/of out_of_range.integer"]),
    ("a game that is none", {"of": True, "player": "amy"}, 422, ["/of wrong_type.text"]),
    ("a game not recorded", {"of": 2, "player": "amy"}, 404, [" unknown_game"]),
    ("some word", {"of": "it", "player": "amy"}, 422, ["/of out_of_range.confirmable"]),
    ("a hash of nothing", {"of": NO_HASH, "player": "amy"}, 404, [" unknown_entry"]),
    ("a field of nobody's", {"of": 1, "player": "amy", "x": 1}, 422, ["/x unknown_field"]),
]


@pytest.mark.parametrize(("document", "status", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_what_is_no_confirmation_is_refused(recorded, document, status, faults):
    refusal = refused(recorded, recorded.confirm, "s1", document)
    assert (refusal.status, places(refusal)) == (status, faults)


def test_what_cannot_be_agreed_to(recorded):
    said = recorded.confirm("s1", {"of": 1, "player": "dan"}).document()["entry"]["hash"]
    refusal = refused(recorded, recorded.confirm, "s1", {"of": said, "player": "amy"})
    assert places(refusal) == ["/of out_of_range.confirmable_kind"]
    recorded.open_session(session(id="s2"))
    other = recorded.session_view("s2").document()["opening"]["hash"]
    refusal = refused(recorded, recorded.confirm, "s1", {"of": other, "player": "amy"})
    assert places(refusal) == [" unknown_entry"]


def paid(book, said="dan>amy 100", **fields):
    return pay(book, said, **fields).document()["entry"]


def test_who_was_paid_agrees_later(recorded, tmp_path):
    payment = paid(recorded)
    said = recorded.confirm("s1", {"of": payment["hash"], "player": "amy"}, key="k1")
    assert said.document()["of"] == payment["hash"]
    assert recorded.confirm("s1", {"of": payment["hash"], "player": "amy"}, key="k1") == said
    recorded.confirm("s1", {"of": payment["hash"], "player": "dan"})
    told = {"of": "payment", **payment, "players": ["amy", "dan"]}
    assert recorded.session_view("s1").document()["confirmed"] == [told]
    # Nobody had said so when it was entered; and nothing that was paid moved.
    assert recorded.session_view("s1", at_seq=payment["seq"]).document()["confirmed"] == []
    assert stands(recorded) == ("", "")
    assert findings_in(tmp_path / "book.db") == []


def test_of_a_payment_nobody_else_can_say_so_and_nobody_twice(recorded):
    payment = paid(recorded, confirmed_by=["amy"])
    of = payment["hash"]
    refusal = refused(recorded, recorded.confirm, "s1", {"of": of, "player": "cat"})
    assert (refusal.status, places(refusal)) == (422, ["/player unknown_player.payment"])
    refusal = refused(recorded, recorded.confirm, "s1", {"of": of, "player": "amy"})
    assert (refusal.status, places(refusal)) == (409, [" already_confirmed"])
    assert refusal.members["present"] == payment
    recorded.reverse("s1", "payment", payment["seq"], {"reason": "it was none"})
    refusal = refused(recorded, recorded.confirm, "s1", {"of": of, "player": "dan"})
    assert (refusal.status, places(refusal)) == (409, ["/of already_reversed.payment"])
    assert refusal.members["present"]["seq"] == payment["seq"] + 1


def test_a_settlement_is_nothing_to_agree_to(recorded):
    made = recorded.settle("s1", {}).document()["entry"]
    refusal = refused(recorded, recorded.confirm, "s1", {"of": made["hash"], "player": "amy"})
    assert places(refusal) == ["/of out_of_range.confirmable_kind"]


FORGED = [
    ({"player": "cat"}, "body_malformed"),
    ({"player": "bob"}, "said_twice"),
    ({"of": "settlement"}, "confirmed_unknown"),
    ({"of": "reversed"}, "confirmed_unknown"),
]


@pytest.mark.parametrize(("change", "code"), FORGED)
def test_a_forged_agreement_to_a_payment_is_found(recorded, tmp_path, change, code):
    hashes = {"reversed": paid(recorded, "dan>bob 1")}
    recorded.reverse("s1", "payment", hashes["reversed"]["seq"], {"reason": "it was none"})
    hashes["settlement"] = recorded.settle("s1", {}).document()["entry"]
    payment = paid(recorded, "bob>amy 1", confirmed_by=["bob"])
    recorded.confirm("s1", {"of": payment["hash"], "player": "amy"})
    ledger = Ledger(exported(tmp_path / "book.db", "s1"))
    said = ledger.entries[-1]
    of = hashes[change["of"]]["hash"] if "of" in change else payment["hash"]
    said["body"].update({**change, "of": of})
    assert first_of(findings_of(ledger.sealed().data())) == (code, "s1", said["seq"])
