"""Which language a person reads: from a locale, an Accept-Language header or ``--lang``."""

import re
from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """The languages there are words in."""

    EN = "en"
    """English."""
    TAIWAN = "zh-Hant-TW"
    """Traditional Chinese with the words of Taiwan."""
    HONG_KONG = "zh-Hant-HK"
    """Traditional Chinese with the words of Hong Kong."""
    MAINLAND = "zh-Hans"
    """Simplified Chinese with mainland words."""


_TAG: Final = re.compile("[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*")
"""A language tag (RFC 5646), or a locale's name for it."""
_HONG_KONG_PLACES: Final = ("hk", "mo")
_TRADITIONAL_PLACES: Final = (*_HONG_KONG_PLACES, "tw")


def pick_language(tag: str | None, region: str | None = None) -> Language:
    """The language that fits a tag best; English where none fits.

    ``tag`` is a language tag, a locale name or an Accept-Language header. ``region`` is that of
    the ruleset and decides where the tag says no more than ``zh-Hant``.

    >>> [pick_language(tag).value for tag in ("zh-TW", "zh_HK.UTF-8", "zh", "fr, zh-Hant;q=0.5")]
    ['zh-Hant-TW', 'zh-Hant-HK', 'zh-Hans', 'zh-Hant-TW']
    >>> pick_language("zh-Hant", "HK").value
    'zh-Hant-HK'
    """
    for wanted in _by_preference(tag or ""):
        language = _language(wanted, (region or "").lower())
        if language is not None:
            return language
    return Language.EN


def is_known(tag: str) -> bool:
    """Whether a language fits a tag, so that :func:`pick_language` has not to fall back.

    >>> is_known("zh-TW"), is_known("fr"), is_known("en-<b>")
    (True, False, False)
    """
    return _TAG.fullmatch(tag) is not None and any(
        _language(wanted, "") is not None for wanted in _by_preference(tag)
    )


def _by_preference(tag: str) -> list[list[str]]:
    """The subtags of each language that is asked for, the most wanted first."""
    wanted = []
    for part in tag.lower().split(","):
        name, _, parameters = part.partition(";")
        weight = parameters.strip().removeprefix("q=").strip() or "1"
        # "0.85" and "1.000" are in order as texts; only a weight of nothing has no digit but 0.
        if weight.strip("0."):
            wanted.append((weight, name.partition(".")[0].strip().replace("_", "-").split("-")))
    wanted.sort(key=lambda weighted: weighted[0], reverse=True)
    return [subtags for _, subtags in wanted]


def _language(subtags: list[str], region: str) -> Language | None:
    primary, *rest = subtags
    if primary == "en":
        return Language.EN
    if primary not in ("zh", "yue", "cmn"):
        return None
    places = [place for place in rest if place in (*_TRADITIONAL_PLACES, "cn", "sg", "my")]
    cantonese = primary == "yue" and not places
    traditional = "hant" in rest or cantonese or any(p in _TRADITIONAL_PLACES for p in places)
    if "hans" in rest or not traditional:
        return Language.MAINLAND
    if cantonese or any(place in _HONG_KONG_PLACES for place in places or [region]):
        return Language.HONG_KONG
    return Language.TAIWAN
