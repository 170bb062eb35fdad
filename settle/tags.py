"""The tags of all prices: for each, the rule key and the names that its lines carry."""

from functools import cache
from typing import Final

from settle.rules import ROWS
from settle.sheet import Reason, Tag
from settle.strength import CATEGORIES

BASE_TAGS: Final = tuple(Tag(Reason.ROW, f"rows.{row}.base", row) for row in ROWS)
BONUS_TAGS: Final = tuple(
    tuple(Tag(Reason.ROW_BONUS, f"rows.{row}.bonus.{kind}", row, kind) for kind in CATEGORIES)
    for row in ROWS
)
GADU_TAGS: Final = tuple(
    tuple(Tag(Reason.GADU, f"gadu.{row}.{kind}", row, kind) for kind in CATEGORIES) for row in ROWS
)
MAJORITY_TAG: Final = Tag(Reason.MAJORITY, "majority.points")
SCOOP_POINTS_TAG: Final = Tag(Reason.SCOOP, "scoop.points")
DOUBLING_TAG: Final = Tag(Reason.DOUBLING_CARD, "doubling_card", multiplier=2)


@cache
def multiplied(reason: Reason, rule: str, multiplier: int) -> Tag:
    """What a multiplier adds."""
    return Tag(reason, rule, multiplier=multiplier)


@cache
def natural_tag(natural: str) -> Tag:
    """The points of a natural."""
    return Tag(Reason.NATURAL, f"naturals.{natural}", natural=natural)


@cache
def sweep_tag(natural: str, multiplier: int) -> Tag:
    """What a natural adds by taking from everybody."""
    rule = "naturals.sweep_multiplier"
    return Tag(Reason.NATURAL_SWEEP, rule, natural=natural, multiplier=multiplier)


@cache
def fouled(tag: Tag) -> Tag:
    """The same where a fouled hand loses row by row."""
    return tag._replace(foul=True)
