"""The lines of a session: each a canonical entry, numbered, linked and sealed."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from settle.audit.findings import Difference, shown
from settle.canonical import canonical_bytes, read_json
from settle.entries import GENESIS, KINDS, entry_hash
from settle.faults import RefusedError
from settle.wire.names import is_moment
from settle.wire.sessions import HASH_PATTERN, is_session_id

_HASH: Final = re.compile(HASH_PATTERN.strip("^$"))
_MILLISECONDS: Final = re.compile(r".{19}\.[0-9]{3}(Z|[+-][0-9]{2}:[0-9]{2})")
_REQUIRED: Final = frozenset(("seq", "session", "kind", "at", "by", "body", "prev_hash", "hash"))
_LONGEST_BY: Final = 300


def read_line(line: bytes) -> tuple[Any, tuple[Difference, ...]]:
    """The JSON value of a line, and what is wrong with its spelling; None where it has none."""
    try:
        value = read_json(line)
        spelled = canonical_bytes(value)
    except (RefusedError, ValueError) as error:
        return None, (Difference("line_malformed", "", shown(str(error))),)
    if spelled != line:
        return value, (Difference("not_canonical", "", shown(line), shown(spelled)),)
    return value, ()


def entry_faults(document: object) -> Iterator[Difference]:
    """What keeps a value from being an entry: its fields and what may stand in them."""
    if not isinstance(document, dict) or document.keys() - {"game"} != _REQUIRED:
        found = sorted(document) if isinstance(document, dict) else document
        yield Difference("entry_malformed", "", shown(found), shown(sorted(_REQUIRED)))
        return
    for name, is_fine in _FIELDS.items():
        if name in document and not is_fine(document[name]):
            yield Difference("entry_malformed", f"/{name}", shown(document[name]))


def _is_whole(value: object) -> bool:
    return type(value) is int and value >= 1


def is_hash(value: object) -> bool:
    """Whether a value is spelled as hashes are."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def is_time(value: object) -> bool:
    """Whether a value is spelled as the times of entries are."""
    is_text = isinstance(value, str) and _MILLISECONDS.fullmatch(value) is not None
    return is_text and is_moment(str(value))


def is_somebody(value: object) -> bool:
    """Whether a value can say who made an entry."""
    return isinstance(value, str) and len(value) <= _LONGEST_BY and _names_somebody(value)


@lru_cache(maxsize=1024)
def _names_somebody(text: str) -> bool:
    kind, colon, name = text.partition(":")
    is_named = text == "host" or (kind in ("key", "player") and bool(colon and name))
    return is_named and text.isprintable()


def _is_session(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_BY and _is_known_session(value)


_is_known_session = lru_cache(maxsize=64)(is_session_id)
"""The entries of a session follow one another."""


_FIELDS: Final = {
    "seq": _is_whole,
    "session": _is_session,
    "kind": lambda value: value in KINDS,
    "game": _is_whole,
    "at": is_time,
    "by": is_somebody,
    "body": lambda value: isinstance(value, dict),
    "prev_hash": is_hash,
    "hash": is_hash,
}


class Links:
    """The chain of one session, looked at entry by entry."""

    def __init__(self, session: str | None = None) -> None:
        self.session = session
        """None until the first entry says it."""
        self.seq = 0
        """Of the last entry."""
        self.hash: str | None = GENESIS
        """Of the last entry; None where that one could not be read."""

    def broken(self, document: Mapping[str, Any]) -> Iterator[Difference]:
        """Where the next entry does not follow from the one before, or is not what it was."""
        self.session = self.session or document["session"]
        for code, where, expected in (
            ("foreign_entry", "session", self.session),
            ("seq_gap", "seq", self.seq + 1),
            ("link_broken", "prev_hash", self.hash or document["prev_hash"]),
            ("hash_differs", "hash", entry_hash(document)),
        ):
            if document[where] != expected:
                yield Difference(code, f"/{where}", shown(document[where]), shown(expected))
        self.seq, self.hash = document["seq"], document["hash"]

    def skip(self) -> None:
        """Go on behind an entry that could not be read."""
        self.seq, self.hash = self.seq + 1, None
