"""The round document as nested marshmallow classes: the definition of its shape.

What a shape cannot say (counts of cards, who is who, what the ruleset plays) is said by
:mod:`settle.wire.checks`, about whatever these classes find sound.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import RAISE, Schema, ValidationError

from settle.canonical import SAFE_INTEGER
from settle.cards import SUITS
from settle.currencies import CURRENCY_DIGITS
from settle.faults import Fault
from settle.rules import ROWS
from settle.strength import CATEGORIES
from settle.wire.check_exchange import MOST_PASSES
from settle.wire.fields import (
    Amount,
    Anything,
    ByPlayer,
    CardField,
    Choice,
    Inside,
    Listed,
    Moment,
    OneOrMore,
    Phrase,
    Player,
    Text,
    Whole,
    faults_of,
    found_wrong,
)
from settle.wire.limits import (
    DIRECTIONS,
    HIGHEST_BET,
    LONGEST_REASON,
    LONGEST_REF,
    MOST_POINTS,
    STATUSES,
)


class Document(Schema):
    """The base: only the fields that are named, and faults in place of sentences."""

    schema_rules: ClassVar[Mapping[str, Any]] = {}
    """What JSON Schema can say beyond the fields; here the checks say it."""

    class Meta:
        unknown = RAISE

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - marshmallow's own
        super().__init__(**kwargs)
        known = {"known": tuple(self.fields)}
        self.error_messages["unknown"] = Fault((), "unknown_field", "", known)  # type: ignore[assignment]


def some_cards(sizes: tuple[int, int] | None = None) -> Listed:
    """A list of cards."""
    return Listed(CardField(), sizes=sizes)


_THREE, _FIVE, _THIRTEEN = (3, 3), (5, 5), (13, 13)
_ROWS_TOGETHER: Final = {row: [other for other in ROWS if other != row] for row in ROWS}


class StakeDocument(Document):
    """The money of one unit, or a pot."""

    mode = Choice(("points", "pot"))
    amount = Amount()
    points = Whole(1, MOST_POINTS, code="bad_stake")
    ante = Amount()
    scope = Choice(("game", "session"))
    step = Amount()
    currency = Choice(CURRENCY_DIGITS, code="bad_stake", variant="currency", required=True)

    schema_rules = {  # noqa: RUF012
        "if": {"properties": {"mode": {"const": "pot"}}, "required": ["mode"]},
        "then": {"required": ["ante"], "properties": {"amount": False, "points": False}},
        "else": {"required": ["amount"], "properties": {"ante": False, "scope": False}},
    }


class HandDocument(Document):
    """What one player held and did with it."""

    player = Player(required=True)
    cards = some_cards((0, 13))
    front = some_cards(_THREE)
    middle = some_cards(_FIVE)
    back = some_cards(_FIVE)
    natural = Text(allow_none=True)
    bet = Whole(1, HIGHEST_BET)
    ruled_foul = Phrase(1, LONGEST_REASON)

    schema_rules = {  # noqa: RUF012
        "dependentRequired": _ROWS_TOGETHER,
        "if": {"required": ["ruled_foul"]},
        "then": {"properties": {"natural": {"type": "null"}}},
        "else": {
            "properties": {"cards": {"minItems": 13}},
            "anyOf": [
                {"required": list(ROWS)},
                {
                    "required": ["cards", "natural"],
                    "properties": {"natural": {"type": "string"}},
                },
            ],
        },
    }


class PassDocument(Document):
    """One exchange."""

    direction = Choice(DIRECTIONS, required=True)
    cards = ByPlayer(some_cards(_THREE), required=True)


class ExchangeDocument(Document):
    """What was dealt, and what was passed."""

    dealt = ByPlayer(some_cards(_THIRTEEN), required=True)
    passes = Listed(Inside(PassDocument), required=True, sizes=(0, MOST_PASSES))


class CategoriesDocument(Document):
    """The rows whose category the ruleset prices."""

    front = Choice(CATEGORIES)
    middle = Choice(CATEGORIES)
    back = Choice(CATEGORIES)


class OutcomeHandDocument(Document):
    """What is known of a hand without its cards."""

    player = Player(required=True)
    status = Choice(STATUSES)
    natural = Text(allow_none=True)
    suit = Choice(SUITS)
    categories = Inside(CategoriesDocument)
    bet = Whole(1, HIGHEST_BET)

    schema_rules = {  # noqa: RUF012
        "if": {"properties": {"status": {"const": "natural"}}, "required": ["status"]},
        "then": {"required": ["natural"], "properties": {"natural": {"type": "string"}}},
        "else": {"properties": {"natural": {"type": "null"}, "suit": False}},
    }


class DuelDocument(Document):
    """How two hands came out against each other; None is a tie."""

    players = Listed(Player(), required=True, sizes=(2, 2))
    scoop = Player()
    front = Player(allow_none=True)
    middle = Player(allow_none=True)
    back = Player(allow_none=True)

    schema_rules = {  # noqa: RUF012
        "dependentRequired": _ROWS_TOGETHER,
        "if": {"required": ["scoop"]},
        "then": {"properties": dict.fromkeys(ROWS, False)},
    }


class OutcomeDocument(Document):
    """A game recorded without cards."""

    hands = Listed(Inside(OutcomeHandDocument), required=True)
    duels = Listed(Inside(DuelDocument), required=True)
    doubling_card_holder = OneOrMore(Player())


class ExpectDocument(Document):
    """What the sender expects to come out."""

    ruleset_digest = Text()
    totals = ByPlayer(Whole(-SAFE_INTEGER, SAFE_INTEGER), least=1)

    schema_rules = {"minProperties": 1}  # noqa: RUF012


class RoundDocument(Document):
    """One game as it is sent."""

    ref = Phrase(1, LONGEST_REF)
    played_at = Moment()
    ruleset = Text(required=True)
    options = Anything()
    stake = Inside(StakeDocument)
    banker = Player()
    doubling_card = CardField(allow_none=True)
    hands = Listed(Inside(HandDocument))
    outcome = Inside(OutcomeDocument)
    exchange = Inside(ExchangeDocument)
    expect = Inside(ExpectDocument)

    schema_rules = {  # noqa: RUF012
        "if": {"required": ["outcome"]},
        "then": {"properties": {"hands": False, "exchange": False}},
        "else": {"required": ["hands"]},
    }


_ROUND: Final = RoundDocument()

FIELD_ORDER: Final = {
    name: place
    for place, name in enumerate(
        dict.fromkeys((
            *RoundDocument().fields, *StakeDocument().fields, *HandDocument().fields,
            *OutcomeDocument().fields, *OutcomeHandDocument().fields, *ROWS,
            *DuelDocument().fields, *ExchangeDocument().fields, *PassDocument().fields,
            *ExpectDocument().fields,
        ))
    )
}  # fmt: skip
"""In which order faults stand whose places are fields of one object."""


def load_shape(document: object) -> tuple[dict[str, Any], list[Fault]]:
    """What is sound of a document, in the classes' shape, and what is wrong with the rest.

    In lists None stands in the place of what is wrong; fields that are wrong are left out.
    """
    if not isinstance(document, dict):
        return {}, list(faults_of(found_wrong("wrong_type", "object", found=document).messages))
    try:
        loaded: Mapping[str, Any] = _ROUND.load(document)
    except ValidationError as error:
        sound = error.valid_data if isinstance(error.valid_data, dict) else {}
        return sound, list(faults_of(error.messages))
    return dict(loaded), []
