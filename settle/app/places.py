"""Places of the processes of a service, and how many connections each of them has open.

Processes that listen at one socket race for every connection, and who wins is not who has the time:
of a few connections that last, one process may get most while another has nothing to do. So each
tells all others how many it has, and one with more than another lets that one go first.
"""

from mmap import mmap
from typing import Final

MASTER: Final = 0
MOST_PLACES: Final = 256
"""Processes beyond take part in the race as it is."""

_NOBODY: Final = 0


class Places:
    """Which place each process has; kept by the master, read by its child after the fork."""

    def __init__(self) -> None:
        self.own = MASTER
        """The place of this process."""
        self._taken = {MASTER}
        self._shared = memoryview(mmap(-1, 4 * MOST_PLACES)).cast("i")
        """By place, one more than the connections of the process there."""

    def take(self) -> int:
        """The lowest place that is free."""
        place = next(place for place in range(len(self._taken) + 1) if place not in self._taken)
        self._taken.add(place)
        return place

    def give_back(self, place: int) -> None:
        """Free the place of a process that has ended."""
        self._taken.discard(place)
        self._tell(place, _NOBODY)

    def tell(self, connections: int | None) -> None:
        """So many connections are open here; None once no more are taken."""
        self._tell(self.own, _NOBODY if connections is None else connections + 1)

    def another_has_fewer(self, connections: int) -> bool:
        """Whether a process that takes connections has fewer than so many."""
        told = self._shared.tolist()
        return any(_NOBODY < each <= connections for each in told)

    def _tell(self, place: int, value: int) -> None:
        if place < MOST_PLACES:
            self._shared[place] = value
