"""A table's own rulesets: kept, found by every process, never changed."""

from __future__ import annotations

import pytest

from settle.data import data_folder
from settle.faults import RefusedError
from tests.book.rounds import counts, nets, new_book, places, refused, scoops, session

TEXT = """
id = "ours"
version = {version}
extends = "{extends}"
title = {{ en = "Ours", zh-Hant = "我們的", zh-Hans = "我们的" }}
summary = {{ en = "A scoop is worth more.", zh-Hant = "一槍貴一點。", zh-Hans = "一枪贵一点。" }}

[scoop.points]
value = {points}
unit = "points"
basis = "decision"
note = {{ en = "So we play.", zh-Hant = "我們這樣打。", zh-Hans = "我们这样打。" }}
"""


def text(version=1, points=2, extends="tw-scoop-only@1", name="ours"):
    return TEXT.format(version=version, points=points, extends=extends).replace("ours", name)


def test_a_ruleset_is_kept_and_found_by_others(book):
    answer = book.bring_ruleset(text())
    other = new_book(book.store._path.parent)
    ruleset = other.ruleset("ours")
    assert answer.status == 201
    assert answer.document() == {"id": "ours", "version": 1, "digest": ruleset.digest}
    other.open_session(session(ruleset="ours@1"))
    assert nets(other.record("s1", scoops("amy>dan", game=1)))["amy"] == 2


def test_the_same_ruleset_again_is_answered_again(book):
    first = book.bring_ruleset(text())
    before = counts(book)
    assert book.bring_ruleset(text()) == first
    assert counts(book) == before


def test_another_text_under_the_same_version_conflicts(book):
    book.bring_ruleset(text())
    refusal = refused(book, book.bring_ruleset, text(points=3))
    assert (refusal.status, places(refusal)) == (409, ["/id ruleset_exists"])


def test_a_shipped_id_is_taken(book):
    refusal = refused(book, book.bring_ruleset, text(name="tw-points"))
    assert "/id" in {place.split()[0] for place in places(refusal)}


def test_the_newest_version_is_found_by_its_id(book):
    for version in (9, 10, 2):
        book.bring_ruleset(text(version=version, points=version))
    assert book.ruleset("ours").version == 10
    assert book.ruleset("ours@2").version == 2


def test_a_ruleset_of_the_book_can_be_extended(book):
    book.bring_ruleset(text())
    child = text(points=7, extends="ours@1", name="theirs").replace("theirs@1", "ours@1")
    book.bring_ruleset(child)
    book.open_session(session(ruleset="theirs"))
    assert nets(book.record("s1", scoops("amy>dan", game=1)))["amy"] == 7


def test_a_file_of_an_example_is_taken(book):
    place = data_folder("examples") / "own-ruleset" / "our-thirteen.toml"
    assert book.bring_ruleset(place.read_bytes()).document()["id"] == "our-thirteen"


@pytest.mark.parametrize(("sent", "status"), [(b"\xff", 400), ("x = [", 400), ("{}", 422)])
def test_a_faulty_ruleset_is_refused(book, sent, status):
    assert refused(book, book.bring_ruleset, sent).status == status


@pytest.mark.parametrize("name", ["ours", "ours@1", "ours@x", "@1", ""])
def test_a_ruleset_that_is_nowhere_is_unknown(book, name):
    with pytest.raises(RefusedError) as caught:
        book.ruleset(name)
    assert places(caught.value) == ["/ruleset unknown_ruleset"]
