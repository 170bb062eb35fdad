"""The quick way through a game that is taken over as it is: by its seal, not scored again.

Its line is canonical, numbered, linked and sealed, and its points add up to nothing for players of
the table. Whether they follow from the cards under the rules, an audit tells. What is not sure is
gone through part by part, as everywhere.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

import orjson

from settle.audit.again import next_game
from settle.audit.cutting import GameLine
from settle.audit.links import Links
from settle.audit.state import State
from settle.canonical import MOST_LEVELS, rewritten
from settle.entries import Entry, hash_of
from settle.wire.results import LineResult
from settle.wire.sessions import load_part

_NEEDED: Final = frozenset(("basis", "lines", "notices", "round", "totals"))
_MAY_BE: Final = _NEEDED | {"played_at", "request"}
_TOTAL: Final = ("player", "net", "won", "lost")
_OF_TOTALS: Final = frozenset(_TOTAL)
_of_total: Final = itemgetter(*_TOTAL)
_BETWEEN: Final = b"},{"

_MOST_KEPT: Final = 50_000
"""Lines of results that are remembered, of all tables together."""

Players = tuple[str, ...]


class _Recurring:
    """Lines of results that were looked at: the few hundred of a table come again and again."""

    def __init__(self) -> None:
        self._sound: dict[Players, set[bytes]] = {}
        self._count = 0

    def are_sound(self, text: bytes, players: Players) -> bool:
        """Whether a text is canonical lines of a result between these players, with commas."""
        if not text:
            return True
        if not (text.startswith(b"{") and text.endswith(b"}")):
            return False
        lines = text[1:-1].split(_BETWEEN)
        sound = self._sound.setdefault(players, set())
        return sound.issuperset(lines) or self._learn(lines, players)

    def _learn(self, lines: Sequence[bytes], players: Players) -> bool:
        if not all(_is_line(line, players) for line in lines):
            return False
        if self._count > _MOST_KEPT:
            self._sound, self._count = {players: set()}, 0
        self._sound[players].update(lines)
        self._count += len(lines)
        return True


_RECURRING: Final = _Recurring()


def as_sealed(state: State, links: Links, line: bytes) -> Entry | None:
    """The game in the next line of a session, None for one that has to be looked into."""
    game = next_game(state, links, line)
    if game is None or hash_of(game.unsealed) != game.entry.hash:
        return None
    assert game.entry.game is not None
    table = state.tables.for_game(game.entry.game)
    is_game = game.entry.game <= table.games and _is_a_game(game.rest, table.players)
    return game.entry if is_game and _is_canonical(game, table.players) else None


def _is_canonical(game: GameLine, players: Players) -> bool:
    """Whether what was cut out is written as it should be; the rest of the line is plain."""
    text = game.rest_text
    is_flat = text.count(b"{") + text.count(b"[") <= MOST_LEVELS
    is_written = is_flat and rewritten(game.rest) == text
    return is_written and _RECURRING.are_sound(game.lines_text, players)


def _is_line(text: bytes, players: Players) -> bool:
    """Whether a text is a line of a result, in canonical JSON, without the braces around it."""
    whole = b"{%b}" % text
    try:
        line = orjson.loads(whole)
    except orjson.JSONDecodeError:
        return False
    if rewritten(line) != whole or load_part(line, LineResult)[1]:
        return False
    return line["payer"] in players and line["payee"] in players


def _is_a_game(body: Mapping[str, Any], players: Players) -> bool:
    """Whether a body, its lines left out, has the parts of a game, and totals of these players."""
    return (
        _NEEDED <= body.keys() <= _MAY_BE
        and body["lines"] == []
        and isinstance(body["basis"], str)
        and isinstance(body["round"], dict)
        and isinstance(body["notices"], list)
        and _are_totals(body["totals"], players)
    )


def _are_totals(totals: object, players: Players) -> bool:
    """Whether a value is what some of these players won and lost, which sums to zero."""
    if not isinstance(totals, list):
        return False
    named, sum_of_nets = set(), 0
    for total in totals:
        if not isinstance(total, dict) or total.keys() != _OF_TOTALS:
            return False
        player, net, won, lost = _of_total(total)
        if not type(net) is type(won) is type(lost) is int or net != won - lost:
            return False
        if not isinstance(player, str) or player not in players:
            return False
        named.add(player)
        sum_of_nets += net
    return sum_of_nets == 0 and len(named) == len(totals)
