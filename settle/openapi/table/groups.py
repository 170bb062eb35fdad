"""Operations on groups."""

from typing import Final

from settle.openapi.operations import MODE, YEAR, Key, Link, Operation, Parameter, Tag
from settle.openapi.table.sessions import CURSOR, PAGE
from settle.wire.answers.groups import (
    GroupAnswer,
    GroupSettlement,
    GroupSettlementMade,
    GroupsPage,
    MemberAnswer,
    Standings,
    Statement,
)
from settle.wire.groups import (
    GroupDocument,
    GroupNameDocument,
    MemberDocument,
    MemberNameDocument,
    SettleGroupDocument,
)
from settle.wire.sessions import Patterned

GROUP: Final = "/v1/groups/{group}"
MEMBER: Final = GROUP + "/members/{member}"
_MADE: Final = {"group": "$response.body#/id"}
_JOINED: Final = {"group": "$request.path.group", "member": "$response.body#/id"}

OPERATIONS: Final = (
    Operation(
        id="makeGroup",
        method="POST",
        path="/v1/groups",
        tag=Tag.GROUPS,
        summary="Make a group of people who play together.",
        sends=GroupDocument,
        answers=GroupAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        has_location=True,
        links=tuple(
            Link(to, _MADE)
            for to in ("getGroup", "addMember", "nameGroup", "getStandings", "getGroupSettlement")
        ),
    ),
    Operation(
        id="listGroups",
        method="GET",
        path="/v1/groups",
        tag=Tag.GROUPS,
        summary="The groups, page by page, in the order of their making.",
        query={"cursor": CURSOR, "limit": PAGE},
        answers=GroupsPage,
        has_pages=True,
    ),
    Operation(
        id="getGroup",
        method="GET",
        path=GROUP,
        tag=Tag.GROUPS,
        summary="A group, its members and its sessions.",
        answers=GroupAnswer,
    ),
    Operation(
        id="nameGroup",
        method="POST",
        path=GROUP + "/name",
        tag=Tag.GROUPS,
        summary="Call a group something else.",
        sends=GroupNameDocument,
        answers=GroupAnswer,
        key=Key.TAKEN,
    ),
    Operation(
        id="addMember",
        method="POST",
        path=GROUP + "/members",
        tag=Tag.GROUPS,
        summary="Somebody joins.",
        sends=MemberDocument,
        answers=MemberAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=(
            Link("nameMember", _JOINED),
            Link("eraseMember", _JOINED),
            Link("getStatement", _JOINED),
        ),
    ),
    Operation(
        id="nameMember",
        method="POST",
        path=MEMBER + "/name",
        tag=Tag.GROUPS,
        summary="Call a member something else, in the sessions of the group too.",
        sends=MemberNameDocument,
        answers=MemberAnswer,
        key=Key.TAKEN,
    ),
    Operation(
        id="eraseMember",
        method="DELETE",
        path=MEMBER + "/name",
        tag=Tag.GROUPS,
        summary="Forget what a member is called, here and in the sessions of the group.",
        answers=MemberAnswer,
        key=Key.TAKEN,
    ),
    Operation(
        id="getStandings",
        method="GET",
        path=GROUP + "/standings",
        tag=Tag.GROUPS,
        summary="What everybody comes to over all sessions.",
        answers=Standings,
    ),
    Operation(
        id="getGroupSettlement",
        method="GET",
        path=GROUP + "/settlement",
        tag=Tag.GROUPS,
        summary="Who pays whom for several sessions at once.",
        query={
            "mode": MODE,
            "sessions": Parameter(
                Patterned("^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40})*$", ""),
                "Which sessions, with commas; all, where none is named.",
            ),
        },
        answers=GroupSettlement,
        refuses=(409,),
    ),
    Operation(
        id="settleGroup",
        method="POST",
        path=GROUP + "/settlements",
        tag=Tag.GROUPS,
        summary="Settle several sessions as one: in each or in none, paid in the last one.",
        sends=SettleGroupDocument,
        answers=GroupSettlementMade,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="getStatement",
        method="GET",
        path=MEMBER + "/statement",
        tag=Tag.GROUPS,
        summary="What a member played, won, lost and paid, session by session.",
        query={"year": YEAR},
        answers=Statement,
    ),
)
