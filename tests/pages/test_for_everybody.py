"""Every page in every language: for eyes, ears, small phones, large letters, the dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from settle.access.linking import Links
from settle.app import create_app
from tests.book.rounds import new_book, scoops, session
from tests.pages.chromium import CUT_OFF, PHONE, SMALL_PHONE, Table, serving, violations
from tests.pages.deals import AMY, DEAL, cards
from tests.pages.evenings import NAMES, PEOPLE, sixteen

FRIDAY, CARDS, HK = "/sessions/friday", "/sessions/cards", "/sessions/hk"
PAGES = [
    "/", "/sign-in", "/nothing", "/open", "/open/tw-scoop-only", "/open/hk-banker?group=circle",
    "/open/luosong",
    "/rulesets", "/rulesets/five-player", "/rulesets/tw-scoop/card", "/compare-rulesets",
    FRIDAY, f"{FRIDAY}/money", f"{FRIDAY}/table", f"{FRIDAY}/disputes", f"{FRIDAY}/share",
    f"{FRIDAY}/end", f"{FRIDAY}/games/3", f"{FRIDAY}/games/3/outcome",
    f"{FRIDAY}/games/3/disputes/d1/outcome", f"{FRIDAY}/games/3/elsewhere?ruleset=tw-weighted",
    CARDS, f"{CARDS}/games/1", f"{CARDS}/games/1/cards", f"{CARDS}/games/2/cards",
    f"{HK}/outcome", "/sessions/ls/outcome", "/sessions/ph/games/1/cards",
    "/sessions/five/games/1/cards", "/groups/circle", "/groups/circle/members/amy",
    "/groups", "/groups/circle/members", "/groups/circle/settlement",
]  # fmt: skip
OF_DAN = [FRIDAY, f"{FRIDAY}/games/3", f"{FRIDAY}/games/3/dispute"]
"""Pages that show more to somebody with a seat."""
NO_PAGES = {
    "pages.asset_file", "pages.sheet_file", "pages.sheet_live",
    "pages.record",  # leads to another one
    "pages.join", "pages.join_again",  # their addresses are secrets
}  # fmt: skip

WIDER = "document.documentElement.scrollWidth - innerWidth"
TWICE = "document.documentElement.style.fontSize = '200%'"
ONCE = "document.documentElement.style.fontSize = ''"
COLOURS = ["color-contrast"]

ALIKE = {
    "/open/hk-banker?group=circle", "/open/luosong", "/groups", "/groups/circle/members",
    "/rulesets/five-player", f"{FRIDAY}/games/3/outcome",
    f"{FRIDAY}/games/3/disputes/d1/outcome", f"{FRIDAY}/games/3", f"{CARDS}/games/1/cards", CARDS,
    "/sessions/ls/outcome", "/sessions/ph/games/1/cards", "/sessions/five/games/1/cards",
}  # fmt: skip
"""Pages with the colours of others."""

# Of axe-core's rules: all but those of colours in two languages, what depends on words in the
# others. Colours are the same in all of them, and take longest.
NAMED = ["button-name", "document-title", "html-lang-valid", "label", "label-title-only",
         "landmark-unique", "link-name", "select-name", "summary-name", "svg-img-alt",
         "valid-lang"]  # fmt: skip
RULES = {
    "zh-Hant-TW": {"rules": {name: {"enabled": False} for name in COLOURS}},
    "zh-Hant-HK": {"runOnly": NAMED},
    "zh-Hans": {"runOnly": NAMED},
    "en": {"rules": {name: {"enabled": False} for name in COLOURS}},
}


@pytest.fixture(scope="module")
def evening(chrome, tmp_path_factory):
    book = new_book(tmp_path_factory.mktemp("book"))
    book.make_group({"id": "circle", "name": "老地方", "members": PEOPLE})
    sixteen(book)
    claim = {"totals": {"amy": 3, "bob": 0, "cat": 0, "dan": -3}}
    book.dispute("friday", 3, {"by": "player:dan", "claim": claim, "reason": "no scoop"})
    book.settle("friday", {})
    book.open_session(session(id="cards", group="circle", players=list(NAMES), ruleset="tw-scoop"))
    hands = [(texts[:3], texts[3:8], texts[8:]) for texts in map(cards, DEAL)]
    book.record("cards", {"game": 1, "hands": [
        {"player": player, **dict(zip(("front", "middle", "back"), hand, strict=True))}
        for player, hand in zip(NAMES, hands, strict=True)]})  # fmt: skip
    for name, ruleset in (("hk", "hk-banker"), ("ls", "luosong"), ("ph", "ph-exchange")):
        book.open_session(session(id=name, title=name, players=PEOPLE, ruleset=ruleset))
    book.open_session({"id": "five", "ruleset": "five-player", "players": list("abcde")})
    for name, people in (("one", PEOPLE[::3]), ("two", PEOPLE[1:3])):
        book.open_session(session(id=name, group="circle", players=people))
        first, second = (each["id"] for each in people)
        game = scoops(f"{first}>{second}", players=[first, second], game=1)
        book.record(name, game)
    book.settle_group("circle", {"sessions": ["one", "two"]})
    app = create_app(book)
    with serving(app) as address:
        table = Table(chrome, book, address)
        table.app = app
        yield table
        table.leave()


def test_no_page_is_forgotten(evening):
    """A page that is added stands in the list above."""
    match = evening.app.url_map.bind("localhost").match
    looked_at = {match(path.partition("?")[0])[0] for path in PAGES + OF_DAN if path != "/nothing"}
    there = {
        rule.endpoint
        for rule in evening.app.url_map.iter_rules()
        if rule.endpoint.startswith("pages.") and "GET" in rule.methods
    }
    assert there - looked_at == NO_PAGES


class Looker:
    """Whoever looks at pages, and what is wrong with them."""

    def __init__(self, page, language):
        self.page, self.language, self.wrong = page, language, []
        page.add_init_script(AXE_SCRIPT)

    def at(self, path):
        self.page.goto(f"{path}{'&' if '?' in path else '?'}lang={self.language}")
        self.judge(path)

    def judge(self, what):
        page = self.page
        found = violations(page, **RULES[self.language])
        page.evaluate(TWICE)
        if page.evaluate(WIDER) > 0:
            found.append("is wider than the phone with letters twice as large")
        found += page.evaluate(CUT_OFF)
        page.evaluate(ONCE)
        page.set_viewport_size(SMALL_PHONE)
        if page.evaluate(WIDER) > 0:
            found.append("is wider than a small phone")
        page.set_viewport_size(PHONE)
        self.wrong += [(what, each) for each in found]


@pytest.mark.parametrize("language", RULES)
def test_nothing_that_keeps_anybody_out(evening, language):
    """By axe-core; all is there on a small phone, and with letters twice as large on any."""
    looker = Looker(evening.look("/"), language)
    for path in PAGES:
        looker.at(path)
    dan = Looker(evening.look("/", key=evening.keyring.seat("friday", "dan")), language)
    for path in OF_DAN:
        dan.at(path)
    guest = Looker(evening.look("/", key=evening.keyring.seat("one", "dan")), language)
    guest.at("/sessions/one/money")
    stranger = Looker(evening.look("/", key=None), language)
    _, link = Links(evening.book.store, lambda token: f"/join/{token}").make(
        "friday", {"role": "viewer"}, by="key:00000000"
    )
    for path in ("/", link):
        stranger.at(path)
    assert looker.wrong + dan.wrong + guest.wrong + stranger.wrong == []
    # The address that is not there is told of as an error by the browser itself.
    assert [told for told in looker.page.complaints if "404" not in told] == []
    assert dan.page.complaints + stranger.page.complaints == []
    evening.leave()


def test_letters_stand_out_in_the_light_and_in_the_dark(evening):
    page, found = evening.look("/"), {}
    page.add_init_script(AXE_SCRIPT)
    for path in PAGES:
        if path not in ALIKE:
            page.goto(path)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found[path, scheme] = violations(page, runOnly=COLOURS)
    assert {path: each for path, each in found.items() if each} == {}
    evening.leave()


def test_what_is_being_entered_keeps_nobody_out(evening):
    for scheme in ("light", "dark"):
        assert begun(evening.look("/", color_scheme=scheme)) == {"entered": [], "tapped": []}
    evening.leave()


def begun(page):
    """What is wrong with pages on which something was entered."""
    found = {}
    page.goto(f"{CARDS}/games/2/cards")
    page.locator(".who").first.click()
    page.locator("textarea").first.fill(AMY)
    page.locator(".hand-told .category").nth(2).wait_for()
    found["entered"] = violations(page)
    page.goto("/sessions/ls/outcome")
    page.locator(".chip").first.click()
    page.locator("#preview > *").first.wait_for()
    found["tapped"] = violations(page)
    return found
