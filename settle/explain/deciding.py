"""The rules that decided who won without pricing anything: suits, the wheel, fouls, meetings."""

from collections.abc import Iterator
from typing import NamedTuple

from settle.compare import Duel
from settle.evaluate import EvaluatedRound, Status
from settle.explain.duels import decided_keys
from settle.explain.records import Document
from settle.rules import ROWS, Meeting, Rules
from settle.words import Words


class PairReason(NamedTuple):
    """Why two hands take nothing from each other, where no row says it."""

    text: str
    keys: tuple[str, ...]
    """The dotted keys behind it."""


class Deciding(NamedTuple):
    """What decided between two hands besides the values that priced their lines."""

    rows: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """Front, middle, back: the keys that decided it, none where categories and ranks did."""
    reason: PairReason | None


def deciding(
    evaluated: EvaluatedRound, duel: Duel, result: Document, rules: Rules, said: Words
) -> Deciding:
    """What decided between the two hands of a duel."""
    front, middle, back = (_row(evaluated, duel, row, rules) for row in ROWS)
    return Deciding((front, middle, back), _reason(duel, result, rules, said))


def _row(evaluated: EvaluatedRound, duel: Duel, row: str, rules: Rules) -> tuple[str, ...]:
    result = 0 if duel.rows is None else duel.rows[ROWS.index(row)]
    if not result:
        return ()
    seats = (duel.first, duel.second) if result > 0 else (duel.second, duel.first)
    winner, loser = (evaluated.hands[seat] for seat in seats)
    return decided_keys(winner, loser, row, rules)


def _reason(duel: Duel, result: Document, rules: Rules, said: Words) -> PairReason | None:
    hands = [result["hands"][seat] for seat in (duel.first, duel.second)]
    statuses = [hand["status"] for hand in hands]
    if statuses == [Status.FOUL, Status.FOUL]:
        return PairReason(said.text("pairs.both_foul"), ("foul.policy",))
    if statuses != [Status.NATURAL, Status.NATURAL] or rules.meeting == Meeting.BANKER_PAYS:
        return None
    players = [hand["player"] for hand in hands]
    if any(
        line["reason"] == "natural" and {line["payer"], line["payee"]} == set(players)
        for line in result["lines"]
    ):
        return None
    first, second = (said.natural(hand["natural"]) for hand in hands)
    key = "same_natural" if first == second else "level_naturals"
    names = {"first": players[0], "second": players[1], "natural": first, "other": second}
    return PairReason(said.text(f"pairs.{key}", **names), ("naturals.meeting",))


def line_keys(line: Document, decided: Deciding, result: Document, rules: Rules) -> Iterator[str]:
    """The keys behind a line: the one that priced it, then those that decided who gets it."""
    yield line["rule"]
    if line.get("foul") or line["reason"] == "foul":
        yield "foul.policy"
    elif line["reason"] == "row":
        yield from decided.rows[ROWS.index(line["row"])]
    elif line["reason"] == "natural":
        other = next(hand["natural"] for hand in result["hands"] if hand["player"] == line["payer"])
        if other is not None:
            yield "naturals.meeting"
            if other == line["natural"] and rules.meeting == Meeting.HIGHER_TAKES:
                yield "order.suits"


def notice_keys(notice: Document) -> tuple[str, ...]:
    """The key behind a notice."""
    needs_more = notice["code"] == "home_run_needs_more_players"
    return ("home_run.min_opponents",) if needs_more else ()
