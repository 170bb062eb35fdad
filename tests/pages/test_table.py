"""The table that changes, the end of a session, and the same table again."""

from __future__ import annotations

from tests.book.rounds import scoops
from tests.pages.evenings import friday

PLACE = "/sessions/friday/table"


def held(book):
    """What holds, by the game that it starts from."""
    return {each["from_game"]: each for each in book.session_view("friday").document()["tables"]}


def test_somebody_leaves_and_somebody_joins(browser, book):
    friday(book, 9)
    page = browser.fill(PLACE, players__3__name="Eve", reason="Dan went home")
    assert page.status == 200
    assert held(book)[10]["players"] == ["amy", "bob", "cat", "p1"]
    names = book.session_view("friday").document()["names"]
    assert names["p1"] == "Eve"
    players = ["amy", "bob", "cat", "p1"]
    assert book.record("friday", scoops("amy>p1", game=10, players=players)).status == 201


def test_somebody_comes_back_to_their_own_line(browser, book):
    friday(book, 2)
    browser.fill(PLACE, players__3__name="", reason="Dan rests")
    assert held(book)[3]["players"] == ["amy", "bob", "cat"]
    browser.fill(PLACE, players__3__name="大華", from_game=5, reason="Dan is back")
    assert held(book)[5]["players"] == ["amy", "bob", "cat", "dan"]


def test_seats_are_changed(browser, book):
    friday(book, 2)
    browser.fill(PLACE, players__0__name="大華", players__3__name="阿明", reason="new seats")
    assert held(book)[3]["players"] == ["dan", "bob", "cat", "amy"]


def test_the_stake_goes_up_and_nothing_else_is_changed(browser, book):
    friday(book, 2)
    browser.fill(PLACE, stake__amount="200", reason="higher")
    assert held(book)[3]["stake"] == {"amount": "200", "currency": "TWD"}
    assert held(book)[3]["changed"] == ["stake"]


def test_an_amount_for_several_points_stays_one(browser, book):
    """50 for ten points are not 50 for each, because somebody sits down."""
    stake = {"amount": "50", "currency": "TWD", "points": 10, "mode": "points"}
    friday(book, 2, stake=stake)
    browser.fill(PLACE, players__3__name="Eve", reason="Dan went home")
    assert (held(book)[3]["stake"], held(book)[3]["changed"]) == (stake, ["players"])
    browser.fill(PLACE, stake__points="5", reason="higher", from_game=4)
    assert held(book)[4]["stake"] == {"amount": "50", "currency": "TWD", "points": 5}


def test_a_house_rule_is_changed(browser, book):
    friday(book, 2)
    browser.fill(PLACE, options__home_run_multiplier="4", reason="agreed")
    assert held(book)[3]["options"]["home_run_multiplier"] == 4
    assert held(book)[3]["changed"] == ["rules"]
    page = browser.get(PLACE)
    assert page.fields["/options/home_run_multiplier"] == "4"


def test_other_rules_from_now_on(browser, book):
    friday(book, 2)
    browser.fill(PLACE, ruleset="tw-scoop", reason="agreed")
    assert held(book)[3]["ruleset"] == "tw-scoop@1"


def test_a_form_in_which_nothing_was_changed_says_so(browser, book):
    friday(book, 2)
    page = browser.fill(PLACE, reason="nothing")
    assert page.status == 422
    assert len(held(book)) == 1


def test_a_pot_stays_as_it_was(browser, book):
    friday(book, 2, stake={"mode": "pot", "ante": "50", "currency": "TWD"})
    page = browser.fill(PLACE, reason="nothing")
    assert page.status == 422


def test_a_change_needs_a_reason_at_its_field(browser, book):
    friday(book, 2)
    page = browser.fill(PLACE, stake__amount="200")
    assert (page.status, "/reason-wrong" in page.ids) == (422, True)


# --- the end --------------------------------------------------------------------------------------


def test_a_session_is_ended_early(browser, book):
    friday(book, 3)
    page = browser.fill("/sessions/friday/end", reason="late")
    assert "closed" in page.text
    view = book.session_view("friday").document()
    assert view["state"] == "closed"
    assert "This session is over." in browser.get("/sessions/friday/end").text


def test_what_is_missing_is_told_before(browser, book):
    friday(book, 1).record("friday", scoops(game=4))
    assert "Not recorded: 2, 3" in browser.get("/sessions/friday/end").text


def test_the_same_table_plays_on(browser, book):
    friday(book, 3).close("friday")
    page = browser.fill("/sessions/friday/end", to="/sessions/friday/again", title="Saturday")
    assert page.status == 200
    assert "<h1>Saturday" in page.html
    [_, again] = book.sessions().document()["sessions"]
    view = book.session_view(again["id"]).document()
    assert (view["title"], view["players"]) == ("Saturday", ["amy", "bob", "cat", "dan"])
    assert view["names"]["amy"] == "阿明"


# --- disputes -------------------------------------------------------------------------------------


def test_disputes_are_listed_with_what_they_would_come_to(browser, book):
    friday(book, 2)
    assert "Nothing was ever contested" in browser.get("/sessions/friday/disputes").text
    claim = {"totals": {"amy": 0, "bob": 0, "cat": 0, "dan": 0}}
    book.dispute("friday", 2, {"by": "player:dan", "claim": claim, "reason": "no scoop"})
    page = browser.get("/sessions/friday/disputes")
    assert "Game 2" in page.text
    assert "大華: no scoop" in page.text
    assert "阿明 +1 0" in page.text
    book.withdraw("friday", "d1", {"by": "player:dan"})
    assert "taken back" in browser.get("/sessions/friday/disputes").text
