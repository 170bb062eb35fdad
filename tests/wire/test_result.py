"""Result documents, in full and by hand."""

from __future__ import annotations

import json

import pytest

from settle.canonical import canonical_bytes, read_json
from settle.faults import RefusedError, json_pointer
from settle.playing import score_sheet
from settle.result import money_document, result_document
from settle.rounds import Stake
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.wire import load_round
from tests.wire.documents import (
    RULEBOOK,
    changed,
    document,
    dragon_document,
    outcome_document,
    pot_document,
    stake_document,
    three_document,
)
from tests.wire.test_load import CASES


def score(sent):
    return score_document(sent, RULEBOOK)


def test_a_result_in_full():
    sent = document(
        "western-1-6",
        ref="game 5",
        played_at="2026-02-17T21:30:00+08:00",
        stake={"amount": "2.50", "currency": "USD"},
    )
    result = score(sent)
    options = result.pop("options")
    assert options.keys() == {"natural_points"}
    # All three rows to amy: 1 each, 3 for the scoop, 6 in all.
    row = {"payer": "bob", "payee": "amy", "points": 1, "reason": "row"}
    assert result == {
        "ref": "game 5",
        "played_at": "2026-02-17T21:30:00+08:00",
        "ruleset": "western-1-6",
        "ruleset_version": 1,
        "ruleset_digest": RULEBOOK.get("western-1-6").digest,
        "hands": [
            {
                "player": "amy",
                "status": "plain",
                "natural": None,
                "rows": {
                    "front": {"category": "pair", "cards": ["Ah", "Ad", "Qc"]},
                    "middle": {"category": "two_pair", "cards": ["Ks", "Kd", "Jh", "Jd", "9c"]},
                    "back": {
                        "category": "three_of_a_kind",
                        "cards": ["8s", "8h", "8d", "Ac", "2c"],
                    },
                },
            },
            {
                "player": "bob",
                "status": "plain",
                "natural": None,
                "rows": {
                    "front": {"category": "high_card", "cards": ["Kh", "Th", "7d"]},
                    "middle": {"category": "pair", "cards": ["5s", "5h", "9d", "6d", "2s"]},
                    "back": {"category": "pair", "cards": ["6s", "6h", "Qd", "4d", "3s"]},
                },
            },
        ],
        "lines": [
            {**row, "row": "front", "rule": "rows.front.base"},
            {**row, "row": "middle", "rule": "rows.middle.base"},
            {**row, "row": "back", "rule": "rows.back.base"},
            {
                "payer": "bob", "payee": "amy", "points": 3,
                "reason": "scoop", "rule": "scoop.points",
            },
        ],
        "totals": [
            {"player": "amy", "won": 6, "lost": 0, "net": 6},
            {"player": "bob", "won": 0, "lost": 6, "net": -6},
        ],
        "money": [
            {"player": "amy", "amount": "15", "currency": "USD"},
            {"player": "bob", "amount": "-15", "currency": "USD"},
        ],
        "notices": [],
        "basis": "cards",
    }  # fmt: skip


def test_what_does_not_apply_is_absent():
    result = score(document())
    assert not {"ref", "played_at", "money"} & result.keys()
    assert all(None not in line.values() for line in result["lines"])


def test_a_natural_that_was_not_arranged_has_no_rows():
    hand = score(dragon_document())["hands"][1]
    assert hand == {"player": "bob", "status": "natural", "natural": "dragon_suited", "rows": None}


def test_a_ruled_foul_without_cards_has_no_rows():
    sent = changed(document(), {"hands/1": {"player": "bob", "ruled_foul": "late"}})
    result = score(sent)
    assert result["hands"][1] == {
        "player": "bob", "status": "foul", "natural": None, "rows": None,
    }  # fmt: skip
    assert {line.get("foul") for line in result["lines"]} == {True}


HOLDERS = [
    # Amy's hand has 8s and not As, Bob's has Ts.
    ("hands", {"doubling_card": "8s"}, ["amy"]),
    ("hands", {"doubling_card": "As"}, []),
    ("hands", {"options": {"doubling_card": "8s"}}, ["amy"]),
    ("hands", {"options": {"doubling_card": "8s"}, "doubling_card": "5s"}, ["bob"]),
    ("hands", {"options": {"doubling_card": "8s"}, "doubling_card": None}, []),
    ("ruled", {"doubling_card": "Kh"}, ["bob"]),
    ("outcome", {"outcome/doubling_card_holder": "cat"}, ["cat"]),
    ("outcome", {"doubling_card": "As", "outcome/doubling_card_holder": "amy"}, ["amy"]),
    ("outcome", {"doubling_card": "As"}, []),
]


@pytest.mark.parametrize(("kind", "changes", "holders"), HOLDERS)
def test_who_holds_the_doubling_card_is_marked(kind, changes, holders):
    sent = document("luosong") if kind != "outcome" else luosong_outcome()
    if kind == "ruled":
        changes = {**changes, "hands/1": {"player": "bob", "ruled_foul": "late", "cards": ["Kh"]}}
    hands = score(changed(sent, changes))["hands"]
    assert [hand["player"] for hand in hands if hand.get("doubling_card")] == holders
    assert [hand["player"] for hand in hands if "doubling_card" in hand] == holders


def luosong_outcome():
    names = ("amy", "cat")
    duel = {"players": list(names), "front": "amy", "middle": "amy", "back": "cat"}
    hands = [{"player": name} for name in names]
    return {"ruleset": "luosong", "outcome": {"hands": hands, "duels": [duel]}}


def test_an_outcome_has_rows_without_cards():
    result = score(outcome_document())
    assert result["basis"] == "outcome"
    amy, bob, cat, dan = result["hands"]
    assert amy["rows"] == {
        "front": {"category": None},
        "middle": {"category": None},
        "back": {"category": "four_of_a_kind"},
    }
    assert (bob["natural"], bob["rows"]) == ("dragon", None)
    assert cat["rows"]["front"] == {"category": None}
    assert (dan["status"], dan["rows"]) == ("foul", None)


def test_the_category_of_a_line_is_a_plain_text():
    sent = changed(document("tw-scoop-only"), {"hands/0/back": ["8s", "8h", "8d", "8c", "2c"]})
    (gadu,) = [line for line in score(sent)["lines"] if line["reason"] == "gadu"]
    assert type(gadu["category"]) is str
    assert gadu == {
        "payer": "bob", "payee": "amy", "points": 1, "reason": "gadu", "row": "back",
        "rule": "gadu.back.four_of_a_kind", "category": "four_of_a_kind",
    }  # fmt: skip


def test_who_set_the_amount_of_a_foul_is_named():
    sent = changed(
        three_document("fujian-13-water"), {"hands/1": {"player": "bob", "ruled_foul": "late"}}
    )
    fouls = [line for line in score(sent)["lines"] if line["reason"] == "foul"]
    # Nothing at the table is worth more than the minimum of 3, which nobody set.
    assert [(line["points"], line["rule"], line.get("set_by")) for line in fouls] == [
        (3, "foul.minimum", None),
        (3, "foul.minimum", None),
    ]


def test_a_notice():
    hand = {"front": ["2s", "3s", "4s"], "middle": ["5s", "6s", "7s", "8s", "9s"],
            "back": ["Ts", "Js", "Qs", "Ks", "As"], "player": "bob"}  # fmt: skip
    sent = changed(dragon_document(), {"hands/1": hand})
    assert score(sent)["notices"] == [
        {"code": "undeclared_natural", "player": "bob", "natural": "dragon_suited"}
    ]


def test_a_notice_without_a_natural():
    # The option asks for three others, amy scoops two.
    result = score(three_document("tw-scoop"))
    assert [notice["code"] for notice in result["notices"]] == ["home_run_needs_more_players"]
    assert "natural" not in result["notices"][0]


def test_every_option_is_shown():
    options = score(document("tw-scoop", options={"natural_points": {"half_big": 7}}))["options"]
    assert options["quads_back"] == 4
    assert options["natural_points"]["half_big"] == 7
    assert options["natural_points"]["dragon"] == 36


@pytest.mark.parametrize(
    ("sent", "amounts"),
    [
        # tw-points: three rows of 1
        (stake_document(), ["300", "-300"]),
        (stake_document(points=2), ["150", "-150"]),
        (stake_document(amount="0.01", points=2), ["0.02", "-0.02"]),
        (pot_document(), ["50", "-50"]),
    ],
)
def test_money(sent, amounts):
    assert [part["amount"] for part in score(sent)["money"]] == amounts


@pytest.mark.parametrize(
    ("stake", "amounts"),
    [
        # Three antes of 50 for two, shared by fifties: the odd one to the earlier seat.
        (Stake("TWD", "pot", 5000, step_minor=5000), ["50", "0", "-50"]),
        (Stake("TWD", "pot", 5000), ["25", "25", "-50"]),
        # Steps are for settlements; what a game is worth in points is told to the minor unit.
        (Stake("TWD", amount_minor=700, step_minor=500), ["7", "7", "-14"]),
    ],
)
def test_steps_of_a_single_game(stake, amounts):
    shares = money_document(("amy", "bob", "cat"), (1, 1, -2), stake)
    assert [share["amount"] for share in shares] == amounts


def test_a_pot_of_the_session_is_not_shared_out_in_a_game():
    assert "money" not in score(pot_document(scope="session"))


@pytest.mark.parametrize(
    ("expect", "faults"),
    [
        ({"totals": {"amy": 3}}, []),
        ({"totals": {"amy": 3, " bob": -3}}, []),
        ({"totals": {"amy": 6, "bob": -6}}, ["/expect/totals/amy", "/expect/totals/bob"]),
        ({"totals": {"bob": 0}, "ruleset_digest": "sha256:0"},
         ["/expect/ruleset_digest", "/expect/totals/bob"]),
        ({"ruleset_digest": RULEBOOK.get("tw-points").digest}, []),
    ],
)  # fmt: skip
def test_expectations(expect, faults):
    sent = document(expect=expect)
    if not faults:
        assert score(sent)["totals"][0]["net"] == 3
        return
    with pytest.raises(RefusedError) as caught:
        score(sent)
    assert {fault.code for fault in caught.value.faults} == {"expectation_failed"}
    assert [json_pointer(fault.pointer) for fault in caught.value.faults] == faults


ZOE = ("/expect/totals/zoe", "unknown_player")
DIGEST = ("/expect/ruleset_digest", "expectation_failed")
AMY = ("/expect/totals/amy", "expectation_failed")
TYPE = ("/expect/totals/bob", "wrong_type")
CUPS = {"ruleset_digest": "sha256:0", "totals": {"amy": 6, "bob": -3, "zoe": 1}}


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"expect": CUPS}, [DIGEST, ZOE, AMY]),
        ({"expect": {**CUPS, "totals": {"amy": 6, "bob": "-3"}}}, [DIGEST, TYPE, AMY]),
        ({"expect": CUPS, "ref": ""}, [("/ref", "out_of_range"), DIGEST, ZOE, AMY]),
        # What cannot be scored has no totals, and still a ruleset.
        ({"expect": CUPS, "hands/0/front/0": "Joker"},
         [("/hands/0/front/0", "bad_card"), DIGEST, ZOE]),
        ({"expect": CUPS, "ruleset": "nowhere"}, [("/ruleset", "unknown_ruleset"), ZOE]),
        ({"expect": CUPS, "options": {"scoop_points": -1}},
         [("/options/scoop_points", "bad_option"), ZOE]),
    ],
)  # fmt: skip
def test_expectations_that_are_not_met_are_told_beside_other_faults(changes, faults):
    with pytest.raises(RefusedError) as caught:
        score(changed(document(), changes))
    found = [(json_pointer(fault.pointer), fault.code) for fault in caught.value.faults]
    assert sorted(found) == sorted(faults)


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if "nets" in case],
    ids=[case["id"] for case in CASES if "nets" in case],
)
def test_the_given_cases(case):
    result = score(read_json(json.dumps(case["round"])))
    assert {total["player"]: total["net"] for total in result["totals"]} == case["nets"]
    if "won" in case:
        won = {total["player"]: total["won"] for total in result["totals"]}
        assert {name: won[name] for name in case["won"]} == case["won"]
    if "money" in case:
        assert {part["player"]: part["amount"] for part in result["money"]} == case["money"]


def test_the_same_round_gives_the_same_bytes():
    sent = document(options={"scoop_points": 3, "natural_points": {"dragon": 5}}, ref="5")
    shuffled = dict(reversed(sent.items()))
    shuffled["options"] = dict(reversed(sent["options"].items()))
    results = [
        canonical_bytes(score_document(one, book))
        for one in (sent, shuffled)
        for book in (RULEBOOK, Rulebook())
    ]
    assert len(set(results)) == 1


def test_a_result_is_plain_json():
    played, rules = load_round(stake_document(), RULEBOOK)
    result = result_document(played, rules, score_sheet(played, rules))
    assert read_json(canonical_bytes(result)) == result
