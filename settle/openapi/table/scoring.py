"""Operations without a session: rounds scored and compared; rulesets."""

from typing import Final

from settle.openapi.operations import JSON, TOML, Operation, Tag
from settle.wire.answers.asked import RulesetDocument
from settle.wire.answers.comparing import SessionComparison
from settle.wire.answers.games import Comparison, ExplainedDocument
from settle.wire.answers.service import RulesetAnswer, RulesetKept, Rulesets
from settle.wire.classes import RoundDocument
from settle.wire.comparing import CompareDocument, CompareSessionDocument
from settle.wire.results import ResultDocument

OPERATIONS: Final = (
    Operation(
        id="score",
        is_open=True,
        method="POST",
        path="/v1/score",
        tag=Tag.SCORING,
        summary="Score a round. Nothing is stored.",
        sends=RoundDocument,
        answers=ResultDocument,
    ),
    Operation(
        id="explain",
        is_open=True,
        method="POST",
        path="/v1/explain",
        tag=Tag.SCORING,
        summary="Score a round, with a text on every line that says why.",
        sends=RoundDocument,
        answers=ExplainedDocument,
    ),
    Operation(
        id="compare",
        is_open=True,
        method="POST",
        path="/v1/compare",
        tag=Tag.SCORING,
        summary="Score a round under two or more agreements, and say where they differ.",
        sends=CompareDocument,
        answers=Comparison,
    ),
    Operation(
        id="compareSession",
        method="POST",
        path="/v1/sessions/{session}/compare",
        tag=Tag.SCORING,
        summary="What a session would have come to under other agreements; nothing is stored.",
        sends=CompareSessionDocument,
        answers=SessionComparison,
        refuses=(409,),
    ),
    Operation(
        id="listRulesets",
        is_open=True,
        method="GET",
        path="/v1/rulesets",
        tag=Tag.RULESETS,
        summary="Every ruleset: those that are shipped, and those that tables have brought.",
        answers=Rulesets,
    ),
    Operation(
        id="getRuleset",
        is_open=True,
        method="GET",
        path="/v1/rulesets/{name}",
        tag=Tag.RULESETS,
        summary="A ruleset: every value with its source, every option, its whole text.",
        answers=RulesetAnswer,
    ),
    Operation(
        id="addRuleset",
        method="POST",
        path="/v1/rulesets",
        tag=Tag.RULESETS,
        summary="Keep a table's own ruleset, for ever: the same version cannot say something else.",
        sends={JSON: RulesetDocument, TOML: None},
        answers=RulesetKept,
        status=201,
        refuses=(409,),
        has_location=True,
    ),
)
