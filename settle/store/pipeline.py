"""Statements that go to a PostgreSQL server together, so that it is waited for once.

psycopg can do so too; what it does besides, for each statement, costs more than the waiting.
"""

import select
from collections.abc import Sequence
from itertools import count
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result

from settle.store.connecting import Row

Statement = tuple[str, Sequence[object]]

_BINARY: Final = 1
_GOOD: Final = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)


class Pipeline:
    """The statements of one connection, each prepared when it comes first."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._names: dict[str, bytes] = {}
        self._numbers = count(1)

    def send(self, statements: Sequence[Statement]) -> list[Row]:
        """Carry out statements up to the first that fails; the rows of the last.

        Raises what psycopg raises for the one that fails.
        """
        given = [[_encoded(value) for value in values] for _, values in statements]
        pg = self._connection.pgconn
        known = dict(self._names)
        pg.enter_pipeline_mode()
        try:
            asked = 0
            for (sql, _), values in zip(statements, given, strict=True):
                name = known.get(sql)
                if name is None:
                    name = known[sql] = b"s%d" % next(self._numbers)
                    pg.send_prepare(name, sql.encode())
                    asked += 1
                pg.send_query_prepared(name, values, result_format=_BINARY)
                asked += 1
            pg.pipeline_sync()
            results = [self._result() for _ in range(asked)]
            self._wait()
            pg.get_result()  # of the sync
        finally:
            if pg.status == pq.ConnStatus.OK:
                pg.exit_pipeline_mode()
        for result in results:
            if result.status not in _GOOD:
                raise error_from_result(result, encoding="utf-8")
        self._names = known
        return self._rows(results[-1])

    def _wait(self) -> None:
        """Wait for the next result, with the interpreter free for other threads meanwhile."""
        pg = self._connection.pgconn
        poll = select.poll()
        poll.register(pg.socket, select.POLLIN | select.POLLOUT)
        while pg.flush():
            if any(event & select.POLLIN for _, event in poll.poll()):
                pg.consume_input()
        poll.modify(pg.socket, select.POLLIN)
        while pg.is_busy():
            poll.poll()
            pg.consume_input()

    def _result(self) -> Any:  # noqa: ANN401 - a PGresult of whichever libpq
        """The result of one statement, and the end of it."""
        self._wait()
        result = self._connection.pgconn.get_result()
        if result is None:
            raise psycopg.OperationalError("the connection was lost")
        self._wait()
        self._connection.pgconn.get_result()
        return result

    def _rows(self, result: Any) -> list[Row]:  # noqa: ANN401 - as above
        if not result.nfields:
            return []
        loaded = Transformer(self._connection)
        loaded.set_pgresult(result)
        return loaded.load_rows(0, result.ntuples, tuple)


def _encoded(value: object) -> bytes | None:
    """A value as the server reads it. Raises DataError for a text that it cannot have."""
    if value is None:
        return None
    text = str(value).encode()
    if b"\0" in text:
        raise psycopg.DataError("texts cannot contain NUL (0x00)")
    return text
