"""Forgeries in which everything fits together again, against what was kept elsewhere.

Every ledger here is sound by itself (`tests/audit/test_forged.py` shows it), and so is the
database that it is imported into.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from settle.archive.importing import Ledger as Import
from settle.audit import Tally
from settle.store import Store
from tests.audit.evening import RELEASED, Ledger, findings_in, findings_of
from tests.audit.test_forged import cut, mark, monday_only, put
from tests.proofs.keeping import against, against_book, kept_of, kept_of_book, told

ENTRIES = 22
EVERY_SIZE = range(1, ENTRIES + 1)
OTHER_DATE = "2026-11-29T21:40:11.123+08:00"


def imported(data: bytes, folder: Path) -> Path:
    """A database made of a ledger that is sound by itself."""
    ledger, path = Import(io.BytesIO(data), RELEASED), folder / "forged.db"
    assert list(ledger.findings(Tally())) == []
    store = Store.open(path)
    ledger.store(store)
    store.close()
    return path


# --- nothing was changed --------------------------------------------------------------------------


def test_every_old_checkpoint_agrees(made, ledger, monday):
    kept = kept_of(ledger, "monday", *EVERY_SIZE)
    places = [each.place for each in kept]
    assert against(monday, *kept) == ([], places)
    assert against_book(made, *kept) == ([], places)


def test_every_old_checkpoint_of_the_book_agrees(made, whole, whole_ledger):
    moments = [{"monday": size} for size in EVERY_SIZE]
    moments += [{"monday": size, "tuesday": 2} for size in (18, 22)]
    for sizes in moments:
        kept = kept_of_book(whole_ledger, **sizes)
        assert against(whole, kept) == against_book(made, kept) == ([], ["book:1"])


def test_a_book_that_has_grown_since(made, whole, of_book, whole_ledger):
    """Three lines are enough while nothing was added; after that only with the list."""
    now = kept_of_book(whole_ledger, monday=22, tuesday=3)
    assert now.checkpoint._replace(book=of_book.book) == of_book
    before = kept_of_book(whole_ledger, monday=22, tuesday=2)
    short = [
        each._replace(checkpoint=each.checkpoint._replace(listed=())) for each in (now, before)
    ]
    unlisted = ("checkpoint_unlisted", None, None, "book:1")
    for found, agreed in (against(whole, *short), against_book(made, *short)):
        assert (told(found), agreed) == ([unlisted], ["book:1"])
    assert against(whole, before)[0] == []


# --- a tail cut off -------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", range(1, 17))
def test_a_tail_that_was_cut(tmp_path, ledger, entries):
    kept = kept_of(ledger, "monday", *EVERY_SIZE)
    forged = cut(ledger, entries).sealed().data()
    assert findings_of(forged) == []
    left = ENTRIES - entries
    expected = [
        ("checkpoint_entries_missing", "monday", left + 1, f"chat:{size}")
        for size in range(left + 1, ENTRIES + 1)
    ]
    agreed = [f"chat:{size}" for size in range(1, left + 1)]
    for found in (against(forged, *kept), against_book(imported(forged, tmp_path), *kept)):
        assert (told(found[0]), found[1]) == (expected, agreed)


# --- rewritten and sealed again -------------------------------------------------------------------


@pytest.mark.parametrize("seq", EVERY_SIZE)
def test_a_history_that_was_written_anew(tmp_path, ledger, seq):
    """Checkpoints from before it agree, all others differ: so the place is between two of them."""
    kept = kept_of(ledger, "monday", *EVERY_SIZE)
    put(seq, "at", value=OTHER_DATE)(ledger)
    forged = ledger.sealed().data()
    assert findings_of(forged) == []
    expected = [
        ("checkpoint_root_differs", "monday", size, f"chat:{size}")
        for size in range(seq, ENTRIES + 1)
    ]
    for found in (against(forged, *kept), against_book(imported(forged, tmp_path), *kept)):
        assert told(found[0]) == expected
        assert found[1] == [f"chat:{size}" for size in range(1, seq)]


@pytest.mark.parametrize("seq", EVERY_SIZE)
def test_a_history_that_was_written_anew_against_the_book(tmp_path, whole_ledger, seq):
    kept = kept_of_book(whole_ledger, monday=22, tuesday=3)
    put(seq, "at", value=OTHER_DATE)(whole_ledger)
    first = whole_ledger.sealed().entry(1)
    whole_ledger.entry(1, "tuesday")["body"]["previous_session"]["hash"] = first["hash"]
    forged = whole_ledger.sealed().data()
    expected = [("checkpoint_root_differs", "monday", 22, "book:1")]
    if seq == 1:
        # Tuesday names Monday by its first hash, so it had to be written anew as well.
        expected.append(("checkpoint_root_differs", "tuesday", 3, "book:1"))
    for found in (against(forged, kept), against_book(imported(forged, tmp_path), kept)):
        assert (told(found[0]), found[1]) == (expected, [])


# --- a session taken out --------------------------------------------------------------------------


def tuesday_out(ledger: Ledger) -> None:
    ledger.lines = [line for line in ledger.lines if line.get("session") != "tuesday"]


def monday_out(ledger: Ledger) -> None:
    monday_only(ledger)
    mark("tuesday")(ledger)


def monday_out_and_tuesday_first(ledger: Ledger) -> None:
    monday_only(ledger)
    ledger.entry(1, "tuesday")["body"]["previous_session"] = None


@pytest.mark.parametrize(
    ("change", "gone"),
    [(tuesday_out, "tuesday"), (monday_out, "monday"), (monday_out_and_tuesday_first, "monday")],
)
def test_a_session_that_is_gone(tmp_path, whole_ledger, change, gone):
    kept = [*kept_of(whole_ledger, gone, 2), kept_of_book(whole_ledger, monday=22, tuesday=3)]
    short = kept[1]._replace(checkpoint=kept[1].checkpoint._replace(listed=()), place="short:1")
    change(whole_ledger)
    forged = whole_ledger.sealed().data()
    assert findings_of(forged) == []
    for found in (
        against(forged, *kept, short),
        against_book(imported(forged, tmp_path), *kept, short),
    ):
        lines = told(found[0])
        assert ("checkpoint_session_missing", gone, None, "chat:2") in lines
        assert ("checkpoint_session_missing", gone, None, "book:1") in lines
        assert ("checkpoint_sessions_missing", None, None, "short:1") in lines
        assert found[1] == []


def test_sessions_in_another_order(whole_ledger):
    kept = kept_of_book(whole_ledger, tuesday=3, monday=22)
    expected = [("checkpoint_order_differs", "monday", None, "book:1")]
    assert told(against(whole_ledger.data(), kept)[0]) == expected


# --- checkpoints that were written anew -----------------------------------------------------------


def test_a_list_that_was_changed(whole, whole_ledger):
    kept = kept_of_book(whole_ledger, monday=22, tuesday=3)
    other = kept_of_book(whole_ledger, monday=21, tuesday=3).checkpoint
    expected = [("checkpoint_list_differs", None, None, "book:1")]
    for point in (
        kept.checkpoint._replace(listed=other.listed),
        kept.checkpoint._replace(listed=kept.checkpoint.listed[:1]),
        kept.checkpoint._replace(size=3),
    ):
        assert told(against(whole, kept._replace(checkpoint=point))[0]) == expected


def test_a_session_against_the_book(ledger, monday, whole_ledger):
    """Of the ledger of a session, only its own line of the list can be compared."""
    kept = kept_of_book(whole_ledger, monday=20, tuesday=3)
    assert against(monday, kept) == ([], ["book:1"])
    put(20, "at", value=OTHER_DATE)(ledger)
    expected = [("checkpoint_root_differs", "monday", 20, "book:1")]
    assert told(against(ledger.sealed().data(), kept)[0]) == expected
    short = kept._replace(checkpoint=kept.checkpoint._replace(listed=()))
    # Three lines of a book: of a session nothing can be compared with them, whatever it says.
    bare = ("checkpoint_of_book", None, None, "book:1")
    assert told(against(monday, short)[0]) == [bare]
    assert against(monday, *kept_of(Ledger(monday), "monday", 20), short) == ([], ["chat:20"])


def test_the_checkpoint_of_a_book_of_one_session(ledger, monday):
    """Without its list too it can be compared, for it lists what stands here."""
    kept = kept_of_book(ledger, monday=22)
    short = kept._replace(checkpoint=kept.checkpoint._replace(listed=()))
    assert against(monday, short) == ([], ["book:1"])


def test_a_hash_that_is_none_agrees_with_nothing(ledger):
    kept = kept_of(ledger, "monday", 5, 22)
    ledger.entry(22)["hash"] = "sha256:" + "é" * 64
    found, agreed = against(ledger.data(), *kept)
    assert ("checkpoint_root_differs", "monday", 22, "chat:22") in told(found)
    assert agreed == ["chat:5"]


def test_a_restored_book_has_another_name_and_agrees(tmp_path, whole, whole_ledger):
    path = imported(whole, tmp_path)
    assert findings_in(path) == []
    found, agreed = against_book(path, kept_of_book(whole_ledger, monday=22, tuesday=3))
    assert (found, agreed) == ([], ["book:1"])
