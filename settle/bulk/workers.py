"""Processes that work on tasks side by side; what they make comes in the order of the tasks.

Each has pipes of its own and one task at a time, so one that is ended by the system is seen at
once and its task is known. None outlives the process that started it: its pipes are closed then.
"""

import fcntl
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from settle.garbage import collect_seldom, leave_alone

_Task = TypeVar("_Task")
_Made = TypeVar("_Made")

AHEAD: Final = 2
"""Tasks for each process that may be made before the first of them is fetched."""

_PIPE_BYTES: Final = 1 << 20
"""The most that a pipe may hold for who has no rights of an administrator."""
_PATIENCE: Final = 5
"""Seconds that a process which was told to end has for it."""


class WorkerLostError(Exception):
    """A process ended in the middle of its task; the text says which process and how."""

    def __init__(self, task: object, exit_code: int | None) -> None:
        how = f"signal {-exit_code}" if exit_code and exit_code < 0 else f"status {exit_code}"
        super().__init__(how)
        self.task = task
        self.how = how


class _Worker(NamedTuple):
    process: BaseProcess
    tasks: "Connection[Any, Any]"
    made: "Connection[Any, Any]"


class Workers(Generic[_Task, _Made]):
    """So many processes; each makes its own function with ``prepare(*arguments)``."""

    def __init__(
        self, jobs: int, prepare: Callable[..., Callable[[_Task], _Made]], *arguments: object
    ) -> None:
        # A fresh interpreter: nothing that is open or locked here is there too.
        context = get_context("spawn")
        self._workers: list[_Worker] = []
        try:
            for _ in range(jobs):
                reading, tasks = context.Pipe(duplex=False)
                made, writing = context.Pipe(duplex=False)
                for end in (tasks, writing):
                    _widen(end)
                process = context.Process(
                    target=_work, args=(reading, writing, prepare, arguments), daemon=True
                )
                with _uninterrupted():
                    process.start()
                reading.close()
                writing.close()
                self._workers.append(_Worker(process, tasks, made))
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Self:
        """They are at work already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all of them, whatever they are doing."""
        self._end()

    def _end(self) -> None:
        for process, tasks, made in self._workers:
            tasks.close()
            made.close()
            process.terminate()
        for process, _, _ in self._workers:
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()

    def map(self, tasks: Iterable[_Task]) -> Iterator[tuple[_Task, _Made]]:
        """Each task and what was made of it, in order; at most a few of them are held.

        Raises what a task raised when its turn comes, and WorkerLostError as soon as a process is
        gone.
        """
        return _Round(self._workers, iter(tasks)).made()


def spread(
    jobs: int,
    tasks: Iterable[_Task],
    prepare: Callable[..., Callable[[_Task], _Made]],
    *arguments: object,
) -> Generator[tuple[_Task, _Made], None, None]:
    """As :meth:`Workers.map`; a single job is done here, without another process."""
    if jobs == 1:
        work = prepare(*arguments)
        yield from ((task, work(task)) for task in tasks)
        return
    workers: Workers[_Task, _Made]
    with Workers(jobs, prepare, *arguments) as workers:
        yield from workers.map(tasks)


class _Round(Generic[_Task, _Made]):
    """One run over tasks: who is at which, and what was made before its turn."""

    def __init__(self, workers: list[_Worker], tasks: Iterator[_Task]) -> None:
        self._tasks = tasks
        self._idle = deque(workers)
        self._busy: dict[Connection[Any, Any], tuple[_Worker, int, _Task]] = {}
        self._made: dict[int, tuple[_Task, _Made] | BaseException] = {}
        self._most = AHEAD * len(workers) + len(workers)
        self._handed = self._turn = 0
        self._is_over = False

    def made(self) -> Iterator[tuple[_Task, _Made]]:
        """In the order of the tasks."""
        self._hand_out()
        while self._turn < self._handed:
            while self._turn not in self._made:
                self._collect()
                self._hand_out()
            made = self._made.pop(self._turn)
            self._turn += 1
            if isinstance(made, BaseException):
                raise made
            self._hand_out()
            yield made

    def _hand_out(self) -> None:
        """Give every idle process a task, as long as not too much is waiting for its turn."""
        while self._idle and not self._is_over and self._handed - self._turn < self._most:
            try:
                task = next(self._tasks)
            except StopIteration:
                self._is_over = True
                return
            except Exception as error:  # noqa: BLE001 - raised when its turn comes
                self._made[self._handed] = error
                self._handed += 1
                self._is_over = True
                return
            worker = self._idle.popleft()
            self._busy[worker.made] = worker, self._handed, task
            self._handed += 1
            try:
                worker.tasks.send(task)
            except OSError as error:
                raise _lost(worker, task) from error

    def _collect(self) -> None:
        """Wait until something was made, and take it."""
        for pipe in wait(list(self._busy)):
            assert isinstance(pipe, Connection)
            worker, number, task = self._busy.pop(pipe)
            try:
                made = pipe.recv()
            except (EOFError, OSError) as error:
                raise _lost(worker, task) from error
            self._made[number] = made if isinstance(made, BaseException) else (task, made)
            self._idle.append(worker)


def _lost(worker: _Worker, task: object) -> WorkerLostError:
    worker.process.join(_PATIENCE)
    return WorkerLostError(task, worker.process.exitcode)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C goes to everybody at the terminal; what is started here never gets it.

    Whoever has started it ends it.
    """
    # Begun below, it would let interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _widen(pipe: "Connection[Any, Any]") -> None:
    """Let a pipe hold a whole task, where it can: nobody waits until the other end has read it."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _work(
    tasks: "Connection[Any, Any]",
    told: "Connection[Any, Any]",
    prepare: Callable[..., Callable[[Any], object]],
    arguments: Any,  # noqa: ANN401
) -> None:
    """In a process of its own: one task after another until the other end is closed."""
    collect_seldom()
    work = prepare(*arguments)
    leave_alone()
    made: object
    while True:
        try:
            task = tasks.recv()
        except (EOFError, OSError):
            return
        try:
            made = work(task)
        except Exception as error:  # noqa: BLE001 - told to the other process, which raises it
            made = error
        try:
            told.send(made)
        except OSError:
            return
