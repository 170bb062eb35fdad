"""Rounds of one input for commands that show people something: each scored, or a clear stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from settle.cli.streams import Piece
    from settle.faults import Fault, RefusedError
    from settle.rounds import Round
    from settle.rulebook import Rulebook
    from settle.rulebook.ruleset import Ruleset
    from settle.rules import Rules
    from settle.words import Language


class Scored(NamedTuple):
    """A round on its way to people."""

    piece: Piece
    document: Mapping[str, Any]
    """The round document, with what the flags say."""
    played: Round
    rules: Rules
    ruleset: Ruleset
    result: Mapping[str, Any]


class Refused(NamedTuple):
    """A round that is not taken."""

    piece: Piece
    refusal: RefusedError

    def told(self, language: Language | str) -> str:
        """Every fault, below the place of the round where the file has several."""
        from settle.cli.shared import messages, place_of

        place = place_of(self.piece, language)
        lines = messages(self.refusal, language)
        if not place:
            return "\n".join(lines)
        return "\n".join([f"{place}:", *(f"  {line}" for line in lines)])


def scored_rounds(
    stream: BinaryIO, rulebook: Rulebook, overrides: Mapping[str, Any]
) -> Iterator[Scored | Refused]:
    """Yield every round of a stream, scored or refused."""
    from settle.cli.streams import pieces
    from settle.faults import RefusedError

    for piece in pieces(stream, None):
        try:
            yield _scored(piece, rulebook, overrides)
        except RefusedError as refused:
            yield Refused(piece, refused)


def _scored(piece: Piece, rulebook: Rulebook, overrides: Mapping[str, Any]) -> Scored:
    from settle.scoring import overridden, score_round
    from settle.wire import load_round

    document = overridden(read_piece(piece), **overrides)
    played, rules = load_round(document, rulebook)
    assert isinstance(document, dict)
    result = score_round(played, rules)
    ruleset = rulebook.get(f"{rules.ruleset}@{rules.version}")
    return Scored(piece, document, played, rules, ruleset, result)


def read_piece(piece: Piece) -> object:
    """Parse the text of a piece strictly.

    Raises RefusedError with status 400, or 413 for a text that is longer than it may be. Lines and
    columns of its faults are those of the file; of a line of many only the column is told, for the
    line is the document's own place.
    """
    from settle.canonical import read_json
    from settle.faults import RefusedError

    if piece.text is None:
        raise _too_large(piece.limit)
    try:
        return read_json(piece.text)
    except RefusedError as refused:
        faults = [_in_file(fault, piece) for fault in refused.faults]
        raise RefusedError(faults, status=refused.status) from None


def _in_file(fault: Fault, piece: Piece) -> Fault:
    from dataclasses import replace

    if "line" not in fault.values:
        return fault
    values = dict(fault.values)
    line = values.pop("line")
    if piece.stands != "line":
        values["line"] = line + piece.above
        values["column"] += piece.before if line == 1 else 0
    return replace(fault, values=values)


def _too_large(limit: int) -> RefusedError:
    from settle.faults import Fault, RefusedError

    return RefusedError([Fault((), "too_large", "", {"most": limit})], status=413)
