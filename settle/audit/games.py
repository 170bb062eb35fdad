"""Openings, games and the close in an audit: where they may stand, and what they should say."""

from collections.abc import Iterator, Mapping
from typing import Final

from settle.audit.findings import Difference, shown
from settle.audit.state import Kind, State, Told, refused_at, shaped
from settle.book.preparing import Prepared, prepare_item, sitting_out
from settle.entries import Entry
from settle.faults import RefusedError
from settle.wire.sessions import CloseDocument, VoidDocument

# --- where a kind may stand ----------------------------------------------------------------------


def _second_opening(_state: State, entry: Entry) -> Iterator[Difference]:
    yield Difference("kind_misplaced", "/kind", entry.kind)


def _only_second(state: State, entry: Entry) -> Iterator[Difference]:
    brought = "opening_balances" in state.tables.opening.body
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


def _recorded(state: State, entry: Entry) -> Told:
    return _scored(state, entry)


def _corrected(state: State, entry: Entry) -> Told:
    scored, part = _scored(state, entry), _voided(state, entry)
    if isinstance(scored, Difference):
        return scored
    if isinstance(part, Difference):
        return part
    assert entry.game is not None
    return {**scored, **part, "before": state.bodies[entry.game].get("totals", [])}


def _scored(state: State, entry: Entry) -> Told:
    """The body of a game, scored again from the round that was stored."""
    state.games += isinstance(entry.body.get("round"), dict)
    prepared = prepared_again(state, entry)
    return prepared if isinstance(prepared, Difference) else prepared.body()


def prepared_again(state: State, entry: Entry) -> Prepared | Difference:
    """A game made ready as it was before it was written down, from the round that was stored."""
    stored = entry.body.get("round")
    if not isinstance(stored, dict):
        return Difference("body_malformed", "/body/round", shown(stored))
    assert entry.game is not None
    table = state.tables.for_game(entry.game)
    out = sitting_out(stored, table)
    own = {"game": entry.game, **({"sitting_out": out} if out else {})}
    try:
        return prepare_item({**stored, **own}, table)
    except RefusedError as refused:
        return refused_at("round_refused", refused, ("body", "round"))


def _voided(state: State, entry: Entry) -> Told:
    assert entry.game is not None
    part = shaped(entry, VoidDocument)
    if isinstance(part, Difference):
        return part
    return {**part, "against": state.session.standing[entry.game].hash}


def _closed(state: State, entry: Entry) -> Told:
    part = shaped(entry, CloseDocument)
    if isinstance(part, Difference):
        return part
    session = state.session
    return {
        **part,
        "ended": "complete" if session.state == "complete" else "early",
        "totals": [{"player": player, "net": net} for player, net in session.totals.items()],
        "missing": list(session.missing),
    }


def _balanced(state: State, entry: Entry) -> Told:
    """The balances of the opening, in the order in which they were sent."""
    agreed = state.tables.opening.body["opening_balances"]
    nets = entry.body.get("nets")
    listed = nets if isinstance(nets, list) else []
    order = [net.get("player") for net in listed if isinstance(net, dict)]
    sent = sorted(agreed, key=lambda player: order.index(player) if player in order else len(order))
    told = [{"player": player, "net": agreed[player]} for player in sent]
    return {"nets": told, "unverifiable": True}


def _never(_state: State, _entry: Entry) -> Told:
    raise AssertionError("a second opening is misplaced before it is looked into")


KINDS: Final[Mapping[str, Kind]] = {
    "session_opened": Kind(_second_opening, _never),
    "opening_balance": Kind(_only_second, _balanced),
    "game_recorded": Kind(_new_game, _recorded, has_game=True),
    "game_corrected": Kind(_known_game, _corrected, has_game=True),
    "game_voided": Kind(_countable_game, _voided, has_game=True),
    "session_closed": Kind(_while_open, _closed),
}
