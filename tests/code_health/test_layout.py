"""The top level is fixed, and no file knows the machine that it was written on."""

from __future__ import annotations

import re

import pytest

import settle
from tests.code_health.tree import ROOT, project_files, pyproject

FOLDERS = {"settle", "schemas", "rulesets", "tests", "examples", "requirements"}
FILES = {"pyproject.toml", "README.md", "Makefile", "LICENSE", "CHANGELOG.md"}

# Absolute paths of somebody's machine. This pattern does not match itself.
MACHINE_PATH = re.compile(r"(?<![\w.~/$})-])/(?:work|root|tmp|home)/")


def test_the_version_is_the_same_everywhere():
    assert settle.__version__ == pyproject()["project"]["version"]


def test_the_top_level_is_as_agreed():
    tops = {(path.parts[0], len(path.parts) > 1) for path in project_files()}
    visible = {top for top in tops if not top[0].startswith(".")}
    assert visible - {(name, True) for name in FOLDERS} - {(name, False) for name in FILES} == set()


def test_the_package_says_that_it_is_typed():
    assert (ROOT / "settle" / "py.typed").is_file()


def test_no_file_names_a_path_of_a_machine():
    found = []
    for path in project_files():
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or another binary file
        lines = enumerate(text.splitlines(), start=1)
        found += [f"{path}:{number}" for number, line in lines if MACHINE_PATH.search(line)]
    assert found == []


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("see /" + "work/main", True),
        ('open("/' + 'tmp/x")', True),
        ("file:///" + "home/amy/x", False),
        ("`/" + "root/.config`", True),
        ("tests/root/main", False),
        ("$(BUILD)/tmp/x", False),
        ("https://example.org/root/", False),
        ("~/root/settle", False),
    ],
)
def test_what_counts_as_a_path_of_a_machine(line, is_one):
    assert bool(MACHINE_PATH.search(line)) == is_one


def test_the_readme_opens_with_the_two_commands():
    opening = (ROOT / "README.md").read_text()[:1500]
    assert "make demo" in opening
    assert "make test" in opening


def test_every_link_of_a_document_leads_somewhere():
    broken = []
    for path in project_files():
        if path.suffix != ".md":
            continue
        targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / path).read_text())
        broken += [
            f"{path}: {target}"
            for target in targets
            if "://" not in target and not (ROOT / path.parent / target).exists()
        ]
    assert broken == []
