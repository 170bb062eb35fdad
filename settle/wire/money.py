"""Entries about money as marshmallow classes: what is asked for, and what a shape cannot say."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from settle.accounts import FUND
from settle.currencies import CURRENCY_DIGITS, is_amount, parse_amount
from settle.faults import Fault, Pointer
from settle.wire.classes import Document
from settle.wire.disputes import Person
from settle.wire.fields import (
    Amount,
    ByPlayer,
    Choice,
    Listed,
    Moment,
    Phrase,
    Player,
    Strict,
    Text,
    Whole,
    found_wrong,
)
from settle.wire.limits import MOST_BROUGHT
from settle.wire.names import LONGEST_NAME, player_name
from settle.wire.sessions import LONGEST_REASON
from settle.wire.stakes import amount_values

MOST_SHARERS: Final = 50
"""Of a shared cost."""


def account_name(text: str) -> str | None:
    """The one form of an account's name, a player's or a fund's; None where it cannot be one.

    >>> account_name(" amy "), account_name("fund: rent "), account_name("fund:")
    ('amy', 'fund:rent', None)
    """
    name = player_name(text.removeprefix(FUND))
    return name if name is None or not text.startswith(FUND) else FUND + name


class Account(Strict):
    """A player, or a fund as ``fund:<name>``."""

    kind = "text"

    def __init__(self) -> None:
        super().__init__(required=True)

    def take(self, value: object) -> str:
        """The account's one form."""
        if not isinstance(value, str):
            raise self.wrong_type(value)
        name = account_name(value)
        if name is None:
            raise found_wrong("out_of_range", "account", found=value, most=LONGEST_NAME)
        return name


class Actor(Person):
    """Who says something, where that is another one than who enters it."""

    def __init__(self) -> None:
        super().__init__(host=True)
        self.required = False


class MoneyDocument(Document):
    """An amount of money."""

    amount = Amount(required=True)
    currency = Choice(CURRENCY_DIGITS, code="bad_stake", variant="currency")
    by = Actor()


class PenaltyDocument(MoneyDocument):
    """Somebody pays for a fault of play."""

    payer = Account()
    to = Account()
    reason = Phrase(1, LONGEST_REASON, required=True)


class SharedCostDocument(MoneyDocument):
    """What somebody paid for several, or what several owe a fund."""

    sharers = Listed(Account(), required=True, sizes=(1, MOST_SHARERS))
    to = Account()
    reason = Phrase(1, LONGEST_REASON, required=True)


class ImportedResultDocument(Document):
    """What came of an evening that is not in the book."""

    nets = ByPlayer(Whole(-MOST_BROUGHT, MOST_BROUGHT), required=True)
    note = Phrase(1, LONGEST_REASON)
    played_at = Moment()
    by = Actor()


PaymentDocument: Final[type[Document]] = MoneyDocument.from_dict(  # type: ignore[assignment]
    {
        "from": Account(),
        "to": Account(),
        "confirmed_by": Listed(Player()),
        "note": Phrase(1, LONGEST_REASON),
        "paid_at": Moment(),
    },
    name="PaymentDocument",
)
"""Money that went from hand to hand. A class of its own would have a field called ``from``."""


class ReversalDocument(Document):
    """A payment or a settlement was none."""

    reason = Phrase(1, LONGEST_REASON, required=True)
    by = Actor()


class SettlementDocument(Document):
    """The table settles."""

    mode = Text()
    player = Player()
    by = Actor()


def amount_faults(part: Mapping[str, Any], currency: str | None) -> Iterator[Fault]:
    """The amount is above zero, in the session's currency; that one is named where there is none.

    ``currency`` is the session's.
    """
    named = part.get("currency")
    if currency is not None and named not in (None, currency):
        values = {"found": named, "agreed": currency}
        yield Fault(("currency",), "currency_differs", "", values)
        return
    used = named or currency
    if used is None:
        yield Fault(("currency",), "missing", "currency")
    text = part.get("amount")
    if text is None:
        return
    values = {"found": text}
    if used is None and not is_amount(text):
        yield Fault(("amount",), "bad_amount", "digits", values)
    elif used is not None and not parse_amount(text, used):
        told = amount_values(used)
        yield Fault(("amount",), "bad_amount", "" if "digits" in told else "whole", values | told)


def account_faults(
    named: Iterable[tuple[Pointer, str | None]], players: tuple[str, ...]
) -> Iterator[Fault]:
    """Accounts, each with its place, that are of nobody here; funds come to be by being named."""
    for place, account in named:
        if account is not None and not account.startswith(FUND) and account not in players:
            yield Fault(place, "unknown_player", "account", {"found": account, "known": players})
