"""A ruleset's cases: what comes out otherwise, and what no case shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from settle.faults import Fault, RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.cases import Problem, ProblemKind, check_cases, priced_keys
from tests.rulebook.documents import (
    HOME_RUN,
    HOUSE,
    card,
    changed,
    choice,
    natural,
    number,
    numbers,
    value,
)

BOOK = Rulebook()
SMALL = changed({("naturals",): {}, ("rows", "front", "base", "value"): 0,
                 ("rows", "middle", "base", "value"): 0})  # fmt: skip
"""One key that prices: rows.back.base."""


def scored(document: Mapping[str, Any], /, **more: Any) -> dict[str, Any]:
    """Answer as the scoring would: amy takes the back from bob."""
    options = {"natural_points": {}, **document.get("options", {})}
    return {
        "lines": [{"rule": rule} for rule in more.pop("rules", ["rows.back.base"])],
        "options": options,
        "totals": [{"player": "amy", "net": 3}, {"player": "bob", "net": -3}],
        **more,
    }


def case(**fields: Any) -> dict[str, Any]:
    return {"id": "one", "tests": "amy's back", "round": {}, "nets": {"amy": 3, "bob": -3}} | fields


def problems(cases: object, document: dict[str, Any] = SMALL, score: Any = scored) -> list[Problem]:
    text = cases if isinstance(cases, (str, bytes)) else json.dumps(cases)
    return list(check_cases(BOOK.load_text(document), text, score))


def test_cases_that_come_out_right_and_show_everything():
    asked = []

    def score(document: Mapping[str, Any]) -> dict[str, Any]:
        asked.append(document)
        return scored(document)

    assert problems([case(), case(id="two", round={"ruleset": "house"})], score=score) == []
    assert asked == [{"ruleset": "house@1"}, {"ruleset": "house@1"}]


def test_other_nets():
    assert problems([case(nets={"amy": 2, "bob": -3, "cat": 1})]) == [
        Problem(ProblemKind.NETS, "one", "amy", 2, 3),
        Problem(ProblemKind.NETS, "one", "cat", 1, None),
    ]


@pytest.mark.parametrize(
    ("money", "found"), [({"amy": "6"}, []), ({"amy": "5"}, [("amy", "5", "6")])]
)
def test_money(money, found):
    def score(document: Mapping[str, Any]) -> dict[str, Any]:
        return scored(document, money=[{"player": "amy", "amount": "6", "currency": "TWD"}])

    assert [each[2:] for each in problems([case(money=money)], score=score)] == found


def refuse(_document: object) -> dict[str, Any]:
    raise RefusedError([Fault(("hands",), "missing"), Fault(("hands", 1), "missing")])


REFUSED = {"id": "none", "tests": "no hands", "round": {}}


@pytest.mark.parametrize(
    ("tried", "found"),
    [
        ({**REFUSED, "refused": "missing"}, []),
        ({**REFUSED, "refused": "bad_card"},
         [(ProblemKind.REFUSED, "none", None, "bad_card", "missing")]),
        ({**REFUSED, "nets": {}}, [(ProblemKind.REFUSED, "none", None, None, "missing")]),
    ],
)  # fmt: skip
def test_refusals(tried, found):
    not_shown = (ProblemKind.KEY_NOT_SHOWN, None, "rows.back.base", None, None)
    assert problems([tried], score=refuse) == [*found, not_shown]


def test_refused_for_more_than_the_case_says():
    def score(_document: object) -> dict[str, Any]:
        raise RefusedError([Fault((), "missing"), Fault((), "bad_card")])

    [problem, _] = problems([{**REFUSED, "refused": "missing"}], score=score)
    assert problem[:5] == (ProblemKind.REFUSED, "none", None, "missing", "bad_card, missing")


def test_scored_where_it_should_be_refused():
    [problem] = problems([{**REFUSED, "refused": "missing"}])
    assert problem[:4] == (ProblemKind.NOT_REFUSED, "none", None, "missing")


WRONG_NETS = (None, 3, "3", [3, -3], {"amy": "3"}, {"amy": 3.0}, {"amy": True}, {"amy": None},
              {"amy": [3]}, {"amy": 10**30})  # fmt: skip


@pytest.mark.parametrize(
    ("bad", "subject"),
    [
        (3, None),
        ({}, "id"),
        (case(id=3), "id"),
        (case(tests=None), "tests"),
        (case(round=[]), "round"),
        (case(note="x"), "note"),
        *((case(nets=nets), "nets") for nets in WRONG_NETS),
        *((case(money=money), "money") for money in (None, 3, "6", ["6"], {"amy": 6})),
        *(({**REFUSED, "refused": code}, "refused") for code in (None, 3, ["missing"], {})),
        (case(refused="missing"), ""),
        ({**REFUSED}, ""),
        (case(id="two", round={"ruleset": "tw-scoop"}), "ruleset"),
        (case(), "id"),
    ],
)
def test_what_is_no_case(bad, subject):
    [problem] = problems([case(), bad])
    assert (problem.kind, problem.subject) == (ProblemKind.BAD_CASE, subject)


def test_cases_that_are_no_list():
    assert [problem.kind for problem in problems({"cases": []})] == [ProblemKind.BAD_CASE]
    with pytest.raises(RefusedError, check=lambda refused: "malformed_json" in refused.brief):
        problems("[")


def test_choices_and_answers_that_no_case_plays():
    document = changed(
        {
            ("doubling_card",): value(True),
            ("options",): {
                "flag": choice(True, {"value": True}, {"value": False}, {"value": 1}),
                "front": number(0, 0, 9, "rows.front.base"),
                "gadu_units": numbers("gadu", 0, 9, "back.flush"),
                "doubling_card": card(),
            },
        },
        SMALL,
    )
    flag = {"flag": True}
    assert problems([case(round={"options": flag})], document) == [
        Problem(ProblemKind.KEY_NOT_SHOWN, None, "rows.front.base"),
        Problem(ProblemKind.KEY_NOT_SHOWN, None, "doubling_card"),
        Problem(ProblemKind.OPTION_NOT_SHOWN, None, "doubling_card"),
        Problem(ProblemKind.OPTION_NOT_SHOWN, None, "flag", False),
        Problem(ProblemKind.OPTION_NOT_SHOWN, None, "flag", 1),
        Problem(ProblemKind.OPTION_NOT_SHOWN, None, "front"),
        Problem(ProblemKind.OPTION_NOT_SHOWN, None, "gadu_units"),
    ]

    def score(document: Mapping[str, Any]) -> dict[str, Any]:
        return scored(document, rules=["rows.back.base", "rows.front.base", "doubling_card"])

    shown = [
        case(round={"options": {**flag, "front": 1}, "doubling_card": "As"}),
        case(id="2", round={"options": {"flag": False, "gadu_units": {"back.flush": 1}}}),
        case(id="3", round={"options": {"flag": 1}}),
    ]
    assert problems(shown, document, score) == []


# Which keys can stand on a line.
@pytest.mark.parametrize(
    ("changes", "added"),
    [
        ({}, set()),
        ({("rows", "back", "base", "value"): 0}, {"-rows.back.base"}),
        ({("rows", "back", "bonus", "flush"): value(1, "points")}, {"rows.back.bonus.flush"}),
        ({("rows", "back", "bonus", "paired_flush"): value(1, "points"),
          ("deck", "cards", "value"): 65, ("deck", "extra_suit"): value("s")},
         {"rows.back.bonus.paired_flush"}),
        ({("gadu", "back", "flush"): value(1, "units")}, {"gadu.back.flush"}),
        ({("majority",): {"points": value(1, "points")}}, {"majority.points"}),
        ({("scoop",): {"base_multiplier": value(1, "multiplier")}}, set()),
        ({("scoop",): {"base_multiplier": value(2, "multiplier"),
                       "bonus_multiplier": value(2, "multiplier")}}, {"scoop.base_multiplier"}),
        ({("scoop",): {"bonus_multiplier": value(2, "multiplier")},
          ("rows", "back", "bonus", "flush"): value(1, "points")},
         {"scoop.bonus_multiplier", "rows.back.bonus.flush"}),
        ({("home_run",): HOME_RUN}, {"home_run.multiplier"}),
        ({("home_run",): HOME_RUN, ("rows", "back", "base", "value"): 0}, {"-rows.back.base"}),
        ({("home_run",): HOME_RUN, ("rows", "back", "base", "value"): 0,
          ("scoop",): {"points": value(1, "points")}},
         {"-rows.back.base", "scoop.points", "home_run.multiplier"}),
        ({("foul",): {"policy": value("largest"), "minimum": value(3, "points")}},
         {"foul.minimum"}),
        ({("foul",): {"policy": value("fixed"), "points": value(3, "points"),
                      "counts_as_scoop": value(True)}}, {"foul.points"}),
        ({("naturals", "meeting"): value("higher_takes"), ("naturals", "dragon"): natural(5, 1),
          ("naturals", "six_pairs"): natural(0, 2),
          ("naturals", "sweep_multiplier"): value(2, "multiplier")},
         {"naturals.dragon", "naturals.sweep_multiplier"}),
        ({("naturals", "meeting"): value("higher_takes"), ("naturals", "dragon"): natural(5, 1),
          ("naturals", "sweep_multiplier"): value(2, "multiplier"),
          ("players", "most", "value"): 3}, {"naturals.dragon"}),
        ({("options", "x"): number(0, 0, 9, "scoop.points")}, {"scoop.points"}),
        ({("options", "x"): choice("none", {"value": "none"},
          {"value": "some", "sets": {"majority.points": 2}})}, {"majority.points"}),
        ({("doubling_card",): value(True)}, {"doubling_card"}),
        ({("exchange",): value(True)}, set()),
    ],
)  # fmt: skip
def test_keys_that_price(changes, added):
    expected = {"rows.back.base"}
    for key in added:
        expected ^= {key.removeprefix("-")}
    assert set(priced_keys(BOOK.load_text(changed(changes, SMALL)))) == expected


def test_what_an_inherited_deck_no_longer_makes_prices_nothing():
    deck = {"cards": value(65, "cards"), "extra_suit": value("s")}
    priced = value(1, "points")
    parent = changed({("deck",): deck, ("rows", "back", "bonus", "paired_flush"): priced}, SMALL)
    child = {
        "id": "child",
        "version": 1,
        "extends": "house@1",
        "deck": {"cards": value(52, "cards")},
    }
    ruleset = BOOK.load_text(child, parents={"house@1": parent}.get)
    assert priced_keys(ruleset) == ("rows.back.base",)


def test_foul_numbers_that_no_policy_asks_for_price_nothing():
    child = {
        "id": "child",
        "version": 1,
        "extends": "house@1",
        "foul": {"policy": value("all_rows")},
    }
    parent = changed(
        {("foul",): {"policy": value("largest"), "minimum": value(3, "points")}}, HOUSE
    )
    ruleset = BOOK.load_text(child, parents={"house@1": parent}.get)
    assert "foul.minimum" not in priced_keys(ruleset)
