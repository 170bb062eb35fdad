"""Sessions for the tests of pages."""

from __future__ import annotations

from typing import Any

from tests.book.rounds import evening, scoops, session

NAMES = {"amy": "阿明", "bob": "小美", "cat": "Cat", "dan": "大華"}
PEOPLE = [{"id": player, "name": name} for player, name in NAMES.items()]


def friday(book: Any, games: int = 0, **fields: Any) -> Any:
    """The session ``friday`` of four with names; in each game Amy scoops Dan, for a point."""
    book.open_session(session(id="friday", title="Friday", players=PEOPLE, **fields))
    for game in range(1, games + 1):
        book.record("friday", scoops("amy>dan", game=game))
    return book


def sixteen(book: Any) -> dict[str, Any]:
    """The example evening as the session ``friday``, and what was computed by hand for it."""
    rounds, expected = evening("simple-evening")
    agreed = {name: rounds[0].get(name) for name in ("ruleset", "options")}
    book.open_session(session(id="friday", title="Friday", players=PEOPLE, **agreed))
    for game, played in enumerate(rounds, start=1):
        kept = {name: value for name, value in played.items()
                if name not in ("ruleset", "options", "stake", "expect", "ref")}  # fmt: skip
        book.record("friday", {**kept, "game": game})
    return expected
