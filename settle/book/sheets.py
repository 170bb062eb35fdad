"""The sheet of a session out of the book: its games with their marks, and how it is settled."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from settle.accounts import Flow
from settle.agreements import holds_for
from settle.book.accounting import Accounting, lines_of
from settle.book.naming import fund_name, names_in, told_together
from settle.book.opening import stake_words
from settle.book.settling import FEWEST, Lines, Plan, plan_of
from settle.book.tables import Table, Tables
from settle.compare import compare
from settle.currencies import format_amount
from settle.entries import Entry
from settle.evaluate import EvaluatedHand, evaluate
from settle.explain import Sheet, SheetGame, ToldCharge, ToldTogether, ToldTransfer
from settle.explain.layout import on_a_line, told_apart
from settle.explain.session import marks_of
from settle.outcome import read_outcome
from settle.proofs.making import session_checkpoint
from settle.rounds import Round
from settle.rules import Rules
from settle.sessions import Session, Standing
from settle.store import Reader
from settle.words import Words, pick_language, words

Names = Mapping[str, str]
"""What each account is called, by id; every one otherwise."""

CHARGES: Final = ("penalty", "shared_cost")
"""Kinds of entries whose money comes of no game."""


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
    charges = tuple(r.entries_of_kinds(session.id, CHARGES))
    # Of an odd cent somebody's part may be nothing: who shared it is no account, and is told.
    accounts = (*plan.due.accounts, *(each for entry in charges for each in _charged(entry)))
    names = names_in(r, session.id, session.players)
    called = _called(dict.fromkeys(accounts), names, said)
    standing = (each for _, each in sorted(session.standing.items()))
    games = (_game(r, session, tables.made, each, called) for each in standing)
    return Sheet(
        said,
        tuple(called[player] for player in session.players),
        (*_brought(session, called), *games),
        title=session.title,
        about=tuple(_about(session, tables.made, said)),
        amounts=_amounts(plan, session.players, called),
        charges=tuple(told_charge(entry, called.__getitem__) for entry in charges),
        transfers=_transfers(plan.transfers, plan, called),
        outstanding=_transfers(plan.position.outstanding, plan, called),
        together=tuple(_together(r, session)),
    )


def _about(session: Session, made: tuple[Table, ...], said: Words) -> Iterator[str]:
    """What was played, and for how much, a line each: later ones with the game they begin at."""
    told: list[str] = []
    played = list(_played(session, made))
    with_stake = any(table.stake is not None for _, table in played)
    for game, table in played:
        title = said.titled(table.ruleset.document["title"])
        lines = [said.text("page.ruleset", title=title, id=table.ruleset.name)]
        if with_stake:
            unit = table.ruleset.document.get("unit", {})
            lines += stake_words(table.stake, said, unit)
        for line in lines:
            if not told:
                yield line
            elif line not in told:
                yield said.text("sheet.from_game", told=line, game=game)
        told = lines


def _played(session: Session, made: tuple[Table, ...]) -> Iterator[tuple[int, Table]]:
    """Each table and the game that it begins at: what games were scored under, else what holds.

    What was brought along counts by the opening's agreement, as a game before the first would.
    """
    counted = {each.game: each.agreement for each in session.counted}
    after = session.highest_game + 1
    starts = {1, *(game for game, _ in session.seating), *counted}
    if after <= session.games:
        starts.add(after)
    if any(session.balances.values()):
        counted[0] = 0
        starts.add(0)
    last = None
    for game in sorted(starts):
        place = counted[game] if game in counted else holds_for(session.seating, game)
        if place != last:
            yield game, made[place]
        last = place


def told_charge(entry: Entry, call: Callable[[str], str]) -> ToldCharge:
    """A fine or a shared cost with the names of its people."""
    body = entry.body
    *payers, payee = map(call, _charged(entry))
    reason = on_a_line(body["reason"])
    return ToldCharge(entry.kind, tuple(payers), payee, body["amount"], body["currency"], reason)


def _charged(entry: Entry) -> tuple[str, ...]:
    """Who pays, and last who gets it."""
    body = entry.body
    payers = body["sharers"] if entry.kind == "shared_cost" else [body["payer"]]
    return (*payers, body["to"])


def _together(r: Reader, session: Session) -> Iterator[ToldTogether]:
    for seq, _ in session.accounts.joint:
        told = told_together(r, session.id, seq)
        assert told is not None, "it was made with others"
        yield told


def _called(accounts: Iterable[str], names: Mapping[str, str], said: Words) -> Names:
    """Names that can be told apart. A fund has its own."""
    return told_apart(
        {account: on_a_line(names.get(account, fund_name(account, said))) for account in accounts}
    )


def _brought(session: Session, called: Names) -> Iterator[SheetGame]:
    if any(session.balances.values()):
        nets = {called[player]: net for player, net in session.balances.items()}
        yield SheetGame(0, nets, {})


def _game(
    r: Reader, session: Session, made: tuple[Table, ...], standing: Standing, called: Names
) -> SheetGame:
    if standing.voided:
        return SheetGame(standing.game, {}, {}, state="void")
    entry, table = r.entry(session.id, standing.seq), made[standing.agreement]
    assert entry is not None, "what stands has its entry"
    hands, winners = _hands(table.load(entry.body["round"]), table.rules)
    lines = entry.body["lines"]
    return SheetGame(
        standing.game,
        {called[player]: net for player, net in standing.nets.items()},
        {called[hand.player]: marks_of(hand.player, hand.status, lines, winners) for hand in hands},
        by_outcome="outcome" in entry.body["round"],
        state="held" if standing.game in session.held else "",
        corrected=standing.kind == "game_corrected",
    )


def _hands(played: Round, rules: Rules) -> tuple[tuple[EvaluatedHand, ...], set[str]]:
    """The hands of a game, and who of them won all rows of another, as far as cards say so.

    What was paid stands in the entry: it is not reckoned again to be shown.
    """
    if played.outcome is not None:
        return read_outcome(played.outcome, rules, played.banker)[0].hands, set()
    evaluated = evaluate(played, rules)
    hands, winners = evaluated.hands, set()
    for first, second, rows in compare(evaluated, rules):
        if rows is not None and len({*rows}) == 1 and rows[0]:
            winners.add(hands[first if rows[0] > 0 else second].player)
    return hands, winners


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
