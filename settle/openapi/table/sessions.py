"""Operations on sessions and their rounds."""

from typing import Final

from settle.canonical import SAFE_INTEGER
from settle.openapi.operations import (
    CSV,
    JSON,
    NDJSON,
    SVG,
    TEXT,
    Key,
    Link,
    Operation,
    Parameter,
    Tag,
)
from settle.wire.answers.asked import OpenSessionDocument
from settle.wire.answers.entries import LedgerPage
from settle.wire.answers.games import (
    BatchAnswers,
    GameAnswer,
    RecordedAnswer,
    Rounds,
    Voided,
)
from settle.wire.answers.sessions import Closed, Renamed, SessionAnswer, SessionsPage
from settle.wire.fields import Choice, Whole
from settle.wire.groups import PlayerNameDocument
from settle.wire.sessions import (
    BatchDocument,
    CloseDocument,
    CorrectionDocument,
    RecordedDocument,
    VoidDocument,
)

SESSION: Final = "/v1/sessions/{session}"
ROUND: Final = SESSION + "/rounds/{game}"
CURSOR: Final = Parameter(Whole(0, SAFE_INTEGER), "The `next` of the page before.")
PAGE: Final = Parameter(Whole(1, 200), "How many on a page; 50 unless asked otherwise.")

_HERE: Final = {"session": "$request.path.session"}
_MADE: Final = {"session": "$response.body#/id"}
_GAME: Final = {**_HERE, "game": "$response.body#/game"}
_AGAINST: Final = {"against": "$response.body#/entry/hash"}
_ON_THE_GAME: Final = (
    Link("getRound", _GAME),
    Link("correctRound", _GAME, _AGAINST),
    Link("voidRound", _GAME, _AGAINST),
    Link("disputeRound", _GAME),
    Link("getSettlement", _HERE),
)
_SEEN: Final = (
    Link("correctRound", _GAME, _AGAINST),
    Link("voidRound", _GAME, _AGAINST),
    Link("resolveDispute", {**_HERE, "dispute": "$response.body#/disputes/0/id"}, _AGAINST),
)
_ON_THE_SESSION: Final = tuple(
    Link(to, _MADE)
    for to in (
        "getSession", "recordRound", "recordRounds", "listRounds", "changeTable", "confirm",
        "getSettlement", "settle", "pay", "penalize", "shareCost", "importResult", "namePlayer",
        "listDisputes", "getLedger", "getCheckpoint", "closeSession",
    )
)  # fmt: skip

OPERATIONS: Final = (
    Operation(
        id="openSession",
        method="POST",
        path="/v1/sessions",
        tag=Tag.SESSIONS,
        summary="Open a session; with `same_as` the same table again.",
        sends=OpenSessionDocument,
        answers=SessionAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        has_location=True,
        links=_ON_THE_SESSION,
    ),
    Operation(
        id="listSessions",
        method="GET",
        path="/v1/sessions",
        tag=Tag.SESSIONS,
        summary="The sessions, page by page, in the order of their opening.",
        query={"cursor": CURSOR, "limit": PAGE},
        answers=SessionsPage,
        has_pages=True,
    ),
    Operation(
        id="getSession",
        method="GET",
        path=SESSION,
        tag=Tag.SESSIONS,
        summary="Where a session stands, or stood after one of its entries; what is `missing`.",
        query={"at_seq": Parameter(Whole(1, SAFE_INTEGER), "The entry after which it stood so.")},
        answers=SessionAnswer,
    ),
    Operation(
        id="namePlayer",
        method="POST",
        path=SESSION + "/names",
        tag=Tag.SESSIONS,
        summary="Call a player something else, or nothing.",
        sends=PlayerNameDocument,
        answers=Renamed,
        status=201,
        key=Key.TAKEN,
    ),
    Operation(
        id="closeSession",
        method="POST",
        path=SESSION + "/close",
        tag=Tag.SESSIONS,
        summary="End a session, early or after its last game; corrections stay possible.",
        sends=CloseDocument,
        answers=Closed,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
    Operation(
        id="getLedger",
        method="GET",
        path=SESSION + "/ledger",
        tag=Tag.SESSIONS,
        summary="The entries of a session after one of them: how an app catches up.",
        query={
            "after_seq": Parameter(Whole(0, SAFE_INTEGER), "The last entry that is known."),
            "limit": Parameter(Whole(1, 1000), "How many on a page; 1000 unless asked otherwise."),
        },
        answers={JSON: LedgerPage, NDJSON: None},
        has_pages=True,
    ),
    Operation(
        id="getSheet",
        method="GET",
        path=SESSION + "/sheet",
        tag=Tag.SESSIONS,
        summary="The score sheet of a session, to be printed and shared; its checkpoint below.",
        query={
            "format": Parameter(
                Choice(("text", "csv", "svg")), "In place of `Accept`: which of them it is to be."
            )
        },
        answers={TEXT: None, CSV: None, SVG: None},
        refuses=(409,),
    ),
    Operation(
        id="recordRound",
        method="POST",
        path=SESSION + "/rounds",
        tag=Tag.ROUNDS,
        summary="Record a game. It names its `game`, or has an Idempotency-Key.",
        sends=RecordedDocument,
        answers=RecordedAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=_ON_THE_GAME,
    ),
    Operation(
        id="recordRounds",
        method="POST",
        path=SESSION + "/rounds:batch",
        tag=Tag.ROUNDS,
        summary="Record up to 200 games in any order, each stored or refused by itself.",
        sends=BatchDocument,
        answers=BatchAnswers,
        key=Key.TAKEN,
    ),
    Operation(
        id="listRounds",
        method="GET",
        path=SESSION + "/rounds",
        tag=Tag.ROUNDS,
        summary="What stands for each game, and which games are missing.",
        answers=Rounds,
    ),
    Operation(
        id="getRound",
        method="GET",
        path=ROUND,
        tag=Tag.ROUNDS,
        summary="What stands for a game, and its history; with `lang` in words.",
        answers=GameAnswer,
        links=_SEEN,
    ),
    Operation(
        id="correctRound",
        method="POST",
        path=ROUND + "/corrections",
        tag=Tag.ROUNDS,
        summary="Record a game otherwise than it stands, against the entry that was seen.",
        sends=CorrectionDocument,
        answers=RecordedAnswer,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=_ON_THE_GAME,
    ),
    Operation(
        id="voidRound",
        method="POST",
        path=ROUND + "/void",
        tag=Tag.ROUNDS,
        summary="Strike a game, against the entry that was seen.",
        sends=VoidDocument,
        answers=Voided,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
        links=_ON_THE_GAME[:2],
    ),
    Operation(
        id="undoRound",
        method="POST",
        path=SESSION + "/undo",
        tag=Tag.ROUNDS,
        summary="Strike the game that was recorded last.",
        sends=VoidDocument,
        answers=Voided,
        status=201,
        key=Key.TAKEN,
        refuses=(409,),
    ),
)
