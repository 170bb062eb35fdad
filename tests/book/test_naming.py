"""Names and titles of sessions that were settled as one: on sheets, in views and in tables.

By hand: on Monday amy gets 100 of bob, on Friday cat gets 100 of dan; all of it is paid on Friday.
"""

from __future__ import annotations

import pytest

from settle.archive.sheets import sheet_csv
from settle.explain import sheet_page
from settle.explain.drawing import sheet_svg
from tests.book.money import pay
from tests.book.rounds import new_book, scoops, session

MEMBERS = [
    {"id": "amy", "name": "阿明"},
    {"id": "bob", "name": "小美"},
    {"id": "cat", "name": "阿強"},
    {"id": "dan", "name": "大偉"},
]


def write(book, *, grouped=True, monday=MEMBERS[:2], title="星期一"):
    """Both evenings, settled as one."""
    members = MEMBERS if grouped else [each["id"] for each in MEMBERS]
    book.make_group({"id": "circle", "name": "us", "members": members})
    named = {} if title is None else {"title": title}
    book.open_session(session(id="monday", group="circle", players=monday, **named))
    friday = session(id="friday", group="circle", title="星期五", players=MEMBERS[2:])
    book.open_session(friday)
    book.record("monday", scoops("amy>bob", players=["amy", "bob"], game=1))
    book.record("friday", scoops("cat>dan", players=["cat", "dan"], game=1))
    book.settle_group("circle", {})


@pytest.fixture
def book(tmp_path):
    return new_book(tmp_path)


def money_of(book, name, language="zh-Hant"):
    """The lines below the table of a sheet, down to the checkpoint."""
    page = sheet_page(book.sheet(name, language=language)).split("\n")
    start = next(place for place, line in enumerate(page) if line in ("結算", "Settlement", "结算"))
    return [line.strip() for line in page[start + 1 : page.index("", start + 1)]]


def unpaid(book, name="friday"):
    flows = book.sheet(name, language="en").outstanding
    return sorted(f"{each.payer}>{each.payee} {each.amount}" for each in flows)


def test_who_had_no_seat_is_told_as_the_group_says(book):
    write(book)
    assert unpaid(book) == ["大偉>阿強 100", "小美>阿明 100"]
    view = book.session_view("friday").document()
    assert view["names"] == {each["id"]: each["name"] for each in MEMBERS}
    # Where nothing is paid nobody else is named.
    assert book.session_view("monday").document()["names"].keys() == {"amy", "bob"}
    for text in (sheet_csv(book.sheet("friday")), sheet_svg(book.sheet("friday"))):
        assert "小美" in text
        assert "bob" not in text


def test_else_as_their_own_session_does(book):
    write(book, grouped=False)
    assert unpaid(book) == ["大偉>阿強 100", "小美>阿明 100"]


def test_two_of_one_name_are_told_apart(book):
    people = [{"id": "amy", "name": "阿強"}, MEMBERS[1]]
    write(book, grouped=False, monday=people)
    assert unpaid(book) == ["大偉>阿強 (cat) 100", "小美>阿強 (amy) 100"]


def test_a_name_that_was_forgotten_is_not_told_by_others(book):
    write(book)
    pay(book, "bob>amy 100", "friday")
    pay(book, "dan>cat 100", "friday")
    book.name_player("friday", {"player": "cat", "erase": True}, key="forget")
    assert "阿強" not in sheet_page(book.sheet("friday"))
    assert "cat" not in book.session_view("friday").document()["names"]


TOGETHER = [
    ("monday", "zh-Hant-TW", ["已與 星期五 一併結算，合起來的帳在 星期五 付"]),
    ("monday", "zh-Hant-HK", ["已與 星期五 一併結算，合起來的賬在 星期五 找數"]),
    ("monday", "zh-Hans", ["已与 星期五 一并结算，合起来的账在 星期五 付"]),
    ("monday", "en", ["settled together with 星期五; what all of them come to is paid in 星期五"]),
    ("friday", "zh-Hant-TW", ["已與 星期一 一併結算，合起來的帳都在這一將付"]),
    ("friday", "en", ["settled together with 星期一; what all of them come to is paid here"]),
]


@pytest.mark.parametrize(("name", "language", "lines"), TOGETHER)
def test_where_it_is_paid_is_said_in_words(book, name, language, lines):
    write(book)
    assert money_of(book, name, language) == lines


def test_what_comes_later_is_told_below(book):
    write(book)
    book.record("monday", scoops("bob>amy", players=["amy", "bob"], game=2))
    assert money_of(book, "monday")[1:] == ["阿明 → 小美 100 TWD"]


def test_a_table_and_a_drawing_tell_it_too(book):
    write(book)
    assert "together,星期五,星期五\r\n" in sheet_csv(book.sheet("monday"))
    assert "together,星期一,星期五\r\n" in sheet_csv(book.sheet("friday"))
    assert "settled together with 星期五" in sheet_svg(book.sheet("monday", language="en"))


def test_a_session_without_a_title_is_named_by_its_id(book):
    write(book, title=None)
    assert money_of(book, "friday") == ["已與 monday 一併結算，合起來的帳都在這一將付"]
