"""A session under several agreements: every number worked out by hand, and what cannot be said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.app.test_refusals import codes, problem_of
from tests.book.rounds import PLAYERS, scoops, session, stored

EXAMPLES = Path(__file__).parents[2] / "examples"
DISPUTED = json.loads((EXAMPLES / "disputed-round/round.json").read_text())
NETS = json.loads((EXAMPLES / "disputed-round/expected.json").read_text())
FIVE = [*PLAYERS, "eve"]
HOUSE = {"categories": {"middle": "full_house"}}


def compared(client, *agreements, name="s1", query="", **fields):
    sent = {"agreements": list(agreements), **fields}
    response = client.post(f"/v1/sessions/{name}/compare{query}", json=sent)
    assert response.status_code == 200, response.data
    return response.json


def columns(told, what="net"):
    """Everybody's total under each agreement."""
    return [[total[what] for total in each["totals"]] for each in told["agreements"]]


def games(told):
    """The nets of each game, by agreement; None where it is not scored."""
    return {
        each["game"]: [
            None if None in column else list(column)
            for column in zip(*(player["nets"] for player in each["nets"]), strict=True)
        ]
        for each in told["games"]
    }


@pytest.fixture
def evening(opened, book):
    """Game 1: amy scoops everybody, a home run of twice the points. Game 2: bob scoops dan."""
    book.record("s1", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    book.record("s1", scoops("bob>dan", game=2))
    return opened


THREE = {"options": {"home_run_multiplier": 3}}


def test_another_multiplier_of_home_runs(evening):
    told = compared(evening, {}, THREE)
    # Game 1 is 2 from each as it was played, 3 from each with the other multiplier.
    assert games(told) == {
        1: [[6, -2, -2, -2], [9, -3, -3, -3]],
        2: [[0, 1, 0, -1], [0, 1, 0, -1]],
    }
    assert columns(told) == [[6, -1, -2, -3], [9, -2, -3, -4]]
    assert columns(told, "amount") == [
        ["600", "-100", "-200", "-300"],
        ["900", "-200", "-300", "-400"],
    ]
    assert [each["differs"] for each in told["games"]] == [True, False]
    assert told["differs"] is True
    assert [each["currency"] for each in told["agreements"]] == ["TWD", "TWD"]


def test_another_stake(evening):
    # 6, -1, -2, -3 points at 10 HKD for 4 points are 15, -2.50, -5, -7.50.
    stake = {"amount": "10", "currency": "HKD", "points": 4}
    told = compared(evening, {}, {"stake": stake})
    assert columns(told) == [[6, -1, -2, -3]] * 2
    assert columns(told, "amount")[1] == ["15", "-2.50", "-5", "-7.50"]
    assert [each["currency"] for each in told["agreements"]] == ["TWD", "HKD"]
    assert told["differs"] is False


def test_a_game_line_by_line(evening):
    told = compared(evening, {}, THREE, lines=[1], query="?lang=zh-Hant")
    first, second = told["games"]
    assert "pairs" not in second
    [pair] = [each for each in first["pairs"] if each["players"] == ["amy", "dan"]]
    assert pair["nets"] == [2, 3]
    moved = {"payer": "dan", "payee": "amy"}
    assert pair["lines"] == [
        {**moved, "reason": "scoop", "text": "打槍", "points": [1, 1], "differs": False},
        {**moved, "reason": "home_run", "text": "全壘打", "points": [1, 2], "differs": True},
    ]


def test_cards_are_scored_under_any_ruleset_and_the_book_stays_as_it_is(client, book):
    """The round of the example, whose nets by two rulesets were worked out by hand."""
    hands = {"hands": DISPUTED["hands"]}
    options = DISPUTED.get("options", {})
    book.open_session(session(ruleset=DISPUTED["ruleset"], options=options, stake=None))
    book.record("s1", {**hands, "game": 1})
    book.record("s1", {**hands, "game": 4})
    before = stored(book)
    told = compared(client, {}, {"ruleset": "tw-points"})
    ours = [NETS["totals"][player] for player in PLAYERS]
    theirs = [NETS["against"]["tw-points"][player] for player in PLAYERS]
    assert games(told) == {1: [ours, theirs], 4: [ours, theirs]}
    assert columns(told) == [[2 * net for net in ours], [2 * net for net in theirs]]
    assert [each["rulesets"] for each in told["agreements"]] == [["tw-scoop@1"], ["tw-points@1"]]
    assert stored(book) == before


def test_what_another_ruleset_cannot_play_is_told_at_its_game(client, book):
    """Five, then four: neither ruleset plays the games of the other, and none needs no banker."""
    book.open_session(session(ruleset="five-player", players=FIVE))
    book.record("s1", scoops("amy>eve", players=FIVE, game=1))
    four = {"from_game": 2, "players": PLAYERS, "ruleset": "tw-scoop-only", "reason": "eve left"}
    book.change_table("s1", four)
    book.record("s1", scoops("bob>amy", game=2))
    told = compared(client, {}, {"ruleset": "tw-scoop-only"}, {"ruleset": "hk-banker"})
    assert games(told) == {
        1: [[1, 0, 0, 0, -1], None, None],
        2: [[-1, 1, 0, 0], [-1, 1, 0, 0], None],
    }
    assert [(each["games"], each["unscored"]) for each in told["agreements"]] == [
        (2, []), (1, [1]), (0, [1, 2]),
    ]  # fmt: skip
    wrong = {
        (game["game"], each["agreement"]): codes(each["problem"])
        for game in told["games"]
        for each in game["problems"]
    }
    assert wrong[1, 1] == ["/outcome/hands wrong_player_count"]
    assert "/banker banker_required" in wrong[2, 2]
    assert columns(told)[:2] == [[0, 1, 0, 0, -1], [-1, 1, 0, 0, 0]]


def test_options_are_those_of_the_table_where_the_ruleset_knows_them(client, book):
    options = {"home_run_multiplier": 3, "dragon_multiplier": 7}
    book.open_session(session(options=options))
    book.record("s1", scoops("amy>bob", "amy>cat", "amy>dan", game=1))
    told = compared(client, {}, {"ruleset": "western-1-6"}, query="?lang=en")
    # 3 from each by the table's own multiplier. Elsewhere rows are worth something: as three won
    # rows are 3, and 3 for the scoop, but who won what of the other three pairs nobody wrote down.
    assert games(told) == {1: [[9, -3, -3, -3], None]}
    [change] = [each for each in told["agreements"][1]["adapted"] if "dragon" in each["text"]]
    assert change["games"] == [1]
    faults = codes(told["games"][0]["problems"][0]["problem"])
    assert "/outcome/duels outcome_insufficient" in faults


BOTH = {"amy": {}, "bob": {}}


def outcome(*duels, **categories):
    hands = [{"player": player, "categories": categories.get(player, {})} for player in BOTH]
    return {"outcome": {"hands": hands, "duels": list(duels)}, "game": 1}


ROWS = {"players": ["amy", "bob"], "front": "amy", "middle": "bob", "back": None}
SCOOP = {"players": ["amy", "bob"], "scoop": "amy"}


@pytest.mark.parametrize(
    "case",
    [
        # A2345 is the lowest straight in western-2-4: who won may be another one there.
        ("tw-scoop", "western-2-4", outcome(ROWS), ["order"]),
        ("tw-points", "tw-scoop", outcome(ROWS), 0),
        # Three rows and the scoop: 3, and 3 x 2 by tw-scoop.
        ("tw-points", "tw-scoop", outcome(SCOOP), 6),
        # A full house in the middle takes 1 more, which a scoop does not double.
        ("tw-points", "tw-scoop", outcome(SCOOP, amy={"middle": "full_house", "back":
         "four_of_a_kind"}), 6 + 1 + 3),
        # The simple game pays no full houses, so nobody wrote them down.
        ("tw-scoop-only", "tw-points", outcome(SCOOP), ["unnamed", "unnamed"]),
        ("tw-points", "tw-scoop-only", outcome(SCOOP), 1),
        # A scoop may have been two rows and a tie where such ones were.
        ("tw-scoop-only tied", "tw-scoop-only", outcome(SCOOP), ["result"]),
        ("tw-scoop-only tied", "tw-points", outcome(SCOOP, amy={"middle": "full_house"}, bob=
         {"middle": "full_house"}), ["result"]),
        ("tw-scoop-only", "tw-scoop-only tied", outcome(), ["pair"]),
        ("tw-scoop-only", "tw-scoop-only", outcome(), 0),
    ],
)  # fmt: skip
def test_an_outcome_says_no_more_than_was_written_down(client, book, case):
    ours, theirs, played, amy = case
    name, _, tied = ours.partition(" ")
    options = {"tied_row_scoops": True} if tied else {}
    book.open_session(session(ruleset=name, options=options, players=["amy", "bob"]))
    book.record("s1", played)
    name, _, tied = theirs.partition(" ")
    other = {"ruleset": name, "options": {"tied_row_scoops": bool(tied)} if "only" in name else {}}
    [game] = compared(client, {}, other)["games"]
    if isinstance(amy, int):
        assert game["nets"][0]["nets"][1] == amy
    else:
        [told] = game["problems"]
        assert {error["code"] for error in told["problem"]["errors"]} == {"outcome_insufficient"}
        assert len(told["problem"]["errors"]) == len(amy)


def test_held_games_count_in_no_total_and_are_told(evening, book):
    tie = {"totals": dict.fromkeys(PLAYERS, 0)}
    book.dispute("s1", 1, {"by": "player:dan", "claim": tie, "reason": "it was a tie"})
    told = compared(evening, {}, THREE)
    assert games(told)[1] == [[6, -2, -2, -2], [9, -3, -3, -3]]
    assert [each.get("held") for each in told["games"]] == [True, None]
    assert columns(told) == [[0, 1, 0, -1]] * 2
    assert [each["held"] for each in told["agreements"]] == [[1], [1]]


def test_fines_and_what_was_brought_along_stand_under_every_agreement(client, book):
    brought = {"amy": 2, "bob": -2}
    book.open_session(session(opening_balances=brought))
    fine = {"payer": "dan", "to": "fund:supper", "amount": "50", "reason": "slow"}
    book.penalize("s1", fine, key="fine")
    book.record("s1", scoops("amy>dan", game=1))
    told = compared(client, {}, {"stake": {"amount": "10", "currency": "TWD"}})
    assert columns(told, "amount") == [["300", "-200", "0", "-150", "50"],
                                       ["30", "-20", "0", "-60", "50"]]  # fmt: skip
    wrong = {"agreements": [{}, {"stake": {"amount": "10", "currency": "HKD"}}]}
    problem = problem_of(client.post("/v1/sessions/s1/compare", json=wrong), 422)
    assert codes(problem) == ["/agreements/1/stake/currency bad_stake"]


def test_a_pot_is_taken_under_every_agreement_that_scores_its_game(client, book):
    """Four antes of 50: amy has the highest net and takes the 150 of the others."""
    book.open_session(session(stake={"mode": "pot", "ante": "50", "currency": "TWD"}))
    book.record("s1", scoops("amy>dan", game=1))
    told = compared(client, {}, {"ruleset": "hk-banker"}, THREE)
    taken = ["150", "-50", "-50", "-50"]
    assert columns(told, "amount") == [taken, [], taken]
    assert told["agreements"][1]["unscored"] == [1]


def test_voided_games_are_none(evening, book):
    against = book.round("s1", 1).document()["entry"]["hash"]
    book.void("s1", 1, {"reason": "misdeal", "against": against})
    told = compared(evening, {}, THREE)
    assert games(told) == {2: [[0, 1, 0, -1]] * 2}
    assert told["differs"] is False


def test_a_session_without_games(opened):
    told = compared(opened, {}, {"ruleset": "tw-points"})
    assert (told["games"], told["differs"]) == ([], False)
    assert columns(told) == [[0, 0, 0, 0]] * 2


TWO = [{}, {}]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ([], [" wrong_type"]),
        ({}, ["/agreements missing"]),
        ({"agreements": [{}]}, ["/agreements out_of_range"]),
        ({"agreements": [1, {}]}, ["/agreements/0 wrong_type"]),
        ({"agreements": [{}] * 13}, ["/agreements out_of_range"]),
        ({"agreements": TWO, "round": {}}, ["/round unknown_field"]),
        ({"agreements": TWO, "lines": [0]}, ["/lines/0 out_of_range"]),
        ({"agreements": TWO, "lines": [3]}, ["/lines/0 unknown_game"]),
        ({"agreements": TWO, "lines": [1] * 21}, ["/lines out_of_range"]),
        ({"agreements": [{"ruleset": "x"}, {"options": {"x": 1}}]},
         ["/agreements/0/ruleset unknown_ruleset", "/agreements/1/options/x unknown_option"]),
        ({"agreements": [{}, {"ruleset": "tw-points", "options": {"scoop_points": -1}}]},
         ["/agreements/1/options/scoop_points bad_option"]),
        ({"agreements": [{}, {"stake": {"amount": "1.234", "currency": "TWD"}}]},
         ["/agreements/1/stake/amount bad_stake"]),
        ({"agreements": [{}, {"stake": {"currency": "TWD"}, "players": []}]},
         ["/agreements/1/players unknown_field", "/agreements/1/stake/amount missing"]),
    ],
)  # fmt: skip
def test_a_comparison_that_is_refused(evening, sent, expected):
    problem = problem_of(evening.post("/v1/sessions/s1/compare", json=sent), 422)
    assert codes(problem) == expected


def test_a_session_there_is_not(client):
    problem_of(client.post("/v1/sessions/s9/compare", json={"agreements": TWO}), 404)
