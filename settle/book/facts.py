"""Where a session stands, now or after any of its entries: the rows, from the store or a fold."""

from collections.abc import Iterable
from typing import NamedTuple

from settle.book.rows import confirmation_rows, dispute_rows, game_rows, session_row
from settle.disputes import OPEN
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.sessions import fold
from settle.store import ConfirmationRow, DisputeRow, GameRow, Reader, SessionRow, Totals


class Facts(NamedTuple):
    """What views tell of a session."""

    row: SessionRow
    games: tuple[GameRow, ...]
    disputes: tuple[tuple[DisputeRow, Entry], ...]
    """Each with the entry that opened it."""
    confirmations: tuple[ConfirmationRow, ...]

    @property
    def held(self) -> frozenset[int]:
        """Games that an open dispute sets aside."""
        return frozenset(row.game for row, _ in self.disputes if row.state == OPEN)

    @property
    def totals(self) -> Totals:
        """Points by player of what nobody contests."""
        held = self.held
        return self.row.totals_without(game for game in self.games if game.game in held)

    def game(self, number: int) -> GameRow:
        """What stands for a game that was recorded."""
        return next(game for game in self.games if game.game == number)


def facts_now(r: Reader, row: SessionRow) -> Facts:
    """Where a session stands."""
    return Facts(
        row,
        tuple(r.game_rows(row.id)),
        tuple(_opened(r, row.id, r.dispute_rows(row.id))),
        tuple(r.confirmation_rows(row.id)),
    )


def facts_in_brief(r: Reader, row: SessionRow) -> Facts:
    """What a page of sessions tells of one: its open disputes, and its games where it has any."""
    open_ones = [each for each in r.dispute_rows(row.id) if each.state == OPEN]
    games = tuple(r.game_rows(row.id)) if open_ones else ()
    return Facts(row, games, tuple(_opened(r, row.id, open_ones)), ())


def facts_then(r: Reader, row: SessionRow, at_seq: int) -> Facts:
    """Where a session stood after one of its entries.

    Raises RefusedError for a number that no entry has.
    """
    if not 1 <= at_seq <= row.head_seq:
        values = {"found": at_seq, "least": 1, "most": row.head_seq}
        raise RefusedError([Fault(("at_seq",), "out_of_range", "integer", values)])
    session = fold(r.entries(row.id, limit=at_seq))
    return Facts(
        session_row(session, row.opened),
        tuple(game_rows(session)),
        tuple(_opened(r, row.id, dispute_rows(session))),
        tuple(confirmation_rows(session)),
    )


def _opened(
    r: Reader, session: str, rows: Iterable[DisputeRow]
) -> Iterable[tuple[DisputeRow, Entry]]:
    for row in list(rows):
        entry = r.entry(session, row.seq)
        assert entry is not None, "a dispute was opened by an entry"
        yield row, entry


def claimed_nets(opened: Entry) -> Totals:
    """What a dispute claims, by player."""
    return tuple((total["player"], total["net"]) for total in opened.body["claim"]["totals"])
