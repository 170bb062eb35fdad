"""What an operation of the book comes back with: an answer, or a refusal."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from settle.canonical import canonical_bytes, read_json, rewritten
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import GameRow

OK: Final = 200
CREATED: Final = 201
LONGEST_KEY: Final = 200
PAGE_ROWS: Final = 50
"""Of a list, on a page, unless asked otherwise."""
_NOT_FOUND: Final = 404
_CONFLICT: Final = 409


class Answer(NamedTuple):
    """An answer as it goes out."""

    status: int
    body: bytes
    """Canonical JSON."""

    @classmethod
    def of(cls, status: int, document: Mapping[str, Any]) -> "Answer":
        """The answer that says this."""
        return cls(status, canonical_bytes(document))

    def document(self) -> Any:  # noqa: ANN401 - a JSON value may be anything
        """What it says, parsed."""
        return read_json(self.body)


class Conflict(RefusedError):  # noqa: N818 - what stands against it, not an error of the service
    """What is asked does not fit what stands in the book; ``members`` tell what stands."""

    def __init__(self, *faults: Fault, **members: Any) -> None:  # noqa: ANN401 - JSON values
        super().__init__(faults, status=_CONFLICT, members=members)


class NotFound(RefusedError):  # noqa: N818 - as above
    """What is asked for is not in the book."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__([Fault((), code, "", values)], status=_NOT_FOUND)


def key_reused(key: str) -> RefusedError:
    """The refusal of a key under which something else was asked."""
    return RefusedError([Fault(("key",), "key_reused", "", {"key": key})])


def fingerprint(call: str, document: object) -> str:
    """What two equal calls have in common: SHA-256 over the call and its body, JSON that was read.

    A body that has no canonical form, which no call takes, has no fingerprint: the empty text.
    """
    try:
        return sha256(rewritten({"call": call, "body": document})).hexdigest()
    except ValueError:
        return ""


def item_key_of(key: str, place: int) -> str:
    """The key of a round in a batch that has one as a whole.

    It is a key as others are, and one that nobody chooses by chance.

    >>> item_key_of("k1", 3)[-8:], len(item_key_of("k1", 3))
    ('a16dd0/3', 66)
    """
    return f"{items_of(key)}{place}"


def items_of(key: str) -> str:
    """What the keys of all rounds of a batch begin with."""
    return f"{sha256(key.encode()).hexdigest()}/"


def entry_ref(entry: Entry) -> dict[str, Any]:
    """An entry as answers name it."""
    return {"seq": entry.seq, "hash": entry.hash}


def standing_ref(row: GameRow) -> dict[str, Any]:
    """The standing entry of a game as conflicts name it."""
    return {"seq": row.seq, "hash": row.hash, "kind": row.kind}
