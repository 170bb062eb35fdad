"""What access control, limits and the log cost: the service without any of them.

``python open_service.py BOOK [--workers N] [--threads N]``, run by bench_service.py, under gunicorn
as the service runs. Every key is taken for an administrator's and never looked up, and nothing is
counted or written down.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from settle.access.guard import Holder
from settle.access.keys import read_key
from settle.access.roles import Scope
from settle.app import create_app
from settle.app.allowing import GUARD
from settle.app.places import Places
from settle.app.server import run
from settle.book import Book
from settle.config import Settings
from settle.rulebook import Rulebook
from settle.store import Store


class OpenDoor:
    """Lets everybody in."""

    def admit(self, authorization: str, *_asked: object) -> Holder:
        """Who asks, whatever for."""
        return Holder(read_key(authorization.partition(" ")[2]).id, Scope.ADMIN)


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    arguments = parser.parse_args()
    app = create_app(Book(Store.open(arguments.book), Rulebook()))
    app.extensions[GUARD] = OpenDoor()
    settings = Settings(port=0, workers=arguments.workers, threads=arguments.threads)
    run(app, settings, lambda url: print(url, flush=True), Places())


if __name__ == "__main__":
    main()
