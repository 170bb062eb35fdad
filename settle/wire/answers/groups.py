"""Answers about groups: who belongs to one, what everybody comes to over the years."""

from settle.currencies import CURRENCY_DIGITS
from settle.wire.answers.money import SEARCHES, Joint
from settle.wire.answers.parts import (
    TRANSFER,
    AccountAmount,
    ByName,
    Held,
    Said,
    Transfer,
    WithEntry,
    count,
    null_or,
    said,
    some_points,
)
from settle.wire.fields import Amount, Choice, Inside, Listed, Moment, Player, Text
from settle.wire.money import Account


class MemberAnswer(Said):
    """Somebody who belongs to a group, and what people call them."""

    id = Player()
    name = null_or(Player())


class GroupAnswer(Said):
    """A group, its members and its sessions."""

    id = Text()
    name = Text()
    members = Listed(Inside(MemberAnswer))
    sessions = Listed(Text())


class GroupBrief(Said):
    """A group by its name."""

    id = Text()
    name = Text()


class GroupsPage(Said):
    """Groups in the order of their making; ``next`` is the cursor of the page after."""

    groups = Listed(Inside(GroupBrief))
    next = null_or(count(1))


class MoneyStanding(Said):
    """What somebody comes to in money."""

    player = Account()
    sessions = count(1)
    amount = Amount(signed=True)


class PointsStanding(Said):
    """What somebody comes to in points."""

    player = Account()
    sessions = count(1)
    net = some_points()


class MoneyStandings(Said):
    """Everybody, by what they come to in a currency."""

    currency = Choice(CURRENCY_DIGITS)
    standings = Listed(Inside(MoneyStanding))


class PointsStandings(Said):
    """Everybody, by what they come to under a ruleset where nothing is staked."""

    ruleset = Text()
    standings = Listed(Inside(PointsStanding))


class HeldInSession(Held):
    """A game of a session that somebody contests, and what it comes to either way."""

    session = Text()


class Standings(Said):
    """What everybody comes to over all sessions of a group, without the games that are ``held``."""

    id = Text()
    money = Listed(Inside(MoneyStandings))
    points = Listed(Inside(PointsStandings))
    held = Listed(Inside(HeldInSession))


class MissingTotal(Said):
    """What an account has in points, and what is not settled of it."""

    player = Account()
    net = some_points()
    amount = Amount(signed=True)

    sometimes = ("amount",)


class SettledSession(Said):
    """A session that is settled with others."""

    id = Text()
    held = Listed(Inside(Held))
    totals = Listed(Inside(MissingTotal))


SessionTransfer = said(
    "SessionTransfer",
    "Who still has to pay whom for which session.",
    {"session": Text(), **TRANSFER},
)


class GroupSettlement(Said):
    """Who pays whom for several sessions at once."""

    id = Text()
    mode = Text()
    sessions = Listed(Inside(SettledSession))
    totals = Listed(Inside(AccountAmount))
    transfers = Listed(Inside(Transfer))
    outstanding = Listed(Inside(SessionTransfer))
    currency = Choice(CURRENCY_DIGITS)
    search = Choice(SEARCHES)

    sometimes = ("currency", "search")


class SessionEntry(WithEntry):
    """A session, and the entry that settles it."""

    id = Text()


class GroupSettlementMade(Said):
    """Several sessions settled as one: who pays whom, which is entered in ``pays_in``."""

    id = Text()
    mode = Text()
    sessions = Listed(Inside(SessionEntry))
    pays_in = Text()
    totals = Listed(Inside(AccountAmount))
    transfers = Listed(Inside(Transfer))
    currency = Choice(CURRENCY_DIGITS)
    search = Choice(SEARCHES)

    sometimes = ("search",)


StatementPayment = said(
    "StatementPayment", "A payment to or from the member.", {"seq": count(1), **TRANSFER}
)


class StatementMoney(Said):
    """What somebody should have got, got and paid; ``open`` is still to come.

    ``carried`` is what of it was settled with other sessions and is paid there (below 0: to get),
    in the one that is paid in what came from all of them; over all of them it is 0.
    """

    currency = Choice(CURRENCY_DIGITS)
    amount = Amount(signed=True)
    carried = Amount(signed=True)
    received = Amount(counted=True)
    paid = Amount(counted=True)
    open = Amount(signed=True)


class StatementCounts(Said):
    """How much was played, and what happened in it."""

    games = count()
    scoops_given = count()
    scoops_taken = count()
    monsters = count()


class StatementSession(StatementCounts, StatementMoney):
    """One session of a member; what is counted leaves out the games that are ``held``."""

    id = Text()
    title = Text()
    played = Moment()
    ruleset = Text()
    net = some_points()
    held = Listed(Inside(Held))
    naturals = ByName(count(1))
    payments = Listed(Inside(StatementPayment))
    together = Listed(Inside(Joint))

    sometimes = (
        "title", "currency", "amount", "carried", "received", "paid", "open", "payments",
        "together",
    )  # fmt: skip


class StatementPoints(Said):
    """Points under a ruleset where nothing is staked."""

    ruleset = Text()
    net = some_points()


class Statement(StatementCounts):
    """What a member played, won, lost and paid: session by session, and the sums."""

    id = Text()
    member = Inside(MemberAnswer)
    year = null_or(Text())
    sessions = Listed(Inside(StatementSession))
    money = Listed(Inside(StatementMoney))
    points = Listed(Inside(StatementPoints))
