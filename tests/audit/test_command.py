"""settle audit as a person runs it."""

from __future__ import annotations

import json
import re

import pytest

import settle.words
from settle.audit import findings
from settle.words import Language
from tests.audit.evening import Ledger, exported
from tests.cli.running import settle as run
from tests.code_health.tree import ROOT

SOUND = """\
Looked at: sessions 1, entries 22, games scored again 18, rulesets 1.
All is sound.
"""


@pytest.fixture
def file(monday, tmp_path):
    """The ledger of the session, in a file."""
    made = tmp_path / "monday.ndjson"
    made.write_bytes(monday)
    return made


def test_a_sound_ledger(file):
    done = run("audit", file)
    assert (done.status, done.stdout.decode(), done.stderr) == (0, SOUND, "")


def test_a_sound_ledger_through_a_pipe(monday):
    assert run("audit", "-", text=monday).stdout.decode() == SOUND


@pytest.mark.parametrize("environment", [True, False])
def test_a_sound_book(path, environment):
    done = run("audit", SETTLE_DB=str(path)) if environment else run("audit", "--db", str(path))
    assert done.status == 0
    assert done.stdout.decode().splitlines() == [
        "Looked at: sessions 2, entries 25, games scored again 20, rulesets 3.",
        "Rulesets that no session was opened under: our-thirteen@1",
        "All is sound.",
    ]


def test_a_ledger_goes_before_what_the_environment_says(file):
    assert run("audit", file, SETTLE_DB="nosuch.db").status == 0
    assert run("audit", file, "--db", "nosuch.db").status == 2


def test_a_forged_net(monday):
    ledger = Ledger(monday)
    # Game 5 came out amy 6, bob -2, cat -2, dan -2.
    for player, net in ((0, 8), (3, -4)):
        ledger.entry(7)["body"]["totals"][player]["net"] = net
    done = run("audit", "-", text=ledger.sealed().data())
    assert done.status == 1
    told = "scored again, the round has other totals [/body/totals]"
    nets = "amy 8 instead of 6 (+2), dan -4 instead of -2 (-2)"
    assert done.stdout.decode().splitlines() == [
        f"session monday, entry 7 (line 9): totals_differ: {told}; {nets}",
        "Looked at: sessions 1, entries 22, games scored again 18, rulesets 1.",
        "Differences: 1.",
        "first bad entry: session monday, entry 7 (line 9)",
    ]


def test_in_another_language(monday):
    ledger = Ledger(monday)
    ledger.entry(7)["body"]["totals"][0]["net"] = 8
    done = run("audit", "-", "--lang", "zh-Hant", text=ledger.sealed().data())
    first, *_, last = done.stdout.decode().splitlines()
    assert first == (
        "將 monday 第 7 筆（第 9 行）：totals_differ：重新計分後，合計不同 [/body/totals]；"
        "amy 8，應為 6（差 +2）"
    )
    assert last == "第一筆有問題的帳目：將 monday 第 7 筆（第 9 行）"


def test_as_json(monday):
    ledger = Ledger(monday)
    ledger.entry(7)["at"] = "2026-11-30T21:40:11.123+08:00"
    done = run("audit", "-", "--format", "json", text=ledger.data())
    report = json.loads(done.stdout)
    assert done.status == 1
    assert report["sound"] is False
    assert report["first"] == report["findings"][0]
    assert {"code": "hash_differs", "session": "monday", "seq": 7, "line": 9}.items() <= report[
        "first"
    ].items()
    assert report["counts"] == {"sessions": 1, "entries": 22, "games": 18, "rulesets": 1}


@pytest.mark.parametrize(
    ("text", "words_told"),
    [
        (b"", "The file is empty"),
        (b'{"ref": "game 1"}\n', "This is no exported ledger"),
        (b"\x00\x01\x02", "This is no exported ledger"),
    ],
)
def test_a_file_of_another_kind(text, words_told):
    done = run("audit", "-", text=text)
    assert (done.status, done.stdout) == (1, b"")
    assert words_told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "words_told"),
    [(None, "There is no book at"), (b"no database at all, but a text", "no SQLite database")],
)
def test_a_database_of_another_kind(tmp_path, content, words_told):
    database = tmp_path / "other.db"
    if content is not None:
        database.write_bytes(content)
    done = run("audit", "--db", database)
    assert done.status == 1
    assert words_told in done.stderr
    assert "Traceback" not in done.stderr


def test_every_code_has_a_sentence_and_every_sentence_its_code():
    sources = (path.read_text() for path in (ROOT / "settle").rglob("*.py"))
    text = "".join(source for source in sources if "Finding(" in source or "Difference(" in source)
    made = set(re.findall(r'(?:Finding|Difference)\(\s*"([a-z_]+)"', text))
    keys = settle.words._texts(Language.EN)
    told = {key.partition(".")[2] for key in keys if key.startswith("findings.")}
    assert made <= told
    # Some are put together, of the name of the part that differs or behind that of a checkpoint.
    parts = {f"{name}_differ" for name in ("lines", "totals", "notices")}
    parts |= {f"{name}_differs" for name in ("basis", "before", "against")}
    spelled = set(re.findall(r'"([a-z_]+)"', text))
    unmade = {code for code in told - parts if code not in spelled}
    assert {code for code in unmade if code.removeprefix("checkpoint_") not in spelled} == set()


def test_what_was_found_is_shown_on_one_line_and_cut():
    assert findings.shown("a\nb\x1b[31m") == "a\ufffdb\ufffd[31m"
    assert findings.shown({"a": "x" * 500}) == '{"a":"' + "x" * 114 + "…"
    assert findings.shown(b"\xff") == "\\xff"


def test_a_whole_book_that_lost_a_session(path):
    ledger = Ledger(exported(path))
    ledger.lines = [line for line in ledger.lines if line.get("session") != "monday"]
    done = run("audit", "-", text=ledger.sealed().data())
    last = done.stdout.decode().splitlines()[-1]
    assert last.startswith("first bad entry: session tuesday, entry 1 (line ")
