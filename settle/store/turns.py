"""Turns: writers of one process that wait at the same time share a transaction.

Making a transaction durable and handing the lock on costs more than what a game writes. So whoever
comes first leads: it takes the lock, does its own work and that of all who wait by then, and makes
it durable once for all of them.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from settle.store.writing import Writer

_Made = TypeVar("_Made")
_Transaction = Callable[[], AbstractContextManager[Writer]]


class Turns:
    """The writers of one process, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[_Turn[Any]] = deque()
        self._leading = threading.Lock()

    def write(
        self, job: Callable[[Writer], _Made], transaction: _Transaction, sessions: Sequence[str]
    ) -> _Made:
        """What a job makes, once it is durable; what it raises, with nothing of it stored."""
        turn = _Turn(job, sessions)
        self._waiting.append(turn)
        with self._leading:
            if not turn.is_over:
                self._lead(transaction)
        return turn.outcome()

    def _lead(self, transaction: _Transaction) -> None:
        """Have the turns of all who wait, also of those who come meanwhile."""
        led: list[_Turn[Any]] = []
        try:
            with transaction() as w:
                while self._waiting:
                    led.append(self._waiting.popleft())
                    led[-1].have(w)
        except BaseException as error:  # noqa: BLE001 - raised again in the thread of each of them
            if not led:
                # Who waits for a lock that could not be had in time would not have it either.
                led = [self._waiting.popleft() for _ in range(len(self._waiting))]
            for turn in led:
                turn.error = error
        for turn in led:
            turn.is_over = True


class _Turn(Generic[_Made]):
    """One of the writers: what it does, and what came of it."""

    def __init__(self, job: Callable[[Writer], _Made], sessions: Sequence[str]) -> None:
        self._job, self._sessions = job, sessions
        self._made: list[_Made] = []
        self.error: BaseException | None = None
        self.is_over = False

    def have(self, w: Writer) -> None:
        """Do the job. A refusal is kept for its caller, and the others go on.

        What fails after it has written cannot be taken back by itself: it undoes them all, and all
        of them are told. That is a bug, or a disk that takes no more.
        """
        before = w.writes
        w.hold(*self._sessions)
        try:
            self._made.append(self._job(w))
        except Exception as error:
            if w.writes > before:
                raise
            self.error = error

    def outcome(self) -> _Made:
        """What the job made. Raises what it raised, or what stood against all of them."""
        if self.error is not None:
            raise self.error
        return self._made[0]
