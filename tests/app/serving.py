"""The application for a test's book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from flask import Flask

from settle.access.guard import Guard
from settle.app import create_app
from settle.app.allowing import GUARD
from settle.app.asking import BOOK
from settle.book import Book


@cache
def _made(hosts: Sequence[str] | None) -> list[Flask]:
    return []


def app_of(book: Book, hosts: Sequence[str] | None = None) -> Flask:
    """The application, which serves this book from now on and no other any more.

    It is made once: a fifth of a second for its hundred routes is more than most tests take.
    """
    kept = _made(hosts)
    if not kept:
        kept.append(create_app(book, hosts=hosts))
    app = kept[0]
    app.extensions[BOOK] = book
    app.extensions[GUARD] = Guard(book.store, is_open_for_scoring=False)
    return app
