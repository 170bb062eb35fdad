"""A line of a result as a sentence: who pays whom how much, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from settle.cards import Card, rank_value, suit_value
from settle.evaluate import EvaluatedHand
from settle.explain.duels import Decided, decided_by
from settle.explain.facts import Facts
from settle.rules import ROWS, Meeting, Rules
from settle.strength import CATEGORIES
from settle.words import Words, card_text

_RULE_TEXTS: Final = {
    "scoop.points": "scoop_points",
    "scoop.base_multiplier": "scoop_base_multiplier",
    "scoop.bonus_multiplier": "scoop_bonus_multiplier",
    "home_run.multiplier": "home_run_multiplier",
    "home_run.bonus_multiplier": "home_run_bonus_multiplier",
    "foul.points": "foul_points",
    "foul.minimum": "foul_minimum",
}
"""Reasons that are told by the value that priced them."""

Values = dict[str, object]
_Why = tuple[str, Values]
"""The key of a text under ``lines``, and what fills its places."""


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards as people lay them: the more frequent rank first, then the higher, then the suit.

    >>> in_order(("3d", "Kh", "As", "Ks", "3c"))
    ('Ks', 'Kh', '3c', '3d', 'As')
    """
    ranks = [card[0] for card in cards]
    return tuple(
        sorted(cards, key=lambda c: (ranks.count(c[0]), rank_value(c), suit_value(c)), reverse=True)
    )


def cards_text(cards: Sequence[Card]) -> str:
    """Cards for people, in their order."""
    return " ".join(card_text(card) for card in in_order(cards))


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the lines of one result."""

    words: Words
    unit: Mapping[str, str]
    rules: Rules
    hands: Mapping[str, EvaluatedHand]
    """As the engine sees them, by player; without cards where the game was recorded so."""
    naturals: Mapping[str, str | None]
    """The id of the natural that a hand is played as, by player."""
    facts: Facts

    def sentence(self, line: Mapping[str, Any]) -> str:
        """The whole line."""
        key, values = self._why(line)
        names = {"payer": line["payer"], "payee": line["payee"]}
        why = self.words.text(f"lines.{key}", **names, **values)
        bet = max(self.facts.bets[name] for name in names.values())
        told = {**names, "amount": self.words.amount(line["points"], self.unit), "why": why}
        if bet > 1:
            return self.words.text("lines.sentence_bet", **told, bet=bet)
        return self.words.text("lines.sentence", **told)

    def _why(self, line: Mapping[str, Any]) -> _Why:
        reason = line["reason"]
        told: Values = {"multiplier": line.get("multiplier")}
        if "row" in line:
            told["row"] = self.words.row(line["row"])
        if "category" in line:
            told["category"] = self.words.category(line["category"], line["row"])
        if "natural" in line:
            told["natural"] = self.words.natural(line["natural"])
        if reason == "row":
            return self._row(line, told)
        if reason == "natural":
            return self._natural(line, told)
        if reason == "foul":
            return self._foul(line, told)
        if reason == "doubling_card":
            return self._doubling_card(line, told)
        key = _RULE_TEXTS.get(line["rule"], reason)
        return f"{key}_foul" if line.get("foul") and reason in _TOLD_FOR_FOULS else key, told

    def _row(self, line: Mapping[str, Any], told: Values) -> _Why:
        if line.get("foul"):
            return "row_foul", told
        winner, loser = self.hands[line["payee"]], self.hands[line["payer"]]
        if winner.arrangement is None or loser.arrangement is None:
            return "row", told
        row = line["row"]
        place = ROWS.index(row)
        told["winning"], told["losing"] = self._category(winner, row), self._category(loser, row)
        told["winning_cards"] = cards_text(
            (winner.arrangement.front, winner.arrangement.middle, winner.arrangement.back)[place]
        )
        told["losing_cards"] = cards_text(
            (loser.arrangement.front, loser.arrangement.middle, loser.arrangement.back)[place]
        )
        return _ROW_TEXTS[decided_by(winner, loser, row, self.rules)], told

    def _category(self, hand: EvaluatedHand, row: str) -> str:
        kind = None if hand.kinds is None else hand.kinds[ROWS.index(row)]
        return "" if kind is None else self.words.category(CATEGORIES[kind], row)

    def _natural(self, line: Mapping[str, Any], told: Values) -> _Why:
        other = self.naturals[line["payer"]]
        if other is None:
            return "natural", told
        if self.rules.meeting == Meeting.BANKER_PAYS:
            return "natural_from_banker", told
        told["other"] = self.words.natural(other)
        return "natural_by_suit" if other == line["natural"] else "natural_over", told

    def _foul(self, line: Mapping[str, Any], told: Values) -> _Why:
        told["owner"] = line.get("set_by")
        if "natural" in line:
            return "foul_natural", told
        if "category" in line:
            return ("foul_bonus" if ".bonus." in line["rule"] else "foul_category"), told
        return ("foul_row" if "row" in line else _RULE_TEXTS[line["rule"]]), told

    def _doubling_card(self, line: Mapping[str, Any], told: Values) -> _Why:
        holders = [
            name for name in (line["payee"], line["payer"]) if self.hands[name].holds_doubling_card
        ]
        if not holders or self.facts.doubling_card is None:
            return "doubling_card", told
        told["holder"], told["card"] = holders[0], card_text(self.facts.doubling_card)
        return "doubling_card_held", told


_ROW_TEXTS: Final = {
    Decided.CATEGORY: "row_over",
    Decided.RANKS: "row_same",
    Decided.SUIT: "row_by_suit",
    Decided.EDGE: "row_by_edge",
}
_TOLD_FOR_FOULS: Final = ("row_bonus", "scoop")
"""Beside rows: reasons that are told otherwise where the payer's hand is foul."""
