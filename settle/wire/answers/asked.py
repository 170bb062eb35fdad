"""What is sent and is loaded by more than one class, or by none: for the published schemas."""

from typing import Any, Final

from settle.rulebook.fields import ID, PARENT, REGIONS
from settle.rulebook.keys import KEYS
from settle.rules import ROWS
from settle.wire.classes import Document
from settle.wire.fields import Anything, Choice, Listed, Text, Whole
from settle.wire.sessions import SESSION_ID_PATTERN, Patterned, SessionDocument

_MOST_VERSION: Final = 9_999_999


class OpenSessionDocument(SessionDocument):
    """What a table agrees on when it opens a session; or the session whose table plays on."""

    same_as = Patterned(SESSION_ID_PATTERN, "session_id")

    schema_rules = {  # noqa: RUF012
        "if": {"properties": {"same_as": False}},
        "then": {"required": ["ruleset", "players"]},
    }

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - marshmallow's own
        super().__init__(**kwargs)
        for name in ("ruleset", "players"):
            self.fields[name].required = False


class RulesetHeader(Document):
    """A table's own ruleset: what it is, and the values that it says otherwise than its parent.

    What may stand in the parts, and which value needs which, is told by the page of rulesets.
    """

    id = Patterned(f"^{ID}$", "id", required=True)
    version = Whole(1, _MOST_VERSION, required=True)
    extends = Patterned(f"^{PARENT.pattern}$", "parent")
    without = Listed(Text())
    region = Choice(REGIONS)
    title = Anything()
    summary = Anything()
    unit = Anything()
    shown = Listed(Choice(ROWS), sizes=(3, 3))
    sources = Anything()
    options = Anything()
    names = Anything()


RulesetDocument: Final[type[Document]] = RulesetHeader.from_dict(  # type: ignore[assignment]
    {name.partition(".")[0]: Anything() for name in KEYS}, name="RulesetDocument"
)
RulesetDocument.__doc__ = RulesetHeader.__doc__


class AuditDocument(Document):
    """What an audit is asked with: nothing so far."""
