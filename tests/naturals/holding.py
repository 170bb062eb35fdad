"""The naturals of the rules by id, each as the predicate of its ``holds``."""

from __future__ import annotations

import tomllib
from functools import cache

from settle.data import data_folder
from settle.naturals import Holds, Predicate, predicate
from settle.rulebook.agreement import parse_holds


@cache
def known_holds() -> dict[str, Holds]:
    """Return what each known natural asks of the cards, as the root of the rulesets says it."""
    root = tomllib.loads((data_folder("rulesets") / "common@1.toml").read_text(encoding="utf-8"))
    return {name: parse_holds(entry["holds"], ()) for name, entry in root["naturals"].items()}


@cache
def natural(natural_id: str, *front_excludes: str) -> Predicate:
    """Return the predicate of a known natural, some fronts excluded."""
    holds = known_holds()[natural_id]
    if front_excludes:
        holds = Holds(rows=holds.rows, front_excludes=front_excludes)
    return predicate(holds)
