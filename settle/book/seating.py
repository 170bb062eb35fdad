"""Changing the table: who sits there, the rules or the stake, from a game on."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from settle.agreements import Agreement, changed_from, seated_anew
from settle.book.answers import CREATED, Answer, Conflict, entry_ref, fingerprint
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.folds import Folds
from settle.book.opening import agreement_words, ids_only
from settle.book.preparing import out_of_range
from settle.book.tables import Table, Tables, table_of
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.explain.agreed import agreed_answers
from settle.faults import Fault, RefusedError
from settle.rulebook.ruleset import Ruleset
from settle.sessions import Session, affected_games
from settle.store import GameRow, SessionRow, Store, Writer
from settle.wire.sessions import duplicate_players, in_order, load_part, plain, player_count
from settle.wire.stakes import wrong_stake
from settle.wire.tables import CHANGES, TableDocument


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the table without a fault."""

    part: Mapping[str, Any]
    """What was asked for, as an entry holds it."""
    names: Mapping[str, str]
    """Display names by id."""
    made: tuple[Table, ...]
    """The tables that it makes, by the game that they start from."""

    said: Mapping[str, Any] = field(default_factory=dict)
    """What is agreed, in words."""

    def body(self, tables: Tables, scored: Iterable[tuple[int, int]]) -> dict[str, Any]:
        """What an entry holds of it; ``scored`` as in affected_games."""
        agreements = [table.agreement for table in (*tables.made, *self.made)]
        from_games = (table.agreement.from_game for table in self.made)
        seating = seated_anew(tables.seating, len(tables.made), from_games)
        affected = affected_games(agreements, seating, scored)
        return {
            **self.part,
            "tables": [table.agreement.document() for table in self.made],
            "affected": [game for game in affected if game >= self.part["from_game"]],
            **self.said,
        }


def prepare_change(document: object, tables: Tables, find: Callable[[str], Ruleset]) -> Change:
    """A change of these tables; ``find`` gives a ruleset by its name.

    Raises RefusedError with all faults of the document.
    """
    sound, faults = load_part(document, TableDocument)
    raw = document if isinstance(document, dict) else {}
    if isinstance(document, dict) and not any(name in raw for name in CHANGES):
        faults.append(Fault((), "missing", "change", {"choices": CHANGES}))
    if sound.get("from_game", 0) > tables.games:
        faults.append(out_of_range(sound["from_game"], tables.games, "from_game"))
    faults += _stake_faults(raw, sound, tables)
    faults += duplicate_players(sound.get("players", ()))
    base = tables.for_game(sound.get("from_game", 1))
    try:
        ruleset, change = _changed(sound, base, find)
    except RefusedError as refused:
        raise RefusedError(in_order([*faults, *refused.faults], TableDocument)) from refused
    if faults:
        raise RefusedError(in_order(faults, TableDocument))
    held = [table.agreement for table in tables.held]
    agreements = changed_from(held, sound["from_game"], change)
    made = tuple(_tables(agreements, tables, ruleset))
    faults = list(_count_faults(made, sound))
    if faults:
        raise RefusedError(faults)
    people = sound.get("players", ())
    names = {person["id"]: person["name"] for person in people if "name" in person}
    return Change(_part(sound, change), names, made)


def _changed(
    sound: Mapping[str, Any], base: Table, find: Callable[[str], Ruleset]
) -> tuple[Ruleset, dict[str, Any]]:
    """The ruleset, and what is agreed anew: by fields of agreements. Raises RefusedError."""
    change: dict[str, Any] = {}
    ruleset = base.ruleset
    if "ruleset" in sound:
        ruleset = find(sound["ruleset"])
        rules = ruleset.rules(sound.get("options", {}))
    else:
        rules = ruleset.rules(_answers(base, sound.get("options", {})))
    if "ruleset" in sound or "options" in sound:
        change |= {"ruleset": ruleset.name, "ruleset_digest": ruleset.digest}
        change["options"] = plain(rules.options)
    if "players" in sound:
        change["players"] = tuple(person["id"] for person in sound["players"] if person)
    if "stake" in sound:
        change["stake"] = sound["stake"]
    return ruleset, change


def _answers(base: Table, options: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that hold, and those that are given anew; of a map, entry by entry."""
    answered = agreed_answers(base.ruleset, base.agreement.options)
    for name, answer in options.items():
        held = answered.get(name)
        if isinstance(held, dict) and isinstance(answer, dict):
            answered[name] = {**held, **answer}
        else:
            answered[name] = answer
    return answered


def _part(sound: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    part = {name: value for name, value in sound.items() if name not in ("players", "ruleset")}
    if "players" in change:
        part["players"] = list(change["players"])
    if "ruleset" in sound:
        part |= {name: change[name] for name in ("ruleset", "ruleset_digest")}
    return part


def _tables(agreements: Iterable[Agreement], tables: Tables, ruleset: Ruleset) -> Iterator[Table]:
    rulesets = {table.ruleset.digest: table.ruleset for table in tables.made}
    rulesets[ruleset.digest] = ruleset
    for place, agreement in enumerate(agreements, len(tables.made)):
        yield table_of(tables.opening, place, agreement, rulesets[agreement.ruleset_digest])


def currency_faults(change: Change, used: str | None) -> Iterator[Fault]:
    """The stake is of the currency of the money that was entered so far, ``used``."""
    found = change.part.get("stake", {}).get("currency")
    if None not in (found, used) and found != used:
        yield _other_currency(found, str(used))


def _other_currency(found: str, agreed: str) -> Fault:
    values = {"found": found, "agreed": agreed}
    return Fault(("stake", "currency"), "bad_stake", "other_currency", values)


def _stake_faults(
    raw: Mapping[str, Any], sound: Mapping[str, Any], tables: Tables
) -> Iterator[Fault]:
    """The stake is one, and of the currency that the session has: it is settled in one."""
    if not isinstance(raw.get("stake"), dict):
        return
    yield from wrong_stake(raw["stake"], sound.get("stake") or {})
    found = (sound.get("stake") or {}).get("currency")
    agreed = {table.stake.currency for table in tables.made if table.stake is not None}
    if found is not None and agreed and found not in agreed:
        yield _other_currency(found, min(agreed))


def _count_faults(made: Iterable[Table], sound: Mapping[str, Any]) -> Iterator[Fault]:
    """As many players as the rules of each table that is made take."""
    place = ("players",) if "players" in sound else ("ruleset",)
    for table in made:
        for fault in player_count(len(table.players), table.rules, place):
            game = table.agreement.from_game
            if game == sound["from_game"]:
                yield fault
            else:
                yield Fault(place, fault.code, "later", {**fault.values, "game": game})


def change_table(
    store: Store, folds: Folds, tables: Tables, change: Change, caller: Caller, *, language: str
) -> Answer:
    """Write a change of the table down; ``folds`` are the sessions as they stand.

    Raises RefusedError for a key of another call and a stake of another currency than money that
    was entered before, Conflict where the session is closed and no game
    is affected, TableMovedError where the table changed meanwhile.
    """
    first = change.made[0]
    words = agreement_words(first.ruleset, first.rules, first.stake, language)
    change = replace(change, said={"agreement": words})
    with store.writing(tables.session) as w:
        row = session_at(w, tables)
        entry = answered_entry(w, row.id, caller)
        if entry is None:
            if "stake" in change.part:
                _refuse_other_currency(change, folds.at(w, row))
            entry = _write(w, row, tables, change, caller)
    return changed_answer(entry)


def _refuse_other_currency(change: Change, session: Session) -> None:
    faults = list(currency_faults(change, session.accounts.currency))
    if faults:
        raise RefusedError(faults)


def _write(w: Writer, row: SessionRow, tables: Tables, change: Change, caller: Caller) -> Entry:
    body = change.body(tables, scored_games(w.game_rows(row.id)))
    if row.state == "closed" and not body["affected"]:
        head = {"seq": row.head_seq, "hash": row.head_hash}
        raise Conflict(Fault((), "session_closed"), head=head)
    for table in change.made:
        ruleset = table.ruleset
        text = canonical_bytes(ruleset.document).decode("utf-8")
        w.add_ruleset(ruleset.digest, ruleset.id, ruleset.version, text)
    made = append(w, row, "table_changed", body, caller)
    known = dict(row.totals)
    come = [(p, 0) for p in _everybody(change.made) if p not in known]
    from_games = (table.agreement.from_game for table in change.made)
    w.put_session_row(
        moved_on(row, made)._replace(
            totals=(*row.totals, *come),
            seating=seated_anew(row.seating, len(tables.made), from_games),
        )
    )
    for person, name in change.names.items():
        w.set_name(row.id, person, name)
    return made


def _everybody(made: Iterable[Table]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(player for table in made for player in table.players))


def scored_games(games: Iterable[GameRow]) -> Iterator[tuple[int, int]]:
    """The games that count, each with the agreement that it was scored under."""
    return ((game.game, game.agreement) for game in games if game.kind != "game_voided")


def change_fingerprint(document: object) -> str:
    """What equal changes have in common: all but display names, which no hash may hold."""
    return fingerprint("table", ids_only(document))


def changed_answer(entry: Entry) -> Answer:
    """What is answered to a change, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("from_game", "tables", "affected", "agreement")}
    return Answer.of(CREATED, {**said, "entry": entry_ref(entry)})
