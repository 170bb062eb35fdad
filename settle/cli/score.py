"""``settle score``: round documents in, result documents out, one a line."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

from settle.cli.shared import INPUT_FILE, STANDARD_INPUT, opened, overriding_options

if TYPE_CHECKING:
    from settle.bulk.streams import Format, Piece
    from settle.cli.progress import Progress
    from settle.faults import RefusedError
    from settle.rulebook import Rulebook

_HINT: Final = (
    "Reading rounds from the keyboard, one JSON document a line; Ctrl-D ends. "
    "(settle score --help shows examples.)"
)


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...", type=INPUT_FILE)
@overriding_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "ndjson"]),
    help="What the input is. Without it: ndjson if the first line parses alone.",
)
def score(
    files: Sequence[str],
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    form: Format | None,
) -> int:
    """Score round documents and print one result a line, in the order of the input.

    A FILE holds one JSON document, a JSON array of them, or NDJSON, one document a line; "-" and
    no FILE at all mean standard input. What the flags say goes before what a document says.

    A round that cannot be scored is answered in its place by
    {"line": N, "error": {...}}, the others go on, and the exit status is 1. N is the line, or the
    place in an array; with several FILEs, "file" is named too.

    \b
    settle score round.json
    settle score monday.ndjson tuesday.ndjson > results.ndjson
    settle score --ruleset tw-scoop --option tied_row_scoops=true < evening.ndjson
    settle score --ruleset our-table.toml --option 'natural_points={"dragon": 26}' round.json
    """
    from settle.cli.progress import Progress
    from settle.cli.shared import agreed
    from settle.rulebook import Rulebook

    rulebook = Rulebook()
    names = list(files) or [STANDARD_INPUT]
    answers = _Answers(rulebook, agreed(rulebook, ruleset, options), sys.stdout.buffer)
    with Progress(names) as progress:
        for name in names:
            with opened(name, hint=_HINT) as stream:
                answers.answer(stream, form, progress, name if len(names) > 1 else None)
    return answers.status


class _Answers:
    """Answers every round of a stream on an output, and remembers whether one was refused."""

    def __init__(self, rulebook: Rulebook, overrides: Mapping[str, Any], output: BinaryIO) -> None:
        self._rulebook = rulebook
        self._overrides = overrides
        self._output = output
        self.status = 0

    def answer(
        self, stream: BinaryIO, form: Format | None, progress: Progress, name: str | None
    ) -> None:
        """Write one line for each round; flushed at once, for whoever waits for each answer."""
        from settle.bulk.streams import pieces
        from settle.canonical import canonical_bytes
        from settle.faults import RefusedError

        for piece in pieces(stream, form):
            try:
                result = self._score(piece)
            except RefusedError as refused:
                self.status = 1
                result = _error(piece.line, refused, name)
            self._output.write(canonical_bytes(result) + b"\n")
            self._output.flush()
            progress.advance(len(piece.text or b""))

    def _score(self, piece: Piece) -> dict[str, Any]:
        from settle.bulk.streams import read_piece
        from settle.scoring import overridden, score_document

        document = overridden(read_piece(piece), **self._overrides)
        return score_document(document, self._rulebook)


def _error(line: int, refused: RefusedError, name: str | None) -> dict[str, Any]:
    from settle.wire import problem

    place = {"line": line} if name is None else {"file": name, "line": line}
    return {**place, "error": problem(refused)}
