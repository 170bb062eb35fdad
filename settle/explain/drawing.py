"""The sheet as a drawing (SVG), to be printed or sent: no script, nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from rich.cells import cell_len

from settle.explain.layout import on_a_line, signed, wrap
from settle.explain.page import DEFAULT_WIDTH
from settle.explain.session import Sheet, SheetCell

_CELL: Final = 8
"""Width of a terminal cell in pixels: a Chinese character takes two, and 16 are enough for it."""
_LINE: Final = 22
_MARGIN: Final = 20
_GAP: Final = 2
"""Cells between columns of players."""
_STYLE: Final = (
    "text{font:14px sans-serif;fill:#111}.head{font-weight:bold}.quiet{fill:#555}"
    ".foot{font:12px monospace;fill:#555}line{stroke:#bbb}"
)


class _Column(NamedTuple):
    """Where a player's part of the sheet stands, in pixels from the left."""

    net: int
    """The right end of nets."""
    marks: int
    """The left end of marks."""
    total: int
    """The right end of totals."""


class _Text(NamedTuple):
    """A text at a place of the drawing, in pixels."""

    x: int
    y: int
    text: str
    kind: str = ""
    at_end: bool = False
    """Whether ``x`` is its right end."""

    def svg(self) -> str:
        kind = f' class="{self.kind}"' if self.kind else ""
        anchor = ' text-anchor="end"' if self.at_end else ""
        shown = escape(on_a_line(self.text))
        return f'<text x="{self.x}" y="{self.y}"{kind}{anchor}>{shown}</text>'


def sheet_svg(sheet: Sheet) -> str:
    """The sheet as an SVG document."""
    first, columns, width = _columns(sheet)
    texts, lines = list(_head(sheet)), []
    y = _MARGIN + _LINE * (len(texts) + 1)
    lines.append(y + 6)
    texts += _headings(sheet, columns, y)
    of_games = zip(*map(sheet.cells, sheet.players), strict=True)
    for game, of_players in zip(sheet.games, of_games, strict=True):
        y += _LINE
        texts.append(_Text(_MARGIN + first, y, sheet.label(game), "quiet", at_end=True))
        for cell, column in zip(of_players, columns, strict=True):
            texts += _cell(sheet, cell, column, y)
    lines.append(y + 6)
    for label, cells in _sums(sheet):
        y += _LINE
        texts.append(_Text(_MARGIN, y, label, "head"))
        texts += [
            _Text(column.total, y, cell, "head", at_end=True)
            for column, cell in zip(columns, cells, strict=True)
        ]
    for text, kind in _below(sheet):
        y += _LINE
        texts.append(_Text(_MARGIN, y, text, kind))
    width = max(width, *(text.x + _width(text.text) for text in texts if not text.at_end)) + _MARGIN
    return _document(sheet, texts, lines, (width, y + _MARGIN))


def _document(sheet: Sheet, texts: list[_Text], lines: list[int], size: tuple[int, int]) -> str:
    width, height = size
    title = escape(on_a_line(sheet.title or sheet.words.text("words.session")))
    rules = (f'<line x1="{_MARGIN}" y1="{y}" x2="{width - _MARGIN}" y2="{y}"/>' for y in lines)
    box = f'width="{width}" height="{height}"'
    name = f'viewBox="0 0 {width} {height}" role="img"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} {name}>',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect {box} fill="#fff"/>',
        *rules,
        *(text.svg() for text in texts if text.text),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _columns(sheet: Sheet) -> tuple[int, list[_Column], int]:
    """The width of the numbers of games, a column for each player, and where the last one ends."""
    said = sheet.words
    labels = [said.text("sheet.game"), said.text("sheet.total"), *map(sheet.label, sheet.games)]
    first = max(map(_width, labels))
    left, columns = _MARGIN + first, []
    for player in sheet.players:
        cells = sheet.cells(player)
        nets = max((_width(signed(cell.net or 0)) for cell in cells), default=0)
        marks = max((_width(sheet.marked(cell.marks)) for cell in cells), default=0)
        sums = [signed(cell.total) for cell in cells] + [(sheet.amounts or {}).get(player, "0")]
        totals = max(map(_width, sums)) + _CELL
        whole = max(
            nets + _CELL + marks + totals, _width(player) + cell_len(player), _width(sums[-1])
        )
        end = left + _GAP * _CELL + whole
        columns.append(_Column(end - totals - marks - _CELL, end - totals - marks, end))
        left = end
    return first, columns, left


def _width(text: str) -> int:
    return cell_len(on_a_line(text)) * _CELL


def _head(sheet: Sheet) -> Iterator[_Text]:
    titled = [] if sheet.title is None else [(sheet.title, "head")]
    for place, (text, kind) in enumerate([*titled, *((line, "quiet") for line in sheet.about)], 1):
        yield _Text(_MARGIN, _MARGIN + _LINE * place, text, kind)


def _headings(sheet: Sheet, columns: list[_Column], y: int) -> Iterator[_Text]:
    yield _Text(_MARGIN, y, sheet.words.text("sheet.game"), "head")
    for player, column in zip(sheet.players, columns, strict=True):
        yield _Text(column.total, y, player, "head", at_end=True)


def _cell(sheet: Sheet, cell: SheetCell, column: _Column, y: int) -> Iterator[_Text]:
    if cell.net is not None:
        yield _Text(column.net, y, signed(cell.net), at_end=True)
        yield _Text(column.marks + 2, y, sheet.marked(cell.marks), "quiet")
    yield _Text(column.total, y, signed(cell.total), at_end=True)


def _sums(sheet: Sheet) -> Iterator[tuple[str, list[str]]]:
    totals = sheet.totals
    yield sheet.words.text("sheet.total"), [signed(totals[player]) for player in sheet.players]
    if sheet.amounts is not None:
        yield "", [sheet.amounts.get(player, "") for player in sheet.players]


def _below(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the marks mean, who pays whom, the checkpoint; an empty line before each."""
    yield sheet.legend, "quiet"
    for heading, lines in sheet.settlement():
        yield "", ""
        yield heading, "head"
        yield from ((part, "") for line in lines for part in wrap(line, DEFAULT_WIDTH))
    if sheet.foot:
        yield "", ""
        yield from ((line, "foot") for line in sheet.foot)
