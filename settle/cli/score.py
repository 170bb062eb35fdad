"""``settle score``: round documents in, result documents out, one a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from settle.cli.jobs import jobs_option, lost_in_words
from settle.cli.shared import INPUT_FILE, STANDARD_INPUT, opened, overriding_options

if TYPE_CHECKING:
    from settle.bulk.answering import Agreed
    from settle.bulk.streams import Format
    from settle.cli.progress import Progress

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
    type=click.Choice(["json", "ndjson"]),
    help="What the input is. Without it: ndjson if the first line parses alone.",
)
def score(
    *,
    files: Sequence[str],
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    form: Format | None,
    jobs: int,
    shards: str | None,
    cluster: str | None,
) -> int:
    """Score round documents and print one result a line, in the order of the input.

    A FILE holds one JSON document, a JSON array of them, or NDJSON, one document a line; "-" and
    no FILE at all mean standard input. What the flags say goes before what a document says.

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
    with Progress(names) as progress:
        run = _Run(names, form, told, jobs, progress)
        if shards is not None:
            return _score_in_shards(run, shards, cluster)
        return _score_in_turn(run) if jobs == 1 else _score_side_by_side(run)


class _Run(NamedTuple):
    """What was asked for."""

    names: Sequence[str]
    form: Format | None
    told: Agreed
    jobs: int
    progress: Progress

    @property
    def named(self) -> bool:
        """Whether an error names its file."""
        return len(self.names) > 1


def _score_in_turn(run: _Run) -> int:
    """Write one line for each round; flushed at once, for whoever waits for each answer."""
    from settle.bulk.answering import Answerer
    from settle.bulk.streams import pieces

    answerer, output, status = Answerer(run.told, named=run.named), sys.stdout.buffer, 0
    for name in run.names:
        with opened(name, hint=_HINT) as stream:
            for piece in pieces(stream, run.form):
                text, is_refused = answerer.answer(piece, name)
                output.write(text)
                output.flush()
                status |= is_refused
                run.progress.advance(len(piece.text or b""))
    return status


def _score_side_by_side(run: _Run) -> int:
    """Write the same lines, part by part."""
    from settle.bulk.answering import Answered, part_answerer
    from settle.bulk.blocks import Part, parts
    from settle.bulk.workers import Workers

    def every_part() -> Iterator[Part]:
        for name in run.names:
            with opened(name, hint=_HINT) as stream:
                yield from parts(stream, name, run.form, is_named=name != STANDARD_INPUT)

    workers: Workers[Part, Answered]
    output, refused = sys.stdout.buffer, 0
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
    from shutil import copyfileobj

    from settle.bulk.cluster import ClusterRefused, require_safe
    from settle.bulk.shards import ShardsRefused, in_shards, plan

    folder, refused = Path(shards), 0
    try:
        if cluster is not None:
            require_safe(cluster)
        planned = plan(run.names, run.form, run.told)
        with lost_in_words(), in_shards(folder, planned, run.told, run.jobs, cluster) as done:
            for shard, finished in done:
                with (folder / shard.file).open("rb") as results:
                    copyfileobj(results, sys.stdout.buffer)
                sys.stdout.buffer.flush()
                refused += finished.refused
                run.progress.advance(shard.block.size - finished.rounds, finished.rounds)
    except (ShardsRefused, ClusterRefused) as error:
        raise click.ClickException(str(error)) from error
    return 1 if refused else 0
