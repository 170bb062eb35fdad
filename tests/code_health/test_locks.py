"""The lock files: every dependency, pinned and hashed, and no word about where it comes from."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.code_health.tree import ROOT, pyproject

LOCKS = ("build", "run", "sign", "postgres", "parquet", "cluster", "dev", "bench", "fuzz", "mutate")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;]+)(?: ;.*?)? \\$", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def pins(name: str) -> dict[str, str]:
    return {canonicalize_name(package): version for package, version in PIN.findall(read(name))}


def needs(name: str) -> list[Requirement]:
    project = pyproject()["project"]
    extras = project["optional-dependencies"]
    wanted = {
        "build": pyproject()["build-system"]["requires"],
        "run": project["dependencies"],
    }.get(name) or project["dependencies"] + extras[name]
    return [Requirement(text) for text in wanted]


def test_there_is_one_lock_for_each_group_of_dependencies():
    assert {path.stem for path in (ROOT / "requirements").iterdir()} == set(LOCKS)
    assert set(pyproject()["project"]["optional-dependencies"]) == set(LOCKS) - {"build", "run"}


@pytest.mark.parametrize("name", LOCKS)
def test_no_registry_is_named(name):
    text = read(name)
    assert "://" not in text
    assert not re.search(
        r"^\s*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host)", text, re.MULTILINE
    )


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name):
    blocks = re.split(r"^(?=[A-Za-z0-9])", read(name), flags=re.MULTILINE)[1:]
    assert blocks
    assert [
        block for block in blocks if not PIN.match(block) or "--hash=sha256:" not in block
    ] == []


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_answers_pyproject(name):
    pinned = pins(name)
    stale = [
        str(need)
        for need in needs(name)
        if not need.specifier.contains(pinned.get(canonicalize_name(need.name), "0"))
    ]
    assert stale == [], "run: make lock"


@pytest.mark.parametrize("name", LOCKS)
def test_the_locks_agree(name):
    everything = pins("dev")
    differing = {
        package: version
        for package, version in pins(name).items()
        if everything.get(package, version) != version
    }
    assert differing == {}
