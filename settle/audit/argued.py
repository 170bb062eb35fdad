"""Tables changed, confirmations and disputes in an audit: what each entry should say."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from settle.audit.findings import Difference, shown
from settle.audit.state import Kind, State, Told, anywhere, is_told, refused_at, shaped
from settle.book.confirming import side_faults
from settle.book.disputing import Contest, person_faults, prepare_contest
from settle.book.preparing import sitting_out
from settle.book.resolving import judged
from settle.book.seating import Change, currency_faults, prepare_change
from settle.book.windows import is_late
from settle.disputes import CORRECTED, OPEN, Dispute, at_ruling, ever_said, player_of
from settle.entries import PLAYER, Entry
from settle.faults import Fault, RefusedError
from settle.rulebook.ruleset import Ruleset
from settle.sessions import Standing
from settle.wire.disputes import (
    ConfirmedBody,
    DisputeConsentedBody,
    DisputeOpenedBody,
    DisputeResolvedBody,
    DisputeWithdrawnBody,
)
from settle.wire.sessions import unseated
from settle.wire.tables import CHANGES, TableChangedBody

# --- the table -----------------------------------------------------------------------------------


def _changed(state: State, entry: Entry) -> Told:
    change = _change_again(state, entry)
    if isinstance(change, Difference):
        return change
    scored = ((each.game, each.agreement) for each in state.session.counted)
    expected = change.body(state.tables, scored)
    if state.session.closed and not expected["affected"]:
        return Difference("kind_misplaced", "/kind", entry.kind)
    agreement = entry.body.get("agreement")
    if not is_told(agreement):
        return Difference("body_malformed", "/body/agreement", shown(agreement))
    return {**expected, "agreement": agreement}


def _change_again(state: State, entry: Entry) -> Change | Difference:
    part = shaped(entry, TableChangedBody)
    if isinstance(part, Difference):
        return part
    digest = part.get("ruleset_digest")
    ruleset = None if digest is None else state.find(digest)
    if ruleset is None and "ruleset" in part:
        return Difference("ruleset_missing", "/body/ruleset_digest", shown(digest))

    def find(_name: str) -> Ruleset:
        assert ruleset is not None
        return ruleset

    names = ("from_game", "reason", *CHANGES)
    sent = {name: entry.body[name] for name in names if name in entry.body}
    try:
        change = prepare_change(sent, state.tables, find)
    except RefusedError as refused:
        return refused_at("change_refused", refused)
    faults = list(currency_faults(change, state.session.accounts.currency))
    return refused_at("change_refused", RefusedError(faults)) if faults else change


# --- confirmations -------------------------------------------------------------------------------


def _confirmed(state: State, entry: Entry) -> Told:
    part = shaped(entry, ConfirmedBody)
    if isinstance(part, Difference):
        return part
    of, player = part["of"], part["player"]
    payment = state.session.accounts.payment(of)
    if entry.game is None:
        is_there = payment is not None or of in {each.hash for each in state.tables.changes}
    else:
        standing = state.session.standing.get(entry.game)
        is_there = standing is not None and standing.hash == of
    if not is_there:
        return Difference("confirmed_unknown", "/body/of", of)
    if payment is None:
        faults = list(unseated([(("player",), player)], state.tables.players))
    else:
        faults = list(side_faults(payment.flows[0], player))
    if faults:
        return refused_at("body_malformed", RefusedError(faults))
    if payment is not None and player in payment.confirmed_by:
        return Difference("said_twice", "/body/player", player)
    if (of, player) in state.session.confirmations:
        return Difference("said_twice", "/body/player", player)
    return part


# --- disputes ------------------------------------------------------------------------------------


def _known_game(state: State, entry: Entry) -> Iterator[Difference]:
    if entry.game not in state.session.standing:
        yield Difference("game_unknown", "/game", shown(entry.game))


def _opened(state: State, entry: Entry) -> Told:
    part = shaped(entry, DisputeOpenedBody)
    if isinstance(part, Difference):
        return part
    assert entry.game is not None
    contest = _contest_again(state, entry, part)
    if isinstance(contest, Difference):
        return contest
    standing = state.session.standing[entry.game]
    try:
        contest = contest.about(standing.nets, state.tables.players)
    except RefusedError as refused:
        return refused_at("dispute_refused", refused)
    claim = contest.claim
    if claim.round is None and _same(standing.nets, claim.nets):
        return Difference("dispute_refused", "/body/claim", shown(part["claim"]))
    player = player_of(contest.by)
    open_ones = state.session.open_disputes
    if any((each.game, each.by) == (entry.game, player) for each in open_ones):
        return Difference("said_twice", "/body/by", contest.by)
    window = state.tables.opening.body.get("dispute_window")
    return {
        "id": f"d{len(state.session.disputes) + 1}",
        "game": entry.game,
        **contest.body(),
        "late": is_late(entry.at, standing.at, window),
    }


def _contest_again(state: State, entry: Entry, part: Mapping[str, Any]) -> Contest | Difference:
    """The dispute as it could have been sent."""
    assert entry.game is not None
    claim = part["claim"]
    if "round" in claim:
        out = sitting_out(claim["round"], state.tables.for_game(entry.game))
        claimed = {"round": {**claim["round"], **({"sitting_out": out} if out else {})}}
        state.games += 1
    else:
        claimed = {"totals": {total["player"]: total["net"] for total in claim["totals"]}}
    sent = {name: entry.body[name] for name in ("by", "reason", "evidence")}
    try:
        return prepare_contest({**sent, "claim": claimed}, state.tables, entry.game)
    except RefusedError as refused:
        return refused_at("dispute_refused", refused)


def _same(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    return all(one.get(player, 0) == other.get(player, 0) for player in one.keys() | other.keys())


def _dispute(state: State, entry: Entry, part: Mapping[str, Any]) -> Dispute | Difference:
    """The open dispute that an entry names, whose game is the entry's."""
    dispute = state.session.disputes.get(part["id"])
    if dispute is None or dispute.state != OPEN:
        return Difference("dispute_not_open", "/body/id", part["id"])
    if dispute.game != entry.game:
        return Difference("entry_malformed", "/game", shown(entry.game), shown(dispute.game))
    faults: list[Fault] = list(person_faults(part, state.tables))
    return refused_at("body_malformed", RefusedError(faults)) if faults else dispute


def _consented(state: State, entry: Entry) -> Told:
    part = shaped(entry, DisputeConsentedBody)
    if isinstance(part, Difference):
        return part
    dispute = _dispute(state, entry, part)
    if isinstance(dispute, Difference):
        return dispute
    player = player_of(part["by"])
    if {(player, None), (player, part.get("outcome"))} & set(dispute.consents):
        return Difference("said_twice", "/body/by", part["by"])
    return part


def _withdrawn(state: State, entry: Entry) -> Told:
    part = shaped(entry, DisputeWithdrawnBody)
    if isinstance(part, Difference):
        return part
    dispute = _dispute(state, entry, part)
    return dispute if isinstance(dispute, Difference) else {**part, "by": f"{PLAYER}{dispute.by}"}


def _resolved(state: State, entry: Entry) -> Told:
    part = shaped(entry, DisputeResolvedBody)
    if isinstance(part, Difference):
        return part
    dispute = _dispute(state, entry, part)
    if isinstance(dispute, Difference):
        return dispute
    standing = kept = state.session.standing[dispute.game]
    corrected: dict[str, str] = {}
    if part["outcome"] == CORRECTED:
        made_before = (standing.kind, standing.hash) == ("game_corrected", state.session.head_hash)
        if not made_before or state.replaced is None:
            return Difference("kind_misplaced", "/kind", entry.kind)
        kept, corrected = state.replaced, {"correction": standing.hash}
    told = _judged_again(dispute, (kept, standing), part)
    if isinstance(told, Difference):
        return told
    said = {name: part[name] for name in ("id", "outcome", "by", "reason")}
    return {**said, **told, **corrected, "against": kept.hash}


def _judged_again(
    dispute: Dispute, games: tuple[Standing, Standing], part: Mapping[str, Any]
) -> Told:
    """What a ruling should say of consents, for the game as it was kept and as it is ruled.

    Rulings once counted what had been said of entries that stood before: one that says what it
    should by that reading is sound.
    """
    kept, ruled = (game.nets for game in games)
    told: Told | None = None
    for contested in (at_ruling(dispute, part["outcome"]), ever_said(dispute)):
        try:
            again: Told = judged(contested, kept, ruled, part)
        except RefusedError as refused:
            again = refused_at("consent_missing", refused)
        if not isinstance(again, Difference) and all(again[name] == part[name] for name in again):
            return again
        told = told or again
    assert told is not None
    return told


KINDS: Final[Mapping[str, Kind]] = {
    "table_changed": Kind(anywhere, _changed),
    "confirmed": Kind(anywhere, _confirmed, has_game=None),
    "dispute_opened": Kind(_known_game, _opened, has_game=True),
    "dispute_consented": Kind(_known_game, _consented, has_game=True),
    "dispute_withdrawn": Kind(_known_game, _withdrawn, has_game=True),
    "dispute_resolved": Kind(_known_game, _resolved, has_game=True),
}
