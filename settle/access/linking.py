"""Links: an address that is turned into a key, once for a seat, or by many to look on.

Nothing happens when a link is looked at, as chats do with what is posted there; it is turned into a
key by a POST. The host's links end with the keys that came of them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from settle.access import keys
from settle.access.guard import Holder
from settle.access.keeping import add_key, key_document, refuse_again, refuse_seat, request_of
from settle.access.roles import Role, Scope
from settle.access.seats import refuse_to_move
from settle.book import Answer, Conflict, NotFound
from settle.book.answers import CREATED, OK, fingerprint
from settle.book.appending import session_of
from settle.faults import Fault
from settle.store import GrantRow, KeyRow, LinkRow, Reader, Request, Store, Writer
from settle.wire.access import LinkDocument, SeatDocument, role_faults
from settle.wire.sessions import read_part

MOST_USES: Final = 200
"""Of a link to look on."""
_ONE_DAY: Final = "P1D"
_LONG: Final = "P30D"
_A_MOMENT: Final = "PT15M"


class MadeLink(NamedTuple):
    """A link, whose token is shown this once."""

    token: str
    row: LinkRow


class Links:
    """The operations on links. Refusals are those of the book; what is refused stores nothing."""

    def __init__(
        self, store: Store, address: Callable[[str], str], *, now: Callable[[], str] = keys.now
    ) -> None:
        """``address`` spells where a token is turned into a key."""
        self.store = store
        self._address = address
        self._now = now

    def make(
        self, session: str, document: object, *, by: str, key: str | None = None
    ) -> tuple[Answer, str]:
        """Make a link of a session: the answer, and the address in it.

        Raises NotFound, and Conflict for a seat that has a key and for the same call under the same
        Idempotency-Key: the link was shown.
        """
        with self.store.reading() as r:
            session_of(r, session)
        part = read_part(document, LinkDocument, role_faults)
        request = request_of(key, fingerprint(f"links/{session}", document))
        at, role = self._now(), part["role"]
        is_shared = role == Role.VIEWER
        lasts = part.get("expires_in", _LONG if is_shared else _ONE_DAY)
        with self.store.writing() as w:
            if key is not None:
                refuse_again(w.link_made_by(by, session, key), key, request)
            refuse_seat(w, session, part.get("player"), at)
            row = LinkRow(
                "", 0, "", session, role, part.get("player"), at, by, keys.after(at, lasts),
                MOST_USES if is_shared else 1,
            )  # fmt: skip
            made = _add_link(w, row, request)
        address = self._address(made.token)
        return Answer.of(CREATED, {**link_document(made.row), "address": address}), address

    def sign_in(self, *, by: str) -> str:
        """The address of a link for whoever runs the service: a key that may open sessions."""
        at = self._now()
        row = LinkRow("", 0, "", None, Role.HOST, None, at, by, keys.after(at, _A_MOMENT), 1)
        with self.store.writing() as w:
            return self._address(_add_link(w, row, Request()).token)

    def listed(self, session: str) -> Answer:
        """The links of a session. Raises NotFound."""
        with self.store.reading() as r:
            session_of(r, session)
            return Answer.of(OK, {"links": [link_document(row) for row in r.link_rows(session)]})

    def revoke(self, session: str, link: str) -> Answer:
        """End a link and the keys that came of it; again it changes nothing. Raises NotFound."""
        with self.store.writing() as w:
            row = w.link_row(link)
            if row is None or row.session != session:
                raise NotFound("unknown_link", found=link)
            w.revoke_link(link, self._now())
            ended = w.link_row(link)
            assert ended is not None
            return Answer.of(OK, link_document(ended))

    def looked_at(self, token: str) -> Answer:
        """What a link gives; nothing happens. Raises NotFound, Conflict for one that is over."""
        with self.store.reading() as r:
            return Answer.of(OK, _given(_good(r, token, self._now())))

    def leads_to(self, token: str) -> str | None:
        """The session of a link, of one that is over too; None for a link that signs in."""
        with self.store.reading() as r:
            row = r.link_by_token(keys.hashed(token)) if keys.is_token(token) else None
            return None if row is None else row.session

    def redeem(self, token: str) -> Answer:
        """Turn a link into a key, which only this answer has.

        Raises NotFound, and Conflict for a link that is over and for a seat that has a key.
        """
        at = self._now()
        with self.store.writing() as w:
            link = _good(w, token, at)
            if link.session is not None:
                refuse_seat(w, link.session, link.player, at)
            scope = Scope.CREATE if link.session is None else Scope.SESSION
            expires = link.expires_at if link.role == Role.VIEWER else None
            label = link.player or link.role
            made = add_key(w, KeyRow("", 0, "", scope, label, at, f"link:{link.id}", expires))
            if link.session is not None:
                w.add_grant(GrantRow(made.row.id, link.session, link.role, link.player))
            w.use_link(link.id)
            return Answer.of(CREATED, {**key_document(w, made.row), "key": str(made.key)})

    def sit(self, session: str, document: object, holder: Holder) -> Answer:
        """Let a host or scorer speak for a seat with the key that they have.

        Raises Conflict for a seat that has a key, and once their own was spoken for.
        """
        part = read_part(document, SeatDocument)
        assert holder.role is not None
        with self.store.writing() as w:
            if part["player"] != holder.player:
                if holder.player is not None:
                    refuse_to_move(w, session, holder)
                refuse_seat(w, session, part["player"], self._now())
                w.add_grant(GrantRow(holder.key, session, holder.role, part["player"]))
        return Answer.of(OK, {"role": holder.role, "player": part["player"]})


def _add_link(w: Writer, row: LinkRow, request: Request) -> MadeLink:
    token, link = keys.new_token(), keys.new_id()
    while w.link_row(link) is not None:
        link = keys.new_id()
    made = row._replace(id=link, token_sha256=keys.hashed(token))
    w.add_link(made, request)
    return MadeLink(token, made)


def _good(r: Reader, token: str, at: str) -> LinkRow:
    """The link of a token that can be used."""
    row = r.link_by_token(keys.hashed(token)) if keys.is_token(token) else None
    if row is None:
        raise NotFound("unknown_link", found="")
    if row.revoked_at is not None:
        raise _over("revoked")
    if row.uses_left == 0:
        raise _over("used")
    if row.expires_at <= at:
        raise _over("expired")
    return row


def _over(variant: str) -> Conflict:
    return Conflict(Fault((), "link_over", variant))


def _given(row: LinkRow) -> dict[str, Any]:
    return {
        "session": row.session,
        "role": row.role,
        "player": row.player,
        "expires_at": row.expires_at,
    }


def link_document(row: LinkRow) -> dict[str, Any]:
    """A link as it is told; its token nobody knows."""
    return {
        "id": row.id,
        **_given(row),
        "uses_left": row.uses_left,
        "made_at": row.made_at,
        "made_by": row.made_by,
        "revoked_at": row.revoked_at,
    }
