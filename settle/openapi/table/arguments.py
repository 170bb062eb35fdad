"""Operations on what was agreed and what is contested."""

from typing import Final

from settle.openapi.operations import Key, Link, Operation, Tag
from settle.openapi.table.sessions import ROUND, SESSION
from settle.wire.answers.sessions import (
    Confirmed,
    Disputed,
    DisputeList,
    DisputeSaid,
    Resolved,
    TableChanged,
)
from settle.wire.disputes import (
    ConfirmationDocument,
    ConsentDocument,
    DisputeDocument,
    ResolutionDocument,
    WithdrawalDocument,
)
from settle.wire.tables import TableDocument

_DISPUTE: Final = SESSION + "/disputes/{dispute}"
_OPENED: Final = {"session": "$request.path.session", "dispute": "$response.body#/id"}

OPERATIONS: Final = (
    Operation(
        id="changeTable",
        method="POST",
        path=SESSION + "/table",
        tag=Tag.ARGUMENTS,
        summary="Change who sits there, the rules or the stake, from a game on.",
        sends=TableDocument,
        answers=TableChanged,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="confirm",
        method="POST",
        path=SESSION + "/confirmations",
        tag=Tag.ARGUMENTS,
        summary="A player agrees to the opening, a change of the table, or how a game stands.",
        sends=ConfirmationDocument,
        answers=Confirmed,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="disputeRound",
        method="POST",
        path=ROUND + "/disputes",
        tag=Tag.ARGUMENTS,
        summary="Contest a game: it is held until the dispute is over.",
        sends=DisputeDocument,
        answers=Disputed,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=(
            Link("consentToRuling", _OPENED),
            Link("withdrawDispute", _OPENED),
            Link("resolveDispute", _OPENED),
        ),
    ),
    Operation(
        id="listDisputes",
        method="GET",
        path=SESSION + "/disputes",
        tag=Tag.ARGUMENTS,
        summary="Every dispute of a session, and what is held.",
        answers=DisputeList,
    ),
    Operation(
        id="consentToRuling",
        method="POST",
        path=_DISPUTE + "/consent",
        tag=Tag.ARGUMENTS,
        summary="Agree to have a dispute ruled, to one outcome or to either.",
        sends=ConsentDocument,
        answers=DisputeSaid,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="withdrawDispute",
        method="POST",
        path=_DISPUTE + "/withdrawal",
        tag=Tag.ARGUMENTS,
        summary="Take a dispute back.",
        sends=WithdrawalDocument,
        answers=DisputeSaid,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="resolveDispute",
        method="POST",
        path=_DISPUTE + "/resolution",
        tag=Tag.ARGUMENTS,
        summary="Rule a dispute: a correction, in the same transaction, or a dismissal.",
        sends=ResolutionDocument,
        answers=Resolved,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
)
