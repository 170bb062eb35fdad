"""How far a long run is, shown after a while to a person at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    import rich.progress

_PATIENCE: Final = 2
"""Seconds before anything is shown."""

_LOOK_EVERY: Final = 64
"""Rounds between two looks at the clock."""


class Progress:
    """Counts rounds and bytes; shows them only on a terminal that is not full of results.

    ``beside_output`` is for a command that prints next to nothing while it goes on.
    """

    def __init__(
        self, names: Sequence[str], *, what: str = "rounds", beside_output: bool = False
    ) -> None:
        self._names = names
        self._what = what
        self._started = monotonic()
        self._rounds = 0
        self._bytes = 0
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._wanted = sys.stderr.isatty() and (beside_output or not sys.stdout.isatty())

    def __enter__(self) -> Self:
        """Nothing is shown yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away; also the terminal's cursor comes back."""
        if self._bar is not None:
            self._bar.stop()

    def advance(self, size: int, rounds: int = 1) -> None:
        """Count a round, or some of them, of so many bytes without the line ends."""
        looks = self._rounds // _LOOK_EVERY
        self._rounds += rounds
        self._bytes += size + rounds
        if not self._wanted or self._rounds // _LOOK_EVERY == looks:
            return
        if self._bar is None:
            if monotonic() - self._started < _PATIENCE:
                return
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(
                self._task, completed=self._bytes, description=f"{self._rounds:,} {self._what}"
            )

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

        columns = [TextColumn("{task.description}"), BarColumn(), DownloadColumn()]
        self._bar = Progress(
            *columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True
        )
        self._task = self._bar.add_task(self._what, total=_size(self._names))
        self._bar.start()


def _size(names: Sequence[str]) -> int | None:
    """Return how many bytes all files have together, None where one of them has no size."""
    sizes = [os.stat(name).st_size if os.path.isfile(name) else 0 for name in names]  # noqa: PTH113, PTH116
    return sum(sizes) if all(sizes) else None
