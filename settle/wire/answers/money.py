"""Answers about money: who pays whom."""

from typing import ClassVar

from settle.currencies import CURRENCY_DIGITS
from settle.wire.answers.parts import EntryRef, Held, Said, Transfer, count, some_points
from settle.wire.fields import Amount, Choice, Inside, Listed, Player, Text
from settle.wire.money import Account

ROUNDINGS = ("exact", "largest_remainder", "earliest_seat")
SEARCHES = ("exact", "pairs_then_largest")


class SettledTotal(Said):
    """What an account has in points; where there is money, what it should have and has settled."""

    player = Account()
    net = some_points()
    amount = Amount(signed=True)
    settled = Amount(signed=True)

    sometimes = ("amount", "settled")


class Money(Said):
    """How a session is settled; without a stake only ``mode`` and ``totals`` say something."""

    mode = Text()
    player = Player()
    totals = Listed(Inside(SettledTotal))
    transfers = Listed(Inside(Transfer))
    currency = Choice(CURRENCY_DIGITS)
    step = Amount()
    rounding = Choice(ROUNDINGS)
    search = Choice(SEARCHES)

    sometimes: ClassVar[tuple[str, ...]] = ("player", "currency", "step", "rounding", "search")


class CoveredSession(EntryRef):
    """A session that was settled with others, and its last entry before that."""

    id = Text()


class SettledTogether(Said):
    """Which sessions of a group were settled as one; ``transfers``, where it is paid, for all."""

    id = Text()
    mode = Text()
    sessions = Listed(Inside(CoveredSession))
    pays_in = Text()
    transfers = Listed(Inside(Transfer))

    sometimes = ("transfers",)


class Joint(Said):
    """A settlement that stands of several sessions as one: which, and where all of it is paid."""

    seq = count(1)
    sessions = Listed(Text())
    pays_in = Text()


class SettlementAnswer(Money):
    """Who pays whom; what is contested and so left out; what was settled and is not paid yet."""

    together = Listed(Inside(Joint))

    held = Listed(Inside(Held))
    outstanding = Listed(Inside(Transfer))

    sometimes: ClassVar[tuple[str, ...]] = (*Money.sometimes, "together")
