"""Columns and lines by terminal cells, where a Chinese character takes two."""

import pytest
from rich.cells import cell_len

from settle.explain.layout import Page, pad, signed, table, widest, wrap


@pytest.mark.parametrize(
    ("text", "width", "right", "padded"),
    [
        ("amy", 5, False, "amy  "),
        ("amy", 5, True, "  amy"),
        ("阿明", 5, False, "阿明 "),
        ("阿明", 5, True, " 阿明"),
        ("♠A", 3, True, " ♠A"),
        ("阿明", 3, False, "阿明"),
    ],
)
def test_padding(text, width, right, padded):
    assert pad(text, width, right=right) == padded


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 20, ["one two three"]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 8, ["one two", "three"]),
        ("a-very-long-word here", 5, ["a-very-long-word", "here"]),
        ("贏頭墩", 4, ["贏頭", "墩"]),
        ("贏頭墩", 5, ["贏頭", "墩"]),
        ("贏頭，墩", 4, ["贏", "頭，", "墩"]),
        ("amy 贏頭墩", 8, ["amy 贏頭", "墩"]),
        ("打槍 amy, bob", 9, ["打槍 amy,", "bob"]),
        ("一 二", 2, ["一", "二"]),
    ],
)
def test_wrapping(text, width, lines):
    assert wrap(text, width) == lines


def test_wrapped_lines_begin_as_asked():
    assert wrap("one two three", 9, first="* ", rest="    ") == ["* one two", "    three"]


def test_a_table_of_two_scripts_stays_in_line():
    lines = table([("", "頭墩", "b"), ("阿明", "x", "12"), ("amy", "對子對子", "3")], right=(2,))
    assert lines == [
        "      頭墩       b",
        "阿明  x         12",
        "amy   對子對子   3",
    ]
    assert {cell_len(line) for line in lines} == {18}


def test_signs():
    assert [signed(n) for n in (12, 0, -12)] == ["+12", "0", "-12"]
    assert widest(["a", "墩墩"]) == 4
    assert widest([]) == 0


def test_a_page_without_colour_has_no_signs_of_a_terminal():
    page = Page(20, colour=False)
    page.heading("Hands")
    page.text("♥A ♠K [1]")
    assert str(page) == "Hands\n♥A ♠K [1]\n"


def test_a_page_in_colour():
    page = Page(20, colour=True)
    page.heading("Hands")
    page.heading("More")
    page.text("♥10 ♠K ♦2 [1]")
    assert str(page) == (
        "\x1b[1mHands\x1b[0m\n\n\x1b[1mMore\x1b[0m\n"
        "\x1b[31m♥10\x1b[0m ♠K \x1b[31m♦2\x1b[0m \x1b[2m[1]\x1b[0m\n"
    )
