"""The book of two sessions, made once, and its ledgers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.audit.evening import Ledger, exported, write_book


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


@pytest.fixture(scope="session")
def monday(made) -> bytes:
    """The ledger of the session with sixteen games."""
    return exported(made, "monday")


@pytest.fixture(scope="session")
def whole(made) -> bytes:
    """The ledger of the whole book."""
    return exported(made)


@pytest.fixture
def ledger(monday) -> Ledger:
    """The ledger of the session, taken apart."""
    return Ledger(monday)


@pytest.fixture
def whole_ledger(whole) -> Ledger:
    """The ledger of the book, taken apart."""
    return Ledger(whole)
