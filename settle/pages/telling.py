"""A game told with everybody's name: what it comes to, and why."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from settle.book.tables import Table
from settle.explain import Explanation, explain
from settle.pages.calling import callable_names, named_result, named_round
from settle.pages.evening import Evening
from settle.pages.frame import said_of


def at_table(now: Evening, table: Table) -> Evening:
    """The evening in the words of the ruleset that a game of it is played by."""
    return replace(now, said=said_of(table.ruleset))


def told_game(
    now: Evening, table: Table, stored: Mapping[str, Any], result: Mapping[str, Any] | None = None
) -> Explanation:
    """A round of a session in words; ``result`` where it was scored already."""
    call = callable_names(now.names)
    scored = table.score(stored) if result is None else result
    return explain(
        named_result(scored, call),
        table.ruleset,
        now.said.language,
        played=named_round(table.whole(stored), call),
    )
