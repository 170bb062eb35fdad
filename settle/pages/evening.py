"""A session as its pages see it: how it stands, what is played, what everybody is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from flask import Response

from settle.app.asking import book
from settle.book.appending import session_of
from settle.book.naming import fund_name
from settle.book.tables import Tables
from settle.book.viewing import next_banker
from settle.pages.frame import said_of, show
from settle.pages.signing import may
from settle.pages.titles import title_of
from settle.rulebook.ruleset import Ruleset
from settle.words import Words

TABS: Final = (
    ("pages.sheet", "sheet", "read"),
    ("pages.outcome", "outcome", "record"),
    ("pages.record", "record", "record"),
    ("pages.money", "money", "read"),
    ("pages.disputes", "disputes", "read"),
    ("pages.table", "table", "host"),
    ("pages.share", "share", "host"),
    ("pages.ending", "ending", "host"),
)
"""The row of links of a session: endpoint, the key of its text below ``pages.tabs``, and what one
has to be allowed for it."""


@dataclass(frozen=True)
class Evening:
    """A session as it stands."""

    view: Mapping[str, Any]
    """As ``GET /v1/sessions/{id}`` answers it."""
    tables: Tables
    said: Words
    """The person's language with the words of the ruleset that is played now."""

    @property
    def id(self) -> str:
        """The session's id."""
        return self.tables.session

    @property
    def title(self) -> str:
        """What it is called."""
        return title_of(self.tables.opening, self.said)

    @property
    def opened(self) -> str:
        """When it was opened."""
        return self.tables.opening.at

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who ever had a seat, in the order they came."""
        return self.tables.players

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits at the table now, in seat order."""
        return self.tables.held[-1].players

    @property
    def ruleset(self) -> Ruleset:
        """What is played now."""
        return self.tables.held[-1].ruleset

    @property
    def unit(self) -> str:
        """What a point is called."""
        return self.said.titled(self.ruleset.document.get("unit", {})) or self.said.text(
            "words.unit"
        )

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What all are called who sat or pay here, with the id where two are called the same."""
        called = dict.fromkeys(self.players, "") | self.view["names"]
        called = {player: name or player for player, name in called.items()}
        often = list(called.values())
        return {
            player: f"{name} ({player})" if often.count(name) > 1 else name
            for player, name in called.items()
        }

    def called(self, account: str) -> str:
        """What a player is called; a fund by its own name."""
        return self.names.get(account) or fund_name(account, self.said)

    def nets(self, totals: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        """Points by player out of totals as answers have them."""
        return {total["player"]: total["net"] for total in totals}


def evening(session: str) -> Evening:
    """A session as it stands. Raises NotFound for one that is not in the book."""
    served = book()
    tables = served.tables(session)
    said = said_of(tables.held[-1].ruleset)
    return Evening(served.session_view(session).document(), tables, said)


def bankers(now: Evening, first: int, last: int) -> dict[int, str]:
    """Who would be banker in these games, by the order that was agreed on."""
    with book().store.reading() as r:
        row = session_of(r, now.id)
    named = {game: next_banker(row, now.tables, game) for game in range(first, last + 1)}
    return {game: player for game, player in named.items() if player}


def show_evening(template: str, now: Evening, *, status: int = 200, **values: object) -> Response:
    """A page of a session, with the row of links below its title."""
    tabs = [(endpoint, key) for endpoint, key, action in TABS if may(action)]
    return show(template, now.said, status=status, evening=now, tabs=tabs, **values)
