"""Streams of rounds cut into parts that several processes can work on.

Lines of a file are a byte range, which whoever scores it reads itself; lines of a pipe are taken
along, and so are the documents of an array.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from itertools import chain
from typing import BinaryIO, Final, NamedTuple

from settle.bulk.streams import Format, Piece, Source, documents, is_too_long, lines

PART_SIZE: Final = 256 << 10
"""Bytes after which a part ends: some hundred rounds, a fraction of a second of work."""


class Block(NamedTuple):
    """Some lines of a stream, one after another."""

    name: str
    """Of the file, as it was named."""
    path: str
    """Where others find it."""
    above: int
    """The number of the line before the first."""
    last: int
    """The number of the last line."""
    start: int
    stop: int
    """Behind the last byte, both counted from the beginning of the stream."""
    data: bytes | None = None
    """None for what stands in a file: ``start`` to ``stop`` of it."""
    digest: str | None = None
    """``sha256:…`` of the bytes, where they have to be the same when they are read."""

    @property
    def size(self) -> int:
        """Bytes."""
        return self.stop - self.start

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"lines {self.above + 1} to {self.last} of {self.name}"

    def read(self) -> bytes:
        """The bytes. Raises OSError, also where the file is not as it was."""
        if self.data is not None:
            return self.data
        with open(self.path, "rb") as stream:  # noqa: PTH123 - a Path would import pathlib
            stream.seek(self.start)
            data = stream.read(self.size)
        if len(data) < self.size or self.digest not in (None, digest_of(data)):
            raise OSError(0, "the file was changed while it was read", self.name)
        return data

    def pieces(self) -> Iterator[Piece]:
        """The rounds. Raises OSError."""
        return lines(Source(BytesIO(self.read())), self.above)


class Batch(NamedTuple):
    """Some documents of an array, or the one that a stream is."""

    name: str
    held: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(piece.text or b"") for piece in self.held)

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"rounds {self.held[0].line} to {self.held[-1].line} of {self.name}"

    def pieces(self) -> Iterator[Piece]:
        """The rounds."""
        return iter(self.held)


Part = Block | Batch


def parts(stream: BinaryIO, name: str, form: Format | None, *, is_named: bool) -> Iterator[Part]:
    """Cut a stream; one that ``is_named`` can be opened by its name, if it is a file.

    ``form`` as :func:`settle.bulk.streams.pieces` has it.
    """
    source = Source(stream)
    if source.form(form) == "json":
        return batches(documents(source), name)
    return blocks(source, name, held=not (is_named and is_file(stream)))


def is_file(stream: BinaryIO) -> bool:
    """Whether others can read parts of it by its name."""
    return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)


def blocks(
    source: Source, name: str, *, held: bool, size: int = PART_SIZE, hashed: bool = False
) -> Iterator[Block]:
    """Cut the lines of a source; ``held`` takes the bytes along, ``hashed`` their digest.

    A line that is too long ends its block, which has only as much of it as shows that. Where blocks
    end depends on the bytes and ``size`` alone.
    """
    path = "" if held else os.path.realpath(name)
    above = number = start = stop = 0
    taken: list[bytes] = []
    made = sha256()
    for line in chain(iter(source.readline, b""), [b""]):
        number += bool(line)
        stop += len(line)
        if held:
            taken.append(line)
        if hashed:
            made.update(line)
        passed = source.pass_line(line) if is_too_long(line) else 0
        if stop > start and (passed or not line or stop - start >= size):
            data = b"".join(taken) if held else None
            digest = f"sha256:{made.hexdigest()}" if hashed else None
            yield Block(name, path, above, number, start, stop, data, digest)
            above, start, taken, made = number, stop + passed, [], sha256()
            stop = start


def digest_of(data: bytes) -> str:
    """As the project writes hashes."""
    return f"sha256:{sha256(data).hexdigest()}"


def batches(pieces: Iterable[Piece], name: str) -> Iterator[Batch]:
    """The rounds of a file that is read here, in parts."""
    held: list[Piece] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece.text or b"")
        if size >= PART_SIZE:
            yield Batch(name, tuple(held))
            held, size = [], 0
    if held:
        yield Batch(name, tuple(held))
