"""Undoing: the game that was recorded last is struck, as often as it is asked for."""

from settle.book.answers import Answer, NotFound
from settle.book.appending import Caller, answered_entry, session_of
from settle.book.correcting import void_answer, write_void
from settle.store import Reader, Store
from settle.wire.sessions import VoidDocument, read_part


def undo_last(store: Store, session: str, document: object, caller: Caller) -> Answer:
    """Strike the game that was recorded last among those that count.

    Raises RefusedError with all faults of the document, NotFound where no game counts, Conflict
    where another entry than the one that was seen stands for it.
    """
    part = read_part(document, VoidDocument)
    with store.writing(session) as w:
        row = session_of(w, session)
        entry = answered_entry(w, row.id, caller)
        if entry is None:
            entry = write_void(w, row, last_game(w, session), part, caller)
    return void_answer(entry)


def last_game(r: Reader, session: str) -> int:
    """The game that was recorded last and is not voided. Raises NotFound where none is."""
    voided = {game.game for game in r.game_rows(session) if game.kind == "game_voided"}
    for game in r.recorded_games(session):
        if game not in voided:
            return game
    raise NotFound("nothing_to_undo")
