"""Faults: what is wrong with a document, where, and what would do.

A fault is a bad document; a foul is play and scores; a bug is an assertion.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

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
    breaks a rule. ``members`` are what a problem document says besides, by name. As text it is
    its sentences, each with its place before it.
    """

    words: "ClassVar[Callable[[RefusedError, str], dict[str, Any]] | None]" = None
    """Makes a problem document in a language. The engine has no words of its own: the library's
    door brings them."""

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
        super().__init__(self.brief)

    @property
    def brief(self) -> str:
        """Places and codes, the same in every language."""
        return ", ".join(f"{json_pointer(fault.pointer)} {fault.code}" for fault in self.faults)

    def problem(self, lang: str = "en") -> dict[str, Any]:
        """The problem document (RFC 9457), its messages in a language."""
        tell = type(self).words
        assert tell is not None, "settle.library brings the words"
        return tell(self, lang)

    def __str__(self) -> str:
        if type(self).words is None:
            return self.brief
        errors = self.problem()["errors"]
        return "; ".join(placed(error["pointer"], error["message"]) for error in errors)


def placed(pointer: str, message: str) -> str:
    """A sentence with its place before it; what is said of a whole document stands alone.

    >>> placed("/banker", "name the banker"), placed("", "send it all")
    ('/banker: name the banker', 'send it all')
    """
    return f"{pointer}: {message}" if pointer else message


def json_pointer(pointer: Pointer) -> str:
    """The RFC 6901 form.

    >>> json_pointer(("hands", 0, "a/b"))
    '/hands/0/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in pointer)
