"""The sources' own worked figures, through the whole line: settle.score on a document."""

import pytest

import settle
from tests.reference.test_twin import CASES, DRAGON_OTHERS, SWEEP, hand


def taken(result, payee, payer):
    """Points that one player takes from another, net of what goes the other way."""
    between = [line for line in result.lines if {line.payer, line.payee} == {payee, payer}]
    return sum(line.points if line.payee == payee else -line.points for line in between)


def play(ruleset, hands, **more):
    return settle.score({"ruleset": ruleset, "hands": hands, **more})


def test_s000_hong_kong_maximum_is_18_units():
    hands = [
        hand("amy", "Ks Kh Kd", "2s 3s 4s 5s 6s", "6h 7h 8h 9h Th"),
        hand("bob", "Qd Jd 9c", "2c 2d 7c 8d 3h", "4c 4d 5c Jc As"),
    ]
    result = play("hk-banker", hands, banker="bob")
    assert result.nets == {"amy": 3 + 10 + 5, "bob": -18}


def test_s000_taiwan_scoop_is_6_and_a_home_run_12_from_each():
    assert play("tw-scoop", SWEEP[:2]).nets == {"amy": 6, "bob": -6}
    result = play("tw-scoop", SWEEP)
    assert [taken(result, "amy", player) for player in ("bob", "cat", "dan")] == [12, 12, 12]


def test_s001_scoop_is_12_and_a_home_run_24_from_each_72_in_all():
    assert play("tw-weighted", SWEEP[:2]).nets == {"amy": 12, "bob": -12}
    result = play("tw-weighted", SWEEP)
    assert [taken(result, "amy", player) for player in ("bob", "cat", "dan")] == [24, 24, 24]
    assert result.nets["amy"] == 72


def test_s003_normal_sweep_is_6_from_each():
    result = play("fujian-13-water", SWEEP)
    assert [taken(result, "amy", player) for player in ("bob", "cat", "dan")] == [6, 6, 6]


@pytest.mark.parametrize(
    ("natural", "ace", "others_ace", "each"),
    [("dragon", "Ac", "As", 26 * 2), ("dragon_suited", "As", "Ac", 52 * 2)],
)
def test_s003_dragon_is_52_and_the_suited_one_104_from_each(natural, ace, others_ace, each):
    bob, cat, dan = DRAGON_OTHERS
    cards = [ace, *(rank + "s" for rank in "23456789TJQK")]
    amy = {"player": "amy", "cards": cards, "natural": natural}
    cat = {**cat, "back": ["8h", "8d", "Jc", "Kh", others_ace]}
    result = play("fujian-13-water", [amy, bob, cat, dan])
    assert [taken(result, "amy", player) for player in ("bob", "cat", "dan")] == [each] * 3


def test_s004_scoop_is_4_and_the_example_wins_6():
    assert play("mainland-basic", SWEEP[:2]).nets == {"amy": 3 + 1, "bob": -4}
    result = settle.score(CASES["s004-example"]["round"])
    [amy] = [total for total in result.totals if total.player == "A"]
    assert (amy.won, amy.net) == (4 + 2 + 0, 6 - 1 - 4)


def test_s000_simple_play_is_100_from_each_and_another_100_from_the_scooped():
    hands = [
        hand("amy", "2s 3h 5d", "6s 6h 8c 9h Jd", "7s 7h 7c 7d Ac"),
        hand("bob", "2h 3c 4d", "4s 4h 9c Th Qc", "5s 5h Tc Jc Kd"),
        hand("cat", "Ks Qs 9s", "8s 8h 3s 2d Jh", "Ts Td 3d 6d Kc"),
        hand("dan", "Kh Qd 8d", "As 9d 6c 4c 2c", "Ah Ad 5c Js Qh"),
    ]
    result = play("tw-scoop-only", hands, stake={"amount": "100", "currency": "TWD"})
    assert [taken(result, "amy", player) for player in ("bob", "cat", "dan")] == [2, 1, 1]
    # bob is scooped by cat as well.
    assert {share.player: share.amount for share in result.money} == {
        "amy": "400",
        "bob": "-300",
        "cat": "0",
        "dan": "-100",
    }
