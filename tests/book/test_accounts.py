"""Penalties, shared costs, payments and settlements: evenings worked out by hand."""

from __future__ import annotations

import pytest

from settle.canonical import canonical_bytes
from tests.book.money import amounts, fresh, pay, seq, stands, written
from tests.book.rounds import PLAYERS, STAKE, places, played, refused, scoops, session, stored

JPY = {"amount": "100", "currency": "JPY"}
TENS = {"amount": "33", "currency": "TWD", "step": "10"}
FIVE = ["amy", "bob", "cat", "dan", "eve"]
POT = {"mode": "pot", "ante": "50", "currency": "TWD"}


def cost(book, sharers, amount, to, **fields):
    document = {"sharers": sharers.split(), "amount": amount, "to": to, "reason": "場租", **fields}
    return book.share_cost("s1", document, key=fresh())


def play(book, *rounds):
    for game, round_ in enumerate(rounds, 1):
        book.record("s1", {**round_, "game": game})


# --- costs and penalties -------------------------------------------------------------------------

COSTS = [
    # 100000 minor units in three: 33334, 33333, 33333; the one over goes to the earliest seat.
    ("three share, one of them paid", STAKE, "amy bob cat", "1000", "amy",
     "666.66 -333.33 -333.33 0", "bob>amy 333.33, cat>amy 333.33"),
    ("three share, somebody else paid", STAKE, "bob cat dan", "1000", "amy",
     "1000 -333.34 -333.33 -333.33", "bob>amy 333.34, cat>amy 333.33, dan>amy 333.33"),
    ("named in another order", STAKE, "dan cat bob", "1000", "amy",
     "1000 -333.34 -333.33 -333.33", "bob>amy 333.34, cat>amy 333.33, dan>amy 333.33"),
    ("a currency without minor units", JPY, "amy bob cat", "1000", "dan",
     "-334 -333 -333 1000", "amy>dan 334, bob>dan 333, cat>dan 333"),
    # The earliest seat alone: a yen cannot be cut.
    ("less than there are to share", JPY, "bob cat dan", "1", "amy", "1 -1 0 0", "bob>amy 1"),
    ("to a fund", STAKE, "amy bob cat dan", "200", "fund:rent",
     "-50 -50 -50 -50 200",
     "amy>fund:rent 50, bob>fund:rent 50, cat>fund:rent 50, dan>fund:rent 50"),
    ("out of a fund", STAKE, "fund:supper", "30", "cat", "0 0 30 0 -30", "fund:supper>cat 30"),
]  # fmt: skip


@pytest.mark.parametrize("row", COSTS, ids=[row[0] for row in COSTS])
def test_a_shared_cost(book, row):
    _, stake, sharers, amount, to, expected, transfers = row
    book.open_session(session(stake=stake))
    cost(book, sharers, amount, to)
    assert amounts(book) == expected
    assert stands(book) == (transfers, "")


def test_a_shared_cost_says_who_pays_how_much(opened):
    answer = cost(opened, "cat bob amy", "1000", "dan")
    document = answer.document()
    assert document["shares"] == [
        {"player": "amy", "amount": "333.34"}, {"player": "bob", "amount": "333.33"},
        {"player": "cat", "amount": "333.33"},
    ]  # fmt: skip
    assert (document["amount"], document["currency"], document["reason"]) == ("1000", "TWD", "場租")
    assert (answer.status, answer.body) == (201, canonical_bytes(document))


def test_a_penalty_is_owed_beside_the_games(opened):
    play(opened, scoops("amy>dan"))
    document = {"payer": "amy", "to": "fund:supper", "amount": "30.50", "reason": "slow"}
    opened.penalize("s1", document, key=fresh())
    opened.penalize("s1", {**document, "to": "bob", "amount": "1"}, key=fresh())
    # 100 - 31.50, 1, 0, -100, 30.50
    assert amounts(opened) == "68.50 1 0 -100 30.50"
    assert stands(opened)[0] == "dan>amy 68.50, dan>bob 1, dan>fund:supper 30.50"
    assert opened.session_view("s1").document()["totals"] == [
        {"player": player, "net": net} for player, net in played(1, 0, 0, -1).items()
    ]


def test_a_sum_may_have_more_digits_than_anybody_may_write(opened):
    document = {"payer": "amy", "to": "bob", "amount": "999999999999999", "reason": "slow"}
    for _ in range(2):
        opened.penalize("s1", document, key=fresh())
    assert amounts(opened) == "-1999999999999998 1999999999999998 0 0"
    settled = opened.settle("s1", {"mode": "fewest"}, key=fresh()).document()
    assert [each["amount"] for each in settled["transfers"]] == ["1999999999999998"]
    assert opened.settlement("s1").document()["transfers"] == []


def test_pairs_settle_their_penalties_and_costs_among_themselves(opened):
    play(opened, scoops("amy>dan"))
    opened.penalize(
        "s1", {"payer": "amy", "to": "bob", "amount": "5", "reason": "slow"}, key=fresh()
    )
    cost(opened, "amy dan", "60", "dan")
    # dan owes amy 100, amy owes dan 30 and bob 5.
    assert stands(opened, mode="pairs")[0] == "amy>bob 5, dan>amy 70"
    assert stands(opened, mode="fewest")[0] == "dan>amy 65, dan>bob 5"


def test_pairs_count_both_ways_of_a_pair_against_each_other(book):
    book.open_session(session(stake={"amount": "100", "points": 3, "currency": "TWD"}))
    play(book, scoops("amy>dan"), scoops("dan>amy"), scoops("amy>dan"), scoops("bob>cat"))
    # A third of 100 is left between amy and dan: 33.33 1/3; and the same between bob and cat.
    assert stands(book, mode="pairs")[0] == "cat>bob 33.33, dan>amy 33.33"


def test_pairs_round_charges_to_the_step_once(book):
    """333.33 each from bob and cat: in fives 330, and the five that is left from the later seat."""
    book.open_session(session(stake={"amount": "10", "currency": "TWD", "step": "5"}))
    cost(book, "amy bob cat", "1000", "amy")
    assert amounts(book) == "665 -330 -335 0"
    assert stands(book, mode="pairs")[0] == "bob>amy 330, cat>amy 335"


@pytest.mark.parametrize("is_paid", [True, False])
def test_whoever_is_settled_alone_is_out_of_the_pairs(opened, is_paid):
    """Amy 200, bob 100, cat -100, dan -200: dan pays amy all and leaves."""
    play(opened, scoops("amy>dan"), scoops("amy>cat"), scoops("bob>dan"))
    assert stands(opened, mode="pairs")[0] == "cat>amy 100, dan>amy 100, dan>bob 100"
    opened.settle("s1", {"player": "dan"})
    if is_paid:
        pay(opened, "dan>amy 200")
    assert stands(opened, mode="pairs")[0] == stands(opened)[0] == "cat>bob 100"
    # A game more, and only who played for something has something to do with it.
    opened.record("s1", scoops("bob>cat", game=4))
    assert stands(opened, mode="pairs")[0] == "cat>bob 200"


def test_five_in_steps_of_ten_are_rounded_once(book):
    book.open_session(session(ruleset="five-player", stake=TENS, players=FIVE))
    play(book, scoops("amy>bob", "amy>cat", "dan>cat", "eve>bob", players=FIVE))
    cost(book, "amy bob cat dan eve", "101", "eve")
    # Nets 2, -2, -2, 1, 1 at 33; a fifth of 101 is 20.20, and eve paid 101: 66 - 20.20 = 45.80,
    # twice -86.20, 12.80, 33 + 80.80 = 113.80. Down to tens 40, -90, -90, 10, 110: 20 short, for
    # the largest remainders 5.80 (amy), 3.80 (bob, cat, eve), 2.80: amy, then bob.
    assert amounts(book) == "50 -80 -90 10 110"
    assert book.settlement("s1").document()["rounding"] == "largest_remainder"


def test_a_session_without_stake_counts_in_the_currency_of_its_first_amount(book):
    book.open_session(session(stake=None))
    play(book, scoops("amy>dan"))
    fine = {"payer": "amy", "to": "bob", "amount": "8", "currency": "HKD", "reason": "slow"}
    book.penalize("s1", fine, key=fresh())
    assert amounts(book) == "-8 8 0 0"
    assert [t["net"] for t in book.settlement("s1").document()["totals"]] == [1, 0, 0, -1]
    pay(book, "amy>bob 8")
    assert stands(book) == ("", "")


# --- payments and settlements --------------------------------------------------------------------


def test_what_is_settled_is_outstanding_until_it_is_paid(opened):
    play(opened, scoops("amy>dan", "bob>dan"))
    assert stands(opened) == ("dan>amy 100, dan>bob 100", "")
    made = opened.settle("s1", {})
    assert written(made.document()["transfers"]) == "dan>amy 100, dan>bob 100"
    assert stands(opened) == ("", "dan>amy 100, dan>bob 100")
    pay(opened, "dan>amy 40")
    assert stands(opened) == ("", "dan>amy 60, dan>bob 100")
    pay(opened, "dan>amy 60", confirmed_by=["amy"])
    pay(opened, "dan>bob 100")
    assert stands(opened) == ("", "")


def test_after_a_payment_a_correction_makes_a_difference_and_touches_no_payment(opened):
    play(opened, scoops("amy>dan", "bob>dan"))
    opened.settle("s1", {})
    pay(opened, "dan>amy 100")
    pay(opened, "dan>bob 100")
    against = opened.round("s1", 1).document()["entry"]["hash"]
    before = stored(opened)["entry"]
    fixed = {**scoops("amy>dan"), "reason": "bob only tied", "against": against}
    opened.correct("s1", 1, fixed)
    assert stands(opened) == ("bob>dan 100", "")
    assert stored(opened)["entry"][: len(before)] == before
    opened.settle("s1", {})
    assert stands(opened) == ("", "bob>dan 100")
    totals = opened.settlement("s1").document()["totals"]
    # amy has her 100; bob had 100 and gives them back; dan paid 200 and gets 100.
    assert [(t["amount"], t["settled"]) for t in totals] == [
        ("100", "100"), ("0", "0"), ("0", "0"), ("-100", "-100"),
    ]  # fmt: skip
    pay(opened, "bob>dan 100")
    assert stands(opened) == ("", "")


def test_games_after_a_settlement_are_a_difference_of_their_own(opened):
    play(opened, scoops("amy>dan"))
    opened.settle("s1", {})
    opened.record("s1", scoops("amy>cat", game=2))
    assert stands(opened) == ("cat>amy 100", "dan>amy 100")


def test_what_is_paid_in_advance_counts_at_the_next_settlement(opened):
    play(opened, scoops("amy>dan", "bob>dan"))
    pay(opened, "dan>amy 150")
    # dan is 50 too far with amy, and still owes 100 to bob.
    assert stands(opened) == ("amy>bob 50, dan>bob 50", "")
    assert written(opened.settle("s1", {}).document()["transfers"]) == "amy>bob 50, dan>bob 50"


def test_more_than_was_outstanding_is_paid_in_advance(opened):
    play(opened, scoops("amy>dan"))
    opened.settle("s1", {})
    pay(opened, "dan>amy 130")
    assert stands(opened) == ("amy>dan 30", "")


def test_a_payment_that_was_none_is_outstanding_again(opened):
    play(opened, scoops("amy>dan"))
    opened.settle("s1", {})
    payment = seq(pay(opened, "dan>amy 100"))
    answer = opened.reverse("s1", "payment", payment, {"reason": "a bad cheque"})
    document = answer.document()
    hashes = [row["hash"] for row in stored(opened)["entry"]]
    assert (document["payment"], document["against"]) == (payment, hashes[payment - 1])
    assert stands(opened) == ("", "dan>amy 100")


def test_a_settlement_that_was_none_is_to_be_settled_again(opened):
    play(opened, scoops("amy>dan"))
    made = seq(opened.settle("s1", {}))
    pay(opened, "dan>amy 40")
    opened.reverse("s1", "settlement", made, {"reason": "too early"})
    # The 40 were paid all the same.
    assert stands(opened) == ("dan>amy 60", "")


def test_a_settlement_settled_again_is_refused_and_one_repeated_equals_itself(opened):
    play(opened, scoops("amy>dan"))
    first = opened.settle("s1", {}, key="settle")
    assert opened.settle("s1", {}, key="settle") == first
    refusal = refused(opened, opened.settle, "s1", {})
    assert (refusal.status, places(refusal)) == (409, [" nothing_to_settle"])
    assert opened.settlement("s1") == opened.settlement("s1")


def test_a_settlement_says_what_it_covers(opened):
    play(opened, scoops("amy>dan"))
    head = opened.session_view("s1").document()["head"]
    document = opened.settle("s1", {"mode": "via: cat"}).document()
    assert document["covers"] == head
    assert document["mode"] == "via:cat"
    assert written(document["transfers"]) == "cat>amy 100, dan>cat 100"
    assert (document["held"], document["rounding"], document["step"]) == ([], "exact", "0.01")


LEAVER = [
    # amy 300, bob -100, cat 100, dan -300.
    ("fewest", "dan", "dan>amy 300"),
    ("fewest", "amy", "dan>amy 300"),
    ("fewest", "bob", "bob>amy 100"),
    ("fewest", "cat", "dan>cat 100"),
    ("via:bob", "dan", "dan>bob 300"),
    ("pairs", "dan", "dan>amy 200, dan>cat 100"),
]


@pytest.mark.parametrize(("mode", "player", "transfers"), LEAVER)
def test_who_leaves_is_settled_alone(opened, mode, player, transfers):
    play(opened, scoops("amy>dan", "amy>bob"), scoops("amy>dan", "cat>dan"))
    assert stands(opened, mode=mode, player=player)[0] == transfers
    opened.settle("s1", {"mode": mode, "player": player})
    assert stands(opened, player=player)[0] == ""


def test_who_left_is_settled_and_the_others_go_on(opened):
    play(opened, scoops("amy>dan", "bob>dan"))
    opened.settle("s1", {"player": "dan"})
    assert stands(opened) == ("", "dan>amy 100, dan>bob 100")
    three = scoops("amy>bob", players=PLAYERS[:3], sitting_out=["dan"], game=2)
    opened.record("s1", three)
    assert stands(opened) == ("bob>amy 100", "dan>amy 100, dan>bob 100")


# --- earlier evenings ----------------------------------------------------------------------------


def test_an_earlier_evening_counts_in_points(opened):
    play(opened, scoops("amy>dan"))
    document = {"nets": {"dan": 3, "amy": -3}, "note": "in March"}
    answer = opened.import_result("s1", document, key=fresh()).document()
    assert answer["nets"] == [{"player": "amy", "net": -3}, {"player": "dan", "net": 3}]
    assert answer["unverifiable"] is True
    assert opened.session_view("s1").document()["totals"][0] == {"player": "amy", "net": -2}
    assert stands(opened) == ("amy>dan 200", "")


def test_an_earlier_evening_is_paid_by_the_stake_of_the_opening(opened):
    """The table plays for 100, from game 2 for 300: 2 points of dan's are 200 all the same."""
    raised = {"amount": "300", "currency": "TWD"}
    opened.change_table("s1", {"from_game": 2, "stake": raised, "reason": "raised"}, key=fresh())
    opened.record("s1", scoops("amy>bob", game=2))
    opened.import_result("s1", {"nets": {"cat": 2, "dan": -2}}, key=fresh())
    assert stands(opened) == ("bob>amy 300, dan>cat 200", "")


# --- refusals ------------------------------------------------------------------------------------

PAYMENT = {"from": "dan", "to": "amy", "amount": "10"}
PENALTY = {"payer": "dan", "to": "amy", "amount": "10", "reason": "slow"}
COST = {"sharers": ["amy", "bob"], "to": "amy", "amount": "10", "reason": "rent"}
REFUSED = [
    ("pay", {**PAYMENT, "to": "zoe"}, "/to unknown_player.account"),
    ("pay", {**PAYMENT, "to": "dan"}, "/to out_of_range.same"),
    ("pay", {**PAYMENT, "amount": "0"}, "/amount bad_amount"),
    ("pay", {**PAYMENT, "amount": "-5"}, "/amount bad_amount"),
    ("pay", {**PAYMENT, "amount": "1.234"}, "/amount bad_amount"),
    ("pay", {**PAYMENT, "amount": 10}, "/amount wrong_type.text"),
    ("pay", {**PAYMENT, "currency": "HKD"}, "/currency currency_differs"),
    ("pay", {**PAYMENT, "currency": "xxx"}, "/currency bad_stake.currency"),
    ("pay", {**PAYMENT, "to": "fund:"}, "/to out_of_range.account"),
    ("pay", {**PAYMENT, "confirmed_by": ["zoe"]}, "/confirmed_by/0 unknown_player.session"),
    ("pay", {**PAYMENT, "confirmed_by": ["amy", "amy"]}, "/confirmed_by/1 duplicate_player"),
    ("pay", {**PAYMENT, "by": "zoe"}, "/by out_of_range.person"),
    ("pay", {**PAYMENT, "by": "player:zoe"}, "/by unknown_player.session"),
    ("settle", {"by": "player:zoe"}, "/by unknown_player.session"),
    ("pay", {**PAYMENT, "mood": 1}, "/mood unknown_field"),
    ("pay", [], " wrong_type.object"),
    ("pay", {}, "/amount missing.field"),
    ("penalize", {**PENALTY, "reason": ""}, "/reason out_of_range.text"),
    ("penalize", {**PENALTY, "to": "dan"}, "/to out_of_range.same"),
    ("share_cost", {**COST, "sharers": []}, "/sharers out_of_range.sharers"),
    ("share_cost", {**COST, "sharers": ["amy"]}, "/sharers out_of_range.same"),
    ("share_cost", {**COST, "sharers": ["amy", "bob", "amy"]}, "/sharers/2 duplicate_player"),
    ("share_cost", {**COST, "sharers": ["zoe"]}, "/sharers/0 unknown_player.account"),
    ("import_result", {"nets": {}}, "/nets missing.nets"),
    ("import_result", {"nets": {"amy": 1, "bob": -2}}, "/nets unbalanced"),
    ("import_result", {"nets": {"amy": 1, "zoe": -1}}, "/nets/zoe unknown_player.session"),
    (
        "import_result",
        {"nets": {"amy": 10**9 + 1, "bob": -(10**9)}},
        "/nets/amy out_of_range.integer",
    ),
    ("settle", {"mode": "least"}, "/mode out_of_range.mode"),
    ("settle", {"mode": "via:zoe"}, "/mode unknown_player.session"),
    ("settle", {"player": "zoe"}, "/player unknown_player.session"),
    ("settle", {"mode": "via:amy", "player": "amy"}, "/player out_of_range.same"),
]


@pytest.mark.parametrize(("call", "document", "fault"), REFUSED)
def test_what_is_refused_stores_nothing(opened, call, document, fault):
    play(opened, scoops("amy>dan"))
    refusal = refused(opened, getattr(opened, call), "s1", document, key="k")
    assert fault in places(refusal)


def test_who_says_it_is_refused_with_all_else(opened):
    pay(opened, "dan>amy 1")
    document = {**PAYMENT, "amount": "0", "by": "player:zoe"}
    refusal = refused(opened, opened.pay, "s1", document, key="k")
    assert sorted(places(refusal)) == ["/amount bad_amount", "/by unknown_player.session"]
    refusal = refused(opened, opened.reverse, "s1", "payment", 2, {"by": "player:zoe"})
    assert sorted(places(refusal)) == ["/by unknown_player.session", "/reason missing.field"]


@pytest.mark.parametrize("call", ["pay", "penalize", "share_cost", "import_result"])
def test_what_could_be_meant_twice_needs_a_key(opened, call):
    refusal = refused(opened, getattr(opened, call), "s1", {})
    assert places(refusal) == [" missing.idempotency_key"]


def test_the_same_call_under_its_key_counts_once(opened):
    first = opened.pay("s1", PAYMENT, key="one")
    assert opened.pay("s1", PAYMENT, key="one") == first
    refusal = refused(opened, opened.pay, "s1", {**PAYMENT, "amount": "11"}, key="one")
    assert places(refusal) == ["/key key_reused"]
    assert stands(opened) == ("amy>dan 10", "")


def test_an_amount_without_a_currency_is_refused_where_there_is_no_stake(book):
    book.open_session(session(stake=None))
    assert places(refused(book, book.pay, "s1", PAYMENT, key="k")) == ["/currency missing.currency"]


def test_points_of_earlier_evenings_are_no_money_in_a_pot(book):
    book.open_session(session(stake=POT))
    document = {"nets": {"amy": 1, "bob": -1}}
    refusal = refused(book, book.import_result, "s1", document, key="k")
    assert places(refusal) == ["/nets unknown_field.pot_balances"]


REVERSALS = [
    ("payment", 1, 404, " unknown_payment"),
    ("payment", 99, 404, " unknown_payment"),
    ("settlement", 2, 404, " unknown_settlement"),
    ("payment", 3, 409, " already_reversed.payment"),
]


@pytest.mark.parametrize(("what", "number", "status", "fault"), REVERSALS)
def test_what_cannot_be_reversed(opened, what, number, status, fault):
    pay(opened, "dan>amy 1")
    again = seq(pay(opened, "dan>amy 2"))
    opened.reverse("s1", "payment", again, {"reason": "twice"})
    refusal = refused(opened, opened.reverse, "s1", what, number, {"reason": "none"})
    assert (refusal.status, places(refusal)) == (status, [fault])


def test_a_player_cannot_be_called_like_a_fund(book):
    refusal = refused(book, book.open_session, session(players=["fund:rent", *PLAYERS[1:]]))
    assert places(refusal) == ["/players/0 out_of_range.fund"]


NAMES = ["阿明.", "=1+1", 'A,"B"', "dan"]


def test_any_name_can_pay_and_be_paid(book):
    book.open_session(session(players=NAMES))
    play(book, scoops("=1+1>阿明.", players=NAMES))
    cost(book, "阿明.", "3", 'A,"B"')
    pay(book, '阿明.>A,"B" 3')
    assert stands(book)[0] == "阿明.>=1+1 100"
    book.settle("s1", {"mode": 'via:A,"B"'})
    assert stands(book)[1] == '阿明.>A,"B" 100, A,"B">=1+1 100'
