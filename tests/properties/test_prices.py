"""Raising one price changes only the lines that it priced and those that are computed from them."""

from __future__ import annotations

from random import Random

import pytest

from settle.rulebook import Rulebook
from settle.rulebook.keys import KEYS
from settle.scoring import score_document
from tests.properties.checks import moved
from tests.reference.generator import rounds
from tests.reference.prices import RULESETS

ROUNDS = 400
"""A ruleset; each of its prices is raised for some of them."""
SHOWN, OTHERS = 10, 6
"""Of a price: rounds that have it on a line, and others."""

MULTIPLIED = ("scoop.base_multiplier", "home_run.multiplier")
BONUS_MULTIPLIED = ("scoop.bonus_multiplier", "home_run.bonus_multiplier")
COMPUTED = {
    "rows.base": MULTIPLIED,
    "rows.bonus": BONUS_MULTIPLIED,
    "majority.points": ("home_run.multiplier",),
    "scoop.base_multiplier": ("home_run.multiplier",),
    "scoop.bonus_multiplier": ("home_run.bonus_multiplier",),
    "scoop.points": ("home_run.multiplier",),
    "home_run.multiplier": (),
    "home_run.bonus_multiplier": (),
    "foul.minimum": ("home_run.multiplier",),
    "foul.points": ("home_run.multiplier",),
    "gadu": (),
    "naturals": ("naturals.sweep_multiplier",),
    "naturals.sweep_multiplier": (),
}
"""What a price goes into, by the kind of price; a doubling card doubles all but the last three."""
NEVER_DOUBLED = ("gadu", "naturals", "naturals.sweep_multiplier")
HAND_VALUES = ("rows.base", "rows.bonus", "foul.minimum", "naturals")
"""What the one amount of a foul is the largest of."""


def kind_of(key):
    """The kind of price at a dotted key, None for what is no price.

    >>> kind_of("rows.front.bonus.pair"), kind_of("naturals.dragon"), kind_of("players.least")
    ('rows.bonus', 'naturals', None)
    """
    group, *rest = key.split(".")
    if key in COMPUTED:
        return key
    if group == "rows":
        return f"rows.{rest[1]}"
    if group == "gadu" or (group == "naturals" and key not in KEYS):
        return group
    return None


def may_change(line, key, policy):
    """Whether a line may change with the price at the key."""
    kind = kind_of(key)
    if line["rule"] == key or line["rule"] in COMPUTED[kind]:
        return True
    doubled = line["reason"] == "doubling_card" and kind not in NEVER_DOUBLED
    if policy != "largest":
        return doubled
    # The one amount of a foul: set by another hand, multiplied, doubled, and taken by a natural in
    # place of its own points.
    in_amount = kind in HAND_VALUES and line["reason"] in ("foul", "home_run", "doubling_card")
    instead = kind in (*HAND_VALUES, "naturals.sweep_multiplier") and line["reason"] in (
        "foul",
        "natural",
        "natural_sweep",
    )
    return doubled or in_amount or instead


def prices_of(ruleset):
    """(key, value) of every price that the file states, a natural's at ``naturals.<id>``.

    Not those that one answer holds together: they cannot be raised one by one.
    """
    together = {key for option in ruleset.options() if len(option.sets) > 1 for key in option.sets}
    for key, value in ruleset.stated().items():
        name = key if key in KEYS else key.removesuffix(".points")
        if kind_of(name) and key not in together:
            yield name, value


def own_ruleset(parent, key, value):
    """A table's own file that raises one price by one."""
    entry = {
        "unit": parent.value(key).unit,
        "basis": "decision",
        "note": {"en": "more", "zh-Hant": "多一點", "zh-Hans": "多一点"},
    }
    if kind_of(key) == "naturals":
        known = parent.document["naturals"][key.removeprefix("naturals.")]
        kept = {name: known[name] for name in ("rank", "listed", "front_excludes") if name in known}
        entry |= {"points": value + 1, **kept}
    else:
        entry |= {"value": value + 1}
    for part in reversed(key.split(".")):
        entry = {part: entry}
    # A number asked from the table has its default in the file as well.
    asked = {
        name: {**option, "default": value + 1}
        for name, option in parent.document["options"].items()
        if "range" in option and key in option.get("sets", ())
    }
    if asked:
        entry["options"] = asked
    document = {"id": "own-table", "version": 1, "extends": parent.name, **entry}
    return Rulebook().load_text(document)


def by_payment(result):
    """Lines by who, whom and why; a foul's amount may be set by any hand."""
    return {
        (line["payer"], line["payee"], line["reason"], line["rule"]): line
        for line in result["lines"]
    }


def changed_lines(before, after):
    """The lines that are not in both results, of either."""
    old, new = by_payment(before), by_payment(after)
    return [
        line
        for key in old.keys() | new.keys()
        for line in (old.get(key), new.get(key))
        if line is not None and old.get(key) != new.get(key)
    ]


def check_raised(ruleset, key, value, played):
    """Score some of the rounds with the price raised; returns how many came out otherwise."""
    rng = Random(f"{ruleset.id} {key}")
    rulebook = Rulebook()
    own = rulebook.add(own_ruleset(ruleset, key, value))
    shown = [pair for pair in played if any(ln["rule"] == key for ln in pair[1]["lines"])]
    sample = rng.sample(shown, min(SHOWN, len(shown))) + rng.sample(played, OTHERS)
    policy = ruleset.value("foul.policy").value
    others = 0
    for document, before in sample:
        after = score_document({**document, "ruleset": own.name}, rulebook)
        changed = changed_lines(before, after)
        wrong = [line for line in changed if not may_change(line, key, policy)]
        assert wrong == [], (document, key)
        assert_nobody_takes_less(moved(before), moved(after))
        others += bool(changed)
    return others, len(shown)


def assert_nobody_takes_less(before, after):
    """Nobody takes less from anybody where a price is higher."""
    for pair, reasons in before.items():
        assert sum(after[pair].values()) >= sum(reasons.values()), pair


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_raised_price_changes_its_own_lines(ruleset):
    rulebook = Rulebook()
    shipped = rulebook.get(ruleset)
    played = [(d, score_document(d, rulebook)) for d in rounds(ruleset, 4, ROUNDS)]
    silent = []
    for key, value in prices_of(shipped):
        others, shown = check_raised(shipped, key, value, played)
        if shown and not others:
            silent.append(key)
    assert silent == []
