"""A service that tests of one file may share, for nothing that they send changes it."""

from __future__ import annotations

import logging

import pytest

from tests.hostile.targets import Served


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return Served(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def served(made, caplog):
    """It; afterwards the book holds what it held, and the log has no bug."""
    before = made.stored()
    caplog.set_level(logging.WARNING)
    yield made
    assert made.stored() == before
    assert [record.getMessage() for record in caplog.records] == []
