"""Every sentence of the pages is there in every language, and every key that is used is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import settle.pages
import settle.words
from settle.words import LANGUAGES, Language

FOLDER = Path(settle.pages.__file__).parent
PLACE = re.compile(r"\{([^{}]*)\}")
TEXTS = {language: settle.words._texts(language, "pages.") for language in LANGUAGES}
ENGLISH = TEXTS[Language.EN]
OTHERS = [language for language in LANGUAGES if language != Language.EN]
WRITTEN = {
    path.relative_to(FOLDER): path.read_text("utf-8")
    for path in sorted((*FOLDER.rglob("*.html"), *FOLDER.rglob("*.py")))
}

# t("key") in templates, "pages.key" in modules; a key that is put together ends in a dot.
USED = re.compile(r"""\bt\(\s*["']([a-z_.0-9]+)["']|\.text\(\s*["']pages\.([a-z_.0-9]+)["']""")
PREFIXES = re.compile(r"""\bt\(\s*["']([a-z_.]+\.)["']\s*~|f["']pages\.([a-z_.]+\.)\{""")
EITHER = re.compile(r"""\bt\(\s*["'][a-z_.]+["'] if [^,)]+? else ["']([a-z_.]+)["']""")


def used(pattern):
    """What a pattern finds, with the files that it is found in."""
    return {
        (next(filter(None, match.groups())), str(path))
        for path, text in WRITTEN.items()
        for match in pattern.finditer(text)
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text(language):
    assert TEXTS[language].keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_places_in_every_language(language):
    def named(text):
        return {place for place in PLACE.findall(text) if "." not in place}

    assert {key: named(TEXTS[language][key]) for key in ENGLISH} == {
        key: named(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_in_a_text_is_a_word_of_the_language(language):
    own = settle.words._texts(language)
    places = {p for text in TEXTS[language].values() for p in PLACE.findall(text) if "." in p}
    assert {place for place in places if place not in own} == set()


def test_every_key_that_is_used_is_there():
    names = used(USED) | used(EITHER)
    missing = {each for each in names if f"pages.{each[0]}" not in ENGLISH}
    assert {each for each in missing if not each[0].endswith(".")} == set()


def test_every_key_that_is_put_together_has_texts():
    starts = tuple(ENGLISH)
    assert [
        each for each in used(PREFIXES) if not any(k.startswith(f"pages.{each[0]}") for k in starts)
    ] == []


def test_every_text_is_used():
    names = {f"pages.{name}" for name, _ in used(USED) | used(EITHER)}
    prefixes = tuple(f"pages.{name}" for name, _ in used(PREFIXES))
    assert [key for key in ENGLISH if key not in names and not key.startswith(prefixes)] == []


def test_hong_kong_says_only_what_differs():
    own = settle.words._flat(settle.words._read("pages.zh-Hant-HK.toml"), "pages.")
    taiwan = TEXTS[Language.TAIWAN]
    assert {key for key, text in own.items() if taiwan[key] == text} == set()


def test_no_text_stands_in_a_template():
    """What people read is in the language files: between tags there is no word."""
    found = []
    for path, text in WRITTEN.items():
        if path.suffix == ".html":
            bare = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
            bare = re.sub(r"""[a-z-]+="[^"]*"|<[^>]*>""", " ", bare)
            found += [f"{path}: {word}" for word in re.findall(r"[^\W\d_]{2,}", bare)]
    assert found == []
