"""Rows, scoops, majority and home runs between plain hands, line by line."""

from __future__ import annotations

import pytest

from settle.rules import Pairing, Scoop
from tests.score.by_hand import (
    bases,
    home_run,
    lines,
    nets,
    plain,
    prices,
    rules,
    scored,
)

AMY, BOB, CAT, DAN, EVE = (plain(name) for name in ("amy", "bob", "cat", "dan", "eve"))

BONUSES = (
    prices(1, {"three_of_a_kind": 2}),
    prices(2, {"full_house": 1, "four_of_a_kind": 7}),
    prices(3, {"four_of_a_kind": 3, "straight_flush": 4}),
)

# Amy holds something in every row that pays, Bob a priced middle only.
RICH = plain("amy", "three_of_a_kind full_house four_of_a_kind")
PRICED_MIDDLE = plain("bob", "high_card four_of_a_kind flush")


# --- rows ----------------------------------------------------------------------------------------


def test_a_row_pays_its_base_to_whoever_won_it():
    sheet = scored(rules(rows=bases(1, 2, 3)), [AMY, BOB], "01 +-+")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front
        amy bob 2 row rows.middle.base row=middle
        bob amy 3 row rows.back.base row=back
        """
    )
    assert sheet.totals == (("amy", 4, 2, 2), ("bob", 2, 4, -2))
    assert sheet.notices == ()


@pytest.mark.parametrize(
    ("results", "amy"),
    [
        ("+++", 6), ("---", -6), ("++-", 0), ("--+", 0), ("+-+", 2), ("-+-", -2),
        ("===", 0), ("+==", 1), ("=+=", 2), ("==+", 3), ("-==", -1), ("=-=", -2), ("==-", -3),
        ("++=", 3), ("=--", -5), ("+=-", -2), ("-=+", 2),
    ],
)  # fmt: skip
def test_ties_move_nothing(results, amy):
    sheet = scored(rules(rows=bases(1, 2, 3)), [AMY, BOB], f"01 {results}")
    assert nets(sheet) == {"amy": amy, "bob": -amy}
    assert len(sheet.lines) == 3 - results.count("=")


def test_the_winning_rows_category_sets_the_bonus():
    sheet = scored(rules(rows=BONUSES), [RICH, PRICED_MIDDLE], "01 +-+")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front
        amy bob 2 row rows.middle.base row=middle
        bob amy 3 row rows.back.base row=back
        bob amy 2 row_bonus rows.front.bonus.three_of_a_kind row=front category=three_of_a_kind
        amy bob 7 row_bonus rows.middle.bonus.four_of_a_kind row=middle category=four_of_a_kind
        bob amy 3 row_bonus rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind
        """
    )


def test_a_bonus_is_paid_where_its_row_is_not_priced():
    rows = (prices(0), prices(0, {"full_house": 5}), prices(0))
    sheet = scored(rules(rows=rows), [RICH, BOB], "01 -++")
    assert sheet.lines == lines(
        "bob amy 5 row_bonus rows.middle.bonus.full_house row=middle category=full_house"
    )


def test_a_row_of_which_nothing_is_known_pays_its_base():
    sheet = scored(rules(rows=BONUSES), [plain("amy", "- four_of_a_kind -"), BOB], "01 -++")
    assert sheet.lines == lines(
        """
        amy bob 1 row rows.front.base row=front
        bob amy 2 row rows.middle.base row=middle
        bob amy 3 row rows.back.base row=back
        bob amy 7 row_bonus rows.middle.bonus.four_of_a_kind row=middle category=four_of_a_kind
        """
    )


def test_a_hand_without_rows_pays_its_bases():
    unknown = AMY._replace(kinds=None)
    sheet = scored(rules(rows=BONUSES), [unknown, BOB], "01 ++-")
    assert [(line.payer, line.points) for line in sheet.lines] == [
        ("bob", 1),
        ("bob", 2),
        ("amy", 3),
    ]


# --- scoops --------------------------------------------------------------------------------------

SCOOP = Scoop(base_multiplier=2, bonus_multiplier=3, points=10)
ROWS_OF_RICH = """
    bob amy 1 row rows.front.base row=front
    bob amy 2 row rows.middle.base row=middle
    bob amy 3 row rows.back.base row=back
    bob amy 2 row_bonus rows.front.bonus.three_of_a_kind row=front category=three_of_a_kind
    bob amy 1 row_bonus rows.middle.bonus.full_house row=middle category=full_house
    bob amy 3 row_bonus rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind
    """


def test_a_scoop_has_a_line_for_each_of_its_prices():
    sheet = scored(rules(rows=BONUSES, scoop=SCOOP), [RICH, BOB], "01 +++")
    # base 6, doubled; bonus 6, trebled; 10 on top
    assert sheet.lines == lines(
        ROWS_OF_RICH
        + """
        bob amy 6 scoop scoop.base_multiplier multiplier=2
        bob amy 10 scoop scoop.points
        bob amy 12 scoop scoop.bonus_multiplier multiplier=3
        """
    )
    assert nets(sheet) == {"amy": 40, "bob": -40}


def test_the_second_of_a_pair_scoops_too():
    sheet = scored(rules(scoop=Scoop(points=3)), [AMY, BOB], "01 ---")
    assert sheet.lines[-1:] == lines("amy bob 3 scoop scoop.points")
    assert nets(sheet) == {"amy": -6, "bob": 6}


@pytest.mark.parametrize("results", ["++=", "+=+", "=++", "+==", "===", "++-", "+-+", "-++"])
def test_less_than_three_rows_are_no_scoop(results):
    for each in (results, results.translate(str.maketrans("+-", "-+"))):
        sheet = scored(rules(scoop=Scoop(2, 2, 10)), [AMY, BOB], f"01 {each}")
        assert {line.reason for line in sheet.lines} <= {"row"}


def test_a_scoop_that_adds_nothing_has_no_line():
    sheet = scored(rules(), [AMY, BOB], "01 +++")
    assert [line.reason for line in sheet.lines] == ["row"] * 3


@pytest.mark.parametrize(
    ("results", "amy"),
    [
        # two rows won and one tied: the base of the rows won, doubled
        ("++=", 6), ("+=+", 8), ("=++", 10), ("--=", -6), ("-=-", -8), ("=--", -10),
        ("+++", 12), ("---", -12),
        # one row won, or one lost
        ("+==", 1), ("==-", -3), ("===", 0), ("++-", 0), ("+-=", -1), ("--+", 0),
    ],
)  # fmt: skip
def test_a_tied_row_scoops_where_the_rules_say_so(results, amy):
    agreed = rules(rows=bases(1, 2, 3), scoop=Scoop(base_multiplier=2, tied_row=True))
    assert nets(scored(agreed, [AMY, BOB], f"01 {results}"))["amy"] == amy


def test_a_tied_row_scoop_pays_the_bonuses_of_the_rows_won():
    scoop = Scoop(base_multiplier=2, bonus_multiplier=2, tied_row=True)
    sheet = scored(rules(rows=BONUSES, scoop=scoop), [RICH, BOB], "01 +=+")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front
        bob amy 3 row rows.back.base row=back
        bob amy 2 row_bonus rows.front.bonus.three_of_a_kind row=front category=three_of_a_kind
        bob amy 3 row_bonus rows.back.bonus.four_of_a_kind row=back category=four_of_a_kind
        bob amy 4 scoop scoop.base_multiplier multiplier=2
        bob amy 5 scoop scoop.bonus_multiplier multiplier=2
        """
    )


def test_a_scoop_where_rows_are_not_priced():
    agreed = rules(rows=bases(0, 0, 0), scoop=Scoop(base_multiplier=5, points=1))
    assert scored(agreed, [AMY, BOB], "01 +++").lines == lines("bob amy 1 scoop scoop.points")


# --- majority ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "amy"),
    [
        ("++-", 1 + 7), ("--+", -1 - 7), ("++=", 2 + 7), ("+==", 1 + 7), ("=-=", -1 - 7),
        ("+=-", 0), ("===", 0), ("+++", 3 + 7), ("---", -3 - 7),
    ],
)  # fmt: skip
def test_the_hand_that_won_more_rows_takes_the_majority(results, amy):
    sheet = scored(rules(majority_points=7), [AMY, BOB], f"01 {results}")
    assert nets(sheet)["amy"] == amy


def test_the_majority_is_a_line_of_its_own():
    sheet = scored(rules(majority_points=1), [AMY, BOB], "01 +--")
    assert sheet.lines == lines(
        """
        bob amy 1 row rows.front.base row=front
        amy bob 1 row rows.middle.base row=middle
        amy bob 1 row rows.back.base row=back
        amy bob 1 majority majority.points
        """
    )


def test_a_scoop_takes_the_majority_on_top_and_does_not_multiply_it():
    agreed = rules(majority_points=5, scoop=Scoop(base_multiplier=2, points=1))
    sheet = scored(agreed, [AMY, BOB], "01 +++")
    assert sheet.lines[3:] == lines(
        """
        bob amy 3 scoop scoop.base_multiplier multiplier=2
        bob amy 1 scoop scoop.points
        bob amy 5 majority majority.points
        """
    )


def test_a_tied_row_scoop_takes_the_majority_too():
    agreed = rules(majority_points=5, scoop=Scoop(points=1, tied_row=True))
    assert scored(agreed, [AMY, BOB], "01 -=-").lines == lines(
        """
        amy bob 1 row rows.front.base row=front
        amy bob 1 row rows.back.base row=back
        amy bob 1 scoop scoop.points
        amy bob 5 majority majority.points
        """
    )


# --- home runs -----------------------------------------------------------------------------------

FOUR = [RICH, BOB, CAT, DAN]
REST = ("12 ===", "13 ===", "23 ===")


def test_a_home_run_multiplies_what_the_scoop_came_to():
    agreed = rules(
        rows=BONUSES,
        scoop=Scoop(2, 3, 10),
        majority_points=4,
        home_run=home_run(multiplier=3, bonus_multiplier=2),
    )
    sheet = scored(agreed, FOUR, "01 +++", "02 +++", "03 +++", *REST)
    # base 6 x 2 + 10 + 4 = 26, twice more; bonus 6 x 3 = 18, once more
    paid = (
        ROWS_OF_RICH
        + """
        bob amy 6 scoop scoop.base_multiplier multiplier=2
        bob amy 10 scoop scoop.points
        bob amy 12 scoop scoop.bonus_multiplier multiplier=3
        bob amy 4 majority majority.points
        bob amy 52 home_run home_run.multiplier multiplier=3
        bob amy 18 home_run home_run.bonus_multiplier multiplier=2
        """
    )
    assert sheet.lines == lines(paid + paid.replace("bob", "cat") + paid.replace("bob", "dan"))
    assert nets(sheet) == {"amy": 3 * 114, "bob": -114, "cat": -114, "dan": -114}


def test_a_home_run_leaves_the_others_among_themselves_alone():
    agreed = rules(home_run=home_run(2), scoop=Scoop(base_multiplier=2))
    sheet = scored(agreed, FOUR, "01 +++", "02 +++", "03 +++", "12 +++", "13 ++-", "23 ---")
    assert nets(sheet) == {"amy": 36, "bob": -12 + 6 + 1, "cat": -12 - 6 - 6, "dan": -12 - 1 + 6}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_can_hit_one(seat):
    duels = [
        f"{first}{second} " + ("+++" if seat == first else "---" if seat == second else "===")
        for first in range(4)
        for second in range(first + 1, 4)
    ]
    sheet = scored(rules(home_run=home_run(2)), FOUR, *duels)
    assert [total.net for total in sheet.totals] == [18 if n == seat else -6 for n in range(4)]


@pytest.mark.parametrize(
    "duels",
    [
        ("01 +++", "02 +++", "03 ++="),
        ("01 +++", "02 +++", "03 ++-"),
        ("01 +++", "02 +++", "03 ---"),
        ("01 ===", "02 +++", "03 +++"),
    ],
)
def test_one_opponent_not_scooped_is_no_home_run(duels):
    sheet = scored(rules(home_run=home_run(2)), FOUR, *duels, *REST)
    assert {line.reason for line in sheet.lines} <= {"row"}


def test_a_tied_row_scoop_counts_for_a_home_run():
    agreed = rules(home_run=home_run(2), scoop=Scoop(points=1, tied_row=True))
    sheet = scored(agreed, FOUR, "01 +++", "02 +=+", "03 =++", *REST)
    assert nets(sheet) == {"amy": 8 + 6 + 6, "bob": -8, "cat": -6, "dan": -6}


@pytest.mark.parametrize(
    ("players", "min_opponents", "hit", "notice"),
    [
        (2, 2, False, False),  # a single scoop is nothing to remark on
        (3, 2, True, False),
        (3, 3, False, True),
        (4, 2, True, False),
        (4, 3, True, False),
        (4, 4, False, True),
        (5, 4, True, False),
    ],
)
def test_a_home_run_needs_enough_opponents(players, min_opponents, hit, notice):
    agreed = rules(home_run=home_run(2, min_opponents=min_opponents))
    hands = [AMY, BOB, CAT, DAN, EVE][:players]
    duels = [
        f"{first}{second} " + ("---" if second == 1 else "+++" if first == 1 else "===")
        for first in range(players)
        for second in range(first + 1, players)
    ]
    sheet = scored(agreed, hands, *duels)
    assert ("home_run" in {line.reason for line in sheet.lines}) == hit
    assert sheet.notices == ((("home_run_needs_more_players", "bob", None),) if notice else ())


def test_without_a_home_run_in_the_rules_nobody_is_told_of_one():
    sheet = scored(rules(), [AMY, BOB, CAT], "01 +++", "02 +++", "12 ===")
    assert sheet.notices == ()


def test_there_is_no_home_run_against_a_banker():
    agreed = rules(pairing=Pairing.BANKER, home_run=home_run(2, min_opponents=2))
    sheet = scored(agreed, [AMY, BOB, CAT], "01 +++", "02 +++", banker=0)
    assert nets(sheet) == {"amy": 6, "bob": -3, "cat": -3}
    assert sheet.notices == ()
