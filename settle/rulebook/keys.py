"""What a ruleset file may say, as one table: RULES section 5 and ``rulesets/README.md``.

Every value of a ruleset has a dotted key. A row here says what may stand at the key and what else
has to be so for it to stand there; the checker, the option answers and the rules all read it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from settle.cards import SUITS
from settle.rules import ROWS, BankerEdge, FoulPolicy, Meeting, Pairing
from settle.rules import Suits as SuitOrder
from settle.strength import CATEGORIES, FRONT_CATEGORIES, Category, Wheel

CARDS_ONCE: Final = 52
CARDS_WITH_EXTRA_SUIT: Final = 65

ONLY_WITH_EXTRA_SUIT: Final = (Category.PAIRED_FLUSH, Category.FIVE_OF_A_KIND)
"""Categories that take two copies of a card."""

Plain = str | int | bool
"""What can stand at a key: a word, a whole number, true or false."""


class Key(NamedTuple):
    """A place in a ruleset file and what may stand there."""

    name: str
    """Dotted, as on the lines it prices."""
    choices: tuple[Plain, ...] = ()
    """The values, or none where any whole number from ``least`` to ``most`` will do."""
    least: int = 0
    most: int = 0
    unit: str | None = None
    """Of whole numbers."""
    required: bool = False
    default: Plain | None = None
    """What holds where nothing stands here; None where the mechanism is absent then."""
    only_with: str | None = None
    """The key that has to hold one of ``companions``."""
    companions: tuple[Plain, ...] = ()
    free: tuple[Plain, ...] = ()
    """Values that may stand here whatever ``only_with`` holds."""
    dormant: bool = False
    """It may stay where an option turns ``only_with`` to something else; it says nothing then."""

    def takes(self, value: object) -> bool:
        """Whether the value is of the right kind and within bounds."""
        if not self.is_kind(value):
            return False
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.least <= value <= self.most

    def is_kind(self, value: object) -> bool:
        """Whether the value is a word, a whole number or true/false as the key asks."""
        return type(value) is (type(self.choices[0]) if self.choices else int)


def _one_of(name: str, *choices: Plain) -> Key:
    return Key(name, choices, required=True)


def _flag(name: str) -> Key:
    return Key(name, (False, True), default=False)


def _points(name: str, *, default: int | None = 0, required: bool = False) -> Key:
    return Key(name, most=1000, unit="points", default=default, required=required)


def _words(values: type[Wheel | SuitOrder | Pairing | FoulPolicy]) -> tuple[str, ...]:
    return tuple(member.value for member in values)


_EVERYONE: Final = (Pairing.EVERYONE.value,)
_BANKER: Final = (Pairing.BANKER.value,)


def _multiplier(name: str, *, only_everyone: bool = False, default: int | None = 1) -> Key:
    return Key(
        name,
        least=1,
        most=20,
        unit="multiplier",
        default=default,
        only_with="pairing" if only_everyone else None,
        companions=_EVERYONE if only_everyone else (),
        free=() if default is None else (default,),
    )


def _foul(name: str, policy: FoulPolicy, *, flag: bool = False) -> Key:
    return Key(
        name,
        choices=(True, False) if flag else (),
        most=0 if flag else 1000,
        unit=None if flag else "points",
        only_with="foul.policy",
        companions=(policy.value,),
        dormant=True,
    )


def _players(name: str) -> Key:
    return Key(
        name, least=2, most=5, unit="players", required=True,
        only_with="deck.cards", companions=(CARDS_WITH_EXTRA_SUIT,), free=(2, 3, 4),
    )  # fmt: skip


def row_categories(row: str) -> tuple[str, ...]:
    """The categories that a row can hold."""
    return tuple(FRONT_CATEGORIES if row == ROWS[0] else CATEGORIES)


def _row_keys() -> Iterator[Key]:
    for row in ROWS:
        yield _points(f"rows.{row}.base", default=None, required=True)
        yield from (_points(f"rows.{row}.bonus.{kind}") for kind in row_categories(row))


def _gadu_keys() -> Iterator[Key]:
    for row in ROWS:
        for kind in row_categories(row):
            yield Key(
                f"gadu.{row}.{kind}", most=100, unit="units", default=0,
                only_with="pairing", companions=_EVERYONE, free=(0,),
            )  # fmt: skip


_TABLE: Final = (
    Key("deck.cards", (CARDS_ONCE, CARDS_WITH_EXTRA_SUIT), unit="cards", required=True),
    Key("deck.extra_suit", tuple(reversed(SUITS)),
        only_with="deck.cards", companions=(CARDS_WITH_EXTRA_SUIT,), dormant=True),
    _players("players.least"),
    _players("players.most"),
    _one_of("pairing", *_words(Pairing)),
    _one_of("order.wheel", *_words(Wheel)),
    Key("order.suits", _words(SuitOrder), required=True,
        only_with="deck.cards", companions=(CARDS_ONCE,), free=(SuitOrder.NONE.value,)),
    Key("order.suits_high_card", (False, True), default=False,
        only_with="order.suits", companions=(SuitOrder.AFTER_RANKS.value,), free=(False,)),
    Key("order.banker_edge", tuple(edge.value for edge in BankerEdge),
        default=BankerEdge.NONE.value,
        only_with="pairing", companions=_BANKER, free=(BankerEdge.NONE.value,)),
    *_row_keys(),
    _points("majority.points"),
    _multiplier("scoop.base_multiplier"),
    _multiplier("scoop.bonus_multiplier"),
    _points("scoop.points"),
    _flag("scoop.tied_row"),
    _multiplier("home_run.multiplier", only_everyone=True, default=None),
    _multiplier("home_run.bonus_multiplier", only_everyone=True, default=None),
    Key("home_run.min_opponents", least=2, most=4, unit="opponents",
        only_with="pairing", companions=_EVERYONE),
    _one_of("foul.policy", *_words(FoulPolicy)),
    _foul("foul.minimum", FoulPolicy.LARGEST),
    _foul("foul.points", FoulPolicy.FIXED),
    _foul("foul.counts_as_scoop", FoulPolicy.FIXED, flag=True),
    *_gadu_keys(),
    Key("naturals.meeting", tuple(meeting.value for meeting in Meeting),
        default=Meeting.HIGHER_TAKES.value, only_with="pairing", companions=_BANKER,
        free=(Meeting.HIGHER_TAKES.value,)),
    _multiplier("naturals.sweep_multiplier", only_everyone=True),
    _flag("exchange"),
    _flag("doubling_card"),
)  # fmt: skip

KEYS: Final[Mapping[str, Key]] = {key.name: key for key in _TABLE}
"""Every key but those of the single naturals, in the order in which a file tells them."""

DEFAULTS: Final[Mapping[str, Plain]] = {
    key.name: key.default for key in _TABLE if key.default is not None
}

NATURAL_POINTS: Final = Key("naturals.*.points", most=1_000_000, unit="points", default=0)
"""What may stand as the points of any natural."""

HOME_RUN_KEYS: Final = (
    "home_run.multiplier",
    "home_run.bonus_multiplier",
    "home_run.min_opponents",
)


class Need(NamedTuple):
    """A key that has to be there where another holds a certain value."""

    key: str
    value: Plain | None
    """None: any."""
    needed: str


NEEDS: Final = (
    Need("deck.cards", CARDS_WITH_EXTRA_SUIT, "deck.extra_suit"),
    *(Need(key, None, needed) for key in HOME_RUN_KEYS for needed in HOME_RUN_KEYS),
    Need("foul.policy", FoulPolicy.LARGEST.value, "foul.minimum"),
    Need("foul.policy", FoulPolicy.FIXED.value, "foul.points"),
    Need("foul.policy", FoulPolicy.FIXED.value, "foul.counts_as_scoop"),
)


class Conflict(NamedTuple):
    """Two keys that do not fit each other."""

    key: str
    other: str
    kind: str
    """``needs``: the key is missing beside what the other holds; ``only_with``: what the key holds
    asks for something else at the other; ``above``: the key's number is above the other's."""


def listed(values: Sequence[object]) -> str:
    """Values as a sentence names them.

    >>> listed(("a", 2, True))
    'a, 2, true'
    """
    return ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)


def natural_of(key: str) -> str | None:
    """The natural whose points the key is.

    >>> natural_of("naturals.dragon.points"), natural_of("naturals.meeting")
    ('dragon', None)
    """
    match key.split("."):
        case ["naturals", natural, "points"]:
            return natural
    return None


def key_named(name: str) -> Key | None:
    """The row of the table for a dotted key, those of the naturals' points included."""
    return NATURAL_POINTS if natural_of(name) else KEYS.get(name)


def conflicts(values: Mapping[str, Plain]) -> Iterator[Conflict]:
    """What does not fit together in an agreement, dotted keys to what holds there."""
    for need in NEEDS:
        if need.needed in values or need.key not in values:
            continue
        if need.value is None or values[need.key] == need.value:
            yield Conflict(need.needed, need.key, "needs")
    for key in KEYS.values():
        if key.only_with is None or key.dormant or key.name not in values:
            continue
        fits = values.get(key.only_with) in (*key.companions, None)
        if not fits and values[key.name] not in key.free:
            yield Conflict(key.name, key.only_with, "only_with")
    least, most = values.get("players.least"), values.get("players.most")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield Conflict("players.least", "players.most", "above")
