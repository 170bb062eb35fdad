"""Groups made and kept on pages, and sessions opened in one by who belongs to it."""

from __future__ import annotations

import pytest

from tests.access.keyed import Keyring
from tests.book.rounds import scoops, session
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import NAMES, PEOPLE

CIRCLE = "/groups/circle"
MEMBERS = f"{CIRCLE}/members"
OPEN = "/open/tw-scoop-only"


@pytest.fixture
def circle(book):
    """Four who play together."""
    book.make_group({"id": "circle", "name": "老地方", "members": PEOPLE})
    return book


def members(book, group="circle"):
    return [(each["id"], each["name"]) for each in book.group(group).document()["members"]]


def of(browser, address, *, names, to=None, **fields):
    """Send the form of a page that has these fields; what is answered."""
    form = next(each for each in browser.get(address).forms if names <= each.keys())
    filled = {"/" + name.replace("__", "/"): value for name, value in fields.items()}
    return browser.send(to or address, {**form, **filled})


# --- made and kept --------------------------------------------------------------------------------


def test_a_group_is_made_and_found_on_the_start_page(browser, book):
    assert "/groups" in browser.get("/").links
    page = browser.fill("/groups", name="老地方", members__0__name="阿明", members__3__name="小美")
    assert (page.status, "老地方" in page.text) == (200, True)
    [made] = book.groups().document()["groups"]
    assert members(book, made["id"]) == [("m1", "阿明"), ("m2", "小美")]
    assert f"/groups/{made['id']}" in browser.get("/").links
    assert f"/groups/{made['id']}" in browser.get("/groups").links


def test_a_double_tap_makes_one_group(browser, book):
    form = browser.get("/groups").forms[0] | {"/name": "us", "/members/0/name": "Amy"}
    places = {browser.send("/groups", form).headers["Location"] for _ in range(2)}
    assert (len(places), len(book.groups().document()["groups"])) == (1, 1)


def test_a_group_has_a_name_and_people_too(browser, book):
    page = browser.fill("/groups", members__0__name="Amy")
    assert (page.status, "/name-wrong" in page.ids) == (422, True)
    page = browser.fill("/groups", name="us", members__2__name="\u200b")
    # What was left empty before it is moved up.
    assert (page.status, "/members/0/name-wrong" in page.ids) == (422, True)
    assert book.groups().document()["groups"] == []


def test_groups_come_in_pages(browser, book):
    for number in range(31):
        book.make_group({"id": f"g{number}", "name": f"Group {number}"})
    page = browser.get("/groups")
    assert (f"/groups/g{29}" in page.links, f"/groups/g{30}" in page.links) == (True, False)
    [more] = [link for link in page.links if link.startswith("?after=") and "lang" not in link]
    assert "/groups/g30" in browser.get("/groups" + more).links


def test_somebody_joins_once(browser, circle):
    form = next(each for each in browser.get(MEMBERS).forms if each.keys() == {
        "idempotency_key", "/name"} and not each["/name"])  # fmt: skip
    for _ in range(2):
        assert browser.send(MEMBERS, {**form, "/name": "阿花"}).status_code == 303
    assert [name for _, name in members(circle)] == [*NAMES.values(), "阿花"]
    refused = Page(browser.send(MEMBERS, {**form, "/name": " ", "idempotency_key": "other"}))
    assert (refused.status, "join/name-wrong" in refused.ids) == (422, True)
    assert len(members(circle)) == 5


def test_a_member_is_called_otherwise_and_forgotten(browser, circle):
    circle.open_session(session(id="one", group="circle", players=PEOPLE))
    named = f"{MEMBERS}/amy/name"
    form = browser.get(MEMBERS).forms[0]
    assert form["/name"] == "阿明"
    assert browser.send(named, {**form, "/name": "明哥"}).status_code == 303
    assert "明哥" in browser.get("/sessions/one").text
    refused = Page(browser.send(named, {**form, "/name": "x" * 41}))
    assert (refused.status, "name-amy/name-wrong" in refused.ids) == (422, True)
    again = browser.get(MEMBERS).forms[0]
    assert browser.send(named, {**again, "do": "forget"}).status_code == 303
    # The first form again, gone back to: she is not called so any more.
    assert browser.send(named, {**form, "/name": "明哥"}).status_code == 303
    assert members(circle)[0] == ("amy", None)
    assert "明哥" not in browser.get("/sessions/one").text
    page = browser.get(CIRCLE)
    assert ("明哥" in page.text, "amy" in page.text) == (False, True)


def test_the_group_is_called_otherwise(browser, circle):
    form = {"idempotency_key": "k", "/name": "新地方"}
    assert browser.send(f"{CIRCLE}/name", form).status_code == 303
    assert "新地方" in browser.get("/").text
    assert browser.send(f"{CIRCLE}/name", {**form, "/name": ""}).status_code == 422


def test_who_played_along_is_told_by_name_and_joins_as_the_same_person(browser, circle):
    circle.open_session(
        session(id="one", group="circle", players=[*PEOPLE[:2], {"id": "eve", "name": "阿花"}])
    )
    circle.record("one", scoops("eve>amy", players=["amy", "bob", "eve"], game=1))
    assert "阿花 1 100" in browser.get(CIRCLE).text
    answer = of(browser, MEMBERS, names={"/id", "/name"})
    assert answer.status_code == 303
    assert members(circle)[-1] == ("eve", "阿花")
    assert "Played along" not in browser.get(MEMBERS).text
    assert f"{MEMBERS}/eve" in browser.get(CIRCLE).links


# --- sessions in one ------------------------------------------------------------------------------


def test_a_session_is_opened_with_names_of_members(browser, circle):
    assert "/open?group=circle" in browser.get(CIRCLE).links
    assert f"{OPEN}?group=circle" in browser.get("/open?group=circle").links
    page = browser.fill(f"{OPEN}?group=circle", players__0__id="dan", players__2__id="amy",
                        players__2__brought="5", players__0__brought="-5",
                        stake__amount="50")  # fmt: skip
    assert (page.status, "大華" in page.text) == (200, True)
    [opened] = circle.group("circle").document()["sessions"]
    view = circle.session_view(opened).document()
    assert (view["group"], view["players"]) == ("circle", ["dan", "amy"])
    assert view["names"] == {"dan": "大華", "amy": "阿明"}
    assert view["opening_balances"] == {"dan": -5, "amy": 5}
    # Whoever sat there last sits there again, for as much, unless it is changed.
    again = browser.get("/open/tw-scoop?group=circle").fields
    assert (again["/players/0/id"], again["/players/1/id"], again["/players/2/id"]) == (
        "dan", "amy", "")  # fmt: skip
    assert again["/stake/amount"] == "50"


@pytest.mark.parametrize(
    ("seats", "wrong"),
    [
        ({"/players/0/id": "amy", "/players/1/id": "amy"}, "/players/1/id-wrong"),
        ({"/players/0/id": "amy", "/players/1/brought": "5"}, "/players/1/id-wrong"),
        ({"/players/0/id": "amy", "/players/1/id": "bob", "/players/1/brought": "5"},
         "/players/0/brought-wrong"),
    ],
    ids=["twice", "nobody", "out of balance"],
)  # fmt: skip
def test_faults_stand_at_the_seats(browser, circle, seats, wrong):
    form = browser.get(f"{OPEN}?group=circle").fields
    page = Page(browser.send(f"{OPEN}?group=circle", {**form, "/stake/amount": "1", **seats}))
    assert (page.status, wrong in page.ids) == (422, True)
    assert page.fields["/players/0/id"] == "amy"
    assert circle.sessions().document()["sessions"] == []


def test_nobody_opens_in_a_group_of_others(circle):
    stranger = with_key(circle, Keyring(circle.store).make(label="x", scope="create"))
    for address in ("/open?group=circle", f"{OPEN}?group=circle", "/open?group=no9"):
        assert stranger.get(address).status == 404
    form = {**stranger.get(OPEN).fields, "/group": "circle", "/players/0/id": "amy"}
    assert stranger.send(OPEN, form).status_code == 404
    assert stranger.get(MEMBERS).status == 404
    assert stranger.send(MEMBERS, {"/name": "x"}).status_code == 404


def test_who_may_open_nothing_makes_no_group(circle):
    circle.open_session(session(id="one", players=PEOPLE))
    player = with_key(circle, Keyring(circle.store).seat("one", "amy"))
    assert "Make a group" not in player.get("/groups").text + player.get("/").text
    assert player.send("/groups", {"/name": "mine"}).status_code == 403


def test_somebody_else_sits_down_in_the_middle_of_a_session(browser, circle):
    """A member by their id, and who is none by one that nobody in the group has."""
    circle.open_session(session(id="one", group="circle", players=PEOPLE[:2]))
    table = "/sessions/one/table"
    page = browser.fill(table, players__2__name="大華", players__3__name="p1", reason="late")
    assert page.status == 200
    players = circle.session_view("one").document()["tables"][-1]["players"]
    assert (players[:3], players[3] == "p1", len(players[3])) == (["amy", "bob", "dan"], False, 16)
    assert circle.session_view("one").document()["names"][players[3]] == "p1"


def test_another_language_is_of_the_same_page(browser, circle):
    links = browser.get(f"{OPEN}?group=circle&lang=en").links
    assert "?group=circle&lang=zh-Hans" in links
