"""Before the lock: a document checked against its table and scored, or all of its faults."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from settle.book.answers import Conflict
from settle.book.rows import nets_of
from settle.book.tables import SESSIONS_OWN, Table
from settle.canonical import canonical_bytes, joined, read_own, written
from settle.faults import Fault, Pointer, RefusedError
from settle.recurring import Results, Scored
from settle.rounds import Round
from settle.rules import Rules
from settle.scoring import score_round
from settle.store import Totals
from settle.wire.classes import Document, StakeDocument
from settle.wire.disputes import ClaimPartDocument
from settle.wire.names import player_name
from settle.wire.sessions import (
    CorrectionPartDocument,
    GameDocument,
    ItemDocument,
    load_own_part,
    load_part,
    plain,
    unseated,
)
from settle.wire.stakes import build_stake, wrong_stake

_OF_A_BODY: Final = frozenset(("lines", "totals", "notices", "basis", "played_at"))
_ROUNDS_OWN_FIELDS: Final = frozenset(SESSIONS_OWN)
_BY_PLAYER: Final = frozenset(("exchange", "expect"))
"""Fields of a round that have players for keys, which may be of any letters."""


class Ready(NamedTuple):
    """A game as it is written down: what is left of it once it was checked and scored.

    It is under another lock, or in another process, what it was where it was made.
    """

    game: int | None
    """The number, where the document names one."""
    agreement: int
    """The place of what it was read under, among the agreements of its session."""
    members: Mapping[str, bytes]
    """Those of the body of an entry, in canonical JSON."""
    totals: Totals
    """What everybody who plays wins or loses, in points."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game ready to be written down."""

    part: Mapping[str, Any]
    """What the document has besides the round: game, key, reason, against."""
    round: Mapping[str, Any]
    """As sent, less the part and what is the session's."""
    table: Table
    """What it was read under."""
    members: Mapping[str, bytes]
    """Those of the body of an entry, in canonical JSON."""
    totals: Totals
    """What everybody who plays wins or loses, in points."""
    write_result: Callable[[], bytes]
    """Makes the result in canonical JSON; an import does not want it."""

    @property
    def written_result(self) -> bytes:
        """The result in canonical JSON."""
        return self.write_result()

    @property
    def ready(self) -> Ready:
        """What is written down of it."""
        return Ready(self.game, self.table.place, self.members, self.totals)

    @property
    def game(self) -> int | None:
        """The number, where the document names one."""
        game: int | None = self.part.get("game")
        return game

    @property
    def nets(self) -> dict[str, int]:
        """The totals by player."""
        return dict(self.totals)

    def result(self) -> dict[str, Any]:
        """The result document."""
        result: dict[str, Any] = read_own(self.written_result)
        return result

    def body(self) -> dict[str, Any]:
        """What an entry holds of the game: the round and what it comes to.

        An audit makes this again from the stored round and compares.
        """
        told = {name: read_own(text) for name, text in self.members.items() if name != "round"}
        return {"round": dict(self.round), **told}


def game_named(document: object) -> int | None:
    """The number that a round gives itself; None where it has none that could be one."""
    game = document.get("game") if isinstance(document, dict) else None
    return game if type(game) is int and game >= 1 else None


def prepare_game(document: object, table: Table, *, keyed: bool) -> Prepared:
    """A round of a session as a single call sends it, with a key or without.

    Raises RefusedError with all faults, Conflict for another ruleset, options or stake. A call
    without key that names no game could not be told from another.
    """
    is_known = keyed or not isinstance(document, dict) or "game" in document
    needed = () if is_known else (Fault(("game",), "missing", "game_or_key"),)
    return _prepare(document, table, GameDocument, needed)


def prepare_item(document: object, table: Table) -> Prepared:
    """A round of a batch, which has to name its game; as :func:`prepare_game`."""
    return _prepare(document, table, ItemDocument)


def prepare_correction(document: object, table: Table) -> Prepared:
    """A game as it should have been recorded; as :func:`prepare_game`."""
    return _prepare(document, table, CorrectionPartDocument)


def prepare_claim(document: object, table: Table, place: Pointer) -> Prepared:
    """A round that somebody claims or rules a game to be; ``place`` is where it stands.

    Raises as :func:`prepare_game` does.
    """
    try:
        return _prepare(document, table, ClaimPartDocument)
    except Conflict as conflict:
        raise Conflict(*_placed(conflict.faults, place)) from conflict
    except RefusedError as refused:
        raise RefusedError(_placed(refused.faults, place)) from refused


def sitting_out(stored: Mapping[str, Any], table: Table) -> list[str]:
    """Who of the table has no hand in a round; nobody where it does not say whose hands it has."""
    outcome = stored.get("outcome")
    listed = outcome.get("hands") if isinstance(outcome, dict) else stored.get("hands")
    if not isinstance(listed, list):
        return []
    sent = [hand.get("player") for hand in listed if isinstance(hand, dict)]
    names = {player_name(name) for name in sent if isinstance(name, str)}
    return [player for player in table.players if player not in names]


def _placed(faults: Iterable[Fault], place: Pointer) -> list[Fault]:
    return [replace(fault, pointer=(*place, *fault.pointer)) for fault in faults]


def _prepare(
    document: object, table: Table, shape: type[Document], needed: Iterable[Fault] = ()
) -> Prepared:
    raw = document if isinstance(document, dict) else {}
    named = _FIELDS[shape]
    own = {k: raw[k] for k in raw if k in named}
    if raw is not document:
        raise RefusedError(load_part(document, shape)[1])
    part, faults = load_own_part(own, shape)
    faults += needed
    if "game" in part:
        faults += _range_faults(part["game"], table)
    faults += _unequal_faults(raw, table)
    stored = {k: v for k, v in raw.items() if k not in named and k not in _ROUNDS_OWN_FIELDS}
    seats = [] if _are_seated(raw, table) else list(_seat_faults(raw, part, table))
    faults += seats
    scored = None
    try:
        played = table.load(stored)
        # What those come to who should not sit there says nothing.
        scored = None if seats else _scored(played, table.rules)
    except RefusedError as refused:
        # Who should have played is the session's matter, told by the seats.
        told = {"wrong_player_count"} if seats else set()
        faults += [_with_fields(fault, named) for fault in refused.faults if fault.code not in told]
    if faults:
        raise RefusedError(faults)
    assert scored is not None
    differences = list(_differences(raw, table))
    if differences:
        raise Conflict(*differences)
    members, totals, result = scored
    # What was taken has the fields that are known, and whole numbers in their bounds.
    members["round"] = (canonical_bytes if _BY_PLAYER & stored.keys() else written)(stored)
    return Prepared(part, stored, table, members, totals, result)


_RESULTS: Final = Results()


def _scored(played: Round, rules: Rules) -> tuple[dict[str, bytes], Totals, Callable[[], bytes]]:
    """What an entry holds of a round's result, the totals in it, and what makes the result.

    Members and result are in canonical JSON.

    Raises RefusedError for an outcome that cannot be, and where what is expected is not met.
    """
    if played.outcome is not None or played.expect is not None:
        document = score_round(played, rules)
    else:
        made = _RESULTS.scored(played, rules)
        if isinstance(made, Scored):
            names = [hand.player for hand in played.hands]
            return made.members(played), tuple(zip(names, made.nets, strict=True)), made.written
        document = made
    members = {name: written(value) for name, value in document.items()}
    told = {name: text for name, text in members.items() if name in _OF_A_BODY}
    return told, nets_of(document["totals"]), partial(joined, members)


def _with_fields(fault: Fault, named: frozenset[str]) -> Fault:
    """A fault of the round that tells what fields there are, with those beside the round."""
    if fault.code != "unknown_field" or fault.variant or len(fault.pointer) != 1:
        return fault
    known = (*sorted(named), *fault.values.get("known", ()))
    return replace(fault, values={**fault.values, "known": known})


_FIELDS: Final[Mapping[type[Document], frozenset[str]]] = {
    shape: frozenset(shape().fields)
    for shape in (GameDocument, ItemDocument, CorrectionPartDocument, ClaimPartDocument)
}


def _range_faults(game: int, table: Table) -> Iterator[Fault]:
    if game > table.games:
        yield out_of_range(game, table.games)


def out_of_range(game: int, games: int, field: str = "game") -> Fault:
    """The session has fewer games."""
    return Fault((field,), "out_of_range", "integer", {"found": game, "least": 1, "most": games})


def _are_seated(raw: Mapping[str, Any], table: Table) -> bool:
    """Whether the hands are plainly those of all players in seat order, as in most games."""
    hands = raw.get("hands")
    if not isinstance(hands, list) or "sitting_out" in raw:
        return False
    named = [hand.get("player") if isinstance(hand, dict) else None for hand in hands]
    return named == list(table.players)


def _seat_faults(raw: Mapping[str, Any], part: Mapping[str, Any], table: Table) -> Iterator[Fault]:
    """The hands are those of the seated players, in seat order, less who sits out."""
    out = part.get("sitting_out", [])
    named = [(("sitting_out", place), player) for place, player in enumerate(out) if player]
    wrong = list(unseated(named, table.players))
    yield from wrong
    if wrong or None in out:
        return
    seated = tuple(player for player in table.players if player not in out)
    if len(seated) < table.rules.least_players and out:
        values = {"found": len(seated), "least": table.rules.least_players}
        told = {**values, "ruleset": table.rules.ruleset}
        yield Fault(("sitting_out",), "wrong_seats", "too_few", told)
        return
    place, names = _names(raw)
    if names is not None and names != seated:
        yield Fault(place, "wrong_seats", "", {"named": names, "seated": seated})


def _names(raw: Mapping[str, Any]) -> tuple[Pointer, tuple[str, ...] | None]:
    """Where the hands stand and whose they are; None where that is not sure."""
    place: Pointer = ("hands",)
    listed = raw.get("hands")
    if "outcome" in raw and "hands" not in raw:
        place, outcome = ("outcome", "hands"), raw["outcome"]
        listed = outcome.get("hands") if isinstance(outcome, dict) else None
    if not isinstance(listed, list) or not listed:
        return place, None
    names = []
    for hand in listed:
        player = hand.get("player") if isinstance(hand, dict) else None
        name = player_name(player) if isinstance(player, str) else None
        if name is None or name in names:
            return place, None
        names.append(name)
    return place, tuple(names)


def _unequal_faults(raw: Mapping[str, Any], table: Table) -> Iterator[Fault]:
    """What is wrong in itself with a ruleset, options or a stake that a round names."""
    if "ruleset" in raw and not isinstance(raw["ruleset"], str):
        yield Fault(("ruleset",), "wrong_type", "text", {"found": raw["ruleset"]})
    if "options" in raw and not isinstance(raw["options"], dict):
        yield Fault(("options",), "wrong_type", "object", {"found": raw["options"]})
    elif "options" in raw and _is_same_ruleset(raw, table):
        try:
            table.ruleset.rules(raw["options"])
        except RefusedError as refused:
            yield from refused.faults
    if "stake" in raw:
        stake, faults = load_part(raw["stake"], StakeDocument)
        for fault in faults:
            yield Fault(("stake", *fault.pointer), fault.code, fault.variant, fault.values)
        if isinstance(raw["stake"], dict):
            yield from wrong_stake(raw["stake"], stake)


def _is_same_ruleset(raw: Mapping[str, Any], table: Table) -> bool:
    """An id alone is the session's version of it: the newest one may have come out since."""
    return raw.get("ruleset", table.ruleset.id) in (table.ruleset.id, table.ruleset.name)


def _differences(raw: Mapping[str, Any], table: Table) -> Iterator[Fault]:
    """In what a round's own ruleset, options and stake differ from the session's."""
    code = "agreement_differs"
    if not _is_same_ruleset(raw, table):
        values = {"found": raw["ruleset"], "agreed": table.ruleset.name}
        yield Fault(("ruleset",), code, "ruleset", values)
    elif "options" in raw:
        asked = table.ruleset.rules(raw["options"]).options
        for name, agreed in table.rules.options.items():
            if plain(asked[name]) != plain(agreed):
                values = {"found": plain(asked[name]), "agreed": plain(agreed), "name": name}
                yield Fault(("options", name), code, "option", values)
    if "stake" in raw and table.stake is None:
        yield Fault(("stake",), code, "no_stake")
    elif "stake" in raw and build_stake(raw["stake"]) != table.stake:
        yield Fault(("stake",), code, "stake")
