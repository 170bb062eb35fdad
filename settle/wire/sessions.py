"""Session documents as nested marshmallow classes, and what their shape cannot say.

An opening is checked as a whole; of what is recorded in a session, the part that is no round.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from marshmallow import ValidationError

from settle.accounts import FUND
from settle.faults import Fault, Pointer, RefusedError
from settle.rounds import Stake
from settle.rulebook.ruleset import Ruleset
from settle.rules import Rules
from settle.sessions import DEFAULT_GAMES
from settle.wire.classes import Document, RoundDocument, StakeDocument
from settle.wire.fields import (
    Anything,
    ByPlayer,
    Inside,
    Listed,
    Phrase,
    Player,
    Strict,
    Text,
    Whole,
    faults_of,
    found_wrong,
)
from settle.wire.limits import MOST_BROUGHT
from settle.wire.names import player_name
from settle.wire.stakes import build_stake, wrong_stake

MOST_GAMES: Final = 200
MOST_ROUNDS: Final = 200
"""Of a batch."""
LONGEST_TITLE: Final = 200
LONGEST_REASON: Final = 500
MANUAL: Final = "manual"

SESSION_ID_PATTERN: Final = "^[A-Za-z0-9_-]{1,40}$"
KEY_PATTERN: Final = "^[!-~]{1,200}$"
BANKER_ORDER_PATTERN: Final = "^(manual|rotate|rotate_every:[1-9][0-9]{0,2})$"
_TIME: Final = "T(?=[0-9])([0-9]{1,4}H)?([0-9]{1,4}M)?([0-9]{1,4}S)?"
DURATION_PATTERN: Final = f"^P(?=[0-9T])([0-9]{{1,4}}W|([0-9]{{1,4}}D)?({_TIME})?)$"
HASH_PATTERN: Final = "^sha256:[0-9a-f]{64}$"


class Patterned(Text):
    """A text that follows a pattern; ``variant`` names the sentence for one that does not."""

    def __init__(self, pattern: str, variant: str, *, required: bool = False) -> None:
        super().__init__(required=required)
        self.pattern, self.variant = pattern, variant
        self._expression = re.compile(pattern.strip("^$"))

    def take(self, value: object) -> str:
        """The text as it is."""
        text = super().take(value)
        if self._expression.fullmatch(text) is None:
            raise found_wrong("out_of_range", self.variant, found=text)
        return text


class AsItIs(Strict):
    """Anything at all, which somebody else looks into."""

    def __init__(self) -> None:
        super().__init__(allow_none=True)

    def take(self, value: object) -> object:
        """The value."""
        return value


class PersonDocument(Document):
    """Somebody at the table, and how to call them."""

    id = Player(required=True)
    name = Player()


class Seated(Strict):
    """A player: an id by itself, or an object that also has a display name."""

    kind = "text"

    def __init__(self) -> None:
        super().__init__()
        self.inner = Inside(PersonDocument)

    def take(self, value: object) -> dict[str, str]:
        """Id and, where one is given, name."""
        person: dict[str, str] = (
            self.inner.deserialize(value)
            if isinstance(value, dict)
            else {"id": Player().take(value)}
        )
        if person["id"].startswith(FUND):
            raise found_wrong("out_of_range", "fund", found=person["id"])
        return person


class SessionDocument(Document):
    """What a table agrees on when it opens a session."""

    id = Patterned(SESSION_ID_PATTERN, "session_id")
    title = Phrase(1, LONGEST_TITLE)
    group = Patterned(SESSION_ID_PATTERN, "session_id")
    ruleset = Text(required=True)
    options = Anything()
    stake = Inside(StakeDocument)
    players = Listed(Seated(), required=True)
    games = Whole(1, MOST_GAMES)
    banker_order = Patterned(BANKER_ORDER_PATTERN, "banker_order")
    dispute_window = Patterned(DURATION_PATTERN, "duration")
    opening_balances = ByPlayer(Whole(-MOST_BROUGHT, MOST_BROUGHT))


class GameDocument(Document):
    """What a round in a session has besides the round."""

    game = Whole(1, MOST_GAMES)
    sitting_out = Listed(Player())


class RecordedDocument(RoundDocument, GameDocument):
    """A round of a session; ruleset, options and stake are the session's."""

    ruleset = Text()


class KeyDocument(Document):
    """What tells a call from another."""

    key = Patterned(KEY_PATTERN, "key")


class ItemDocument(GameDocument, KeyDocument):
    """What a round in a batch has besides the round."""

    game = Whole(1, MOST_GAMES, required=True)


class BatchItemDocument(RoundDocument, ItemDocument):
    """A round of a batch."""

    ruleset = Text()


class BatchPartDocument(Document):
    """A batch whose rounds are looked at one by one."""

    rounds = Listed(AsItIs(), required=True, sizes=(1, MOST_ROUNDS))


class BatchDocument(Document):
    """Many rounds at once, each stored or refused by itself."""

    rounds = Listed(Inside(BatchItemDocument), required=True, sizes=(1, MOST_ROUNDS))


class VoidDocument(Document):
    """A game is struck."""

    reason = Phrase(1, LONGEST_REASON, required=True)
    against = Patterned(HASH_PATTERN, "hash", required=True)


class CorrectionPartDocument(VoidDocument):
    """What a correction has besides the round."""

    sitting_out = Listed(Player())


class CorrectionDocument(RoundDocument, CorrectionPartDocument):
    """A game as it should have been recorded."""

    ruleset = Text()


class CloseDocument(Document):
    """The end of a session."""

    reason = Phrase(1, LONGEST_REASON)


@dataclass(frozen=True, slots=True)
class Opening:
    """A session document without a fault."""

    id: str | None
    ruleset: Ruleset
    rules: Rules
    stake: Stake | None
    players: tuple[str, ...]
    """Ids in seat order."""
    names: Mapping[str, str]
    """Display names by id, of those who have one."""
    opening_balances: Mapping[str, int]
    """Points by id, summing to zero; empty where the document has none."""
    stored: Mapping[str, Any]
    """What the opening entry holds of the document: ids only, everything effective."""


def load_session(document: object, find: Callable[[str], Ruleset]) -> Opening:
    """What a document (parsed JSON) opens; ``find`` gives a ruleset by its name.

    Raises RefusedError with all faults of the document.
    """
    sound, faults = load_part(document, SessionDocument)
    raw = document if isinstance(document, dict) else {}
    ruleset = rules = None
    try:
        if "ruleset" in sound:
            ruleset = find(sound["ruleset"])
            rules = ruleset.rules(sound.get("options", {}))
    except RefusedError as refused:
        faults += refused.faults
    if isinstance(raw.get("stake"), dict):
        faults += wrong_stake(raw["stake"], sound.get("stake") or {})
    if "players" in sound:
        faults += _player_faults(sound["players"], rules)
    faults += _balance_faults(sound)
    if faults:
        raise RefusedError(in_order(faults, SessionDocument))
    assert ruleset is not None
    assert rules is not None
    return _opening(sound, ruleset, rules)


def _opening(sound: Mapping[str, Any], ruleset: Ruleset, rules: Rules) -> Opening:
    people = sound["players"]
    balances = {str(player_name(k)): n for k, n in sound.get("opening_balances", {}).items()}
    stored = {
        "ruleset": ruleset.name,
        "ruleset_digest": ruleset.digest,
        "options": plain(rules.options),
        "players": [person["id"] for person in people],
        "games": sound.get("games", DEFAULT_GAMES),
        "banker_order": sound.get("banker_order", MANUAL),
    }
    for name in ("title", "group", "stake", "dispute_window"):
        if name in sound:
            stored[name] = sound[name]
    if balances:
        stored["opening_balances"] = balances
    return Opening(
        id=sound.get("id"),
        ruleset=ruleset,
        rules=rules,
        stake=build_stake(sound["stake"]) if "stake" in sound else None,
        players=tuple(stored["players"]),
        names={person["id"]: person["name"] for person in people if "name" in person},
        opening_balances=balances,
        stored=stored,
    )


def plain(value: object) -> Any:  # noqa: ANN401 - a JSON value may be anything
    """The value with plain dicts and lists in it, as canonical JSON writes fastest."""
    if isinstance(value, Mapping):
        return {key: plain(inside) for key, inside in value.items()}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def _player_faults(
    people: Iterable[Mapping[str, str] | None], rules: Rules | None
) -> Iterator[Fault]:
    """Each player once, and as many as the ruleset plays."""
    named = list(people)
    yield from duplicate_players(named)
    if rules is not None:
        yield from player_count(len(named), rules, ("players",))


def duplicate_players(people: Iterable[Mapping[str, str] | None]) -> Iterator[Fault]:
    """Players of a list who are in it before, each at its place; None is nobody."""
    first: dict[str, int] = {}
    for place, person in enumerate(people):
        player = (person or {}).get("id")
        if player is not None and player in first:
            again = {"player": player, "first": ("players", first[player])}
            yield Fault(("players", place), "duplicate_player", "", again)
        elif player is not None:
            first[player] = place


def player_count(count: int, rules: Rules, place: Pointer) -> Iterator[Fault]:
    """More or fewer players than the rules take."""
    if not rules.least_players <= count <= rules.most_players:
        values = {"found": count, "least": rules.least_players, "most": rules.most_players}
        yield Fault(place, "wrong_player_count", "session", {**values, "ruleset": rules.ruleset})


def _balance_faults(sound: Mapping[str, Any]) -> Iterator[Fault]:
    """Balances of seated players, summing to zero; in a pot points are no money."""
    place = "opening_balances"
    balances, people = sound.get(place), sound.get("players")
    if not balances:
        return
    if (sound.get("stake") or {}).get("mode") == "pot":
        yield Fault((place,), "unknown_field", "pot_balances", {"field": place})
        return
    if people is not None and None not in people:
        seated = tuple(person.get("id") for person in people)
        yield from unseated([((place, key), key) for key in balances], seated)
    if None not in balances.values() and sum(balances.values()):
        yield Fault((place,), "unbalanced", "", {"found": sum(balances.values())})


def unseated(named: Iterable[tuple[Pointer, str]], seated: tuple[Any, ...]) -> Iterator[Fault]:
    """Players, each with the place that names them, who have no seat or are named again."""
    first: dict[str, Pointer] = {}
    for place, text in named:
        player = player_name(text)
        if player is None or player not in seated:
            values = {"found": text, "known": seated}
            yield Fault(place, "unknown_player", "session", values)
        elif player in first:
            again = {"player": player, "first": first[player]}
            yield Fault(place, "duplicate_player", "", again)
        else:
            first[player] = place


def is_session_id(text: str) -> bool:
    """Whether a text can be a session's id."""
    return re.fullmatch(SESSION_ID_PATTERN.strip("^$"), text) is not None


def is_key(text: str) -> bool:
    """Whether a text can be a key; what is wrong with another one, the class says."""
    return _KEY.fullmatch(text) is not None


_KEY: Final = re.compile(KEY_PATTERN.strip("^$"))


def load_own_part(own: dict[str, Any], shape: type[Document]) -> tuple[dict[str, Any], list[Fault]]:
    """As :func:`load_part`, of fields that all are the class's: mostly a game's number alone."""
    game = own.get("game")
    if len(own) == 1 and type(game) is int and 1 <= game <= MOST_GAMES:
        return {"game": game}, []
    return load_part(own, shape)


def load_part(document: object, shape: type[Document]) -> tuple[dict[str, Any], list[Fault]]:
    """What is sound of a document in a class's shape, and what is wrong with the rest."""
    if not isinstance(document, dict):
        return {}, list(faults_of(found_wrong("wrong_type", "object", found=document).messages))
    try:
        loaded: Mapping[str, Any] = _schema(shape).load(document)
    except ValidationError as error:
        sound = error.valid_data if isinstance(error.valid_data, dict) else {}
        return sound, list(faults_of(error.messages))
    return dict(loaded), []


def read_part(
    document: object,
    shape: type[Document],
    more: Callable[[dict[str, Any]], Iterable[Fault]] = lambda _part: (),
) -> dict[str, Any]:
    """What a document in a class's shape says; ``more`` tells what a shape cannot say.

    Raises RefusedError with all of its faults.
    """
    part, faults = load_part(document, shape)
    faults += more(part)
    if faults:
        raise RefusedError(in_order(faults, shape))
    return part


def in_order(faults: Iterable[Fault], shape: type[Document]) -> list[Fault]:
    """Faults in the order of the class's fields, whatever the order of the document.

    What is there and is wrong is not missing, even where only what is sound was looked into.
    """
    told = list(faults)
    wrong = {fault.pointer for fault in told if fault.pointer and fault.code != "missing"}
    order = {name: place for place, name in enumerate(_schema(shape).fields)}

    def place(fault: Fault) -> tuple[object, ...]:
        first = order.get(str(fault.pointer[0]), len(order)) if fault.pointer else -1
        rest = [(0, part, "") if isinstance(part, int) else (1, 0, part) for part in fault.pointer]
        return first, rest, fault.code

    real = [fault for fault in told if fault.code != "missing" or fault.pointer not in wrong]
    return sorted(real, key=place)


@cache
def _schema(shape: type[Document]) -> Document:
    return shape()
