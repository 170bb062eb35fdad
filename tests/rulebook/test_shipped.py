"""The rulesets of the project: in order, locked, every answer playable."""

from __future__ import annotations

import subprocess
import sys

import pytest

from settle.data import data_folder
from settle.rulebook import Rulebook
from settle.rulebook.cases import check_cases
from settle.rulebook.options import Option, OptionKind
from settle.rulebook.schema import root_faults
from settle.rulebook.text import LockDifference, lock_differences, lock_text, read_lock, read_text
from settle.scoring import score_document
from tests.code_health.tree import ROOT

BOOK = Rulebook()
NAMES = tuple(f"{name}@{version}" for name in BOOK.ids() for version in BOOK.versions(name))


def test_the_root_is_in_order():
    assert list(root_faults(BOOK.document_of_root())) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_in_order_and_is_what_its_name_says(name):
    document = read_text((data_folder("rulesets") / f"{name}.toml").read_bytes())
    assert BOOK.load_text(document).name == name


def test_the_lock_has_the_digest_of_every_ruleset():
    # A fix is a new version; `make lock-rulesets` adds it.
    assert lock_differences(BOOK.digests(), BOOK.locked()) == ()


def test_a_released_version_that_changed_is_seen(tmp_path):
    for place in data_folder("rulesets").glob("*.toml"):
        (tmp_path / place.name).write_bytes(place.read_bytes())
    locked = {**BOOK.digests(), "gone@1": "sha256:0"}
    changed = tmp_path / "western-1-6@1.toml"
    text = changed.read_text("utf-8")
    changed.write_text(text.replace("value = 3", "value = 4", 1), "utf-8")
    assert changed.read_text("utf-8") != text
    (tmp_path / "new@1.toml").write_text(
        'id = "new"\nversion = 1\nextends = "western-2-4@1"\n', "utf-8"
    )
    (tmp_path / "digests.lock").write_text(lock_text(locked), "utf-8")
    book = Rulebook(tmp_path)
    assert lock_differences(book.digests(), book.locked()) == (
        LockDifference("gone@1", "sha256:0", None),
        LockDifference("new@1", None, book.get("new").digest),
        LockDifference("western-1-6@1", locked["western-1-6@1"], book.get("western-1-6").digest),
    )


def test_a_lock_file_is_read_as_it_is_written():
    locked = {"b@2": "sha256:1", "a@1": "sha256:0"}
    assert lock_text(locked) == "a@1 sha256:0\nb@2 sha256:1\n"
    assert read_lock(lock_text(locked)) == locked
    assert Rulebook(data_folder("examples")).locked() == {}


def some_answers(option: Option) -> list[object]:
    """Return every choice, the ends of a range, each entry of a map, a card."""
    if option.kind == OptionKind.CHOICE:
        return [choice.value for choice in option.choices]
    if option.kind == OptionKind.RANGE:
        return [option.least, option.most]
    if option.kind == OptionKind.MAP:
        return [{entry: most} for entry in option.entries for most in (option.least, option.most)]
    return [None, "As"]


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_played_and_shown(name):
    ruleset = BOOK.get(name)
    for option in ruleset.options():
        for answer in some_answers(option):
            rules = ruleset.rules({option.name: answer})
            shown = rules.options[option.name]
            assert shown == (
                {**shown, **answer} if isinstance(answer, dict) else answer  # type: ignore[dict-item]
            )
            assert ruleset.rules(rules.options) is rules


@pytest.mark.parametrize("name", NAMES)
def test_the_default_is_what_the_file_says(name):
    """No option overrules the file before anybody answers: a reader of the file may believe it."""
    ruleset = BOOK.get(name)
    stated = ruleset.stated()
    for value in ruleset.values():
        assert value.option is None, value
        assert stated.get(value.key, stated.get(f"{value.key}.points")) == value.value
        assert value.decision or value.source is not None
        assert value.note.keys() == ({"en", "zh-Hant", "zh-Hans"} if value.decision else set())


@pytest.mark.parametrize("name", NAMES)
def test_its_cases_come_out_right_and_show_everything(name):
    cases = (data_folder("rulesets") / f"{name}.cases.json").read_bytes()
    found = check_cases(BOOK.get(name), cases, lambda document: score_document(document, BOOK))
    assert found == ()


def test_start_up_asks_for_nothing_heavy():
    """One ruleset of a locked file is had without the checker, let alone a schema library."""
    code = (
        "import sys; from settle.rulebook import Rulebook; Rulebook().get('tw-scoop').rules();"
        "print(*sorted({'marshmallow', 'settle.rulebook.schema', 'settle.rulebook.shapes',"
        "'settle.rulebook.cases', 'rfc8785', 'click'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""
