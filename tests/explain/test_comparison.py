"""One round under two or more agreements, side by side."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from settle.explain import Column, compare, comparison_text, explain, refused_column
from settle.words import LANGUAGES, words
from tests.explain.sample import AMY, BOB, CAT_FOUL, DAN_DRAGON, RULEBOOK, line, result


def row(payer, payee, name, points=1):
    return line(payer, payee, points, "row", f"rows.{name}.base", row=name)


def column(ruleset, lines, language="en", hands=(AMY, BOB), **more):
    document = result(ruleset, hands, lines, **more)
    return Column(ruleset, explain(document, RULEBOOK.get(ruleset), language))


SCOOP = line("bob", "amy", 3, "scoop", "scoop.base_multiplier", multiplier=2)
SCOOP_POINTS = line("bob", "amy", 1, "scoop", "scoop.points")
PROBLEM = {
    "detail": "One fault.",
    "errors": [{"pointer": "/banker", "code": "banker_required", "message": "Who is the banker?"}],
}


def rows_of(comparison):
    return [
        (line.payer, line.payee, line.reason, line.points, line.differs)
        for pair in comparison.pairs
        for line in pair.lines
    ]


def test_lines_are_laid_side_by_side():
    comparison = compare(
        [
            column("tw-scoop", [row("bob", "amy", "front"), row("bob", "amy", "back"), SCOOP]),
            column("tw-points", [row("bob", "amy", "front", 2), row("bob", "amy", "back")]),
        ],
        "en",
    )
    assert rows_of(comparison) == [
        ("bob", "amy", "row front", (1, 2), True),
        ("bob", "amy", "row back", (1, 1), False),
        ("bob", "amy", "scoop", (3, None), True),
    ]
    assert comparison.pairs[0].nets == (5, 3)
    assert comparison.nets == (("amy", (5, 3)), ("bob", (-5, -3)))
    assert comparison.differs


def test_points_of_one_reason_are_added():
    comparison = compare(
        [
            column("tw-scoop", [SCOOP, SCOOP_POINTS]),
            column("tw-points", [SCOOP_POINTS]),
        ],
        "en",
    )
    assert rows_of(comparison) == [("bob", "amy", "scoop", (4, 1), True)]


def test_lines_stand_in_the_order_of_a_result():
    bonus = line("bob", "amy", 2, "row_bonus", "rows.front.bonus.three_of_a_kind",
                 row="front", category="three_of_a_kind")  # fmt: skip
    comparison = compare(
        [
            column("tw-scoop", [row("bob", "amy", "back"), SCOOP]),
            column("tw-points", [row("bob", "amy", "front"), bonus]),
        ],
        "en",
    )
    assert [line.reason for line in comparison.pairs[0].lines] == [
        "row front",
        "row back",
        "bonus front trips",
        "scoop",
    ]


def test_the_winner_counts_and_not_only_the_pair():
    comparison = compare(
        [
            column("tw-scoop", [row("bob", "amy", "front")]),
            column("tw-points", [row("amy", "bob", "front")]),
        ],
        "en",
    )
    assert rows_of(comparison) == [
        ("bob", "amy", "row front", (1, None), True),
        ("amy", "bob", "row front", (None, 1), True),
    ]
    assert comparison.pairs[0].nets == (1, -1)


def test_pairs_that_do_not_play_each_other_there_have_no_net():
    hands = (AMY, BOB, CAT_FOUL)
    lines = [row("bob", "amy", "front"), row("cat", "amy", "front")]
    comparison = compare(
        [column("tw-scoop", lines, hands=hands), column("hk-banker", lines, hands=hands)], "en"
    )
    assert [(pair.first, pair.second, pair.nets) for pair in comparison.pairs] == [
        ("amy", "bob", (1, 1)),
        ("amy", "cat", (1, 1)),
        ("bob", "cat", (0, None)),
    ]
    assert not comparison.differs


def test_a_problem_keeps_its_column_and_has_no_points():
    comparison = compare([refused_column("hk-banker", PROBLEM), column("tw-scoop", [SCOOP])], "en")
    assert [column.label for column in comparison.columns] == ["hk-banker", "tw-scoop"]
    assert comparison.nets == (("amy", (3,)), ("bob", (-3,)))


def test_the_page():
    columns = [
        column("tw-scoop", [row("bob", "amy", "front"), SCOOP]),
        column("western-1-6", [row("bob", "amy", "front")],
               options={"natural_points": {"dragon": 50}}),
        refused_column("hk-banker", PROBLEM, ["Bets were read as 1."]),
        refused_column("other", {"detail": "There is no such ruleset."}),
    ]  # fmt: skip
    assert (
        comparison_text(compare(columns, "en"), 60)
        == """\
One round under 4 agreements
  tw-scoop: Taiwan, scoops and home runs (tw-scoop@1)
  western-1-6: Chinese poker, 1–6 scoring (western-1-6@1),
    natural_points = dragon 50
  hk-banker: not scored
    · /banker: Who is the banker?
    · Bets were read as 1.
  other: not scored
    · There is no such ruleset.

                         tw-scoop  western-1-6
   bob → amy  row front         1            1
≠  bob → amy  scoop             3            -
   = amy – bob                 +4           +1

The marked lines (≠) differ.

Net
       tw-scoop  western-1-6
  amy        +4           +1
  bob        -4           -1

Not compared, for it could not be scored: hk-banker, other
"""
    )


def test_the_page_in_chinese_keeps_its_columns():
    columns = [
        column("tw-scoop", [row("bob", "amy", "front"), SCOOP], "zh-Hant-TW"),
        column("tw-points", [row("bob", "amy", "front")], "zh-Hant-TW"),
    ]
    assert (
        comparison_text(compare(columns, "zh-Hant-TW"), 60)
        == """\
同一局，2 種約定
  tw-scoop: 台灣玩法（打槍、全壘打）（tw-scoop@1）
  tw-points: 玩法3（計分）（tw-points@1）

                         tw-scoop  tw-points
   bob → amy  贏墩 頭墩         1          1
≠  bob → amy  打槍              3          -
   = amy 對 bob                +4         +1

有 ≠ 的明細不同。

輸贏
       tw-scoop  tw-points
  amy        +4         +1
  bob        -4         -1
"""
    )


def test_nothing_but_problems():
    page = comparison_text(compare([refused_column("x", PROBLEM)], "en"), 60)
    assert page == (
        "One round under 1 agreements\n  x: not scored\n    · /banker: Who is the banker?\n"
        "\nNot compared, for it could not be scored: x\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_column_alone_is_not_called_the_same(language):
    columns = [column("tw-scoop", [SCOOP], language), refused_column("hk-banker@1", PROBLEM)]
    page = comparison_text(compare(columns, language))
    assert words(language).text("compare.same") not in page
    assert words(language).text("compare.nets") not in page
    assert page.splitlines()[-1].endswith("hk-banker@1")


# Labels as wide as ids and answers make them.
WIDE = ["fujian-five-player@1 home_run_min_opponents=4", "tw-scoop-only@12", "our-own-thirteen@3"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "times"), [(60, 1), (80, 2)])
def test_heads_are_folded_so_that_the_page_fits(width, times, language):
    bonus = line("bob", "amy", 2, "row_bonus", "rows.front.bonus.three_of_a_kind",
                 row="front", category="three_of_a_kind")  # fmt: skip
    columns = [
        replace(column("tw-scoop", [bonus], language), label=label) for label in WIDE * times
    ]
    page = comparison_text(compare(columns, language), width)
    assert max(map(cell_len, page.splitlines())) <= width
    assert "tw-" in page


def test_folded_heads_stand_above_their_numbers():
    columns = [replace(column("tw-scoop", [SCOOP]), label=label) for label in WIDE]
    page = comparison_text(compare(columns, "en"), 60)
    # 60 columns less the mark, four gaps and the 16 of the longest line leave 11 for each head.
    assert page.partition("\n\n")[2].splitlines()[:7] == [
        "                        fujian-",
        "                          five-",
        "                       player@1",
        "                      home_run_",
        "                           min_  tw-scoop-    our-own-",
        "                    opponents=4    only@12  thirteen@3",
        "  bob → amy  scoop            3          3           3",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_naturals_and_gadu_have_words_in_every_language(language):
    lines = [
        line("amy", "dan", 10, "natural", "naturals.dragon", natural="dragon"),
        line("amy", "dan", 10, "natural_sweep", "naturals.sweep_multiplier", natural="dragon"),
        line("dan", "amy", 1, "gadu", "gadu.back.four_of_a_kind",
             row="back", category="four_of_a_kind"),
    ]  # fmt: skip
    columns = [column("tw-scoop-only", lines, language, (AMY, DAN_DRAGON))] * 2
    comparison = compare(columns, language)
    assert len(rows_of(comparison)) == 3
    assert not comparison.differs
    assert comparison_text(comparison)
