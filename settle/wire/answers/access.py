"""Answers about keys, links and seats."""

from settle.wire.access import KEY_ID_PATTERN, LONGEST_LABEL, ROLES, SCOPES
from settle.wire.answers.parts import Said, count, null_or
from settle.wire.fields import Choice, Inside, Listed, Moment, Phrase, Player, Text
from settle.wire.sessions import Patterned

KEY_PATTERN = "^stl_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$"


def _an_id() -> Patterned:
    return Patterned(KEY_ID_PATTERN, "key_id")


class GrantSaid(Said):
    """What a key may in a session, and whose seat it speaks for there."""

    session = Text()
    role = Choice(ROLES)
    player = null_or(Player())


class KeyAnswer(Said):
    """A key, of which nobody knows the secret any more."""

    id = _an_id()
    label = Phrase(1, LONGEST_LABEL)
    scope = Choice(SCOPES)
    grants = Listed(Inside(GrantSaid))
    groups = Listed(Text())
    made_at = Moment()
    made_by = Text()
    expires_at = null_or(Moment())
    revoked_at = null_or(Moment())


class MadeKeyAnswer(KeyAnswer):
    """A key as it was made; ``key`` is told this once."""

    key = Patterned(KEY_PATTERN, "key")


class KeysPage(Said):
    """Keys in the order of their making; ``next`` is the cursor of the page after."""

    keys = Listed(Inside(KeyAnswer))
    next = null_or(count(1))


class LinkGives(Said):
    """What a link gives whoever turns it into a key; without a session, to open some."""

    session = null_or(Text())
    role = Choice(ROLES)
    player = null_or(Player())
    expires_at = Moment()


class LinkAnswer(LinkGives):
    """A link, whose address nobody knows any more."""

    id = _an_id()
    uses_left = count()
    made_at = Moment()
    made_by = Text()
    revoked_at = null_or(Moment())


class MadeLinkAnswer(LinkAnswer):
    """A link as it was made; ``address`` and its QR code are told this once."""

    address = Text()
    qr_svg = Text()


class LinksAnswer(Said):
    """The links of a session in the order of their making."""

    links = Listed(Inside(LinkAnswer))


class SeatAnswer(Said):
    """What a key is in a session, and for whom it speaks."""

    role = Choice(ROLES)
    player = Player()
