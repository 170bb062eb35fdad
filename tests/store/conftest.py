"""A book of two sessions, in a file and on a server."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from settle.store import Store
from settle.store.sqlite import WRITE_AHEAD
from tests.store.chains import DIGEST, write

KINDS = ["file", "server"]


def fill(made: Store) -> None:
    write(made, "monday", 3)
    write(made, "friday", 2)
    with made.writing() as book:
        book.add_ruleset(DIGEST, "house", 1, '{"id":"house"}')


@pytest.fixture(scope="session")
def written(tmp_path_factory) -> Path:
    """The book is made once, and copied for each test."""
    path = tmp_path_factory.mktemp("written") / "book"
    made = Store.open(path)
    fill(made)
    made.close()
    return path


@pytest.fixture
def path(written, tmp_path) -> Path:
    """A book that nobody has open."""
    return shutil.copy(written, tmp_path / "book")


@pytest.fixture
def filed(path):
    """The same, opened."""
    made = Store.open(path, wait_seconds=60)
    yield made
    made.close()


@pytest.fixture
def served(address):
    """The book of two sessions on a server, opened."""
    made = Store.open(address, wait_seconds=60)
    fill(made)
    yield made
    made.close()


@pytest.fixture(params=KINDS)
def store(request):
    """The book of two sessions, of either kind."""
    return request.getfixturevalue("filed" if request.param == "file" else "served")


@pytest.fixture(params=KINDS)
def ahead(request):
    """The same, where who writes does not wait for who reads."""
    if request.param == "server":
        return request.getfixturevalue("served")
    return Store.open(request.getfixturevalue("path"), journal=WRITE_AHEAD)


@pytest.fixture(params=KINDS)
def empty(request, tmp_path):
    """A book with nothing in it."""
    is_file = request.param == "file"
    made = Store.open(tmp_path / "book" if is_file else request.getfixturevalue("address"))
    yield made
    made.close()
