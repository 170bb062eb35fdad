"""``settle score``: round documents in, result documents out, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, NamedTuple, Protocol

import click

from settle.cli.jobs import jobs_option, lost_in_words
from settle.cli.outputs import output_option, written_to
from settle.cli.shared import INPUT_FILE, STANDARD_INPUT, opened, overriding_options

if TYPE_CHECKING:
    from settle.bulk.answering import Agreed
    from settle.bulk.streams import Format, Piece
    from settle.cli.progress import Progress

_Form = Literal["json", "ndjson", "parquet"]

_HINT: Final = (
    "Reading rounds from the keyboard, one JSON document a line; Ctrl-D ends. "
    "(settle score --help shows examples.)"
)


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...", type=INPUT_FILE)
@overriding_options
@jobs_option
@click.option(
    "--shards",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Keep what is finished in this folder; the same command goes on behind it.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Let a Dask cluster score the shards; files and folder are where all of it sees them.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "ndjson", "parquet"]),
    help="What the input is. Else: parquet by name, ndjson if the first line parses alone.",
)
@output_option
def score(  # noqa: PLR0913 - its options
    *,
    files: Sequence[str],
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    form: _Form | None,
    output: str | None,
    jobs: int,
    shards: str | None,
    cluster: str | None,
) -> int:
    """Score round documents and print one result a line, in the order of the input.

    A FILE holds one JSON document, a JSON array of them, or NDJSON, one document a line; "-" and
    no FILE at all mean standard input. What the flags say goes before what a document says.
    FILEs and an output with a name in .parquet are Parquet, with the same documents.

    A round that cannot be scored is answered in its place by
    {"line": N, "error": {...}}, the others go on, and the exit status is 1. N is the line, or the
    place in an array; with several FILEs, "file" is named too.

    --jobs N lets N processes score; what is printed is the same, some hundred rounds at a time.
    With --shards DIR a run that was broken off goes on where it was when it is started again, as
    long as FILEs, rulesets and Settle are the same, and prints everything from the beginning.
    With --cluster, too, the Dask cluster at an address scores the shards.

    \b
    settle score round.json
    settle score monday.ndjson tuesday.ndjson > results.ndjson
    settle score --jobs 4 evening.ndjson > results.ndjson
    settle score --jobs 4 --shards evening.shards evening.ndjson > results.ndjson
    settle score --shards evening.shards --cluster tcp://127.0.0.1:8786 evening.ndjson
    settle score rounds.parquet -o results.parquet
    settle score --ruleset tw-scoop --option tied_row_scoops=true < evening.ndjson
    settle score --ruleset our-table.toml --option 'natural_points={"dragon": 26}' round.json
    """
    from settle.bulk.answering import Agreed
    from settle.cli.progress import Progress
    from settle.cli.shared import agreed
    from settle.rulebook import Rulebook

    rulebook = Rulebook()
    told = Agreed(**agreed(rulebook, ruleset, options))
    if ruleset is not None and ruleset.endswith(".toml"):
        told = told._replace(brought=rulebook.get(str(told.ruleset)).document)
    names = list(files) or [STANDARD_INPUT]
    if shards is not None and STANDARD_INPUT in names:
        raise click.UsageError("--shards is for files, which can be read again: name them.")
    if cluster is not None and (shards is None or jobs > 1):
        raise click.UsageError("--cluster works in --shards, and with processes of its own.")
    beside_output = output is not None
    with (
        _refusals_in_words(),
        Progress(names, beside_output=beside_output) as progress,
        _answers(output) as stream,
    ):
        run = _Run(names, form, told, jobs, progress, stream)
        if shards is not None:
            return _score_in_shards(run, shards, cluster)
        return _score_in_turn(run) if jobs == 1 else _score_side_by_side(run)


class _Output(Protocol):
    """Where answers go."""

    def write(self, text: bytes, /) -> object:
        """Take whole lines."""

    def flush(self) -> None:
        """Let whoever waits have what was taken."""


class _Run(NamedTuple):
    """What was asked for."""

    names: Sequence[str]
    form: _Form | None
    told: Agreed
    jobs: int
    progress: Progress
    output: _Output

    @property
    def named(self) -> bool:
        """Whether an error names its file."""
        return len(self.names) > 1


@contextmanager
def _refusals_in_words() -> Iterator[None]:
    """End the command where a folder, a cluster or a file cannot be worked with."""
    from settle.bulk.refusing import BulkRefused

    try:
        yield
    except BulkRefused as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def _answers(output: str | None) -> Iterator[_Output]:
    """Standard output, or a file; one of Parquet by its name."""
    from settle.bulk.parquet import ENDING, Answers

    with written_to(output) as stream:
        if output is None or not output.endswith(ENDING):
            yield stream
            return
        with Answers(stream) as answers:
            yield answers


def _is_parquet(name: str, form: _Form | None) -> bool:
    from settle.bulk.parquet import ENDING

    return form == "parquet" or (form is None and name.endswith(ENDING))


def _of_text(form: _Form | None) -> Format | None:
    assert form != "parquet"
    return form


def _pieces(stream: BinaryIO, name: str, form: _Form | None) -> Iterator[Piece]:
    from settle.bulk.parquet import rounds
    from settle.bulk.streams import pieces

    if _is_parquet(name, form):
        return rounds(stream, name)
    return pieces(stream, _of_text(form))


def _score_in_turn(run: _Run) -> int:
    """Write one line for each round; flushed at once, for whoever waits for each answer."""
    from settle.bulk.answering import Answerer

    answerer, output, status = Answerer(run.told, named=run.named), run.output, 0
    for name in run.names:
        with opened(name, hint=_HINT) as stream:
            for piece in _pieces(stream, name, run.form):
                text, is_refused = answerer.answer(piece, name)
                output.write(text)
                output.flush()
                status |= is_refused
                run.progress.advance(len(piece.text or b""))
    return status


def _score_side_by_side(run: _Run) -> int:
    """Write the same lines, part by part."""
    from settle.bulk.answering import Answered, part_answerer
    from settle.bulk.blocks import Part, batches, parts
    from settle.bulk.workers import Workers

    def every_part() -> Iterator[Part]:
        for name in run.names:
            with opened(name, hint=_HINT) as stream:
                if _is_parquet(name, run.form):
                    yield from batches(_pieces(stream, name, run.form), name)
                else:
                    is_named = name != STANDARD_INPUT
                    yield from parts(stream, name, _of_text(run.form), is_named=is_named)

    workers: Workers[Part, Answered]
    output, refused = run.output, 0
    with lost_in_words(), Workers(run.jobs, part_answerer, run.told, run.named) as workers:
        for part, answered in workers.map(every_part()):
            output.write(answered.text)
            output.flush()
            refused += answered.refused
            run.progress.advance(part.size - answered.rounds, answered.rounds)
    return 1 if refused else 0


def _score_in_shards(run: _Run, shards: str, cluster: str | None) -> int:
    """Write the same lines out of a folder, in which they stay."""
    from pathlib import Path

    from settle.bulk.cluster import require_safe
    from settle.bulk.shards import ShardsRefused, in_shards, plan

    folder, refused = Path(shards), 0
    if cluster is not None:
        require_safe(cluster)
    if any(_is_parquet(name, run.form) for name in run.names):
        raise ShardsRefused("Shards are made of NDJSON only, and not of Parquet.")
    planned = plan(run.names, _of_text(run.form), run.told)
    with lost_in_words(), in_shards(folder, planned, run.told, run.jobs, cluster) as done:
        for shard, finished in done:
            with (folder / shard.file).open("rb") as results:
                for line in results:
                    run.output.write(line)
            run.output.flush()
            refused += finished.refused
            run.progress.advance(shard.block.size - finished.rounds, finished.rounds)
    return 1 if refused else 0
