"""A book of one's own."""

from __future__ import annotations

import pytest

from tests.book.rounds import new_book, session


@pytest.fixture
def book(tmp_path):
    """An empty book."""
    return new_book(tmp_path)


@pytest.fixture
def opened(book):
    """A book with the session s1 open: the simple game, 100 TWD, four players, 16 games."""
    book.open_session(session())
    return book
