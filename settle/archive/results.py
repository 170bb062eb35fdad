"""Results of earlier evenings out of a spreadsheet: ``player,net``, or ``evening,player,net``.

Every row is looked at before anything is imported; what is wrong is told by its line.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from settle.archive.spreadsheet import BYTE_ORDER_MARK, safe_cell
from settle.book import Book
from settle.canonical import canonical_bytes
from settle.faults import Fault, RefusedError

HEADS: Final = (("player", "net"), ("evening", "player", "net"))
_DELIMITERS: Final = ",;\t"
_NET: Final = re.compile("([+\N{MINUS SIGN}-]?)([0-9]{1,15})", re.ASCII)
_KEY_DIGITS: Final = 32


class BadLine(NamedTuple):
    """A line of the file that is not taken, and why."""

    line: int
    refusal: RefusedError


@dataclass(slots=True)
class Evening:
    """What came of one evening."""

    name: str | None
    line: int
    """Where it begins."""
    nets: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    """Where each player stands."""

    def key(self) -> str:
        """The same for the same evening, so that a file can be imported again."""
        told = canonical_bytes({"evening": self.name, "nets": self.nets})
        return f"results-{sha256(told).hexdigest()[:_KEY_DIGITS]}"


def head_of(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Delimiter and columns of a first line that is the head of results, else None."""
    text = line.removeprefix(BYTE_ORDER_MARK).strip().lower()
    for delimiter in _DELIMITERS:
        columns = tuple(cell.strip().strip('"') for cell in text.split(delimiter))
        if columns in HEADS:
            return delimiter, columns
    return None


class ResultsImport:
    """Reads a file of results for a session of the book, and imports it as a whole or not at all.

    A player is named by id, or by a display name that only one player of the session has.
    """

    def __init__(self, book: Book, session: str) -> None:
        self._book = book
        self._session = session
        view = book.session_view(session).document()
        self._players = tuple(total["player"] for total in view["totals"])
        self._ids = _by_name(self._players, view["names"])

    def read(self, lines: Sequence[str]) -> tuple[list[Evening], list[BadLine]]:
        """The evenings of a file's lines, the head among them; and what is wrong with them."""
        head = head_of(lines[0])
        assert head is not None
        delimiter, columns = head
        evenings: dict[str | None, Evening] = {}
        bad: list[BadLine] = []
        rows = csv.reader(lines[1:], delimiter=delimiter, strict=True)
        try:
            for row in rows:
                line = rows.line_num + 1
                if any(cell.strip() for cell in row):
                    faults = list(self._take(evenings, row, columns, line))
                    bad += [BadLine(line, RefusedError(faults))] if faults else []
        except csv.Error:
            values = {"columns": delimiter.join(columns)}
            fault = Fault((), "out_of_range", "csv_row", values)
            bad.append(BadLine(rows.line_num + 1, RefusedError([fault])))
        if not bad:
            bad += _unbalanced(evenings.values())
        return list(evenings.values()), bad

    def _take(
        self,
        evenings: dict[str | None, Evening],
        row: list[str],
        columns: tuple[str, ...],
        line: int,
    ) -> Iterator[Fault]:
        if len(row) != len(columns):
            yield Fault((), "out_of_range", "csv_row", {"columns": ",".join(columns)})
            return
        cells = dict(zip(columns, map(str.strip, row), strict=True))
        name = cells.get("evening")
        player, net = self._player(cells["player"]), _net(cells["net"])
        if player is None:
            values = {"found": cells["player"], "known": self._players}
            yield Fault(("player",), "unknown_player", "session", values)
        if net is None:
            yield Fault(("net",), "wrong_type", "integer", {"found": cells["net"]})
        if name == "":
            yield Fault(("evening",), "missing", "field", {"field": "evening"})
        if player is None or net is None:
            return
        evening = evenings.setdefault(name, Evening(name, line))
        if player in evening.nets:
            values = {"player": player, "first": ("line", evening.lines[player])}
            yield Fault(("player",), "duplicate_player", "", values)
            return
        evening.nets[player], evening.lines[player] = net, line

    def _player(self, text: str) -> str | None:
        """The id that a cell names; a guard against formulas before it is no part of it."""
        bare = text[1:] if text[1:] and safe_cell(text[1:]) == text else text
        return self._ids.get(text) or self._ids.get(bare)

    def take(self, evening: Evening) -> bool:
        """Import an evening; whether that made an entry, False where it was there already.

        Raises RefusedError.
        """
        with self._book.store.reading() as r:
            row = r.session_row(self._session)
        document = {"nets": evening.nets, **({"note": evening.name} if evening.name else {})}
        answer = self._book.import_result(self._session, document, key=evening.key())
        assert row is not None, "what is entered has its session"
        is_new: bool = answer.document()["entry"]["seq"] > row.head_seq
        return is_new


def _by_name(players: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    called: dict[str, str] = {}
    for player, name in names.items():
        called[name] = "" if name in called else player
    return {**called, **{player: player for player in players}}


def _net(text: str) -> int | None:
    """A whole number, with a guard before it or without."""
    match = _NET.fullmatch(text.removeprefix("'"))
    if match is None:
        return None
    sign, digits = match.groups()
    return -int(digits) if sign in ("-", "\N{MINUS SIGN}") else int(digits)


def _unbalanced(evenings: Iterable[Evening]) -> Iterator[BadLine]:
    """Evenings that do not sum to zero, each where it begins."""
    for evening in evenings:
        found = sum(evening.nets.values())
        if found:
            fault = Fault(("net",), "unbalanced", "", {"found": found})
            yield BadLine(evening.line, RefusedError([fault]))
