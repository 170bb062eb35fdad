"""Every fault has a sentence in every language, with the same places to fill in."""

import re

import pytest

import settle.words
from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.wire.money import amount_faults
from settle.wire.problems import message, problem
from settle.wire.stakes import wrong_stake
from settle.words import LANGUAGES, Language

PLACE = re.compile(r"\{([^{}]*)\}")
ENGLISH = settle.words._catalogue(Language.EN, "faults")
OTHERS = [language for language in LANGUAGES if language != Language.EN]
TRADITIONAL_ONLY = "個對這裡還沒寫無頭與請種張點數陣"
SIMPLIFIED_ONLY = "个对这里还没写无头与请种张点数阵"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_fault(language):
    assert settle.words._catalogue(language, "faults").keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_fault_has_the_same_places_in_every_language(language):
    texts = settle.words._catalogue(language, "faults")
    assert {key: sorted(PLACE.findall(texts[key])) for key in ENGLISH} == {
        key: sorted(PLACE.findall(text)) for key, text in ENGLISH.items()
    }


def test_the_two_scripts_are_not_mixed():
    traditional = "".join(settle.words._catalogue(Language.TAIWAN, "faults").values())
    simplified = "".join(settle.words._catalogue(Language.MAINLAND, "faults").values())
    only = [
        pair for pair in zip(TRADITIONAL_ONLY, SIMPLIFIED_ONLY, strict=True) if len({*pair}) > 1
    ]
    assert [old for old, _ in only if old in simplified] == []
    assert [new for _, new in only if new in traditional] == []


@pytest.mark.parametrize(
    ("language", "message"),
    [
        (
            "en",
            (
                "banker is missing; name the player who was banker, "
                "for in hk-banker all play against one"
            ),
        ),
        ("zh-Hant-TW", "少了 banker；請寫誰做莊，hk-banker 是大家跟莊家比"),
        ("zh-Hant-HK", "少了 banker；請寫誰做莊，hk-banker 是大家跟莊家比"),
        ("zh-Hans", "少了 banker；请写谁坐庄，hk-banker 是大家跟庄家比"),
    ],
)
def test_a_refusal_in_words(language, message):
    hands = [
        {"player": "amy", "front": ["2h", "3c", "4d"], "middle": ["5s", "5h", "7c", "8d", "9s"],
         "back": ["Js", "Jh", "Jc", "Kd", "Ks"]},
        {"player": "bob", "front": ["2d", "3d", "6s"], "middle": ["6h", "6c", "8h", "9c", "Td"],
         "back": ["Qs", "Qh", "As", "Ah", "Kc"]},
    ]  # fmt: skip
    with pytest.raises(RefusedError) as refused:
        score_document({"ruleset": "hk-banker", "hands": hands}, Rulebook())
    assert [error["message"] for error in problem(refused.value, language)["errors"]] == [message]


IN_WORDS = [
    (Fault((), "several_currencies", "", {"found": ("HKD", "TWD")}),
     "several currencies (HKD, TWD), which", "幣別（HKD, TWD），", "币种（HKD, TWD），"),
    (Fault(("players",), "wrong_player_count", "session",
           {"found": 4, "ruleset": "five-player", "least": 5, "most": 5}),
     "five-player is played by 5", "five-player 要 5 家", "five-player 要 5 家"),
    (Fault(("players",), "wrong_player_count", "session",
           {"found": 1, "ruleset": "hk", "least": 2, "most": 4}),
     "hk is played by 2 to 4", "hk 要 2 到 4 家", "hk 要 2 到 4 家"),
]  # fmt: skip


@pytest.mark.parametrize("row", IN_WORDS, ids=[row[0].code for row in IN_WORDS])
def test_what_was_found_is_named(row):
    fault, *told = row
    for language, part in zip(("en", "zh-Hant", "zh-Hans"), told, strict=True):
        assert part in message(fault, settle.words.words(language))


def test_categories_that_were_not_written_down_are_told_in_words():
    values = {"player": "amy", "row": "middle", "choices": ("full_house", "four_of_a_kind")}
    fault = Fault((), "outcome_insufficient", "unnamed", values)
    assert "some are paid here" in message(fault, settle.words.words("en"))
    for language, name in (("en", "full house"), ("zh-Hant-TW", "葫蘆"), ("zh-Hant-HK", "夫佬")):
        told = message(fault, settle.words.words(language))
        assert name in told
        assert "full_house" not in told


AMOUNTS = [
    ("JPY", "1.5", "write a whole number above zero of at most 15 digits", "整數，最多 15 位"),
    ("TWD", "9" * 20, "at most 15 of them before the point and 2 behind it",
     "整數最多 15 位，小數最多 2 位"),
]  # fmt: skip


@pytest.mark.parametrize(("currency", "amount", "english", "chinese"), AMOUNTS)
def test_an_amount_that_is_none_is_told_what_would_be_one(currency, amount, english, chinese):
    """Fifteen digits before the point, and behind it what ISO 4217 has: JPY 0, TWD 2."""
    part = {"amount": amount, "currency": currency}
    [paid], [stake] = amount_faults(part, None), wrong_stake(part, part)
    for fault in (paid, stake):
        assert english in message(fault, settle.words.words("en"))
        assert chinese in message(fault, settle.words.words("zh-Hant"))
