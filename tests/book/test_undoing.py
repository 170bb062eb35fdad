"""The last game undone, the same table again, and how a session stood at any moment."""

from __future__ import annotations

import pytest

from tests.book.rounds import (
    PLAYERS,
    STAKE,
    counts,
    nets,
    places,
    played,
    refused,
    scoops,
    session,
    stored,
)
from tests.book.test_opening import TEXT

WHY = {"reason": "a misdeal"}
NO_HASH = "sha256:" + "0" * 64


def standing(book, game):
    return book.round("s1", game).document()["entry"]["hash"]


def totals(book, **at):
    return nets(book.session_view("s1", **at))


def undo(book, game, **fields):
    return book.undo("s1", {**WHY, "against": standing(book, game)}, **fields)


@pytest.fixture
def four_games(opened):
    """Four games that amy scoops dan in, entered 1, 2, 4, 3."""
    for game in (1, 2, 4, 3):
        opened.record("s1", scoops("amy>dan", game=game))
    return opened


# --- undo ----------------------------------------------------------------------------------------


def test_undo_three_times_in_a_row(four_games):
    undone = [undo(four_games, game).document()["game"] for game in (3, 4, 2)]
    assert undone == [3, 4, 2]
    assert totals(four_games) == played(1, 0, 0, -1)
    kinds = [each["kind"] for each in four_games.ledger("s1").document()["entries"]]
    assert kinds[-3:] == ["game_voided"] * 3


def test_a_corrected_game_is_the_last_one_only_where_it_was_recorded_last(four_games):
    seen = standing(four_games, 1)
    four_games.correct("s1", 1, scoops("bob>dan", reason="bob", against=seen))
    assert undo(four_games, 3).document()["game"] == 3
    # A game brought back counts again, at its place.
    seen = standing(four_games, 3)
    four_games.correct("s1", 3, scoops("bob>dan", reason="bob", against=seen))
    assert undo(four_games, 3).document()["game"] == 3


def test_an_undo_names_what_it_saw(four_games):
    for against in (NO_HASH, standing(four_games, 4)):
        refusal = refused(four_games, four_games.undo, "s1", {**WHY, "against": against})
        assert (refusal.status, places(refusal)) == (409, ["/against stale_against"])
        assert refusal.members["present"]["hash"] == standing(four_games, 3)


def test_a_double_tap_undoes_one_game(four_games):
    seen = {**WHY, "against": standing(four_games, 3)}
    four_games.undo("s1", seen)
    refusal = refused(four_games, four_games.undo, "s1", seen)
    assert places(refusal) == ["/against stale_against"]


def test_an_undo_under_its_key_is_answered_again(four_games):
    seen = {**WHY, "against": standing(four_games, 3)}
    first = four_games.undo("s1", seen, key="u1")
    before = counts(four_games)
    assert four_games.undo("s1", seen, key="u1") == first
    assert counts(four_games) == before
    assert places(refused(four_games, four_games.undo, "s1", {}, key="u1")) == ["/key key_reused"]


def test_there_may_be_nothing_to_undo(opened):
    refusal = refused(opened, opened.undo, "s1", {**WHY, "against": NO_HASH})
    assert (refusal.status, places(refusal)) == (404, [" nothing_to_undo"])
    refusal = refused(opened, opened.undo, "s1", {})
    assert places(refusal) == ["/reason missing.field", "/against missing.field"]


# --- the same again ------------------------------------------------------------------------------


def test_the_same_table_plays_on(book):
    agreed = {"title": "Friday", "banker_order": "rotate", "dispute_window": "PT72H", "games": 8}
    people = [{"id": "amy", "name": "阿明"}, *PLAYERS[1:], "eve"]
    book.open_session(session(ruleset="five-player", players=people, **agreed))
    four = {"players": PLAYERS, "ruleset": "tw-scoop-only", "reason": "eve left"}
    options = {"options": {"home_run_multiplier": 3}}
    book.change_table("s1", {"from_game": 5, **four, **options})
    answer = book.open_session({"id": "s2", "same_as": "s1"}, key="next")
    document = answer.document()
    kept = ("players", "ruleset", "stake", "banker_order", "dispute_window", "games")
    assert [document[name] for name in kept] == [
        PLAYERS, "tw-scoop-only@1", STAKE, "rotate", "PT72H", 8,
    ]  # fmt: skip
    assert document["options"]["home_run_multiplier"] == 3
    assert "title" not in document
    assert book.session_view("s2").document()["names"] == {"amy": "阿明"}
    before = counts(book)
    assert book.open_session({"id": "s2", "same_as": "s1"}, key="next") == answer
    assert counts(book) == before


def test_what_is_named_besides_is_otherwise(book):
    book.open_session(session(options={"home_run_multiplier": 3}))
    named = {
        "id": "s2",
        "title": "Later",
        "players": PLAYERS[::-1],
        "stake": {**STAKE, "points": 2},
    }
    document = book.open_session({**named, "same_as": "s1"}).document()
    assert {name: document[name] for name in named} == named
    assert document["options"]["home_run_multiplier"] == 3
    document = book.open_session({"id": "s3", "same_as": "s1", "ruleset": "tw-points"}).document()
    assert document["ruleset"] == "tw-points@1"
    assert "home_run_multiplier" not in document["options"]


def test_the_same_ruleset_is_that_version_of_it(book):
    book.bring_ruleset(TEXT.format(version=1, points=2))
    book.open_session(session(ruleset="ours"))
    book.bring_ruleset(TEXT.format(version=2, points=5))
    assert book.open_session({"id": "s2", "same_as": "s1"}).document()["ruleset"] == "ours@1"


@pytest.mark.parametrize(
    ("same_as", "fault"),
    [("nothing", "unknown_session"), ("a b", "unknown_session"), (1, "wrong_type.text"),
     (None, "wrong_type.text")],
)  # fmt: skip
def test_there_has_to_be_such_a_session(book, same_as, fault):
    refusal = refused(book, book.open_session, {"same_as": same_as})
    assert (refusal.status, places(refusal)) == (422, [f"/same_as {fault}"])


# --- as it was then ------------------------------------------------------------------------------


def test_a_session_at_each_of_its_entries(opened):
    seen = [opened.session_view("s1").document()]

    def look(*_):
        seen.append(opened.session_view("s1").document())

    look(opened.record("s1", scoops("amy>dan", game=1)))
    look(opened.confirm("s1", {"of": 1, "player": "amy"}))
    look(opened.dispute("s1", 1, {"by": "player:dan", "claim": {"totals": {"amy": 0, "dan": 0}},
                                  "reason": "no scoop"}))  # fmt: skip
    look(opened.change_table("s1", {"from_game": 1, "players": PLAYERS[::-1], "reason": "seats"}))
    look(opened.withdraw("s1", "d1", {"by": "player:dan"}))
    look(opened.record("s1", scoops("amy>bob", players=PLAYERS[::-1], game=2)))
    look(opened.close("s1"))
    for document in seen[1:]:
        assert opened.session_view("s1", at_seq=document["head"]["seq"]).document() == document
    assert [document["state"] for document in seen[-2:]] == ["open", "closed"]


@pytest.mark.parametrize("at_seq", [0, -1, 3])
def test_there_has_to_be_such_an_entry(opened, at_seq):
    opened.record("s1", scoops("amy>dan", game=1))
    refusal = refused(opened, opened.session_view, "s1", at_seq=at_seq)
    assert places(refusal) == ["/at_seq out_of_range.integer"]
    assert len(stored(opened)["entry"]) == 2


def test_a_history_tells_what_each_entry_moved(opened):
    opened.record("s1", scoops("amy>dan", "amy>cat", game=1))
    seen = standing(opened, 1)
    opened.correct("s1", 1, scoops("amy>dan", "bob>cat", reason="bob", against=seen))
    opened.void("s1", 1, {**WHY, "against": standing(opened, 1)})
    history = opened.round("s1", 1).document()["history"]

    def told(name):
        return [{t["player"]: t["net"] for t in each[name]} for each in history]

    first, second = played(2, 0, -1, -1), played(1, 1, -1, -1)
    assert told("before") == [{}, first, second]
    assert told("totals") == [first, second, {}]
    assert told("moved") == [
        {"amy": 2, "cat": -1, "dan": -1}, {"amy": -1, "bob": 1},
        {"amy": -1, "bob": -1, "cat": 1, "dan": 1},
    ]  # fmt: skip
