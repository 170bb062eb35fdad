"""Operations on the book as a whole, and on the service itself."""

from typing import Final

from settle.canonical import SAFE_INTEGER
from settle.openapi.operations import HTML, JSON, TEXT, Operation, Parameter, Tag
from settle.openapi.table.sessions import SESSION
from settle.wire.answers.asked import AuditDocument
from settle.wire.answers.parts import Either
from settle.wire.answers.service import (
    Alive,
    AuditReport,
    BookCheckpoint,
    ConsistencyProof,
    InclusionProof,
    Ready,
    SessionCheckpoint,
)
from settle.wire.fields import Anything, Inside, Whole

OPERATIONS: Final = (
    Operation(
        id="getCheckpoint",
        method="GET",
        path=SESSION + "/checkpoint",
        tag=Tag.PROOFS,
        summary="Three lines to keep elsewhere; as text below how the session stands.",
        answers={JSON: SessionCheckpoint, TEXT: None},
    ),
    Operation(
        id="getBookCheckpoint",
        method="GET",
        path="/v1/checkpoint",
        tag=Tag.PROOFS,
        summary="The checkpoint of the book, every session listed.",
        answers={JSON: BookCheckpoint, TEXT: None},
    ),
    Operation(
        id="getProof",
        method="GET",
        path=SESSION + "/proof",
        tag=Tag.PROOFS,
        summary="That an entry is among the first `size`, or that the first `from` stayed.",
        query={
            "entry": Parameter(Whole(1, SAFE_INTEGER), "An entry by its number."),
            "from": Parameter(Whole(1, SAFE_INTEGER), "The size of an older checkpoint."),
            "size": Parameter(Whole(1, SAFE_INTEGER), "So many entries; all, if not named."),
        },
        answers=Either(Inside(InclusionProof), Inside(ConsistencyProof)),
    ),
    Operation(
        id="audit",
        method="POST",
        path="/v1/audit",
        tag=Tag.PROOFS,
        summary="Compute every hash and score every game again.",
        sends=AuditDocument,
        answers=AuditReport,
    ),
    Operation(
        id="isAlive",
        is_public=True,
        method="GET",
        path="/livez",
        tag=Tag.SERVICE,
        summary="The process answers; nothing else is asked.",
        answers=Alive,
    ),
    Operation(
        id="isReady",
        is_public=True,
        method="GET",
        path="/readyz",
        tag=Tag.SERVICE,
        summary="The book opens, its migrations are current, its guards stand; and what runs.",
        answers=Ready,
    ),
    Operation(
        id="getMetrics",
        method="GET",
        path="/metrics",
        tag=Tag.SERVICE,
        summary="Numbers for a monitor, in the text form of Prometheus.",
        answers={TEXT: None},
        is_fleeting=True,
    ),
    Operation(
        id="getOpenapi",
        is_public=True,
        method="GET",
        path="/openapi.json",
        tag=Tag.SERVICE,
        summary="This document.",
        answers={JSON: Anything()},
    ),
    Operation(
        id="getDocs",
        is_public=True,
        method="GET",
        path="/docs",
        tag=Tag.SERVICE,
        summary="This document as a page.",
        answers={HTML: None},
    ),
)
