"""Rulings: a dispute ends with a correction, or as the game stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from settle.book.answers import CREATED, Answer, Conflict, entry_ref
from settle.book.appending import Caller, answered_entry, append, moved_on, session_at
from settle.book.consenting import open_one, opening_of
from settle.book.correcting import stale, standing_of, write_correction
from settle.book.disputing import in_seats, person_faults, totals_faults
from settle.book.preparing import Prepared, prepare_claim, sitting_out
from settle.book.tables import Table, Tables
from settle.disputes import CORRECTED, Dispute, agreed_to, parties, player_of
from settle.entries import Entry
from settle.faults import Fault, RefusedError
from settle.store import DisputeRow, Reader, SessionRow, Store, Writer
from settle.wire.disputes import ResolutionDocument
from settle.wire.sessions import in_order, load_part


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling without a fault."""

    part: Mapping[str, Any]
    """Outcome, against, by, reason."""
    prepared: Prepared | None
    """The game as it is ruled to be; None for a dismissal."""

    def nets(self, kept: Mapping[str, int]) -> Mapping[str, int]:
        """What the game comes to by it, where it comes to these as it stands."""
        if self.prepared is None:
            return kept
        return self.prepared.nets


def contested(r: Reader, session: str, dispute: str) -> Entry:
    """The entry that opened a dispute. Raises NotFound."""
    return opening_of(r, session, dispute)[1]


def prepare_ruling(document: object, tables: Tables, opened: Entry) -> Ruling:
    """A ruling of a dispute; without a round of its own it is the claimed one.

    Raises RefusedError with all faults of the document, Conflict for another agreement than the
    game's.
    """
    game, dispute = opened.game or 1, opened.body["id"]
    part, faults = load_part(document, ResolutionDocument)
    faults += person_faults(part, tables)
    table = tables.for_game(game)
    prepared = None
    if part.get("outcome") == CORRECTED:
        if "totals" in part:
            faults += totals_faults(part["totals"], tables.players, ("totals",))
        claimed = opened.body["claim"].get("round")
        if isinstance(document, dict) and "round" not in document and claimed is None:
            faults.append(Fault(("round",), "missing", "ruled_round", {"dispute": dispute}))
        elif "round" in part or claimed is not None:
            ruled = part["round"] if "round" in part else _seated(claimed, table)
            try:
                prepared = prepare_claim(ruled, table, ("round",))
            except RefusedError as refused:
                if not faults:
                    raise
                faults += refused.faults
    elif "outcome" in part:
        faults += [
            Fault((name,), "unknown_field", "dismissal") for name in ("round", "totals")
            if name in part
        ]  # fmt: skip
    if not faults and prepared is not None and "totals" in part:
        faults += _differences(in_seats(part["totals"], tables.players), prepared)
    if faults:
        raise RefusedError(in_order(faults, ResolutionDocument))
    said = {name: part[name] for name in ("outcome", "against", "by", "reason")}
    return Ruling(said, prepared)


def _seated(claimed: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """A claimed round as it could be sent: who of the table sits out is told by the hands.

    Where others sit there by now, or too few would be left, that does not tell it: the round is
    refused for the hands that it has.
    """
    out = sitting_out(claimed, table)
    played = claimed.get("outcome", claimed)["hands"]
    left = len(table.players) - len(out)
    fits = left == len(played) and left >= table.rules.least_players
    return {**claimed, "sitting_out": out} if out and fits else {**claimed}


def _differences(totals: Mapping[str, int], prepared: Prepared) -> Iterator[Fault]:
    """Where a ruled round does not come to the totals that are named beside it."""
    scored = prepared.nets
    for player in dict.fromkeys((*scored, *totals)):
        if scored.get(player, 0) != totals.get(player, 0):
            values = {"player": player, "found": totals.get(player, 0)}
            values["scored"] = scored.get(player, 0)
            yield Fault(("totals", player), "expectation_failed", "totals", values)


def resolve(store: Store, tables: Tables, dispute: str, ruling: Ruling, caller: Caller) -> Answer:
    """Write a ruling down, and the correction that it makes, in one transaction.

    Raises Conflict for a dispute that is over, where another entry stands for its game than the one
    that was seen, and where consents are missing; TableMovedError where the table changed.
    """
    with store.writing(tables.session) as w:
        row = session_at(w, tables)
        entry = answered_entry(w, row.id, caller) or _write(w, row, dispute, ruling, caller)
        corrected = correction_of(w, entry)
    return resolved_answer(tables, entry, corrected)


def _write(w: Writer, row: SessionRow, dispute: str, ruling: Ruling, caller: Caller) -> Entry:
    held, opened = open_one(w, row.id, dispute)
    game, standing = standing_of(w, row.id, held.game)
    if game.hash != ruling.part["against"]:
        raise stale(game)
    kept = dict(game.nets)
    told = judged(dispute_of(held, opened), kept, ruling.nets(kept), ruling.part)
    body = {"id": dispute, **ruling.part, **told}
    if ruling.prepared is not None:
        said = {name: ruling.part[name] for name in ("against", "reason")}
        unkeyed = caller._replace(key=None)
        made, row = write_correction(
            w, row, (game, standing), ruling.prepared, said=said, caller=unkeyed
        )
        body["correction"] = made.hash
    entry = append(w, row, "dispute_resolved", body, caller, game=held.game)
    # The row as it was before the correction, with the consents that the ruling has.
    w.put_dispute_row(held._replace(state=ruling.part["outcome"]))
    w.put_session_row(moved_on(row, entry))
    return entry


def dispute_of(row: DisputeRow, opened: Entry) -> Dispute:
    """A dispute as the fold has it, out of its row and the entry that opened it."""
    body = opened.body
    claimed = {total["player"]: total["net"] for total in body["claim"]["totals"]}
    by = player_of(body["by"]) or ""
    return Dispute(row.id, row.game, row.seq, by, claimed, body["late"], row.consents, row.state)


def judged(
    contested: Dispute,
    kept: Mapping[str, int],
    ruled: Mapping[str, int],
    part: Mapping[str, Any],
) -> dict[str, Any]:
    """Whose consents a ruling has, and whether the ruler is a party; ``part`` as in Ruling.

    Raises Conflict where a party rules and others have not agreed: all of them do, or somebody who
    is no party rules. Whoever rules agrees by that, and to a correction as it was claimed whoever
    claimed it. What the others agree to is the claim: a party cannot rule a third thing.
    """
    outcome = part["outcome"]
    concerned = parties(contested, kept, ruled)
    ruler = player_of(part["by"])
    consents = agreed_to(contested.consents, outcome)
    interested = ruler in concerned
    if interested:
        as_claimed = _same(ruled, contested.claimed)
        if outcome == CORRECTED and not as_claimed:
            raise Conflict(Fault((), "party_rules_otherwise", "", {"player": ruler}))
        agreed = {*consents, ruler} | ({contested.by} if outcome == CORRECTED else set())
        missing = sorted(concerned - agreed)
        if missing:
            fault = Fault((), "consent_missing", "", {"player": ruler, "missing": tuple(missing)})
            raise Conflict(fault, missing=missing)
    return {"consents": list(consents), "interested": interested}


def _same(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    return all(one.get(p, 0) == other.get(p, 0) for p in one.keys() | other.keys())


def correction_of(r: Reader, entry: Entry) -> Entry | None:
    """The correction that a ruling made; None for a dismissal."""
    corrected = entry.body.get("correction")
    return None if corrected is None else r.entry_by_hash(entry.session, corrected)


def resolved_answer(tables: Tables, entry: Entry, corrected: Entry | None) -> Answer:
    """What is answered to a ruling, now and whenever it is asked again."""
    said = {name: entry.body[name] for name in ("id", "outcome", "by", "consents", "interested")}
    document = {**said, "game": entry.game, "entry": entry_ref(entry)}
    if corrected is not None:
        document["correction"] = entry_ref(corrected)
        document["result"] = tables.at(corrected).score(corrected.body["round"])
    return Answer.of(CREATED, document)
