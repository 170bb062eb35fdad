"""The quick way through a game in an audit: its line made again from what stands in it.

A game that is as it should be is written anew from its round, after the entry before it, and every
byte is the same: so it is canonical, numbered, linked, sealed and scored right, all in one. What
comes out otherwise, and whatever is not sure, is gone through part by part, which alone tells what
is wrong.
"""

from collections.abc import Mapping
from typing import Any

from settle.audit.bodies import is_request
from settle.audit.cutting import GameLine, cut
from settle.audit.findings import Difference
from settle.audit.games import prepared_again
from settle.audit.links import Links
from settle.audit.state import State
from settle.canonical import written
from settle.entries import Entry, WrittenBody, sealed_line


def made_again(state: State, links: Links, line: bytes) -> Entry | None:
    """The game in the next line of a session, None for one that has to be looked into."""
    game = next_game(state, links, line)
    if game is None:
        return None
    prepared = prepared_again(state, game.entry)
    if isinstance(prepared, Difference):
        return None
    members = dict(prepared.members)
    if "request" in game.rest:
        members["request"] = written(game.rest["request"])
    expected = game.entry._replace(body=WrittenBody(members, {}))
    return game.entry if sealed_line(expected)[1] == line else None


def next_game(state: State, links: Links, line: bytes) -> GameLine | None:
    """A line that seems to be a game, where it may stand: after the last entry, of a free number.

    Of its body, only the call is looked at.
    """
    if links.session is None or links.hash is None:
        return None
    game = cut(line, links.seq + 1, links.session, links.hash)
    if game is None:
        return None
    assert game.entry.game is not None
    is_free = state.is_free(game.entry.game)
    return game if is_free and _is_called_once(state, game.rest) else None


def _is_called_once(state: State, body: Mapping[str, Any]) -> bool:
    """Whether a body says of no call, or of one that made no entry before."""
    if "request" not in body:
        return True
    request = body["request"]
    return is_request(request) and "key" in request and request["key"] not in state.keys
