"""The order of openings: each session of a book names the one that was opened before it."""

from collections.abc import Iterator
from typing import NamedTuple

from settle.audit.findings import Finding, shown
from settle.entries import Entry


class Reference(NamedTuple):
    """A session and the hash of its first entry."""

    id: str
    hash: str


class Order:
    """The openings of a book, one after another."""

    def __init__(self) -> None:
        self._last: Reference | None = None
        self._is_known = True
        """Whether it is known which session was opened last."""

    def take(self, opening: Entry, *, imported: bool) -> Iterator[Finding]:
        """What is wrong with the place of the session that was opened next.

        An imported one names a session of another book: had it named the one before it here, it
        would not bear the mark.
        """
        named, last, is_known = _named(opening), self._last, self._is_known
        self._last, self._is_known = Reference(opening.session, opening.hash), True
        if is_known and imported != (named != last):
            code = "imported_differs" if imported else "previous_differs"
            yield Finding(
                code, opening.session, 1, "/body/previous_session", _shown(named), _shown(last)
            )

    def pass_over(self) -> None:
        """Go on behind a session whose opening could not be read."""
        self._is_known = False


def _named(opening: Entry) -> Reference | None:
    named = opening.body.get("previous_session")
    if named is None:
        return None
    if isinstance(named, dict):
        return Reference(str(named.get("id")), str(named.get("hash")))
    return Reference(shown(named), "")


def _shown(reference: Reference | None) -> str:
    return "null" if reference is None else shown(reference._asdict())
