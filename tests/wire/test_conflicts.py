"""Every conflict of the code fits the schema of problems, whatever it tells of what stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from settle.wire.results import PresentResult, ProblemDocument
from tests.code_health.tree import ROOT
from tests.wire.test_schemas import PROBLEM

HASH = "sha256:" + "0" * 64
# What is told of each field; its kind is that of the book.
VALUES = {
    "seq": 7, "hash": HASH, "kind": "game_recorded", "dispute": "d1", "state": "open",
    "id": "0123abcd", "key": "0123abcd",
}  # fmt: skip
ENTRY = ("seq", "hash")
# Expressions that are no object written out, by how they begin: the members that they have.
TOLD = {
    "entry_ref": ENTRY,
    "standing_ref": (*ENTRY, "kind"),
    "head_of": ENTRY,
    "head": ENTRY,
    "reversal": ("seq",),
}
LISTS = ("missing",)
"""Members that are lists of players."""


def conflicts() -> Iterator[tuple[str, ast.keyword]]:
    """Every member of a conflict, and where it is raised."""
    for file in sorted((ROOT / "settle").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Conflict":
                for keyword in node.keywords:
                    place = f"{file.relative_to(ROOT / 'settle').as_posix()}:{keyword.arg}"
                    yield f"{place}={ast.unparse(keyword.value)}", keyword


CONFLICTS = dict(conflicts())


def members(value: ast.expr) -> list[str]:
    """The names that what is told has."""
    if isinstance(value, ast.Dict):
        named = []
        for key, each in zip(value.keys, value.values, strict=True):
            named += members(each) if key is None else [ast.literal_eval(key)]
        return named
    called = value.func if isinstance(value, ast.Call) else value
    return list(TOLD[ast.unparse(called)])


@pytest.mark.parametrize("keyword", CONFLICTS.values(), ids=CONFLICTS.keys())
def test_what_a_conflict_tells_fits(keyword):
    told = (
        ["amy"] if keyword.arg in LISTS else {name: VALUES[name] for name in members(keyword.value)}
    )
    assert keyword.arg in ProblemDocument().fields
    PROBLEM.validate({
        "type": "/problems/conflict", "title": "x", "status": 409, "detail": "x",
        "errors": [{"pointer": "", "code": "x", "message": "x"}], keyword.arg: told,
    })  # fmt: skip


def test_conflicts_are_found_and_nothing_is_told_by_none():
    assert len(CONFLICTS) > 12
    told = {
        name
        for keyword in CONFLICTS.values()
        if keyword.arg not in LISTS
        for name in members(keyword.value)
    }
    assert told == PresentResult().fields.keys() == VALUES.keys()
