"""Texts read, resolved, digested; the rulebook that finds them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from settle.data import data_folder
from settle.faults import RefusedError
from settle.rulebook import Rulebook
from settle.rulebook.files import FILE_LIMIT
from settle.rulebook.text import laid_over, read_text, without
from tests.rulebook.documents import HOUSE, changed, natural, texts, value

BOOK = Rulebook()

MINIMAL = """
id = "ours"
version = 2
extends = "tw-scoop@1"
title = { en = "Ours", zh-Hant = "我們", zh-Hans = "我们" }

[sources.ours]
title = "What we agreed"

[rows.front]
bonus.pair = { value = 1, unit = "points", source = "ours" }
"""


@pytest.mark.parametrize(
    ("text", "variant", "line", "column"),
    [
        ("id = ", "", 1, 6),
        ('id = "a"\nversion = 1\nversion = 2\n', "", 3, 12),
        ('id = "a"\n[rows\n', "", 2, 6),
        ('id = "a', "", 1, 8),
        (b'id = "a"\nunit = "\xff"', "not_utf8", 2, 9),
        ("a.b = 1\nversion = " + "1" * 5000, "", 2, 11),
        ('id = "a"\n' + "a." * 200_000 + "b = 1", "", 2, 1),
        ("x = 1\n[" + "'a' . " * 16 + "b]", "", 2, 1),
    ],
)
def test_text_that_is_no_toml(text, variant, line, column):
    with pytest.raises(RefusedError) as refused:
        BOOK.load_text(text)
    [fault] = refused.value.faults
    assert (refused.value.status, fault.pointer, fault.code) == (400, (), "malformed_toml")
    assert (fault.variant, fault.values["line"], fault.values["column"]) == (variant, line, column)


def test_bottomless_toml():
    with pytest.raises(RefusedError, check=lambda refused: "malformed_toml" in refused.brief):
        read_text("a = " + "[" * 100_000)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"id": 1, "id": 2}', "/id duplicate_key"),
        ('{"id": NaN}', "/id malformed_json"),
        ('{"id": ', " malformed_json"),
        (' \n {"id" 1}', " malformed_json"),
    ],
)
def test_json_is_read_strictly(text, code):
    with pytest.raises(RefusedError) as refused:
        BOOK.load_text(text)
    assert (refused.value.brief, refused.value.status) == (code, 400)


@pytest.mark.parametrize(
    "text",
    [
        "version = 1979-05-27",
        "version = 1.5",
        "version = [1]",
    ],
)
def test_toml_says_no_more_than_json(text):
    with pytest.raises(RefusedError, check=lambda refused: "/version wrong_type" in refused.brief):
        BOOK.load_text(f'id = "a"\nextends = "tw-scoop@1"\n{text}')


def test_toml_json_bytes_and_a_parsed_document_are_one():
    document = read_text(MINIMAL)
    forms = [MINIMAL, MINIMAL.encode(), "\ufeff" + MINIMAL, json.dumps(document), document]
    digests = {BOOK.load_text(form).digest for form in forms}
    assert len(digests) == 1


def test_a_child_is_its_parent_with_what_it_says_itself():
    parent, child = BOOK.get("tw-scoop@1"), BOOK.load_text(MINIMAL)
    assert (child.id, child.version, child.name) == ("ours", 2, "ours@2")
    assert child.rules().rows[0].bonus[1] == 1
    assert child.rules().rows[2] == parent.rules().rows[2]
    assert child.document["sources"].keys() == {*parent.document["sources"], "ours"}
    assert not {"extends", "without"} & child.document.keys()


def test_the_digest_is_over_the_resolved_text():
    ruleset = BOOK.load_text(MINIMAL)
    canonical = json.dumps(
        ruleset.document, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    told = hashlib.sha256(b"settle:ruleset:v1\0" + canonical.encode()).hexdigest()
    assert ruleset.digest == f"sha256:{told}" == ruleset.rules().digest


@pytest.mark.parametrize("name", [*BOOK.ids()])
def test_a_resolved_text_stands_for_itself(name):
    ruleset = BOOK.get(name)
    stored = json.loads(json.dumps(ruleset.document, sort_keys=True))
    for again in (BOOK.load_text(stored), Rulebook.restore(stored)):
        assert again.digest == ruleset.digest
        assert [n[:3] for n in again.naturals()] == [n[:3] for n in ruleset.naturals()]
        assert again.rules().options == ruleset.rules().options


@pytest.mark.parametrize(
    ("said", "parent", "shown"),
    [
        ({}, {}, ("front", "middle", "back")),
        ({"shown": ["middle", "back", "front"]}, {}, ("middle", "back", "front")),
        ({}, {"extends": "mainland-basic@1"}, ("back", "middle", "front")),
        ({"shown": ["front", "back", "middle"]}, {"extends": "mainland-basic@1"},
         ("front", "back", "middle")),
    ],
)  # fmt: skip
def test_the_order_in_which_rows_are_shown(said, parent, shown):
    document = {"id": "child", "version": 1, **parent} if parent else HOUSE
    assert BOOK.load_text({**document, **said}).shown == shown


# What lies under, what is laid over it, what comes out.
@pytest.mark.parametrize(
    ("part", "under", "over", "expected"),
    [
        ("order", {"wheel": {"value": "second", "basis": "decision"}, "suits": {"value": "none"}},
         {"wheel": {"value": "lowest", "source": "s"}},
         {"wheel": {"value": "lowest", "source": "s"}, "suits": {"value": "none"}}),
        ("rows", {"front": {"base": {"value": 1}}}, {"front": {"bonus": {"pair": {"value": 2}}}},
         {"front": {"base": {"value": 1}, "bonus": {"pair": {"value": 2}}}}),
        ("title", {"en": "A", "zh-Hant": "甲"}, {"en": "B"}, {"en": "B"}),
        ("sources", {"a": {"title": "A", "section": "1"}, "b": {"title": "B"}},
         {"a": {"title": "C"}}, {"a": {"title": "C"}, "b": {"title": "B"}}),
        ("naturals", {"x": {"holds": {"pairs": 6}, "points": 3, "front_excludes": ["QKA"]}},
         {"x": {"points": 4}},
         {"x": {"holds": {"pairs": 6}, "points": 4, "front_excludes": ["QKA"]}}),
        ("naturals", {"x": {"points": 3, "rank": 2, "listed": 1, "basis": "decision", "note": {}}},
         {"x": {"points": 4, "source": "s"}},
         {"x": {"points": 4, "rank": 2, "listed": 1, "source": "s"}}),
        ("naturals", {"x": {"points": 3, "rank": 2, "source": "s"}}, {"x": {"rank": 5}},
         {"x": {"points": 3, "rank": 5, "source": "s"}}),
        ("naturals", {"x": {"holds": {"rows": "straight"}, "front_excludes": ["QKA"]}},
         {"x": {"holds": {"pairs": 5}}}, {"x": {"holds": {"pairs": 5}}}),
        ("naturals", {"x": {"holds": {"pairs": 6}}}, {"x": {"holds": {"pairs": 5}}},
         {"x": {"holds": {"pairs": 5}}}),
        ("options", {"x": {"default": 1, "range": [1, 2], "source": "s"}}, {"x": {"default": 2}},
         {"x": {"default": 2, "range": [1, 2], "source": "s"}}),
        ("options", {"x": {"default": 1, "range": [1, 2], "basis": "decision", "note": {}}},
         {"x": {"default": 2, "source": "s"}},
         {"x": {"default": 2, "range": [1, 2], "source": "s"}}),
        ("options", {"x": {"default": 1, "range": [1, 2], "sets": []}}, {"x": {"choices": []}},
         {"x": {"choices": []}}),
        ("names", {"en": {"rows": {"front": "F", "back": "B"}}}, {"en": {"rows": {"back": "C"}}},
         {"en": {"rows": {"front": "F", "back": "C"}}}),
        ("naturals", {"x": {"points": 1}}, 3, 3),
        ("naturals", {"x": {"points": 1}}, {"x": 3}, {"x": 3}),
        ("options", {"x": {"default": 1}}, {"x": 3}, {"x": 3}),
    ],
)  # fmt: skip
def test_laying_over(part, under, over, expected):
    assert laid_over({part: under}, {part: over, "extends": "a@1"}) == {part: expected}


def test_leaving_out_leaves_the_parent_as_it_was():
    parent = {"a": {"b": {"c": 1, "d": 2}}, "e": 3}
    assert without(parent, ["a.b.c", "e"]) == {"a": {"b": {"d": 2}}}
    assert parent == {"a": {"b": {"c": 1, "d": 2}}, "e": 3}


# --- finding -------------------------------------------------------------------------------------

ROOT = Rulebook().document_of_root()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the root and three versions of the house rules."""
    documents = {"common@1": ROOT}
    for version in (1, 2, 10):
        changes = {("version",): version, ("rows", "front", "base"): value(version, "points")}
        documents[f"house@{version}"] = changed(changes)
    for name, document in documents.items():
        (tmp_path / f"{name}.toml").write_text(json.dumps(document), "utf-8")
    (tmp_path / "README.md").write_text("not a ruleset", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "base"), [("house", 10), ("house@1", 1), ("house@2", 2), ("house@10", 10)]
)
def test_an_id_is_its_newest_version(folder, asked, base):
    book = Rulebook(folder)
    assert (book.ids(), book.versions("house")) == (("house",), (1, 2, 10))
    assert book.get(asked).rules().rows[0].base == base
    assert book.get(asked) is book.get(asked)


@pytest.mark.parametrize(
    "asked", ["", "house@3", "house@0", "house@01", "house@", "common", "common@1", "HOUSE",
              "../house@1", "house@1\n", "village"]
)  # fmt: skip
def test_a_ruleset_that_is_not_there(folder, asked):
    with pytest.raises(
        RefusedError, check=lambda refused: refused.brief == "/ruleset unknown_ruleset"
    ) as refused:
        Rulebook(folder).get(asked)
    assert refused.value.faults[0].values == {"found": asked, "choices": "house"}


def test_only_the_files_asked_for_are_read(folder):
    (folder / "house@2.toml").write_text("not = = toml", "utf-8")
    assert Rulebook(folder).get("house@1").rules().rows[0].base == 1


def test_a_file_that_is_not_locked_is_checked(folder):
    broken = changed({("rows", "front", "base", "value"): -1})
    (folder / "house@1.toml").write_text(json.dumps(broken), "utf-8")
    with pytest.raises(
        RefusedError, check=lambda refused: "/rows/front/base/value out_of_range" in refused.brief
    ):
        Rulebook(folder).get("house@1")


def test_a_folder_without_the_root(tmp_path):
    (tmp_path / "house@1.toml").write_text(json.dumps(HOUSE), "utf-8")
    with pytest.raises(FileNotFoundError, match=r"common@1\.toml"):
        Rulebook(tmp_path).get("house")


# --- a table's own files -------------------------------------------------------------------------


def test_a_file_is_in_the_book_from_then_on(tmp_path):
    own = tmp_path / "my table.toml"
    own.write_text(MINIMAL, "utf-8")
    book = Rulebook()
    ruleset = book.load_file(str(own))
    assert book.get("ours") is book.get("ours@2") is ruleset
    assert "ours" in book.ids()
    assert book.versions("ours") == (2,)
    grandchild = {"id": "theirs", "version": 1, "extends": "ours@2", "title": texts("Theirs")}
    assert book.load_text(grandchild).rules().rows[0].bonus[1] == 1
    with pytest.raises(RefusedError, check=lambda refused: "unknown_ruleset" in refused.brief):
        Rulebook().get("ours")


def test_a_file_that_is_called_like_a_shipped_one_has_to_say_the_same(tmp_path):
    own = tmp_path / "tw-scoop.toml"
    called = MINIMAL.replace('"ours"\nversion = 2', '"tw-scoop"\nversion = 1')
    own.write_text(called, "utf-8")
    book = Rulebook()
    shipped = book.get("tw-scoop")
    for load in (lambda: book.load_file(own), lambda: book.load_text(called)):
        with pytest.raises(RefusedError) as refused:
            load()
        [fault] = refused.value.faults
        assert (refused.value.status, fault.pointer, fault.code) == (409, ("id",), "name_taken")
    assert book.get("tw-scoop") is shipped
    own.write_bytes((data_folder("rulesets") / "tw-scoop@1.toml").read_bytes())
    assert book.load_file(own).digest == book.load_text(shipped.document).digest == shipped.digest


def test_a_new_version_of_a_shipped_id_may_be_a_tables_own():
    ruleset = BOOK.load_text(MINIMAL.replace('id = "ours"', 'id = "tw-scoop"'))
    assert ruleset.name == "tw-scoop@2"


@pytest.mark.parametrize(("size", "code"), [(FILE_LIMIT, None), (FILE_LIMIT + 1, "too_large")])
def test_a_file_may_be_only_so_large(tmp_path, size, code):
    own = tmp_path / "ours.toml"
    own.write_bytes(MINIMAL.encode() + b"#" * (size - len(MINIMAL.encode())))
    if code is None:
        assert Rulebook().load_file(own).name == "ours@2"
        return
    with pytest.raises(RefusedError) as refused:
        Rulebook().load_file(own)
    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_device_is_no_file(tmp_path):
    endless = tmp_path / "ours.toml"
    endless.symlink_to("/dev/zero")
    with pytest.raises(RefusedError) as refused:
        Rulebook().load_file(endless)
    assert [fault.text_key for fault in refused.value.faults] == ["no_file.device"]


def test_a_parent_may_stand_beside_the_file(tmp_path):
    (tmp_path / "house@1.toml").write_text(json.dumps(HOUSE), "utf-8")
    child = tmp_path / "child.toml"
    child.write_text('id = "child"\nversion = 1\nextends = "house@1"\n', "utf-8")
    assert [row.base for row in Rulebook().load_file(child).rules().rows] == [1, 2, 3]


def test_a_parent_beside_the_file_that_is_no_toml(tmp_path):
    (tmp_path / "house@1.toml").write_text("no = = toml", "utf-8")
    child = tmp_path / "child.toml"
    child.write_text('id = "child"\nversion = 1\nextends = "house@1"\n', "utf-8")
    with pytest.raises(RefusedError) as refused:
        Rulebook().load_file(child)
    [fault] = refused.value.faults
    assert (fault.pointer, fault.text_key) == (("extends",), "unknown_parent.faulty")


def test_a_ruleset_that_was_stored_can_be_a_parent():
    book = Rulebook()
    book.add(Rulebook.restore(BOOK.load_text(MINIMAL).document))
    child = {"id": "child", "version": 1, "extends": "ours@2", "without": ["options.quads_back"]}
    assert "quads_back" not in book.load_text(child).rules().options


def test_a_child_that_names_another_price_keeps_the_rank_and_the_excluded_fronts():
    """RULES section 4: in tw-banker three straights are the ninth, and QKA in front is none."""
    price = {"points": 7, "unit": "points", "source": "s000-tw"}
    child = {"id": "child", "version": 1, "extends": "tw-banker@1",
             "naturals": {"three_straights": price}}  # fmt: skip
    laid = BOOK.load_text(child).document["naturals"]["three_straights"]
    assert (laid["points"], laid["rank"], laid["front_excludes"]) == (7, 9, ["QKA"])
    assert laid["holds"] == {"rows": "straight"}


def test_a_child_of_a_ruleset_with_its_own_natural():
    named = {("names", lang, "naturals", "seven"): "Seven" for lang in ("en", "zh-Hant", "zh-Hans")}
    holds = {"ranks": {"set": "7", "min": 4}}
    parent = changed({("naturals", "seven"): natural(7, 3, holds=holds), **named})
    child = {
        "id": "child",
        "version": 1,
        "extends": "house@1",
        "naturals": {"seven": natural(9, 1)},
    }
    rules = BOOK.load_text(child, parents={"house@1": parent}.get).rules()
    assert [(held.id, held.points) for held in rules.naturals][:2] == [("dragon", 26), ("seven", 9)]
    assert "seven" in rules.options["natural_points"]
