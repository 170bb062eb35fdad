"""Statements that go to a PostgreSQL server together, so that it is waited for once.

psycopg can do so too; what it does besides, for each statement, costs more than the waiting.
"""

import re
import select
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result

from settle.store.connecting import Row

Statement = tuple[str, Sequence[object]]
_Joined = tuple[str, tuple[int, ...]]
"""A statement, and the places of those that are in it."""

_BINARY: Final = 1
_ROW_OF: Final = re.compile(
    r"INSERT INTO (entry|answer|game|session) (\([\w, ]+\) )?VALUES \([^()]*\)"
)
"""What is put in for a game; none of it depends on what else is put in at the same time."""
_KEPT: Final = 100
"""So many ways to put statements together are remembered."""
_VALUE: Final = re.compile(r"\$(\d+)")
_SYNC: Final = pq.ExecStatus.PIPELINE_SYNC


class Pipeline:
    """The statements of one connection, each prepared when it comes first."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._names: dict[str, bytes] = {}
        self._numbers = count(1)
        self._loaded: dict[str, Any] = {}
        """What makes rows of the results of a statement."""
        self._coming = select.poll()
        self._coming.register(connection.fileno(), select.POLLIN)

    def send(self, statements: Sequence[Statement]) -> list[Row]:
        """Carry out statements up to the first that fails; the rows of the last.

        Raises what psycopg raises for the one that fails.
        """
        texts = [_encoded(values) for _, values in statements]
        plan = _joined(tuple([sql for sql, _ in statements]))
        pg = self._connection.pgconn
        known = dict(self._names)
        pg.enter_pipeline_mode()
        try:
            asked = 0
            for sql, places in plan:
                name = known.get(sql)
                if name is None:
                    name = known[sql] = b"s%d" % next(self._numbers)
                    pg.send_prepare(name, sql.encode())
                    asked += 1
                pg.send_query_prepared(
                    name, [text for place in places for text in texts[place]], result_format=_BINARY
                )
                asked += 1
            pg.pipeline_sync()
            results = self._results()
        finally:
            if pg.status == pq.ConnStatus.OK:
                pg.exit_pipeline_mode()
        for result in results:
            if result.error_message:
                raise error_from_result(result, encoding="utf-8")
        if len(results) < asked:
            raise psycopg.OperationalError("the connection was lost")
        self._names = known
        return self._rows(plan[-1][0], results[-1])

    def _results(self) -> list[Any]:
        """The results of what was sent: of all of it, unless the connection was lost."""
        pg = self._connection.pgconn
        self._flush()
        results: list[Any] = []
        is_between = True
        while True:
            # What is there already is taken without asking the system for it.
            while pg.is_busy():
                self._coming.poll()
                pg.consume_input()
            result = pg.get_result()
            if result is not None and result.status != _SYNC:
                results.append(result)
                is_between = False
            elif result is not None or is_between:
                return results
            else:
                is_between = True

    def _flush(self) -> None:
        """Send on what the system did not take yet, and take what it answers meanwhile."""
        pg = self._connection.pgconn
        if not pg.flush():
            return
        poll = select.poll()
        poll.register(pg.socket, select.POLLIN | select.POLLOUT)
        while pg.flush():
            if any(event & select.POLLIN for _, event in poll.poll()):
                pg.consume_input()

    def _rows(self, sql: str, result: Any) -> list[Row]:  # noqa: ANN401 - as above
        if not result.nfields:
            return []
        if is_new := sql not in self._loaded:
            self._loaded[sql] = Transformer(self._connection)
        loaded = self._loaded[sql]
        loaded.set_pgresult(result, set_loaders=is_new)
        rows: list[Row] = loaded.load_rows(0, result.ntuples, tuple)
        return rows

    def is_quiet(self) -> bool:
        """Whether the server has said nothing meanwhile."""
        return not self._coming.poll(0)


@lru_cache(_KEPT)
def _joined(statements: tuple[str, ...]) -> tuple[_Joined, ...]:
    """Statements with the rows of different tables put in by one: each statement has its price."""
    joined: list[_Joined] = []
    together: dict[str, int] = {}

    def end() -> None:
        if together:
            places = tuple(together.values())
            joined.append((_as_one([statements[place] for place in places]), places))
            together.clear()

    for place, sql in enumerate(statements):
        row = _ROW_OF.match(sql)
        if row is None or row[1] in together:
            end()
        if row is None:
            joined.append((sql, (place,)))
        else:
            together[row[1]] = place
    end()
    return tuple(joined)


def _as_one(statements: list[str]) -> str:
    """One statement of several, the values of which come after one another."""
    numbers = count(1)
    *before, last = [_VALUE.sub(lambda _: f"${next(numbers)}", sql) for sql in statements]
    parts = ", ".join(f"part_{number} AS ({sql})" for number, sql in enumerate(before))
    return f"WITH {parts} {last}" if before else last


def _encoded(values: Sequence[object]) -> list[bytes | None]:
    """Values as the server reads them. Raises DataError for a text that it cannot have."""
    texts: list[bytes | None] = []
    for value in values:
        if not isinstance(value, str):
            texts.append(None if value is None else str(value).encode())
        elif "\0" in value:
            raise psycopg.DataError("texts cannot contain NUL (0x00)")
        else:
            texts.append(value.encode())
    return texts
