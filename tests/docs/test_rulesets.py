"""The tables of rulesets/README.md against what the rulebook takes."""

from __future__ import annotations

import re

import pytest

from settle.rulebook.fields import NAME_KINDS
from settle.rulebook.keys import KEYS, Key
from settle.rulebook.text import HEADER
from tests.docs.pages import page, section, table

README = page("rulesets/README.md")
VALUES = table(section(README, "Values"), "key", "value", "if it is left out")
ROWS = {key: row for row in VALUES for key in row["key"].split(", ")}
ROW, CATEGORY = r"\.(front|middle|back)\b", r"^(rows\.<row>\.bonus|gadu\.<row>)\.\w+$"


def named(key: str) -> str:
    """A key as the table spells it: one row for all rows and categories."""
    return re.sub(CATEGORY, r"\1.<category>", re.sub(ROW, ".<row>", key))


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_key_has_a_row_and_every_row_a_key():
    assert set(ROWS) == {*map(named, KEYS), "naturals.<id>"}


@pytest.mark.parametrize("key", KEYS.values(), ids=lambda key: key.name)
def test_a_row_says_what_may_stand_at_its_key(key: Key):
    told = ROWS[named(key.name)]["value"]
    numbers = f"{key.least:,}-{key.most:,}"
    if key.choices:
        assert [choice for choice in key.choices if spelled(choice) not in told] == []
    else:
        assert numbers in told


@pytest.mark.parametrize("key", KEYS.values(), ids=lambda key: key.name)
def test_a_row_says_what_holds_without_it(key: Key):
    told = ROWS[named(key.name)]["if it is left out"]
    if key.name == "naturals.meeting":
        # What holds where no natural is played is told to nobody.
        assert told == "required where a natural is played"
    elif key.required:
        assert told.startswith("required")
    elif key.default is not None:
        assert told == spelled(key.default)


@pytest.mark.parametrize("field", [*HEADER, "extends", "without"])
def test_every_field_of_the_header_is_in_the_example(field):
    [example] = re.findall(r"^```toml\n(id = .*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    assert re.search(rf"^{field} = ", example, flags=re.MULTILINE)


@pytest.mark.parametrize("kind", NAME_KINDS)
def test_every_kind_of_name_is_named(kind):
    assert f"`{kind}`" in section(README, "Names")
