"""Confirming: a player agrees to what was opened, changed or recorded. Silence is never consent."""

from collections.abc import Iterable, Iterator
from typing import Final

from settle.accounts import Accounts, Flow
from settle.book.answers import CREATED, Answer, Conflict, NotFound, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.correcting import stale, standing_of
from settle.book.folds import Folds
from settle.book.tables import Tables
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.sessions import OF_GAMES
from settle.store import ConfirmationRow, Reader, SessionRow, Store, Writer
from settle.wire.disputes import OPENING, ConfirmationDocument
from settle.wire.sessions import load_part, unseated

CONFIRMABLE: Final = frozenset(("session_opened", "table_changed", "payment", *OF_GAMES))
"""Kinds of entries that somebody can agree to."""


def confirm(store: Store, folds: Folds, tables: Tables, document: object, caller: Caller) -> Answer:
    """Write down that a player agrees to the opening, the table, a game or a payment.

    ``folds`` are the sessions as they stand. Raises RefusedError with all faults of the document,
    NotFound for a game or an entry that is not there, Conflict where another entry stands for the
    game, for a payment that was taken back, and for what is confirmed already.
    """
    part, faults = load_part(document, ConfirmationDocument)
    if "player" in part and not _is_payment(store, tables.session, part.get("of")):
        # Of a payment also guests, who have no seat: they paid it, or were paid.
        faults += unseated([(("player",), part["player"])], tables.players)
    if faults:
        raise RefusedError(faults)
    with store.writing(tables.session) as w:
        row = session_at(w, tables)
        entry = answered_entry(w, row.id, caller)
        if entry is None:
            of = _confirmed(w, tables, part["of"])
            if of.kind == "payment":
                _refuse_other_payment(folds.at(w, row).accounts, of, part["player"])
            entry = _write(w, row, of, part["player"], caller)
    return confirmed_answer(entry)


def _is_payment(store: Store, session: str, named: object) -> bool:
    if not isinstance(named, str) or named == OPENING:
        return False
    with store.reading() as r:
        entry = r.entry_by_hash(session, named)
    return entry is not None and entry.kind == "payment"


def _write(w: Writer, row: SessionRow, of: Entry, player: str, caller: Caller) -> Entry:
    present = w.confirmation_row(row.id, of.hash, player)
    if present is not None:
        said = w.entry(row.id, present.seq)
        assert said is not None
        if caller.key is None:
            return said
        raise Conflict(
            Fault((), "already_confirmed", "", {"player": player}), present=entry_ref(said)
        )
    made = append(w, row, "confirmed", {"of": of.hash, "player": player}, caller, game=of.game)
    w.put_confirmation_row(ConfirmationRow(row.id, of.hash, player, made.seq))
    w.put_session_row(moved_on(row, made))
    return made


def _confirmed(r: Reader, tables: Tables, named: str | int) -> Entry:
    """The entry that is agreed to."""
    if named == OPENING:
        return tables.opening
    if isinstance(named, int):
        return standing_of(r, tables.session, named)[1]
    entry = r.entry_by_hash(tables.session, named)
    if entry is None:
        raise NotFound("unknown_entry", found=named)
    if entry.kind not in CONFIRMABLE:
        values = {"found": entry.kind}
        raise RefusedError([Fault(("of",), "out_of_range", "confirmable_kind", values)])
    if entry.game is not None:
        standing, _ = standing_of(r, tables.session, entry.game)
        if standing.hash != named:
            raise stale(standing, ("of",))
    return entry


def _refuse_other_payment(accounts: Accounts, payment: Entry, player: str) -> None:
    """Only whoever paid or was paid agrees, once, and to what was not taken back."""
    stands = accounts.payment(payment.hash)
    if stands is None:
        fault = Fault(("of",), "already_reversed", "payment", {"found": payment.seq})
        raise Conflict(fault, present={"seq": accounts.reversals[payment.seq]})
    [flow] = stands.flows
    faults = list(side_faults(flow, player))
    if faults:
        raise RefusedError(faults)
    if player in stands.confirmed_by:
        fault = Fault((), "already_confirmed", "", {"player": player})
        raise Conflict(fault, present=entry_ref(payment))


def side_faults(payment: Flow, player: str) -> Iterator[Fault]:
    """Somebody who neither paid nor was paid."""
    if player not in payment[:2]:
        values = {"found": player, "known": payment[:2]}
        yield Fault(("player",), "unknown_player", "payment", values)


def confirmed_answer(entry: Entry) -> Answer:
    """What is answered to a confirmation, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("of", "player")}
    about = {} if entry.game is None else {"game": entry.game}
    return Answer.of(CREATED, {**said, **about, "entry": entry_ref(entry)})


def who_confirmed(rows: Iterable[ConfirmationRow], entry: str) -> list[str]:
    """The players who agree to an entry, in the order in which they said so."""
    return [row.player for row in rows if row.entry == entry]
