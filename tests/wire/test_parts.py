"""What is taken of a document's part without the classes, the classes take alike."""

from __future__ import annotations

import pytest

from settle.book.preparing import _FIELDS
from settle.wire.sessions import KeyDocument, is_key, load_own_part, load_part

GAMES = [1, 16, 200, 0, 201, -1, 2**60, True, False, None, "1", 1.0, [1], {}]
KEYS = ["k", "k" * 200, "k" * 201, "", " ", "a b", "\n", "k\n", "é", "\x7f", "!~", "無", "k\x00"]


@pytest.mark.parametrize("shape", _FIELDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_part_that_is_a_game_number(shape, game):
    for own in ({"game": game}, {"game": game, "sitting_out": ["amy"]}, {"sitting_out": []}, {}):
        if own.keys() <= _FIELDS[shape]:
            assert load_own_part(own, shape) == load_part(own, shape)


@pytest.mark.parametrize("key", KEYS)
def test_a_key(key):
    assert is_key(key) == (load_part({"key": key}, KeyDocument)[1] == [])
