"""People who play together over the years, on pages; what a table agreed on, and who said yes."""

from __future__ import annotations

import pytest

from tests.access.keyed import Keyring
from tests.book.rounds import scoops, session
from tests.pages.browsing import with_key
from tests.pages.evenings import NAMES, PEOPLE, friday

GROUP = "/groups/circle"


@pytest.fixture
def circle(book):
    """Two evenings: at 100 Amy scoops Dan twice; for points alone Cat scoops Bob."""
    book.make_group({"id": "circle", "name": "老地方", "members": PEOPLE})
    players = list(NAMES)
    book.open_session(session(id="one", title="One", group="circle", players=players))
    book.record("one", scoops("amy>dan", game=1))
    book.record("one", scoops("amy>dan", game=2))
    book.open_session(session(id="two", group="circle", players=players, stake=None))
    book.record("two", scoops("cat>bob", game=1))
    return book


def test_the_start_page_leads_to_how_everybody_stands(browser, circle):
    assert GROUP in browser.get("/").links
    page = browser.get(GROUP)
    assert page.status == 200
    assert "阿明 1 200" in page.text
    assert "大華 1 -200" in page.text
    assert "Cat 1 +1" in page.text
    assert {f"{GROUP}/members/amy", "/sessions/one", "/sessions/two"} <= set(page.links)
    assert browser.get("/groups/none").status == 404


def test_a_statement_tells_what_somebody_played(browser, circle):
    circle.settle("one", {})
    paid = {"from": "dan", "to": "amy", "amount": "150", "currency": "TWD"}
    circle.pay("one", paid, key="paid")
    page = browser.get(f"{GROUP}/members/amy")
    assert "3 games · 2 scoops, scooped 0 times" in page.text
    assert "200 TWD: got 150, paid 0, still to come 50" in page.text
    assert page.text.index("One") > page.text.index("Session of 2026-11-30")
    assert "No game" not in page.text
    empty = browser.get(f"{GROUP}/members/amy?year=2001")
    assert (empty.status, "0 games" in empty.text) == (200, True)
    assert browser.get(f"{GROUP}/members/amy?year=x").status == 422
    assert browser.get(f"{GROUP}/members/eve").status == 404


def test_a_statement_tells_what_was_settled_together(browser, circle):
    stake = {"amount": "100", "currency": "TWD"}
    circle.open_session(session(id="three", group="circle", players=list(NAMES), stake=stake))
    circle.record("three", scoops("dan>amy", game=1))
    # 200 of dan in one are paid in three, less the 100 that he gets there.
    circle.settle_group("circle", {})
    page = browser.get(f"{GROUP}/members/amy")
    assert "200 TWD: got 0, paid 0, still to come 0 · settled together -200" in page.text
    assert "-100 TWD: got 0, paid 0, still to come 100 · settled together +200" in page.text


@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans"])
def test_in_every_language(circle, browser, language):
    browser.language = language
    for path in (GROUP, f"{GROUP}/members/dan"):
        page = browser.get(path)
        assert (page.status, page.language) == (200, language)


def test_a_group_is_for_those_who_keep_it(circle):
    player = with_key(circle, Keyring(circle.store).seat("one", "amy"))
    assert player.get(GROUP).status == 404
    assert GROUP not in player.get("/").links
    assert with_key(circle).get(GROUP).status == 401


# --- what was agreed ------------------------------------------------------------------------------


def confirmed(book):
    return [(each["of"], each["players"])
            for each in book.session_view("friday").document()["confirmed"]]  # fmt: skip


def test_a_player_agrees_to_the_opening_and_to_a_change(book):
    friday(book)
    book.change_table(
        "friday", {"from_game": 5, "reason": "more", "stake": {"amount": "200", "currency": "TWD"}}
    )
    amy = with_key(book, Keyring(book.store).seat("friday", "amy"))
    page = amy.get("/sessions/friday")
    assert page.text.count("I agree to this") == 2
    assert "What was agreed from game 5 on" in page.text
    opening, change = (form for form in page.forms if "/of" in form)
    assert amy.send("/sessions/friday/agreement", change).status_code == 303
    assert confirmed(book) == [("table", ["amy"])]
    assert amy.send("/sessions/friday/agreement", opening).status_code == 303
    assert confirmed(book) == [("opening", ["amy"]), ("table", ["amy"])]
    page = amy.get("/sessions/friday")
    assert ("I agree to this" in page.text, page.text.count("阿明 What")) == (False, 1)
    # Sent twice it is said once; sent anew it was said already.
    assert amy.send("/sessions/friday/agreement", opening).status_code == 303
    again = amy.send("/sessions/friday/agreement", {**opening, "idempotency_key": "new"})
    assert again.status_code == 409


def test_who_has_no_seat_agrees_to_nothing(browser, book):
    page_of = friday(book) and browser.get("/sessions/friday")
    assert "I agree to this" not in page_of.text
    form = {"/of": book.session_view("friday").document()["opening"]["hash"]}
    assert browser.send("/sessions/friday/agreement", form).status_code == 403


# --- what is brought along ------------------------------------------------------------------------

TWO = {"players__0__name": "Amy", "players__2__name": "Bob", "stake__amount": "100"}


def test_points_are_brought_along(browser, book):
    page = browser.fill("/open/tw-scoop-only", **TWO, players__0__brought="12",
                        players__2__brought="-12")  # fmt: skip
    assert page.status == 200
    [opened] = book.sessions().document()["sessions"]
    view = book.session_view(opened["id"]).document()
    assert view["opening_balances"] == {"p1": 12, "p2": -12}
    assert "Amy" in page.text
    assert "+12" in page.text


def test_they_come_to_nothing_and_somebody_brings_them(browser, book):
    page = browser.fill("/open/tw-scoop-only", **TWO, players__0__brought="12",
                        players__2__brought="-2")  # fmt: skip
    assert (page.status, "/players/0/brought-wrong" in page.ids) == (422, True)
    assert page.fields["/players/1/brought"] == "-2"
    page = browser.fill("/open/tw-scoop-only", **TWO, players__1__brought="0")
    assert page.status == 422
    page = browser.fill("/open/tw-scoop-only", **TWO, players__0__brought="much")
    assert (page.status, "/players/0/brought-wrong" in page.ids) == (422, True)
    assert book.sessions().document()["sessions"] == []
