"""Rulesets: those that are shipped, and a table's own."""

from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from flask import Blueprint, Response, request, url_for

from settle.app.allowing import asker, rulesets
from settle.app.answering import reply, reply_with
from settle.app.asking import JSON, body, book, few
from settle.app.limiting import limits
from settle.book import Book, NotFound
from settle.canonical import read_json
from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.ruleset import Ruleset
from settle.rulebook.telling import ruleset_summary, ruleset_told

TOML: Final = "application/toml"
_KEPT: Final = 256

routes: Final = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets")


@routes.get("")
def listed() -> Response:
    """What is shipped and, for whoever has a key, what tables have brought; the newest versions."""
    return reply_with({"rulesets": _summaries(book(), shipped_only=asker() is None)})


@routes.get("/<name>")
def viewed(name: str) -> Response:
    """A ruleset, every value with its source: of an id the newest version, or ``id@version``."""
    ruleset = _named(name)
    told = ruleset_told(ruleset, _versions(book(), ruleset.id))
    return reply_with({**told, "document": dict(ruleset.document)})


@routes.post("")
def brought() -> Response:
    """Keep a table's own ruleset, in TOML or JSON."""
    text = few(body(TOML, JSON), limits().body_items)
    if request.mimetype == JSON:
        answer = book().bring_ruleset(_object(read_json(text)))
    else:
        answer = book().bring_ruleset(few(text, limits().body_items, b"\n"))
    made = answer.document()
    name = f"{made['id']}@{made['version']}"
    return reply(answer, location=url_for("rulesets.viewed", name=name))


def _object(document: object) -> dict[str, Any]:
    """A document that is an object: a text would be read as TOML. Raises RefusedError."""
    if not isinstance(document, dict):
        raise RefusedError([Fault((), "wrong_type", "object", {"found": document})])
    return document


def _named(name: str) -> Ruleset:
    try:
        return rulesets()(name)
    except RefusedError as refused:
        raise NotFound("unknown_ruleset", **refused.faults[0].values) from refused


def _versions(served: Book, ruleset_id: str) -> tuple[int, ...]:
    shipped = served.rulebook.versions(ruleset_id)
    if shipped:
        return shipped
    with served.store.reading() as r:
        return tuple(row.version for row in r.rulesets(ruleset_id))


def _summaries(served: Book, *, shipped_only: bool) -> list[dict[str, Any]]:
    rulebook = served.rulebook
    shipped = rulebook.ids()
    told = {name: ruleset_summary(rulebook.get(name), rulebook.versions(name)) for name in shipped}
    rows = []
    if not shipped_only:
        with served.store.reading() as r:
            rows = list(r.rulesets())
    for ruleset_id, versions in groupby(rows, key=lambda row: row.id):
        # A shipped ruleset stands in the book too, once a session has been opened under it.
        if ruleset_id not in told:
            each = list(versions)
            newest = _restored(each[-1].text)
            told[ruleset_id] = ruleset_summary(newest, [row.version for row in each])
    return [told[ruleset_id] for ruleset_id in sorted(told)]


@lru_cache(maxsize=_KEPT)
def _restored(text: str) -> Ruleset:
    return Rulebook.restore(read_json(text))
