"""Entries: the append-only record of a session, each sealed to the one before it.

An entry's hash is SHA-256 over ``settle:entry:v1``, NUL and the RFC 8785 form of the entry without
``hash``; the session's id is inside, so an entry cannot be moved to another chain. Bodies hold ids,
whole numbers and text, no display names and no floats.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from settle.canonical import canonical_bytes, joined, read_own, written

GENESIS: Final = "sha256:" + "0" * 64
"""What the first entry of a session names as the one before it."""

KINDS: Final = (
    "session_opened",
    "table_changed",
    "game_recorded",
    "game_corrected",
    "game_voided",
    "confirmed",
    "dispute_opened",
    "dispute_consented",
    "dispute_withdrawn",
    "dispute_resolved",
    "penalty",
    "shared_cost",
    "opening_balance",
    "imported_result",
    "payment",
    "payment_reversed",
    "settlement_made",
    "settlement_reversed",
    "renamed",
    "steward_changed",
    "session_closed",
)
"""What an entry may record."""

HOST: Final = "host"
"""``by`` of who works on the file itself; in what is said, the table's host."""
KEY: Final = "key:"
"""What a ``by`` begins with that names a key of the service."""
PLAYER: Final = "player:"
"""What one begins with that names a seat, by its player."""

_DOMAIN: Final = b"settle:entry:v1\0"


class Entry(NamedTuple):
    """One record of a session's ledger."""

    seq: int
    """From 1, dense within the session."""
    session: str
    kind: str
    game: int | None
    """The game it is about, where it is about one."""
    at: str
    """RFC 3339 with milliseconds and an offset."""
    by: str
    """``host``, ``key:...`` or ``player:...``."""
    body: Mapping[str, Any]
    prev_hash: str
    hash: str = ""

    def document(self) -> dict[str, Any]:
        """The entry as others see it; ``game`` is left out where there is none."""
        document = self._asdict()
        if self.game is None:
            del document["game"]
        if isinstance(self.body, WrittenBody):
            document["body"] = dict(self.body)
        return document

    def line(self) -> bytes:
        """The canonical JSON of the document: what is stored and exported."""
        return canonical_bytes(self.document())


class WrittenBody(Mapping[str, Any]):
    """A body that is there in canonical JSON, member by member; one is read when asked for."""

    def __init__(self, members: Mapping[str, bytes], known: Mapping[str, Any]) -> None:
        """``known`` are the values of members that need not be read."""
        self._members, self._known = members, known

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - a JSON value may be anything
        return self._known[name] if name in self._known else read_own(self._members[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __or__(self, more: Mapping[str, Any]) -> "WrittenBody":
        """The same with more members, plain ones."""
        members = {name: written(value) for name, value in more.items()}
        return WrittenBody({**self._members, **members}, {**self._known, **more})

    def text(self) -> bytes:
        """The canonical JSON."""
        return joined(self._members)


def key_of(by: str) -> str | None:
    """The key that a ``by`` names; None for the host at the command line, and for a seat.

    >>> key_of("key:0123abcd"), key_of("player:amy"), key_of("host")
    ('0123abcd', None, None)
    """
    return by.removeprefix(KEY) if by.startswith(KEY) else None


def seal(unsealed: Entry) -> Entry:
    """The entry with its hash; ``prev_hash`` links it to the one before."""
    return sealed_line(unsealed)[0]


def sealed_line(unsealed: Entry) -> tuple[Entry, bytes]:
    """The entry with its hash, and its line: the JSON is written once for both.

    A hash that the entry has already is not looked at.
    """
    seq, session, kind, game, at, by, body, prev_hash, _ = unsealed
    # The members in their order: ``hash`` stands between the two halves.
    before = b'{"at":%b,"body":%b,"by":%b%b' % (
        written(at),
        body.text() if isinstance(body, WrittenBody) else canonical_bytes(body),
        written(by),
        b"" if game is None else b',"game":%d' % game,
    )
    after = b',"kind":%b,"prev_hash":%b,"seq":%d,"session":%b}' % (
        written(kind),
        written(prev_hash),
        seq,
        written(session),
    )
    made = hash_of(before + after)
    entry = Entry(seq, session, kind, game, at, by, body, prev_hash, made)
    return entry, b'%b,"hash":"%b"%b' % (before, made.encode(), after)


def entry_hash(document: Mapping[str, Any]) -> str:
    """The hash that an entry document should carry, whatever it carries."""
    return hash_of(canonical_bytes({k: value for k, value in document.items() if k != "hash"}))


def hash_of(text: bytes) -> str:
    """The hash of an entry, of its canonical JSON without one."""
    return "sha256:" + hashlib.sha256(_DOMAIN + text).hexdigest()


def from_document(document: Mapping[str, Any]) -> Entry:
    """The entry of a document that has been checked to be one."""
    return Entry(**{"game": None, **document})


class Break(NamedTuple):
    """The first place where a chain does not hold."""

    seq: int
    """The number that the entry at this place should have."""
    code: str
    """``entry_malformed``, ``seq_gap``, ``link_broken``, ``hash_mismatch`` or ``foreign_entry``."""
    found: str
    expected: str


_FIELDS: Final = {"seq", "session", "kind", "at", "by", "body", "prev_hash", "hash"}


def breaks(documents: Iterable[Mapping[str, Any]]) -> Iterator[Break]:
    """Every place where the entries of one session are not a chain, in order."""
    previous, session = GENESIS, None
    for seq, document in enumerate(documents, 1):
        if set(document) - {"game"} != _FIELDS:
            yield Break(seq, "entry_malformed", ", ".join(sorted(document)), "an entry's fields")
            continue
        session = session or document["session"]
        expected = entry_hash(document)
        for code, found, wanted in (
            ("foreign_entry", document["session"], session),
            ("seq_gap", str(document["seq"]), str(seq)),
            ("link_broken", document["prev_hash"], previous),
            ("hash_mismatch", document["hash"], expected),
        ):
            if found != wanted:
                yield Break(seq, code, str(found), str(wanted))
        previous = document["hash"]
