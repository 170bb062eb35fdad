"""A book with the session s1 of amy, bob, cat and dan, and a clock that a test moves."""

from __future__ import annotations

import pytest

from settle.access.guard import Guard
from settle.access.keeping import Keeper
from settle.access.linking import Links
from tests.audit.conftest import made, monday  # noqa: F401 - fixtures
from tests.book.rounds import new_book, session

START = "2026-11-30T12:00:00.000Z"


class Clock:
    """The time, in UTC."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> str:
        return self.at


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def book(tmp_path):
    opened = new_book(tmp_path)
    opened.open_session(session())
    return opened


@pytest.fixture
def keeper(book, clock):
    return Keeper(book.store, now=clock)


@pytest.fixture
def links(book, clock):
    return Links(book.store, lambda token: f"https://settle.example/join/{token}", now=clock)


@pytest.fixture
def guard(book, clock):
    return Guard(book.store, is_open_for_scoring=False, now=clock)
