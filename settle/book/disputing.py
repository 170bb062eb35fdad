"""Disputes: a player contests how a game stands. It is held, and play goes on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.correcting import standing_of
from settle.book.preparing import prepare_claim
from settle.book.tables import Tables
from settle.book.windows import is_late
from settle.disputes import OPEN, player_of
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import DisputeRow, GameRow, SessionRow, Store, Writer
from settle.wire.disputes import DisputeDocument, claim_faults, evidence_faults
from settle.wire.names import player_name
from settle.wire.sessions import in_order, load_part, unseated


@dataclass(frozen=True, slots=True)
class Claim:
    """How a game should stand, as somebody has it."""

    nets: Mapping[str, int]
    """By player, in the order in which they came to the session, or of the hands."""
    round: Mapping[str, Any] | None
    """As it would be stored; None for a claim of totals only."""

    def about(self, kept: Mapping[str, int], players: Sequence[str]) -> "Claim":
        """The claim with everybody who played named; ``kept`` are the nets that stand.

        Whoever has nothing there may be left out. Raises RefusedError for anybody else.
        """
        if self.round is not None:
            return self
        missing = [p for p in kept if p not in self.nets and kept[p] != 0]
        if missing:
            place = ("claim", "totals")
            raise RefusedError([Fault(place, "missing", "player", {"player": p}) for p in missing])
        named = {**dict.fromkeys(kept, 0), **self.nets}
        return replace(self, nets={p: named[p] for p in players if p in named})

    def body(self) -> dict[str, Any]:
        """What an entry holds of it."""
        totals = [{"player": player, "net": net} for player, net in self.nets.items()]
        return {"totals": totals} if self.round is None else {"totals": totals, "round": self.round}


@dataclass(frozen=True, slots=True)
class Contest:
    """A dispute without a fault."""

    game: int
    by: str
    reason: str
    evidence: tuple[Mapping[str, Any], ...]
    claim: Claim

    def about(self, kept: Mapping[str, int], players: Sequence[str]) -> "Contest":
        """The dispute with its claim as :meth:`Claim.about` has it."""
        return replace(self, claim=self.claim.about(kept, players))

    def body(self) -> dict[str, Any]:
        """What an entry holds of it, but for id, game and whether it is late."""
        return {
            "by": self.by,
            "reason": self.reason,
            "evidence": [dict(each) for each in self.evidence],
            "claim": self.claim.body(),
        }


def prepare_contest(document: object, tables: Tables, game: int) -> Contest:
    """A dispute of a game; a claimed round is scored at once.

    Raises RefusedError with all faults, Conflict for another agreement than the game's.
    """
    part, faults = load_part(document, DisputeDocument)
    raw = document if isinstance(document, dict) else {}
    faults += claim_faults(raw.get("claim"))
    faults += evidence_faults(raw.get("evidence"))
    faults += person_faults(part, tables)
    table, claim = tables.for_game(game), part.get("claim") or {}
    if "totals" in claim:
        faults += totals_faults(claim["totals"], tables.players, ("claim", "totals"))
    claimed = None
    if "round" in claim and not any(fault.pointer[:1] == ("claim",) for fault in faults):
        try:
            claimed = prepare_claim(claim["round"], table, ("claim", "round"))
        except Conflict:
            if not faults:
                raise
        except RefusedError as refused:
            faults += refused.faults
    if faults:
        raise RefusedError(in_order(faults, DisputeDocument))
    if claimed is not None:
        nets = claimed.nets
        made = Claim(nets, claimed.round)
    else:
        made = Claim(in_seats(claim["totals"], tables.players), None)
    return Contest(game, part["by"], part["reason"], tuple(part.get("evidence", ())), made)


def person_faults(part: Mapping[str, Any], tables: Tables) -> Iterator[Fault]:
    """Whoever does something, unless it is the host, has or had a seat."""
    player = player_of(part.get("by") or "")
    if player is not None:
        yield from unseated([(("by",), player)], tables.players)


def totals_faults(
    totals: Mapping[str, int | None], players: tuple[str, ...], place: tuple[str, ...]
) -> Iterator[Fault]:
    """Nets are of the session's players and sum to zero."""
    yield from unseated([((*place, name), name) for name in totals], players)
    nets: list[int] = [net for net in totals.values() if net is not None]
    if len(nets) == len(totals) and sum(nets) != 0:
        yield Fault(place, "unbalanced", "", {"found": sum(nets)})


def in_seats(totals: Mapping[str, int], players: Sequence[str]) -> dict[str, int]:
    """Nets in the order of the players, by the one form of each name."""
    nets = {str(player_name(name)): net for name, net in totals.items()}
    return {player: nets[player] for player in players if player in nets}


def open_dispute(store: Store, tables: Tables, contest: Contest, caller: Caller) -> Answer:
    """Write a dispute down; its game is held from now on.

    Raises NotFound for a game that was never recorded, RefusedError for a claim of what stands,
    Conflict where the player contests that game already, TableMovedError where the table changed.
    """
    with store.writing(tables.session) as w:
        row = session_at(w, tables)
        entry = answered_entry(w, row.id, caller) or _write(w, row, tables, contest, caller)
    return disputed_answer(entry)


def _write(w: Writer, row: SessionRow, tables: Tables, contest: Contest, caller: Caller) -> Entry:
    game = contest.game
    standing, entry = standing_of(w, row.id, game)
    contest = contest.about(dict(standing.nets), tables.players)
    rows = list(w.dispute_rows(row.id))
    for each in rows:
        opened = w.entry(row.id, each.seq) if (each.game, each.state) == (game, OPEN) else None
        if opened is not None and opened.body["by"] == contest.by:
            if caller.key is None and _says(opened, contest):
                return opened
            fault = Fault((), "already_disputed", "", {"game": game, "dispute": each.id})
            raise Conflict(fault, present={**entry_ref(opened), "dispute": each.id})
    if contest.claim.round is None and same_nets(standing, contest.claim.nets):
        raise RefusedError([Fault(("claim",), "nothing_claimed", "", {"game": game})])
    at = caller.now()
    window = tables.opening.body.get("dispute_window")
    body = {
        "id": f"d{len(rows) + 1}",
        "game": game,
        **contest.body(),
        "late": is_late(at, entry.at, window),
    }
    timed = caller._replace(now=lambda: at)
    made = append(w, row, "dispute_opened", body, timed, game=game)
    w.put_dispute_row(DisputeRow(row.id, body["id"], made.seq, game, OPEN))
    w.put_session_row(moved_on(row, made))
    return made


def _says(opened: Entry, contest: Contest) -> bool:
    """Whether a dispute came of an equal call: a double tap, or a retry."""
    said = contest.body()
    return all(opened.body[name] == said[name] for name in said)


def same_nets(standing: GameRow, nets: Mapping[str, int]) -> bool:
    """Whether a game comes to these nets as it stands."""
    have = dict(standing.nets)
    return all(have.get(player, 0) == nets.get(player, 0) for player in have.keys() | nets.keys())


def disputed_answer(entry: Entry) -> Answer:
    """What is answered to a dispute, now and whenever it is asked again."""
    body = entry.body
    document = {
        "id": body["id"],
        "game": entry.game,
        "state": OPEN,
        "late": body["late"],
        "totals_if_claimed": body["claim"]["totals"],
        "entry": entry_ref(entry),
    }
    return Answer.of(CREATED, document)
