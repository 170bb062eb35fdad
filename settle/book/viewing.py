"""Views: where a session stands, its rounds and their history, its ledger."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from settle.agreements import holds_for, seats_since
from settle.book.answers import CREATED, OK, Answer, NotFound, entry_ref, standing_ref
from settle.book.confirming import who_confirmed
from settle.book.facts import Facts, claimed_nets, facts_now, facts_then
from settle.book.naming import names_in
from settle.book.rows import nets_of, session_row
from settle.book.seating import scored_games
from settle.book.tables import Table, Tables
from settle.canonical import canonical_bytes
from settle.disputes import OPEN
from settle.entries import Entry
from settle.explain import as_records, explain
from settle.rules import Pairing
from settle.sessions import OF_GAMES, affected_games, fold, missing_games
from settle.store import DisputeRow, Reader, SessionRow, Totals
from settle.wire.sessions import MANUAL
from settle.words import pick_language

_AGREED: Final = (
    "title", "group", "players", "ruleset", "ruleset_digest", "options", "stake",
    "banker_order", "dispute_window", "opening_balances", "agreement",
)  # fmt: skip


def opened_answer(entries: Collection[Entry], tables: Tables) -> Answer:
    """What is answered to an opening, now and whenever it is asked again."""
    facts = Facts(session_row(fold(entries), 0), (), (), ())
    return Answer.of(CREATED, _session_document(facts, tables))


def session_view(r: Reader, row: SessionRow, tables: Tables, at_seq: int | None) -> Answer:
    """Where a session stands, or stood after an entry, with the display names of now."""
    facts = facts_now(r, row) if at_seq is None else facts_then(r, row, at_seq)
    document = {**_session_document(facts, tables), "names": names_in(r, row.id, tables.players)}
    told = {each["hash"] for each in document["confirmed"]}
    document["confirmed"] += _confirmed_payments(r, facts, told)
    return Answer.of(OK, document)


def _session_document(facts: Facts, tables: Tables) -> dict[str, Any]:
    row, opened = facts.row, tables.opening.body
    agreements = [table.agreement for table in tables.made]
    used = [game.game for game in facts.games]
    return {
        **_brief(facts),
        "missing": list(missing_games(used)),
        "next": _next(row, used, tables),
        "opening": entry_ref(tables.opening),
        **{name: opened[name] for name in _AGREED if name in opened},
        "tables": [tables.made[place].agreement.document() for _, place in row.seating],
        "affected": list(affected_games(agreements, row.seating, scored_games(facts.games))),
        "confirmed": _confirmed(facts, tables),
        "disputes": [_dispute(*each) for each in facts.disputes],
    }


def _confirmed(facts: Facts, tables: Tables) -> list[dict[str, Any]]:
    """Who agrees to what: the opening and the changes of the table, then the games by number."""
    changes = [entry for entry in tables.changes if entry.seq <= facts.row.head_seq]
    named: list[tuple[dict[str, Any], str]] = [
        ({"of": "table", "seq": entry.seq} if entry.seq > 1 else {"of": "opening"}, entry.hash)
        for entry in changes
    ]
    named += [({"of": "game", "game": game.game}, game.hash) for game in facts.games]
    told = [({**of, "hash": each}, who_confirmed(facts.confirmations, each)) for of, each in named]
    return [{**of, "players": players} for of, players in told if players]


def _confirmed_payments(r: Reader, facts: Facts, others: set[str]) -> list[dict[str, Any]]:
    """Who agreed to a payment after it was entered; ``others`` are what else is agreed to."""
    entries = dict.fromkeys(e.entry for e in facts.confirmations if e.entry not in others)
    told = [(r.entry_by_hash(facts.row.id, each), each) for each in entries]
    return [
        {
            "of": "payment",
            **entry_ref(entry),
            "players": who_confirmed(facts.confirmations, each),
        }
        for entry, each in told
        if entry is not None and entry.kind == "payment"
    ]


def dispute_list(r: Reader, row: SessionRow) -> Answer:
    """The disputes of a session in the order of their opening, and what they hold."""
    facts = facts_now(r, row)
    told = [_dispute(*each) for each in facts.disputes]
    return Answer.of(OK, {"disputes": told, "held": held_documents(facts)})


def _dispute(row: DisputeRow, opened: Entry) -> dict[str, Any]:
    body = opened.body
    said = {name: body[name] for name in ("by", "reason", "evidence", "claim", "late")}
    consents = [
        {"player": player} if outcome is None else {"player": player, "outcome": outcome}
        for player, outcome in row.consents
    ]
    told = {"id": row.id, "game": row.game, "state": row.state, "consents": consents}
    return {**told, **said, "at": opened.at, "entry": entry_ref(opened)}


def held_documents(facts: Facts) -> list[dict[str, Any]]:
    """Games that are set aside, by dispute: what each comes to as it stands, and as claimed."""
    return [
        {
            "game": row.game,
            "dispute": row.id,
            "totals_if_kept": _nets(facts.game(row.game).nets),
            "totals_if_claimed": _nets(claimed_nets(opened)),
        }
        for row, opened in facts.disputes
        if row.state == OPEN
    ]


def _brief(facts: Facts) -> dict[str, Any]:
    row = facts.row
    return {
        "id": row.id,
        "state": row.state,
        "games": row.games,
        "played": row.played,
        "totals": _nets(facts.totals),
        "held": held_documents(facts),
        "head": {"seq": row.head_seq, "hash": row.head_hash},
    }


def _nets(totals: Iterable[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"player": player, "net": net} for player, net in totals]


def _next(row: SessionRow, used: Collection[int], tables: Tables) -> dict[str, Any] | None:
    """The game that comes next, and who would be banker; None where none does."""
    if row.state != "open":
        return None
    game = row.highest_game + 1
    if game > row.games:
        game = missing_games(used)[0]
    banker = next_banker(row, tables, game)
    return {"game": game} if banker is None else {"game": game, "banker": banker}


def next_banker(row: SessionRow, tables: Tables, game: int) -> str | None:
    """Who would be banker in a game by the order agreed on; a round says who was.

    The order begins anew with the first seat wherever others sit there than before.
    """
    order = str(tables.opening.body["banker_order"])
    table = tables.made[holds_for(row.seating, game)]
    if order == MANUAL or table.rules.pairing != Pairing.BANKER:
        return None
    each = int(order.partition(":")[2] or 1)
    held = [tables.made[place].agreement for _, place in row.seating]
    return table.players[(game - seats_since(held, game)) // each % len(table.players)]


def session_list(
    tables: Mapping[str, Tables], told: Sequence[Facts], following: SessionRow | None
) -> Answer:
    """A page of sessions in the order of their opening; ``following`` is the first of the next."""
    documents = []
    for facts in told:
        title = tables[facts.row.id].opening.body.get("title")
        documents.append({**_brief(facts), **({} if title is None else {"title": title})})
    after = None if following is None else told[-1].row.opened
    return Answer.of(OK, {"sessions": documents, "next": after})


def round_list(r: Reader, row: SessionRow) -> Answer:
    """What stands for each game of a session, by number."""
    facts = facts_now(r, row)
    document = {
        "rounds": [
            {
                "game": game.game,
                "totals": _nets(game.nets),
                "entry": standing_ref(game),
                "confirmed": who_confirmed(facts.confirmations, game.hash),
                "disputes": [
                    each.id
                    for each, _ in facts.disputes
                    if (each.game, each.state) == (game.game, OPEN)
                ],
            }
            for game in facts.games
        ],
        "missing": list(missing_games(game.game for game in facts.games)),
    }
    return Answer.of(OK, document)


def round_view(
    r: Reader, row: SessionRow, tables: Tables, game: int, language: str | None
) -> Answer:
    """What stands for a game, and its history; with a language, a ``text`` on every line.

    Raises NotFound for a game that was not recorded.
    """
    history = [each for each in r.entries_of_game(row.id, game) if each.kind in OF_GAMES]
    if not history:
        raise NotFound("unknown_game", game=game)
    standing, facts = history[-1], facts_now(r, row)
    stored = standing.body.get("round")
    result = None if stored is None else _result(tables.at(standing), stored, language)
    document = {
        "game": game,
        "round": stored,
        "result": result,
        "entry": {**entry_ref(standing), "kind": standing.kind},
        "confirmed": who_confirmed(facts.confirmations, standing.hash),
        "disputes": [_dispute(*each) for each in facts.disputes if each[0].game == game],
        "history": _history(history),
    }
    return Answer.of(OK, document)


def _result(table: Table, stored: Mapping[str, Any], language: str | None) -> dict[str, Any]:
    result = table.score(stored)
    if language is None:
        return result
    chosen = pick_language(language, table.ruleset.document.get("region"))
    return as_records(explain(result, table.ruleset, chosen, played=table.whole(stored)))


def _history(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """How a game stood after each entry, oldest first, and what each of them moved."""
    told, before = [], Totals()
    for entry in entries:
        body = entry.body
        after = nets_of(body.get("totals", []))
        said = {name: body[name] for name in ("reason", "against") if name in body}
        told.append({
            **entry_ref(entry),
            "kind": entry.kind,
            "at": entry.at,
            "by": entry.by,
            "before": _nets(before),
            "totals": _nets(after),
            "moved": _moved(before, after),
            **said,
        })  # fmt: skip
        before = after
    return told


def _moved(before: Totals, after: Totals) -> list[dict[str, Any]]:
    """By how much each net changes; who is not concerned is left out."""
    old, new = dict(before), dict(after)
    moved = [(p, new.get(p, 0) - old.get(p, 0)) for p in dict.fromkeys((*new, *old))]
    return _nets((player, net) for player, net in moved if net)


def ledger(r: Reader, row: SessionRow, after_seq: int, limit: int) -> Answer:
    """The entries after one of them, and where the ledger ends."""
    lines = list(r.lines(row.id, after_seq, limit))
    last = after_seq + len(lines)
    rest = canonical_bytes({
        "head": {"seq": row.head_seq, "hash": row.head_hash},
        "next": last if last < row.head_seq else None,
    })  # fmt: skip
    # The lines are canonical as they are stored, and "entries" comes before the other keys.
    return Answer(OK, b'{"entries":[' + b",".join(lines) + b"]," + rest[1:])
