"""Batches: each round stored or refused by itself, in one transaction."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from settle.canonical import canonical_bytes
from settle.faults import RefusedError
from settle.store import StoreUnavailable
from tests.book.rounds import counts, new_book, places, refused, scoops, session, stored


def batch(*rounds):
    return {"rounds": list(rounds)}


def statuses(answer):
    return [each["status"] for each in answer.document()["answers"]]


def test_each_round_is_answered_as_a_single_call_would_be(opened, tmp_path):
    rounds = [scoops("amy>dan", game=1), scoops("bob>cat", game=4, key="k4")]
    answer = opened.record_batch("s1", batch(*rounds))
    assert (answer.status, statuses(answer)) == (200, [201, 201])
    assert answer.body == canonical_bytes(answer.document())
    alone = new_book(tmp_path, "alone.db")
    alone.open_session(session())
    single = [
        alone.record("s1", scoops("amy>dan", game=1)),
        alone.record("s1", scoops("bob>cat", game=4), key="k4"),
    ]
    assert answer.document()["answers"] == [
        {"status": each.status, "body": each.document()} for each in single
    ]
    assert stored(opened) == stored(alone)


def test_a_fault_of_one_stores_the_others(opened):
    before = counts(opened)
    answer = opened.record_batch(
        "s1",
        batch(
            scoops("amy>dan", game=1),
            scoops("amy>zoe", game=2),
            scoops("amy>dan"),
            7,
            scoops("bob>dan", game=1),
            scoops("amy>dan", game=1),
            scoops("amy>dan", game=17),
            scoops("amy>dan", game=3, key=9),
            scoops("amy>dan", game=3, ruleset="tw-points"),
            scoops("bob>dan", game=3),
        ),
        language="zh-Hant",
    )
    assert statuses(answer) == [201, 422, 422, 422, 409, 201, 422, 422, 409, 201]
    bodies = [each["body"] for each in answer.document()["answers"]]
    assert bodies[5] == bodies[0]
    assert bodies[2]["errors"] == [
        {"pointer": "/game", "code": "missing", "message": "少了 game；請補上"}
    ]
    assert bodies[4]["standing"] == {**bodies[0]["entry"], "kind": "game_recorded"}
    assert counts(opened) == {**before, "entry": before["entry"] + 2, "game": 2}


def test_keys_within_a_batch_and_outside_are_the_same_keys(opened):
    first = opened.record("s1", scoops("amy>dan", game=1), key="k1")
    answer = opened.record_batch(
        "s1",
        batch(
            scoops("amy>dan", game=1, key="k1"),
            scoops("bob>dan", game=2, key="k1"),
            scoops("bob>dan", game=2, key="k2"),
        ),
    )
    assert statuses(answer) == [201, 422, 201]
    answers = answer.document()["answers"]
    assert answers[0]["body"] == first.document()
    assert answers[1]["body"]["errors"][0]["code"] == "key_reused"
    assert (
        opened.record("s1", scoops("bob>dan", game=2), key="k2").document() == (answers[2]["body"])
    )


@pytest.mark.parametrize("key", [None, "b1"])
def test_a_batch_sent_again_is_answered_with_the_same_bytes(opened, key):
    sent = batch(scoops("amy>dan", game=1), scoops("amy>zoe", game=2), scoops("bob>dan", game=3))
    first = opened.record_batch("s1", sent, key=key)
    before = counts(opened)
    assert opened.record_batch("s1", sent, key=key) == first
    assert counts(opened) == before


@pytest.mark.parametrize(
    "other",
    [
        [scoops("bob>dan", game=1)],
        [scoops("amy>dan", game=1), scoops("bob>dan", game=2)],
        [scoops("amy>dan", game=1, key="own"), scoops("amy>dan", game=1)],
    ],
)
def test_another_batch_under_the_same_key_is_refused_as_a_whole(opened, other):
    first = [scoops("amy>dan", game=1), scoops("bob>dan", game=3)][: len(other)]
    opened.record_batch("s1", batch(*first), key="b1")
    before = counts(opened)
    refusal = refused(opened, opened.record_batch, "s1", batch(*other), key="b1")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])
    assert counts(opened) == before


CALLS = [
    ("record", [scoops("amy>dan", game=7)]),
    ("name_player", [{"player": "amy", "name": "Amy"}]),
    ("penalize", [{"payer": "amy", "to": "bob", "amount": "5", "reason": "late"}]),
]


@pytest.mark.parametrize(("call", "said"), CALLS)
def test_the_key_of_another_call_is_no_key_of_a_batch(opened, call, said):
    assert getattr(opened, call)("s1", *said, key="b1").status == 201
    rounds = [scoops("amy>dan", game=1), scoops("bob>dan", game=2, key="own")]
    refusal = refused(opened, opened.record_batch, "s1", batch(*rounds), key="b1")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])


@pytest.mark.parametrize(("call", "said"), CALLS)
def test_the_key_of_a_batch_is_none_of_another_call(opened, call, said):
    rounds = [scoops("amy>zoe", game=3), scoops("amy>dan", game=1)]
    first = opened.record_batch("s1", batch(*rounds), key="b1")
    before = counts(opened)
    refusal = refused(opened, getattr(opened, call), "s1", *said, key="b1")
    assert (refusal.status, places(refusal)) == (422, ["/key key_reused"])
    again = opened.record_batch("s1", batch(scoops("amy>dan", game=7, key="b1")))
    assert statuses(again) == [422]
    assert counts(opened) == before
    assert opened.record_batch("s1", batch(*rounds), key="b1") == first
    opened.open_session(session(id="s2"))
    assert getattr(opened, call)("s2", *said, key="b1").status == 201


@pytest.mark.parametrize("place", [0, 1])
def test_a_batch_of_which_a_round_has_the_key_of_the_whole_is_answered_again(opened, place):
    rounds = [scoops("amy>dan", game=1), scoops("bob>dan", game=2)]
    rounds[place]["key"] = "b1"
    first = opened.record_batch("s1", batch(*rounds), key="b1")
    assert statuses(first) == [201, 201]
    assert opened.record_batch("s1", batch(*rounds), key="b1") == first


def test_the_key_of_a_batch_of_which_nothing_was_stored_is_free(opened):
    opened.record_batch("s1", batch(scoops("amy>zoe", game=1)), key="b1")
    assert opened.record("s1", scoops("amy>dan", game=1), key="b1").status == 201


def test_a_round_that_has_an_unknown_field_is_told_all_there_are(opened):
    with pytest.raises(RefusedError) as caught:
        opened.record("s1", {**scoops("amy>dan", game=1), "zzz": 1})
    known = caught.value.faults[0].values["known"]
    assert known[:2] == ("game", "sitting_out")
    assert "hands" in known
    answer = opened.record_batch("s1", batch({**scoops("amy>dan", game=1), "zzz": 1}))
    assert "key" in answer.document()["answers"][0]["body"]["errors"][0]["message"]


def test_a_key_that_somebody_chooses_is_none_of_a_batch(opened):
    opened.record_batch("s1", batch(scoops("amy>dan", game=1)), key="phone-7")
    for key in ("phone-7/0", "phone-7/1"):
        assert opened.record("s1", scoops("bob>dan"), key=key).status == 201


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ([], [" wrong_type.object"]),
        ({}, ["/rounds missing.field"]),
        ({"rounds": {}}, ["/rounds wrong_type.list"]),
        (batch(), ["/rounds out_of_range.rounds"]),
        (batch(*[None] * 201), ["/rounds out_of_range.rounds"]),
        ({"rounds": [{}], "key": "k"}, ["/key unknown_field"]),
    ],
)
def test_what_is_no_batch_is_refused_as_a_whole(opened, document, faults):
    refusal = refused(opened, opened.record_batch, "s1", document)
    assert (refusal.status, places(refusal)) == (422, faults)


def test_a_batch_of_two_hundred(book):
    book.open_session(session(games=200))
    rounds = [scoops("amy>dan", game=game) for game in range(200, 0, -1)]
    assert statuses(book.record_batch("s1", batch(*rounds))) == [201] * 200
    view = book.session_view("s1").document()
    assert (view["state"], view["played"]) == ("complete", 200)
    assert view["totals"][0] == {"player": "amy", "net": 200}


def test_nothing_is_answered_before_it_is_durable(opened, monkeypatch):
    writing = opened.store.writing

    @contextmanager
    def full_disk(*sessions):
        with writing(*sessions) as w:
            yield w
            raise StoreUnavailable("the disk is full")

    before = stored(opened)
    monkeypatch.setattr(opened.store, "writing", full_disk)
    with pytest.raises(StoreUnavailable):
        opened.record_batch("s1", batch(scoops("amy>dan", game=1)))
    with pytest.raises(StoreUnavailable):
        opened.record("s1", scoops("amy>dan", game=1))
    assert stored(opened) == before


def test_a_bug_in_one_round_undoes_all(opened, monkeypatch):
    monkeypatch.setattr("settle.book.recording.put_game_row", lambda *_: 1 / 0)
    before = stored(opened)
    with pytest.raises(ZeroDivisionError):
        opened.record_batch("s1", batch(scoops("amy>dan", game=1)))
    assert stored(opened) == before
