"""Changes of the table as marshmallow classes: what is asked for, and what an entry holds."""

from typing import Final

from settle.wire.classes import Document, StakeDocument
from settle.wire.fields import Anything, Inside, Listed, Phrase, Player, Text, Whole
from settle.wire.sessions import HASH_PATTERN, LONGEST_REASON, MOST_GAMES, Patterned, Seated

CHANGES: Final = ("players", "ruleset", "options", "stake")
"""What a change may change; one of them at least."""


class TableDocument(Document):
    """The table changes from a game on."""

    from_game = Whole(1, MOST_GAMES, required=True)
    players = Listed(Seated())
    ruleset = Text()
    options = Anything()
    stake = Inside(StakeDocument)
    reason = Phrase(1, LONGEST_REASON, required=True)


class TableChangedBody(Document):
    """What an entry holds of a change that was asked for; ``players`` are ids."""

    from_game = Whole(1, MOST_GAMES, required=True)
    players = Listed(Player())
    ruleset = Text()
    ruleset_digest = Patterned(HASH_PATTERN, "hash")
    options = Anything()
    stake = Inside(StakeDocument)
    reason = Phrase(1, LONGEST_REASON, required=True)
