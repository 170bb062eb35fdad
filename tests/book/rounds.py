"""Short ways to write down sessions, rounds and what stands in a book."""

from __future__ import annotations

import itertools
import json
from typing import Any, get_args

import pytest

from settle.book import Book
from settle.data import data_folder
from settle.faults import RefusedError, json_pointer
from settle.rulebook import Rulebook
from settle.store import Store, Table

PLAYERS = ["amy", "bob", "cat", "dan"]
TABLES = tuple(table for table in get_args(Table) if table != "book")
"""Every table of a book, but for the one that says what it is called."""
STAKE = {"amount": "100", "currency": "TWD"}
RULEBOOK = Rulebook()


def new_book(folder: Any, name: str = "book.db") -> Book:
    """A book whose clock ticks a second an entry and whose ids count."""
    ticks, ids = itertools.count(), itertools.count(1)

    def now() -> str:
        minutes, seconds = divmod(next(ticks), 60)
        return f"2026-11-30T21:{minutes % 60:02}:{seconds:02}.000+08:00"

    return Book(Store.open(folder / name), RULEBOOK, now=now, new_id=lambda: f"session-{next(ids)}")


def session(**fields: Any) -> dict[str, Any]:
    """A session of the simple game; a field that is None is left out."""
    made = {"id": "s1", "ruleset": "tw-scoop-only", "players": PLAYERS, "stake": STAKE, **fields}
    return {name: value for name, value in made.items() if value is not None}


def scoops(*pairs: str, players: Any = PLAYERS, **fields: Any) -> dict[str, Any]:
    """A game by its outcome: ``"amy>dan"`` is amy scooping dan, for one point here."""
    duels = []
    for pair in pairs:
        winner, loser = pair.split(">")
        duels.append({"players": sorted([winner, loser]), "scoop": winner})
    hands = [{"player": player} for player in players]
    return {"outcome": {"hands": hands, "duels": duels}, **fields}


def nets(answer: Any) -> dict[str, int]:
    """Each player's net in an answer that holds a result or totals."""
    document = answer.document()
    return {total["player"]: total["net"] for total in document.get("result", document)["totals"]}


def played(*numbers: int) -> dict[str, int]:
    """Nets in the order of PLAYERS."""
    return dict(zip(PLAYERS, numbers, strict=True))


def stored(book: Book) -> dict[str, list[Any]]:
    """Everything in the book."""
    with book.store.reading() as r:
        return {table: list(r.raw_rows(table)) for table in TABLES}


def counts(book: Book) -> dict[str, int]:
    """How many rows each table has."""
    return {table: len(rows) for table, rows in stored(book).items()}


def refused(book: Book, call: Any, *args: Any, **kwargs: Any) -> RefusedError:
    """The refusal of a call, which has stored nothing."""
    before = stored(book)
    with pytest.raises(RefusedError) as caught:
        call(*args, **kwargs)
    assert stored(book) == before
    return caught.value


def places(refusal: RefusedError) -> list[str]:
    """Place and sentence of each fault."""
    return [f"{json_pointer(fault.pointer)} {fault.text_key}" for fault in refusal.faults]


def evening(name: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rounds of an example, and what was computed by hand for it."""
    folder = data_folder("examples") / name
    rounds = [json.loads(line) for line in (folder / "evening.ndjson").read_text().splitlines()]
    return rounds, json.loads((folder / "expected.json").read_text())
