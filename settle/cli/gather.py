"""Rounds of one input for commands that show people something: each scored, or a clear stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from settle.cli.shared import messages

if TYPE_CHECKING:
    from settle.cli.streams import Piece
    from settle.faults import RefusedError
    from settle.rounds import Round
    from settle.rulebook import Rulebook
    from settle.rulebook.ruleset import Ruleset
    from settle.rules import Rules
    from settle.words import Language


class Scored(NamedTuple):
    """A round on its way to people."""

    line: int
    document: Mapping[str, Any]
    """The round document, with what the flags say."""
    played: Round
    rules: Rules
    ruleset: Ruleset
    result: Mapping[str, Any]


def scored_rounds(
    stream: BinaryIO,
    rulebook: Rulebook,
    overrides: Mapping[str, Any],
    language: Language | str,
) -> Iterator[Scored]:
    """Yield every round of a stream, scored.

    Raises click.ClickException (exit status 1) that names every fault of a round that is refused.
    """
    from settle.cli.streams import pieces
    from settle.faults import RefusedError

    for piece in pieces(stream, None):
        try:
            yield _scored(piece, rulebook, overrides)
        except RefusedError as refused:
            told = "\n".join(f"  {line}" for line in messages(refused, language))
            raise click.ClickException(f"line {piece.line}:\n{told}") from refused


def _scored(piece: Piece, rulebook: Rulebook, overrides: Mapping[str, Any]) -> Scored:
    from settle.scoring import overridden, score_round
    from settle.wire import load_round

    document = overridden(read_piece(piece), **overrides)
    played, rules = load_round(document, rulebook)
    assert isinstance(document, dict)
    result = score_round(played, rules)
    ruleset = rulebook.get(f"{rules.ruleset}@{rules.version}")
    return Scored(piece.line, document, played, rules, ruleset, result)


def read_piece(piece: Piece) -> object:
    """Parse the text of a piece strictly.

    Raises RefusedError with status 400, or 413 for a text that is longer than it may be.
    """
    from settle.canonical import read_json

    if piece.text is None:
        raise _too_large(piece.limit)
    return read_json(piece.text)


def _too_large(limit: int) -> RefusedError:
    from settle.faults import Fault, RefusedError

    return RefusedError([Fault((), "too_large", "", {"most": limit})], status=413)
