"""The shapes that the parts of a ruleset document have: whole numbers, texts, lists, tables.

A shape looks at one part by itself and yields what is wrong with it, at its place.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from settle.faults import Fault, Pointer
from settle.rulebook.keys import Key, Plain, listed

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans")
DECISION: Final = "decision"
LONGEST_WORD: Final = 80
MOST_WHOLE: Final = 1_000_000

_LONGEST_TEXT: Final = 1000


@dataclass(frozen=True, slots=True)
class Known:
    """What the parts of a document may point at."""

    sources: frozenset[str] | None
    """None: the parent is missing, so nothing can be said."""
    naturals: Mapping[str, Any] | None
    """All naturals of the resolved ruleset; None as above."""
    root_naturals: Mapping[str, Any]


Json = Any
"""A value as TOML or JSON gives it."""

Shape = Callable[[Json, Pointer, Known], Iterator[Fault]]


def wrong_type(pointer: Pointer, kind: str, found: object) -> Fault:
    """Something of another kind stands there."""
    return Fault(pointer, "wrong_type", kind, {"found": found})


def _not_among(pointer: Pointer, found: object, choices: Sequence[object]) -> Fault:
    return Fault(pointer, "out_of_range", "choice", {"found": found, "choices": listed(choices)})


# --- single values ------------------------------------------------------------------------------


def whole(least: int, most: int) -> Shape:
    """A whole number within bounds."""

    def check(value: Json, pointer: Pointer, _known: Known) -> Iterator[Fault]:
        if type(value) is not int:
            yield wrong_type(pointer, "integer", value)
        elif not least <= value <= most:
            values = {"found": value, "least": least, "most": most}
            yield Fault(pointer, "out_of_range", "integer", values)

    return check


def text(most: int = _LONGEST_TEXT) -> Shape:
    """A text that is not empty."""

    def check(value: Json, pointer: Pointer, _known: Known) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield wrong_type(pointer, "text", value)
        elif not value.strip() or len(value) > most:
            values = {"found": value, "least": 1, "most": most}
            yield Fault(pointer, "out_of_range", "text", values)

    return check


def spelled(spelling: re.Pattern[str], variant: str) -> Shape:
    """A text of a certain spelling; the variant's sentence says which."""

    def check(value: Json, pointer: Pointer, _known: Known) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield wrong_type(pointer, "text", value)
        elif not spelling.fullmatch(value):
            yield Fault(pointer, "out_of_range", variant, {"found": value})

    return check


def one_of(*choices: Plain) -> Shape:
    """One of a few values, of their kind: true is no 1."""
    kind = {str: "text", int: "integer", bool: "flag"}[type(choices[0])]

    def check(value: Json, pointer: Pointer, _known: Known) -> Iterator[Fault]:
        if type(value) is not type(choices[0]):
            yield wrong_type(pointer, kind, value)
        elif value not in choices:
            yield _not_among(pointer, value, choices)

    return check


def of_key(key: Key) -> Shape:
    """What may stand at a key of the table."""
    return one_of(*key.choices) if key.choices else whole(key.least, key.most)


def plain(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """The value of a choice: a word, a whole number, true or false."""
    if isinstance(value, str):
        yield from text(LONGEST_WORD)(value, pointer, known)
    elif type(value) is not bool:
        yield from whole(-MOST_WHOLE, MOST_WHOLE)(value, pointer, known)


def distinct_letters(alphabet: str) -> Shape:
    """Some letters of an alphabet, each once."""

    def check(value: Json, pointer: Pointer, _known: Known) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield wrong_type(pointer, "text", value)
        elif not value or len(set(value)) != len(value) or not set(value) <= set(alphabet):
            values = {"found": value, "letters": alphabet}
            yield Fault(pointer, "out_of_range", "letters", values)

    return check


# --- lists and tables ---------------------------------------------------------------------------


def list_of(shape: Shape, *, least: int = 0) -> Shape:
    """A list, each entry of one shape and there once."""

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield wrong_type(pointer, "list", value)
            return
        if len(value) < least:
            yield Fault(pointer, "missing", "entries", {"least": least})
        seen: set[str] = set()
        for place, entry in enumerate(value):
            faults = list(shape(entry, (*pointer, place), known))
            yield from faults
            # By their spelling: true is not 1.
            if not faults and repr(entry) in seen:
                yield Fault((*pointer, place), "out_of_range", "repeated", {"found": entry})
            seen.add(repr(entry))

    return check


def table_of(shape: Shape, *, spelling: str) -> Shape:
    """A table whose keys have one spelling and whose entries have one shape."""
    keys = re.compile(spelling)

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield wrong_type(pointer, "object", value)
            return
        for key, entry in value.items():
            if keys.fullmatch(key):
                yield from shape(entry, (*pointer, key), known)
            else:
                yield Fault((*pointer, key), "bad_key", "spelling", {"found": key})

    return check


@dataclass(frozen=True, slots=True)
class Record:
    """A table of named fields."""

    fields: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    kind: str = "object"
    """What it is called where something else stands in its place."""

    def __call__(self, value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        """What is wrong with a part that should be this record."""
        if not isinstance(value, Mapping):
            yield wrong_type(pointer, self.kind, value)
            return
        for name in self.required:
            if name not in value:
                yield Fault((*pointer, name), "missing", "field", {"field": name})
        for name, part in value.items():
            if name in self.fields:
                yield from self.fields[name](part, (*pointer, name), known)
            else:
                values = {"known": tuple(self.fields)}
                yield Fault((*pointer, name), "unknown_field", "", values)


TEXTS: Final = Record(dict.fromkeys(LANGUAGES, text()), LANGUAGES)
"""One text in each language."""

REASONS: Final[Mapping[str, Shape]] = {
    "source": text(),
    "basis": one_of(DECISION),
    "note": TEXTS,
}
"""Why a value is what it is."""


def provenance(table: Mapping[str, Any], pointer: Pointer, known: Known) -> Iterator[Fault]:
    """Whether a value says where it comes from: a source, or a decision with a note."""
    source = table.get("source")
    if isinstance(source, str) and known.sources is not None and source not in known.sources:
        values = {"found": source, "choices": listed(sorted(known.sources))}
        yield Fault((*pointer, "source"), "unknown_source", values=values)
    if "basis" in table:
        if "note" not in table:
            yield Fault((*pointer, "note"), "missing", "field", {"field": "note"})
    elif "source" not in table:
        yield Fault(pointer, "unsourced_value")
