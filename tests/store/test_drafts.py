"""Games that are being entered: kept in the book, no part of the ledger, gone once recorded."""

from __future__ import annotations

import pytest

from settle.store import DraftRow
from tests.audit.evening import findings_in
from tests.book.rounds import new_book, scoops, session

FIELDS = {"/hands/0": "As Kh", "/banker": "amy"}


@pytest.fixture
def book(tmp_path):
    """A book with the session s1, games 1 and 2 of which are being entered."""
    book = new_book(tmp_path)
    book.open_session(session())
    with book.store.writing() as w:
        w.put_draft(DraftRow("s1", 1, 1, "", {}))
        w.put_draft(DraftRow("s1", 1, 2, "", FIELDS))
        w.put_draft(DraftRow("s1", 2, 1, "", FIELDS))
    return book


def drafts(book):
    """The games that are being entered."""
    with book.store.reading() as r:
        return [game for game in (1, 2, 3) if r.draft("s1", game)]


def test_what_was_kept_last_is_there(book):
    with book.store.reading() as r:
        assert r.draft("s1", 1) == DraftRow("s1", 1, 2, "", FIELDS)
        assert r.draft("s1", 3) is None
        assert r.draft("s2", 1) is None


def test_it_is_gone_once_the_game_is_recorded_by_whatever_way(book):
    book.record("s1", scoops(game=1))
    assert drafts(book) == [2]
    book.record_batch("s1", {"rounds": [scoops(game=2)]})
    assert drafts(book) == []


def test_it_is_gone_once_the_game_is_corrected_or_void(book):
    for game in (1, 2):
        book.record("s1", scoops(game=game))
    with book.store.writing() as w:
        for game in (1, 2):
            w.put_draft(DraftRow("s1", game, 1, "sha256:1", FIELDS))
    stood = book.round("s1", 1).document()["entry"]["hash"]
    book.correct("s1", 1, {**scoops("amy>bob"), "against": stood, "reason": "a scoop"})
    assert drafts(book) == [2]
    stood = book.round("s1", 2).document()["entry"]["hash"]
    book.void("s1", 2, {"against": stood, "reason": "dealt wrong"})
    assert drafts(book) == []


def test_a_confirmation_or_a_dispute_leaves_it(book):
    book.record("s1", scoops(game=3))
    with book.store.writing() as w:
        w.put_draft(DraftRow("s1", 3, 1, "sha256:1", FIELDS))
    book.confirm("s1", {"of": 3, "player": "amy"})
    claim = {"totals": {"amy": 1, "bob": 0, "cat": 0, "dan": -1}}
    book.dispute("s1", 3, {"by": "player:dan", "claim": claim, "reason": "no"})
    assert drafts(book) == [1, 2, 3]


def test_the_ledger_and_its_audit_know_nothing_of_it(book, tmp_path):
    assert "As Kh" not in book.ledger("s1").body.decode()
    book.store.close()
    assert findings_in(tmp_path / "book.db") == []
