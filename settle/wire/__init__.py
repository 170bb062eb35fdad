"""The wire: documents in, rounds out; refusals as problem documents.

The marshmallow classes define what a document may be; a quick acceptor in front of them takes
ordinary rounds, so that the classes are loaded only where they are needed.
"""

from typing import TYPE_CHECKING, Any

from settle.rounds import Round
from settle.rules import Rules
from settle.wire.accept import accept_round

if TYPE_CHECKING:
    from settle.faults import RefusedError
    from settle.wire.rulesets import Rulesets
    from settle.words import Language

__all__ = ["load_round", "problem"]


def load_round(document: object, rulebook: "Rulesets") -> tuple[Round, Rules]:
    """The round that a document (parsed JSON) describes, and the rules it was played under.

    Raises RefusedError with all faults of the document. Of an outcome, whether its results can be
    is said when it is read for scoring.
    """
    accepted = accept_round(document, rulebook)
    if accepted is not None:
        return accepted
    from settle.wire.load import load_strictly  # noqa: PLC0415 - start-up time

    return load_strictly(document, rulebook)


def problem(refused: "RefusedError", lang: "Language | str" = "en") -> dict[str, Any]:
    """The problem document (RFC 9457) of a refusal, its messages in a language."""
    from settle.wire import problems  # noqa: PLC0415 - start-up time

    return problems.problem(refused, lang)
