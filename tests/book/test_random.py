"""Thousands of calls as tables might make them, against a model on paper.

20,000 calls; 1,000,000 with ``-m slow``, or as many as ``SETTLE_TESTS_OPERATIONS`` says.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.audit.evening import findings_in
from tests.book.met import missed
from tests.book.running import run

SEEDS, CALLS = range(4), 5_000
"""Together 20,000 calls, in parts that can run side by side."""

OPERATIONS = "SETTLE_TESTS_OPERATIONS"
SLOW_CALLS = int(os.environ.get(OPERATIONS, "1000000"))
SLOW_SEEDS = range(1_000, 1_000 + min(20, max(1, SLOW_CALLS // CALLS)))

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder is made in it, and its name is nobody's guess
ROOM_BYTES = 1 << 30


@pytest.fixture
def folder(tmp_path):
    """A folder in memory, where there is one: nothing here is to outlive a power cut."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM_BYTES:
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY) as made:
        yield Path(made)


def check(folder, calls, seed):
    """Make so many calls; enough of them bring everything about, and the audit finds nothing."""
    with closing(run(folder, calls, seed)) as made:
        assert calls < CALLS or missed(made.done, made.met) == []
    assert findings_in(made.path) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_calls(folder, seed):
    check(folder, CALLS, seed)


def everything(folder, calls, seed, place=None):
    """All that so many calls have stored."""
    folder.mkdir()
    with closing(run(folder, calls, seed, place)) as made:
        return made.watch.everything()


def test_the_same_calls_make_the_same_book(folder):
    assert everything(folder / "first", 400, 5) == everything(folder / "second", 400, 5)


def test_the_same_calls_make_the_same_book_on_a_server(folder, address):
    assert everything(folder / "file", 400, 6) == everything(folder / "server", 400, 6, address)
    assert findings_in(address) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW_SEEDS)
def test_many_calls(folder, seed):
    check(folder, SLOW_CALLS // len(SLOW_SEEDS), seed)
