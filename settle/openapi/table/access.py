"""Operations on keys, links and seats."""

from typing import Final

from settle.openapi.operations import Key, Link, Operation, Tag
from settle.openapi.table.sessions import CURSOR, PAGE, SESSION
from settle.wire.access import AccessKeyDocument, LinkDocument, SeatDocument
from settle.wire.answers.access import (
    KeyAnswer,
    KeysPage,
    LinkAnswer,
    LinkGives,
    LinksAnswer,
    MadeKeyAnswer,
    MadeLinkAnswer,
    SeatAnswer,
)

JOIN: Final = "/v1/join/{token}"

OPERATIONS: Final = (
    Operation(
        id="makeKey",
        method="POST",
        path="/v1/keys",
        tag=Tag.ACCESS,
        summary="Make a key, which only this answer shows.",
        sends=AccessKeyDocument,
        answers=MadeKeyAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=(
            Link("getKey", {"key": "$response.body#/id"}),
            Link("revokeKey", {"key": "$response.body#/id"}),
        ),
    ),
    Operation(
        id="listKeys",
        method="GET",
        path="/v1/keys",
        tag=Tag.ACCESS,
        summary="The keys, page by page, in the order of their making.",
        query={"cursor": CURSOR, "limit": PAGE},
        answers=KeysPage,
        has_pages=True,
    ),
    Operation(
        id="getKey",
        method="GET",
        path="/v1/keys/{key}",
        tag=Tag.ACCESS,
        summary="A key as it stands; its ETag may be sent as If-Match to end it as it was read.",
        answers=KeyAnswer,
        links=(
            Link(
                "revokeKey",
                {"key": "$request.path.key", "header.If-Match": "$response.header.ETag"},
            ),
        ),
    ),
    Operation(
        id="revokeKey",
        method="POST",
        path="/v1/keys/{key}/revoke",
        tag=Tag.ACCESS,
        summary="End a key, from the next call on; with an If-Match only as it was read.",
        answers=KeyAnswer,
        heeds_match=True,
    ),
    Operation(
        id="makeLink",
        method="POST",
        path=SESSION + "/links",
        tag=Tag.ACCESS,
        summary="Make a link that is turned into a key: once for a seat, by many to look on.",
        sends=LinkDocument,
        answers=MadeLinkAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=(
            Link(
                "revokeLink",
                {"session": "$request.path.session", "link": "$response.body#/id"},
            ),
        ),
    ),
    Operation(
        id="listLinks",
        method="GET",
        path=SESSION + "/links",
        tag=Tag.ACCESS,
        summary="The links of a session.",
        answers=LinksAnswer,
    ),
    Operation(
        id="revokeLink",
        method="POST",
        path=SESSION + "/links/{link}/revoke",
        tag=Tag.ACCESS,
        summary="End a link, and the keys that came of it.",
        answers=LinkAnswer,
    ),
    Operation(
        id="takeSeat",
        method="POST",
        path=SESSION + "/seat",
        tag=Tag.ACCESS,
        summary="Speak for a seat from now on, with the key that asks.",
        sends=SeatDocument,
        answers=SeatAnswer,
        refuses=(409,),
    ),
    Operation(
        id="getLink",
        method="GET",
        path=JOIN,
        tag=Tag.ACCESS,
        summary="What a link gives; looking at it changes nothing.",
        answers=LinkGives,
        refuses=(409,),
        is_public=True,
    ),
    Operation(
        id="join",
        method="POST",
        path=JOIN,
        tag=Tag.ACCESS,
        summary="Turn a link into a key, which only this answer shows.",
        answers=MadeKeyAnswer,
        status=201,
        refuses=(409,),
        is_public=True,
    ),
)
