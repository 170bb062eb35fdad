"""Rulesets for people: everything that stands in the data, a card, two side by side."""

from __future__ import annotations

import pytest

from settle.pages.rulesets import label, sections
from settle.rulebook import Rulebook
from settle.rulebook.keys import KEYS
from settle.words import LANGUAGES, words

RULEBOOK = Rulebook()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_a_ruleset_may_have_has_a_label(language):
    said = words(language)
    labels = {key: label(key, said) for key in KEYS}
    assert [key for key, text in labels.items() if not text or "." in text] == []


@pytest.mark.parametrize("name", RULEBOOK.ids())
def test_every_value_is_told_once_with_where_it_comes_from(name):
    ruleset = RULEBOOK.get(name)
    told = [each for values in sections(ruleset, words("en")).values() for each in values]
    assert sorted(each.key for each in told) == sorted(value.key for value in ruleset.values())
    assert all(each.origin and each.value for each in told)


@pytest.mark.parametrize("name", RULEBOOK.ids())
@pytest.mark.parametrize("page", ["", "/card"])
def test_the_pages_of_a_ruleset(reader, name, page):
    reader.language = "en"
    shown = reader.get(f"/rulesets/{name}{page}")
    assert shown.status == 200
    title = RULEBOOK.get(name).document["title"]["en"]
    assert f"<h1>{title}</h1>" in shown.html


def test_rows_stand_as_the_table_sees_them_and_naturals_by_rank():
    told = sections(RULEBOOK.get("tw-scoop"), words("zh-Hant-TW"))
    assert [each.label for each in told["rows"]][:4] == ["贏頭墩", "頭墩衝三", "贏中墩", "中墩葫蘆"]
    assert [(each.place, each.value) for each in told["naturals"][1:3]] == [
        ("1", "108 注"), ("2", "36 注"),
    ]  # fmt: skip


def test_a_card_tells_of_bonuses_what_they_come_to_with_the_row(reader):
    """RULES.md: quads in the middle are worth 8 in all, of which winning the row is 1."""
    reader.language = "zh-TW"
    page = reader.get("/rulesets/tw-scoop/card")
    assert "中墩鐵支 另加 7，共 8 注" in page.text
    assert "中墩鐵支得幾注？ 8" in page.text
    assert "全壘打：各墩和打槍算 2 倍" in page.text
    assert "全壘打：紅利算 1 倍" in page.text


def test_anybody_may_read_the_rules(browser):
    browser.client.delete_cookie("settle_key")
    for address in ("/rulesets", "/rulesets/tw-scoop", "/rulesets/tw-scoop/card",
                    "/compare-rulesets"):  # fmt: skip
        assert browser.get(address).status == 200


def test_two_side_by_side(browser):
    page = browser.get("/compare-rulesets?one=western-2-4&other=western-1-6")
    assert page.status == 200
    # A unit more for the majority there, three for a scoop here; the rows are the same.
    assert "≠ more rows than the other 1 –" in page.text
    assert "≠ a scoop: so much more" in page.text
    assert "≠ winning the front" not in page.text


def test_points_that_are_called_otherwise_are_the_same_points(browser):
    page = browser.get("/compare-rulesets?one=tw-scoop&other=tw-points")
    assert "≠ winning the front" not in page.text
    assert "≠ trips in the front 2 more, 3 in all 1 more, 2 in all" in page.text


def test_an_unknown_one_is_told(reader):
    assert reader.get("/compare-rulesets?one=none").status == 404
    assert reader.get("/rulesets/none").status == 404
