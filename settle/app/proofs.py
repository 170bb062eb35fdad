"""Checkpoints to keep elsewhere, and proofs that what is there now goes on from them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from flask import Blueprint, Response, request

from settle.app.answering import reply_text, reply_with
from settle.app.asking import JSON, book, language, number
from settle.faults import Fault, RefusedError
from settle.proofs.chat import book_text, session_text
from settle.proofs.checkpoint import Checkpoint
from settle.proofs.making import (
    book_checkpoint,
    proof_of_entry,
    proof_of_growth,
    session_checkpoint,
)
from settle.proofs.situation import situation
from settle.store import Reader, SessionRow
from settle.words import Words, pick_language, words

TEXT: Final = "text/plain"
PROOF_PARAMETERS: Final = frozenset({"entry", "from", "size"})

routes: Final = Blueprint("proofs", __name__, url_prefix="/v1")


@routes.get("/checkpoint")
def of_book() -> Response:
    """The checkpoint of the book, every session listed."""
    with book().store.reading() as r:
        made = book_checkpoint(r)
    return _reply(made, lambda said: book_text(made, said))


@routes.get("/sessions/<session>/checkpoint")
def of_session(session: str) -> Response:
    """The checkpoint of a session; as text, below how the session stands."""
    with _looking_at(session) as (r, row):
        made, now = session_checkpoint(r, row), situation(r, row)
    return _reply(made, lambda said: session_text(now, made, said))


@routes.get("/sessions/<session>/proof")
def session_proof(session: str) -> Response:
    """``entry`` is among the first ``size``, or ``from`` so many entries it went on to ``size``."""
    asked = [name for name in ("entry", "from") if name in request.args]
    if len(asked) != 1:
        raise RefusedError([_wrong(asked)])
    with _looking_at(session) as (r, row):
        size = number("size", row.head_seq, 1, row.head_seq)
        first = number(asked[0], size, 1, size)
        prove = proof_of_entry if asked == ["entry"] else proof_of_growth
        return reply_with(prove(r, row, first, size))


def _wrong(asked: list[str]) -> Fault:
    if not asked:
        return Fault(("entry",), "missing", "field")
    return Fault(("from",), "unknown_field", "", {"field": "from", "known": ("entry", "size")})


def _reply(made: Checkpoint, told: Callable[[Words], str]) -> Response:
    """As JSON, or as text where that is asked for."""
    if request.accept_mimetypes.best_match((JSON, TEXT)) == TEXT:
        chosen = pick_language(language())
        response = reply_text(told(words(chosen)), language=chosen)
    else:
        response = reply_with(made.document())
    response.headers["Vary"] = "Accept, Accept-Language"
    return response


@contextmanager
def _looking_at(session: str) -> Iterator[tuple[Reader, SessionRow]]:
    """A snapshot and the session in it. Raises NotFound for one that is not in the book."""
    served = book()
    served.tables(session)
    with served.store.reading() as r:
        row = r.session_row(session)
        assert row is not None, "a session that was opened stays"
        yield r, row
