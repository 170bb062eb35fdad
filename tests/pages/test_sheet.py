"""The score sheet: what it shows, what is taken along, and how other phones see it grow."""

from __future__ import annotations

import re

import pytest

from settle.pages.evening import TABS
from tests.book.rounds import scoops
from tests.pages.evenings import friday, sixteen


def rows(page):
    """The table's rows as texts, marks apart from numbers by a blank."""
    body = page.html[page.html.index("<table") : page.html.index("</table>")]
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in body.split("<tr")[1:]]


def test_a_sheet_without_a_game(browser, book):
    friday(book)
    page = browser.get("/sessions/friday")
    assert (page.status, "<table" in page.html) == (200, False)
    assert "No game yet." in page.text


def test_games_by_players_with_running_totals(browser, book):
    """Amy scoops Dan twice, Cat scoops Amy in the third: 1 each, 100 TWD a scoop."""
    friday(book, 2).record("friday", scoops("cat>amy", game=3))
    heads, *games, totals, money = rows(browser.get("/sessions/friday"))
    assert heads.removeprefix("> ") == "Game 阿明 小美 Cat 大華"
    assert [row.partition("> ")[2] or row for row in games] == [
        "1* s +1 +1 0 0 0 0 -1 -1",
        "2* s +1 +2 0 0 0 0 -1 -2",
        "3* -1 +1 0 0 s +1 +1 0 -2",
    ]
    assert totals.removeprefix("> ") == "Total +1 0 +1 -2"
    assert money.removeprefix("> ") == "TWD 100 0 100 -200"


def test_a_whole_evening(browser, book):
    expected = sixteen(book)
    told = rows(browser.get("/sessions/friday"))
    nets = [
        sum(game[player] for game in expected["games"]) for player in ("amy", "bob", "cat", "dan")
    ]
    signs = " ".join(f"{net:+d}" if net else "0" for net in nets)
    assert told[-2].removeprefix("> ") == f"Total {signs}"
    assert len(told) == 1 + 16 + 2


def test_what_the_marks_mean_is_said(browser, book):
    sixteen(book)
    page = browser.get("/sessions/friday")
    for word in ("H home run", "s scoop", "n natural", "f foul", "g gadu"):
        assert word in page.text
    assert '<abbr title="home run">H</abbr>' in page.html


def test_a_contested_game_is_marked_and_left_out(browser, book):
    friday(book, 2)
    claim = {"totals": {"amy": 0, "bob": 0, "cat": 0, "dan": 0}}
    book.dispute("friday", 2, {"by": "player:dan", "claim": claim, "reason": "no scoop"})
    page = browser.get("/sessions/friday")
    assert [row for row in rows(page) if "2*?" in row]
    assert rows(page)[-2].removeprefix("> ") == "Total +1 0 0 -1"
    assert "/sessions/friday/disputes" in page.links


def test_the_chart_says_the_same_in_lines(browser, book):
    friday(book, 3)
    page = browser.get("/sessions/friday")
    assert page.html.count("<polyline") == 4
    assert 'aria-label="Running totals, game by game"' in page.html


@pytest.mark.parametrize("games", [0, 1])
def test_there_is_no_chart_before_the_second_game(browser, book, games):
    friday(book, games)
    assert "<polyline" not in browser.get("/sessions/friday").html


def test_the_text_for_the_chat_ends_with_the_checkpoint(browser, book):
    friday(book, 4)
    page = browser.get("/sessions/friday")
    text = re.search(r'<textarea id="chat"[^>]*>(.*?)</textarea>', page.html, re.DOTALL)[1]
    assert text.startswith("Friday: Game 4 of 16\n阿明 +4\n")
    name, size, root = text.splitlines()[-3:]
    assert (name.split("/")[0], name.split("/")[2], size, len(root)) == (
        "settle",
        "friday",
        "5",
        44,
    )


def test_who_pays_whom(browser, book):
    friday(book, 1)
    assert "大華 → 阿明 100 TWD" in browser.get("/sessions/friday").text


def test_what_is_not_paid_yet_stands_alone_below(browser, book):
    friday(book, 1).settle("friday", {})
    browser.language = "en"
    text = browser.get("/sessions/friday").text
    assert "Not paid yet 大華 → 阿明 100 TWD" in " ".join(text.split())
    assert "nobody pays anybody" not in text
    assert "Settlement" not in text


def test_the_stake_and_what_else_is_in_the_money(browser, book):
    friday(book, 1)
    fine = {"payer": "dan", "to": "bob", "amount": "50", "reason": "<b>late</b>"}
    book.penalize("friday", fine, key="k1")
    browser.language = "en"
    text = " ".join(browser.get("/sessions/friday").text.split())
    assert "(tw-scoop-only@1) Stake: 100 TWD for 1 scoop" in text
    told = (
        "Fines and costs, in the money above 大華 is fined 50 TWD, to 小美: <b>late</b> Settlement"
    )
    assert told in text


def test_a_corrected_game_is_marked(browser, book):
    friday(book, 2)
    against = book.round("friday", 2).document()["entry"]["hash"]
    right = {**scoops("amy>bob"), "reason": "it was bob", "against": against}
    book.correct("friday", 2, right)
    browser.language = "en"
    page = browser.get("/sessions/friday")
    assert [row.partition("> ")[2].split()[0] for row in rows(page)[1:3]] == ["1*", "2*~"]
    assert "~ corrected" in page.text


def test_names_that_are_the_same_are_told_apart(browser, book):
    people = [{"id": "p1", "name": "Amy"}, {"id": "p2", "name": "Amy"}]
    book.open_session({"id": "two", "ruleset": "tw-scoop-only", "players": people})
    book.record("two", {"game": 1, "outcome": {"hands": [{"player": "p1"}, {"player": "p2"}],
                                               "duels": []}})  # fmt: skip
    heads = rows(browser.get("/sessions/two"))[0]
    assert heads.removeprefix("> ") == "Game Amy (p1) Amy (p2)"


# --- taken along ----------------------------------------------------------------------------------


def test_a_table_and_a_drawing(browser, book):
    friday(book, 2)
    table = browser.client.get("/sessions/friday/sheet.csv?save=1")
    assert table.content_type == "text/csv; charset=utf-8"
    assert table.headers["Content-Disposition"] == 'attachment; filename="friday.csv"'
    assert "阿明" in table.text
    drawing = browser.client.get("/sessions/friday/sheet.svg")
    assert drawing.content_type == "image/svg+xml; charset=utf-8"
    assert drawing.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert browser.client.get("/sessions/friday/sheet.exe").status_code == 404


# --- growing --------------------------------------------------------------------------------------


def test_another_phone_sees_a_new_game_and_nothing_before_it(browser, book):
    friday(book, 1)
    page = browser.get("/sessions/friday")
    state = re.search(r'data-live="/sessions/friday/live" data-state="(\w+)"', page.html)[1]
    asked = {"If-None-Match": f'"{state}"', "Accept-Language": "en"}
    same = browser.client.get("/sessions/friday/live", headers=asked)
    assert (same.status_code, same.data) == (304, b"")
    book.record("friday", scoops("amy>dan", game=2))
    grown = browser.client.get("/sessions/friday/live", headers=asked)
    assert grown.status_code == 200
    assert "<html" not in grown.text
    assert grown.text.count("<tr") == 1 + 2 + 2
    # What follows from the games grows with them: who pays whom, the text for the chat.
    assert "大華 → 阿明 200 TWD" in grown.text
    assert "Friday: Game 2 of 16\n阿明 +2\n" in grown.text
    again = browser.client.get(
        "/sessions/friday/live", headers={**asked, "If-None-Match": grown.headers["ETag"]}
    )
    assert again.status_code == 304
    # A name that is forgotten or given anew is an entry that does not hold it.
    book.name_player("friday", {"player": "bob", "name": "Bobby"})
    renamed = browser.client.get(
        "/sessions/friday/live", headers={**asked, "If-None-Match": grown.headers["ETag"]}
    )
    assert (renamed.status_code, "Bobby" in renamed.text) == (200, True)
    assert browser.client.get("/sessions/nothing/live").status_code == 404


def test_another_language_is_another_state(browser, book):
    friday(book, 1)
    tags = {browser.get("/sessions/friday/live", **{"Accept-Language": tag}).headers["ETag"]
            for tag in ("en", "zh-TW", "zh-HK", "zh-CN")}  # fmt: skip
    assert len(tags) == 4


def test_the_links_of_a_session(browser, book):
    friday(book)
    page = browser.get("/sessions/friday")
    own = [link for link in page.links if link.startswith("/sessions/friday")]
    assert len(set(own)) >= len(TABS)
    for link in own:
        answer = browser.client.get(link, headers={"Accept": "text/html"})
        assert answer.status_code in {200, 303}, link


def test_a_session_that_there_is_not(browser):
    for path in ("", "/live", "/sheet.csv", "/money", "/table", "/disputes", "/end", "/share"):
        assert browser.get(f"/sessions/none{path}").status == 404


@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"])
@pytest.mark.parametrize("path", ["", "/money", "/table", "/disputes", "/end", "/share"])
def test_every_page_in_every_language(browser, book, path, language):
    friday(book, 2)
    book.penalize("friday", {"payer": "dan", "to": "fund:pot", "amount": "50", "reason": "foul"},
                  key="k1")  # fmt: skip
    book.settle("friday", {})
    browser.language = language
    page = browser.get(f"/sessions/friday{path}")
    assert (page.status, page.language) == (200, language)
    assert "fund:" not in page.text
