"""The documents of the README score as it says, and the examples of the help can be typed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pyarrow as pa
import pytest
from pyarrow import parquet

import settle
from tests.code_health.tree import ROOT
from tests.docs.pages import README, section, table
from tests.docs.test_commands import COMMANDS
from tests.store.servers import missing

ROUND = section(README, "A round")
CARDS, OUTCOME = re.findall(r"^```json\n(.*?)^```$", ROUND, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("text", "nets", "told"),
    [
        # RULES section 4, tw-scoop: three rows at 1, the scoop's base multiplier 2.
        (CARDS, {"amy": 6, "bob": -6}, "amy 6, 600 TWD,\nand bob -6, -600 TWD"),
        # tw-scoop-only: a scoop is 1, quads in the back collect 1 from each of two.
        (OUTCOME, {"amy": 3, "bob": -2, "cat": -1}, "amy 3, bob -2, cat -1"),
    ],
)
def test_a_document_of_the_readme_comes_out_as_it_says(text, nets, told):
    assert settle.score(text).nets == nets
    assert told in ROUND


def test_the_money_of_the_readme():
    money = {share.player: share.amount for share in settle.score(CARDS).money}
    assert money == {"amy": "600", "bob": "-600"}


def test_every_field_of_a_round_is_in_the_table():
    schema = json.loads((ROOT / "schemas" / "round.json").read_text("utf-8"))
    fields = {*schema["properties"], *schema["$defs"]["hand"]["properties"]}
    told = [
        name for row in table(ROUND, "field", "what it says") for name in row["field"].split(", ")
    ]
    assert sorted(told) == sorted(fields)


# --- what the help shows -------------------------------------------------------------------------

# Serving does not end; the others work on a book, which the README's own lines make first.
LEFT_OUT = (
    "demo", "serve", "audit", "backup", "checkpoint", "export", "import", "keys", "migrate",
    "restore",
)  # fmt: skip
ON_SERVER = "postgresql://settle@db.example/club"


def shown(text: str) -> list[str]:
    """The examples of a text, each a line as it is typed."""
    lines = re.findall(r"^ *(settle(?: [^\n]*)?)$", text, flags=re.MULTILINE)
    return [re.split(r" {2,}| # ", line)[0].strip() for line in lines]


def of_help() -> list[str]:
    found = []
    for typed, command in COMMANDS.items():
        assert isinstance(command, click.Command)
        found += shown((command.help or "").partition("\b")[2]) if typed else []
    return [line for line in dict.fromkeys(found) if line.split()[1] not in LEFT_OUT]


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Path:
    """A folder with the files that the examples name, and ``settle`` as a command."""
    folder = tmp_path_factory.mktemp("desk")
    evening = (ROOT / "examples/simple-evening/evening.ndjson").read_text("utf-8")
    ours = ROOT / "examples/own-ruleset"
    files = {
        "round.json": CARDS,
        **dict.fromkeys(("evening.ndjson", "monday.ndjson", "tuesday.ndjson"), evening),
        "our-table.toml": (ours / "our-thirteen.toml").read_text("utf-8"),
        **dict.fromkeys(
            ("our-table.cases.json", "other.cases.json"),
            (ours / "our-thirteen.cases.json").read_text("utf-8"),
        ),
        "bin/settle": f'#!/bin/sh\nexec "{sys.executable}" -m settle "$@"\n',
    }
    (folder / "bin").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "bin/settle").chmod(0o755)
    rounds = pa.table({"round": evening.splitlines()})
    parquet.write_table(rounds, folder / "rounds.parquet")
    return folder


def typed(line: str, folder: Path) -> str:
    """What a line prints that is typed in a shell; it has to end well."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={"PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), line
    return done.stdout


def test_the_examples_are_found():
    assert {"settle score round.json", "settle sheet evening.ndjson", "settle rulesets"} <= {
        *of_help()
    }
    assert len(of_help()) > 20


@pytest.mark.parametrize("line", of_help())
def test_an_example_of_the_help_can_be_typed(line, desk):
    typed(line, desk)


def test_the_lines_of_the_readme_can_be_typed_one_after_another(desk, request):
    lines = shown(re.findall(r"^```\n(.*?)^```$", section(README, "The command line"),
                             flags=re.MULTILINE | re.DOTALL)[0])  # fmt: skip
    assert len(lines) > 10
    session = ""
    for line in lines:
        if line.split()[1] in ("demo", "serve") or "--checkpoint" in line:
            continue
        place = ""
        if ON_SERVER in line:
            if missing():
                continue  # what there is no server for is skipped where that is the subject
            place = f"'{request.getfixturevalue('server').place()}'"
        printed = typed(line.replace(" ID", f" {session}").replace(ON_SERVER, place), desk)
        if line.startswith("settle import"):
            session = json.loads(printed)["session"]
    assert session
