"""What entries say: each body made again from what stands in the book, and compared.

One function per kind in a table keyed by kind, as the sessions' own. Each is given the session as
the entries before made it, and tells what the body should be.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from settle.audit.findings import Difference, NetDifference, shown
from settle.audit.links import is_hash
from settle.book.preparing import prepare_item
from settle.book.tables import Table
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.faults import Fault, RefusedError, json_pointer
from settle.sessions import Session, apply
from settle.wire.names import player_name
from settle.wire.sessions import KEY_PATTERN, CloseDocument, VoidDocument, load_part

_SHA256: Final = re.compile("[0-9a-f]{64}")
_KEY: Final = re.compile(KEY_PATTERN.strip("^$"))

_CODES: Final = {
    name: f"{name}_differ" for name in ("lines", "totals", "notices")
} | {name: f"{name}_differs" for name in ("basis", "before", "against")}  # fmt: skip
"""By the part of a body that differs; ``body_differs`` for all others."""


@dataclass(slots=True)
class State:
    """A session as far as its entries were read."""

    session: Session
    table: Table
    totals: dict[int, list[Any]] = field(default_factory=dict)
    """Of the standing entry of each game, as entries hold them; empty for a voided one."""
    keys: set[str] = field(default_factory=set)
    """Idempotency-Keys that entries were asked for with."""
    games: int = 0
    """How many were scored again."""

    def apply(self, entry: Entry) -> None:
        """Go on behind an entry that says what it should."""
        self.session = apply(self.session, entry)
        if entry.game is not None:
            self.totals[entry.game] = entry.body.get("totals", [])


class Judged(NamedTuple):
    """What there is to say about a body."""

    differences: tuple[Difference, ...] = ()
    body: Mapping[str, Any] | None = None
    """What it should be, None where that cannot be told."""


def judge(state: State, entry: Entry) -> Judged:
    """Compare a body with what it should be, after the entries before it."""
    kind = KINDS.get(entry.kind)
    if kind is None:
        return Judged((Difference("kind_unknown", "/kind", entry.kind, ", ".join(KINDS)),))
    if kind.has_game != (entry.game is not None):
        return Judged((Difference("entry_malformed", "/game", shown(entry.game)),))
    misplaced = tuple(kind.misplaced(state, entry))
    if misplaced:
        return Judged(misplaced)
    told = kind.told(state, entry)
    if isinstance(told, Difference):
        return Judged((told,))
    request, wrong = _request(state, entry)
    expected = {**told, **request}
    return Judged((*wrong, *differences(entry.body, expected)), expected)


def differences(body: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Difference]:
    """The parts in which a body is not what it should be, byte for byte."""
    if canonical_bytes(body) == canonical_bytes(expected):
        return
    for name in sorted(body.keys() | expected.keys()):
        pair = [canonical_bytes(each[name]) if name in each else b"" for each in (body, expected)]
        if pair[0] == pair[1]:
            continue
        code = _CODES.get(name, "body_differs")
        where = json_pointer(("body", name))
        players: tuple[NetDifference, ...] = ()
        if code == "totals_differ":
            players = _net_differences(body.get(name), expected.get(name, []))
        yield Difference(code, where, shown(pair[0]), shown(pair[1]), players)


def _net_differences(found: object, expected: list[Any]) -> tuple[NetDifference, ...]:
    """Whose nets differ; none where what was found are no totals."""
    try:
        have = {total["player"]: total["net"] for total in found}  # type: ignore[attr-defined]
    except (TypeError, KeyError):
        return ()
    want = {total["player"]: total["net"] for total in expected}
    names = [name for name in (*want, *(have.keys() - want.keys())) if isinstance(name, str)]
    return tuple(
        NetDifference(name, have.get(name), want.get(name))
        for name in names
        if have.get(name) != want.get(name)
    )


def _request(state: State, entry: Entry) -> tuple[dict[str, Any], tuple[Difference, ...]]:
    """What the body says of the call that made it, which nothing else tells; and what is wrong."""
    if "request" not in entry.body:
        return {}, ()
    request = entry.body["request"]
    if not is_request(request) or "key" not in request:
        return {}, ()
    if request["key"] in state.keys:
        wrong = Difference("key_twice", "/body/request/key", shown(request["key"]))
        return {"request": request}, (wrong,)
    state.keys.add(request["key"])
    return {"request": request}, ()


def is_request(request: object) -> bool:
    """Whether a value can say which call made an entry: ``{"sha256": ..., "key"?: ...}``."""
    if not isinstance(request, dict) or request.keys() - {"key"} != {"sha256"}:
        return False
    sha256, key = request["sha256"], request.get("key", "-")
    return (
        isinstance(sha256, str)
        and _SHA256.fullmatch(sha256) is not None
        and isinstance(key, str)
        and _KEY.fullmatch(key) is not None
    )


# --- where a kind may stand ----------------------------------------------------------------------


def _second_opening(_state: State, entry: Entry) -> Iterator[Difference]:
    yield Difference("kind_misplaced", "/kind", entry.kind)


def _only_second(state: State, entry: Entry) -> Iterator[Difference]:
    brought = "opening_balances" in state.table.opening.body
    if not brought or state.session.head_seq != 1:
        yield Difference("kind_misplaced", "/kind", entry.kind)


def _new_game(state: State, entry: Entry) -> Iterator[Difference]:
    yield from _while_open(state, entry)
    standing = state.session.standing.get(entry.game or 0)
    if standing is not None:
        yield Difference("game_taken", "/game", shown(entry.game), standing.hash)


def _while_open(state: State, entry: Entry) -> Iterator[Difference]:
    if state.session.closed:
        yield Difference("kind_misplaced", "/kind", entry.kind)


def _known_game(state: State, entry: Entry) -> Iterator[Difference]:
    if entry.game not in state.session.standing:
        yield Difference("game_unknown", "/game", shown(entry.game))


def _countable_game(state: State, entry: Entry) -> Iterator[Difference]:
    yield from _known_game(state, entry)
    standing = state.session.standing.get(entry.game or 0)
    if standing is not None and standing.voided:
        yield Difference("already_voided", "/game", shown(entry.game), standing.hash)


# --- what a body should be -----------------------------------------------------------------------

Told = Mapping[str, Any] | Difference


def _recorded(state: State, entry: Entry) -> Told:
    return _scored(state, entry)


def _corrected(state: State, entry: Entry) -> Told:
    scored, part = _scored(state, entry), _voided(state, entry)
    if isinstance(scored, Difference):
        return scored
    if isinstance(part, Difference):
        return part
    assert entry.game is not None
    return {**scored, **part, "before": state.totals[entry.game]}


def _scored(state: State, entry: Entry) -> Told:
    """The body of a game, scored again from the round that was stored."""
    stored = entry.body.get("round")
    if not isinstance(stored, dict):
        return Difference("body_malformed", "/body/round", shown(stored))
    out = _sitting_out(stored, state.table)
    own = {"game": entry.game, **({"sitting_out": out} if out else {})}
    state.games += 1
    try:
        prepared = prepare_item({**stored, **own}, state.table)
    except RefusedError as refused:
        return _refused("round_refused", refused, ("body", "round"))
    return prepared.body()


def _refused(code: str, refused: RefusedError, place: tuple[str, ...]) -> Difference:
    first: Fault = refused.faults[0]
    return Difference(code, json_pointer((*place, *first.pointer)), shown(refused.brief))


def _sitting_out(stored: Mapping[str, Any], table: Table) -> list[str]:
    """Who of the table has no hand in a round; nobody where it does not say whose hands it has."""
    outcome = stored.get("outcome")
    listed = outcome.get("hands") if isinstance(outcome, dict) else stored.get("hands")
    if not isinstance(listed, list):
        return []
    sent = [hand.get("player") for hand in listed if isinstance(hand, dict)]
    names = {player_name(name) for name in sent if isinstance(name, str)}
    return [player for player in table.players if player not in names]


def _voided(state: State, entry: Entry) -> Told:
    assert entry.game is not None
    own = {name: entry.body[name] for name in ("reason", "against") if name in entry.body}
    part, faults = load_part(own, VoidDocument)
    if faults:
        return _refused("body_malformed", RefusedError(faults), ("body",))
    return {**part, "against": state.session.standing[entry.game].hash}


def _closed(state: State, entry: Entry) -> Told:
    own = {name: entry.body[name] for name in ("reason",) if name in entry.body}
    part, faults = load_part(own, CloseDocument)
    if faults:
        return _refused("body_malformed", RefusedError(faults), ("body",))
    session = state.session
    return {
        **part,
        "ended": "complete" if session.state == "complete" else "early",
        "totals": [{"player": player, "net": net} for player, net in session.totals.items()],
        "missing": list(session.missing),
    }


def _balanced(state: State, entry: Entry) -> Told:
    """The balances of the opening, in the order in which they were sent."""
    agreed = state.table.opening.body["opening_balances"]
    nets = entry.body.get("nets")
    order = [net.get("player") for net in nets if isinstance(net, dict)] if nets else []
    sent = sorted(agreed, key=lambda player: order.index(player) if player in order else len(order))
    told = [{"player": player, "net": agreed[player]} for player in sent]
    return {"nets": told, "unverifiable": True}


def _never(_state: State, _entry: Entry) -> Told:
    raise AssertionError("a second opening is misplaced before it is looked into")


class Kind(NamedTuple):
    """How entries of a kind are looked at."""

    misplaced: Callable[[State, Entry], Iterator[Difference]]
    told: Callable[[State, Entry], Told]
    has_game: bool = False


KINDS: Final[Mapping[str, Kind]] = {
    "session_opened": Kind(_second_opening, _never),
    "opening_balance": Kind(_only_second, _balanced),
    "game_recorded": Kind(_new_game, _recorded, has_game=True),
    "game_corrected": Kind(_known_game, _corrected, has_game=True),
    "game_voided": Kind(_countable_game, _voided, has_game=True),
    "session_closed": Kind(_while_open, _closed),
}


def is_reference(value: object) -> bool:
    """Whether a value can name another session: ``{"id": ..., "hash": ...}``."""
    return isinstance(value, dict) and value.keys() == {"id", "hash"} and is_hash(value["hash"])
