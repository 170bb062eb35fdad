"""Options: the questions a ruleset asks the table, and what a table's answers set."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from settle.cards import parse_card
from settle.faults import Fault, Pointer
from settle.rulebook.keys import NATURAL_POINTS, Plain, listed

NATURALS_MAP: Final = "naturals"
"""The prefix of the one map that every ruleset takes: natural to points."""


class OptionKind(StrEnum):
    """How an option is answered."""

    CHOICE = "choice"
    """One of a few values, each of which may set keys."""
    RANGE = "range"
    """A whole number, put at every key of ``sets``."""
    MAP = "map"
    """Whole numbers for keys below a prefix, laid over everything else."""
    CARD = "card"
    """A card of the deck, or None."""


class Choice(NamedTuple):
    """One of the values of a choice."""

    value: Plain
    label: Mapping[str, str]
    """In words by language; empty where the value alone says it."""
    sets: Mapping[str, Plain]
    """Dotted keys to what holds there under this choice."""


@dataclass(frozen=True, slots=True)
class Option:
    """A question to the table; which fields apply depends on ``kind``."""

    name: str
    kind: OptionKind
    question: Mapping[str, str]
    """By language: ``en``, ``zh-Hant``, ``zh-Hans``."""
    default: object
    """The effective value where the table answers nothing."""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    """Bounds of a range and of a map's numbers."""
    sets: tuple[str, ...] = ()
    """The dotted keys a range sets."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """Of a map: each entry with the dotted key that it sets."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """As it stands in the ruleset's resolved text, with its source or note."""

    @property
    def of_every_ruleset(self) -> bool:
        """Whether the root asks it of every ruleset: for naturals' points, for a home run."""
        if self.kind == OptionKind.MAP:
            return bool(self.table["map"] == NATURALS_MAP)
        return self.kind == OptionKind.RANGE and "default" not in self.table

    def reach(self) -> frozenset[str]:
        """Every dotted key that some answer sets."""
        chosen = (key for choice in self.choices for key in choice.sets)
        return frozenset((*chosen, *self.sets, *self.entries.values()))

    def settings(self, answer: object) -> Mapping[str, Plain]:
        """The keys that a checked answer sets, and what it puts there."""
        if self.kind == OptionKind.CHOICE:
            return next(choice.sets for choice in self.choices if _same(choice.value, answer))
        if self.kind == OptionKind.RANGE:
            assert isinstance(answer, int)
            return dict.fromkeys(self.sets, answer)
        if self.kind == OptionKind.MAP:
            assert isinstance(answer, Mapping)
            return {self.entries[entry]: number for entry, number in answer.items()}
        return {}

    def as_document(self) -> dict[str, object]:
        """The option for people and apps: kind, question, default and what may be answered."""
        shown: dict[str, object] = {
            "name": self.name,
            "kind": self.kind.value,
            "question": dict(self.question),
            "default": self.default,
        }
        if self.kind == OptionKind.CHOICE:
            shown["choices"] = [
                {"value": choice.value, **({"label": dict(choice.label)} if choice.label else {})}
                for choice in self.choices
            ]
        elif self.kind in (OptionKind.RANGE, OptionKind.MAP):
            shown["range"] = [self.least, self.most]
        if self.kind == OptionKind.MAP:
            shown["keys"] = list(self.entries)
        return shown


def parse_options(
    tables: Mapping[str, Mapping[str, Any]],
    values: Mapping[str, Plain],
    naturals: Iterable[str],
) -> tuple[Option, ...]:
    """The options of a resolved ruleset, in the order in which they are laid over the file.

    ``values`` is what stands in the file: a range without a default takes its first key's value
    and does not exist where nothing stands there. The defaults of maps are left empty.
    """
    known = tuple(naturals)
    parsed = [_parse_option(name, tables[name], values, known) for name in sorted(tables)]
    options = [option for option in parsed if option is not None]
    return tuple(sorted(options, key=lambda option: option.kind == OptionKind.MAP))


def _parse_option(
    name: str, table: Mapping[str, Any], values: Mapping[str, Plain], naturals: tuple[str, ...]
) -> Option | None:
    question, default = table["question"], table.get("default")
    if "choices" in table:
        choices = tuple(
            Choice(choice["value"], choice.get("label", {}), choice.get("sets", {}))
            for choice in table["choices"]
        )
        return Option(name, OptionKind.CHOICE, question, default, choices=choices, table=table)
    if "map" in table:
        least, most = table.get("range", (NATURAL_POINTS.least, NATURAL_POINTS.most))
        entries = map_entries(table["map"], table.get("keys"), naturals)
        return Option(
            name, OptionKind.MAP, question, {},
            least=least, most=most, entries=entries, table=table,
        )  # fmt: skip
    if "card" in table:
        return Option(name, OptionKind.CARD, question, None, table=table)
    sets = tuple(table["sets"])
    if default is None:
        default = values.get(sets[0])
    if default is None:
        return None
    least, most = table["range"]
    return Option(
        name, OptionKind.RANGE, question, default, least=least, most=most, sets=sets, table=table
    )


def map_entries(prefix: str, keys: Iterable[str] | None, naturals: Iterable[str]) -> dict[str, str]:
    """Each entry of a map with its dotted key.

    >>> map_entries("gadu", ["front.three_of_a_kind"], ())
    {'front.three_of_a_kind': 'gadu.front.three_of_a_kind'}
    >>> map_entries("naturals", None, ["dragon"])
    {'dragon': 'naturals.dragon.points'}
    """
    if prefix == NATURALS_MAP:
        return {entry: f"{prefix}.{entry}.points" for entry in naturals}
    return {entry: f"{prefix}.{entry}" for entry in keys or ()}


def answers(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, object]:
    """What the table answered, checked, with the defaults of what it left out.

    Cards come back in the contract's spelling, maps with the entries that were named. What is
    given has to have no :func:`answer_faults`.
    """
    return {
        option.name: (
            _card(given[option.name]) if option.kind == OptionKind.CARD else given[option.name]
        )
        if option.name in given
        else ({} if option.kind == OptionKind.MAP else option.default)
        for option in options
    }


def answer_faults(options: Iterable[Option], given: Mapping[str, object]) -> list[Fault]:
    """What is wrong with a table's answers, each by itself."""
    known = {option.name: option for option in options}
    found: list[Fault] = []
    for name, answer in given.items():
        pointer = ("options", name)
        if name in known:
            found += _FAULTS[known[name].kind](known[name], answer, pointer)
        else:
            values = {"found": name, "choices": listed(sorted(known))}
            found.append(Fault(pointer, "unknown_option", values=values))
    return found


def _choice_faults(option: Option, answer: object, pointer: Pointer) -> Iterator[Fault]:
    if not any(_same(choice.value, answer) for choice in option.choices):
        choices = listed([choice.value for choice in option.choices])
        yield Fault(pointer, "bad_option", "choice", {"found": answer, "choices": choices})


def _number_faults(option: Option, answer: object, pointer: Pointer) -> Iterator[Fault]:
    if type(answer) is not int or not option.least <= answer <= option.most:
        bounds = {"least": option.least, "most": option.most}
        yield Fault(pointer, "bad_option", "range", {"found": answer, **bounds})


def _map_faults(option: Option, answer: object, pointer: Pointer) -> Iterator[Fault]:
    if not isinstance(answer, Mapping):
        yield Fault(pointer, "bad_option", "map", {"found": answer})
        return
    for entry, number in answer.items():
        if entry in option.entries:
            yield from _number_faults(option, number, (*pointer, entry))
        else:
            values = {"found": entry, "choices": listed(sorted(option.entries))}
            yield Fault((*pointer, entry), "bad_option", "entry", values)


def _card_faults(_option: Option, answer: object, pointer: Pointer) -> Iterator[Fault]:
    if answer is not None and _card(answer) is None:
        yield Fault(pointer, "bad_option", "card", {"found": answer})


_FAULTS: Final = {
    OptionKind.CHOICE: _choice_faults,
    OptionKind.RANGE: _number_faults,
    OptionKind.MAP: _map_faults,
    OptionKind.CARD: _card_faults,
}


def _card(answer: object) -> str | None:
    return parse_card(answer) if isinstance(answer, str) else None


def _same(value: Plain, answer: object) -> bool:
    """Equal and of one kind: true is not 1."""
    return type(value) is type(answer) and value == answer
