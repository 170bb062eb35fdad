"""A session under several agreements: what each game and all of them would have come to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, Response

from settle.app.answering import reply_with
from settle.app.asking import book, document, language
from settle.app.telling import told_pairs
from settle.book import problem
from settle.book.comparing import Cell, ComparedColumn, ComparedGame, SessionComparison
from settle.book.dues import Due
from settle.currencies import format_amount
from settle.explain import Column, adapted_texts, compare, explain
from settle.words import Language, pick_language

routes: Final = Blueprint("comparing", __name__, url_prefix="/v1/sessions")


@routes.post("/<session>/compare")
def compared(session: str) -> Response:
    """What a session would have come to under other agreements; nothing is written."""
    comparison, lines = book().comparison(session, document())
    regions = (cell.ruleset.document.get("region") for cell in _cells(comparison))
    chosen = pick_language(language(), next(regions, None))
    return reply_with(_told(comparison, lines, chosen), language=chosen)


def _cells(comparison: SessionComparison) -> Iterator[Cell]:
    return (cell for game in comparison.games for cell in game.cells)


def _told(comparison: SessionComparison, lines: Sequence[int], said: Language) -> dict[str, Any]:
    now = comparison.session
    return {
        "id": now.id,
        "head": {"seq": now.head_seq, "hash": now.head_hash},
        "agreements": [
            _agreement(column, place, comparison, said)
            for place, column in enumerate(comparison.columns)
        ],
        "games": [_game(game, said, by_line=game.game in lines) for game in comparison.games],
        "differs": comparison.differs,
    }


def _agreement(
    column: ComparedColumn, place: int, comparison: SessionComparison, said: Language
) -> dict[str, Any]:
    """What all games come to under an agreement."""
    cells = {game.game: game.cells[place] for game in comparison.games}
    told: dict[str, Any] = {
        "rulesets": list(dict.fromkeys(cell.ruleset.name for cell in cells.values())),
        "games": column.scored,
        "unscored": list(column.unscored),
        "held": list(column.due.held),
        "totals": list(_totals(column.due)) if column.says_something else [],
    }
    if column.due.currency is not None:
        told["currency"] = column.due.currency
    adapted = _adapted(cells, said)
    return told | {"adapted": adapted} if adapted else told


def _totals(due: Due) -> Iterator[dict[str, Any]]:
    for account in due.accounts:
        total: dict[str, Any] = {"player": account, "net": due.nets[account]}
        if due.currency is not None:
            total["amount"] = format_amount(due.amounts[account], due.currency)
        yield total


def _adapted(cells: Mapping[int, Cell], said: Language) -> list[dict[str, Any]]:
    """What had to be changed, in words, and in which games."""
    games: dict[str, list[int]] = {}
    for game, cell in cells.items():
        for text in adapted_texts(cell.adapted, cell.ruleset, said):
            games.setdefault(text, []).append(game)
    return [{"text": text, "games": where} for text, where in games.items()]


def _game(game: ComparedGame, said: Language, *, by_line: bool) -> dict[str, Any]:
    nets = [cell.nets for cell in game.cells]
    told: dict[str, Any] = {
        "game": game.game,
        "differs": game.differs,
        "nets": [
            {"player": player, "nets": [each.get(player) for each in nets]}
            for player in game.players
        ],
    }
    if game.is_held:
        told["held"] = True
    problems = [
        {"agreement": place, "problem": problem(cell.refusal, said)}
        for place, cell in enumerate(game.cells)
        if cell.refusal is not None
    ]
    if problems:
        told["problems"] = problems
    return told | {"pairs": told_pairs(compare(_columns(game, said), said))} if by_line else told


def _columns(game: ComparedGame, said: Language) -> list[Column]:
    """The game under each agreement, told; what is wrong stands beside it."""
    return [
        Column(cell.ruleset.name)
        if cell.result is None
        else Column(
            cell.ruleset.name, explain(cell.result, cell.ruleset, said, played=cell.document)
        )
        for cell in game.cells
    ]
