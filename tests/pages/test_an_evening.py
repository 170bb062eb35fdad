"""Whole evenings at a table, on its phones: opened, recorded, contested, settled, paid, printed.

The simple game (RULES section 4, tw-scoop-only): one a scoop, two from everybody for a home run
over three others, one from everybody for quads in the back, ten for a dragon; a foul is scooped.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from settle.app import create_app
from tests.book.rounds import new_book, session
from tests.pages.chromium import DESK, PHONE, SMALL_PHONE, Table, serving
from tests.pages.deals import AMY, BOB, CAT, DAN, cards
from tests.pages.evenings import PEOPLE

SOON = 30_000
NAMES = ("阿明", "小美", "阿華", "大偉")


@pytest.fixture
def phones(chrome, tmp_path):
    """A new book, and the phones around a table."""
    book = new_book(tmp_path)
    with serving(create_app(book)) as address:
        table = Table(chrome, book, address)
        yield table
        table.leave()


class Host:
    """Whoever keeps the score, by what a finger does on the pages."""

    def __init__(self, page):
        self.page, self.address = page, ""

    def opens(self, *people):
        self.page.goto("/open/tw-scoop-only")
        for seat, name in enumerate(people):
            self.page.locator(f"[name='/players/{seat}/name']").fill(name)
        self.page.locator("[name='/stake/amount']").fill("100")
        self.page.locator("main form:not([action$=sign-out]) button").last.click()
        self.page.wait_for_url("**/sessions/*")
        self.address = self.page.url

    def at(self, path=""):
        self.page.goto(self.address + path)
        return self.page

    def sends(self, button, back=""):
        """Tap a button, and see where that leads."""
        self.page.locator(button).click()
        self.page.wait_for_url(self.address + back, timeout=SOON)

    def nothing(self):
        self.at("/outcome")
        self.sends("[value=nothing]")

    def names(self, *chips):
        """A game by names: fields, and for what is chosen among several its value."""
        self.at("/outcome")
        self.chips(*chips)
        self.sends("[data-outcome] .bar button:not(.quiet)")

    def chips(self, *chips):
        for chip in chips:
            name, _, value = chip.partition("=")
            chosen = f"[name='{name}']" + (f"[value={value}]" if value else "")
            group = self.page.locator(f"details:not([open]):has(input{chosen}) > summary")
            if group.count():
                group.first.click()
            self.page.locator(f".chip:has(input{chosen})").click()

    def pad(self, *hands):
        self.at("/record")
        for card in (card for hand in hands for card in cards(hand)):
            self.page.locator(f".key[data-card='{card}']").click()
        self.sends("#save")

    def paste(self, *hands, foul=None):
        """A field for each player; ``foul`` is the seat of whom the table ruled one."""
        self.at("/record")
        for seat, hand in enumerate(hands):
            self.page.locator(f".hand[data-seat='{seat}'] .who").click()
            self.page.locator(f"textarea[name='/hands/{seat}']").fill(hand)
        if foul is not None:
            self.page.locator(f".hand[data-seat='{foul}'] .who").click()
            self.page.locator(f".hand[data-seat='{foul}'] summary").click()
            self.page.locator(f"[name='/hands/{foul}/ruled_foul']").fill("十四張牌")
        self.sends("#save")

    def fills(self, path, button, back="", **fields):
        self.at(path)
        for name, value in fields.items():
            self.page.locator(f"[name='/{name.replace('__', '/')}']").fill(value)
        self.sends(button, back)

    def nets(self):
        """What stands below the sheet."""
        self.at()
        return self.page.locator(".sheet tfoot tr").first.locator("td").all_inner_texts()


def games_one_to_nine(host):
    host.nothing()
    host.names("/scoop/0/3")  # 1 0 0 -1
    host.names("/scoop/0/all")  # 6 -2 -2 -2, a home run
    host.names("/category/back/1=four_of_a_kind")  # -1 3 -1 -1
    # As in deals: Amy's hand scoops the three others and has quads in the back, Bob's and Cat's
    # scoop Dan's.
    host.pad(AMY, BOB, CAT, DAN)  # 9 -2 -2 -5
    host.paste(BOB, CAT, DAN, AMY)  # -2 -2 -5 9
    host.names("/status/1=foul")  # 1 -3 1 1
    host.names("/status/0=dragon")  # 30 -10 -10 -10
    # Bob's hand and Cat's scoop Dan's, and all three the foul.
    host.paste(BOB, CAT, DAN, foul=3)  # 2 2 -1 -3


def games_ten_to_sixteen(host):
    """Of three, who scoop nobody twofold: a home run is over three others."""
    host.names("/scoop/0/1")  # 1 -1 0
    host.nothing()
    host.paste(AMY, BOB, CAT)  # 4 -2 -2, quads in the back again
    host.names("/category/back/2=straight_flush")  # -1 -1 2
    host.names("/scoop/1/all")  # -1 2 -1
    host.nothing()
    host.names("/scoop/0/2", "/scoop/1/2")  # 1 1 -2


def test_sixteen_games_of_one_evening(phones):
    host = Host(phones.look("/", viewport=PHONE, locale="zh-TW"))
    host.opens(*NAMES)
    games_one_to_nine(host)
    assert host.nets() == ["+46", "-14", "-20", "-12"]
    # One goes home, and the others play for twice as much.
    host.fills("/table", "main form button >> nth=0", players__3__name="", stake__amount="200",
               reason="大偉先回家")  # fmt: skip
    games_ten_to_sixteen(host)
    assert host.nets() == ["+50", "-15", "-23", "-12"]
    expect(host.page.get_by_text("局數已滿")).to_be_visible()
    other = contested(phones, host)
    # Game 2 moved nothing: 1 from the first to the last, who had paid it.
    assert host.nets() == ["+49", "-15", "-23", "-11"]
    host.at("/games/4/outcome")
    host.chips("/category/back/0=four_of_a_kind", "/category/back/1=four_of_a_kind")
    host.page.locator("[name='/reason']").fill("鐵支是阿明的")
    host.sends("[data-outcome] .bar button:not(.quiet)", "/games/4")
    # Game 4 is 3 -1 -1 -1 by now, for -1 3 -1 -1.
    assert host.nets() == ["+53", "-19", "-23", "-11"]
    settled_and_paid(host, other)
    assert host.at().pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    assert host.page.complaints == []


def contested(phones, host):
    """Who went home comes in by a link and says that nothing happened in game 2."""
    host.at("/share")
    host.page.locator("[name=for]").select_option("player:p4")
    host.page.locator("main form button").first.click()
    link = host.page.locator("#link").input_value()
    other = phones.look(link[link.index("/join/") :], key=None, viewport=PHONE, locale="zh-TW")
    other.get_by_role("button", name="進來").click()
    other.wait_for_url(host.address)
    other.goto(f"{host.address}/games/2/dispute")
    other.locator("[name='/reason']").fill("沒有打槍")
    other.locator("summary", has_text="實際的結果").click()
    other.locator(".chip:has([name='/scoop/0/3'])").click()
    expect(other.locator("#preview .sum").last).to_have_text("大偉 0")
    other.locator("[data-outcome] .bar button:not(.quiet)").click()
    other.wait_for_url(f"{host.address}/games/2")
    assert other.complaints == []
    # What is contested is set aside until it is ruled.
    assert host.nets() == ["+49", "-15", "-23", "-11"]
    host.at("/games/2")
    host.page.locator("summary", has_text="裁定").click()
    host.page.locator("details[open] [name='/reason']").first.fill("看過牌了")
    host.sends("button[value=corrected]", "/games/2")
    return other


def settled_and_paid(host, other):
    """At 100 the first nine games are 4900 -1800 -2000 -1100, at 200 the others 800 -200 -600."""
    host.at("/money")
    amounts = host.page.locator("main table tbody td:last-child").all_inner_texts()
    assert amounts == ["5700", "-2000", "-2600", "-1100"]
    host.page.locator("form[action$=settle] button").click()
    owed = host.page.locator("li.split > span")
    expect(owed).to_have_count(3)
    assert sorted(owed.all_inner_texts()) == sorted(
        f"{payer} → 阿明 {amount} TWD"
        for payer, amount in (("小美", 2000), ("阿華", 2600), ("大偉", 1100))
    )
    for left in (2, 1, 0):
        host.page.locator("li.split form button").first.click()
        expect(owed).to_have_count(left)
    # Who paid agrees on the own phone.
    other.goto(f"{host.address}/money")
    other.get_by_role("button", name="我確認").click()
    expect(other.get_by_text("大偉 已確認")).to_be_visible()
    assert other.complaints == []


@pytest.mark.parametrize(
    ("locale", "size", "total", "scooped"),
    [
        ("en", DESK, "Total", "Dan pays Amy 1 scoop"),
        ("zh-HK", SMALL_PHONE, "合計", "Dan 付 Amy 1 槍：Amy 打槍 Dan"),
        ("zh-CN", PHONE, "合计", "Dan 付 Amy 1 枪：Amy 打枪 Dan"),
    ],
    ids=["en", "hk", "cn"],
)
def test_two_games_in_another_language(phones, locale, size, total, scooped):
    """One by names, one pasted: 1 0 0 -1 and 9 -2 -2 -5."""
    host = Host(phones.look("/", viewport=size, locale=locale))
    host.opens("Amy", "Bob", "Cat", "Dan")
    host.names("/scoop/0/3")
    host.paste(AMY, BOB, CAT, DAN)
    assert host.nets() == ["+10", "-2", "-2", "-6"]
    expect(host.page.locator(".sheet tfoot th").first).to_have_text(total)
    host.at("/games/1")
    expect(host.page.locator(".reasons li").first).to_contain_text(scooped)
    assert host.page.complaints == []


def test_a_game_is_recorded_settled_and_paid_by_the_keyboard_alone(phones):
    """Amy scoops Dan, who pays her 100."""
    phones.book.open_session(session(id="keys", players=PEOPLE))
    page = phones.look("/sessions/keys", viewport=DESK, locale="en")

    def press(chosen, key="Enter"):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"document.activeElement.matches({chosen!r})"):
                page.keyboard.press(key)
                return
        pytest.fail(f"the keyboard does not get to {chosen}")

    press("a[href$='/outcome']")
    page.wait_for_url("**/outcome")
    press("[name='/scoop/0/3']", "Space")
    press("[data-outcome] .bar button")
    page.wait_for_url("**/sessions/keys")
    press("a[href$='/money']")
    page.wait_for_url("**/money")
    press("form[action$='/settle'] button")
    expect(page.get_by_text("Not paid yet")).to_be_visible()
    press("li form[action$='/pay'] button")
    expect(page.get_by_text("大華 paid 阿明 100 TWD")).to_be_visible()
    expect(page.get_by_text("Not paid yet")).to_have_count(0)
    settled = phones.book.settlement("keys").document()
    assert (settled["transfers"], settled["outstanding"]) == ([], [])
