"""A session for a spreadsheet: games by players, nets and running totals, as CSV."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from settle.archive.exporting import ExportRefused, session_of
from settle.explain.layout import told_apart
from settle.faults import RefusedError
from settle.sessions import Session, fold
from settle.store import Reader

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it, spreadsheets take Chinese names for something else."""

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_GUARD: Final = "'"
_HELD: Final = "held"
_SPLIT: Final = re.compile('[,;\t"\r\n]')
"""Where a semicolon is what regions separate cells by, a name with one would become two."""


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe before what begins like one.

    >>> safe_cell("=1+1"), safe_cell("-5"), safe_cell("阿明")
    ("'=1+1", "'-5", '阿明')
    """
    return _GUARD + text if text.lstrip(" ").startswith(_FORMULAS) else text


def csv_text(rows: Iterable[Iterable[str | int]]) -> str:
    """Rows as RFC 4180 has them; quoted is also what spreadsheets of some regions split at.

    >>> csv_text([[1, "a;b", "c,d"], ["e"]]).splitlines()
    ['1,"a;b","c,d"', 'e']
    """
    return "".join(",".join(map(_cell, row)) + "\r\n" for row in rows)


def session_csv(r: Reader, session: str) -> str:
    """The table as RFC 4180 has it, with display names where they are known.

    A row for each game that was recorded, by number: its kind, every player's net, every player's
    total so far. A contested game has ``held`` beside its kind and is in no total, as on the sheet.
    Empty cells: who did not play, and a voided game. Raises ExportRefused.
    """
    session_of(r, session)
    try:
        folded = fold(r.entries(session))
        totals = folded.totals
    except (RefusedError, ValueError, LookupError, TypeError, AssertionError) as error:
        raise ExportRefused(f"Session {session} does not add up: audit the book.") from error
    rows: list[Iterable[str | int]] = [
        _head(list(totals), r.names(session)),
        *_rows(folded, list(totals)),
    ]
    text = csv_text(rows)
    return text if text.isascii() else BYTE_ORDER_MARK + text


def _cell(value: str | int) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if _SPLIT.search(text) else text


def _head(players: Sequence[str], names: Mapping[str, str]) -> list[str]:
    heads = told_apart({player: names.get(player, player) for player in players}).values()
    return ["game", "kind", *map(safe_cell, heads), *(safe_cell(f"{head} total") for head in heads)]


def _rows(session: Session, players: Sequence[str]) -> Iterable[list[str | int]]:
    running, held = dict.fromkeys(players, 0), session.held
    imported = session.accounts.imported
    opening = {player: net - imported.get(player, 0) for player, net in session.balances.items()}
    for kind, brought in (("opening_balance", opening), ("imported_result", imported)):
        if any(brought.values()):
            running = {player: net + brought.get(player, 0) for player, net in running.items()}
            cells = [brought.get(player) or "" for player in players]
            yield ["", kind, *cells, *running.values()]
    for game, standing in sorted(session.standing.items()):
        is_held = game in held and not standing.voided
        for player, net in standing.nets.items():
            running[player] += 0 if is_held else net
        nets = [standing.nets.get(player, "") for player in players]
        kind = f"{standing.kind} {_HELD}" if is_held else standing.kind
        yield [game, kind, *nets, *running.values()]
