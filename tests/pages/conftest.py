"""The pages without a server: the application and a client that asks as a browser does."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect, sync_playwright

from settle.app import create_app
from tests.access.keyed import Keyring
from tests.book.rounds import new_book
from tests.pages.browsing import signed_in, with_key
from tests.pages.chromium import FLAGS, chromium

# What is expected comes at once; on a machine with much else to do it may take its time.
expect.set_options(timeout=30_000)


@pytest.fixture
def book(tmp_path):
    """An empty book."""
    return new_book(tmp_path)


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """Somebody who only looks, at a book with nothing in it; quicker where there is much to see."""
    empty = new_book(tmp_path_factory.mktemp("empty"))
    return signed_in(create_app(empty), empty)


@pytest.fixture
def browser(book):
    """Somebody who looks at the pages of that book."""
    return with_key(book, Keyring(book.store).admin)


@pytest.fixture(scope="package")
def chrome():
    """Chromium, started once for all that is looked at in it."""
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium; SETTLE_CHROMIUM names one")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()
