"""The lines of the page of calls, copied and run in a shell one after another."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from settle.store import Store
from tests.access.keyed import Keyring
from tests.code_health.tree import ROOT
from tests.docs.pages import page, section
from tests.service.services import ENVIRONMENT, running

DOCUMENT = json.loads((ROOT / "schemas" / "openapi.json").read_text("utf-8"))
ADDRESS = "http://127.0.0.1:8000"


def lines() -> list[str]:
    """Every line, in the order of the evening."""
    samples = [
        sample
        for operations in DOCUMENT["paths"].values()
        for told in operations.values()
        for sample in told.get("x-codeSamples", ())
    ]
    return [each["source"] for each in sorted(samples, key=lambda each: each["place"])]


def keys(path: Path, admin: str, line: str) -> dict[str, str]:
    """What the variables of a line hold: a player's own key is made when it is first asked for."""
    asked = re.findall(r"\$([A-Z]+)_KEY", line)
    ring = RINGS.setdefault(path, Keyring(Store.open(path)))
    return {"KEY": admin} | {f"{name}_KEY": ring.seat("friday", name.lower()) for name in asked}


RINGS: dict[Path, Keyring] = {}


def run(typed: list[str], path: Path) -> list[bytes]:
    """What is answered to lines that are run one after another against an empty book."""
    answers = []
    with running(path) as service:
        for line in typed:
            here = line.replace(ADDRESS, service.url).replace("curl ", "curl -sS --fail-with-body ")
            done = subprocess.run(
                ["bash", "-c", here],
                env={"PATH": ENVIRONMENT["PATH"], **keys(service.path, service.key, line)},
                capture_output=True,
                check=False,
            )
            assert done.returncode == 0, (line, done.stdout, done.stderr)
            answers.append(done.stdout)
    return answers


def test_the_lines_work_when_they_are_copied(tmp_path):
    typed = lines()
    assert len(typed) > 50
    for answer in run(typed, tmp_path / "book.db"):
        json.loads(answer)


def test_the_lines_for_makers_of_apps_do_what_is_said_of_them(tmp_path):
    makers = section(page("schemas/README.md"), "For makers of apps")
    typed = [line for line in makers.splitlines() if line.startswith("curl ")]
    assert len(typed) == 3
    opened, batch, ledger = (json.loads(each) for each in run(typed, tmp_path / "book.db"))
    assert (opened["id"], opened["state"]) == ("monday", "open")
    assert [answer["status"] for answer in batch["answers"]] == [201, 201]
    # The opening is known already; what comes after it are the two games as they were sent.
    assert [(entry["seq"], entry["game"]) for entry in ledger["entries"]] == [(2, 2), (3, 1)]
