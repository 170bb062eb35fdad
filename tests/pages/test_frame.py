"""What every page has: its language, headers that keep it safe, refusals that people can read."""

from __future__ import annotations

import re

import pytest

from settle.app import create_app
from settle.pages.assets import assets
from settle.pages.frame import LANGUAGE_COOKIE
from settle.watching import Metrics, watch
from tests.pages.browsing import Page, signed_in
from tests.pages.evenings import friday

TITLES = {
    "en": ("en", "Sessions"),
    "zh-TW": ("zh-Hant-TW", "牌局"),
    "zh-HK": ("zh-Hant-HK", "牌局"),
    "zh-CN": ("zh-Hans", "牌局"),
}


@pytest.mark.parametrize(("asked", "told"), TITLES.items())
def test_the_browser_says_the_language(browser, asked, told):
    page = browser.get("/", **{"Accept-Language": asked})
    assert (page.status, page.language) == (200, told[0])
    assert page.headers["Content-Language"] == told[0]
    assert f"<h1>{told[1]}</h1>" in page.html


def test_a_language_that_was_chosen_is_kept(browser):
    assert browser.get("/?lang=zh-Hans").language == "zh-Hans"
    assert browser.client.get_cookie(LANGUAGE_COOKIE).value == "zh-Hans"
    assert browser.get("/open").language == "zh-Hans"


def test_a_language_that_there_is_not_changes_nothing(browser):
    page = browser.get("/?lang=fr")
    assert (page.status, page.language) == (200, "en")
    assert browser.client.get_cookie(LANGUAGE_COOKIE) is None


def test_the_ruleset_says_whose_traditional_words_they_are(browser):
    browser.language = "zh-Hant"
    assert browser.get("/open/hk-banker").language == "zh-Hant-HK"
    assert browser.get("/open/tw-scoop").language == "zh-Hant-TW"


def test_what_a_messenger_adds_to_a_link_is_nothing(browser):
    assert browser.get("/?fbclid=abc&utm_source=x").status == 200


def test_no_script_and_no_style_from_elsewhere(browser):
    page = browser.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "style=" not in page.html
    assert re.findall(r"(?:src|href)=\"[a-z]+:", page.html) == []


def test_what_the_browser_has_already_is_not_sent_again(browser):
    tag = browser.get("/").headers["ETag"]
    again = browser.client.get("/", headers={"If-None-Match": tag, "Accept-Language": "en"})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["style.css", "pages.js", "suits.svg", "icon.svg"])
def test_a_file_has_an_address_that_names_its_content(browser, name):
    digest = assets()[name].digest
    kept = browser.client.get(f"/static/{digest}/{name}")
    assert (kept.status_code, kept.headers["Cache-Control"].split()[-1]) == (200, "immutable")
    old = browser.client.get(f"/static/000000000000/{name}")
    assert (old.data, old.headers["Cache-Control"]) == (kept.data, "no-cache")
    assert browser.client.get(f"/static/{digest}/other.css").status_code == 404


# --- refusals -------------------------------------------------------------------------------------


def test_people_get_a_page_and_programs_a_document(browser):
    page = browser.get("/sessions/none", **{"Accept-Language": "zh-TW"})
    assert (page.status, page.language) == (404, "zh-Hant-TW")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    answer = browser.client.get("/v1/sessions/none", headers={"Accept": "*/*"})
    assert (answer.status_code, answer.content_type) == (401, "application/problem+json")


@pytest.mark.parametrize(
    ("address", "accept", "kind"),
    [
        ("/nonsense", "text/html", "text/html; charset=utf-8"),
        ("/nonsense", "application/json", "application/problem+json"),
        ("/nonsense", "*/*", "application/problem+json"),
        ("/v1/nonsense", "text/html", "application/problem+json"),
    ],
)
def test_an_address_that_there_is_not(browser, address, accept, kind):
    answer = browser.client.get(address, headers={"Accept": accept})
    assert (answer.status_code, answer.content_type) == (404, kind)


def test_a_wrong_method_says_which_ones_there_are(browser):
    answer = browser.client.delete("/open", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.content_type) == (405, "text/html; charset=utf-8")
    assert "GET" in answer.headers["Allow"]


FORM = {"/players/0/name": "Amy", "/players/1/name": "Bob", "stake_for": "none"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "http://localhost:8001"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
)
def test_only_forms_of_our_own_pages_are_taken(browser, book, headers, status):
    keyed = {"idempotency_key": "once", **FORM}
    answer = browser.client.post("/open/tw-scoop", data=keyed, headers=headers)
    assert answer.status_code == status
    assert len(book.sessions().document()["sessions"]) == (status == 303)


def test_a_form_without_its_key_stores_nothing_and_comes_again_with_one(browser, book):
    own = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    for _ in range(2):
        page = Page(browser.client.post("/open/tw-scoop", data=FORM, headers=own))
        assert page.status == 422
        assert book.sessions().document()["sessions"] == []
    form = next(form for form in page.forms if form.get("/players/0/name"))
    answer = browser.client.post("/open/tw-scoop", data=form, headers=own)
    assert answer.status_code == 303
    session = answer.headers["Location"]
    assert (
        browser.client.post(f"{session}/outcome", data={"/x": ""}, headers=own).status_code == 422
    )
    assert book.sessions().document()["sessions"][0]["played"] == 0


def test_a_foreign_form_is_told_so(browser):
    foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "http://elsewhere.example"}
    answer = browser.send("/open/tw-scoop", FORM, **foreign)
    assert "the form came from &#34;http://elsewhere.example&#34;" in answer.text


def test_what_is_no_form_is_refused(browser):
    own = {"Sec-Fetch-Site": "same-origin"}
    answer = browser.client.post("/open/tw-scoop", json={}, headers=own)
    assert (answer.status_code, answer.content_type) == (415, "text/html; charset=utf-8")
    form = "application/x-www-form-urlencoded"
    for data in (b"a=\xff", b"&".join(b"a=1" for _ in range(2001))):
        answer = browser.client.post("/open/tw-scoop", data=data, content_type=form, headers=own)
        assert answer.status_code == 400


def test_a_bug_is_a_page_too(book, monkeypatch):

    app = create_app(book)
    monkeypatch.setattr(book, "sessions", None)
    page = signed_in(app, book).get("/")
    assert (page.status, "Traceback" in page.html) == (500, False)


def test_what_pages_refuse_is_counted_by_its_code(book):
    """A page that says no, a form with faults at its fields; not what is only looked at."""
    friday(book, 1)
    app, log = create_app(book), []
    watch(app, metrics=Metrics(), log=log.append)
    browser = signed_in(app, book)

    def codes(path, **fields):
        browser.send(f"/sessions/{path}", fields)
        return log[-1].get("refused", "")

    assert codes("nothing/end", x="") == "unknown_session"
    assert codes("friday/end", **{"/nothing": "x"}) == "unknown_field"
    impossible = {"/game": "2", "/scoop/0/3": "1", "/scoop/3/0": "1"}
    assert codes("friday/outcome", **impossible) == "outcome_contradictory"
    assert codes("friday/outcome", **impossible, do="preview") == "outcome_contradictory"
    assert codes("friday/outcome", **impossible, do="look") == ""
    half = {"/hands/0": "Ks Kh 3d / As As", "version": "0"}
    assert codes("friday/games/2/cards/preview", **half) == ""
