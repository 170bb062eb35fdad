"""Settle: scoring and settlement for thirteen-card (Chinese) poker.

>>> import settle
>>> result = settle.score({
...     "ruleset": "mainland-basic",
...     "stake": {"amount": "10", "currency": "CNY"},
...     "hands": [
...         {"player": "amy", "front": ["Ks", "Kh", "3d"],
...          "middle": ["As", "Ah", "7c", "5d", "2h"], "back": ["9s", "9h", "9d", "Qs", "Qh"]},
...         {"player": "bob", "front": ["Qd", "Js", "4c"],
...          "middle": ["Ts", "Tc", "8h", "6d", "2c"], "back": ["Kc", "Jc", "8c", "5c", "3c"]},
...     ],
... })
>>> result.nets, result.money[1]
({'amy': 4, 'bob': -4}, Money(player='bob', amount='-40', currency='CNY'))
>>> [(line.payer, line.points, line.rule) for line in result.lines][-1]
('bob', 1, 'scoop.points')

What a document is made of, and what is wrong with one, is told by :exc:`RefusedError`. Everything
is loaded when it is first used, so that importing the package costs next to nothing.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from settle.faults import Fault, RefusedError
    from settle.library import Money, Result
    from settle.rulebook import Rulebook
    from settle.sheet import Line, Notice, Total

__all__ = ["Fault", "Line", "Money", "Notice", "RefusedError", "Result", "Rulebook", "Total",
           "score"]  # fmt: skip

# A constant and no look-up of the installed version: that costs more than the rest of the start.
# A test compares it with pyproject.toml.
__version__ = "0.1.0"


def score(
    document: "Mapping[str, Any] | str | bytes", *, rulebook: "Rulebook | None" = None
) -> "Result":
    """Score a round.

    ``document`` is a round document, parsed or as JSON text; ``rulebook`` holds the rulesets that
    it may name, the shipped ones where none is given. Raises RefusedError with every fault.
    """
    from settle.library import score_typed

    return score_typed(document, rulebook)


_HOMES = {
    "Fault": "faults",
    "RefusedError": "faults",
    "Money": "library",
    "Result": "library",
    "Rulebook": "rulebook",
    "Line": "sheet",
    "Notice": "sheet",
    "Total": "sheet",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'settle' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"settle.{_HOMES[name]}"), name)
