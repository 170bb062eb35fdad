"""Fields that no form of ours has: refused before anything is made of them."""

from __future__ import annotations

import pytest

from tests.pages.evenings import friday

ENTRIES = 1
"""What opened the session."""


def counted(book):
    with book.store.reading() as r:
        return r.counted_entries()


@pytest.mark.parametrize(
    "field",
    [
        "/".join(["", *"a" * 3000]),
        "/a/" + "9" * 5000,
        "/a/1234",
        "/a/٣",
        "/a//b",
        "/" + "a" * 101,
    ],
)
@pytest.mark.parametrize(
    "path", ["/open/tw-scoop", "/sessions/friday/money/pay", "/sessions/friday/games/1/cards"]
)
def test_no_form_of_ours_has_such_a_field(browser, book, path, field):
    friday(book)
    assert browser.send(path, {field: "1"}).status_code == 400
    assert counted(book) == ENTRIES


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/open/tw-scoop", {"/a": "1", "/a/b": "2"}),
        ("/open/tw-scoop", {"/a/b": "2", "/a": "1"}),
        ("/open/tw-scoop", {"/players": "amy"}),
        ("/open/tw-scoop", {"/players/0": "amy"}),
        ("/open/tw-scoop", {"/players/a/name": "amy"}),
        ("/open/tw-scoop", {"/stake": "1", "stake_for": "points"}),
        ("/open/tw-scoop", {"/stake/0": "1", "stake_for": "pot"}),
        ("/open/tw-scoop", {"/options": "1"}),
        ("/sessions/friday/table", {"/players": "amy"}),
        ("/sessions/friday/table", {"/players/0": "amy"}),
        ("/sessions/friday/table", {"/stake/0": "1", "stake_for": "points"}),
        ("/sessions/friday/table", {"/options/0": "1"}),
        ("/sessions/friday/money/pay", {"/from": "amy", "/from/x": "2"}),
    ],
)
def test_a_field_inside_of_another_is_refused(browser, book, path, fields):
    friday(book)
    assert browser.send(path, fields).status_code == 400
    assert counted(book) == ENTRIES
