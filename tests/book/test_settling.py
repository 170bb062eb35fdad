"""Settlements: money worked out by hand."""

from __future__ import annotations

import pytest

from settle.canonical import canonical_bytes
from tests.book.rounds import PLAYERS, STAKE, counts, places, refused, scoops, session

THREE = {"amount": "100", "points": 3, "currency": "TWD"}
STEP = {"amount": "7", "currency": "TWD", "step": "5"}
POT = {"mode": "pot", "ante": "50", "currency": "TWD"}
ODD = {"mode": "pot", "ante": "5", "currency": "JPY"}

ONE = [scoops("amy>dan")]
TWO = [scoops("amy>cat", "amy>dan")]
ALL_OVER_DAN = [scoops("amy>dan", "bob>dan", "cat>dan")]
ROUND_ABOUT = [scoops("amy>dan"), scoops("dan>bob"), scoops("amy>bob")]
DAN_OUT = scoops("bob>cat", players=PLAYERS[:3], sitting_out=["dan"])
NO_GAMES: list[object] = []

TABLE = [
    ("one point", STAKE, "fewest", ONE, "100 0 0 -100", "dan>amy 100", "exact"),
    ("nothing played", STAKE, "fewest", NO_GAMES, "0 0 0 0", "", "exact"),
    ("nobody won", STAKE, "fewest", [scoops()], "0 0 0 0", "", "exact"),
    # 100 TWD are 10000 minor units; a third of them is 3333 and a third of a unit.
    ("a third", THREE, "fewest", ONE, "33.33 0 0 -33.33", "dan>amy 33.33", "largest_remainder"),
    # Rounded once: three games of a third each are 100, and not 99.99.
    ("three thirds", THREE, "fewest", ONE * 3, "100 0 0 -100", "dan>amy 100", "exact"),
    # 3333.33 three times, and the unit left over to the earliest of equals.
    ("thirds to three", THREE, "fewest", ALL_OVER_DAN, "33.34 33.33 33.33 -100",
     "dan>amy 33.34, dan>bob 33.33, dan>cat 33.33", "largest_remainder"),
    # 14, 0, -7, -7 in fives: 10 and 4 over, 0, -10 and 3 over twice; two fives to share.
    ("in steps of five", STEP, "fewest", TWO, "15 0 -5 -10", "cat>amy 5, dan>amy 10",
     "largest_remainder"),
    # amy takes 200, then she and bob 100 each.
    ("two pots", POT, "fewest", [*ONE, scoops("amy>dan", "bob>cat")], "200 0 -100 -100",
     "cat>amy 100, dan>amy 100", "exact"),
    # Who sits out puts nothing in: bob takes 150.
    ("a pot of three", POT, "fewest", [DAN_OUT], "-50 100 -50 0", "amy>bob 50, cat>bob 50",
     "exact"),
    # Nobody is ahead: everybody takes the own ante back.
    ("a pot without winner", POT, "fewest", [scoops()], "0 0 0 0", "", "exact"),
    # 20 shared by three: 7, 7, 6.
    ("an odd pot", ODD, "fewest", ALL_OVER_DAN, "2 2 1 -5",
     "dan>amy 2, dan>bob 2, dan>cat 1", "earliest_seat"),
    # In fifties: four shared by three are two, one, one.
    ("a pot in steps", {**POT, "step": "50"}, "fewest", ALL_OVER_DAN, "50 0 0 -50",
     "dan>amy 50", "earliest_seat"),
    # Of the session's nets 2, -2, 0, 0 the highest takes 200.
    ("a pot for the session", {**POT, "scope": "session"}, "fewest", ROUND_ABOUT,
     "150 -50 -50 -50", "bob>amy 50, cat>amy 50, dan>amy 50", "exact"),
    ("round about", STAKE, "fewest", ROUND_ABOUT, "200 -200 0 0", "bob>amy 200", "exact"),
    ("round about, pair by pair", STAKE, "pairs", ROUND_ABOUT, "200 -200 0 0",
     "bob>amy 100, bob>dan 100, dan>amy 100", "exact"),
    ("round about, all through cat", STAKE, "via:cat", ROUND_ABOUT, "200 -200 0 0",
     "bob>cat 200, cat>amy 200", "exact"),
    ("round about, all through amy", STAKE, "via: amy", ROUND_ABOUT, "200 -200 0 0",
     "bob>amy 200", "exact"),
    # Each pair's 33.33; what is left of the totals goes on top.
    ("thirds pair by pair", THREE, "pairs", ALL_OVER_DAN, "33.34 33.33 33.33 -100",
     "dan>amy 33.34, dan>bob 33.33, dan>cat 33.33", "largest_remainder"),
    # A third there and back is nothing.
    ("there and back", THREE, "pairs", [*ONE, scoops("dan>amy")], "0 0 0 0", "", "exact"),
    # bob, cat, dan 50 each to amy; then amy and cat 50 each to bob.
    ("pots pair by pair", POT, "pairs", [*ONE, DAN_OUT], "100 50 -100 -50",
     "cat>amy 50, cat>bob 50, dan>amy 50", "exact"),
    ("a pot for the session, pair by pair", {**POT, "scope": "session"}, "pairs", ONE,
     "150 -50 -50 -50", "bob>amy 50, cat>amy 50, dan>amy 50", "exact"),
]  # fmt: skip


def written(transfers):
    return ", ".join(f"{each['from']}>{each['to']} {each['amount']}" for each in transfers)


def play(book, rounds):
    for game, round_ in enumerate(rounds, 1):
        book.record("s1", {**round_, "game": game})


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_a_settlement(book, row):
    _, stake, mode, rounds, amounts, transfers, rounding = row
    book.open_session(session(stake=stake))
    play(book, rounds)
    answer = book.settlement("s1", mode=mode)
    document = answer.document()
    assert [total["amount"] for total in document["totals"]] == amounts.split()
    assert written(document["transfers"]) == transfers
    assert document["outstanding"] == []
    assert document["rounding"] == rounding
    assert document["mode"] == mode.replace(" ", "")
    assert (answer.status, answer.body) == (200, canonical_bytes(document))


def test_a_game_tells_of_a_pot_what_is_settled_of_it(book):
    book.open_session(session(stake={**POT, "step": "50"}))
    answer = book.record("s1", {**ALL_OVER_DAN[0], "game": 1}).document()
    # Four fifties shared by three: two, one, one; not 66.67, 66.67, 66.66.
    assert [money["amount"] for money in answer["result"]["money"]] == ["50", "0", "0", "-50"]
    totals = book.settlement("s1").document()["totals"]
    assert [total["amount"] for total in totals] == ["50", "0", "0", "-50"]


@pytest.mark.parametrize(
    ("stake", "step"), [(STAKE, "0.01"), (STEP, "5"), (ODD, "1"), ({**POT, "step": "0.50"}, "0.50")]
)
def test_a_settlement_says_its_step(book, stake, step):
    book.open_session(session(stake=stake))
    document = book.settlement("s1").document()
    assert (document["step"], document["currency"]) == (step, stake["currency"])


@pytest.mark.parametrize("mode", ["fewest", "pairs", "via:bob"])
def test_without_a_stake_there_are_points_only(book, mode):
    book.open_session(session(stake=None))
    play(book, ONE)
    assert book.settlement("s1", mode=mode).document() == {
        "mode": mode,
        "totals": [
            {"player": "amy", "net": 1}, {"player": "bob", "net": 0},
            {"player": "cat", "net": 0}, {"player": "dan", "net": -1},
        ],
        "transfers": [],
        "held": [],
        "outstanding": [],
    }  # fmt: skip


@pytest.mark.parametrize("mode", ["fewest", "pairs"])
def test_balances_brought_along_are_settled_with_the_games(book, mode):
    book.open_session(session(opening_balances={"amy": -2, "dan": 2}))
    play(book, ONE)
    document = book.settlement("s1", mode=mode).document()
    assert [total["net"] for total in document["totals"]] == [-1, 0, 0, 1]
    assert written(document["transfers"]) == "amy>dan 100"


def test_voids_and_corrections_are_settled_as_they_stand(opened):
    play(opened, ROUND_ABOUT)
    rounds = opened.rounds("s1").document()["rounds"]
    hashes = [each["entry"]["hash"] for each in rounds]
    opened.void("s1", 2, {"reason": "misdeal", "against": hashes[1]})
    opened.correct("s1", 3, scoops("cat>bob", reason="seats", against=hashes[2]))
    document = opened.settlement("s1", mode="pairs").document()
    assert [total["net"] for total in document["totals"]] == [1, -1, 1, -1]
    assert written(document["transfers"]) == "bob>cat 100, dan>amy 100"


def test_a_voided_pot_gives_the_antes_back(book):
    book.open_session(session(stake=POT))
    play(book, [*ONE, scoops("bob>dan")])
    against = book.round("s1", 1).document()["entry"]["hash"]
    book.void("s1", 1, {"reason": "misdeal", "against": against})
    amounts = [total["amount"] for total in book.settlement("s1").document()["totals"]]
    assert amounts == ["-50", "150", "-50", "-50"]


def test_settling_is_only_looking(opened):
    play(opened, ROUND_ABOUT)
    before = counts(opened)
    assert opened.settlement("s1") == opened.settlement("s1")
    assert counts(opened) == before
    opened.close("s1")
    assert written(opened.settlement("s1").document()["transfers"]) == "bob>amy 200"


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        ("", "/mode out_of_range.mode"),
        ("least", "/mode out_of_range.mode"),
        ("via", "/mode out_of_range.mode"),
        ("via:", "/mode unknown_player.session"),
        ("via:zoe", "/mode unknown_player.session"),
    ],
)
def test_a_mode_that_is_none_is_refused(opened, mode, fault):
    assert places(refused(opened, opened.settlement, "s1", mode=mode)) == [fault]
