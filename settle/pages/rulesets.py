"""Rulesets for people: every value with its source, a card to print, two of them side by side."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from flask import Response, request

from settle.explain.agreed import answer_text, told_rule
from settle.pages.frame import routes, said_for, said_of, show
from settle.pages.opening import by_region, found
from settle.rulebook.keys import KEYS
from settle.rulebook.options import OptionKind
from settle.rulebook.ruleset import Ruleset, Value
from settle.words import Words

_SECTIONS: Final = {
    "deck": "play", "players": "play", "pairing": "play", "exchange": "play",
    "doubling_card": "play", "order": "order", "rows": "rows", "majority": "rows",
    "scoop": "scoops", "home_run": "scoops", "gadu": "gadu", "foul": "fouls",
    "naturals": "naturals",
}  # fmt: skip
"""Where a value is told, by the first part of its key."""
_BONUS_PARTS: Final = 4


class ToldValue(NamedTuple):
    """A value for people."""

    key: str
    label: str
    value: str
    bare: str
    """The value without what a point is called."""
    place: str
    """Of a natural, among naturals; those of one place tie."""
    origin: str


class ToldQuestion(NamedTuple):
    """An option for people."""

    question: str
    usual: str
    answers: str


Sections = Mapping[str, list[ToldValue]]
"""By the key of their heading."""


@routes.get("/rulesets")
def rulesets() -> Response:
    """All that there are."""
    said = said_for()
    return show("rulesets.html", said, regions=list(by_region(said)))


@routes.get("/rulesets/<name>")
def ruleset_page(name: str) -> Response:
    """Every value, option, source and decision of one."""
    return _shown("ruleset.html", name)


@routes.get("/rulesets/<name>/card")
def ruleset_card(name: str) -> Response:
    """One on a page, to be printed and laid on the table."""
    return _shown("ruleset_card.html", name)


def _shown(template: str, name: str) -> Response:
    ruleset = found(name)
    said = said_of(ruleset)
    return show(
        template,
        said,
        ruleset=ruleset,
        sections=sections(ruleset, said),
        questions=list(_questions(ruleset, said)),
        switched_on=[said.natural(natural) for natural in ruleset.switched_on()],
    )


@routes.get("/compare-rulesets")
def rulesets_compared() -> Response:
    """Two side by side, and where they differ."""
    said = said_for()
    known = [each for _, there in by_region(said) for each in there]
    names = [request.args.get(name) for name in ("one", "other")]
    first, second = (found(name or known[place].name) for place, name in enumerate(names))
    return show(
        "rulesets_compared.html",
        said,
        known=known,
        both=(first, second),
        sections=_compared(first, second, said),
    )


def sections(ruleset: Ruleset, said: Words) -> Sections:
    """The values of a ruleset by section, rows in the order in which it shows them."""
    told: dict[str, list[ToldValue]] = {}
    unit = ruleset.document.get("unit", {})
    for value in _in_order(ruleset):
        rule = told_rule(value.key, ruleset, {}, said)
        bare = rule.value
        if value.unit == "multiplier":
            bare = said.text("pages.rules.times", times=bare)
        points = value.value if value.unit == "points" and isinstance(value.value, int) else None
        shown = bare if points is None else said.amount(points, unit)
        base = None if points is None else _base_beside(value.key, ruleset)
        if points is not None and base is not None:
            bare = said.text("pages.rules.added", more=points, whole=points + base)
            whole = said.amount(points + base, unit)
            shown = said.text("pages.rules.added", more=points, whole=whole)
        place = "" if value.rank is None else str(value.rank)
        each = ToldValue(value.key, label(value.key, said), shown, bare, place, rule.origin)
        told.setdefault(_SECTIONS[value.key.partition(".")[0]], []).append(each)
    return told


def _base_beside(key: str, ruleset: Ruleset) -> int | None:
    """What a row is worth that a bonus comes on top of; None for what is no bonus."""
    parts = key.split(".")
    if parts[0] != "rows" or len(parts) < _BONUS_PARTS:
        return None
    base = ruleset.stated().get(f"rows.{parts[1]}.base")
    return base if isinstance(base, int) else None


def _in_order(ruleset: Ruleset) -> Iterable[Value]:
    """The values as the file tells them, those of rows in the order in which rows are shown."""
    values = list(ruleset.values())
    places = {value.key: place for place, value in enumerate(values)}

    def order(value: Value) -> tuple[int, int]:
        first, *rest = value.key.split(".")
        if first not in ("rows", "gadu"):
            return places[value.key], 0
        start = min(place for key, place in places.items() if key.startswith(f"{first}."))
        return start, ruleset.shown.index(rest[0])

    return sorted(values, key=order)


def label(key: str, said: Words) -> str:
    """What a ruleset's key is about, in words.

    >>> from settle.words import words
    >>> label("rows.front.bonus.three_of_a_kind", words("en"))
    'trips in the front'
    """
    first, *rest = key.split(".")
    if first == "naturals" and key not in KEYS:
        return said.natural(rest[0])
    if first == "rows" and len(key.split(".")) < _BONUS_PARTS:
        return said.text("pages.rules.row_base", row=said.row(rest[0]))
    if first in ("rows", "gadu"):
        row, category = rest[0], rest[-1]
        name = said.category(category, row)
        return said.text("pages.rules.row_category", row=said.row(row), category=name)
    return said.text(f"pages.keys.{key.replace('.', '_')}")


def _questions(ruleset: Ruleset, said: Words) -> Iterator[ToldQuestion]:
    usual = ruleset.rules().options
    for option in ruleset.options():
        question = said.titled(option.question) or option.name
        if option.kind == OptionKind.MAP:
            span = said.text("pages.rules.range", least=option.least, most=option.most)
            yield ToldQuestion(question, "", span)
            continue
        told = answer_text(option, usual[option.name], said)
        if option.kind == OptionKind.RANGE:
            span = said.text("pages.rules.range", least=option.least, most=option.most)
            yield ToldQuestion(question, told, span)
        elif option.kind == OptionKind.CARD:
            yield ToldQuestion(question, said.text("pages.opening.no_card"), "")
        else:
            answers = (answer_text(option, choice.value, said) for choice in option.choices)
            yield ToldQuestion(question, told, said.text("rulesets.or").join(answers))


class Compared(NamedTuple):
    """A value of two rulesets."""

    label: str
    values: tuple[str, str]
    """A dash where one has none."""

    @property
    def differs(self) -> bool:
        """Whether they are not the same."""
        return self.values[0] != self.values[1]


def _compared(first: Ruleset, second: Ruleset, said: Words) -> dict[str, list[Compared]]:
    told: dict[str, list[Compared]] = {}
    both = [sections(each, said) for each in (first, second)]
    for section in dict.fromkeys(_SECTIONS.values()):
        one, other = ({each.key: each for each in those.get(section, ())} for those in both)
        for key in dict.fromkeys((*one, *other)):
            values = tuple(those[key].bare if key in those else "–" for those in (one, other))
            told.setdefault(section, []).append(Compared(label(key, said), (values[0], values[1])))
    return told
