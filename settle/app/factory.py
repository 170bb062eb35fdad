"""The application: its routes, what each may be asked with, and how it refuses."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from flask import Flask, request
from werkzeug.routing import BaseConverter

from settle import pages
from settle.access.guard import Guard
from settle.app import (
    access,
    accounts,
    arguments,
    auditing,
    comparing,
    docs,
    groups,
    health,
    proofs,
    rulesets,
    scoring,
    sessions,
    sheets,
)
from settle.app.allowing import admit, guard_all
from settle.app.asking import BOOK, refuse_other_languages, refuse_other_parameters
from settle.app.negotiating import agree_with_callers
from settle.app.refusing import refuse_other_hosts, refuse_with_problems
from settle.book import Book

_EVERYWHERE: Final = frozenset({"lang"})
_PARAMETERS: Final[Mapping[str, frozenset[str]]] = {
    "access.keys": frozenset({"cursor", "limit"}),
    "sessions.listed": frozenset({"cursor", "limit"}),
    "sessions.viewed": frozenset({"at_seq"}),
    "accounts.settlement": accounts.SETTLEMENT_PARAMETERS,
    "groups.listed": frozenset({"cursor", "limit"}),
    "groups.settlement": frozenset({"mode", "sessions"}),
    "groups.statement": frozenset({"year"}),
    "sessions.ledger": frozenset({"after_seq", "limit"}),
    "proofs.session_proof": proofs.PROOF_PARAMETERS,
    "sheets.sheet": sheets.PARAMETERS,
}
"""What may stand behind the question mark, by endpoint."""


class Service(Flask):
    """An application whose functions are all plain ones."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is: Flask would look anew at each, several times in every request."""
        return func


class GameNumber(BaseConverter):
    """A game in a path, spelled in one way."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class EntryNumber(GameNumber):
    """An entry in a path, by its number."""

    regex = "[1-9][0-9]{0,14}"


def _heeds_parameters() -> bool:
    """Whether what stands behind the question mark says something to what is asked for."""
    # What is not there (404), or not so (405), says that first, and OPTIONS ask for nothing else.
    is_asked = request.endpoint is not None and request.method != "OPTIONS"
    # What a messenger hangs on the link of a page says nothing to it.
    return is_asked and request.blueprint != pages.BLUEPRINT


def create_app(
    book: Book,
    *,
    hosts: Collection[str] | None = None,
    public_url: str = "",
    is_open_for_scoring: bool = False,
    origins: Collection[str] = (),
) -> Flask:
    """The service of a book, as a WSGI application.

    ``hosts`` are the names that it answers to; any, where none are given. Pages of ``origins`` may
    read what it answers to a browser. ``public_url`` is where
    links lead, if that is another address than the one that is asked at. Scoring without a book is
    for whoever has a key, unless it is open. Raises LookupError for a route that does not say what
    it is there for.
    """
    # No folder of files to serve: everything is answered by a route.
    app = Service("settle", static_folder=None)
    app.extensions[BOOK] = book
    app.extensions[access.PUBLIC_URL] = public_url
    app.url_map.merge_slashes = False
    app.url_map.converters["game"] = GameNumber
    app.url_map.converters["seq"] = EntryNumber
    for blueprint in (
        scoring.routes,
        rulesets.routes,
        sessions.routes,
        arguments.routes,
        accounts.routes,
        comparing.routes,
        groups.routes,
        access.routes,
        proofs.routes,
        sheets.routes,
        auditing.routes,
        health.routes,
        docs.routes,
    ):
        app.register_blueprint(blueprint)
    names = None if hosts is None else frozenset(hosts)
    agree_with_callers(app, people=pages.BLUEPRINT, origins=origins)

    def look_at_the_request() -> None:
        if names is not None:
            refuse_other_hosts(names)
        admit()
        if request.environ.get("QUERY_STRING") and _heeds_parameters():
            refuse_other_parameters(_EVERYWHERE | _PARAMETERS.get(str(request.endpoint), set()))
            refuse_other_languages()

    app.before_request(look_at_the_request)
    refuse_with_problems(app)
    pages.add_pages(app)
    guard_all(app, Guard(book.store, is_open_for_scoring=is_open_for_scoring))
    return app
