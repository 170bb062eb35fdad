"""Tables that were built earlier in the process are forgotten, so that these tests see them built.

Mutation testing needs it: it runs the tests over and over in one process, and of them those that
called the function it changed.
"""

from __future__ import annotations

import pytest

from settle import strength


@pytest.fixture(autouse=True)
def _tables_built_anew():
    strength.five_card_strengths.cache_clear()
    strength._front_table.cache_clear()
    strength._tables_without_straights.cache_clear()
