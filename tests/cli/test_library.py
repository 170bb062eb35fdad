"""``settle.score``, and what is loaded for it and for the commands."""

from __future__ import annotations

import subprocess
import sys

import pytest

import settle
from tests.cli.rounds import AMY, BOB, line, pretty, round_document
from tests.cli.running import ENVIRONMENT, ROOT
from tests.cli.running import settle as command


def test_a_document_in_any_of_three_forms():
    parsed = settle.score(round_document())
    assert parsed.nets == {"amy": 4, "bob": -4}
    assert settle.score(pretty()) == parsed
    assert settle.score(line().encode()) == parsed


def test_a_result_is_typed():
    stake = {"amount": "2.50", "currency": "HKD"}
    result = settle.score(round_document(stake=stake, ref="game 7"))
    assert isinstance(result, settle.Result)
    assert result.totals == (settle.Total("amy", 4, 0, 4), settle.Total("bob", 0, 4, -4))
    assert result.money == (settle.Money("amy", "10", "HKD"), settle.Money("bob", "-10", "HKD"))
    assert [(each.points, str(each.reason), each.row) for each in result.lines] == [
        (1, "row", "front"), (1, "row", "middle"), (1, "row", "back"), (1, "scoop", None),
    ]  # fmt: skip
    assert (result.ruleset, result.basis, result.notices) == ("mainland-basic", "cards", ())
    assert result.document["ref"] == "game 7"


def test_a_result_is_the_one_of_the_command_line():
    assert settle.score(round_document()).as_json() + b"\n" == command("score", text=line()).stdout


def test_a_refusal_has_every_fault():
    with pytest.raises(settle.RefusedError) as refused:
        settle.score(round_document(banker="amy", extra=1))
    codes = {(fault.pointer, fault.code) for fault in refused.value.faults}
    assert codes == {(("banker",), "banker_not_played"), (("extra",), "unknown_field")}


def test_a_refusal_reads_as_sentences_in_any_language():
    with pytest.raises(settle.RefusedError) as refused:
        settle.score(round_document(banker="amy", hands=[AMY, {**BOB, "bet": 2}]))
    ends = "in mainland-basic everyone plays everyone, and there "
    assert str(refused.value) == (
        f"/banker: {ends}is no banker; leave banker out; "
        f"/hands/1/bet: {ends}are no bets; leave bet out"
    )
    told = refused.value.problem(lang="zh-Hant")["errors"]
    chinese = ["mainland-basic 是各家互比，沒有莊家；請刪掉 banker",
               "mainland-basic 是各家互比，不下注；請刪掉 bet"]  # fmt: skip
    assert [error["message"] for error in told] == chinese
    assert [settle.message(fault, "zh-Hant") for fault in refused.value.faults] == chinese
    assert settle.message(refused.value.faults[1]) == f"{ends}are no bets; leave bet out"


@pytest.mark.parametrize("nothing", [None, [], [1], (1, 2), 3, 1.5, {1}, object(), b"[]", "[1]"])
def test_what_is_no_document_is_refused_as_the_wrong_kind(nothing):
    with pytest.raises(settle.RefusedError) as refused:
        settle.score(nothing)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [((), "wrong_type")]
    assert "an object in braces belongs here" in str(refused.value)


@pytest.mark.parametrize(
    "strange",
    [{1: 2}, {"hands": ({}, {})}, {"hands": {1, 2}}, {"hands": [AMY, object()]},
     {"stake": 1.5, "hands": [float("nan")]}, {"options": {1: {2: 3}}}, {"ruleset": b"x"},
     {None: None}, {"ref": "\ud800"}],
)  # fmt: skip
def test_whatever_stands_in_a_document_is_refused_and_nothing_else(strange):
    with pytest.raises(settle.RefusedError) as refused:
        settle.score({"ruleset": "mainland-basic", **strange})
    assert str(refused.value)


def test_a_ruleset_shows_itself_briefly():
    shown = repr(settle.Rulebook().get("tw-scoop"))
    assert shown.startswith("Ruleset(id='tw-scoop', version=1, digest='sha256:")
    assert len(shown) < 130


def test_a_rulebook_of_ones_own():
    rulebook = settle.Rulebook()
    rulebook.load_file(ROOT / "examples/own-ruleset/our-thirteen.toml")
    ours = round_document(ruleset="our-thirteen")
    assert settle.score(ours, rulebook=rulebook).nets == {"amy": 3, "bob": -3}
    with pytest.raises(settle.RefusedError):
        settle.score(ours)


@pytest.mark.parametrize(
    ("expect", "pointers"),
    [
        ({"totals": {"amy": 4, "bob": -4}}, []),
        ({"totals": {"amy": 3, "bob": -3}}, [("totals", "amy"), ("totals", "bob")]),
        ({"totals": {"amy": 4, "bob": -3}}, [("totals", "bob")]),
        ({"ruleset_digest": "sha256:" + "0" * 64}, [("ruleset_digest",)]),
    ],
)
def test_what_is_expected_is_compared(expect, pointers):
    document = round_document(expect=expect)
    if not pointers:
        assert settle.score(document).nets == {"amy": 4, "bob": -4}
        return
    with pytest.raises(settle.RefusedError) as refused:
        settle.score(document)
    assert refused.value.status == 422
    faults = [(fault.pointer, fault.code) for fault in refused.value.faults]
    assert faults == [(("expect", *place), "expectation_failed") for place in pointers]


def test_nobody_hides_the_call_by_importing():
    code = "import settle.cli.score, settle.scoring, settle; settle.score({})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert "RefusedError" in done.stderr.splitlines()[-1]


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        settle.no_such_name  # noqa: B018


def test_every_name_of_the_package_can_be_had():
    for name in settle.__all__:
        assert getattr(settle, name).__name__ == name


HEAVY = {"flask", "marshmallow", "rich", "rfc8785", "sqlite_utils", "gunicorn"}


def loaded(code: str, text: str = "") -> set[str]:
    """The modules that a program has loaded at its end."""
    report = "; import sys; print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code + report],
        input=text,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


RUN = "from settle.cli.root import root; root.main({!r}, 'settle', standalone_mode=False)"


@pytest.mark.parametrize(
    ("code", "text", "left_out"),
    [
        ("import settle", "", HEAVY | {"click", "settle.cards", "json"}),
        (RUN.format(["--help"]), "", HEAVY | {"settle.cards", "settle.cli.score", "tomllib"}),
        (RUN.format(["score"]), line(), HEAVY | {"settle.explain", "settle.words"}),
        (RUN.format(["score"]), line(), {"settle.outcome", "settle.cli.sheet"}),
        (RUN.format(["explain"]), line(), HEAVY - {"rich"}),  # rich knows how wide a sign is
        (RUN.format(["serve", "--help"]), "", HEAVY | {"settle.cards", "settle.app"}),
        (RUN.format(["demo", "--help"]), "", HEAVY | {"settle.cards", "settle.app"}),
    ],
)
def test_only_what_is_needed_is_loaded(code, text, left_out):
    assert loaded(code, text) & left_out == set()
