"""What sessions are called, also those that nobody gave a title: by their day."""

from typing import NamedTuple

from settle.app.asking import book
from settle.entries import Entry
from settle.pages.moments import utc_day
from settle.words import Words


class Titled(NamedTuple):
    """A session as it is listed."""

    id: str
    title: str
    opened: str
    """When."""
    people: tuple[str, ...]
    """Who sat down first, by name."""


def title_of(opening: Entry, said: Words) -> str:
    """What a session is called.

    The day is that of UTC and says so; where a page shows it, a script makes it that of the reader.
    """
    named: str | None = opening.body.get("title")
    return named or said.text("pages.start.untitled", day=utc_day(opening.at))


def titled(session: str, said: Words) -> Titled:
    """A session that is in the book, as it is listed."""
    with book().store.reading() as r:
        opening, names = r.entry(session, 1), r.names(session)
    assert opening is not None, "a session has its opening"
    people = tuple(names.get(player) or player for player in opening.body["players"])
    return Titled(session, title_of(opening, said), opening.at, people)
