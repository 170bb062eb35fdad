"""Money by its page: settled, paid, fined, shared, taken back."""

from __future__ import annotations

import pytest

from tests.book.rounds import PLAYERS, scoops, session
from tests.pages.browsing import Page
from tests.pages.evenings import PEOPLE, friday

PLACE = "/sessions/friday/money"


def form_of(page, *names):
    """The form that has these fields."""
    return next(form for form in page.forms if all(name in form for name in names))


def settlement(book):
    return book.settlement("friday").document()


def test_it_is_settled_and_paid(browser, book):
    friday(book, 3)
    page = browser.get(PLACE)
    assert "大華 → 阿明 300 TWD" in page.text
    settle = form_of(page, "/mode")
    assert browser.send(f"{PLACE}/settle", settle).status_code == 303
    page = browser.get(PLACE)
    assert "Not paid yet" in page.text
    owed = form_of(page, "/from", "/to", "/amount", "/currency")
    assert (owed["/from"], owed["/to"], owed["/amount"]) == ("dan", "amy", "300")
    assert browser.send(f"{PLACE}/pay", owed).status_code == 303
    assert settlement(book)["outstanding"] == []
    page = browser.get(PLACE)
    assert "Not paid yet" not in page.text
    assert "大華 paid 阿明 300 TWD" in page.text


def test_it_can_be_settled_otherwise(browser, book):
    """Amy scoops Dan, Cat scoops Bob: through Amy, Bob and Dan pay her, and she pays Cat."""
    friday(book, 0).record("friday", scoops("amy>dan", "cat>bob", game=1))
    page = browser.get(f"{PLACE}?mode=via:amy")
    for told in ("小美 → 阿明 100 TWD", "大華 → 阿明 100 TWD", "阿明 → Cat 100 TWD"):
        assert told in page.text
    settle = form_of(page, "/mode")
    assert settle["/mode"] == "via:amy"
    assert browser.send(f"{PLACE}/settle", settle).status_code == 303
    assert len(settlement(book)["outstanding"]) == 3
    assert browser.get(f"{PLACE}?mode=nonsense").status == 422


@pytest.mark.parametrize("written", ["1,000", "１０００", "１，０００ 元", "$1000", " 1 000 "])
def test_amounts_are_read_as_people_write_them(browser, book, written):
    friday(book, 1)
    paid = {"/from": "dan", "/to": "amy", "/amount": written}
    assert browser.send(f"{PLACE}/pay", paid).status_code == 303
    assert "大華 paid 阿明 1000 TWD" in browser.get(PLACE).text


def test_what_is_no_amount_is_told_as_it_was_written(browser, book):
    """A comma in front of one digit groups no thousands, and dollars of elsewhere are not ours."""
    friday(book, 1)
    for written in ("1,5", "US$5"):
        paid = {"/from": "dan", "/to": "amy", "/amount": written}
        page = Page(browser.send(f"{PLACE}/pay", paid))
        assert page.status == 422
        assert "a number above zero, such as 1,000, of 15 digits" in page.text
        assert written in page.text.split("at most, not ")[1][:8]


def test_a_payment_that_was_tapped_twice_is_one(browser, book):
    friday(book, 3).settle("friday", {})
    owed = form_of(browser.get(PLACE), "/from", "/currency")
    for _ in range(2):
        assert browser.send(f"{PLACE}/pay", owed).status_code == 303
    assert browser.get(PLACE).text.count("大華 paid 阿明") == 1


def test_a_form_that_was_gone_back_to_can_be_sent_as_another_one(browser, book):
    friday(book, 3)
    pay = {**form_of(browser.get(PLACE), "/from", "/note"), "/from": "dan", "/to": "amy"}
    assert browser.send(f"{PLACE}/pay", {**pay, "/amount": "100"}).status_code == 303
    told = Page(browser.send(f"{PLACE}/pay", {**pay, "/amount": "50"}))
    assert told.status == 422
    again = form_of(told, "/from", "/note")
    assert (again["/amount"], again["idempotency_key"] == pay["idempotency_key"]) == ("50", False)
    assert browser.send(f"{PLACE}/pay", again).status_code == 303
    assert browser.get(PLACE).text.count("大華 paid 阿明") == 2


def test_a_payment_is_taken_back(browser, book):
    friday(book, 3).settle("friday", {})
    browser.send(f"{PLACE}/pay", form_of(browser.get(PLACE), "/from", "/currency"))
    seq = book.session_view("friday").document()["head"]["seq"]
    form = {"idempotency_key": "again", "/reason": "never came"}
    assert browser.send(f"{PLACE}/payments/{seq}/reversal", form).status_code == 303
    assert len(settlement(book)["outstanding"]) == 1
    assert "taken back" in browser.get(PLACE).text
    answer = browser.send(f"{PLACE}/payments/{seq}/reversal", {**form, "idempotency_key": "more"})
    assert answer.status_code == 409


def test_a_settlement_is_taken_back(browser, book):
    friday(book, 3).settle("friday", {})
    form = {"idempotency_key": "again", "/reason": "too early"}
    assert browser.send(f"{PLACE}/settlements/5/reversal", form).status_code == 303
    assert len(settlement(book)["transfers"]) == 1


def test_a_fine_goes_to_the_common_purse(browser, book):
    friday(book, 1)
    page = browser.get(PLACE)
    fine = {
        **form_of(page, "/payer", "/reason"),
        "/payer": "bob",
        "/amount": "50",
        "/reason": "foul",
    }
    assert fine["/to"] == "fund:common"
    assert browser.send(f"{PLACE}/penalty", fine).status_code == 303
    totals = {each["player"]: each["amount"] for each in settlement(book)["totals"]}
    assert totals == {
        "amy": "100",
        "bob": "-50",
        "cat": "0",
        "dan": "-100",
        "fund:common": "50",
    }
    assert "小美 is fined 50 TWD, to common purse" in browser.get(PLACE).text


def test_the_common_purse_is_one_account_in_the_words_of_each(browser, book):
    friday(book, 1)
    for language, called in (("zh-TW", "公款"), ("zh-HK", "公數"), ("en", "common purse")):
        browser.language = language
        page = browser.get(PLACE)
        fine = {**form_of(page, "/payer", "/reason"), "/amount": "50", "/reason": "foul"}
        assert called in page.text
        assert browser.send(f"{PLACE}/penalty", fine).status_code == 303
        assert called in browser.get("/sessions/friday").text
    funds = {each["player"]: each["amount"] for each in settlement(book)["totals"]
             if each["player"].startswith("fund:")}  # fmt: skip
    assert funds == {"fund:common": "150"}


def test_a_cost_is_shared(browser, book):
    friday(book, 0)
    cost = {**form_of(browser.get(PLACE), "/to", "/amount", "/reason"), "/sharers/0": "amy",
            "/sharers/2": "cat", "/to": "dan", "/amount": "300", "/reason": "rent"}  # fmt: skip
    cost.pop("/payer", None)
    assert browser.send(f"{PLACE}/cost", cost).status_code == 303
    totals = {each["player"]: each["amount"] for each in settlement(book)["totals"]}
    assert totals == {"amy": "-150", "bob": "0", "cat": "-150", "dan": "300"}


@pytest.mark.parametrize(
    ("what", "fields", "wrong"),
    [
        ("pay", {"/from": "dan", "/to": "dan", "/amount": "1"}, "pay/to"),
        ("pay", {"/from": "dan", "/to": "amy", "/amount": "x"}, "pay/amount"),
        ("penalty", {"/payer": "dan", "/to": "amy", "/amount": "1", "/reason": ""},
         "penalty/reason"),
        ("cost", {"/to": "amy", "/amount": "1.234", "/reason": "rent", "/sharers/0": "bob"},
         "cost/amount"),
    ],
)  # fmt: skip
def test_faults_stand_at_the_fields_of_their_form(browser, book, what, fields, wrong):
    friday(book, 1)
    answer = browser.send(f"{PLACE}/{what}", {"idempotency_key": "k", **fields})
    assert answer.status_code == 422
    assert f'id="{wrong}-wrong"' in answer.text
    assert answer.text.count(" open>") == 1
    assert book.session_view("friday").document()["head"]["seq"] == 2


def test_a_fault_calls_its_field_as_the_form_does_and_is_in_sight(browser, book):
    friday(book, 1).settle("friday", {})
    browser.language = "en"
    cost = {**form_of(browser.get(PLACE), "/to", "/amount", "/reason"), "/amount": "5"}
    page = Page(browser.send(f"{PLACE}/cost", {**cost, "/sharers/0": "amy", "/reason": ""}))
    assert "“For what” is empty" in page.text
    seq = book.session_view("friday").document()["head"]["seq"]
    page = Page(browser.send(f"{PLACE}/settlements/{seq}/reversal", {"/reason": ""}))
    assert '<details class="no-print" open>' in page.html


def test_without_a_stake_the_currency_is_asked_for(browser, book):
    friday(book, 1, stake=None)
    page = browser.get(PLACE)
    assert "played for points only" in page.text
    pay = {**form_of(page, "/from", "/note"), "/from": "dan", "/to": "amy", "/amount": "5",
           "/currency": "HKD"}  # fmt: skip
    assert browser.send(f"{PLACE}/pay", pay).status_code == 303
    assert settlement(book)["currency"] == "HKD"


def test_evenings_settled_as_one_are_paid_in_the_last_one(browser, book):
    book.make_group({"id": "circle", "name": "us", "members": PLAYERS})
    book.open_session(session(id="first", group="circle"))
    book.open_session(session(id="last", group="circle", players=PLAYERS[:3]))
    book.record("first", scoops("amy>dan", game=1))
    book.record("last", scoops("bob>cat", players=PLAYERS[:3], game=1))
    book.settle_group("circle", {})
    told = "The evenings of the group were settled as one; what came of it is paid in last"
    first, last = (browser.get(f"/sessions/{each}/money") for each in ("first", "last"))
    assert told in first.text
    assert "Not paid yet" not in first.text
    # dan has no seat in the last one, and pays there all the same.
    assert told in last.text
    assert "dan → bob 100 TWD" in last.text
    owed = form_of(last, "/from", "/to", "/amount", "/currency")
    assert browser.send("/sessions/last/money/pay", owed).status_code == 303
    outstanding = book.settlement("last").document()["outstanding"]
    assert [(each["from"], each["to"]) for each in outstanding] == [("dan", "bob")]


def test_who_had_no_seat_is_told_by_name_and_a_session_by_its_title(browser, book):
    book.make_group({"id": "circle", "name": "us", "members": PEOPLE})
    book.open_session(session(id="first", group="circle", title="Thursday", players=PEOPLE))
    friday(book, 0, group="circle")
    book.open_session(session(id="last", group="circle", title="Saturday", players=PEOPLE[:3]))
    book.record("first", scoops("amy>dan", game=1))
    book.record("last", scoops("bob>cat", players=PLAYERS[:3], game=1))
    # 100 of dan for amy, 100 of cat for bob: dan is a guest on Saturday.
    book.settle_group("circle", {"sessions": ["first", "last"]})
    last = browser.get("/sessions/last/money").text
    assert "大華 → 小美 100 TWD" in last
    assert "dan" not in last.split()
    assert "Settled together with Thursday; what all of them come to is paid here" in last
    assert "what came of it is paid in Saturday" in last
    first = browser.get("/sessions/first/money").text
    assert "Settled together with Saturday; what all of them come to is paid in Saturday" in first
    assert "大華 → 小美 100 TWD" in browser.get("/sessions/last").text
