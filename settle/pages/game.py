"""A game: its hands, who beat whom, a reason for every point, and all that was ever said of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from flask import Response, request, url_for

from settle.app.asking import book, number
from settle.book.tables import Table
from settle.canonical import SAFE_INTEGER
from settle.disputes import player_of
from settle.entries import Entry
from settle.explain import Explanation
from settle.explain.records import ToldPair, ToldRow
from settle.explain.sentences import in_order
from settle.faults import RefusedError
from settle.pages.calling import callable_names, named_refusal, named_round
from settle.pages.disputes import rulings, said_by
from settle.pages.evening import Evening, evening, show_evening
from settle.pages.forms import Form, blank
from settle.pages.frame import routes
from settle.pages.outcome import cards_of
from settle.pages.signing import own_seat
from settle.pages.telling import at_table, told_game
from settle.rules import ROWS
from settle.sessions import OF_GAMES, WITH_ROUND

WON: Final = "won"
LOST: Final = "lost"
LEVEL: Final = "level"


class Meeting(NamedTuple):
    """A cell of the matrix: one hand against another."""

    rows: tuple[tuple[str, str], ...]
    """Each row as it is shown, with ``won``, ``lost`` or ``level``; none where none were
    compared."""
    points: int


@dataclass(frozen=True, slots=True)
class Told:
    """A game as one of its entries has it."""

    entry: Entry
    explanation: Explanation
    meetings: Mapping[tuple[str, str], Meeting]
    """By the names of the two."""
    marks: Mapping[tuple[str, str], tuple[str | None, ...]]
    """By pair: who won front, middle and back."""
    entered: Mapping[str, tuple[ToldRow, ...]]
    """By name: the cards of a hand that was not compared row by row, as they were entered."""


@routes.get("/sessions/<session>/games/<game:game>")
def game(session: str, game: int) -> Response:
    """A game as it stands, or with ``?entry=`` as it was known then."""
    return show_game(evening(session), game)


def show_game(
    now: Evening, game: int, forms: Mapping[str, Form] | None = None, *, status: int = 200
) -> Response:
    """The page of a game; ``forms`` are those that were refused, by their ids.

    Raises NotFound for a game that was not recorded.
    """
    document = book().round(now.id, game).document()
    entries = _entries(now.id, game)
    seq = number("entry", 0, 1, SAFE_INTEGER) if request.method == "GET" else 0
    entry = _looked_at(entries, seq)
    table = now.tables.at(entry)
    now = at_table(now, table)
    told = _told(now, table, entry)
    standing = document["entry"]["hash"]
    ruled = rulings(now)
    made = {name: blank({"/against": standing}, of=name) for name in ("void", "revive", "confirm")}
    for dispute in document["disputes"]:
        ids = (f"{name}-{dispute['id']}" for name in ("consent", "withdraw", "resolve"))
        made |= {name: blank({"/against": standing}, of=name) for name in ids}
    return show_evening(
        "game.html",
        now,
        status=status,
        game=game,
        document=document,
        told=told.explanation,
        known_hands=[
            hand
            for hand in told.explanation.hands
            if hand.rows or hand.remark or told.entered.get(hand.player)
        ],
        entered=told.entered,
        silent=[pair for pair in told.explanation.pairs if _is_silent(pair, told)],
        meetings=told.meetings,
        marks=told.marks,
        entry=entry,
        is_then=entry.seq != entries[-1].seq and seq > 0,
        is_void=entries[-1].kind == "game_voided",
        history=[_event(each, now) for each in reversed(document["history"])],
        disputes=[_dispute(each, document, now, ruled) for each in document["disputes"]],
        confirmed=[now.called(player) for player in document["confirmed"]],
        own=own_seat(),
        forms={**made, **(forms or {})},
        others=_others(now, table),
        beside=_beside(now.id, game),
        record_by=_record_by(now.id, game),
        shown_rows=now.said.text("pages.listed").join(map(now.said.row, told.explanation.shown)),
    )


def refused_game(session: str, game: int, form: Form, refused: RefusedError) -> Response:
    """The page of a game with one of its forms, and what is wrong with it."""
    now = evening(session)
    told = form.refused(named_refusal(refused, now.names), now.said)
    return show_game(now, game, {form.id: told}, status=refused.status)


def own_person() -> str:
    """Who asks, as disputes name them: their seat, or the host."""
    player = own_seat()
    return "host" if player is None else f"player:{player}"


def _entries(session: str, game: int) -> list[Entry]:
    with book().store.reading() as r:
        return [each for each in r.entries_of_game(session, game) if each.kind in OF_GAMES]


def _looked_at(entries: Sequence[Entry], seq: int) -> Entry:
    """The entry with a round that stands, or that stood after the one that is asked for."""
    with_rounds = [each for each in entries if each.kind in WITH_ROUND]
    until = [each for each in with_rounds if not seq or each.seq <= seq]
    return until[-1] if until else with_rounds[0]


def _beside(session: str, game: int) -> list[int]:
    """The games before and after it, where they were recorded."""
    with book().store.reading() as r:
        return [each for each in (game - 1, game + 1) if r.game_row(session, each) is not None]


def _record_by(session: str, game: int) -> list[tuple[str, str]]:
    """The ways to put a game right: keys of their texts, and addresses."""
    by_outcome = url_for("pages.game_outcome", session=session, game=game)
    return [("by_cards", cards_of(session, game)), ("by_outcome", by_outcome)]


# --- who beat whom --------------------------------------------------------------------------------


def _told(now: Evening, table: Table, entry: Entry) -> Told:
    stored = entry.body["round"]
    told = told_game(now, table, stored)
    named = named_round(stored, callable_names(now.names))
    marks = dict(_row_winners(told, named))
    meetings = {}
    for pair in told.pairs:
        won = marks[pair.first, pair.second]
        for one, other, points in ((pair.first, pair.second, pair.net),
                                   (pair.second, pair.first, -pair.net)):  # fmt: skip
            meetings[one, other] = Meeting(tuple(_shown(won, one, other, told.shown)), points)
    entered = {hand["player"]: tuple(_entered(hand)) for hand in named.get("hands", ())}
    compared = {hand.player for hand in told.hands if hand.rows}
    return Told(
        entry, told, meetings, marks, {who: entered[who] for who in entered.keys() - compared}
    )


def _entered(hand: Mapping[str, Any]) -> Iterator[ToldRow]:
    """The rows that were entered for a hand, else all its cards as a row without a name."""
    rows = [row for row in ROWS if hand.get(row)] or ["cards"]
    for row in rows:
        if hand.get(row):
            yield ToldRow(row if row in ROWS else "", "", in_order(hand[row]))


def _is_silent(pair: ToldPair, told: Told) -> bool:
    """Whether there is nothing to tell of two hands."""
    return not (pair.lines or pair.reason or told.marks[pair.first, pair.second])


def _shown(
    won: Sequence[str | None], one: str, other: str, shown: Sequence[str]
) -> Iterator[tuple[str, str]]:
    by_row = dict(zip(ROWS, won, strict=True)) if won else {}
    for row in shown if by_row else ():
        yield row, {one: WON, other: LOST}.get(by_row[row] or "", LEVEL)


def _row_winners(
    told: Explanation, named: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, str], tuple[str | None, ...]]]:
    """Who won the rows of each pair, out of the cards or out of what was recorded without them."""
    duels = {frozenset(duel["players"]): duel for duel in named.get("outcome", {}).get("duels", ())}
    for pair in told.pairs:
        yield (pair.first, pair.second), pair.rows or _by_outcome(pair, duels) or ()


def _by_outcome(
    pair: ToldPair, duels: Mapping[frozenset[str], Mapping[str, Any]]
) -> tuple[str | None, ...] | None:
    duel = duels.get(frozenset((pair.first, pair.second)), {})
    if "scoop" in duel:
        return (duel["scoop"],) * len(ROWS)
    return tuple(duel[row] for row in ROWS) if ROWS[0] in duel else None


# --- what was said of it --------------------------------------------------------------------------


def _event(event: Mapping[str, Any], now: Evening) -> dict[str, Any]:
    """A line of the history."""
    nets = {
        name: [(now.called(each["player"]), each["net"]) for each in event[name]]
        for name in ("totals", "moved")
    }
    return {**event, **nets, "who": said_by(event["by"], now)}


def _dispute(
    dispute: Mapping[str, Any],
    document: Mapping[str, Any],
    now: Evening,
    ruled: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """A dispute with what it would come to, and what may be done about it."""
    standing = document["history"][-1]["totals"]
    claimed = now.nets(dispute["claim"]["totals"])
    kept = now.nets(standing)
    rows = [(now.called(p), kept.get(p, 0), claimed.get(p, 0))
            for p in dict.fromkeys((*kept, *claimed))]  # fmt: skip
    opener = player_of(dispute["by"]) or ""
    ruling = ruled.get(dispute["id"])
    told = ruling["agreed"] if ruling else ()
    consents = [(who, each.get("outcome")) for each in dispute["consents"]
                if (who := now.called(each["player"])) not in told]  # fmt: skip
    own = own_seat()
    return {
        **dispute,
        "who": now.called(opener),
        "rows": rows,
        "agreed": consents,
        "ruling": ruling,
        "is_own": own is not None and own == opener,
        "may_consent": own is not None and own != opener,
        "has_round": "round" in dispute["claim"],
    }


def _others(now: Evening, table: Table) -> list[tuple[str, str]]:
    """Rulesets that a game may be looked at under: its own with other answers first."""
    rulebook = book().rulebook
    own = (table.ruleset.name, now.said.titled(table.ruleset.document["title"]))
    names = [rulebook.get(each) for each in rulebook.ids()]
    return [own, *((each.id, now.said.titled(each.document["title"])) for each in names
                   if each.id != table.ruleset.id)]  # fmt: skip
