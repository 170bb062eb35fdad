"""Answers about sessions: where they stand, what was agreed, what is contested."""

from typing import ClassVar

from settle.wire.answers.games import DisputeAnswer
from settle.wire.answers.parts import (
    AgreementWords,
    ByName,
    EntryRef,
    Held,
    Said,
    WithEntry,
    a_game,
    a_hash,
    count,
    null_or,
    some_games,
    some_nets,
    some_players,
    some_points,
)
from settle.wire.classes import StakeDocument
from settle.wire.disputes import OUTCOMES
from settle.wire.fields import Anything, ByPlayer, Choice, Flag, Inside, Listed, Player, Text
from settle.wire.results import ResultDocument

STATES = ("open", "complete", "closed")


class SessionBrief(Said):
    """Where a session stands; ``totals`` leave out the games that are ``held``."""

    id = Text()
    title = Text()
    state = Choice(STATES)
    games = count(1)
    played = count()
    totals = some_nets()
    held = Listed(Inside(Held))
    head = Inside(EntryRef)

    sometimes: ClassVar[tuple[str, ...]] = ("title",)


class SessionsPage(Said):
    """Sessions in the order of their opening; ``next`` is the cursor of the page after."""

    sessions = Listed(Inside(SessionBrief))
    next = null_or(count(1))


class Next(Said):
    """The game that comes next, and who would be banker."""

    game = a_game()
    banker = Player()

    sometimes: ClassVar[tuple[str, ...]] = ("banker",)


class TableSaid(Said):
    """What a table plays from a game on; ``changed`` is what was agreed anew for that game."""

    from_game = a_game()
    players = some_players()
    ruleset = Text()
    ruleset_digest = a_hash()
    options = Anything()
    stake = Inside(StakeDocument)
    changed = Listed(Choice(("players", "rules", "stake")))

    sometimes: ClassVar[tuple[str, ...]] = ("stake",)


class ConfirmedSaid(Said):
    """Who agrees to the opening, a change of the table, how a game stands, or a payment."""

    of = Choice(("opening", "table", "game", "payment"))
    seq = count(1)
    game = a_game()
    hash = a_hash()
    players = some_players()

    sometimes: ClassVar[tuple[str, ...]] = ("seq", "game")


class SessionAnswer(SessionBrief):
    """Where a session stands, what was agreed on, what is missing and what is contested."""

    missing = some_games()
    next = null_or(Inside(Next))
    opening = Inside(EntryRef)
    group = Text()
    players = some_players()
    ruleset = Text()
    ruleset_digest = a_hash()
    options = Anything()
    stake = Inside(StakeDocument)
    banker_order = Text()
    dispute_window = Text()
    opening_balances = ByPlayer(some_points())
    agreement = Inside(AgreementWords)
    tables = Listed(Inside(TableSaid))
    affected = some_games()
    confirmed = Listed(Inside(ConfirmedSaid))
    disputes = Listed(Inside(DisputeAnswer))
    names = ByName(Text())

    sometimes: ClassVar[tuple[str, ...]] = (
        "title",
        "group",
        "stake",
        "dispute_window",
        "opening_balances",
        "names",
    )


class TableChanged(WithEntry):
    """A change of the table: what it makes, and the games that were scored at another one."""

    from_game = a_game()
    tables = Listed(Inside(TableSaid))
    affected = some_games()
    agreement = Inside(AgreementWords)


class Confirmed(WithEntry):
    """A player agrees."""

    of = a_hash()
    player = Player()
    game = a_game()

    sometimes: ClassVar[tuple[str, ...]] = ("game",)


class DisputeList(Said):
    """Every dispute of a session, and the games that are held."""

    disputes = Listed(Inside(DisputeAnswer))
    held = Listed(Inside(Held))


class Disputed(WithEntry):
    """A game is contested."""

    id = Text()
    game = a_game()
    state = Choice(("open",))
    late = Flag()
    totals_if_claimed = some_nets()


class DisputeSaid(WithEntry):
    """Somebody agrees to have a dispute ruled, or takes it back."""

    id = Text()
    by = Text()
    outcome = Choice(OUTCOMES)
    game = a_game()
    state = Choice(("open", "withdrawn"))

    sometimes: ClassVar[tuple[str, ...]] = ("outcome",)


class Resolved(WithEntry):
    """A dispute is ruled; with the correction that it made."""

    id = Text()
    game = a_game()
    outcome = Choice(OUTCOMES)
    by = Text()
    consents = some_players()
    interested = Flag()
    correction = Inside(EntryRef)
    result = Inside(ResultDocument)

    sometimes: ClassVar[tuple[str, ...]] = ("correction", "result")


class Closed(WithEntry):
    """A session has ended."""

    id = Text()
    state = Choice(("closed",))
    ended = Choice(("complete", "early"))
    totals = some_nets()
    missing = some_games()


class Renamed(WithEntry):
    """A player is called something else, or nothing."""

    player = Player()
    erased = Flag()
