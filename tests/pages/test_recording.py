"""Recording a game with its cards by its page: written, judged, kept, and recorded once."""

from __future__ import annotations

import pytest

from settle.rulebook import Rulebook
from tests.access.keyed import Keyring
from tests.book.rounds import scoops
from tests.pages.browsing import Page
from tests.pages.deals import AMY, BOB, CAT, DAN, DEAL, NETS, fields
from tests.pages.evenings import PEOPLE, friday

PLACE = "/sessions/friday/games/1/cards"
LOOK = f"{PLACE}/preview"
EVERYBODY = fields(*DEAL)


def standing(book, game=1, session="friday"):
    """What stands for a game."""
    return book.round(session, game).document()


def nets(book, game=1, session="friday"):
    """Its nets."""
    return {
        each["player"]: each["net"] for each in standing(book, game, session)["result"]["totals"]
    }


def look(browser, values, place=PLACE, part="", **changed):
    """What a form says to what stands in it; ``changed`` are other fields of it."""
    page = browser.get(place)
    sent = {**page.fields, **values, **changed}
    return Page(browser.send(f"{place}/preview{part}", sent))


def save(browser, values, place=PLACE):
    """The answer to a form that is saved."""
    return browser.send(place, {**browser.get(place).fields, **values})


@pytest.fixture
def book(book):
    """The book with the session friday, nothing played yet."""
    return friday(book)


# --- written --------------------------------------------------------------------------------------


def test_a_game_that_was_written_is_recorded(browser, book):
    answer = save(browser, EVERYBODY)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sessions/friday")
    assert nets(book) == NETS
    assert standing(book)["result"]["basis"] == "cards"


@pytest.mark.parametrize(
    "written",
    [
        "KsKh3d AsAhAc5d2h 9s9h9d9cQh",
        "Ks,Kh,3d,As,Ah,Ac,5d,2h,9s,9h,9d,9c,Qh",
        "黑桃K、紅心K、方塊3 / 黑桃A 红心A 梅花A 方片5 紅桃2 / 黑桃9，紅心9，方塊9，梅花9，紅心Q",
        "♠K♥K♦3 ♠A♥A♣A♦5♥2 ♠9♥9♦9♣9♥Q",
        "K♠ K♥ 3♦\nA♠️ A♥️ A♣️ 5♦️ 2♥️\n9♠ 9♥ 9♦ 9♣ Q♥\n",
        "9s 9h 9d 9c Qh | As Ah Ac 5d 2h | Ks Kh 3d",
        "\n".join(AMY.replace("/", "").split()),
    ],
)
def test_any_notation_is_read(browser, book, written):
    save(browser, {**EVERYBODY, "/hands/0": written})
    hand = standing(book)["round"]["hands"][0]
    assert " / ".join(" ".join(hand[row]) for row in ("front", "middle", "back")) == AMY


def test_the_way_there_is_the_game_that_comes_next(browser, book):
    book.record("friday", scoops(game=1))
    assert (
        browser.client.get("/sessions/friday/record").headers["Location"].endswith("games/2/cards")
    )
    book.close("friday", {})
    assert (
        browser.client.get("/sessions/friday/record").headers["Location"]
        == "/sessions/friday/outcome"
    )


def test_there_is_no_game_beyond_the_last(browser):
    assert browser.get("/sessions/friday/games/17/cards").status == 404
    assert browser.get("/sessions/none/games/1/cards").status == 404


def test_a_double_tap_records_one_game(browser, book):
    page = browser.get(PLACE)
    first, second = (browser.send(PLACE, {**page.fields, **EVERYBODY}) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert book.session_view("friday").document()["head"]["seq"] == 2


# --- judged ---------------------------------------------------------------------------------------


def test_the_result_is_seen_before_it_is_saved(browser, book):
    page = look(browser, EVERYBODY)
    assert page.status == 200
    assert "阿明 +9 小美 -2 Cat -2 大華 -5" in page.text
    assert "阿明 900 TWD" in page.text
    assert "home run" in page.text
    assert book.session_view("friday").document()["played"] == 0


def test_a_script_asks_for_that_part_alone(browser):
    page = look(browser, EVERYBODY, part="?part=1")
    assert "<html" not in page.html
    assert 'data-state="whole"' in page.html


def test_what_is_wrong_is_said_at_the_hand_and_in_words(browser, book):
    values = {"/hands/0": AMY.replace("3d", "Xx"), "/hands/1": BOB.replace("Qd", "Kh"),
              "/hands/2": CAT, "/hands/3": DAN}  # fmt: skip
    answer = save(browser, values)
    page = Page(answer)
    assert page.status == 422
    assert {"/hands/0-wrong", "/hands/1-wrong"} <= set(page.ids)
    assert "Xx" in page.text
    assert (
        "♥K is here once more than the deck holds it (1); its first place is 阿明 front"
        in page.text
    )
    assert page.fields["/hands/1"] == values["/hands/1"]
    browser.language = "zh-TW"
    page = look(browser, {"/hands/0": f"2s {AMY}", "/hands/1": BOB})
    assert "阿明 的 頭墩 有 4 張" in page.text
    browser.language = "en"
    assert book.session_view("friday").document()["played"] == 0


def test_cards_that_are_still_to_come_are_no_mistake(browser):
    page = look(browser, {"/hands/0": "Ks Kh 3d / As"}, part="?part=1")
    assert "9 still to come" in page.text
    assert 'class="fault"' not in page.html
    page = look(browser, {"/hands/0": "Ks Kh", "/hands/1": "Ks"}, part="?part=1")
    assert page.html.count('class="fault"') == 1


def test_a_foul_is_seen_as_soon_as_the_hand_is_whole(browser):
    """Three aces above kings in the middle."""
    page = look(browser, {"/hands/0": "As Ah Ac / Ks Kh 3d 5d 2h / 9s 9h 9d 9c Qh"}, part="?part=1")
    assert '<span class="tag foul">foul</span>' in page.html
    assert "three of a kind" in page.text or "trips" in page.text
    page = look(browser, {"/hands/0": AMY}, part="?part=1")
    assert "tag foul" not in page.html


def test_a_natural_that_could_be_declared_is_named(browser, book):
    dragon = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
    page = look(browser, {"/hands/0": dragon}, part="?part=1")
    assert 'data-declare="dragon"' in page.html
    page = look(browser, {"/hands/0": dragon, "/hands/0/natural": "dragon"}, part="?part=1")
    assert "data-declare" not in page.html


def test_a_declared_natural_needs_no_rows(browser, book):
    """Bob's dragon takes 10 (RULES section 4), and nothing else moves between the two."""
    book.open_session({"id": "two", "ruleset": "tw-scoop-only", "players": ["amy", "bob"]})
    place = "/sessions/two/games/1/cards"
    dragon = "Kd Ad 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    amy = "Ks Kh 3d / As Ah Ac 5d 2h / 8s 8h 8d Js Jh"
    save(browser, {"/hands/0": amy, "/hands/1": dragon, "/hands/1/natural": "dragon"}, place)
    assert nets(book, 1, "two") == {"amy": -10, "bob": 10}
    assert standing(book, 1, "two")["round"]["hands"][1]["cards"] == dragon.split()
    assert browser.get(place).fields["/hands/1"] == dragon


# --- kept -----------------------------------------------------------------------------------------


def test_what_was_entered_is_there_after_a_reload_and_gone_once_recorded(browser, book):
    look(browser, {"/hands/0": AMY, "/hands/1": "Qd Qs"})
    page = browser.get(PLACE)
    assert (page.fields["/hands/0"], page.fields["/hands/1"]) == (AMY, "Qd Qs")
    assert page.fields["version"] == "1"
    save(browser, EVERYBODY)
    with book.store.reading() as r:
        assert r.draft("friday", 1) is None


def test_of_two_phones_the_later_one_is_told(browser, book):
    mine, other = browser.get(PLACE).fields, browser.get(PLACE).fields
    assert browser.send(LOOK, {**mine, "/hands/0": AMY}).status_code == 200
    answer = browser.send(LOOK, {**other, "/hands/0": BOB})
    page = Page(answer)
    assert (page.status, page.fields["/hands/0"]) == (412, BOB)
    assert "Another phone" in page.text
    assert browser.get(PLACE).fields["/hands/0"] == AMY
    # Looked at once more, what this phone has is meant.
    assert browser.send(LOOK, page.fields).status_code == 200
    assert browser.get(PLACE).fields["/hands/0"] == BOB


def test_what_comes_after_the_game_was_recorded_is_not_kept(browser, book):
    late = browser.get(PLACE).fields
    book.record("friday", scoops(game=1))
    answer = browser.send(LOOK, {**late, "/hands/0": AMY})
    assert answer.status_code == 412
    with book.store.reading() as r:
        assert r.draft("friday", 1) is None


def test_a_game_that_was_recorded_meanwhile_is_not_recorded_again(browser, book):
    late = browser.get(PLACE).fields
    book.record("friday", scoops(game=1))
    page = Page(browser.send(PLACE, {**late, **EVERYBODY}))
    assert page.status == 409
    assert "recorded already" in page.text
    # It is led to, and what was entered may be the next game.
    assert "/sessions/friday/games/1" in page.links
    assert 'formaction="/sessions/friday/games/2/cards"' in page.html
    assert browser.send("/sessions/friday/games/2/cards", page.fields).status_code == 303
    assert nets(book, 2) == NETS


# --- corrected ------------------------------------------------------------------------------------


def test_an_outcome_is_replaced_by_the_cards(browser, book):
    book.record("friday", scoops("dan>amy", game=1))
    page = browser.get(PLACE)
    assert "Correct game 1" in page.text
    answer = save(browser, {**EVERYBODY, "/reason": "the cards were photographed"})
    assert answer.status_code == 303
    assert nets(book) == NETS
    assert standing(book)["entry"]["kind"] == "game_corrected"


def test_a_correction_begins_with_what_stands(browser, book):
    save(browser, {**EVERYBODY, "/hands/3/ruled_foul": "shown late"})
    page = browser.get(PLACE)
    assert [page.fields[f"/hands/{seat}"] for seat in range(4)] == list(DEAL)
    assert page.fields["/hands/3/ruled_foul"] == "shown late"
    refused = Page(save(browser, {"/hands/3/ruled_foul": ""}))
    assert (refused.status, "/reason-wrong" in refused.ids) == (422, True)
    save(browser, {"/hands/3/ruled_foul": "", "/reason": "it was not late"})
    assert nets(book) == NETS


def test_a_correction_of_what_stands_no_more_is_refused(browser, book):
    book.record("friday", scoops(game=1))
    fields_then = browser.get(PLACE).fields
    hash_then = standing(book)["entry"]["hash"]
    book.correct("friday", 1, {**scoops("amy>bob"), "against": hash_then, "reason": "a scoop"})
    answer = browser.send(PLACE, {**fields_then, **EVERYBODY, "/reason": "cards"})
    assert answer.status_code == 409


# --- what else a table may have -------------------------------------------------------------------


def test_a_hand_ruled_a_foul_without_cards(browser, book):
    """Dan loses all rows to three others, who scoop him: Amy's home run stays one, 2 and 1 each."""
    answer = save(browser, {**fields(AMY, BOB, CAT, ""), "/hands/3/ruled_foul": "twelve cards"})
    assert answer.status_code == 303
    assert nets(book) == NETS
    assert standing(book)["round"]["hands"][3] == {"player": "dan", "ruled_foul": "twelve cards"}


def test_somebody_sits_out(browser, book):
    """Amy scoops both, a home run needs three: 1 and 1 for the quads from each; RULES section 4."""
    page = Page(save(browser, {**fields(AMY, "", CAT, "Ks"), "/sitting_out/1": "bob"}))
    assert {"/hands/3-wrong"} <= set(page.ids)
    assert save(browser, {**fields(AMY, "", CAT, DAN), "/sitting_out/1": "bob"}).status_code == 303
    assert nets(book) == {"amy": 4, "cat": -1, "dan": -3}


def test_banker_and_bets(browser, book):
    """hk-banker: Bob plays two, each row 1, quads in the back 4: 6 units, and 12 of him."""
    book.open_session({"id": "hk", "ruleset": "hk-banker", "players": ["amy", "bob", "cat"],
                       "banker_order": "rotate"})  # fmt: skip
    place = "/sessions/hk/games/1/cards"
    page = browser.get(place)
    assert page.fields["/banker"] == "amy"
    wrong = Page(save(browser, {**fields(AMY, BOB, CAT), "/hands/1/bet": "two"}, place))
    assert "/hands/1/bet-wrong" in wrong.ids
    save(browser, {**fields(AMY, BOB, CAT), "/hands/1/bet": "2"}, place)
    assert nets(book, 1, "hk") == {"amy": 18, "bob": -12, "cat": -6}
    assert browser.get("/sessions/hk/games/2/cards").fields["/banker"] == "bob"


def test_a_doubling_card(browser, book):
    """luosong: the five of diamonds is Amy's, so what moves between her and others is doubled."""
    book.open_session({"id": "ls", "ruleset": "luosong", "players": ["amy", "bob"]})
    place = "/sessions/ls/games/1/cards"
    once = Page(browser.send(f"{place}/preview", {**browser.get(place).fields, **fields(AMY, BOB)}))
    save(browser, {**fields(AMY, BOB), "/doubling_card": "5d"}, place)
    # Rows 1, 1 and 1 with 3 more for quads: a scoop counts all of them twice, and all that twice.
    assert "amy +12" in once.text
    assert nets(book, 1, "ls") == {"amy": 24, "bob": -24}


def test_an_exchange(browser, book):
    """Amy and Bob passed three cards each; what was dealt fits what was held afterwards."""
    book.open_session({"id": "ph", "ruleset": "ph-exchange", "players": ["amy", "bob"]})
    place = "/sessions/ph/games/1/cards"
    given = {"/banker": "amy", "/exchange/passes/0/direction": "across",
             "/exchange/dealt/0": f"Qd Qs 4c {AMY[11:]}",
             "/exchange/dealt/1": f"Ks Kh 3d {BOB[11:]}",
             "/exchange/passes/0/cards/0": "Qd Qs 4c",
             "/exchange/passes/0/cards/1": "Ks Kh 2s"}  # fmt: skip
    page = Page(save(browser, {**fields(AMY, BOB), **given}, place))
    assert page.status == 422
    assert "/exchange/passes/0/cards/1-wrong" in page.ids
    given["/exchange/passes/0/cards/1"] = "Ks Kh 3d"
    assert save(browser, {**fields(AMY, BOB), **given}, place).status_code == 303
    page = browser.get(place)
    assert page.fields["/exchange/passes/0/cards/0"] == "Qd Qs 4c"


def test_five_play_with_a_second_suit(browser, book):
    book.open_session({"id": "five", "ruleset": "five-player", "players": list("abcde")})
    page = browser.get("/sessions/five/games/1/cards")
    assert page.html.count("data-card=") == 65


@pytest.mark.parametrize("ruleset", Rulebook().ids())
@pytest.mark.parametrize("language", ["zh-Hant-TW", "zh-Hant-HK", "zh-Hans", "en"])
def test_every_ruleset_in_every_language(browser, book, ruleset, language):
    browser.language = language
    seats = Rulebook().get(ruleset).rules().least_players
    people = [*PEOPLE, "eve"][: max(seats, len(PEOPLE))]
    book.open_session({"id": "any", "ruleset": ruleset, "players": people})
    page = browser.get("/sessions/any/games/1/cards")
    assert (page.status, page.language) == (200, language)


def test_whoever_looks_on_does_not_record(browser, book):
    key = Keyring(book.store).make(label="x", scope="session", session="friday", role="viewer")
    browser.client.set_cookie("settle_key", key)
    assert browser.get(PLACE).status == 403
    assert PLACE not in browser.get("/sessions/friday").links
