"""The clock and the source of ids: what doors hand to the book, and tests replace."""

from datetime import UTC, datetime
from secrets import token_hex

_ID_BYTES = 8


def now() -> str:
    """The time as entries hold it: UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A new id that nobody can guess."""
    return token_hex(_ID_BYTES)
