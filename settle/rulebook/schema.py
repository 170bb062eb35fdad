"""Whether a ruleset document is in order: every fault at once, at its place in the document.

The parts are looked at by :mod:`settle.rulebook.shapes`; here are the parents, and what only shows
when everything is laid together.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from settle.cards import SUITS
from settle.faults import Fault, Pointer, RefusedError, json_pointer
from settle.rulebook.agreement import (
    NATURAL_SETTINGS,
    Agreement,
    agree,
    parse_holds,
    read_parts,
    stated_values,
)
from settle.rulebook.fields import (
    DOCUMENT,
    DOUBLING_CARD,
    PARENT,
    ROOT_DOCUMENT,
    is_natural_id,
    option,
)
from settle.rulebook.holding import can_be_held
from settle.rulebook.keys import (
    CARDS_ONCE,
    CARDS_WITH_EXTRA_SUIT,
    DEFAULTS,
    KEYS,
    ONLY_WITH_EXTRA_SUIT,
    Conflict,
    Plain,
    conflicts,
    listed,
)
from settle.rulebook.options import map_entries
from settle.rulebook.shapes import LANGUAGES, Known
from settle.rulebook.text import (
    HEADER,
    OPTION_KINDS,
    ROOT_ID,
    Document,
    FindDocument,
    resolve,
    with_parents,
)

_INHERITED: Final = ("region", "title", "summary", "unit")
"""What a child need not say again."""

MOST_PARENTS: Final = 3
"""So many steps of ``extends`` a table's own rulesets may take to one that is shipped."""

IsOwn = Callable[[str], bool]
"""Whether the ruleset of that ``id@version`` is a table's own."""


def check_document(document: object, *, find: FindDocument, own: IsOwn, root: Document) -> None:
    """Raise RefusedError with everything that is wrong with a table's own ruleset."""
    faults = tuple(document_faults(document, find=find, own=own, root=root))
    if faults:
        raise RefusedError(faults)


def document_faults(
    document: object, *, find: FindDocument, own: IsOwn, root: Document, steps: int = 0
) -> Iterator[Fault]:
    """Everything that is wrong with a ruleset document, the extent of its parents included.

    ``steps`` are those that were taken to get to the document.
    """
    if not isinstance(document, Mapping):
        yield from DOCUMENT(document, (), Known(None, None, {}))
        return
    parents = _Parents(find, own, root, steps)
    parent_faults = list(parents.faults(document))
    resolved = None if parent_faults else parents.resolved(document)
    known = _known(resolved, root)
    shape_faults = [*parent_faults, *DOCUMENT(document, (), known)]
    shape_faults += _root_faults(document, root)
    shape_faults += _option_faults(document, resolved, known, root)
    yield from shape_faults
    if resolved is not None:
        yield from _Whole(document, resolved, root).faults(complete=not shape_faults)


def _known(resolved: Document | None, root: Document) -> Known:
    if resolved is None:
        return Known(None, None, root["naturals"])
    sources, naturals = resolved.get("sources"), resolved.get("naturals")
    return Known(
        frozenset(sources) if isinstance(sources, Mapping) else None,
        naturals if isinstance(naturals, Mapping) else None,
        root["naturals"],
    )


def _option_faults(
    document: Document, resolved: Document | None, known: Known, root: Document
) -> Iterator[Fault]:
    """The options the document names, as they are once the parent's are laid under."""
    tables = document.get("options")
    whole = tables if resolved is None else resolved["options"]
    if not isinstance(tables, Mapping) or not isinstance(whole, Mapping):
        return
    for name in tables:
        asked = root["options"].get(name)
        if tables[name] != asked and not _answered_otherwise(tables[name], asked):
            yield from option(whole[name], ("options", name), known)


def _root_faults(document: Document, root: Document) -> Iterator[Fault]:
    """The root's name, and the questions that it asks of every ruleset, are not a file's."""
    if document.get("id") == ROOT_ID:
        yield Fault(("id",), "name_taken", "root", {"found": ROOT_ID})
    tables = document.get("options")
    if not isinstance(tables, Mapping):
        return
    for name, asked in root["options"].items():
        for field in _answered_otherwise(tables.get(name), asked):
            yield Fault(("options", name, field), "unknown_field", "known_option", {"option": name})


def _answered_otherwise(table: object, asked: Document | None) -> list[str]:
    """What an option says of its answers that the root says otherwise."""
    if asked is None or not isinstance(table, Mapping):
        return []
    fields = (*OPTION_KINDS, "keys", "sets")
    return [field for field in fields if field in table and table[field] != asked.get(field)]


def root_faults(root: Document) -> Iterator[Fault]:
    """Everything that is wrong with the root of every ruleset."""
    known = Known(frozenset(root["sources"]), root["naturals"], {})
    yield from ROOT_DOCUMENT(root, (), known)
    for name, table in root["options"].items():
        # Of a range the root may leave the default to the file.
        default = {"default": table["range"][0]} if "sets" in table else {}
        yield from option({**default, **table}, ("options", name), known)


class _Parents:
    """What a document extends."""

    def __init__(self, find: FindDocument, own: IsOwn, root: Document, steps: int) -> None:
        self._find = find
        self._own = own
        self._root = root
        self._steps = steps

    def faults(self, document: Document) -> Iterator[Fault]:
        """What is wrong with ``extends`` and ``without``; none: the document can be resolved."""
        name = document.get("extends")
        if name is None:
            yield from self._without_faults(document, {})
        elif not _is_name(name):
            # The shape of the document names this one; nothing more can be said.
            return
        elif self._steps >= MOST_PARENTS:
            yield _parent_fault(name, "too_many", most=MOST_PARENTS)
        else:
            yield from self._parent_faults(document, name)

    def _parent_faults(self, document: Document, name: str) -> Iterator[Fault]:
        try:
            parent = self._find(name)
        except RefusedError as refused:
            yield _faulty_parent(name, refused.faults[0])
            return
        if parent is None:
            yield _parent_fault(name)
        elif self._own(name) and (fault := self._first_fault(parent)) is not None:
            yield _faulty_parent(name, fault)
        else:
            yield from self._without_faults(document, with_parents(parent, self._find))

    def _first_fault(self, parent: Document) -> Fault | None:
        faults = document_faults(
            parent, find=self._find, own=self._own, root=self._root, steps=self._steps + 1
        )
        return next(faults, None)

    def _without_faults(self, document: Document, parent: Document) -> Iterator[Fault]:
        keys = document.get("without", ())
        for place, key in enumerate(keys if isinstance(keys, list) else ()):
            if isinstance(key, str) and not can_leave(parent, key, keys[:place]):
                yield Fault(("without", place), "bad_key", "without", {"found": key})

    def resolved(self, document: Document) -> Document | None:
        """The resolved text, as far as the document's shape allows; None: it does not."""
        name, keys = document.get("extends"), document.get("without", [])
        if not (name is None or _is_name(name)) or not isinstance(keys, list):
            return None
        if not all(isinstance(key, str) for key in keys):
            return None
        return resolve(document, find=self._find, root=self._root)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and PARENT.fullmatch(name) is not None


def can_leave(parent: Document, key: str, left: list[Any]) -> bool:
    """Whether the parent has something at the dotted key that was not left out before."""
    place: Any = parent
    parts = key.split(".")
    for part in parts:
        if not isinstance(place, Mapping) or part not in place:
            return False
        place = place[part]
    before = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return parts[0] not in HEADER and before.isdisjoint(map(str, left))


def _parent_fault(name: str, variant: str = "", **values: object) -> Fault:
    return Fault(("extends",), "unknown_parent", variant, {"found": name, **values})


def _faulty_parent(name: str, fault: Fault) -> Fault:
    return _parent_fault(name, "faulty", place=json_pointer(fault.pointer), code=fault.code)


class _Whole:
    """A document with everything it extends laid under."""

    def __init__(self, document: Document, resolved: Document, root: Document) -> None:
        self._document = document
        self._resolved = resolved
        self._root = root
        self._stated = stated_values(resolved)

    def faults(self, *, complete: bool) -> Iterator[Fault]:
        """What is missing and what does not fit; ``complete``: no part is wrong by itself."""
        yield from self._missing()
        yield from self._missing_names()
        if not complete:
            yield from self._conflicts(self._stated, {})
            return
        parts = read_parts(self._resolved, digest="")
        agreement = agree(parts, {})
        yield from self._missing_meeting(agreement)
        yield from self._conflicts(agreement.values, agreement.set_by)
        yield from self._dormant()
        yield from self._beyond_the_deck()
        yield from self._never_held()
        yield from self._overruled(agreement)
        yield from self._no_doubling_card()

    def _missing(self) -> Iterator[Fault]:
        for name in _INHERITED:
            if name not in self._resolved:
                yield Fault((name,), "missing", "field", {"field": name})
        for key in KEYS.values():
            if key.required and not _has(self._resolved, key.name):
                yield _missing_key(key.name)

    def _missing_meeting(self, agreement: Agreement) -> Iterator[Fault]:
        """Where a natural is played, it has to be said what two of them do to each other."""
        played = any(
            key.startswith("naturals.") and key.endswith(".points") and value
            for key, value in agreement.values.items()
        )
        if played and "naturals.meeting" not in agreement.values:
            yield _missing_key("naturals.meeting")

    def _missing_names(self) -> Iterator[Fault]:
        """A natural of the file's own has to have a name in each language."""
        naturals = self._document.get("naturals")
        for name in naturals if isinstance(naturals, Mapping) else ():
            known = name in self._root["naturals"] or f"naturals.{name}" in KEYS
            if known or not is_natural_id(name):
                continue
            for language in LANGUAGES:
                if not _has(self._resolved, f"names.{language}.naturals.{name}"):
                    place = ("names", language, "naturals", name)
                    yield Fault(place, "missing", "field", {"field": name})

    def _conflicts(self, values: Mapping[str, Plain], set_by: Mapping[str, str]) -> Iterator[Fault]:
        found = {conflict.key: conflict for conflict in conflicts(values)}
        for conflict in found.values():
            if conflict.kind != "needs":
                yield self._conflict(conflict, self._place(conflict, set_by))
            elif not _has(self._resolved, conflict.key):
                holds = {"other": conflict.other, "holds": self._holds(conflict.other)}
                yield _missing_key(conflict.key, "beside", **holds)

    def _conflict(self, conflict: Conflict, place: Pointer) -> Fault:
        values = {
            "key": conflict.key,
            "found": self._holds(conflict.key),
            "other": conflict.other,
            "holds": self._holds(conflict.other),
            "choices": listed(KEYS[conflict.key].companions),
        }
        return Fault(place, "conflicting_value", conflict.kind, values)

    def _holds(self, key: str) -> Plain | None:
        return self._stated.get(key, DEFAULTS.get(key))

    def _place(self, conflict: Conflict, set_by: Mapping[str, str]) -> Pointer:
        """Where the document itself brings a conflict, rather than a parent."""
        for name in (conflict.key, conflict.other):
            option_name = set_by.get(name)
            if option_name is not None and _has(self._document, f"options.{option_name}"):
                return ("options", option_name)
            if _has(self._document, name):
                return _pointer(name)
        return _pointer(conflict.key)

    def _dormant(self) -> Iterator[Fault]:
        """Numbers of the document for what neither it nor any of its options can choose."""
        for key in KEYS.values():
            if not key.dormant or not _has(self._document, key.name):
                continue
            assert key.only_with is not None
            reached = self._reached(key.only_with)
            if reached.isdisjoint(key.companions):
                conflict = Conflict(key.name, key.only_with, "only_with")
                yield self._conflict(conflict, _pointer(key.name))

    def _beyond_the_deck(self) -> Iterator[Fault]:
        """Prices of the document for what 52 cards never make, where nothing can choose 65."""
        if CARDS_WITH_EXTRA_SUIT in self._reached("deck.cards"):
            return
        priced = {name: _pointer(name) for name in KEYS if _has(self._document, name)}
        values: dict[str, object] = {name: self._stated.get(name) for name in priced}
        for name, table in self._document.get("options", {}).items():
            for key, holds in _settable(table):
                priced.setdefault(key, ("options", name))
                values[key] = values.get(key) or holds
        for key, place in priced.items():
            if key.rpartition(".")[2] in ONLY_WITH_EXTRA_SUIT and values[key]:
                told = {"key": key, "found": values[key], "other": "deck.cards",
                        "holds": CARDS_ONCE, "choices": CARDS_WITH_EXTRA_SUIT}  # fmt: skip
                yield Fault(place, "conflicting_value", "only_with", told)

    def _never_held(self) -> Iterator[Fault]:
        """Conditions of the document that no thirteen cards can satisfy."""
        extra = CARDS_WITH_EXTRA_SUIT in self._reached("deck.cards")
        for name, table in self._document.get("naturals", {}).items():
            entry = self._resolved["naturals"][name]
            if name in NATURAL_SETTINGS or not {"holds", "front_excludes"} & table.keys():
                continue
            holds = parse_holds(entry["holds"], entry.get("front_excludes", ()))
            if not can_be_held(holds, len(SUITS) + extra):
                place = ("naturals", name, "holds")
                yield Fault(place, "conflicting_value", "never_held", {"natural": name})

    def _reached(self, key: str) -> set[Plain | None]:
        """What can hold at a key, by the file or by the choices of an option."""
        reached = {self._holds(key)}
        for table in self._resolved.get("options", {}).values():
            for choice in table.get("choices", ()):
                reached |= {choice["sets"][key]} if key in choice.get("sets", {}) else set()
        return reached

    def _overruled(self, agreement: Agreement) -> Iterator[Fault]:
        """Values of the document that the default of an option overrules, its own or a parent's."""
        # A key that does not fit another one has been told of.
        told = {key for one in conflicts(agreement.values) for key in (one.key, one.other)}
        for key, name in agreement.set_by.items():
            if key in told or not _has(self._document, key):
                continue
            holds = agreement.values[key]
            if holds != self._stated[key]:
                values = {"found": self._stated[key], "key": key, "option": name, "holds": holds}
                yield Fault(_pointer(key), "conflicting_value", "option", values)

    def _no_doubling_card(self) -> Iterator[Fault]:
        name = f"options.{DOUBLING_CARD}"
        if _has(self._resolved, name) and True not in self._reached(DOUBLING_CARD):
            place = DOUBLING_CARD if _has(self._document, DOUBLING_CARD) else name
            values = {"key": DOUBLING_CARD, "option": DOUBLING_CARD}
            yield Fault(_pointer(place), "conflicting_value", "no_card", values)


def _settable(option_table: Document) -> Iterator[tuple[str, object]]:
    """What an option says that it may put at a key, as far as it says so: the key, the most."""
    for choice in option_table.get("choices", ()):
        yield from choice.get("sets", {}).items()
    prefix, (_, most) = option_table.get("map"), option_table.get("range", (0, 0))
    for key in option_table.get("sets", ()):
        yield key, most
    for key in map_entries(prefix, option_table.get("keys"), ()).values() if prefix else ():
        yield key, most


def _missing_key(name: str, variant: str = "key", **values: object) -> Fault:
    return Fault(_pointer(name), "missing", variant, {"field": name, **values})


def _pointer(name: str) -> Pointer:
    return tuple(name.split("."))


def _has(document: Document, name: str) -> bool:
    """Whether something stands at the dotted key."""
    place: Any = document
    for part in name.split("."):
        if not isinstance(place, Mapping) or part not in place:
            return False
        place = place[part]
    return True
