"""Answers about rounds: results, what stands for games, comparisons."""

from settle.rules import ROWS
from settle.sheet import Reason
from settle.strength import CATEGORIES
from settle.wire.answers.parts import (
    Either,
    EntryRef,
    Said,
    StandingRef,
    Timed,
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
from settle.wire.classes import RoundDocument
from settle.wire.disputes import OUTCOMES, ClaimedBody, EvidenceDocument
from settle.wire.fields import Choice, Flag, Inside, Listed, Moment, Player, Text, Whole
from settle.wire.results import LineResult, NoticeResult, ProblemDocument, ResultDocument

DISPUTE_STATES = ("open", "withdrawn", *OUTCOMES)


class ExplainedLine(LineResult):
    """One payment in points, and why."""

    text = Text(required=True)


class ExplainedNotice(NoticeResult):
    """Something the table may want to know, in words."""

    text = Text(required=True)


class ExplainedDocument(ResultDocument):
    """A scored round, with a text on every line and every notice."""

    lines = Listed(Inside(ExplainedLine), required=True)
    notices = Listed(Inside(ExplainedNotice), required=True)


class ToldLine(LineResult):
    """One payment in points, and why; in words where a language was asked for."""

    text = Text()


class ToldNotice(NoticeResult):
    """Something the table may want to know; in words where a language was asked for."""

    text = Text()


class ToldResultDocument(ResultDocument):
    """A scored round; its lines and notices have a text where a language was asked for."""

    lines = Listed(Inside(ToldLine), required=True)
    notices = Listed(Inside(ToldNotice), required=True)


class StoredRoundDocument(RoundDocument):
    """A round as a session keeps it: as it was sent, less what is the session's."""

    class Meta(RoundDocument.Meta):
        exclude = ("ruleset", "options", "stake")


class RecordedAnswer(WithEntry):
    """A game that was recorded, or corrected."""

    game = a_game()
    result = Inside(ResultDocument)


class BatchAnswer(Said):
    """What one round of a batch is answered."""

    status = Whole(200, 599)
    body = Either(Inside(RecordedAnswer), Inside(ProblemDocument))


class BatchAnswers(Said):
    """The answers to the rounds of a batch, in their order."""

    answers = Listed(Inside(BatchAnswer))


class Voided(WithEntry):
    """A game that is struck."""

    game = a_game()


class StandingRound(Said):
    """What stands for a game."""

    game = a_game()
    totals = some_nets()
    entry = Inside(StandingRef)
    confirmed = some_players()
    disputes = Listed(Text())


class Rounds(Said):
    """What stands for each game of a session, by number."""

    rounds = Listed(Inside(StandingRound))
    missing = some_games()


class ConsentSaid(Said):
    """Who agrees to have a dispute ruled; to one outcome, where one is named."""

    player = Player()
    outcome = Choice(OUTCOMES)

    sometimes = ("outcome",)


class DisputeAnswer(Said):
    """A game that was contested: by whom, why, and how it stands."""

    id = Text()
    game = a_game()
    state = Choice(DISPUTE_STATES)
    consents = Listed(Inside(ConsentSaid))
    by = Text()
    reason = Text()
    evidence = Listed(Inside(EvidenceDocument))
    claim = Inside(ClaimedBody)
    late = Flag()
    at = Moment()
    entry = Inside(EntryRef)


class Happened(Timed, StandingRef):
    """An entry of a game's history, and what it moved."""

    before = some_nets()
    totals = some_nets()
    moved = some_nets()
    reason = Text()
    against = a_hash()

    sometimes = ("reason", "against")


class GameAnswer(Said):
    """What stands for a game, and its history."""

    game = a_game()
    round = null_or(Inside(StoredRoundDocument))
    result = null_or(Inside(ToldResultDocument))
    entry = Inside(StandingRef)
    confirmed = some_players()
    disputes = Listed(Inside(DisputeAnswer))
    history = Listed(Inside(Happened))


# --- one round under several agreements -----------------------------------------------------------


class ComparedAgreement(Said):
    """A round under one agreement: its result, or why it cannot be scored so."""

    ruleset = Text()
    ruleset_digest = a_hash()
    adapted = Listed(Text())
    result = Inside(ExplainedDocument)
    problem = Inside(ProblemDocument)

    sometimes = ("adapted", "result", "problem")
    schema_rules = {  # noqa: RUF012
        "if": {"required": ["result"]},
        "then": {"properties": {"problem": False}},
        "else": {"required": ["problem"]},
    }


class ComparedLine(Said):
    """What moves between two players for one reason, under each agreement."""

    payer = Player()
    payee = Player()
    reason = Choice(Reason)
    row = Choice(ROWS)
    category = Choice(CATEGORIES)
    natural = Text()
    text = Text()
    points = Listed(null_or(count(1)))
    differs = Flag()

    sometimes = ("row", "category", "natural")


class ComparedPair(Said):
    """Two players under each agreement."""

    players = some_players()
    nets = Listed(null_or(some_points()))
    lines = Listed(Inside(ComparedLine))


class ComparedNets(Said):
    """A player's net under each agreement; null where the round cannot be scored so."""

    player = Player()
    nets = Listed(null_or(some_points()))


class Comparison(Said):
    """A round under several agreements; lists of points are in their order."""

    agreements = Listed(Inside(ComparedAgreement))
    pairs = Listed(Inside(ComparedPair))
    nets = Listed(Inside(ComparedNets))
    differs = Flag()
