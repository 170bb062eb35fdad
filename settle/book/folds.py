"""Folded sessions, kept: what a session is follows from its entries, and entries never change.

So what was folded once stays true, and only the entries since have to be read.
"""

from collections import OrderedDict
from threading import Lock
from typing import Final

from settle.sessions import Session, apply, fold
from settle.store import Reader, SessionRow

KEPT: Final = 256
"""So many sessions are kept folded."""


class Folds:
    """Sessions as they were when somebody last looked; threads may share them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self._guard = Lock()

    def at(self, r: Reader, row: SessionRow) -> Session:
        """The session as its row has it; to be asked before anything is appended to it."""
        with self._guard:
            session = self._kept.get(row.id)
        if session is None or session.head_seq > row.head_seq:
            session = fold(r.entries(row.id, limit=row.head_seq))
        else:
            missing = row.head_seq - session.head_seq
            for entry in r.entries(row.id, session.head_seq, missing) if missing else ():
                session = apply(session, entry)
        assert (session.head_seq, session.head_hash) == (row.head_seq, row.head_hash)
        with self._guard:
            self._kept[row.id] = session
            self._kept.move_to_end(row.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return session
