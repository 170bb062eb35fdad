"""An explanation as a page of text."""

from collections.abc import Iterator, Sequence

from settle.explain.layout import Page, pad, signed, table, widest
from settle.explain.records import Explanation, ToldHand, ToldPair, ToldSum, ToldTransfer
from settle.explain.sentences import cards_text
from settle.rules import ROWS
from settle.words import Words

DEFAULT_WIDTH = 80
"""Columns of a page where nobody says otherwise."""

_INDENT = "  "


def as_text(explanation: Explanation, width: int = DEFAULT_WIDTH, *, colour: bool = False) -> str:
    """The explanation for people, in lines of at most ``width`` cells where words allow it."""
    page = Page(width, colour=colour)
    _write_agreement(page, explanation)
    _write_hands(page, explanation)
    silent = [
        pair
        for pair in explanation.pairs
        if not pair.lines and pair.rows is None and not pair.reason
    ]
    for pair in explanation.pairs:
        if pair not in silent:
            _write_pair(page, pair, explanation)
    if silent:
        _write_silent_pairs(page, silent, explanation)
    _write_sums(page, explanation)
    _write_money(page, explanation)
    _write_notices(page, explanation)
    _write_rules(page, explanation)
    return str(page)


def _write_agreement(page: Page, told: Explanation) -> None:
    said = told.words
    page.heading(said.text("page.ruleset", title=told.title, id=told.ruleset))
    if not told.options:
        page.text(said.text("page.agreed_as_usual"))
    else:
        page.text(said.text("page.agreed"))
        for option in told.options:
            told_option = said.text(
                "page.option", question=option.question, answer=option.answer, usual=option.usual
            )
            page.text(told_option, first=_INDENT)
    if told.by_outcome:
        page.text(said.text("page.outcome"))


def _write_hands(page: Page, told: Explanation) -> None:
    page.heading(told.words.text("page.hands"))
    head = ("", *(told.words.row(row) for row in told.shown))
    rows = [head, *(row for hand in told.hands for row in _hand_rows(hand, told.shown))]
    lines = iter(table(rows))
    if widest(table(rows)) > page.width - len(_INDENT):
        _write_hands_below_each_other(page, told)
        return
    column = widest(row[0] for row in rows)
    head_line = next(lines)
    if any(hand.rows for hand in told.hands):
        page.lines([_INDENT + head_line])
    for hand in told.hands:
        own = [next(lines) for _ in _hand_rows(hand, told.shown)]
        remark = _remark(hand, told)
        if remark and not hand.rows:
            own = [f"{pad(hand.player, column)}  {remark}"]
        elif remark:
            own.append(" " * (column + 2) + remark)
        page.lines(_INDENT + line for line in own)


def _write_hands_below_each_other(page: Page, told: Explanation) -> None:
    """The hands on a page that is too narrow for the table."""
    for hand in told.hands:
        page.text(f"{hand.player}  {_remark(hand, told)}", first=_INDENT)
        for row in sorted(hand.rows, key=lambda row: told.shown.index(row.row)):
            text = f"{told.words.row(row.row)}  {row.category}  {cards_text(row.cards)}"
            page.text(text, first=_INDENT * 2, rest=_INDENT * 3)


def _remark(hand: ToldHand, told: Explanation) -> str:
    return hand.remark or ("" if hand.rows else told.words.text("page.no_cards"))


def _hand_rows(hand: ToldHand, shown: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A hand's lines in the table: its categories, its cards."""
    by_row = {row.row: row for row in hand.rows}
    told = [by_row.get(row) for row in shown]
    yield (hand.player, *(row.category if row else "" for row in told))
    if any(row.cards for row in hand.rows):
        yield ("", *(cards_text(row.cards) if row else "" for row in told))


def _write_pair(page: Page, pair: ToldPair, told: Explanation) -> None:
    said = told.words
    page.heading(_pair_heading(pair, told))
    if pair.rows is not None:
        by_row = dict(zip(ROWS, pair.rows, strict=True))
        notes = _notes_without_a_line(pair)
        winners = [
            said.text("page.row_winner", row=said.row(row), player=winner) + _marks(notes[row])
            if (winner := by_row[row])
            else said.text("page.row_tie", row=said.row(row))
            for row in told.shown
        ]
        page.text(said.text("page.list_comma").join(winners), first=_INDENT)
    for line in pair.lines:
        page.text(line.text + _marks(line.notes), first=_INDENT + "· ", rest=_INDENT * 2)
    if pair.reason:
        page.text(pair.reason + _marks(pair.reason_notes), first=_INDENT + "· ", rest=_INDENT * 2)
    elif not pair.lines:
        page.text(said.text("page.nothing_moves"), first=_INDENT)


def _notes_without_a_line(pair: ToldPair) -> dict[str, tuple[int, ...]]:
    """By row what decided it, where no line of the row tells that."""
    told = {line.document["row"] for line in pair.lines if line.document["reason"] == "row"}
    notes = dict(zip(ROWS, pair.row_notes, strict=True))
    return {row: () if row in told else notes[row] for row in ROWS}


def _marks(notes: Sequence[int]) -> str:
    """The numbers of rules behind a text."""
    return f" [{', '.join(map(str, notes))}]" if notes else ""


def _write_silent_pairs(page: Page, pairs: Sequence[ToldPair], told: Explanation) -> None:
    """Pairs of which there is nothing to tell, all in one."""
    said = told.words
    names = [said.text("page.pair", first=pair.first, second=pair.second) for pair in pairs]
    page.heading(said.text("page.list_comma").join(names))
    page.text(said.text("page.nothing_moves"), first=_INDENT)


def _pair_heading(pair: ToldPair, told: Explanation) -> str:
    said = told.words
    names = said.text("page.pair", first=pair.first, second=pair.second)
    if not pair.net:
        return f"{names}  {said.text('page.level')}" if pair.lines else names
    taker = pair.first if pair.net > 0 else pair.second
    takes = said.text("page.takes", player=taker, amount=told.amount(abs(pair.net)))
    return f"{names}  {takes}"


def _write_sums(page: Page, told: Explanation) -> None:
    page.heading(told.words.text("page.sums"))
    column = widest(total.player for total in told.sums)
    for total in told.sums:
        first = _INDENT + pad(total.player, column) + "  "
        page.text(_sum_text(total, told), first=first, rest=" " * (column + 4))


def _sum_text(total: ToldSum, told: Explanation) -> str:
    steps = " ".join(f"{signed(points)} ({name})" for name, points in total.against if points)
    sums = told.words.text("page.sum", won=total.won, lost=total.lost)
    return f"{steps} = {signed(total.net)}  {sums}" if steps else signed(total.net)


def _write_money(page: Page, told: Explanation) -> None:
    if not told.money:
        return
    page.heading(told.words.text("page.money"))
    rows = [(player, amount, currency) for player, amount, currency in told.money]
    page.lines(_INDENT + line for line in table(rows, right=(1,)))
    page.heading(told.words.text("page.transfers"))
    page.lines(_INDENT + line for line in transfer_lines(told.transfers, told.words))


def transfer_lines(transfers: Sequence[ToldTransfer], said: Words) -> Iterator[str]:
    """Who pays whom, a line each, or that nobody does."""
    for transfer in transfers:
        amount = f"{transfer.amount} {transfer.currency}"
        yield said.text("page.transfer", payer=transfer.payer, payee=transfer.payee, amount=amount)
    if not transfers:
        yield said.text("page.nobody_pays")


def _write_notices(page: Page, told: Explanation) -> None:
    if told.notices:
        page.heading(told.words.text("page.notices"))
        for notice, notes in zip(told.notices, told.notice_notes, strict=True):
            page.text(notice + _marks(notes), first=_INDENT + "· ", rest=_INDENT * 2)


def _write_rules(page: Page, told: Explanation) -> None:
    if not told.rules:
        return
    page.heading(told.words.text("page.sources"))
    width = len(str(len(told.rules))) + 2
    for number, rule in enumerate(told.rules, 1):
        first = _INDENT + pad(f"[{number}]", width) + " "
        holds = f"{rule.key} = {rule.value}" if rule.value else rule.key
        page.text(f"{holds} · {rule.origin}", first=first, rest=" " * len(first))
