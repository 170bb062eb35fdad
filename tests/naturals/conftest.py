"""Conditions that were built earlier in the process are forgotten, so that these tests see it done.

Mutation testing needs it: it runs the tests over and over in one process, and of them those that
called the function it changed.
"""

from __future__ import annotations

import pytest

from settle import naturals
from tests.naturals.holding import known_holds, natural


@pytest.fixture(autouse=True)
def _conditions_built_anew():
    naturals._runs.cache_clear()
    naturals._suits_make_rows.cache_clear()
    known_holds.cache_clear()
    natural.cache_clear()
