"""What is refused is said in words of the page: no field of a document, no id, at any form."""

from __future__ import annotations

import re
import tomllib

import pytest

import settle.words
from settle.words import LANGUAGES, Language
from tests.access.keyed import Keyring
from tests.book.rounds import scoops, session
from tests.code_health.tree import ROOT
from tests.pages.browsing import Page, with_key
from tests.pages.evenings import PEOPLE

FAULTS = tomllib.loads((ROOT / "settle" / "words" / "faults.en.toml").read_text("utf-8"))
PLACE = re.compile(r"\{([^{}.]*)\}")
OWN = {
    key: text
    for key, text in settle.words._texts(Language.EN, "pages.").items()
    if key.startswith("pages.refused.")
}
WRONG = re.compile(r'<div class="message wrong".*?</div>', re.DOTALL)
SAID = re.compile(r"<li>(?:<a[^>]*>)?(.*?)(?:</a>)?</li>")
FOUND = re.compile("&#34;.*?&#34;|Cat")
"""What was written, which is said back as it was, and a name."""
LATIN = re.compile(r"[a-z_]{2,}")


def test_a_sentence_of_the_pages_stands_for_one_of_a_fault_and_needs_no_more():
    sentences = {f"pages.refused.{key.replace('.', '_')}": text for key, text in FAULTS.items()
                 if isinstance(text, str)}  # fmt: skip
    assert OWN.keys() - sentences.keys() == set()
    assert {
        key: places
        for key, text in OWN.items()
        if (places := {*PLACE.findall(text)} - {*PLACE.findall(sentences[key]), "field"})
    } == {}


@pytest.fixture
def table(book):
    """Two sessions, in one of which a game was played."""
    book.make_group({"id": "circle", "name": "us", "members": PEOPLE})
    for name, ruleset in (("one", "tw-scoop-only"), ("hk", "hk-banker"), ("tw", "tw-points")):
        book.open_session(session(id=name, group="circle", players=PEOPLE, ruleset=ruleset))
    book.record("one", scoops("amy>dan", game=1))
    return book


def told(answer):
    """The sentences of a form that was refused."""
    [wrong] = WRONG.findall(answer.get_data(as_text=True))
    return SAID.findall(wrong)


ONE, HK, TW = "/sessions/one", "/sessions/hk", "/sessions/tw"
FORMS = {
    "/open/hk-banker": {"/stake/amount": "", "/games": "many"},
    "/open/tw-scoop-only": {"stake_for": "pot", "/players/0/name": "A", "/players/1/name": "B"},
    "/open/luosong": {"/stake/amount": "1", "/options/natural_points/dragon": "?"},
    "/open/tw-scoop": {"/stake/amount": "1", "/players/0/name": "A", "/players/0/brought": "5",
                       "/players/1/name": "B"},
    "/open/mainland-basic": {"/stake/amount": "1"},
    "/open/tw-points?group=circle": {"/stake/amount": "-1", "/players/0/id": "amy",
                                     "/players/1/id": "amy"},
    f"{ONE}/money/pay": {"/from": "amy", "/to": "amy", "/amount": "0"},
    f"{ONE}/money/penalty": {"/payer": "amy", "/to": "dan"},
    f"{ONE}/money/cost": {"/to": "amy", "/amount": "1.234"},
    f"{ONE}/table": {"/from_game": "99"},
    f"{ONE}/games/1/void": {"/against": "sha256:" + "1" * 64},
    f"{ONE}/games/1/outcome": {"/against": "sha256:" + "1" * 64},
    f"{ONE}/outcome": {"/game": "2", "/scoop/0/3": "1", "/scoop/3/0": "1"},
    f"{HK}/outcome": {"/game": "1", "/bet/1": "?"},
    f"{TW}/outcome": {"/game": "1", "/duel/0/1/front": "0"},
    f"{HK}/games/1/cards": {"/hands/0": "As", "/hands/1/bet": "0"},
    "/groups": {"/members/0/name": "x" * 41},
    "/groups/circle/members": {"/name": ""},
    "/groups/circle/name": {"/name": ""},
}  # fmt: skip


@pytest.mark.parametrize("address", FORMS)
def test_in_chinese_nothing_of_a_document_is_named(table, address):
    browser = with_key(table, Keyring(table.store).admin, "zh-Hant-TW")
    page = browser.get(address)
    before = page.fields if page.status == 200 else {}
    answer = browser.send(address, {**before, **FORMS[address], "idempotency_key": "k"})
    assert answer.status_code in (409, 422)
    sentences = told(answer)
    assert sentences
    assert [each for each in sentences if LATIN.search(FOUND.sub("", each))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_is_called_what_stands_beside_it(table, language):
    browser = with_key(table, Keyring(table.store).admin, language)
    label = settle.words._texts(language, "pages.")["pages.fields.reason"]
    of = table.round("one", 1).document()["entry"]["hash"]
    [sentence] = told(browser.send(f"{ONE}/games/1/void", {"/reason": " ", "/against": of}))
    assert label in sentence


def test_people_are_named_and_rulesets_by_their_titles(table, browser):
    page = browser.get("/open/tw-scoop-only?group=circle")
    form = {**page.fields, "/stake/amount": "1", "/players/0/id": "dan", "/players/1/id": "dan"}
    assert (
        "大華 sits on two seats" in told(browser.send("/open/tw-scoop-only?group=circle", form))[0]
    )
    form = {**browser.get("/open/tw-scoop-only").fields, "/stake/amount": "1"}
    [sentence] = told(browser.send("/open/tw-scoop-only", form))
    assert "Taiwan, scoops only" in sentence
    assert "tw-scoop-only" not in sentence


def test_a_refusal_that_is_a_page_is_worded_so_too(table):
    amy = with_key(table, Keyring(table.store).seat("one", "amy"))
    of = table.session_view("one").document()["opening"]["hash"]
    assert amy.send(f"{ONE}/agreement", {"/of": of, "idempotency_key": "a"}).status_code == 303
    page = Page(amy.send(f"{ONE}/agreement", {"/of": of, "idempotency_key": "b"}))
    assert (page.status, "阿明" in page.text, "amy" in page.text) == (409, True, False)
