"""The straight line in one call: a round document in, its result document out.

Both doors, the command line and the service, and :func:`settle.score` come through here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from settle.compare import compare
from settle.evaluate import evaluate
from settle.faults import Fault, RefusedError
from settle.pricing import score
from settle.result import result_document
from settle.rounds import Expect, Round
from settle.rules import Rules
from settle.sheet import ScoreSheet
from settle.wire import load_round

if TYPE_CHECKING:
    from settle.rulebook import Rulebook


def score_document(document: object, rulebook: Rulebook) -> dict[str, Any]:
    """Score a round document (parsed JSON) and return its result document (plain JSON values).

    Raises RefusedError with all faults of the document.
    """
    played, rules = load_round(document, rulebook)
    return score_round(played, rules)


def score_round(played: Round, rules: Rules) -> dict[str, Any]:
    """Score a round and return its result document.

    Raises RefusedError for an outcome that cannot be, and where the round's ``expect`` is not met.
    """
    sheet = score_sheet(played, rules)
    faults = () if played.expect is None else expectation_faults(played.expect, rules, sheet)
    if faults:
        raise RefusedError(faults)
    return result_document(played, rules, sheet)


def score_sheet(played: Round, rules: Rules) -> ScoreSheet:
    """Score a round recorded with cards or by its outcome.

    Raises RefusedError for an outcome that cannot be.
    """
    if played.outcome is None:
        evaluated = evaluate(played, rules)
        return score(evaluated, compare(evaluated, rules), rules)
    from settle.outcome import read_outcome  # noqa: PLC0415 - start-up time

    return score(*read_outcome(played.outcome, rules, played.banker), rules)


def expectation_faults(expect: Expect, rules: Rules, sheet: ScoreSheet | None) -> tuple[Fault, ...]:
    """Each difference from what a round's sender expects; without a sheet, of the ruleset alone.

    Whoever is expected to have something has to be in the sheet.
    """
    faults = []
    if expect.ruleset_digest not in {None, rules.digest}:
        values = {"found": expect.ruleset_digest, "scored": rules.digest}
        pointer = ("expect", "ruleset_digest")
        faults.append(Fault(pointer, "expectation_failed", "ruleset_digest", values))
    nets = {} if sheet is None else {total.player: total.net for total in sheet.totals}
    faults += [
        Fault(
            ("expect", "totals", player),
            "expectation_failed",
            "totals",
            {"found": net, "scored": nets[player], "player": player},
        )
        for player, net in expect.totals.items()
        if sheet is not None and nets[player] != net
    ]
    return tuple(faults)


def overridden(
    document: object, *, ruleset: str | None = None, options: Mapping[str, object] | None = None
) -> object:
    """The document with another ruleset and with these options laid over its own.

    A document that is no object, or whose ruleset or options are of another kind, comes back with
    these as they are, to be refused.
    """
    if not isinstance(document, dict):
        return document
    changed = dict(document)
    if ruleset is not None and isinstance(document.get("ruleset", ""), str):
        changed["ruleset"] = ruleset
    if options:
        own = document.get("options", {})
        if isinstance(own, dict):
            changed["options"] = {**own, **options}
    return changed
