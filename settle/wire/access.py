"""Keys, links and seats as marshmallow classes: what is asked for, and what entries hold."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.faults import Fault
from settle.wire.classes import Document
from settle.wire.fields import Choice, Listed, Phrase, Player
from settle.wire.sessions import DURATION_PATTERN, SESSION_ID_PATTERN, Patterned

LONGEST_LABEL: Final = 100
_LASTING: Final = DURATION_PATTERN.replace("^", "^(?=.*[1-9])", 1)
"""A duration that does not end at once."""
KEY_ID_PATTERN: Final = "^[0-9a-f]{8}$"

SCOPES: Final = ("admin", "create", "session")
_LINKED: Final = ("scorer", "player", "viewer")
ROLES: Final = ("host", *_LINKED)


class LabelDocument(Document):
    """What a key is called."""

    label = Phrase(1, LONGEST_LABEL, required=True, shown=True)


class AccessKeyDocument(LabelDocument):
    """A key as it is made."""

    scope = Choice(SCOPES, required=True)
    session = Patterned(SESSION_ID_PATTERN, "session_id")
    role = Choice(ROLES)
    player = Player()
    group = Patterned(SESSION_ID_PATTERN, "session_id")
    expires_in = Patterned(_LASTING, "lasting")


class LinkDocument(Document):
    """A link as it is made."""

    role = Choice(_LINKED, required=True)
    player = Player()
    expires_in = Patterned(_LASTING, "lasting")


class SeatDocument(Document):
    """A seat that somebody takes."""

    player = Player(required=True)


class StewardChangedBody(Document):
    """What an entry holds of a book that was handed over: the keys by their ids."""

    steward = Patterned(KEY_ID_PATTERN, "key_id", required=True)
    before = Listed(Patterned(KEY_ID_PATTERN, "key_id"), required=True)
    signing_key = Patterned(KEY_ID_PATTERN, "key_id")


def key_faults(part: Mapping[str, Any]) -> Iterator[Fault]:
    """What a key is granted fits what it may."""
    scope = part.get("scope")
    if scope == "admin":
        yield from _unfit(part, ("session", "role", "player", "group"), "admin_key")
        return
    if scope == "session" and "group" not in part:
        yield from _missing(part, ("session",))
    if "session" in part:
        yield from _missing(part, ("role",))
        yield from role_faults(part)
    else:
        yield from _unfit(part, ("role", "player"), "no_session")


def role_faults(part: Mapping[str, Any]) -> Iterator[Fault]:
    """A player has a seat, and a viewer has none."""
    if part.get("role") == "player":
        yield from _missing(part, ("player",))
    elif part.get("role") == "viewer":
        yield from _unfit(part, ("player",), "viewer")


def _missing(part: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[Fault]:
    for name in names:
        if name not in part:
            yield Fault((name,), "missing", "field", {"field": name})


def _unfit(part: Mapping[str, Any], names: tuple[str, ...], variant: str) -> Iterator[Fault]:
    for name in names:
        if name in part:
            yield Fault((name,), "unknown_field", variant, {"field": name})
