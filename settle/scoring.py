"""The straight line in one call: a round document in, its result document out.

Both doors, the command line and the service, and :func:`settle.score` come through here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from settle.faults import RefusedError
from settle.playing import expectation_faults, score_sheet
from settle.result import result_document
from settle.rounds import Round
from settle.rules import Rules
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
