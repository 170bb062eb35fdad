"""The quick way for rounds as most of an archive is: read, scored and written without detours.

It says yes or nothing: whatever it is not sure of, every fault among it, is left to the way of all
documents. Reading, rules and results are the same on both; here is only what lies between them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import orjson

from settle.recurring import Results, Scored, result_bytes
from settle.scoring import overridden
from settle.wire.accept import accept_round

if TYPE_CHECKING:
    from settle.rulebook import Rulebook


class OrdinaryRounds:
    """Scores ordinary rounds under what was agreed on."""

    def __init__(
        self, rulebook: "Rulebook", ruleset: str | None, options: Mapping[str, object]
    ) -> None:
        self._rulebook = rulebook
        self._ruleset = ruleset
        self._options = options
        self._results = Results()

    def result(self, text: bytes) -> bytes | None:
        """The result document in canonical JSON, or None for a round that is not ordinary."""
        document: object = read_ordinary(text)
        if self._ruleset is not None or self._options:
            document = overridden(document, ruleset=self._ruleset, options=self._options)
        accepted = accept_round(document, self._rulebook)
        if accepted is None:
            return None
        scored = self._results.scored(*accepted)
        return scored.result if isinstance(scored, Scored) else result_bytes(scored)


def read_ordinary(text: bytes) -> dict[str, Any] | None:
    """A JSON object as :func:`settle.canonical.read_json` reads it, where that is sure.

    The quick reader passes over doubled keys in silence. Each key of the text has a colon, so there
    are at least as many colons as keys; where there are as many as keys that were read (and colons
    in texts that were read, which stand in the text as they are unless something is escaped), no
    key and no text was passed over.
    """
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if type(document) is not dict:
        return None
    colons = len(document)
    for name, value in document.items():
        if type(value) is list:
            colons += sum([len(each) for each in value if type(each) is dict])
        elif type(value) is dict:
            colons += len(value) + sum([len(each) for each in value.values() if type(each) is dict])
        elif name in _WITH_COLONS and type(value) is str and b"\\" not in text:
            colons += value.count(":")
    return document if text.count(b":") == colons else None


_WITH_COLONS: Final = frozenset(("played_at", "ref"))
