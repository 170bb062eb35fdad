"""Recording without cards: what is asked, how few taps it takes, what comes of it."""

from __future__ import annotations

import re

import pytest

from settle.pages.asking import by_scoops, priced_categories, rows_count
from tests.access.keyed import Keyring
from tests.book.rounds import RULEBOOK, counts, nets, played, scoops, session
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import PEOPLE, friday

PLACE = "/sessions/friday/outcome"
ROWS = ("front", "middle", "back")


def opened(book, **fields):
    """The session ``friday``, otherwise than usual."""
    book.open_session(session(**{"id": "friday", "title": "Friday", "players": PEOPLE, **fields}))
    return book


def standing(book, game):
    """The nets of a game."""
    return nets(book.round("friday", game))


def stored_outcome(book, game):
    return book.round("friday", game).document()["round"]["outcome"]


class Tapping:
    """A hand on a phone: every link, chip and button is a tap."""

    def __init__(self, browser, address):
        self.browser, self.taps, self.fields = browser, 0, {}
        self.page = browser.get(address)

    def follow(self, link):
        assert link in self.page.links
        self.taps += 1
        self.page = self.browser.get(link)
        self.address = link
        self.fields = dict(self.page.forms[-1])
        return self

    def tap(self, *names, value="1"):
        for name in names:
            assert f'name="{name}" value="{value}"' in self.page.html, name
            self.taps += 1
            self.fields[name] = value
        return self

    def press(self, form=-1, **button):
        self.taps += 1
        fields = self.fields if form == -1 else self.page.forms[form]
        return self.browser.send(self.address, {**fields, **button})


def test_two_taps_where_nothing_happened(browser, book):
    friday(book)
    hand = Tapping(browser, "/sessions/friday").follow(PLACE)
    answer = hand.press(0, do="nothing")
    assert (hand.taps, answer.status_code) == (2, 303)
    assert standing(book, 1) == played(0, 0, 0, 0)
    assert stored_outcome(book, 1)["duels"] == []


def test_a_scoop_and_a_monster_in_four_taps(browser, book):
    """Amy scoops Dan (1) and has quads in the back, for which everybody pays 1."""
    friday(book)
    hand = Tapping(browser, "/sessions/friday").follow(PLACE)
    hand.tap("/scoop/0/3").tap("/category/back/0", value="four_of_a_kind")
    answer = hand.press()
    assert (hand.taps <= 8, hand.taps, answer.status_code) == (True, 4, 303)
    assert standing(book, 1) == played(1 + 3, -1, -1, -2)


def fill(browser, ways, address=PLACE, **button):
    """The last form of a page filled in; fields that are None are left out, as if not tapped."""
    fields = {**browser.get(address).forms[-1], **ways}
    return browser.send(address, {k: v for k, v in fields.items() if v is not None} | button)


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        # A home run doubles each scoop; whoever scoops all is tapped once.
        ({"/scoop/0/all": "1"}, (6, -2, -2, -2)),
        ({"/scoop/0/all": "1", "/scoop/0/1": "1"}, (6, -2, -2, -2)),
        # A foul is scooped by every plain hand; Bob's is one, so nobody scooped everybody by it.
        ({"/status/1": "foul"}, (1, -3, 1, 1)),
        # A dragon takes 10 of everybody.
        ({"/status/2": "dragon"}, (-10, -10, 30, -10)),
        # All that can be scooped: the two others. Three opponents are needed for a home run, and
        # Cat's dragon cannot be scooped, so it is none.
        ({"/scoop/0/all": "1", "/status/2": "dragon"}, (2 - 10, -1 - 10, 30, -1 - 10)),
        ({"/category/front/3": "three_of_a_kind"}, (-1, -1, -1, 3)),
    ],
)  # fmt: skip
def test_what_is_tapped_is_what_is_scored(browser, book, ways, expected):
    friday(book)
    assert fill(browser, ways).status_code == 303
    assert standing(book, 1) == played(*expected)


def test_who_sits_out_has_no_hand(browser, book):
    friday(book)
    fill(browser, {"/out/1": "1", "/scoop/0/3": "1"})
    assert nets(book.round("friday", 1)) == {"amy": 1, "cat": 0, "dan": -1}


def test_a_double_tap_is_one_game(browser, book):
    friday(book)
    fields = browser.get(PLACE).forms[0]
    first, second = (browser.send(PLACE, {**fields, "do": "nothing"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert counts(book)["game"] == 1
    # The key of the form is what they have in common: with it nothing else is recorded.
    other = browser.send(PLACE, {**fields, "/scoop/0/3": "1"})
    assert (other.status_code, counts(book)["game"]) == (422, 1)


def test_a_game_that_another_phone_recorded_meanwhile(browser, book):
    friday(book)
    fields = browser.get(PLACE).forms[-1]
    book.record("friday", scoops("cat>dan", game=1))
    answer = browser.send(PLACE, {**fields, "/scoop/0/3": "1"})
    assert answer.status_code == 409
    assert standing(book, 1) == played(0, 0, 1, -1)


def test_a_missing_game_is_recorded_later(browser, book):
    friday(book).record("friday", scoops("amy>bob", game=2))
    page = browser.get(PLACE)
    assert "Game 3, without cards" in page.text
    assert f"{PLACE}?game=1" in page.links
    fields = browser.get(f"{PLACE}?game=1").forms[-1]
    assert browser.send(f"{PLACE}?game=1", fields).status_code == 303
    assert standing(book, 1) == played(0, 0, 0, 0)


def test_when_all_is_recorded_it_says_so(browser, book):
    opened(book, games=1).record("friday", scoops(game=1))
    page = browser.get(PLACE)
    assert (page.status, "No game is left" in page.text) == (200, True)
    assert page.forms == []


# --- before it is saved ---------------------------------------------------------------------------


def test_the_nets_are_seen_before_anything_is_stored(browser, book):
    friday(book)
    before = counts(book)
    answer = fill(browser, {"/scoop/0/3": "1"}, do="preview")
    assert answer.status_code == 200
    assert re.search(r"阿明 <span class=\"net plus\">\+1", answer.text)
    assert "大華 pays 阿明 1 scoop" in answer.text
    assert re.search(r'name="/scoop/0/3" value="1"[^>]*checked', answer.text)
    assert counts(book) == before


def test_a_script_gets_the_nets_alone(browser, book):
    friday(book)
    answer = fill(browser, {"/scoop/0/3": "1"}, do="look")
    assert (answer.status_code, "<html" in answer.text) == (200, False)
    assert re.search(r"大華 <span class=\"net minus\">-1", answer.text)
    wrong = fill(browser, {"/scoop/0/3": "1", "/scoop/3/0": "1"}, do="look")
    assert (wrong.status_code, "cannot have scooped each other" in wrong.text) == (200, True)


def test_what_cannot_be_is_told_at_its_place_and_by_name(browser, book):
    """Dan cannot have scooped Amy, whose back is quads, with nothing better told of Dan."""
    friday(book)
    before = counts(book)
    answer = fill(browser, {"/scoop/3/0": "1", "/category/back/0": "four_of_a_kind"})
    assert answer.status_code == 422
    line = answer.text[answer.text.index('aria-label="大華 scooped"') :].partition("</div>")[0]
    assert '<span class="fault">大華 cannot have scooped 阿明' in line
    assert answer.text.count("cannot have scooped") == 2  # there, and in the list at the top
    assert 'href="#/scoop/3/0"' in answer.text
    assert 'id="/scoop/3/0"' in answer.text
    assert counts(book) == before


def test_the_same_two_cannot_scoop_each_other(browser, book):
    friday(book)
    answer = fill(browser, {"/scoop/0/3": "1", "/scoop/3/0": "1"})
    assert answer.status_code == 422
    assert "阿明 and 大華 cannot have scooped each other" in answer.text


# --- by the ruleset -------------------------------------------------------------------------------

MONSTERS = ("four_of_a_kind", "straight_flush")
MIDDLE = ("full_house", *MONSTERS)


@pytest.mark.parametrize(
    ("ruleset", "is_by_scoops", "with_rows", "priced"),
    [
        ("tw-scoop-only", True, False,
         {"front": ("three_of_a_kind",), "middle": MONSTERS, "back": MONSTERS}),
        ("five-player", True, False,
         {"front": ("three_of_a_kind",), "middle": (*MONSTERS, "five_of_a_kind"),
          "back": (*MONSTERS, "five_of_a_kind")}),
        ("hk-banker", False, True,
         {"front": ("three_of_a_kind",), "middle": MIDDLE, "back": MONSTERS}),
        ("tw-weighted", False, True,
         {"front": ("three_of_a_kind",), "middle": MONSTERS, "back": MONSTERS}),
        ("western-2-4", False, True, {}),
    ],
)  # fmt: skip
def test_what_is_asked_is_what_the_ruleset_pays(ruleset, is_by_scoops, with_rows, priced):
    rules = RULEBOOK.get(ruleset).rules()
    assert (by_scoops(rules), rows_count(rules)) == (is_by_scoops, with_rows)
    assert priced_categories(rules) == priced


ROWS_OF_TWO = {"/duel/0/1/front": "0", "/duel/0/1/middle": "tie", "/duel/0/1/back": "1"}


def test_rows_are_asked_where_they_count(browser, book):
    """A row to each and a tie is nothing, a scoop 4, two rows to one 2."""
    opened(book, ruleset="western-2-4", players=PEOPLE[:3])
    ways = {**ROWS_OF_TWO, "/duel/0/2": "0",
            "/duel/1/2/front": "2", "/duel/1/2/middle": "1", "/duel/1/2/back": "1"}  # fmt: skip
    assert fill(browser, ways).status_code == 303
    assert nets(book.round("friday", 1)) == {"amy": 4, "bob": 2, "cat": -6}


def test_pairs_that_are_not_told_are_asked_for_each_at_its_place(browser, book):
    opened(book, ruleset="western-2-4", players=PEOPLE[:3])
    missing = fill(browser, {**ROWS_OF_TWO, "/duel/0/1/back": None})
    assert (missing.status_code, 'href="#/duel/0/1/back"' in missing.text) == (422, True)
    answer = fill(browser, ROWS_OF_TWO)
    assert answer.status_code == 422
    for field in ("/duel/0/2", "/duel/1/2"):
        assert f'href="#{field}"' in answer.text
        assert f'id="{field}"' in answer.text
    group = answer.text[answer.text.index("<h3>阿明 – Cat</h3>") :].partition("<h3>")[2]
    assert "say how 阿明 and Cat came out" in group.partition("<h3>")[0]


def test_a_game_that_is_not_all_told_yet_is_not_called_wrong(browser, book):
    opened(book, ruleset="western-2-4", players=PEOPLE[:3])
    looked = fill(browser, ROWS_OF_TWO, do="look")
    assert looked.status_code == 200
    assert "Not all is told yet." in looked.text
    assert "came out" not in looked.text


def test_against_a_banker(browser, book):
    """Amy is banker. Bob wins two of three rows with a bet of 2, Cat none, Dan ties all."""
    opened(book, ruleset="hk-banker", banker_order="rotate")
    page = browser.get(PLACE)
    assert page.forms[-1]["/banker"] == "amy"
    ways = {"/duel/1/b/front": "1", "/duel/1/b/middle": "1", "/duel/1/b/back": "b", "/bet/1": "2",
            "/duel/2/b": "b"}  # fmt: skip
    ways |= {f"/duel/3/b/{row}": "tie" for row in ROWS}
    assert fill(browser, ways).status_code == 303
    assert standing(book, 1) == played(3 - 2, 2, -3, 0)
    again = browser.get("/sessions/friday/games/1/outcome").forms[-1]
    assert {name: again[name] for name in ways} == ways


def test_whoever_is_banker_has_to_be_said(browser, book):
    opened(book, ruleset="hk-banker")
    answer = fill(browser, {"/banker": ""})
    assert (answer.status_code, 'id="/banker-wrong"' in answer.text) == (422, True)


def test_a_bet_that_is_no_number_is_told_at_its_field(browser, book):
    opened(book, ruleset="hk-banker", banker_order="rotate")
    answer = fill(browser, {"/bet/1": "two"})
    assert (answer.status_code, 'id="/bet/1-wrong"' in answer.text) == (422, True)


def test_a_doubling_card_is_held_by_somebody(browser, book):
    """Amy scoops Dan and holds the card: 3 rows, doubled by the scoop, doubled by the card."""
    opened(book, ruleset="luosong", players=[PEOPLE[0], PEOPLE[3]])
    assert fill(browser, {"/duel/0/1": "0", "/holder/0": "1"}).status_code == 303
    assert nets(book.round("friday", 1)) == {"amy": 12, "dan": -12}


def test_two_dragons_of_one_suit_are_told_apart_by_it(browser, book):
    opened(book, ruleset="luosong")
    ways = {"/status/0": "dragon_suited", "/status/1": "dragon_suited", "/duel/2/3": "2"}
    answer = fill(browser, ways)
    assert (answer.status_code, 'id="/suit/0-wrong"' in answer.text) == (422, True)
    assert fill(browser, {**ways, "/suit/0": "h", "/suit/1": "s"}).status_code == 303
    # Bob's spades take 52 of everybody, Amy's hearts of the two others; a scoop of Cat is 6.
    assert standing(book, 1) == played(104 - 52, 156, -104 + 6, -104 - 6)


# --- replaced -------------------------------------------------------------------------------------


def test_a_game_is_corrected_from_how_it_stands(browser, book):
    friday(book, 2)
    place = "/sessions/friday/games/2/outcome"
    page = browser.get(place)
    assert page.forms[-1]["/scoop/0/3"] == "1"
    answer = fill(
        browser, {"/scoop/0/3": None, "/scoop/2/1": "1", "/reason": "the wrong two"}, place
    )
    assert answer.headers["Location"] == "/sessions/friday/games/2"
    assert standing(book, 2) == played(0, -1, 1, 0)
    [_, correction] = book.round("friday", 2).document()["history"]
    assert (correction["kind"], correction["reason"]) == ("game_corrected", "the wrong two")


def test_a_correction_needs_a_reason_and_what_it_saw(browser, book):
    friday(book, 1)
    place = "/sessions/friday/games/1/outcome"
    fields = browser.get(place).forms[-1]
    answer = browser.send(place, fields)
    assert (answer.status_code, 'id="/reason-wrong"' in answer.text) == (422, True)
    book.correct("friday", 1, scoops("amy>bob", reason="x", against=fields["/against"]))
    late = browser.send(place, {**fields, "/reason": "the same"})
    assert late.status_code == 409
    assert standing(book, 1) == played(1, -1, 0, 0)


@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"])
@pytest.mark.parametrize("ruleset", ["tw-scoop-only", "hk-banker", "luosong", "mainland-basic"])
def test_every_form_in_every_language(browser, book, ruleset, language):
    opened(book, ruleset=ruleset)
    browser.language = language
    page = browser.get(PLACE)
    assert (page.status, page.language) == (200, language)
    assert len(page.ids) == len(set(page.ids))


# --- who may --------------------------------------------------------------------------------------


def with_role(book, role, **fields):
    key = Keyring(book.store).make(
        label=role, scope="session", session="friday", role=role, **fields
    )
    return with_key(book, key)


@pytest.mark.parametrize(
    ("role", "fields", "status"),
    [("scorer", {}, 200), ("viewer", {}, 403), ("player", {"player": "amy"}, 403)],
)
def test_who_may_record(book, role, fields, status):
    friday(book)
    own = with_role(book, role, **fields)
    assert own.get(PLACE).status == status
    answer = own.send(PLACE, {"/game": "1", "do": "nothing"})
    assert answer.status_code == (303 if status == 200 else 403)
    assert (PLACE in own.get("/sessions/friday").links) == (status == 200)


def test_a_game_that_another_tab_recorded_is_led_to_and_the_entered_kept_for_the_next(
    browser, book
):
    """Two tabs tell of game 1; what the second has may be game 2, where Amy scoops Bob too."""
    friday(book)
    form = {**browser.get(PLACE).forms[-1], "/scoop/0/1": "1"}
    book.record("friday", scoops("amy>dan", game=1))
    page = Page(browser.send(PLACE, form))
    assert page.status == 409
    assert "/sessions/friday/games/1" in page.links
    assert not [link for link in page.links if link.startswith("#/game")]
    assert "Record as game 2" in page.text
    assert page.forms[-1]["/scoop/0/1"] == "1"
    assert browser.send(PLACE, page.forms[-1]).status_code == 303
    assert standing(book, 2) == played(1, -1, 0, 0)


def test_once_all_is_recorded_or_over_it_is_said(browser, book):
    opened(book, games=1)
    form = browser.get(PLACE).forms[-1]
    book.record("friday", scoops("amy>dan", game=1))
    page = Page(browser.send(PLACE, form))
    assert (page.status, "/sessions/friday/games/1" in page.links) == (409, True)
    assert "No game is left" in browser.get(PLACE).text
    book.close("friday", {})
    answer = browser.client.get("/sessions/friday/record")
    assert "This session is over." in browser.get(answer.headers["Location"]).text
