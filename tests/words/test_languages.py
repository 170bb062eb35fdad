"""Which language a person gets for what their system, browser or command line says."""

import pytest

from settle.words import pick_language


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("en", "en"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("zh-TW", "zh-Hant-TW"),
        ("zh_TW.UTF-8", "zh-Hant-TW"),
        ("zh-Hant", "zh-Hant-TW"),
        ("zh-Hant-TW", "zh-Hant-TW"),
        ("zh-Hant-HK", "zh-Hant-HK"),
        ("zh-HK", "zh-Hant-HK"),
        ("zh-MO", "zh-Hant-HK"),
        ("yue", "zh-Hant-HK"),
        ("yue-HK", "zh-Hant-HK"),
        ("yue-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("ZH_cn", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans", "zh-Hans"),
        ("cmn-Hans-CN", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-Hant-CN", "zh-Hant-TW"),
    ],
)
def test_a_tag_or_a_locale(tag, language):
    assert pick_language(tag) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant-TW"),
        ("en;q=0.8, zh-HK;q=0.9", "zh-Hant-HK"),
        ("en;q=0.85,zh-CN;q=0.9", "zh-Hans"),
        ("en, zh-TW", "en"),
        ("fr-CH, fr;q=0.9, zh;q=0.5, *;q=0.1", "zh-Hans"),
        ("zh-TW;q=0, en;q=0.1", "en"),
        ("zh-TW;q=0.000, zh-HK;q=0.001", "zh-Hant-HK"),
        ("en;q=0.9, zh-TW;q=1.0", "zh-Hant-TW"),
        (",,;q=,", "en"),
        ("zh-TW ; q=0.3 , en ; q=0.2", "zh-Hant-TW"),
    ],
)
def test_an_accept_language_header(header, language):
    assert pick_language(header) == language


@pytest.mark.parametrize(
    ("tag", "region", "language"),
    [
        ("zh-Hant", "HK", "zh-Hant-HK"),
        ("zh-Hant", "TW", "zh-Hant-TW"),
        ("zh-Hant", "CN", "zh-Hant-TW"),
        ("zh-Hant", "EN", "zh-Hant-TW"),
        ("zh-Hant-TW", "HK", "zh-Hant-TW"),
        ("zh-TW", "HK", "zh-Hant-TW"),
        ("zh-Hans", "HK", "zh-Hans"),
        ("zh", "HK", "zh-Hans"),
        ("en", "HK", "en"),
        (None, "HK", "en"),
    ],
)
def test_the_region_of_the_ruleset_decides_only_where_the_tag_does_not(tag, region, language):
    assert pick_language(tag, region) == language
