"""Every input that was kept is read or refused; ``make fuzz`` looks for more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.parsers import PARSERS, look

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


@pytest.mark.parametrize("number", range(len(PARSERS)), ids=[each.__name__ for each in PARSERS])
def test_what_was_kept_is_read_or_refused(number):
    kept = [data for data in (file.read_bytes() for file in CORPUS)
            if data and data[0] % len(PARSERS) == number]  # fmt: skip
    assert len(kept) > 2
    for data in kept:
        look(data)
