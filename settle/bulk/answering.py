"""Rounds answered: of each its result or what is wrong with it, on a line of its own.

The one place where the command line's answers are made, whether one process makes them or many.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from settle.bulk.blocks import Part
from settle.bulk.ordinary import OrdinaryRounds
from settle.bulk.streams import Piece, read_piece
from settle.canonical import canonical_bytes
from settle.faults import RefusedError
from settle.recurring import result_bytes
from settle.rulebook import Rulebook
from settle.scoring import overridden, score_document


class Agreed(NamedTuple):
    """What goes before what a document says, in a form that another process can be told."""

    ruleset: str | None
    options: Mapping[str, object]
    brought: Mapping[str, Any] | None = None
    """The resolved text of ``ruleset``, where that is a table's own."""

    def rulebook(self) -> Rulebook:
        """The rulesets that are shipped, and the table's own."""
        rulebook = Rulebook()
        if self.brought is not None:
            rulebook.add(Rulebook.restore(self.brought))
        return rulebook


class Answer(NamedTuple):
    """A line that answers a round."""

    text: bytes
    """With its line feed."""
    is_refused: bool


class Answered(NamedTuple):
    """A part that was answered."""

    text: bytes
    """A line for each round, in order."""
    rounds: int
    refused: int


class Answerer:
    """Answers rounds under what was agreed on; ``named`` tells the file of a refused one."""

    def __init__(self, agreed: Agreed, *, named: bool) -> None:
        self._rulebook = agreed.rulebook()
        self._agreed = agreed
        self._named = named
        self._ordinary = OrdinaryRounds(self._rulebook, agreed.ruleset, agreed.options)

    def answer(self, piece: Piece, name: str) -> Answer:
        """The answer to one round."""
        made = None if piece.text is None else self._ordinary.result(piece.text)
        if made is not None:
            return Answer(made + b"\n", is_refused=False)
        try:
            document = overridden(
                read_piece(piece), ruleset=self._agreed.ruleset, options=self._agreed.options
            )
            result = score_document(document, self._rulebook)
            return Answer(result_bytes(result) + b"\n", is_refused=False)
        except RefusedError as refused:
            return Answer(
                canonical_bytes(self._error(piece, name, refused)) + b"\n", is_refused=True
            )

    def part(self, part: Part) -> Answered:
        """The answers to a part of a stream. Raises OSError for one that cannot be read."""
        answers = [self.answer(piece, part.name) for piece in part.pieces()]
        refused = sum(answer.is_refused for answer in answers)
        return Answered(b"".join([answer.text for answer in answers]), len(answers), refused)

    def _error(self, piece: Piece, name: str, refused: RefusedError) -> dict[str, Any]:
        from settle.wire import problem  # noqa: PLC0415 - start-up time

        place = {"file": name, "line": piece.line} if self._named else {"line": piece.line}
        return {**place, "error": problem(refused)}


def part_answerer(agreed: Agreed, named: bool) -> Callable[[Part], Answered]:  # noqa: FBT001
    """What a process of its own needs: the rules once, then part after part."""
    return Answerer(agreed, named=named).part
