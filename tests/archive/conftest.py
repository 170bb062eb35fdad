"""The book of two sessions that the tests of the audit use, and an empty one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from settle.store import Store
from tests.audit.evening import write_book


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> Path:
    """The book that the tests copy."""
    path = tmp_path_factory.mktemp("made") / "book.db"
    write_book(path)
    return path


@pytest.fixture
def path(made, tmp_path) -> Path:
    """A book of one's own."""
    return shutil.copy(made, tmp_path / "book.db")


@pytest.fixture
def empty(tmp_path) -> Iterator[Store]:
    """A book without sessions."""
    store = Store.open(tmp_path / "empty.db")
    yield store
    store.close()
