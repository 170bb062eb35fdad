"""How the pages look: twelve pictures, each looked at by a person before it was kept.

A picture that is not there is taken and the test fails, so that somebody looks at it. Letters are
drawn otherwise by every version of a browser and with other fonts: pictures are compared only by
what they were taken with, which ``looks/taken-with.json`` names.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from pathlib import Path

import pytest

from settle.app import create_app
from tests.book.rounds import new_book, scoops, session
from tests.conftest import STRICT
from tests.pages.chromium import DESK, PHONE, SMALL_PHONE, Table, serving
from tests.pages.deals import AMY, BOB, CAT, DEAL, cards
from tests.pages.evenings import PEOPLE, sixteen

LOOKS = Path(__file__).parent / "looks"
TAKEN_WITH = LOOKS / "taken-with.json"
FRIDAY = "/sessions/friday"

PICTURES = {
    "start": ("/", "zh-TW", PHONE),
    "opening": ("/open/tw-scoop-only", "zh-TW", PHONE),
    "sheet": (FRIDAY, "zh-TW", PHONE),
    "sheet-desk": (FRIDAY, "en", DESK),
    "outcome": (f"{FRIDAY}/games/3/outcome", "zh-HK", PHONE),
    "rows": ("/sessions/rows/outcome", "zh-CN", PHONE),
    "pad": ("/sessions/rows/games/2/cards", "zh-TW", PHONE),
    "game": ("/sessions/cards/games/1", "zh-CN", PHONE),
    "game-dark": ("/sessions/cards/games/1", "zh-TW", PHONE),
    "money": (f"{FRIDAY}/money", "zh-TW", SMALL_PHONE),
    "ruleset-card": ("/rulesets/tw-weighted/card", "zh-HK", DESK),
    "compared": ("/compare-rulesets?one=tw-scoop&other=luosong", "zh-CN", SMALL_PHONE),
}

# How many of a thousand pixels differ by more than a shade; all where the sizes do.
DIFFERING = """
async ([one, other]) => {
  const pixels = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), drawn = canvas.getContext("2d");
    drawn.drawImage(image, 0, 0);
    return drawn.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.width !== b.width || a.height !== b.height) return 1000;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if ([0, 1, 2].some((each) => Math.abs(a.data[at + each] - b.data[at + each]) > 24)) differing++;
  return 1000 * differing / (a.width * a.height);
}
"""
MOST = 2

# How wide some words are in the fonts of the pages.
WIDTHS = """
() => ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"].map((language) => {
  const words = document.createElement("span");
  words.lang = language;
  words.textContent = "Settle +12 十三張打槍骨";
  words.style.cssText = "position: absolute; white-space: nowrap; font-size: 100px";
  document.body.append(words);
  return Math.round(words.getBoundingClientRect().width);
})
"""


@pytest.fixture(scope="module")
def evening(chrome, tmp_path_factory):
    book = new_book(tmp_path_factory.mktemp("book"))
    book.open_session(session(id="cards", title="星期六", players=PEOPLE, ruleset="tw-scoop"))
    named = zip(PEOPLE, DEAL, strict=True)
    hands = [{"player": person["id"], **rows(hand)} for person, hand in named]
    book.record("cards", {"game": 1, "hands": hands})
    book.open_session(session(id="rows", title="星期天", players=PEOPLE, ruleset="luosong"))
    book.record("rows", scoops("amy>bob", "amy>cat", "dan>bob", "amy>dan", "cat>bob", "dan>cat",
                               game=1))  # fmt: skip
    sixteen(book)
    claim = {"totals": {"amy": 0, "bob": 0, "cat": 0, "dan": 0}}
    book.dispute("friday", 3, {"by": "player:dan", "claim": claim, "reason": "沒有打槍"})
    book.settle("friday", {})
    with serving(create_app(book)) as address:
        table = Table(chrome, book, address)
        yield table
        table.leave()


def rows(hand):
    texts = cards(hand)
    return {"front": texts[:3], "middle": texts[3:8], "back": texts[8:]}


@pytest.fixture(scope="module")
def taken_with(evening, chrome):
    """What draws pictures here."""
    return {"browser": chrome.version, "widths": evening.look("/").evaluate(WIDTHS)}


def half_entered(page):
    """Two hands whole, and some of the third, as far as a tap.

    The page asks the service after a moment of rest, and where it is scrolled to hangs on what it
    was told by then: its clock stands until all is entered, so that it asks once.
    """
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    for seat, hand in enumerate((AMY, BOB, " ".join(cards(CAT)[:6]))):
        page.locator(f".hand[data-seat='{seat}'] .who").click()
        page.locator(f"textarea[name='/hands/{seat}']").fill(hand)
    page.locator(".key[data-card='7d']").click()
    page.clock.run_for(1000)
    page.locator(".hand-told .category").nth(5).wait_for()
    page.locator(".hand-told .hint").wait_for()


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_it_did(evening, taken_with, name, tmp_path):
    path, locale, size = PICTURES[name]
    dark = "dark" if name.endswith("dark") else "light"
    page = evening.look(path, viewport=size, locale=locale, color_scheme=dark)
    if name == "pad":
        half_entered(page)
    taken, kept = page.screenshot(animations="disabled"), LOOKS / f"{name}.png"
    if not kept.exists():
        LOOKS.mkdir(exist_ok=True)
        kept.write_bytes(taken)
        TAKEN_WITH.write_text(json.dumps(taken_with) + "\n", encoding="utf-8")
        pytest.fail(f"{kept} was taken: look at it")
    recorded = json.loads(TAKEN_WITH.read_text(encoding="utf-8"))
    if recorded != taken_with:
        if os.environ.get(STRICT):
            return
        pytest.skip(f"the pictures were taken with {recorded}, here is {taken_with}")
    page.goto("about:blank")
    differing = page.evaluate(DIFFERING, [b64encode(each).decode() for each in
                                          (kept.read_bytes(), taken)])  # fmt: skip
    (tmp_path / kept.name).write_bytes(taken)
    assert differing <= MOST, f"{differing:.1f} of a thousand pixels: {tmp_path / kept.name}"
