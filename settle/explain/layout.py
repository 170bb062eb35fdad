"""Text in columns: widths in terminal cells, where a Chinese character takes two."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from settle.visible import MARK, visible

_CLOSING: Final = frozenset("，。：；、）」』”！？·,.;:!?)")
"""Characters that never begin a line."""

_FOLDS: Final = re.compile(r"[^-_=@,. ]+[-_=@,. ]?|[-_=@,. ]")
"""Pieces of a word behind which it may be broken."""

_RED_SUITS: Final = re.compile(r"[♥♦](?:10|[2-9JQKA])")
_NOTES: Final = re.compile(r"\[\d+(?:, \d+)*\]")
_BOLD, _DIM, _RED, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with blanks to a width in cells; ``right`` puts it at the right end.

    >>> pad("中墩", 6) + "|", pad("中墩", 6, right=True)
    ('中墩  |', '  中墩')
    """
    blanks = " " * (width - cell_len(visible(text)))
    return blanks + text if right else text + blanks


def widest(texts: Iterable[str]) -> int:
    """The width in cells of the widest text, 0 without any."""
    return max(map(cell_len, map(visible, texts)), default=0)


def wrap(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most ``width`` cells, broken at blanks and between Chinese characters.

    ``first`` and ``rest`` begin the first line and the others. A word wider than a line stays
    whole.

    >>> wrap("贏頭墩，對子", 8)
    ['贏頭墩，', '對子']
    >>> wrap("amy wins the front", 11, first="- ", rest="  ")
    ['- amy wins', '  the front']
    """
    lines, line, begun = [], first, False
    for token in _tokens(text):
        if begun and cell_len(line) + cell_len(token.rstrip()) > width:
            lines.append(line.rstrip())
            line = rest + token.lstrip()
        else:
            line += token
        begun = True
    return [*lines, line.rstrip()]


def fold(text: str, width: int) -> list[str]:
    """An id or another long word in lines of at most ``width`` cells, broken behind its signs.

    >>> fold("fujian-13-water@1", 10), fold("aaaaaa", 4)
    (['fujian-13-', 'water@1'], ['aaaa', 'aa'])
    """
    lines = [""]
    for piece in _FOLDS.findall(text):
        for part in [piece] if cell_len(piece) <= width else piece:
            if lines[-1] and cell_len(lines[-1] + part.rstrip()) > width:
                lines.append("")
            lines[-1] += part
    return [line.rstrip() for line in lines]


def _tokens(text: str) -> Iterator[str]:
    """Pieces between which a line may break, each with the blanks behind it."""
    token = ""
    for char in text:
        wide = cell_len(char) > 1
        ends = token[-1:] == " " or (token and (wide or cell_len(token[-1]) > 1))
        if ends and char != " " and char not in _CLOSING:
            yield token
            token = ""
        token += char
    if token:
        yield token


def table(
    rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), gap: str = "  "
) -> list[str]:
    """Rows in columns as wide as they need to be; the columns in ``right`` end at the right."""
    widths = [widest(column) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            pad(cell, width, right=place in right)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def signed(number: int) -> str:
    """A number that is won or lost.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '-3', '0')
    """
    return f"{number:+d}" if number else "0"


def on_a_line(text: str) -> str:
    """What somebody wrote, a name, a ruling or a title, on a line that shows all it holds."""
    return visible(text).replace("\n", MARK)


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """What to call each id so that no two are called the same: the id added where two share a name.

    The ids alone where somebody else's name is just what came of that.

    >>> told_apart({"p1": "Amy", "p2": "Amy", "p3": "Bob"})
    {'p1': 'Amy (p1)', 'p2': 'Amy (p2)', 'p3': 'Bob'}
    >>> told_apart({"p1": "Amy", "p2": "Amy", "p3": "Amy (p1)"})
    {'p1': 'p1', 'p2': 'p2', 'p3': 'p3'}
    """
    often = Counter(names.values())
    told = {each: f"{name} ({each})" if often[name] > 1 else name for each, name in names.items()}
    return told if len({*told.values()}) == len(told) else {each: each for each in names}


class Page:
    """A page that grows line by line; ``colour`` adds the signs of a terminal."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self.width = width
        self._colour = colour
        self._lines: list[str] = []

    def heading(self, text: str) -> None:
        """A heading, with an empty line above unless it opens the page."""
        if self._lines:
            self._lines.append("")
        lines = wrap(on_a_line(text), self.width)
        self._lines += [f"{_BOLD}{line}{_PLAIN}" if self._colour else line for line in lines]

    def lines(self, lines: Iterable[str]) -> None:
        """Lines as they are."""
        self._lines += [self._coloured(on_a_line(line)) for line in lines]

    def text(self, text: str, *, first: str = "", rest: str | None = None) -> None:
        """A text, broken into lines; ``rest`` begins all lines but the first."""
        self.lines(wrap(text, self.width, first=first, rest=first if rest is None else rest))

    def __str__(self) -> str:
        return "\n".join(self._lines) + "\n"

    def _coloured(self, line: str) -> str:
        if not self._colour:
            return line
        line = _RED_SUITS.sub(lambda card: f"{_RED}{card[0]}{_PLAIN}", line)
        return _NOTES.sub(lambda note: f"{_DIM}{note[0]}{_PLAIN}", line)
