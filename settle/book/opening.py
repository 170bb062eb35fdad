"""Opening a session: what was agreed, pinned and in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from settle.access.granting import host_session, may_read, may_use, refuse_too_many_sessions
from settle.book.answers import Conflict, entry_ref, fingerprint
from settle.book.appending import Caller, answered_entry, append
from settle.book.preparing import Ready
from settle.book.recording import Made, write_games_of
from settle.book.rows import opening_scope, session_row
from settle.book.tables import Tables
from settle.canonical import canonical_bytes
from settle.currencies import format_amount
from settle.entries import GENESIS, Entry
from settle.explain.agreed import agreed_answers, told_options
from settle.faults import Fault, RefusedError
from settle.rounds import Stake
from settle.rulebook.ruleset import Ruleset
from settle.rules import Rules
from settle.sessions import fold
from settle.store import Reader, SessionRow, Store, Writer
from settle.wire.names import player_name
from settle.wire.sessions import Opening, is_session_id
from settle.words import Words, pick_language, words


def opening_fingerprint(document: object) -> str:
    """What equal openings have in common: all but display names, which no hash may hold."""
    return fingerprint("sessions", ids_only(document))


def ids_only(document: object) -> object:
    """A document without the display names of its players."""
    if isinstance(document, dict) and isinstance(document.get("players"), list):
        people = [p.get("id") if isinstance(p, dict) else p for p in document["players"]]
        return {**document, "players": people}
    return document


def names_said(document: object) -> dict[str, str | None]:
    """What the players of a document are called in it, by id."""
    people = document.get("players") if isinstance(document, dict) else None
    named = [each for each in people if isinstance(each, dict)] if isinstance(people, list) else []
    told = [(each.get("id"), each.get("name")) for each in named]
    sound = [
        (player_name(player), player_name(name))
        for player, name in told
        if isinstance(player, str) and isinstance(name, str)
    ]
    return {player: name for player, name in sound if player is not None}


class SameTable(NamedTuple):
    """A session document to be loaded, and where its ruleset is found."""

    document: object
    find: Callable[[str], Ruleset]


def same_table(
    document: Mapping[str, Any],
    tables: Tables,
    names: Mapping[str, str],
    find: Callable[[str], Ruleset],
) -> SameTable:
    """A document that plays on as another session did last, but for what it names itself.

    The ruleset is that session's version of it, also where a newer one has come out.
    """
    last = tables.held[-1]
    held: dict[str, Any] = {"ruleset": last.ruleset.name, "games": tables.games}
    held["players"] = [
        {"id": player, "name": names[player]} if player in names else player
        for player in last.players
    ]
    if "ruleset" not in document:
        held["options"] = agreed_answers(last.ruleset, last.agreement.options)
    if last.agreement.stake is not None:
        held["stake"] = last.agreement.stake
    opened = tables.opening.body
    held |= {name: opened[name] for name in _LASTING if name in opened}
    asked = {name: value for name, value in document.items() if name != "same_as"}

    def found(name: str) -> Ruleset:
        return last.ruleset if name == last.ruleset.name else find(name)

    return SameTable({**held, **asked}, found)


_LASTING: Final = ("group", "banker_order", "dispute_window")
"""What goes over to the next session besides the table."""


def write_opening(
    store: Store,
    opening: Opening,
    caller: Caller,
    new_id: Callable[[], str],
    *,
    language: str,
    most: int | None,
) -> tuple[Entry, ...]:
    """Open the session, or find that an equal call did: the opening, and what came with it.

    Raises RefusedError for a key of another call, and for one that hosts ``most`` sessions;
    Conflict for an id that is taken.
    """
    agreement = agreement_words(opening.ruleset, opening.rules, opening.stake, language)
    with store.writing() as w:
        present = opened_before(w, opening.id, caller)
        if present:
            return present
        refuse_too_many_sessions(w, caller.by, most)
        return _write(w, opening, agreement, caller, new_id)[0]


def write_opening_and_games(
    store: Store,
    opening: Opening,
    caller: Caller,
    new_id: Callable[[], str],
    games: Sequence[Ready],
    *,
    language: str,
) -> tuple[str, list[Made | RefusedError]]:
    """Open a session without an id of its own and write its first games, in one transaction.

    They were made ready under its terms. Its id, and what became of each game.
    """
    assert opening.id is None, "it may have been opened before"
    agreement = agreement_words(opening.ruleset, opening.rules, opening.stake, language)
    unkeyed = caller._replace(key=None, sha256="")
    with store.writing() as w:
        _, row = _write(w, opening, agreement, caller, new_id)
        return row.id, write_games_of(w, row, [(each, unkeyed) for each in games])


def opened_before(r: Reader, session: object, caller: Caller) -> tuple[Entry, ...] | None:
    """What an equal call opened under its key or its client-made id, None for a new call.

    Raises RefusedError for a key of another call, Conflict for an id that is taken.
    """
    first = answered_entry(r, opening_scope(caller.by), caller)
    if first is None and isinstance(session, str) and is_session_id(session):
        first = r.entry(session, 1)
        if first is not None:
            _refuse_taken(r, first, caller)
    if first is None:
        return None
    return tuple(r.entries(first.session, limit=1 + ("opening_balances" in first.body)))


def _refuse_taken(r: Reader, first: Entry, caller: Caller) -> None:
    """Refuse an id of another session; of one that is not the caller's nothing else is told."""
    fault = Fault(("id",), "session_exists", "", {"id": first.session})
    if not may_read(r, caller.by, first.session):
        raise Conflict(fault)
    if first.body["request"]["sha256"] != caller.sha256:
        raise Conflict(fault, present=entry_ref(first))


def _write(
    w: Writer,
    opening: Opening,
    agreement: Mapping[str, Any],
    caller: Caller,
    new_id: Callable[[], str],
) -> tuple[tuple[Entry, ...], SessionRow]:
    group = opening.stored.get("group")
    if group is not None and (w.group_row(group) is None or not may_use(w, caller.by, group)):
        raise RefusedError([Fault(("group",), "unknown_group", "", {"found": group})])
    last = w.last_opened()
    session = opening.id or _unused(w, new_id)
    ruleset = opening.ruleset
    text = canonical_bytes(ruleset.document).decode("utf-8")
    w.add_ruleset(ruleset.digest, ruleset.id, ruleset.version, text)
    body = {
        **opening.stored,
        "agreement": agreement,
        "previous_session": {"id": last.session, "hash": last.first_hash} if last else None,
        "request": {"sha256": caller.sha256},
    }
    none = SessionRow(session, 0, 0, GENESIS, "open", 0, 0, 0, ())
    entries = [append(w, none, "session_opened", body, caller)]
    if opening.opening_balances:
        nets = [{"player": p, "net": n} for p, n in opening.opening_balances.items()]
        after = none._replace(head_seq=1, head_hash=entries[0].hash)
        unkeyed = caller._replace(key=None)
        brought = {"nets": nets, "unverifiable": True}
        entries.append(append(w, after, "opening_balance", brought, unkeyed))
    row = session_row(fold(entries), last.opened + 1 if last else 1)
    w.put_session_row(row)
    host_session(w, caller.by, session)
    for person, name in opening.names.items():
        w.set_name(session, person, name)
    return tuple(entries), row


def _unused(w: Writer, new_id: Callable[[], str]) -> str:
    while True:
        session = new_id()
        if w.session_row(session) is None:
            return session


def agreement_words(
    ruleset: Ruleset, rules: Rules, stake: Stake | None, language: str
) -> dict[str, Any]:
    """What was agreed as people read it: the ruleset, what differs from its defaults, the stake."""
    chosen = pick_language(language, ruleset.document.get("region"))
    said = words(chosen, names=ruleset.document.get("names"))
    title = said.titled(ruleset.document.get("title", {})) or ruleset.id
    answered = agreed_answers(ruleset, rules.options)
    assert ruleset.rules(answered) == rules, "what is stored gives the same rules again"
    options = [
        said.text("page.option", question=told.question, answer=told.answer, usual=told.usual)
        for told in told_options(ruleset, answered, said)
    ]
    unit = ruleset.document.get("unit", {})
    lines = [
        said.text("page.ruleset", title=title, id=ruleset.name),
        *(options or [said.text("page.agreed_as_usual")]),
        *stake_words(stake, said, unit),
    ]
    return {"language": chosen.value, "lines": lines}


def stake_words(stake: Stake | None, said: Words, unit: Mapping[str, str]) -> list[str]:
    """What is played for, a line each; ``unit`` is what a point is called, by language."""
    if stake is None:
        return [said.text("agreement.no_stake")]
    money = {
        "currency": stake.currency,
        "amount": format_amount(stake.amount_minor, stake.currency),
    }
    if stake.mode == "pot":
        lines = [said.text(f"agreement.pot_{stake.scope}", **money)]
    else:
        lines = [said.text("agreement.stake", points=said.amount(stake.points, unit), **money)]
    if stake.step_minor > 1:
        step = format_amount(stake.step_minor, stake.currency)
        lines.append(said.text("agreement.step", amount=step, currency=stake.currency))
    return lines
