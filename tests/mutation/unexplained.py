"""After `mutmut run`: the mutants that no test noticed and that survivors.toml does not explain.

Prints each as a table ready for the list, all but its reason. Exit status 1 if there are any.
Run from the top folder, where mutmut keeps its `mutants/`, with mutmut on the path.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).parent / "survivors.toml"
NOT_NOTICED = ("survived", "no tests", "suspicious")
CLASS_MARK = "ǁ"


class Survivor(NamedTuple):
    """One change that no test notices."""

    function: str
    """Dotted, as in ``settle.pricing.score``."""
    was: str
    becomes: str


def explained() -> set[Survivor]:
    """What the list holds."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["survivor"]
    return {
        Survivor(entry["function"], entry["was"], becomes)
        for entry in listed
        for becomes in entry["becomes"]
    }


def survivors() -> Iterator[Survivor]:
    """What the last run left alive, or could not try for want of a test."""
    for line in mutmut("results"):
        name, _, status = line.strip().partition(": ")
        if status in NOT_NOTICED:
            yield survivor(name)


def mutmut(*words: str) -> list[str]:
    done = subprocess.run(["mutmut", *words], check=True, capture_output=True, encoding="utf-8")
    return done.stdout.splitlines()


def survivor(name: str) -> Survivor:
    """A mutant by mutmut's name for it."""
    shown = mutmut("show", name)
    was, becomes = (
        " ".join(
            line[1:].strip() for line in shown if line.startswith(sign) and line[:3] != sign * 3
        )
        for sign in "-+"
    )
    module, _, mangled = name.rpartition(".")
    function = re.sub(r"^x_?|__mutmut_\d+$", "", mangled)
    if CLASS_MARK in function:
        function = ".".join(function.strip(CLASS_MARK).split(CLASS_MARK))
    return Survivor(f"{module}.{function}", was, becomes)


def main() -> int:
    """Print what is not explained."""
    known = explained()
    new = [found for found in survivors() if found not in known]
    for found in new:
        fields = (f"{key} = {json.dumps(text)}" for key, text in found._asdict().items())
        print("[[survivor]]", *fields, "", sep="\n")  # noqa: T201 - the result of a script
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
