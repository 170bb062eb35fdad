"""Opening a session by its page: the same documents and the same faults as over HTTP."""

from __future__ import annotations

import re

import pytest

from settle.data import data_folder
from settle.rulebook import Rulebook
from tests.access.keyed import Keyring
from tests.pages.browsing import Page, with_key

PEOPLE = {"players__0__name": "阿明", "players__1__name": "Bob",
          "players__2__name": "Cat", "players__3__name": "Dan"}  # fmt: skip


def listed(page):
    """The sessions that a page leads to."""
    return [link for link in page.links if link.startswith("/sessions/")]


def opened(book):
    """The one session of the book, as it stands."""
    [session] = book.sessions().document()["sessions"]
    return book.session_view(session["id"]).document()


def test_a_session_as_usual(browser, book):
    page = browser.fill("/open/tw-scoop-only", stake__amount="100", **PEOPLE)
    assert page.status == 200
    told = opened(book)
    assert told["players"] == ["p1", "p2", "p3", "p4"]
    assert told["names"] == {"p1": "阿明", "p2": "Bob", "p3": "Cat", "p4": "Dan"}
    assert told["stake"] == {"amount": "100", "currency": "TWD"}
    assert (told["games"], told["ruleset"], told["banker_order"]) == (
        16,
        "tw-scoop-only@1",
        "manual",
    )
    assert "everything as usual" in " ".join(told["agreement"]["lines"])


def test_a_name_left_empty_leaves_no_seat(browser, book):
    browser.fill("/open/tw-scoop-only", stake__amount="5",
                 players__0__name="Amy", players__2__name="Cat")  # fmt: skip
    assert opened(book)["names"] == {"p1": "Amy", "p2": "Cat"}


def test_house_rules_are_answers(browser, book):
    browser.fill("/open/tw-scoop-only", stake__amount="100", options__home_run_multiplier="3",
                 options__tied_row_scoops="true", options__natural_points__dragon="26",
                 **PEOPLE)  # fmt: skip
    options = opened(book)["options"]
    assert (options["home_run_multiplier"], options["tied_row_scoops"]) == (3, True)
    assert options["natural_points"] == {"dragon": 26, "dragon_suited": 10}


def test_a_doubling_card(browser, book):
    choices = browser.get("/open/luosong").html.partition('name="/options/doubling_card"')[2]
    told = re.findall('<option value="([^"]*)"', choices.partition("</select>")[0])
    assert told[:6] == ["null", "As", "Ah", "Ac", "Ad", "Ks"]
    browser.fill("/open/luosong", stake__amount="1", options__doubling_card="5h", **PEOPLE)
    assert opened(book)["options"]["doubling_card"] == "5h"


def test_a_doubling_card_is_asked_for_only_where_one_was_agreed(browser, book):
    place = "/sessions/none"
    book.open_session({"id": "none", "ruleset": "luosong", "players": ["amy", "bob"]})
    for page in (f"{place}/outcome", f"{place}/games/1/cards"):
        assert "oubling card" not in browser.get(page).text


@pytest.mark.parametrize(
    ("kind", "stake"),
    [
        ("pot", {"mode": "pot", "scope": "game", "ante": "50", "currency": "TWD"}),
        ("pot_session", {"mode": "pot", "scope": "session", "ante": "50", "currency": "TWD"}),
        ("none", None),
    ],
)
def test_another_stake(browser, book, kind, stake):
    page = browser.get("/open/tw-points")
    fields = {**page.fields, "stake_for": kind, "/stake/amount": "50",
              "/players/0/name": "Amy", "/players/1/name": "Bob"}  # fmt: skip
    assert browser.send("/open/tw-points", fields).status_code == 303
    assert opened(book).get("stake") == stake


def test_how_long_a_game_may_be_contested(browser, book):
    browser.fill("/open/tw-scoop", stake__amount="10", dispute_window="P3D", **PEOPLE)
    assert opened(book)["dispute_window"] == "P3D"


def test_a_banker_goes_round(browser, book):
    browser.fill("/open/hk-banker", stake__amount="10", banker_order="rotate_every:4", **PEOPLE)
    assert opened(book)["banker_order"] == "rotate_every:4"


def test_only_where_there_is_a_banker_is_asked_who(browser):
    assert "/banker_order" not in browser.get("/open/tw-scoop").fields
    assert "/banker_order" in browser.get("/open/tw-banker").fields


def test_a_double_tap_opens_one_session(browser, book):
    page = browser.get("/open/tw-scoop-only")
    fields = {**page.fields, "/players/0/name": "Amy", "/players/1/name": "Bob",
              "/stake/amount": "10"}  # fmt: skip
    first, second = (browser.send("/open/tw-scoop-only", fields) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert len(book.sessions().document()["sessions"]) == 1


def test_faults_stand_at_their_fields_and_what_was_written_stays(browser, book):
    page = browser.fill("/open/tw-scoop-only", stake__amount="1.234", games="many",
                        options__dragon_multiplier="0", **PEOPLE)  # fmt: skip
    assert page.status == 422
    assert {"/stake/amount-wrong", "/games-wrong", "/options/dragon_multiplier-wrong"} <= set(
        page.ids
    )
    assert (page.fields["/games"], page.fields["/players/0/name"]) == ("many", "阿明")
    assert 'href="#/games"' in page.html
    assert book.sessions().document()["sessions"] == []


def test_the_amount_of_a_pot_is_asked_for_at_its_field(browser):
    page = browser.get("/open/tw-points")
    fields = {**page.fields, "stake_for": "pot", "/players/0/name": "A", "/players/1/name": "B"}
    answer = browser.send("/open/tw-points", fields)
    assert 'id="/stake/amount-wrong"' in answer.text


@pytest.mark.parametrize("ruleset", Rulebook().ids())
@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"])
def test_every_ruleset_asks_its_questions(reader, ruleset, language):
    reader.language = language
    page = reader.get(f"/open/{ruleset}")
    assert (page.status, page.language) == (200, language)
    asked = {name.split("/")[2] for name in page.fields if name.startswith("/options/")}
    assert asked == {option.name for option in Rulebook().get(ruleset).options()}


def test_an_unknown_ruleset_is_a_page_that_says_so(browser):
    page = browser.get("/open/none")
    assert (page.status, page.language) == (404, "en")
    assert "none" in page.text


@pytest.mark.parametrize(
    ("language", "first"),
    [("zh-TW", "台灣"), ("zh-HK", "香港"), ("zh-CN", "大陆"), ("en", "Western")],
)
def test_ones_own_rules_come_first(reader, language, first):
    reader.language = language
    page = reader.get("/open")
    assert page.html.index(f"<h2>{first}</h2>") == page.html.index("<h2>")


def test_names_are_written_as_text(browser):
    page = browser.fill("/open/tw-scoop-only", stake__amount="1", title="<b>x</b>",
                        players__0__name="<script>", players__1__name='"')  # fmt: skip
    assert "<script>" not in page.html.replace("<script src=", "")
    assert "&lt;b&gt;x&lt;/b&gt;" in page.html


def test_faults_of_the_stake_are_told_by_its_labels_and_numbers_people_know(browser):
    page = browser.get("/open/tw-scoop")
    sent = {**page.forms[-1], "/stake/amount": "5", "/stake/points": "0"}
    browser.language = "zh-TW"
    page = Page(browser.send("/open/tw-scoop", sent))
    assert "「這些錢算幾注？」要寫大於零的整數，最多 15 位，不是 0" in page.text


def test_sessions_are_listed_the_newest_first_also_those_without_a_title(browser, book):
    for name, title in (("one", "Friday"), ("two", None)):
        made = {"id": name, "ruleset": "tw-scoop", "players": ["amy", "bob"], "title": title}
        book.open_session({field: value for field, value in made.items() if value is not None})
    page = browser.get("/")
    assert listed(page) == ["/sessions/two", "/sessions/one"]
    assert "Session of 2026-11-30 UTC running amy, bob 0 of 16 games" in page.text


def test_sessions_come_in_pages(browser, book):
    for number in range(31):
        book.open_session({"id": f"s{number}", "ruleset": "tw-scoop", "players": ["amy", "bob"]})
    # s0 was opened first, s30 thirty-first: thirty are shown, and s1, the second, is the last.
    whole = [f"/sessions/s{number}" for number in range(30, 0, -1)]
    assert listed(browser.get("/")) == whole
    assert "?before=2" in browser.get("/").links
    rest = browser.get("/?before=2")
    assert listed(rest) == ["/sessions/s0"]
    assert [link for link in rest.links if "before" in link and "lang" not in link] == []
    assert browser.get("/?before=x").status == 422


def test_whoever_has_a_key_of_some_sessions_finds_those_the_newest_first(book):
    keyring = Keyring(book.store)
    key = keyring.make(label="amy", scope="create")
    for number in range(4):
        by = "host" if number == 2 else f"key:{key[4:12]}"
        document = {"id": f"s{number}", "ruleset": "tw-scoop", "players": ["amy", "bob"]}
        book.open_session(document, by=by)
    amy = with_key(book, key)
    assert listed(amy.get("/")) == ["/sessions/s3", "/sessions/s1", "/sessions/s0"]
    assert listed(amy.get("/?before=4")) == ["/sessions/s1", "/sessions/s0"]


def test_a_table_s_own_rules_can_be_played(browser, book):
    text = (data_folder("examples") / "own-ruleset" / "our-thirteen.toml").read_bytes()
    book.bring_ruleset(text)
    page = browser.get("/open")
    assert "/open/our-thirteen" in page.links
    own = "/rulesets/our-thirteen"
    compared = "/compare-rulesets?one=our-thirteen"
    for address in ("/open/our-thirteen", "/rulesets", own, f"{own}/card", compared):
        assert browser.get(address).status == 200, address
    browser.client.delete_cookie("settle_key")
    assert own not in browser.get("/rulesets").links
    assert browser.get(own).status == 404
