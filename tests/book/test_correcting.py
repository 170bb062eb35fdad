"""Corrections and voids: new entries against the one that was seen, also after the close."""

from __future__ import annotations

import pytest

from tests.book.rounds import counts, nets, places, played, refused, scoops

HASH = "sha256:" + "0" * 64
WHY = {"reason": "misread"}


@pytest.fixture
def recorded(opened):
    """Game 1: amy scoops dan; game 2: bob scoops dan."""
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("bob>dan", game=2))
    return opened


def standing(book, game=1):
    return book.round("s1", game).document()["entry"]["hash"]


def entry(book, seq):
    with book.store.reading() as r:
        return r.entry("s1", seq)


def totals(book):
    return nets(book.session_view("s1"))


def test_a_correction_stands_in_place_of_what_it_corrects(recorded):
    assert totals(recorded) == played(1, 1, 0, -2)
    seen = standing(recorded)
    answer = recorded.correct("s1", 1, scoops("cat>dan", "cat>amy", reason="seats", against=seen))
    assert (answer.status, nets(answer)) == (201, played(-1, 0, 2, -1))
    made = entry(recorded, 4)
    assert answer.document()["entry"] == {"seq": 4, "hash": made.hash}
    assert (made.kind, made.game) == ("game_corrected", 1)
    assert (made.body["against"], made.body["reason"]) == (seen, "seats")
    assert made.body["before"] == entry(recorded, 2).body["totals"]
    assert made.body["round"] == scoops("cat>dan", "cat>amy")
    assert totals(recorded) == played(-1, 1, 2, -2)
    assert recorded.session_view("s1").document()["played"] == 2


def test_a_void_moves_its_points_back_and_keeps_its_number(recorded):
    seen = standing(recorded)
    answer = recorded.void("s1", 1, {"reason": "misdeal", "against": seen})
    made = entry(recorded, 4)
    assert answer.status == 201
    assert answer.document() == {"game": 1, "entry": {"seq": 4, "hash": made.hash}}
    assert (made.kind, made.game) == ("game_voided", 1)
    assert made.body == {"reason": "misdeal", "against": seen}
    assert totals(recorded) == played(0, 1, 0, -1)
    view = recorded.session_view("s1").document()
    assert (view["played"], view["missing"], view["next"]) == (1, [], {"game": 3})
    refusal = refused(recorded, recorded.record, "s1", scoops("amy>dan", game=1))
    assert refusal.members["standing"]["kind"] == "game_voided"


def test_a_correction_brings_a_voided_game_back(recorded):
    recorded.void("s1", 1, {**WHY, "against": standing(recorded)})
    recorded.correct("s1", 1, scoops("cat>dan", **WHY, against=standing(recorded)))
    assert entry(recorded, 5).body["before"] == []
    assert totals(recorded) == played(0, 1, 1, -2)
    assert recorded.session_view("s1").document()["played"] == 2


def test_a_game_voided_twice_is_already_voided(recorded):
    seen = standing(recorded)
    recorded.void("s1", 1, {**WHY, "against": seen})
    for against in (seen, standing(recorded)):
        refusal = refused(recorded, recorded.void, "s1", 1, {**WHY, "against": against})
        assert (refusal.status, places(refusal)) == (409, [" already_voided"])
        assert refusal.members["present"] == {
            "seq": 4, "hash": standing(recorded), "kind": "game_voided",
        }  # fmt: skip


@pytest.mark.parametrize("stale", [HASH, "another game", "the first"])
def test_what_is_against_another_entry_conflicts_with_the_present_one(recorded, stale):
    seen = standing(recorded)
    recorded.correct("s1", 1, scoops("cat>dan", **WHY, against=seen))
    against = {"another game": standing(recorded, 2), "the first": seen}.get(stale, stale)
    present = {"seq": 4, "hash": standing(recorded), "kind": "game_corrected"}
    for refusal in (
        refused(recorded, recorded.void, "s1", 1, {**WHY, "against": against}),
        refused(recorded, recorded.correct, "s1", 1, scoops("amy>cat", **WHY, against=against)),
    ):
        assert (refusal.status, places(refusal)) == (409, ["/against stale_against"])
        assert refusal.members == {"present": present}


@pytest.mark.parametrize("game", [3, 0, 17, -1])
def test_a_game_that_was_not_recorded_is_not_found(recorded, game):
    for refusal in (
        refused(recorded, recorded.void, "s1", game, {**WHY, "against": HASH}),
        refused(recorded, recorded.correct, "s1", game, scoops("amy>cat", **WHY, against=HASH)),
    ):
        assert (refusal.status, places(refusal)) == (404, [" unknown_game"])


@pytest.mark.parametrize("key", [None, "k1"])
def test_the_same_correction_is_answered_again(recorded, key):
    sent = scoops("cat>dan", **WHY, against=standing(recorded))
    first = recorded.correct("s1", 1, sent, key=key)
    before = counts(recorded)
    assert recorded.correct("s1", 1, sent, key=key) == first
    assert counts(recorded) == before


def test_the_same_correction_under_a_new_key_is_stale(recorded):
    sent = scoops("cat>dan", **WHY, against=standing(recorded))
    recorded.correct("s1", 1, sent)
    refusal = refused(recorded, recorded.correct, "s1", 1, sent, key="k1")
    assert places(refusal) == ["/against stale_against"]


def test_a_keyed_void_is_answered_again_and_one_without_key_is_already_voided(recorded):
    sent = {**WHY, "against": standing(recorded)}
    first = recorded.void("s1", 1, sent, key="k1")
    recorded.correct("s1", 1, scoops("cat>dan", **WHY, against=standing(recorded)))
    assert recorded.void("s1", 1, sent, key="k1") == first


def test_a_key_belongs_to_one_game(recorded):
    seen = standing(recorded)
    recorded.void("s1", 1, {**WHY, "against": seen}, key="k1")
    refusal = refused(recorded, recorded.void, "s1", 2, {**WHY, "against": seen}, key="k1")
    assert places(refusal) == ["/key key_reused"]
    refusal = refused(recorded, recorded.void, "s1", 1, {}, key="k1")
    assert places(refusal) == ["/key key_reused"]


def test_corrections_and_voids_go_on_after_the_close(recorded):
    recorded.close("s1")
    recorded.correct("s1", 1, scoops("cat>dan", **WHY, against=standing(recorded)))
    recorded.void("s1", 2, {**WHY, "against": standing(recorded, 2)})
    assert totals(recorded) == played(0, 0, 1, -1)
    assert recorded.session_view("s1").document()["state"] == "closed"


FAULTS = [
    ("no object", [], [" wrong_type.object"]),
    ("nothing", {}, ["/reason missing.field", "/against missing.field"]),
    ("an empty reason", {"reason": "", "against": HASH}, ["/reason out_of_range.text"]),
    ("a long reason", {"reason": "x" * 501, "against": HASH}, ["/reason out_of_range.text"]),
    ("a hash cut short", {**WHY, "against": HASH[:-1]}, ["/against out_of_range.hash"]),
    ("a hash in capitals", {**WHY, "against": HASH.upper()}, ["/against out_of_range.hash"]),
    ("a field of nobody's", {**WHY, "against": HASH, "note": ""}, ["/note unknown_field"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS],
                         ids=[row[0] for row in FAULTS])  # fmt: skip
def test_a_faulty_void_is_refused_with_every_fault(recorded, document, faults):
    refusal = refused(recorded, recorded.void, "s1", 1, document)
    assert (refusal.status, places(refusal)) == (422, faults)


@pytest.mark.parametrize(("document", "faults"), [row[1:] for row in FAULTS[1:]],
                         ids=[row[0] for row in FAULTS[1:]])  # fmt: skip
def test_a_faulty_correction_is_refused_with_every_fault(recorded, document, faults):
    sent = {**scoops("amy>dan"), **document}
    refusal = refused(recorded, recorded.correct, "s1", 1, sent)
    assert (refusal.status, places(refusal)) == (422, faults)


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({"game": 1}, ["/game unknown_field"]),
        ({"sitting_out": ["dan"]}, ["/outcome/hands wrong_seats"]),
        ({"reason": 7, "ruleset": 7}, ["/reason wrong_type.text", "/ruleset wrong_type.text"]),
    ],
)
def test_a_corrections_round_is_looked_at_as_any_round(recorded, fields, faults):
    sent = {**scoops("amy>dan"), **WHY, "against": HASH, **fields}
    assert places(refused(recorded, recorded.correct, "s1", 1, sent)) == faults


def test_a_correction_under_another_agreement_conflicts(recorded):
    sent = scoops("cat>dan", **WHY, against=standing(recorded), ruleset="tw-points")
    refusal = refused(recorded, recorded.correct, "s1", 1, sent)
    assert (refusal.status, places(refusal)) == (409, ["/ruleset agreement_differs.ruleset"])


def test_who_sat_out_can_be_corrected(recorded):
    three = scoops("amy>cat", players=["amy", "bob", "cat"], sitting_out=["dan"])
    answer = recorded.correct("s1", 2, {**three, **WHY, "against": standing(recorded, 2)})
    assert nets(answer) == {"amy": 1, "bob": 0, "cat": -1}
    assert totals(recorded) == played(2, 0, -1, -1)
