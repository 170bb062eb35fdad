"""The fields of a ruleset document, part by part: values, names, naturals, options.

What only the whole ruleset can tell stands in :mod:`settle.rulebook.schema`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from settle.cards import RANKS, SUITS
from settle.faults import Fault, Pointer
from settle.rulebook.keys import KEYS, NATURAL_POINTS, Key, key_named, listed, natural_of
from settle.rulebook.options import map_entries
from settle.rulebook.shapes import (
    LANGUAGES,
    LONGEST_WORD,
    MOST_WHOLE,
    REASONS,
    TEXTS,
    Json,
    Known,
    Record,
    Shape,
    distinct_letters,
    list_of,
    of_key,
    one_of,
    plain,
    provenance,
    spelled,
    table_of,
    text,
    whole,
    wrong_type,
)
from settle.rulebook.text import Document
from settle.rules import ROWS
from settle.strength import CATEGORIES

REGIONS: Final = ("TW", "HK", "CN", "EN")
NAME_KINDS: Final = ("rows", "categories", "naturals", "reasons", "words")
DOUBLING_CARD: Final = "doubling_card"
"""The one option that is answered with a card."""

_FRONTS: Final = tuple(("A" + RANKS)[low : low + 3] for low in range(len(RANKS) - 1))
"""Three consecutive ranks, from A23 to QKA."""
_STRAIGHTS: Final = ("straight", "straight_flush")
_HAND: Final = 13
_MOST_PAIRS: Final = 6
_TIMES: Final = ("1", "2", "3", "4", "5")
"""How often a rank can be held, as keys of a table."""


# --- values, sources, names ---------------------------------------------------------------------


def value_table(key: Key) -> Shape:
    """The table that stands at a key: the value, its unit, its source."""
    unit: dict[str, Shape] = {"unit": one_of(key.unit)} if key.unit else {}
    record = Record({"value": of_key(key), **unit, **REASONS}, ("value", *unit), kind="value_table")

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        yield from record(value, pointer, known)
        if isinstance(value, Mapping):
            yield from provenance(value, pointer, known)

    return check


def _groups() -> dict[str, Shape]:
    """The tables that the keys' dots make, with a value table at each end."""
    tree: dict[str, Any] = {}
    for name, key in KEYS.items():
        *groups, last = name.split(".")
        place = tree
        for group in groups:
            place = place.setdefault(group, {})
        place[last] = value_table(key)
    return {name: _group(part) for name, part in tree.items()}


def _group(part: Json) -> Shape:
    if not isinstance(part, dict):
        shape: Shape = part
        return shape
    return Record({name: _group(inner) for name, inner in part.items()})


def _named(kind: str) -> Callable[[str, Known], bool]:
    """Whether there is something of the kind to name."""

    def exists(key: str, known: Known) -> bool:
        if kind == "rows":
            return key in ROWS
        if kind == "categories":
            row, _, category = key.rpartition(".")
            return category in CATEGORIES and row in ("", *ROWS)
        return known.naturals is None or key in known.naturals

    return exists


def _names(kind: str) -> Shape:
    exists = _named(kind) if kind in ("rows", "categories", "naturals") else None

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        yield from table_of(text(LONGEST_WORD), spelling=r".{1,80}")(value, pointer, known)
        if exists is None or not isinstance(value, Mapping):
            return
        for key in value:
            if not exists(key, known):
                yield Fault((*pointer, key), "bad_key", "name", {"found": key, "kind": kind})

    return check


# --- naturals -----------------------------------------------------------------------------------

_SPAN: Final[Mapping[str, Shape]] = {"min": whole(0, _HAND), "max": whole(0, _HAND)}


def _within(field: str, shape: Shape) -> Shape:
    """So many cards out of a set or a group."""
    record = Record({field: shape, **_SPAN}, (field,))

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        faults = list(record(value, pointer, known))
        yield from faults
        if faults:
            return
        if "min" not in value and "max" not in value:
            yield Fault((*pointer, "min"), "missing", "field", {"field": "min"})
        elif value.get("min", 0) > value.get("max", _HAND):
            values = {"found": value["min"], "least": 0, "most": value["max"]}
            yield Fault((*pointer, "min"), "out_of_range", "integer", values)

    return check


_COUNTS: Final = Record(dict.fromkeys(_TIMES, whole(0, _HAND)))

_HOLDS: Final = Record(
    {
        "ranks": _within("set", distinct_letters(RANKS)),
        "suits": _within("groups", list_of(distinct_letters(SUITS), least=1)),
        "distinct_ranks": whole(1, _HAND),
        "at_least": _COUNTS,
        "exactly": _COUNTS,
        "pairs": whole(0, _MOST_PAIRS),
        "rows": one_of("straight", "flush", "straight_flush"),
        "front_excludes": list_of(one_of(*_FRONTS)),
    }
)


def _holds(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    yield from _HOLDS(value, pointer, known)
    if isinstance(value, Mapping):
        if not any(part not in ({}, []) for part in value.values()):
            yield Fault(pointer, "missing", "entries", {"least": 1})
        if value.get("front_excludes") and not _asks_for_straights(value):
            yield _no_straights((*pointer, "front_excludes"))


def _asks_for_straights(holds: Json) -> bool:
    return isinstance(holds, Mapping) and holds.get("rows") in _STRAIGHTS


def _no_straights(pointer: Pointer) -> Fault:
    return Fault(pointer, "conflicting_value", "no_straights")


_ROOT_FIELDS: Final = ("holds", "order", "hands_52")
"""What the root says of a natural; no ruleset says it otherwise."""

_NATURAL: Final = Record(
    {
        "points": of_key(NATURAL_POINTS),
        "rank": whole(1, MOST_WHOLE),
        "unit": one_of("points"),
        "listed": whole(0, MOST_WHOLE),
        "front_excludes": list_of(one_of(*_FRONTS)),
        "holds": _holds,
        **REASONS,
    },
)
_NEEDED: Final = ("points", "rank", "unit", "holds")
"""What a natural has to have, be it from a parent."""
_ROOT_NATURAL: Final = Record(
    {"holds": _holds, "order": whole(1, MOST_WHOLE), "hands_52": whole(1, 52**13)},
    _ROOT_FIELDS,
)


def natural(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """One natural of a ruleset: what it pays, where it ranks, and what it asks if it is new."""
    name = str(pointer[-1])
    root = known.root_naturals.get(name)
    if isinstance(value, Mapping) and root is not None:
        if value == root:
            return
        value = {k: part for k, part in value.items() if k not in root or root[k] != part}
        if "holds" in value:
            yield Fault((*pointer, "holds"), "unknown_field", "known_natural", {"natural": name})
            del value["holds"]
    yield from _NATURAL(value, pointer, known)
    if not isinstance(value, Mapping):
        return
    yield from provenance(value, pointer, known)
    if known.naturals is None:
        return
    resolved = known.naturals[name]
    for field in _NEEDED:
        # A number is never without its unit: who gives the points says what they are.
        bare = field == "unit" and "points" in value and field not in value
        if bare or field not in resolved:
            yield Fault((*pointer, field), "missing", "field", {"field": field})
    if value.get("front_excludes") and not _asks_for_straights(resolved.get("holds")):
        yield _no_straights((*pointer, "front_excludes"))


_NATURALS_GROUP: Final = "naturals"
_NATURAL_SPELLING: Final = re.compile(r"[a-z0-9_]{1,40}")
_TAKEN: Final = ("auto",)
"""Words that mean something else where a natural is declared."""


def is_natural_id(name: str) -> bool:
    """Whether a natural may be called so."""
    return _NATURAL_SPELLING.fullmatch(name) is not None and name not in _TAKEN


def _naturals(settings: Record, each: Shape) -> Shape:
    """The table of naturals, with the two settings that stand among them."""

    def check(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield wrong_type(pointer, "object", value)
            return
        for name, entry in value.items():
            here = (*pointer, name)
            if name in settings.fields:
                yield from settings.fields[name](entry, here, known)
            elif is_natural_id(name):
                yield from each(entry, here, known)
            else:
                yield Fault(here, "bad_key", "natural", {"found": name})

    return check


# --- options ------------------------------------------------------------------------------------


def _settable(name: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """A dotted key that an option may set."""
    if not isinstance(name, str):
        yield wrong_type(pointer, "text", name)
        return
    held = natural_of(name)
    unknown = held is not None and known.naturals is not None and held not in known.naturals
    if key_named(name) is None or unknown:
        yield Fault(pointer, "bad_key", "", {"found": name})


def _settings(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """What a choice sets: dotted keys, each with what may stand there."""
    if not isinstance(value, Mapping):
        yield wrong_type(pointer, "object", value)
        return
    for name, setting in value.items():
        faults = list(_settable(name, (*pointer, name), known))
        yield from faults
        key = None if faults else key_named(name)
        if key is not None:
            yield from of_key(key)(setting, (*pointer, name), known)


def _bounds(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """The least and the most of a range."""
    if not isinstance(value, list):
        yield wrong_type(pointer, "list", value)
    elif len(value) != 2:  # noqa: PLR2004 - the least and the most
        yield Fault(pointer, "out_of_range", "bounds", {"found": value})
    else:
        for place, bound in enumerate(value):
            yield from whole(0, MOST_WHOLE)(bound, (*pointer, place), known)
        if all(type(bound) is int for bound in value) and value[0] > value[1]:
            yield Fault(pointer, "out_of_range", "bounds", {"found": value})


_QUESTION: Final[Mapping[str, Shape]] = {"question": TEXTS, **REASONS}
_CHOICE: Final = Record({"value": plain, "label": TEXTS, "sets": _settings}, ("value",))

_OPTIONS: Final[Mapping[str, Record]] = {
    "choices": Record(
        {"default": plain, "choices": list_of(_CHOICE, least=1), **_QUESTION},
        ("question", "default"),
    ),
    "map": Record(
        {"map": text(), "keys": list_of(text(), least=1), "range": _bounds, **_QUESTION},
        ("question", "range"),
    ),
    "card": Record({"card": one_of(*(True,)), **_QUESTION}, ("question",)),
    "range": Record(
        {
            "default": whole(0, MOST_WHOLE),
            "range": _bounds,
            "sets": list_of(_settable, least=1),
            **_QUESTION,
        },
        ("question", "default", "range", "sets"),
    ),
}
"""The fields of an option by the field that says how it is answered."""


def option(value: Json, pointer: Pointer, known: Known) -> Iterator[Fault]:
    """One question to the table; ``value`` is what stands there once parents are laid under."""
    if not isinstance(value, Mapping):
        yield wrong_type(pointer, "object", value)
        return
    kind = next((kind for kind in _OPTIONS if kind in value), None)
    if kind is None:
        yield Fault(pointer, "missing", "answers", {"choices": listed(list(_OPTIONS))})
        return
    faults = list(_OPTIONS[kind](value, pointer, known))
    yield from faults
    yield from provenance(value, pointer, known)
    if not faults:
        yield from _ANSWERS[kind](value, pointer, known)


def _choice_answers(value: Document, pointer: Pointer, _known: Known) -> Iterator[Fault]:
    said = [choice["value"] for choice in value["choices"]]
    seen: set[tuple[type, object]] = set()
    for place, each in enumerate(said):
        if (type(each), each) in seen:
            here = (*pointer, "choices", place, "value")
            yield Fault(here, "out_of_range", "repeated", {"found": each})
        seen.add((type(each), each))
    if (type(value["default"]), value["default"]) not in seen:
        values = {"found": value["default"], "choices": listed(said)}
        yield Fault((*pointer, "default"), "bad_option", "choice", values)


def _range_answers(value: Document, pointer: Pointer, _known: Known) -> Iterator[Fault]:
    least, most = value["range"]
    if not least <= value["default"] <= most:
        values = {"found": value["default"], "least": least, "most": most}
        yield Fault((*pointer, "default"), "bad_option", "range", values)
    places = {(*pointer, "sets", place): name for place, name in enumerate(value["sets"])}
    yield from _fits(places, value["range"], (*pointer, "range"))


def _map_answers(value: Document, pointer: Pointer, _known: Known) -> Iterator[Fault]:
    entries = map_entries(value["map"], value.get("keys"), ["*"])
    if not entries:
        yield Fault((*pointer, "keys"), "missing", "field", {"field": "keys"})
    places = {(*pointer, "keys", place): name for place, name in enumerate(entries.values())}
    yield from _fits(places, value["range"], (*pointer, "range"))


def _fits(
    places: Mapping[Pointer, str], bounds: Sequence[int], bounds_place: Pointer
) -> Iterator[Fault]:
    """Whether every number within bounds may stand at every key it is put at."""
    least, most = bounds
    for place, name in places.items():
        key = key_named(name)
        if key is None or key.choices:
            variant = "" if key is None else "no_number"
            yield Fault(place, "bad_key", variant, {"found": name})
        elif least < key.least or most > key.most:
            values = {"found": list(bounds), "least": key.least, "most": key.most, "key": name}
            yield Fault(bounds_place, "out_of_range", "key_bounds", values)


def _card_answers(_value: Document, pointer: Pointer, _known: Known) -> Iterator[Fault]:
    if pointer[-1] != DOUBLING_CARD:
        yield Fault(pointer, "bad_key", "card", {"found": pointer[-1], "name": DOUBLING_CARD})


_ANSWERS: Final[Mapping[str, Shape]] = {
    "choices": _choice_answers,
    "map": _map_answers,
    "card": _card_answers,
    "range": _range_answers,
}


# --- the document -------------------------------------------------------------------------------

ID: Final = r"[a-z0-9-]{1,40}"
VERSION: Final = r"[1-9][0-9]{0,6}"
PARENT: Final = re.compile(f"{ID}@{VERSION}")
_MOST_VERSION: Final = 9_999_999
_SOURCE: Final = Record({"title": text(), "section": text()}, ("title",))


def _document(each_natural: Shape, each_option: Shape) -> Record:
    groups = _groups()
    settings = groups[_NATURALS_GROUP]
    assert isinstance(settings, Record)
    header: dict[str, Shape] = {
        "id": spelled(re.compile(ID), "id"),
        "version": whole(1, _MOST_VERSION),
        "extends": spelled(PARENT, "parent"),
        "without": list_of(text()),
        "region": one_of(*REGIONS),
        "title": TEXTS,
        "summary": TEXTS,
        "unit": TEXTS,
        # As many as there are rows, each once: an order of all of them.
        "shown": list_of(one_of(*ROWS), least=len(ROWS)),
        "sources": table_of(_SOURCE, spelling=r"[A-Za-z0-9_-]{1,60}"),
    }
    rest: dict[str, Shape] = {
        "naturals": _naturals(settings, each_natural),
        "options": table_of(each_option, spelling=r"[a-z0-9_]{1,40}"),
        "names": Record(
            dict.fromkeys(LANGUAGES, Record({kind: _names(kind) for kind in NAME_KINDS}))
        ),
    }
    return Record({**header, **groups, **rest}, ("id", "version"))


def _nothing(_value: Json, _pointer: Pointer, _known: Known) -> Iterator[Fault]:
    """Options are looked at once parents are laid under."""
    return iter(())


DOCUMENT: Final = _document(natural, _nothing)
"""A ruleset as written; its options' insides are left to :func:`option`."""

ROOT_DOCUMENT: Final = _document(_ROOT_NATURAL, _nothing)
"""The root of every ruleset."""
