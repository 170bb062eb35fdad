"""Games without cards for the pack of other scorers, out of what is known otherwise.

``python -m tests.cases.telling`` writes ``tests/cases/outcomes/rounds.json``: games and refusals
worked out by hand; refusals out of the table of faults; and every card round of the pack with the
nets that it has, told as a table would have written it down. Nothing is scored here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from settle.openapi.conformance import pack
from settle.rounds import OutcomeDuel, OutcomeHand
from settle.rules import ROWS
from tests.code_health.tree import ROOT
from tests.outcome.tables import outcome
from tests.reference.twin import outcome_of
from tests.wire.documents import changed
from tests.wire.fault_table import TABLE

FILE = Path(__file__).parent / "outcomes" / "rounds.json"
GIVEN = ROOT / "tests/cases/given/rounds.json"

Case = dict[str, Any]

SCOOPS, POINTS, FIVE, FUJIAN, BANKER = (
    "tw-scoop-only", "tw-points", "five-player", "fujian-13-water", "hk-banker",
)  # fmt: skip
INSUFFICIENT, CONTRADICTORY = "outcome_insufficient", "outcome_contradictory"

# What it tests, ruleset, hands and duels as tests.outcome.tables reads them, nets in seat order.
# Only scoops, gadu and dragons of 10 are paid; a home run of three counts each scoop twice.
BY_HAND = [
    ("nothing happened: no duel, nothing moves", SCOOPS,
     "amy | bob | cat | dan", "", [0, 0, 0, 0]),
    ("one scoop; a pair that is left out had none", SCOOPS,
     "amy | bob | cat | dan", "amy scoops dan", [1, 0, 0, -1]),
    ("two rows won and one tied are no scoop", SCOOPS,
     "amy | bob", "amy bob: amy amy -", [0, 0]),
    ("three rows written one by one are a scoop", SCOOPS,
     "amy | bob", "amy bob: bob bob bob", [-1, 1]),
    ("quads in the back collect one from each", SCOOPS,
     "amy back=quads | bob | cat | dan", "", [3, -1, -1, -1]),
    ("quads collect from whoever scoops elsewhere as well", SCOOPS,
     "amy back=quads | bob | cat | dan", "amy scoops bob", [4, -2, -1, -1]),
    ("trips in front collect, and a foul's collect nothing", SCOOPS,
     "amy front=trips | bob foul front=trips", "", [2, -2]),
    ("a home run of three doubles the three scoops and no others: 6; cat scoops dan: 1", SCOOPS,
     "amy | bob | cat | dan",
     "amy scoops bob | cat scoops dan | amy scoops cat | amy scoops dan", [6, -2, -1, -3]),
    ("a dragon takes 10 from each, and two level ones nothing from each other", SCOOPS,
     "amy dragon | bob dragon | cat", "", [10, 10, -20]),
    ("amy: gadu 4, scoops dan and eve; the dragon 10 from each; cat and dan scoop eve", FIVE,
     "amy back=quads | bob dragon | cat | dan | eve foul",
     "amy scoops dan | amy cat: amy - amy | cat dan: cat cat dan", [-4, 39, -10, -11, -14]),
]  # fmt: skip

# The same, with the one code that the round is refused with.
REFUSED = [
    ("dan beats the middle of cat, who ties with amy, who scoops dan", FIVE,
     "amy back=quads | bob dragon | cat | dan | eve foul",
     "amy scoops dan | amy cat: amy - amy | cat dan: cat dan dan", CONTRADICTORY),
    ("a circle in a row", SCOOPS, "amy | bob | cat",
     "amy bob: amy - - | bob cat: bob - - | cat amy: cat - -", CONTRADICTORY),
    ("a circle of scoops", SCOOPS, "amy | bob | cat",
     "amy scoops bob | bob scoops cat | cat scoops amy", CONTRADICTORY),
    ("a category that a weaker one beats", POINTS, "amy back=straight_flush | bob back=quads",
     "amy bob: amy amy bob", CONTRADICTORY),
    ("an unpriced row beats a priced one that is above all unpriced", POINTS,
     "amy back=straight_flush | bob", "amy bob: bob bob bob", CONTRADICTORY),
    ("an unpriced hand scoops one with trips in front", SCOOPS, "amy front=trips | bob",
     "bob scoops amy", CONTRADICTORY),
    ("a plain hand wins rows of a foul", SCOOPS, "amy | bob foul",
     "amy bob: amy amy amy", CONTRADICTORY),
    ("a natural that scoops", SCOOPS, "amy dragon | bob", "amy scoops bob", CONTRADICTORY),
    ("a pair twice", SCOOPS, "amy | bob", "amy scoops bob | bob scoops amy", CONTRADICTORY),
    ("quads in the middle above a back that is named lower", SCOOPS,
     "amy middle=quads back=full_house | bob", "", CONTRADICTORY),
    ("a pair left out where rows are worth something", POINTS, "amy | bob", "", INSUFFICIENT),
    ("a pair that is named without a result", SCOOPS, "amy | bob", "amy bob", INSUFFICIENT),
]  # fmt: skip


def cases() -> list[Case]:
    """All of them, each once."""
    return [*by_hand(), *refused_in_the_table(), *told_again()]


def by_hand() -> Iterator[Case]:
    """The tables above."""
    for number, (tests, ruleset, hands, duels, nets) in enumerate(BY_HAND, 1):
        round_ = told(ruleset, hands, duels)
        players = [hand["player"] for hand in round_["outcome"]["hands"]]
        scored = dict(zip(players, nets, strict=True))
        yield {"id": f"by-hand/{number}", "tests": tests, "round": round_, "nets": scored}
    for number, (tests, ruleset, hands, duels, code) in enumerate(REFUSED, 1):
        round_ = told(ruleset, hands, duels)
        yield {"id": f"refused/{number}", "tests": tests, "round": round_, "refused": code}


def refused_in_the_table() -> Iterator[Case]:
    """Rows of the table of faults about outcomes that have faults of one code."""
    taken = Counter[str]()
    rows = [row for row in TABLE if isinstance(row[1], dict) and "outcome" in row[1]]
    for name, start, changes, faults in rows:
        codes = {key.partition(".")[0] for _, key in faults}
        if len(codes) == 1:
            word = _word(name)
            taken[word] += 1
            place = f"faults/{word}" + (f"-{taken[word]}" if taken[word] > 1 else "")
            yield {"id": place, "tests": name, "round": changed(start, changes),
                   "refused": codes.pop()}  # fmt: skip


def _word(name: str) -> str:
    """A name as a part of an id."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def told_again() -> Iterator[Case]:
    """The card rounds of the pack without their cards, each outcome once; the nets are theirs."""
    rounds, results, _ = map(json.loads, pack({"given": read(GIVEN)}).values())
    seen = set()
    for sent in rounds:
        expected = results.get(sent["ref"])
        if expected is None:
            continue
        round_ = outcome_of({key: sent[key] for key in sent if key != "ref"})
        spelled = json.dumps(round_, sort_keys=True)
        if spelled not in seen:
            seen.add(spelled)
            yield {"id": sent["ref"], "round": round_, **expected}


def told(ruleset: str, hands: str, duels: str) -> Case:
    """A round document of an outcome that is written short."""
    read = outcome(hands, duels)
    players = [hand.player for hand in read.hands]
    return {
        "ruleset": ruleset,
        "outcome": {
            "hands": [_hand(hand) for hand in read.hands],
            "duels": [_duel(duel, players) for duel in read.duels],
        },
    }


def _hand(hand: OutcomeHand) -> Case:
    named = {row: each for row, each in zip(ROWS, hand.categories, strict=True) if each}
    made: Case = {"player": hand.player}
    made |= {} if hand.status == "plain" else {"status": str(hand.status)}
    made |= {} if hand.natural is None else {"natural": hand.natural}
    return made | ({"categories": named} if named else {})


def _duel(duel: OutcomeDuel, players: list[str]) -> Case:
    made: Case = {"players": [players[seat] for seat in duel.seats]}
    if duel.scoop is not None:
        return made | {"scoop": players[duel.scoop]}
    rows = zip(ROWS, duel.rows or (), strict=False)
    return made | {row: None if seat is None else players[seat] for row, seat in rows}


def read(file: Path) -> list[Case]:
    """The cases of a file."""
    made: list[Case] = json.loads(file.read_text("utf-8"))
    return made


def text() -> str:
    """The file, a line for each case."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
