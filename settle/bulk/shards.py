"""A run in shards: what is finished stays finished when it is broken off.

A folder has the answers to each shard of the input in a file of its own, and a manifest: of what
the answers were made, and a line for each shard that is finished. Whoever starts again with the
same input, the same rules and the same program goes on behind it, and comes to the same bytes.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from socket import gethostname
from typing import Any, BinaryIO, Final, NamedTuple

from settle import __version__
from settle.bulk.answering import Agreed, Answerer
from settle.bulk.blocks import Block, blocks, is_file
from settle.bulk.refusing import BulkRefused
from settle.bulk.streams import Format, Source, documents
from settle.bulk.workers import spread
from settle.canonical import canonical_bytes, read_json
from settle.faults import RefusedError

FORMAT: Final = "settle-shards"
VERSION: Final = 1
MANIFEST: Final = "manifest.ndjson"

_UNFINISHED: Final = ".part"

SHARD_SIZE: Final = 8 << 20
"""Bytes of the input after which a shard ends: some ten thousand rounds, a few seconds of work."""


class ShardsRefused(BulkRefused):
    """The folder is not of this run; the text says what is otherwise."""


class Shard(NamedTuple):
    """A part of the input with a file of its own."""

    number: int
    """From 1, over all files."""
    block: Block

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return self.block.place

    @property
    def file(self) -> str:
        """The name of the file with its answers."""
        return f"results-{self.number:05}.ndjson"


class Finished(NamedTuple):
    """What came of a shard."""

    output: str
    """``sha256:…`` of the answers."""
    rounds: int
    refused: int


class Plan(NamedTuple):
    """What has to be done, and what that depends on."""

    header: Mapping[str, Any]
    """The first line of the manifest."""
    shards: tuple[Shard, ...]


def plan(
    names: Sequence[str], form: Format | None, agreed: Agreed, *, shard_size: int = SHARD_SIZE
) -> Plan:
    """Read every file once, hash it and cut it.

    Raises OSError, and ShardsRefused for what is no NDJSON.
    """
    inputs: list[dict[str, str]] = []
    cut: list[Block] = []
    for name in names:
        with open(name, "rb") as stream:  # noqa: PTH123 - names as people wrote them
            if not is_file(stream):
                raise ShardsRefused(f"{name} is no file; shards are read more than once.")
            hashed = _Hashed(stream)
            source = Source(hashed)
            # A file without a round is a JSON text as well as NDJSON.
            if source.form(form) == "json" and any(True for _ in documents(source)):
                raise ShardsRefused(f"{name} is a JSON text; shards are made of NDJSON only.")
            cut += blocks(source, name, held=False, size=shard_size, hashed=True)
        inputs.append({"file": name, "sha256": hashed.hash.hexdigest()})
    header = {
        "format": FORMAT,
        "version": VERSION,
        "settle": __version__,
        "inputs": inputs,
        "shard_bytes": shard_size,
        "ruleset": agreed.ruleset,
        "options": dict(agreed.options),
        "rulesets": rulesets_of(agreed),
    }
    return Plan(header, tuple(Shard(number, block) for number, block in enumerate(cut, 1)))


def rulesets_of(agreed: Agreed) -> dict[str, str]:
    """The digests of the rulesets that may be scored with, by name."""
    rulebook = agreed.rulebook()
    rulesets = rulebook.digests()
    if agreed.ruleset is not None:
        chosen = rulebook.get(agreed.ruleset)
        rulesets[chosen.name] = chosen.digest
    return rulesets


class _Hashed:
    """A stream that is hashed as it is read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.hash = sha256()

    def readline(self, limit: int, /) -> bytes:
        """The next line."""
        return self._taken(self._stream.readline(limit))

    def read(self, size: int, /) -> bytes:
        """At most so many bytes."""
        return self._taken(self._stream.read(size))

    def _taken(self, data: bytes) -> bytes:
        self.hash.update(data)
        return data


class ShardScorer:
    """Answers a shard into its file, which is there as a whole or not at all."""

    def __init__(self, folder: Path, agreed: Agreed, named: bool) -> None:  # noqa: FBT001
        self._folder = folder
        self._answerer = Answerer(agreed, named=named)

    def __call__(self, shard: Shard) -> Finished:
        """Write the file of a shard. Raises OSError."""
        path = self._folder / shard.file
        # Somebody on another machine who was taken for lost may be writing the same.
        unfinished = path.with_name(f"{path.name}.{gethostname()}.{os.getpid()}{_UNFINISHED}")
        made, rounds, refused = sha256(), 0, 0
        with unfinished.open("wb") as output:
            for piece in shard.block.pieces():
                text, is_refused = self._answerer.answer(piece, shard.block.name)
                output.write(text)
                made.update(text)
                rounds += 1
                refused += is_refused
            output.flush()
            os.fsync(output.fileno())
        unfinished.replace(path)
        return Finished(f"sha256:{made.hexdigest()}", rounds, refused)


class Manifest:
    """The manifest of a folder that is ours for the time being."""

    def __init__(self, folder: Path, stream: BinaryIO, planned: Plan) -> None:
        self._folder = folder
        self._stream = stream
        self._planned = planned
        self.finished: dict[int, Finished] = {}
        """By number; the files of all of them are there and as they were written."""

    def begin(self) -> None:
        """Go on behind what is there, or write the first line.

        Raises ShardsRefused where something is otherwise than it was.
        """
        written = self._stream.read()
        whole = written[: written.rfind(b"\n") + 1]
        # What was being written when the run was broken off has no end.
        self._stream.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._append(self._planned.header)
            return
        _require_same(_read(lines[0], 1), self._planned.header)
        shards = {shard.number: shard for shard in self._planned.shards}
        for place, line in enumerate(lines[1:], 2):
            told = _read(line, place)
            number = told.get("shard")
            shard = shards.get(number) if isinstance(number, int) else None
            finished = _finished(told)
            if shard is None or finished is None or told != _line(shard, finished):
                raise ShardsRefused(f"{MANIFEST}, line {place}, is not of this run.")
            self.finished[shard.number] = finished
        self._look_at_files(shards)

    def finish(self, shard: Shard, finished: Finished) -> None:
        """Write down that a shard is finished, durably."""
        self._append(_line(shard, finished))
        self.finished[shard.number] = finished

    def _append(self, document: Mapping[str, Any]) -> None:
        self._stream.write(canonical_bytes(document) + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def _look_at_files(self, shards: Mapping[int, Shard]) -> None:
        """A file that is missing is made again; one that was changed is somebody's."""
        for number, finished in tuple(self.finished.items()):
            path = self._folder / shards[number].file
            try:
                with path.open("rb") as stream:
                    found = f"sha256:{file_digest(stream, 'sha256').hexdigest()}"
            except FileNotFoundError:
                del self.finished[number]
                continue
            if found != finished.output:
                raise ShardsRefused(
                    f"{path} was changed since it was written. Take it away, and it is made again."
                )


@contextmanager
def manifest(folder: Path, planned: Plan) -> Iterator[Manifest]:
    """The manifest of a folder, which is made where it is not there.

    Raises OSError, and ShardsRefused where another run is at work, or the folder is of another one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / MANIFEST).open("a+b") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ShardsRefused(f"Another run is at work in {folder}.") from error
        stream.seek(0)
        made = Manifest(folder, stream, planned)
        made.begin()
        yield made


@contextmanager
def in_shards(
    folder: Path, planned: Plan, agreed: Agreed, jobs: int, cluster: str | None = None
) -> Iterator[Iterator[tuple[Shard, Finished]]]:
    """Every shard in order, once it is finished.

    Those that are not are made by ``jobs`` processes, or by the cluster at an address. Raises as
    :func:`manifest`, and as :meth:`settle.bulk.workers.Workers.map` or
    :func:`settle.bulk.cluster.on_cluster`.
    """
    named = len(planned.header["inputs"]) > 1
    with manifest(folder, planned) as held:
        _take_away_what_was_left(folder)
        missing = [shard for shard in planned.shards if shard.number not in held.finished]
        if cluster is None or not missing:
            jobs = max(1, min(jobs, len(missing)))
            making = spread(jobs, missing, ShardScorer, folder, agreed, named)
        else:
            from settle.bulk.cluster import Job, on_cluster  # noqa: PLC0415 - an extra

            told = planned.header["settle"], planned.header["rulesets"]
            making = on_cluster(cluster, missing, Job(folder.resolve(), agreed, named, *told))
        with closing(making) as made:
            yield _in_order(planned, held, made)
        _take_away_what_was_left(folder)


def _take_away_what_was_left(folder: Path) -> None:
    """Of shards whose makers were ended in the middle."""
    for left in folder.glob(f"*{_UNFINISHED}"):
        left.unlink(missing_ok=True)


def _in_order(
    planned: Plan, held: Manifest, made: Iterator[tuple[Shard, Finished]]
) -> Iterator[tuple[Shard, Finished]]:
    for shard in planned.shards:
        finished = held.finished.get(shard.number)
        if finished is None:
            _, finished = next(made)
            held.finish(shard, finished)
        yield shard, finished


def _line(shard: Shard, finished: Finished) -> dict[str, Any]:
    block = shard.block
    return {
        "shard": shard.number,
        "file": block.name,
        "from": block.start,
        "to": block.stop,
        "input": block.digest,
        **finished._asdict(),
    }


def _finished(told: Mapping[str, Any]) -> Finished | None:
    output, rounds, refused = (told.get(name) for name in Finished._fields)
    if isinstance(output, str) and type(rounds) is type(refused) is int:
        return Finished(output, rounds, refused)
    return None


def _read(line: bytes, place: int) -> dict[str, Any]:
    try:
        document = read_json(line)
    except RefusedError as refused:
        raise ShardsRefused(f"{MANIFEST}, line {place}: {refused}") from refused
    if not isinstance(document, dict):
        raise ShardsRefused(f"{MANIFEST}, line {place}, is not of a run in shards.")
    return document


def _require_same(found: Mapping[str, Any], planned: Mapping[str, Any]) -> None:
    """Every difference between what a folder was begun with and what there is now."""
    if found.get("format") != FORMAT or found.get("version") != VERSION:
        raise ShardsRefused(f"{MANIFEST} is not of a run in shards that this Settle knows.")
    told = [
        f"{name}: {_shown(found.get(name))} then, {_shown(planned[name])} now"
        for name in ("settle", "shard_bytes", "ruleset", "options")
        if found.get(name) != planned[name]
    ]
    told += _changed("input", _by_file(found.get("inputs")), _by_file(planned["inputs"]))
    told += _changed("ruleset", found.get("rulesets"), planned["rulesets"])
    if not told and found != planned:
        told = ["the order of the files"]
    if told:
        raise ShardsRefused(
            "The folder was begun with something else, and its shards would not fit: "
            f"{'; '.join(told)}. Name another folder."
        )


def _by_file(inputs: object) -> dict[str, Any]:
    listed = inputs if isinstance(inputs, list) else []
    return {str(each.get("file")): each for each in listed if isinstance(each, dict)}


def _changed(what: str, found: object, planned: Mapping[str, Any]) -> Iterator[str]:
    then = found if isinstance(found, dict) else {}
    for name in sorted({*then, *planned}):
        if then.get(name) != planned.get(name):
            how = "is new" if name not in then else "is gone" if name not in planned else "changed"
            yield f"{what} {name} {how}"


def _shown(value: object) -> str:
    return canonical_bytes(value).decode()
