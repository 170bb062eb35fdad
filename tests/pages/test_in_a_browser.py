"""The pages in Chromium, as a phone and a desk show them: what no client without eyes can tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from settle.access.linking import Links
from settle.app import create_app
from tests.book.rounds import new_book, scoops, session
from tests.pages.chromium import Table, serving
from tests.pages.deals import DEAL, cards
from tests.pages.evenings import sixteen

FRIDAY = "/sessions/friday"

TOO_WIDE = """[...document.querySelectorAll("main *")].filter((each) =>
  each.getBoundingClientRect().right > innerWidth && !each.closest(".scroll"))
  .map((each) => each.outerHTML.slice(0, 150))"""


def rows(hand):
    texts = cards(hand)
    return {"front": texts[:3], "middle": texts[3:8], "back": texts[8:]}


@pytest.fixture
def table(evening):
    """The same evening for every test, in new windows."""
    yield evening
    evening.leave()


@pytest.fixture(scope="module")
def evening(chrome, tmp_path_factory):
    book = new_book(tmp_path_factory.mktemp("book"))
    sixteen(book)
    claim = {"totals": {"amy": 0, "bob": 0, "cat": 0, "dan": 0}}
    book.dispute("friday", 3, {"by": "player:dan", "claim": claim, "reason": "no scoop"})
    book.settle("friday", {})
    with serving(create_app(book)) as address:
        yield Table(chrome, book, address)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_session_is_opened_by_the_keyboard_alone(table, scripts):
    page = table.look("/open/tw-scoop-only", locale="en", java_script_enabled=scripts)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for name in ("Amy", "Bob"):
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.locator("*:focus").get_attribute("name") in (
                "/players/0/name",
                "/players/1/name",
            ):
                break
        page.keyboard.type(name)
    page.get_by_label("How much").focus()
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No game yet.")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_times_are_those_of_the_reader_or_say_whose_they_are(table, scripts):
    """Kiritimati is fourteen hours ahead: a day of UTC is over there at ten in the morning."""
    if "untitled" not in [each["id"] for each in table.book.sessions().document()["sessions"]]:
        table.book.open_session(session(id="untitled"))
    seen = {"timezone_id": "Pacific/Kiritimati", "java_script_enabled": scripts}
    for path, place in ((f"{FRIDAY}/games/1", "main ol time"), (f"{FRIDAY}/money", "main li time"),
                        ("/sessions/untitled", "h1 time"), ("/", "main li time")):  # fmt: skip
        time = table.look(path, **seen).locator(place).first
        told = datetime.fromisoformat(time.get_attribute("datetime")).astimezone(UTC)
        form = "%Y-%m-%d" if time.get_attribute("data-local") == "day" else "%Y-%m-%d %H:%M"
        there = (told + timedelta(hours=14)).strftime(form)
        expect(time).to_have_text(there if scripts else f"{told.strftime(form)} UTC")


def test_a_long_name_without_spaces_makes_no_page_wider(table):
    players = [{"id": "amy", "name": "A" * 40}, {"id": "bob", "name": "b" * 40}]
    table.book.open_session(session(id="wide", ruleset="tw-scoop", players=players))
    hands = [{"player": who, **rows(hand)} for who, hand in zip(("amy", "bob"), DEAL, strict=False)]
    table.book.record("wide", {"game": 1, "hands": hands})
    table.book.open_session(session(id="wide-scoops", players=players))
    page = table.look("/sessions/wide")
    page.goto("/sessions/wide-scoops/outcome")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.evaluate(TOO_WIDE)
    for place in ("", "/outcome", "/games/1", "/games/2/cards", "/money", "/table"):
        page.goto(f"/sessions/wide{place}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, (
            place,
            page.evaluate(TOO_WIDE),
        )


def test_a_double_tap_opens_one_session(table):
    before = len(table.book.sessions().document()["sessions"])
    page = table.look("/open/tw-scoop-only", locale="en")
    page.get_by_label("Seat 1", exact=True).fill("Amy")
    page.get_by_label("Seat 2", exact=True).fill("Bob")
    page.get_by_label("How much").fill("1")
    page.get_by_role("button", name="Open the session").dblclick()
    page.wait_for_url("**/sessions/*")
    assert len(table.book.sessions().document()["sessions"]) == before + 1


def test_faults_are_read_first_and_lead_to_their_fields(table):
    page = table.look("/open/tw-scoop-only", locale="en")
    page.get_by_label("How many games?").fill("many")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong")).to_be_focused()
    page.get_by_role("link", name="games").first.click()
    expect(page.get_by_label("How many games?")).to_be_focused()


def test_another_phone_sees_a_game_within_seconds(table):
    table.book.open_session({"id": "live", "ruleset": "tw-scoop-only",
                             "players": ["amy", "bob", "cat", "dan"]})  # fmt: skip
    page = table.look("/sessions/live", locale="en")
    expect(page.get_by_text("No game yet.")).to_be_visible()
    page.locator("#live summary").click()
    before = page.locator("#live details").get_attribute("open")
    table.book.record("live", scoops("amy>dan", game=1))
    expect(page.locator("tbody tr")).to_have_count(1)
    assert "amy +1" in page.locator("#chat").input_value()
    # Whether it was opened or closed by hand, so it stays.
    assert page.locator("#live details").get_attribute("open") == before
    expect(page.locator("#live-told")).to_have_text("The sheet has changed.")
    assert page.complaints == []


def test_the_text_for_the_chat_is_copied_or_marked(table):
    page = table.look(FRIDAY, locale="en", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#chat").input_value()
    barred = table.look(FRIDAY, locale="en")
    barred.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    barred.get_by_role("button", name="Copy").click()
    expect(barred.get_by_role("button", name="Marked: copy it by hand")).to_be_visible()
    assert barred.evaluate("getSelection().toString()") == barred.locator("#chat").input_value()


def test_a_picture_of_the_sheet_is_made_on_the_phone(table):
    page = table.look(FRIDAY, locale="en")
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (PNG)").click()
    assert download.value.suggested_filename == "friday.png"
    data = download.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert width > 600
    assert height > 600
    assert page.complaints == []


def test_thirty_two_games_are_one_page_of_paper(table):
    table.book.open_session({"id": "long", "ruleset": "tw-scoop-only", "games": 32,
                             "players": ["amy", "bob", "cat", "dan"],
                             "stake": {"amount": "100", "currency": "TWD"}})  # fmt: skip
    for game in range(1, 33):
        table.book.record("long", scoops("amy>dan", "cat>bob", game=game))
    page = table.look("/sessions/long", locale="zh-TW")
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == 1


def test_a_card_with_the_rules_is_one_page_of_paper(table):
    page = table.look("/rulesets/fujian-13-water/card")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_the_key_of_a_link_goes_before_that_of_the_whole_phone(table):
    """At the addresses of the session it is Dan's phone, everywhere else the host's."""
    host = table.keyring.make(label="host", scope="create")
    _, address = Links(table.book.store, lambda token: f"/join/{token}").make(
        "friday", {"role": "player", "player": "dan"}, by="key:00000000"
    )
    page = table.look(address, key=host, locale="en")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Friday")
    assert page.get_by_role("link", name="The table").count() == 0
    page.goto("/open")
    expect(page.get_by_role("heading", name="What do you play?")).to_be_visible()
