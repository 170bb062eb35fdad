"""Documents that ask for a comparison: a round or a session, and agreements to look at it under."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.faults import Fault, Pointer, RefusedError
from settle.rulebook.options import answer_faults
from settle.rulebook.ruleset import Ruleset
from settle.wire.classes import Document, StakeDocument
from settle.wire.fields import Anything, Inside, Listed, Player, Text, Whole
from settle.wire.sessions import MOST_GAMES, in_order, load_part
from settle.wire.stakes import wrong_stake

FEWEST_AGREEMENTS: Final = 2
MOST_AGREEMENTS: Final = 12
MOST_TOLD: Final = 20
"""So many games of a session are told line by line at once."""


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

    The round names its ruleset in full, so that an agreement can be seen to be its own.

    Raises RefusedError with all faults of the document; whether the round can be scored is said by
    scoring it.
    """
    part, faults = load_part(document, CompareDocument)
    listed = part.get("agreements")
    faults += _count_faults(listed)
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
    return _named_in_full(played, find), tuple(agreements)


def _named_in_full(played: dict[str, Any], find: Callable[[str], Ruleset]) -> dict[str, Any]:
    """The round with its ruleset's id and version, where there is such a ruleset."""
    try:
        return {**played, "ruleset": find(played["ruleset"]).name}
    except (RefusedError, KeyError, TypeError, AttributeError):
        return played


def _count_faults(listed: Sequence[Any] | None) -> Iterator[Fault]:
    if listed is not None and not FEWEST_AGREEMENTS <= len(listed) <= MOST_AGREEMENTS:
        limits = {"found": len(listed), "least": FEWEST_AGREEMENTS, "most": MOST_AGREEMENTS}
        yield Fault(("agreements",), "out_of_range", "agreements", limits)


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


# --- a session ------------------------------------------------------------------------------------


class TermsDocument(AgreementDocument):
    """An agreement; what it does not say is as the session has it, game by game."""

    stake = Inside(StakeDocument)


class CompareSessionDocument(Document):
    """A session under two or more agreements; ``lines`` are the games to tell line by line."""

    agreements = Listed(
        Inside(TermsDocument), required=True, sizes=(FEWEST_AGREEMENTS, MOST_AGREEMENTS)
    )
    lines = Listed(Whole(1, MOST_GAMES), sizes=(0, MOST_TOLD))


class Terms(NamedTuple):
    """An agreement to look at a session under."""

    ruleset: Ruleset | None = None
    """None for what each game was played under."""
    options: Mapping[str, Any] = {}
    """Answers that are laid over the session's own."""
    stake: Mapping[str, Any] | None = None
    """None for what each game was played for."""
    banker: str | None = None
    """Who is the banker of a game that needs one and names none."""

    @property
    def as_it_stands(self) -> bool:
        """Whether games score as they were recorded."""
        return self.ruleset is None and not self.options


def load_session_comparison(
    document: object, find: Callable[[str], Ruleset], played: Sequence[Ruleset]
) -> tuple[tuple[Terms, ...], tuple[int, ...]]:
    """The agreements, and the games to tell line by line.

    ``find`` gives a ruleset by its name, ``played`` are those of the session. Raises RefusedError
    with all faults.
    """
    part, faults = load_part(document, CompareSessionDocument)
    listed, lines = part.get("agreements"), part.get("lines", ())
    faults += _count_faults(listed)
    if len(lines) > MOST_TOLD:
        limits = {"found": len(lines), "least": 0, "most": MOST_TOLD}
        faults.append(Fault(("lines",), "out_of_range", "rounds", limits))
    raw = document["agreements"] if isinstance(document, dict) and listed is not None else ()
    made = []
    for place, agreement in enumerate(listed or ()):
        terms, wrong = _terms(agreement or {}, raw[place], find, played)
        made.append(terms)
        faults += [
            Fault(("agreements", place, *each.pointer), each.code, each.variant, each.values)
            for each in wrong
        ]
    if faults:
        raise RefusedError(in_order(faults, CompareSessionDocument))
    return tuple(made), tuple(lines)


def _terms(
    agreement: Mapping[str, Any],
    raw: object,
    find: Callable[[str], Ruleset],
    played: Sequence[Ruleset],
) -> tuple[Terms, list[Fault]]:
    """An agreement, and what is wrong with it."""
    ruleset, faults = None, list[Fault]()
    options, stake = agreement.get("options", {}), agreement.get("stake")
    sent = raw.get("stake") if isinstance(raw, dict) else None
    if isinstance(sent, dict):
        faults += wrong_stake(sent, stake or {})
    try:
        ruleset = find(agreement["ruleset"]) if "ruleset" in agreement else None
        faults += _answer_faults([ruleset] if ruleset else played, options)
    except RefusedError as refused:
        faults += refused.faults
    return Terms(ruleset, options, stake, agreement.get("banker")), faults


def _answer_faults(rulesets: Sequence[Ruleset], options: Mapping[str, Any]) -> list[Fault]:
    """Answers that none of the rulesets takes, as the first of them refuses them."""
    wrong = [answer_faults(ruleset.options(), options) for ruleset in rulesets]
    everywhere = set.intersection(*({fault.pointer[1] for fault in each} for each in wrong))
    return [fault for fault in wrong[0] if fault.pointer[1] in everywhere]
