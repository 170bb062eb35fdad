"""Recording games: one by one, or many in a transaction, each stored or refused by itself."""

from collections.abc import Sequence

from settle.book.answers import CREATED, Answer, Conflict, entry_ref, key_reused, standing_ref
from settle.book.appending import (
    Caller,
    TableMovedError,
    answered_entry,
    append,
    session_at,
)
from settle.book.preparing import Prepared, out_of_range
from settle.book.rows import put_game_row, refuse_beyond
from settle.book.tables import Tables
from settle.canonical import canonical_bytes, written
from settle.entries import Entry, WrittenBody
from settle.faults import Fault, RefusedError
from settle.sessions import missing_games
from settle.store import GameRow, SessionRow, Store, Writer


def record_game(store: Store, tables: Tables, prepared: Prepared, caller: Caller) -> Answer:
    """Write a game down, or find that it was.

    Raises RefusedError for a key of another call and where no number is left; Conflict for a game
    that is recorded already and for a closed session; TableMovedError where it was prepared under
    another table than that of its game.
    """

    def job(w: Writer) -> Entry:
        row = session_at(w, tables, caller)
        entry, after = _write_game(w, row, tables, prepared, caller)
        if after is not row:
            w.put_session_row(after)
        return entry

    return recorded_answer(tables, store.write(job, tables.session), prepared)


def _write_game(
    w: Writer, row: SessionRow, tables: Tables, prepared: Prepared, caller: Caller
) -> tuple[Entry, SessionRow]:
    """The entry of the game, a new one or the one that an equal call made before.

    With it where the session stands then, which the caller has to put. Refuses before it writes.
    """
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return answered, row
    game = prepared.game or row.highest_game + 1
    # Beyond the highest number that was used there is nothing to look for.
    standing = w.game_row(row.id, game) if game <= row.highest_game else None
    if standing is not None:
        return _standing_entry(w, standing, prepared, caller), row
    if row.state == "closed":
        raise Conflict(
            Fault((), "session_closed"), head={"seq": row.head_seq, "hash": row.head_hash}
        )
    if game > row.games:
        missing = missing_games(w.recorded_games(row.id))
        if prepared.game is None and missing:
            values = {"missing": missing}
            raise RefusedError([Fault(("game",), "out_of_range", "after_last", values)])
        raise RefusedError([out_of_range(game, row.games)])
    if tables.for_game(game) is not prepared.table:
        raise TableMovedError
    refuse_beyond(row, prepared.nets)
    body = WrittenBody(prepared.members, {"round": prepared.round})
    entry = append(w, row, "game_recorded", body, caller, game=game)
    return entry, put_game_row(w, row, entry, None)


def _standing_entry(w: Writer, standing: GameRow, prepared: Prepared, caller: Caller) -> Entry:
    """What stands, where the same round comes again without a key: a double tap, or a retry."""
    if caller.key is None and standing.kind == "game_recorded":
        entry = w.entry(standing.session, standing.seq)
        assert entry is not None
        if canonical_bytes(entry.body["round"]) == canonical_bytes(dict(prepared.round)):
            return entry
    fault = Fault(("game",), "game_recorded", "", {"game": standing.game})
    raise Conflict(fault, standing=standing_ref(standing))


def recorded_answer(tables: Tables, entry: Entry, prepared: Prepared | None = None) -> Answer:
    """What is answered to a game recorded or corrected, now and whenever it is asked again."""
    table = tables.at(entry)
    stored = entry.body["round"]
    if prepared is not None and stored == prepared.round and table is prepared.table:
        result = prepared.written_result
    else:
        result = canonical_bytes(table.score(stored))
    reference = written(entry_ref(entry))
    game = written(entry.game)
    return Answer(CREATED, b'{"entry":%b,"game":%b,"result":%b}' % (reference, game, result))


Item = tuple[Prepared, Caller] | Entry | RefusedError
"""A round of a batch that may be written, the entry that it was written as before, or what is wrong
with it."""


def record_items(
    store: Store, tables: Tables, items: Sequence[Item], whole: tuple[str, str] | None = None
) -> list[Answer | RefusedError]:
    """Write the games of a batch in one durable transaction, each stored or refused by itself.

    Answers or refusals in the order of the items; they hold once this returns. ``whole`` is the key
    of the batch and what equal batches have in common. Raises RefusedError where it was the key of
    another one.
    """
    done: list[tuple[Entry, Prepared | None] | RefusedError] = []
    with store.writing(tables.session) as w:
        row = before = session_at(w, tables)
        w.gather()
        _look_up(w, row.id, items, whole)
        for item in items:
            if isinstance(item, RefusedError):
                done.append(item)
            elif isinstance(item, Entry):
                done.append((item, None))
            else:
                made, row = _write_item(w, row, tables, *item)
                done.append(made)
        # Once for all of them: nobody sees it in between.
        if row is not before:
            w.put_session_row(row)
    return [recorded_answer(tables, *each) if isinstance(each, tuple) else each for each in done]


def _look_up(w: Writer, session: str, items: Sequence[Item], whole: tuple[str, str] | None) -> None:
    """Have the answers at hand that may have been given to a batch before."""
    callers = [item[1] for item in items if isinstance(item, tuple) and not isinstance(item, Entry)]
    keys = {caller.key: caller.sha256 for caller in callers if caller.key is not None}
    w.look_up_answers(session, list(keys))
    own = [key for key, sha256 in keys.items() if whole is not None and sha256 == whole[1]]
    before = [w.answer(session, key) for key in own]
    if whole is not None and any(each and each.request_sha256 != whole[1] for each in before):
        raise key_reused(whole[0])


def _write_item(
    w: Writer, row: SessionRow, tables: Tables, prepared: Prepared, caller: Caller
) -> tuple[tuple[Entry, Prepared] | RefusedError, SessionRow]:
    """A game of a batch or what is wrong with it, and where the session stands then."""
    writes = w.writes
    try:
        entry, after = _write_game(w, row, tables, prepared, caller)
    except RefusedError as refused:
        assert w.writes == writes, "what is refused has stored nothing"
        return refused, row
    return (entry, prepared), after
