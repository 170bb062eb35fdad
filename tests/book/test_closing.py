"""Closing a session: early, or after its last game."""

from __future__ import annotations

import pytest

from tests.book.rounds import counts, places, played, refused, scoops, session


def entry(book, seq):
    with book.store.reading() as r:
        return r.entry("s1", seq)


def listed(nets):
    return [{"player": player, "net": net} for player, net in nets.items()]


def test_a_session_closed_early_says_what_is_missing(opened):
    opened.record("s1", scoops("amy>dan", game=2))
    opened.record("s1", scoops("amy>dan", game=4))
    answer = opened.close("s1", {"reason": "dan had to leave"})
    made = entry(opened, 4)
    assert answer.status == 201
    assert answer.document() == {
        "id": "s1",
        "state": "closed",
        "ended": "early",
        "totals": listed(played(2, 0, 0, -2)),
        "missing": [1, 3],
        "entry": {"seq": 4, "hash": made.hash},
    }
    assert made.kind == "session_closed"
    assert made.body == {
        "reason": "dan had to leave",
        "ended": "early",
        "totals": listed(played(2, 0, 0, -2)),
        "missing": [1, 3],
    }
    view = opened.session_view("s1").document()
    assert (view["state"], view["next"], view["head"]["seq"]) == ("closed", None, 4)


def test_a_session_closed_after_its_last_game_is_complete(book):
    book.open_session(session(games=1))
    book.record("s1", scoops("amy>dan", game=1))
    assert book.close("s1").document()["ended"] == "complete"


def test_a_closed_session_takes_no_more_games(opened):
    opened.close("s1")
    for document, key in ((scoops("amy>dan", game=1), None), (scoops("amy>dan"), "k1")):
        refusal = refused(opened, opened.record, "s1", document, key=key)
        assert (refusal.status, places(refusal)) == (409, [" session_closed"])
        assert refusal.members == {"head": {"seq": 2, "hash": entry(opened, 2).hash}}


def test_a_session_is_closed_once(opened):
    first = opened.close("s1", key="k1")
    before = counts(opened)
    assert opened.close("s1", {}, key="k1") == first
    assert counts(opened) == before
    refusal = refused(opened, opened.close, "s1")
    assert (refusal.status, places(refusal)) == (409, [" session_closed.again"])
    assert places(refused(opened, opened.close, "s1", {"reason": "x"}, key="k1")) == [
        "/key key_reused"
    ]


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ([], [" wrong_type.object"]),
        ({"reason": ""}, ["/reason out_of_range.text"]),
        ({"early": True}, ["/early unknown_field"]),
    ],
)
def test_a_faulty_close_is_refused(opened, document, faults):
    refusal = refused(opened, opened.close, "s1", document)
    assert (refusal.status, places(refusal)) == (422, faults)
