"""``settle rulesets check``: files that are no rulesets, and cases that are none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from settle.rulebook.files import FILE_LIMIT
from tests.cli.running import ROOT, settle

OURS = ROOT / "examples/own-ruleset"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    for name in ("our-thirteen.toml", "our-thirteen.cases.json"):
        shutil.copy(OURS / name, tmp_path / name)
    return tmp_path / "our-thirteen.toml"


def checked(*arguments: str | Path) -> tuple[int, list[str]]:
    done = settle("rulesets", "check", *arguments, "--lang", "en")
    assert done.stderr == ""
    return done.status, done.stdout.decode().splitlines()


def cases_of(ours: Path) -> Path:
    return ours.with_suffix("").with_suffix(".cases.json")


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("nets", 3), ("nets", {"amy": "3"}), ("nets", {"amy": 10**30}), ("nets", [1]),
     ("money", ["6"]), ("money", {"amy": 6}), ("refused", 3), ("round", []), ("id", {})],
)  # fmt: skip
def test_a_field_of_the_wrong_kind_is_a_fault_of_its_case(ours, field, wrong):
    cases = json.loads(cases_of(ours).read_text())
    cases[0] = {**cases[0], field: wrong}
    cases_of(ours).write_text(json.dumps(cases))
    status, lines = checked(ours)
    name = "0" if field == "id" else cases[0]["id"]
    assert status == 1
    assert [line.partition(" should be ")[0] for line in lines[1:2]] == [f"  case {name}: {field}"]
    as_json = settle("rulesets", "check", ours, "--format", "json")
    [problem] = [one for one in json.loads(as_json.stdout)["problems"] if one["kind"] == "bad_case"]
    assert (as_json.status, problem["case"], problem["subject"]) == (1, name, field)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("id", "case 0: id is missing; it is what the case is called"),
        ("tests", "case scoop: tests is missing; it says what the case shows"),
        ("round", "case scoop: round is missing; it is a round as `settle score` takes it"),
    ],
)
def test_what_every_case_has_is_missed(ours, field, said):
    case = {"id": "scoop", "tests": "a scoop", "round": {}, "nets": {}}
    del case[field]
    cases_of(ours).write_text(json.dumps([case]))
    status, lines = checked(ours)
    assert (status, lines[1]) == (1, f"  {said}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[{"id": }]', "line 1, column 9: "),
        ("", "there is nothing here"),
        ('[{"id": 1, "id": 2}]', "/0/id: "),
        ("[" + " " * FILE_LIMIT + "]", f"the file is larger than the {FILE_LIMIT} bytes"),
    ],
)
def test_cases_that_cannot_be_read_are_blamed_by_their_own_name(ours, text, fault):
    cases_of(ours).write_text(text)
    status, lines = checked(ours)
    assert (status, lines[0]) == (1, f"{cases_of(ours)} cannot be used as cases:")
    assert [line.startswith(f"  {fault}") for line in lines[1:]] == [True]
    as_json = json.loads(settle("rulesets", "check", ours, "--format", "json").stdout)
    assert as_json["file"] == str(cases_of(ours))


@pytest.mark.parametrize("named", [True, False])
def test_cases_that_are_no_file(ours, named):
    cases_of(ours).unlink()
    cases_of(ours).mkdir()
    status, lines = checked(ours, *(["--cases", cases_of(ours)] if named else []))
    assert status == 1
    assert lines == [
        f"{cases_of(ours)} cannot be used as cases:",
        "  it cannot be read (Is a directory); name a file that can",
    ]


def test_cases_that_never_end(ours):
    status, lines = checked(ours, "--cases", "/dev/zero")
    assert (status, lines[1]) == (1, "  it is a device and no file; name a file")


def test_a_ruleset_that_is_too_large_or_never_ends(ours, tmp_path):
    round_file = ROOT / "examples/disputed-round/round.json"
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    ours.write_bytes(ours.read_bytes() + b"#" * FILE_LIMIT)
    for file, fault in ((ours, "larger than"), (endless, "device")):
        status, lines = checked(file)
        assert (status, lines[0]) == (1, f"{file} is no ruleset yet:")
        assert fault in lines[1]
        scored = settle("score", "--ruleset", file, round_file)
        assert (scored.status, fault in scored.stderr) == (2, True)


def test_a_file_that_is_called_like_a_shipped_ruleset(ours):
    ours.write_text(ours.read_text().replace('id = "our-thirteen"', 'id = "fujian-13-water"'))
    told = '/id: "fujian-13-water@1" is shipped, and says something else; give this one another id'
    assert checked(ours)[1][1] == f"  {told}"
    scored = settle("score", "--ruleset", ours, ROOT / "examples/disputed-round/round.json")
    assert (scored.status, "shipped" in scored.stderr) == (2, True)
