"""Clients that have keys, so that a test says who asks only where it is about that.

Whoever keeps the book asks, with an admin key; what a player says is sent with the key of the seat
that is named in it, as if it came from that player's own phone.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from settle.access.keeping import Keeper
from settle.faults import RefusedError
from settle.store import Store

CREATED = 201
_SPOKEN = re.compile(
    r"/v1/sessions/([^/]+)/"
    r"(?:confirmations|rounds/\d+/disputes|disputes/[^/]+/(?:consent|withdrawal))(?:\?.*)?"
)


class Keyring:
    """The keys of a book, made when they are first asked for."""

    def __init__(self, store: Store) -> None:
        self.keeper = Keeper(store)
        self._seats: dict[tuple[str, str], str] = {}

    @cached_property
    def admin(self) -> str:
        return self.make(label="admin", scope="admin")

    def make(self, **document: str) -> str:
        return str(self.keeper.make(document).document()["key"])

    def seat(self, session: str, player: str) -> str:
        """The key of a player; of somebody who has no seat, the admin's."""
        place = session, player
        if place not in self._seats:
            try:
                self._seats[place] = self.make(
                    label=player, scope="session", session=session, role="player", player=player
                )
            except RefusedError:
                return self.admin
        return self._seats[place]

    def anybody(self, session: str) -> str:
        """The key of the first seat; of a session that is not there, the admin's."""
        with self.keeper.store.reading() as r:
            row = r.session_row(session)
        return self.admin if row is None else self.seat(session, row.totals[0][0])

    def spoken(self, session: str, document: Any) -> str:
        """The key of the seat that a document speaks for."""
        said = document if isinstance(document, dict) else {}
        named = said.get("player", said.get("by"))
        player = str(named).removeprefix("player:").strip()
        key = self.seat(session, player)
        return self.anybody(session) if key == self.admin else key


def key_for(keyring: Keyring, method: str, path: str, document: Any) -> str:
    """Whose key a call is made with."""
    spoken = _SPOKEN.fullmatch(path)
    if method != "POST" or spoken is None:
        return keyring.admin
    return keyring.spoken(spoken[1], document)


class KeyedClient(FlaskClient):
    """Sends a key with every call that brings none; with ``Authorization: ""`` really none."""

    keyring: Keyring

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """The answer."""
        headers = dict(kwargs.pop("headers", None) or {})
        if args and isinstance(args[0], str):
            method = kwargs.get("method", "GET")
            key = key_for(self.keyring, method, args[0], kwargs.get("json"))
            headers.setdefault("Authorization", f"Bearer {key}")
        if headers.get("Authorization") == "":
            del headers["Authorization"]
        response = super().open(*args, headers=headers, **kwargs)
        if args and args[0] == "/v1/sessions" and response.status_code == CREATED:
            # Everybody at the table gets a key at once, so that tests may count rows afterwards.
            for player in response.json["players"]:
                self.keyring.seat(response.json["id"], player)
        return response


def keyed_client(app: Flask, store: Store, base: type[KeyedClient] = KeyedClient) -> KeyedClient:
    """A client of a service that has the keys of its book."""
    client = base(app, app.response_class, use_cookies=True)
    client.keyring = Keyring(store)
    assert client.keyring.admin
    return client
