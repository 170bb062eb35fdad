"""A game's line cut into its parts by their places: most of it is not read, which takes the time.

A canonical entry names its parts in one order, and the marks of JSON stand bare in no text: where
the beginning and the end of a line look like those of a game, its parts are where they seem to be.
Whether all of it is JSON, and canonical, that says nothing about yet.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import orjson

from settle.canonical import read_own
from settle.entries import Entry

GAME: Final = "game_recorded"

_TEXT: Final = rb'([^"\\\x00-\x1f]{1,1200})'
_HASH: Final = rb"(sha256:[0-9a-f]{64})"
_NUMBER: Final = rb"([1-9][0-9]{0,14})"
_BEGINS: Final = re.compile(rb'\{"at":"([0-9T:.Z+-]{24,29})","body":(?=\{)')
_ENDS: Final = re.compile(
    rb',"by":"%b","game":%b(,"hash":"%b"),"kind":"game_recorded","prev_hash":"%b","seq":%b,'
    rb'"session":"%b"\}' % (_TEXT, _NUMBER, _HASH, _HASH, _NUMBER, _TEXT)
)
_END: Final = b',"kind":"game_recorded","prev_hash":"'
_BY: Final = b',"by":"'
_LINES: Final = b'"lines":['


class GameLine(NamedTuple):
    """What a line says, if it is canonical."""

    entry: Entry
    rest: Mapping[str, Any]
    """The body, its lines left out."""
    rest_text: bytes
    lines_text: bytes
    """What stands between the brackets of the body's lines."""
    unsealed: bytes
    """The line without its hash."""


class CutBody(Mapping[str, Any]):
    """The body of a game whose lines are read when they are asked for."""

    def __init__(self, rest: Mapping[str, Any], lines: bytes) -> None:
        self._rest, self._lines = rest, lines

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - a JSON value may be anything
        value = self._rest[name]
        return read_own(b"[%b]" % self._lines) if name == "lines" and self._lines else value

    def __iter__(self) -> Iterator[str]:
        return iter(self._rest)

    def __len__(self) -> int:
        return len(self._rest)


def cut(line: bytes) -> GameLine | None:
    """The parts of a line that looks like that of a game; None for any other."""
    place = line.rfind(_BY, 0, line.rfind(_END))
    ends = _ENDS.fullmatch(line, place) if place > 0 else None
    begins = _BEGINS.match(line)
    if begins is None or ends is None:
        return None
    rest_text, lines_text = _apart(line[begins.end() : place])
    try:
        rest = orjson.loads(rest_text)
        by, game, _, hash_, prev_hash, seq, session = [part.decode() for part in ends.groups()]
    except ValueError:
        return None
    if not isinstance(rest, dict):
        return None
    entry = Entry(
        seq=int(seq),
        session=session,
        kind=GAME,
        game=int(game),
        at=begins[1].decode(),
        by=by,
        body=CutBody(rest, lines_text),
        prev_hash=prev_hash,
        hash=hash_,
    )
    unsealed = line[: ends.start(3)] + line[ends.end(3) :]
    return GameLine(entry, rest, rest_text, lines_text, unsealed)


def _apart(body: bytes) -> tuple[bytes, bytes]:
    """A body with empty lines, and what stands in them.

    What is in brackets within a line keeps it from being either; hardly a ruleset has such lines.
    """
    begins = body.find(_LINES)
    if begins < 0:
        return body, b""
    begins += len(_LINES)
    ends = body.find(b"]", begins)
    return body[:begins] + body[ends:], body[begins:ends]
