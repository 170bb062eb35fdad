"""The library's door: a round document in, a typed result out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from settle import wire
from settle.canonical import canonical_bytes, read_json
from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.sheet import Line, Notice, Reason, Total


class Money(NamedTuple):
    """What a player gets for the game, or pays (below 0)."""

    player: str
    amount: str
    """As documents write it: ``600``, ``-12.50``."""
    currency: str


@dataclass(frozen=True, slots=True)
class Result:
    """A scored round."""

    ruleset: str
    """The id."""
    ruleset_digest: str
    options: Mapping[str, Any]
    """Every option with its effective value."""
    lines: tuple[Line, ...]
    """Who pays whom how many points, and by which rule; they add up to the totals."""
    totals: tuple[Total, ...]
    """In seat order; the nets sum to zero."""
    money: tuple[Money, ...]
    """In seat order; empty without a stake."""
    notices: tuple[Notice, ...]
    basis: Literal["cards", "outcome"]
    document: Mapping[str, Any] = field(repr=False)
    """The result document, as the command line and the service give it."""

    @property
    def nets(self) -> dict[str, int]:
        """Each player's net points."""
        return {total.player: total.net for total in self.totals}

    def as_json(self) -> bytes:
        """The result document as canonical JSON (RFC 8785)."""
        return canonical_bytes(self.document)


@cache
def shipped() -> Rulebook:
    """The rulesets that come with the package, read when they are asked for."""
    return Rulebook()


RefusedError.words = staticmethod(wire.problem)


def message(fault: Fault, lang: str = "en") -> str:
    """What is wrong, what was found and what would do, in one sentence.

    The languages are ``en``, ``zh-Hant``, ``zh-Hant-HK`` and ``zh-Hans``.
    """
    told: str = RefusedError([fault]).problem(lang)["errors"][0]["message"]
    return told


def score_typed(
    document: Mapping[str, Any] | str | bytes, rulebook: Rulebook | None = None
) -> Result:
    """Score a round; see :func:`settle.score`."""
    parsed: object = document
    if isinstance(document, (str, bytes)):
        parsed = read_json(document)
    elif isinstance(document, Mapping):
        parsed = dict(document)
    result = score_document(parsed, shipped() if rulebook is None else rulebook)
    return Result(
        ruleset=result["ruleset"],
        ruleset_digest=result["ruleset_digest"],
        options=result["options"],
        lines=tuple(Line(**{**line, "reason": Reason(line["reason"])}) for line in result["lines"]),
        totals=tuple(Total(**total) for total in result["totals"]),
        money=tuple(Money(**share) for share in result.get("money", ())),
        notices=tuple(Notice(**notice) for notice in result["notices"]),
        basis=cast("Literal['cards', 'outcome']", result["basis"]),
        document=result,
    )
