"""A round under another agreement: what is carried over, what is dropped and said, and no guess."""

import json

import pytest

from settle.explain import adapted_texts, under_agreement
from settle.faults import RefusedError
from settle.scoring import score_document
from tests.explain.sample import RULEBOOK

A = {"player": "amy", "front": ["2h", "3c", "4d"], "middle": ["5s", "5h", "7c", "8d", "9s"],
     "back": ["Js", "Jh", "Jc", "Kd", "Ks"]}  # fmt: skip
B = {"player": "bob", "front": ["2d", "3d", "6s"], "middle": ["6h", "6c", "8h", "9c", "Td"],
     "back": ["Qs", "Qh", "As", "Ah", "Kc"]}  # fmt: skip
SIX_PAIRS = {
    "player": "amy",
    "front": ["2h", "2c", "4d"],
    "middle": ["5s", "5h", "7c", "7d", "9s"],
    "back": ["9h", "Jh", "Jc", "Kd", "Ks"],
    "natural": "six_pairs",
}

EXPECTED = {"totals": {"amy": 1}}


def taken(document, ruleset, options=None, banker=None):
    changed, adapted = under_agreement(document, RULEBOOK.get(ruleset), options, banker)
    return changed, [(change.code, dict(change.values)) for change in adapted]


def faults(document):
    with pytest.raises(RefusedError) as refused:
        score_document(document, RULEBOOK)
    return [("/".join(map(str, fault.pointer)), fault.code) for fault in refused.value.faults]


def test_a_round_that_fits_is_only_given_the_other_ruleset():
    document = {"ruleset": "tw-scoop", "ref": "r1", "hands": [A, B]}
    changed, adapted = taken(document, "tw-points")
    assert changed == {"ruleset": "tw-points@1", "ref": "r1", "hands": [A, B]}
    assert adapted == []


@pytest.mark.parametrize(
    ("more", "ruleset", "kept", "adapted"),
    [
        (
            {"options": {"quads_back": 3, "home_run_min_opponents": 2}},
            "tw-points",
            {"options": {"home_run_min_opponents": 2}},
            [("option_dropped", {"option": "quads_back", "value": "3"})],
        ),
        (
            {"options": {"gadu_units": {"back.five_of_a_kind": 9, "back.four_of_a_kind": 2}}},
            "tw-scoop-only",
            {"options": {"gadu_units": {"back.four_of_a_kind": 2}}},
            [("option_dropped", {"option": "gadu_units.back.five_of_a_kind", "value": "9"})],
        ),
        (
            {"options": {"doubling_card": None}},
            "tw-scoop",
            {"options": {}},
            [("option_dropped", {"option": "doubling_card", "value": "null"})],
        ),
        ({"banker": "amy"}, "tw-scoop", {}, [("banker_dropped", {})]),
        ({"exchange": {"dealt": {}}}, "tw-scoop", {}, [("exchange_dropped", {})]),
        ({"doubling_card": "As"}, "tw-scoop", {}, [("doubling_card_dropped", {})]),
        ({"doubling_card": None}, "tw-scoop", {}, []),
        ({"doubling_card": "As"}, "luosong", {"doubling_card": "As"}, []),
        ({"expect": EXPECTED}, "tw-scoop", {}, [("expect_dropped", {})]),
        ({"banker": "amy"}, "hk-banker", {"banker": "amy"}, []),
    ],
)
def test_what_does_not_exist_there_is_dropped_and_said(more, ruleset, kept, adapted):
    hands = {"hands": [A, B]}
    assert taken({"ruleset": "ph-exchange"} | more | hands, ruleset) == (
        {"ruleset": f"{ruleset}@1"} | kept | hands,
        adapted,
    )


@pytest.mark.parametrize(
    ("bets", "adapted"), [((3, 2), [("bets_dropped", {})]), ((1, 1), []), ((True, 1), [])]
)
def test_bets_are_read_as_one_where_nobody_bets(bets, adapted):
    hands = [A | {"bet": bets[0]}, B | {"bet": bets[1]}]
    changed, told = taken({"ruleset": "hk-banker", "hands": hands}, "tw-scoop")
    assert changed["hands"] == [A, B]
    assert told == adapted


def test_bets_of_an_outcome_too():
    outcome = {"hands": [{"player": "amy"}, {"player": "bob", "bet": 4}], "duels": []}
    changed, told = taken({"ruleset": "hk-banker", "outcome": outcome}, "tw-scoop-only")
    assert changed["outcome"] == {"hands": [{"player": "amy"}, {"player": "bob"}], "duels": []}
    assert told == [("bets_dropped", {})]


def test_the_holder_of_a_doubling_card_in_an_outcome_is_dropped_too():
    outcome = {"hands": [], "duels": [], "doubling_card_holder": "amy"}
    changed, told = taken({"ruleset": "luosong", "outcome": outcome}, "tw-scoop-only")
    assert changed["outcome"] == {"hands": [], "duels": []}
    assert told == [("doubling_card_dropped", {})]


def test_a_banker_is_asked_for():
    document = {"ruleset": "tw-scoop", "hands": [A, B]}
    changed, told = taken(document, "hk-banker")
    assert told == []
    assert faults(changed) == [("banker", "banker_required")]
    changed, told = taken(document, "hk-banker", banker="bob")
    assert (changed["banker"], told) == ("bob", [("banker_taken", {"player": "bob"})])
    assert score_document(changed, RULEBOOK)["totals"][0]["player"] == "amy"


def test_a_banker_that_the_round_names_is_kept():
    document = {"ruleset": "hk-banker", "banker": "amy", "hands": [A, B]}
    changed, told = taken(document, "hk-banker-suited", banker="bob")
    assert (changed["banker"], told) == ("amy", [])


def test_the_answers_of_the_other_agreement_win():
    document = {"ruleset": "tw-banker", "options": {"pairing": "banker", "quads_back": 3},
                "banker": "amy", "hands": [A, B]}  # fmt: skip
    changed, told = taken(document, "tw-banker", {"pairing": "everyone"})
    assert changed["options"] == {"pairing": "everyone", "quads_back": 3}
    assert "banker" not in changed
    assert told == [("banker_dropped", {})]


def test_an_unknown_answer_of_the_other_agreement_is_refused_not_dropped():
    changed, told = taken({"ruleset": "tw-scoop", "hands": [A, B]}, "tw-points", {"nothing": 1})
    assert told == []
    assert faults(changed) == [("options/nothing", "unknown_option")]


def test_an_answer_that_the_ruleset_does_not_allow_is_refused_not_dropped():
    document = {"ruleset": "luosong", "options": {"home_run_min_opponents": 9}, "hands": [A, B]}
    assert faults(taken(document, "tw-points")[0]) == [
        ("options/home_run_min_opponents", "bad_option")
    ]


def test_a_natural_that_is_not_played_there_is_scored_as_arranged():
    document = {"ruleset": "hk-banker", "hands": [SIX_PAIRS, B]}
    changed, told = taken(document, "mainland-basic")
    assert "natural" not in changed["hands"][0]
    assert told == [("natural_dropped", {"natural": "six_pairs", "player": "amy"})]
    assert document["hands"][0]["natural"] == "six_pairs"


def test_a_natural_that_is_not_played_there_and_not_arranged_is_a_problem():
    cards = [card for row in ("front", "middle", "back") for card in SIX_PAIRS[row]]
    hand = {"player": "amy", "cards": cards, "natural": "six_pairs"}
    changed, told = taken({"ruleset": "hk-banker", "hands": [hand, B]}, "mainland-basic")
    assert told == []
    assert faults(changed) == [("hands/0/natural", "natural_not_played")]


def test_a_natural_that_the_cards_do_not_make_there_is_scored_as_arranged():
    # Three straights with the front QKA: played in Hong Kong, excluded in Taiwan.
    hand = {"player": "amy", "front": ["Qs", "Kh", "Ac"], "middle": ["2d", "3s", "4h", "5c", "6d"],
            "back": ["6s", "7h", "8c", "9d", "Ts"], "natural": "three_straights"}  # fmt: skip
    hands = [hand, B]
    assert taken({"ruleset": "hk-banker", "hands": hands}, "hk-banker-suited")[1] == []
    assert taken({"ruleset": "hk-banker", "hands": hands}, "tw-scoop")[1] == [
        ("natural_dropped", {"natural": "three_straights", "player": "amy"})
    ]


@pytest.mark.parametrize("natural", ["auto", "six_pairs"])
def test_a_natural_that_is_played_there_is_kept(natural):
    document = {"ruleset": "hk-banker", "hands": [SIX_PAIRS | {"natural": natural}, B]}
    changed, told = taken(document, "tw-scoop")
    assert changed["hands"][0]["natural"] == natural
    assert told == []


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"hands": None},
        {"hands": [None, 1, {"natural": 3}, {"natural": "dragon", "front": 1}]},
        {"hands": [{"natural": "dragon", "front": [1], "middle": [None], "back": ["As"]}]},
        {"options": None},
        {"options": [1]},
        {"options": {"natural_points": [1]}},
        {"options": {"natural_points": {"dragon": "x"}}},
        {"outcome": None},
        {"outcome": {"hands": 1}},
        {"outcome": {"hands": [1]}},
        {"banker": None, "expect": None, "exchange": None},
    ],
)
@pytest.mark.parametrize("ruleset", ["tw-scoop", "hk-banker", "luosong"])
def test_a_document_that_is_wrong_in_itself_comes_back_to_be_refused(document, ruleset):
    before = json.dumps(document)
    changed, _ = taken(document, ruleset)
    assert json.dumps(document) == before
    assert faults(changed)


@pytest.mark.parametrize(
    ("document", "ruleset", "options", "keeps"),
    [
        ({"ruleset": "tw-scoop@1"}, "tw-scoop", {}, True),
        ({"ruleset": "tw-scoop@1", "options": {"quads_back": 3}}, "tw-scoop", {}, True),
        # As usual, said or not.
        ({"ruleset": "tw-scoop@1"}, "tw-scoop", {"quads_back": 4}, True),
        ({"ruleset": "tw-scoop@1"}, "tw-scoop", {"quads_back": 3}, False),
        ({"ruleset": "tw-scoop@1", "options": {"quads_back": 3}}, "tw-scoop",
         {"quads_back": 4}, False),
        ({"ruleset": "tw-points@1"}, "tw-scoop", {}, False),
        # Of a document that is wrong nobody knows.
        ({"ruleset": "tw-scoop@1", "options": {"quads_back": "x"}}, "tw-scoop", {}, False),
        ({}, "tw-scoop", {}, False),
    ],
)  # fmt: skip
def test_what_is_expected_stays_under_the_same_agreement(document, ruleset, options, keeps):
    changed, adapted = taken({**document, "expect": EXPECTED, "hands": [A, B]}, ruleset, options)
    assert changed.get("expect") == (EXPECTED if keeps else None)
    assert (("expect_dropped", {}) in adapted) is not keeps


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", [
            "Mainland, basic has no option quads_back; 3 was left out.",
            "What the document expects was not compared: it was recorded under another agreement.",
            "Mainland, basic has no banker; everybody plays everybody.",
            "Mainland, basic is played without bets; every bet was read as 1.",
            "Mainland, basic does not play six pairs; amy's hand was scored as it was arranged.",
        ]),
        ("zh-Hant-TW", [
            "大陸基本玩法沒有「quads_back」這項約定，3 不計。",
            "文件裡預期的結果是照原來的約定寫的，不拿來比對。",
            "大陸基本玩法沒有莊家，各家互比。",
            "大陸基本玩法不下注，每注都當 1 注。",
            "大陸基本玩法沒有六對半，amy 照擺好的牌算。",
        ]),
        ("zh-Hans", [
            "十三张基本玩法没有“quads_back”这项约定，3 不计。",
            "文件里预期的结果是按原来的约定写的，不拿来比对。",
            "十三张基本玩法没有庄家，各家互比。",
            "十三张基本玩法不下注，每注都当 1 注。",
            "十三张基本玩法没有六对半，amy 按摆好的牌算。",
        ]),
    ],
)  # fmt: skip
def test_what_was_changed_in_words(language, texts):
    document = {"ruleset": "tw-banker", "options": {"quads_back": 3}, "banker": "bob",
                "expect": EXPECTED, "hands": [SIX_PAIRS | {"bet": 2}, B]}  # fmt: skip
    ruleset = RULEBOOK.get("mainland-basic")
    _, adapted = under_agreement(document, ruleset)
    assert list(adapted_texts(adapted, ruleset, language)) == texts


def test_a_natural_is_kept_where_the_cards_are_wrong_anyway():
    hand = SIX_PAIRS | {"front": ["2h", "Joker", "4d"]}
    changed, told = taken({"ruleset": "hk-banker", "hands": [hand, B]}, "tw-scoop")
    assert told == []
    assert faults(changed) == [("hands/0/front/1", "bad_card")]
