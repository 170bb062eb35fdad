"""From documents to rounds: what stands in a round, in which form."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settle.rounds import (
    Arrangement,
    Exchange,
    Expect,
    Hand,
    Outcome,
    OutcomeDuel,
    OutcomeHand,
    Pass,
    Stake,
)
from settle.wire.load import load_strictly
from settle.wire.names import player_name
from tests.code_health.tree import ROOT
from tests.wire.documents import (
    AMY,
    BOB,
    CAT,
    DRAGON,
    RULEBOOK,
    banker_document,
    cards,
    changed,
    document,
    dragon_document,
    exchange_document,
    faults,
    outcome_document,
    pot_document,
    stake_document,
)
from tests.wire.fault_table import DOUBLED, RULED

CASES = json.loads((ROOT / "tests" / "cases" / "given" / "rounds.json").read_text("utf-8"))


def load(sent):
    return load_strictly(sent, RULEBOOK)[0]


def rows(text: str) -> Arrangement:
    front, middle, back = (tuple(row.split()) for row in text.split("|"))
    return Arrangement(front, middle, back)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_given_cases_are_taken_or_refused_as_they_say(case):
    assert {key.partition(".")[0] for _, key in faults(case["round"])} == (
        {case["refused"]} if "refused" in case else set()
    )


def test_arranged_hands():
    hands = load(document()).hands
    assert hands == (
        Hand("amy", tuple(cards(AMY)), rows(AMY)),
        Hand("bob", tuple(cards(BOB)), rows(BOB)),
    )


def test_every_spelling_becomes_the_contracts():
    sent = changed(document(), {"hands/0/front": ["红心A", "a♦️", "qC"], "hands/1/front/1": "♡10"})
    assert [hand.arrangement.front for hand in load(sent).hands] == [
        ("Ah", "Ad", "Qc"), ("Kh", "Th", "7d"),
    ]  # fmt: skip


def test_a_natural_needs_no_rows():
    assert load(dragon_document()).hands[1] == Hand(
        "bob", tuple(cards(DRAGON)), None, "dragon_suited"
    )


def test_a_natural_may_stand_in_any_rows():
    sent = changed(document("mainland-basic"), {"hands/0/natural": "auto"})
    assert load(sent).hands[0].natural == "auto"


@pytest.mark.parametrize(
    ("fields", "hand"),
    [
        ({}, Hand("bob", (), None, ruled_foul="late")),
        ({"cards": []}, Hand("bob", (), None, ruled_foul="late")),
        ({"cards": ["Kh", "th"]}, Hand("bob", ("Kh", "Th"), None, ruled_foul="late")),
        ({"natural": None}, Hand("bob", (), None, ruled_foul="late")),
        (
            {"front": cards("Kh Th 7d"), "middle": cards("5s 5h 9d 6d 2s"),
             "back": cards("6s 6h Qd 4d 3s")},
            Hand("bob", tuple(cards(BOB)), rows(BOB), ruled_foul="late"),
        ),
        (
            {"front": cards("Kh Th 7d"), "middle": cards("5s 5h 9d 6d 2s"),
             "back": cards("6s 6h Qd 4d 3s"), "cards": cards(BOB)[::-1]},
            Hand("bob", tuple(cards(BOB)), rows(BOB), ruled_foul="late"),
        ),
    ],
)  # fmt: skip
def test_of_a_ruled_foul_what_is_known_is_taken(fields, hand):
    sent = changed(RULED, {"hands/1": {"player": "bob", "ruled_foul": "late", **fields}})
    assert load(sent).hands[1] == hand


def test_banker_and_bets():
    played = load(changed(banker_document(), {"banker": " bob ", "hands/0/bet": 1_000_000}))
    assert (played.banker, [hand.bet for hand in played.hands]) == (1, [1_000_000, 1])


@pytest.mark.parametrize(
    ("fields", "in_force"),
    [({}, "Kh"), ({"doubling_card": "♠A"}, "As"), ({"doubling_card": None}, None)],
)
def test_the_rounds_own_doubling_card_wins(fields, in_force):
    sent = document("luosong", options={"doubling_card": "Kh"}, **fields)
    assert load(sent).doubling_card == in_force


@pytest.mark.parametrize(
    ("sent", "stake"),
    [
        (stake_document(), Stake("TWD", amount_minor=10_000)),
        (stake_document(mode="points"), Stake("TWD", amount_minor=10_000)),
        (stake_document(points=5, currency="JPY"), Stake("JPY", amount_minor=100, points=5)),
        (stake_document(amount="0.05", currency="HKD"), Stake("HKD", amount_minor=5)),
        (stake_document(step="10"), Stake("TWD", amount_minor=10_000, step_minor=1000)),
        (pot_document(), Stake("TWD", "pot", 5000)),
        (pot_document(scope="session", step="0.50"),
         Stake("TWD", "pot", 5000, scope="session", step_minor=50)),
    ],
)  # fmt: skip
def test_stakes_in_minor_units(sent, stake):
    assert load(sent).stake == stake


def test_exchanges_by_seat():
    amy, bob, cat = (tuple(cards(text)) for text in (AMY, BOB, CAT))
    assert load(exchange_document()).exchange == Exchange(
        (amy[3:] + bob[:3], bob[3:] + cat[:3], cat[3:] + amy[:3]),
        (Pass("clockwise", (bob[:3], cat[:3], amy[:3])),),
    )


def test_no_exchange_called():
    sent = changed(
        exchange_document(),
        {
            "exchange/passes": [],
            "exchange/dealt": {"cat": cards(CAT), " amy": cards(AMY), "bob": cards(BOB)},
        },
    )
    assert load(sent).exchange.dealt[0] == tuple(cards(AMY))


def test_received_cards_may_be_passed_on():
    amy, bob, cat = (cards(text) for text in (AMY, BOB, CAT))
    sent = changed(
        exchange_document(),
        {
            "exchange/dealt": {
                "amy": amy[3:] + cat[:3], "bob": bob[3:] + amy[:3], "cat": cat[3:] + bob[:3],
            },
            "exchange/passes/1": {
                "direction": "clockwise",
                "cards": {"amy": bob[:3], "bob": cat[:3], "cat": amy[:3]},
            },
            "exchange/passes/0/cards": {"amy": cat[:3], "bob": amy[:3], "cat": bob[:3]},
        },
    )  # fmt: skip
    assert len(load(sent).exchange.passes) == 2


def test_the_cards_of_a_ruled_foul_are_not_held_against_the_exchange():
    sent = changed(
        exchange_document(), {"hands/2": {"player": "cat", "ruled_foul": "late", "cards": ["2c"]}}
    )
    assert faults(sent) == [("/hands/2/cards/0", "duplicate_card")]
    assert faults(changed(sent, {"hands/2/cards": ["Kc"]})) == []


def test_expectations_by_name():
    sent = document(expect={"totals": {" amy": 3, "bob": -3}, "ruleset_digest": "sha256:x"})
    assert load(sent).expect == Expect("sha256:x", {"amy": 3, "bob": -3})


def test_outcomes():
    assert load(outcome_document()).outcome == Outcome(
        (
            OutcomeHand("amy", categories=(None, None, "four_of_a_kind")),
            OutcomeHand("bob", "natural", "dragon"),
            OutcomeHand("cat"),
            OutcomeHand("dan", "foul"),
        ),
        (OutcomeDuel((0, 2), scoop=0),),
    )


def test_outcomes_by_rows_with_a_holder():
    outcome = load(DOUBLED).outcome
    assert outcome.duels == (OutcomeDuel((0, 2), rows=(0, None, 2)),)
    assert outcome.doubling_card_holders == (0,)


def test_a_duel_that_says_nothing_is_taken():
    sent = changed(outcome_document(), {"outcome/duels/0": {"players": ["cat", "amy"]}})
    assert load(sent).outcome.duels == (OutcomeDuel((2, 0)),)


def test_ref_and_time_are_taken_as_they_are():
    moments = ("2026-02-17T21:30:00+08:00", "2024-02-29t23:59:60.123456z", "2000-02-29T00:00:00Z")
    for moment in moments:
        played = load(document(ref=" é\u0301 ", played_at=moment))
        assert (played.ref, played.played_at) == (" é\u0301 ", moment)


def test_names_are_composed_and_trimmed():
    sent = changed(document(), {"hands/0/player": "\u3000Zoe\u0308\n", "hands/1/player": "阿明 "})
    assert [hand.player for hand in load(sent).hands] == ["Zo\u00eb", "阿明"]


@given(st.text())
def test_a_name_has_one_form(text):
    name = player_name(text)
    if name is not None:
        assert 1 <= len(name) <= 40
        assert player_name(f" \u3000{unicodedata.normalize('NFD', name)}\t") == name
