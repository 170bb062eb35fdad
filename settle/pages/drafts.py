"""Games that are being entered, kept by the service: over a reload, and from phone to phone."""

from collections.abc import Mapping
from typing import Final

from settle.book import Book
from settle.faults import Fault, RefusedError
from settle.pages.forms import Form
from settle.store import DraftRow, Reader

VERSION: Final = "version"
"""The field that says which version of the draft a form was made of; 0 before there is one."""
AGAINST: Final = "/against"
"""The field with the hash of what stood for the game then; empty where nothing did."""
STALE: Final = 412


def standing(r: Reader, session: str, game: int) -> str:
    """The hash of what stands for a game, empty where nothing does."""
    row = r.game_row(session, game)
    return "" if row is None else row.hash


def kept(r: Reader, session: str, game: int) -> DraftRow | None:
    """What was entered of a game so far; what began before the game was recorded is over."""
    found = r.draft(session, game)
    return found if found and found.against == standing(r, session, game) else None


def keep(book: Book, session: str, game: int, form: Form, names: frozenset[str]) -> int:
    """Keep what a form holds under these names; the version that it is now.

    Raises RefusedError (412) where it was made of an older version, or of what stands no more.
    """
    version, against = form.get(VERSION), form.get(AGAINST)
    fields = {name: value for name, value in form.values.items() if name in names and value.strip()}
    with book.store.writing(session) as w:
        found = kept(w, session, game)
        now = found.version if found else 0
        if (version, against) != (str(now), standing(w, session, game)):
            raise RefusedError([Fault((), "stale_draft", "", {"game": game})], status=STALE)
        if found and dict(found.fields) == fields:
            return now
        w.put_draft(DraftRow(session, game, now + 1, against, fields))
    return now + 1


def version_of(draft: DraftRow | None) -> Mapping[str, str]:
    """The field of a form that is made of a draft, or of none."""
    return {VERSION: str(draft.version if draft else 0)}
