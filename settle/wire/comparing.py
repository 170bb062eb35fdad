"""The document that asks for a comparison: a round, and the agreements to look at it under."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from settle.faults import Fault, Pointer, RefusedError
from settle.rulebook.options import answer_faults
from settle.rulebook.ruleset import Ruleset
from settle.wire.classes import Document
from settle.wire.fields import Anything, Inside, Listed, Player, Text
from settle.wire.sessions import in_order, load_part

FEWEST_AGREEMENTS: Final = 2
MOST_AGREEMENTS: Final = 12


class AgreementDocument(Document):
    """An agreement; what it does not say is as the round has it."""

    ruleset = Text()
    options = Anything()
    banker = Player()


class CompareDocument(Document):
    """One round under two or more agreements."""

    round = Anything(required=True)
    agreements = Listed(
        Inside(AgreementDocument), required=True, sizes=(FEWEST_AGREEMENTS, MOST_AGREEMENTS)
    )


class Compared(NamedTuple):
    """An agreement to look at a round under."""

    ruleset: Ruleset
    options: Mapping[str, Any]
    """Answers that are laid over the round's own."""
    banker: str | None


def load_comparison(
    document: object, find: Callable[[str], Ruleset]
) -> tuple[dict[str, Any], tuple[Compared, ...]]:
    """The round document and the agreements; ``find`` gives a ruleset by its name.

    Raises RefusedError with all faults of the document; whether the round can be scored is said by
    scoring it.
    """
    part, faults = load_part(document, CompareDocument)
    listed = part.get("agreements")
    if listed is not None and not FEWEST_AGREEMENTS <= len(listed) <= MOST_AGREEMENTS:
        limits = {"found": len(listed), "least": FEWEST_AGREEMENTS, "most": MOST_AGREEMENTS}
        faults.append(Fault(("agreements",), "out_of_range", "agreements", limits))
    if faults:
        raise RefusedError(in_order(faults, CompareDocument))
    played: dict[str, Any] = part["round"]
    assert listed is not None
    agreements = []
    for place, agreement in enumerate(listed):
        here = ("agreements", place)
        try:
            agreements.append(_agreement(agreement, played, find))
        except RefusedError as refused:
            faults += [_moved(fault, here, agreement) for fault in refused.faults]
    if faults:
        raise RefusedError(in_order(faults, CompareDocument))
    return played, tuple(agreements)


def _agreement(
    agreement: Mapping[str, Any], played: Mapping[str, Any], find: Callable[[str], Ruleset]
) -> Compared:
    name = agreement.get("ruleset", played.get("ruleset"))
    if not isinstance(name, str):
        raise RefusedError([Fault(("ruleset",), "missing", "own_ruleset")])
    ruleset = find(name)
    options = agreement.get("options", {})
    faults = answer_faults(ruleset.options(), options)
    if faults:
        raise RefusedError(faults)
    return Compared(ruleset, options, agreement.get("banker"))


def _moved(fault: Fault, here: Pointer, agreement: Mapping[str, Any]) -> Fault:
    """The fault at its place in the whole document: that of the round where it is the round's."""
    own = fault.code != "unknown_ruleset" or "ruleset" in agreement
    pointer = (*here, *fault.pointer) if own else ("round", *fault.pointer)
    return Fault(pointer, fault.code, fault.variant, fault.values)
