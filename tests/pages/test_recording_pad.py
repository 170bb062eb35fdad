"""Recording by the pad in Chromium: taps, moves, reloads, two phones, no connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from settle.app import create_app
from tests.book.rounds import new_book, scoops
from tests.pages.chromium import DESK, PHONE, Table, serving
from tests.pages.deals import AMY, BOB, DEAL, NETS, cards
from tests.pages.evenings import friday

SAVE = "#save"
SOON = 30_000
SECOND_LOOK = 4000
"""Milliseconds after which a page without a connection has asked again."""


@pytest.fixture(scope="module")
def evening(chrome, tmp_path_factory):
    book = friday(new_book(tmp_path_factory.mktemp("book")))
    book.open_session({"id": "five", "ruleset": "five-player", "players": list("abcde")})
    book.open_session({"id": "ph", "ruleset": "ph-exchange", "players": ["amy", "bob"]})
    with serving(create_app(book)) as address:
        yield Table(chrome, book, address)


@pytest.fixture
def table(evening):
    """The same book for every test, in new windows; each records games of its own."""
    yield evening
    evening.leave()


class Finger:
    """Whoever taps, and how often."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, selector):
        self.page.locator(selector).click()
        self.taps += 1

    def cards(self, hand):
        for card in cards(hand):
            self.tap(f".key[data-card='{card}']")


def place(game, session="friday"):
    return f"/sessions/{session}/games/{game}/cards"


def recorded(table, game, session="friday"):
    """The nets of a game."""
    totals = table.book.round(session, game).document()["result"]["totals"]
    return {each["player"]: each["net"] for each in totals}


def kept(table, page, game, hand):
    """Wait until the service has this of Amy's hand."""
    for _ in range(SOON // 100):
        with table.book.store.reading() as r:
            draft = r.draft("friday", game)
        if draft and draft.fields.get("/hands/0") == hand:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"of game {game} the service has {draft}")


def opened(table, game, **kind):
    page = table.look(place(game), **{"locale": "en", **kind})
    return page, Finger(page)


def test_holders_are_told_apart_on_the_keys_and_places_by_their_names(table):
    """Two who begin alike are told by the next letter; the one who does not, by the first."""
    called = [("p1", "阿明"), ("p2", "阿德"), ("p3", "Cat")]
    players = [{"id": player, "name": name} for player, name in called]
    table.book.open_session({"id": "alike", "ruleset": "tw-scoop", "players": players})
    page = table.look(place(1, "alike"), locale="en")
    page.locator(".key[data-card='Js']").click()
    expect(page.locator("#said")).to_have_text("J of spades: 阿明")
    page.locator(".key[data-card='Js']").click()
    expect(page.locator("#said")).to_have_text("J of spades: –")
    for seat, card, mark in ((0, "Ks", "明"), (1, "Kh", "德"), (2, "Kd", "C")):
        page.locator(".who").nth(seat).click()
        page.locator(f".key[data-card='{card}']").click()
        expect(page.locator(f".key[data-card='{card}'] i")).to_have_text(mark)
    slots = page.locator(".hand[data-seat='0'] .slot")
    assert slots.nth(0).get_attribute("aria-label") == "阿明 front 1: K of spades"
    assert slots.nth(12).get_attribute("aria-label") == "阿明 back 5: –"


@pytest.mark.parametrize(("game", "size"), [(1, PHONE), (2, DESK)])
def test_four_hands_are_at_most_sixty_taps(table, game, size):
    page, finger = opened(table, game, viewport=size)
    for hand in DEAL:
        finger.cards(hand)
    expect(page.locator(".result")).to_contain_text("阿明 +9 小美 -2 Cat -2 大華 -5", timeout=SOON)
    finger.tap(SAVE)
    page.wait_for_url("**/sessions/friday")
    assert recorded(table, game) == NETS
    assert finger.taps == 53
    assert page.complaints == []


def test_five_hands_are_at_most_seventy_five_taps(table):
    """As they lie on the pad, the doubled spades last: whatever it scores, everybody is served."""
    page = table.look(place(1, "five"), locale="en")
    finger = Finger(page)
    for key in page.locator(".key").all():
        key.click()
        finger.taps += 1
    finger.tap(SAVE)
    page.wait_for_url("**/sessions/five", timeout=SOON)
    assert finger.taps == 66
    hands = table.book.round("five", 1).document()["round"]["hands"]
    assert [hand["back"][-1] for hand in hands] == ["2s", "2h", "2c", "2d", "2s"]


def test_the_last_hand_gets_the_rest(table):
    page, finger = opened(table, 3)
    for hand in DEAL[:3]:
        finger.cards(hand)
    finger.tap("#rest")
    dan = page.locator(".hand").nth(3)
    expect(dan.locator(".count")).to_have_text("13/13")
    assert set(cards(dan.locator("textarea").input_value())) == set(cards(DEAL[3]))
    assert finger.taps == 40


def test_a_card_goes_back_and_changes_places(table):
    page, finger = opened(table, 4)
    finger.cards("Ks Kh 3d As")
    field = page.locator("textarea").first
    assert field.input_value() == "Ks Kh 3d / As"
    # A second tap takes it back; the next card fills the hole.
    finger.cards("Kh Qh")
    assert field.input_value() == "Ks Qh 3d / As"
    # Two cards of the rows change places; twice on one, and it goes back.
    slots = page.locator(".hand").first.locator(".slot")
    slots.nth(0).click()
    slots.nth(3).click()
    assert field.input_value() == "As Qh 3d / Ks"
    slots.nth(1).click()
    slots.nth(1).click()
    assert field.input_value() == "As 3d / Ks"
    expect(page.locator(".key[data-card='As']")).to_have_attribute(
        "aria-label", "A of spades, 阿明 has it"
    )


def test_a_card_of_somebody_else_is_taken_back_first(table):
    page, finger = opened(table, 5)
    finger.cards(AMY)
    finger.cards("Qd Ks")
    expect(page.locator(".hand.now legend")).to_contain_text("阿明")
    finger.cards("Kc")
    assert page.locator("textarea").first.input_value() == AMY.replace("Ks", "Kc")
    expect(page.locator(".hand.now legend")).to_contain_text("小美")


def test_a_foul_and_a_natural_are_seen_at_once_and_one_tap_declares(table):
    page, finger = opened(table, 6)
    finger.cards("As Ah Ac / Ks Kh 3d 5d 2h / 9s 9h 9d 9c Qh")
    expect(page.locator(".hand").first.locator(".tag.foul")).to_have_text("foul", timeout=SOON)
    page.locator("textarea").nth(1).fill("2s 3h 4d 5c 6s 7h 8d 9c Tc Jd Qd Kc Ad")
    finger.tap("[data-declare=dragon]")
    assert page.locator("select[name='/hands/1/natural']").input_value() == "dragon"


def test_an_exchange_is_tapped_too(table):
    """Amy is dealt Bob's queens and his four, and gets back her kings and her three."""
    page = table.look(place(1, "ph"), locale="en")
    finger = Finger(page)
    finger.cards(AMY)
    finger.cards(BOB)
    page.locator("summary", has_text="Exchange").click()
    page.get_by_label("Dealt to amy").focus()
    finger.cards(f"Qd Qs 4c {AMY[11:]}")
    finger.cards(f"Ks Kh 3d {BOB[11:]}")
    page.get_by_label("Exchange 1").select_option("across")
    page.get_by_label("amy passed on").first.focus()
    finger.cards("Qd Qs 4c")
    finger.cards("Ks Kh 3d")
    page.get_by_label("Banker").select_option("amy")
    finger.tap(SAVE)
    page.wait_for_url("**/sessions/ph", timeout=SOON)
    exchange = table.book.round("ph", 1).document()["round"]["exchange"]
    assert exchange["passes"] == [
        {"direction": "across", "cards": {"amy": ["Qd", "Qs", "4c"], "bob": ["Ks", "Kh", "3d"]}}
    ]
    assert exchange["dealt"]["amy"] == ["Qd", "Qs", "4c", *cards(AMY[11:])]


def test_any_notation_may_be_pasted(table):
    page, _ = opened(table, 7)
    page.locator("textarea").first.fill("黑桃K 紅心K 方塊3 ♠A♥A♣A♦5♥2 9s9h9d9cQh")
    page.locator(".who").nth(1).click()
    expect(page.locator("textarea").first).to_have_value(AMY, timeout=SOON)
    expect(page.locator(".hand").first.locator(".count")).to_have_text("13/13")
    expect(page.locator(".key.taken")).to_have_count(13)


def test_it_works_without_scripts(table):
    page = table.look(place(8), locale="en", java_script_enabled=False)
    for seat, hand in enumerate(DEAL):
        page.locator(f"textarea[name='/hands/{seat}']").fill(hand)
    page.get_by_role("button", name="Look what it comes to").click()
    expect(page.locator(".result")).to_contain_text("阿明 +9")
    page.get_by_role("button", name="Record game 8").click()
    page.wait_for_url("**/sessions/friday")
    assert recorded(table, 8) == NETS


def test_it_works_by_the_keyboard_alone(table):
    page, _ = opened(table, 9)
    page.locator(".key").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".key[data-card='Ah']")).to_be_focused()
    for hand in DEAL:
        page.keyboard.type(hand.replace("/", "").replace(" ", "").replace("T", "10"))
    expect(page.locator(SAVE)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sessions/friday", timeout=SOON)
    assert recorded(table, 9) == NETS


def test_a_double_tap_records_one_game(table):
    page, _ = opened(table, 10)
    for seat, hand in enumerate(DEAL):
        page.locator(".who").nth(seat).click()
        page.locator("textarea").nth(seat).fill(hand)
    before = table.book.session_view("friday").document()["head"]["seq"]
    page.locator(SAVE).dblclick()
    page.wait_for_url("**/sessions/friday", timeout=SOON)
    assert table.book.session_view("friday").document()["head"]["seq"] == before + 1


def test_a_reload_loses_nothing_and_another_phone_is_told(table):
    page, finger = opened(table, 11)
    finger.cards("Ks Kh 3d")
    kept(table, page, 11, "Ks Kh 3d")
    page.reload()
    assert page.locator("textarea").first.input_value() == "Ks Kh 3d"
    expect(page.locator(".count").first).to_have_text("3/13")
    other, theirs = opened(table, 11)
    assert other.locator("textarea").first.input_value() == "Ks Kh 3d"
    finger.cards("As")
    kept(table, page, 11, "Ks Kh 3d / As")
    theirs.cards("Qd")
    expect(other.locator(".reading[data-state=stale] .message")).to_contain_text(
        "Another phone", timeout=SOON
    )
    other.get_by_role("button", name="Keep what I have").click()
    kept(table, other, 11, "Ks Kh 3d / Qd")
    page.reload()
    assert page.locator("textarea").first.input_value() == "Ks Kh 3d / Qd"


def test_what_was_tapped_without_a_connection_is_there_after_a_reload(table):
    page, finger = opened(table, 12)
    page.context.set_offline(True)
    finger.cards("Ks Kh")
    expect(page.locator("#offline")).to_contain_text("No connection", timeout=SOON)
    page.context.set_offline(False)
    page.reload()
    assert page.locator("textarea").first.input_value() == "Ks Kh"
    kept(table, page, 12, "Ks Kh")


def test_games_wait_for_a_connection_and_are_sent_with_their_keys(table):
    page, finger = opened(table, 13)
    page.context.set_offline(True)
    for hand in DEAL:
        finger.cards(hand)
    finger.tap(SAVE)
    expect(page.locator("#waiting")).to_contain_text("Friday, game 13", timeout=SOON)
    expect(page.locator("#title")).to_have_text("Game 14, with cards")
    expect(page.locator(".key.taken")).to_have_count(0)
    for hand in (BOB, AMY, *DEAL[2:]):
        finger.cards(hand)
    finger.tap(SAVE)
    expect(page.locator("#waiting")).to_contain_text("Friday, game 14", timeout=SOON)
    assert table.book.session_view("friday").document()["head"]["seq"] > 0
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_contain_text("recorded now", timeout=SOON)
    assert recorded(table, 13) == NETS
    # Amy and Bob had each other's hand.
    assert recorded(table, 14) == {"amy": -2, "bob": 9, "cat": -2, "dan": -5}
    # The page is at the next game, of which nobody has entered anything.
    page.wait_for_timeout(SECOND_LOOK)
    expect(page.locator("#title")).to_have_text("Game 15, with cards")
    expect(page.locator(".reading[data-state=stale]")).to_have_count(0)
    expect(page.locator("#offline")).to_be_hidden()


def test_a_page_without_a_next_game_waits_and_leads_on(table):
    """What is put right waits too; there is nothing else to be entered on its page."""
    table.book.record("friday", scoops("amy>dan", game=16))
    page, finger = opened(table, 16)
    page.get_by_label("Reason").fill("the cards")
    for seat, hand in enumerate((BOB, AMY, *DEAL[2:])):
        page.locator(".who").nth(seat).click()
        page.locator("textarea").nth(seat).fill(hand)
    page.context.set_offline(True)
    finger.tap(SAVE)
    expect(page.locator("#offline")).to_contain_text("waits on this phone", timeout=SOON)
    page.context.set_offline(False)
    page.wait_for_url("**/sessions/friday", timeout=SOON)
    assert recorded(table, 16) == {"amy": -2, "bob": 9, "cat": -2, "dan": -5}


def test_what_was_refused_afterwards_is_not_lost(table):
    page, finger = opened(table, 15)
    for hand in DEAL:
        finger.cards(hand)
    expect(page.locator(".result")).to_be_visible(timeout=SOON)
    page.context.set_offline(True)
    finger.tap(SAVE)
    expect(page.locator("#waiting")).to_contain_text("game 15", timeout=SOON)
    table.book.record(
        "friday", {"game": 15, "outcome": {"hands": [{"player": p} for p in NETS], "duels": []}}
    )
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_contain_text("not taken", timeout=SOON)
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#title")).to_contain_text("Correct game 15")
    assert page.locator("textarea").first.input_value() == AMY


def test_a_game_that_was_recorded_meanwhile_goes_on_as_the_next(table):
    table.book.open_session({"id": "tabs", "ruleset": "tw-scoop-only", "players": list(NETS)})
    page = table.look(place(1, "tabs"), locale="en")
    table.book.record("tabs", scoops("amy>dan", game=1))
    for seat, hand in enumerate(DEAL):
        page.locator(".who").nth(seat).click()
        page.locator("textarea").nth(seat).fill(hand)
    expect(page.get_by_role("link", name="Game 1", exact=True)).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Record as game 2").click()
    page.wait_for_url("**/sessions/tabs", timeout=SOON)
    hands = table.book.round("tabs", 2).document()["round"]["hands"]
    assert " ".join(hands[0]["front"]) == AMY[:8]
