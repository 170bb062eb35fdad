"""The calls of the examples made to a service of an empty book, and what it answers."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from flask.testing import FlaskClient

from settle.access.keeping import Keeper
from settle.access.keys import Spelled, hashed, new_token, now
from settle.app import create_app
from settle.book import Book
from settle.openapi.examples import EVENING, GROUP, SESSION, Example
from settle.openapi.operations import ADDRESS, Operation
from settle.openapi.table import OPERATIONS
from settle.rulebook import Rulebook
from settle.store import KeyRow, Store

_BY_ID: Final = {operation.id: operation for operation in OPERATIONS}
_HEADERS: Final = {"Content-Type": "application/json"}
_STANDS: Final = """sed 's/.*"entry":{"hash":"\\([^"]*\\)","kind".*/\\1/'"""


class Made(NamedTuple):
    """An example, how it is typed, and what came of it."""

    example: Example
    operation: Operation
    body: Any
    """As it was sent; None where nothing was."""
    status: int
    answer: Any
    """None where it is no JSON."""
    curl: str


def make_evening() -> tuple[Made, ...]:
    """Every example, one after another, in a book of its own whose clock ticks by seconds."""
    with TemporaryDirectory() as folder:
        ticks = itertools.count()
        book = Book(
            Store.open(Path(folder) / "book.db"),
            Rulebook(),
            now=lambda: "2026-11-30T21:{:02}:{:02}.000+08:00".format(*divmod(next(ticks), 60)),
        )
        return tuple(_made(create_app(book).test_client(), _Keys(book.store)))


class _Keys:
    """The keys of the evening; the id of the first is the same each time, for entries name it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._host = Spelled("0123abcd", new_token())
        self._seats: dict[str, str] = {}
        with store.writing() as w:
            w.add_key(
                KeyRow(self._host.id, 0, hashed(self._host.secret), "admin", "host", now(), "host")
            )

    def of(self, seat: str | None) -> str:
        """A player's own key; without one, the host's."""
        if seat is None:
            return str(self._host)
        if seat not in self._seats:
            asked = {"label": seat, "scope": "session", "session": SESSION}
            made = Keeper(self._store).make({**asked, "role": "player", "player": seat})
            self._seats[seat] = made.document()["key"]
        return self._seats[seat]


def _made(client: FlaskClient, keys: _Keys) -> Iterator[Made]:
    for example in EVENING:
        operation = _BY_ID[example.operation]
        path = address(example, operation)
        body = None if example.body is None else dict(example.body)
        if example.against is not None and body is not None:
            host = {"Authorization": f"Bearer {keys.of(None)}"}
            standing = client.get(_round(example.against), headers=host).json
            assert standing is not None
            body["against"] = standing["entry"]["hash"]
        headers = {"Authorization": f"Bearer {keys.of(example.seat)}"}
        headers |= {} if example.key is None else {"Idempotency-Key": example.key}
        if body is not None:
            headers |= _HEADERS
        data = None if body is None else json.dumps(body)
        response = client.open(path, method=operation.method, headers=headers, data=data)
        assert response.status_code == operation.status, (example, response.text)
        yield Made(
            example, operation, body, response.status_code, response.json, curl(example, operation)
        )


def address(example: Example, operation: Operation) -> str:
    """The path of a call, and what stands behind the question mark."""
    named = {"session": SESSION, "group": GROUP, **example.path}
    path = operation.path.format(**{name: quote(str(value)) for name, value in named.items()})
    return f"{path}?{urlencode(example.query)}" if example.query else path


def curl(example: Example, operation: Operation) -> str:
    """The line that makes the call from a shell."""
    words = ["curl"]
    if operation.method != ("GET" if example.body is None else "POST"):
        words += ["-X", operation.method]
    words.append(f"'{ADDRESS}{address(example, operation)}'")
    if not operation.is_public and not operation.is_open:
        words.append(_authorization(example.seat))
    if example.key is not None:
        words.append(f"-H 'Idempotency-Key: {example.key}'")
    if example.body is not None:
        words.append("-H 'Content-Type: application/json'")
        words.append(f"-d '{_typed(example)}'")
    return " ".join(words)


def _authorization(seat: str | None) -> str:
    """The header with the key, out of a variable of the shell."""
    name = "KEY" if seat is None else f"{seat.upper()}_KEY"
    return f'-H "Authorization: Bearer ${name}"'


def _typed(example: Example) -> str:
    """The body between quotes; the entry that stands is asked for when the line is run."""
    text = json.dumps(example.body, ensure_ascii=False)
    assert "'" not in text
    if example.against is None:
        return text
    asked = f"curl -s '{ADDRESS}{_round(example.against)}' {_authorization(None)} | {_STANDS}"
    return f'{text[:-1]}, "against": "\'"$({asked})"\'"}}'


def _round(game: int) -> str:
    return f"/v1/sessions/{SESSION}/rounds/{game}"
