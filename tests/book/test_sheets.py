"""The sheet of a session: every number by hand, and names that try to be something else."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len

from settle.archive.sheets import sheet_csv
from settle.archive.spreadsheet import BYTE_ORDER_MARK
from settle.explain import Sheet, SheetGame, sheet_page
from settle.explain.drawing import sheet_svg
from settle.proofs.checkpoint import checkpoints_in
from settle.words import LANGUAGES, words
from tests.book.money import pay
from tests.book.rounds import PLAYERS, places, refused, scoops, session

PEOPLE = [{"id": "amy", "name": "阿明."}, {"id": "bob", "name": "=1+1"}, "cat", "dan"]
PAGE = """\
星期五
只玩打槍（嘎賭）（tw-scoop-only@1）

局        阿明.       =1+1        cat        dan
前帳   +3    +3   -3    -3          0          0
1*     +6 轟 +9   -2    -5   -2    -2     -2  -2
2*?     0    +9   +1 槍 -5    0    -2     -1  -2
3*      0    +9    0    -5   +1 槍 -1     -1  -3
4×           +9         -5         -1         -3
合計         +9         -5         -1         -3
        900 TWD   -500 TWD   -100 TWD   -300 TWD
轟 全壘打  槍 打槍  * 只記結果  ? 保留  × 作廢

結算
  =1+1 → cat 100 TWD

還沒付
  =1+1 → 阿明. 400 TWD
  cat → 阿明. 200 TWD
"""


@pytest.fixture
def friday(book):
    """What each game and each total is, by hand.

    Brought along: amy 3, bob -3. Game 1: amy's home run, 2 from each. Game 2: bob scoops dan. So
    900, -400, -200, -300 are settled, and dan pays his 300. Then game 3: cat scoops dan; 4 is void,
    and dan contests game 2, which is held: without it bob has -500, cat -100, dan -300.
    """
    balances = {"amy": 3, "bob": -3}
    book.open_session(session(title="星期五", players=PEOPLE, opening_balances=balances))
    book.record("s1", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    book.record("s1", scoops("bob>dan", game=2))
    book.settle("s1", {})
    pay(book, "dan>amy 300")
    book.record("s1", scoops("cat>dan", game=3))
    made = book.record("s1", scoops("cat>amy", game=4)).document()["entry"]["hash"]
    book.void("s1", 4, {"reason": "misdeal", "against": made})
    tie = {"totals": dict.fromkeys(PLAYERS, 0)}
    book.dispute("s1", 2, {"by": "player:dan", "claim": tie, "reason": "it was a tie"})
    return book


def table(sheet):
    text = sheet_csv(sheet).removeprefix(BYTE_ORDER_MARK)
    return list(csv.reader(io.StringIO(text, newline="")))


def test_the_page(friday):
    page = sheet_page(friday.sheet("s1", language="zh-Hant"))
    body, _, foot = page.rpartition("\n\n")
    assert body + "\n" == PAGE
    # Ten entries: the opening and its balances, four games, settlement, payment, void, dispute.
    [kept] = checkpoints_in(foot)
    assert (kept.checkpoint.session, kept.checkpoint.size) == ("s1", 10)


def test_columns_stand_below_one_another(friday):
    lines = sheet_page(friday.sheet("s1", language="zh-Hant")).splitlines()[3:10]
    ends = {cell_len(line[: line.index("阿明.")] + "阿明.") for line in lines if "阿明." in line}
    assert {cell_len(line.partition("+9")[0] + "+9") for line in lines if "+9" in line} == ends


def test_the_table_for_spreadsheets(friday):
    head, brought, first, second, third, fourth, totals, money, *rest = table(
        friday.sheet("s1", language="zh-Hant-HK")
    )
    assert head == [
        "局",
        "阿明.",
        "",
        "合計",
        "'=1+1",
        "",
        "合計",
        "cat",
        "",
        "合計",
        "dan",
        "",
        "合計",
    ]
    assert brought == ["前賬", "3", "", "3", "-3", "", "-3", "", "", "0", "", "", "0"]
    assert first == ["1*", "6", "轟", "9", "-2", "", "-5", "-2", "", "-2", "-2", "", "-2"]
    assert second == ["2*?", "0", "", "9", "1", "槍", "-5", "0", "", "-2", "-1", "", "-2"]
    assert third[-3:] == ["-1", "", "-3"]
    assert fourth == ["4×", "", "", "9", "", "", "-5", "", "", "-1", "", "", "-3"]
    assert totals[3::3] == ["9", "-5", "-1", "-3"]
    assert money[3::3] == ["900 TWD", "-500 TWD", "-100 TWD", "-300 TWD"]
    assert rest == [
        [],
        ["settle", "'=1+1", "cat", "100", "TWD"],
        [],
        ["unpaid", "'=1+1", "阿明.", "400", "TWD"],
        ["unpaid", "cat", "阿明.", "200", "TWD"],
    ]


def texts(sheet):
    root = ET.fromstring(sheet_svg(sheet))  # noqa: S314 - our own
    space = "{http://www.w3.org/2000/svg}"
    assert {each.tag.removeprefix(space) for each in root.iter()} == {
        "svg", "title", "style", "rect", "line", "text",
    }  # fmt: skip
    return root, root.findall(f"{space}text")


def test_the_drawing(friday):
    sheet = friday.sheet("s1", language="zh-Hant")
    root, drawn = texts(sheet)
    told = [each.text for each in drawn]
    assert told[:2] == ["星期五", "只玩打槍（嘎賭）（tw-scoop-only@1）"]
    for player, amount in zip(["阿明.", "=1+1", "cat", "dan"], ["900", "-500", "-100", "-300"],
                              strict=True):  # fmt: skip
        [head] = [each for each in drawn if each.text == player]
        [money] = [each for each in drawn if each.text == f"{amount} TWD"]
        assert head.get("x") == money.get("x")
    assert told[-3:] == list(sheet.foot[1:])
    width, height = int(root.get("width")), int(root.get("height"))
    assert all(0 < int(each.get("x")) < width and 0 < int(each.get("y")) < height for each in drawn)


def test_names_stay_names_in_every_form(book):
    people = [{"id": "amy", "name": "<script>&\u202e"}, {"id": "bob", "name": "+886"}]
    book.open_session(session(title="a\u202eb]]>", players=people))
    book.record("s1", scoops("amy>bob", players=["amy", "bob"], game=1))
    sheet = book.sheet("s1")
    _, drawn = texts(sheet)
    assert {"<script>&\ufffd", "+886", "a\ufffdb]]>"} <= {each.text for each in drawn}
    assert table(sheet)[0][1::3] == ["<script>&\ufffd", "'+886"]
    assert "<script>&\ufffd" in sheet_page(sheet)


def test_two_of_one_name_are_told_apart(book):
    people = [{"id": "amy", "name": "阿明"}, {"id": "bob", "name": "阿明"}, "cat"]
    book.open_session(session(players=people))
    assert book.sheet("s1").players == ("阿明 (amy)", "阿明 (bob)", "cat")


def test_nobody_is_named_as_others_are_told_apart(book):
    """Each net is its own: amy wins of bob, and cat, who is called "Amy (amy)", of nobody."""
    people = [{"id": "amy", "name": "Amy"}, {"id": "bob", "name": "Amy"},
              {"id": "cat", "name": "Amy (amy)"}]  # fmt: skip
    book.open_session(session(players=people, stake=None))
    book.record("s1", scoops("amy>bob", players=["amy", "bob", "cat"], game=1))
    sheet = book.sheet("s1")
    assert sheet.players == ("amy", "bob", "cat")
    assert sheet.totals == {"amy": 1, "bob": -1, "cat": 0}


def test_without_a_stake_there_is_no_money(book):
    book.open_session(session(stake=None))
    book.record("s1", scoops("amy>dan", game=1))
    sheet = book.sheet("s1")
    assert (sheet.amounts, sheet.totals) == (None, {"amy": 1, "bob": 0, "cat": 0, "dan": -1})
    assert "Settlement" not in sheet_page(sheet)
    assert [row[0] for row in table(sheet)] == ["game", "1*", "total"]


def test_somebody_who_came_later_has_empty_games(book):
    """Five, then four: eve's column stays, and hers are her five games."""
    five = [*PLAYERS, "eve"]
    book.open_session(session(ruleset="five-player", players=five))
    book.record("s1", scoops("eve>amy", players=five, game=1))
    change = {"from_game": 2, "players": PLAYERS, "ruleset": "tw-scoop-only", "reason": "eve left"}
    book.change_table("s1", change)
    book.record("s1", scoops("amy>dan", game=2))
    sheet = book.sheet("s1")
    assert [cell.net for cell in sheet.cells("eve")] == [1, None]
    assert sheet.totals == {"amy": 0, "bob": 0, "cat": 0, "dan": -1, "eve": 1}
    assert len(sheet.about) == 2


def test_before_the_first_game(opened):
    for language in LANGUAGES:
        sheet = opened.sheet("s1", language=language)
        assert sheet.totals == dict.fromkeys(PLAYERS, 0)
        assert sheet_page(sheet)
        assert sheet_svg(sheet)


def test_a_session_there_is_not(book):
    assert places(refused(book, book.sheet, "s9")) == [" unknown_session"]


def test_a_held_game_is_in_no_total():
    games = (
        SheetGame(1, {"amy": 5, "bob": -5}, {}, state="held"),
        SheetGame(2, {"amy": 1, "bob": -1}, {}),
    )
    sheet = Sheet(words("en"), ("amy", "bob"), games)
    assert [cell.total for cell in sheet.cells("amy")] == [0, 1]
    assert sheet.totals == {"amy": 1, "bob": -1}
