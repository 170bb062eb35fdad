"""Rounds out of Parquet files and answers into them. Needs the extra ``parquet``.

The documents are those of NDJSON: the column ``round`` has them as texts, or else every column is a
field of the round, and what is null is not there. An answer is the line that NDJSON has.
"""

from collections.abc import Iterator
from types import ModuleType, TracebackType
from typing import Any, BinaryIO, Final, Self

import orjson

from settle.bulk.refusing import BulkRefused
from settle.bulk.streams import LINE_LIMIT, Piece

ENDING: Final = ".parquet"
"""Of the names of such files."""

ROUND: Final = "round"

BATCH_ROWS: Final = 500
"""That are read at once."""

GROUP_ROWS: Final = 5000
"""That are held until they are written: some twenty megabytes."""

_REFUSED: Final = b'{"error":'
"""How the answer to a round that was refused begins."""


class ParquetRefused(BulkRefused):
    """No file of rounds, or no library for it; the text says why."""


def rounds(stream: BinaryIO, name: str) -> Iterator[Piece]:
    """The rounds of a file, each with its row, from 1. Raises ParquetRefused."""
    arrow, parquet = _library()
    if not stream.seekable():
        raise ParquetRefused("Parquet is read from its end: name a file, not a pipe.")
    number = 0
    try:
        file = parquet.ParquetFile(stream)
        column = ROUND if ROUND in file.schema_arrow.names else None
        if column is None:
            _require_documents(file.schema_arrow, arrow, name)
        columns = None if column is None else [column]
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=columns):
            for row in batch.to_pylist():
                number += 1
                yield _piece(number, row if column is None else row[column])
    except (arrow.ArrowException, OSError) as error:
        raise ParquetRefused(f"{name} is no Parquet file that can be read: {error}") from error


def _piece(number: int, row: object) -> Piece:
    if isinstance(row, dict):
        text = orjson.dumps(_without_nulls(row))
    elif isinstance(row, bytes):
        text = row
    else:
        text = str(row or "").encode(errors="surrogatepass")
    return Piece(number, text if len(text) <= LINE_LIMIT else None)


def _without_nulls(value: Any) -> Any:  # noqa: ANN401 - a JSON value may be anything
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _require_documents(schema: Any, arrow: ModuleType, name: str) -> None:  # noqa: ANN401
    """Every column has to be something that JSON can say."""
    for field in schema:
        kind = _stranger(field.type, arrow)
        if kind is not None:
            raise ParquetRefused(
                f"{name}: column {field.name} has values of the type {kind}, and no round has such."
                f" Give the documents as texts in a column {ROUND}, or the fields of a round."
            )


def _stranger(kind: Any, arrow: ModuleType) -> object | None:  # noqa: ANN401
    """The type in a type that no JSON has, or None."""
    types = arrow.types
    if types.is_struct(kind):
        found = (_stranger(field.type, arrow) for field in kind)
        return next((each for each in found if each is not None), None)
    if types.is_list(kind) or types.is_large_list(kind) or types.is_dictionary(kind):
        return _stranger(kind.value_type, arrow)
    plain = (types.is_string, types.is_large_string, types.is_integer, types.is_boolean)
    is_plain = any(test(kind) for test in (*plain, types.is_floating, types.is_null))
    return None if is_plain else kind


class Answers:
    """A file of answers: what NDJSON has on a line, and whether that is a refusal.

    The same answers make the same bytes, in whatever parts they come.
    """

    def __init__(self, stream: BinaryIO) -> None:
        arrow, parquet = _library()
        self._arrow = arrow
        self._schema = arrow.schema([("answer", arrow.string()), ("refused", arrow.bool_())])
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._held: list[bytes] = []

    def __enter__(self) -> Self:
        """Nothing is written yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write what is held; what ends with an error is nobody's file."""
        if kind is None:
            self._write_group(self._held)
            self._writer.close()

    def write(self, text: bytes) -> None:
        """Take whole lines."""
        self._held += text.splitlines()
        while len(self._held) >= GROUP_ROWS:
            self._write_group(self._held[:GROUP_ROWS])
            del self._held[:GROUP_ROWS]

    def flush(self) -> None:
        """A group is written once it is full."""

    def _write_group(self, answers: list[bytes]) -> None:
        columns = [
            self._arrow.array([answer.decode() for answer in answers], self._arrow.string()),
            self._arrow.array([answer.startswith(_REFUSED) for answer in answers]),
        ]
        if answers:
            self._writer.write_table(self._arrow.table(columns, schema=self._schema))


def _library() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise ParquetRefused(
            'Parquet needs a further library: pip install "settle[parquet]".'
        ) from error
    return pa, parquet
