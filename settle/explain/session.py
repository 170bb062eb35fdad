"""A session's sheet: games by players, with running totals, and who pays whom."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from settle.explain.layout import Page, pad, signed, table, widest
from settle.explain.page import DEFAULT_WIDTH, transfer_lines
from settle.explain.records import Document, Explanation, ToldCharge, ToldTogether, ToldTransfer
from settle.words import Words

MARKS: Final = ("home_run", "scoop", "natural", "foul", "gadu")
"""What is marked beside a net, in this order."""
SIGNS: Final = ("outcome", "corrected", "held", "void")
"""What is marked beside the number of a game."""

_INDENT = "  "
_GAPS: Final = ("   ", "  ")
"""Between the columns of players: what is read best, and what is taken where that is too wide."""


class SheetGame(NamedTuple):
    """A game as a row of the sheet."""

    game: int
    """0 for what was brought along from before the first."""
    nets: Mapping[str, int]
    """By player; who sat out is left out, and everybody of a voided game."""
    marks: Mapping[str, tuple[str, ...]]
    """By player, out of MARKS."""
    by_outcome: bool = False
    state: str = ""
    """``held`` for a contested game, which counts in no total, ``void`` for one that was struck."""
    corrected: bool = False

    @property
    def signs(self) -> tuple[str, ...]:
        """What stands beside its number, out of SIGNS."""
        outcome = "outcome" if self.by_outcome else ""
        corrected = "corrected" if self.corrected else ""
        return tuple(filter(None, (outcome, corrected, self.state)))


class SheetCell(NamedTuple):
    """A player in a game."""

    net: int | None
    """None for who did not play."""
    marks: tuple[str, ...]
    total: int
    """After this game."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A session as it is printed and shared: who won what in which game, and who pays whom."""

    words: Words
    players: tuple[str, ...]
    """As people call them, each otherwise than the others; games name them so."""
    games: tuple[SheetGame, ...]
    title: str | None = None
    about: tuple[str, ...] = ()
    """What was played, and for how much, a line each."""
    amounts: Mapping[str, str] | None = None
    """By player, as written; None without a stake."""
    charges: tuple[ToldCharge, ...] = ()
    """What of the amounts comes of no game."""
    transfers: tuple[ToldTransfer, ...] = ()
    """What settles what is not settled yet."""
    outstanding: tuple[ToldTransfer, ...] = ()
    """What was settled and is not paid yet."""
    together: tuple[ToldTogether, ...] = ()
    """What was settled with other sessions, and where that is paid."""
    foot: tuple[str, ...] = ()
    """The lines of a checkpoint."""

    def cells(self, player: str) -> tuple[SheetCell, ...]:
        """A player's part of each game, from first to last."""
        return tuple(_cells(player, self.games))

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's net; what is held is left out."""
        ends = ((player, self.cells(player)[-1:]) for player in self.players)
        return {player: cells[0].total if cells else 0 for player, cells in ends}

    def label(self, game: SheetGame) -> str:
        """What stands before a row."""
        return _game(game, self.words)

    def marked(self, marks: Iterable[str]) -> str:
        """Marks as they are written."""
        return "".join(self.words.text(f"marks.{mark}") for mark in marks)

    @property
    def legend(self) -> str:
        """What the marks mean that are there."""
        return _legend(self.games, self.words)

    def settlement(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What stands below the table about money: headings, each with its lines."""
        if self.amounts is None:
            return
        said = self.words
        if self.charges:
            lines = (_charge_line(each, said) for each in self.charges)
            yield said.text("sheet.charges"), tuple(lines)
        joint = tuple(together_line(each, said) for each in self.together)
        # Nobody pays anybody here: which is no news where it is paid, and wrong where it is not.
        is_told = self.transfers or not (joint or self.outstanding)
        own = tuple(transfer_lines(self.transfers, said)) if is_told else ()
        if joint or own:
            yield said.text("sheet.settlement"), (*joint, *own)
        if self.outstanding:
            yield said.text("sheet.outstanding"), tuple(transfer_lines(self.outstanding, said))


def together_line(together: ToldTogether, said: Words) -> str:
    """With which sessions one was settled, and where what all of them come to is paid."""
    sessions = said.text("page.list_comma").join(together.others)
    if together.is_here:
        return said.text("sheet.together_here", sessions=sessions)
    return said.text("sheet.together", sessions=sessions, place=together.place)


def charge_text(charge: ToldCharge, said: Words) -> str:
    """Who owes how much to whom, besides the games."""
    payers = said.text("sheet.payers_comma").join(charge.payers)
    amount = f"{charge.amount} {charge.currency}"
    return said.text(f"sheet.{charge.kind}", payer=payers, amount=amount, payee=charge.payee)


def _charge_line(charge: ToldCharge, said: Words) -> str:
    return said.text("sheet.charge", charge=charge_text(charge, said), reason=charge.reason)


def sheet_page(sheet: Sheet, width: int = DEFAULT_WIDTH, *, colour: bool = False) -> str:
    """The sheet as a text of so many columns."""
    page = Page(width, colour=colour)
    if sheet.title is not None:
        page.heading(sheet.title)
    for line in sheet.about:
        page.text(line)
    _write_table(page, sheet)
    for heading, lines in sheet.settlement():
        page.heading(heading)
        for line in lines:
            page.text(line, first=_INDENT, rest=_INDENT * 2)
    if sheet.foot:
        page.lines(["", *sheet.foot])
    return str(page)


def sheet_game(game: int, told: Explanation) -> SheetGame:
    """The row of a game out of its explanation."""
    lines = [line.document for pair in told.pairs for line in pair.lines]
    swept = [(pair.first, pair.second, set(pair.rows)) for pair in told.pairs if pair.rows]
    winners = {player for *both, rows in swept for player in both if rows == {player}}
    marks = {hand.player: marks_of(hand.player, hand.status, lines, winners) for hand in told.hands}
    nets = {total.player: total.net for total in told.sums}
    return SheetGame(game, nets, marks, told.by_outcome)


def marks_of(
    player: str, status: str, lines: Iterable[Document], winners: Container[str]
) -> tuple[str, ...]:
    """What is marked beside a player's net, out of MARKS.

    ``status`` is the hand's, ``lines`` are those of the game, ``winners`` have won all rows of
    somebody, paid for or not.
    """
    collected = {line["reason"] for line in lines if line["payee"] == player}
    scoop = ""
    if "home_run" in collected:
        scoop = "home_run"
    elif "scoop" in collected or player in winners:
        scoop = "scoop"
    special = status if status in ("natural", "foul") else ""
    gadu = "gadu" if "gadu" in collected else ""
    return tuple(filter(None, (scoop, special, gadu)))


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
    """The sheet of an evening that is no session.

    ``amounts`` are the players' money as written, such as ``1,200 TWD``; none without a stake.
    """
    sheet = Sheet(said, tuple(players), tuple(games), amounts=amounts, transfers=tuple(transfers))
    return sheet_page(sheet, width, colour=colour)


def _write_table(page: Page, sheet: Sheet) -> None:
    said, amounts = sheet.words, sheet.amounts or {}
    columns = [list(_column(player, sheet, amounts.get(player))) for player in sheet.players]
    totals = [said.text("sheet.total")] + ([""] if amounts else [])
    first = [said.text("sheet.game"), *map(sheet.label, sheet.games), *totals]
    for block, gap in _blocks(first, columns, page.width):
        rows = list(zip(first, *block, strict=True))
        lines = table(rows, right=range(1, 1 + len(block)), gap=gap)
        page.heading(lines[0])
        page.lines(lines[1:])
    page.text(sheet.legend)


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


def _column(player: str, sheet: Sheet, amount: str | None) -> Iterator[str]:
    """A player's cells from top to bottom: net, marks, running total."""
    cells = [
        ("" if net is None else signed(net), sheet.marked(marks), signed(total))
        for net, marks, total in sheet.cells(player)
    ]
    end = cells[-1][-1] if cells else signed(0)
    widths = [widest(column) for column in zip(*cells, strict=True)] or [0, 0, 0]
    rows = [
        f"{pad(net, widths[0], right=True)} {pad(marks, widths[1])} "
        f"{pad(total, widths[2], right=True)}"
        for net, marks, total in cells
    ]
    yield player
    yield from rows
    yield end
    if amount is not None:
        yield amount


def _cells(player: str, games: Iterable[SheetGame]) -> Iterator[SheetCell]:
    running = 0
    for game in games:
        net = game.nets.get(player)
        running += 0 if game.state == "held" else net or 0
        yield SheetCell(net, game.marks.get(player, ()), running)


def _game(game: SheetGame, said: Words) -> str:
    number = str(game.game) if game.game else said.text("sheet.brought")
    return number + "".join(said.text(f"marks.{sign}") for sign in game.signs)


def _legend(games: Sequence[SheetGame], said: Words) -> str:
    used = {mark for game in games for marks in game.marks.values() for mark in marks}
    told = [
        said.text("sheet.legend", mark=said.text(f"marks.{mark}"), word=said.reason(mark))
        for mark in MARKS
        if mark in used
    ]
    signs = {sign for game in games for sign in game.signs}
    told += [
        said.text("sheet.legend", mark=said.text(f"marks.{sign}"), word=said.text(f"words.{sign}"))
        for sign in SIGNS
        if sign in signs
    ]
    return "  ".join(told)
