"""What changes after people have paid: rulings, corrections, leavers; each evening by hand."""

from __future__ import annotations

import pytest

from tests.audit.evening import findings_in
from tests.book.money import amounts, pay, seq, stands
from tests.book.rounds import PLAYERS, STAKE, places, refused, scoops, session

TIE = {"totals": dict.fromkeys(PLAYERS, 0)}
BY_DAN = {"by": "player:dan", "claim": TIE, "reason": "the middle was a tie"}
THREE = PLAYERS[:3]


def standing(book, game=1):
    return book.round("s1", game).document()["entry"]["hash"]


@pytest.fixture
def paid(opened):
    """Two games, settled, closed and paid: dan to amy, cat to bob."""
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("bob>cat", game=2))
    opened.close("s1")
    opened.settle("s1", {"mode": "pairs"})
    pay(opened, "cat>bob 100", confirmed_by=["bob"])
    pay(opened, "dan>amy 100", confirmed_by=["amy"])
    assert stands(opened) == ("", "")
    return opened


def test_who_pays_another_one_than_was_asked_may_have_settled_all_the_same(opened):
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("bob>cat", game=2))
    opened.settle("s1", {})
    assert stands(opened) == ("", "cat>amy 100, dan>bob 100")
    pay(opened, "dan>amy 100")
    # As it is, amy has one hundred too many, from dan.
    assert stands(opened) == ("amy>dan 100", "cat>amy 100, dan>bob 100")
    pay(opened, "cat>bob 60")
    # dan's hundred at amy stands for 60 of what cat owes amy, and cat's at bob for dan's.
    assert stands(opened) == ("amy>dan 40", "cat>amy 40, dan>bob 40")
    pay(opened, "cat>bob 40")
    assert stands(opened) == ("", "")


def test_a_dispute_after_close_and_payment_is_ruled_and_the_difference_is_settled(paid):
    paid.dispute("s1", 1, BY_DAN)
    # While it is held, what was paid for it is open between the two.
    assert stands(paid) == ("amy>dan 100", "")
    paid.withdraw("s1", "d1", {"by": "player:dan"})
    assert stands(paid) == ("", "")
    paid.dispute("s1", 1, BY_DAN)
    ruling = {"outcome": "corrected", "against": standing(paid), "by": "host", "reason": "a tie"}
    paid.resolve("s1", "d2", {**ruling, "round": scoops()})
    assert stands(paid) == ("amy>dan 100", "")
    assert stands(paid, mode="pairs") == ("amy>dan 100", "")
    paid.settle("s1", {"mode": "pairs"})
    pay(paid, "amy>dan 100")
    assert stands(paid) == ("", "")


def test_a_settlement_names_the_games_that_were_held(opened):
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("bob>cat", game=2))
    opened.dispute("s1", 1, BY_DAN)
    made = opened.settle("s1", {}).document()
    assert made["held"] == [1]
    assert stands(opened) == ("", "cat>bob 100")
    ruling = {"outcome": "dismissed", "against": standing(opened), "by": "host", "reason": "no"}
    opened.resolve("s1", "d1", ruling)
    assert stands(opened) == ("dan>amy 100", "cat>bob 100")


def test_a_void_after_payment_gives_the_money_back(paid):
    paid.void("s1", 1, {"reason": "a misdeal", "against": standing(paid)})
    assert stands(paid) == ("amy>dan 100", "")


def test_a_late_fine_and_a_payment_over_days(paid):
    fine = {"payer": "amy", "to": "fund:supper", "amount": "40", "reason": "late"}
    paid.penalize("s1", fine, key="fine")
    paid.settle("s1", {})
    for part in ("10", "10", "20"):
        pay(paid, f"amy>fund:supper {part}")
    assert stands(paid) == ("", "")
    assert amounts(paid) == "60 100 -100 -100 40"


def test_who_leaves_in_the_middle_is_settled_and_paid_and_the_rest_later(opened):
    opened.record("s1", scoops("amy>dan", "bob>dan", game=1))
    opened.change_table("s1", {"from_game": 2, "players": THREE, "reason": "dan left"})
    opened.settle("s1", {"player": "dan"})
    assert stands(opened) == ("", "dan>amy 100, dan>bob 100")
    pay(opened, "dan>amy 100")
    pay(opened, "dan>bob 100")
    opened.record("s1", scoops("cat>amy", players=THREE, game=2))
    assert stands(opened) == ("amy>cat 100", "")
    assert amounts(opened) == "0 100 100 -200"


def test_points_become_a_pot_from_a_game_on(opened):
    opened.record("s1", scoops("amy>dan", game=1))
    pot = {"mode": "pot", "ante": "30", "currency": "TWD"}
    opened.change_table("s1", {"from_game": 2, "stake": pot, "reason": "a pot"})
    opened.record("s1", scoops("bob>cat", game=2))
    # 100 and -100; then bob takes 120 for his 30, and everybody else loses 30.
    assert amounts(opened) == "70 90 -30 -130"
    # Game 1: dan to amy 100; game 2: 30 each to bob.
    assert stands(opened, mode="pairs")[0] == "amy>bob 30, cat>bob 30, dan>amy 100, dan>bob 30"


def test_a_session_pot_counts_whoever_plays_for_it(book):
    pot = {"mode": "pot", "ante": "50", "scope": "session", "currency": "TWD"}
    book.open_session(session(stake=pot))
    book.record("s1", scoops("amy>dan", game=1))
    book.change_table("s1", {"from_game": 2, "players": THREE, "reason": "dan left"})
    book.record("s1", scoops("bob>amy", "bob>cat", players=THREE, game=2))
    # Nets 0, 2, -1, -1: bob takes four antes, dan's as well.
    assert amounts(book) == "-50 150 -50 -50"


def test_what_was_settled_pair_by_pair_goes_on_pair_by_pair(opened):
    opened.record("s1", scoops("amy>bob", game=1))
    opened.record("s1", scoops("bob>cat", game=2))
    opened.record("s1", scoops("cat>amy", game=3))
    round_about = "amy>cat 100, bob>amy 100, cat>bob 100"
    assert stands(opened, mode="pairs")[0] == round_about
    # Nobody is missing anything; a table that settles pair by pair sees the money all the same.
    made = opened.settle("s1", {"mode": "pairs"})
    assert stands(opened, mode="pairs") == ("", round_about)
    opened.reverse("s1", "settlement", seq(made), {"reason": "let it be"})
    assert stands(opened, mode="fewest") == ("", "")


def test_another_stake_of_another_currency_cannot_be_agreed_on(book, tmp_path):
    book.open_session(session(stake=None))
    fine = {"payer": "amy", "to": "bob", "amount": "8", "currency": "HKD", "reason": "slow"}
    book.penalize("s1", fine, key="fine")
    dollars = {"from_game": 1, "stake": STAKE, "reason": "money"}
    refusal = refused(book, book.change_table, "s1", dollars)
    assert (refusal.status, places(refusal)) == (
        422, ["/stake/currency bad_stake.other_currency"],
    )  # fmt: skip
    assert refusal.faults[0].values == {"found": "TWD", "agreed": "HKD"}
    # In its own currency the fine and the games are added up.
    book.change_table("s1", {**dollars, "stake": {"amount": "2", "currency": "HKD"}})
    book.record("s1", scoops("amy>dan", game=1))
    assert amounts(book) == "-6 8 0 -2"
    assert findings_in(tmp_path / "book.db") == []
