"""Sessions, their games, their settlement and their ledger."""

from itertools import islice
from typing import Final

from flask import Blueprint, Response, request, url_for

from settle.app import asking
from settle.app.allowing import by
from settle.app.answering import reply, reply_lines
from settle.app.asking import (
    batch,
    book,
    document,
    following,
    key,
    language,
    number,
    page,
    page_after,
)
from settle.app.limiting import limits
from settle.book import Answer
from settle.canonical import SAFE_INTEGER
from settle.watching import REFUSED

NDJSON: Final = "application/x-ndjson"

routes: Final = Blueprint("sessions", __name__, url_prefix="/v1/sessions")


@routes.post("")
def opened() -> Response:
    """Open a session."""
    answer = book().open_session(document(), language=language(), by=by(), key=key())
    return reply(answer, location=url_for("sessions.viewed", session=answer.document()["id"]))


@routes.get("")
def listed() -> Response:
    """The sessions, page by page, in the order of their opening."""
    after, limit = page()
    answer = book().sessions(after=after, limit=limit, by=by())
    return reply(answer, following=following(answer, "cursor", limit))


@routes.get("/<session>")
def viewed(session: str) -> Response:
    """Where a session stands, or stood after one of its entries."""
    at_seq = number("at_seq", 0, 1, SAFE_INTEGER) or None
    return reply(book().session_view(session, at_seq=at_seq))


@routes.post("/<session>/rounds")
def recorded(session: str) -> Response:
    """Record a game."""
    return reply(book().record(session, document(), by=by(), key=key()))


@routes.post("/<session>/rounds:batch")
def recorded_batch(session: str) -> Response:
    """Record many games."""
    sent = batch()
    answer = book().record_batch(session, sent, language=language(), by=by(), key=key())
    request.environ[REFUSED] = _codes_of_items(answer)
    return reply(answer)


def _codes_of_items(answer: Answer) -> tuple[str, ...]:
    """The codes of what was refused within a batch; where nothing was, it is not read again."""
    if b'"errors":' not in answer.body:
        return ()
    items = [item["body"] for item in answer.document()["answers"]]
    codes = (fault["code"] for item in items for fault in item.get("errors", ()))
    return tuple(dict.fromkeys(codes))


@routes.get("/<session>/rounds")
def rounds(session: str) -> Response:
    """What stands for each game."""
    return reply(book().rounds(session))


@routes.get("/<session>/rounds/<game:game>")
def game_viewed(session: str, game: int) -> Response:
    """What stands for a game, and its history; in words where a language is asked for."""
    return reply(book().round(session, game, language=request.args.get("lang")))


@routes.post("/<session>/rounds/<game:game>/corrections")
def corrected(session: str, game: int) -> Response:
    """Record a game otherwise than it stands."""
    return reply(book().correct(session, game, document(), by=by(), key=key()))


@routes.post("/<session>/rounds/<game:game>/void")
def voided(session: str, game: int) -> Response:
    """Strike a game."""
    return reply(book().void(session, game, document(), by=by(), key=key()))


@routes.post("/<session>/close")
def closed(session: str) -> Response:
    """End a session."""
    return reply(book().close(session, document(), by=by(), key=key()))


@routes.post("/<session>/names")
def named(session: str) -> Response:
    """Call a player something else, or nothing."""
    return reply(book().name_player(session, document(), by=by(), key=key()))


@routes.get("/<session>/ledger")
def ledger(session: str) -> Response:
    """The entries, page by page: as one document, or a line each where NDJSON is asked for."""
    after = number("after_seq", 0, 0, SAFE_INTEGER)
    most = limits().page_entries
    limit = number("limit", most, 1, most)
    if request.accept_mimetypes.best_match((asking.JSON, NDJSON)) == NDJSON:
        response = _ledger_lines(session, after, limit)
    else:
        answer = book().ledger(session, after_seq=after, limit=limit)
        response = reply(answer, following=following(answer, "after_seq", limit))
    response.headers["Vary"] = "Accept"
    return response


def _ledger_lines(session: str, after: int, limit: int) -> Response:
    lines = list(islice(book().ledger_lines(session, after_seq=after), limit + 1))
    more = page_after(after_seq=after + limit, limit=limit) if len(lines) > limit else None
    return reply_lines(lines[:limit], following=more)
