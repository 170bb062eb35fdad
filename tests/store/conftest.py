"""A book of two sessions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from settle.store import Store
from tests.store.chains import DIGEST, write


@pytest.fixture(scope="session")
def written(tmp_path_factory) -> Path:
    """The book is made once, and copied for each test."""
    path = tmp_path_factory.mktemp("written") / "book"
    made = Store.open(path)
    write(made, "monday", 3)
    write(made, "friday", 2)
    with made.writing() as book:
        book.add_ruleset(DIGEST, "house", 1, '{"id":"house"}')
    made.close()
    return path


@pytest.fixture
def path(written, tmp_path) -> Path:
    """A book that nobody has open."""
    return shutil.copy(written, tmp_path / "book")


@pytest.fixture
def store(path):
    """The same, opened."""
    made = Store.open(path, wait_seconds=60)
    yield made
    made.close()
