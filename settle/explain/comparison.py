"""One round under several agreements, side by side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from settle.explain.agreement import Adapted, adapted_text
from settle.explain.layout import Page, fold, signed, table, widest, wrap
from settle.explain.page import DEFAULT_WIDTH
from settle.explain.records import Document, Explanation, ToldLine, ToldPair
from settle.rulebook.ruleset import Ruleset
from settle.rules import ROWS
from settle.sheet import Reason
from settle.words import Language, Words, words

_INDENT = "  "
_NOTHING = "-"
_DIFFERS = "≠"
_NARROWEST_HEAD = 8
_REASONS = tuple(Reason)
_NAMED = ("reason", "row", "natural", "category")
"""What tells lines of two players apart."""


@dataclass(frozen=True, slots=True)
class Column:
    """A round under one agreement: told, or a problem where it cannot be scored so."""

    label: str
    told: Explanation | None = None
    problem: Document | None = None
    """A problem document."""
    adapted: tuple[str, ...] = ()
    """What had to be changed for this agreement, in words."""


class ComparedLine(NamedTuple):
    """What moves between two players for one reason, under each agreement."""

    payer: str
    payee: str
    named: Mapping[str, str]
    """Reason, row, category, natural: those that apply, as results name them."""
    reason: str
    """In words, with its row, category or natural."""
    points: tuple[int | None, ...]
    """By column; None where nothing moves so."""

    @property
    def differs(self) -> bool:
        """Whether the agreements do not all move the same."""
        return len(set(self.points)) > 1


class ComparedPair(NamedTuple):
    """Two players under each agreement."""

    first: str
    second: str
    lines: tuple[ComparedLine, ...]
    nets: tuple[int | None, ...]
    """What the first takes, by column; None where the two do not play each other."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A round under several agreements."""

    words: Words
    columns: tuple[Column, ...]
    """In the caller's order, those that could not be scored among them."""
    pairs: tuple[ComparedPair, ...]
    """Points are by scored column, in order."""
    nets: tuple[tuple[str, tuple[int, ...]], ...]
    """Each player with the net under each scored column."""

    @property
    def scored(self) -> tuple[Column, ...]:
        """The columns that points stand for."""
        return tuple(column for column in self.columns if column.told is not None)

    @property
    def differs(self) -> bool:
        """Whether any line differs."""
        return any(line.differs for pair in self.pairs for line in pair.lines)


def refused_column(label: str, problem: Document, adapted: Sequence[str] = ()) -> Column:
    """A column that could not be scored."""
    return Column(label, None, problem, tuple(adapted))


def adapted_texts(
    adapted: Sequence[Adapted], ruleset: Ruleset, language: Language | str
) -> tuple[str, ...]:
    """What was changed for an agreement, in words."""
    said = words(language, names=ruleset.document.get("names"))
    return tuple(adapted_text(change, ruleset, said) for change in adapted)


def compare(columns: Sequence[Column], language: Language | str) -> Comparison:
    """Lay the columns side by side.

    A line is the same under two agreements if the same player pays the same other one for the
    same reason, row, category and natural; points of one reason priced by two values are added.
    """
    told = [column.told for column in columns if column.told is not None]
    players = [hand.player for hand in told[0].hands] if told else []
    by_names = [{(pair.first, pair.second): pair for pair in one.pairs} for one in told]
    pairs = [
        _compared_pair((first, second), [pairs.get((first, second)) for pairs in by_names], told)
        for place, first in enumerate(players)
        for second in players[place + 1 :]
        if any((first, second) in pairs for pairs in by_names)
    ]
    sums = [{total.player: total.net for total in one.sums} for one in told]
    nets = tuple((player, tuple(nets[player] for nets in sums)) for player in players)
    return Comparison(words(language), tuple(columns), tuple(pairs), nets)


def _compared_pair(
    names: tuple[str, str], pairs: Sequence[ToldPair | None], told: Sequence[Explanation]
) -> ComparedPair:
    found: dict[tuple[str, ...], dict[int, int]] = {}
    reasons: dict[tuple[str, ...], str] = {}
    for place, (pair, one) in enumerate(zip(pairs, told, strict=True)):
        for line in pair.lines if pair else ():
            key = line_key(line.document)
            points = found.setdefault(key, {})
            points[place] = points.get(place, 0) + line.points
            reasons.setdefault(key, _reason(line, one.words))
    lines = tuple(
        ComparedLine(
            key[0],
            key[1],
            {name: value for name, value in zip(_NAMED, key[2:], strict=True) if value},
            reasons[key],
            tuple(map(found[key].get, range(len(told)))),
        )
        for key in sorted(found, key=_order)
    )
    return ComparedPair(*names, lines, tuple(pair.net if pair else None for pair in pairs))


def line_key(line: Document) -> tuple[str, ...]:
    """What tells a line of a result apart from the others, whatever its points and its rule."""
    told = (line.get(name, "") for name in ("reason", "row", "natural"))
    category = line.get("category", "") if line["reason"] != "row" else ""
    return (line["payer"], line["payee"], *told, category)


def _order(key: tuple[str, ...]) -> tuple[int, int]:
    """The order of a result's lines: by reason, then rows front to back."""
    _, _, reason, row, *_ = key
    return _REASONS.index(reason), ROWS.index(row) if row else len(ROWS)


def _reason(line: ToldLine, said: Words) -> str:
    document = line.document
    parts = [said.reason(document["reason"])]
    if "row" in document:
        parts.append(said.row(document["row"]))
    if "category" in document:
        parts.append(said.category(document["category"], document["row"]))
    if "natural" in document and document["reason"] != "natural":
        parts.append(said.natural(document["natural"]))
    elif "natural" in document:
        parts = [said.natural(document["natural"])]
    return " ".join(parts)


def comparison_text(
    comparison: Comparison, width: int = DEFAULT_WIDTH, *, colour: bool = False
) -> str:
    """The comparison for people."""
    page = Page(width, colour=colour)
    said = comparison.words
    page.heading(said.text("compare.title", count=len(comparison.columns)))
    for column in comparison.columns:
        page.text(f"{column.label}: {_about(column, said)}", first=_INDENT, rest=_INDENT * 2)
        for line in _faults(column):
            page.text(line, first=_INDENT * 2 + "· ", rest=_INDENT * 3)
        notices = column.told.notices if column.told else ()
        for notice in (*column.adapted, *notices):
            page.text(notice, first=_INDENT * 2 + "· ", rest=_INDENT * 3)
    unscored = [column.label for column in comparison.columns if column.told is None]
    if len(comparison.scored) > 1 or not unscored:
        _write_tables(page, comparison)
    if unscored:
        page.heading(
            said.text("compare.unscored", labels=said.text("page.list_comma").join(unscored))
        )
    return str(page)


def _about(column: Column, said: Words) -> str:
    told = column.told
    if told is None:
        return said.text("compare.problem")
    title = told.words.text("page.ruleset", title=told.title, id=told.ruleset)
    comma = said.text("page.list_comma")
    return comma.join([title, *(f"{option.name} = {option.answer}" for option in told.options)])


def _faults(column: Column) -> Iterator[str]:
    problem = column.problem or {}
    errors = problem.get("errors") or ()
    for error in errors:
        yield f"{error['pointer']}: {error['message']}"
    if not errors and problem.get("detail"):
        yield problem["detail"]


def _write_tables(page: Page, comparison: Comparison) -> None:
    said = comparison.words
    labels = [column.label for column in comparison.scored]
    # All that is not the text of a line: its mark, and a gap and a number for each column.
    beside = len(_DIFFERS) + 2 * (len(labels) + 1)
    most = page.width - beside - _NARROWEST_HEAD * len(labels)
    pairs = [list(_pair_rows(pair, said, most)) for pair in comparison.pairs]
    first = widest(row[1] for rows in pairs for row in rows)
    heads = folded_heads(labels, page.width - beside - first)
    rows = [("", "", *head) for head in heads] + [row for rows in pairs for row in rows]
    lines = iter(table(rows, right=range(2, 2 + len(labels))))
    page.heading(next(lines))
    page.lines(next(lines) for _ in heads[1:])
    for pair in pairs:
        page.lines([*(next(lines) for _ in pair), ""])
    page.text(said.text("compare.differs" if comparison.differs else "compare.same"))
    page.heading(said.text("compare.nets"))
    nets = [("", *head) for head in heads]
    nets += [(player, *map(signed, row)) for player, row in comparison.nets]
    page.lines(_INDENT + line for line in table(nets, right=range(1, 1 + len(labels))))


def _pair_rows(pair: ComparedPair, said: Words, most: int) -> Iterator[tuple[str, ...]]:
    """The rows of a pair in the table: its lines, of at most so many cells, and their sums."""
    for line in pair.lines:
        reason = f"{line.payer} → {line.payee}  {line.reason}"
        *above, last = wrap(reason, most, rest=_INDENT)
        mark = _DIFFERS if line.differs else ""
        for part in above:
            yield (mark, part, *("" for _ in line.points))
            mark = ""
        yield (mark, last, *(_NOTHING if p is None else str(p) for p in line.points))
    names = said.text("page.pair", first=pair.first, second=pair.second)
    yield ("", f"= {names}", *(_NOTHING if n is None else signed(n) for n in pair.nets))


def folded_heads(labels: Sequence[str], room: int) -> list[tuple[str, ...]]:
    """The heads of columns that have so many cells together, in as many lines as that takes.

    >>> folded_heads(["tw-points@1", "tw-scoop@1 quads_back=3"], 24)
    [('', 'tw-scoop@1'), ('tw-points@1', 'quads_back=3')]
    """
    if sum(map(cell_len, labels)) <= room:
        return [tuple(labels)]
    width = max(room // len(labels), _NARROWEST_HEAD)
    columns = [fold(label, width) for label in labels]
    height = max(map(len, columns))
    return list(zip(*([""] * (height - len(lines)) + lines for lines in columns), strict=True))
