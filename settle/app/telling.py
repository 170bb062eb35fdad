"""What the service says about a round: its result, in words, beside other agreements."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from settle.explain import (
    Column,
    Comparison,
    adapted_texts,
    as_records,
    compare,
    explain,
    refused_column,
    under_agreement,
)
from settle.explain.comparison import ComparedPair
from settle.explain.elsewhere import Recorded, recorded_by, score_elsewhere
from settle.faults import Fault, RefusedError
from settle.rulebook.ruleset import Ruleset
from settle.scoring import score_round
from settle.wire import load_round, problem
from settle.wire.comparing import Compared, load_comparison
from settle.wire.rulesets import Found
from settle.words import Language, pick_language

Find = Callable[[str], Ruleset]
"""From an id or ``id@version`` to the ruleset. Raises RefusedError with ``unknown_ruleset``."""
Tell = Callable[[RefusedError, Language], dict[str, Any]]
"""From a refusal to its problem document, in a language."""


def scored(document: object, find: Find) -> dict[str, Any]:
    """The result document of a round. Raises RefusedError with all faults."""
    return score_round(*load_round(document, Found(find)))


def explained(document: object, find: Find, language: str) -> tuple[dict[str, Any], Language]:
    """The result document with a ``text`` on every line and notice, and their language.

    Raises RefusedError with all faults of the document.
    """
    played, rules = load_round(document, Found(find))
    result = score_round(played, rules)
    ruleset = find(f"{rules.ruleset}@{rules.version}")
    chosen = pick_language(language, ruleset.document.get("region"))
    assert isinstance(document, dict)
    return as_records(explain(result, ruleset, chosen, played=document)), chosen


def compared(
    document: object, find: Find, language: str, tell: Tell = problem
) -> tuple[dict[str, Any], Language]:
    """A round under several agreements: each result, and every line with its points in each.

    ``tell`` puts in words why one of them cannot score it.
    Raises RefusedError with all faults of the document; where the round can be scored under none
    of the agreements, with what the first finds wrong.
    """
    played, agreements = load_comparison(document, find)
    region = agreements[0].ruleset.document.get("region")
    chosen = pick_language(language, region)
    recorded = _recorded(played, find)
    columns = [_column(played, each, recorded, (chosen, tell)) for each in agreements]
    if not any(column.told for column in columns):
        _refuse(played, agreements[0], recorded)
    comparison = compare(columns, chosen)
    told = {
        "agreements": [_agreement(*each) for each in zip(columns, agreements, strict=True)],
        "pairs": told_pairs(comparison),
        "nets": _nets(comparison, _spread(comparison)),
        "differs": comparison.differs,
    }
    return told, chosen


def told_pairs(comparison: Comparison) -> list[dict[str, Any]]:
    """Each pair with its lines: the points under each agreement, null where nothing moves so."""
    spread = _spread(comparison)
    return [_pair(pair, spread) for pair in comparison.pairs]


def _recorded(played: Mapping[str, Any], find: Find) -> Recorded | None:
    """How the round was recorded, where it names a ruleset that there is."""
    name = played.get("ruleset")
    try:
        return recorded_by(played, find(name) if isinstance(name, str) else None)
    except RefusedError:
        return None


def _column(
    played: Mapping[str, Any],
    agreement: Compared,
    recorded: Recorded | None,
    words: tuple[Language, Tell],
) -> Column:
    language, tell = words
    document, adapted = under_agreement(
        played, agreement.ruleset, agreement.options, agreement.banker
    )
    changes = adapted_texts(adapted, agreement.ruleset, language)
    try:
        result = score_elsewhere(document, agreement.ruleset, recorded)
    except RefusedError as error:
        return refused_column(agreement.ruleset.name, tell(error, language), changes)
    told = explain(result, agreement.ruleset, language, played=document)
    return Column(agreement.ruleset.name, told, None, changes)


def _refuse(played: Mapping[str, Any], agreement: Compared, recorded: Recorded | None) -> None:
    """Say what is wrong with the round, with places in the document that was sent."""
    document, _ = under_agreement(played, agreement.ruleset, agreement.options, agreement.banker)
    try:
        score_elsewhere(document, agreement.ruleset, recorded)
    except RefusedError as error:
        moved = [
            Fault(("round", *fault.pointer), fault.code, fault.variant, fault.values)
            for fault in error.faults
        ]
        raise RefusedError(moved, status=error.status) from error


def _agreement(column: Column, agreement: Compared) -> dict[str, Any]:
    told: dict[str, Any] = {"ruleset": column.label, "ruleset_digest": agreement.ruleset.digest}
    if column.adapted:
        told["adapted"] = list(column.adapted)
    if column.told is None:
        return {**told, "problem": column.problem}
    return {**told, "result": as_records(column.told)}


Spread = Callable[[Sequence[int | None]], list[int | None]]


def _spread(comparison: Comparison) -> Spread:
    """Makes one value for each agreement, null for one that does not score the round."""
    columns = comparison.columns
    scored_at = [place for place, column in enumerate(columns) if column.told]

    def spread(values: Sequence[int | None]) -> list[int | None]:
        by_place = dict(zip(scored_at, values, strict=True))
        return [by_place.get(place) for place in range(len(columns))]

    return spread


def _pair(pair: ComparedPair, spread: Spread) -> dict[str, Any]:
    lines = [
        {
            "payer": line.payer,
            "payee": line.payee,
            **line.named,
            "text": line.reason,
            "points": spread(line.points),
            "differs": line.differs,
        }
        for line in pair.lines
    ]
    return {"players": [pair.first, pair.second], "nets": spread(pair.nets), "lines": lines}


def _nets(comparison: Comparison, spread: Spread) -> list[dict[str, Any]]:
    return [{"player": player, "nets": spread(nets)} for player, nets in comparison.nets]
