"""A session's sheet: games by players, with running totals, and who pays whom."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from settle.explain.layout import Page, pad, signed, table, widest
from settle.explain.page import DEFAULT_WIDTH, transfer_lines
from settle.explain.records import Explanation, ToldPair, ToldTransfer
from settle.words import Words

MARKS: Final = ("home_run", "scoop", "natural", "foul", "gadu")
"""What is marked beside a net, in this order."""

_INDENT = "  "
_GAPS: Final = ("   ", "  ")
"""Between the columns of players: what is read best, and what is taken where that is too wide."""


class SheetGame(NamedTuple):
    """A game as a row of the sheet."""

    game: int
    nets: Mapping[str, int]
    """By player; who sat out is left out."""
    marks: Mapping[str, tuple[str, ...]]
    """By player, out of MARKS."""
    by_outcome: bool = False


def sheet_game(game: int, told: Explanation) -> SheetGame:
    """The row of a game out of its explanation."""
    marks = {hand.player: tuple(_marks(hand.player, told)) for hand in told.hands}
    nets = {total.player: total.net for total in told.sums}
    return SheetGame(game, nets, marks, told.by_outcome)


def _marks(player: str, told: Explanation) -> Iterator[str]:
    collected = {
        line.document["reason"]
        for pair in told.pairs
        for line in pair.lines
        if line.payee == player
    }
    status = next(hand.status for hand in told.hands if hand.player == player)
    if "home_run" in collected:
        yield "home_run"
    elif any(_scoops(player, pair) for pair in told.pairs):
        yield "scoop"
    if status in ("natural", "foul"):
        yield status
    if "gadu" in collected:
        yield "gadu"


def _scoops(player: str, pair: ToldPair) -> bool:
    """Whether the player scoops the other of the pair, paid for or not."""
    if pair.rows is not None and set(pair.rows) == {player}:
        return True
    return any(line.payee == player and line.document["reason"] == "scoop" for line in pair.lines)


def sheet_text(
    players: Sequence[str],
    games: Sequence[SheetGame],
    said: Words,
    *,
    amounts: Mapping[str, str] | None = None,
    transfers: Sequence[ToldTransfer] = (),
    width: int = DEFAULT_WIDTH,
    colour: bool = False,
) -> str:
    """The sheet for people: each game's nets with marks and running totals, totals, settlement.

    ``amounts`` are the players' money as written, such as ``1,200 TWD``; none without a stake.
    """
    page = Page(width, colour=colour)
    columns = [
        list(_column(player, games, said, (amounts or {}).get(player))) for player in players
    ]
    numbers = [_game(game, said) for game in games]
    totals = [said.text("sheet.total")] + ([""] if amounts else [])
    first = [said.text("sheet.game"), *numbers, *totals]
    for block, gap in _blocks(first, columns, width):
        rows = list(zip(first, *block, strict=True))
        lines = table(rows, right=range(1, 1 + len(block)), gap=gap)
        page.heading(lines[0])
        page.lines(lines[1:])
    page.text(_legend(games, said))
    if amounts is not None:
        page.heading(said.text("sheet.settlement"))
        page.lines(_INDENT + line for line in transfer_lines(transfers, said))
    return str(page)


def _blocks(
    first: Sequence[str], columns: Sequence[Sequence[str]], width: int
) -> Iterator[tuple[Sequence[Sequence[str]], str]]:
    """The columns in as few blocks as the width allows, all about as wide, with their gap."""
    for gap in _GAPS:
        if _width(first, columns, gap) <= width:
            yield columns, gap
            return
    count = 2
    while count < len(columns) and any(
        _width(first, block, gap) > width for block in _parts(columns, count)
    ):
        count += 1
    for block in _parts(columns, count):
        yield block, gap


def _parts(columns: Sequence[Sequence[str]], count: int) -> list[Sequence[Sequence[str]]]:
    """So many parts in order, none more than one column longer than another."""
    ends = [len(columns) * part // count for part in range(count + 1)]
    return [columns[start:end] for start, end in pairwise(ends) if start < end]


def _width(first: Sequence[str], columns: Sequence[Sequence[str]], gap: str) -> int:
    return widest(first) + sum(widest(column) + len(gap) for column in columns)


def _column(
    player: str, games: Sequence[SheetGame], said: Words, amount: str | None
) -> Iterator[str]:
    """A player's cells from top to bottom: net, marks, running total."""
    running, cells = 0, []
    for game in games:
        net = game.nets.get(player)
        running += net or 0
        marks = "".join(said.text(f"marks.{mark}") for mark in game.marks.get(player, ()))
        cells.append((signed(net) if net is not None else "", marks, signed(running)))
    widths = [widest(column) for column in zip(*cells, strict=True)] or [0, 0, 0]
    rows = [
        f"{pad(net, widths[0], right=True)} {pad(marks, widths[1])} "
        f"{pad(total, widths[2], right=True)}"
        for net, marks, total in cells
    ]
    yield player
    yield from rows
    yield signed(running)
    if amount is not None:
        yield amount


def _game(game: SheetGame, said: Words) -> str:
    return f"{game.game}{said.text('marks.outcome') if game.by_outcome else ''}"


def _legend(games: Sequence[SheetGame], said: Words) -> str:
    used = {mark for game in games for marks in game.marks.values() for mark in marks}
    told = [
        said.text("sheet.legend", mark=said.text(f"marks.{mark}"), word=said.reason(mark))
        for mark in MARKS
        if mark in used
    ]
    if any(game.by_outcome for game in games):
        told.append(
            said.text(
                "sheet.legend", mark=said.text("marks.outcome"), word=said.text("words.outcome")
            )
        )
    return "  ".join(told)
