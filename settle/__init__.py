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

A document that is not taken raises :exc:`RefusedError`: ``str()`` of it is its sentences,
``faults`` has each one with its place and code, ``problem("zh-Hant")`` tells all of it in another
language, and :func:`message` one of them.

>>> settle.score({"ruleset": "tw-scoop-only", "hands": []})
Traceback (most recent call last):
settle.faults.RefusedError: /hands: there are 0 hands; tw-scoop-only is played by 2 to 4

Everything is loaded when it is first used, so that importing the package costs next to nothing.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from settle.faults import Fault, RefusedError
    from settle.library import Money, Result, message
    from settle.rulebook import Rulebook
    from settle.sheet import Line, Notice, Total

__all__ = ["Fault", "Line", "Money", "Notice", "RefusedError", "Result", "Rulebook", "Total",
           "message", "score"]  # fmt: skip

# A constant and no look-up of the installed version: that costs more than the rest of the start.
# A test compares it with pyproject.toml.
__version__ = "0.1.0"


def score(
    document: "Mapping[str, Any] | str | bytes", *, rulebook: "Rulebook | None" = None
) -> "Result":
    """Score a round.

    ``document`` is a round document, parsed or as JSON text; ``rulebook`` holds the rulesets that
    it may name, the shipped ones where none is given. Raises RefusedError with every fault,
    whatever is given as a document.
    """
    from settle.library import score_typed

    return score_typed(document, rulebook)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'settle' has no attribute {name!r}")
    from settle import library

    return getattr(library, name)
