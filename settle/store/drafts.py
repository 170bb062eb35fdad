"""Games that are being entered: what a form holds before it is recorded. No part of the ledger."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from settle.canonical import written
from settle.store.connecting import Connection


class DraftRow(NamedTuple):
    """What was entered of a game so far."""

    session: str
    game: int
    version: int
    """From 1, one more each time that it is kept."""
    against: str
    """The hash of what stood for the game when it was begun; empty where nothing did."""
    fields: Mapping[str, str]
    """Texts by the names of their fields."""


class DraftReader:
    """What a snapshot of the book says about drafts."""

    _connection: Connection

    def draft(self, session: str, game: int) -> DraftRow | None:
        """What was entered of a game so far, None before anything was and once it is recorded."""
        rows = self._connection.run(
            "SELECT session, game, version, against, fields FROM draft"
            " WHERE session = ? AND game = ?",
            (session, game),
        )
        if not rows:
            return None
        *told, fields = rows[0]
        return DraftRow._make((*told, json.loads(fields)))


class DraftWriter(DraftReader):
    """What a transaction may change about drafts."""

    def _do(self, sql: str, *values: object) -> None:
        raise NotImplementedError

    def put_draft(self, row: DraftRow) -> None:
        """Keep what was entered of a game, in place of what was kept before."""
        self._do(
            "INSERT INTO draft (session, game, version, against, fields) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (session, game) DO UPDATE SET version = excluded.version,"
            " against = excluded.against, fields = excluded.fields",
            *row[:-1],
            written(dict(row.fields)).decode("utf-8"),
        )
