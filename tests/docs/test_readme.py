"""The README against the code: modules, rulesets, links."""

from __future__ import annotations

import re

import pytest

from settle.rulebook import Rulebook
from tests.code_health.test_import_borders import ENGINE
from tests.code_health.tree import ROOT, project_files
from tests.docs.pages import LINK, README, anchors, page, section, table, words_in_code

DATA_PATH = section(README, "The data path")
BOOK = Rulebook()
PACKAGE = ROOT / "settle"
# What a reader has no use for: the door's hinges.
UNTOLD = {"__init__", "__main__"}


def modules() -> set[str]:
    """The stations: what stands directly in the package."""
    parts = [path.parts[1] for path in project_files() if path.parts[0] == "settle"]
    return {part.removesuffix(".py") for part in parts if part.endswith(".py") or "." not in part}


def is_module(name: str) -> bool:
    return (PACKAGE / f"{name}.py").is_file() or (PACKAGE / name / "__init__.py").is_file()


def test_every_station_of_the_diagram_is_a_module():
    stations = re.findall(r"--(\w+)-->", DATA_PATH)
    assert {"wire", "evaluate", "compare", "pricing", "store", "settlement"} <= set(stations)
    assert [name for name in stations if not is_module(name)] == []


def test_every_module_of_the_table_is_there_and_none_is_left_out():
    rows = re.findall(r"^\| ((?:`\w+` ?)+)\|", DATA_PATH, flags=re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(told) == len(set(told))
    assert [name for name in told if not is_module(name)] == []
    assert modules() - UNTOLD - set(told) == set(), "name it in the README's data path"


def test_every_engine_station_is_named():
    assert [name for name in ENGINE if name not in words_in_code(DATA_PATH)] == []


def test_every_file_that_the_readme_names_is_there():
    named = re.findall(r"`((?:settle|tests|rulesets|schemas|examples|requirements)/[^`]*)`", README)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


# --- the rulesets ---------------------------------------------------------------------------------

COLUMNS = ("ruleset", "players", "deck", "pairing", "what pays", "source")
RULESETS = {row["ruleset"]: row for row in table(README, *COLUMNS)}


def test_the_rulesets_are_those_that_are_shipped():
    assert sorted(RULESETS) == list(BOOK.ids())


@pytest.mark.parametrize("name", BOOK.ids())
def test_a_ruleset_is_told_as_it_is(name):
    stated = BOOK.get(name).stated()
    least, most = stated["players.least"], stated["players.most"]
    players = str(least) if least == most else f"{least}-{most}"
    told = RULESETS[name]
    expected = players, str(stated["deck.cards"]), stated["pairing"]
    assert (told["players"], told["deck"], told["pairing"]) == expected
    assert told["what pays"]


@pytest.mark.parametrize("name", BOOK.ids())
def test_the_source_of_a_ruleset_is_one_of_its_own(name):
    titles = " ".join(each["title"] for each in BOOK.get(name).document["sources"].values())
    told = RULESETS[name]["source"]
    stable = re.findall(r"S\d{3}", told)
    assert [source for source in stable if source not in titles] == []
    assert stable or set(told.split()) & set(titles.split())


# --- links ----------------------------------------------------------------------------------------

PAGES = [path.as_posix() for path in project_files() if path.suffix == ".md"]


@pytest.mark.parametrize("name", PAGES)
def test_a_link_leads_to_a_file_and_to_a_heading_in_it(name):
    broken = []
    for target in LINK.findall(page(name)):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        place = (ROOT / name).parent / file if file else ROOT / name
        if not place.exists() or (anchor and anchor not in anchors(place.read_text("utf-8"))):
            broken.append(target)
    assert broken == []
