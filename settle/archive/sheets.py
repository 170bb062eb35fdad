"""The sheet for a spreadsheet, as CSV: games by players, then who pays whom."""

from collections.abc import Iterator

from settle.archive.spreadsheet import BYTE_ORDER_MARK, csv_text, safe_cell
from settle.explain import Sheet, ToldTransfer
from settle.explain.layout import on_a_line


def sheet_csv(sheet: Sheet) -> str:
    """The table as RFC 4180 has it; UTF-8 gets a byte order mark where it is needed.

    Three columns a player: net, marks, total so far. Empty cells: who did not play. Below the sums,
    after an empty row, a row for each transfer: ``settle`` or ``unpaid``, from, to, amount,
    currency; then one for each settlement of several sessions as one: ``together``, the others, and
    where all of it is paid.
    """
    text = csv_text(_rows(sheet))
    return text if text.isascii() else BYTE_ORDER_MARK + text


def _rows(sheet: Sheet) -> Iterator[list[str | int]]:
    said = sheet.words
    heads = [safe_cell(on_a_line(player)) for player in sheet.players]
    total = said.text("sheet.total")
    yield [said.text("sheet.game"), *(cell for head in heads for cell in (head, "", total))]
    by_player = [sheet.cells(player) for player in sheet.players]
    for place, game in enumerate(sheet.games):
        row: list[str | int] = [safe_cell(sheet.label(game))]
        for cells in by_player:
            cell = cells[place]
            net = "" if cell.net is None else cell.net
            row += [net, safe_cell(sheet.marked(cell.marks)), cell.total]
        yield row
    sums = sheet.totals
    yield [total, *(cell for player in sheet.players for cell in ("", "", sums[player]))]
    if sheet.amounts is not None:
        money = [sheet.amounts[player] for player in sheet.players]
        yield ["", *(cell for amount in money for cell in ("", "", amount))]
    for kind, transfers in (("settle", sheet.transfers), ("unpaid", sheet.outstanding)):
        if transfers:
            yield []
            yield from (_transfer(kind, each) for each in transfers)
    if sheet.together:
        yield []
    for each in sheet.together:
        listed = said.text("page.list_comma").join(each.others)
        yield ["together", safe_cell(listed), safe_cell(each.place)]


def _transfer(kind: str, transfer: ToldTransfer) -> list[str | int]:
    names = [safe_cell(on_a_line(name)) for name in (transfer.payer, transfer.payee)]
    return [kind, *names, transfer.amount, transfer.currency]
