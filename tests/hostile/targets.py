"""Every route of the service, with a key that it lets in, and what hostile callers put into it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from settle.app.allowing import COOKIE
from tests.access.keyed import KeyedClient, keyed_client
from tests.app.serving import app_of
from tests.book.rounds import counts, new_book, scoops, session

INJECTED = "X-Injected"
"""A header that must come back from nowhere."""
FILLED: Mapping[str, str] = {
    "session": "s1", "group": "g1", "game": "1", "seq": "1", "dispute": "d1", "member": "amy",
    "key": "00000000", "link": "00000000", "token": "A" * 43, "name": "tw-scoop",
    "digest": "0" * 16, "kind": "csv",
}  # fmt: skip
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


class Target(NamedTuple):
    """A method of a route."""

    method: str
    rule: str
    is_page: bool

    @property
    def names(self) -> list[str]:
        """What stands in its address."""
        return re.findall(r"<(?:\w+:)?(\w+)>", self.rule)

    def path(self, **values: str) -> str:
        """Its address with these values, and good ones elsewhere."""
        filled = {**FILLED, **values}
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: filled[found[1]], self.rule)

    def __str__(self) -> str:
        return f"{self.method} {self.rule}"


class Served:
    """The service of a book with a session, a game, a contested one and a group; and its routes."""

    def __init__(self, folder: Any) -> None:
        self.book = new_book(folder)
        self.book.open_session(session())
        self.book.record("s1", scoops("amy>dan", game=1))
        self.book.make_group({"id": "g1", "name": "Fridays"})
        self.client: KeyedClient = keyed_client(app_of(self.book, ("localhost",)), self.book.store)
        # Keys of seats are made when they are first asked for: before anything is counted.
        for player in ("amy", "bob", "cat", "dan"):
            self.client.keyring.seat("s1", player)
        self.targets = sorted(self._targets())

    def _targets(self) -> Iterator[Target]:
        for rule in self.client.application.url_map.iter_rules():
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield Target(method, rule.rule, rule.endpoint.startswith("pages."))

    def sending(self, *, pages: bool) -> list[Target]:
        """Those that may be sent a body: calls of programs, or forms."""
        return [each for each in self.targets if each.method != "GET" and each.is_page == pages]

    def ask(
        self,
        target: Target,
        *,
        query: str = "",
        body: bytes | None = None,
        content_type: str = JSON,
        environ: Mapping[str, str] | None = None,
        **values: str,
    ) -> Any:
        """What a request is answered, as a browser or a program makes it; without a body, none."""
        headers = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"} if target.is_page else {}
        sends = target.method not in ("GET", "DELETE")
        if body is None and sends:
            # Nothing that any call takes: what goes well in all other ways changes nothing either.
            body, content_type = (b"/a/1234=1", FORM) if target.is_page else (b"[]", JSON)
        # Some calls sign out.
        self.client.set_cookie(COOKIE, self.client.keyring.admin)
        return self.client.open(
            f"{target.path(**values)}{query and '?'}{query}",
            method=target.method,
            data=body if sends else None,
            content_type=content_type if sends else None,
            headers=headers,
            environ_overrides=dict(environ or {}),
        )

    def stored(self) -> dict[str, int]:
        """How many rows every table of the book has."""
        return counts(self.book)


def amiss(target: Target, response: Any, statuses: frozenset[int]) -> str:
    """What is not as it should be about the answer to a hostile request; empty where all is."""
    told = f"{target}: {response.status_code} {response.content_type} {response.data[:200]!r}"
    if response.status_code not in statuses or INJECTED in response.headers:
        return told
    is_problem = response.content_type == "application/problem+json"
    if response.status_code >= 400 and is_problem == target.is_page:
        return told
    if is_problem and response.json["status"] != response.status_code:
        return told
    return told if b"Traceback" in response.data else ""
