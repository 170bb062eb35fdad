"""The quick way in may only say yes, and then the classes say the same."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from settle.faults import RefusedError
from settle.wire.accept import accept_round
from settle.wire.load import load_strictly
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS
from tests.wire.documents import (
    BOB,
    RULEBOOK,
    banker_document,
    cards,
    changed,
    document,
    dragon_document,
    pot_document,
    stake_document,
)
from tests.wire.fault_table import GOOD, TABLE

# What a mutation puts in place of something, of every kind that JSON has, and near misses of cards.
JUNK = (
    None, True, False, 0, 1, -1, 2**70, 1.0, "", " ", "amy", "As", "as", "10s", "♠A", "黑桃A", "Xx",
    "auto", "dragon", "1", [], {}, ["As"], {"amy": 1}, "tw-points", "TWD", "\ud800",
)  # fmt: skip


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*here, key))


def mutated(start: dict[str, Any], rng: Random) -> Any:
    """The document with one thing replaced, taken out, doubled or added."""
    made = copy.deepcopy(start)
    way = rng.choice([place for place in places(made) if place])
    holder: Any = made
    for part in way[:-1]:
        holder = holder[part]
    kind = rng.randrange(5)
    if kind == 0:
        del holder[way[-1]]
    elif kind == 1 and isinstance(holder, dict):
        fields = ("zz", "bet", "natural", "cards", "ruled_foul", "banker", "front", "doubling_card")
        holder[rng.choice(fields)] = rng.choice(JUNK)
    elif kind == 2 and isinstance(holder, list):
        holder.append(copy.deepcopy(rng.choice(holder)))
    elif kind == 3 and isinstance(holder, list):
        rng.shuffle(holder)
    else:
        holder[way[-1]] = copy.deepcopy(rng.choice(JUNK))
    return made


def agrees(sent: Any) -> bool | None:
    """Whether the quick way said yes; fails where the classes say otherwise."""
    accepted = accept_round(sent, RULEBOOK)
    try:
        strict = load_strictly(sent, RULEBOOK)
    except RefusedError:
        assert accepted is None, sent
        return None
    assert accepted in (None, strict), sent
    return accepted is not None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_yes_is_a_yes_of_the_classes(ruleset):
    rng = Random(f"accept {ruleset}")
    answers = []
    for sent in rounds(ruleset, seed=8, number=60):
        answers.append(agrees(sent))
        answers += [agrees(mutated(sent, rng)) for _ in range(8)]
    assert answers.count(True) > 60
    assert answers.count(None) > 60


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_nothing_faulty_is_accepted(row):
    assert accept_round(changed(row[1], row[2]), RULEBOOK) is None


ORDINARY = {
    "two hands": document(),
    "options": document(options={"scoop_points": 3}),
    "other spellings": changed(
        document(), {"hands/0/front": ["♥️A", "方塊a", "qC"], "hands/1/player": " 阿明 "}
    ),
    "ref and time": document(ref="game 5", played_at="2026-02-17T21:30:00+08:00"),
    "rows and cards": changed(document(), {"hands/1/cards": sorted(cards(BOB))}),
    "a natural": dragon_document(),
    "auto": changed(dragon_document(), {"hands/1/natural": "auto", "hands/0/natural": "auto"}),
    "no natural": changed(document(), {"hands/0/natural": None}),
    "a banker and a bet": changed(banker_document(), {"hands/0/bet": 5}),
    "a doubling card": document("luosong", doubling_card="A♠"),
    "none": document("luosong", doubling_card=None, options={"doubling_card": "As"}),
    "a stake": stake_document(points=5, step="5"),
    "a pot": pot_document(scope="session"),
    "five players": GOOD["five players"],
}


@pytest.mark.parametrize("sent", ORDINARY.values(), ids=ORDINARY.keys())
def test_ordinary_rounds_are_accepted(sent):
    assert agrees(sent) is True


LEFT_TO_THE_CLASSES = {
    "a ruled foul": GOOD["a ruled foul"],
    "an exchange": GOOD["an exchange"],
    "an outcome": GOOD["an outcome"],
    "an expectation": document(expect={"totals": {"amy": 6}}),
}


@pytest.mark.parametrize("sent", LEFT_TO_THE_CLASSES.values(), ids=LEFT_TO_THE_CLASSES.keys())
def test_what_is_seldom_is_left_to_the_classes(sent):
    assert agrees(sent) is False


def test_an_ordinary_round_is_scored_without_marshmallow():
    code = f"""
import sys
from settle.rulebook import Rulebook
from settle.scoring import score_document
assert score_document({document()!r}, Rulebook())["totals"][0]["net"] == 3
print(sorted(name for name in ("marshmallow", "rfc8785", "unicodedata") if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
