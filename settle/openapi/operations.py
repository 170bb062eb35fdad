"""What the table of operations is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from marshmallow import fields

from settle.rulebook.fields import ID, VERSION
from settle.wire.access import KEY_ID_PATTERN
from settle.wire.classes import Document
from settle.wire.fields import Choice, Inside, Player, Whole
from settle.wire.groups import YEAR_PATTERN
from settle.wire.sessions import SESSION_ID_PATTERN, Patterned

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
TOML: Final = "application/toml"
TEXT: Final = "text/plain"
CSV: Final = "text/csv"
SVG: Final = "image/svg+xml"
HTML: Final = "text/html"

ADDRESS: Final = "http://127.0.0.1:8000"
"""Where the lines of examples find the service; a page puts its own address there."""

Shown = type[Document] | fields.Field[Any] | None
"""What a body is: a class, a field, or None for text that has no schema."""


class Tag(StrEnum):
    """The parts of the service, in the order in which pages show them."""

    SCORING = "scoring"
    RULESETS = "rulesets"
    SESSIONS = "sessions"
    ROUNDS = "rounds"
    ARGUMENTS = "arguments"
    MONEY = "money"
    GROUPS = "groups"
    PROOFS = "proofs"
    ACCESS = "access"
    SERVICE = "service"


class Key(StrEnum):
    """Whether an operation takes an Idempotency-Key."""

    NONE = "none"
    TAKEN = "taken"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that stands in a path or behind the question mark."""

    field: fields.Field[Any]
    says: str


@dataclass(frozen=True, slots=True)
class Link:
    """What an answer is good for: the operation that goes on from it."""

    to: str
    """Its id."""
    parameters: Mapping[str, str]
    """Runtime expressions by parameter."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """Members of the next body, runtime expressions among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method of a path: what it takes, what it answers, what it may refuse."""

    id: str
    method: str
    path: str
    """With its parameters in braces."""
    tag: Tag
    summary: str
    answers: Shown | Mapping[str, Shown]
    """A class for JSON, or bodies by media type."""
    status: int = 200
    sends: Shown | Mapping[str, Shown] = None
    """None for a call without a body."""
    query: Mapping[str, Parameter] = field(default_factory=dict)
    key: Key = Key.NONE
    refuses: tuple[int, ...] = ()
    """Statuses beside those that every call of its kind may be refused with."""
    is_public: bool = False
    """Whether no key is looked at."""
    is_open: bool = False
    """Whether it is for anyone, though a key may be sent."""
    has_location: bool = False
    """Whether the answer says where what was made can be read."""
    has_pages: bool = False
    """Whether the answer may link a page after it."""
    links: tuple[Link, ...] = ()
    is_fleeting: bool = False
    """Whether what is read is another each time, so that no ETag is of use."""
    heeds_match: bool = False
    """Whether it heeds an If-Match, and is refused (412) where that names something else."""

    @property
    def is_tagged(self) -> bool:
        """Whether what it answers has an ETag, and is not sent again to who knows it."""
        return self.method == "GET" and not self.is_fleeting

    @property
    def bodies(self) -> Mapping[str, Shown]:
        """What it answers, by media type."""
        return self.answers if isinstance(self.answers, Mapping) else {JSON: self.answers}

    @property
    def takes(self) -> Mapping[str, Shown]:
        """What it is sent, by media type; empty for a call without a body."""
        if isinstance(self.sends, Mapping):
            return self.sends
        return {} if self.sends is None else {JSON: self.sends}


PATH: Final[Mapping[str, Parameter]] = {
    "session": Parameter(Patterned(SESSION_ID_PATTERN, ""), "A session's id."),
    "game": Parameter(Whole(1, 9999), "A game's number."),
    "seq": Parameter(Whole(1, 10**15 - 1), "The number of an entry."),
    "dispute": Parameter(Patterned("^d[1-9][0-9]{0,5}$", ""), "A dispute's id."),
    "group": Parameter(Patterned(SESSION_ID_PATTERN, ""), "A group's id."),
    "member": Parameter(Player(), "A member's id."),
    "key": Parameter(Patterned(KEY_ID_PATTERN, ""), "A key's id."),
    "link": Parameter(Patterned(KEY_ID_PATTERN, ""), "A link's id."),
    "token": Parameter(Patterned("^[A-Za-z0-9_-]{43}$", ""), "The last part of a link's address."),
    "name": Parameter(
        Patterned(f"^{ID}(@{VERSION})?$", ""),
        "A ruleset's id, which is its newest version, or `id@version`.",
    ),
}
"""What may stand in a path."""

MODE: Final = Parameter(
    Patterned("^(fewest|pairs|via:[^/]+)$", ""),
    "The fewest transfers, every pair by itself, or all through one account (`via:amy`).",
)
YEAR: Final = Parameter(Patterned(YEAR_PATTERN, ""), "A year; all, where none is named.")
LANGUAGES: Final = (
    "en",
    "zh-Hant",
    "zh-Hant-TW",
    "zh-Hant-HK",
    "zh-Hans",
    "zh-TW",
    "zh-HK",
    "zh-CN",
)
LANGUAGE: Final = Parameter(
    Choice(LANGUAGES), "The language of texts; otherwise `Accept-Language` says it, else English."
)


def inside(shown: Shown) -> fields.Field[Any] | None:
    """The field of a body."""
    if shown is None or isinstance(shown, fields.Field):
        return shown
    return Inside(shown)
