"""A session's sheet: nets, marks, running totals, settlement."""

import re

import pytest
from rich.cells import cell_len

from settle.explain import SheetGame, ToldTransfer, explain, sheet_game, sheet_text
from settle.words import words
from tests.explain.sample import AMY, BOB, CAT_FOUL, DAN_DRAGON, RULEBOOK, hand, line, result

GAMES = (
    SheetGame(1, {"amy": 12, "bob": -4, "cat": -8}, {"amy": ("home_run",), "cat": ("foul",)}),
    SheetGame(2, {"amy": -10, "bob": 20, "cat": -10}, {"bob": ("natural",)}),
    SheetGame(4, {"amy": 0, "cat": 0}, {}, by_outcome=True),
    SheetGame(16, {"amy": 1, "bob": -1, "cat": 0}, {"amy": ("scoop", "gadu")}),
)


def test_the_sheet_in_english():
    page = sheet_text(
        ["amy", "bob", "cat"],
        GAMES,
        words("en"),
        amounts={"amy": "300 TWD", "bob": "1,500 TWD", "cat": "-1,800 TWD"},
        transfers=[
            ToldTransfer("cat", "amy", "300", "TWD"),
            ToldTransfer("cat", "bob", "1,500", "TWD"),
        ],
    )
    assert (
        page
        == """\
game           amy         bob          cat
1       +12 H  +12    -4    -4     -8 f  -8
2       -10     +2   +20 n +16    -10   -18
4*        0     +2         +16      0   -18
16       +1 sg  +3    -1   +15      0   -18
total           +3         +15          -18
           300 TWD   1,500 TWD   -1,800 TWD
H home run  s scoop  n natural  f foul  g gadu  * outcome

Settlement
  cat → amy 300 TWD
  cat → bob 1,500 TWD
"""
    )


def test_the_sheet_in_chinese_keeps_its_columns():
    assert (
        sheet_text(
            ["阿明", "bob", "cat"],
            [_renamed(game) for game in GAMES],
            words("zh-Hant-TW"),
            amounts={"阿明": "300 TWD", "bob": "1,500 TWD", "cat": "-1,800 TWD"},
        )
        == """\
局             阿明          bob          cat
1      +12 轟   +12    -4     -4    -8 倒  -8
2      -10       +2   +20 特 +16   -10    -18
4*       0       +2          +16     0    -18
16      +1 槍嘎  +3    -1    +15     0    -18
合計             +3          +15          -18
            300 TWD    1,500 TWD   -1,800 TWD
轟 全壘打  槍 打槍  特 特殊牌型  倒 倒水  嘎 嘎賭  * 只記結果

結算
  誰也不用付
"""
    )


def _renamed(game):
    """The game with amy under a Chinese name."""
    nets, marks = (
        {"阿明" if player == "amy" else player: told for player, told in table.items()}
        for table in (game.nets, game.marks)
    )
    return game._replace(nets=nets, marks=marks)


@pytest.mark.parametrize("games", [(), GAMES])
def test_without_a_stake_there_is_no_settlement(games):
    page = sheet_text(["amy", "bob", "cat"], games, words("en"))
    assert "Settlement" not in page
    assert "total" in page


LINES = {
    "home_run": line("bob", "amy", 1, "home_run", "home_run.multiplier", multiplier=2),
    "scoop": line("bob", "amy", 1, "scoop", "scoop.points"),
    "gadu": line("bob", "amy", 1, "gadu", "gadu.back.straight_flush",
                 row="back", category="straight_flush"),
    "scoop of a foul": line("cat", "bob", 1, "scoop", "scoop.points", foul=True),
}  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "marks"),
    [
        ((), {"amy": (), "bob": ()}),
        (("scoop",), {"amy": ("scoop",), "bob": ()}),
        (("scoop", "home_run", "gadu"), {"amy": ("home_run", "gadu"), "bob": ()}),
        (("gadu",), {"amy": ("gadu",), "bob": ()}),
        (("scoop of a foul",), {"amy": (), "bob": ("scoop",)}),
    ],
)
def test_what_is_marked(lines, marks):
    hands = [TIED_AMY, BOB, CAT_FOUL, DAN_DRAGON]
    told = explained("tw-scoop-only", hands, [LINES[name] for name in lines])
    always = {"cat": ("foul",), "dan": ("natural",)}
    assert sheet_game(7, told) == SheetGame(7, nets_of(told), marks | always)


# As BOB in front, so that nobody scoops.
TIED_AMY = AMY | {"rows": AMY["rows"] | {"front": BOB["rows"]["front"]}}


def explained(ruleset, hands, lines=(), **more):
    return explain(result(ruleset, hands, lines, **more), RULEBOOK.get(ruleset), "en")


def nets_of(told):
    return {total.player: total.net for total in told.sums}


def test_a_scoop_that_pays_nothing_by_itself_is_marked_too():
    assert sheet_game(1, explained("tw-points", [AMY, BOB])).marks == {"amy": ("scoop",), "bob": ()}


def test_a_game_by_outcome_is_marked():
    hands = [hand("amy", "||"), hand("bob", "||")]
    told = explained("tw-scoop-only", hands, [LINES["scoop"]], basis="outcome")
    game = sheet_game(3, told)
    assert game.by_outcome
    assert game.marks == {"amy": ("scoop",), "bob": ()}


# Five players whose columns are as wide as a long evening makes them, and eight.
NAMES = ["amy", "bob", "cat", "dan", "eve", "阿明", "小美", "阿強"]
BIG = {name: (108 if name == "amy" else -12) for name in NAMES}
MONEY = dict.fromkeys(NAMES, "-1,250 TWD")


def sheet_of(players, width=80):
    games = [SheetGame(game, BIG, {"amy": ("scoop", "gadu")}) for game in range(1, 17)]
    return sheet_text(players, games, words("en"), amounts=MONEY, width=width)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_five_players_stand_side_by_side_in_80_columns(players):
    page = sheet_of(NAMES[:players])
    assert max(map(cell_len, page.splitlines())) <= 80
    assert page.count("total") == 1


def test_more_players_than_a_line_holds_stand_in_blocks():
    page = sheet_of(NAMES)
    assert max(map(cell_len, page.splitlines())) <= 80
    heads = [text.split() for text in page.splitlines() if text.startswith("game ")]
    assert heads == [["game", *NAMES[:4]], ["game", *NAMES[4:]]]
    assert len(re.findall(r"^16 ", page, re.MULTILINE)) == 2
    assert page.count("Settlement") == 1


def test_a_page_narrower_than_two_players_has_one_a_block():
    page = sheet_of(NAMES[:3], width=20)
    assert len(re.findall(r"^game +\w+$", page, re.MULTILINE)) == 3
