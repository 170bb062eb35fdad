"""Many processes, one book: no fork of the chain, no half game, nothing acknowledged lost."""

from __future__ import annotations

import pytest

from tests.store.chains import sound
from tests.store.processes import JOURNALS, run

both_journals = pytest.mark.parametrize("journal", JOURNALS)


@both_journals
def test_six_processes_append_900_entries_to_one_chain(tmp_path, journal):
    found = run("append", tmp_path / "book", journal, 6, 150, "with")
    assert found == {"codes": [0] * 6, **sound(900)}


@both_journals
def test_the_chain_is_whole_without_the_file_lock_too(tmp_path, journal):
    found = run("append", tmp_path / "book", journal, 4, 40, "without")
    assert found == {"codes": [0] * 4, **sound(160)}


@both_journals
def test_processes_that_make_the_book_at_the_same_time(tmp_path, journal):
    found = run("create", tmp_path, journal, 4, 20)
    assert found == [{"codes": [0] * 4, "opened": [1, 2, 3, 4]}] * 20


@both_journals
def test_a_writer_killed_at_any_moment_leaves_every_acknowledged_game(tmp_path, journal):
    reports = run("kill", tmp_path / "book", journal, 20, 13)
    assert len(reports) == 20
    for found in reports:
        acknowledged = found.pop("acknowledged")
        assert found == sound(found["entries"])
        # The one written in the moment of the kill may stand there without having been told.
        assert found["entries"] - acknowledged in {0, 1}
    assert reports[-1]["entries"] >= 20
