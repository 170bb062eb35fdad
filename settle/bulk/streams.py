"""Reading round documents from a byte stream: one, an array of them, or one a line.

Only what is being scored is held in memory: of lines one at a time, of an array its text.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final, Literal, NamedTuple, Protocol

from settle.canonical import read_json
from settle.faults import Fault, RefusedError

Format = Literal["json", "ndjson"]
"""Of texts; Parquet has a reader of its own."""

Stands = Literal["line", "element", "alone"]
"""What a document is in its file: a line of many, an element of an array, or all of it."""

LINE_LIMIT: Final = 1 << 20
"""Bytes that a line of NDJSON may hold, without its line end."""

ARRAY_LIMIT: Final = 64 << 20
"""Bytes that a JSON text may hold as a whole."""

_LINE_END: Final = b"\r\n"
_BLANK: Final = b" \t\r\n"
_BLANKS: Final = re.compile(f"[{_BLANK.decode()}]*")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

# Finds where a JSON value ends and judges nothing: numbers of any length and NaN pass here and
# are refused, with their place, by the strict reader.
_SCANNER: Final = json.JSONDecoder(strict=False, parse_int=len, parse_float=len, parse_constant=len)


class Piece(NamedTuple):
    """The text of one round document and where it stands."""

    line: int
    """Its line in an NDJSON file, its place in an array; from 1."""
    text: bytes | None
    """None for a text that is longer than ``limit``."""
    limit: int = LINE_LIMIT
    stands: Stands = "line"
    above: int = 0
    """Of an element of an array: the lines above it."""
    before: int = 0
    """Of an element of an array: the characters before it on its line."""


class BrokenArrayError(Exception):
    """An array whose text stops being JSON."""


def pieces(stream: BinaryIO, form: Format | None) -> Iterator[Piece]:
    """Yield the round documents of a stream in the order in which they stand.

    ``form`` None finds out which of the two it is: NDJSON if the first line parses alone. (An array
    that fills the whole stream is one document, also where it is written on one line.)
    """
    source = Source(stream)
    return lines(source) if source.form(form) == "ndjson" else documents(source)


class LineStream(Protocol):
    """What gives lines, and for a JSON text everything at once."""

    def readline(self, limit: int, /) -> bytes:
        """The next line, or as much of it as the limit lets through."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes."""


class Source:
    """A byte stream with lines that can be looked at before they are read."""

    def __init__(self, stream: LineStream) -> None:
        self._stream = stream
        self._ahead: deque[bytes] = deque()

    def form(self, told: Format | None) -> Format:
        """What the stream is, where nobody has told."""
        return _detect(self) if told is None else told

    def readline(self) -> bytes:
        """Read a line, or as much of it as shows that it is too long."""
        if self._ahead:
            return self._ahead.popleft()
        return self._stream.readline(LINE_LIMIT + len(_LINE_END))

    def pass_line(self, begun: bytes) -> int:
        """Read what is left of a line and hold none of it; returns how many bytes that were."""
        passed = 0
        while begun and not begun.endswith(b"\n"):
            begun = self.readline()
            passed += len(begun)
        return passed

    def peek_filled(self) -> Iterator[bytes]:
        """Look at the lines ahead that are not blank."""
        place = 0
        while True:
            if place == len(self._ahead):
                line = self._stream.readline(LINE_LIMIT + len(_LINE_END))
                if not line:
                    return
                self._ahead.append(line)
            line = self._ahead[place]
            place += 1
            if line.strip(_BLANK):
                yield line

    def read(self, limit: int) -> bytes:
        """Read what is left, at most ``limit`` bytes and one more line."""
        held = b"".join(self._ahead)
        self._ahead.clear()
        return held + self._stream.read(max(limit - len(held), 0))


def _detect(source: Source) -> Format:
    lines = source.peek_filled()
    first = next(lines, b"")
    whole, broken = _parses_alone(first)
    array = first.removeprefix(_BYTE_ORDER_MARK).lstrip(_BLANK).startswith(b"[")
    if is_too_long(first):
        return "json" if array else "ndjson"
    if whole and not array:
        return "ndjson"
    if not whole and not broken:
        return "json"
    # What is left is an array on one line, and a line that cannot begin a JSON text: one of many
    # lines where another line follows.
    second = next(lines, b"")
    second_whole, _ = _parses_alone(second)
    return "ndjson" if second.strip(_BLANK) and (whole or second_whole) else "json"


def _parses_alone(line: bytes) -> tuple[bool, bool]:
    """Whether a line is a JSON text, and whether it cannot even be the beginning of one."""
    text = line.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", errors="replace").strip()
    try:
        _, end = _SCANNER.raw_decode(text)
    except json.JSONDecodeError as error:
        return False, error.pos < len(text)
    except RecursionError:
        return True, False
    return end == len(text), end < len(text)


def lines(source: Source, above: int = 0) -> Iterator[Piece]:
    """Yield the documents of lines; ``above`` is the number of the line before the first."""
    number = above
    while line := source.readline():
        number += 1
        text = line.rstrip(_LINE_END)
        if is_too_long(line):
            source.pass_line(line)
            yield Piece(number, None)
        elif text.strip(_BLANK):
            yield Piece(number, text)


def is_too_long(line: bytes) -> bool:
    """Whether a line, or what was read of one, is longer than a line may be."""
    return len(line) > LINE_LIMIT and len(line.rstrip(_LINE_END)) > LINE_LIMIT


def documents(source: Source) -> Iterator[Piece]:
    """Yield the document of a JSON text, or those of the array that it is."""
    text = source.read(ARRAY_LIMIT + 1)
    if len(text) > ARRAY_LIMIT:
        yield Piece(1, None, ARRAY_LIMIT, "alone")
    elif not text.strip(_BLANK):
        return
    elif text.lstrip(_BLANK).startswith(b"["):
        yield from _elements(text)
    else:
        yield Piece(1, text, ARRAY_LIMIT, "alone")


def _elements(text: bytes) -> Iterator[Piece]:
    """Yield each element of an array; from where it is broken on, the whole text as one."""
    number = 0
    try:
        for element, above, before in _scan(text.decode("utf-8")):
            number += 1
            yield Piece(number, element.encode("utf-8"), ARRAY_LIMIT, "element", above, before)
    except (BrokenArrayError, RecursionError, UnicodeDecodeError):
        yield Piece(number + 1, text, ARRAY_LIMIT, "element")


def _scan(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the text of each element of an array, the lines above, the characters before it."""
    place = _skip(text, text.index("[") + 1)
    above = start = seen = 0
    if text[place : place + 1] == "]":
        place += 1
    else:
        while True:
            try:
                _, end = _SCANNER.raw_decode(text, place)
            except json.JSONDecodeError as error:
                raise BrokenArrayError from error
            above += text.count("\n", seen, place)
            start = max(start, text.rfind("\n", seen, place) + 1)
            seen = place
            yield text[place:end], above, place - start
            place = _skip(text, end)
            sign = text[place : place + 1]
            if sign not in {",", "]"}:
                raise BrokenArrayError
            place = _skip(text, place + 1)
            if sign == "]":
                break
    if _skip(text, place) < len(text):
        raise BrokenArrayError


def _skip(text: str, place: int) -> int:
    """The place behind what is blank from there on."""
    blanks = _BLANKS.match(text, place)
    return blanks.end() if blanks else place


def read_piece(piece: Piece) -> object:
    """Parse the text of a piece strictly.

    Raises RefusedError with status 400, or 413 for a text that is longer than it may be. Lines and
    columns of its faults are those of the file; of a line of many only the column is told, for the
    line is the document's own place.
    """
    if piece.text is None:
        raise _too_large(piece.limit)
    try:
        return read_json(piece.text)
    except RefusedError as refused:
        faults = [_in_file(fault, piece) for fault in refused.faults]
        raise RefusedError(faults, status=refused.status) from None


def _in_file(fault: Fault, piece: Piece) -> Fault:
    if "line" not in fault.values:
        return fault
    values = dict(fault.values)
    line = values.pop("line")
    if piece.stands != "line":
        values["line"] = line + piece.above
        values["column"] += piece.before if line == 1 else 0
    return replace(fault, values=values)


def _too_large(limit: int) -> RefusedError:
    return RefusedError([Fault((), "too_large", "", {"most": limit})], status=413)
