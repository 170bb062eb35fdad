"""Every fault has a sentence in every language, with the same places to fill in."""

import re

import pytest

import settle.words
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.scoring import score_document
from settle.wire.problems import problem
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
