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
