"""A service without a server: the application and a client that calls it."""

from __future__ import annotations

import pytest

from tests.access.keyed import keyed_client
from tests.app.judging import JudgedClient
from tests.app.serving import app_of
from tests.book.rounds import new_book, session


@pytest.fixture
def book(tmp_path):
    """An empty book."""
    return new_book(tmp_path)


@pytest.fixture
def client(book):
    """A client of the service of that book."""
    app = app_of(book, ("localhost", "127.0.0.1", "[::1]"))
    return keyed_client(app, book.store, JudgedClient)


@pytest.fixture
def opened(client):
    """The same with the session s1 open: the simple game, 100 TWD, four players, 16 games."""
    assert client.post("/v1/sessions", json=session()).status_code == 201
    return client
