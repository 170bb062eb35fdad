"""Recording games: one by one, or many in a transaction, each stored or refused by itself."""

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from settle.agreements import holds_for
from settle.book.answers import (
    CREATED,
    Answer,
    Conflict,
    entry_ref,
    key_reused,
    standing_ref,
)
from settle.book.appending import (
    Caller,
    TableMovedError,
    answered_entry,
    append,
    session_at,
)
from settle.book.preparing import Prepared, Ready, out_of_range
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

    def job(w: Writer) -> Made:
        row = session_at(w, tables, caller)
        made, after = _write_game(w, row, prepared.ready, caller)
        if made.is_new:
            w.put_session_row(after)
        return made

    return _answer_of(tables, prepared, store.write(job, tables.session))


class Made(NamedTuple):
    """What became of a game that was not refused."""

    entry: Entry
    is_new: bool
    """Whether it was made now; False where the same stood there already."""


def _write_game(
    w: Writer, row: SessionRow, ready: Ready, caller: Caller
) -> tuple[Made, SessionRow]:
    """The entry of the game, a new one or the one that an equal call made before.

    With it where the session stands then, which the caller has to put if it is new. Refuses before
    it writes.
    """
    answered = answered_entry(w, row.id, caller)
    if answered is not None:
        return Made(answered, is_new=False), row
    game = ready.game or row.highest_game + 1
    # Beyond the highest number that was used there is nothing to look for.
    standing = w.game_row(row.id, game) if game <= row.highest_game else None
    if standing is not None:
        return Made(_standing_entry(w, standing, ready, caller), is_new=False), row
    if row.state == "closed":
        raise Conflict(
            Fault((), "session_closed"), head={"seq": row.head_seq, "hash": row.head_hash}
        )
    if game > row.games:
        if ready.game is not None:
            raise RefusedError([out_of_range(game, row.games)])
        missing = missing_games(w.recorded_games(row.id))
        variant = "after_last" if missing else "all_recorded"
        values = {"missing": missing, "games": row.games}
        raise RefusedError([Fault(("game",), "out_of_range", variant, values)])
    if holds_for(row.seating, game) != ready.agreement:
        raise TableMovedError
    refuse_beyond(row, ready.totals)
    body = WrittenBody(ready.members, {})
    entry = append(w, row, "game_recorded", body, caller, game=game)
    return Made(entry, is_new=True), put_game_row(w, row, entry, ready.totals, None)


def _standing_entry(w: Writer, standing: GameRow, ready: Ready, caller: Caller) -> Entry:
    """What stands, where the same round comes again without a key: a double tap, or a retry."""
    if caller.key is None and standing.kind == "game_recorded":
        entry = w.entry(standing.session, standing.seq)
        assert entry is not None
        if canonical_bytes(entry.body["round"]) == ready.members["round"]:
            return entry
    fault = Fault(("game",), "game_recorded", "", {"game": standing.game})
    raise Conflict(fault, standing=standing_ref(standing))


def _answer_of(tables: Tables, prepared: Prepared, made: Made) -> Answer:
    if made.is_new:
        return _answer(made.entry, prepared.written_result)
    return recorded_answer(tables, made.entry, prepared)


def recorded_answer(tables: Tables, entry: Entry, prepared: Prepared | None = None) -> Answer:
    """What is answered to a game recorded or corrected, now and whenever it is asked again."""
    table = tables.at(entry)
    stored = entry.body["round"]
    if prepared is not None and stored == prepared.round and table is prepared.table:
        return _answer(entry, prepared.written_result)
    return _answer(entry, canonical_bytes(table.score(stored)))


def _answer(entry: Entry, result: bytes) -> Answer:
    reference = written(entry_ref(entry))
    game = written(entry.game)
    return Answer(CREATED, b'{"entry":%b,"game":%b,"result":%b}' % (reference, game, result))


Item = tuple[Prepared, Caller] | Entry | RefusedError
"""A round of a batch that may be written, the entry that it was written as before, or what is wrong
with it."""


def _is_to_be_written(item: Item) -> TypeGuard[tuple[Prepared, Caller]]:
    return not isinstance(item, Entry | RefusedError)


def record_items(
    store: Store, tables: Tables, items: Sequence[Item], whole: tuple[str, str] | None = None
) -> list[Answer | RefusedError]:
    """Write the games of a batch in one durable transaction, each stored or refused by itself.

    Answers or refusals in the order of the items; they hold once this returns. ``whole`` is the key
    of the batch and what equal batches have in common. Raises RefusedError where it was the key of
    another one.
    """
    games = [(item[0].ready, item[1]) for item in items if _is_to_be_written(item)]
    done = iter(write_games(store, tables, games, whole))
    answers: list[Answer | RefusedError] = []
    for item in items:
        if isinstance(item, RefusedError):
            answers.append(item)
        elif isinstance(item, Entry):
            answers.append(recorded_answer(tables, item))
        else:
            made = next(done)
            answers.append(_answer_of(tables, item[0], made) if isinstance(made, Made) else made)
    return answers


def write_games(
    store: Store,
    tables: Tables,
    games: Sequence[tuple[Ready, Caller]],
    whole: tuple[str, str] | None = None,
) -> list[Made | RefusedError]:
    """What became of each game, as :func:`record_items` tells it, which answers more.

    Raises TableMovedError where the session plays otherwise by now.
    """
    with store.writing(tables.session) as w:
        return write_games_of(w, session_at(w, tables), games, whole)


def write_games_of(
    w: Writer,
    row: SessionRow,
    games: Sequence[tuple[Ready, Caller]],
    whole: tuple[str, str] | None = None,
) -> list[Made | RefusedError]:
    """As :func:`write_games`, where the session stands so."""
    done, before = [], row
    w.gather()
    _look_up(w, row.id, [caller for _, caller in games], whole)
    for ready, caller in games:
        made, row = _write_item(w, row, ready, caller)
        done.append(made)
    # Once for all of them: nobody sees it in between.
    if row is not before:
        w.put_session_row(row)
    return done


def _look_up(
    w: Writer, session: str, callers: Sequence[Caller], whole: tuple[str, str] | None
) -> None:
    """Have the answers at hand that may have been given to a batch before."""
    keys = {caller.key: caller.sha256 for caller in callers if caller.key is not None}
    w.look_up_answers(session, [*keys, whole[0]] if whole is not None else list(keys))
    if any(each.key is not None and not each.is_item for each in callers):
        w.look_up_beginnings(session)
    if whole is None:
        return
    own = [key for key, sha256 in keys.items() if sha256 == whole[1]]
    before = list(filter(None, (w.answer(session, key) for key in own)))
    # Where none of its rounds was recorded under it, the key may still be that of another call.
    is_others = not before and w.answer(session, whole[0]) is not None
    if is_others or any(each.request_sha256 != whole[1] for each in before):
        raise key_reused(whole[0])


def _write_item(
    w: Writer, row: SessionRow, ready: Ready, caller: Caller
) -> tuple[Made | RefusedError, SessionRow]:
    """A game of a batch or what is wrong with it, and where the session stands then."""
    writes = w.writes
    try:
        return _write_game(w, row, ready, caller)
    except RefusedError as refused:
        assert w.writes == writes, "what is refused has stored nothing"
        return refused, row
