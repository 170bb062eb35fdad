"""Groups as marshmallow classes: a circle of people who play together, and what it is asked."""

from typing import Final

from settle.wire.classes import Document
from settle.wire.fields import Flag, Listed, Phrase, Player, Text
from settle.wire.sessions import SESSION_ID_PATTERN, Patterned, Seated

MOST_MEMBERS: Final = 200
LONGEST_GROUP_NAME: Final = 200
YEAR_PATTERN: Final = "^[0-9]{4}$"


class GroupDocument(Document):
    """A group as it is made."""

    id = Patterned(SESSION_ID_PATTERN, "session_id")
    name = Phrase(1, LONGEST_GROUP_NAME, required=True, shown=True)
    members = Listed(Seated(), sizes=(0, MOST_MEMBERS))


class SettleGroupDocument(Document):
    """Several sessions of a group are settled as one; all, where none is named."""

    sessions = Listed(Patterned(SESSION_ID_PATTERN, "session_id"))
    mode = Text()


class GroupNameDocument(Document):
    """What a group is called from now on."""

    name = Phrase(1, LONGEST_GROUP_NAME, required=True, shown=True)


class MemberDocument(Document):
    """Somebody joins."""

    id = Player()
    name = Player()


class MemberNameDocument(Document):
    """What a member is called from now on."""

    name = Player(required=True)


class PlayerNameDocument(Document):
    """What a player of a session is called from now on; or nothing, by ``erase``."""

    player = Player(required=True)
    name = Player()
    erase = Flag()


class RenamedBody(Document):
    """What an entry holds of a name that was changed, or erased: whose it is."""

    player = Player(required=True)
    erased = Flag(required=True)


class YearPart(Document):
    """A year."""

    year = Patterned(YEAR_PATTERN, "year")
