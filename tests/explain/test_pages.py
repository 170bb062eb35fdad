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


def test_rows_are_told_although_the_banker_is_not_known():
    """The only round of the case in which the banker cannot be read from the lines."""
    for name, result in RESULTS.items():
        pairs = {(pair.first, pair.second) for pair in told(name, "en", alone=True).pairs}
        moved = {frozenset((line["payer"], line["payee"])) for line in result["lines"]}
        assert moved <= {frozenset(pair) for pair in pairs}, name


def test_a_narrow_page_has_the_hands_below_each_other():
    page = as_text(told("bets-multiply", "en"), 40)
    assert "    front  high card  ♠A ♥K ♦9\n" in page
    assert max(map(cell_len, page.splitlines())) <= 40


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
