"""What goes out, as nested marshmallow classes: results and problems, for the published schemas."""

from typing import Final

from settle.canonical import SAFE_INTEGER
from settle.evaluate import Status
from settle.rules import ROWS
from settle.sheet import Reason
from settle.strength import CATEGORIES
from settle.wire.classes import Document
from settle.wire.fields import (
    Amount,
    Anything,
    CardField,
    Choice,
    Flag,
    Inside,
    Listed,
    Moment,
    Phrase,
    Player,
    Text,
    Whole,
)
from settle.wire.limits import LONGEST_REF

_POINTS: Final = SAFE_INTEGER


class RowResult(Document):
    """One row; in a game recorded by its outcome without cards, and perhaps without category."""

    category = Choice(CATEGORIES, required=True, allow_none=True)
    cards = Listed(CardField(), sizes=(3, 5))


class RowsResult(Document):
    """The three rows."""

    front = Inside(RowResult, required=True)
    middle = Inside(RowResult, required=True)
    back = Inside(RowResult, required=True)


class HandResult(Document):
    """One hand."""

    player = Player(required=True)
    status = Choice(Status, required=True)
    natural = Text(required=True, allow_none=True)
    rows = Inside(RowsResult, required=True, allow_none=True)
    doubling_card = Flag()
    """Whether it holds the doubling card in force; absent where it does not."""


class LineResult(Document):
    """One payment in points."""

    payer = Player(required=True)
    payee = Player(required=True)
    points = Whole(1, _POINTS, required=True)
    reason = Choice(Reason, required=True)
    rule = Text(required=True)
    row = Choice(ROWS)
    category = Choice(CATEGORIES)
    natural = Text()
    multiplier = Whole(1, _POINTS)
    set_by = Player()
    foul = Flag()


class TotalResult(Document):
    """What a player collected and paid."""

    player = Player(required=True)
    won = Whole(0, _POINTS, required=True)
    lost = Whole(0, _POINTS, required=True)
    net = Whole(-_POINTS, _POINTS, required=True)


class MoneyResult(Document):
    """What a player gets or pays in money."""

    player = Player(required=True)
    amount = Amount(signed=True, required=True)
    currency = Text(required=True)


class NoticeResult(Document):
    """Something the table may want to know."""

    code = Text(required=True)
    player = Player(required=True)
    natural = Text()


class ResultDocument(Document):
    """A scored round."""

    ref = Phrase(1, LONGEST_REF)
    played_at = Moment()
    ruleset = Text(required=True)
    ruleset_version = Whole(1, SAFE_INTEGER, required=True)
    ruleset_digest = Text(required=True)
    options = Anything(required=True)
    hands = Listed(Inside(HandResult), required=True)
    lines = Listed(Inside(LineResult), required=True)
    totals = Listed(Inside(TotalResult), required=True)
    money = Listed(Inside(MoneyResult))
    notices = Listed(Inside(NoticeResult), required=True)
    basis = Choice(("cards", "outcome"), required=True)


class ProblemError(Document):
    """One fault."""

    pointer = Text(required=True)
    code = Text(required=True)
    message = Text(required=True)


class PresentResult(Document):
    """What stands in the book instead: an entry, a dispute, a key, or what was shown once."""

    id = Text()
    """Of the key or the link that a call made before."""
    key = Text()
    """The id of the one that the seat has."""

    seq = Whole(1, SAFE_INTEGER)
    hash = Text()
    kind = Text()
    dispute = Text()
    state = Text()


class ProblemDocument(Document):
    """A refusal (RFC 9457); of a conflict also what stands in the book."""

    type = Text(required=True)
    title = Text(required=True)
    status = Whole(400, 599, required=True)
    detail = Text(required=True)
    errors = Listed(Inside(ProblemError))
    standing = Inside(PresentResult)
    present = Inside(PresentResult)
    head = Inside(PresentResult)
    missing = Listed(Player())
