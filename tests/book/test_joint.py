"""Several evenings of a group settled as one: in the books of each, paid in the last one.

The circle plays two evenings in TWD, by hand: one gives amy 200, bob 100, dan -300; two, which dan
does not play, gives bob 100, amy -50, cat -50. Together: amy 150, bob 200, cat -50, dan -300.
"""

from __future__ import annotations

import pytest

from tests.audit.evening import findings_in
from tests.book.money import fresh, pay, seq, stands, written
from tests.book.rounds import PLAYERS, new_book, places, refused, scoops, session, stored

FIFTY = {"amount": "50", "currency": "TWD"}
THREE = PLAYERS[:3]


def write_circle(book):
    """Two evenings for money, one for points only, and one of nobody's group."""
    book.make_group({"id": "circle", "name": "us", "members": PLAYERS})
    book.open_session(session(id="one", group="circle"))
    book.open_session(session(id="two", group="circle", stake=FIFTY, players=THREE))
    book.open_session(session(id="points", group="circle", stake=None))
    book.open_session(session(id="elsewhere"))
    book.record("one", scoops("amy>dan", "bob>dan", game=1))
    book.record("one", scoops("amy>dan", game=2))
    book.record("two", scoops("bob>amy", "bob>cat", players=THREE, game=1))
    book.record("points", scoops("dan>amy", game=1))


@pytest.fixture
def circle(tmp_path):
    """The book; whatever a test did to it, its audit finds nothing."""
    book = new_book(tmp_path)
    write_circle(book)
    yield book
    assert findings_in(tmp_path / "book.db") == []


def settled(book, **asked):
    return book.settle_group("circle", asked).document()


def correct(book, game, *pairs):
    against = book.round("one", game).document()["entry"]["hash"]
    book.correct("one", game, {**scoops(*pairs), "reason": "mixed up", "against": against})


def left(book):
    """What is still to be settled in each evening, and what is owed there."""
    return {each: stands(book, each) for each in ("one", "two")}


def test_both_evenings_are_settled_and_paid_in_the_last_one(circle):
    told = settled(circle)
    assert written(told["transfers"]) == "cat>amy 50, dan>amy 100, dan>bob 200"
    assert [(each["player"], each["amount"]) for each in told["totals"]] == [
        ("amy", "150"), ("bob", "200"), ("cat", "-50"), ("dan", "-300"),
    ]  # fmt: skip
    # Nothing is staked in "points", so there is nothing to settle.
    assert [each["id"] for each in told["sessions"]] == ["one", "two"]
    assert (told["pays_in"], told["currency"], told["search"]) == ("two", "TWD", "exact")
    assert left(circle) == {
        "one": ("", ""), "two": ("", "cat>amy 50, dan>amy 100, dan>bob 200")
    }  # fmt: skip
    refusal = refused(circle, circle.settle_group, "circle", {})
    assert (refusal.status, places(refusal)) == (409, [" nothing_to_settle"])


def test_an_evening_keeps_its_own_transfers_beside_what_is_paid(circle):
    settled(circle)
    bodies = {each: entry(circle, each, 4 if each == "one" else 3) for each in ("one", "two")}
    assert written(bodies["one"]["transfers"]) == "dan>amy 200, dan>bob 100"
    assert written(bodies["two"]["transfers"]) == "amy>bob 50, cat>bob 50"
    assert "transfers" not in bodies["one"]["group"]
    paid = written(bodies["two"]["group"]["transfers"])
    assert paid == "cat>amy 50, dan>amy 100, dan>bob 200"


def entry(book, name, number):
    with book.store.reading() as r:
        return r.entry(name, number).body


def test_who_had_no_seat_there_pays_all_the_same(circle):
    refusal = refused(circle, pay, circle, "dan>amy 100", "two")
    assert places(refusal) == ["/from unknown_player.account"]
    settled(circle)
    pay(circle, "dan>amy 100", "two")
    pay(circle, "cat>amy 20", "two")
    assert left(circle)["two"] == ("", "cat>amy 30, dan>bob 200")
    pay(circle, "cat>amy 30", "two")
    pay(circle, "dan>bob 200", "two")
    assert left(circle) == {"one": ("", ""), "two": ("", "")}
    # All that was due in both evenings was paid: 150, 200, -50, -300.
    opens = {p: circle.statement("circle", p).document()["money"][0] for p in PLAYERS}
    assert [opens[p]["amount"] for p in PLAYERS] == ["150", "200", "-50", "-300"]
    assert [opens[p]["open"] for p in PLAYERS] == ["0"] * 4
    # To pay there is no sitting there: dan has played one evening for money.
    [money] = circle.standings("circle").document()["money"]
    assert {each["player"]: each["sessions"] for each in money["standings"]} == {
        "amy": 2, "bob": 2, "cat": 2, "dan": 1,
    }  # fmt: skip


def evenings_of(book, player, year=None):
    """Of every evening for money: what came of it, what was carried, what is open; and the sums."""
    told = book.statement("circle", player, year=year).document()
    rows = [each for each in told["sessions"] if "currency" in each] + told["money"]
    names = ("amount", "carried", "open")
    return [(each.get("id"), *(each[name] for name in names)) for each in rows]


def test_what_was_settled_together_is_open_where_it_is_paid(circle):
    assert evenings_of(circle, "amy") == [
        ("one", "200", "0", "200"), ("two", "-50", "0", "-50"), (None, "150", "0", "150"),
    ]  # fmt: skip
    settled(circle)
    assert evenings_of(circle, "amy") == [
        ("one", "200", "-200", "0"), ("two", "-50", "200", "150"), (None, "150", "0", "150"),
    ]  # fmt: skip
    assert evenings_of(circle, "dan") == [
        ("one", "-300", "300", "0"), ("two", "0", "-300", "-300"), (None, "-300", "0", "-300"),
    ]  # fmt: skip
    for paid in ("dan>amy 100", "dan>bob 200", "cat>amy 50"):
        pay(circle, paid, "two")
    for player in PLAYERS:
        assert [each[-1] for each in evenings_of(circle, player)] == ["0"] * 3
    # A difference that comes later is open in its own evening: 200 less for amy.
    correct(circle, 2, "dan>amy")
    assert [each[-1] for each in evenings_of(circle, "amy")] == ["-200", "0", "-200"]


def test_a_year_comes_to_zero_though_it_is_paid_in_the_next(circle):
    circle.open_session(session(id="new_year", group="circle", players=THREE))
    for place, year in ((3, "2025"), (1, "2026")):
        name, pair = ("one", "bob>dan") if place == 3 else ("new_year", "bob>amy")
        seats = PLAYERS if place == 3 else THREE
        played = f"{year}-12-31T20:00:00Z"
        circle.record(name, scoops(pair, players=seats, game=place, played_at=played))
    # amy 200, bob 200, dan -400 of one, amy -100, bob 100 of the other: amy 100, bob 300, dan -400.
    settled(circle, sessions=["one", "new_year"])
    assert evenings_of(circle, "amy", "2025") == [
        ("one", "200", "-200", "0"), (None, "200", "-200", "0"),
    ]  # fmt: skip
    assert evenings_of(circle, "amy", "2026")[-2:] == [
        ("new_year", "-100", "200", "100"), (None, "-150", "200", "50"),
    ]  # fmt: skip


def test_where_it_is_paid_is_said_in_both(circle):
    settled(circle)
    for name, number in (("one", 4), ("two", 3)):
        told = {"seq": number, "sessions": ["one", "two"], "pays_in": "two"}
        assert circle.settlement(name).document()["together"] == [told]
        told_to_bob = circle.statement("circle", "bob").document()["sessions"]
        assert [each["together"] for each in told_to_bob if each["id"] == name] == [[told]]
    circle.reverse("one", "settlement", 4, {"reason": "too early"})
    assert "together" not in circle.settlement("two").document()


def test_who_had_no_seat_there_can_have_laid_something_out(circle):
    settled(circle)
    cost = {"sharers": ["bob", "dan"], "to": "dan", "amount": "60", "reason": "宵夜"}
    circle.share_cost("two", cost, key=fresh())
    assert stands(circle, "two")[0] == "bob>dan 30"
    [money] = circle.standings("circle").document()["money"]
    assert [(each["player"], each["sessions"], each["amount"]) for each in money["standings"]] == [
        ("bob", 2, "170"), ("amy", 2, "150"), ("cat", 2, "-50"), ("dan", 2, "-270"),
    ]  # fmt: skip


def test_a_correction_afterwards_leaves_the_difference(circle):
    settled(circle)
    # Game 2 was dan's: amy has 0 and dan -100 of the first evening, 200 less and 200 more.
    correct(circle, 2, "dan>amy")
    assert left(circle)["one"] == ("amy>dan 200", "")
    told = settled(circle)
    assert (written(told["transfers"]), told["pays_in"]) == ("amy>dan 200", "one")
    assert left(circle)["one"] == ("", "amy>dan 200")


def test_an_evening_that_was_settled_is_settled_by_its_difference(circle):
    circle.settle("one", {})
    correct(circle, 2, "dan>amy")
    # amy -200 and dan 200 of one; amy -50, bob 100, cat -50 of two: amy -250, bob 100, cat -50.
    told = settled(circle)
    assert written(told["transfers"]) == "amy>bob 50, amy>dan 200, cat>bob 50"
    assert left(circle) == {
        "one": ("", "dan>amy 200, dan>bob 100"),
        "two": ("", "amy>bob 50, amy>dan 200, cat>bob 50"),
    }


@pytest.mark.parametrize(("taken_back", "other"), [("one", "two"), ("two", "one")])
def test_who_takes_back_one_takes_back_all(circle, taken_back, other):
    told = settled(circle)
    seqs = {each["id"]: each["entry"]["seq"] for each in told["sessions"]}
    pay(circle, "dan>amy 100", "two")
    document = {"reason": "cat was not asked", "by": "player:cat"}
    circle.reverse(taken_back, "settlement", seqs[taken_back], document, key="once")
    before = stored(circle)
    circle.reverse(taken_back, "settlement", seqs[taken_back], document, key="once")
    assert stored(circle) == before
    for each in (taken_back, other):
        refusal = refused(circle, circle.reverse, each, "settlement", seqs[each], document)
        assert (refusal.status, places(refusal)) == (409, [" already_reversed.settlement"])
    # dan has paid 100 to amy: amy 50, bob 200, cat -50, dan -200 are left, in two transfers.
    assert left(circle) == {
        "one": ("dan>amy 200, dan>bob 100", ""),
        "two": ("amy>bob 100, amy>dan 50, cat>dan 50", ""),
    }
    assert written(settled(circle)["transfers"]) == "cat>amy 50, dan>bob 200"


MODES = [
    ("via:bob", "bob>amy 150, cat>bob 50, dan>bob 300"),
    ("pairs", "amy>bob 50, cat>bob 50, dan>amy 200, dan>bob 100"),
]


@pytest.mark.parametrize(("mode", "transfers"), MODES)
def test_they_settle_as_one_evening_does(circle, mode, transfers):
    assert (
        written(circle.group_settlement("circle", mode=mode).document()["transfers"]) == transfers
    )
    assert written(settled(circle, mode=mode)["transfers"]) == transfers
    assert left(circle) == {"one": ("", ""), "two": ("", transfers)}


def test_evenings_that_cancel_out_are_settled_without_a_payment(circle):
    # What two gave bob of amy and cat, a third evening gives back.
    circle.open_session(session(id="three", group="circle", stake=FIFTY, players=THREE))
    circle.record("three", scoops("amy>bob", "cat>bob", players=THREE, game=1))
    told = settled(circle, sessions=["three", "two"])
    assert [each["id"] for each in told["sessions"]] == ["two", "three"]
    assert told["transfers"] == []
    assert (stands(circle, "two"), stands(circle, "three")) == (("", ""), ("", ""))


def test_an_evening_in_which_nothing_is_left_has_no_part_in_it(circle):
    circle.open_session(session(id="idle", group="circle", players=["eve", "bob", "dan"]))
    told = settled(circle, sessions=["one", "idle"])
    assert ([each["id"] for each in told["sessions"]], told["pays_in"]) == (["one"], "one")
    assert [each["player"] for each in told["totals"]] == PLAYERS
    refusal = refused(circle, circle.settle_group, "circle", {"mode": "via:eve"})
    assert places(refusal) == ["/mode unknown_player.sessions"]


def test_ties_are_decided_by_those_who_lack_something(circle):
    """Eve comes first in an evening that is quits: what is paid is said without it later."""
    people = ["eve", "dan", "cat", "bob", "amy"]
    quits = session(id="quits", group="circle", ruleset="five-player", players=people)
    circle.open_session(quits)
    circle.open_session(session(id="last", group="circle", players=["amy", "bob", "cat", "eve"]))
    circle.record(
        "last", scoops("amy>cat", "bob>eve", players=["amy", "bob", "cat", "eve"], game=1)
    )
    sessions = ["quits", "last"]
    viewed = circle.group_settlement("circle", sessions).document()["transfers"]
    made = circle.settle_group("circle", {"sessions": sessions}, key="once")
    assert circle.settle_group("circle", {"sessions": sessions}, key="once") == made
    paid = entry(circle, "last", 3)["group"]["transfers"]
    assert viewed == made.document()["transfers"] == paid
    assert written(paid) == "cat>amy 100, eve>bob 100"


def test_a_fund_of_one_evening_is_paid_with_all(circle):
    cost = {"sharers": ["amy", "dan"], "to": "fund:rent", "amount": "100", "reason": "場租"}
    circle.share_cost("one", cost, key=fresh())
    # 50 less for amy and dan: amy 100, bob 200, cat -50, dan -350, and 100 for the fund.
    told = settled(circle, mode="via:amy")
    assert written(told["transfers"]) == ("amy>bob 200, amy>fund:rent 100, cat>amy 50, dan>amy 350")
    pay(circle, "amy>fund:rent 100", "two")
    assert stands(circle, "two")[1] == "amy>bob 200, cat>amy 50, dan>amy 350"


def test_a_held_game_waits_for_its_ruling(circle):
    claim = {"totals": dict.fromkeys(PLAYERS, 0)}
    circle.dispute("one", 2, {"by": "player:dan", "claim": claim, "reason": "a tie"})
    # Without game 2 amy 100, bob 100, dan -200 of one: amy 50, bob 200, cat -50, dan -200.
    assert written(settled(circle)["transfers"]) == "cat>amy 50, dan>bob 200"
    circle.withdraw("one", "d1", {"by": "player:dan"})
    assert stands(circle, "one") == ("dan>amy 100", "")


def test_a_call_repeated_under_its_key_is_answered_the_same(circle):
    made = circle.settle_group("circle", {}, key="once")
    before = stored(circle)
    correct(circle, 1, "bob>dan")
    circle.open_session(session(id="three", group="circle"))
    assert circle.settle_group("circle", {}, key="once") == made
    assert len(stored(circle)["entry"]) == len(before["entry"]) + 2
    refusal = refused(circle, circle.settle_group, "circle", {"mode": "pairs"}, key="once")
    assert places(refusal) == ["/key key_reused"]


REFUSED = [
    ("none", {}, 404, " unknown_group"),
    ("circle", {"mode": "any"}, 422, "/mode out_of_range.mode"),
    ("circle", {"mode": "via:zoe"}, 422, "/mode unknown_player.sessions"),
    ("circle", {"sessions": ["one", "elsewhere"]}, 422, "/sessions/1 unknown_session.group"),
    ("circle", {"sessions": ["one", "one"]}, 422, "/sessions/1 out_of_range.repeated"),
    ("circle", {"sessions": "one"}, 422, "/sessions wrong_type.list"),
    ("circle", {"sessions": ["points"]}, 409, " nothing_to_settle"),
    ("circle", {"sessions": []}, 422, "/sessions missing.sessions"),
    ("circle", {"by": "player:amy"}, 422, "/by unknown_field"),
]


@pytest.mark.parametrize(("group", "asked", "status", "fault"), REFUSED)
def test_what_is_refused_settles_nothing_anywhere(circle, group, asked, status, fault):
    refusal = refused(circle, circle.settle_group, group, asked)
    assert (refusal.status, places(refusal)) == (status, [fault])


def test_two_currencies_are_not_settled_as_one(circle):
    dollars = {"amount": "1", "currency": "HKD"}
    circle.open_session(session(id="three", group="circle", stake=dollars))
    circle.record("three", scoops("amy>dan", game=1))
    refusal = refused(circle, circle.settle_group, "circle", {})
    assert (refusal.status, places(refusal)) == (409, [" several_currencies"])


def test_a_key_that_said_something_else_in_one_evening_settles_none(circle):
    circle.settle("one", {}, key="once")
    refusal = refused(circle, circle.settle_group, "circle", {}, key="once")
    assert places(refusal) == ["/key key_reused"]


def test_an_evening_can_be_settled_again_once_it_was_taken_back(circle):
    told = settled(circle, sessions=["one"])
    [covered] = told["sessions"]
    circle.reverse("one", "settlement", covered["entry"]["seq"], {"reason": "too early"})
    assert seq(circle.settle("one", {})) == covered["entry"]["seq"] + 2
