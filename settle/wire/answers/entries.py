"""What entries hold, by their kind; and answers that tell what an entry holds."""

from collections.abc import Mapping
from typing import Any, Final

from settle.entries import KINDS
from settle.wire.access import StewardChangedBody
from settle.wire.answers.games import StoredRoundDocument
from settle.wire.answers.money import Money, SettledTogether
from settle.wire.answers.parts import (
    AccountAmount,
    AgreementWords,
    Either,
    EntryRef,
    Said,
    Timed,
    WithEntry,
    a_hash,
    count,
    null_or,
    said,
    some_games,
    some_nets,
    some_players,
    some_points,
)
from settle.wire.answers.sessions import TableSaid
from settle.wire.classes import Document, StakeDocument
from settle.wire.disputes import (
    SHA256_PATTERN,
    ConfirmedBody,
    DisputeConsentedBody,
    DisputeOpenedBody,
    DisputeResolvedBody,
    DisputeWithdrawnBody,
)
from settle.wire.fields import (
    Amount,
    Anything,
    ByPlayer,
    Choice,
    Flag,
    Inside,
    Listed,
    Moment,
    Phrase,
    Text,
    Whole,
)
from settle.wire.groups import RenamedBody
from settle.wire.money import Account
from settle.wire.results import LineResult, NoticeResult, TotalResult
from settle.wire.sessions import KEY_PATTERN, LONGEST_REASON, MOST_GAMES, Patterned
from settle.wire.tables import TableChangedBody


class RequestSaid(Said):
    """The call that made an entry, so that it is known when it comes again."""

    key = Patterned(KEY_PATTERN, "key")
    sha256 = Patterned(SHA256_PATTERN, "sha256")

    sometimes = ("key",)


class PreviousSession(Said):
    """The session that was opened before in the same book, and the hash of its first entry."""

    id = Text()
    hash = a_hash()


class SessionOpenedBody(Said):
    """What was agreed when a session was opened; players by id only."""

    title = Text()
    group = Text()
    ruleset = Text()
    ruleset_digest = a_hash()
    options = Anything()
    stake = Inside(StakeDocument)
    players = some_players()
    games = Whole(1, MOST_GAMES)
    banker_order = Text()
    dispute_window = Text()
    opening_balances = ByPlayer(some_points())
    agreement = Inside(AgreementWords)
    previous_session = null_or(Inside(PreviousSession))

    sometimes = ("title", "group", "stake", "dispute_window", "opening_balances")


class TableChangedWholeBody(TableChangedBody):
    """A change of the table: what was asked for, and what it makes."""

    tables = Listed(Inside(TableSaid), required=True)
    affected = Listed(Whole(1, MOST_GAMES), required=True)
    agreement = Inside(AgreementWords, required=True)


class GameRecordedBody(Said):
    """A round as it was sent, and what it comes to."""

    round = Inside(StoredRoundDocument)
    played_at = Moment()
    lines = Listed(Inside(LineResult))
    totals = Listed(Inside(TotalResult))
    notices = Listed(Inside(NoticeResult))
    basis = Choice(("cards", "outcome"))

    sometimes = ("played_at",)


class GameVoidedBody(Said):
    """A game is struck."""

    reason = Phrase(1, LONGEST_REASON)
    against = a_hash()


class GameCorrectedBody(GameRecordedBody, GameVoidedBody):
    """A game as it should have been recorded; ``before`` is what it came to."""

    before = Listed(Inside(TotalResult))


class MoneyEntered(Said):
    """An amount of money; ``by`` is who says so, where that was told."""

    amount = Amount()
    currency = Text()
    by = Text()

    sometimes = ("by",)


class PenaltyBody(MoneyEntered):
    """Somebody owes for a fault of play."""

    payer = Account()
    to = Account()
    reason = Phrase(1, LONGEST_REASON)


class SharedCostBody(MoneyEntered):
    """Several owe what somebody paid, or owe a fund."""

    sharers = Listed(Account())
    to = Account()
    reason = Phrase(1, LONGEST_REASON)
    shares = Listed(Inside(AccountAmount))


class OpeningBalanceBody(Said):
    """Points brought along from before the first game, which nobody can check."""

    nets = some_nets()
    unverifiable = Flag()


class ImportedResultBody(OpeningBalanceBody):
    """Points of an earlier evening, which nobody can check.

    In money they count by the stake of the opening, whatever stake was agreed on later.
    """

    note = Phrase(1, LONGEST_REASON)
    played_at = Moment()
    by = Text()

    sometimes = ("note", "played_at", "by")


PaymentBody: Final = said(
    "PaymentBody",
    "Money that went from one to another.",
    {
        "from": Account(),
        "to": Account(),
        "amount": Amount(),
        "currency": Text(),
        "confirmed_by": some_players(),
        "note": Phrase(1, LONGEST_REASON),
        "paid_at": Moment(),
        "by": Text(),
    },
    "note",
    "paid_at",
    "by",
)


class ReversalBody(Said):
    """The entry that is taken back."""

    reason = Phrase(1, LONGEST_REASON)
    against = a_hash()
    by = Text()

    sometimes = ("by",)


class PaymentReversedBody(ReversalBody):
    """A payment was none."""

    payment = count(1)


class SettlementReversedBody(ReversalBody):
    """A settlement was none."""

    settlement = count(1)


class SettlementMadeBody(Money):
    """A settlement that the table made: it covers the entries up to one."""

    held = some_games()
    covers = Inside(EntryRef)
    by = Text()
    group = Inside(SettledTogether)

    sometimes = (*Money.sometimes, "by", "group")


class SessionClosedBody(Said):
    """How a session stood when it ended."""

    ended = Choice(("complete", "early"))
    totals = some_nets()
    missing = some_games()
    reason = Phrase(1, LONGEST_REASON)

    sometimes = ("reason",)


BODIES: Final[Mapping[str, type[Document]]] = {
    "session_opened": SessionOpenedBody,
    "table_changed": TableChangedWholeBody,
    "game_recorded": GameRecordedBody,
    "game_corrected": GameCorrectedBody,
    "game_voided": GameVoidedBody,
    "confirmed": ConfirmedBody,
    "dispute_opened": DisputeOpenedBody,
    "dispute_consented": DisputeConsentedBody,
    "dispute_withdrawn": DisputeWithdrawnBody,
    "dispute_resolved": DisputeResolvedBody,
    "penalty": PenaltyBody,
    "shared_cost": SharedCostBody,
    "opening_balance": OpeningBalanceBody,
    "imported_result": ImportedResultBody,
    "payment": PaymentBody,
    "payment_reversed": PaymentReversedBody,
    "settlement_made": SettlementMadeBody,
    "settlement_reversed": SettlementReversedBody,
    "renamed": RenamedBody,
    "steward_changed": StewardChangedBody,
    "session_closed": SessionClosedBody,
}
"""What an entry of a kind holds, but for the call that made it."""


class SealedEntry(Timed):
    """What every entry has."""

    seq = count(1)
    session = Text()
    game = Whole(1, MOST_GAMES)
    prev_hash = a_hash()
    hash = a_hash()

    sometimes = ("game",)


def _entry(kind: str, body: type[Document]) -> type[Said]:
    """The entry of a kind."""
    title = "".join(part.capitalize() for part in kind.split("_"))
    members: dict[str, Any] = {"__doc__": body.__doc__, "request": Inside(RequestSaid)}
    if issubclass(body, Said):
        members["sometimes"] = (*body.sometimes, "request")
    held = type(body.__name__, (body,), members)
    inside = {"__doc__": body.__doc__, "kind": Choice((kind,)), "body": Inside(held)}
    return type(f"{title}Entry", (SealedEntry,), inside)


ENTRIES: Final = {kind: _entry(kind, BODIES[kind]) for kind in KINDS}
AnyEntry: Final = Either(*(Inside(made) for made in ENTRIES.values()))


class LedgerPage(Said):
    """Entries of a session; ``next`` is what ``after_seq`` has to be for the page after."""

    entries = Listed(AnyEntry)
    head = Inside(EntryRef)
    next = null_or(count(1))


def _answer(body: type[Said], name: str) -> type[Said]:
    members = {"__doc__": body.__doc__, "sometimes": body.sometimes}
    return type(name, (body, WithEntry), members)


PenaltyAnswer: Final = _answer(PenaltyBody, "PenaltyAnswer")
SharedCostAnswer: Final = _answer(SharedCostBody, "SharedCostAnswer")
ImportedResultAnswer: Final = _answer(ImportedResultBody, "ImportedResultAnswer")
PaymentAnswer: Final = _answer(PaymentBody, "PaymentAnswer")
PaymentReversedAnswer: Final = _answer(PaymentReversedBody, "PaymentReversedAnswer")
SettlementMadeAnswer: Final = _answer(SettlementMadeBody, "SettlementMadeAnswer")
SettlementReversedAnswer: Final = _answer(SettlementReversedBody, "SettlementReversedAnswer")
