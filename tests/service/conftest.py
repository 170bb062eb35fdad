"""A service that tests of one file may share."""

from __future__ import annotations

import pytest

from tests.service.services import running


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """A service of an empty book."""
    with running(tmp_path_factory.mktemp("service") / "book.db") as made:
        yield made
