"""From a ruleset's resolved text and a table's answers to rules that score."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from settle.faults import Fault
from settle.naturals import Holds, Predicate, Within, predicate
from settle.rulebook.keys import (
    CARDS_WITH_EXTRA_SUIT,
    DEFAULTS,
    HOME_RUN_KEYS,
    KEYS,
    Conflict,
    Plain,
    conflicts,
)
from settle.rulebook.options import Option, OptionKind, answers, parse_options
from settle.rules import (
    ROWS,
    BankerEdge,
    Foul,
    FoulPolicy,
    HomeRun,
    Meeting,
    Natural,
    Pairing,
    RowPrices,
    Rules,
    Scoop,
    Suits,
)
from settle.strength import CATEGORIES, Wheel

NATURAL_SETTINGS: Final = ("meeting", "sweep_multiplier")
"""What stands under ``naturals`` and is no natural."""

_ALL: Final = 13
_LAST: Final = 1_000_000
"""Behind every natural that the root or its ruleset gives a place."""


class KnownNatural(NamedTuple):
    """A natural that a ruleset knows, played or not."""

    id: str
    rank: int
    """Those that the ruleset does not rank stand below all it does, each below the one before."""
    ranked: bool
    test: Predicate
    by_suit: bool


class Agreement(NamedTuple):
    """Answers laid over a ruleset's values."""

    values: Mapping[str, Plain]
    set_by: Mapping[str, str]
    """Dotted key to the option that set it last."""
    options: Mapping[str, object]
    """Every option with its effective value."""


class RulesetParts(NamedTuple):
    """A resolved text, read once."""

    id: str
    version: int
    digest: str
    values: Mapping[str, Plain]
    """What stands in the file, by dotted key."""
    naturals: tuple[KnownNatural, ...]
    """The highest first, equals in the order they are listed."""
    options: tuple[Option, ...]
    """In the order in which they are laid over the values."""


def read_parts(document: Mapping[str, Any], *, digest: str) -> RulesetParts:
    """The parts of a resolved text that is known to be right.

    The default of a map is what its keys hold where the table answers nothing at all.
    """
    naturals = _known_naturals(document.get("naturals", {}))
    values = stated_values(document)
    options = parse_options(document.get("options", {}), values, [n.id for n in naturals])
    parts = RulesetParts(document["id"], document["version"], digest, values, naturals, options)
    usual = agree(parts, {}).options
    defaults = tuple(replace(option, default=usual[option.name]) for option in options)
    return parts._replace(options=defaults)


def stated_values(document: Mapping[str, Any]) -> dict[str, Plain]:
    """What stands in a resolved text, by dotted key, in the order of the key table.

    What is of the wrong shape is left out: the checker has its own eyes for that.
    """
    found: dict[str, Plain] = {}
    for name, key in KEYS.items():
        place: Any = document
        for part in name.split("."):
            place = place.get(part) if isinstance(place, Mapping) else None
        if isinstance(place, Mapping) and key.takes(place.get("value")):
            found[name] = place["value"]
    naturals = document.get("naturals")
    for natural, entry in naturals.items() if isinstance(naturals, Mapping) else ():
        if isinstance(entry, Mapping) and type(entry.get("points")) is int:
            found[f"naturals.{natural}.points"] = entry["points"]
    return found


def _known_naturals(table: Mapping[str, Any]) -> tuple[KnownNatural, ...]:
    entries = [(name, entry) for name, entry in table.items() if name not in NATURAL_SETTINGS]
    entries.sort(key=_listed)
    ranked = sorted(
        (entry for entry in entries if "rank" in entry[1]), key=lambda item: item[1]["rank"]
    )
    lowest = max((entry["rank"] for _, entry in ranked), default=0)
    unranked = [entry for entry in entries if "rank" not in entry[1]]
    return (
        *(_known_natural(name, entry, rank=entry["rank"]) for name, entry in ranked),
        *(_known_natural(name, entry, rank=rank)
          for rank, (name, entry) in enumerate(unranked, lowest + 1)),
    )  # fmt: skip


def _listed(item: tuple[str, Mapping[str, Any]]) -> tuple[int, int, str]:
    """Where a natural stands among its equals: as listed, else in the order of the root."""
    name, entry = item
    order = entry.get("order", _LAST)
    return entry.get("listed", order), order, name


def _known_natural(name: str, entry: Mapping[str, Any], *, rank: int) -> KnownNatural:
    holds = parse_holds(entry["holds"], entry.get("front_excludes", ()))
    suits = holds.suits
    by_suit = suits is not None and suits.least == _ALL and all(len(g) == 1 for g in suits.groups)
    return KnownNatural(name, rank, "rank" in entry, predicate(holds), by_suit)


def parse_holds(table: Mapping[str, Any], front_excludes: Iterable[str]) -> Holds:
    """The condition that stands in a ruleset, with the fronts that its ruleset excludes."""
    return Holds(
        ranks=_within(table.get("ranks"), "set"),
        suits=_within(table.get("suits"), "groups"),
        distinct_ranks=table.get("distinct_ranks"),
        at_least=_times(table.get("at_least", {})),
        exactly=_times(table.get("exactly", {})),
        pairs=table.get("pairs"),
        rows=table.get("rows"),
        front_excludes=tuple(sorted({*table.get("front_excludes", ()), *front_excludes})),
    )


def _within(table: Mapping[str, Any] | None, groups: str) -> Within | None:
    if table is None:
        return None
    named = table[groups]
    return Within(
        (named,) if isinstance(named, str) else tuple(named),
        table.get("min", 0),
        table.get("max", _ALL),
    )


def _times(table: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(times), ranks) for times, ranks in table.items()))


def agree(parts: RulesetParts, given: Mapping[str, object]) -> Agreement:
    """Lay checked answers over the ruleset's values, with the defaults of what is left out."""
    answered = answers(parts.options, given)
    values, set_by = dict(parts.values), {}
    for option in parts.options:
        settings = option.settings(answered[option.name])
        values.update(settings)
        set_by.update(dict.fromkeys(settings, option.name))
    effective = {
        option.name: _effective_map(parts, option, answered[option.name], values)
        if option.kind == OptionKind.MAP
        else answered[option.name]
        for option in parts.options
    }
    return Agreement(values, set_by, dict(sorted(effective.items())))


def _effective_map(
    parts: RulesetParts, option: Option, named: object, values: Mapping[str, Plain]
) -> dict[str, Plain]:
    """What holds for every entry; of the naturals, those ranked by the ruleset or named."""
    assert isinstance(named, Mapping)
    ranked = {natural.id for natural in parts.naturals if natural.ranked}
    shown = [
        entry
        for entry, key in option.entries.items()
        if not key.startswith("naturals.") or entry in ranked or entry in named
    ]
    return {entry: values.get(option.entries[entry], 0) for entry in sorted(shown)}


def agreement_faults(
    parts: RulesetParts, agreement: Agreement, given: Mapping[str, object]
) -> list[Fault]:
    """Answers that are right by themselves and do not fit each other or the ruleset."""
    found: dict[str, Fault] = {}
    for conflict in conflicts(agreement.values):
        blamed = _blamed(parts, conflict, agreement, given)
        values = {
            "found": given[blamed],
            "key": conflict.key,
            "other": conflict.other,
            "holds": agreement.values[conflict.other],
        }
        fault = Fault(("options", blamed), "bad_option", conflict.kind, values)
        found.setdefault(blamed, fault)
    card = next((o.name for o in parts.options if o.kind == OptionKind.CARD), None)
    if card and given.get(card) is not None and not agreement.values.get("doubling_card"):
        values = {"found": given[card], "key": "doubling_card"}
        found.setdefault(card, Fault(("options", card), "bad_option", "no_card", values))
    return list(found.values())


def _blamed(
    parts: RulesetParts, conflict: Conflict, agreement: Agreement, given: Mapping[str, object]
) -> str:
    """The answer that brought a conflict: the ruleset with all its defaults has none."""
    keys = (conflict.key, conflict.other)
    for key in keys:
        if agreement.set_by.get(key) in given:
            return agreement.set_by[key]
    # An answer that leaves out what the default sets.
    return next(
        option.name
        for option in parts.options
        if option.name in given and not option.reach().isdisjoint(keys)
    )


def compile_rules(parts: RulesetParts, agreement: Agreement) -> Rules:
    """The rules that an agreement without faults makes."""
    values: dict[str, Any] = {**DEFAULTS, **agreement.values}
    return Rules(
        ruleset=parts.id,
        version=parts.version,
        digest=parts.digest,
        options=agreement.options,
        extra_suit=_extra_suit(values),
        least_players=values["players.least"],
        most_players=values["players.most"],
        pairing=Pairing(values["pairing"]),
        wheel=Wheel(values["order.wheel"]),
        suits=Suits(values["order.suits"]),
        suits_high_card=values["order.suits_high_card"],
        banker_edge=BankerEdge(values["order.banker_edge"]),
        rows=(_row(ROWS[0], values), _row(ROWS[1], values), _row(ROWS[2], values)),
        majority_points=values["majority.points"],
        scoop=Scoop(
            base_multiplier=values["scoop.base_multiplier"],
            bonus_multiplier=values["scoop.bonus_multiplier"],
            points=values["scoop.points"],
            tied_row=values["scoop.tied_row"],
        ),
        home_run=_home_run(values),
        foul=_foul(values),
        naturals=_naturals_in_play(parts.naturals, values),
        known_naturals=frozenset(natural.id for natural in parts.naturals),
        meeting=Meeting(values["naturals.meeting"]),
        sweep_multiplier=values["naturals.sweep_multiplier"],
        exchange=values["exchange"],
        takes_doubling_card=values["doubling_card"],
        doubling_card=_card(parts, agreement),
    )


def _extra_suit(values: Mapping[str, Any]) -> str | None:
    """Of 52 cards none, though a suit may stand in the file for an option's sake."""
    if values["deck.cards"] != CARDS_WITH_EXTRA_SUIT:
        return None
    doubled: str = values["deck.extra_suit"]
    return doubled


def _row(row: str, values: Mapping[str, Any]) -> RowPrices:
    return RowPrices(
        base=values[f"rows.{row}.base"],
        bonus=tuple(values.get(f"rows.{row}.bonus.{kind}", 0) for kind in CATEGORIES),
        gadu=tuple(values.get(f"gadu.{row}.{kind}", 0) for kind in CATEGORIES),
    )


def _home_run(values: Mapping[str, Any]) -> HomeRun | None:
    if HOME_RUN_KEYS[0] not in values:
        return None
    multiplier, bonus_multiplier, min_opponents = (values[key] for key in HOME_RUN_KEYS)
    return HomeRun(multiplier, bonus_multiplier, min_opponents)


def _foul(values: Mapping[str, Any]) -> Foul:
    """Only the numbers of the policy in force: others may stand in the file for its options."""
    policy = FoulPolicy(values["foul.policy"])
    if policy == FoulPolicy.LARGEST:
        return Foul(policy, minimum=values["foul.minimum"])
    if policy == FoulPolicy.FIXED:
        counts = values["foul.counts_as_scoop"]
        return Foul(policy, points=values["foul.points"], counts_as_scoop=counts)
    return Foul(policy)


def _naturals_in_play(
    known: tuple[KnownNatural, ...], values: Mapping[str, Any]
) -> tuple[Natural, ...]:
    priced = ((natural, values.get(f"naturals.{natural.id}.points", 0)) for natural in known)
    return tuple(
        Natural(natural.id, points, natural.rank, natural.test, natural.by_suit)
        for natural, points in priced
        if points
    )


def _card(parts: RulesetParts, agreement: Agreement) -> str | None:
    for option in parts.options:
        if option.kind == OptionKind.CARD:
            card = agreement.options[option.name]
            assert card is None or isinstance(card, str)
            return card
    return None
