"""Recording by names and the page of a game in Chromium: taps, keys, no connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from settle.app import create_app
from tests.book.rounds import nets, new_book, played, scoops, session
from tests.pages.chromium import Table, serving
from tests.pages.evenings import PEOPLE, sixteen


@pytest.fixture(scope="module")
def evening(chrome, tmp_path_factory):
    book = new_book(tmp_path_factory.mktemp("book"))
    sixteen(book)
    for name, ruleset in (("hk", "hk-banker"), ("ls", "luosong")):
        book.open_session(session(id=name, title=name, players=PEOPLE, ruleset=ruleset,
                                  banker_order="rotate" if name == "hk" else None))  # fmt: skip
    claim = {"totals": {"amy": 3, "bob": 0, "cat": 0, "dan": -3}}
    book.dispute("friday", 3, {"by": "player:dan", "claim": claim, "reason": "no scoop"})
    with serving(create_app(book)) as address:
        yield Table(chrome, book, address)


@pytest.fixture
def table(evening):
    """The session ``new``, in which nothing is recorded, and new windows."""
    evening.session = f"new{len(evening.book.sessions().document()['sessions'])}"
    evening.book.open_session(session(id=evening.session, title="New", players=PEOPLE))
    yield evening
    evening.leave()


class Finger:
    """Counts its taps."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, target):
        target.click()
        self.taps += 1


def test_two_taps_and_four(table):
    """Nothing happened; then Amy scoops Dan and has quads in the back."""
    page = table.look(f"/sessions/{table.session}", locale="en")
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name="Record without cards"))
    finger.tap(page.get_by_role("button", name="Nothing happened: record"))
    page.wait_for_url(f"**/sessions/{table.session}")
    assert finger.taps == 2
    assert nets(table.book.round(table.session, 1)) == played(0, 0, 0, 0)
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name="Record without cards"))
    finger.tap(page.locator('.chip:has([aria-label="阿明 scooped: 大華"])'))
    finger.tap(page.locator(".group:has(> h3:text-is('back')) .taps:has-text('quads') .chip").first)
    expect(page.locator("#preview .sum")).to_have_text(["阿明 +4", "小美 -1", "Cat -1", "大華 -2"])
    finger.tap(page.get_by_role("button", name="Record", exact=True))
    page.wait_for_url(f"**/sessions/{table.session}")
    assert finger.taps == 4
    assert nets(table.book.round(table.session, 2)) == played(4, -1, -1, -2)
    assert page.complaints == []


def test_a_second_tap_takes_it_back_and_a_reload_does_not(table):
    page = table.look(f"/sessions/{table.session}/outcome", locale="en")
    foul = page.locator(".taps:has(.thing:text-is('foul')) .chip").nth(1)
    foul.click()
    expect(page.locator("#preview .sum")).to_have_text(["阿明 +1", "小美 -3", "Cat +1", "大華 +1"])
    page.reload()
    expect(foul.locator("input")).to_be_checked()
    foul.click()
    expect(foul.locator("input")).not_to_be_checked()
    expect(page.locator("#preview .sum")).to_have_text(["阿明 0", "小美 0", "Cat 0", "大華 0"])


@pytest.mark.parametrize("scripts", [True, False])
def test_back_after_a_game_the_next_one_is_empty(table, scripts):
    page = table.look(
        f"/sessions/{table.session}/outcome", locale="en", java_script_enabled=scripts
    )
    page.locator('.chip:has([aria-label="阿明 scooped: 大華"])').click()
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_url(f"**/sessions/{table.session}")
    page.go_back()
    expect(page.locator("#title")).to_have_text("Game 2, without cards")
    scooped = page.locator("input[name^='/scoop']:checked")
    expect(scooped).to_have_count(0)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_url(f"**/sessions/{table.session}")
    assert nets(table.book.round(table.session, 2)) == played(0, 0, 0, 0)


def test_a_page_that_a_browser_kept_whole_is_asked_for_again(table):
    page = table.look(f"/sessions/{table.session}/outcome", locale="en")
    table.book.record(table.session, scoops("amy>dan", game=1))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#title")).to_have_text("Game 2, without cards")


def test_by_the_keyboard_alone(table):
    page = table.look(f"/sessions/{table.session}/outcome", locale="en")
    # A line of its own by Space; of several for one player, one by the arrows.
    keys = {"阿明 scooped: 大華": ["Space"], "foul: Cat": ["ArrowDown", "ArrowDown"]}
    page.locator("input[name='/scoop/0/1']").focus()
    for _ in range(80):
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        for key in keys.pop(label, ()):
            page.keyboard.press(key)
        if page.evaluate("document.activeElement.textContent") == "Record":
            break
        page.keyboard.press("Tab")
    assert keys == {}
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/sessions/{table.session}")
    # Cat's dragon takes 10 of everybody, and Amy scoops Dan.
    assert nets(table.book.round(table.session, 1)) == played(-9, -10, 30, -11)


def test_without_a_connection_games_wait_and_are_saved_once(table):
    page = table.look(f"/sessions/{table.session}/outcome", locale="en")
    page.context.set_offline(True)
    page.locator('.chip:has([aria-label="阿明 scooped: 大華"])').click()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#title")).to_have_text("Game 2, without cards")
    expect(page.locator("#waiting")).to_contain_text("New, game 1")
    page.get_by_role("button", name="Nothing happened: record").click()
    expect(page.locator("#title")).to_have_text("Game 3, without cards")
    page.context.set_offline(False)
    expect(page.locator("#waiting")).not_to_contain_text("New, game")
    view = table.book.session_view(table.session)
    assert (view.document()["played"], nets(view)) == (2, played(1, 0, 0, -1))


def test_without_a_connection_the_banker_of_the_next_game_is_known(table):
    """By turns: Amy in the first game, Bob in the second."""
    page = table.look("/sessions/hk/outcome", locale="en")
    banker = page.get_by_label("Banker", exact=True)
    expect(banker).to_have_value("amy")
    page.context.set_offline(True)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#title")).to_have_text("Game 2, without cards")
    expect(banker).to_have_value("bob")
    expect(page.locator("[data-player=amy]")).to_be_visible()
    expect(page.locator("[data-player=bob]")).to_be_hidden()


def test_without_scripts_it_is_looked_at_and_recorded(table):
    page = table.look(f"/sessions/{table.session}/outcome", locale="en", java_script_enabled=False)
    page.locator('.chip:has([aria-label="阿明 scooped: 大華"])').click()
    page.get_by_role("button", name="What it comes to").click()
    expect(page.locator("#preview .sum").first).to_have_text("阿明 +1")
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_url(f"**/sessions/{table.session}")
    assert nets(table.book.round(table.session, 1)) == played(1, 0, 0, -1)


def test_nobody_plays_against_the_own_hand(table):
    page = table.look("/sessions/hk/outcome", locale="en")
    own = page.locator("[data-player=amy]")
    expect(own).to_be_hidden()
    page.get_by_label("Banker", exact=True).select_option("bob")
    expect(own).to_be_visible()
    expect(page.locator("[data-player=bob]")).to_be_hidden()


def test_a_photo_is_shown_by_its_digest(table, tmp_path):
    """SHA-256 of the three letters abc, as the standard has it."""
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(b"abc")
    dan = table.look("/sessions/friday/games/3/dispute", locale="en",
                     key=table.keyring.seat("friday", "dan"))  # fmt: skip
    dan.get_by_text("Something that shows it").click()
    dan.get_by_label("The file").set_input_files(photo)
    expect(dan.get_by_label("SHA-256")).to_have_value(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    expect(dan.get_by_label("What it is")).to_have_value("hand.jpg")


def test_what_is_claimed_is_what_was_tapped_last(table):
    """A claim of totals says nothing of the cards; whoever taps names claims what happened."""
    table.book.record(table.session, {"game": 1, "outcome": {"hands": [
        {"player": each["id"]} for each in PEOPLE], "duels": []}})  # fmt: skip
    dan = table.look(f"/sessions/{table.session}/games/1/dispute", locale="en",
                     key=table.keyring.seat(table.session, "dan"))  # fmt: skip
    dan.get_by_label("阿明", exact=True).fill("-1")
    dan.keyboard.press("Tab")
    dan.locator("summary", has_text="What happened, without cards").click()
    expect(dan.locator("#preview .sum")).to_have_count(0)
    dan.locator('.chip:has([aria-label="大華 scooped: 阿明"])').click()
    expect(dan.get_by_role("radio", name="What happened, without cards")).to_be_checked()
    expect(dan.locator("#preview .sum").first).to_have_text("阿明 -1")
