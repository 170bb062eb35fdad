"""A ruleset's cases: rounds with their right nets, and what no case of the ruleset shows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from settle.canonical import SAFE_INTEGER, read_json
from settle.faults import RefusedError
from settle.rulebook.keys import CARDS_ONCE, KEYS, ONLY_WITH_EXTRA_SUIT, Plain, natural_of
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.ruleset import Ruleset
from settle.rules import ROWS, FoulPolicy

ScoreDocument = Callable[[dict[str, Any]], Mapping[str, Any]]
"""From a round document to its result document; raises RefusedError."""

LEAST: Final = ("id", "tests", "round")
"""What every case has."""
_FIELDS: Final = frozenset((*LEAST, "nets", "refused", "money"))
_LEAST_FOR_SWEEP: Final = 4


def _by_player(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda found: isinstance(found, Mapping) and all(map(fits, found.values()))


def _is_text(found: object) -> bool:
    return isinstance(found, str)


def _is_whole(found: object) -> bool:
    return type(found) is int and abs(found) <= SAFE_INTEGER


_EXPECTED: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "nets": (_by_player(_is_whole), "whole numbers by player"),
    "money": (_by_player(_is_text), "texts by player"),
    "refused": (_is_text, "code"),
}
"""What a case may expect: whether it is of the right kind, and what that is."""


class ProblemKind(StrEnum):
    """What a case, or all of them together, can be wrong about."""

    BAD_CASE = "bad_case"
    """No case: a field is missing, unknown or of another kind."""
    NETS = "nets"
    """A player's net is another one."""
    MONEY = "money"
    """A player's money is another amount."""
    REFUSED = "refused"
    """Refused, and should not have been; or with other codes."""
    NOT_REFUSED = "not_refused"
    """Scored, and should have been refused."""
    KEY_NOT_SHOWN = "key_not_shown"
    """No case has a line that this key prices."""
    OPTION_NOT_SHOWN = "option_not_shown"
    """No case plays this choice of an option, or answers the option at all."""


class Problem(NamedTuple):
    """One thing to mend in a ruleset or its cases."""

    kind: ProblemKind
    case: str | None
    """The case's id, None where all of them are meant."""
    subject: str | None
    """A player, a dotted key, an option or a field of the case."""
    expected: object = None
    found: object = None


@dataclass(slots=True)
class _Shown:
    """What the cases have shown so far."""

    rules: set[str] = field(default_factory=set)
    answers: list[Mapping[str, object]] = field(default_factory=list)
    """The effective options of each scored case."""
    given: set[str] = field(default_factory=set)
    """The options that some case answers, and the fields of a round that stand for one."""


def check_cases(
    ruleset: Ruleset, cases: str | bytes | list[Any], score: ScoreDocument
) -> tuple[Problem, ...]:
    """Score every case and say which come out otherwise, and what none of them shows.

    ``cases`` is a JSON text or the parsed array. Raises RefusedError for what is no JSON.
    """
    read = read_json(cases) if isinstance(cases, (str, bytes)) else cases
    if not isinstance(read, list):
        return (Problem(ProblemKind.BAD_CASE, None, None, "list", read),)
    shown, seen = _Shown(), set[str]()
    found: list[Problem] = []
    for place, case in enumerate(read):
        bad = _bad_case(case, str(place), ruleset, seen)
        found += [bad] if bad else _problems(ruleset, case, score, shown)
    return (*found, *_not_shown(ruleset, shown))


def _bad_case(case: object, place: str, ruleset: Ruleset, seen: set[str]) -> Problem | None:
    """What keeps a case from being tried; its place stands in for a missing id."""
    if not isinstance(case, Mapping):
        return Problem(ProblemKind.BAD_CASE, place, None, "object", case)
    name = case["id"] if isinstance(case.get("id"), str) else place
    kinds = {"id": (str, "text"), "tests": (str, "text"), "round": (Mapping, "object")}
    for field_name, (kind, what) in kinds.items():
        if not isinstance(case.get(field_name), kind):
            return Problem(ProblemKind.BAD_CASE, name, field_name, what, case.get(field_name))
    for field_name, (fits, what) in _EXPECTED.items():
        if field_name in case and not fits(case[field_name]):
            return Problem(ProblemKind.BAD_CASE, name, field_name, what, case[field_name])
    unknown = sorted(set(case) - _FIELDS)
    if unknown or ("nets" in case) == ("refused" in case):
        return Problem(ProblemKind.BAD_CASE, name, ", ".join(unknown), "nets or refused", None)
    if name in seen:
        return Problem(ProblemKind.BAD_CASE, name, "id", "unique", name)
    seen.add(name)
    named = case["round"].get("ruleset", ruleset.id)
    if named not in (ruleset.id, ruleset.name):
        return Problem(ProblemKind.BAD_CASE, name, "ruleset", ruleset.id, named)
    return None


def _problems(
    ruleset: Ruleset, case: Mapping[str, Any], score: ScoreDocument, shown: _Shown
) -> Iterator[Problem]:
    """Score one case and compare."""
    name = case["id"]
    try:
        result = score({**case["round"], "ruleset": ruleset.name})
    except RefusedError as refused:
        codes = sorted({fault.code for fault in refused.faults})
        if codes != [case.get("refused")]:
            yield Problem(ProblemKind.REFUSED, name, None, case.get("refused"), ", ".join(codes))
        return
    shown.rules.update(line["rule"] for line in result["lines"])
    shown.answers.append(result["options"])
    shown.given.update(case["round"].get("options", {}))
    if case["round"].get("doubling_card"):
        shown.given.add("doubling_card")
    nets = {total["player"]: total["net"] for total in result["totals"]}
    if "refused" in case:
        yield Problem(ProblemKind.NOT_REFUSED, name, None, case["refused"], nets)
        return
    yield from _different(ProblemKind.NETS, name, case["nets"], nets)
    if "money" in case:
        money = {share["player"]: share["amount"] for share in result.get("money", ())}
        yield from _different(ProblemKind.MONEY, name, case["money"], money)


def _different(
    kind: ProblemKind, case: str, expected: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[Problem]:
    for player in dict.fromkeys((*expected, *found)):
        if expected.get(player) != found.get(player):
            yield Problem(kind, case, player, expected.get(player), found.get(player))


def _not_shown(ruleset: Ruleset, shown: _Shown) -> Iterator[Problem]:
    for key in priced_keys(ruleset):
        if key not in shown.rules:
            yield Problem(ProblemKind.KEY_NOT_SHOWN, None, key)
    for option in ruleset.options():
        yield from _option_not_shown(option, shown)


def _option_not_shown(option: Option, shown: _Shown) -> Iterator[Problem]:
    """Choices that no case plays; other options that no case answers.

    What every ruleset takes is shown once for all of them, not in each one's cases.
    """
    if option.kind == OptionKind.CHOICE:
        played = [(type(each[option.name]), each[option.name]) for each in shown.answers]
        for choice in option.choices:
            if (type(choice.value), choice.value) not in played:
                yield Problem(ProblemKind.OPTION_NOT_SHOWN, None, option.name, choice.value)
    elif not option.of_every_ruleset and option.name not in shown.given:
        yield Problem(ProblemKind.OPTION_NOT_SHOWN, None, option.name)


def is_inherited(problem: Problem, written: Mapping[str, Any]) -> bool:
    """Whether something that no case shows is the parent's alone.

    ``written`` is the ruleset as its file says it: what stands there, or is set by an option that
    stands there, is its own.
    """
    subject = problem.subject
    if subject is None or "extends" not in written:
        return False
    options = written.get("options", {})
    if problem.kind == ProblemKind.OPTION_NOT_SHOWN:
        return subject not in options
    if problem.kind != ProblemKind.KEY_NOT_SHOWN:
        return False
    return not _stands(written, subject) and subject not in set(_set_by(options))


def _stands(written: Mapping[str, Any], key: str) -> bool:
    place: Any = written
    for part in key.split("."):
        if not isinstance(place, Mapping) or part not in place:
            return False
        place = place[part]
    return True


def _set_by(options: Mapping[str, Any]) -> Iterator[str]:
    """The keys that the choices and ranges of options set, a natural's without its points."""
    for option in options.values():
        chosen = (key for choice in option.get("choices", ()) for key in choice.get("sets", ()))
        for key in (*chosen, *option.get("sets", ())):
            yield key.removesuffix(".points") if natural_of(key) else key


def priced_keys(ruleset: Ruleset) -> tuple[str, ...]:
    """The keys that can be the ``rule`` of a line, under some answers to the options."""
    reached = _reached(ruleset)
    most = {key: max(_numbers(values), default=0) for key, values in reached.items()}
    found = [key for key in KEYS if _prices(key, most, reached)]
    naturals = [
        f"naturals.{natural.id}"
        for natural in ruleset.naturals()
        if most.get(f"naturals.{natural.id}.points")
    ]
    return (*found, *naturals)


def _reached(ruleset: Ruleset) -> dict[str, set[Plain]]:
    """What can hold at each key: by the file, by a choice, at the ends of a range."""
    reached = {key: {value} for key, value in ruleset.stated().items()}
    for option in ruleset.options():
        for choice in option.choices:
            for key, value in choice.sets.items():
                reached.setdefault(key, set()).add(value)
        for key in option.sets:
            reached.setdefault(key, set()).update((option.least, option.most))
    return reached


def _numbers(values: Iterable[Plain]) -> Iterator[int]:
    return (value for value in values if type(value) is int)


def _prices(key: str, most: Mapping[str, int], reached: Mapping[str, set[Plain]]) -> bool:
    """Whether a key of the table can put points on a line."""
    if key == "doubling_card":
        return True in reached.get(key, ())
    if KEYS[key].unit not in ("points", "units", "multiplier"):
        return False
    if KEYS[key].unit == "multiplier":
        return most.get(key, 1) > 1 and _has_what_it_multiplies(key, most)
    category = key.rpartition(".")[2]
    if category in ONLY_WITH_EXTRA_SUIT and reached["deck.cards"] == {CARDS_ONCE}:
        return False
    policy = {"foul.minimum": FoulPolicy.LARGEST, "foul.points": FoulPolicy.FIXED}.get(key)
    if policy is not None and policy.value not in reached["foul.policy"]:
        return False
    return most.get(key, 0) > 0


def _has_what_it_multiplies(key: str, most: Mapping[str, int]) -> bool:
    bases = any(most[f"rows.{row}.base"] for row in ROWS)
    bonuses = any(most[name] for name in most if ".bonus." in name)
    extra = any(most.get(name) for name in ("scoop.points", "majority.points", "foul.minimum"))
    naturals = any(most[name] for name in most if natural_of(name))
    return {
        "scoop.base_multiplier": bases,
        "scoop.bonus_multiplier": bonuses,
        "home_run.multiplier": bases or extra,
        "home_run.bonus_multiplier": bonuses,
        "naturals.sweep_multiplier": naturals and most["players.most"] >= _LEAST_FOR_SWEEP,
    }[key]
