"""A round played under its rules: from cards or an outcome to the score sheet, in one call."""

from settle.compare import compare
from settle.evaluate import evaluate
from settle.faults import Fault
from settle.pricing import score
from settle.rounds import Expect, Round
from settle.rules import Rules
from settle.sheet import ScoreSheet


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
