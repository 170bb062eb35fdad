"""Faults: what is wrong with a document, where, and what would do.

A fault is a bad document; a foul is play and scores; a bug is an assertion.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Pointer = tuple[str | int, ...]
"""A place in a document as keys and indices, ``("hands", 1, "front", 0)``."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a document."""

    pointer: Pointer
    code: str
    """Stable, listed in the documentation."""
    variant: str = ""
    """Which of the code's sentences fits; texts are found under ``code`` or ``code.variant``."""
    values: dict[str, Any] = field(default_factory=dict)
    """What the sentence names: what was found, what would do."""

    @property
    def text_key(self) -> str:
        """The key of the sentence in the language files."""
        return f"{self.code}.{self.variant}" if self.variant else self.code


class RefusedError(Exception):
    """A document that is not taken, with all of its faults.

    ``status`` is the HTTP status that fits: 400 for what is no JSON, 422 for a document that
    breaks a rule. ``members`` are what a problem document says besides, by name.
    """

    def __init__(
        self,
        faults: Iterable[Fault],
        *,
        status: int = 422,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        self.faults = tuple(faults)
        self.status = status
        self.members: Mapping[str, Any] = members or {}
        super().__init__(", ".join(f"{json_pointer(f.pointer)} {f.code}" for f in self.faults))


def json_pointer(pointer: Pointer) -> str:
    """The RFC 6901 form.

    >>> json_pointer(("hands", 0, "a/b"))
    '/hands/0/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in pointer)
