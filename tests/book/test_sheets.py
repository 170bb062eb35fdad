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
from tests.book.money import fresh, pay
from tests.book.rounds import PLAYERS, STAKE, places, refused, scoops, session

PEOPLE = [{"id": "amy", "name": "阿明."}, {"id": "bob", "name": "=1+1"}, "cat", "dan"]
PAGE = """\
星期五
只玩打槍（嘎賭）（tw-scoop-only@1）
底：1 槍 100 TWD

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
    lines = sheet_page(friday.sheet("s1", language="zh-Hant")).splitlines()[4:11]
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
    assert told[:3] == ["星期五", "只玩打槍（嘎賭）（tw-scoop-only@1）", "底：1 槍 100 TWD"]
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
    assert sheet.about == (
        "Taiwan, five players (five-player@1)",
        "Stake: 100 TWD for 1 scoop",
        "Taiwan, scoops only (tw-scoop-only@1), from game 2 on",
    )


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


# --- what was played for --------------------------------------------------------------------------

DOUBLE = {"amount": "200", "currency": "TWD"}
PLAYED = "Taiwan, scoops only (tw-scoop-only@1)"


def changed(book, from_game, **change):
    book.change_table("s1", {"from_game": from_game, "reason": "so agreed", **change}, key=fresh())


def corrected(book, game, *pairs):
    against = book.round("s1", game).document()["entry"]["hash"]
    book.correct("s1", game, {**scoops(*pairs), "reason": "mixed up", "against": against})


def stakes(book, language="en"):
    return list(book.sheet("s1", language=language).about[1:])


def test_a_stake_that_changes_is_told_from_its_game_on(opened):
    changed(opened, 3, stake=DOUBLE)
    changed(opened, 5, players=PLAYERS[:3])
    changed(opened, 7, stake={"amount": "100", "currency": "TWD"})
    first, double = "Stake: 100 TWD for 1 scoop", "Stake: 200 TWD for 1 scoop"
    told = [first, f"{double}, from game 3 on", f"{first}, from game 7 on"]
    assert stakes(opened) == told
    assert stakes(opened, "zh-Hant")[1] == "底：1 槍 200 TWD，從第 3 局起"
    assert stakes(opened, "zh-Hans")[1] == "底：1 枪 200 TWD，从第 3 局起"


def test_a_game_that_was_scored_under_another_stake_keeps_that_one(opened):
    """Games 1 and 2 are 100 each until they are corrected, though the table plays for 200."""
    opened.record("s1", scoops("amy>dan", game=1))
    opened.record("s1", scoops("amy>dan", game=2))
    changed(opened, 1, stake=DOUBLE)
    first, double = "Stake: 100 TWD for 1 scoop", "Stake: 200 TWD for 1 scoop"
    assert stakes(opened) == [first, f"{double}, from game 3 on"]
    assert opened.sheet("s1").amounts["amy"] == "200 TWD"
    corrected(opened, 1, "amy>dan")
    told = [double, f"{first}, from game 2 on", f"{double}, from game 3 on"]
    assert stakes(opened) == told
    assert opened.sheet("s1").amounts["amy"] == "300 TWD"
    corrected(opened, 2, "amy>dan")
    assert stakes(opened) == [double]


def test_what_was_brought_along_counts_by_the_stake_of_the_opening(book):
    book.open_session(session(opening_balances={"amy": 3, "bob": -3}))
    changed(book, 1, stake=DOUBLE)
    first, double = "Stake: 100 TWD for 1 scoop", "Stake: 200 TWD for 1 scoop"
    assert stakes(book) == [first, f"{double}, from game 1 on"]
    assert book.sheet("s1").amounts["amy"] == "300 TWD"


def test_no_stake_is_told_only_beside_one(book):
    book.open_session(session(stake=None))
    assert book.sheet("s1").about == (PLAYED,)
    changed(book, 4, stake=STAKE)
    none, one = "No stake: only points are counted", "Stake: 100 TWD for 1 scoop"
    assert stakes(book) == [none, f"{one}, from game 4 on"]


def test_a_pot_and_its_step_are_told_too(book):
    pot = {"mode": "pot", "ante": "100", "currency": "TWD", "step": "10"}
    book.open_session(session(ruleset="tw-points", stake=pot))
    assert stakes(book) == [
        "Pot: everybody puts in 100 TWD each game; the highest net takes it",
        "Settled in steps of 10 TWD",
    ]


# --- fines and costs ------------------------------------------------------------------------------


@pytest.fixture
def charged(book):
    """Amy scoops Dan for 100; Dan is fined 50, and Cat and Amy share the 300 that Bob laid out.

    By hand: amy 100 - 150, bob 300, cat -150, dan -100 - 50, the common purse 50.
    """
    book.open_session(session(players=[{"id": "amy", "name": "阿明"}, *PLAYERS[1:]]))
    book.record("s1", scoops("amy>dan", game=1))
    fine = {"payer": "dan", "to": "fund:common", "amount": "50", "reason": "foul\u202e"}
    book.penalize("s1", fine, key=fresh())
    cost = {"sharers": ["cat", "amy"], "to": "bob", "amount": "300", "reason": "rent"}
    book.share_cost("s1", cost, key=fresh())
    return book


CHARGED = {
    "en": [
        "Fines and costs, in the money above",
        "dan is fined 50 TWD, to common purse: foul\ufffd",
        "阿明, cat share 300 TWD, to bob: rent",
    ],
    "zh-Hant-TW": [
        "罰款和分攤，已算在上面的錢裡",
        "dan 罰 50 TWD，給 公款：foul\ufffd",
        "阿明、cat 分攤 300 TWD，給 bob：rent",
    ],
    "zh-Hant-HK": [
        "罰款和分攤，已計在上面的數裏",
        "dan 罰 50 TWD，給 公數：foul\ufffd",
        "阿明、cat 分攤 300 TWD，給 bob：rent",
    ],
    "zh-Hans": [
        "罚款和分摊，已算在上面的钱里",
        "dan 罚 50 TWD，给 公款：foul\ufffd",
        "阿明、cat 分摊 300 TWD，给 bob：rent",
    ],
}


@pytest.mark.parametrize("language", CHARGED)
def test_fines_and_costs_are_told_below_the_table(charged, language):
    sheet = charged.sheet("s1", language=language)
    assert list(sheet.amounts.values()) == ["-50 TWD", "300 TWD", "-150 TWD", "-150 TWD"]
    heading, *lines = CHARGED[language]
    page = sheet_page(sheet).split("\n")
    start = page.index(heading)
    assert page[start - 1 : start + 4] == ["", heading, *(f"  {line}" for line in lines), ""]
    assert page[start + 4] == sheet.words.text("sheet.settlement")
    _, drawn = texts(sheet)
    told = [each.text for each in drawn]
    assert told[(start := told.index(heading)) : start + 3] == [heading, *lines]


def test_a_table_for_spreadsheets_has_rows_of_transfers_only(charged):
    assert table(charged.sheet("s1"))[4:] == [
        [],
        ["settle", "阿明", "common purse", "50", "TWD"],
        ["settle", "cat", "bob", "150", "TWD"],
        ["settle", "dan", "bob", "150", "TWD"],
    ]


def test_a_share_of_nothing_is_told_all_the_same(opened):
    """One cent by two: it falls to Amy, who laid it out, and the fund owes nobody."""
    cost = {"sharers": ["amy", "fund:tea"], "to": "amy", "amount": "0.01", "reason": "sweets"}
    opened.share_cost("s1", cost, key=fresh())
    assert "\n  amy, tea share 0.01 TWD, to amy: sweets\n" in sheet_page(opened.sheet("s1"))


def test_fines_without_a_stake_are_money_too(book):
    book.open_session(session(stake=None))
    fine = {"payer": "dan", "to": "amy", "amount": "5", "currency": "HKD", "reason": "late"}
    book.penalize("s1", fine, key=fresh())
    page = sheet_page(book.sheet("s1"))
    assert "5 HKD" in page.splitlines()[4]
    assert "\n  dan is fined 5 HKD, to amy: late\n" in page


def test_a_long_reason_is_broken_into_lines(opened):
    fine = {"payer": "dan", "to": "amy", "amount": "5", "reason": "so late again " * 12}
    opened.penalize("s1", fine, key=fresh())
    sheet = opened.sheet("s1")
    body = sheet_page(sheet).rpartition("\n\n")[0]
    assert max(map(cell_len, body.splitlines())) <= 80
    root, _ = texts(sheet)
    assert int(root.get("width")) < 80 * 8 + 50


# --- what is settled and not paid -----------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_pays_anybody_is_not_said_above_what_is_not_paid(opened, language):
    opened.record("s1", scoops("amy>dan", game=1))
    opened.settle("s1", {})
    said = words(language)
    headings = [said.text("sheet.settlement"), said.text("sheet.outstanding")]
    unpaid = opened.sheet("s1", language=language)
    assert list(unpaid.settlement()) == [(headings[1], ("dan → amy 100 TWD",))]
    pay(opened, "dan>amy 100")
    paid = opened.sheet("s1", language=language)
    assert list(paid.settlement()) == [(headings[0], (said.text("page.nobody_pays"),))]
    for drawn, left in ((unpaid, True), (paid, False)):
        for text in (sheet_page(drawn), sheet_svg(drawn)):
            assert [heading in text for heading in headings] == [not left, left]
            assert (said.text("page.nobody_pays") in text) is not left


# --- corrected games ------------------------------------------------------------------------------

CORRECTED = {"en": "~ corrected", "zh-Hant-TW": "~ 更正過", "zh-Hant-HK": "~ 更正過",
             "zh-Hans": "~ 更正过"}  # fmt: skip


@pytest.mark.parametrize("language", CORRECTED)
def test_a_corrected_game_is_marked(opened, language):
    for game in (1, 2, 3, 4):
        opened.record("s1", scoops("amy>dan", game=game))
    assert "~" not in sheet_page(opened.sheet("s1", language=language)).rpartition("\n\n")[0]
    for game in (2, 3, 4):
        corrected(opened, game, "dan>amy")
    tie = {"totals": dict.fromkeys(PLAYERS, 0)}
    opened.dispute("s1", 3, {"by": "player:dan", "claim": tie, "reason": "it was a tie"})
    against = opened.round("s1", 4).document()["entry"]["hash"]
    opened.void("s1", 4, {"reason": "misdeal", "against": against})
    sheet = opened.sheet("s1", language=language)
    void = sheet.words.text("marks.void")
    labels = ["1*", "2*~", "3*~?", f"4{void}"]
    assert [sheet.label(game) for game in sheet.games] == labels
    assert CORRECTED[language] in sheet.legend.split("  ")
    assert [row[0] for row in table(sheet)[1:5]] == labels
    assert f"\n{labels[1]} " in sheet_page(sheet)
    _, drawn = texts(sheet)
    assert {*labels, sheet.legend} <= {each.text for each in drawn}


def test_a_game_with_cards_can_be_corrected_too():
    game = SheetGame(7, {"amy": 0, "bob": 0}, {}, corrected=True)
    sheet = Sheet(words("en"), ("amy", "bob"), (game,))
    assert (sheet.label(game), sheet.legend) == ("7~", "~ corrected")
