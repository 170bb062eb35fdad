"""How keys and tokens are spelled, and what is kept of them.

The secret is 32 random bytes, so a plain SHA-256 of it cannot be turned back, and is quick enough
to be made for every request.
"""

import re
import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from settle.book.windows import duration_seconds

_SECRET_BYTES: Final = 32
_ID_BYTES: Final = 4
_KEY: Final = re.compile("stl_([0-9a-f]{8})_([A-Za-z0-9_-]{43})", re.ASCII)
_TOKEN: Final = re.compile("[A-Za-z0-9_-]{43}", re.ASCII)


class Spelled(NamedTuple):
    """A key in its parts."""

    id: str
    """Names the key; no secret."""
    secret: str

    def __str__(self) -> str:
        return f"stl_{self.id}_{self.secret}"


def new_key() -> Spelled:
    """A key that nobody has."""
    return Spelled(new_id(), new_token())


def new_id() -> str:
    """An id for a key or a link."""
    return secrets.token_hex(_ID_BYTES)


def new_token() -> str:
    """A text of 43 letters, digits, dashes and underscores that nobody can guess."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def read_key(text: str) -> Spelled | None:
    """The parts of a key, None for what is spelled otherwise.

    >>> read_key("stl_0123abcd_short") is None
    True
    """
    match = _KEY.fullmatch(text)
    return None if match is None else Spelled(match[1], match[2])


def is_token(text: str) -> bool:
    """Whether a text is spelled as tokens of links are."""
    return _TOKEN.fullmatch(text) is not None


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def now() -> str:
    """The time in UTC with milliseconds: all of one length, so that they compare as texts."""
    return _spelled(datetime.now(UTC))


def after(at: str, duration: str) -> str:
    """The time so long after another one; ``duration`` as ISO 8601 has it, in whole units.

    >>> after("2026-11-30T12:00:00.000Z", "P1DT2H")
    '2026-12-01T14:00:00.000Z'
    """
    return _spelled(datetime.fromisoformat(at) + timedelta(seconds=duration_seconds(duration)))


def _spelled(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
