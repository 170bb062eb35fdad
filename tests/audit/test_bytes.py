"""Every byte of a ledger counts: one that is another is found, and the entry it stands in named."""

from __future__ import annotations

import pytest

from tests.audit.evening import Ledger, exported, findings_of, first_of, is_found, write_monday
from tests.book.rounds import new_book

STRIDE = 61
"""A prime: no field of lines of one kind is always passed over."""
PARTS = 16


@pytest.fixture(scope="module")
def short(tmp_path_factory) -> bytes:
    """The ledger of a session of three games, with all kinds of entries."""
    folder = tmp_path_factory.mktemp("short")
    book = new_book(folder)
    write_monday(book, games=3)
    book.store.close()
    return exported(folder / "book.db", "monday")


def changed(data: bytes, place: int) -> bytes:
    """The ledger with another byte at a place: a bit of it turned round, each in its turn."""
    return data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]


def test_a_byte_of_a_short_ledger(short):
    places = range(0, len(short), STRIDE)
    assert [place for place in places if not is_found(changed(short, place))] == []


@pytest.mark.parametrize("seq", range(1, 10))
def test_the_entry_is_named(short, seq):
    lines = short.splitlines(keepends=True)
    line = Ledger(short).place(seq)
    begin = sum(map(len, lines[:line]))
    places = range(begin, begin + len(lines[line]) - 1, max(1, len(lines[line]) // 13))
    named = {place: first_of(findings_of(changed(short, place)))[2] for place in places}
    assert named == dict.fromkeys(places, seq)


@pytest.mark.parametrize("end", [b"", b"\r\n", b"\n\n", b" \n", b"\n{}\n"])
def test_the_end_of_the_file(short, end):
    assert findings_of(short.removesuffix(b"\n") + end) != []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_byte_of_sixteen_games(monday, part):
    places = range(part, len(monday), PARTS)
    assert [place for place in places if not is_found(changed(monday, place))] == []
