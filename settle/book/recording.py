"""Recording games: one by one, or many in a transaction, each stored or refused by itself."""

from collections.abc import Sequence
from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref, standing_ref
from settle.book.appending import Caller, answered_entry, append
from settle.book.preparing import Prepared, out_of_range
from settle.book.rows import put_game
from settle.book.tables import Table
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import GameRow, SessionRow, Store, Writer


def record_game(store: Store, table: Table, prepared: Prepared, caller: Caller) -> Answer:
    """Write a game down, or find that it was.

    Raises RefusedError for a key of another call and where no number is left; Conflict for a game
    that is recorded already and for a closed session.
    """
    with store.writing() as w:
        entry = write_game(w, table, prepared, caller)
    return recorded_answer(table, entry, prepared)


def write_game(w: Writer, table: Table, prepared: Prepared, caller: Caller) -> Entry:
    """The entry of the game: a new one, or the one that an equal call made before."""
    row = session_of(w, table.session)
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered
    game = prepared.game or row.highest_game + 1
    standing = w.game_row(row.id, game)
    if standing is not None:
        return _standing_entry(w, standing, prepared, caller)
    if row.state == "closed":
        raise Conflict(
            Fault((), "session_closed"), head={"seq": row.head_seq, "hash": row.head_hash}
        )
    if game > row.games:
        raise RefusedError([out_of_range(game, row.games)])
    entry = append(w, row, "game_recorded", prepared.body(), caller, game=game)
    put_game(w, row, entry, None)
    return entry


def _standing_entry(w: Writer, standing: GameRow, prepared: Prepared, caller: Caller) -> Entry:
    """What stands, where the same round comes again without a key: a double tap, or a retry."""
    if caller.key is None and standing.kind == "game_recorded":
        entry = w.entry(standing.session, standing.seq)
        assert entry is not None
        if canonical_bytes(entry.body["round"]) == canonical_bytes(dict(prepared.round)):
            return entry
    fault = Fault(("game",), "game_recorded", "", {"game": standing.game})
    raise Conflict(fault, standing=standing_ref(standing))


def session_of(w: Writer, session: str) -> SessionRow:
    """Where the session stands. Raises NotFound."""
    row = w.session_row(session)
    if row is None:
        raise NotFound("unknown_session", found=session)
    return row


def recorded_answer(table: Table, entry: Entry, prepared: Prepared | None = None) -> Answer:
    """What is answered to a game recorded or corrected, now and whenever it is asked again."""
    same = prepared is not None and entry.body["round"] == prepared.round
    result: Any = prepared.result if prepared and same else table.score(entry.body["round"])
    document = {"game": entry.game, "result": result, "entry": entry_ref(entry)}
    return Answer.of(CREATED, document)


Item = tuple[Prepared, Caller] | RefusedError
"""A round of a batch that may be written, or what is wrong with it."""


def record_items(store: Store, table: Table, items: Sequence[Item]) -> list[Answer | RefusedError]:
    """Write the games of a batch in one durable transaction, a savepoint each.

    Answers or refusals in the order of the items; they hold once this returns.
    """
    with store.writing() as w:
        session_of(w, table.session)
        written = [_write_item(w, table, item) for item in items]
    return [recorded_answer(table, *each) if isinstance(each, tuple) else each for each in written]


def _write_item(w: Writer, table: Table, item: Item) -> tuple[Entry, Prepared] | RefusedError:
    if isinstance(item, RefusedError):
        return item
    try:
        with w.savepoint():
            return write_game(w, table, *item), item[0]
    except RefusedError as refused:
        return refused
