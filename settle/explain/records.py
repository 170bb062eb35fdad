"""What an explanation is made of: a result, told in one language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from settle.cards import Card
from settle.words import Words

Document = Mapping[str, Any]
"""A JSON object as it is sent or answered."""


@dataclass(frozen=True, slots=True)
class ToldOption:
    """An option on which the table agreed otherwise than usual, in words."""

    name: str
    question: str
    answer: str
    usual: str


@dataclass(frozen=True, slots=True)
class ToldRow:
    """One row of a hand."""

    row: str
    """``front``, ``middle`` or ``back``."""
    category: str
    """In words; empty where an outcome does not say it."""
    cards: tuple[Card, ...]
    """The more frequent rank first, then the higher; none in a game recorded by its outcome."""


@dataclass(frozen=True, slots=True)
class ToldHand:
    """One player's hand."""

    player: str
    status: str
    """``plain``, ``foul`` or ``natural``."""
    remark: str
    """In words: that it is a foul, or which natural; empty for a plain hand."""
    rows: tuple[ToldRow, ...]
    """Front, middle, back, as far as they are known; none for a hand that was not arranged."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One payment with its reason as a sentence."""

    payer: str
    payee: str
    points: int
    text: str
    rule: str
    """The dotted key of the ruleset value behind it."""
    notes: tuple[int, ...]
    """The numbers in :attr:`Explanation.rules`, from 1, of that value and of the rules that
    decided who gets it."""
    document: Document
    """The line as the result has it."""


@dataclass(frozen=True, slots=True)
class ToldPair:
    """Two hands that play each other."""

    first: str
    second: str
    rows: tuple[str | None, str | None, str | None] | None
    """Who won front, middle and back, None for a tie; None as a whole where rows were not compared
    or are not known."""
    lines: tuple[ToldLine, ...]
    row_notes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())
    """By row: the rules that decided it, where categories and ranks did not do so alone."""
    reason: str = ""
    """Why neither takes from the other, where no row says it."""
    reason_notes: tuple[int, ...] = ()

    @property
    def net(self) -> int:
        """What the first one takes from the second, in points; below 0 the other way round."""
        return sum(line.points if line.payee == self.first else -line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class ToldSum:
    """A player's points, opponent by opponent."""

    player: str
    against: tuple[tuple[str, int], ...]
    """Each opponent and what was taken from it, in seat order."""
    won: int
    lost: int
    net: int


@dataclass(frozen=True, slots=True)
class ToldRule:
    """A ruleset value that priced or decided something, and where it comes from."""

    key: str
    value: str
    origin: str
    """In words: title and section, a decision's note, what the table agreed."""


@dataclass(frozen=True, slots=True)
class ToldTransfer:
    """Who pays whom how much money."""

    payer: str
    payee: str
    amount: str
    currency: str


@dataclass(frozen=True, slots=True)
class ToldCharge:
    """Money that is in the amounts and was won in no game: a fine, or a cost that is shared."""

    kind: str
    """``penalty`` or ``shared_cost``."""
    payers: tuple[str, ...]
    payee: str
    amount: str
    currency: str
    reason: str


@dataclass(frozen=True, slots=True)
class ToldTogether:
    """A settlement of several sessions as one, in one of them."""

    others: tuple[str, ...]
    """The titles of the others."""
    place: str
    """The title of the session where all of it is paid."""
    is_here: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """A result for people, in one language and in a ruleset's own words."""

    words: Words
    title: str
    ruleset: str
    """``id@version``."""
    unit: Mapping[str, str]
    """What the ruleset calls a point, by language."""
    options: tuple[ToldOption, ...]
    by_outcome: bool
    """Recorded without cards."""
    hands: tuple[ToldHand, ...]
    pairs: tuple[ToldPair, ...]
    """In seat order; pairs that do not play each other are left out."""
    sums: tuple[ToldSum, ...]
    money: tuple[tuple[str, str, str], ...]
    """Player, amount, currency; none without a stake."""
    transfers: tuple[ToldTransfer, ...]
    notices: tuple[str, ...]
    notice_notes: tuple[tuple[int, ...], ...]
    """By notice: the rules behind it."""
    rules: tuple[ToldRule, ...]
    """Those that priced a line, in order, then those that decided who won."""
    result: Document
    shown: tuple[str, ...]
    """The rows in the order in which people see them."""

    def amount(self, points: int) -> str:
        """Points in what the ruleset calls them."""
        return self.words.amount(points, self.unit)
