"""The page of a game: cards, who beat whom, why, and all that can be done about it."""

from __future__ import annotations

import re

import pytest

from tests.access.keyed import Keyring
from tests.book.rounds import nets, played, scoops, session
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import PEOPLE, friday

GAME = "/sessions/friday/games/1"
ZERO = {"amy": 0, "bob": 0, "cat": 0, "dan": 0}
# Amy's pairs beat Bob's high cards in front and middle; in the back his flush beats her two pairs.
HANDS = [
    {"player": "amy", "front": ["9s", "9h", "3h"], "middle": ["Ts", "Th", "4c", "5h", "7h"],
     "back": ["Qs", "Qh", "Js", "Jh", "2c"]},
    {"player": "bob", "front": ["Kd", "9c", "8s"], "middle": ["Ad", "Kc", "Tc", "6s", "2h"],
     "back": ["Jd", "9d", "8d", "7d", "6d"]},
]  # fmt: skip


@pytest.fixture
def keyring(book):
    return Keyring(book.store)


def as_seat(book, keyring, player, role="player"):
    """The phone of somebody at the table."""
    key = keyring.make(label=player, scope="session", session="friday", role=role, player=player)
    return with_key(book, key)


def looking(book, keyring):
    key = keyring.make(label="v", scope="session", session="friday", role="viewer")
    return with_key(book, key)


def form_to(page, end):
    """The fields of the form that leads to an address, and that address."""
    actions = re.findall(r'<form method="(?:post|get)"(?: action="([^"]*)")?', page.html)
    place = next(at for at, action in enumerate(actions) if action.endswith(end))
    return actions[place], page.forms[place]


def send(browser, end, game=GAME, **fields):
    """Send that form of the page of a game, and follow to where it leads."""
    action, held = form_to(browser.get(game), end)
    named = {"/" + name: value for name, value in fields.items()}
    answer = browser.send(action, {**held, **named})
    return browser.get(answer.headers["Location"]) if answer.status_code == 303 else Page(answer)


def history(book, game=1):
    return [each["kind"] for each in book.round("friday", game).document()["history"]]


# --- what it shows --------------------------------------------------------------------------------


@pytest.fixture
def with_cards(book):
    """Amy and Bob in the points game of Taiwan: rows 1 each, the middle and front Amy's."""
    book.open_session(session(id="friday", title="Friday", players=PEOPLE[:2], ruleset="tw-points"))
    book.record("friday", {"game": 1, "hands": HANDS})
    return book


def test_cards_are_pictures_with_their_rows_named(browser, with_cards):
    page = browser.get(GAME)
    assert page.status == 200
    assert page.html.count('role="img" aria-label="10 of spades"') == 2  # the hand, and the pair
    assert '<use href="/static/' in page.html
    hands = page.text[page.text.index("Hands") : page.text.index("Who beat whom")]
    assert hands.split() == [
        "Hands",
        "阿明",
        "front",
        "9",
        "9",
        "3",
        "pair",
        "middle",
        "10",
        "10",
        "7",
        "5",
        "4",
        "pair",
        "back",
        "Q",
        "Q",
        "J",
        "J",
        "2",
        "two",
        "pair",
        "小美",
        "front",
        "K",
        "9",
        "8",
        "high",
        "card",
        "middle",
        "A",
        "K",
        "10",
        "6",
        "2",
        "high",
        "card",
        "back",
        "J",
        "9",
        "8",
        "7",
        "6",
        "flush",
    ]


DRAGON = ["2s", "3h", "4d", "5c", "6s", "7h", "8d", "9c", "Ts", "Jh", "Qd", "Kc", "As"]


@pytest.mark.parametrize(
    ("entered", "rows"),
    [
        ({"cards": DRAGON}, [13]),
        ({"front": DRAGON[:3], "middle": DRAGON[3:8], "back": DRAGON[8:]}, [3, 5, 5]),
    ],
)
def test_a_natural_is_shown_by_the_cards_that_were_entered(browser, book, entered, rows):
    """A dragon is not compared by its rows; those who were beaten want to see it."""
    book.open_session(session(id="friday", players=PEOPLE[:2], ruleset="tw-scoop"))
    other = {"player": "bob", "front": ["Kd", "9d", "8s"], "middle": ["Ad", "Kh", "Tc", "6d", "2h"],
             "back": ["Jd", "9s", "7d", "7c", "6h"]}  # fmt: skip
    hand = {"player": "amy", **entered, "natural": "dragon"}
    book.record("friday", {"game": 1, "hands": [hand, other]})
    html = browser.get(GAME).html
    box = html[html.index('<section class="box" aria-label="阿明"') :]
    box = box[: box.index("</section>")]
    assert [row.count('role="img"') for row in box.split('class="hand-row"')[1:]] == rows
    assert box.count("row-name") == (3 if len(rows) == 3 else 0)


def test_who_beat_whom_row_by_row(browser, with_cards):
    """Front and middle are Amy's, the back Bob's: 2 points to 1."""
    page = browser.get(GAME)
    matrix = page.html[page.html.index('class="matrix"') : page.html.index("</table>")]
    marks = re.findall(r'class="(\w+)" role="img" aria-label="(\w+) (\w+)"', matrix)
    assert marks == [
        ("won", "front", "won"), ("won", "middle", "won"), ("lost", "back", "lost"),
        ("lost", "front", "lost"), ("lost", "middle", "lost"), ("won", "back", "won"),
    ]  # fmt: skip
    assert [int(net) for net in re.findall(r'class="net \w+">([+-]\d+)', matrix)] == [1, 1, -1, -1]


def test_every_line_has_its_reason_its_key_and_where_that_comes_from(browser, with_cards):
    page = browser.get(GAME)
    assert "小美 pays 阿明 1 point: 阿明 wins the front, pair over high card" in page.text
    assert page.html.count("<code>rows.front.base</code>") == 2  # at the line, and among the rules
    assert 'href="#rule-1"' in page.html
    assert 'id="rule-1"' in page.html
    rules = page.text[page.text.index("Rules and where they come from") :]
    assert "rows.front.base = 1 S000" in rules


def test_a_game_without_cards_says_so(browser, book):
    friday(book, 1)
    page = browser.get(GAME)
    assert "Recorded by outcome only: rows without cards." in page.text
    assert '<span class="tag">outcome</span>' in page.html
    assert "大華 pays 阿明 1 scoop" in page.text
    # A scoop is three rows.
    assert page.html.count('class="won" role="img"') == 3


def test_a_game_that_there_is_not(browser, book):
    friday(book, 1)
    assert browser.get("/sessions/friday/games/2").status == 404
    assert browser.get("/sessions/none/games/1").status == 404
    assert browser.get(f"{GAME}/dispute").status == 403
    assert browser.get(f"{GAME}/disputes/d1/outcome").status == 404


@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"])
def test_every_page_of_a_game_in_every_language(browser, with_cards, keyring, language):
    with_cards.dispute("friday", 1, {"by": "player:bob", "claim": {"totals": {"amy": 0, "bob": 0}},
                                     "reason": "?"})  # fmt: skip
    amy = as_seat(with_cards, keyring, "amy")
    for who, path in ((browser, ""), (amy, ""), (amy, "/dispute"), (browser, "/outcome"),
                      (browser, "/elsewhere?ruleset=tw-weighted"),
                      (browser, "/disputes/d1/outcome")):  # fmt: skip
        who.language = language
        page = who.get(GAME + path)
        assert (page.status, page.language) == (200, language), path
        assert len(page.ids) == len(set(page.ids)), path


# --- put right ------------------------------------------------------------------------------------


def test_the_history_shows_how_it_was_known_then(browser, book):
    friday(book, 1)
    against = book.round("friday", 1).document()["entry"]["hash"]
    book.correct("friday", 1, scoops("bob>dan", against=against, reason="it was Bob"))
    page = browser.get(GAME)
    assert "大華 pays 小美 1 scoop" in page.text
    assert "it was Bob" in page.text
    assert "That moved: 阿明 -1 小美 +1" in page.text
    assert f"{GAME}?entry=2" in page.links
    then = browser.get(f"{GAME}?entry=2")
    assert "So it was known from 2026-11-30 13:00 UTC on." in then.text
    assert "大華 pays 阿明 1 scoop" in then.text


def test_a_game_is_struck_and_counted_again(browser, book):
    friday(book, 1)
    assert send(browser, "/void", reason="").status == 422
    page = send(browser, "/void", reason="misdeal")
    assert "This game was struck" in page.text
    assert nets(book.session_view("friday")) == ZERO
    page = send(browser, "/revive", reason="it was none")
    assert "This game was struck" not in page.text
    assert nets(book.round("friday", 1)) == played(1, 0, 0, -1)
    assert history(book) == ["game_recorded", "game_voided", "game_corrected"]


def test_what_was_seen_has_to_stand_still(browser, book):
    friday(book, 1)
    action, held = form_to(browser.get(GAME), "/void")
    book.correct("friday", 1, scoops("bob>dan", against=held["/against"], reason="it was Bob"))
    answer = browser.send(action, {**held, "/reason": "misdeal"})
    assert answer.status_code == 409
    assert history(book) == ["game_recorded", "game_corrected"]


def test_a_double_tap_strikes_it_once(browser, book):
    friday(book, 1)
    action, held = form_to(browser.get(GAME), "/void")
    sent = [browser.send(action, {**held, "/reason": "misdeal"}).status_code for _ in range(2)]
    assert sent == [303, 303]
    assert history(book) == ["game_recorded", "game_voided"]


# --- argued ---------------------------------------------------------------------------------------


def test_a_player_agrees_to_a_game_for_the_own_seat(book, keyring):
    friday(book, 1)
    page = send(as_seat(book, keyring, "dan"), "/confirm")
    assert "Agreed to it so far 大華" in page.text
    assert book.round("friday", 1).document()["confirmed"] == ["dan"]
    assert "/confirm" not in page.html


DIGEST = "ab" * 32


def test_a_player_contests_what_a_game_comes_to(book, keyring):
    friday(book, 1)
    dan = as_seat(book, keyring, "dan")
    page = dan.get(f"{GAME}/dispute")
    fields = page.forms[-1]
    assert [fields[f"/net/{seat}"] for seat in range(4)] == ["1", "0", "0", "-1"]
    ways = {"/reason": "a tie", "/net/0": "0", "/net/3": "0", "/evidence/0/sha256": DIGEST.upper(),
            "/evidence/0/note": "photo"}  # fmt: skip
    assert dan.send(f"{GAME}/dispute", {**fields, **ways}).status_code == 303
    [dispute] = book.disputes("friday").document()["disputes"]
    assert (dispute["by"], dispute["reason"]) == ("player:dan", "a tie")
    assert dispute["evidence"] == [{"sha256": DIGEST, "note": "photo"}]
    assert {each["net"] for each in dispute["claim"]["totals"]} == {0}
    page = dan.get(GAME)
    assert "大華: a tie" in page.text
    assert DIGEST in page.text
    assert "阿明 +1 0" in page.text


@pytest.mark.parametrize(
    ("ways", "place"),
    [
        ({"/net/3": "0"}, "/net/0"),  # does not sum to zero
        ({"/net/0": "one"}, "/net/0"),
        ({"/net/0": "0", "/net/3": "0", "/reason": ""}, "/reason"),
        ({"/net/0": "0", "/net/3": "0", "/evidence/0/sha256": "x"}, "/evidence/0/sha256"),
        ({}, "/net/0"),  # claims what stands
    ],
)
def test_a_claim_that_is_none_is_told_at_its_field(book, keyring, ways, place):
    friday(book, 1)
    dan = as_seat(book, keyring, "dan")
    fields = dan.get(f"{GAME}/dispute").forms[-1]
    answer = Page(dan.send(f"{GAME}/dispute", {**fields, "/reason": "a tie", **ways}))
    assert (answer.status, f"{place}-wrong" in answer.ids) == (422, True)
    assert book.disputes("friday").document()["disputes"] == []


def test_a_player_contests_what_happened_and_it_is_ruled_so(browser, book, keyring):
    """Dan says that Cat was scooped, not he."""
    friday(book, 1)
    dan = as_seat(book, keyring, "dan")
    fields = dan.get(f"{GAME}/dispute").forms[-1]
    del fields["/scoop/0/3"]
    ways = {"/reason": "it was Cat", "claim": "round", "/scoop/0/2": "1"}
    looked = dan.send(f"{GAME}/dispute", {**fields, **ways, "do": "look"})
    assert re.search(r"Cat <span class=\"net minus\">-1", looked.text)
    assert dan.send(f"{GAME}/dispute", {**fields, **ways}).status_code == 303
    page = send(browser, "/resolve", reason="both say so", outcome="corrected")
    assert "corrected" in page.text
    assert nets(book.round("friday", 1)) == played(1, 0, -1, 0)
    assert book.disputes("friday").document()["disputes"][0]["state"] == "corrected"


def contested(book):
    """Dan contests game 1 and claims that nothing happened."""
    friday(book, 1)
    book.dispute("friday", 1, {"by": "player:dan", "claim": {"totals": ZERO}, "reason": "a tie"})
    return book


def state(book):
    return book.disputes("friday").document()["disputes"][0]["state"]


def test_a_dispute_is_dismissed(browser, book):
    contested(book)
    page = send(browser, "/resolve", outcome="dismissed")
    assert page.status == 422
    assert re.search(r"<details open>\s*<summary>Rule", page.html)
    send(browser, "/resolve", outcome="dismissed", reason="all saw it")
    assert (state(book), history(book)) == ("dismissed", ["game_recorded"])


@pytest.mark.parametrize("path", [GAME, "/sessions/friday/disputes"])
def test_whoever_looks_on_reads_who_ruled_why_and_who_agreed(book, keyring, path):
    contested(book)
    book.consent("friday", "d1", {"by": "player:amy", "outcome": "dismissed"})
    ruling = {"by": "host", "outcome": "dismissed", "reason": "all saw it"}
    against = book.round("friday", 1).document()["entry"]["hash"]
    book.resolve("friday", "d1", {**ruling, "against": against})
    text = looking(book, keyring).get(path).text
    assert "Ruled by the host: all saw it" in text
    assert "Agreed to by 阿明" in text


def test_a_reason_that_lacks_is_called_as_the_form_of_a_claim_calls_it(book, keyring):
    friday(book, 1)
    dan = as_seat(book, keyring, "dan")
    fields = dan.get(f"{GAME}/dispute").forms[-1]
    page = Page(dan.send(f"{GAME}/dispute", {**fields, "/reason": ""}))
    assert "“What is wrong with it?” is empty" in page.text


def test_totals_that_were_claimed_are_ruled_by_what_happened(browser, book):
    contested(book)
    place = f"{GAME}/disputes/d1/outcome"
    fields = browser.get(place).forms[-1]
    del fields["/scoop/0/3"]
    answer = browser.send(place, fields)
    assert (answer.status_code, 'id="/reason-wrong"' in answer.text) == (422, True)
    assert browser.send(place, {**fields, "/reason": "a tie it was"}).status_code == 303
    assert (state(book), nets(book.round("friday", 1))) == ("corrected", ZERO)


def test_others_agree_and_whoever_contests_takes_it_back(book, keyring):
    contested(book)
    amy, dan = (as_seat(book, keyring, player) for player in ("amy", "dan"))
    assert f"{GAME}/dispute" in amy.get(GAME).links
    assert f"{GAME}/dispute" not in dan.get(GAME).links
    assert "/withdraw" not in amy.get(GAME).html
    assert "/consent" not in dan.get(GAME).html
    page = send(amy, "/consent", outcome="corrected")
    assert "阿明 agrees to what is claimed." in page.text
    again = send(amy, "/consent", outcome="corrected")
    assert (again.status, 'id="wrong"' in again.html) == (409, True)
    page = send(dan, "/withdraw")
    assert (state(book), "taken back" in page.text) == ("withdrawn", True)


def test_a_party_does_not_rule_alone(book, keyring):
    """Amy is host and has the seat that would lose by it: Dan has to agree to a dismissal."""
    contested(book)
    amy = as_seat(book, keyring, "amy", role="host")
    page = send(amy, "/resolve", outcome="dismissed", reason="no")
    assert (page.status, "大華" in page.text) == (409, True)
    assert state(book) == "open"


def test_whoever_looks_on_finds_nothing_to_press(book, keyring):
    contested(book)
    viewer = looking(book, keyring)
    page = viewer.get(GAME)
    pressed = re.findall(r'<form method="post" action="([^"]*)"|<form method="post"', page.html)
    assert pressed == ["/sessions/friday/sign-out"]
    for end in ("/void", "/revive", "/confirm", "/dispute", "/outcome", "/disputes/d1/consent",
                "/disputes/d1/withdraw", "/disputes/d1/resolve"):  # fmt: skip
        answer = viewer.send(GAME + end, {"/reason": "x"})
        told = (answer.status_code, "<h1>That is for somebody else to do</h1>" in answer.text)
        assert told == (403, True), end


# --- under another agreement ----------------------------------------------------------------------


def test_what_it_would_have_come_to_by_other_rules(browser, with_cards):
    """By rows of 1, 2 and 3 Amy's front and middle are 3, Bob's back is 3."""
    page = browser.get(f"{GAME}/elsewhere?ruleset=tw-weighted")
    assert "The marked lines (≠) differ." in page.text
    rows = re.findall(r'<th scope="row">(阿明|小美)</th>(.*?)</tr>', page.html, re.DOTALL)
    assert [re.findall(r">([+-]?\d+)<", row) for _, row in rows] == [["+1", "0"], ["-1", "0"]]
    assert len(with_cards.round("friday", 1).document()["history"]) == 1


def test_what_another_answer_to_a_question_would_have_moved(browser, book):
    """A home run counts double, as agreed; had it counted 5 times, each would have paid 5."""
    friday(book).record("friday", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    page = browser.get(f"{GAME}/elsewhere?ruleset=tw-scoop-only&/options/home_run_multiplier=5")
    rows = re.findall(r'<th scope="row">阿明</th>(.*?)</tr>', page.html, re.DOTALL)
    assert re.findall(r">([+-]?\d+)<", rows[0]) == ["+6", "+15"]
    assert "otherwise" in page.text


def test_what_an_outcome_does_not_tell_is_said(browser, book):
    friday(book, 1)
    page = browser.get(f"{GAME}/elsewhere?ruleset=tw-points")
    assert "It cannot be scored so:" in page.text
    assert "it is not said how 阿明 and 小美 came out" in page.text


def test_an_answer_that_is_none_is_told_at_its_question(browser, book):
    friday(book, 1)
    page = browser.get(f"{GAME}/elsewhere?ruleset=tw-scoop-only&/options/home_run_multiplier=many")
    assert (page.status, "/options/home_run_multiplier-wrong" in page.ids) == (422, True)


def test_a_banker_is_asked_for_where_one_is_needed(browser, with_cards):
    browser.language = "zh-TW"
    page = browser.get(f"{GAME}/elsewhere?ruleset=hk-banker")
    assert "這樣不能算： 還沒選誰做莊 " in page.text
    page = browser.get(f"{GAME}/elsewhere?ruleset=five-player")
    assert "這裡有 2 家；五人玩法" in page.text
    assert "five-player 要" not in page.text
    browser.language = "en"
    page = browser.get(f"{GAME}/elsewhere?ruleset=hk-banker&/banker=amy")
    assert "The marked lines" in page.text or "All lines are the same." in page.text
