"""Names and other texts that people wrote hide nothing, and turn nothing around."""

from __future__ import annotations

import json

import pytest

from settle.faults import RefusedError, json_pointer
from settle.visible import MARK, visible
from settle.wire import problem
from settle.wire.names import player_name, quoted
from tests.cli.rounds import AMY, BOB, round_document
from tests.cli.running import settle
from tests.wire.documents import RULEBOOK, document, load_strictly

HIDDEN = [chr(code) for first, last in ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F))
          for code in range(first, last + 1)] + ["\u061c", "\ufeff"]  # fmt: skip


@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_what_hides_is_marked(hidden):
    assert visible(f"amy{hidden}3") == f"amy{MARK}3"
    assert quoted(f"amy{hidden}3") == f'"amy{MARK}3"'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("amy", "amy"),
        ("阿明 ♠A — é ñ", "阿明 ♠A — é ñ"),
        ("one\ntwo", "one\ntwo"),
        ("a\x1b[31mb\x9b0m\tc\r", "a�[31mb�0m�c�"),
        ("a\u2028b\u2029", "a�b�"),
        # The joiner within one emoji sign hides nothing; between letters it does.
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("a\u200db\u200d\U0001f469", "a�b�\U0001f469"),
    ],
)
def test_what_is_shown(text, shown):
    assert visible(text) == shown


HIDE = [
    "\u200b", "\u202e\u2066", " \ufeff\u3000\u200d ", "\u2060" * 41, "\u00ad", "\u034f", "\u115f",
    "\u1160", "\u180e", "\u2800", "\u3164", "\uffa0",
]  # fmt: skip


@pytest.mark.parametrize("name", HIDE)
def test_a_name_that_shows_nothing_is_refused(name):
    assert player_name(name) is None
    sent = document()
    sent["hands"][1]["player"] = name
    with pytest.raises(RefusedError) as refused:
        load_strictly(sent, RULEBOOK)
    [fault] = refused.value.faults
    where = json_pointer(fault.pointer), fault.text_key
    assert where == ("/hands/1/player", "out_of_range.invisible")
    assert MARK in problem(refused.value)["detail"]


def test_a_sign_that_changes_others_is_no_name_alone():
    assert player_name("\ufe0f") is None
    assert player_name("\u2764\ufe0f") == visible("\u2764\ufe0f") == "\u2764\ufe0f"


@pytest.mark.parametrize("name", ["amy\u200b", "\u202eamy", "a\u200dmy"])
def test_a_name_keeps_what_it_hides_in_documents(name):
    assert player_name(name) == name


TURNED = "bob\u202e"


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("command", ["explain", "sheet"])
def test_pages_show_where_something_hides(command, lang):
    hands = [AMY, {**BOB, "player": TURNED}]
    sent = json.dumps(round_document(hands=hands, ref="x\u202e"))
    done = settle(command, "--lang", lang, text=f"{sent}\n{sent}\n")
    page = done.stdout.decode()
    assert done.status == 0
    assert f"bob{MARK}" in page
    assert "\u202e" not in page


def test_columns_are_as_wide_as_what_is_shown():
    hands = [{**AMY, "player": "a" * 6}, {**BOB, "player": "bob\u202e\u202e\u202e"}]
    lines = settle("explain", "--lang", "en", text=json.dumps(round_document(hands=hands))).stdout
    told = [
        line for line in lines.decode().splitlines() if line.startswith(("  aaaaaa  ", "  bob"))
    ]
    assert len({line.index("=") for line in told if "=" in line}) == 1


def test_refusals_show_where_something_hides():
    sent = round_document(hands=[AMY, {**BOB, "player": AMY["player"] + "\u202e", "front": []}])
    done = settle("explain", text=json.dumps({**sent, "expect": {"totals": {"x\u202e": 1}}}))
    assert done.status == 1
    assert f"x{MARK}" in done.stderr
    assert "\u202e" not in done.stderr
