"""What entries say: each body made again from what stands in the book, and compared.

One function per kind in tables keyed by kind, as the sessions' own. Each is given the session as
the entries before made it, and tells what the body should be.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from settle.audit import argued, games, money, stewards
from settle.audit.findings import Difference, NetDifference, shown
from settle.audit.links import is_hash
from settle.audit.state import Kind, State
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.faults import json_pointer
from settle.wire.sessions import KEY_PATTERN

_SHA256: Final = re.compile("[0-9a-f]{64}")
_KEY: Final = re.compile(KEY_PATTERN.strip("^$"))

_CODES: Final = {
    name: f"{name}_differ" for name in ("lines", "totals", "notices")
} | {name: f"{name}_differs" for name in ("basis", "before", "against")}  # fmt: skip
"""By the part of a body that differs; ``body_differs`` for all others."""


KINDS: Final[Mapping[str, Kind]] = {
    **games.KINDS,
    **argued.KINDS,
    **money.KINDS,
    **stewards.KINDS,
}


class Judged(NamedTuple):
    """What there is to say about a body."""

    differences: tuple[Difference, ...] = ()
    body: Mapping[str, Any] | None = None
    """What it should be, None where that cannot be told."""


def judge(state: State, entry: Entry) -> Judged:
    """Compare a body with what it should be, after the entries before it."""
    kind = KINDS[entry.kind]
    if kind.has_game not in (None, entry.game is not None):
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
    if not all(type(net) is int for net in have.values()):
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


def is_reference(value: object) -> bool:
    """Whether a value can name another session: ``{"id": ..., "hash": ...}``."""
    return isinstance(value, dict) and value.keys() == {"id", "hash"} and is_hash(value["hash"])
