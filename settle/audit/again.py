"""The quick way through a game in an audit: its line made again from what stands in it.

A game that is as it should be is written anew from its round, after the entry before it, and every
byte is the same: so it is canonical, numbered, linked, sealed and scored right, all in one. What
comes out otherwise, and whatever is not sure, is gone through part by part, which alone tells what
is wrong.
"""

from typing import Any, Final, NamedTuple

import orjson

from settle.audit.bodies import is_request
from settle.audit.findings import Difference
from settle.audit.games import KINDS, prepared_again
from settle.audit.links import Links, entry_faults
from settle.audit.state import State
from settle.canonical import written
from settle.entries import Entry, WrittenBody, from_document, sealed_line

_GAME: Final = "game_recorded"
_TELLS: Final = b',"kind":"game_recorded","prev_hash":"'
_TAIL: Final = 700
"""Bytes at the end of a line in which its kind stands, if it is a game."""


class Again(NamedTuple):
    """A game that is as it should be."""

    entry: Entry
    document: dict[str, Any]
    key: str | None
    """The Idempotency-Key that it was asked for with."""


def made_again(state: State, links: Links, line: bytes) -> Again | None:
    """The game in the next line of a session, None for one that has to be looked into."""
    if line.find(_TELLS, -_TAIL) < 0 or links.session is None or links.hash is None:
        return None
    try:
        # Doubled keys and the like are passed over here, and are not made again.
        document = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if any(entry_faults(document)) or document["kind"] != _GAME or "game" not in document:
        return None
    entry = from_document(document)
    request = entry.body.get("request")
    if request is not None and not _is_new_request(state, request):
        return None
    if any(KINDS[_GAME].misplaced(state, entry)):
        return None
    prepared = prepared_again(state, entry)
    if isinstance(prepared, Difference):
        return None
    members = dict(prepared.members)
    if request is not None:
        members["request"] = written(request)
    expected = entry._replace(
        seq=links.seq + 1,
        session=links.session,
        prev_hash=links.hash,
        body=WrittenBody(members, {}),
    )
    if sealed_line(expected)[1] != line:
        return None
    return Again(entry, document, None if request is None else request["key"])


def _is_new_request(state: State, request: Any) -> bool:  # noqa: ANN401 - any JSON value
    return is_request(request) and "key" in request and request["key"] not in state.keys
