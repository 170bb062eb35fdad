"""The book of two sessions, its ledgers, and what was kept of it elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from settle.proofs.checkpoint import Checkpoint
from settle.proofs.making import book_checkpoint
from settle.store import Store
from tests.audit.evening import Ledger, exported, write_book


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> Path:
    """The book: Monday with 22 entries, Tuesday with 3."""
    path = tmp_path_factory.mktemp("proofs") / "book.db"
    write_book(path)
    return path


@pytest.fixture(scope="session")
def monday(made) -> bytes:
    """The ledger of the first session."""
    return exported(made, "monday")


@pytest.fixture(scope="session")
def whole(made) -> bytes:
    """The ledger of the book."""
    return exported(made)


@pytest.fixture
def ledger(monday) -> Ledger:
    """The ledger of the session, taken apart."""
    return Ledger(monday)


@pytest.fixture
def whole_ledger(whole) -> Ledger:
    """The ledger of the book, taken apart."""
    return Ledger(whole)


@pytest.fixture(scope="session")
def of_book(made) -> Checkpoint:
    """The checkpoint of the book."""
    with Store.inspecting(made) as inspection:
        return book_checkpoint(inspection.reader)
