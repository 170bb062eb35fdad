"""The sheet of a session out of the book: its games with their marks, and how it is settled."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from settle.accounts import Flow
from settle.book.accounting import Accounting, lines_of
from settle.book.settling import FEWEST, Lines, Plan, plan_of
from settle.book.tables import Table, Tables
from settle.currencies import format_amount
from settle.explain import Sheet, SheetGame, ToldTransfer, explain, sheet_game
from settle.explain.layout import on_a_line
from settle.proofs.making import session_checkpoint
from settle.sessions import Session, Standing
from settle.store import Reader
from settle.words import Language, pick_language, words

Names = Mapping[str, str]
"""What each account is called, by id; every one otherwise."""


class Sheets(Accounting):
    """The part of the book that writes sheets."""

    def sheet(self, session: str, *, language: str = "en") -> Sheet:
        """A session as it is printed and shared, with its checkpoint at the foot.

        Raises NotFound, Conflict for several currencies.
        """
        with self._looking_at(session) as (r, row, tables):
            now = self.folds.at(r, row)
            sheet = session_sheet(r, now, tables, lines_of(r, session), language)
            made = session_checkpoint(r, row)
        return replace(sheet, foot=(sheet.words.text("chat.keep"), *made.lines()))


def session_sheet(
    r: Reader, session: Session, tables: Tables, lines: Lines, language: str
) -> Sheet:
    """The sheet of a session as it stands, in a language.

    ``lines`` are those of a game, as settling asks for them. Raises Conflict for several
    currencies.
    """
    last = tables.held[-1]
    chosen = pick_language(language, last.ruleset.document.get("region"))
    said = words(chosen, names=last.ruleset.document.get("names"))
    plan = plan_of(session, FEWEST, None, lines)
    called = _called(plan.due.accounts, r.names(session.id))
    games = (_game(r, session, tables.made, each, called, chosen)
             for _, each in sorted(session.standing.items()))  # fmt: skip
    titles = dict.fromkeys(
        said.text("page.ruleset", title=said.titled(table.ruleset.document["title"]),
                  id=table.ruleset.name)
        for table in tables.held
    )  # fmt: skip
    return Sheet(
        said,
        tuple(called[player] for player in session.players),
        (*_brought(session, called), *games),
        title=session.title,
        about=tuple(titles),
        amounts=_amounts(plan, session.players, called),
        transfers=_transfers(plan.transfers, plan, called),
        outstanding=_transfers(plan.position.outstanding, plan, called),
    )


def _called(accounts: Iterable[str], names: Mapping[str, str]) -> Names:
    """Names that can be told apart: with the id where two have the same."""
    called = {account: on_a_line(names.get(account, account)) for account in accounts}
    often = Counter(called.values())
    return {
        account: f"{name} ({account})" if often[name] > 1 else name
        for account, name in called.items()
    }


def _brought(session: Session, called: Names) -> Iterator[SheetGame]:
    if any(session.balances.values()):
        nets = {called[player]: net for player, net in session.balances.items()}
        yield SheetGame(0, nets, {})


def _game(  # noqa: PLR0917 - what a row is made of
    r: Reader,
    session: Session,
    made: tuple[Table, ...],
    standing: Standing,
    called: Names,
    language: Language,
) -> SheetGame:
    if standing.voided:
        return SheetGame(standing.game, {}, {}, state="void")
    entry, table = r.entry(session.id, standing.seq), made[standing.agreement]
    assert entry is not None, "what stands has its entry"
    stored = entry.body["round"]
    told = explain(table.score(stored), table.ruleset, language, played=table.whole(stored))
    game = sheet_game(standing.game, told)
    held = standing.game in {dispute.game for dispute in session.open_disputes}
    return game._replace(
        nets={called[player]: net for player, net in game.nets.items()},
        marks={called[player]: marks for player, marks in game.marks.items()},
        state="held" if held else "",
    )


def _amounts(plan: Plan, players: Iterable[str], called: Names) -> dict[str, str] | None:
    currency, amounts = plan.due.currency, plan.due.amounts
    if currency is None:
        return None
    return {
        called[player]: f"{format_amount(amounts[player], currency)} {currency}"
        for player in players
    }


def _transfers(flows: Iterable[Flow], plan: Plan, called: Names) -> tuple[ToldTransfer, ...]:
    currency = plan.due.currency
    if currency is None:
        return ()
    return tuple(
        ToldTransfer(called[payer], called[payee], format_amount(amount, currency), currency)
        for payer, payee, amount in flows
    )
