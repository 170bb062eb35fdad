"""What answers are made of: fields for the published schemas, and the small documents inside."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import fields

from settle.canonical import SAFE_INTEGER
from settle.wire.classes import Document
from settle.wire.disputes import NetDocument
from settle.wire.fields import (
    Amount,
    Choice,
    Holder,
    Inside,
    Listed,
    Moment,
    Player,
    Strict,
    Text,
    Whole,
)
from settle.wire.money import Account
from settle.wire.sessions import HASH_PATTERN, MOST_GAMES, Patterned

ROOT_PATTERN: Final = "^[A-Za-z0-9+/]{43}=$"
"""A hash of 32 bytes in base64."""
BOOK_PATTERN: Final = "^[0-9a-f]{16}$"


class Said(Document):
    """The base: every field is there, but for those that ``sometimes`` names."""

    sometimes: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - marshmallow's own
        super().__init__(**kwargs)
        for name, field in self.fields.items():
            field.required = name not in self.sometimes


def said(
    name: str,
    doc: str,
    named: Mapping[str, fields.Field[Any]],
    *sometimes: str,
    base: type[Said] = Said,
) -> type[Said]:
    """A class with a field whose name Python keeps for itself, such as ``from``."""
    return type(name, (base,), {**named, "__doc__": doc, "sometimes": sometimes})


# --- fields ---------------------------------------------------------------------------------------


class ByName(Holder):
    """An object whose keys are names of anything."""


class Either(Strict):
    """One of several documents."""

    def __init__(self, *inner: Inside) -> None:
        super().__init__()
        self.inner = inner


def null_or(field: fields.Field[Any]) -> Any:  # noqa: ANN401 - a field, for class bodies
    """The field, and null in its place."""
    field.allow_none = True
    return field


def some_points() -> Whole:
    """Points, won or lost."""
    return Whole(-SAFE_INTEGER, SAFE_INTEGER)


def count(least: int = 0) -> Whole:
    """A number of things."""
    return Whole(least, SAFE_INTEGER)


def a_game() -> Whole:
    """A game's number."""
    return Whole(1, MOST_GAMES)


def some_games() -> Listed:
    """Games by number."""
    return Listed(a_game())


def some_players() -> Listed:
    """Players by id."""
    return Listed(Player())


def some_nets() -> Listed:
    """Nets of players, or of accounts."""
    return Listed(Inside(NetDocument))


def a_hash() -> Patterned:
    """The hash of an entry, or the digest of a ruleset."""
    return Patterned(HASH_PATTERN, "hash")


def a_root() -> Patterned:
    """A hash as checkpoints spell it."""
    return Patterned(ROOT_PATTERN, "hash")


# --- documents ------------------------------------------------------------------------------------


class EntryRef(Said):
    """An entry by its number and its hash."""

    seq = count(1)
    hash = a_hash()


class WithEntry(Said):
    """What an entry was made of."""

    entry = Inside(EntryRef)


class StandingRef(EntryRef):
    """The entry that stands for a game; its hash is what ``against`` names."""

    kind = Choice(("game_recorded", "game_corrected", "game_voided"))


class AgreementWords(Said):
    """What was agreed, as people read it."""

    language = Text()
    lines = Listed(Text())


class AccountAmount(Said):
    """What an account is about, in money."""

    player = Account()
    amount = Amount(signed=True)


TRANSFER: Final[Mapping[str, fields.Field[Any]]] = {
    "from": Account(),
    "to": Account(),
    "amount": Amount(counted=True),
}
Transfer: Final = said("Transfer", "Who pays whom.", TRANSFER)


class Held(Said):
    """A game that somebody contests, and what it comes to either way."""

    game = a_game()
    dispute = Text()
    totals_if_kept = some_nets()
    totals_if_claimed = some_nets()


class Timed(Said):
    """When something was entered, and by whom."""

    at = Moment()
    by = Text()
