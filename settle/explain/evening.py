"""Many games under several agreements: a row for everybody in each game, and what all come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from settle.explain.comparison import folded_heads
from settle.explain.layout import Page, signed, table, widest
from settle.explain.page import DEFAULT_WIDTH
from settle.words import Language, words

_INDENT = "  "
_NOTHING = "-"
_DIFFERS = "≠"
_NARROWEST_HEAD = 8


class EveningGame(NamedTuple):
    """A game under each agreement."""

    game: int
    nets: Mapping[str, tuple[int | None, ...]]
    """By player, then by agreement; None where the game cannot be scored so."""
    differs: bool
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """Games under several agreements."""

    labels: tuple[str, ...]
    """What the agreements are called, at the heads of their columns."""
    games: tuple[EveningGame, ...]
    totals: tuple[Mapping[str, int], ...]
    """By agreement: everybody's points, of the games that it scores and nobody contests; empty
    where it scores none."""
    amounts: tuple[Mapping[str, str], ...] = ()
    """The same in money as written; empty where nothing is staked."""
    remarks: tuple[tuple[str, ...], ...] = ()
    """By agreement: what was changed for it, what it cannot score, in words."""


def evening_text(
    evening: Evening, language: Language, width: int = DEFAULT_WIDTH, *, colour: bool = False
) -> str:
    """The comparison for people."""
    page, said = Page(width, colour=colour), words(language)
    page.heading(said.text("compare.evening", count=len(evening.labels)))
    for label, remarks in zip(evening.labels, evening.remarks, strict=False):
        page.text(label, first=_INDENT, rest=_INDENT * 2)
        for remark in remarks:
            page.text(remark, first=_INDENT * 2 + "· ", rest=_INDENT * 3)
    rows = [row for game in evening.games for row in _rows(game, said.text("marks.held"))]
    _write(page, said.text("sheet.game"), rows, evening.labels)
    page.text(said.text(f"compare.{_outcome(evening)}"))
    _write(page, said.text("compare.nets"), list(_sums(evening)), evening.labels)
    return str(page)


def _outcome(evening: Evening) -> str:
    """What came of comparing, as words name it."""
    if any(game.differs for game in evening.games):
        return "games_differ"
    scored = (nets for game in evening.games for nets in game.nets.values())
    is_compared = any(sum(net is not None for net in nets) > 1 for nets in scored)
    return "same" if is_compared else "nothing"


def _write(page: Page, title: str, rows: Sequence[tuple[str, ...]], labels: Sequence[str]) -> None:
    """A table below a title: mark, game, player, and a column for each agreement."""
    first = sum(widest(row[place] for row in rows) for place in range(3))
    heads = folded_heads(labels, max(page.width - first - 2 * (len(labels) + 2), _NARROWEST_HEAD))
    above = [("", "", "", *head) for head in heads]
    page.heading(title)
    page.lines(table([*above, *rows], right=range(3, 3 + len(labels))))


def _rows(game: EveningGame, held: str) -> Iterator[tuple[str, ...]]:
    mark, label = _DIFFERS if game.differs else "", f"{game.game}{held if game.is_held else ''}"
    for player, nets in game.nets.items():
        yield (mark, label, player, *(_NOTHING if net is None else signed(net) for net in nets))
        mark = label = ""


def _sums(evening: Evening) -> Iterator[tuple[str, ...]]:
    """Everybody's points, then the money."""
    everybody = dict.fromkeys(name for totals in evening.totals for name in totals)
    for player in everybody:
        sums = (signed(each.get(player, 0)) if each else _NOTHING for each in evening.totals)
        yield ("", "", player, *sums)
    if any(evening.amounts):
        yield ("", "", "", *("" for _ in evening.labels))
        for account in dict.fromkeys(name for each in evening.amounts for name in each):
            yield ("", "", account, *(each.get(account, _NOTHING) for each in evening.amounts))
