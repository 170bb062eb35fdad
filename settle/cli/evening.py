"""``settle explain`` of many games: what all of them come to under other agreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from settle.book import Book
    from settle.book.comparing import ComparedColumn, SessionComparison
    from settle.cli.explain import Agreement
    from settle.explain import Comparison
    from settle.explain.evening import Evening
    from settle.words import Language


def evening_of(shown: Sequence[tuple[int, Comparison]], language: Language) -> Evening:
    """Rounds by number, each under every agreement, as games of an evening."""
    from collections import Counter

    from settle.explain.evening import Evening, EveningGame
    from settle.words import words

    heads = list(zip(*([each.label for each in one.columns] for _, one in shown), strict=True))
    stands = words(language).text("compare.as_it_stands")
    labels = tuple(labels[0] if len(set(labels)) == 1 else stands for labels in heads)
    totals = tuple(Counter[str]() for _ in labels)
    games = []
    for number, comparison in shown:
        nets = [
            {} if column.told is None else {each.player: each.net for each in column.told.sums}
            for column in comparison.columns
        ]
        players = dict.fromkeys(player for each in nets for player in each)
        by_player = {player: tuple(each.get(player) for each in nets) for player in players}
        games.append(EveningGame(number, by_player, comparison.differs))
        for total, each in zip(totals, nets, strict=True):
            total.update(each)
    return Evening(labels, tuple(games), totals)


def explain_ledger(
    stream: BinaryIO, lang: str | None, agreements: Sequence[Agreement], game: int | None
) -> int:
    """Print the games of a ledger, one of them, or all of them under other agreements."""
    from settle.cli.ledgers import session_of_ledger

    with session_of_ledger(stream) as (book, session):
        if agreements and game is None:
            return _compare(book, session, lang, agreements)
        return _explain(book, session, lang, agreements, game)


def _explain(
    book: Book, session: str, lang: str | None, agreements: Sequence[Agreement], game: int | None
) -> int:
    from settle.cli.explain import show
    from settle.cli.ledgers import scored_games
    from settle.cli.shared import pick
    from settle.words import words

    found, status = False, 0
    for number, scored in scored_games(book, session):
        if game not in (None, number):
            continue
        language = pick(lang, scored.ruleset.document.get("region"))
        if game is None:
            told = words(language).text("input.game", number=number)
            click.echo(f"{chr(10) * 2 if found else ''}{told}\n")
        found = True
        comparison = show(scored, language, agreements)
        status = status if all(column.told for column in comparison.columns) else 1
    if game is not None and not found:
        raise click.BadParameter(f"no game {game} counts in it", param_hint="'--game'")
    return status


def _compare(book: Book, session: str, lang: str | None, agreements: Sequence[Agreement]) -> int:
    from settle.cli.shared import coloured, messages, page_width, pick
    from settle.explain.evening import evening_text
    from settle.faults import RefusedError
    from settle.wire.comparing import Terms

    language = pick(lang, book.tables(session).held[-1].ruleset.document.get("region"))
    terms = [
        Terms(),
        *(Terms(each.ruleset, each.options, None, each.banker) for each in agreements),
    ]
    try:
        comparison = book.compared_under(session, terms)
    except RefusedError as refused:
        raise click.ClickException("\n".join(messages(refused, language))) from refused
    text = evening_text(_evening(comparison, language), language, page_width(), colour=coloured())
    click.echo(text, nl=False)
    return 1 if any(column.unscored for column in comparison.columns) else 0


def _evening(comparison: SessionComparison, language: Language) -> Evening:
    from settle.currencies import format_amount
    from settle.explain.evening import Evening, EveningGame

    games = tuple(
        EveningGame(
            game.game,
            {
                player: tuple(cell.nets.get(player) for cell in game.cells)
                for player in game.players
            },
            game.differs,
            game.is_held,
        )
        for game in comparison.games
    )
    return Evening(
        tuple(_label(column, language) for column in comparison.columns),
        games,
        tuple(column.due.nets if column.says_something else {} for column in comparison.columns),
        tuple(
            {}
            if (currency := column.due.currency) is None or not column.says_something
            else {
                account: f"{format_amount(amount, currency)} {currency}"
                for account, amount in column.due.amounts.items()
            }
            for column in comparison.columns
        ),
        tuple(
            tuple(_remarks(comparison, place, language))
            for place, _ in enumerate(comparison.columns)
        ),
    )


def _label(column: ComparedColumn, language: Language) -> str:
    from settle.cli.explain import answers_text
    from settle.words import words

    ruleset, options = column.terms.ruleset, column.terms.options
    named = [] if ruleset is None else [ruleset.name]
    told = [*named, *answers_text(options)]
    return " ".join(told) or words(language).text("compare.as_it_stands")


def _remarks(comparison: SessionComparison, place: int, language: Language) -> Iterator[str]:
    """What was changed for an agreement, and what it cannot score, each once with its games."""
    from settle.cli.shared import messages
    from settle.explain import adapted_texts
    from settle.words import words

    said = words(language)
    refused: dict[str, list[int]] = {}
    changed: dict[str, None] = {}
    for game in comparison.games:
        cell = game.cells[place]
        changed |= dict.fromkeys(adapted_texts(cell.adapted, cell.ruleset, language))
        if cell.refusal is not None:
            why = next(iter(messages(cell.refusal, language)))
            refused.setdefault(why, []).append(game.game)
    yield from changed
    for why, games in refused.items():
        listed = said.text("page.list_comma").join(map(str, games))
        yield said.text("compare.unscored_games", games=listed, why=why)
