"""Several sessions of a group settled as one on pages, and paid by who has no seat there."""

from __future__ import annotations

import pytest

from settle.access.keys import read_key
from tests.access.keyed import Keyring
from tests.book.rounds import STAKE, scoops, session
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import NAMES, PEOPLE

CIRCLE = "/groups/circle"
PLACE = f"{CIRCLE}/settlement"
HKD = {"amount": "10", "currency": "HKD"}


@pytest.fixture
def circle(book):
    """Three evenings: dan pays amy 100 in one, amy pays bob 100 in two; three is in HKD."""
    book.make_group({"id": "circle", "name": "老地方", "members": PEOPLE})
    for name, pair, stake in (
        ("three", "cat>dan", HKD),
        ("one", "amy>dan", STAKE),
        ("two", "bob>amy", STAKE),
    ):
        book.open_session(
            session(id=name, title=name.title(), group="circle", players=PEOPLE, stake=stake)
        )
        book.record(name, scoops(pair, game=1))
    return book


def to_settle(page):
    return next(form for form in page.forms if "/mode" in form)


def test_what_can_be_settled_as_one_is_chosen_at_first(browser, circle):
    assert PLACE in browser.get(CIRCLE).links
    assert PLACE in browser.get("/sessions/one/money").links
    assert PLACE not in phone(circle, "amy").get("/sessions/one/money").links
    page = browser.get(PLACE)
    # What amy gets of dan she pays bob: dan pays bob.
    assert "大華 → 小美 100 TWD" in page.text
    assert "阿明 →" not in page.text
    chosen = to_settle(page)
    assert (chosen["/sessions/0"], chosen["/sessions/1"], "/sessions/2" in chosen) == (
        "one", "two", False)  # fmt: skip


def test_it_is_settled_paid_in_the_newest_and_taken_back(browser, circle):
    answer = browser.send(PLACE, to_settle(browser.get(PLACE)))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sessions/two/money")
    assert "大華 → 小美 100 TWD" in browser.get("/sessions/two/money").text
    page = browser.get(PLACE)
    assert "One, Two paid in Two" in page.text
    assert "/sessions/two/money" in page.links
    # What is left is in another currency.
    assert "大華 → Cat 10 HKD" in page.text
    entry = circle.settlement("two").document()["together"][0]["seq"]
    undone = f"/sessions/two/money/settlements/{entry}/reversal"
    assert "taken back in all the sessions" in browser.get("/sessions/two/money").text
    form = {"idempotency_key": "k", "/reason": "one more evening first"}
    assert browser.send(undone, form).status_code == 303
    assert [len(circle.settlement(name).document()["transfers"]) for name in ("one", "two")] == [
        1, 1]  # fmt: skip
    assert "One, Two" not in browser.get(PLACE).text


def test_a_double_tap_settles_once(browser, circle):
    form = to_settle(browser.get(PLACE))
    assert {browser.send(PLACE, form).status_code for _ in range(2)} == {303}
    again = Page(browser.send(PLACE, {**form, "idempotency_key": "other"}))
    assert (again.status, "wrong" in again.ids) == (409, True)


def test_it_is_chosen_and_settled_otherwise(browser, circle):
    page = browser.get(f"{PLACE}?session=one&mode=via:bob")
    assert "大華 → 小美 100 TWD" in page.text
    assert "小美 → 阿明 100 TWD" in page.text
    assert to_settle(page)["/mode"] == "via:bob"
    assert "/sessions/1" not in to_settle(page)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("session=one&session=three", 409),
        ("session=none", 422),
        ("session=one&mode=nonsense", 422),
        ("mode=via:eve", 422),
    ],
)
def test_what_cannot_be_settled_says_why(browser, circle, query, status):
    page = browser.get(f"{PLACE}?{query}")
    assert (page.status, "wrong" in page.ids) == (status, True)
    assert [form for form in page.forms if "/mode" in form] == []


def test_evenings_that_come_to_nothing_together_are_settled_too(browser, circle):
    circle.open_session(session(id="four", group="circle", players=PEOPLE))
    circle.record("four", scoops("dan>bob", game=1))
    page = browser.get(PLACE)
    assert "nobody pays anybody" in page.text
    assert browser.send(PLACE, to_settle(page)).status_code == 303
    assert "HKD" in browser.get(PLACE).text


def test_where_nothing_is_left_nothing_is_chosen(browser, book):
    book.make_group({"id": "circle", "name": "us"})
    page = browser.get(PLACE)
    assert (page.status, "has anything left" in page.text) == (200, True)


def test_who_hosts_only_some_of_them_settles_none(circle):
    ring = Keyring(circle.store)
    key = ring.make(label="x", scope="session", session="one", role="host")
    with circle.store.writing() as w:
        w.add_group_grant(read_key(key).id, "circle")
        w.add_grant(w.grants_of_key(read_key(key).id)[0]._replace(session="two", role="viewer"))
    host = with_key(circle, key)
    page = host.get(PLACE)
    assert "three" not in page.html
    refused = Page(host.send(PLACE, to_settle(page)))
    assert (refused.status, "wrong" in refused.ids) == (403, True)


@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans"])
def test_in_every_language(circle, browser, language):
    browser.language = language
    for path in (PLACE, "/groups", f"{CIRCLE}/members", "/open/tw-scoop?group=circle"):
        page = browser.get(path)
        assert (page.status, page.language) == (200, language)


# --- guests ---------------------------------------------------------------------------------------


ONE = "/sessions/one/money"
PAID = f"{ONE}/together/3/payments"


@pytest.fixture
def apart(book):
    """Amy and dan play one, bob and cat two: both are paid in two, where dan owes amy 100."""
    book.make_group({"id": "circle", "name": "us", "members": PEOPLE})
    for name, people in (("one", PEOPLE[::3]), ("two", PEOPLE[1:3])):
        players = [each["id"] for each in people]
        book.open_session(session(id=name, title=name.title(), group="circle", players=people))
        pair = f"{players[0]}>{players[1]}"
        book.record(name, scoops(pair, players=players, game=1))
    book.settle_group("circle", {})
    return book


def phone(book, player, name="one"):
    return with_key(book, Keyring(book.store).seat(name, player))


def owed(book):
    told = book.settlement("two").document()["outstanding"]
    return [(each["from"], each["to"], each["amount"]) for each in told]


def due(page):
    return next(form for form in page.forms if {"/from", "/amount", "/currency"} <= form.keys())


def test_a_guest_pays_on_the_page_of_the_own_session(apart):
    dan = phone(apart, "dan")
    apart.pay("two", {"from": "cat", "to": "bob", "amount": "30"}, key="theirs")
    page = dan.get(ONE)
    assert "大華 → 阿明 100 TWD" in page.text
    # Nothing of what others pay each other there.
    assert "Cat" not in page.text
    assert "小美" not in page.text
    for _ in range(2):
        assert dan.send(PAID, {**due(page), "/amount": "60"}).status_code == 303
    assert owed(apart) == [("cat", "bob", "70"), ("dan", "amy", "40")]
    page = dan.get(ONE)
    assert "大華 paid 阿明 60 TWD" in page.text
    assert due(page)["/amount"] == "40"


def test_the_other_guest_agrees(apart):
    dan, amy = phone(apart, "dan"), phone(apart, "amy")
    dan.send(PAID, due(dan.get(ONE)))
    page = amy.get(ONE)
    agree = next(form for form in page.forms if form.keys() == {"idempotency_key", "/of"})
    confirmed = f"{ONE}/together/3/confirmations"
    assert amy.send(confirmed, agree).status_code == 303
    assert "大華 paid 阿明 100 TWD agreed: 阿明" in dan.get(ONE).text
    assert [form for form in amy.get(ONE).forms if "/of" in form] == []
    game = apart.round("two", 1).document()["entry"]["hash"]
    assert amy.send(confirmed, {"/of": game, "idempotency_key": "k"}).status_code == 404


def test_a_guest_enters_nothing_else(apart):
    dan = phone(apart, "dan")
    form = due(dan.get(ONE))
    assert dan.send(PAID, {**form, "/to": "bob"}).status_code == 403
    assert dan.send(f"{ONE}/together/9/payments", form).status_code == 404
    refused = Page(dan.send(PAID, {**form, "/amount": "x"}))
    assert (refused.status, "guest-3-dan-amy-/amount-wrong" in refused.ids) == (422, True)
    assert owed(apart) == [("cat", "bob", "100"), ("dan", "amy", "100")]


def test_who_is_no_guest_is_not_asked(apart):
    told = "where several sessions were settled together"
    viewer = Keyring(apart.store).make(label="x", scope="session", session="one", role="viewer")
    assert told not in with_key(apart, viewer).get(ONE).text
    # Who has a seat where it is paid finds it there.
    assert told not in phone(apart, "bob", "two").get("/sessions/two/money").text
    assert with_key(apart, viewer).send(PAID, {"/from": "dan"}).status_code == 403


# --- payments are agreed to -----------------------------------------------------------------------


def test_who_was_paid_agrees_to_it(book):
    book.open_session(session(id="one", players=PEOPLE))
    book.record("one", scoops("amy>dan", game=1))
    book.settle("one", {})
    paid = {"from": "dan", "to": "amy", "amount": "100"}
    book.pay("one", {**paid, "confirmed_by": ["dan"]}, key="k")
    amy, dan, bob = (phone(book, player) for player in ("amy", "dan", "bob"))
    assert "大華 paid 阿明 100 TWD" in amy.get(ONE).text
    assert "agreed: 大華" in amy.get(ONE).text
    for other in (dan, bob):
        assert [form for form in other.get(ONE).forms if "/of" in form] == []
    agree = next(form for form in amy.get(ONE).forms if "/of" in form)
    assert amy.send(f"{ONE}/confirmations", agree).status_code == 303
    assert "agreed: 大華, 阿明" in bob.get(ONE).text
    assert bob.send(f"{ONE}/confirmations", {**agree, "idempotency_key": "b"}).status_code == 422
    assert NAMES["amy"] in amy.get(ONE).text
