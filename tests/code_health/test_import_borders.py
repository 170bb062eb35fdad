"""The engine is pure: no web, store, schema, clock, randomness, environment or files in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.code_health.tree import ROOT, pyproject

# The stations that hold rules, in the order of the data path. They may import one another.
ENGINE = (
    "faults", "cards", "strength", "rounds", "rules", "naturals",
    "evaluate", "compare", "possible", "outcome", "sheet", "tags", "standing", "pricing",
    "settlement",
)  # fmt: skip

# What the engine may take from the standard library; anything else is a question to ask first.
LIBRARY = {
    "__future__", "bisect", "collections", "dataclasses", "enum", "functools", "itertools",
    "math", "operator", "re", "types", "typing", "unicodedata",
}  # fmt: skip


def written(names: tuple[str, ...]) -> list[str]:
    """Return the engine modules that exist."""
    return [name for name in names if (ROOT / "settle" / f"{name}.py").is_file()]


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, module) for every import of a source text, those inside functions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "settle" if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            if module == "settle":
                yield from ((node.lineno, f"settle.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module
        elif isinstance(node, ast.Name) and node.id in {"__import__", "open", "input", "print"}:
            yield node.lineno, node.id


def breaches(source: str) -> list[str]:
    """Return what a module of the engine imports or calls and must not, with its line."""
    found = []
    for line, module in imported(source):
        top, _, rest = module.partition(".")
        allowed = rest.partition(".")[0] in ENGINE if top == "settle" else top in LIBRARY
        if not allowed:
            found.append(f"line {line}: {module}")
    return found


@pytest.mark.parametrize("name", written(ENGINE))
def test_engine_module_is_pure(name):
    assert breaches((ROOT / "settle" / f"{name}.py").read_text()) == []


@pytest.mark.parametrize(
    ("source", "breach"),
    [
        ("import flask", "line 1: flask"),
        ("from sqlite_utils import Database", "line 1: sqlite_utils"),
        ("import sqlite3", "line 1: sqlite3"),
        ("import marshmallow as ma", "line 1: marshmallow"),
        ("import click", "line 1: click"),
        ("from datetime import datetime", "line 1: datetime"),
        ("import time", "line 1: time"),
        ("import random", "line 1: random"),
        ("import os.path", "line 1: os.path"),
        ("from pathlib import Path", "line 1: pathlib"),
        ("from settle.wire import parse_round", "line 1: settle.wire"),
        ("from settle import data", "line 1: settle.data"),
        ("from . import cli", "line 1: settle.cli"),
        ("from .wire import parse_round", "line 1: settle.wire"),
        ("def f():\n    import secrets", "line 2: secrets"),
        ("text = open('x').read()", "line 1: open"),
    ],
)
def test_a_breach_is_seen(source, breach):
    assert breaches(source) == [breach]


@pytest.mark.parametrize(
    "source",
    [
        "from settle.cards import Card",
        "from settle import cards",
        "from .cards import Card",
        "from collections.abc import Iterator",
        "from dataclasses import dataclass",
    ],
)
def test_what_the_engine_needs_is_allowed(source):
    assert breaches(source) == []


def test_branch_coverage_and_mutation_are_asked_of_the_same_modules():
    tools = pyproject()["tool"]
    files = sorted(f"settle/{name}.py" for name in ENGINE)
    assert sorted(tools["coverage"]["report"]["include"]) == files
    assert tools["coverage"]["report"]["fail_under"] == 100
    assert sorted(tools["mutmut"]["only_mutate"]) == files
