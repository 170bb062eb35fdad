"""Who comes in and what they find: keys, links, seats."""

from __future__ import annotations

import re

import pytest

from settle.access.linking import Links
from settle.app.allowing import COOKIE
from tests.access.keyed import Keyring
from tests.app.serving import app_of
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import friday

FRIDAY = "/sessions/friday"


@pytest.fixture
def keyring(book):
    return Keyring(book.store)


@pytest.fixture
def stranger(book):
    """A browser without a key."""
    return with_key(book)


def link(book, role, player=None):
    """The path of a link of the session."""
    document = {"role": role} if player is None else {"role": role, "player": player}
    _, address = Links(book.store, lambda token: f"/join/{token}").make(
        "friday", document, by="key:00000000"
    )
    return address


def led(browser, address):
    """Where an address leads on to."""
    answer = browser.client.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == 303
    return answer.headers["Location"]


def book_links(book):
    """The ids of the links of the session."""
    with book.store.reading() as r:
        return [row.id for row in r.link_rows("friday")]


def test_without_a_key_there_is_a_welcome_and_nothing_of_the_book(stranger, book):
    friday(book, 1)
    page = stranger.get("/")
    assert page.status == 200
    assert "Friday" not in page.text
    assert {"/sign-in", "/rulesets"} <= set(page.links)
    for path in ("", "/money", "/live", "/sheet.csv", "/table", "/share"):
        refused = stranger.get(FRIDAY + path)
        assert (refused.status, "Friday" in refused.text) == (401, False)
        assert "/sign-in" in refused.links


def test_a_key_is_written_in_once(stranger, book, keyring):
    friday(book, 1)
    page = stranger.fill("/sign-in", key=f" {keyring.admin} ")
    assert (page.status, "Friday" in page.text) == (200, True)
    kept = stranger.client.get_cookie(COOKIE)
    assert (kept.value, kept.http_only, kept.same_site, kept.path) == (
        keyring.admin, True, "Lax", "/",
    )  # fmt: skip


@pytest.mark.parametrize("key", ["", "x", "stl_00000000_" + "A" * 43])
def test_a_key_that_is_none_is_told_at_its_field_and_not_shown_again(stranger, key):
    page = stranger.fill("/sign-in", key=key)
    assert (page.status, "/key-wrong" in page.ids) == (401, True)
    assert page.fields["/key"] == ""
    assert stranger.client.get_cookie(COOKIE) is None


HEADERS = re.compile("Authorization|Bearer")
AGAIN = {
    "en": "open the link that you were sent again, or sign in",
    "zh-Hant-TW": "請再打開一次傳給你的連結，或用鑰匙登入",
    "zh-Hant-HK": "請再打開一次傳給你的連結，或用鑰匙登入",
    "zh-Hans": "请再打开一次发给你的链接，或用密钥登录",
}
MISTYPED = {
    "en": "this is no whole key; look whether all of it was copied, from stl_ on",
    "zh-Hant-TW": "這不是完整的鑰匙；請看看是不是從 stl_ 開始整串都複製了",
    "zh-Hant-HK": "這不是完整的鑰匙；請看看是不是從 stl_ 開始整串都複製了",
    "zh-Hans": "这不是完整的密钥；请看看是不是从 stl_ 开始整串都复制了",
}


@pytest.mark.parametrize("language", AGAIN)
@pytest.mark.parametrize("kept", [None, "stl_", "stl_00000000_" + "A" * 43])
def test_who_has_no_key_is_told_what_people_do(stranger, book, language, kept):
    friday(book)
    stranger.language = language
    if kept is not None:
        stranger.client.set_cookie(COOKIE, kept)
    page = stranger.get(FRIDAY)
    assert (page.status, AGAIN[language] in page.text) == (401, True)
    assert not HEADERS.search(page.html)


@pytest.mark.parametrize("language", MISTYPED)
@pytest.mark.parametrize("key", ["", "stl_x"])
def test_who_mistypes_a_key_is_told_what_people_do(stranger, language, key):
    stranger.language = language
    page = stranger.fill("/sign-in", key=key)
    assert (page.status, MISTYPED[language] in page.text) == (401, True)
    assert not HEADERS.search(page.html)


def test_out_again(browser, book):
    friday(book)
    answer = browser.send("/sign-out", {"out": "yes"})
    assert answer.status_code == 303
    assert browser.client.get_cookie(COOKIE) is None
    assert browser.get(FRIDAY).status == 401


def test_over_https_the_key_goes_nowhere_else(book, keyring):
    client = app_of(book).test_client()
    answer = client.post(
        "/sign-in",
        base_url="https://settle.example",
        data={"/key": keyring.admin},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert "Secure" in answer.headers["Set-Cookie"]


# --- links ----------------------------------------------------------------------------------------


def test_looking_at_a_link_does_nothing(stranger, book):
    friday(book, 1)
    address = link(book, "player", "dan")
    for _ in range(3):
        page = stranger.get(address)
        assert (page.status, "You are 大華." in page.text) == (200, True)
        assert "Friday" in page.text
    assert stranger.client.get_cookie(COOKIE) is None
    assert stranger.get(FRIDAY).status == 401


def test_a_link_for_a_seat_lets_one_phone_in(stranger, book):
    friday(book, 1)
    address = link(book, "player", "dan")
    page = stranger.fill(address)
    assert (page.status, "<h1>Friday" in page.html) == (200, True)
    assert "Friday" in stranger.get("/").text
    second = with_key(book)
    told = second.get(led(second, address), **{"Accept-Language": "zh-TW"})
    assert (told.status, "請主持的人到「找人進來」取消它" in told.text) == (409, True)


def test_a_used_link_leads_in_whoever_came_by_it(book, keyring):
    """The key of the link alone is enough, which is brought only to addresses of the session."""
    friday(book, 1)
    phone = with_key(book, keyring.make(label="host", scope="create"))
    address = link(book, "player", "dan")
    assert phone.send(address, {"join": "yes"}).status_code == 303
    phone.client.delete_cookie(COOKIE)
    for into in (led(phone, address), phone.send(address, {"join": "yes"}).headers["Location"]):
        assert led(phone, into) == FRIDAY
    Links(book.store, str).revoke("friday", book_links(book)[0])
    over = phone.get(led(phone, address))
    assert (over.status, "taken back" in over.text) == (409, True)


def test_a_used_link_to_sign_in_leads_home(stranger, book):
    address = Links(book.store, lambda token: f"/join/{token}").sign_in(by="key:00000000")
    stranger.fill(address)
    assert led(stranger, address) == "/"
    assert with_key(book).get(address).status == 409


def test_a_link_to_look_on_lets_many_in(book):
    friday(book, 1)
    address = link(book, "viewer")
    for _ in range(2):
        viewer = with_key(book)
        assert viewer.fill(address).status == 200
        assert viewer.get(f"{FRIDAY}/money").status == 200


def test_a_key_of_before_stays_beside_that_of_a_link(book, keyring):
    """Whoever keeps a book and joins another table on the same phone loses neither."""
    friday(book, 1)
    key = keyring.make(label="host", scope="create")
    phone = with_key(book, key)
    answer = phone.send(link(book, "player", "dan"), {"join": "yes"})
    assert f"Path={FRIDAY}" in answer.headers["Set-Cookie"]
    assert phone.client.get_cookie(COOKIE).value == key


def test_whoever_joined_by_a_link_signs_out(stranger, book):
    friday(book, 1)
    assert stranger.fill(link(book, "player", "dan")).status == 200
    assert f'action="{FRIDAY}/sign-out"' in stranger.get(f"{FRIDAY}/money").html
    assert stranger.send(f"{FRIDAY}/sign-out", {"out": "yes"}).status_code == 303
    page = stranger.get(FRIDAY)
    assert (page.status, "/sign-in" in page.links) == (401, True)
    assert "Friday" not in stranger.get("/").text


def test_a_dead_key_of_a_link_gives_way_to_that_of_a_later_sign_in(stranger, book, keyring):
    friday(book, 1)
    stranger.fill(link(book, "player", "dan"))
    Links(book.store, str).revoke("friday", book_links(book)[0])
    assert stranger.get(f"{FRIDAY}/money").status == 401
    assert stranger.fill("/sign-in", key=keyring.admin).status == 200
    assert stranger.get(FRIDAY).status == 200


def test_a_link_that_is_none(stranger):
    assert stranger.get("/join/nothing").status == 404


# --- what each is offered -------------------------------------------------------------------------


def test_a_player_is_offered_what_a_player_may(book, keyring):
    friday(book, 1).settle("friday", {})
    dan = with_key(book, keyring.seat("friday", "dan"))
    page = dan.get(FRIDAY)
    assert f"{FRIDAY}/money" in page.links
    assert {f"{FRIDAY}/table", f"{FRIDAY}/share", f"{FRIDAY}/end"}.isdisjoint(page.links)
    assert dan.get(f"{FRIDAY}/table").status == 403
    owed = next(form for form in dan.get(f"{FRIDAY}/money").forms if "/from" in form)
    assert dan.send(f"{FRIDAY}/money/pay", owed).status_code == 303
    settle = dan.send(f"{FRIDAY}/money/settle", {"idempotency_key": "k"})
    assert settle.status_code == 403


def test_a_player_says_nothing_about_the_payments_of_others(book, keyring):
    friday(book, 1).settle("friday", {})
    cat = with_key(book, keyring.seat("friday", "cat"))
    assert not [form for form in cat.get(f"{FRIDAY}/money").forms if form.get("/from") == "dan"]
    form = {"idempotency_key": "k", "/from": "dan", "/to": "amy", "/amount": "100"}
    assert cat.send(f"{FRIDAY}/money/pay", form).status_code == 403


def test_whoever_looks_on_is_offered_nothing_to_enter(book, keyring):
    friday(book, 1)
    key = keyring.make(label="v", scope="session", session="friday", role="viewer")
    viewer = with_key(book, key)
    # How it could be paid is asked by a link, which changes nothing.
    assert viewer.get(f"{FRIDAY}/money").forms == [{"mode": "fewest"}]
    assert "/open" not in viewer.get("/").links


def test_a_session_of_others_is_none(book, keyring):
    friday(book, 1)
    host = with_key(book, keyring.make(label="other", scope="create"))
    foreign, none = host.get(FRIDAY), host.get("/sessions/nowhere")
    assert (foreign.status, none.status) == (404, 404)
    assert foreign.html.replace("friday", "nowhere") == none.html


def test_whoever_opens_a_session_is_its_host(book, keyring):
    host = with_key(book, keyring.make(label="amy", scope="create"))
    page = host.fill("/open/tw-scoop", stake__amount="10", players__0__name="Amy",
                     players__1__name="Bob")  # fmt: skip
    assert page.status == 200
    assert any(link.endswith("/table") for link in page.links)


# --- inviting -------------------------------------------------------------------------------------


def test_a_link_is_made_and_shown_once_with_its_code(browser, book):
    friday(book)
    page = browser.get(f"{FRIDAY}/share")
    answer = browser.send(f"{FRIDAY}/share", {**page.forms[0], "for": "player:dan"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    address = re.search(r"http://localhost(/join/[\w-]+)", answer.text)[1]
    assert "<svg" in answer.text
    assert address not in browser.get(f"{FRIDAY}/share").html
    phone = with_key(book)
    assert "You are 大華." in phone.get(address).text


def test_a_link_that_was_sent_for_twice_is_told_in_words(browser, book):
    friday(book)
    form = {**browser.get(f"{FRIDAY}/share").forms[0], "for": "player:dan"}
    assert browser.send(f"{FRIDAY}/share", form).status_code == 200
    again = Page(browser.send(f"{FRIDAY}/share", form))
    assert (again.status, "end it below and make another one" in again.text) == (409, True)
    assert "Idempotency-Key" not in again.html
    # Made anew, it is another one.
    [made] = [each for each in again.forms if "for" in each]
    assert browser.send(f"{FRIDAY}/share", {**made, "for": "viewer"}).status_code == 200


def test_a_link_is_ended(browser, book):
    friday(book)
    address = link(book, "viewer")
    page = browser.get(f"{FRIDAY}/share")
    assert "to look on" in page.text
    [revoke] = [form for form in page.forms if "revoke" in form]
    place = re.search(r'action="(/sessions/friday/share/\w+/revoke)"', page.html)[1]
    assert browser.send(place, revoke).status_code == 303
    assert with_key(book).get(led(with_key(book), address)).status == 409


def test_a_seat_that_has_a_key_gets_no_other(browser, book, keyring):
    friday(book)
    keyring.seat("friday", "dan")
    answer = browser.send(f"{FRIDAY}/share", {"idempotency_key": "k", "for": "player:dan"})
    assert (answer.status_code, 'id="for-wrong"' in answer.text) == (409, True)


def test_a_host_takes_a_seat(book, keyring):
    host = with_key(book, keyring.make(label="amy", scope="create"))
    page = host.fill("/open/tw-scoop", stake__amount="10", players__0__name="Amy",
                     players__1__name="Bob")  # fmt: skip
    share = next(link for link in page.links if link.endswith("/share"))
    taken = host.send(share.replace("/share", "/seat"), {"idempotency_key": "k", "/player": "p1"})
    assert taken.status_code == 303
    assert "You are Amy." in host.get(share).text
