"""The rows that are made from entries: where a session stands, and each of its games.

Appending changes them by what the entry says, so that no other entry has to be read; made from a
whole fold they are the same, which an audit compares.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.agreements import holds_for
from settle.disputes import OPEN
from settle.entries import Entry, key_of
from settle.faults import Fault, RefusedError
from settle.sessions import Session
from settle.store import (
    WHOLE_BOOK,
    AnswerRow,
    ConfirmationRow,
    DisputeRow,
    GameRow,
    SessionRow,
    Totals,
    Writer,
)
from settle.wire.limits import MOST_STANDING

CREATED_STATUS: Final = 201


def session_row(session: Session, opened: int) -> SessionRow:
    """The row of a folded session; ``opened`` is its place in the book."""
    return SessionRow(
        id=session.id,
        opened=opened,
        head_seq=session.head_seq,
        head_hash=session.head_hash,
        state=session.state,
        games=session.games,
        played=session.played,
        highest_game=session.highest_game,
        totals=tuple(session.totals.items()),
        seating=session.seating,
    )


def game_rows(session: Session) -> Iterator[GameRow]:
    """The rows of a folded session's games, by number."""
    for game, standing in sorted(session.standing.items()):
        nets = tuple(standing.nets.items())
        seq, agreement = standing.seq, standing.agreement
        yield GameRow(session.id, game, seq, standing.hash, standing.kind, nets, agreement)


def dispute_rows(session: Session) -> Iterator[DisputeRow]:
    """The rows of a folded session's disputes, in the order of their opening."""
    for each in session.disputes.values():
        yield DisputeRow(session.id, each.id, each.seq, each.game, each.state, each.consents)


def confirmation_rows(session: Session) -> Iterator[ConfirmationRow]:
    """The rows of a folded session's confirmations, in the order in which they were said."""
    for (entry, player), seq in session.confirmations.items():
        yield ConfirmationRow(session.id, entry, player, seq)


def answer_row(entry: Entry) -> AnswerRow | None:
    """What is remembered of the key that an entry was asked for with, None without one."""
    request = entry.body.get("request", {})
    if "key" not in request:
        return None
    scope = opening_scope(entry.by) if entry.kind == "session_opened" else entry.session
    return AnswerRow(
        scope, request["key"], request["sha256"], entry.session, entry.seq, CREATED_STATUS
    )


def opening_scope(by: str) -> str:
    """The scope of a key that a session is opened with: of each who opens some their own.

    So nobody meets the keys of others, nor learns of their sessions. No session has such an id.
    """
    return WHOLE_BOOK if key_of(by) is None else by


def nets_of(totals: list[Mapping[str, Any]]) -> Totals:
    """Points by player out of totals as entries hold them."""
    return tuple((total["player"], total["net"]) for total in totals)


def refuse_beyond(row: SessionRow, nets: Totals, before: Totals = ()) -> None:
    """Refuse a game that brings somebody's points beyond what a session keeps; RefusedError.

    ``before`` is what stood for the game. To be asked before anything is written.
    """
    moved = dict(row.totals)
    for player, net in before:
        moved[player] -= net
    for player, net in nets:
        if abs(moved[player] + net) > MOST_STANDING:
            values = {"player": player, "found": moved[player] + net, "most": MOST_STANDING}
            raise RefusedError([Fault((), "out_of_range", "standing", values)])


def put_game(w: Writer, row: SessionRow, entry: Entry, before: GameRow | None) -> SessionRow:
    """Write the rows after an entry about a game, in place of what stood before.

    Whoever agreed to have that ruled has said nothing yet of what stands now.
    """
    changed = put_game_row(w, row, entry, nets_of(entry.body.get("totals", [])), before)
    for each in list(w.dispute_rows(row.id)):
        if (each.game, each.state) == (entry.game, OPEN) and each.consents:
            w.put_dispute_row(each._replace(consents=()))
    w.put_session_row(changed)
    return changed


def put_game_row(
    w: Writer, row: SessionRow, entry: Entry, nets: Totals, before: GameRow | None
) -> SessionRow:
    """Write the row of a game; where the session stands then, which the caller has to put.

    ``nets`` are those of the entry, none for a game that was struck.
    """
    assert entry.game is not None
    moved = dict(row.totals)
    for player, net in before.nets if before else ():
        moved[player] -= net
    for player, net in nets:
        moved[player] += net
    assert sum(moved.values()) == sum(net for _, net in nets) == 0
    is_played, was_played = bool(nets), bool(before and before.nets)
    agreement = holds_for(row.seating, entry.game)
    w.put_game_row(GameRow(row.id, entry.game, entry.seq, entry.hash, entry.kind, nets, agreement))
    highest = max(row.highest_game, entry.game)
    return row._replace(
        head_seq=entry.seq,
        head_hash=entry.hash,
        state=row.state if before is not None else _state(w, row, highest, entry.seq),
        played=row.played + is_played - was_played,
        highest_game=highest,
        totals=tuple(moved.items()),
    )


def _state(w: Writer, row: SessionRow, highest: int, head_seq: int) -> str:
    """The state after another number was used.

    Numbers are counted only where all may be used: there are entries enough, one the opening's.
    """
    if highest < row.games or head_seq <= row.games:
        return "open"
    return "complete" if w.counted_games(row.id) == row.games else "open"
