"""Cards as people write them into a field: any notation, with or without marks between the rows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from settle.cards import Card, parse_card
from settle.rules import ROWS
from settle.wire.draft import ROW_SIZES

_SIZES: Final = tuple(ROW_SIZES[row] for row in ROWS)
_ROW_MARK: Final = re.compile(r"[/|／｜]")
_LINES: Final = re.compile(r"\s*\n\s*")
_BETWEEN: Final = re.compile(r"[\s,;，、；。]+")
_WIDTHS: Final = range(2, 6)
"""How long a card can be: ``As`` to ``♠️10``, and ``黑桃10``."""
_MOST: Final = 52
"""Texts beyond so many are not looked at: no field takes as many cards."""


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a field: cards as documents write them, other texts as they are."""

    groups: tuple[tuple[str, ...], ...]
    """What is set apart by slashes or lines; one group where nothing is."""

    @property
    def texts(self) -> list[str]:
        """All of it, in order."""
        return [text for group in self.groups for text in group]

    @property
    def cards(self) -> tuple[Card, ...] | None:
        """The cards, None where something is no card."""
        found = [parse_card(text) for text in self.texts]
        return tuple(card for card in found if card) if all(found) else None

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Front, middle, back: the groups, or what stands there cut after three and eight.

        >>> read("2s3s4s 5s6s7s8s9s 10sJ♠Q♠K♠A♠").rows()[2]
        ('Ts', 'Js', 'Qs', 'Ks', 'As')
        """
        sizes = [len(group) for group in self.groups]
        if 1 < len(sizes) <= len(_SIZES):
            # Some write the back first; only one way round can be a hand.
            groups = self.groups[::-1] if sizes == [*_SIZES[::-1]] else self.groups
            return (*groups, *[()] * (len(_SIZES) - len(groups)))
        texts = tuple(self.texts)
        return texts[:3], texts[3:8], texts[8:]

    @property
    def is_arranged(self) -> bool:
        """Whether the rows have as many cards as rows do."""
        return tuple(len(row) for row in self.rows()) == _SIZES

    def told(self) -> str:
        """The same as pages write it: ``As Kh 3d / … / …``."""
        marked = " / ".join(" ".join(row) for row in self.rows())
        return marked.rstrip(" /")


def read(text: str) -> Written:
    """What a field holds.

    >>> read("黑桃A、紅心K，♦️10 as").groups
    (('As', 'Kh', 'Td', 'As'),)
    >>> read("AsKhJoker").groups
    (('As', 'Kh', 'Joker'),)
    """
    parts = _ROW_MARK.split(text)
    if len(parts) == 1:
        parts = [line for line in _LINES.split(text.strip()) if line]
    return Written(tuple(tuple(_texts(part)) for part in parts))


def _texts(part: str) -> Iterator[str]:
    for text in _BETWEEN.split(part.strip())[: _MOST + 1]:
        if text:
            yield from _cards_in(text)


def _cards_in(text: str) -> list[str]:
    """The cards that a text without blanks spells, then the rest of it as it is."""
    text = text[: _MOST * _WIDTHS[-1]]
    spelled: dict[int, list[str]] = {0: []}
    for start in range(len(text)):
        if start in spelled:
            for width in _WIDTHS:
                card = parse_card(text[start : start + width])
                if card and start + width <= len(text):
                    spelled.setdefault(start + width, [*spelled[start], card])
    reached = max(spelled)
    return spelled[reached] + ([text[reached:]] if reached < len(text) else [])
