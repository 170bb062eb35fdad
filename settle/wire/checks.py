"""What a shape cannot say about a document: who, how many, and what the ruleset plays.

Each check looks at what is sound and at nothing else, so that one mistake gives one fault.
"""

from collections.abc import Iterator, Mapping

from settle.faults import Fault, Pointer
from settle.rules import Pairing
from settle.wire.check_exchange import exchange_faults, unknown_keys
from settle.wire.check_hands import card_faults, hand_faults, natural_faults
from settle.wire.check_outcome import outcome_faults
from settle.wire.draft import Draft
from settle.wire.stakes import wrong_stake


def rule_faults(draft: Draft) -> Iterator[Fault]:
    """Everything that is wrong beyond the shape."""
    yield from _record_faults(draft)
    yield from _player_faults(draft)
    yield from _banker_faults(draft)
    if draft.by_outcome:
        yield from outcome_faults(draft)
    else:
        for seat in draft.seats:
            yield from hand_faults(seat, draft)
            yield from natural_faults(seat, draft)
        yield from card_faults(draft)
        yield from exchange_faults(draft)
    yield from _doubling_card_faults(draft)
    yield from _stake_faults(draft)
    yield from _expect_faults(draft)


def _record_faults(draft: Draft) -> Iterator[Fault]:
    """Hands or an outcome, and not both."""
    if "hands" not in draft.raw and "outcome" not in draft.raw:
        yield Fault(("hands",), "missing", "hands_or_outcome")
    elif "hands" in draft.raw and "outcome" in draft.raw:
        yield Fault(("outcome",), "unknown_field", "beside_hands")
    elif draft.by_outcome and "exchange" in draft.raw:
        yield Fault(("exchange",), "unknown_field", "beside_outcome")


def _player_faults(draft: Draft) -> Iterator[Fault]:
    """Each player once, and as many as the ruleset plays."""
    first: dict[str, Pointer] = {}
    for seat in draft.seats:
        pointer = (*seat.pointer, "player")
        name = seat.player
        if name in first:
            again = {"player": name, "first": first[name]}
            yield Fault(pointer, "duplicate_player", "", again)
        elif name is not None:
            first[name] = pointer
    rules = draft.sure("players")
    listed = draft.sound.get("outcome", {}) if draft.by_outcome else draft.sound
    if rules is not None and "hands" in listed:
        found, least, most = len(draft.seats), rules.least_players, rules.most_players
        if not least <= found <= most:
            values = {"found": found, "least": least, "most": most, "ruleset": rules.ruleset}
            yield Fault(draft.holder, "wrong_player_count", "", values)


def _banker_faults(draft: Draft) -> Iterator[Fault]:
    """The banker and the bets, where somebody is banker and only there."""
    rules, banker = draft.sure("pairing"), draft.sound.get("banker")
    if rules is not None and rules.pairing != Pairing.BANKER:
        values = {"ruleset": rules.ruleset}
        if "banker" in draft.raw:
            yield Fault(("banker",), "banker_not_played", "", values)
        for seat in draft.seats:
            if "bet" in seat.raw:
                yield Fault((*seat.pointer, "bet"), "bet_not_played", "", values)
        return
    if rules is not None and "banker" not in draft.raw:
        yield Fault(("banker",), "banker_required", "", {"ruleset": rules.ruleset})
    players = draft.players
    if banker is not None and players is not None and banker not in players:
        yield Fault(("banker",), "unknown_player", "", {"found": banker, "known": draft.names})
    for seat in draft.seats:
        if banker is not None and seat.player == banker and "bet" in seat.raw:
            pointer = (*seat.pointer, "bet")
            yield Fault(pointer, "bet_not_played", "banker", {"player": banker})


def _doubling_card_faults(draft: Draft) -> Iterator[Fault]:
    rules = draft.sure("doubling_card")
    if rules is not None and not rules.takes_doubling_card:
        places: list[Pointer] = []
        if "doubling_card" in draft.raw:
            places.append(("doubling_card",))
        outcome = draft.raw.get("outcome")
        if isinstance(outcome, dict) and "doubling_card_holder" in outcome:
            places.append(("outcome", "doubling_card_holder"))
        for place in places:
            yield Fault(place, "unknown_field", "doubling_card", {"ruleset": rules.ruleset})


def _stake_faults(draft: Draft) -> Iterator[Fault]:
    raw = draft.raw.get("stake")
    if isinstance(raw, dict):
        yield from wrong_stake(raw, draft.sound.get("stake") or {})


def _expect_faults(draft: Draft) -> Iterator[Fault]:
    """Players who do not play; and nothing to compare, which would look as if it was compared."""
    raw = draft.raw.get("expect")
    if raw in ({}, {"totals": {}}):
        yield Fault(("expect",), "missing", "expectation")
    elif isinstance(raw, dict) and raw.get("totals") == {}:
        yield Fault(("expect", "totals"), "missing", "expected_totals")
    expect = draft.sound.get("expect") or {}
    totals: Mapping[str, object] = expect.get("totals") or {}
    yield from unknown_keys(totals, ("expect", "totals"), draft)
