"""Sheets and comparisons of whole evenings: of rounds, of ledgers, of a book."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.audit.evening import exported
from tests.book.rounds import new_book, scoops, session
from tests.cli.running import settle


@pytest.fixture
def evening(tmp_path):
    """Game 1: amy's home run, 2 from each. Game 3: bob scoops dan. At 100 TWD."""
    book = new_book(tmp_path)
    book.open_session(session(title="Friday"))
    book.record("s1", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    book.record("s1", scoops("bob>dan", game=3))
    book.store.close()
    path = tmp_path / "friday.ndjson"
    path.write_bytes(exported(tmp_path / "book.db", "s1"))
    return path


THREE = ["--against-option", "home_run_multiplier=3"]
PAGE = """\
All games under 2 agreements
  as it stands
  home_run_multiplier=3

game
          as it stands  home_run_multiplier=3
≠  1  amy            +6                     +9
      bob            -2                     -3
      cat            -2                     -3
      dan            -2                     -3
   3  amy             0                      0
      bob            +1                     +1
      cat             0                      0
      dan            -1                     -1
In the marked games (≠) they differ.

Net
     as it stands  home_run_multiplier=3
amy            +6                     +9
bob            -1                     -2
cat            -2                     -3
dan            -3                     -4

amy       600 TWD                900 TWD
bob      -100 TWD               -200 TWD
cat      -200 TWD               -300 TWD
dan      -300 TWD               -400 TWD
"""


def stripped(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_ledger_under_another_agreement(evening):
    done = settle("explain", "--lang", "en", *THREE, str(evening))
    assert (done.status, done.stderr) == (0, "")
    assert stripped(done.stdout.decode()) == stripped(PAGE)


def test_a_ledger_from_standard_input(evening):
    done = settle("explain", "--lang", "zh-Hant", *THREE, text=evening.read_text())
    assert done.stdout.decode().startswith("全部牌局，2 種約定\n  照現在的\n")


def test_games_of_a_ledger_are_explained_like_rounds(evening):
    every = settle("explain", "--lang", "en", str(evening)).stdout.decode()
    assert [line for line in every.splitlines() if line.startswith("Game")] == ["Game 1", "Game 3"]
    one = settle("explain", "--lang", "en", "--game", "3", *THREE, str(evening)).stdout.decode()
    assert "dan → bob  scoop" in one
    assert "Game 1" not in one
    none = settle("explain", "--game", "2", str(evening))
    assert (none.status, none.stdout) == (2, b"")
    assert "no game 2 counts" in none.stderr


def test_what_cannot_be_scored_is_told_with_its_games(evening):
    done = settle("explain", "--lang", "en", "--against", "hk-banker", str(evening))
    assert done.status == 1
    said = " ".join(done.stdout.decode().split())
    assert "cannot score 1, 3: /banker: banker is missing" in said
    assert "amy +6 -" in said


def test_several_rounds_are_added_up_behind_them(evening):
    rounds = [{**scoops("amy>bob", "amy>cat", "amy>dan"), "ruleset": "tw-scoop-only"}] * 2
    text = "".join(json.dumps(each) + "\n" for each in rounds)
    told = stripped(settle("explain", "--lang", "en", *THREE, text=text).stdout.decode())
    sums = told[told.index("All games under 2 agreements") :]
    # Twice 6, and twice 9.
    assert sums[-4:] == ["amy +12 +18", "bob -4 -6", "cat -4 -6", "dan -4 -6"]


def test_the_sheet_of_a_ledger(evening):
    told = stripped(settle("sheet", "--lang", "en", str(evening)).stdout.decode())
    assert (told[0], told[2]) == ("Friday", "Stake: 100 TWD for 1 scoop")
    assert told[4:9] == [
        "game amy bob cat dan",
        "1* +6 H +6 -2 -2 -2 -2 -2 -2",
        "3* 0 +6 +1 s -1 0 -2 -1 -3",
        "total +6 -1 -2 -3",
        "600 TWD -100 TWD -200 TWD -300 TWD",
    ]
    # By the fewest transfers everybody pays amy, and nobody needs the lines of this moment's book.
    assert told[-3:] == ["bob → amy 100 TWD", "cat → amy 200 TWD", "dan → amy 300 TWD"]


def test_the_sheet_of_a_book_has_its_checkpoint(evening):
    flags = ["--session", "s1", "--db", str(evening.with_name("book.db"))]
    done = settle("sheet", *flags)
    assert done.stdout.decode().splitlines()[-3].startswith("settle/")
    drawn = settle("sheet", "--format", "svg", *flags).stdout
    assert drawn.startswith(b"<svg ")
    gone = settle("sheet", "--session", "s2", *flags[2:])
    assert (gone.status, gone.stdout) == (1, b"")


def test_the_sheet_of_rounds_for_a_spreadsheet():
    round_ = {**scoops("amy>dan"), "ruleset": "tw-scoop-only"}
    text = json.dumps(round_) + "\n"
    done = settle("sheet", "--format", "csv", "--lang", "en", text=text)
    rows = list(csv.reader(io.StringIO(done.stdout.decode(), newline="")))
    assert rows[1] == ["1*", "1", "s", "1", "0", "", "0", "0", "", "0", "-1", "", "-1"]
    assert rows[2][3::3] == ["1", "0", "0", "-1"]


def test_a_ledger_that_does_not_hold_is_not_shown(evening):
    evening.write_text(evening.read_text().replace('"amy"', '"eve"', 1))
    for command in ("explain", "sheet"):
        done = settle(command, str(evening))
        assert (done.status, done.stdout) == (1, b"")
        assert "settle audit says why" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "flags",
    [
        ["explain", "--ruleset", "tw-points"],
        ["explain", "--option", "home_run_multiplier=3"],
        ["sheet", "--format", "json"],
        ["sheet", "--ruleset", "tw-points"],
        ["sheet", "--session", "s1"],
    ],
)
def test_wrong_usage(evening, flags):
    done = settle(*flags, str(evening))
    assert (done.status, done.stdout) == (2, b"")
    assert "Traceback" not in done.stderr
