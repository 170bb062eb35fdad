"""The list of changes that no test notices speaks of code that is still there."""

from __future__ import annotations

import inspect
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

LISTED = tomllib.loads((Path(__file__).parent / "survivors.toml").read_text(encoding="utf-8"))


def named(entry):
    return pytest.param(entry, id=f"{entry['function']}: {entry['becomes'][0]}"[:100])


def function(name):
    """The function under a dotted name; a method has its class before its name."""
    package, module, *names = name.split(".")
    found = import_module(f"{package}.{module}")
    for part in names:
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("entry", [named(entry) for entry in LISTED["survivor"]])
def test_the_line_is_there_and_the_reason_too(entry):
    source = inspect.getsource(function(entry["function"]))
    assert entry["was"] in " ".join(line.strip() for line in source.splitlines())
    assert entry["was"] not in entry["becomes"]
    assert len(entry["why"].split()) > 3
