"""Answers about a session under several agreements."""

from settle.currencies import CURRENCY_DIGITS
from settle.wire.answers.games import ComparedNets, ComparedPair
from settle.wire.answers.money import SettledTotal
from settle.wire.answers.parts import EntryRef, Said, a_game, count, some_games
from settle.wire.fields import Choice, Flag, Inside, Listed, Text
from settle.wire.results import ProblemDocument


class AdaptedGames(Said):
    """What had to be taken otherwise than it was recorded, and in which games."""

    text = Text()
    games = some_games()


class SessionUnderAgreement(Said):
    """What all games come to under one agreement: those that it scores and nobody contests."""

    rulesets = Listed(Text())
    unscored = some_games()
    held = some_games()
    games = count()
    totals = Listed(Inside(SettledTotal))
    currency = Choice(CURRENCY_DIGITS)
    adapted = Listed(Inside(AdaptedGames))

    sometimes = ("currency", "adapted")


class GameProblem(Said):
    """Why an agreement, by its place, cannot score a game."""

    agreement = count()
    problem = Inside(ProblemDocument)


class ComparedGame(Said):
    """A game under each agreement; with its lines where they were asked for."""

    game = a_game()
    differs = Flag()
    held = Flag()
    nets = Listed(Inside(ComparedNets))
    problems = Listed(Inside(GameProblem))
    pairs = Listed(Inside(ComparedPair))

    sometimes = ("held", "problems", "pairs")


class SessionComparison(Said):
    """A session as it stands under several agreements; lists of points are in their order."""

    id = Text()
    head = Inside(EntryRef)
    agreements = Listed(Inside(SessionUnderAgreement))
    games = Listed(Inside(ComparedGame))
    differs = Flag()
