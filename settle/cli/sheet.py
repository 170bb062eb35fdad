"""``settle sheet``: the games of an evening, the running nets, and who pays whom."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

from settle.cli.shared import (
    INPUT_FILE,
    STANDARD_INPUT,
    database_option,
    language_option,
    opened,
    overriding_options,
    write_json,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from settle.book import Book
    from settle.cli.gather import Refused, Scored
    from settle.explain import Sheet, SheetGame
    from settle.rounds import Stake
    from settle.settlement import Transfer
    from settle.words import Language, Words

_HINT: Final = "Reading rounds from the keyboard, one JSON document a line; Ctrl-D ends."


_FORMS: Final = ("text", "csv", "svg", "json")


@click.command()
@click.argument("file", default=STANDARD_INPUT, type=INPUT_FILE)
@language_option
@overriding_options
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default="text",
    help="A page for people (the default), a table, a drawing, or one JSON document.",
)
@click.option("--session", metavar="ID", help="In place of a file: a session of the book.")
@database_option
def sheet(
    *,
    file: str,
    session: str | None,
    database: str,
    lang: str | None,
    ruleset: str | None,
    options: Sequence[tuple[str, object]],
    form: str,
) -> int:
    """Add up the games of an evening, to be printed and shared.

    Shows what each game moved, the running nets, the money, and the fewest transfers that settle
    it. All rounds need the same stake; without any, points are shown. Of an exported ledger, or of
    a session of the book, how it stands: held and voided games, what is settled and not paid yet,
    and of the book the checkpoint at the foot. --format json is for rounds.

    Rounds that cannot be scored stop it, and all of them are named: a sum without one of them would
    be wrong.

    \b
    settle sheet evening.ndjson
    settle sheet --lang zh-Hant evening.ndjson
    settle sheet --format svg evening.ndjson > evening.svg
    settle export ID | settle sheet --format csv > evening.csv
    settle sheet --format json evening.ndjson
    """
    from settle.cli.gather import scored_rounds
    from settle.cli.ledgers import is_ledger, seekable
    from settle.cli.shared import agreed
    from settle.rulebook import Rulebook

    if session is not None:
        if file != STANDARD_INPUT or ruleset is not None or options or form == "json":
            raise click.UsageError("--session takes no file, and --format text, csv or svg.")
        return _sheet_of_book(database, session, lang, form)
    rulebook = Rulebook()
    with opened(file, hint=_HINT) as given, seekable(given) as stream:
        if is_ledger(stream):
            if ruleset is not None or options or form == "json":
                raise click.UsageError("A ledger has its agreement; --format is text, csv or svg.")
            return _sheet_of_ledger(stream, lang, form)
        rounds = scored_rounds(stream, rulebook, agreed(rulebook, ruleset, options))
        return write_sheet(rounds, lang, form)


def _sheet_of_ledger(stream: BinaryIO, lang: str | None, form: str) -> int:
    from settle.cli.ledgers import session_of_ledger

    with session_of_ledger(stream) as (book, session):
        # The checkpoint of a book for the moment would say nothing.
        _write(replace(_made(book, session, lang), foot=()), form)
    return 0


def _sheet_of_book(database: str, session: str, lang: str | None, form: str) -> int:
    from contextlib import closing

    from settle.book import Book
    from settle.cli.books import refusals_in_words, require_session
    from settle.rulebook import Rulebook
    from settle.store import Store

    with refusals_in_words(), closing(Store.open(database)) as store:
        book = Book(store, Rulebook())
        require_session(book, session)
        _write(_made(book, session, lang), form)
    return 0


def _made(book: Book, session: str, lang: str | None) -> Sheet:
    from settle.cli.shared import messages, pick
    from settle.faults import RefusedError

    region = book.tables(session).held[-1].ruleset.document.get("region")
    try:
        return book.sheet(session, language=pick(lang, region))
    except RefusedError as refused:
        raise click.ClickException("\n".join(messages(refused))) from refused


def _write(sheet: Sheet, form: str) -> None:
    """Print a sheet in one of the forms."""
    from settle.archive.sheets import sheet_csv
    from settle.cli.shared import coloured, page_width
    from settle.explain import sheet_page
    from settle.explain.drawing import sheet_svg

    writers: dict[str, Callable[[Sheet], str]] = {"csv": sheet_csv, "svg": sheet_svg}
    if form == "text":
        click.echo(sheet_page(sheet, page_width(), colour=coloured()), nl=False)
        return
    sys.stdout.buffer.write(writers[form](sheet).encode())
    sys.stdout.buffer.flush()


@dataclass(slots=True)
class _Evening:
    """What is kept of the games so far."""

    players: list[str] = field(default_factory=list)
    """In the order in which they first sat down."""
    games: list[SheetGame] = field(default_factory=list)
    nets: dict[str, int] = field(default_factory=dict)
    pots: dict[str, int] = field(default_factory=dict)
    """Money from pots of single games, in minor units."""
    stake: Stake | None = None
    words: Words | None = None

    def add(self, scored: Scored, language: Language) -> None:
        """Add a game."""
        from settle.cli.shared import place_of
        from settle.explain import explain, sheet_game
        from settle.settlement import round_money

        stake = scored.played.stake
        if self.games and stake != self.stake:
            raise click.ClickException(
                f"{place_of(scored.piece)}: this round has another stake than the one before it; "
                "a sheet is settled by one stake"
            )
        self.stake = stake
        told = explain(scored.result, scored.ruleset, language, played=scored.document)
        self.words = self.words or told.words
        game = sheet_game(len(self.games) + 1, told)
        self.games.append(game)
        self.players += [player for player in game.nets if player not in self.nets]
        for player, net in game.nets.items():
            self.nets[player] = self.nets.get(player, 0) + net
        if stake is not None and stake.mode == "pot" and stake.scope == "game":
            nets = list(game.nets.values())
            money = round_money(nets, stake, step_minor=stake.step_minor)
            for player, amount in zip(game.nets, money, strict=True):
                self.pots[player] = self.pots.get(player, 0) + amount

    def amounts(self) -> tuple[int, ...] | None:
        """What each player gets in minor units, None without a stake."""
        from settle.settlement import round_money

        if self.stake is None:
            return None
        if self.pots:
            return tuple(self.pots[player] for player in self.players)
        nets = [self.nets[player] for player in self.players]
        return round_money(nets, self.stake, step_minor=self.stake.step_minor)


def write_sheet(rounds: Iterable[Scored | Refused], lang: str | None, form: str) -> int:
    """Print the sheet of these rounds, or all that were refused; returns the exit status."""
    from settle.cli.gather import Refused
    from settle.cli.shared import complain, pick
    from settle.settlement import fewest_transfers

    evening, refused = _Evening(), 0
    for one in rounds:
        if isinstance(one, Refused):
            refused += 1
            complain(one.told(pick(lang)))
        elif not refused:
            evening.add(one, pick(lang, one.ruleset.document.get("region")))
    if refused:
        return 1
    amounts = evening.amounts()
    transfers = () if amounts is None else fewest_transfers(amounts)
    if form == "json":
        _write_json(evening, amounts, transfers)
    elif not evening.games:
        click.echo("There is no round in this input.", err=True)
    else:
        _write(_sheet(evening, amounts, transfers), form)
    return 0


def _sheet(
    evening: _Evening, amounts: Sequence[int] | None, transfers: Sequence[Transfer]
) -> Sheet:
    from settle.currencies import format_amount
    from settle.explain import Sheet, ToldTransfer

    assert evening.words is not None
    written, told = None, []
    if amounts is not None and evening.stake is not None:
        code = evening.stake.currency
        texts = [f"{format_amount(amount, code)} {code}" for amount in amounts]
        written = dict(zip(evening.players, texts, strict=True))
        told = [
            ToldTransfer(
                evening.players[payer], evening.players[payee], format_amount(amount, code), code
            )
            for payer, payee, amount in transfers
        ]
    return Sheet(
        evening.words,
        tuple(evening.players),
        tuple(evening.games),
        amounts=written,
        transfers=tuple(told),
    )


def _write_json(
    evening: _Evening, amounts: Sequence[int] | None, transfers: Sequence[Transfer]
) -> None:
    from settle.currencies import format_amount

    players = evening.players
    totals: list[dict[str, Any]] = [
        {"player": player, "net": evening.nets[player]} for player in players
    ]
    document: dict[str, Any] = {
        "games": [{"game": game.game, "nets": dict(game.nets)} for game in evening.games],
        "totals": totals,
    }
    if amounts is not None and evening.stake is not None:
        code = evening.stake.currency
        for total, amount in zip(totals, amounts, strict=True):
            total["amount"] = format_amount(amount, code)
        document["currency"] = code
        document["transfers"] = [
            {"from": players[payer], "to": players[payee], "amount": format_amount(amount, code)}
            for payer, payee, amount in transfers
        ]
    write_json(document)
