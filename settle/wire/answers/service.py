"""Answers about the book and the service: rulesets, proofs, audits, health."""

from settle.rulebook.fields import REGIONS
from settle.rules import ROWS
from settle.wire.answers.parts import (
    BOOK_PATTERN,
    ByName,
    EntryRef,
    Said,
    a_hash,
    a_root,
    count,
    null_or,
    said,
    some_points,
)
from settle.wire.fields import Anything, Choice, Flag, Inside, Listed, Player, Text, Whole
from settle.wire.sessions import AsItIs, Patterned

# --- rulesets -------------------------------------------------------------------------------------


class Bounds(Said):
    """The least and the most."""

    least = count(1)
    most = count(1)


class RulesetBrief(Said):
    """What a ruleset is."""

    id = Text()
    version = count(1)
    versions = Listed(count(1))
    digest = a_hash()
    region = null_or(Choice(REGIONS))
    title = ByName(Text())
    summary = ByName(Text())
    players = Inside(Bounds)
    cards = count(1)


class Rulesets(Said):
    """Every ruleset that there is, its newest version."""

    rulesets = Listed(Inside(RulesetBrief))


class RulesetKept(Said):
    """A table's own ruleset, kept under its digest."""

    id = Text()
    version = count(1)
    digest = a_hash()


class SourceSaid(Said):
    """Where a value comes from."""

    title = Text()
    section = null_or(Text())


class ValueSaid(Said):
    """A value of a ruleset, and why it is so."""

    key = Text()
    value = AsItIs()
    unit = Text()
    rank = count(1)
    source = Inside(SourceSaid)
    decision = ByName(Text())

    sometimes = ("unit", "rank", "source", "decision")


class OnlySet(Said):
    """A key without a value, and the options that can set it."""

    key = Text()
    options = Listed(Text())


class ChoiceSaid(Said):
    """What can be answered to an option."""

    value = AsItIs()
    label = ByName(Text())

    sometimes = ("label",)


class OptionSaid(Said):
    """A question to the table, and what can be answered."""

    name = Text()
    kind = Choice(("choice", "range", "map", "card"))
    question = ByName(Text())
    default = AsItIs()
    choices = Listed(Inside(ChoiceSaid))
    range = Listed(count(), sizes=(2, 2))
    keys = Listed(Text())

    sometimes = ("choices", "range", "keys")


class RulesetAnswer(RulesetBrief):
    """A ruleset: every value with its source, every option, and its whole text."""

    unit = ByName(Text())
    shown = Listed(Choice(ROWS))
    values = Listed(Inside(ValueSaid))
    only_set = Listed(Inside(OnlySet))
    switched_on = Listed(Text())
    options = Listed(Inside(OptionSaid))
    document = Anything()


# --- proofs ---------------------------------------------------------------------------------------


class Checkpoint(Said):
    """Three lines to keep elsewhere: what it is of, how much of it there is, its root."""

    book = Patterned(BOOK_PATTERN, "hash")
    size = count()
    root = a_root()
    text = Text()


class SessionCheckpoint(Checkpoint):
    """The checkpoint of a session."""

    session = Text()


class ListedSession(Said):
    """A session as the checkpoint of the book lists it."""

    session = Text()
    entries = count(1)
    root = a_root()


class BookCheckpoint(Checkpoint):
    """The checkpoint of the book, every session listed in the order of opening."""

    sessions = Listed(Inside(ListedSession))


class Proven(Said):
    """What every proof says."""

    book = Patterned(BOOK_PATTERN, "hash")
    session = Text()
    size = count(1)
    root = a_root()
    path = Listed(a_root())


class InclusionProof(Proven):
    """That an entry is among the first ``size`` of its session."""

    proof = Choice(("inclusion",))
    entry = Inside(EntryRef)


class OlderSize(Said):
    """What an older checkpoint says."""

    size = count()
    root = a_root()


ConsistencyProof = said(
    "ConsistencyProof",
    "That a session went on from an older checkpoint.",
    {"proof": Choice(("consistency",)), "from": Inside(OlderSize)},
    base=Proven,
)


# --- audits and health ----------------------------------------------------------------------------


class NetFound(Said):
    """A player's net as an entry has it, and as it comes out."""

    player = Player()
    found = null_or(some_points())
    expected = null_or(some_points())


class Finding(Said):
    """Something that is otherwise than it should be, and where."""

    code = Text()
    session = Text()
    seq = count()
    where = Text()
    found = Text()
    expected = Text()
    players = Listed(Inside(NetFound))
    line = count(1)

    sometimes = ("session", "seq", "where", "found", "expected", "players", "line")


class AuditCounts(Said):
    """How much was looked at."""

    sessions = count()
    entries = count()
    games = count()
    rulesets = count()


class AuditReport(Said):
    """Whether every hash and every game of the book is as it should be."""

    sound = Flag()
    findings = Listed(Inside(Finding))
    first = null_or(Inside(Finding))
    counts = Inside(AuditCounts)
    imported = Listed(Text())
    apart = Listed(Text())
    unused = Listed(Text())


class Alive(Said):
    """The process answers."""

    status = Choice(("alive",))


class Ready(Said):
    """The book is in order; and what runs."""

    status = Choice(("ready",))
    version = Text()
    engine = Choice(("sqlite", "postgresql"))
    engine_version = Text()
    journal_mode = Choice(("wal", "delete"))
    synchronous = Choice(("full", "extra"))
    schema_version = Whole(1, 9999)
    size_bytes = count(1)
