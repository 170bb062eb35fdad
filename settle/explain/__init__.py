"""Explanations: a result for people, line by line, in their language and in a ruleset's words.

Works from the result document, so a stored result is explained like a fresh one. Nothing here
changes a number: sentences say what the lines already hold.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from settle.compare import Duel
from settle.currencies import counted_amount, format_amount
from settle.explain.agreed import agreed_answers, told_options, told_rule
from settle.explain.agreement import Adapted, under_agreement
from settle.explain.comparison import (
    Column,
    Comparison,
    adapted_texts,
    compare,
    comparison_text,
    refused_column,
)
from settle.explain.deciding import Deciding, deciding, line_keys, notice_keys
from settle.explain.duels import duels_of
from settle.explain.facts import Facts, facts_of
from settle.explain.page import as_text
from settle.explain.records import (
    Document,
    Explanation,
    ToldCharge,
    ToldHand,
    ToldLine,
    ToldPair,
    ToldRow,
    ToldSum,
    ToldTogether,
    ToldTransfer,
)
from settle.explain.sentences import Teller, in_order
from settle.explain.session import Sheet, SheetGame, sheet_game, sheet_page, sheet_text
from settle.rulebook.ruleset import Ruleset
from settle.rules import ROWS, Rules
from settle.settlement import fewest_transfers
from settle.words import Language, Words, words

__all__ = [
    "Adapted",
    "Column",
    "Comparison",
    "Document",
    "Explanation",
    "Sheet",
    "SheetGame",
    "ToldCharge",
    "ToldTogether",
    "ToldTransfer",
    "adapted_texts",
    "as_records",
    "as_text",
    "compare",
    "comparison_text",
    "explain",
    "refused_column",
    "sheet_game",
    "sheet_page",
    "sheet_text",
    "under_agreement",
]


def explain(
    result: Document,
    ruleset: Ruleset,
    language: Language | str,
    *,
    played: Document | None = None,
) -> Explanation:
    """Tell a result document in a language; ``ruleset`` is the one that scored it.

    ``played`` is the round document, where it is at hand: from it come the bets, the banker, the
    holder of the doubling card and the reasons of ruled fouls, which a result does not hold.
    Raises RefusedError where the result's options are none of the ruleset's.
    """
    said = words(language, names=ruleset.document.get("names"))
    answered = agreed_answers(ruleset, result["options"])
    rules = ruleset.rules(answered)
    facts = facts_of(result, rules, played)
    evaluated, duels = duels_of(result, rules, facts)
    unit = ruleset.document.get("unit", {})
    teller = Teller(
        said,
        unit,
        rules,
        {hand.player: hand for hand in evaluated.hands},
        {hand["player"]: hand["natural"] for hand in result["hands"]},
        facts,
    )
    decided = {
        (result["hands"][duel.first]["player"], result["hands"][duel.second]["player"]): deciding(
            evaluated, duel, result, rules, said
        )
        for duel in duels
    }
    keys = list(dict.fromkeys(_keys(result, decided, rules)))
    lines = [
        _line(line, teller, _numbers(line_keys(line, _of(line, decided), result, rules), keys))
        for line in result["lines"]
    ]
    pairs = _pairs(duels, decided, lines, keys)
    return Explanation(
        words=said,
        title=said.titled(ruleset.document.get("title", {})),
        ruleset=ruleset.name,
        unit=unit,
        options=told_options(ruleset, answered, said),
        by_outcome=result["basis"] == "outcome",
        hands=tuple(_hand(hand, facts, said) for hand in result["hands"]),
        pairs=pairs,
        sums=tuple(_sum(total, pairs) for total in result["totals"]),
        money=tuple((m["player"], m["amount"], m["currency"]) for m in result.get("money", ())),
        transfers=_transfers(result.get("money", ())),
        notices=tuple(_notice(notice, said) for notice in result["notices"]),
        notice_notes=tuple(_numbers(notice_keys(notice), keys) for notice in result["notices"]),
        rules=tuple(told_rule(key, ruleset, answered, said) for key in keys),
        result=result,
        shown=ruleset.shown,
    )


def as_records(explanation: Explanation) -> dict[str, Any]:
    """The result document with a ``text`` on every line and on every notice."""
    result = dict(explanation.result)
    told = (line for pair in explanation.pairs for line in pair.lines)
    texts = {id(line.document): line.text for line in told}
    result["lines"] = [{**line, "text": texts[id(line)]} for line in result["lines"]]
    result["notices"] = [
        {**notice, "text": text}
        for notice, text in zip(result["notices"], explanation.notices, strict=True)
    ]
    return result


Decisions = Mapping[tuple[str, str], Deciding]
"""By the names of two players, the earlier seat first."""


def _keys(result: Document, decided: Decisions, rules: Rules) -> Iterator[str]:
    """The keys that priced a line, in order, then all that decided who won."""
    yield from (line["rule"] for line in result["lines"])
    for line in result["lines"]:
        yield from line_keys(line, _of(line, decided), result, rules)
    for each in decided.values():
        yield from (key for row in each.rows for key in row)
        yield from each.reason.keys if each.reason else ()
    for notice in result["notices"]:
        yield from notice_keys(notice)


def _of(line: Document, decided: Decisions) -> Deciding:
    names = line["payer"], line["payee"]
    return decided[names] if names in decided else decided[names[::-1]]


def _numbers(wanted: Iterable[str], keys: Sequence[str]) -> tuple[int, ...]:
    """The numbers under which the rules stand."""
    return tuple(keys.index(key) + 1 for key in dict.fromkeys(wanted))


def _line(line: Document, teller: Teller, notes: tuple[int, ...]) -> ToldLine:
    return ToldLine(
        payer=line["payer"],
        payee=line["payee"],
        points=line["points"],
        text=teller.sentence(line),
        rule=line["rule"],
        notes=notes,
        document=line,
    )


def _pairs(
    duels: Sequence[Duel], decided: Decisions, lines: Sequence[ToldLine], keys: Sequence[str]
) -> tuple[ToldPair, ...]:
    pairs = []
    for duel, (names, each) in zip(duels, decided.items(), strict=True):
        front, middle, back = (_numbers(row, keys) for row in each.rows)
        pairs.append(
            ToldPair(
                *names,
                rows=_row_winners(duel, names),
                lines=tuple(line for line in lines if {line.payer, line.payee} == set(names)),
                row_notes=(front, middle, back),
                reason=each.reason.text if each.reason else "",
                reason_notes=_numbers(each.reason.keys, keys) if each.reason else (),
            )
        )
    return tuple(pairs)


def _row_winners(
    duel: Duel, names: tuple[str, str]
) -> tuple[str | None, str | None, str | None] | None:
    if duel.rows is None:
        return None
    front, middle, back = ({1: names[0], -1: names[1], 0: None}[outcome] for outcome in duel.rows)
    return front, middle, back


def _hand(hand: Document, facts: Facts, said: Words) -> ToldHand:
    remark = ""
    if hand["status"] == "natural":
        remark = said.text("page.hand_natural", natural=said.natural(hand["natural"]))
    elif hand["player"] in facts.rulings:
        remark = said.text("page.hand_ruled_foul", ruling=facts.rulings[hand["player"]])
    elif hand["status"] == "foul":
        remark = said.text("page.hand_foul")
    rows = hand["rows"] or {}
    told = (_told_row(row, rows[row], said) for row in ROWS if rows.get(row))
    known = tuple(row for row in told if row.cards or row.category)
    return ToldHand(hand["player"], hand["status"], remark, known)


def _told_row(row: str, table: Document, said: Words) -> ToldRow:
    category = table.get("category")
    word = said.category(category, row) if category else ""
    return ToldRow(row, word, in_order(table.get("cards") or ()))


def _sum(total: Document, pairs: Sequence[ToldPair]) -> ToldSum:
    player = total["player"]
    against = [
        (pair.second, pair.net) if pair.first == player else (pair.first, -pair.net)
        for pair in pairs
        if player in (pair.first, pair.second)
    ]
    return ToldSum(player, tuple(against), total["won"], total["lost"], total["net"])


def _transfers(money: Sequence[Document]) -> tuple[ToldTransfer, ...]:
    """The fewest payments that settle a game's money."""
    amounts = [counted_amount(amount["amount"], amount["currency"]) for amount in money]
    return tuple(
        ToldTransfer(
            money[transfer.payer]["player"],
            money[transfer.payee]["player"],
            format_amount(transfer.amount, money[0]["currency"]),
            money[0]["currency"],
        )
        for transfer in fewest_transfers(amounts)
    )


def _notice(notice: Document, said: Words) -> str:
    values = dict(notice)
    if "natural" in notice:
        values["natural"] = said.natural(notice["natural"])
    return said.text(f"notices.{values.pop('code')}", **values)
