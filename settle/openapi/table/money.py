"""Operations on money."""

from typing import Final

from settle.openapi.operations import MODE, Key, Link, Operation, Parameter, Tag
from settle.openapi.table.sessions import SESSION
from settle.wire.answers.entries import (
    ImportedResultAnswer,
    PaymentAnswer,
    PaymentReversedAnswer,
    PenaltyAnswer,
    SettlementMadeAnswer,
    SettlementReversedAnswer,
    SharedCostAnswer,
)
from settle.wire.answers.money import SettlementAnswer
from settle.wire.money import (
    Account,
    ImportedResultDocument,
    PaymentDocument,
    PenaltyDocument,
    ReversalDocument,
    SettlementDocument,
    SharedCostDocument,
)

_ENTRY: Final = {"session": "$request.path.session", "seq": "$response.body#/entry/seq"}

OPERATIONS: Final = (
    Operation(
        id="getSettlement",
        method="GET",
        path=SESSION + "/settlement",
        tag=Tag.MONEY,
        summary="Who pays whom, as the session stands.",
        query={
            "mode": MODE,
            "player": Parameter(Account(), "Who settles alone."),
        },
        answers=SettlementAnswer,
        refuses=(409,),
    ),
    Operation(
        id="settle",
        method="POST",
        path=SESSION + "/settlements",
        tag=Tag.MONEY,
        summary="Settle what is not settled yet: from now on it is owed as it says.",
        sends=SettlementDocument,
        answers=SettlementMadeAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=(Link("reverseSettlement", _ENTRY),),
    ),
    Operation(
        id="reverseSettlement",
        method="POST",
        path=SESSION + "/settlements/{seq}/reversal",
        tag=Tag.MONEY,
        summary="A settlement was none.",
        sends=ReversalDocument,
        answers=SettlementReversedAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="pay",
        method="POST",
        path=SESSION + "/payments",
        tag=Tag.MONEY,
        summary="Money went from one to another.",
        sends=PaymentDocument,
        answers=PaymentAnswer,
        status=201,
        key=Key.NEEDED,
        refuses=(409,),
        links=(Link("reversePayment", _ENTRY),),
    ),
    Operation(
        id="reversePayment",
        method="POST",
        path=SESSION + "/payments/{seq}/reversal",
        tag=Tag.MONEY,
        summary="A payment was none.",
        sends=ReversalDocument,
        answers=PaymentReversedAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="penalize",
        method="POST",
        path=SESSION + "/penalties",
        tag=Tag.MONEY,
        summary="Somebody owes another one, or a fund, for a fault of play.",
        sends=PenaltyDocument,
        answers=PenaltyAnswer,
        status=201,
        key=Key.NEEDED,
        refuses=(409,),
    ),
    Operation(
        id="shareCost",
        method="POST",
        path=SESSION + "/shared-costs",
        tag=Tag.MONEY,
        summary="Several share what somebody paid, or what they owe a fund.",
        sends=SharedCostDocument,
        answers=SharedCostAnswer,
        status=201,
        key=Key.NEEDED,
        refuses=(409,),
    ),
    Operation(
        id="importResult",
        method="POST",
        path=SESSION + "/imported-results",
        tag=Tag.MONEY,
        summary="Take along the points of an earlier evening, paid by the stake of the opening.",
        sends=ImportedResultDocument,
        answers=ImportedResultAnswer,
        status=201,
        key=Key.NEEDED,
        refuses=(409,),
    ),
)
