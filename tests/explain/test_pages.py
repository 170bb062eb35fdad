"""Whole pages, compared with stored ones that a person has read.

``SETTLE_TESTS_GOLDEN=write`` writes them anew; then read them again.
"""

import json
import os
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from settle.explain import as_records, as_text, explain
from settle.faults import RefusedError
from settle.scoring import score_document
from settle.words import LANGUAGES, Language, words
from tests.explain.sample import RULEBOOK

GOLDEN = Path(__file__).parent / "golden"
GIVEN = {
    case["id"]: case["round"]
    for case in json.loads((Path(__file__).parents[1] / "cases/given/rounds.json").read_text())
}
PAGES = (
    ("home-run-with-foul-tw-scoop", "en"),
    ("stake-uneven-minor-units", "en"),
    ("luosong-doubling-card", "en"),
    ("gadu-paid-by-foul-and-natural", "zh-Hant-TW"),
    ("gadu-units-over-middle-multiplier", "zh-Hant-TW"),
    ("ruled-foul-arranged", "zh-Hant-TW"),
    ("bets-multiply", "zh-Hant-HK"),
    ("edge-top-card-is-the-pair", "zh-Hant-HK"),
    ("natural-v-foul-largest-other-natural", "zh-Hans"),
    ("two-suited-dragons-by-suit", "zh-Hans"),
    ("tie-is-no-scoop", "zh-Hans"),
)


def scored(document):
    """The result, as it comes out of JSON; None for a round that is refused."""
    try:
        return json.loads(json.dumps(score_document(document, RULEBOOK)))
    except RefusedError:
        return None


RESULTS = {name: result for name, round_ in GIVEN.items() if (result := scored(round_))}


def told(name, language, *, alone=False):
    played = None if alone else GIVEN[name]
    return explain(RESULTS[name], RULEBOOK.get(GIVEN[name]["ruleset"]), language, played=played)


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_a_page_is_as_it_was_read(name, language):
    stored = GOLDEN / f"{name}.{language}.txt"
    page = as_text(told(name, language), 80)
    if os.environ.get("SETTLE_TESTS_GOLDEN") == "write":
        stored.write_text(page, encoding="utf-8")
    assert page == stored.read_text(encoding="utf-8")


def test_every_stored_page_is_compared():
    assert {path.name for path in GOLDEN.iterdir()} == {
        f"{name}.{language}.txt" for name, language in PAGES
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("alone", [False, True])
def test_every_given_round_has_a_page_in_every_language(language, alone):
    assert len(RESULTS) > 150
    for name in RESULTS:
        explanation = told(name, language, alone=alone)
        page = as_text(explanation, 80)
        assert max(map(cell_len, page.splitlines())) <= 80, name
        assert not re.search(r"[{}]|\bNone\b|[ \t]$", page, re.MULTILINE), name
        for line in (line for pair in explanation.pairs for line in pair.lines):
            assert line.text.startswith(f"{line.payer} "), name
            assert str(line.points) in line.text, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_calls_a_high_card_what_it_calls_a_foul(language):
    said = words(language)
    assert said.category("high_card") != said.status("foul")
    if language != Language.EN:
        assert all("烏龍" not in page or "擺烏龍" not in page for page in pages(language))


def pages(language):
    return (as_text(told(name, language)) for name in RESULTS)


def test_the_records_are_the_result_with_texts():
    result = RESULTS["home-run-with-foul-tw-scoop"]
    records = as_records(told("home-run-with-foul-tw-scoop", "en"))
    assert [line.pop("text") for line in records["lines"]][:2] == [
        "bob pays amy 1 unit: amy wins the front, pair over high card",
        "bob pays amy 1 unit: amy wins the middle, two pair over pair",
    ]
    assert records == result


def test_the_records_of_notices_have_texts_too():
    records = as_records(told("undeclared-natural", "zh-Hant-HK"))
    assert [notice["text"] for notice in records["notices"]] == [
        f"{notice['player']} 有{words('zh-Hant-HK').natural(notice['natural'])}"
        "卻沒有報到，照擺好的牌計。"
        for notice in records["notices"]
    ]
    assert records["notices"]


def test_the_sums_are_those_of_the_result():
    for name, result in RESULTS.items():
        for total, stated in zip(told(name, "en").sums, result["totals"], strict=True):
            assert total.net == stated["net"] == sum(points for _, points in total.against), name


def test_the_transfers_settle_the_money():
    for name, result in RESULTS.items():
        explanation = told(name, "en")
        paid = {money["player"]: 0 for money in result.get("money", ())}
        for transfer in explanation.transfers:
            paid[transfer.payer] -= hundredths(transfer.amount)
            paid[transfer.payee] += hundredths(transfer.amount)
        assert paid == {
            money["player"]: hundredths(money["amount"]) for money in result.get("money", ())
        }, name


def hundredths(amount):
    whole, _, fraction = amount.partition(".")
    return int(whole + fraction.ljust(2, "0"))


def test_nothing_is_lost_where_the_banker_is_not_known():
    for name, result in RESULTS.items():
        pairs = {(pair.first, pair.second) for pair in told(name, "en", alone=True).pairs}
        moved = {frozenset((line["payer"], line["payee"])) for line in result["lines"]}
        assert moved <= {frozenset(pair) for pair in pairs}, name


def test_a_narrow_page_has_the_hands_below_each_other():
    page = as_text(told("bets-multiply", "en"), 40)
    assert "    front  high card  ♠A ♥K ♦9\n" in page
    assert max(map(cell_len, page.splitlines())) <= 40


def test_rows_are_shown_in_the_order_of_the_ruleset():
    """RULES section 4: the rows of mainland-basic are shown back, middle, front."""
    explanation = told("tie-is-no-scoop", "en")
    _, hands, pair, *_ = as_text(explanation, 80).split("\n\n")
    assert hands.splitlines()[1].split() == ["back", "middle", "front"]
    assert pair.splitlines()[1] == "  back bob, middle bob, front tie"
    assert explanation.pairs[0].rows == (None, "bob", "bob")
    rules = [line.rule for line in explanation.pairs[0].lines]
    assert rules == ["rows.middle.base", "rows.back.base"]


def test_a_narrow_page_shows_rows_in_that_order_too():
    words_of_rows = ["back", "middle", "front"]
    lines = as_text(told("tie-is-no-scoop", "en"), 40).splitlines()
    first = [line.split()[0] for line in lines if line.startswith("    ") and line.split()]
    assert [word for word in first if word in words_of_rows] == words_of_rows * 2


def test_a_ruleset_that_names_its_own_words_is_heard():
    page = as_text(told("natural-v-foul-largest-other-natural", "zh-Hans"))
    assert "底墩" in page
    assert "尾墩" not in page


OUTCOME = {
    "ruleset": "tw-scoop-only",
    "stake": {"amount": "100", "currency": "TWD"},
    "outcome": {
        "hands": [
            {"player": "amy", "categories": {"back": "four_of_a_kind"}},
            {"player": "bob", "status": "natural", "natural": "dragon"},
            {"player": "cat"},
            {"player": "dan", "status": "foul"},
        ],
        "duels": [{"players": ["amy", "cat"], "scoop": "amy"}],
    },
}


@pytest.mark.parametrize(
    ("language", "mark"),
    [
        ("en", "Recorded by outcome only: rows without cards."),
        ("zh-Hant-TW", "只記結果：沒有記牌。"),
        ("zh-Hant-HK", "只記結果：沒有記牌。"),
        ("zh-Hans", "只记结果：没有记牌。"),
    ],
)
def test_a_game_by_outcome_is_marked(language, mark):
    result = scored(OUTCOME)
    for played in (OUTCOME, None):
        page = as_text(explain(result, RULEBOOK.get("tw-scoop-only"), language, played=played))
        assert mark in page
        assert mark not in as_text(told("scoop-only-dragon-10", language))


def test_what_is_not_known_of_a_game_by_outcome_is_said():
    result = scored(OUTCOME)
    page = as_text(explain(result, RULEBOOK.get("tw-scoop-only"), "en", played=OUTCOME), 80)
    hands = page.split("\n\n")[1]
    assert hands == (
        "Hands\n"
        "       front  middle  back\n"
        "  amy                 quads\n"
        "  bob  dragon (natural)\n"
        "  cat  not recorded\n"
        "  dan  foul"
    )
    assert "amy wins" not in page


def test_pairs_between_which_nothing_happened_share_a_line():
    hands = [{"player": player} for player in ("amy", "bob", "cat", "dan")]
    duels = [{"players": ["amy", "dan"], "scoop": "amy"}]
    document = OUTCOME | {"outcome": {"hands": hands, "duels": duels}}
    explanation = explain(scored(document), RULEBOOK.get("tw-scoop-only"), "en", played=document)
    page = as_text(explanation, 80)
    assert page.split("\n\n")[1:4] == [
        "Hands\n  amy  not recorded\n  bob  not recorded\n  cat  not recorded\n  dan  not recorded",
        "amy – dan  amy takes 1 scoop\n  · dan pays amy 1 scoop: amy's scoop of dan [1]",
        "amy – bob, amy – cat, bob – cat, bob – dan, cat – dan\n  nothing moves",
    ]


def test_what_the_table_agreed_on_is_told_as_such():
    """A value that the table agreed on names the option, and then where the option is from."""
    explanation = told("tw-quads-back-3", "en")
    rule = next(r for r in explanation.rules if r.key == "rows.back.bonus.four_of_a_kind")
    assert rule.value == "2"
    assert rule.origin.startswith("agreed at this table: quads_back = 3; S000, 十三張: 台式玩法")


def test_a_decision_of_the_ruleset_is_told_with_its_note():
    rules = {rule.key: rule.origin for rule in told("scoop-only-dragon-10", "zh-Hant-TW").rules}
    assert rules["naturals.dragon"] == "S000, 十三張：通俗的簡易玩法（只玩打槍）"
    rules = {rule.key: rule.origin for rule in told("big-over-small", "zh-Hant-TW").rules}
    assert rules["naturals.all_big"] == "解讀：原表已佚，照台灣常見的牌型表。"


def test_the_natural_points_of_a_dragon_multiplier_are_put_down_to_it():
    rules = {rule.key: rule.origin for rule in told("scoop-only-dragon-7", "en").rules}
    origin = rules["naturals.dragon"]
    assert origin.startswith("agreed at this table: dragon_multiplier = 7;")
    option = told("equal-rank-ties-at-different-points", "en").options[0]
    assert (option.name, option.answer, option.usual) == (
        "natural_points",
        "suited dragon 100",
        "suited dragon 10",
    )


@pytest.mark.parametrize(
    ("name", "option", "answer", "usual"),
    [
        ("luosong-doubling-card", "doubling_card", "♠A", "none"),
        ("tied-row-on", "tied_row_scoops", "yes", "no"),
        ("gadu-units-0-and-100", "gadu_units", "front trips 0, back straight flush 100",
         "front trips 1, back straight flush 1"),
        ("tw-weighted-rows", "bonuses", None, None),
    ],
)  # fmt: skip
def test_what_was_agreed_is_told_with_what_is_usual(name, option, answer, usual):
    [agreed] = told(name, "en").options
    assert agreed.name == option
    assert agreed.question
    if answer is not None:
        assert (agreed.answer, agreed.usual) == (answer, usual)


@pytest.mark.parametrize(
    ("name", "alone", "rows"),
    [
        ("bets-multiply", False, ("amy", "amy", "amy")),
        ("bets-multiply", True, ("amy", "amy", "amy")),
        ("banker-edge-on", False, ("bob", "bob", "bob")),
        # Two players: without the round nobody can tell which of them is the banker.
        ("banker-edge-on", True, None),
    ],
)
def test_rows_are_told_where_the_banker_is_known(name, alone, rows):
    assert told(name, "en", alone=alone).pairs[0].rows == rows


# --- why it was so -------------------------------------------------------------------------------


def page_of(document, language="en", width=80):
    ruleset = RULEBOOK.get(document["ruleset"])
    return as_text(explain(scored(document), ruleset, language, played=document), width)


def hand(player, rows, **more):
    front, middle, back = (row.split() for row in rows.split("|"))
    return {"player": player, "front": front, "middle": middle, "back": back, **more}


WHEEL = hand("amy", "2c 4d 7c | 8h 8d Tc Ts 2h | As 2s 3d 4h 5c")
"""In the back A2345; in front and middle below HIGH_STRAIGHT."""
HIGH_STRAIGHT = hand("bob", "Qc Jd 7h | Qh Qd Kc Kh 3h | 9h Th Jh Qs Kd")


@pytest.mark.parametrize(
    ("ruleset", "winner", "notes"),
    [
        # RULES section 1: second is above 9TJQK, lowest is below all others.
        ("tw-points", "amy", [3, 4]),
        ("western-2-4", "bob", [3, 5]),
    ],
)
def test_a_wheel_that_decides_is_put_down_to_its_rule(ruleset, winner, notes):
    page = page_of({"ruleset": ruleset, "hands": [WHEEL, HIGH_STRAIGHT]}, width=120)
    assert re.search(rf"{winner} wins the back, straight .* over .* {re.escape(str(notes))}$", page,
                     re.MULTILINE)  # fmt: skip
    assert f"  [{notes[1]}] order.wheel = " in page


def test_a_straight_that_is_no_wheel_needs_no_such_rule():
    amy = hand("amy", "2c 4d 7c | 8h 8d Tc Ts 2h | 2s 3d 4h 5c 6c")
    assert "order.wheel" not in page_of({"ruleset": "tw-points", "hands": [amy, HIGH_STRAIGHT]})


SUITS = [
    hand("amy", "Ks 8c 6h | 9c 9d 7s 6s 4s | Jc Jd 8s 5h 3c"),
    hand("bob", "Qh 8d 6c | 9s 9h 7c 6d 4c | Ts Tc 8h 5d 3d"),
]
"""The middle is equal but for its suits: RULES section 1, the best suit in the pair, is bob's."""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "bob wins the middle by suit, pair ♠9 ♥9 ♣7 ♦6 ♣4 over ♦9 ♣9 ♠7 ♠6 ♠4 [2, 4]"),
        ("zh-Hans", "bob 赢中墩，比花色，对子 ♠9 ♥9 ♣7 ♦6 ♣4 胜 ♦9 ♣9 ♠7 ♠6 ♠4 [2, 4]"),
    ],
)
def test_a_suit_that_decides_is_put_down_to_its_rule(language, told):
    page = page_of({"ruleset": "fujian-13-water", "hands": SUITS}, language, 200)
    assert told in page.replace("♣9 ♦9", "♦9 ♣9")
    assert "  [4] order.suits = " in page


def test_a_row_that_pays_nothing_by_itself_names_the_rule_that_decided_it():
    """In tw-scoop-only a row alone is worth nothing, but three of them are a scoop."""
    bob = hand("bob", "Qc Jd 7h | Kh Kc 3h 6c 9d | 9h Th Jh Qs Kd")
    amy = hand("amy", "Qd Jc 8s | Ah Ac 2h 6d 9c | As 2s 3d 4h 5c")
    page = page_of({"ruleset": "tw-scoop-only", "hands": [amy, bob]})
    assert "  front amy, middle amy, back amy [2]\n  · bob pays amy 1 scoop" in page
    assert "  [2] order.wheel = wheel is the second highest" in page


def cards(text):
    return text.split()


SIX_PAIRS = cards("2h 2c 4d 4c 5s 5h 7c 7d 9s 9h Jh Jc Ks")
OTHER_PAIRS = cards("2s 2d 3d 3c 6s 6h 8c 8d Ts Th Qh Qc Kd")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "both have six pairs, so neither takes from the other [1]"),
        ("zh-Hant-TW", "兩家都是六對半，互不付 [1]"),
        ("zh-Hans", "两家都是六对半，互不付 [1]"),
    ],
)
def test_two_equal_naturals_say_why_nothing_moves(language, told):
    hands = [{"player": "amy", "cards": SIX_PAIRS, "natural": "six_pairs"},
             {"player": "bob", "cards": OTHER_PAIRS, "natural": "six_pairs"}]  # fmt: skip
    page = page_of({"ruleset": "tw-points", "hands": hands}, language)
    assert f"  · {told}\n" in page
    assert "  [1] naturals.meeting = " in page


def test_two_naturals_of_one_rank_say_so():
    """RULES section 4: in luosong half big and half small are equal."""
    hands = [{"player": "amy", "natural": "half_big", "cards":
              cards("8c 8d 9s 9h Tc Td Js Jh Qc Qd Kh Ks As")},
             {"player": "bob", "natural": "half_small", "cards":
              cards("2c 2d 3s 3h 4c 4d 5s 5h 6c 6d 7h 7s 8s")}]  # fmt: skip
    page = page_of({"ruleset": "luosong", "hands": hands}, width=120)
    assert (
        "amy has half big and bob has half small, which rank the same, so neither takes from the "
        "other [1]"
    ) in page


def test_two_fouls_say_why_nothing_moves():
    fouls = [{"player": name, "ruled_foul": "late"} for name in ("amy", "bob")]
    page = page_of({"ruleset": "tw-scoop", "hands": fouls})
    assert "  · both hands are a foul, so neither takes from the other [1]\n" in page
    assert "  [1] foul.policy = " in page


def test_every_rule_of_a_page_is_named_by_something_on_it():
    for name in RESULTS:
        page = as_text(told(name, "en"), 200)
        body, _, rules = page.partition("\nRules and where they come from\n")
        cited = {n for found in re.findall(r"\[([\d, ]+)\]", body) for n in found.split(", ")}
        assert cited == set(re.findall(r"^  \[(\d+)\]", rules, re.MULTILINE)), name
