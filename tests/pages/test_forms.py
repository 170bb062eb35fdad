"""Forms: what fields become, and where faults go."""

from __future__ import annotations

import pytest

from settle.faults import Fault, RefusedError
from settle.pages.forms import Form, blank
from settle.words import words
from tests.pages.browsing import Page
from tests.pages.evenings import friday


@pytest.mark.parametrize(
    ("values", "whole", "document"),
    [
        ({}, (), {}),
        ({"/a": "x", "b": "y"}, (), {"a": "x"}),
        ({"/a": "", "/b": "  "}, (), {}),
        ({"/a": "7"}, (), {"a": "7"}),
        ({"/a": "7", "/b": "-7", "/c": "07", "/d": "7.0"}, ("/a", "/b", "/c", "/d"),
         {"a": 7, "b": -7, "c": "07", "d": "7.0"}),
        ({"/a": " 7 "}, ("/a",), {"a": 7}),
        ({"/a/b": "x", "/a/c/d": "y"}, (), {"a": {"b": "x", "c": {"d": "y"}}}),
        ({"/a/1": "y", "/a/0": "x"}, (), {"a": ["x", "y"]}),
        ({f"/a/{n}": str(n) for n in range(11)}, (), {"a": [str(n) for n in range(11)]}),
        ({"/a/0/b": "x", "/a/1/b": "y"}, (), {"a": [{"b": "x"}, {"b": "y"}]}),
        ({"/a~1b/c~0": "x"}, (), {"a/b": {"c~": "x"}}),
    ],
)  # fmt: skip
def test_fields_become_a_document(values, whole, document):
    assert Form(values).document(numbers=whole) == document


def test_faults_go_to_the_nearest_field():
    form = Form({"/a": "1", "/b/0/name": "x"})
    refused = RefusedError(
        [
            Fault(("a",), "missing", "field", {"field": "a"}),
            Fault(("b", 0, "name", "deeper"), "missing", "field", {"field": "deeper"}),
            Fault(("c",), "missing", "field", {"field": "c"}),
            Fault(("other",), "missing", "field", {"field": "other"}),
        ]
    )
    told = form.judged(refused, words("en"), {"/other": "/a"})
    assert {name: len(faults) for name, faults in told.faults.items()} == {
        "/a": 2, "/b/0/name": 1, "": 1,
    }  # fmt: skip
    assert (told.values, told.key) == (form.values, form.key)
    assert told.at("/none") == ()


def test_faults_of_one_field_stand_in_a_list(browser, book):
    friday(book)
    place = "/sessions/friday/games/1/cards"
    page = Page(browser.send(place, {**browser.get(place).fields, "/hands/0": "Xx Yy 3d"}))
    told = page.html[page.html.index('id="/hands/0-wrong"') :]
    assert told[: told.index("</ul>")].count("<li>") >= 2


def test_every_form_has_a_key_of_its_own():
    keys = {blank().key for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == 24 for key in keys)
