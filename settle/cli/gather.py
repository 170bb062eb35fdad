"""Rounds of one input for commands that show people something: each scored, or a clear stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from settle.bulk.streams import Piece
    from settle.faults import RefusedError
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
    from settle.bulk.streams import pieces
    from settle.faults import RefusedError

    for piece in pieces(stream, None):
        try:
            yield _scored(piece, rulebook, overrides)
        except RefusedError as refused:
            yield Refused(piece, refused)


def _scored(piece: Piece, rulebook: Rulebook, overrides: Mapping[str, Any]) -> Scored:
    from settle.bulk.streams import read_piece
    from settle.scoring import overridden, score_round
    from settle.wire import load_round

    document = overridden(read_piece(piece), **overrides)
    played, rules = load_round(document, rulebook)
    assert isinstance(document, dict)
    result = score_round(played, rules)
    ruleset = rulebook.get(f"{rules.ruleset}@{rules.version}")
    return Scored(piece, document, played, rules, ruleset, result)
