"""The catalogues say the same things in every language, in the words of each place."""

import re
import tomllib
from pathlib import Path

import pytest

import settle.words
from settle.pricing import Reason
from settle.strength import Category
from settle.words import LANGUAGES, Language, card_text, words

FOLDER = Path(settle.words.__file__).parent
PLACE = re.compile(r"\{([^{}]*)\}")
ENGLISH = settle.words._texts(Language.EN)
OTHERS = [language for language in LANGUAGES if language != Language.EN]

# Every natural of the rules' list.
NATURALS = [
    "dragon_suited",
    "dragon",
    "all_royals",
    "twelve_royals",
    "three_straight_flushes",
    "three_quads",
    "three_bombs",
    "all_big",
    "all_small",
    "one_colour",
    "one_odd_colour",
    "four_trips",
    "two_full_houses",
    "five_pairs_trips",
    "six_pairs",
    "three_flushes",
    "three_straights",
    "half_big",
    "half_small",
    "big_6_to_k",
    "small_2_to_10",
]


def values_named(text):
    """The places that the caller fills in; the others are words of the catalogue."""
    return {place for place in PLACE.findall(text) if "." not in place}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text(language):
    assert settle.words._texts(language).keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_places_in_every_language(language):
    texts = settle.words._texts(language)
    assert {key: values_named(texts[key]) for key in ENGLISH} == {
        key: values_named(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_filled_in(language):
    for key, text in settle.words._texts(language).items():
        filled = words(language).text(key, **dict.fromkeys(values_named(text), "x"))
        assert filled.strip()
        assert not PLACE.search(filled), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_result_can_hold_has_a_word(language):
    said = words(language)
    assert all(said.row(row) for row in ("front", "middle", "back"))
    assert all(said.category(kind) for kind in Category)
    assert all(said.reason(reason) for reason in Reason)
    assert all(said.status(status) for status in ("plain", "foul", "natural"))
    assert all(f"naturals.{natural}" in ENGLISH for natural in NATURALS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["rows", "categories", "naturals"])
def test_no_two_things_of_a_kind_share_a_word(language, kind):
    found = [text for key, text in settle.words._texts(language).items() if key.startswith(kind)]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_high_card_and_foul_are_never_the_same_word(language):
    said = words(language)
    assert said.category("high_card") not in said.status("foul")
    assert said.status("foul") not in said.category("high_card")


@pytest.mark.parametrize(
    ("language", "foreign"),
    [
        (Language.HONG_KONG, "墩 嘎賭 特殊牌型 帳 烏龍 葫蘆 鐵支 對子勝 五龍 衝三"),
        (Language.TAIWAN, "啤 夫佬 蛇 報到 賬 無頭"),
        (Language.MAINLAND, "墩墩 嘎赌 报到 铁支 乌龙 帐 無 頭 贏 對 牌咖 槍"),
    ],
)
def test_each_place_has_its_own_words(language, foreign):
    texts = settle.words._texts(language)
    assert [
        (key, word) for key, text in texts.items() for word in foreign.split() if word in text
    ] == []


def test_the_file_of_hong_kong_holds_only_what_differs():
    taiwan = settle.words._flat(tomllib.loads((FOLDER / "zh-Hant-TW.toml").read_text()))
    own = settle.words._flat(tomllib.loads((FOLDER / "zh-Hant-HK.toml").read_text()))
    assert [key for key, text in own.items() if taiwan[key] == text] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "middle, quads, trips, three of a kind, six pairs, scoop"),
        ("zh-Hant-TW", "中墩, 鐵支, 衝三, 三條, 六對半, 打槍"),
        ("zh-Hant-HK", "二道, 四條, 三條擺頭, 三條, 六對半, 打槍"),
        ("zh-Hans", "中墩, 炸弹, 冲三, 三条, 六对半, 打枪"),
    ],
)
def test_words_by_kind(language, said):
    spoken = words(language)
    assert said.split(", ") == [
        spoken.row("middle"),
        spoken.category("four_of_a_kind", "back"),
        spoken.category("three_of_a_kind", "front"),
        spoken.category("three_of_a_kind", "back"),
        spoken.natural("six_pairs"),
        spoken.reason("scoop"),
    ]


def test_a_bare_zh_hant_has_the_words_of_taiwan():
    assert words("zh-Hant").language == Language.TAIWAN


OWN_NAMES = {
    "zh-Hant": {
        "rows": {"front": "首墩"},
        "categories": {"front.three_of_a_kind": "頭三"},
        "naturals": {"our_own": "七姥姥"},
        "reasons": {"scoop": "砲", "foul": "相公"},
    },
    "en": {"reasons": {"gadu": "{payer.__class__}"}},
}


@pytest.mark.parametrize("language", [Language.TAIWAN, Language.HONG_KONG])
def test_the_names_of_a_ruleset_are_laid_over(language):
    said = words(language, names=OWN_NAMES)
    assert said.row("front") == "首墩"
    assert said.row("back") == words(language).row("back")
    assert said.category("three_of_a_kind", "front") == "頭三"
    assert said.natural("our_own") == "七姥姥"
    assert said.status("foul") == "相公"
    assert said.text("lines.scoop_points", payee="阿明", payer="小美") == "阿明 砲 小美"


def test_names_in_another_language_change_nothing():
    assert words("zh-Hans", names=OWN_NAMES).reason("scoop") == "打枪"


def test_a_ruleset_cannot_reach_behind_a_sentence():
    assert words("en", names=OWN_NAMES).text(
        "lines.gadu", payee="amy", category="quads", row="back"
    ) == ("amy holds quads in the back, and everybody pays ({payer.__class__})")


def test_a_natural_without_a_name_is_called_by_its_id():
    assert words("en").natural("our_own") == "our_own"


def test_a_missing_text_is_a_bug():
    with pytest.raises(KeyError):
        words("en").text("lines.nothing")
    with pytest.raises(KeyError):
        words("en").text("lines.row", payee="amy")


def test_a_place_that_was_filled_in_is_not_read_again():
    assert words("en").text("lines.row", payee="{row}", row="front") == "{row} wins the front"


@pytest.mark.parametrize(
    ("language", "points", "unit", "amount"),
    [
        ("en", 1, None, "1 unit"),
        ("en", 0, None, "0 units"),
        ("en", 12, {"en": "point", "zh-Hant": "分"}, "12 points"),
        ("zh-Hant-TW", 3, None, "3 注"),
        ("zh-Hant-HK", 3, {"en": "point", "zh-Hant": "分"}, "3 分"),
        ("zh-Hans", 3, None, "3 水"),
    ],
)
def test_amounts(language, points, unit, amount):
    assert words(language).amount(points, unit) == amount


@pytest.mark.parametrize(
    ("card", "text"), [("As", "♠A"), ("Th", "♥10"), ("2d", "♦2"), ("Qc", "♣Q")]
)
def test_cards_for_people(card, text):
    assert card_text(card) == text
