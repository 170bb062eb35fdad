"""Checkpoints: three lines that name everything that stood in a session, or in the book.

```
settle/1f8b0c6d2e3a4f59/monday                     what it is of: the book, the session
12                                                 how many entries
rAmW9Oaju0gRpSgEYvA8Ke6YyQVXBrPxmkbSgtJ5TyU=       the root of the tree over their hashes
```

The checkpoint of the book says ``settle/<book>``, the number of sessions and the root of a tree
over them, and lists them below: a line ``<session> <entries> <root>`` each, in the order of their
opening. A leaf of that tree is such a line; a leaf of a session's tree is an entry's hash, 32
bytes. The form is that of C2SP's checkpoints, so that a signature line may follow.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from settle.proofs.tree import HASH_BYTES, root_of

SIGNATURE: Final = "— "
"""How a signature line begins."""

_ORIGIN: Final = re.compile(
    r"""(?:.*[\s:"'“「])?settle/([0-9a-f]{16})(?:/([A-Za-z0-9_-]{1,40}))?"""
)
"""A chat may have put before it when it was said and by whom."""
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,14}")
_LISTED: Final = re.compile(r"([A-Za-z0-9_-]{1,40}) ([1-9][0-9]{0,14}) (\S{44})")
_AROUND: Final = " \t\r>\u00a0\u200b\u200e\u200f\ufeff\"'`“”‘’„«»「」『』"
"""What chats and mails put around a line, or around all that somebody said."""


class CheckpointRefused(Exception):  # noqa: N818 - a refusal, as the store's
    """A text has no checkpoint, or one that is cut or mistyped; the text says where."""


class Listed(NamedTuple):
    """A session as the checkpoint of the book lists it."""

    session: str
    entries: int
    root: bytes

    def line(self) -> str:
        """The line, and as bytes the leaf."""
        return f"{self.session} {self.entries} {spelled(self.root)}"


class Checkpoint(NamedTuple):
    """What stood in a session, or in the book, when it was made."""

    book: str
    session: str | None
    """None for a checkpoint of the book."""
    size: int
    """Entries of the session, or sessions of the book."""
    root: bytes
    listed: tuple[Listed, ...] = ()
    """The sessions of the book; none where only the three lines were kept."""

    @property
    def origin(self) -> str:
        """The first line."""
        return (
            f"settle/{self.book}" if self.session is None else f"settle/{self.book}/{self.session}"
        )

    @property
    def is_bare(self) -> bool:
        """Whether it is of the book, and names none of its sessions."""
        return self.session is None and not self.listed

    def lines(self) -> tuple[str, ...]:
        """The three lines, and those that list the sessions."""
        first = (self.origin, str(self.size), spelled(self.root))
        return (*first, *(each.line() for each in self.listed))

    def text(self) -> str:
        """The lines, each with a line feed: what is signed."""
        return "".join(f"{line}\n" for line in self.lines())

    def document(self) -> dict[str, Any]:
        """The checkpoint as JSON values, its text among them."""
        what: dict[str, Any] = {"book": self.book}
        if self.session is None:
            what["sessions"] = [
                {"session": each.session, "entries": each.entries, "root": spelled(each.root)}
                for each in self.listed
            ]
        else:
            what["session"] = self.session
        return {**what, "size": self.size, "root": spelled(self.root), "text": self.text()}


class Kept(NamedTuple):
    """A checkpoint as somebody kept it."""

    checkpoint: Checkpoint
    signatures: tuple[str, ...] = ()
    """The signature lines below it."""
    place: str = ""
    """Where it stands: file and line."""


def leaf_of(entry_hash: str) -> bytes:
    """The leaf of an entry; of what is no hash, another leaf than any entry has.

    >>> leaf_of("sha256:" + "00" * 32) == bytes(32)
    True
    """
    try:
        leaf = bytes.fromhex(entry_hash.removeprefix("sha256:"))
    except ValueError:
        leaf = b""
    return leaf if len(leaf) == HASH_BYTES else entry_hash.encode("utf-8", "surrogateescape")


def root_of_sessions(listed: Sequence[Listed]) -> bytes:
    """The root of the tree over the sessions of a book."""
    return root_of(each.line().encode() for each in listed)


def spelled(root: bytes) -> str:
    """A hash in base64."""
    return b64encode(root).decode("ascii")


def read_root(text: str) -> bytes | None:
    """The hash of a base64 text, None where it is none or spelled in another way."""
    try:
        root = b64decode(text, validate=True)
    except (NoBase64, ValueError):
        return None
    return root if len(root) == HASH_BYTES and spelled(root) == text else None


def as_text(data: bytes) -> str:
    """The text of a file that a chat was saved in: UTF-16 where it says so, else UTF-8.

    >>> as_text("阿明".encode("utf-16")), as_text("阿明".encode())
    ('阿明', '阿明')
    """
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return data.decode("utf-16" if is_wide else "utf-8", "replace")


def checkpoints_in(text: str, name: str = "") -> tuple[Kept, ...]:
    """Every checkpoint in a text, which may be a whole chat; ``name`` is that of its file.

    Raises CheckpointRefused where there is none, and for one that is cut or mistyped.
    """
    lines = [line.strip(_AROUND) for line in text.split("\n")]
    kept = tuple(_found(lines, name))
    if not kept:
        raise CheckpointRefused(
            f"{name}: there is no checkpoint in this text. One has three lines: settle/ with the"
            " book and the session, a number, and 44 characters that end with =."
        )
    return kept


def _found(lines: Sequence[str], name: str) -> Iterator[Kept]:
    for place, line in enumerate(lines):
        origin = _ORIGIN.fullmatch(line)
        if origin is not None:
            yield _read(lines[place:], origin[1], origin[2], f"{name}:{place + 1}")


def _read(lines: Sequence[str], book: str, session: str | None, place: str) -> Kept:
    size, root_text = (*lines[1:3], "", "")[:2]
    root = read_root(root_text)
    if not _SIZE.fullmatch(size) or root is None:
        found = size if root is not None else root_text or size
        raise CheckpointRefused(
            f"{place}: this checkpoint is cut or mistyped: {found[:80]!r} stands below its first"
            " line. A number belongs there, and in the third line 44 characters that end with =."
        )
    rest = lines[3:]
    listed = () if session is not None else tuple(_listed(rest))
    below = [line for line in rest[len(listed) :][:_MOST_BELOW] if line]
    signatures = []
    for line in below:
        if not line.startswith(SIGNATURE):
            break
        signatures.append(line)
    return Kept(Checkpoint(book, session, int(size), root, listed), tuple(signatures), place)


_MOST_BELOW: Final = 17
"""An empty line and so many signatures are looked at."""


def _listed(lines: Sequence[str]) -> Iterator[Listed]:
    for line in lines:
        found = _LISTED.fullmatch(line)
        root = None if found is None else read_root(found[3])
        if found is None or root is None:
            return
        yield Listed(found[1], int(found[2]), root)
