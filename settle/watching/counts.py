"""Sums that all processes of a service share, each adding in a place of its own.

They lie in memory that no file stands behind: a page of a file on a full disk is not there when it
is written to, and the process is killed for it. A place stays when its process goes, and the next
one that has it goes on where that one ended, so that no sums are lost over the years.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from mmap import mmap
from typing import Final

LOG: Final = logging.getLogger("settle.watching")

ROWS: Final = 6144
"""In a place. What is counted is bounded: each method of each address (some 330) by the statuses
that it is answered with, and the codes of faults (some 100); a test holds that this is room for
fifteen statuses each. What no row came to costs no memory."""
CELLS: Final = 14
"""Numbers of a row."""
LONGEST_LABELS: Final = 143
"""Bytes: the longest template of an address has 65 of them."""

_NUMBER_BYTES: Final = 8
_ROW_BYTES: Final = 256
_LENGTH_AT: Final = CELLS * _NUMBER_BYTES
_TEXT_AT: Final = _LENGTH_AT + 1
_PLACE_BYTES: Final = ROWS * _ROW_BYTES
_BETWEEN: Final = "\t"

Labels = tuple[str, ...]


class Counts:
    """Rows of numbers by their labels, over all processes that were forked since this was made."""

    def __init__(self, own: Callable[[], int] = lambda: 0, places: int = 1) -> None:
        """``own`` says which of the places is that of the process it is called in."""
        self._own, self._places = own, places
        self._bytes = memoryview(mmap(-1, places * _PLACE_BYTES))
        self._numbers = self._bytes.cast("d")
        self._guard = threading.Lock()
        self._place = -1
        self._rows: dict[Labels, int] = {}
        self._is_full_told = False

    def add(self, labels: Labels, amounts: Mapping[int, float]) -> None:
        """Add to some cells of a row. Without room nothing is added, which is told once."""
        with self._guard:
            row = self._row(labels)
            if row is not None:
                first = row * _ROW_BYTES // _NUMBER_BYTES
                for cell, amount in amounts.items():
                    self._numbers[first + cell] += amount
                return
            is_news, self._is_full_told = not self._is_full_told, True
        if is_news:
            LOG.warning("there is no room to count in: the numbers of this process miss requests")

    def totals(self) -> dict[Labels, Sequence[float]]:
        """The rows of all places, added up; in the order of their labels."""
        found: dict[Labels, list[float]] = {}
        for place in range(self._places):
            for labels, row in self._rows_of(place).items():
                first = row * _ROW_BYTES // _NUMBER_BYTES
                numbers = self._numbers[first : first + CELLS]
                before = found.get(labels, [0.0] * CELLS)
                found[labels] = [one + more for one, more in zip(before, numbers, strict=True)]
        return {labels: found[labels] for labels in sorted(found)}

    def _row(self, labels: Labels) -> int | None:
        """The row with these labels in the place of this process; made where there is room."""
        place = self._own()
        if place != self._place:
            self._rows = self._rows_of(place) if place < self._places else {}
            self._place = place
        row = self._rows.get(labels)
        if row is not None:
            return row
        text = _BETWEEN.join(labels).encode()
        if place >= self._places or len(self._rows) >= ROWS or len(text) > LONGEST_LABELS:
            return None
        row = self._rows[labels] = place * ROWS + len(self._rows)
        self._name(row * _ROW_BYTES, text)
        return row

    def _name(self, at: int, text: bytes) -> None:
        """Write the labels of a row; its length last, by which others see that it is there."""
        self._bytes[at + _TEXT_AT : at + _TEXT_AT + len(text)] = text
        self._bytes[at + _LENGTH_AT] = len(text)

    def _rows_of(self, place: int) -> dict[Labels, int]:
        """The rows that a place has."""
        found: dict[Labels, int] = {}
        for row in range(place * ROWS, (place + 1) * ROWS):
            at = row * _ROW_BYTES
            length = self._bytes[at + _LENGTH_AT]
            if not length:
                break
            text = bytes(self._bytes[at + _TEXT_AT : at + _TEXT_AT + length]).decode()
            found[tuple(text.split(_BETWEEN))] = row
        return found
