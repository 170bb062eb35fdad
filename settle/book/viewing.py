"""Views: where a session stands, its rounds and their history, its ledger."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from settle.book.answers import CREATED, OK, Answer, NotFound, entry_ref, standing_ref
from settle.book.rows import session_row
from settle.book.tables import Table
from settle.canonical import canonical_bytes
from settle.entries import Entry
from settle.explain import as_records, explain
from settle.rules import Pairing
from settle.sessions import fold, missing_games
from settle.store import Reader, SessionRow
from settle.wire.sessions import MANUAL
from settle.words import pick_language

_AGREED: Final = (
    "title", "group", "players", "ruleset", "ruleset_digest", "options", "stake",
    "banker_order", "dispute_window", "opening_balances", "agreement",
)  # fmt: skip


def opened_answer(entries: Collection[Entry], table: Table) -> Answer:
    """What is answered to an opening, now and whenever it is asked again."""
    row = session_row(fold(entries), 0)
    return Answer.of(CREATED, _session_document(row, (), table))


def session_view(r: Reader, row: SessionRow, table: Table) -> Answer:
    """Where a session stands, with the display names of now."""
    used = [game.game for game in r.game_rows(row.id)]
    document = {**_session_document(row, used, table), "names": r.names(row.id)}
    return Answer.of(OK, document)


def _session_document(row: SessionRow, used: Collection[int], table: Table) -> dict[str, Any]:
    opened = table.opening.body
    return {
        **_brief(row),
        "missing": list(missing_games(used)),
        "next": _next(row, used, table),
        "opening": entry_ref(table.opening),
        **{name: opened[name] for name in _AGREED if name in opened},
    }


def _brief(row: SessionRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "state": row.state,
        "games": row.games,
        "played": row.played,
        "totals": _nets(row.totals),
        "head": {"seq": row.head_seq, "hash": row.head_hash},
    }


def _nets(totals: Collection[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"player": player, "net": net} for player, net in totals]


def _next(row: SessionRow, used: Collection[int], table: Table) -> dict[str, Any] | None:
    """The game that comes next, and who would be banker; None where none does."""
    if row.state != "open":
        return None
    game = row.highest_game + 1
    if game > row.games:
        game = missing_games(used)[0]
    banker = next_banker(table, game)
    return {"game": game} if banker is None else {"game": game, "banker": banker}


def next_banker(table: Table, game: int) -> str | None:
    """Who would be banker in a game by the order agreed on; a round says who was."""
    order = str(table.opening.body["banker_order"])
    if order == MANUAL or table.rules.pairing != Pairing.BANKER:
        return None
    each = int(order.partition(":")[2] or 1)
    return table.players[(game - 1) // each % len(table.players)]


def session_list(tables: Mapping[str, Table], rows: Collection[SessionRow], limit: int) -> Answer:
    """A page of sessions in the order of their opening; one row more says that there are more."""
    listed = list(rows)[:limit]
    documents = []
    for row in listed:
        title = tables[row.id].opening.body.get("title")
        documents.append({**_brief(row), **({} if title is None else {"title": title})})
    after = listed[-1].opened if len(rows) > limit else None
    return Answer.of(OK, {"sessions": documents, "next": after})


def round_list(r: Reader, row: SessionRow) -> Answer:
    """What stands for each game of a session, by number."""
    games = list(r.game_rows(row.id))
    document = {
        "rounds": [
            {"game": game.game, "totals": _nets(game.nets), "entry": standing_ref(game)}
            for game in games
        ],
        "missing": list(missing_games(game.game for game in games)),
    }
    return Answer.of(OK, document)


def round_view(r: Reader, table: Table, game: int, language: str | None) -> Answer:
    """What stands for a game, and its history; with a language, a ``text`` on every line.

    Raises NotFound for a game that was not recorded.
    """
    history = list(r.entries_of_game(table.session, game))
    if not history:
        raise NotFound("unknown_game", game=game)
    standing = history[-1]
    stored = standing.body.get("round")
    document = {
        "game": game,
        "round": stored,
        "result": None if stored is None else _result(table, stored, language),
        "entry": {**entry_ref(standing), "kind": standing.kind},
        "history": [_past(entry) for entry in history],
    }
    return Answer.of(OK, document)


def _result(table: Table, stored: Mapping[str, Any], language: str | None) -> dict[str, Any]:
    result = table.score(stored)
    if language is None:
        return result
    chosen = pick_language(language, table.ruleset.document.get("region"))
    return as_records(explain(result, table.ruleset, chosen, played=table.whole(stored)))


def _past(entry: Entry) -> dict[str, Any]:
    body = entry.body
    said = {name: body[name] for name in ("reason", "against", "before") if name in body}
    totals = [{"player": t["player"], "net": t["net"]} for t in body.get("totals", ())]
    told = {"kind": entry.kind, "at": entry.at, "by": entry.by, "totals": totals}
    return {**entry_ref(entry), **told, **said}


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
