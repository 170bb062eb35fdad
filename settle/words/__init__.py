"""The words people see, by language, with a ruleset's own names laid over them.

The catalogues are TOML files beside this module, one a language, read when first asked for. Hong
Kong's holds only what differs from Taiwan's. A key that is not there is a bug, not a fault.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from settle.visible import visible
from settle.words.languages import Language, is_known, pick_language

__all__ = ["LANGUAGES", "Language", "Words", "card_text", "document_language", "is_known",
           "pick_language", "words"]  # fmt: skip

LANGUAGES: Final = tuple(Language)

_FOLDER: Final = Path(__file__).resolve().parent
_FILES: Final = {
    Language.EN: ("en.toml",),
    Language.TAIWAN: ("zh-Hant-TW.toml",),
    Language.HONG_KONG: ("zh-Hant-TW.toml", "zh-Hant-HK.toml"),
    Language.MAINLAND: ("zh-Hans.toml",),
}
_PAGES: Final = "pages."
_KINDS: Final = ("rows", "categories", "naturals", "reasons", "words")
"""What a ruleset may name in its own words."""

_PLACE: Final = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)?)\}")
_SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


def words(language: Language | str, *, names: Mapping[str, Any] | None = None) -> "Words":
    """The words of a language; ``names`` is a ruleset's own table of names.

    >>> words("en").text("lines.scoop_points", payer="bob", payee="amy")
    "amy's scoop of bob"
    >>> words("zh-Hant-HK").category("pair"), words("zh-Hant").category("pair")
    ('啤', '對子')
    """
    chosen = language if isinstance(language, Language) else pick_language(language)
    own = (names or {}).get(document_language(chosen), {})
    return Words(chosen, _flat({kind: own.get(kind, {}) for kind in _KINDS}))


def document_language(language: Language) -> str:
    """The key under which a ruleset writes this language: ``en``, ``zh-Hant`` or ``zh-Hans``."""
    return "zh-Hant" if language.startswith("zh-Hant") else language.value


class Words:
    """The words of one language for one ruleset."""

    __slots__ = ("_own", "language")

    def __init__(self, language: Language, own: Mapping[str, str] = MappingProxyType({})) -> None:
        self.language = language
        self._own = own

    def text(self, key: str, /, **values: object) -> str:
        """The text of a dotted key with its places filled in.

        A place with a dot in it is another word, ``{reasons.scoop}``, so that a ruleset's own
        word for a thing is in every sentence. Raises KeyError for a key that is not in the
        catalogue and for a place without a value.
        """

        def fill(place: re.Match[str]) -> str:
            name = place[1]
            return self.text(name) if "." in name else visible(str(values[name]))

        own = self._own.get(key)
        return own or _PLACE.sub(fill, _catalogue(self.language, key.partition(".")[0])[key])

    def has(self, key: str) -> bool:
        """Whether there is a text of a dotted key."""
        return self._find(key) is not None

    def row(self, row: str) -> str:
        """``front``, ``middle`` or ``back``."""
        return self.text(f"rows.{row}")

    def category(self, category: str, row: str | None = None) -> str:
        """A category; in the front, three of a kind has a name of its own."""
        in_row = f"{row}.{category}"
        if row is not None and self._find(f"categories.{in_row}") is not None:
            return self.text(f"categories.{in_row}")
        return self.text(f"categories.{category}")

    def natural(self, natural: str) -> str:
        """A natural; one that has no name anywhere is called by its id."""
        return self._find(f"naturals.{natural}") or natural

    def reason(self, reason: str) -> str:
        """Why a line moves points, as a noun."""
        return self.text(f"reasons.{reason}")

    def status(self, status: str) -> str:
        """``plain``, ``foul`` or ``natural``."""
        return self.text(f"statuses.{status}")

    def value(self, value: str, key: str = "") -> str:
        """A word that stands in a ruleset or an option's answer; one without words as it is.

        ``key`` is the dotted key at which it stands, for words that mean another thing at each.
        """
        texts = (f"values.{key}.{value}", f"values.{value}")
        known = next((text for text in texts if self._find(text) is not None), None)
        return value if known is None else self.text(known)

    def amount(self, points: int, unit: Mapping[str, str] | None = None) -> str:
        """So many points in what the ruleset calls them; ``unit`` by language.

        >>> words("en").amount(1), words("en").amount(3, {"en": "point"})
        ('1 unit', '3 points')
        """
        called = (unit or {}).get(document_language(self.language)) or self.text("words.unit")
        return self.text(
            f"amounts.{'one' if abs(points) == 1 else 'many'}", points=points, unit=called
        )

    def titled(self, texts: Mapping[str, str]) -> str:
        """The text in this language out of one in several, as rulesets write them."""
        return texts.get(document_language(self.language)) or next(iter(texts.values()), "")

    def _find(self, key: str) -> str | None:
        return self._own.get(key) or _catalogue(self.language, key.partition(".")[0]).get(key)


def card_text(card: str) -> str:
    """A card for people: the suit's sign, then the rank.

    >>> card_text("Td"), card_text("As")
    ('♦10', '♠A')
    """
    rank, suit = card[0], card[1]
    return _SUIT_SIGNS[suit] + ("10" if rank == "T" else rank)


@cache
def _catalogue(language: Language, section: str) -> Mapping[str, str]:
    """Texts by dotted key. Faults and pages have files of their own, read only when needed."""
    if section == "faults":
        return _flat(_read(f"faults.{document_language(language)}.toml"), "faults.")
    return _texts(language, _PAGES if section == "pages" else "")


@cache
def _texts(language: Language, prefix: str = "") -> Mapping[str, str]:
    """Texts by dotted key; ``prefix`` is that of the files, and of their keys."""
    texts: dict[str, str] = {}
    for name in _FILES[language]:
        texts |= _flat(_read(prefix + name), prefix)
    return MappingProxyType(texts)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, str):
            flat[prefix + key] = value
        else:
            flat |= _flat(value, f"{prefix}{key}.")
    return flat
