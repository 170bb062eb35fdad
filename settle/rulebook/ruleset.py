"""A ruleset: what a table may agree on, before its options are answered."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from settle.faults import RefusedError
from settle.rulebook.agreement import (
    Agreement,
    KnownNatural,
    RulesetParts,
    agree,
    agreement_faults,
    compile_rules,
    read_parts,
)
from settle.rulebook.keys import KEYS, Plain, key_named
from settle.rulebook.options import Option, answer_faults
from settle.rules import ROWS, Rules

KEPT_AGREEMENTS: Final = 256
"""So many answers to a ruleset's options are kept ready to score with."""


class Source(NamedTuple):
    """Where a value comes from."""

    key: str
    title: str
    section: str | None


class Value(NamedTuple):
    """What holds at a dotted key, and why."""

    key: str
    value: Plain
    unit: str | None
    source: Source | None
    decision: bool
    """Ours or the table's own, where the source is silent."""
    note: Mapping[str, str]
    """The decision in words, by language; empty where a source says it."""
    option: str | None = None
    """The option whose answer put it there."""
    rank: int | None = None
    """Of a natural: its place, 1 is the highest, equal ranks tie."""


class _Asked:
    """Answers as a cache's key: equal where kinds and values are, so that true is not 1."""

    __slots__ = ("frozen", "given")

    def __init__(self, given: Mapping[str, object]) -> None:
        self.given = given
        self.frozen = _frozen(given) if given else ()

    def __hash__(self) -> int:
        return hash(self.frozen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.frozen == other.frozen


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return "map", tuple(sorted((repr(key), _frozen(entry)) for key, entry in value.items()))
    if isinstance(value, (list, tuple)):
        return "list", tuple(_frozen(entry) for entry in value)
    return type(value).__name__, value


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A complete, versioned set of scoring rules, its options not answered."""

    id: str
    version: int
    digest: str
    """``sha256:...`` of the resolved text."""
    document: Mapping[str, Any] = field(repr=False)
    """The resolved text."""
    _parts: RulesetParts = field(repr=False, compare=False)
    _ready: "Callable[[_Asked], Rules]" = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """``id@version``."""
        return f"{self.id}@{self.version}"

    @property
    def shown(self) -> tuple[str, ...]:
        """The rows in the order in which they are shown to people."""
        return tuple(self.document.get("shown", ROWS))

    def options(self) -> tuple[Option, ...]:
        """The questions to the table, in the order in which they are laid over the file."""
        return self._parts.options

    def naturals(self) -> tuple[KnownNatural, ...]:
        """Every natural the ruleset knows, played or not, the highest first."""
        return self._parts.naturals

    def rules(self, options: Mapping[str, object] | None = None) -> Rules:
        """The rules under these answers; what is not answered holds its default.

        Raises RefusedError with ``unknown_option`` and ``bad_option`` faults at
        ``/options/<name>`` or, within a map, ``/options/<name>/<entry>``.
        """
        return self._ready(_Asked(options or {}))

    def stated(self) -> Mapping[str, Plain]:
        """What stands in the file by dotted key, a natural's points at ``naturals.<id>.points``."""
        return self._parts.values

    def value(self, key: str, options: Mapping[str, object] | None = None) -> Value | None:
        """What holds at a dotted key, such as a line's ``rule``, and why; None for nothing.

        Where an answer puts something else there than the file says, the option's source is the
        reason. A natural's key is ``naturals.<id>``, its value the points. The options are those
        that :meth:`rules` takes.
        """
        return self._value(key, agree(self._parts, options or {}))

    def values(self) -> Iterator[Value]:
        """Everything that stands in the ruleset, its options at their defaults, by key."""
        agreement = agree(self._parts, {})
        ranked = (f"naturals.{natural.id}" for natural in self.naturals() if natural.ranked)
        for key in (*KEYS, *ranked):
            value = self._value(key, agreement)
            if value is not None:
                yield value

    def only_set(self) -> dict[str, tuple[str, ...]]:
        """The keys without a value that options can set, each with the names of these options.

        A natural's points that the file does not give are told by :meth:`switched_on`.
        """
        found: dict[str, tuple[str, ...]] = {}
        for option in self.options():
            for key in option.reach():
                if key in KEYS and key not in self.stated():
                    found[key] = (*found.get(key, ()), option.name)
        return {key: found[key] for key in KEYS if key in found}

    def switched_on(self) -> tuple[str, ...]:
        """The naturals that are played only where an option gives them points."""
        return tuple(natural.id for natural in self.naturals() if not natural.ranked)

    def _value(self, key: str, agreement: Agreement) -> Value | None:
        full_key = key if key in KEYS else f"{key}.points"
        if full_key not in agreement.values:
            return None
        holds, option = agreement.values[full_key], None
        table = self._table(key)
        rank = table.get("rank")
        if holds != self._parts.values.get(full_key):
            option = agreement.set_by[full_key]
            table = self.document["options"][option]
        row = key_named(full_key)
        return Value(
            key,
            holds,
            row.unit if row else None,
            self.source(table.get("source")),
            decision="basis" in table,
            note=table.get("note", {}),
            option=option,
            rank=rank,
        )

    def _table(self, key: str) -> Mapping[str, Any]:
        """The table that stands at a dotted key, empty for none."""
        place: Any = self.document
        for part in key.split("."):
            place = place.get(part, {})
        table: Mapping[str, Any] = place
        return table

    def source(self, key: str | None) -> Source | None:
        """A source of the ruleset by its key."""
        if key is None:
            return None
        table = self.document["sources"][key]
        return Source(key, table["title"], table.get("section"))


def make_ruleset(document: Mapping[str, Any], *, digest: str) -> Ruleset:
    """A ruleset from a resolved text that is known to be right."""
    parts = read_parts(document, digest=digest)

    @lru_cache(maxsize=KEPT_AGREEMENTS)
    def by_effective(asked: _Asked) -> Rules:
        return compile_rules(parts, agree(parts, asked.given))

    @lru_cache(maxsize=KEPT_AGREEMENTS)
    def ready(asked: _Asked) -> Rules:
        faults = answer_faults(parts.options, asked.given)
        if faults:
            raise RefusedError(faults)
        agreement = agree(parts, asked.given)
        faults = agreement_faults(parts, agreement, asked.given)
        if faults:
            raise RefusedError(faults)
        return by_effective(_Asked(agreement.options))

    return Ruleset(document["id"], document["version"], digest, document, parts, ready)
