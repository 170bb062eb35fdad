"""The wire: documents in, rounds out; refusals as problem documents.

The marshmallow classes define what a document may be; a quick acceptor in front of them takes
ordinary rounds, so that the classes are loaded only where they are needed.
"""

from typing import TYPE_CHECKING

from settle.rounds import Round
from settle.rules import Rules

if TYPE_CHECKING:
    from settle.rulebook import Rulebook

__all__ = ["load_round"]


def load_round(document: object, rulebook: "Rulebook") -> tuple[Round, Rules]:
    """The round that a document (parsed JSON) describes, and the rules it was played under.

    Raises RefusedError with all faults of the document. Of an outcome, whether its results can be
    is said when it is read for scoring.
    """
    from settle.wire.load import load_strictly  # noqa: PLC0415 - start-up time

    return load_strictly(document, rulebook)
