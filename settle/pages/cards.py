"""Cards as pages show them: a suit's sign that is a drawing, and the rank as text."""

from typing import Final, NamedTuple

from settle.words import Words

_RANKS: Final = {"T": "10"}


class Face(NamedTuple):
    """A card to look at, and what is read aloud."""

    card: str
    """As documents write it: ``Td``."""
    rank: str
    suit: str
    """``s``, ``h``, ``c``, ``d``."""
    name: str


def face(card: str, said: Words) -> Face:
    """A card in a language.

    >>> from settle.words import words
    >>> face("Td", words("en"))
    Face(card='Td', rank='10', suit='d', name='10 of diamonds')
    """
    rank, suit = _RANKS.get(card[0], card[0]), card[1]
    called = said.text(f"pages.suits.{suit}")
    return Face(card, rank, suit, said.text("pages.cards.name", rank=rank, suit=called))
