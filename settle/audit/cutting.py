"""A game's line cut into its parts by their places: most of it is not read, which takes the time.

A canonical entry names its parts in one order, and the marks of JSON stand bare in no text: where
the beginning and the end of a line look like those of a game, its parts are where they seem to be.
Whether all of it is JSON, and canonical, that says nothing about yet.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import orjson

from settle.audit.links import is_somebody, is_time
from settle.canonical import read_own
from settle.entries import Entry

GAME: Final = "game_recorded"

_BEGINS: Final = re.compile(
    rb'\{"at":"([0-9-]{10}T[0-9]{2}:[0-9]{2}):[0-5][0-9]\.[0-9]{3}'
    rb'(Z|[+-][0-9]{2}:[0-9]{2})","body":(?=\{)'
)
_BY: Final = b',"by":"'
_MIDDLE: Final = re.compile(
    rb'([^"\\\x00-\x1f]{1,1200})","game":([1-9][0-9]{0,14}),"hash":"(sha256:[0-9a-f]{64})"'
)
_HASH_LENGTH: Final = len(',"hash":"sha256:"') + 64
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


def cut(line: bytes, seq: int, session: str, prev_hash: str) -> GameLine | None:
    """The parts of a line that looks like that of the game which follows in a session.

    None for any other, and for one whose time or author is not one.
    """
    end = _end(session, prev_hash, seq)
    ends = len(line) - len(end)
    if not line.endswith(end):
        return None
    place = line.rfind(_BY, 0, ends)
    begins, middle = _BEGINS.match(line), _MIDDLE.fullmatch(line, place + len(_BY), ends)
    if begins is None or middle is None or place < begins.end():
        return None
    rest_text, lines_text = _apart(line[begins.end() : place])
    try:
        rest = orjson.loads(rest_text)
        by, game, hash_ = middle[1].decode(), int(middle[2]), middle[3].decode()
    except ValueError:
        return None
    if not (isinstance(rest, dict) and is_somebody(by) and _is_minute(begins[1], begins[2])):
        return None
    at = line[len(b'{"at":"') : begins.end() - len(b'","body":')].decode()
    body = CutBody(rest, lines_text)
    entry = Entry(seq, session, GAME, game, at, by, body, prev_hash, hash_)
    unsealed = line[: ends - _HASH_LENGTH] + line[ends:]
    return GameLine(entry, rest, rest_text, lines_text, unsealed)


def _end(session: str, prev_hash: str, seq: int) -> bytes:
    """How the line of a game ends, behind its hash; session and hash are plain words."""
    told = f',"kind":"{GAME}","prev_hash":"{prev_hash}","seq":{seq},"session":"{session}"}}'
    return told.encode()


@lru_cache(maxsize=1024)
def _is_minute(minute: bytes, offset: bytes) -> bool:
    """Whether there is such a minute; its seconds were looked at."""
    return is_time(f"{minute.decode()}:00.000{offset.decode()}")


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
