"""The commands that show people something: explain, sheet, rulesets, demo, help."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.rounds import AMY, BOB, line, pretty, round_document
from tests.cli.running import ENVIRONMENT, ROOT, settle

EVENING = ROOT / "examples" / "simple-evening" / "evening.ndjson"
OURS = ROOT / "examples" / "own-ruleset"
SHIPPED = [
    f"{name}@1"
    for name in sorted(path.name.partition("@")[0] for path in (ROOT / "rulesets").glob("*.toml"))
    if name != "common"
]

# A word of each language that the example's first scoop is told with.
WORDS = [
    ("en", "scoop"),
    ("zh-Hant", "打槍"),
    ("zh-Hant-TW", "打槍"),
    ("zh-Hant-HK", "打槍"),
    ("zh-Hans", "打枪"),
]


def on_a_terminal(*arguments: str, text: str = "", **environment: str) -> str:
    """What a command prints where standard output is a terminal."""
    mine, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "settle", *arguments],
        cwd=ROOT,
        env=ENVIRONMENT | {"TERM": "xterm-256color"} | environment,
        stdin=subprocess.PIPE,
        stdout=theirs,
    ) as process:
        os.close(theirs)
        process.stdin.write(text.encode())
        process.stdin.close()
        printed = b""
        while True:
            try:
                more = os.read(mine, 65536)
            except OSError:  # how Linux says that the other side has closed
                break
            if not more:
                break
            printed += more
    os.close(mine)
    assert process.returncode == 0
    return printed.decode()


# --- explain -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "word"), WORDS)
def test_explain_speaks_the_language_asked_for(lang, word):
    done = settle("explain", "--lang", lang, text=pretty(ruleset="tw-scoop"))
    assert (done.status, done.stderr) == (0, "")
    assert word in done.stdout.decode()


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "打槍"),
        ({"LANG": "zh_CN.UTF-8"}, "打枪"),
        ({"LANG": "C.UTF-8"}, "scoop"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_HK.UTF-8"}, "打槍"),
        ({}, "scoop"),
    ],
)
def test_explain_otherwise_speaks_that_of_the_environment(environment, word):
    done = settle("explain", text=pretty(ruleset="tw-scoop"), **environment)
    assert word in done.stdout.decode()


def test_explain_tells_every_line_and_the_sums():
    done = settle("explain", "--lang", "en", text=pretty(stake={"amount": "10", "currency": "CNY"}))
    told = done.stdout.decode()
    assert told.count("bob pays amy") == 4  # three rows, and the point of the scoop
    assert re.search(r"amy .*\+4", told)
    assert "bob → amy 40 CNY" in told


def test_explain_against_another_agreement():
    text = pretty(ruleset="tw-points", options={"scoop_points": 2})
    done = settle("explain", "--lang", "en", "--against", "western-1-6", text=text)
    told = done.stdout.decode()
    assert (done.status, done.stderr) == (0, "")
    assert re.search(r"amy\s+\+5\s+\+6", told)  # 3 rows and 2; 3 rows and 3
    assert "≠" in told
    assert re.search(r"no option scoop_points; 2\s+was left out", told)


def test_explain_against_an_option():
    text = pretty(ruleset="tw-points")
    done = settle("explain", "--lang", "en", "--against-option", "scoop_points=9", text=text)
    assert re.search(r"amy\s+\+3\s+\+12", done.stdout.decode())


def test_explain_against_an_option_of_another_ruleset():
    flags = ["--against", "fujian-13-water", "--against-option", "scoop_multiplier=2"]
    done = settle("explain", "--lang", "en", *flags, text=pretty(ruleset="tw-points"))
    assert re.search(r"amy\s+\+3\s+\+6", done.stdout.decode())


def test_explain_against_a_game_with_a_banker_asks_for_one():
    text = pretty(ruleset="tw-points")
    done = settle("explain", "--lang", "en", "--against", "hk-banker", text=text)
    told = done.stdout.decode()
    assert done.status == 1
    assert "/banker" in told
    assert told.splitlines()[-1] == "Not compared, for it could not be scored: hk-banker@1"
    assert "All lines are the same" not in told
    assert "--banker" in done.stderr
    done = settle("explain", "--against", "hk-banker", "--banker", "bob", text=text)
    assert re.search(r"amy\s+\+3\s+\+3", done.stdout.decode())
    assert done.stderr == ""


def test_explain_shows_a_problem_in_its_column_only():
    natural = {"player": "amy", "natural": "dragon", "cards": [
        "As", "Ks", "Qs", "Jh", "Td", "9c", "8d", "7s", "6s", "5h", "4d", "3s", "2d"]}  # fmt: skip
    text = pretty(ruleset="tw-points", hands=[natural, BOB])
    flags = ["--against-option", 'natural_points={"dragon": 0}']
    done = settle("explain", "--lang", "en", *flags, text=text)
    assert done.status == 1
    assert "/hands/0/natural" in done.stdout.decode()


AGAINST_TWO = ["--against", "tw-scoop", "--against", "western-1-6"]


def test_an_option_that_one_of_the_others_knows_is_dropped_for_the_rest():
    """RULES section 4: amy's 3 rows, scooped: 6 in tw-scoop; 3 and 3 in western-1-6."""
    flags = [*AGAINST_TWO, "--against-option", "tied_row_scoops=true"]
    done = settle("explain", "--lang", "en", *flags, text=pretty(ruleset="tw-points"))
    told = done.stdout.decode()
    assert (done.status, done.stderr) == (0, "")
    assert re.search(r"amy\s+\+3\s+\+6\s+\+6", told)
    assert "1–6 scoring has no option tied_row_scoops; true was left out" in re.sub(
        r"\s+", " ", told
    )


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ([], "tw-points@1 has no option hom_run, it has home_run_min_opponents, scoop_points"),
        (["--against", "mainland-basic"],
         "mainland-basic@1 has no option hom_run, it has home_run_min_opponents, natural_points"),
        (AGAINST_TWO, "; western-1-6@1 has no option hom_run, it has natural_points"),
    ],
)  # fmt: skip
def test_an_option_that_none_of_the_others_knows_is_wrong_usage(flags, told):
    text = pretty(ruleset="tw-points")
    done = settle("explain", *flags, "--against-option", "hom_run=3", text=text)
    assert (done.status, done.stdout) == (2, b"")
    assert told in done.stderr
    assert "'--against-option'" in done.stderr


# --- several rounds ------------------------------------------------------------------------------


def test_several_rounds_are_numbered_and_a_bad_one_does_not_stop_the_others():
    text = line() + line(ruleset="no-such-rules") + line(ref="last")
    done = settle("explain", "--lang", "en", text=text)
    told = done.stdout.decode()
    assert done.status == 1
    assert re.findall(r"^Game .*", told, re.MULTILINE) == ["Game 1", "Game 3: last"]
    assert told.count("Mainland, basic") == 2
    assert done.stderr.startswith("Error: line 2:\n  /ruleset: there is no ruleset")


@pytest.mark.parametrize(
    ("number", "status", "told"),
    [("1", 0, "+4"), ("2", 0, "+3"), ("3", 2, "there are 2 rounds"), ("0", 2, "not in the range")],
)
def test_one_of_several_rounds_is_explained(number, status, told):
    text = line() + line(ruleset="tw-points")
    done = settle("explain", "--lang", "en", "--game", number, text=text)
    assert done.status == status
    assert told in (done.stdout.decode() if status == 0 else done.stderr)
    assert b"Game" not in done.stdout


def test_a_round_alone_has_no_number_and_no_line():
    assert b"Game" not in settle("explain", "--lang", "en", text=line()).stdout
    for command in ("explain", "sheet"):
        done = settle(command, "--lang", "en", text=pretty(ruleset="no-such-rules"))
        assert (done.status, done.stdout) == (1, b"")
        assert done.stderr.startswith("Error: /ruleset: there is no ruleset")


@pytest.mark.parametrize(
    ("lang", "places"),
    [("en", ["round 2:", "round 4:"]), ("zh-Hant", ["第 2 筆:", "第 4 筆:"])],
)
def test_the_sheet_names_every_bad_round_before_it_stops(lang, places):
    rounds = [round_document(), round_document(ruleset="x"), round_document(), {}]
    done = settle("sheet", "--lang", lang, text=json.dumps(rounds))
    assert (done.status, done.stdout) == (1, b"")
    found = re.findall(r"^Error: (.*)$", done.stderr, re.MULTILINE)
    assert found == places


def test_explain_refuses_a_bad_round_in_words():
    done = settle("explain", "--lang", "en", text=pretty(hands=[AMY, {**AMY, "player": "bob"}]))
    assert (done.status, done.stdout) == (1, b"")
    assert "/hands/1" in done.stderr
    assert "Traceback" not in done.stderr
    chinese = settle("explain", "--lang", "zh-Hant", text=pretty(ruleset="no-such-rules"))
    assert chinese.status == 1
    assert re.search("[\u4e00-\u9fff]", chinese.stderr)


def test_explain_takes_a_ruleset_and_options_too():
    done = settle(
        "explain", "--ruleset", "tw-points", "--option", "scoop_points=9", "--lang", "en",
        text=line(),
    )  # fmt: skip
    assert "+12" in done.stdout.decode()


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colours_are_for_terminals_and_for_those_who_want_them(environment, coloured):
    printed = on_a_terminal("explain", "--lang", "en", text=pretty(), **environment)
    assert ("\x1b[" in printed) == coloured


def test_a_ruling_does_not_steer_the_terminal():
    text = pretty(hands=[AMY, {"player": "bob", "ruled_foul": "late \u202e[2J \u2066 again"}])
    printed = on_a_terminal("explain", "--lang", "en", text=text)
    assert "late \ufffd[2J \ufffd again" in printed


def test_a_terminal_that_cannot_show_chinese_gets_the_rest():
    done = settle(
        "demo", "--no-serve", "--lang", "zh-Hant", PYTHONUTF8="0", PYTHONIOENCODING="latin-1"
    )
    assert (done.status, done.stderr) == (0, "")
    assert b"amy ? cat 1300 TWD" in done.stdout


def test_no_colours_in_a_file():
    assert b"\x1b[" not in settle("explain", text=pretty(), TERM="xterm-256color").stdout


# --- sheet ---------------------------------------------------------------------------------------

STAKE = {"amount": "10", "currency": "TWD"}


def sheet_of(text: str, *flags: str) -> dict:
    done = settle("sheet", "--format", "json", *flags, text=text)
    assert (done.status, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_sheet_without_a_stake_adds_points():
    assert sheet_of(line() + line()) == {
        "games": [{"game": game, "nets": {"amy": 4, "bob": -4}} for game in (1, 2)],
        "totals": [{"player": "amy", "net": 8}, {"player": "bob", "net": -8}],
    }


def test_sheet_rounds_once_on_the_totals():
    # 4 points a game at 1 JPY for 3 points: 8 points are 2.67, the remainder goes to amy.
    stake = {"amount": "1", "currency": "JPY", "points": 3}
    settled = sheet_of(line(stake=stake) + line(stake=stake))
    assert [total["amount"] for total in settled["totals"]] == ["3", "-3"]
    assert settled["transfers"] == [{"from": "bob", "to": "amy", "amount": "3"}]


def test_sheet_rounds_to_the_step_of_the_stake():
    # 28 in fives: 25 and 3 over, -30 and 2 over; the five left goes to amy.
    settled = sheet_of(line(stake={"amount": "7", "currency": "TWD", "step": "5"}))
    assert [total["amount"] for total in settled["totals"]] == ["30", "-30"]


def test_sheet_adds_the_pots_of_the_games():
    pot = {"mode": "pot", "ante": "50", "currency": "TWD"}
    settled = sheet_of(line(stake=pot) + line(stake=pot) + line(stake=pot))
    assert [total["amount"] for total in settled["totals"]] == ["150", "-150"]


def test_sheet_of_nothing():
    assert sheet_of("") == {"games": [], "totals": []}
    done = settle("sheet", text="")
    assert (done.status, done.stdout) == (0, b"")
    assert "no round" in done.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (line() + line(stake=STAKE), "line 2: this round has another stake"),
        (line(stake=STAKE) + line(ruleset="no-such-rules"), "line 2:"),
        (line() + "{no json\n", "line 2:"),
    ],
)
def test_sheet_stops_where_a_sum_would_be_wrong(text, told):
    done = settle("sheet", text=text)
    assert (done.status, done.stdout) == (1, b"")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_an_error_on_a_terminal_fits_its_width():
    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    done = subprocess.run(
        [sys.executable, "-m", "settle", "explain", "--against", "no-such-rules", str(EVENING)],
        env=ENVIRONMENT | {"COLUMNS": "50"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        check=False,
    )
    os.close(theirs)
    told = os.read(mine, 10_000).decode()
    os.close(mine)
    assert done.returncode == 2
    assert "Error: Invalid value for '--against'" in told
    assert max(map(len, told.splitlines())) <= 50
    assert "western-2-4" in told


# --- rulesets ------------------------------------------------------------------------------------


def test_rulesets_are_listed():
    for arguments in (["rulesets"], ["rulesets", "list"]):
        done = settle(*arguments)
        listed = [text.split()[0] for text in done.stdout.decode().splitlines()]
        assert (done.status, listed) == (0, SHIPPED)


def test_rulesets_are_listed_for_programs():
    listed = json.loads(settle("rulesets", "list", "--format", "json").stdout)
    assert [f"{one['id']}@{one['version']}" for one in listed] == SHIPPED
    assert all(one["digest"].startswith("sha256:") for one in listed)
    assert {tuple(one["title"]) for one in listed} == {("en", "zh-Hans", "zh-Hant")}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruleset_is_shown_with_a_source_or_a_decision_for_every_value(name):
    told = json.loads(settle("rulesets", "show", name, "--format", "json").stdout)
    assert f"{told['id']}@{told['version']}" == name
    keys = [value["key"] for value in told["values"]]
    assert {"rows.front.base", "foul.policy", "order.wheel"} <= set(keys)
    assert [v["key"] for v in told["values"] if "source" not in v and "decision" not in v] == []
    shown = settle("rulesets", "show", name, "--lang", "zh-Hans").stdout.decode()
    assert all(key in shown for key in keys)
    assert all(option["name"] in shown for option in told["options"])


@pytest.mark.parametrize(
    ("name", "line", "rows"),
    [
        ("mainland-basic", "Rows in this order: back, middle, front", ["back", "middle", "front"]),
        ("tw-scoop-only", "Rows in this order: front, middle, back", ["front", "middle", "back"]),
    ],
)
def test_rows_are_shown_in_the_order_of_the_ruleset(name, line, rows):
    told = json.loads(settle("rulesets", "show", name, "--format", "json").stdout)
    assert told["shown"] == rows
    shown = settle("rulesets", "show", name, "--lang", "en").stdout.decode()
    assert line in shown.splitlines()
    for group in ("rows", "gadu"):
        keys = [text.split()[0] for text in shown.splitlines() if text.startswith(f"  {group}.")]
        assert keys == sorted(keys, key=lambda key: rows.index(key.split(".")[1]))
        assert len(keys) == len([v for v in told["values"] if v["key"].startswith(f"{group}.")])


def test_naturals_are_shown_with_their_ranks_and_equals_are_marked():
    """RULES section 4, luosong: > is strictly lower, = is equal."""
    order = [
        ["dragon_suited"], ["one_colour"], ["dragon"], ["one_odd_colour"], ["five_pairs_trips"],
        ["four_trips", "six_pairs", "big_6_to_k", "small_2_to_10"],
        ["three_straights", "three_flushes", "half_big", "half_small"],
    ]  # fmt: skip
    told = json.loads(settle("rulesets", "show", "luosong", "--format", "json").stdout)
    ranks = {v["key"]: v["rank"] for v in told["values"] if "rank" in v}
    assert ranks == {
        f"naturals.{name}": rank for rank, equals in enumerate(order, 1) for name in equals
    }
    shown = settle("rulesets", "show", "luosong", "--lang", "en").stdout.decode()
    marked = re.findall(r"^  naturals\.(\w+) +\d+, rank (\d+)( =)? ", shown, re.MULTILINE)
    assert [(name, bool(mark)) for name, _, mark in marked] == [
        (name, len(equals) > 1) for equals in order for name in equals
    ]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "suits decide nothing"), ("zh-Hant", "不比花色"), ("zh-Hans", "不比花色")],
)
def test_a_value_is_shown_in_words(lang, told):
    shown = settle("rulesets", "show", "tw-scoop", "--lang", lang).stdout.decode()
    assert re.search(rf"^  order\.suits +{told} ", shown, re.MULTILINE)


def test_show_takes_a_tables_own_file():
    shown = settle("rulesets", "show", OURS / "our-thirteen.toml", "--lang", "zh-Hant")
    assert (shown.status, "我們的十三張（our-thirteen@1）" in shown.stdout.decode()) == (0, True)


@pytest.fixture
def ours(tmp_path) -> Path:
    """A copy of the example's ruleset, to be spoiled; its cases are beside it."""
    for name in ("our-thirteen.toml", "our-thirteen.cases.json"):
        (tmp_path / name).write_text((OURS / name).read_text())
    return tmp_path / "our-thirteen.toml"


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_check_finds_nothing_wrong(ours, lang):
    done = settle("rulesets", "check", ours, "--lang", lang)
    assert (done.status, done.stderr) == (0, "")
    assert "20" in done.stdout.decode()


def test_check_names_a_case_that_comes_out_otherwise(ours):
    spoil(ours, "points = 12", "points = 13")
    done = settle("rulesets", "check", ours, "--lang", "en")
    assert done.status == 1
    assert "case all-big-over-six-pairs: amy should have 12, and has 13" in done.stdout.decode()


def test_check_names_every_fault_of_the_file(ours):
    spoil(ours, "rank = 6", "rank = -6")
    spoil(ours, 'region = "CN"', 'region = "XX"')
    done = settle("rulesets", "check", ours, "--lang", "en")
    told = done.stdout.decode()
    assert done.status == 1
    assert "/region" in told
    assert "/naturals/all_big" in told


def test_check_says_what_no_case_shows(ours):
    cases = json.loads((OURS / "our-thirteen.cases.json").read_text())
    kept = [case for case in cases if case["id"] != "doubling-card"]
    ours.with_name("our-thirteen.cases.json").write_text(json.dumps(kept))
    done = settle("rulesets", "check", ours, "--lang", "en")
    assert done.status == 0
    # The value and the option; neither is said by the table's own file.
    assert done.stdout.decode().splitlines()[1:] == [
        "Inherited from fujian-13-water@1, and not shown by these cases: 2."
    ]


CHILD = """
id = "ours"
version = 1
extends = "tw-scoop@1"
title = { en = "Ours", zh-Hant = "自家", zh-Hans = "自家" }
[sources.us]
title = "Our table"
[naturals.dragon]
points = 50
unit = "points"
source = "us"
[options.tied_row_scoops]
default = true
"""


@pytest.mark.parametrize(
    ("lang", "option", "inherited"),
    [
        ("en", "  option tied_row_scoops = false",
         "Inherited from tw-scoop@1, and not shown by these cases: {}."),
        ("zh-Hant", "  約定 tied_row_scoops = false",
         "沿用自 tw-scoop@1、這些案例沒有用到的：{} 項。"),
    ],
)  # fmt: skip
def test_check_of_a_child_lists_what_is_its_own_and_counts_the_rest(
    tmp_path, lang, option, inherited
):
    """The case shows the three rows, the scoop, and tied_row_scoops = true, its default."""
    (tmp_path / "ours.toml").write_text(CHILD)
    case = {"id": "a", "tests": "b", "round": round_document(ruleset="ours"),
            "nets": {"amy": 6, "bob": -6}}  # fmt: skip
    (tmp_path / "ours.cases.json").write_text(json.dumps([case]))
    done = settle("rulesets", "check", tmp_path / "ours.toml", "--lang", lang)
    assert done.status == 0
    _, _, *listed, rest = done.stdout.decode().splitlines()
    assert listed == ["  naturals.dragon", option]
    found = settle("rulesets", "check", tmp_path / "ours.toml", "--format", "json").stdout
    problems = json.loads(found)["problems"]
    assert len(problems) == 2 + sum(problem.get("inherited", False) for problem in problems)
    assert rest == inherited.format(len(problems) - 2)


@pytest.mark.parametrize(
    ("cases", "kind"),
    [
        ([{"id": "a"}], "bad_case"),
        ([{"id": "a", "tests": "b", "round": round_document(ruleset="our-thirteen"),
           "nets": {"amy": 3, "bob": -3}, "money": {"amy": "1"}}], "money"),
        ([{"id": "a", "tests": "b", "round": {}, "nets": {}}], "refused"),
        ([{"id": "a", "tests": "b", "round": round_document(ruleset="our-thirteen"),
           "refused": "bad_card"}], "not_refused"),
    ],
)  # fmt: skip
def test_check_finds_every_kind_of_wrong_case(ours, cases, kind):
    ours.with_name("own.json").write_text(json.dumps(cases))
    arguments = ["rulesets", "check", ours, "--cases", ours.with_name("own.json")]
    done = settle(*arguments, "--format", "json")
    assert done.status == 1
    assert kind in {problem["kind"] for problem in json.loads(done.stdout)["problems"]}
    for lang in ("en", "zh-Hant", "zh-Hans"):
        assert settle(*arguments, "--lang", lang).status == 1


def test_check_without_cases_says_where_they_would_be(ours):
    ours.with_name("our-thirteen.cases.json").unlink()
    done = settle("rulesets", "check", ours, "--lang", "en")
    assert (done.status, "our-thirteen.cases.json" in done.stdout.decode()) == (0, True)


@pytest.mark.parametrize("text", ["{", "[[", '{"id": 1}', "\xff"])
def test_check_of_what_is_no_ruleset_or_no_cases(ours, text):
    ours.with_name("own.json").write_bytes(text.encode("latin-1"))
    done = settle("rulesets", "check", ours, "--cases", ours.with_name("own.json"))
    assert done.status == 1
    assert "Traceback" not in done.stderr
    ours.write_bytes(text.encode("latin-1"))
    done = settle("rulesets", "check", ours)
    assert done.status == 1
    assert "Traceback" not in done.stderr


# --- demo, help ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "word"), WORDS)
def test_demo_shows_the_sheet_and_who_pays_whom(lang, word, tmp_path):
    done = settle("demo", "--no-serve", "--lang", lang, cwd=tmp_path)
    told = done.stdout.decode()
    assert (done.status, done.stderr) == (0, "")
    assert told == settle("sheet", "--lang", lang, EVENING).stdout.decode()
    assert word in told
    assert "amy → cat 1300 TWD" in told
    assert re.search(r"^16 .*-13 .*-14 .*\+28 .*-1$", told, re.MULTILINE)


COMMANDS = [
    "audit", "backup", "checkpoint", "config", "demo", "explain", "export", "import", "keys",
    "migrate", "restore", "rulesets", "score", "serve", "sheet", "verifier",
]  # fmt: skip


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize(
    "command",
    [[], *([name] for name in COMMANDS), *(["rulesets", n] for n in ("check", "list", "show"))],
)
def test_help_teaches_with_examples(command, flag):
    done = settle(*command, flag)
    told = done.stdout.decode()
    assert (done.status, done.stderr) == (0, "")
    start = " ".join(["settle", *command])
    assert re.search(rf"^  {start}( |$)", told, re.MULTILINE)
    assert max(map(len, told.splitlines())) <= 100


@pytest.mark.parametrize("command", [[], ["keys"]])
def test_without_a_command_the_help_is_told_once(command):
    done = settle(*command)
    assert (done.status, done.stdout) == (2, b"")
    assert done.stderr == settle(*command, "--help").stdout.decode()


def test_the_list_of_commands_is_what_there_is():
    told = settle("--help").stdout.decode()
    assert re.findall(r"^  (\w+) {2,}", told.partition("Commands:")[2], re.MULTILINE) == COMMANDS


def test_the_version():
    assert settle("--version").stdout.decode().split()[-1] == "0.1.0"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_for_every_shell(shell):
    done = settle(_SETTLE_COMPLETE=f"{shell}_source")
    assert (done.status, b"_SETTLE_COMPLETE" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("settle sc", {"score"}),
        ("settle explain --lang zh-Hant-", {"zh-Hant-TW", "zh-Hant-HK"}),
        ("settle score --ruleset tw-s", {"tw-scoop", "tw-scoop-only"}),
        ("settle rulesets show hk", {"hk-banker", "hk-banker-suited"}),
    ],
)
def test_completion_offers_what_fits(typed, offered):
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    done = settle(_SETTLE_COMPLETE="bash_complete", **words)
    found = {text.partition(",")[2] for text in done.stdout.decode().splitlines()}
    assert found == offered


@pytest.mark.parametrize(
    ("against", "said"),
    [
        ("tw-points", "There is nothing to compare: no game can be scored under two of them."),
        ("tw-scoop-only", "All lines are the same."),
    ],
)
def test_games_are_the_same_only_where_some_are_compared(against, said):
    """Recorded by who scooped whom: enough for the simple game alone, not where rows count."""
    outcome = {"hands": [{"player": "amy"}, {"player": "bob"}],
               "duels": [{"players": ["amy", "bob"], "scoop": "amy"}]}  # fmt: skip
    rounds = [{"ruleset": "tw-scoop-only", "outcome": outcome}] * 2
    text = "".join(json.dumps(each) + "\n" for each in rounds)
    done = settle("explain", "--lang", "en", "--against", against, text=text)
    assert said in re.sub(r"\s+", " ", done.stdout.decode())
